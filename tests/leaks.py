"""What must stay in source/: solutions, hidden tests and mark schemes, and where they turned up.

Lines are compared one by one, without indentation. A line tells nothing if it has fewer than three
names, values or words of text in it, is a comment or an import, or stands openly in a notebook as
well.
"""

from __future__ import annotations

import keyword
import re
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from nbformat import NotebookNode

from course import notebook as notebooks

_FEWEST_WORDS = 3
_VALUES = ("True", "False", "None")
_TELLS_NOTHING = re.compile(r"#|import |from ")


def secrets(*authored: NotebookNode) -> set[str]:
    """Return the lines of notebooks that nobody but their authors may see."""
    hidden = {line.strip() for notebook in authored for line in _secret_lines(notebook)}
    shown = {line for notebook in authored for line in _open_lines(notebook)}
    return {line for line in hidden if _tells(line)} - shown


def _tells(line: str) -> bool:
    words = [
        word for word in re.findall(r"\w+", line) if word in _VALUES or not keyword.iskeyword(word)
    ]
    return len(words) >= _FEWEST_WORDS and not _TELLS_NOTHING.match(line)


def _secret_lines(notebook: NotebookNode) -> list[str]:
    written = set(notebooks.written_answers(notebook).values())
    return [
        line
        for index, cell in enumerate(notebook.cells)
        for line in _secret_of(cell.source, written=index in written)
    ]


def _secret_of(source: str, *, written: bool) -> list[str]:
    """List the lines of one cell that are taken out on release, all of a written answer."""
    return (
        source.split("\n")
        if written
        else [
            *notebooks.solution_lines(source),
            *notebooks.hidden_lines(source),
            *notebooks.mark_scheme_lines(source),
        ]
    )


def _open_lines(notebook: NotebookNode) -> Iterator[str]:
    """Go through the lines that the notebook shows to everybody."""
    written = set(notebooks.written_answers(notebook).values())
    for index, cell in enumerate(notebook.cells):
        secret = _secret_of(cell.source, written=index in written)
        counts = {line: secret.count(line) for line in secret}
        for line in cell.source.split("\n"):
            if counts.get(line, 0) > 0:
                counts[line] -= 1
            else:
                yield line.strip()


def leaked(secret: Iterable[str], texts: Mapping[str, str]) -> list[str]:
    """List where a secret line, or one of nbgrader's marks, stands in named texts.

    Text inside of JSON counts too: a line is looked for as it stands and as JSON would write it.
    """
    found = []
    wanted = set(secret)
    for name, text in texts.items():
        lines = {_plain(line) for line in text.split("\n")}
        found += [f"{name}: {line}" for line in sorted(wanted & lines)]
        if name.endswith(".ipynb"):
            marks = ("BEGIN SOLUTION", "BEGIN HIDDEN TESTS", "BEGIN MARK SCHEME")
            found += [f"{name}: {mark}" for mark in marks if mark in text]
    return found


def _plain(line: str) -> str:
    """Take a line out of a JSON list of strings, if it is in one, and take off its indentation."""
    text = line.strip()
    quoted = re.fullmatch(r'"(.*?)(\\n)?",?', text)
    if quoted:
        text = quoted[1].replace('\\"', '"').replace("\\\\", "\\")
    return text.strip()


def texts_below(directory: Path) -> dict[str, str]:
    """Read all files below a directory, by relative name."""
    return {
        path.relative_to(directory).as_posix(): path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


def texts_in(archive: Path) -> dict[str, str]:
    """Read all files in a wheel or an sdist, by name."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            members = {name: wheel.read(name) for name in wheel.namelist()}
    else:
        with tarfile.open(archive) as sdist:
            members = {
                member.name: file.read()
                for member in sdist.getmembers()
                if (file := sdist.extractfile(member)) is not None
            }
    return {name: data.decode("utf-8", errors="replace") for name, data in members.items()}
