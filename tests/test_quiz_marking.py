from __future__ import annotations

import pytest

from course.question_bank import ChoiceQuestion, NumericQuestion, Option, WrongValue
from course.quiz_marking import format_number, mark_choice, mark_number, read_number, right_answer


def choice(*, several: bool) -> ChoiceQuestion:
    options = (
        Option("wrong one", False, "first misconception", None),
        Option("right one", True, "why one" if several else "", None),
        Option("right two", several, "why two", None),
    )
    return ChoiceQuestion("q", "Prompt?", "Because.", None, "made up", options, several)


NUMBER = NumericQuestion(
    "n", "How many?", "So many.", None, "made up", 10.0, 0.5, (WrongValue(3.0, "halved"),)
)


def test_the_right_single_option_is_right():
    verdict = mark_choice(choice(several=False), {1})
    assert (verdict.right, verdict.answered, verdict.remarks) == (True, "right one", ())


def test_a_wrong_single_option_names_its_misconception_and_nothing_else():
    verdict = mark_choice(choice(several=False), {0})
    assert not verdict.right
    assert verdict.remarks == (("wrong one", "first misconception"),)
    assert verdict.left_out == ()


def test_multiple_needs_every_right_option_and_no_wrong_one():
    question = choice(several=True)
    assert mark_choice(question, {1, 2}).right
    incomplete = mark_choice(question, {2})
    assert not incomplete.right
    assert incomplete.left_out == (("right one", "why one"),)
    too_many = mark_choice(question, {0, 1, 2})
    assert not too_many.right
    assert too_many.remarks == (("wrong one", "first misconception"),)
    assert too_many.answered == "wrong one; right one; right two"


@pytest.mark.parametrize(
    ("value", "right"), [(10.0, True), (10.5, True), (9.5, True), (10.6, False)]
)
def test_the_tolerance_counts_as_right(value, right):
    assert mark_number(NUMBER, value).right is right


def test_a_known_wrong_value_names_its_misconception():
    assert mark_number(NUMBER, 3.0).remarks == (("3", "halved"),)
    assert "usual slips" in mark_number(NUMBER, 4.0).remarks[0][1]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4000", 4000),
        ("  4000 ", 4000),
        ("4 000", 4000),
        ("4 000", 4000),
        ("4_000", 4000),
        ("1,000,000", 1_000_000),
        ("1.000.000", 1_000_000),
        ("1'000'000", 1_000_000),
        ("4,000.5", 4000.5),
        ("4.000,5", 4000.5),
        ("3.14", 3.14),
        ("3,14", 3.14),
        ("0,125", 0.125),
        ("3,1415", 3.1415),
        ("-2", -2),
        ("−2,5", -2.5),
        ("+1", 1),
        ("4e3", 4000),
        (".5", 0.5),
    ],
)
def test_numbers_are_read_as_people_type_them(text, value):
    assert read_number(text) == value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Type a number first"),
        ("  ", "Type a number first"),
        ("4,000", "type 4000 or 4.0."),
        ("3,145", "type 3145 or 3.145."),
        ("4 kB", "without a unit"),
        ("4*1000", "without a unit or a formula"),
        ("1 2", "not a number"),
        ("1,2,3", "not a number"),
        ("four", "“four” is not a number"),
        ("nan", "not a finite number"),
        ("inf", "not a finite number"),
    ],
)
def test_what_is_no_clear_number_gets_a_sentence(text, words):
    with pytest.raises(ValueError, match=r".") as caught:
        read_number(text)
    assert words in str(caught.value)


def test_numbers_are_written_plainly():
    assert [format_number(v) for v in (4000.0, 0.5, 4_000_000.0, -1.0)] == [
        "4000",
        "0.5",
        "4000000",
        "-1",
    ]


def test_the_right_answer_in_words():
    assert right_answer(choice(several=True)) == ["right one", "right two"]
    assert right_answer(NUMBER) == ["10 (give or take 0.5)"]
