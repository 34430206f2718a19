"""Find the learner's own lines in a traceback.

Learner code runs with the notebook's namespace as its globals; the check's own cell does too, and
is told apart by the file name that IPython gives to each cell.
"""

from __future__ import annotations

import linecache
import traceback
from dataclasses import dataclass
from types import TracebackType
from typing import Any

STUB = "raise NotImplementedError"
"""How the line begins that nbgrader leaves in place of a solution."""


@dataclass(frozen=True)
class Frame:
    """A line of the learner's code that was running when an error was raised."""

    function: str
    number: int
    text: str

    @property
    def is_stub(self) -> bool:
        """Whether this is the line that nbgrader leaves in place of a solution."""
        return self.text.startswith(STUB)

    def __str__(self) -> str:
        return f"{self.number}: {self.text}" if self.text else str(self.number)


def learner_frames(
    trace: TracebackType | None, namespace: dict[str, Any], cell: str
) -> list[Frame]:
    """List the frames of the notebook's own functions, outermost first.

    `namespace` is the notebook's globals, `cell` the file name of the checking cell, whose own
    frame does not count.
    """
    return [
        Frame(
            function=frame.f_code.co_name,
            number=number,
            text=linecache.getline(frame.f_code.co_filename, number).strip(),
        )
        for frame, number in traceback.walk_tb(trace)
        if frame.f_globals is namespace and frame.f_code.co_filename != cell
    ]
