from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import ipywidgets as widgets
import nbformat
import pytest

from course import question_bank, quiz
from course.errors import CourseError
from course.quiz_markup import inline_bare
from course.quiz_static import to_static_html, to_static_text

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
BANK = question_bank.load("1-tensor-views")


class Card:
    """Find the parts of one question's widgets as a learner would."""

    def __init__(self, made: quiz.Quiz, question_id: str) -> None:
        number = [question.id for question in BANK.questions].index(question_id)
        self.question: Any = BANK.questions[number]
        self.prompt, self.field, buttons, self.result = made.widget.children[number + 1].children
        self.check, self.again = buttons.children

    def labels(self) -> list[str]:
        if isinstance(self.field, widgets.RadioButtons):
            return [label for label, _ in self.field.options]
        return [box.description for box in self.boxes()]

    def boxes(self) -> list[Any]:
        return list(self.field.children[1].children)

    def tick(self, *positions: int) -> None:
        wanted = {inline_bare(self.question.options[position].text) for position in positions}
        for box in self.boxes():
            box.value = box.description in wanted


@pytest.fixture
def made() -> quiz.Quiz:
    return quiz.Quiz(BANK, random.Random(0))


def test_an_unknown_name_gets_one_line():
    with pytest.raises(CourseError, match="there is no question bank 'nope'"):
        quiz.show("nope")


def test_show_offers_widget_page_and_text(capsys):
    shown = quiz.show("1-tensor-views")
    bundle = shown._repr_mimebundle_(include=None, exclude=None)
    assert set(bundle) == {WIDGET_VIEW, "text/html", "text/plain"}
    assert bundle[WIDGET_VIEW]["model_id"] == shown.widget.model_id
    assert bundle["text/html"] == to_static_html(BANK)
    assert bundle["text/plain"] == to_static_text(BANK)
    assert capsys.readouterr() == ("", "")


def test_displaying_twice_shows_the_same_quiz(made):
    assert made._repr_mimebundle_() == made._repr_mimebundle_()


def test_no_output_widget_is_involved(made):
    def parts(widget):
        yield widget
        for child in getattr(widget, "children", ()):
            yield from parts(child)

    assert not [part for part in parts(made.widget) if isinstance(part, widgets.Output)]


def test_every_field_and_button_has_a_visible_label(made):
    for question in BANK.questions:
        card = Card(made, question.id)
        assert f"Question {BANK.questions.index(question) + 1}" in card.prompt.value
        assert (card.check.description, card.again.description) == ("Check", "Try again")
        if isinstance(card.field, widgets.VBox):
            assert card.field.children[0].value == "Tick every one that applies:"
            assert all(box.description for box in card.boxes())
        else:
            assert card.field.description in ("Choose one:", "Type a number:")


def test_options_are_those_of_the_bank_without_backticks(made):
    for question in BANK.questions:
        if isinstance(question, question_bank.ChoiceQuestion):
            labels = Card(made, question.id).labels()
            assert sorted(labels) == sorted(inline_bare(o.text) for o in question.options)


def test_each_quiz_has_an_order_of_its_own():
    orders = {
        tuple(Card(quiz.Quiz(BANK, random.Random(seed)), "write-through-a-view").labels())
        for seed in range(40)
    }
    assert len(orders) > 10


def test_nothing_is_chosen_or_told_at_first(made):
    card = Card(made, "write-through-a-view")
    assert card.field.index is None
    assert card.result.value == ""
    assert not any(box.value for box in Card(made, "edit-after-detach").boxes())
    assert made.score == (0, 0, 10)


@pytest.mark.parametrize(
    ("question_id", "words"),
    [
        ("write-through-a-view", "Choose an option first."),
        ("edit-after-detach", "Tick at least one option first."),
        ("bytes-behind-an-expanded-tensor", "Type a number first."),
    ],
)
def test_an_empty_answer_is_no_attempt(made, question_id, words):
    card = Card(made, question_id)
    card.check.click()
    assert words in card.result.value
    assert card.question.explanation[:20] not in card.result.value
    assert made.score.checked == 0


def test_a_wrong_choice_names_its_misconception_and_folds_the_explanation(made):
    card = Card(made, "write-through-a-view")
    card.field.value = 0
    card.check.click()
    told, _, folded = card.result.value.partition("<details")
    assert "Not yet." in told
    assert "✗" in told
    assert 'role="alert"' in told
    assert "This takes a view for a copy." in told
    assert "more appl" not in told
    assert "24 significant bits" not in told
    assert "24 significant bits" in folded
    assert made.score == (0, 1, 10)


def test_the_right_choice_is_right_whatever_its_place():
    for seed in range(10):
        made = quiz.Quiz(BANK, random.Random(seed))
        card = Card(made, "write-through-a-view")
        card.field.label = "3.140000104904175"
        card.check.click()
        assert "✓" in card.result.value
        assert "Right." in card.result.value
        assert "<details" not in card.result.value
        assert "24 significant bits" in card.result.value
        assert made.score == (1, 1, 10)


def test_several_right_options_are_all_needed(made):
    card = Card(made, "which-writes-arrive")
    card.tick(1, 3)
    card.check.click()
    told, _, folded = card.result.value.partition("<details")
    assert "What you ticked is right, but 1 more applies." in told
    assert "Nothing is read here." not in told
    assert "Nothing is read here." in folded
    card.tick(0, 1, 3, 4)
    card.check.click()
    assert "Here <code>t[mask]</code> is read" in card.result.value
    assert "more appl" not in card.result.value
    card.tick(1, 3, 4)
    card.check.click()
    assert "Right." in card.result.value


def test_a_number_is_checked_when_it_is_entered(made):
    card = Card(made, "bytes-behind-an-expanded-tensor")
    card.field.value = "4000000"
    assert "it goes by the shape" in card.result.value
    card.field.value = "4,000"
    assert "can be read in two ways" in card.result.value
    card.field.value = "4 000"
    assert "Right." in card.result.value
    assert "Your answer: 4000" in card.result.value


def test_what_a_learner_types_is_escaped(made):
    card = Card(made, "bytes-behind-an-expanded-tensor")
    card.field.value = "<img src=x>"
    assert "&lt;img" in card.result.value
    assert "<img" not in card.result.value


@pytest.mark.parametrize("question_id", ["write-through-a-view", "edit-after-detach"])
def test_try_again_clears_and_reshuffles(made, question_id):
    card = Card(made, question_id)
    if isinstance(card.field, widgets.RadioButtons):
        card.field.value = 0
    else:
        card.tick(0)
    card.check.click()
    for _ in range(20):
        before = card.labels()
        card.again.click()
        assert card.labels() != before
        assert sorted(card.labels()) == sorted(before)
    assert card.result.value == ""
    assert made.score == (0, 0, 10)
    if isinstance(card.field, widgets.RadioButtons):
        assert card.field.index is None
    else:
        assert not any(box.value for box in card.boxes())


def test_after_a_reshuffle_answers_are_still_marked_by_what_they_say(made):
    card = Card(made, "write-through-a-view")
    for _ in range(5):
        card.again.click()
        card.field.label = "3.14, exactly the number that was written"
        card.check.click()
        assert "the nearest number it has" in card.result.value


def test_score_line_and_start_again(made):
    score_line, restart = made.widget.children[-1].children
    assert "0 of 10 right" in score_line.value
    assert 'role="status"' in score_line.value
    Card(made, "counting-with-repeated-indices").field.value = "1"
    card = Card(made, "bytes-behind-an-expanded-tensor")
    card.field.value = "4"
    assert "1 of 10 right</strong>, 8 still to check" in score_line.value
    restart.click()
    assert "0 of 10 right</strong>, 10 still to check" in score_line.value
    assert card.field.value == ""
    assert card.result.value == ""


def test_callbacks_get_the_score_after_checks_and_retries(made):
    seen: list[quiz.Score] = []
    made.on_change(seen.append)
    card = Card(made, "counting-with-repeated-indices")
    card.check.click()
    assert seen == []
    card.field.value = "1"
    card.again.click()
    assert seen == [(1, 1, 10), (0, 0, 10)]


def test_all_right_is_full_score(made):
    for question in BANK.questions:
        card = Card(made, question.id)
        if isinstance(question, question_bank.NumericQuestion):
            card.field.value = repr(question.answer)
            continue
        rights = [place for place, option in enumerate(question.options) if option.right]
        if question.several:
            card.tick(*rights)
        else:
            card.field.value = rights[0]
        card.check.click()
    assert made.score == (10, 10, 10)
    assert "10 of 10 right</strong>." in made.widget.children[-1].children[0].value


def test_importing_the_quiz_does_not_import_torch():
    code = "import course.quiz, sys; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.slow
def test_in_a_kernel_the_cell_prints_nothing_and_converts_to_the_static_page():
    nbclient = pytest.importorskip("nbclient")
    nbconvert = pytest.importorskip("nbconvert")
    cell = nbformat.v4.new_code_cell(
        'from course import quiz\n\nquiz.show("1-tensor-views")', id="self-test"
    )
    notebook = nbformat.v4.new_notebook(cells=[cell])
    nbclient.NotebookClient(notebook, store_widget_state=False, timeout=60).execute()
    (output,) = cell.outputs
    assert output.output_type == "execute_result"
    assert set(output.data) == {WIDGET_VIEW, "text/html", "text/plain"}
    assert output.data["text/html"] == to_static_html(BANK)
    assert output.data["text/plain"] == to_static_text(BANK)
    assert "widgets" not in notebook.metadata
    page, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)
    assert page.count("<details>") == len(BANK.questions)
    assert "24 significant bits" in page
    assert "model_id" not in page


ADVISING = """
title: Two steps
questions:
  - id: one
    step: 2-saved-tensors
    kind: numeric
    prompt: How many?
    answer: 1
    tolerance: 0
    wrong_values: [{value: 2, feedback: doubled}]
    explanation: So.
    not_a_torch_fact: made up
  - id: two
    step: 1-tensor-views
    kind: numeric
    prompt: How many?
    answer: 1
    tolerance: 0
    wrong_values: [{value: 2, feedback: doubled}]
    explanation: So.
    not_a_torch_fact: made up
  - id: three
    step: 2-saved-tensors
    kind: numeric
    prompt: How many?
    answer: 1
    tolerance: 0
    wrong_values: [{value: 2, feedback: doubled}]
    explanation: So.
    not_a_torch_fact: made up
"""


def answered(made: quiz.Quiz, *answers: str) -> str:
    """Type answers into a quiz of numbers and return what it advises then."""
    for card, text in zip(made.widget.children[1:], answers, strict=False):
        card.children[1].value = text
    return made.widget.children[-1].value


def test_advice_comes_after_the_last_first_answer() -> None:
    made = quiz.Quiz(question_bank.parse(ADVISING, "t"))
    told = answered(made)
    assert "3 of 3 questions not tried yet." in told
    assert "Take" not in told
    told = answered(made, "1", "2")
    assert "1 of 3 questions not tried yet." in told
    assert "<code>" not in told
    take, _, skim = answered(made, "1", "1", "2").partition("May be skimmed")
    assert "Take" in take
    assert "Step 1, Tensor views (<code>1-tensor-views</code>): question 2 was not" in take
    assert "Step 2" in take
    assert "question 3 was not right at first" in take
    assert "<li>" not in skim


def test_advice_goes_by_the_first_answers() -> None:
    made = quiz.Quiz(question_bank.parse(ADVISING, "t"))
    take, _, skim = answered(made, "1", "2", "1").partition("May be skimmed")
    assert "Step 1" in take
    assert "Step 2" not in take
    assert "questions 1 and 3 were right at first" in skim
    assert made.score == (2, 3, 3)
    assert answered(made, "1", "1", "1").partition("May be skimmed")[0] == take
    assert made.score == (3, 3, 3)
    card = made.widget.children[2]
    card.children[2].children[1].click()
    assert "Step 1" in made.widget.children[-1].value.partition("May be skimmed")[0]
    made.widget.children[-2].children[1].click()
    assert "3 of 3 questions not tried yet." in made.widget.children[-1].value
    assert "Nothing has to be taken." in answered(made, "1", "1", "1")


def test_an_unreadable_answer_is_no_first_answer() -> None:
    made = quiz.Quiz(question_bank.parse(ADVISING, "t"))
    assert "3 of 3 questions not tried" in answered(made, "one")


def test_a_quiz_without_steps_gives_no_advice(made: quiz.Quiz) -> None:
    assert len(made.widget.children) == len(BANK.questions) + 2
    assert "What to take" not in repr(made.widget.children)
