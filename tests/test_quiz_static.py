from __future__ import annotations

from html.parser import HTMLParser

import pytest

from course import question_bank
from course.quiz_markup import inline_html
from course.quiz_static import to_static_html, to_static_text

BANK = question_bank.load("1-tensor-views")


class Page(HTMLParser):
    """Collect the tags used, the text outside details, and check that tags are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.open: list[str] = []
        self.unfolded = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        assert not attrs
        self.tags.add(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "details" not in self.open or "summary" in self.open:
            self.unfolded += data


@pytest.fixture(params=question_bank.slugs())
def bank(request):
    return question_bank.load(request.param)


def test_html_uses_plain_tags_that_a_sanitiser_keeps(bank):
    page = Page(to_static_html(bank))
    assert page.open == []
    assert page.tags <= {"p", "strong", "ul", "li", "br", "code", "pre", "details", "summary"}


def test_html_folds_every_answer_away(bank):
    page = Page(to_static_html(bank))
    for number, question in enumerate(bank.questions, start=1):
        assert f"Question {number}" in page.unfolded
        assert f"Answer to question {number}" in page.unfolded
        first_words = question.explanation.replace("`", "").split("\n\n")[0][:25]
        assert first_words not in page.unfolded
    assert "Right" not in page.unfolded.replace("Right on both counts", "")
    assert "✓" not in page.unfolded


def test_html_has_options_in_authored_order_feedback_and_explanation():
    text = to_static_html(BANK)
    first = BANK.questions[0]
    places = [text.index(f"<li>{inline_html(option.text)}</li>") for option in first.options]
    assert places == sorted(places)
    assert "✗ Wrong: <code>0.0</code>, because <code>view</code>" in text
    assert "✓ Right: <code>3.140000104904175</code>" in text
    assert "This takes a view for a copy." in text
    assert "24 significant bits" in text
    assert "✗ Wrong: 4000000<br>" in text


def test_text_has_questions_and_options_and_no_answers(bank):
    text = to_static_text(bank)
    assert text.count("Question ") == len(bank.questions)
    assert "✓" not in text
    for question in bank.questions:
        assert question.explanation.split("\n")[0] not in text
        for option in getattr(question, "options", ()):
            assert option.text.split()[0] in text
            assert not option.feedback or option.feedback[:30] not in text
    assert text.splitlines()[-1].startswith("Run this cell in JupyterLab")
    assert max(map(len, text.splitlines()[:-1])) <= 100


def test_both_forms_are_the_same_every_time():
    again = question_bank.load("1-tensor-views")
    assert to_static_html(again) == to_static_html(BANK)
    assert to_static_text(again) == to_static_text(BANK)


def test_a_folded_answer_names_the_step_that_it_belongs_to():
    bank = question_bank.load("0-diagnostic")
    text = to_static_html(bank)
    assert text.count("Not what you had? Take step ") == len(bank.questions)
    assert "Take step 2, Saved tensors and version counters (<code>2-saved-tensors</code>)" in text
    assert "Not what you had?" not in to_static_html(BANK)
