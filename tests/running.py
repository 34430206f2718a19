"""Commands run as processes of their own, in an environment that nobody activated."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return the environment of a user whose home is `home` and who activated nothing."""
    scripts = sysconfig.get_path("scripts")
    ours = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("JUPYTER", "NBGRADER", "COURSE_", "VIRTUAL_ENV", "PYTEST"))
    }
    path = [part for part in ours.get("PATH", "").split(os.pathsep) if part != scripts]
    return {
        **ours,
        "PATH": os.pathsep.join(path),
        "HOME": str(home),
        "USERPROFILE": str(home),
        "PYTHONUTF8": "1",
        **more,
    }


def nbgrader(*words: str, cwd: Path, home: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the `nbgrader` command of this environment."""
    command = Path(sysconfig.get_path("scripts"), "nbgrader")
    return _run([str(command), *words], cwd, environment(home, **more))


def course(*words: str, cwd: Path, home: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the `course` command with this Python."""
    return _run([sys.executable, "-m", "course", *words], cwd, environment(home, **more))


def _run(words: list[str], cwd: Path, given: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, cwd=cwd, env=dict(given), capture_output=True, text=True, encoding="utf-8"
    )


class Started:
    """Hold a `course start` that is up: the process, its address, what it said."""

    def __init__(self, process: subprocess.Popen[str], address: str, errors: IO[str]) -> None:
        self.process = process
        self.address = address
        self._errors = errors

    @property
    def errors(self) -> str:
        """Return what it has written to stderr so far."""
        self._errors.seek(0)
        return self._errors.read()

    @property
    def base(self) -> str:
        """Return the address of the server itself."""
        return self.address.split("/lab")[0]

    @property
    def token(self) -> str:
        """Return the token in its address."""
        return self.address.split("token=")[1]


@contextlib.contextmanager
def started(*words: str, cwd: Path, home: Path, **more: str) -> Iterator[Started]:
    """Run `course start` until the block ends; it fails the block if it does not come up."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "course", "start", "--no-browser", *words],
            cwd=cwd,
            env=environment(home, **more),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            encoding="utf-8",
        )
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            up = Started(process, line.removeprefix("JupyterLab: ").strip(), errors)
            assert line.startswith("JupyterLab: http://127.0.0.1:"), f"{line}{up.errors}"
            yield up
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(timeout=60)
            process.stdout.close()
