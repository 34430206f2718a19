"""A fresh kernel of this very interpreter, in which the cells of a notebook are run in order."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course.errors import CourseError

if TYPE_CHECKING:
    from nbformat import NotebookNode

STARTUP_SECONDS = 120
OUTPUT_LIMIT = 1_000_000
"""Characters of output kept of one cell; what an endless loop prints beyond is dropped."""
TIMEOUT = "CellTimeoutError"


class KernelLost(Exception):
    """Say that the kernel died, or could not be stopped, while it ran a cell."""


@dataclass(frozen=True)
class CellError:
    """Keep what the kernel answered about a cell that raised: name, message, traceback."""

    name: str
    message: str
    traceback: tuple[str, ...]


class Session:
    """Run cells in a kernel that is up, one after another."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._count = 0
        self._errors: list[CellError] = []
        client.on_cell_error = self._note

    def _note(self, execute_reply: dict[str, Any], **_: object) -> None:
        reply = execute_reply["content"]
        self._errors.append(
            CellError(
                str(reply.get("ename", "")),
                str(reply.get("evalue", "")),
                tuple(reply.get("traceback") or ()),
            )
        )

    def run(self, cell: NotebookNode, index: int, seconds: float) -> CellError | None:
        """Run a code cell, fill in its outputs, and return its error, None if it raised none.

        A cell that takes longer than `seconds` is interrupted; its error is then named
        `TIMEOUT`. Raises `KernelLost` when the kernel does not survive the cell.
        """
        from nbclient.exceptions import CellTimeoutError, DeadKernelError

        self._errors.clear()
        self._count += 1
        self._client.timeout_func = lambda _: max(seconds, 0.1)
        try:
            self._client.execute_cell(cell, index, execution_count=self._count)
        except DeadKernelError:
            raise KernelLost("the kernel died") from None
        except CellTimeoutError:
            raise KernelLost("the kernel could not be interrupted") from None
        return self._errors[-1] if self._errors else None


@contextmanager
def fresh(
    notebook: NotebookNode,
    directory: Path,
    environment: Mapping[str, str | None] | None = None,
    on_start: Callable[[], object] | None = None,
) -> Iterator[Session]:
    """Start a kernel of this interpreter in `directory` and end it afterwards.

    `environment` is laid over the process's own (None takes a variable away). The notebook's
    own kernelspec is ignored: it names a kernel of whoever saved the file last. Outputs go into
    the cells of `notebook`. Raises `CourseError` when no kernel comes up.
    """
    variables = dict(os.environ)
    for name, value in (environment or {}).items():
        if value is None:
            variables.pop(name, None)
        else:
            variables[name] = value
    client = _client(notebook)
    client.create_kernel_manager()
    try:
        kernel = client.setup_kernel(
            cwd=str(directory),
            env=variables,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        kernel.__enter__()
    except Exception as error:  # ipykernel missing, no free port, no right to start a process
        raise CourseError(
            f"no kernel came up ({type(error).__name__}: {error}). "
            "`course doctor` says what is wrong with this environment."
        ) from None
    try:
        if on_start is not None:
            on_start()
        yield Session(client)
    finally:
        kernel.__exit__(None, None, None)


def _client(notebook: NotebookNode) -> Any:
    """Make the nbclient that talks to the kernel."""
    from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    class ThisInterpreter(KernelSpecManager):
        """Knows one kernel, that of the running interpreter, whatever is installed elsewhere."""

        def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
            """Return the one kernel."""
            return KernelSpec(
                argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
                display_name="Python 3",
                language="python",
            )

    class Manager(AsyncKernelManager):
        """Starts that kernel."""

        def __init__(self, **kwargs: Any) -> None:
            super().__init__(kernel_spec_manager=ThisInterpreter(), **kwargs)

    class Client(NotebookClient):
        """Keeps a bounded amount of what a cell puts out."""

        kept: Counter[int]

        def output(
            self, outs: list[Any], msg: dict[str, Any], display_id: str | None, cell_index: int
        ) -> Any:
            """Take an output, or drop it when the cell has put out enough (errors never)."""
            if msg["msg_type"] != "error" and self.kept[cell_index] > OUTPUT_LIMIT:
                return None
            self.kept[cell_index] += len(str(msg["content"]))
            return super().output(outs, msg, display_id, cell_index)

    client = Client(
        notebook,
        kernel_manager_class=Manager,
        kernel_name="python3",
        allow_errors=True,
        interrupt_on_timeout=True,
        error_on_timeout={"ename": TIMEOUT, "evalue": "", "traceback": []},
        raise_on_iopub_timeout=True,
        iopub_timeout=10,
        record_timing=False,
        store_widget_state=False,
        startup_timeout=STARTUP_SECONDS,
    )
    client.kept = Counter()
    return client
