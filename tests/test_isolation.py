"""Children: what they can see, what comes back, how they end, and that nothing is left of them.

Most tests run both ways, in a fork of this process and in a new Python process.
"""

from __future__ import annotations

import linecache
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import torch

from course import checks, isolation

CELL = '''
import torch

SEEN = []


def stub(x):
    """Unwritten."""
    # YOUR CODE HERE
    raise NotImplementedError()


def version_error(x):
    print("a line for nobody")
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()


def caught(x):
    try:
        version_error(x)
    except RuntimeError:
        pass


def leaf_guard(x):
    x.add_(1)


def by_hand(x):
    raise RuntimeError("is at version 1; expected version 0")


def asserted(x):
    assert x.sum() < 0, "is at version 1; expected version 0"


def in_hook(x):
    def hook(gradient):
        raise RuntimeError("is at version 1; expected version 0")

    x.register_hook(hook)
    (x**2).sum().backward()


def in_function(x):
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.sum()

        @staticmethod
        def backward(ctx, gradient):
            raise RuntimeError("is at version 1; expected version 0")

    F.apply(x).backward()


def altered(x):
    try:
        version_error(x)
    except RuntimeError as error:
        error.args = ("another message",)
        raise


def told_again(x):
    try:
        version_error(x)
    except RuntimeError as error:
        raise RuntimeError(str(error)) from None


def re_raised(x):
    try:
        version_error(x)
    finally:
        x = None


def remember(x):
    SEEN.append(x)
    return len(SEEN)


def spoil(x):
    torch.Tensor.sum = None
    torch.set_default_dtype(torch.float64)
    torch.set_grad_enabled(False)


def hang(x):
    while True:
        pass


def exits(x):
    import os

    os._exit(3)


def crashes(x):
    import os
    import signal

    os.kill(os.getpid(), signal.SIGSEGV)


def litter(x):
    import subprocess
    import sys

    open("file", "w").write("x")
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]).pid


def heavy(x):
    a = torch.rand(700, 700, requires_grad=True)
    (a @ a).exp().mean().backward()
    return torch.rand(3_000_000).sin().sum().isfinite().item()


def good(x):
    return (x**3).sum()


def writing(x):
    y = x.exp()
    y.data[0] = 1.0
    torch.relu_(y)
    return y.sum()
'''


class Cell:
    """The functions of a cell, found as attributes."""

    def __init__(self, text: str, name: str) -> None:
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        self.names: dict[str, Any] = {"__name__": "__main__"}
        exec(compile(text, name, "exec"), self.names)

    def __getattr__(self, name: str) -> Any:
        return self.names[name]


cell = Cell(CELL, "<tested cell>")
VALUES = [1.0, 2.0, 3.0]


@pytest.fixture(params=["fork", pytest.param("process", marks=pytest.mark.slow)])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test both ways."""
    if request.param == "process":
        monkeypatch.delattr(os, "fork", raising=False)
    elif not isolation._can_fork():
        pytest.skip("no fork on this system")
    return str(request.param)


@pytest.fixture(autouse=True)
def _nothing_is_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """See that no process and no open file stays behind."""
    me = psutil.Process()
    before = set(me.children(recursive=True)), me.num_fds() if os.name == "posix" else 0
    yield
    assert set(me.children(recursive=True)) == before[0]
    # a kernel's client keeps its event loop, and torch one file for random numbers
    if os.name == "posix" and "kernel" not in request.node.name:
        assert me.num_fds() <= before[1] + 1


def try_it(fresh: Callable[[], Any], name: str, values: list[float]) -> dict[str, Any]:
    """Say what became of one function: a program like those of the checks."""
    x = torch.tensor(values, dtype=torch.float64, requires_grad=True)
    outcome = attempt(getattr(fresh(), name), x)  # noqa: F821
    return {
        "raised": outcome.raised,
        "origin": outcome.origin,
        "message": outcome.message,
        "line": outcome.line,
        "in_backward": outcome.in_backward,
        "value": outcome.value,
        "x": x.tolist(),
    }


def tried(name: str, **more: Any) -> isolation.Outcome:
    return isolation.outcome(try_it, [getattr(cell, name)], name, VALUES, **more)


def value(name: str) -> dict[str, Any]:
    result = tried(name)
    assert (result.unwritten, result.problem) == (None, None)
    assert isinstance(result.value, dict)
    return result.value


def test_a_result_comes_back(way: str) -> None:
    seen = value("version_error")
    assert seen["raised"] == "RuntimeError"
    assert "is at version 1; expected version 0" in seen["message"]
    assert seen["line"] == "`version_error`, line 18 of the cell: y.backward()"
    assert seen["x"] == [2.0, 3.0, 4.0]


@pytest.mark.parametrize(
    ("name", "origin"),
    [
        ("version_error", "backward"),
        ("re_raised", "backward"),
        ("leaf_guard", "torch"),
        ("by_hand", "code"),
        ("asserted", "code"),
        ("in_hook", "code"),
        ("in_function", "code"),
        ("altered", "code"),
        ("told_again", "code"),
        ("caught", None),
    ],
)
def test_who_raised_an_error_is_told(name: str, origin: str | None) -> None:
    seen = value(name)
    assert seen["origin"] == origin
    if name in ("version_error", "caught", "altered", "told_again"):
        assert "expected version 0" in seen["in_backward"][0]


def test_an_unwritten_function_is_told_by_name(way: str) -> None:
    assert tried("stub") == isolation.Outcome(unwritten="stub")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("exits", "ended itself, with exit status 3, before there was a result."),
        pytest.param(
            "crashes",
            "was ended by the signal SIGSEGV.",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="no such signal"),
        ),
    ],
)
def test_a_child_that_dies_is_told_in_one_sentence(way: str, name: str, says: str) -> None:
    problem = tried(name).problem
    assert problem is not None
    assert problem.endswith(says)
    assert "\n" not in problem


def test_a_child_that_hangs_is_ended_and_told_in_one_sentence(way: str) -> None:
    start = time.monotonic()
    result = tried("hang", seconds=1)
    assert result.problem == "Your code did not end within 1 s: is there a loop without an end?"
    assert time.monotonic() - start < (5 if way == "fork" else 60)


def test_files_and_processes_of_a_child_do_not_outlive_it(way: str) -> None:
    before = set(Path.cwd().iterdir())
    seen = value("litter")
    assert set(Path.cwd().iterdir()) == before
    for _ in range(50):
        if not psutil.pid_exists(seen["value"]):
            break
        time.sleep(0.1)
    else:
        assert psutil.Process(seen["value"]).status() == psutil.STATUS_ZOMBIE


def test_a_child_prints_nothing(way: str, capfd: pytest.CaptureFixture[str]) -> None:
    value("version_error")
    assert capfd.readouterr() == ("", "")


def test_a_child_works_after_threads_and_backward_passes_here(way: str) -> None:
    a = torch.rand(700, 700, requires_grad=True)
    (a @ a).exp().mean().backward()
    torch.rand(3_000_000).sin().sum()
    assert value("heavy")["value"] is True


def test_one_child_does_not_disturb_the_next_nor_the_parent(way: str) -> None:
    for _ in range(2):
        value("spoil")
        assert value("remember")["value"] == 1
    assert callable(torch.Tensor.sum)
    assert torch.get_default_dtype() == torch.float32
    assert torch.is_grad_enabled()
    assert cell.SEEN == []


def test_within_one_child_every_fresh_namespace_is_new(way: str) -> None:
    def program(fresh: Callable[[], Any]) -> list[int]:
        one, other = fresh(), fresh()
        return [one.remember(0), one.remember(0), other.remember(0)]

    assert isolation.outcome(program, [cell.remember]).value == [1, 2, 1]


def test_nothing_of_the_parent_is_visible(way: str) -> None:
    hidden = Cell(
        "def f():\n    return sorted(globals())\n\n\ndef g():\n    return np\n", "<other>"
    )
    hidden.names["np"] = "not for the child"

    def program(fresh: Callable[[], Any]) -> list[str]:
        cell = fresh()
        import __main__ as now

        return [*cell.f(), attempt(cell.g).raised, now is cell]  # noqa: F821

    *names, raised, main = isolation.outcome(program, [hidden.f]).value
    assert {name for name in names if not name.startswith("__")} == {"f", "g"}
    assert (raised, main) == ("NameError", True)


def test_a_cell_that_leans_on_another_is_told(way: str) -> None:
    leaning = Cell("start = 1\n\n\ndef f():\n    pass\n", "<leaning>")
    text = "start = np.ones(3)\n\n\ndef f():\n    pass\n"
    linecache.cache["<leaning>"] = (len(text), None, text.splitlines(True), "<leaning>")

    def program(fresh: Callable[[], Any]) -> None:
        fresh()

    problem = isolation.outcome(program, [leaning.f]).problem
    assert problem is not None
    assert problem.startswith(
        "Your cell does not run by itself: NameError: name 'np' is not defined"
        " (line 1 of the cell: start = np.ones(3))."
    )


def test_a_function_that_has_no_cell_is_told() -> None:
    outcome = isolation.outcome(try_it, [torch.add], "add", VALUES)
    assert outcome.problem == "Define `add` with `def`, in the cell for it, and run that."


def test_a_decorated_function_is_found_in_its_cell() -> None:
    decorated = Cell(
        "import torch\n\n\n@torch.no_grad()\ndef f(x):\n    return x.sum().item()\n", "<deco>"
    )
    assert isolation.outcome(try_it, [decorated.f], "f", VALUES).value["value"] == 6.0


def test_a_result_that_is_no_plain_data_is_told(way: str) -> None:
    def program(fresh: Callable[[], Any]) -> Any:
        return torch.ones(1)

    problem = isolation.outcome(program, [cell.good]).problem
    assert problem is not None
    assert problem.startswith("The check could not go on with your result (TypeError")


def test_an_error_of_the_learner_within_a_program_is_told_with_its_line() -> None:
    def program(fresh: Callable[[], Any]) -> None:
        fresh().by_hand(None)

    result = isolation.outcome(program, [cell.by_hand])
    assert result.problem == (
        "Your code raised RuntimeError: is at version 1; expected version 0 "
        "(`by_hand`, line 33 of the cell: "
        'raise RuntimeError("is at version 1; expected version 0")).'
    )
    assert result.brief == "Your code raised RuntimeError."


def test_a_trial_tells_all_that_is_to_be_seen(way: str) -> None:
    def program(fresh: Callable[[], Any], values: list[float]) -> Any:
        cell = fresh()
        functions = (cell.good, cell.writing, cell.leaf_guard, cell.heavy)
        return [trial(function, values) for function in functions]  # noqa: F821

    good, writing, guard, number = isolation.outcome(program, [cell.good], VALUES).value
    assert (good["stage"], good["value"], good["grad"]) == ("done", 36.0, [3.0, 12.0, 27.0])
    assert "__setitem__" not in good["calls"]
    assert {"__setitem__", "relu_"} <= set(writing["calls"])
    assert (guard["stage"], guard["origin"]) == ("forward", "torch")
    assert (number["stage"], number["result"]) == ("result", "an object of type bool")


def test_a_forked_child_works_where_proc_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a jail that covers /proc."""

    def nothing(path: Path) -> Iterator[Path]:
        raise FileNotFoundError(path)

    if not isolation._can_fork():
        pytest.skip("no fork on this system")
    monkeypatch.setattr(Path, "iterdir", nothing)
    monkeypatch.setattr(isolation, "_spawned", None)
    assert value("remember")["value"] == 1


@pytest.mark.slow
def test_where_a_forked_child_cannot_work_a_new_process_takes_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As after a backward pass on a GPU, when torch's engine refuses a forked child."""
    from course import _isolated

    used = []
    spawned = isolation._spawned
    monkeypatch.setattr(_isolated, "able", lambda: False)
    monkeypatch.setattr(isolation, "_spawned", lambda *a: used.append(1) or spawned(*a))
    assert value("remember")["value"] == 1
    assert used == [1]


@pytest.mark.slow
def test_a_forked_child_that_does_not_come_up_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    from course import _isolated

    monkeypatch.setattr(_isolated, "_settle", lambda: time.sleep(60))
    monkeypatch.setattr(isolation, "_FORK_SECONDS", 0.3)
    assert value("remember")["value"] == 1


@pytest.mark.slow
def test_a_python_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork", raising=False)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    problem = tried("good").problem
    assert problem is not None
    assert problem.startswith("No separate Python process could be started: ")
    monkeypatch.undo()
    monkeypatch.delattr(os, "fork", raising=False)
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    assert tried("good").problem == "The separate Python process for your code did not come up."


def test_checks_tell_what_a_child_could_not_do(capsys: pytest.CaptureFixture[str]) -> None:
    def program(fresh: Callable[[], Any]) -> None:
        fresh().by_hand(None)

    with checks.exercise("by_hand"), checks.case("it works"):
        isolation.run(program, [cell.by_hand])
    assert "Your code raised RuntimeError: is at version 1" in capsys.readouterr().out
    with checks.exercise("by_hand", hidden=1), checks.hidden_case("it works"):
        isolation.run(program, [cell.by_hand])
    told = capsys.readouterr().out
    assert "Your code raised RuntimeError." in told
    assert "is at version" not in told
    with checks.exercise("stub"), checks.case("it is there"):
        isolation.run(try_it, [cell.stub], "stub", VALUES)
    assert capsys.readouterr().out.startswith("stub: not attempted yet.")


@pytest.mark.slow
def test_the_kernel_sees_nothing_of_a_child(tmp_path: Path) -> None:
    """In a real kernel what a child prints and displays is in no output; the kernel goes on."""
    import nbformat
    from nbformat.v4 import new_code_cell, new_notebook

    from course import kernel

    answer = (
        "import sys\n\n\ndef f():\n    from IPython.display import display, HTML\n"
        "    print('printed'); print('written', file=sys.stderr); display(HTML('shown'))\n"
        "    sys.stdout.flush(); return 1\n"
    )
    check = (
        "from course import isolation\n\n\ndef program(fresh):\n    return fresh().f()\n\n\n"
        "print(isolation.outcome(program, [f]).value)"
    )
    notebook = new_notebook(cells=[new_code_cell(answer), new_code_cell(check), new_code_cell("f")])
    assert nbformat.validate(notebook) is None
    with kernel.fresh(notebook, tmp_path) as session:
        errors = [session.run(cell, i, 120) for i, cell in enumerate(notebook.cells)]
    assert errors == [None] * 3
    assert [output["text"] for output in notebook.cells[1].outputs] == ["1\n"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_without_one_thread_a_forked_child_hangs() -> None:
    """Why children use one thread: OpenMP's pool does not survive a fork.

    If this fails, torch has learned it, and `_settle` may do with less.
    """
    if not isolation._can_fork() or torch.get_num_threads() < 2:
        pytest.skip("one thread anyway")
    code = (
        "import os, torch\n"
        "torch.rand(3_000_000).sin().sum()\n"
        "pid = os.fork()\n"
        "if pid == 0:\n    torch.rand(3_000_000).sin().sum(); os._exit(0)\n"
        "import time; time.sleep(5)\n"
        "print(os.waitpid(pid, os.WNOHANG)[0])\n"
        "os.kill(pid, 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "0\n", "the child ended"
