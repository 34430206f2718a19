"""Scores from grading, wherever a learner can see them: a gradebook of their own, or feedback."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from course import gradebook, project
from course.lessons import Lesson

# What nbgrader's feedback template writes above the cells (feedback/index.html.j2).
_HEADLINE = re.compile(r"<h4>[^<]*\(Score: (-?[\d.]+) / ([\d.]+)\)</h4>")


@dataclass(frozen=True, slots=True)
class Graded:
    """Hold the points of one lesson, all of its graded cells together."""

    points: float
    possible: float
    unfinished: bool = False
    """Whether some cells are still to be graded by hand."""

    def __str__(self) -> str:
        more = ", more by hand" if self.unfinished else ""
        return f"{self.points:g} of {self.possible:g}{more}"


def known(work: Path, lessons: Iterable[Lesson]) -> dict[str, Graded]:
    """Return the scores by lesson that are known in the work directory `work`.

    The gradebook of the course directory that `work` lies in knows best, for the student whom
    nbgrader takes the user for; after it, the latest feedback page that was fetched. What cannot
    be read counts as not known.
    """
    lessons = list(lessons)
    found = _from_feedback(work, lessons)
    course = project.find(work)
    if course is not None and course.gradebook.is_file():
        try:
            found.update(_from_gradebook(course, [lesson.slug for lesson in lessons]))
        except Exception:  # whatever an old, half-made or locked database makes nbgrader raise
            return found
    return found


def _from_feedback(work: Path, lessons: Iterable[Lesson]) -> dict[str, Graded]:
    found = {}
    for lesson in lessons:
        page = Path(lesson.notebook).with_suffix(".html").name
        # nbgrader names the directories by the time of the submission: the last is the latest
        for path in sorted((work / lesson.slug / "feedback").glob(f"*/{page}"), reverse=True):
            score = _on_page(path)
            if score is not None:
                found[lesson.slug] = score
                break
    return found


def _on_page(path: Path) -> Graded | None:
    """Read the score off a feedback page, None if it shows none."""
    try:
        headline = _HEADLINE.search(path.read_text(encoding="utf-8", errors="replace"))
        return Graded(float(headline[1]), float(headline[2])) if headline else None
    except (OSError, ValueError):
        return None


def _from_gradebook(course: project.Project, slugs: list[str]) -> dict[str, Graded]:
    if not gradebook.holds_submissions(course.gradebook):
        return {}  # nbgrader takes seconds to import
    from nbgrader.api import Gradebook, MissingEntry
    from nbgrader.utils import get_username

    section = project.load_config(course.root).CourseDirectory
    student = section.get("student_id")
    if not isinstance(student, str) or student == "*":
        student = get_username()
    found = {}
    with (
        warnings.catch_warnings(),
        closing(Gradebook(gradebook.url(course.gradebook), str(section.course_id))) as grades,
    ):
        warnings.simplefilter("ignore")
        for slug in slugs:
            try:
                submission = grades.find_submission(slug, student)
            except MissingEntry:
                continue
            cells = [grade for notebook in submission.notebooks for grade in notebook.grades]
            given = [cell for cell in cells if (cell.auto_score, cell.manual_score) != (None, None)]
            if given:
                found[slug] = Graded(
                    float(submission.score) - float(submission.late_submission_penalty or 0.0),
                    float(submission.max_score),
                    bool(submission.needs_manual_grade),
                )
    return found
