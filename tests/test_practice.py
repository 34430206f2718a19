"""`course check` on the practice notebook: the judge of the problem in three parts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from course import judge
from course import notebook as notebooks
from tests import support

pytestmark = pytest.mark.slow

SLUG = "5-practice"
(PATH,) = (path for path in support.SOURCES if path.parent.name == SLUG)
AUTHORED = notebooks.read(PATH)
EXERCISES = {exercise.name: exercise for exercise in notebooks.exercises(AUTHORED)}
PROBLEM = ("hidden-gradient", "accumulated-gradients", "fine-tune")
SOLVED = notebooks.solutions(AUTHORED)

# Right but for the caller's state: backward() adds to the gradients of w1 and w2.
DIRTY = """\
def hidden_gradient(x, w1, w2, y):
    h = (x @ w1).tanh()
    if not h.requires_grad:
        h.requires_grad_()
    h.retain_grad()
    loss = ((h @ w2 - y) ** 2).mean()
    loss.backward()
    return loss.item(), h.grad"""


def fetched(directory: Path, **answers: str) -> Path:
    """Save a copy as a learner has it, with answers to some exercises (names with _ for -)."""
    named = {name.replace("_", "-"): text for name, text in answers.items()}
    return support.save(support.answered(support.ROOT, SLUG, named), directory / PATH.name)


@pytest.fixture(scope="module")
def half_solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a notebook with part a wrong, part b right and part c not begun."""
    return fetched(
        tmp_path_factory.mktemp(SLUG),
        hidden_gradient=DIRTY,
        accumulated_gradients=SOLVED["accumulated-gradients"],
    )


def test_the_terminal_judges_the_problem_and_says_how_many_checks_are_hidden(
    half_solved: Path,
) -> None:
    done = support.course_command("check", half_solved.name, cwd=half_solved.parent)
    assert done.returncode == 1, done.stderr
    rows = {
        match[2]: (match[1], match[3])
        for match in re.finditer(
            r"^  (passed|failed|not attempted) +([\w-]+) +(.*)$", done.stdout, re.MULTILINE
        )
    }
    assert list(rows) == list(EXERCISES)
    assert rows["hidden-gradient"] == ("failed", "1 of 2 points, 2 more checks at grading")
    assert rows["accumulated-gradients"] == ("passed", "3 of 3 points, 3 more checks at grading")
    assert rows["fine-tune"] == ("not attempted", "0 of 2 points, 2 more checks at grading")
    assert "w1.grad, which was all 7 before is" in done.stdout
    assert "that is the caller's" in done.stdout
    hidden = sum(exercise.hidden for exercise in EXERCISES.values())
    assert done.stdout.splitlines()[-1] == (
        f"Visible checks passed for 4 of 20 points. {hidden} more checks run only at grading. "
        "A person marks 3 written answers."
    )


def test_the_terminal_says_what_the_page_says(half_solved: Path) -> None:
    """Run the cells of the problem as the page does, in one namespace, and compare messages."""
    told = {result.name: result.message for result in judge.check(half_solved).results}
    done = support.course_command("check", "--json", half_solved.name, cwd=half_solved.parent)
    (report,) = json.loads(done.stdout)["notebooks"]
    assert {row["name"]: row["message"] for row in report["exercises"]} == told
    assert report["written_answers"] == 3
    assert told["accumulated-gradients"] is None
    page = shown_on_the_page(half_solved)
    for name in PROBLEM:
        assert (told[name] or "") == "\n".join(dict.fromkeys(page[name])), name


def shown_on_the_page(path: Path) -> dict[str, list[str]]:
    """Run a notebook in a kernel as a learner does; return what failed checks display."""
    from course import kernel

    notebook = notebooks.read(path)
    environment: dict[str, str | None] = {"COURSE_CHECK": None, "NBGRADER_EXECUTION": None}
    with kernel.fresh(notebook, path.parent, environment) as session:
        for index, cell in enumerate(notebook.cells):
            if cell.cell_type == "code":
                cell.outputs = []
                assert session.run(cell, index, 60) is None, cell.source
    return {
        exercise.name: [
            output.data["text/plain"]
            for graded in exercise.grade_cells
            for output in notebook.cells[graded.index].outputs
            if output.output_type == "display_data"
        ]
        for exercise in notebooks.exercises(notebook)
    }


def test_a_solved_problem_passes_with_the_written_answers_still_open(tmp_path: Path) -> None:
    path = fetched(tmp_path, **{name.replace("-", "_"): text for name, text in SOLVED.items()})
    report = judge.check(path)
    assert (report.error, report.passed, report.possible, report.status) == (None, 20, 20, 0)
    assert {result.name for result in report.results} == set(EXERCISES)
    assert not set(notebooks.written_answers(AUTHORED)) & set(EXERCISES)
