"""The `course` command: find the subcommand, run it, turn its outcome into an exit status."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from course import __version__
from course.errors import CourseError

COMMANDS = {
    "start": ("course.start", "open JupyterLab on this course, or on your work"),
    "check": ("course.judge", "run the visible checks of your notebook in a fresh kernel"),
    "progress": ("course.progress", "show what you have passed and what is next"),
    "release": ("course.release", "make the students' notebooks from the authored ones"),
    "demo": ("course.demo", "go the whole road once, with a small made-up class"),
    "doctor": ("course.doctor", "say what works on this machine and how to mend the rest"),
}
"""Per subcommand: the module with its `add_arguments(parser)` and `run(args)`, and its help."""


def build_parser(wanted: str | None) -> argparse.ArgumentParser:
    """Build the parser; only the subcommand called `wanted` gets its options and is imported."""
    parser = argparse.ArgumentParser(
        prog="course",
        description="A graded course on PyTorch's autograd state: start it, check, release, grade.",
    )
    parser.add_argument("--version", action="version", version=f"course {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    for name, (module, summary) in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
        )
        if name == wanted:
            importlib.import_module(module).add_arguments(command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status.

    A `CourseError` becomes one line on stderr and status 2, Ctrl-C status 130. Wrong usage raises
    `SystemExit(2)`, as argparse does.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    wanted = next((word for word in words if not word.startswith("-")), None)
    args = build_parser(wanted).parse_args(words)
    try:
        status: int = importlib.import_module(COMMANDS[args.command][0]).run(args)
    except CourseError as error:
        print(f"course: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("course: interrupted", file=sys.stderr)
        return 130
    return status
