"""Decide whether an answer to a quiz question is right, and what to say about it."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass

from course.question_bank import ChoiceQuestion, NumericQuestion


@dataclass(frozen=True, slots=True)
class Verdict:
    """Hold the outcome of one attempt.

    `answered` repeats the answer as it was understood, `remarks` pairs a wrong part of it with
    the misconception behind it, `left_out` does so for right options of a multiple question that
    were not ticked. All are in the markup of the question bank.
    """

    right: bool
    answered: str
    remarks: tuple[tuple[str, str], ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()


def mark_choice(question: ChoiceQuestion, chosen: Collection[int]) -> Verdict:
    """Compare the positions of the chosen options, in the authored order, with the right ones."""
    wrong = [
        option
        for position, option in enumerate(question.options)
        if option.right != (position in chosen)
    ]
    return Verdict(
        right=not wrong,
        answered="; ".join(question.options[position].text for position in sorted(chosen)),
        remarks=tuple((option.text, option.feedback) for option in wrong if not option.right),
        left_out=tuple(
            (option.text, option.feedback) for option in wrong if option.right and question.several
        ),
    )


def mark_number(question: NumericQuestion, value: float) -> Verdict:
    """Compare a number with the answer, then with the wrong values that have feedback."""
    answered = format_number(value)
    if abs(value - question.answer) <= question.tolerance:
        return Verdict(right=True, answered=answered)
    feedback = next(
        (
            wrong.feedback
            for wrong in question.wrong_values
            if math.isclose(value, wrong.value, rel_tol=1e-9)
        ),
        "This is not the number, and not one of the usual slips either.",
    )
    return Verdict(right=False, answered=answered, remarks=((answered, feedback),))


def read_number(text: str) -> float:
    """Read a number as people type it.

    A decimal comma, groups of three digits (set apart by spaces, commas, dots or apostrophes),
    a typographic minus and an exponent are understood: ``3,14``, ``4 000``, ``1,000,000``,
    ``−2``, ``4e3``. A single comma before exactly three digits (``4,000``) could mean either
    thing and is refused; a single dot is a decimal point, as in Python.

    Raises:
        ValueError: the text is no finite number; the message is a sentence for the learner.
    """
    typed = " ".join(text.split())
    if not typed:
        raise ValueError("Type a number first.")
    number = re.sub(r"(?<=\d)[ '’](?=\d{3}(?!\d))", "", typed).replace("−", "-")
    if re.fullmatch(r"[+-]?[1-9]\d{0,2},\d{3}", number):
        whole, rest = number.split(",")
        raise ValueError(
            f"“{typed}” can be read in two ways: type {whole}{rest} "
            f"or {whole}.{rest.rstrip('0') or '0'}."
        )
    if re.fullmatch(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?", number):
        number = number.replace(",", "")
    elif re.fullmatch(r"[+-]?[1-9]\d{0,2}(\.\d{3})+,\d*|[+-]?[1-9]\d{0,2}(\.\d{3}){2,}", number):
        number = number.replace(".", "").replace(",", ".")
    elif "." not in number and number.count(",") == 1:
        number = number.replace(",", ".")
    try:
        value = float(number)
    except ValueError:
        raise ValueError(
            f"“{typed}” is not a number. Type the number alone, without a unit or a formula."
        ) from None
    if not math.isfinite(value):
        raise ValueError(f"“{typed}” is not a finite number.")
    return value


def format_number(value: float) -> str:
    """Write a number without a superfluous fraction or exponent."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def right_answer(question: ChoiceQuestion | NumericQuestion) -> list[str]:
    """List the right options, or the one right number with its tolerance, in markup."""
    if isinstance(question, ChoiceQuestion):
        return [option.text for option in question.options if option.right]
    answer = format_number(question.answer)
    if question.tolerance:
        answer += f" (give or take {format_number(question.tolerance)})"
    return [answer]
