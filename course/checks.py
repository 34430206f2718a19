"""Assertions for grade cells: message first, misconception named.

A grade cell is one ``exercise`` block that holds several ``case`` blocks::

    with checks.exercise("swap_rows", hidden=1):
        with checks.case("rows 0 and 2 change places"):
            t = torch.arange(6.0).view(3, 2).clone()
            checks.equal(swap_rows(t, 0, 2), None, "the result")
            checks.equal(t, [[4.0, 5.0], [2.0, 3.0], [0.0, 1.0]], "t after the call")
        ### BEGIN HIDDEN TESTS
        with checks.hidden_case("negative indices count from the end"):
            ...
        ### END HIDDEN TESTS

Every case runs, whatever became of the one before it, and all failures are told together. Under
nbgrader and ``course check`` the block then raises `CheckFailed` or `NotAttempted`; in a learner's
own kernel it shows the same message and lets *Run All* go on.

A visible failure says what was found and what should have been. A hidden one says only which
behaviour was wrong (the title of its case and the authors' sentences), never its inputs or values.

In a learner's kernel a block that passed is recorded in their progress (`course.progress`).

Nothing else is left behind: names that the block assigned are taken away again, random number
generators, grad mode and default dtype are put back, warnings are kept from the page.
"""

from __future__ import annotations

import contextlib
import html
import io
import linecache
import random
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import FrameType, TracebackType
from typing import Any, NoReturn

import torch

from course import _progress_file, progress, tracebacks, values
from course.wrapping import wrapped

__all__ = [
    "CheckFailed",
    "NotAttempted",
    "broken",
    "case",
    "equal",
    "exercise",
    "fail",
    "hidden_case",
    "raises",
    "stop",
    "tensor",
    "true",
    "unchanged",
    "unwritten",
]

# Read once, at import: what learner code does to the environment later changes nothing.
_RAISES = _progress_file.answers_are_judged()

# JupyterLab breaks lines of a <pre> anywhere, in the middle of words too.
_PLAIN = "white-space: pre-wrap; word-break: normal; overflow-wrap: anywhere; margin: 0.3em 0 0"

_WIDTH = 76
# Long enough for the version error up to the versions.
_LONGEST_ERROR = 300

HIDDEN_PREFIX = "At grading this did not hold: "
"""How the message marks a failure of a hidden check."""


class CheckFailed(AssertionError):
    """Say which behaviours of an exercise are not right yet."""

    def _render_traceback_(self) -> list[str]:
        """Show the sentences in place of a traceback (IPython's protocol)."""
        return [f"{type(self).__name__}: {self}"]


class NotAttempted(CheckFailed):
    """Say that an exercise still stands as it was handed out."""


class _EndOfCase(Exception):
    """Leave a case early: the failure is already recorded."""


@dataclass
class _Case:
    """One behaviour under test, and what was found wrong with it."""

    title: str
    hidden: bool = False
    sentences: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def message(self) -> str:
        """Tell the failure; of a hidden case, only what its authors wrote for the learner."""
        if self.hidden:
            lines = [f"{HIDDEN_PREFIX}{self.title}.", *self.notes]
        else:
            lines = [f"{self.title}:", *self.sentences, *self.notes]
        return "\n".join([_wrapped(lines[0], ""), *(_wrapped(line, "  ") for line in lines[1:])])


class _Exercise:
    """The block of one grade cell: runs cases, gathers failures, tells them at the end."""

    def __init__(self, name: str, hidden: int) -> None:
        self.name = name
        self.hidden = hidden
        self.cases: list[_Case] = []
        self.unwritten: str | None = None
        self.undefined: str | None = None
        self.namespace: dict[str, Any] = {}
        self.cell = ""
        self._before: dict[str, Any] = {}
        self._guards = contextlib.ExitStack()

    def __enter__(self) -> None:
        global _current
        if _current is not None:
            raise RuntimeError(f"exercise {self.name!r} stands inside {_current.name!r}")
        frame: FrameType = sys._getframe(1)
        self.namespace, self.cell = frame.f_globals, frame.f_code.co_filename
        self._before = dict(self.namespace)
        self._guards.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        if _RAISES:
            # Graded outputs hold our sentences alone, and nbgrader gives 0 for text on stderr.
            self._guards.enter_context(contextlib.redirect_stdout(io.StringIO()))
            self._guards.enter_context(contextlib.redirect_stderr(io.StringIO()))
        _current = self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        global _current
        _current = None
        self._guards.close()
        for name in set(self.namespace) - set(self._before):
            del self.namespace[name]
        self.namespace.update(self._before)
        if isinstance(error, KeyboardInterrupt | GeneratorExit):
            return False
        if error is not None:
            stray = _Case("this check could not run")
            self.note_error(stray, error, trace)
            self.cases.append(stray)
        elif not self.cases:
            raise RuntimeError(f"exercise {self.name!r} holds no case")
        self._tell()
        return True

    def note_error(self, case: _Case, error: BaseException, trace: TracebackType | None) -> None:
        """Record an exception that ended a case."""
        if isinstance(error, _EndOfCase):
            return
        frames = tracebacks.learner_frames(trace, self.namespace, self.cell)
        if isinstance(error, NotImplementedError) and frames and frames[-1].is_stub:
            self.unwritten = self.unwritten or frames[-1].function
            return
        if case.sentences and not frames:
            return  # our own lines stumbled over a wrong value that is already told
        if isinstance(error, NameError) and not frames:
            self.undefined = self.undefined or error.name
            return
        case.sentences.append(
            f"{'your code' if frames else 'the call'} raised "
            f"{type(error).__name__}: {values.shortened(str(error), _LONGEST_ERROR)}"
        )
        if case.hidden:
            raised = f"Your code raised {type(error).__name__}."
            case.notes.append(raised if frames else "The check could not go on with your result.")
        elif frames:
            case.sentences.append(f"in `{frames[-1].function}`, your line {frames[-1]}")

    def _tell(self) -> None:
        failed = [case for case in self.cases if case.sentences]
        if self.unwritten:
            _tell_failure(NotAttempted(_wrapped(self._not_attempted(), "")))
        elif self.undefined:
            remedy = "Run the cell that defines it, then this one again."
            _tell_failure(CheckFailed(f"{self.name}: `{self.undefined}` is not defined. {remedy}"))
        elif failed:
            failed.sort(key=lambda case: case.hidden)
            text = "\n".join(_unique([case.message() for case in failed]))
            _tell_failure(CheckFailed(f"{self.name} is not right yet.\n{text}"))
        else:
            print(self._passed())
            if not _RAISES:
                _record(self.cell)

    def _not_attempted(self) -> str:
        if self.unwritten == self.name:
            return (
                f"{self.name}: not attempted yet. Write it in the cell above "
                "(in place of `raise NotImplementedError()`), run that cell, then this one."
            )
        return (
            f"{self.name}: this check needs `{self.unwritten}`, which is not written yet "
            "(it still raises NotImplementedError)."
        )

    def _passed(self) -> str:
        ran_hidden = sum(case.hidden for case in self.cases)
        visible = _count(len(self.cases) - ran_hidden, "visible check")
        if ran_hidden:
            return f"{self.name}: {visible} and {_count(ran_hidden, 'hidden check')} passed."
        run = "runs" if self.hidden == 1 else "run"
        later = f" {self.hidden} more {run} at grading." if self.hidden else ""
        return f"{self.name}: {visible} passed.{later}"


_current: _Exercise | None = None


def exercise(name: str, *, hidden: int = 0) -> contextlib.AbstractContextManager[None]:
    """Open the block of a grade cell.

    `name` is the learner's function as they call it; `hidden` says how many hidden cases the
    authored cell holds, so that the released cell can announce them.
    """
    return _Exercise(name, hidden)


@contextlib.contextmanager
def _case(title: str, hidden: bool) -> Iterator[None]:
    block = _running()
    case = _Case(title, hidden)
    block.cases.append(case)
    rng, python_rng = torch.get_rng_state(), random.getstate()
    dtype, grad = torch.get_default_dtype(), torch.is_grad_enabled()
    _open_cases.append(case)
    try:
        with torch.enable_grad():
            yield
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # SystemExit too: a learner's exit() is an answer like any other
        block.note_error(case, error, error.__traceback__)
    finally:
        _open_cases.pop()
        torch.set_rng_state(rng)
        random.setstate(python_rng)
        torch.set_default_dtype(dtype)
        torch.set_grad_enabled(grad)


_open_cases: list[_Case] = []


def case(title: str) -> contextlib.AbstractContextManager[None]:
    """Open one visible behaviour; `title` completes the sentence "what should hold is …"."""
    return _case(title, hidden=False)


def hidden_case(title: str) -> contextlib.AbstractContextManager[None]:
    """Open one behaviour that is judged only at grading.

    The learner may read `title` and the sentences given as `because` and `unless`, and nothing
    else: name the behaviour in them, never the inputs.
    """
    return _case(title, hidden=True)


def fail(sentence: str, because: str = "") -> None:
    """Record a failure of the open case and go on."""
    case = _open_case()
    case.sentences.append(sentence)
    if because and because not in case.notes:
        case.notes.append(because)


def stop() -> NoReturn:
    """End the open case, after a failure that makes its further lines pointless."""
    raise _EndOfCase


def unwritten(name: str) -> NoReturn:
    """End the open case because the learner's function `name` still is nbgrader's stub.

    For code that runs elsewhere than in the notebook; a stub called here is noticed by itself.
    """
    block = _running()
    block.unwritten = block.unwritten or name
    raise _EndOfCase


def broken(sentence: str, brief: str) -> NoReturn:
    """End the open case because the learner's code broke down.

    A visible case tells `sentence`; a hidden one tells `brief`, which holds no value.
    """
    case = _open_case()
    case.sentences.append(sentence)
    if case.hidden:
        case.notes.append(brief)
    raise _EndOfCase


def true(condition: object, sentence: str, because: str = "") -> bool:
    """Record `sentence` unless `condition` is the bool True."""
    if condition is True:
        return True
    fail(sentence, because)
    return False


def equal(
    actual: object,
    expected: object,
    what: str = "the result",
    *,
    because: str = "",
    unless: Sequence[tuple[object, str]] = (),
    tolerance: float = 0.0,
) -> bool:
    """Record a failure unless `actual` equals `expected`.

    A tensor may be compared with a tensor (shape, dtype and values) or with nested lists (shape
    and values). A bool must be a bool, a number an int or a float, a string a string; other types
    and subclasses of `torch.Tensor` are never equal. `tolerance` is the largest absolute
    difference allowed. NaN equals NaN.

    `unless` holds pairs of a typical wrong value and the sentence that names its misconception;
    `because` is told when none of them fits.
    """
    problem = values.difference(actual, expected, tolerance)
    if problem is None:
        return True
    for wrong, sentence in unless:
        if values.difference(actual, wrong, tolerance) is None:
            because = sentence
            break
    fail(f"{what} {problem}.", because)
    return False


def tensor(
    actual: object,
    what: str = "the result",
    *,
    shape: Sequence[int] | None = None,
    dtype: torch.dtype | None = None,
    because: str = "",
) -> None:
    """Record a failure and end the case unless `actual` is a tensor of `shape` and `dtype`."""
    problem = values.not_a_tensor(actual, shape, dtype)
    if problem is not None:
        fail(f"{what} {problem}.", because)
        stop()


def raises(
    kinds: type[Exception] | tuple[type[Exception], ...],
    call: Callable[[], object],
    what: str,
    *,
    because: str = "",
) -> str:
    """Record a failure unless `call()` raises one of `kinds`; return the error's text.

    The learner's unwritten stub still counts as not attempted, and an error of another kind is
    told with the line it came from.
    """
    try:
        result = call()
    except NotImplementedError as error:
        if NotImplementedError in (kinds if isinstance(kinds, tuple) else (kinds,)):
            return str(error)
        raise
    except kinds as error:
        return str(error)
    except Exception:
        if because:
            _open_case().notes.append(because)
        raise
    names = " or ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
    fail(f"{what} returned {values.shown(result)}, should raise {names}.", because)
    return ""


@contextlib.contextmanager
def unchanged(because: str = "", /, **tensors: torch.Tensor) -> Iterator[None]:
    """Record a failure for each named tensor whose values the block changes."""
    before = {name: values.copy_of(tensor) for name, tensor in tensors.items()}
    yield
    for name, tensor in tensors.items():
        problem = values.difference(tensor.detach(), before[name], 0.0)
        if problem is not None:
            fail(f"{name} was changed by the call: it {problem}.", because)


def _running() -> _Exercise:
    if _current is None:
        raise RuntimeError("a case stands outside checks.exercise")
    return _current


def _open_case() -> _Case:
    if not _open_cases:
        raise RuntimeError("this check stands outside checks.case")
    return _open_cases[-1]


def _wrapped(sentence: str, indent: str) -> str:
    """Break a sentence into lines that a feedback page shows without a scroll bar."""
    return "\n".join(wrapped(sentence, _WIDTH, indent=indent, hanging=indent or "  "))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _unique(messages: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(messages))


def _record(cell: str) -> None:
    """Let the learner's progress know that the cell with this file name passed."""
    sentence = progress.record_passes(["".join(linecache.getlines(cell))])
    if sentence:
        print(sentence)


def _tell_failure(failure: CheckFailed) -> None:
    """Raise where a grade is given; show in a learner's own kernel."""
    if _RAISES:
        raise failure from None
    text = str(failure)
    if "IPython" not in sys.modules or sys.modules["IPython"].get_ipython() is None:
        print(text)
        return
    label = "Not attempted" if isinstance(failure, NotAttempted) else "Not yet"
    page = (
        '<div style="border-left: 4px solid currentColor; padding: 0.2em 0.8em">'
        f"<strong>{label}</strong>"
        f'<pre style="{_PLAIN}">{html.escape(text)}</pre></div>'
    )
    sys.modules["IPython"].display.display({"text/plain": text, "text/html": page}, raw=True)
