"""A quiz as plain HTML and as text, for wherever no widget can run.

Both forms keep the authored order and hold nothing that differs from one run to the next, so
that a stored output can be compared with a fresh one.
"""

from __future__ import annotations

import textwrap

from course import quiz_advice
from course.question_bank import ChoiceQuestion, NumericQuestion, QuestionBank
from course.quiz_marking import format_number, right_answer
from course.quiz_markup import inline_html, to_html, to_text

_HOW_TO_ANSWER = "Run this cell in JupyterLab to answer the questions there."


def task(question: ChoiceQuestion | NumericQuestion) -> str:
    """Say what kind of answer a question wants."""
    if isinstance(question, NumericQuestion):
        return "Type a number:"
    return "Tick every one that applies:" if question.several else "Choose one:"


def count(bank: QuestionBank) -> str:
    """Say how many questions there are."""
    return "1 question" if len(bank.questions) == 1 else f"{len(bank.questions)} questions"


def to_static_html(bank: QuestionBank) -> str:
    """Render all questions as HTML, each answer folded away below its question."""
    parts = [
        f"<p><strong>Self-test: {inline_html(bank.title)}</strong> ({count(bank)}). "
        f"{_HOW_TO_ANSWER}</p>"
    ]
    for number, question in enumerate(bank.questions, start=1):
        parts.append(f"<p><strong>Question {number}</strong></p>")
        parts.append(to_html(question.prompt))
        parts.append(f"<p>{task(question)}</p>")
        if isinstance(question, ChoiceQuestion):
            options = "".join(f"<li>{inline_html(o.text)}</li>" for o in question.options)
            parts.append(f"<ul>{options}</ul>")
        parts.append(
            f"<details><summary>Answer to question {number}</summary>"
            f"{_answer_html(question)}{to_html(question.explanation)}"
            f"{_step_html(question)}</details>"
        )
    return "\n".join(parts)


def _answer_html(question: ChoiceQuestion | NumericQuestion) -> str:
    if isinstance(question, ChoiceQuestion):
        items = [
            f"{'✓ Right' if option.right else '✗ Wrong'}: {inline_html(option.text)}"
            + (f"<br>{inline_html(option.feedback)}" if option.feedback else "")
            for option in question.options
        ]
    else:
        items = [f"✓ Right: {inline_html(answer)}" for answer in right_answer(question)]
        items += [
            f"✗ Wrong: {format_number(wrong.value)}<br>{inline_html(wrong.feedback)}"
            for wrong in question.wrong_values
        ]
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def _step_html(question: ChoiceQuestion | NumericQuestion) -> str:
    if question.step is None:
        return ""
    return f"<p>Not what you had? Take {quiz_advice.name(question.step)}.</p>"


def to_static_text(bank: QuestionBank) -> str:
    """Render all questions as text, without the answers and with one line on how to see them."""
    parts = [f"Self-test: {bank.title} ({count(bank)})"]
    for number, question in enumerate(bank.questions, start=1):
        parts.append(f"Question {number}")
        parts.append(to_text(question.prompt))
        if isinstance(question, ChoiceQuestion):
            box = "[ ]" if question.several else "( )"
            options = "\n".join(_option_text(box, option.text) for option in question.options)
            parts.append(f"{task(question)}\n{options}")
        else:
            parts.append(task(question))
    parts.append(
        f"{_HOW_TO_ANSWER} A web page made from the notebook holds the answers, folded away."
    )
    return "\n\n".join(parts)


def _option_text(box: str, text: str) -> str:
    return textwrap.fill(
        text, 88, initial_indent=f"  {box} ", subsequent_indent=" " * (len(box) + 3)
    )
