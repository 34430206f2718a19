from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import support

SKIPS = "import pytest\n@pytest.mark.skip\ndef test_not_run(): pass\n"
SKIPS_WHOLLY = "import pytest\npytest.skip('none of it', allow_module_level=True)\n"
FAILS_AS_FORETOLD = "import pytest\n@pytest.mark.xfail\ndef test_known(): assert False\n"


@pytest.mark.parametrize(
    ("text", "ci", "status"),
    [
        (SKIPS, "true", 1),
        (SKIPS, "", 0),
        (SKIPS_WHOLLY, "true", 1),
        (SKIPS_WHOLLY, "", 0),
        (FAILS_AS_FORETOLD, "true", 0),
    ],
)
def test_under_ci_a_skipped_test_turns_the_session_red(
    tmp_path: Path, text: str, ci: str, status: int
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "test_one.py").write_text("def test_ok(): pass\n", encoding="utf-8")
    (tmp_path / "test_two.py").write_text(text, encoding="utf-8")
    words = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-c", str(tmp_path / "pytest.ini")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, str(tmp_path)],
        cwd=support.ROOT,
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout
    assert ("which CI does not allow" in done.stdout) == bool(status)
