"""The completion notebook where there is no fork: the same verdicts from new Python processes."""

from __future__ import annotations

from pathlib import Path

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from course import kernel
from course import notebook as notebooks
from tests import support

pytestmark = pytest.mark.slow

SOURCE = support.ROOT / "source" / "6-completion" / "completion.ipynb"
NO_FORK = "import os\n\ndel os.fork"


def verdicts(notebook: NotebookNode, directory: Path) -> dict[str, str]:
    """Run a notebook without `os.fork`; say of every check that did not pass what it said."""
    notebook.cells.insert(0, new_code_cell(NO_FORK))
    found = {}
    with kernel.fresh(notebook, directory, {"COURSE_CHECK": "1"}) as session:
        for index, cell in enumerate(notebook.cells):
            if cell.cell_type == "code":
                error = session.run(cell, index, 300)
                if error is not None:
                    name = cell.metadata.get("nbgrader", {}).get("grade_id", cell.id)
                    found[name] = f"{error.name}: {error.message}"
    return found


def test_without_fork_the_authors_solutions_pass_every_check(tmp_path: Path) -> None:
    assert verdicts(notebooks.read(SOURCE), tmp_path) == {}


def test_without_fork_wrong_answers_are_told_as_with_it(tmp_path: Path) -> None:
    authored = notebooks.read(SOURCE)
    solutions = notebooks.solutions(authored)
    answers = {
        **solutions,
        "version-script": solutions["version-script"].replace("with torch.no_grad():", "if True:"),
        "mini-project": solutions["mini-project"].replace(
            "assert torch.allclose(x.grad", "torch.allclose(x.grad"
        ),
    }
    copy = support.answered(support.ROOT, "6-completion", answers)
    found = verdicts(copy, tmp_path)
    assert set(found) == {"check-before", "check-after", "check-test-strict"}
    assert "by the leaf guard" in found["check-before"]
    assert "twice what it should be" in " ".join(found["check-test-strict"].split())


def test_an_untouched_copy_reaches_its_end(tmp_path: Path) -> None:
    copy = support.answered(support.ROOT, "6-completion", {})
    checks = {cell.name for exercise in notebooks.exercises(copy) for cell in exercise.grade_cells}
    found = verdicts(copy, tmp_path)
    assert set(found) == checks
    assert {message.split(":")[0] for message in found.values()} == {"NotAttempted"}
    assert list(tmp_path.iterdir()) == []
