import itertools
import linecache
import sys
import warnings

import pytest
import torch

from course import checks, values

_numbers = itertools.count()


class Notebook:
    """Runs texts as cells of one namespace, each under a file name of its own, as IPython does."""

    def __init__(self):
        self.namespace = {"torch": torch, "checks": checks}

    def run(self, text):
        name = f"<cell {next(_numbers)}>"
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        exec(compile(text, name, "exec"), self.namespace)

    def failure(self, text):
        with pytest.raises(checks.CheckFailed) as caught:
            self.run(text)
        return str(caught.value)


@pytest.fixture
def raising(monkeypatch):
    monkeypatch.setattr(checks, "_RAISES", True)
    return Notebook()


@pytest.fixture
def showing(monkeypatch):
    monkeypatch.setattr(checks, "_RAISES", False)
    return Notebook()


GRADE = """
with checks.exercise("double", hidden=1):
    with checks.case("two becomes four"):
        checks.equal(double(2), 4, "double(2)", unless=[(2, "Nothing was doubled.")])
    with checks.case("a list is refused"):
        checks.raises(TypeError, lambda: double([1]), "double([1])")
    with checks.hidden_case("negative numbers are doubled, too"):
        checks.equal(double(-77), -154, "double(-77)", because="The sign has to stay.")
"""
RIGHT = """
def double(x):
    if isinstance(x, list):
        raise TypeError("a number, please")
    return 2 * x
"""


def test_a_right_answer_passes_and_says_how_many_checks_ran(raising, capsys):
    raising.run(RIGHT)
    raising.run(GRADE)
    assert capsys.readouterr().out == "double: 2 visible checks and 1 hidden check passed.\n"


def test_the_released_cell_announces_what_runs_at_grading(raising, capsys):
    raising.run(RIGHT)
    raising.run(GRADE[: GRADE.index("    with checks.hidden_case")])
    assert capsys.readouterr().out == "double: 2 visible checks passed. 1 more runs at grading.\n"


def test_all_failures_are_told_the_visible_ones_first(raising):
    raising.run("def double(x):\n    return x")
    assert raising.failure(GRADE) == (
        "double is not right yet.\n"
        "two becomes four:\n"
        "  double(2) is 2, should be 4.\n"
        "  Nothing was doubled.\n"
        "a list is refused:\n"
        "  double([1]) returned [1], should raise TypeError.\n"
        "At grading this did not hold: negative numbers are doubled, too.\n"
        "  The sign has to stay."
    )


def test_a_hidden_failure_tells_neither_inputs_nor_values(raising):
    raising.run("def double(x):\n    if x == -77: raise KeyError(x)\n" + RIGHT.split("\n", 2)[2])
    text = raising.failure(GRADE)
    assert "At grading this did not hold: negative" in text
    assert "KeyError" in text
    assert "77" not in text and "154" not in text


def test_the_stub_counts_as_not_attempted(raising):
    raising.run("def double(x):\n    # YOUR CODE HERE\n    raise NotImplementedError()")
    with pytest.raises(checks.NotAttempted, match="double: not attempted yet"):
        raising.run(GRADE)


def test_the_stub_of_an_earlier_exercise_is_named(raising):
    raising.run("def helper(x):\n    raise NotImplementedError()")
    raising.run("def double(x):\n    return helper(x)")
    with pytest.raises(checks.NotAttempted, match="needs `helper`, which is not written yet"):
        raising.run(GRADE)


def test_an_error_of_torch_that_is_called_not_implemented_is_a_failure(raising):
    raising.run("def double(x):\n    return torch.zeros(2).to_sparse().untyped_storage()")
    text = raising.failure(GRADE)
    assert "not attempted" not in text
    assert "your code raised NotImplementedError" in text


def test_an_error_is_told_with_the_learners_own_line(raising):
    raising.run("def double(x):\n    y = x\n    return y.missing")
    text = raising.failure(GRADE)
    assert "your code raised AttributeError: 'int' object has no attribute 'missing'" in text
    assert "in `double`, your line 3: return y.missing" in text
    assert "checks.py" not in text


def test_a_missing_function_is_named_once(raising):
    assert raising.failure(GRADE) == (
        "double: `double` is not defined. Run the cell that defines it, then this one again."
    )


def test_a_missing_name_inside_the_answer_is_the_answers_error(raising):
    raising.run("def double(x):\n    return helper(x)")
    assert "your code raised NameError: name 'helper' is not defined" in raising.failure(GRADE)


def test_exit_in_an_answer_is_a_failure(raising):
    raising.run("def double(x):\n    raise SystemExit")
    assert "SystemExit" in raising.failure(GRADE)


def test_an_interrupt_stops_the_cell(raising):
    raising.run("def double(x):\n    raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        raising.run(GRADE)
    assert checks._current is None


def test_what_follows_a_told_failure_in_a_case_is_not_told_as_an_error(raising):
    text = raising.failure(
        "with checks.exercise('f'):\n"
        "    with checks.case('a row'):\n"
        "        result = None\n"
        "        checks.equal(result, [1.0], 'f(x)')\n"
        "        result.shape\n"
    )
    assert text == "f is not right yet.\na row:\n  f(x) is None, should be [1.0]."


def test_an_error_of_the_check_itself_fails_the_exercise(raising):
    text = raising.failure(
        "with checks.exercise('f'):\n    with checks.case('a row'):\n        (None).shape\n"
    )
    assert "raised AttributeError" in text


def test_an_error_outside_the_cases_fails_the_exercise(raising):
    text = raising.failure("with checks.exercise('f'):\n    1 / 0\n")
    assert "could not run" in text and "ZeroDivisionError" in text


def test_nothing_is_left_in_the_namespace(raising):
    raising.run("t = 'mine'")
    raising.run(
        "with checks.exercise('f'):\n"
        "    t, extra = 1, 2\n"
        "    from math import pi\n"
        "    with checks.case('any'):\n"
        "        inner = 3\n"
    )
    assert raising.namespace["t"] == "mine"
    assert not {"extra", "pi", "inner"} & set(raising.namespace)


def test_random_numbers_grad_mode_and_default_dtype_are_put_back(raising):
    raising.run(
        "def careless():\n"
        "    torch.manual_seed(0); torch.set_grad_enabled(False)\n"
        "    torch.set_default_dtype(torch.float64)\n"
    )
    torch.manual_seed(5)
    expected = torch.rand(3).tolist()
    torch.manual_seed(5)
    raising.run(
        "with checks.exercise('f'):\n"
        "    with checks.case('one'):\n"
        "        careless()\n"
        "    with checks.case('two'):\n"
        "        checks.true(torch.is_grad_enabled(), 'off')\n"
        "        checks.true(torch.get_default_dtype() == torch.float32, 'dtype')\n"
    )
    assert torch.rand(3).tolist() == expected
    assert torch.is_grad_enabled()


def test_warnings_and_prints_of_the_answer_stay_off_a_graded_page(raising, capsys):
    raising.run(
        "import sys, warnings\n"
        "def double(x):\n"
        "    print('debug', file=sys.stderr)\n"
        "    print('debug')\n"
        "    warnings.warn('look')\n"
        "    if isinstance(x, list): raise TypeError\n"
        "    return 2 * x\n"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        raising.run(GRADE)
    output = capsys.readouterr()
    assert output.err == ""
    assert "debug" not in output.out


def test_prints_of_the_answer_are_shown_in_the_learners_own_kernel(showing, capsys):
    showing.run("def double(x):\n    print('debug')\n    return 2 * x")
    showing.run(GRADE)
    assert "debug" in capsys.readouterr().out


def test_a_learners_kernel_shows_the_failure_and_goes_on(showing, capsys):
    showing.run("def double(x):\n    return x")
    showing.run(GRADE + "\nafter = True")
    assert showing.namespace["after"] is True
    assert "Nothing was doubled." in capsys.readouterr().out


def test_a_notebook_gets_text_and_an_escaped_page(showing, monkeypatch):
    import IPython

    shown = []
    monkeypatch.setattr(IPython, "get_ipython", lambda: object())
    monkeypatch.setattr(IPython.display, "display", lambda data, raw: shown.append(data))
    monkeypatch.setitem(sys.modules, "IPython", IPython)
    showing.run("def double(x):\n    return '<b>'")
    showing.run(GRADE)
    (data,) = shown
    assert "double(2) is '<b>', should be 4." in data["text/plain"]
    assert "&lt;b&gt;" in data["text/html"] and "<b>" not in data["text/html"]
    assert "Not yet" in data["text/html"]


def test_the_error_renders_as_its_sentences_alone(raising):
    raising.run("def double(x):\n    return x")
    with pytest.raises(checks.CheckFailed) as caught:
        raising.run(GRADE)
    assert caught.value._render_traceback_() == [f"CheckFailed: {caught.value}"]
    assert caught.value.__suppress_context__


def test_an_exercise_without_cases_is_an_error_of_its_author(raising):
    with pytest.raises(RuntimeError, match="holds no case"):
        raising.run("with checks.exercise('f'):\n    pass")


def test_checks_outside_their_blocks_are_errors_of_the_author(raising):
    with pytest.raises(RuntimeError, match=r"outside checks\.exercise"):
        raising.run("with checks.case('c'):\n    pass")
    with pytest.raises(RuntimeError, match=r"outside checks\.case"):
        raising.run("checks.equal(1, 2)")
    with pytest.raises(checks.CheckFailed, match=r"outside checks\.case"):
        raising.run("with checks.exercise('f'):\n    checks.equal(1, 2)")


def test_a_changed_tensor_is_told_by_name(raising):
    text = raising.failure(
        "with checks.exercise('f'):\n"
        "    with checks.case('pure'):\n"
        "        batch = torch.zeros(2)\n"
        "        with checks.unchanged('It is the caller\\'s.', batch=batch):\n"
        "            batch[0] = 1\n"
    )
    assert "batch was changed by the call: it is [1.0, 0.0], should be [0.0, 0.0]." in text
    assert "It is the caller's." in text


def test_a_wrong_kind_of_tensor_ends_its_case(raising):
    text = raising.failure(
        "with checks.exercise('f'):\n"
        "    with checks.case('shape'):\n"
        "        checks.tensor(torch.zeros(2), 'f(x)', shape=(3,))\n"
        "        1 / 0\n"
    )
    assert "f(x) has shape (2,), should have (3,)." in text
    assert "ZeroDivisionError" not in text


def test_raises_tells_an_error_of_another_kind(raising):
    raising.run("def f():\n    return {}['k']")
    text = raising.failure(
        "with checks.exercise('f'):\n"
        "    with checks.case('refuses'):\n"
        "        checks.raises(ValueError, f, 'f()', because='Say which value is wrong.')\n"
    )
    assert "your code raised KeyError" in text
    assert "Say which value is wrong." in text


class Anything:
    def __eq__(self, other):
        return True

    __hash__ = None


class Subclass(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return True


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (1, True),
        (True, 1),
        (torch.tensor(True), True),
        (1.0, "1.0"),
        (Anything(), 3.0),
        (Anything(), None),
        (Anything(), [1, 2]),
        (torch.zeros(2).as_subclass(Subclass), torch.zeros(2)),
        (torch.zeros(2), torch.zeros(2, dtype=torch.float64)),
        (torch.zeros(2), torch.zeros(1, 2)),
        (torch.zeros(2), [0.0, 0.0, 0.0]),
        (torch.zeros(2), None),
        ([1.0, 2.0], [1.0, 3.0]),
        (float("nan"), 0.0),
        ("a", "b"),
        (None, 0),
        (1.1, 1.0),
    ],
)
def test_unequal_values_are_told_apart(actual, expected):
    assert values.difference(actual, expected, 0.0) is not None


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (1, 1.0),
        ([3, 4], [3.0, 4.0]),
        ((1, 2), [1, 2]),
        (torch.zeros(2, requires_grad=True), torch.zeros(2)),
        (torch.zeros(2, dtype=torch.float64), [0.0, 0.0]),
        (float("nan"), float("nan")),
        (None, None),
        ("view", "view"),
        (1j, 1j),
    ],
)
def test_equal_values_are_equal(actual, expected):
    assert values.difference(actual, expected, 0.0) is None


def test_tolerance_is_absolute():
    assert values.difference(torch.tensor([1.001]), [1.0], 0.01) is None
    assert values.difference(torch.tensor([1.1]), [1.0], 0.01) is not None


def test_replacing_torchs_comparisons_later_changes_no_verdict(monkeypatch):
    for name in ("equal", "allclose"):
        monkeypatch.setattr(torch, name, lambda *_, **__: True)
    monkeypatch.setattr(torch.Tensor, "tolist", lambda self: [0.0, 0.0])
    monkeypatch.setattr(torch.Tensor, "__eq__", lambda self, other: True)
    assert values.difference(torch.ones(2), torch.zeros(2), 0.0) is not None


def test_values_are_shown_short_and_without_addresses():
    assert values.shown(torch.zeros(100, 100)) == "a tensor of shape (100, 100)"
    assert "0x" not in values.shown(object())
    assert "0x" not in values.shown([object()])
    assert "0x" not in values.shown(lambda: None)
    assert len(values.shown("x" * 1000)) < 200


def test_long_sentences_are_broken_into_lines(raising):
    text = raising.failure(
        "with checks.exercise('f'):\n"
        "    with checks.case('a row'):\n"
        "        checks.equal(1, 2, because='word ' * 60)\n"
    )
    lines = text.split("\n")
    assert max(map(len, lines)) <= 92
    assert all(line.startswith("  ") for line in lines[2:])
