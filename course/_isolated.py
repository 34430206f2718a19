"""What happens inside a child of `course.isolation`: run cells anew, watch them, report.

A *program* is a function of a check. Its text is executed here, in a namespace that holds `torch`
and the tools `attempt` and `trial`, and it is called with `fresh` and the check's arguments::

    def program(fresh, values):
        cell = fresh()
        x = torch.tensor(values, dtype=torch.float64, requires_grad=True)
        outcome = attempt(cell.before, x)
        return {"raised": outcome.raised, "x": x.tolist()}

Every call of `fresh` executes the learner's cells once more, in a new and empty module.

As a process of its own this module is started by its function `serve`: the job comes in as JSON
on stdin, and the report goes out on what was stdout. Whatever the learner's code prints goes
nowhere.
"""

from __future__ import annotations

import dis
import json
import linecache
import os
import random
import signal
import sys
import traceback
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

import torch
import torch.autograd.graph
from torch.overrides import TorchFunctionMode

from course.tracebacks import STUB

STARTED = b"+"
"""What a child writes before its report, once it knows that it can work."""

_CELL = "<your cell {}>"
_PROGRAM = "<check>"
_TORCH = str(Path(torch.__file__).parent)
_run_backward = torch.autograd.graph._engine_run_backward


class _Unwritten(Exception):
    """Say which function still is nbgrader's stub."""


class _Problem(Exception):
    """Say in one sentence why the program cannot go on."""


@dataclass
class Attempt:
    """Say what became of a call.

    `raised` is the name of the exception's type, None if there was none; `origin` says who raised
    it: "backward" (torch's engine, in a backward pass), "torch", or "code" (a statement of the
    cell, or a function that the cell gave to torch). `in_backward` holds the messages of all
    errors of torch's engine, whether or not they came out of the call.
    """

    value: Any = None
    raised: str | None = None
    message: str = ""
    origin: str | None = None
    line: str = ""
    in_backward: list[str] = field(default_factory=list)


class _Calls(TorchFunctionMode):
    """Note the names of the functions of torch that are called, and keywords that make them write.

    A mode for operations (`TorchDispatchMode`) would see more, but its first use imports some
    eight hundred modules, in every child anew.
    """

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Note a call and carry it out."""
        keywords = kwargs or {}
        self.names.add(str(getattr(func, "__name__", func)))
        for name in ("out", "inplace"):
            if keywords.get(name) is not None and keywords[name] is not False:
                self.names.add(f"{name}=")
        return func(*args, **keywords)


def attempt(function: Callable[..., Any], *arguments: object) -> Attempt:
    """Call a function of the learner's and say what became of it; its exceptions end here."""
    outcome = Attempt()
    with _watched() as errors:
        try:
            outcome.value = function(*arguments)
        except BaseException as error:
            frames = list(traceback.walk_tb(error.__traceback__))
            _raise_if_unwritten(error)
            outcome.raised, outcome.message = type(error).__name__, str(error)
            outcome.line = _line(frames)
            outcome.origin = _origin(error, errors)
    outcome.in_backward = [message for _, message in errors]
    return outcome


def trial(function: Callable[..., Any], values: Sequence[float]) -> dict[str, Any]:
    """Take the gradient of a function at a fresh float64 leaf; return all that is to be seen.

    `stage` is how far it came: "forward", "result" (it returned no 0-d float64 tensor),
    "backward" or "done"; `calls` names the functions of torch that the forward pass called, and
    ``out=`` or ``inplace=`` if one of them was given such a keyword.
    """
    x = torch.tensor(values, dtype=torch.float64, requires_grad=True)
    with _Calls() as calls:
        outcome = attempt(function, x)
    loss, stage, value = outcome.value, "forward", None
    if outcome.raised is None:
        stage = "result"
        if type(loss) is torch.Tensor and loss.shape == () and loss.dtype == torch.float64:
            stage, value = "backward", loss.item()
            outcome = attempt(loss.backward)
            stage = "backward" if outcome.raised else "done"
    return {
        "stage": stage,
        "raised": outcome.raised,
        "message": outcome.message,
        "origin": outcome.origin,
        "line": outcome.line,
        "value": value,
        "result": None if value is not None else _described(loss),
        "grad": None if x.grad is None else x.grad.tolist(),
        "x": x.tolist(),
        "calls": sorted(calls.names),
    }


def _described(value: object) -> str:
    if isinstance(value, torch.Tensor):
        return f"a tensor of shape {tuple(value.shape)} and dtype {value.dtype}"
    return f"an object of type {type(value).__name__}" if value is not None else "None"


@contextmanager
def _watched() -> Iterator[list[tuple[BaseException, str]]]:
    """Keep each error that torch's engine itself raises in a backward pass, with its message.

    An error of a hook or of a backward function written in Python is not the engine's own.
    """
    errors: list[tuple[BaseException, str]] = []
    before = torch.autograd._engine_run_backward  # type: ignore[attr-defined]

    def watching(*args: Any, **kwargs: Any) -> Any:
        try:
            return _run_backward(*args, **kwargs)
        except BaseException as error:
            *_, (innermost, _line_number) = traceback.walk_tb(error.__traceback__)
            if innermost.f_code is _run_backward.__code__:
                errors.append((error, str(error)))
            raise

    torch.autograd._engine_run_backward = watching  # type: ignore[attr-defined]
    try:
        yield errors
    finally:
        torch.autograd._engine_run_backward = before  # type: ignore[attr-defined]


def _origin(error: BaseException, errors: list[tuple[BaseException, str]]) -> str:
    """Say who raised an exception.

    An error of the engine is the very object that the engine raised, with its message unchanged.
    Any other was raised by torch unless the innermost frame stopped at a `raise` or `assert`.
    """
    if any(error is known and str(error) == message for known, message in errors):
        return "backward"
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or any(error is known for known, _ in errors):
        return "code"
    return "code" if _is_raise(trace) else "torch"


def _is_raise(trace: TracebackType) -> bool:
    """Whether a frame stopped at a statement that raises, outside of torch's own files."""
    code = trace.tb_frame.f_code
    if code.co_filename.startswith(_TORCH):
        return False
    return dis.opname[code.co_code[trace.tb_lasti]] in ("RAISE_VARARGS", "RERAISE")


def _own_lines(frames: Sequence[tuple[types.FrameType, int]]) -> list[tuple[str, int, str]]:
    """List function, line number and text of the frames that belong to the learner's cells."""
    return [
        (frame.f_code.co_name, number, linecache.getline(frame.f_code.co_filename, number).strip())
        for frame, number in frames
        if frame.f_code.co_filename.startswith(_CELL.split("{")[0])
    ]


def _line(frames: Sequence[tuple[types.FrameType, int]]) -> str:
    """Name the learner's line that was running: function, number in the cell, text."""
    own = _own_lines(frames)
    if not own:
        return ""
    function, number, text = own[-1]
    return f"`{function}`, line {number} of the cell: {text}"


def _raise_if_unwritten(error: BaseException) -> None:
    """Tell nbgrader's stub from every other error."""
    own = _own_lines(list(traceback.walk_tb(error.__traceback__)))
    if isinstance(error, NotImplementedError) and own and own[-1][2].startswith(STUB):
        raise _Unwritten(own[-1][0]) from None


def perform(job: dict[str, Any]) -> dict[str, Any]:
    """Do a job and return the report: `value`, `unwritten` or `problem`, one of the three.

    A job has the texts of the learner's `cells`, the `names` that they have to define, the text
    and the `name` of the `program`, and its `arguments`.
    """
    linecache.cache[_PROGRAM] = (
        len(job["program"]),
        None,
        job["program"].splitlines(True),
        _PROGRAM,
    )
    tools: dict[str, Any] = {
        "__name__": _PROGRAM,
        "torch": torch,
        "attempt": attempt,
        "trial": trial,
    }
    exec(compile(job["program"], _PROGRAM, "exec"), tools)
    try:
        value = tools[job["name"]](lambda: _fresh(job["cells"], job["names"]), *job["arguments"])
        json.dumps(value)
    except _Unwritten as error:
        return {"unwritten": str(error)}
    except _Problem as error:
        return {"problem": str(error)}
    except BaseException as error:
        try:
            _raise_if_unwritten(error)
        except _Unwritten as unwritten:
            return {"unwritten": str(unwritten)}
        kind, line = type(error).__name__, _line(list(traceback.walk_tb(error.__traceback__)))
        if line:
            return {
                "problem": f"Your code raised {kind}: {error} ({line}).",
                "brief": f"Your code raised {kind}.",
            }
        return {
            "problem": f"The check could not go on with your result ({kind}: {error}).",
            "brief": "The check could not go on with your result.",
        }
    return {"value": value}


def _fresh(cells: Sequence[str], names: Sequence[str]) -> types.ModuleType:
    """Execute the cells in a new, empty module, which is the program's `__main__` from then on."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    for number, text in enumerate(cells, start=1):
        name = _CELL.format(number)
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        try:
            exec(compile(text, name, "exec"), module.__dict__)
        except BaseException as error:
            line = _line(list(traceback.walk_tb(error.__traceback__)))
            at = f" ({line.replace('`<module>`, ', '')})" if line else ""
            raise _Problem(
                f"Your cell does not run by itself: {type(error).__name__}: {error}{at}. "
                "It is run alone, in an empty namespace: what it needs has to stand in it."
            ) from None
    for name in names:
        if not callable(getattr(module, name, None)):
            raise _Problem(f"Run by itself, your cell defines no function `{name}`.")
    return module


def able() -> bool:
    """Whether a backward pass works in this process.

    After a backward pass on an accelerator torch's engine refuses to work in forked children.
    """
    try:
        torch.ones(1, requires_grad=True).exp().sum().backward()  # type: ignore[no-untyped-call]
    except RuntimeError:
        return False
    return True


def _settle() -> None:
    """Bring torch and Python into the state of a new process.

    One thread: OpenMP's pool does not live on in a forked child, where a second thread of a
    parallel region would be waited for without end.
    """
    torch.set_num_threads(1)
    torch.set_grad_enabled(True)
    torch.set_default_dtype(torch.float32)
    torch.autograd.set_detect_anomaly(False)
    torch.manual_seed(random.randrange(2**32))
    warnings.resetwarnings()
    warnings.simplefilter("ignore")


def work_in_fork(out: int, job: dict[str, Any]) -> NoReturn:
    """Do a job in a process that was just forked, write the report to `out` and end.

    The child becomes the leader of a group of its own. It lets go of all files and sockets of its
    parent, the notebook's channels among them, and ends without any of the parent's clean-up.
    """
    status = 1
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        for descriptor in _descriptors():
            if descriptor > 2 and descriptor != out:
                with suppress(OSError):  # not open, or the one through which the list was read
                    os.close(descriptor)
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, "r" if n == 0 else "w") for n in range(3))
        _leave_ipython()
        os.chdir(job["directory"])
        _settle()
        if able():
            _write(out, STARTED)
            _write(out, json.dumps(perform(job)).encode())
            status = 0
    finally:
        os._exit(status)


def _descriptors() -> Sequence[int]:
    """List the open files of this process, or what they may be where nothing tells (in a jail)."""
    try:
        return [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]
    except OSError:
        return range(4096)


def _write(out: int, data: bytes) -> None:
    while data:
        data = data[os.write(out, data) :]


def _leave_ipython() -> None:
    """Forget the kernel's shell: what is displayed is then printed, and so goes nowhere."""
    if "IPython" in sys.modules:
        shell = sys.modules["IPython"].get_ipython()
        if shell is not None:
            type(shell).clear_instance()


def serve() -> None:
    """Do one job as a process of its own: JSON on stdin, report on what was stdout."""
    out = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    job = json.loads(sys.stdin.buffer.read())
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    _settle()
    _write(out, STARTED)
    _write(out, json.dumps(perform(job)).encode())
    os._exit(0)
