from __future__ import annotations

import re

import pytest

from course import question_bank
from course.errors import CourseError

SINGLE = """
title: T
questions:
  - id: first
    kind: single
    prompt: Which?
    options:
      - {text: "`a`", right: true, holds: a == 1}
      - {text: b, right: false, feedback: no, holds: a == 2}
    explanation: So.
    code: a = 1
"""
MULTIPLE = """
title: T
questions:
  - id: second
    kind: multiple
    prompt: Which ones?
    not_a_torch_fact: it is about habits
    options:
      - {text: a, right: true, feedback: left out a}
      - {text: b, right: true, feedback: left out b}
      - {text: c, right: false, feedback: ticked c}
    explanation: So.
"""
NUMERIC = """
title: T
questions:
  - id: third
    kind: numeric
    prompt: How many?
    answer: 4
    tolerance: 0
    wrong_values:
      - {value: 8, feedback: doubled}
    explanation: So.
    code: answer = 4
"""
SINGLE = SINGLE.replace("feedback: no,", "feedback: not b,")


def complaint(text: str) -> str:
    with pytest.raises(CourseError) as caught:
        question_bank.parse(text, "9-test")
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith("9-test.yaml: ")
    return message


def test_the_three_kinds_are_read():
    (single,) = question_bank.parse(SINGLE, "s").questions
    (multiple,) = question_bank.parse(MULTIPLE, "s").questions
    (numeric,) = question_bank.parse(NUMERIC, "s").questions
    assert isinstance(single, question_bank.ChoiceQuestion)
    assert not single.several
    assert [(o.text, o.right, o.feedback, o.holds) for o in single.options] == [
        ("`a`", True, "", "a == 1"),
        ("b", False, "not b", "a == 2"),
    ]
    assert isinstance(multiple, question_bank.ChoiceQuestion)
    assert multiple.several
    assert multiple.not_a_torch_fact == "it is about habits"
    assert isinstance(numeric, question_bank.NumericQuestion)
    assert (numeric.answer, numeric.tolerance) == (4.0, 0.0)
    assert numeric.wrong_values == (question_bank.WrongValue(8.0, "doubled"),)


def test_every_bank_of_the_course_is_read():
    assert "1-tensor-views" in question_bank.slugs()
    for slug in question_bank.slugs():
        assert question_bank.load(slug).slug == slug


def test_an_unknown_bank_names_the_known_ones():
    with pytest.raises(CourseError, match=r"no question bank 'nope'.*1-tensor-views"):
        question_bank.load("nope")
    with pytest.raises(CourseError, match="no question bank"):
        question_bank.load("../questions/1-tensor-views")


@pytest.mark.parametrize(
    ("base", "old", "new", "words"),
    [
        (SINGLE, "kind: single", "kind: one", "question 'first': kind 'one' is not single"),
        (SINGLE, "    kind: single\n", "", "question 'first': kind is missing"),
        (SINGLE, "id: first", "id: First Word", "question 1: id 'First Word'"),
        (SINGLE, "id: first", "id: 7", "question 1: id is 7, not text"),
        (SINGLE, "    prompt:", "    hint: x\n    prompt:", "'first': unknown key 'hint'"),
        (SINGLE, "title: T", "title: T\nauthor: A", "9-test.yaml: unknown key 'author'"),
        (SINGLE, "title: T", "titel: T", "unknown key 'titel'"),
        (SINGLE, "title: T\n", "", "title is missing"),
        (SINGLE, "feedback: not b,", "why: x,", "'first': option 2: unknown key 'why'"),
        (SINGLE, "feedback: not b, ", "", "'first': option 2: a wrong option has no feedback"),
        (SINGLE, "right: true", "right: false, feedback: x", "'first': no option is right"),
        (SINGLE, "right: false, feedback: not b", "right: true", "2 options are right"),
        (SINGLE, "right: true", "right: maybe", "option 1: right is neither true nor false"),
        (SINGLE, "right: true,", "right: true, feedback: x,", "feedback that nobody can see"),
        (SINGLE, ", holds: a == 2", "", "option 2: holds is missing"),
        (SINGLE, "holds: a == 2", 'holds: "a =="', "option 2: holds is not a Python expression"),
        (SINGLE, "text: b", "text: a", "'first': two options read the same"),
        (SINGLE, "text: b", "text: 3.14", "option 2: text is 3.14, not text; put it in quotes"),
        (SINGLE, "text: b", 'text: "`b"', "option 2: text has a backtick without a partner"),
        (SINGLE, "text: b", 'text: "b\\n\\nc"', "option 2: text is more than one paragraph"),
        (SINGLE, "prompt: Which?", 'prompt: ""', "'first': prompt is empty"),
        (SINGLE, "    explanation: So.\n", "", "'first': explanation is missing"),
        (SINGLE, "    code: a = 1", "", "'first': it needs either code"),
        (SINGLE, "code: a = 1", "code: a = 1\n    not_a_torch_fact: x", "it needs either code"),
        (SINGLE, "code: a = 1", "code: a = = 1", "'first': code, line 1"),
        (SINGLE, "    kind: single", "    kind: single\n    kind: single", "'kind' stands twice"),
        (SINGLE, "title: T", "title: [T", "line "),
        (SINGLE, "right: true,", "right: true, right: true,", "'right' stands twice"),
        (MULTIPLE, ", feedback: left out b", "", "option 2: a right option of a multiple"),
        (MULTIPLE, "right: false", "right: true", "'second': no option is wrong"),
        (MULTIPLE, "feedback: ticked c", "feedback: x, holds: y", "unknown key 'holds'"),
        (NUMERIC, "answer: 4\n    tol", "answer: four\n    tol", "answer is 'four', not a number"),
        (NUMERIC, "answer: 4\n    tol", "answer: true\n    tol", "answer is True, not a number"),
        (NUMERIC, "answer: 4\n    tol", "answer: .inf\n    tol", "answer is not finite"),
        (NUMERIC, "tolerance: 0", "tolerance: -1", "tolerance is negative"),
        (NUMERIC, "    tolerance: 0\n", "", "'third': tolerance is missing"),
        (NUMERIC, "value: 8", "value: 4", "'third': wrong value 1: it counts as right"),
        (NUMERIC, "value: 8, feedback: doubled", "value: 8", "feedback is missing"),
        (NUMERIC, "tolerance: 0", "tolerance: 0\n    options: []", "unknown key 'options'"),
    ],
)
def test_a_fault_gets_one_line_with_file_and_question(base, old, new, words):
    assert base.count(old) == 1, "the planted fault must be planted once"
    assert words in complaint(base.replace(old, new))


def test_a_second_question_of_the_same_id_is_refused():
    again = SINGLE + SINGLE.split("questions:\n")[1]
    assert "question 'first': a second question has this id" in complaint(again)


def test_a_wrong_value_listed_twice_is_refused():
    twice = NUMERIC.replace(
        "doubled}\n", "doubled}\n      - {value: 8.0, feedback: doubled again}\n"
    )
    assert "wrong value 2: it is listed twice" in complaint(twice)


@pytest.mark.parametrize("text", ["", "- a\n- b", "just words", "title: T\nquestions: []"])
def test_a_file_of_another_form_is_refused(text):
    assert re.search(r"keys and values|at least one entry", complaint(text))


def test_a_step_is_read_and_all_questions_have_one_or_none() -> None:
    stepped = SINGLE.replace("kind: single", "kind: single\n    step: 1-tensor-views")
    (single,) = question_bank.parse(stepped, "s").questions
    assert single.step == "1-tensor-views"
    assert question_bank.parse(SINGLE, "s").questions[0].step is None
    wrong = SINGLE.replace("kind: single", "kind: single\n    step: Tensor views")
    assert "step 'Tensor views' is not the name of a notebook" in complaint(wrong)
    both = stepped + NUMERIC.partition("questions:\n")[2]
    assert "question 'third' has no step, others have" in complaint(both)


def test_every_step_of_a_bank_is_a_lesson_with_a_bank_and_the_diagnostic_asks_about_all() -> None:
    steps = {
        slug: {question.step for question in question_bank.load(slug).questions} - {None}
        for slug in question_bank.slugs()
    }
    assert steps["0-diagnostic"] == {slug for slug in steps if slug[0] in "1234"}
    assert all(named <= set(steps) for named in steps.values())
