from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests import answer_bank, support
from tests.answer_bank import Answer, BankError, Outcome

VISIBLE = "double is not right yet.\ntwice three numbers:\n  the result is a view, should not be."
MISSED = "At grading this did not hold: an empty tensor stays empty.\n  It has no elements."
HIDDEN = f"double is not right yet.\n{MISSED}"
BOTH = f"{VISIBLE}\n{MISSED}"


@pytest.mark.slow
def test_every_answer_gets_what_it_deserves(
    graded_path: Path, request: pytest.FixtureRequest
) -> None:
    reporter = request.config.pluginmanager.get_plugin("terminalreporter")
    capture = request.config.pluginmanager.get_plugin("capturemanager")

    count = itertools.count(1)

    def progress(text: str) -> None:
        """Overwrite one line on a terminal; in a log write every tenth."""
        with capture.global_and_fixture_disabled():
            if reporter.isatty:
                reporter.write(f"\r{text[:78]:78}")
            elif next(count) % 10 == 0:
                reporter.write_line(text)

    slug = graded_path.parent.name
    faults = answer_bank.run(slug, support.ROOT, answer_bank.ANSWERS, progress=progress)
    assert not faults, answer_bank.told(faults)


def test_every_directory_of_answers_belongs_to_a_lesson() -> None:
    lessons = {path.parent.name for path in support.GRADED}
    assert lessons
    assert {path.name for path in answer_bank.ANSWERS.iterdir()} <= lessons


def parsed(text: str) -> list[Answer]:
    return answer_bank.parse(text, "double")


def test_an_answer_is_read_with_all_its_parts() -> None:
    first, second, third = parsed(
        "# Answers to double.\n\n"
        "# %% right: two times\ndef double(t):\n    return 2 * t\n\n"
        "# %% wrong: in place | visible | a view |  should not\ndef double(t):\n    pass\n"
        "# %% lazy: constant\ndouble = None"
    )
    assert (first.kind, first.title, first.caught_by, first.words) == (
        "right",
        "two times",
        None,
        (),
    )
    assert first.code == "def double(t):\n    return 2 * t"
    assert (second.caught_by, second.words) == ("visible", ("a view", "should not"))
    assert (third.kind, third.caught_by, third.line) == ("lazy", None, 10)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no answer"),
        ("x = 1\n# %% right: one\nx", "line 1: code before"),
        ("# %% rigth: one\nx", "line 1: a header is"),
        ("# %%\nx", "line 1: a header is"),
        ("# %% right:\nx", "a header is"),
        ("# %% right one\nx", "a header is"),
        ("# %% right: one\n\n# %% right: two\nx", "'one' has no code"),
        ("# %% right: one | visible\nx", "caught by nothing"),
        ("# %% wrong: one\nx", "say what must catch 'one'"),
        ("# %% wrong: one | seen\nx", "'seen' should be"),
        ("# %% wrong: one | visible | \nx", "nothing between two bars"),
        ("# %% right: one\nx\n# %% right: one\ny", "two answers are called 'one'"),
    ],
)
def test_a_file_that_makes_no_sense_is_told(text: str, says: str) -> None:
    with pytest.raises(BankError, match=r"^double\.py") as raised:
        parsed(text)
    assert says in str(raised.value)


def answer(kind: str, caught_by: str | None = None, *words: str) -> Answer:
    return Answer("double", kind, "an answer", "pass", caught_by, words)


FULL, NONE = Outcome(2, 2), Outcome(0, 2, (BOTH,))


@pytest.mark.parametrize(
    ("given", "outcome"),
    [
        (answer("right"), FULL),
        (answer("wrong", "visible"), NONE),
        (answer("wrong", "visible"), Outcome(1, 2, (VISIBLE,))),
        (answer("wrong", "visible", "A  view", "no elements"), NONE),
        (answer("wrong", "hidden", "empty tensor"), Outcome(1, 2, (HIDDEN,))),
        (answer("lazy"), NONE),
        (answer("lazy", "hidden"), Outcome(1, 2, (HIDDEN,))),
        (answer("wrong", "visible", "NameError"), Outcome(0, 2, ("NameError: x",))),
        (answer("wrong", "visible"), Outcome(0, 2, ("double: not attempted yet. Write it.",))),
        (answer("wrong", "visible"), Outcome(0, 0, (VISIBLE,))),
        (answer("right"), Outcome(0, 0)),
    ],
)
def test_an_outcome_as_foretold_is_no_fault(given: Answer, outcome: Outcome) -> None:
    assert answer_bank.judge(given, outcome) == []


@pytest.mark.parametrize(
    ("given", "outcome", "says"),
    [
        (answer("wrong", "visible"), FULL, "got full marks (2 of 2 points)"),
        (answer("lazy"), FULL, "got full marks"),
        (answer("wrong", "visible"), Outcome(0, 0), "got full marks (0 of 0 points)"),
        (answer("right"), Outcome(0, 0, (VISIBLE,)), "right, but got 0 of 0 points"),
        (answer("right"), NONE, "right, but got 0 of 2 points: double is not right yet"),
        (answer("right"), Outcome(1, 2, (HIDDEN,)), "right, but got 1 of 2"),
        (answer("right"), Outcome(2, 2, lost=("check-last-row",)), "lost check-last-row"),
        (answer("wrong", "visible"), Outcome(0, 2, (HIDDEN,)), "no visible check failed"),
        (answer("wrong", "visible"), Outcome(0, 2), "no visible check failed"),
        (answer("wrong", "hidden"), NONE, "should fail hidden checks alone, but: twice three"),
        (answer("wrong", "hidden"), Outcome(0, 2), "no hidden check failed"),
        (answer("lazy", "hidden"), NONE, "hidden checks alone"),
        (answer("wrong", "visible", "a copy"), NONE, "no message has the words 'a copy'"),
    ],
)
def test_a_planted_fault_is_told(given: Answer, outcome: Outcome, says: str) -> None:
    (fault,) = answer_bank.judge(given, outcome)
    assert fault.startswith(f"double: {given.kind}: an answer: ")
    assert says in fault


def bank(directory: Path, **files: str) -> Path:
    for name, text in files.items():
        path = directory / f"{name.replace('_', '-')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return directory


def enough(**more: int) -> str:
    """Write as many answers of each kind as an exercise needs, more or fewer where told."""
    tail = {"wrong": " | visible", "right": "", "lazy": ""}
    return "\n".join(
        f"# %% {kind}: {kind} number {number}{tail[kind]}\npass"
        for kind, count in {**answer_bank.MINIMUM, **more}.items()
        for number in range(count)
    )


def test_a_full_bank_has_no_fault(tmp_path: Path) -> None:
    answers, faults = answer_bank.load(bank(tmp_path, double=enough()), ["double"])
    assert faults == []
    assert len(answers) == sum(answer_bank.MINIMUM.values())


def test_what_is_missing_or_too_much_is_told_together(tmp_path: Path) -> None:
    files = {
        "double": enough(wrong=3),
        "last_row": enough(right=1, lazy=0),
        "treble": enough(),
        "broken": "# %% wrong",
    }
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    _, faults = answer_bank.load(
        bank(tmp_path, **files), ["double", "last-row", "broken", "predict-strides"]
    )
    told = answer_bank.told(faults)
    assert "double: has 3 wrong answers, needs 4" in told
    assert "last-row: has 1 right answers, needs 2" in told
    assert "last-row: has 0 lazy answers, needs 1" in told
    assert "treble.py: belongs to no exercise" in told
    assert "notes.txt: belongs to no exercise" in told
    assert "broken.py, line 1: a header is" in told
    assert "predict-strides: has no file of answers" in told
    assert told.startswith("7 faults:")


@pytest.mark.slow
def test_planted_answers_go_through_real_grading(tiny: Path) -> None:
    """Grade a small bank in which one wrong answer passes and one right answer fails."""
    place = bank(
        tiny / "bank" / "tiny",
        double=(
            "# %% right: two times\ndef double(t):\n    return 2 * t\n"
            "# %% right: in place, so it is not\ndef double(t):\n    return t.mul_(2)\n"
            "# %% wrong: in place | visible | was changed by the call\n"
            "def double(t):\n    return t.mul_(2)\n"
            "# %% wrong: it is right | visible\ndef double(t):\n    return t + t\n"
            "# %% wrong: said to be seen | visible\n"
            "def double(t):\n    return t * 2 if t.dim() == 1 else t\n"
            "# %% wrong: one dimension only | hidden | two dimensions\n"
            "def double(t):\n    return t * 2 if t.dim() == 1 else t\n"
            "# %% lazy: constant | visible | should be\n"
            "def double(t):\n    return torch.tensor([0.0])\n"
        ),
    )
    faults = answer_bank.run("tiny", tiny, place.parent, only="double")
    assert len(faults) == 3, answer_bank.told(faults)
    right, passed, unseen = faults
    assert right.startswith("double: right: in place, so it is not: right, but got 1 of 2 points")
    assert passed == "double: wrong: it is right: got full marks (2 of 2 points)"
    assert unseen.startswith("double: wrong: said to be seen: no visible check failed")


CHECKS = {"one": ["one(given)"], "two": ["two(given)"], "three": ["three(one(given))"]}


def together(*answers: tuple[str, str, str]) -> list[list[str]]:
    """Batch answers given as exercise, kind and code; return their exercises."""
    made = [Answer(name, kind, str(i), code) for i, (name, kind, code) in enumerate(answers)]
    return [[a.exercise for a in batch] for batch in answer_bank.batches(made, CHECKS)]


def test_answers_that_do_not_see_each_other_go_together() -> None:
    assert together(
        (
            "one",
            "wrong",
            "import torch\ndef one(t):\n    total = t\n    total.grad = None\n    return total",
        ),
        (
            "two",
            "lazy",
            "import torch\ndef two(t):\n    total = 2 * t\n    return torch.abs(total)",
        ),
        ("one", "wrong", "def one(t):\n    return t"),
    ) == [["one", "two"], ["one"]]


@pytest.mark.parametrize(
    "second",
    [
        ("two", "right", "def two(t):\n    return t"),  # what is right stands with what is right
        ("two", "wrong", "def two(t):\n    return one(t)"),
        ("two", "wrong", "def helper(t):\n    return t\n\ndef two(t):\n    return helper(t)"),
        ("two", "wrong", "import math as helper\n\ndef two(t):\n    return t"),
        ("two", "wrong", "if True:\n    one = 3"),
        ("two", "wrong", "import torch\ntorch.equal = None"),
        ("two", "wrong", "torch.nn.functional.relu = None"),
        ("two", "wrong", "def two(t):\n    global other\n    other = t"),
        ("two", "wrong", "def two(t):\n    exec('one = None')"),
        ("two", "wrong", "def two(t:"),
        ("three", "wrong", "def three(t):\n    return t"),  # its check calls one
    ],
)
def test_answers_that_may_see_each_other_stay_apart(second: tuple[str, str, str]) -> None:
    first = ("one", "wrong", "def helper(t):\n    return t\n\ndef one(t):\n    return helper(t)")
    assert together(first, second) == [["one"], [second[0]]]
    assert together(second, first) == [[second[0]], ["one"]]


@pytest.mark.slow
def test_a_fault_beside_other_answers_is_found_alone(tiny: Path) -> None:
    """Grade answers to all exercises, where one wrong answer is right and one breaks the rest."""
    spoiler = "import sys\nsys.modules['torch'].Tensor.fill_ = lambda t, n: t\n"
    place = bank(
        tiny / "bank" / "tiny",
        double=enough().replace("pass", "def double(t):\n    return t + t"),
        last_row=(
            "# %% wrong: zeros | visible | a copy was written to\n"
            "def last_row(t):\n    return t[-1].clone()\n"
            "# %% right: with a side effect\n"
            f"{spoiler}def last_row(t):\n    return t[-1]\n"
        ),
    )
    submitted: list[int] = []
    graded: list[str] = []
    faults = answer_bank.run(
        "tiny",
        tiny,
        place.parent,
        progress=lambda text: submitted.append(1),
        report=lambda answer, outcome, verdict: graded.append(str(answer)),
    )
    told = answer_bank.told(faults)
    assert len(graded) == len(submitted) == sum(answer_bank.MINIMUM.values()) + 2
    assert len(set(graded)) == len(graded)
    for number in range(4):
        assert f"double: wrong: wrong number {number}: got full marks" in told
    assert "last-row: right: with a side effect: right, but got" in told
    assert "double: right" not in told
    assert "last-row: wrong: zeros" not in told


def test_when_nothing_was_graded_it_is_a_fault(tiny: Path) -> None:
    faults = answer_bank.run("tiny", tiny, tiny / "nowhere")
    assert faults[0] == "there are no answers: tiny/ is missing"
    assert faults[-1] == "tiny: no answer was graded"
    assert answer_bank.run("tiny", tiny, tiny / "nowhere", only="treble")[0].startswith("treble is")
