"""That each setting in `nbgrader_config.py` takes effect in the installed nbgrader."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from course import gradebook
from course.grading import feedback
from course.project import load_config
from tests import running, support

pytestmark = pytest.mark.slow

# The words are put together at run time, so that the page's source cells do not hold them.
PICTURE = """\
from IPython.display import display
drawing, words = "graph-" + "TD", "drawn-" + "in-words"
view = {"model_id": "f00", "version_major": 2, "version_minor": 0}
display({"text/vnd.mermaid": drawing, "text/plain": words}, raw=True)
display({"application/vnd.jupyter.widget-view+json": view, "text/html": "quiz-" + "as-text"},
        raw=True)"""
NOISE = """\
import sys
print("a warning of torch", file=sys.stderr)
import ipywidgets
ipywidgets.IntSlider()
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Grade a submission and write its feedback with nbgrader's commands; return root and log."""
    base = tmp_path_factory.mktemp("graded")
    root = support.copy_of_tiny(base)
    source = root / "source" / "tiny" / "tiny.ipynb"
    notebook = nbformat.read(source, as_version=4)
    check = support.cell(notebook, "check-double")
    check.source = f"{NOISE}\n{check.source}\n{PICTURE}\nanswer = None"
    notebook.cells.insert(1, new_code_cell(NOISE, id="noise"))
    nbformat.write(notebook, source)
    answers = {"double": "def double(t):\n    return t * 2"}
    handed_in = support.answered(root, "tiny", answers)
    support.save(handed_in, root / "submitted" / "ada" / "tiny" / "tiny.ipynb")
    log = ""
    for words in (["generate_assignment"], ["autograde"], ["generate_feedback"]):
        done = running.nbgrader(*words, "tiny", cwd=root, home=base)
        assert done.returncode == 0, done.stderr
        log += done.stderr
    return root, log


def test_the_first_command_makes_a_whole_gradebook_with_nothing_activated(
    graded: tuple[Path, str],
) -> None:
    assert gradebook.version(graded[0] / "gradebook.db")


def test_no_setting_is_unknown_to_nbgrader(graded: tuple[Path, str]) -> None:
    # nbconvert's own defaults for pages make it complain of two preprocessors, whoever runs it.
    ours = re.sub(r".*display_data_priority.*(ClearHiddenTests|ClearMarkScheme).*", "", graded[1])
    assert "not recognized" not in ours
    assert "No nbgrader_config.py file found" not in graded[1]


def test_a_warning_costs_no_point(graded: tuple[Path, str]) -> None:
    from nbgrader.api import Gradebook

    with Gradebook(gradebook.url(graded[0] / "gradebook.db"), "autograd") as book:
        grades = {
            grade.name: (grade.auto_score, grade.max_score)
            for grade in book.find_submission_notebook("tiny", "tiny", "ada").grades
        }
    got, most = grades["check-double"]
    assert got == most > 0
    assert grades["check-last-row"][0] == 0, "and what is wrong does cost points"


def test_outputs_hold_no_clock_and_no_widget_state(graded: tuple[Path, str]) -> None:
    path = graded[0] / "autograded" / "ada" / "tiny" / "tiny.ipynb"
    notebook = nbformat.read(path, as_version=4)
    assert any(cell.get("outputs") for cell in notebook.cells)
    assert "widgets" not in notebook.metadata
    assert not any("execution" in cell.metadata for cell in notebook.cells)


def test_feedback_shows_the_form_that_needs_no_script_and_no_hidden_test(
    graded: tuple[Path, str],
) -> None:
    page = (graded[0] / "feedback" / "ada" / "tiny" / "tiny.html").read_text(encoding="utf-8")
    assert feedback.STYLE in page
    assert "quiz-as-text" in page
    assert "drawn-in-words" in page
    assert "graph-TD" not in page
    assert "f00" not in re.sub(r"<div class=.highlight.*?</pre>", "", page, flags=re.S)
    source = (graded[0] / "source" / "tiny" / "tiny.ipynb").read_text(encoding="utf-8")
    hidden = re.findall(r"hidden_case\(\\\"(.+?)\\\"", source)
    assert hidden, "the tiny course has hidden checks to look for"
    for words in hidden:
        assert words not in page


def test_an_endless_loop_is_stopped_after_the_documented_time() -> None:
    from nbgrader.preprocessors import Execute

    config = load_config(support.ROOT)
    assert Execute(config=config).timeout == config.Execute.timeout == 60
