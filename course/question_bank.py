"""The question banks of the self-tests: their form, reading them, and refusing a faulty one.

A bank is ``questions/<notebook>.yaml`` beside this file::

    title: Tensor views
    questions:
      - id: write-through          # a stable word, unique in the file
        kind: single               # single, multiple or numeric
        prompt: |                  # paragraphs, `code` and fenced blocks
          ...
        options:                   # in the order of the static form
          - text: "..."            # one line; distinct from the others without its backticks
            right: false
            feedback: "..."        # names the misconception behind this choice
            holds: t[0].item() == 0  # must come out true for right options, false for wrong ones
          - text: "..."
            right: true
            holds: ...
        explanation: |             # shown after an attempt
          ...
        code: |                    # makes the names that the `holds` expressions use
          ...

In a ``multiple`` question a right option has feedback too, for leaving it out. A ``numeric``
question has no options but ``answer``, ``tolerance`` (how far off still counts as right) and
``wrong_values``, a list of ``value`` and ``feedback``; its code must leave ``answer`` behind.
A question that states no fact about torch has, instead of ``code`` and ``holds``,
``not_a_torch_fact`` with the reason. The answers are for learning and in no way secret.

In a bank that decides what to learn, every question has ``step``: the notebook to work through if
its answer is not known. The quiz then says which steps to take (`course.quiz_advice`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import PurePath
from typing import Any, NoReturn

import yaml

from course import quiz_markup
from course.errors import CourseError

_WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_COMMON = ("id", "kind", "prompt", "explanation")
_OPTIONAL = ("code", "not_a_torch_fact", "step")


@dataclass(frozen=True, slots=True)
class Option:
    """Hold one choice; `feedback` is for a learner who gets this option wrong."""

    text: str
    right: bool
    feedback: str
    holds: str | None


@dataclass(frozen=True, slots=True)
class WrongValue:
    """Hold a number that a known misconception leads to."""

    value: float
    feedback: str


@dataclass(frozen=True, slots=True)
class Question:
    """Hold what all kinds of questions have; of `code` and `not_a_torch_fact` one is set."""

    id: str
    prompt: str
    explanation: str
    code: str | None
    not_a_torch_fact: str | None
    step: str | None = field(default=None, kw_only=True)
    """The notebook to work through for somebody who cannot answer."""


@dataclass(frozen=True, slots=True)
class ChoiceQuestion(Question):
    """Ask for one option, or for `several`: every right one and no other."""

    options: tuple[Option, ...]
    several: bool


@dataclass(frozen=True, slots=True)
class NumericQuestion(Question):
    """Ask for a number no further than `tolerance` from `answer`."""

    answer: float
    tolerance: float
    wrong_values: tuple[WrongValue, ...]


@dataclass(frozen=True, slots=True)
class QuestionBank:
    """Hold the questions of one notebook in the order their author gave them."""

    slug: str
    title: str
    questions: tuple[ChoiceQuestion | NumericQuestion, ...]


def slugs() -> list[str]:
    """List the notebooks that have a question bank."""
    names = (PurePath(entry.name) for entry in (files("course") / "questions").iterdir())
    return sorted(name.stem for name in names if name.suffix == ".yaml")


def load(slug: str) -> QuestionBank:
    """Read the question bank of a notebook.

    Raises:
        CourseError: there is no such bank, or the file is faulty; one line says where.
    """
    known = slugs()
    if slug not in known:
        raise CourseError(f"there is no question bank {slug!r}; there is: {', '.join(known)}")
    text = (files("course") / "questions" / f"{slug}.yaml").read_text(encoding="utf-8")
    return parse(text, slug)


def parse(text: str, slug: str) -> QuestionBank:
    """Read a question bank from the text of its file.

    Raises:
        CourseError: the text is faulty; one line names the file and the question.
    """
    file = _Place(f"{slug}.yaml")
    try:
        content = yaml.load(text, _Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f"line {mark.line + 1}: " if mark else ""
        file.fault(f"{line}{getattr(error, 'problem', None) or 'not readable as YAML'}")
    top = file.mapping(content, required=("title", "questions"))
    questions = []
    seen: set[str] = set()
    for number, entry in enumerate(file.sequence(top, "questions"), start=1):
        place = file.at(f"question {number}")
        identity = place.text(place.mapping(entry), "id")
        if not _WORD.fullmatch(identity):
            place.fault(f"id {identity!r} is not made of lower-case words joined by hyphens")
        place = file.at(f"question {identity!r}")
        if identity in seen:
            place.fault("a second question has this id")
        seen.add(identity)
        questions.append(_question(place, entry))
    without = [question.id for question in questions if question.step is None]
    if without and len(without) < len(questions):
        file.fault(f"question {without[0]!r} has no step, others have: all of them or none")
    return QuestionBank(slug, file.text(top, "title"), tuple(questions))


def _question(place: _Place, entry: Mapping[str, Any]) -> ChoiceQuestion | NumericQuestion:
    kind = place.text(entry, "kind")
    if kind == "numeric":
        return _numeric_question(place, entry)
    if kind not in ("single", "multiple"):
        place.fault(f"kind {kind!r} is not single, multiple or numeric")
    return _choice_question(place, entry, several=kind == "multiple")


def _choice_question(place: _Place, entry: Mapping[str, Any], *, several: bool) -> ChoiceQuestion:
    place.mapping(entry, required=(*_COMMON, "options"), optional=_OPTIONAL)
    proven = _is_proven(place, entry)
    options = tuple(
        _option(place.at(f"option {number}"), option, several=several, proven=proven)
        for number, option in enumerate(place.sequence(entry, "options"), start=1)
    )
    rights = sum(option.right for option in options)
    if rights == 0:
        place.fault("no option is right")
    if rights > 1 and not several:
        place.fault(f"{rights} options are right, but a single question has one right option")
    if rights == len(options):
        place.fault("no option is wrong")
    labels = [quiz_markup.inline_bare(option.text) for option in options]
    if len(set(labels)) < len(labels):
        place.fault("two options read the same")
    return ChoiceQuestion(**_common(place, entry), options=options, several=several)


def _option(place: _Place, entry: object, *, several: bool, proven: bool) -> Option:
    option = place.mapping(
        entry,
        required=("text", "right", *(["holds"] if proven else [])),
        optional=("feedback",),
    )
    right = option["right"]
    if not isinstance(right, bool):
        place.fault("right is neither true nor false")
    if not right and "feedback" not in option:
        place.fault("a wrong option has no feedback that names the misconception")
    if right and several and "feedback" not in option:
        place.fault("a right option of a multiple question has no feedback for leaving it out")
    if right and not several and "feedback" in option:
        place.fault("the right option of a single question has feedback that nobody can see")
    return Option(
        text=place.line(option, "text"),
        right=right,
        feedback=place.line(option, "feedback") if "feedback" in option else "",
        holds=_expression(place, option) if proven else None,
    )


def _numeric_question(place: _Place, entry: Mapping[str, Any]) -> NumericQuestion:
    place.mapping(
        entry, required=(*_COMMON, "answer", "tolerance", "wrong_values"), optional=_OPTIONAL
    )
    _is_proven(place, entry)
    answer = place.number(entry, "answer")
    tolerance = place.number(entry, "tolerance")
    if tolerance < 0:
        place.fault("tolerance is negative")
    wrong_values: list[WrongValue] = []
    for number, item in enumerate(place.sequence(entry, "wrong_values"), start=1):
        at = place.at(f"wrong value {number}")
        wrong = at.mapping(item, required=("value", "feedback"))
        value = at.number(wrong, "value")
        if abs(value - answer) <= tolerance:
            at.fault("it counts as right")
        if any(value == other.value for other in wrong_values):
            at.fault("it is listed twice")
        wrong_values.append(WrongValue(value, at.line(wrong, "feedback")))
    return NumericQuestion(
        **_common(place, entry),
        answer=answer,
        tolerance=tolerance,
        wrong_values=tuple(wrong_values),
    )


def _common(place: _Place, entry: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": entry["id"],
        "prompt": place.prose(entry, "prompt"),
        "explanation": place.prose(entry, "explanation"),
        "code": _program(place, entry) if "code" in entry else None,
        "not_a_torch_fact": (
            place.text(entry, "not_a_torch_fact") if "not_a_torch_fact" in entry else None
        ),
        "step": _step(place, entry) if "step" in entry else None,
    }


def _step(place: _Place, entry: Mapping[str, Any]) -> str:
    step = place.text(entry, "step")
    if not _WORD.fullmatch(step):
        place.fault(f"step {step!r} is not the name of a notebook")
    return step


def _is_proven(place: _Place, entry: Mapping[str, Any]) -> bool:
    """Tell whether code proves the answer; refuse neither and both."""
    proven = "code" in entry
    if proven == ("not_a_torch_fact" in entry):
        place.fault(
            "it needs either code that computes the answer or not_a_torch_fact with the reason"
        )
    return proven


def _program(place: _Place, entry: Mapping[str, Any]) -> str:
    code = place.text(entry, "code")
    try:
        compile(code, "<code>", "exec")
    except SyntaxError as error:
        place.fault(f"code, line {error.lineno}: {error.msg}")
    return code


def _expression(place: _Place, entry: Mapping[str, Any]) -> str:
    holds = place.text(entry, "holds")
    try:
        compile(holds, "<holds>", "eval")
    except SyntaxError as error:
        place.fault(f"holds is not a Python expression: {error.msg}")
    return holds


@dataclass(frozen=True, slots=True)
class _Place:
    """Read values at one place of the file; a faulty one raises an error that names the place."""

    name: str

    def at(self, part: str) -> _Place:
        return _Place(f"{self.name}: {part}")

    def fault(self, what: str) -> NoReturn:
        raise CourseError(f"{self.name}: {what}")

    def mapping(
        self,
        value: object,
        required: tuple[str, ...] = (),
        optional: tuple[str, ...] | None = None,
    ) -> Mapping[str, Any]:
        """Check the keys of a mapping; without required and optional ones, only its form."""
        if not isinstance(value, dict):
            self.fault(f"here must be keys and values, not {value!r}")
        missing = [key for key in required if key not in value]
        if required:
            allowed = (*required, *(optional or ()))
            for key in value:
                if key not in allowed:
                    self.fault(f"unknown key {key!r}; known here: {', '.join(allowed)}")
        if missing:
            self.fault(f"{missing[0]} is missing")
        return value

    def sequence(self, entry: Mapping[str, Any], key: str) -> list[Any]:
        value = entry[key]
        if not isinstance(value, list) or not value:
            self.fault(f"{key} is not a list with at least one entry")
        return value

    def text(self, entry: Mapping[str, Any], key: str) -> str:
        if key not in entry:
            self.fault(f"{key} is missing")
        value = entry[key]
        if not isinstance(value, str):
            self.fault(f"{key} is {value!r}, not text; put it in quotes")
        if not value.strip():
            self.fault(f"{key} is empty")
        return value.strip()

    def prose(self, entry: Mapping[str, Any], key: str) -> str:
        text = self.text(entry, key)
        try:
            quiz_markup.blocks(text)
        except quiz_markup.MarkupError as error:
            self.fault(f"{key} {error}")
        return text

    def line(self, entry: Mapping[str, Any], key: str) -> str:
        text = self.prose(entry, key)
        found = quiz_markup.blocks(text)
        if len(found) != 1 or found[0].is_code:
            self.fault(f"{key} is more than one paragraph")
        return found[0].text

    def number(self, entry: Mapping[str, Any], key: str) -> float:
        value = entry[key]
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fault(f"{key} is {value!r}, not a number")
        if not math.isfinite(value):
            self.fault(f"{key} is not finite")
        return float(value)


class _Loader(yaml.SafeLoader):
    """Read YAML, but refuse a key that stands twice instead of keeping the last one."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen = set()
        for key_node, _ in node.value:
            if key_node.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"key {key_node.value!r} stands twice", key_node.start_mark
                )
            seen.add(key_node.value)
        return super().construct_mapping(node, deep)
