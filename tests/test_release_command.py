"""`course release`: what it makes, what it leaves alone, and what `--check` sees."""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat
import pytest

from course import cli, gradebook, release
from course.errors import CourseError
from course.project import Project, require
from tests import running, support


@pytest.fixture
def course(tiny: Path) -> Project:
    return require(tiny)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a course and its release, once."""
    root = support.copy_of_tiny(tmp_path_factory.mktemp("model"))
    assert cli.main(["release", "--directory", str(root)]) == 0
    return root


@pytest.fixture
def released(model: Path, tmp_path: Path) -> Project:
    """Return a copy of a course whose release is in step."""
    shutil.copytree(model, tmp_path / "released")
    return require(tmp_path / "released")


def notebook(course: Project, step: str = "source") -> Path:
    return course.root / step / "tiny" / "tiny.ipynb"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def tree(root: Path) -> dict[str, tuple[int, bytes]]:
    """Return time and content of every file below `root`."""
    return {
        str(path.relative_to(root)): (path.stat().st_mtime_ns, path.read_bytes())
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def test_what_is_made_holds_no_answers_and_is_recorded(
    released: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(released.release)
    assert cli.main(["release", "--directory", str(released.root)]) == 0
    text = notebook(released, "release").read_text(encoding="utf-8")
    assert "doubled_numbers" not in text
    assert "HIDDEN" not in text
    assert "YOUR CODE HERE" in text
    assert gradebook.assignments(released.gradebook) == {"tiny"}
    assert capsys.readouterr().out == "release/tiny: made\n"


def test_made_twice_it_is_the_same(released: Project, capsys: pytest.CaptureFixture[str]) -> None:
    before = notebook(released, "release").read_bytes()
    capsys.readouterr()
    assert cli.main(["release", "--directory", str(released.root), "tiny"]) == 0
    assert notebook(released, "release").read_bytes() == before
    assert capsys.readouterr().out == "release/tiny: unchanged\n"


def test_check_in_step_changes_nothing(
    released: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tree(released.root)
    capsys.readouterr()
    assert cli.main(["release", "--check", "--directory", str(released.root)]) == 0
    assert capsys.readouterr().out == "release/ is what source/ makes (tiny)\n"
    assert tree(released.root) == before


def test_check_needs_no_gradebook_and_makes_none(released: Project) -> None:
    released.gradebook.unlink()
    assert release.differences(released) == []
    assert not released.gradebook.exists()


def test_check_names_every_difference(
    released: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(notebook(released), "twice three numbers", "twice the three numbers")
    (released.source / "tiny" / "numbers.csv").write_text("1\n", encoding="utf-8")
    (released.release / "tiny" / "left.txt").write_text("?\n", encoding="utf-8")
    (released.release / "gone").mkdir()
    before = tree(released.root)
    capsys.readouterr()
    assert cli.main(["release", "--check", "--directory", str(released.root)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "release/tiny/numbers.csv: missing",
        "release/tiny/left.txt: source/ has no such file",
        "release/tiny/tiny.ipynb: differs in cell 4 (check-double)",
        "release/gone: source/ has no such assignment",
        "release/ is not what source/ makes; `course release` makes it anew",
    ]
    assert tree(released.root) == before


def test_check_sees_a_solution_left_in_the_release(released: Project) -> None:
    edit(notebook(released, "release"), "raise NotImplementedError()", "return t * 2")
    (found,) = release.differences(released)
    assert found == "release/tiny/tiny.ipynb: differs in cell 3 (double)"


def test_check_sees_a_change_that_keeps_the_length(released: Project) -> None:
    edit(notebook(released, "release"), "[2.0, 4.0, 6.0]", "[2.0, 4.0, 7.0]")
    assert release.differences(released) == [
        "release/tiny/tiny.ipynb: differs in cell 4 (check-double)"
    ]


def test_check_sees_a_release_that_is_not_there(course: Project) -> None:
    assert release.differences(course) == ["release/tiny: missing"]
    assert not course.release.exists()


def test_checkpoints_of_an_editor_are_no_difference(released: Project) -> None:
    aside = released.release / "tiny" / ".ipynb_checkpoints"
    aside.mkdir()
    (aside / "tiny-checkpoint.ipynb").write_text("{}", encoding="utf-8")
    assert release.differences(released) == []


def test_a_release_without_a_source_is_removed_and_said(
    released: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(released.release / "tiny", released.release / "gone")
    (released.release / "README.md").write_text("kept", encoding="utf-8")
    capsys.readouterr()
    assert cli.main(["release", "--directory", str(released.root), "tiny"]) == 0
    assert (released.release / "gone").exists(), "only the chosen ones were to be made"
    assert cli.main(["release", "--directory", str(released.root)]) == 0
    said = capsys.readouterr().out
    assert "release/gone: removed, source/ has no such assignment" in said
    assert sorted(path.name for path in released.release.iterdir()) == ["README.md", "tiny"]


def test_an_unknown_assignment_is_one_line_and_status_2(
    course: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["release", "--directory", str(course.root), "tensors"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "course: no assignment tensors in source/; there is tiny\n"
    assert not course.release.exists()


def test_outside_a_course_it_says_where_to_go(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["release", "--directory", str(tmp_path)]) == 2
    assert "nbgrader_config.py and source/" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("### END SOLUTION", "", "no end solution statement found"),
        ("### END HIDDEN TESTS", "", "No end hidden tests statement found"),
        ('"grade_id": "last-row"', '"grade_id": "double"', "(?i)duplicate"),
        ('"nbformat": 4', '"nbformat": ', "(?i)json"),
    ],
)
def test_a_failure_leaves_the_old_release_and_gradebook(
    released: Project, old: str, new: str, reason: str
) -> None:
    before = tree(released.release)
    recorded = released.gradebook.read_bytes()
    edit(notebook(released), old, new)
    with pytest.raises(CourseError, match=reason) as caught:
        release.make(released)
    assert str(caught.value).startswith("source/tiny: ")
    assert "\n" not in str(caught.value)
    assert tree(released.release) == before
    assert released.gradebook.read_bytes() == recorded
    assert not list((released.root / ".course").glob("release-*"))


def test_a_text_twin_with_the_solution_is_not_handed_out(released: Project) -> None:
    before = tree(released.release)
    shutil.copy(notebook(released), released.source / "tiny" / "tiny.txt")
    with pytest.raises(CourseError, match=r"tiny\.txt would be handed out"):
        release.make(released)
    assert tree(released.release) == before


def test_a_release_that_cannot_be_put_in_place_leaves_the_old_one(
    released: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(released.release)
    edit(notebook(released), "twice three numbers", "twice the three numbers")
    rename = Path.rename

    def fail_on_new(self: Path, target: Path) -> Path:
        if self.parent.name == "made":
            raise OSError("disk full")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fail_on_new)
    with pytest.raises(CourseError, match=r"cannot write .*tiny: disk full"):
        release.make(released)
    assert tree(released.release) == before


def test_a_course_without_assignments_is_told(course: Project) -> None:
    shutil.rmtree(course.source)
    course.source.mkdir()
    with pytest.raises(CourseError, match="holds no assignment"):
        release.make(course)


def test_a_broken_configuration_stops_the_command(
    course: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    course.config_file.write_text("import no_such_module", encoding="utf-8")
    assert cli.main(["release", "--directory", str(course.root)]) == 2
    assert "no_such_module" in capsys.readouterr().err
    assert not course.gradebook.exists()


@pytest.mark.slow
def test_it_is_what_the_nbgrader_command_makes_with_nothing_activated(
    tiny: Path, tmp_path: Path
) -> None:
    course = require(tiny)
    done = running.nbgrader("generate_assignment", "tiny", cwd=tiny, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert release.differences(course) == []
    assert gradebook.version(course.gradebook), "the gradebook is not half made"


@pytest.mark.slow
def test_the_same_bytes_whatever_the_hash_seed_and_the_place(tiny: Path, tmp_path: Path) -> None:
    made = []
    for seed in ("1", "2"):
        root = tmp_path / f"place {seed}"
        shutil.copytree(tiny, root)
        done = running.course("release", cwd=root, home=tmp_path, PYTHONHASHSEED=seed)
        assert done.returncode == 0, done.stderr
        made.append(notebook(require(root), "release").read_bytes())
    assert made[0] == made[1]
    nbformat.validate(nbformat.reads(made[0].decode(), as_version=4))
