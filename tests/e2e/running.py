"""A course in a temporary directory, with the real `course start` running on it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psutil

from course import server
from tests import support

FOREIGN = ("JUPYTER", "NBGRADER", "COURSE_", "IPYTHON", "VIRTUAL_ENV")
"""Beginnings of the environment variables that must not decide what happens here."""
STOP_SECONDS = 40.0


class RunningCourse:
    """Serve a copy of the project, with some lessons, on 127.0.0.1, as `course start` does."""

    def __init__(self, place: Path, *slugs: str) -> None:
        self.root = place.resolve() / "course"
        self.root.mkdir()
        shutil.copy(support.ROOT / "nbgrader_config.py", self.root)
        for slug in slugs:
            for name in ("source", "release"):
                shutil.copytree(support.ROOT / name / slug, self.root / name / slug)
        self.home = place / "home"
        self.home.mkdir()
        self.port = server.choose_port(0)
        self.said = place / "said.txt"
        """What `course start` prints besides the address."""
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)
        }
        environment |= {"HOME": str(self.home), "PYTHONUTF8": "1", "PYTHONFAULTHANDLER": "1"}
        command = [sys.executable, "-m", "course", "start", "--no-browser"]
        with self.said.open("w", encoding="utf-8") as said:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port)],
                cwd=self.root,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
                encoding="utf-8",
            )
        self.address = self._printed_address()

    def _printed_address(self) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:  # ends at the latest when `course start` gives up
            words = line.split()
            if words[:1] == ["JupyterLab:"]:
                return words[1]
        self._process.wait()
        raise AssertionError(f"course start ended: {self.said.read_text(encoding='utf-8')}")

    def stop(self) -> list[str]:
        """End `course start` as a process manager does; return what is wrong afterwards."""
        parent = psutil.Process(self._process.pid)
        offspring = parent.children(recursive=True)
        self._process.send_signal(signal.SIGTERM)
        faults = []
        try:
            status = self._process.wait(STOP_SECONDS)
            if status:
                faults.append(f"course start left with exit status {status}")
        except subprocess.TimeoutExpired:
            states = [_described(each) for each in (parent, *offspring)]
            self._process.send_signal(signal.SIGABRT)  # the fault handler tells where it hangs
            self._process.wait()
            faults.append(
                f"course start did not stop within {STOP_SECONDS:.0f} s; {', '.join(states)}; "
                f"it said {self.said.read_text(encoding='utf-8')}"
            )
        assert self._process.stdout is not None
        self._process.stdout.close()
        _, alive = psutil.wait_procs(offspring, timeout=10)
        for orphan in {*alive, *self._at_work_here()}:
            if orphan.is_running() and orphan.status() != psutil.STATUS_ZOMBIE:
                faults.append(f"left behind: {_described(orphan)}")
                orphan.kill()
        return faults

    def _at_work_here(self) -> list[psutil.Process]:
        """List the processes that run in the course's directory, whoever their parent is."""
        found = []
        for process in psutil.process_iter(["cwd"]):
            cwd = process.info["cwd"]  # None where we may not look
            if cwd and Path(cwd).is_relative_to(self.root):
                found.append(process)
        return found


def _described(process: psutil.Process) -> str:
    try:
        return f"{process.pid} {process.status()} {' '.join(process.cmdline()[:4])}"
    except psutil.NoSuchProcess:  # a zombie counts as gone
        return f"{process.pid} gone"
