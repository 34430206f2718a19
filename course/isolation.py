"""Run a learner's functions apart from the notebook: in a child process, in an empty namespace.

A check hands over a *program* (a function of its own) and the learner's functions. The cells that
define them are executed anew in the child, so nothing else of the notebook is visible there, and
whatever they do to torch or to Python ends with the child. Back comes plain data::

    def program(fresh, values):
        cell = fresh()
        x = torch.tensor(values, dtype=torch.float64, requires_grad=True)
        outcome = attempt(cell.before, x)
        return {"raised": outcome.raised, "x": x.tolist()}

    seen = isolation.run(program, [before], [1.0, 2.0])

`course._isolated` says what a program may use. On Linux the child is a fork of the kernel, in
which torch is imported already; elsewhere, and where a forked child cannot work, it is a new
Python process. This keeps honest programs apart. It is no jail.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import linecache
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import course
from course import checks

__all__ = ["Outcome", "cell_of", "outcome", "run"]

SECONDS = 10.0
"""How long a program may take."""
_FORK_SECONDS, _START_SECONDS = 5.0, 120.0
"""How long a forked child, and a new Python process, may take until they are ready."""
_END_SECONDS = 2.0
"""How long a child that has reported may take to end."""
_LONGEST = 1_000_000
"""Most bytes of a report."""


@dataclass(frozen=True)
class Outcome:
    """Say what became of a program: its value, or which function is unwritten, or a problem."""

    value: Any = None
    unwritten: str | None = None
    problem: str | None = None
    """One sentence for the learner."""
    brief: str = ""
    """The same without any value, where `problem` may show one."""


class _NotReady(Exception):
    """Say that a child could not begin."""


def run(
    program: Callable[..., object],
    functions: Sequence[Callable[..., object]],
    *arguments: object,
    seconds: float = SECONDS,
) -> Any:
    """Return what `program` returns in a child; end the open case of `checks` if it cannot.

    `functions` are the learner's, `arguments` plain data. A function that still is nbgrader's
    stub counts as not attempted; a child that dies, hangs or cannot go on is a failure of the
    case, told in one sentence.
    """
    result = outcome(program, functions, *arguments, seconds=seconds)
    if result.unwritten is not None:
        checks.unwritten(result.unwritten)
    if result.problem is not None:
        checks.broken(result.problem, result.brief or result.problem)
    return result.value


def outcome(
    program: Callable[..., object],
    functions: Sequence[Callable[..., object]],
    *arguments: object,
    seconds: float = SECONDS,
) -> Outcome:
    """Run `program` in a child and say what became of it; see `run`."""
    texts = []
    for function in functions:
        text = cell_of(function)
        if text is None:
            name = getattr(function, "__name__", "this")
            return Outcome(problem=f"Define `{name}` with `def`, in the cell for it, and run that.")
        texts.append(text)
    job = {
        "cells": list(dict.fromkeys(texts)),
        "names": [inspect.unwrap(function).__name__ for function in functions],
        "program": textwrap.dedent(inspect.getsource(program)),
        "name": program.__name__,
        "arguments": arguments,
    }
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        job["directory"] = directory
        if _can_fork():
            try:
                return _forked(job, seconds)
            except _NotReady:
                pass
        return _spawned(job, seconds)


def cell_of(function: Callable[..., object]) -> str | None:
    """Return the text of the cell that defines a function, None if it cannot be found."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    lines = linecache.getlines(code.co_filename) if code is not None else []
    return "".join(lines) or None


def _can_fork() -> bool:
    """Whether a forked child is worth a try: on macOS system libraries do not survive a fork."""
    return sys.platform == "linux" and hasattr(os, "fork")


def _forked(job: dict[str, Any], seconds: float) -> Outcome:
    """Do a job in a fork of this process; raise `_NotReady` if the child cannot work."""
    from course import _isolated

    read, write = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python 3.12 warns: the kernel has other threads
        child = os.fork()
    if child == 0:
        _isolated.work_in_fork(write, job)
    os.close(write)
    listener = _Listener(read)
    status: int | None = None
    try:
        report = listener.report(_FORK_SECONDS, seconds)
        until = time.monotonic() + _END_SECONDS
        while report is not None and status is None and time.monotonic() < until:
            ended, wait_status = os.waitpid(child, os.WNOHANG)
            if ended:
                status = os.waitstatus_to_exitcode(wait_status)
            else:
                time.sleep(0.002)
    finally:
        if status is None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        _end_group(child)
        listener.close()
    return _read(report, seconds, status)


def _spawned(job: dict[str, Any], seconds: float) -> Outcome:
    """Do a job in a new Python process."""
    own = str(Path(course.__file__).resolve().parents[1])
    path = os.pathsep.join(part for part in (own, os.environ.get("PYTHONPATH", "")) if part)
    try:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", "from course import _isolated; _isolated.serve()"],
            cwd=job["directory"],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        return Outcome(problem=f"No separate Python process could be started: {error}.")
    assert process.stdin is not None
    assert process.stdout is not None
    listener = _Listener(os.dup(process.stdout.fileno()))
    status: int | None = None
    try:
        with contextlib.suppress(OSError), process.stdin as stdin:
            stdin.write(json.dumps(job).encode())
        report = listener.report(_START_SECONDS, seconds)
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = process.wait(_END_SECONDS if report is not None else 0)
    except _NotReady:
        return Outcome(problem="The separate Python process for your code did not come up.")
    finally:
        process.kill()
        process.wait()
        _end_group(process.pid)
        process.stdout.close()
        listener.close()
    return _read(report, seconds, status)


def _end_group(leader: int) -> None:
    """End what a child may have started and left behind."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)


class _Listener(threading.Thread):
    """Read what a child writes, in a thread: pipes cannot be waited for on every system."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(name="course-isolation", daemon=True)
        self._descriptor = descriptor
        self._came_up, self._came_to_end = threading.Event(), threading.Event()
        self._heard = b""
        self.start()

    def run(self) -> None:
        """Read to the end, or until there is too much."""
        from course._isolated import STARTED

        try:
            if os.read(self._descriptor, len(STARTED)) == STARTED:
                self._came_up.set()
                while len(self._heard) <= _LONGEST and (chunk := os.read(self._descriptor, 65536)):
                    self._heard += chunk
        except OSError:  # the pipe was closed under a child that could not be ended
            pass
        finally:
            self._came_to_end.set()

    def report(self, start_seconds: float, seconds: float) -> bytes | None:
        """Return what the child said, None if the time was up; raise `_NotReady` if it cannot."""
        until = time.monotonic() + start_seconds
        while not self._came_up.wait(0.02):
            if self._came_to_end.is_set() or time.monotonic() > until:
                raise _NotReady
        return self._heard if self._came_to_end.wait(seconds) else None

    def close(self) -> None:
        """Let go of the pipe; the child has ended, so there is nothing to wait for."""
        self.join(_END_SECONDS)
        os.close(self._descriptor)


def _read(report: bytes | None, seconds: float, status: int | None) -> Outcome:
    """Turn a child's report into an outcome."""
    if report is None:
        return Outcome(
            problem=f"Your code did not end within {seconds:g} s: is there a loop without an end?"
        )
    try:
        content = json.loads(report)
        return Outcome(
            **{
                key: content[key]
                for key in ("value", "unwritten", "problem", "brief")
                if key in content
            }
        )
    except (ValueError, TypeError):
        return Outcome(
            problem=f"The Python process in which your code ran {_how_it_ended(status)}."
        )


def _how_it_ended(status: int | None) -> str:
    """Say how a process ended that left no report."""
    if status is None or status == 0:
        return "ended before there was a result"
    if status < 0:
        return f"was ended by the signal {signal.Signals(-status).name}"
    return f"ended itself, with exit status {status}, before there was a result"
