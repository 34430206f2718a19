"""The diagnostic in JupyterLab as a new user meets it: doctor, questions, advice, links.

With COURSE_SHOTS=DIR, screenshots are left in DIR, in the light and the dark theme.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect, sync_playwright

from course import notebook as notebooks
from course import question_bank
from course.question_bank import ChoiceQuestion, NumericQuestion
from course.quiz_markup import inline_bare
from tests import support
from tests.e2e.browsing import MARKS, SECONDS, Lab, launch
from tests.e2e.running import RunningCourse

pytestmark = MARKS

SLUG, NAME, NEXT = "0-diagnostic", "diagnostic", "1-tensor-views"
BANK = question_bank.load(SLUG)
CELLS = notebooks.read(support.ROOT / "source" / SLUG / f"{NAME}.ipynb").cells
PLACES = {cell.id: index for index, cell in enumerate(CELLS)}
STEPS = {question.id: question.step for question in BANK.questions}


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Open JupyterLab on a course of two lessons, of which nothing is fetched."""
    course = RunningCourse(tmp_path_factory.mktemp("diagnostic"), SLUG, NEXT)
    try:
        with sync_playwright() as playwright:
            expect.set_options(timeout=30 * SECONDS)
            browser = launch(playwright)
            lab = Lab(browser.new_page(viewport={"width": 1280, "height": 900}))
            lab.open(course.address)
            yield lab
            assert not lab.outside, "the student's pages need nothing from the network"
            browser.close()
    finally:
        expect.set_options(timeout=5 * SECONDS)
        faults = course.stop()
    assert not faults, "; ".join(faults)


def fetch(lab: Lab, slug: str) -> Locator:
    """Fetch a lesson in the assignment list and return where the fetched ones stand."""
    lab.menu("Nbgrader", "Assignment List")
    row = lab.page.locator("#released_assignments_list .list_item", has_text=slug).first
    row.get_by_role("button", name="Fetch", exact=True).click()
    fetched = lab.page.locator("#fetched_assignments_list")
    expect(fetched).to_contain_text(slug)
    return fetched


def answer(lab: Lab, question_id: str, *, right: bool) -> None:
    """Answer one question with the mouse or by typing, and see it marked."""
    (number,) = (n for n, question in enumerate(BANK.questions) if question.id == question_id)
    question = BANK.questions[number]
    card = lab.cell(PLACES["questions"]).locator(".course-quiz-card").nth(number)
    if isinstance(question, NumericQuestion):
        value = question.answer if right else question.wrong_values[0].value
        card.get_by_role("textbox").fill(f"{value:g}")
        card.get_by_role("textbox").press("Enter")
    else:
        assert isinstance(question, ChoiceQuestion)
        chosen = [option for option in question.options if option.right == right]
        for option in chosen if right else chosen[:1]:
            text = re.escape(inline_bare(option.text))
            card.locator("label").filter(has_text=re.compile(f"^\\s*{text}\\s*$")).click()
        card.get_by_role("button", name="Check").click()
    kind = "right" if right else "wrong"
    expect(card.locator(f".course-quiz-{kind}")).to_be_visible()
    expect(card.locator(".course-quiz-explanation")).to_have_count(1)


def test_a_new_user_is_told_what_to_take_and_finds_the_way(lab: Lab) -> None:
    fetched = fetch(lab, SLUG)
    fetched.get_by_text(SLUG).first.click()
    fetched.get_by_text(NAME, exact=True).first.click()
    expect(lab.notebook).to_be_visible()
    lab.wait_until_idle()
    lab.run_all(PLACES["questions"])
    expect(lab.output(PLACES["machine"])).to_have_text(re.compile("Everything works."))
    lab.shot_notebook("untouched")

    advice = lab.cell(PLACES["questions"]).locator(".course-quiz-advice")
    expect(advice).to_contain_text("8 of 8 questions not tried yet")
    expect(lab.cell(PLACES["questions"]).locator(".course-quiz-explanation")).to_have_count(0)
    for question in STEPS:
        answer(lab, question, right=question != "who-else-needs-it")
    takes = advice.locator("ul").first.locator("li")
    expect(takes).to_have_count(1)
    expect(takes).to_contain_text("2-saved-tensors")
    expect(advice.locator("ul").last.locator("li")).to_have_count(3)
    answer(lab, "who-else-needs-it", right=True)
    expect(takes).to_contain_text("2-saved-tensors")
    lab.shot_notebook("answered")

    lab.cell(PLACES["questions"]).get_by_role("button", name="Start again").click()
    expect(advice).to_contain_text("8 of 8 questions not tried yet")
    for question in STEPS:
        answer(lab, question, right=False)
    expect(takes).to_have_count(len(set(STEPS.values())))
    lab.shot("all-wrong")

    assert not lab.errors
    lead_on = lab.notebook.get_by_role("link", name="step 1, tensor views").last
    lead_on.click()  # to a notebook that is not there yet: nothing happens, as the page says
    fetch(lab, NEXT)
    lab.page.locator(".lm-TabBar-tab", has_text=f"{NAME}.ipynb").click()
    lead_on.click()
    expect(lab.notebook.get_by_role("heading", name="Step 1: tensor views")).to_be_visible()
    lab.notebook.get_by_role("link", name="the diagnostic").first.click()
    expect(lab.notebook.get_by_role("heading", name="Start here")).to_be_attached()
    assert [error for error in lab.errors if "404 Not Found" not in error] == []
