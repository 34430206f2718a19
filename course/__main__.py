"""Let `python -m course` do what the `course` command does."""

from __future__ import annotations

import sys

from course.cli import main

if __name__ == "__main__":
    sys.exit(main())
