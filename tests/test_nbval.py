from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from nbformat import NotebookNode

from course import notebook as notebooks
from course import project
from tests import support

pytestmark = pytest.mark.slow

NUMBER = re.compile(r"[0-9]")


def nbval(path: Path) -> subprocess.CompletedProcess[str]:
    """Validate one notebook strictly, with the settings of the project."""
    (path.parent / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    words = ["-m", "pytest", "--nbval", "-q", "-p", "no:cacheprovider", str(path)]
    settings = ["--nbval-sanitize-with", str(support.ROOT / "tests" / "nbval_sanitize.cfg")]
    limits = ["--nbval-cell-timeout", "120", "--nbval-kernel-startup-timeout", "120"]
    return subprocess.run(
        [sys.executable, *words, *settings, *limits],
        cwd=path.parent,
        capture_output=True,
        text=True,
        check=False,
    )


def falsify(outputs: list[NotebookNode]) -> None:
    """Change the digits of the first printed output that has any, or what was shown first."""
    for output in outputs:
        if output["output_type"] == "stream" and NUMBER.search(output["text"]):
            output["text"] = NUMBER.sub(lambda digit: str(9 - int(digit[0])), output["text"])
            return
    shown = next(output for output in outputs if output["output_type"] == "execute_result")
    shown["data"]["text/plain"] = "Not so: " + shown["data"]["text/plain"]


def test_a_copy_is_green_and_a_wrong_claim_in_it_is_red(source_path: Path, tmp_path: Path) -> None:
    notebook = notebooks.read(source_path)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    # Where authors work nothing is recorded of a learner's progress.
    shutil.copy(support.ROOT / project.CONFIG_NAME, tmp_path)
    path = support.save(notebook, tmp_path / "source" / source_path.parent.name / source_path.name)
    green = nbval(path)
    assert green.returncode == 0, green.stdout[-3000:]
    assert f"{len(code)} passed" in green.stdout

    falsify(
        [
            output
            for cell in code
            if "nbgrader" not in cell.metadata
            for output in cell.outputs
            if output["output_type"] in ("stream", "execute_result")
        ]
    )
    red = nbval(support.save(notebook, path))
    assert red.returncode == 1
    assert f"1 failed, {len(code) - 1} passed" in red.stdout
