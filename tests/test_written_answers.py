"""Written answers: what students get, what the instructor sees, and what comes back."""

from __future__ import annotations

import html
import http.client
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateFeedback

from course import gradebook
from course import notebook as notebooks
from course.classroom import Classroom
from course.project import load_config
from tests import leaks, running, support

pytestmark = pytest.mark.slow

SLUG = "5-practice"
(AUTHORED,) = (notebooks.read(path) for path in support.SOURCES if path.parent.name == SLUG)
ANSWERS = notebooks.written_answers(AUTHORED)
STUB = "YOUR ANSWER HERE"


def own_words(name: str) -> str:
    return f"My answer to {name}, in my own words."


def schemes() -> set[str]:
    """Return the lines of all mark schemes, as words: no page shows Markdown's own marks."""
    lines = [line for cell in AUTHORED.cells for line in notebooks.mark_scheme_lines(cell.source)]
    return {words(re.sub(r"^\d\. ", "", line)) for line in lines if line.strip()}


def words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text))


def text_of(page: str) -> str:
    """Return what a reader of a page sees, on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())


def shown_schemes(page: str) -> set[str]:
    """Return the lines of mark schemes that a page shows."""
    text = words(text_of(page))
    return {line for line in schemes() if line in text}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    """Grade a student who wrote the answers and nothing else, and one who did nothing at all."""
    room = support.classroom(support.ROOT, SLUG, tmp_path_factory.mktemp("written") / "room")
    room.submit_directly("silent", room.released())
    contents = room.released()
    for notebook in contents.values():
        for name, index in notebooks.written_answers(notebook).items():
            notebook.cells[index].source = own_words(name)
            # Whoever edits the question gets it back, mark scheme and all, before it is graded.
            notebook.cells[index - 1].source += "\n\nI changed the question."
    room.submit_directly("writer", contents)
    for student in ("silent", "writer"):
        room.grade(student)
    return room


@dataclass
class Marks:
    """Hold what the gradebook says of one cell."""

    auto: float | None
    points: float
    most: float
    waits: bool


def marks(room: Classroom, student: str) -> dict[str, Marks]:
    with Gradebook(gradebook.url(room.root / "gradebook.db"), "autograd") as book:
        (handed_in,) = book.find_submission(SLUG, student).notebooks
        return {
            grade.name: Marks(
                grade.auto_score, grade.score, grade.max_score, grade.needs_manual_grade
            )
            for grade in handed_in.grades
        }


def submission_id(room: Classroom, student: str) -> str:
    with Gradebook(gradebook.url(room.root / "gradebook.db"), "autograd") as book:
        (handed_in,) = book.find_submission(SLUG, student).notebooks
        return str(handed_in.id)


def test_there_are_three_questions_of_three_points() -> None:
    cells = [AUTHORED.cells[index] for index in ANSWERS.values()]
    assert [cell.metadata.nbgrader.points for cell in cells] == [3, 3, 3]
    assert len(schemes()) > 9


def test_students_get_the_questions_without_answers_and_mark_schemes(room: Classroom) -> None:
    (released,) = room.released().values()
    secret = leaks.secrets(AUTHORED)
    assert AUTHORED.cells[ANSWERS["answer-trap"]].source.split("\n")[0] in secret
    assert leaks.leaked(secret, leaks.texts_below(room.root / "release")) == []
    for name, index in notebooks.written_answers(released).items():
        answer, question = released.cells[index], released.cells[index - 1]
        asked = AUTHORED.cells[ANSWERS[name] - 1].source.split("=== BEGIN MARK SCHEME")[0]
        assert question.source.strip() == asked.strip()
        assert question.metadata.editable is False
        assert answer.source == STUB
        assert answer.metadata.get("editable", True)


def test_only_an_answer_that_was_written_waits_for_a_person(room: Classroom) -> None:
    assert room.waiting("writer") == set(ANSWERS)
    assert room.waiting("silent") == set()
    for name in ANSWERS:
        assert marks(room, "writer")[name] == Marks(None, 0.0, 3.0, True)
        assert marks(room, "silent")[name] == Marks(0.0, 0.0, 3.0, False)


def test_the_formgrader_shows_question_mark_scheme_and_answer(room: Classroom) -> None:
    with running.started(
        *("--role", "instructor", "--port", "0"), cwd=room.root, home=room.homes
    ) as up:
        page = get(up, f"/formgrader/submissions/{submission_id(room, 'writer')}/")
    assert shown_schemes(page) == schemes()
    assert "I changed the question." not in page
    for name in ANSWERS:
        assert own_words(name) in page
        assert re.search(rf'<input class="score[^"]*" id="{name}"', page)
    # One box for each answer and each check: none for a question.
    boxes = set(re.findall(r'<input class="score[^"]*" id="([^"]+)"', page))
    assert boxes == set(marks(room, "writer"))
    assert not any(name.startswith("question-") for name in boxes)


def get(up: running.Started, path: str) -> str:
    """Fetch a page of the server, as its user."""
    connection = http.client.HTTPConnection(urlsplit(up.base).netloc, timeout=60)
    connection.request("GET", path, headers={"Authorization": f"token {up.token}"})
    answer = connection.getresponse()
    assert answer.status == 200, (answer.status, answer.read()[:300], up.errors)
    return answer.read().decode("utf-8")


def feedback_page(room: Classroom, student: str) -> str:
    return (room.root / "feedback" / student / SLUG / "practice.html").read_text(encoding="utf-8")


def test_feedback_brings_points_and_comment_and_no_mark_scheme(room: Classroom) -> None:
    with Gradebook(gradebook.url(room.root / "gradebook.db"), "autograd") as book:
        for name in ANSWERS:
            where = (name, "practice", SLUG, "writer")
            grade = book.find_grade(*where)
            grade.manual_score, grade.needs_manual_grade = 2.5, False
            book.find_comment(*where).manual_comment = f"A word on {name}."
        book.db.commit()
    room.make_feedback()
    for student in ("writer", "silent"):
        page = feedback_page(room, student)
        assert shown_schemes(page) == set()
        assert "MARK SCHEME" not in page
        assert "is in-place forbidden?" in page
    text = text_of(feedback_page(room, "writer"))
    for name in ANSWERS:
        assert own_words(name) in text
        assert f"A word on {name}." in text
    assert text.count("Score: 2.5 / 3.0") == 6  # in the table of contents and at the answer
    assert "(Score: 7.5 / 29.0)" in text


def test_a_mark_scheme_on_a_feedback_page_would_be_seen(room: Classroom) -> None:
    from nbgrader.coursedir import CourseDirectory

    config = load_config(room.root)
    config.GenerateFeedback.preprocessors = ["nbgrader.preprocessors.GetGrades"]
    config.CourseDirectory.root = str(room.root)
    config.CourseDirectory.assignment_id = SLUG
    config.CourseDirectory.feedback_directory = "careless"
    GenerateFeedback(coursedir=CourseDirectory(config=config), config=config).start()
    page = room.root / "careless" / "writer" / SLUG / "practice.html"
    assert shown_schemes(page.read_text(encoding="utf-8")) == schemes()


def test_without_our_setting_nbgrader_wants_a_task_cell() -> None:
    from nbgrader.preprocessors import ClearMarkScheme

    question = AUTHORED.cells[ANSWERS["answer-trap"] - 1].copy()
    with pytest.raises(RuntimeError, match="Manually graded task"):
        ClearMarkScheme().preprocess_cell(question, {}, 0)
