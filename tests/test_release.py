from __future__ import annotations

import shutil
from pathlib import Path

from course import release
from course.project import Project
from tests import support


def test_the_release_is_what_nbgrader_makes_of_the_source_today(source_path: Path) -> None:
    slug = source_path.parent.name
    assert release.differences(Project(support.ROOT), [slug]) == []


def test_nothing_is_released_that_has_no_source() -> None:
    assert release.orphans(Project(support.ROOT)) == []
    released = {path.parent.name for path in support.ROOT.glob("release/*/*.ipynb")}
    assert released == {path.parent.name for path in support.SOURCES}


def test_a_release_out_of_step_is_seen(source_path: Path, tmp_path: Path) -> None:
    slug = source_path.parent.name
    for place in ("source", "release"):
        shutil.copytree(support.ROOT / place / slug, tmp_path / place / slug)
    shutil.copy(support.ROOT / "nbgrader_config.py", tmp_path)
    old = tmp_path / "release" / slug / source_path.name
    old.write_text(old.read_text(encoding="utf-8").replace("torch", "troch", 1), encoding="utf-8")
    (difference,) = release.differences(Project(tmp_path), [slug])
    assert difference.startswith(f"release/{slug}/{source_path.name}: differs in cell")
