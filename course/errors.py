"""The one error that a command shows to its user as a single line."""

from __future__ import annotations


class CourseError(Exception):
    """Say in one line what is wrong and what to do about it.

    `course.cli.main` prints the message to stderr as ``course: ...`` and exits with status 2,
    so the message is a sentence for the person at the keyboard and holds no line break.
    """

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))
