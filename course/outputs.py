"""Run source notebooks and store what they put out, as ``python -m course.outputs [NOTEBOOK...]``.

For authors. Each notebook is run from top to bottom on a fresh kernel and written back with its new
outputs, all else left as it was: two runs give the same bytes. Nothing is stored that differs from
run to run or from machine to machine (execution times, widget models, directories in tracebacks).
A notebook is only written when all of it ran: a cell may raise if it is tagged `raises-exception`,
and every check must pass.
"""

from __future__ import annotations

import argparse
import os
import site
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course import kernel, writing
from course import notebook as notebooks
from course.errors import CourseError

if TYPE_CHECKING:
    from nbformat import NotebookNode

CELL_SECONDS = 120.0

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
MERMAID, SVG = "text/vnd.mermaid", "image/svg+xml"

# With COURSE_CHECK the checks raise where they would only show a failure; a pass looks the same.
_ENVIRONMENT = {"COURSE_CHECK": "1", "NBGRADER_EXECUTION": None}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the notebooks named on the command line, else all of source/.

    Returns 0, or 2 after one line on stderr for each notebook that was left as it was.
    """
    parser = argparse.ArgumentParser(
        prog="python -m course.outputs",
        description="Run source notebooks on a fresh kernel and store their outputs.",
    )
    parser.add_argument("notebooks", nargs="*", type=Path, metavar="NOTEBOOK")
    paths = parser.parse_args(argv).notebooks or sorted(Path("source").glob("*/*.ipynb"))
    if not paths:
        print("course: there is no notebook in source/.", file=sys.stderr)
        return 2
    status = 0
    for path in paths:
        try:
            changed = refresh(path)
        except CourseError as error:
            print(f"course: {error}", file=sys.stderr)
            status = 2
        else:
            print(f"{path}: {'written' if changed else 'as before'}")
    return status


def refresh(path: Path) -> bool:
    """Run the notebook at `path`, store its outputs and return whether the file changed.

    Raises `CourseError`, and leaves the file alone, when a cell raises that may not, takes longer
    than `CELL_SECONDS`, or kills the kernel.
    """
    notebook = notebooks.read(path)
    _execute(notebook, path)
    return write(notebook, path)


def write(notebook: NotebookNode, path: Path) -> bool:
    """Write a notebook in nbformat's own layout, in one step; return whether the file changed."""
    import nbformat

    text = nbformat.writes(notebook)  # type: ignore[no-untyped-call]
    data = (text if text.endswith("\n") else text + "\n").encode("utf-8")
    if path.exists() and path.read_bytes() == data:
        return False
    writing.replace(path, data, mode=path.stat().st_mode if path.exists() else 0o644)
    return True


def _execute(notebook: NotebookNode, path: Path) -> None:
    """Run all code cells in place and take out of the outputs what must not be stored."""
    with kernel.fresh(notebook, path.resolve().parent, _ENVIRONMENT) as session:
        for index, cell in enumerate(notebook.cells):
            cell.metadata.pop("execution", None)
            if cell.cell_type != "code":
                continue
            cell.outputs, cell.execution_count = [], None
            if not cell.source.strip():
                continue
            place = f"{path}: cell {index + 1}"
            try:
                error = session.run(cell, index, CELL_SECONDS)
            except kernel.KernelLost as lost:
                raise CourseError(f"{place}: {lost}; nothing was written.") from None
            if error is not None and "raises-exception" not in cell.metadata.get("tags", []):
                raise CourseError(
                    f"{place} raised {error.name}: {error.message} Nothing was written."
                )
            cell.outputs = settled(cell.outputs)
    notebook.metadata.pop("widgets", None)


def settled(outputs: Sequence[Any]) -> list[Any]:
    """Return outputs without what differs from run to run: as strict nbval compares them.

    Neighbouring pieces of one stream are joined, a widget keeps its text and loses its model, a
    Mermaid drawing loses the picture a front end made of it, and tracebacks name files relative
    to where the libraries are installed.
    """
    result: list[Any] = []
    for output in outputs:
        kind = output["output_type"]
        if kind == "stream" and result and result[-1].get("name") == output["name"]:
            result[-1]["text"] += output["text"]
            continue
        if kind in ("display_data", "execute_result"):
            output["data"].pop(WIDGET_VIEW, None)
            if MERMAID in output["data"]:
                output["data"].pop(SVG, None)
        elif kind == "error":
            output["traceback"] = [_without_directories(line) for line in output["traceback"]]
        result.append(output)
    return result


def _without_directories(text: str) -> str:
    """Shorten the names of files of this installation to what they are anywhere."""
    here = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *site.getsitepackages()}
    places = {*here, sysconfig.get_path("stdlib"), str(Path(__file__).resolve().parents[1])}
    home = str(Path.home())
    for place in sorted(places, key=len, reverse=True):
        for spelling in (place, place.replace(home, "~", 1)):
            text = text.replace(spelling + os.sep, "")
    return text


if __name__ == "__main__":
    sys.exit(main())
