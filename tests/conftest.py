"""Fixtures for all tests, and the rule that under CI nothing may be skipped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import support


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """Return the root of a copy of the tiny course."""
    return support.copy_of_tiny(tmp_path)


def _lesson(path: Path | None) -> str:
    return path.parent.name if path else "none"


@pytest.fixture(scope="session", params=support.SOURCES or [None], ids=_lesson)
def source_path(request: pytest.FixtureRequest) -> Path:
    """Return an authored notebook, each in turn; fail if there is none."""
    if request.param is None:
        pytest.fail("there is no notebook in source/")
    return Path(request.param)


@pytest.fixture(scope="session", params=support.GRADED or [None], ids=_lesson)
def graded_path(request: pytest.FixtureRequest) -> Path:
    """Return an authored notebook with exercises, each in turn; fail if there is none."""
    if request.param is None:
        pytest.fail("there is no notebook with exercises in source/")
    return Path(request.param)


class NothingSkipped:
    """Turn a session red in which a test was skipped: CI must be able to run all of them."""

    def __init__(self) -> None:
        self.skipped: list[str] = []

    def _look_at(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self.skipped.append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._look_at(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._look_at(report)

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        if self.skipped and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        yield

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.skipped:
            terminalreporter.section("skipped, which CI does not allow", red=True)
            for nodeid in self.skipped:
                terminalreporter.line(nodeid)


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("CI") == "true":
        config.pluginmanager.register(NothingSkipped(), "nothing-skipped")
