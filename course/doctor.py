"""Say what works on this machine, and how to mend what does not."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from course import _examinations as examinations
from course._findings import MISSING, OK, WARNING, Item, Report
from course.project import find

__all__ = ["MISSING", "OK", "WARNING", "Item", "Report", "report", "run", "show"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `course doctor`."""
    parser.add_argument("--json", action="store_true", help="print the items as JSON")
    parser.add_argument(
        "--directory", type=Path, metavar="DIR", help="course directory (default: here or above)"
    )


def run(args: argparse.Namespace) -> int:
    """Print the report; return 0, or 1 if something is missing."""
    found = show(args.directory)
    if args.json:
        items = [asdict(item) for item in found.items]
        print(json.dumps({"ok": found.ok, "items": items}, indent=2))
    else:
        print(found.listing)
    return 0 if found.ok else 1


def show(directory: Path | None = None) -> Report:
    """Look at everything; as the last expression of a cell, show what does not work.

    That is one line where everything works, else a row for each problem with what mends it.
    """
    return Report(tuple(report(directory)))


def report(directory: Path | None = None) -> list[Item]:
    """Look at everything that the course needs on this machine.

    `directory` is where to look for a course directory, here or above (default: the current
    one). Without one, only what a student needs is looked at. Changes nothing.
    """
    project = find(directory)
    place = project.root if project else (directory or Path.cwd())
    needed = examinations.requirements()
    items = [
        examinations.python(),
        *examinations.packages(needed, project),
        examinations.kernel(project),
        *examinations.lab_extensions(project),
        examinations.alembic(project),
        examinations.disk(place),
    ]
    if project is not None:
        items.append(examinations.nbval(needed, project))
        items += examinations.places(project)
    return items
