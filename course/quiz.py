"""Self-tests in a notebook: `quiz.show("1-tensor-views")` as the last expression of a cell.

Where widgets run, the questions can be answered, checked and tried again; anywhere else the same
output is read as a static page (`course.quiz_static`). Nothing is graded; of the answers nothing
is saved but the best score, in the learner's progress (`course.progress`).
"""

from __future__ import annotations

import html
import random
from collections.abc import Callable, Collection, Mapping
from importlib.resources import files
from typing import Any, NamedTuple, Protocol

import ipywidgets as widgets

from course import progress, question_bank, quiz_advice, quiz_static
from course.question_bank import ChoiceQuestion, NumericQuestion, QuestionBank
from course.quiz_marking import Verdict, mark_choice, mark_number, read_number
from course.quiz_markup import inline_bare, inline_html, to_html

_WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


class Score(NamedTuple):
    """Count the questions whose latest check was right, those checked at all, and all."""

    right: int
    checked: int
    total: int


def show(slug: str) -> Quiz:
    """Make the self-test of a notebook; as the last expression of a cell it is displayed.

    Its best score is kept in the learner's progress.

    Raises:
        CourseError: there is no question bank of that name, or it is faulty.
    """
    made = Quiz(question_bank.load(slug))
    made.on_change(lambda score: _record(slug, score))
    return made


def _record(slug: str, score: Score) -> None:
    if score.checked:
        progress.record_score(slug, score.right, score.total)


class Quiz:
    """Ask the questions of a bank, with options in a new order for each quiz and each retry.

    The widgets are made when the quiz is first displayed. `rng` decides the order of options.
    """

    def __init__(self, bank: QuestionBank, rng: random.Random | None = None) -> None:
        self._bank = bank
        self._rng = rng or random.Random()
        self._callbacks: list[Callable[[Score], object]] = []
        self._cards: list[_Card] = []
        self._root: Any = None

    def __repr__(self) -> str:
        return f"Quiz({self._bank.slug!r}, {quiz_static.count(self._bank)})"

    @property
    def score(self) -> Score:
        """Count what is right at this moment; a retry takes its question out until checked."""
        outcomes = [card.outcome for card in self._cards]
        return Score(
            right=outcomes.count(True),
            checked=len(outcomes) - outcomes.count(None),
            total=len(self._bank.questions),
        )

    def on_change(self, callback: Callable[[Score], object]) -> None:
        """Call `callback(score)` after every check and every retry."""
        self._callbacks.append(callback)

    @property
    def widget(self) -> Any:
        """Give the widget that holds the whole quiz, made on first use."""
        if self._root is None:
            self._root = self._build()
        return self._root

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, Any]:
        """Offer the widget, and a static page and text for readers that cannot run it."""
        return {
            _WIDGET_VIEW: self.widget._repr_mimebundle_()[_WIDGET_VIEW],
            "text/html": quiz_static.to_static_html(self._bank),
            "text/plain": quiz_static.to_static_text(self._bank),
        }

    def _build(self) -> Any:
        self._cards = [
            _Card(number, question, self._rng, self._changed)
            for number, question in enumerate(self._bank.questions, start=1)
        ]
        self._score_line = widgets.HTML()
        self._advice = widgets.HTML()
        restart = widgets.Button(
            description="Start again", tooltip="Clear all answers and shuffle the options"
        )
        restart.on_click(lambda _button: self._restart())
        self._show_score()
        head = widgets.HTML(
            f"<style>{_style()}</style>"
            f"<h3>Self-test: {inline_html(self._bank.title)}</h3>"
            f"<p>{quiz_static.count(self._bank).capitalize()}, not graded; your best score is "
            "kept, your answers are not. With the keyboard: Tab goes from one field or button to "
            "the next, Space chooses, ticks or presses, Enter checks a number. The arrow keys "
            "leave the quiz: they belong to the notebook.</p>"
        )
        foot = widgets.HBox([self._score_line, restart])
        foot.add_class("course-quiz-foot")
        parts = [head, *(card.widget for card in self._cards), foot]
        if quiz_advice.gives_advice(self._bank):
            parts.append(self._advice)
        root = widgets.VBox(parts)
        root.add_class("course-quiz")
        return root

    def _restart(self) -> None:
        for card in self._cards:
            card.clear()
            card.first = None
        self._changed()

    def _changed(self) -> None:
        self._show_score()
        for callback in self._callbacks:
            callback(self.score)

    def _show_score(self) -> None:
        right, checked, total = self.score
        still = "" if checked == total else f", {total - checked} still to check"
        self._score_line.value = (
            f'<div role="status"><strong>{right} of {total} right</strong>{still}.</div>'
        )
        if quiz_advice.gives_advice(self._bank):
            self._show_advice()

    def _show_advice(self) -> None:
        firsts = [card.first for card in self._cards]
        steps = quiz_advice.advise(self._bank, firsts)
        if steps is None:
            left = firsts.count(None)
            told = (
                f"<p>{left} of {len(firsts)} questions not tried yet. After the last one, this "
                "place says which steps to take and which may be skimmed.</p>"
            )
        else:
            told = (
                f"{quiz_advice.to_html(steps)}<p>This goes by your first answer to each question. "
                "“Start again” forgets them all.</p>"
            )
        # An unchanged text is not sent again, so that a screen reader does not repeat it.
        self._advice.value = (
            '<div class="course-quiz-advice" role="status"><h4>What to take</h4>' + told + "</div>"
        )


def _style() -> str:
    return (files("course") / "quiz.css").read_text(encoding="utf-8")


class _Card:
    """Show one question with its answer field, its buttons and the result of the last check."""

    def __init__(
        self,
        number: int,
        question: ChoiceQuestion | NumericQuestion,
        rng: random.Random,
        changed: Callable[[], None],
    ) -> None:
        self.outcome: bool | None = None
        """Whether the latest answer was right; None when there is none, or it was taken back."""
        self.first: bool | None = None
        """Whether the first answer was right; a retry does not change it."""
        self._question = question
        self._changed = changed
        self._field = _field(question, rng, self.check)
        self._result = widgets.HTML()
        check = widgets.Button(
            description="Check",
            tooltip=f"Check the answer to question {number}",
            button_style="primary",
        )
        again = widgets.Button(
            description="Try again", tooltip=f"Clear the answer to question {number} and reshuffle"
        )
        check.on_click(lambda _button: self.check())
        again.on_click(lambda _button: self.retry())
        prompt = widgets.HTML(f"<h4>Question {number}</h4>{to_html(question.prompt)}")
        self.widget = widgets.VBox(
            [prompt, self._field.widget, widgets.HBox([check, again]), self._result]
        )
        self.widget.add_class("course-quiz-card")

    def check(self) -> None:
        """Mark the answer and show the result; an empty or unreadable answer is no attempt."""
        try:
            verdict = self._field.mark()
        except ValueError as problem:
            self._result.value = _alert("unclear", html.escape(str(problem)))
            return
        self.outcome = verdict.right
        if self.first is None:
            self.first = verdict.right
        self._result.value = _result_html(verdict, self._question.explanation)
        self._changed()

    def retry(self) -> None:
        """Clear this question and tell the quiz."""
        self.clear()
        self._changed()

    def clear(self) -> None:
        """Forget answer and result, and shuffle."""
        self.outcome = None
        self._result.value = ""
        self._field.clear()


def _result_html(verdict: Verdict, explanation: str) -> str:
    """Say right or not yet, why, and explain: openly when right, folded away when not."""
    if verdict.right:
        return (
            _alert(
                "right",
                '<p><strong><span aria-hidden="true">✓ </span>Right.</strong> '
                f"Your answer: {inline_html(verdict.answered)}</p>",
            )
            + f'<div class="course-quiz-explanation">{to_html(explanation)}</div>'
        )
    told = '<p><strong><span aria-hidden="true">✗ </span>Not yet.</strong></p>'
    for about, why in verdict.remarks:
        told += f"<p><em>You answered:</em> {inline_html(about)}<br>{inline_html(why)}</p>"
    if verdict.left_out:
        number = len(verdict.left_out)
        so_far = "" if verdict.remarks else "What you ticked is right, but "
        told += f"<p>{so_far}{number} more {'applies' if number == 1 else 'apply'}.</p>"
    left_out = "".join(
        f"<p><em>Left out:</em> {inline_html(about)}<br>{inline_html(why)}</p>"
        for about, why in verdict.left_out
    )
    return (
        _alert("wrong", told)
        + '<details class="course-quiz-explanation"><summary>Explanation, with the answer'
        + f"</summary>{left_out}{to_html(explanation)}</details>"
    )


def _alert(kind: str, content: str) -> str:
    # The widget replaces its whole content, and screen readers announce a region that comes
    # into being together with its text reliably only when it is an alert.
    return f'<div class="course-quiz-result course-quiz-{kind}" role="alert">{content}</div>'


class _Field(Protocol):
    """Take one answer."""

    widget: Any

    def mark(self) -> Verdict:
        """Mark the present answer; raise ValueError with a sentence when there is none."""

    def clear(self) -> None:
        """Forget the answer; options come in another order."""


def _field(
    question: ChoiceQuestion | NumericQuestion,
    rng: random.Random,
    check: Callable[[], None],
) -> _Field:
    if isinstance(question, NumericQuestion):
        return _NumberField(question, check)
    return _TickField(question, rng) if question.several else _RadioField(question, rng)


class _RadioField:
    """Take one of several options."""

    def __init__(self, question: ChoiceQuestion, rng: random.Random) -> None:
        self._question = question
        self._rng = rng
        self._order = rng.sample(range(len(question.options)), len(question.options))
        self.widget = widgets.RadioButtons(
            options=self._labels(), index=None, description=quiz_static.task(question)
        )

    def _labels(self) -> list[tuple[str, int]]:
        return [
            (inline_bare(self._question.options[position].text), position)
            for position in self._order
        ]

    def mark(self) -> Verdict:
        if self.widget.value is None:
            raise ValueError("Choose an option first.")
        return mark_choice(self._question, {self.widget.value})

    def clear(self) -> None:
        self._order = _reordered(self._order, self._rng)
        self.widget.index = None
        self.widget.options = self._labels()


class _TickField:
    """Take any number of options."""

    def __init__(self, question: ChoiceQuestion, rng: random.Random) -> None:
        self._question = question
        self._rng = rng
        self._boxes = [
            widgets.Checkbox(description=inline_bare(option.text), indent=False)
            for option in question.options
        ]
        self._order = rng.sample(range(len(self._boxes)), len(self._boxes))
        self._list = widgets.VBox(self._ordered())
        task = widgets.Label(quiz_static.task(question))
        task.add_class("course-quiz-task")
        self.widget = widgets.VBox([task, self._list])

    def _ordered(self) -> list[Any]:
        return [self._boxes[position] for position in self._order]

    def mark(self) -> Verdict:
        chosen = {position for position, box in enumerate(self._boxes) if box.value}
        if not chosen:
            raise ValueError("Tick at least one option first.")
        return mark_choice(self._question, chosen)

    def clear(self) -> None:
        for box in self._boxes:
            box.value = False
        self._order = _reordered(self._order, self._rng)
        self._list.children = self._ordered()


class _NumberField:
    """Take a number as people type it; Enter checks it, and so does leaving the field.

    The browser sends the text when it is complete, not key by key: while keys are on their way,
    a press of Enter could overtake the last of them.
    """

    def __init__(self, question: NumericQuestion, check: Callable[[], None]) -> None:
        self._question = question
        self.widget = widgets.Text(description=quiz_static.task(question), continuous_update=False)

        def committed(change: Mapping[str, str]) -> None:
            if change["new"].strip():
                check()

        self.widget.observe(committed, "value")

    def mark(self) -> Verdict:
        return mark_number(self._question, read_number(self.widget.value))

    def clear(self) -> None:
        self.widget.value = ""


def _reordered(order: list[int], rng: random.Random) -> list[int]:
    """Draw another order than the present one."""
    while True:
        drawn = rng.sample(order, len(order))
        if drawn != order:
            return drawn
