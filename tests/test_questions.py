"""Run the code of every question on the installed torch and compare with the marked answers."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from course import question_bank
from course.question_bank import ChoiceQuestion, NumericQuestion

QUESTIONS = [
    pytest.param(question, id=f"{slug}/{question.id}")
    for slug in question_bank.slugs()
    for question in question_bank.load(slug).questions
]


def disagreements(question: ChoiceQuestion | NumericQuestion) -> list[str]:
    """Say where the code of a question contradicts its answers; raise what the code raises."""
    assert question.code is not None
    names: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(compile(question.code, f"<code of {question.id}>", "exec"), names)
        if isinstance(question, NumericQuestion):
            computed = names["answer"]
            agrees = abs(computed - question.answer) <= question.tolerance
            return [] if agrees else [f"answer {question.answer}, but the code computes {computed}"]
        return [
            f"option {option.text!r} is marked {option.right}, but torch says {truth}"
            for option in question.options
            if (truth := bool(eval(option.holds or "", names))) != option.right
        ]


def test_there_are_questions():
    assert len(QUESTIONS) >= 8


@pytest.mark.parametrize("question", QUESTIONS)
def test_torch_agrees_with_the_marked_answers(question):
    if question.code is None:
        assert question.not_a_torch_fact
    else:
        assert disagreements(question) == []


@pytest.mark.parametrize("slug", question_bank.slugs())
def test_a_bank_mixes_the_kinds_of_questions_and_the_place_of_the_right_option(slug):
    questions = question_bank.load(slug).questions
    choices = [question for question in questions if isinstance(question, ChoiceQuestion)]
    places = {
        [option.right for option in question.options].index(True)
        for question in choices
        if not question.several
    }
    assert len(places) > 1, "the static form would give the right option away by its place"
    assert {question.several for question in choices} == {True, False}


PLANTED = """
title: Planted faults
questions:
  - id: wrong-option-marked
    kind: single
    prompt: What is 1 + 1?
    options:
      - {text: "2", right: false, feedback: none, holds: total == 2}
      - {text: "3", right: true, holds: total == 3}
    explanation: Arithmetic.
    code: total = 1 + 1
  - id: half-of-the-right-ones-marked
    kind: multiple
    prompt: Which are even?
    options:
      - {text: "2", right: true, feedback: it is, holds: 2 % 2 == 0}
      - {text: "4", right: false, feedback: none, holds: 4 % 2 == 0}
      - {text: "3", right: false, feedback: odd, holds: 3 % 2 == 0}
    explanation: Arithmetic.
    code: pass
  - id: wrong-number
    kind: numeric
    prompt: What is 1 + 1?
    answer: 3
    tolerance: 0.5
    wrong_values:
      - {value: 1, feedback: none}
    explanation: Arithmetic.
    code: answer = 1 + 1
  - id: wrong-explanation
    kind: numeric
    prompt: What is 1 + 1?
    answer: 2
    tolerance: 0
    wrong_values:
      - {value: 1, feedback: none}
    explanation: Arithmetic, and 2 + 2 is 5.
    code: |
      answer = 1 + 1
      assert 2 + 2 == 5
"""


def test_planted_faults_are_found():
    option, half, number, explanation = question_bank.parse(PLANTED, "planted").questions
    assert len(disagreements(option)) == 2
    assert disagreements(half) == ["option '4' is marked False, but torch says True"]
    assert disagreements(number) == ["answer 3.0, but the code computes 2"]
    with pytest.raises(AssertionError):
        disagreements(explanation)
