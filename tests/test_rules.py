from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from course import notebook as notebooks
from tests import rules, support


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.__name__)
def test_authored_notebooks_keep_the_rule(source_path: Path, rule: rules.Rule) -> None:
    assert rule(notebooks.read(source_path)) == []


def test_a_notebook_lies_in_the_directory_of_its_lesson(source_path: Path) -> None:
    assert notebooks.slug(notebooks.read(source_path)) == source_path.parent.name


def test_every_lesson_has_exercises_but_the_diagnostic_has_none() -> None:
    without = [path.parent.name for path in support.SOURCES if path not in support.GRADED]
    assert without == ["0-diagnostic"]


def test_the_tiny_course_keeps_all_rules() -> None:
    assert rules.violations(support.tiny_notebook()) == []


Plant = Callable[[NotebookNode], object]


def by_id(notebook: NotebookNode, cell_id: str) -> NotebookNode:
    (found,) = (cell for cell in notebook.cells if cell.id == cell_id)
    return found


def source(name: str, old: str, new: str) -> Plant:
    """Replace part of the text of the cell with an id."""

    def plant(notebook: NotebookNode) -> None:
        cell = by_id(notebook, name)
        assert old in cell.source
        cell.source = cell.source.replace(old, new)

    return plant


def meta(name: str, **entries: object) -> Plant:
    """Change nbgrader's metadata of the cell with an id."""
    return lambda notebook: by_id(notebook, name).metadata.nbgrader.update(entries)


def output(name: str, /, **fields: object) -> Plant:
    """Add an output to the cell with an id."""
    return lambda notebook: by_id(notebook, name).outputs.append(nbformat.from_dict(fields))


def shown(name: str, /, **data: str) -> Plant:
    return output(name, output_type="display_data", metadata={}, data=data)


def set_cell(name: str, /, **fields: object) -> Plant:
    return lambda notebook: by_id(notebook, name).update(fields)


def written(*plants: Plant) -> Plant:
    """Add a question and its answer, as they should be, and then plant."""

    def plant(notebook: NotebookNode) -> None:
        scheme = "=== BEGIN MARK SCHEME ===\n\nOne point.\n\n=== END MARK SCHEME ==="
        for cell_id, text, points in [
            ("question-why", f"Why?\n\n{scheme}", {}),
            ("answer-why", "Because.", {"points": 3}),
        ]:
            cell = nbformat.v4.new_markdown_cell(text, id=cell_id)
            cell.metadata["nbgrader"] = nbformat.from_dict(
                {
                    "grade": bool(points),
                    "grade_id": cell_id,
                    "locked": not points,
                    "schema_version": 3,
                    "solution": bool(points),
                    "task": False,
                    **points,
                }
            )
            notebook.cells.append(cell)
        for each in plants:
            each(notebook)

    return plant


def attested(name: str, **entries: object) -> Plant:
    """Turn a grade cell into the attestation, and change its metadata further."""
    return meta(name, grade_id="check-closed-book", **entries)


END = "### END HIDDEN TESTS"
WRITTEN = rules.written_answers_have_question_and_mark_scheme
SCHEME_END = "=== END MARK SCHEME ==="
SECOND_CASE = "\n    with checks.case('another'):\n        pass"
PLANTED: list[tuple[rules.Rule, Plant, str]] = [
    (rules.names_its_lesson, lambda nb: nb.metadata.pop("autograd_course"), "no autograd_course"),
    (rules.ids_are_words, meta("double", grade_id="double-2"), "grade id 'double-2'"),
    (rules.ids_are_words, set_cell("picture", id="3f8a9b1c"), "id '3f8a9b1c'"),
    (rules.ids_are_words, meta("last-row", grade_id="double"), "two cells have the grade id"),
    (rules.ids_are_words, set_cell("picture", id="end"), "two cells have the id 'end'"),
    (rules.grade_cells_are_locked, meta("check-double", locked=False), "not locked"),
    (rules.grade_cells_are_locked, meta("check-double", grade_id="double-test"), "check-"),
    (rules.grade_cells_are_locked, meta("check-double", points=0), "0 points"),
    (rules.grade_cells_are_locked, attested("check-double", points=-1), "-1 points"),
    (rules.grade_cells_are_locked, meta("check-double", points=0.5), "0.5 points"),
    (rules.grade_cells_are_locked, meta("check-double", checksum="1"), "checksum"),
    (rules.grade_cells_are_locked, meta("double", schema_version=2), "schema 3"),
    (rules.grade_cells_are_locked, set_cell("check-double", cell_type="raw"), "not a code cell"),
    (
        rules.grade_cells_end_in_a_statement,
        source("check-last-row", END, f"{END}\n0.5"),
        "ends in an expression",
    ),
    (
        rules.grade_cells_end_in_a_statement,
        source("check-last-row", END, f"{END}\ntorch.equal(last_row(t), t[-1]);"),
        "ends in an expression",
    ),
    (rules.grade_cells_end_in_a_statement, set_cell("check-double", source=""), "expression"),
    (rules.grade_cells_end_in_a_statement, set_cell("check-double", source="%ls"), "not plain"),
    (
        rules.grade_cells_end_in_a_statement,
        output("check-double", output_type="execute_result", data={"text/plain": "1"}),
        "is a value",
    ),
    (
        rules.grade_cells_have_two_parts,
        source("check-double", "hidden=1", "hidden=2"),
        "says hidden=2, holds 1",
    ),
    (rules.grade_cells_have_two_parts, source("check-double", "checks.case", "cse"), "no visible"),
    (
        rules.grade_cells_have_two_parts,
        source("check-double", "checks.hidden_case", "cse"),
        "no hidden check",
    ),
    (
        rules.grade_cells_have_two_parts,
        source("check-double", "### BEGIN HIDDEN TESTS", "# from here"),
        "needs one region",
    ),
    (
        rules.grade_cells_have_two_parts,
        source("check-double", END, f"{END}{SECOND_CASE}"),
        "visible check stands below",
    ),
    (
        rules.grade_cells_have_two_parts,
        source("check-double", END, SECOND_CASE.strip("\n") + f"\n    {END}"),
        "visible check stands below",
    ),
    (
        rules.grade_cells_have_two_parts,
        source(
            "check-double",
            "    ### BEGIN",
            "    with checks.hidden_case('open'):\n        pass\n    ### BEGIN",
        ),
        "outside the marks",
    ),
    (
        rules.grade_cells_have_two_parts,
        source("check-double", END, f"{END}\n    leftover = 1"),
        "below the hidden checks",
    ),
    (
        rules.grade_cells_have_two_parts,
        source("check-double", "with checks.ex", "import sys\nwith checks.ex"),
        "one `with checks.exercise",
    ),
    (
        rules.grade_cells_have_two_parts,
        lambda nb: nb.cells.remove(by_id(nb, "double")),
        "belongs to no exercise",
    ),
    (
        rules.checks_leave_stderr_alone,
        source("check-double", "checks.equal(", "sys.stderr.flush(); checks.equal("),
        "'stderr'",
    ),
    (
        rules.checks_leave_stderr_alone,
        source("check-double", "checks.equal(", "print(id(double)); checks.equal("),
        "'id('",
    ),
    (
        rules.exercises_are_complete,
        lambda nb: nb.cells.remove(by_id(nb, "check-last-row")),
        "last-row: no grade cell follows",
    ),
    (rules.exercises_are_complete, meta("double", grade_id="check-it"), "should not be named"),
    (
        rules.solution_cells_define_functions,
        set_cell("double", source="### BEGIN SOLUTION\nanswer = 1\n### END SOLUTION"),
        "defines no function",
    ),
    (
        rules.solution_cells_define_functions,
        source("double", "def double(t):", "def double(t:"),
        "is not Python",
    ),
    (
        rules.solution_cells_define_functions,
        source("double", "    ### BEGIN SOLUTION", "### BEGIN SOLUTION\ndef other():"),
        "does more than define when stubbed",
    ),
    (
        rules.solution_cells_define_functions,
        source("double", "def double", "print('busy')\ndef double"),
        "does more than define",
    ),
    (
        rules.solution_cells_define_functions,
        set_cell(
            "double",
            source="def a():\n    pass\n### BEGIN SOLUTION\nb = 1\n### END SOLUTION",
        ),
        "does more than define when stubbed",
    ),
    (
        rules.solution_cells_define_functions,
        source(
            "double",
            "def double",
            "class Both:\n    ### BEGIN SOLUTION\n    a = 1\n    ### END SOLUTION\n\n\ndef double",
        ),
        "does more than define when stubbed",
    ),
    (
        rules.solution_cells_define_functions,
        source("double", "    ### BEGIN SOLUTION\n", ""),
        "needs a region",
    ),
    (rules.code_cells_were_run, set_cell("picture", execution_count=None), "count None"),
    (
        rules.code_cells_were_run,
        set_cell("picture", outputs=[], source="t = torch.ones(3)\nt[0]"),
        "no output is stored",
    ),
    (rules.code_cells_were_run, set_cell("check-double", outputs=[]), "no output is stored"),
    (
        rules.code_cells_were_run,
        set_cell("picture", outputs=[], source="pictures.storage(t=t)"),
        "no output is stored",
    ),
    (
        rules.code_cells_were_run,
        set_cell("picture", outputs=[], source="for i in range(3):\n    print(i)"),
        "no output is stored",
    ),
    (rules.code_cells_were_run, set_cell("picture", source=""), "is empty"),
    (rules.code_cells_were_run, lambda nb: nb.cells.clear(), "no code cell"),
    (
        rules.nothing_stored_that_changes,
        lambda nb: by_id(nb, "picture").metadata.update(execution={"iopub.status.busy": "x"}),
        "time of its execution",
    ),
    (
        rules.nothing_stored_that_changes,
        lambda nb: nb.metadata.update(widgets={}),
        "state of widgets",
    ),
    (
        rules.nothing_stored_that_changes,
        shown("picture", **{"application/vnd.jupyter.widget-view+json": "1"}),
        "a widget's model",
    ),
    (
        rules.nothing_stored_that_changes,
        shown("picture", **{"text/vnd.mermaid": "graph", "image/svg+xml": "<svg/>"}),
        "beside its Mermaid text",
    ),
    (
        rules.nothing_stored_that_changes,
        shown("picture", **{"text/plain": "<function f at 0x7f00deadbeef>"}),
        "an address",
    ),
    (
        rules.nothing_stored_that_changes,
        output("picture", output_type="error", traceback=["File /home/ada/x.py:3"]),
        "a directory",
    ),
    (
        rules.nothing_goes_wrong_unannounced,
        output("picture", output_type="error", ename="E", evalue="", traceback=[]),
        "raised, against its tag",
    ),
    (
        rules.nothing_goes_wrong_unannounced,
        set_cell("refused", outputs=[]),
        "did not raise, against its tag",
    ),
    (
        rules.nothing_goes_wrong_unannounced,
        output("picture", output_type="stream", name="stderr", text="UserWarning"),
        "wrote to stderr",
    ),
    (
        rules.nothing_goes_wrong_unannounced,
        lambda nb: by_id(nb, "check-double").outputs[0].update(text="double is not right yet."),
        "does not say that the checks passed",
    ),
    (WRITTEN, written(set_cell("answer-why", cell_type="raw")), "should be Markdown"),
    (WRITTEN, written(meta("answer-why", grade_id="essay")), "does not begin with answer-"),
    (WRITTEN, written(meta("answer-why", points=0)), "0 points"),
    (WRITTEN, written(set_cell("answer-why", source="\n")), "have not answered"),
    (WRITTEN, written(meta("question-why", grade_id="question-how")), "right above it"),
    (WRITTEN, written(lambda nb: nb.cells.insert(-1, nb.cells[0])), "right above it"),
    (WRITTEN, written(meta("question-why", locked=False)), "not locked"),
    (WRITTEN, written(meta("question-why", grade=True, points=1)), "carries points"),
    (WRITTEN, written(source("question-why", SCHEME_END, "")), "end in one region"),
    (WRITTEN, written(source("question-why", SCHEME_END, f"{SCHEME_END}\nWell?")), "end in one"),
    (WRITTEN, written(source("question-why", "Why?", "")), "nothing is asked"),
    (WRITTEN, written(source("question-why", "One point.", "")), "scheme is empty"),
    (
        WRITTEN,
        written(set_cell("answer-why", source="=== BEGIN MARK SCHEME ===")),
        "holds a mark scheme",
    ),
    (WRITTEN, written(meta("question-why", task=True)), "is a task cell"),
]


def test_a_question_with_its_answer_keeps_all_rules() -> None:
    notebook = support.tiny_notebook()
    written()(notebook)
    assert rules.violations(notebook) == []


@pytest.mark.parametrize(
    ("rule", "plant", "says"), PLANTED, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_a_planted_violation_is_seen(rule: rules.Rule, plant: Plant, says: str) -> None:
    notebook = support.tiny_notebook()
    plant(notebook)
    found = rule(notebook)
    assert any(says in sentence for sentence in found), found


def test_every_rule_has_a_planted_violation() -> None:
    assert {rule for rule, _, _ in PLANTED} == set(rules.RULES)
