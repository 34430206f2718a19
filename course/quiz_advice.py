"""What a diagnostic quiz advises: the steps to take, and those that may be skimmed.

It goes by the first answer to each question. A later one was given with the explanation in view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from course import question_bank
from course.question_bank import QuestionBank
from course.quiz_markup import inline_html


@dataclass(frozen=True, slots=True)
class Step:
    """Say of one step which questions asked about it and which of them were missed, by number."""

    slug: str
    asked: tuple[int, ...]
    missed: tuple[int, ...]


def gives_advice(bank: QuestionBank) -> bool:
    """Tell whether the questions of a bank say to which steps they belong."""
    return all(question.step is not None for question in bank.questions)


def advise(bank: QuestionBank, firsts: Sequence[bool | None]) -> list[Step] | None:
    """Judge every step by the first answers: right, wrong, or None where there is none yet.

    Returns the steps in the order of the course, or None while a first answer is missing.
    """
    if any(first is None for first in firsts):
        return None
    numbered = list(enumerate(bank.questions, start=1))
    return [
        Step(
            slug,
            asked=tuple(number for number, question in numbered if question.step == slug),
            missed=tuple(
                number
                for (number, question), first in zip(numbered, firsts, strict=True)
                if question.step == slug and not first
            ),
        )
        for slug in sorted({question.step for question in bank.questions if question.step})
    ]


@cache
def name(slug: str) -> str:
    """Name a step in HTML, by its number, its title and the name of its notebook.

    Raises:
        CourseError: the step has no question bank, which holds its title.
    """
    title = question_bank.load(slug).title
    return f"step {slug.partition('-')[0]}, {inline_html(title)} (<code>{slug}</code>)"


def to_html(steps: Sequence[Step]) -> str:
    """Render the advice: first what to take and why, then what may be skimmed."""
    take = [
        f"{_name(step)}: {_questions(step.missed)} {_was(step.missed)} not right at first"
        for step in steps
        if step.missed
    ]
    skim = [
        f"{_name(step)}: {_questions(step.asked)} {_was(step.asked)} right at first"
        for step in steps
        if not step.missed
    ]
    return (_list("Take", take) if take else "<p><strong>Nothing has to be taken.</strong></p>") + (
        _list("May be skimmed", skim) if skim else "<p><strong>Skim nothing.</strong></p>"
    )


def _name(step: Step) -> str:
    named = name(step.slug)
    return named[0].upper() + named[1:]


def _questions(numbers: Sequence[int]) -> str:
    *most, last = map(str, numbers)
    return f"questions {', '.join(most)} and {last}" if most else f"question {last}"


def _was(numbers: Sequence[int]) -> str:
    return "was" if len(numbers) == 1 else "were"


def _list(head: str, items: Sequence[str]) -> str:
    entries = "".join(f"<li>{item}.</li>" for item in items)
    return f"<p><strong>{head}</strong></p><ul>{entries}</ul>"
