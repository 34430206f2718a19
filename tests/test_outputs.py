from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import nbformat
import nbformat.v4
import pytest
from nbformat import NotebookNode

from course import notebook as notebooks
from course import outputs
from course.errors import CourseError
from tests import support

MERMAID_CELL = """\
class Drawing:
    def _repr_mimebundle_(self, **kwargs):
        return {"text/vnd.mermaid": "graph LR; a-->b", "image/svg+xml": "<svg/>",
                "text/plain": "a to b"}
Drawing()"""
WIDGET_CELL = "import ipywidgets\nipywidgets.VBox([ipywidgets.Button(description='press')])"


def notebook_of(*cells: tuple[str, str], tags: Sequence[str] = ()) -> NotebookNode:
    """Make a notebook of code cells, given as id and text; all of them get the tags."""
    notebook = nbformat.v4.new_notebook(metadata={"autograd_course": {"slug": "tiny"}})
    for cell_id, source in cells:
        cell = nbformat.v4.new_code_cell(source, id=cell_id)
        if tags:
            cell.metadata["tags"] = list(tags)
        notebook.cells.append(cell)
    return notebook


def refreshed(tmp_path: Path, notebook: NotebookNode) -> NotebookNode:
    path = support.save(notebook, tmp_path / "x.ipynb")
    outputs.refresh(path)
    return notebooks.read(path)


def test_two_runs_give_the_same_bytes_and_touch_nothing_else(tiny: Path) -> None:
    path = tiny / "source" / "tiny" / "tiny.ipynb"
    before = path.read_bytes()
    notebook = notebooks.read(path)
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], index
            cell.metadata["execution"] = {"shell.execute_reply": "2020-01-01"}
    notebook.metadata["widgets"] = {"state": {}}
    support.save(notebook, path)
    assert outputs.refresh(path) is True
    assert path.read_bytes() == before
    assert outputs.refresh(path) is False
    assert sorted(p.name for p in path.parent.iterdir()) == ["tiny.ipynb"]


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("raise ValueError('no')", "cell 1 raised ValueError: no"),
        ("import os; os._exit(1)", "cell 1: the kernel died"),
    ],
)
def test_nothing_is_written_when_a_cell_fails(tmp_path: Path, source: str, says: str) -> None:
    path = support.save(notebook_of(("one", source)), tmp_path / "x.ipynb")
    before = path.read_bytes()
    with pytest.raises(CourseError, match=says):
        outputs.refresh(path)
    assert path.read_bytes() == before


def test_a_failing_check_fails_the_run(tiny: Path) -> None:
    path = tiny / "source" / "tiny" / "tiny.ipynb"
    notebook = notebooks.read(path)
    support.cell(notebook, "last-row").source = "def last_row(t):\n    return t[0]"
    support.save(notebook, path)
    with pytest.raises(CourseError, match="CheckFailed: last_row is not right yet"):
        outputs.refresh(path)


def test_a_cell_too_slow_fails_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "CELL_SECONDS", 1.0)
    path = support.save(notebook_of(("one", "import time; time.sleep(60)")), tmp_path / "x.ipynb")
    with pytest.raises(CourseError, match="CellTimeoutError"):
        outputs.refresh(path)


def test_an_announced_error_names_no_directory_of_this_machine(tmp_path: Path) -> None:
    notebook = notebook_of(
        ("one", "import json\njson.loads('{')"),
        ("two", "import nbformat\nnbformat.reads('{', 4)"),
        tags=["raises-exception"],
    )
    library, package = refreshed(tmp_path, notebook).cells
    for cell, file in ((library, "json"), (package, "nbformat")):
        (error,) = cell.outputs
        text = re.sub(r"\x1b\[[0-9;]*m", "", "".join(error.traceback))
        assert f"File {file}/" in text
        assert str(Path.home()) + "/" not in text
        assert "~/" not in text
        assert "site-packages" not in text


def test_widgets_keep_their_text_and_drawings_their_source(tmp_path: Path) -> None:
    notebook = notebook_of(("drawing", MERMAID_CELL), ("widget", WIDGET_CELL))
    refreshed_once = refreshed(tmp_path, notebook)
    drawing, widget = (cell.outputs[0].data for cell in refreshed_once.cells)
    assert drawing == {"text/vnd.mermaid": "graph LR; a-->b", "text/plain": "a to b"}
    assert list(widget) == ["text/plain"]
    assert "widgets" not in refreshed_once.metadata
    assert refreshed(tmp_path, refreshed_once) == refreshed_once


def test_neighbouring_pieces_of_a_stream_become_one() -> None:
    def piece(name: str, text: str) -> NotebookNode:
        return nbformat.v4.new_output("stream", name=name, text=text)

    value = nbformat.v4.new_output("display_data", data={"text/plain": "1"})
    given = [piece("stdout", "a"), piece("stdout", "b"), value, piece("stdout", "c")]
    settled = outputs.settled([nbformat.from_dict(output) for output in given])
    assert [output.get("text") for output in settled] == ["ab", None, "c"]


def test_a_drawing_without_a_mermaid_text_stays() -> None:
    picture = nbformat.v4.new_output("display_data", data={"image/svg+xml": "<svg/>"})
    assert outputs.settled([picture])[0].data == {"image/svg+xml": "<svg/>"}


def test_empty_cells_count_for_nothing(tmp_path: Path) -> None:
    cells = refreshed(tmp_path, notebook_of(("none", " \n"), ("one", "1 + 1"))).cells
    assert [cell.execution_count for cell in cells] == [None, 1]


def test_the_command_tells_which_files_it_wrote(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tiny)
    assert outputs.main([]) == 0
    assert capsys.readouterr().out == f"{Path('source/tiny/tiny.ipynb')}: as before\n"
    assert outputs.main(["none.ipynb"]) == 2
    assert capsys.readouterr().err == "course: there is no file none.ipynb.\n"
    monkeypatch.chdir(tiny / "source")
    assert outputs.main([]) == 2
