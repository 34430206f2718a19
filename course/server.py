"""Run JupyterLab as a child that never outlives its parent and keeps its token to itself.

The parent (`serve`) writes the token into the child's standard input and keeps that pipe open;
the child (`python -m course.server`) leaves when the pipe closes, for whatever reason. So the
token is in no argument list and in no environment that a kernel inherits, and nothing is left
behind even if the parent is killed outright.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType

from course.errors import CourseError

HOST = "127.0.0.1"
FIRST_PORT, PORTS_TRIED = 8888, 50
START_SECONDS = 120.0
"""How long JupyterLab may take to answer; some 4 s are usual, more on a cold disk."""
STOP_SECONDS = 15.0
"""How long it may take to leave, kernels included, before it is killed."""


def choose_port(wanted: int | None) -> int:
    """Return `wanted` if it is free, or with None the first free port from 8888 on.

    Raises `CourseError` if the port is taken. Port 0 asks for any free one.
    """
    if wanted is not None:
        port = _bound(wanted)
        if port is None:
            raise CourseError(
                f"port {wanted} is taken: choose another with --port, "
                "or leave --port out and the first free one is used"
            )
        return port
    for candidate in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        if _bound(candidate) is not None:
            return candidate
    raise CourseError(
        f"ports {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} are all taken: name one with --port"
    )


def _bound(port: int) -> int | None:
    """Bind `port` for a moment and return its number, None if it cannot be bound."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return None
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def stoppable() -> Iterator[None]:
    """Make SIGTERM end the block as Ctrl-C does, by `KeyboardInterrupt`."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _listening() -> Iterator[threading.Event]:
    """Give an event that Ctrl-C and SIGTERM set.

    Nothing is raised while the child is looked after: an exception in the middle of `Popen.wait`
    could leave its lock taken, and the next wait would never end.
    """
    told = threading.Event()
    before = {
        number: signal.signal(number, lambda *_: told.set())
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def serve(
    arguments: Sequence[str],
    *,
    port: int,
    directory: Path,
    environment: Mapping[str, str],
    log: Path,
    opens: str,
) -> None:
    """Run JupyterLab until Ctrl-C, SIGTERM or its own end; print its address once it answers.

    `arguments` are JupyterLab's, `directory` is where it runs, `opens` the path of the page to
    start with. Everything it prints goes to `log`. Raises `CourseError` if it does not come up or
    ends with an error; returns normally in all other cases, with no process left.
    """
    token = secrets.token_hex(24)
    command = [
        *(sys.executable, "-m", "course.server"),
        *(f"--ServerApp.ip={HOST}", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"),
        *arguments,
    ]
    with log.open("wb") as output, _listening() as told:
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=directory,
            env=dict(environment),
            # Keep the terminal's Ctrl-C from the child: it is told to stop by us, once.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        try:
            _send(child, token)
            _wait_until_up(child, port, log, told)
            if not told.is_set():
                print(f"JupyterLab: http://{HOST}:{port}{opens}?token={token}", flush=True)
                print(f"course: Ctrl-C stops it; its log is {log}", file=sys.stderr, flush=True)
            while child.poll() is None and not told.wait(0.5):
                pass
            if told.is_set():
                print("course: stopping JupyterLab", file=sys.stderr, flush=True)
            elif child.returncode:
                raise CourseError(_last_words("JupyterLab ended by itself", child, log))
        finally:
            _stop(child, told)


def _send(child: subprocess.Popen[bytes], token: str) -> None:
    assert child.stdin is not None
    with contextlib.suppress(OSError):
        child.stdin.write(f"{token}\n".encode())
        child.stdin.flush()


def _wait_until_up(
    child: subprocess.Popen[bytes], port: int, log: Path, told: threading.Event
) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if child.poll() is not None:
            raise CourseError(_last_words("JupyterLab did not start", child, log))
        if _answers(port) or told.wait(0.1):
            return
    raise CourseError(f"JupyterLab did not answer within {START_SECONDS:.0f} s; its log is {log}")


def _answers(port: int) -> bool:
    # http.client, not urllib: a proxy named in the environment has no business here.
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/api")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _last_words(what: str, child: subprocess.Popen[bytes], log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
    return f"{what} (exit status {child.returncode}): {last}; its log is {log}"


def _stop(child: subprocess.Popen[bytes], told: threading.Event) -> None:
    """End the child: by closing its pipe, then by force if it dawdles or Ctrl-C comes again."""
    assert child.stdin is not None
    with contextlib.suppress(OSError):
        child.stdin.close()
    told.clear()
    deadline = time.monotonic() + STOP_SECONDS
    while child.poll() is None:
        if told.wait(0.05) or time.monotonic() > deadline:
            child.kill()
            child.wait()


def _leave_with_parent() -> None:
    """Wait for the parent to close the pipe, then ask this process to stop."""
    with contextlib.suppress(OSError):
        while os.read(0, 4096):
            pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Be the child: read the token, watch the parent, run JupyterLab in this process."""
    token = bytearray()
    while not token.endswith(b"\n"):
        byte = os.read(0, 1)
        if not byte:
            return
        token += byte
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    from jupyterlab.labapp import main as lab

    sys.argv[0] = "jupyter-lab"
    sys.exit(lab([*sys.argv[1:], f"--IdentityProvider.token={token.decode().strip()}"]))


if __name__ == "__main__":
    main()
