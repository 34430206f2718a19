"""The lesson in JupyterLab as a new user meets it, from `course start` to the feedback page.

The tests below are one journey in three parts and share one server; run them together. With
COURSE_SHOTS=DIR, screenshots of the main steps are left in DIR, in the light and the dark theme.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from nbformat import NotebookNode
from playwright.sync_api import FrameLocator, Locator, expect, sync_playwright

from course import notebook as notebooks
from course import question_bank
from course.question_bank import ChoiceQuestion, NumericQuestion
from course.quiz_markup import inline_bare
from tests.e2e.browsing import MARKS, SECONDS, Lab, close_log, launch
from tests.e2e.running import RunningCourse

pytestmark = MARKS

SLUG, NAME = "1-tensor-views", "tensor-views"
BANK = question_bank.load(SLUG)
WRONG = "shares-memory"
WRONG_ANSWER = "def shares_memory(a, b):\n    return a.data_ptr() == b.data_ptr()"
SENTENCE = "data_ptr() is the address of the first element."
"""What the checks say to the wrong answer."""
LOST = {
    "check-shares-memory",
    "check-shares-memory-apart",
    "check-shares-memory-bridges",
    # `classify` is right, but it asks `shares_memory`, which misses every view that starts later
    "check-classify",
    "check-classify-bank",
    "check-predict-ten-all",
}
"""The grade cells that the wrong answer costs."""
MATHJAX = "https://cdnjs.cloudflare.com/ajax/libs/mathjax/"
"""What nbgrader's formgrader and feedback pages ask for; they are readable without it."""


class Journey:
    """One server, one browser page, and how far the journey has come."""

    def __init__(self, course: RunningCourse, lab: Lab) -> None:
        self.course = course
        self.lab = lab
        self.reached: set[str] = set()
        self.authored = notebooks.read(course.root / "source" / SLUG / f"{NAME}.ipynb")
        self.exercises = {each.name: each for each in notebooks.exercises(self.authored)}
        self.places = {name: index for index, name in notebooks.grade_ids(self.authored).items()}
        self.points = {
            cell.name: cell.points for each in self.exercises.values() for cell in each.grade_cells
        }
        self.last_code_cell = max(
            index for index, cell in enumerate(self.authored.cells) if cell.cell_type == "code"
        )

    def needs(self, step: str) -> None:
        """Fail at once if an earlier part of the journey did not get as far as this."""
        if step not in self.reached:
            pytest.fail(f"the part of the journey before this one ended before: {step}")

    @property
    def expected_score(self) -> float:
        """The points that are left when the wrong answer has cost what it must."""
        assert set(self.points) > LOST
        return sum(points for name, points in self.points.items() if name not in LOST)

    @property
    def work(self) -> Path:
        """Where the student's copy of the lesson lies."""
        return self.course.root / "work" / SLUG

    def saved(self) -> NotebookNode:
        """Read the student's notebook as it was saved."""
        return notebooks.read(self.work / f"{NAME}.ipynb")

    def assignments(self, state: str) -> Locator:
        """Bring the assignment list to the front and return one of its three parts."""
        self.lab.menu("Nbgrader", "Assignment List")
        part = self.lab.page.locator(f"#{state}_assignments_list")
        expect(part).to_be_visible()
        return part

    @property
    def card(self) -> Locator:
        """The questions of the self-test."""
        return self.lab.cell(self.last_code_cell).locator(".course-quiz-card")


@pytest.fixture(scope="module")
def journey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journey]:
    """Start server and browser; afterwards nothing of either may be left."""
    course = RunningCourse(tmp_path_factory.mktemp("browser"), SLUG)
    try:
        with sync_playwright() as playwright:
            expect.set_options(timeout=30 * SECONDS)
            browser = launch(playwright)
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            yield Journey(course, Lab(page))
            browser.close()
    finally:
        expect.set_options(timeout=5 * SECONDS)
        faults = course.stop()
    assert not faults, "; ".join(faults)


def test_student_works_through_the_lesson_and_submits(journey: Journey) -> None:
    lab, page = journey.lab, journey.lab.page
    lab.open(journey.course.address)
    lab.shot("start")

    released = journey.assignments("released")
    released.get_by_role("button", name="Fetch", exact=True).click()
    fetched = journey.assignments("fetched")
    fetched.get_by_text(SLUG).click()
    fetched.get_by_text(NAME, exact=True).click()
    expect(lab.notebook).to_be_visible()
    lab.wait_until_idle()
    expect(page.locator(".jp-Dialog")).to_have_count(0)

    untouched_notebook_runs_to_its_end(journey)
    self_test_is_answered(journey)
    wrong_answer_is_named(journey)
    everything_else_is_solved(journey)

    fetched = journey.assignments("fetched")
    fetched.get_by_role("button", name="Validate").click()
    dialog = lab.dialog("Validation Results")
    expect(dialog).to_contain_text(SENTENCE)
    expect(dialog).not_to_contain_text("scatter_update")
    lab.shot_dialog("validate")
    dialog.get_by_role("button").last.click()

    fetched.get_by_role("button", name="Submit").click()
    expect(page.locator("#submitted_assignments_list")).to_contain_text(SLUG)
    lab.shot("submitted")
    assert not lab.outside, "the student's pages need nothing from the network"
    assert not lab.errors
    journey.reached.add("submitted")


def untouched_notebook_runs_to_its_end(journey: Journey) -> None:
    lab = journey.lab
    lab.run_all(journey.last_code_cell)
    for index, cell in enumerate(journey.authored.cells):
        folded = cell.metadata.get("jupyter", {}).get("source_hidden")  # shows no number
        if cell.cell_type == "code" and not folded:
            expect(lab.prompt(index)).to_have_text(re.compile(r"\[\d+\]"))
    for name in journey.points:
        expect(lab.output(journey.places[name])).to_contain_text("Not attempted")
    expect(journey.card).to_have_count(len(BANK.questions))
    lab.shot_notebook("untouched")


def self_test_is_answered(journey: Journey) -> None:
    """One wrong answer by clicking, two right ones without touching the mouse."""
    lab, keyboard = journey.lab, journey.lab.page.keyboard
    choice = next(q for q in BANK.questions if isinstance(q, ChoiceQuestion) and not q.several)
    card = journey.card.nth(BANK.questions.index(choice))
    wrong = next(option for option in choice.options if not option.right)
    assert wrong.feedback
    option_of(card, wrong.text).click()
    card.get_by_role("button", name="Check").click()
    result = card.locator(".course-quiz-wrong")
    expect(result).to_contain_text("Not yet.")
    expect(result).to_contain_text(inline_bare(wrong.feedback))
    result.scroll_into_view_if_needed()
    lab.shot("quiz-wrong")

    card.get_by_role("button", name="Check").focus()  # where the click has left it
    lab.tab_to(card.get_by_role("button", name="Try again"))
    keyboard.press("Space")
    expect(result).to_have_count(0)
    right = next(option for option in choice.options if option.right)
    keyboard.press("Shift+Tab")
    lab.tab_to(option_of(card, right.text), backwards=True)
    keyboard.press("Space")
    lab.tab_to(card.get_by_role("button", name="Check"))
    keyboard.press("Enter")
    expect(card.locator(".course-quiz-right")).to_contain_text("Right.")

    number = next(q for q in BANK.questions if isinstance(q, NumericQuestion))
    card = journey.card.nth(BANK.questions.index(number))
    lab.tab_to(card.get_by_role("textbox"), most=100)
    keyboard.type(f"{number.answer:g}")
    keyboard.press("Enter")
    expect(card.locator(".course-quiz-right")).to_contain_text("Right.")
    expect(card.locator(".course-quiz-explanation")).to_be_visible()
    expect(lab.output(journey.last_code_cell)).to_contain_text(f"2 of {len(BANK.questions)} right")
    lab.shot("quiz-right")


def option_of(card: Locator, text: str) -> Locator:
    """Return the radio button of an option."""
    label = card.locator("label").filter(has_text=re.compile(f"^{re.escape(inline_bare(text))}$"))
    return label.locator("input")


def wrong_answer_is_named(journey: Journey) -> None:
    lab, exercise = journey.lab, journey.exercises[WRONG]
    lab.write(exercise.index, WRONG_ANSWER)
    lab.run(exercise.index)
    check = journey.places["check-shares-memory"]
    lab.unfold(check)
    lab.run(check)
    expect(lab.output(check)).to_contain_text("Not yet")
    expect(lab.output(check)).to_contain_text(SENTENCE)
    lab.output(check).scroll_into_view_if_needed()
    lab.shot("wrong-answer")


def everything_else_is_solved(journey: Journey) -> None:
    lab = journey.lab
    answers = notebooks.solutions(journey.authored) | {WRONG: WRONG_ANSWER}
    for name, exercise in journey.exercises.items():
        if name != WRONG:
            lab.write(exercise.index, answers[name])
    lab.run_all(journey.last_code_cell)
    for name in journey.points:
        output = lab.output(journey.places[name])
        if name == "check-classify":  # what is wrong with it shows only in a hidden check
            expect(output).to_contain_text("passed.")
        else:
            expect(output).to_contain_text("Not yet" if name in LOST else "passed.")
    lab.shot_notebook("answered")
    lab.save()
    saved = journey.saved()
    for name, exercise in journey.exercises.items():
        assert saved.cells[exercise.index].source == answers[name], "typed and saved as meant"


def test_instructor_grades_in_the_formgrader(journey: Journey) -> None:
    journey.needs("submitted")
    lab = journey.lab
    lab.menu("Nbgrader", "Formgrader")
    frame = lab.page.frame_locator("iframe[src*='formgrader']")
    expect(frame.locator("td.collect a")).to_be_visible()
    lab.shot("formgrader")
    act(frame, "collect", "Successfully collected")
    frame.locator("td.num-submissions a").click()
    act(frame, "autograde", "Successfully autograded")
    score = f"{journey.expected_score:g} / {sum(journey.points.values()):g}"
    expect(frame.locator("td.score")).to_have_text(score)
    lab.shot("formgrader-score")
    act(frame, "generate-feedback", "Successfully generated")
    act(frame, "release-feedback", "Successfully released")

    frame.locator("td.student-name a").click()
    frame.get_by_role("link", name=NAME, exact=True).click()
    expect(frame.locator("body")).to_contain_text(f"CheckFailed: {WRONG.replace('-', '_')}")
    lab.shot("formgrader-submission")
    journey.reached.add("feedback released")


def act(frame: FrameLocator, column: str, done: str) -> None:
    """Press a button of the formgrader's table and read its report."""
    frame.locator(f"td.{column} a").click()
    report = close_log(frame)
    assert done in report, report


def test_student_reads_the_feedback(journey: Journey) -> None:
    journey.needs("feedback released")
    lab, page = journey.lab, journey.lab.page
    submitted = journey.assignments("submitted")
    page.locator("#refresh_assignments_list").click()
    submitted.get_by_role("button", name="Fetch Feedback").click()
    submitted.get_by_text("view feedback").click()
    page.locator(".jp-DirListing-item", has_text=f"{NAME}.html").dblclick()
    feedback = page.frame_locator(".jp-HTMLViewer iframe")
    body = feedback.locator("body")
    possible = sum(journey.points.values())
    expect(body).to_contain_text(f"(Score: {journey.expected_score:.1f} / {possible:.1f})")
    expect(body).to_contain_text(SENTENCE)
    lab.shot("feedback")
    nothing_hidden_is_told(journey, body.text_content() or "")

    pictures = [cell for cell in journey.authored.cells if "pictures.storage(" in cell.source]
    drawings = feedback.locator("svg[role='img']")
    expect(drawings).to_have_count(len(pictures))
    for drawing in drawings.all():
        box = drawing.bounding_box()
        assert box is not None and box["width"] > 100 and box["height"] > 50
    answers = feedback.locator("summary", has_text="Answer to question")
    expect(answers).to_have_count(len(BANK.questions))
    answers.first.click()
    expect(feedback.get_by_text("✓ Right:").first).to_be_visible()

    (path,) = journey.work.glob("feedback/*/*.html")
    lab.shot_file("feedback-page", path)
    assert {url for url in lab.outside if not url.startswith(MATHJAX)} == set()
    assert [error for error in lab.errors if "MathJax" not in error] == []


def nothing_hidden_is_told(journey: Journey, page: str) -> None:
    """Every line of the checks that students got is on the page, and no line of the others."""
    saved = journey.saved()
    known = "\n".join(cell.source for cell in saved.cells)
    cells = [cell for each in journey.exercises.values() for cell in each.grade_cells]
    released = [line for cell in cells for line in lines_of(saved.cells[cell.index].source)]
    hidden = [
        line
        for cell in cells
        for line in lines_of(
            "\n".join(notebooks.hidden_lines(journey.authored.cells[cell.index].source))
        )
        if line not in known
    ]
    assert len(hidden) > len(cells)
    assert [line for line in released if line not in page] == []
    assert [line for line in hidden if line in page] == []


def lines_of(source: str) -> list[str]:
    """Strip the lines of a cell, without those so short that they may stand anywhere."""
    return [line.strip() for line in source.split("\n") if len(line.strip()) >= 20]
