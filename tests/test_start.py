"""`course start`: for whom it opens what, and that it comes up, stays and leaves nothing."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from course import cli, server, start
from course.errors import CourseError
from course.project import EXCHANGE_VARIABLE, load_config
from tests import running


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be a user with an empty home and no settings; return the home."""
    home = tmp_path / "home"
    home.mkdir()
    for name in list(os.environ):
        if name.startswith("JUPYTER") or name == EXCHANGE_VARIABLE:
            monkeypatch.delenv(name)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    return home


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Open nothing; keep what would have been opened."""
    calls: list[dict[str, Any]] = []
    monkeypatch.setattr(
        server, "serve", lambda options, **rest: calls.append({"options": options, **rest})
    )
    return calls


@pytest.fixture
def no_preparation(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Prepare nothing; keep whether an exchange would have been filled."""
    published: list[bool] = []

    def prepare(course: object, config: object, *, publish: bool) -> list[str]:
        published.append(publish)
        return []

    monkeypatch.setattr(start, "prepare", prepare)
    return published


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a student's directory, empty."""
    directory = tmp_path / "mine"
    directory.mkdir()
    return directory


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Return the exchange of a class."""
    directory = tmp_path / "shared"
    (directory / "autograd" / "outbound").mkdir(parents=True)
    return directory


def settings(call: dict[str, Any], name: str) -> Any:
    """Read what the role's Jupyter configuration says."""
    first = call["environment"]["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0]
    return json.loads(Path(first, name).read_text(encoding="utf-8"))


def hidden(call: dict[str, Any]) -> set[str]:
    """Return the plugins of nbgrader that are switched off, on both sides."""
    page = settings(call, "labconfig/page_config.json")["disabledExtensions"]
    servers = settings(call, "jupyter_server_config.d/course.json")["ServerApp"]
    names = {name.removeprefix("@jupyter/nbgrader:") for name, off in page.items() if off}
    modules = {name for name, on in servers["jpserver_extensions"].items() if not on}
    assert modules == {start.EXTENSIONS[name] for name in names} - {None}
    return names


def root_of(call: dict[str, Any]) -> Path:
    (option,) = (o for o in call["options"] if o.startswith("--ServerApp.root_dir="))
    return Path(option.split("=", 1)[1])


# For whom what is opened


@pytest.mark.parametrize(
    ("role", "root", "off"),
    [
        ("both", "", set()),
        ("instructor", "", {"assignment-list"}),
        ("student", "work", {"course-list", "formgrader", "create-assignment"}),
    ],
)
def test_in_a_course_each_role_sees_its_own(
    tiny: Path,
    opened: list[dict[str, Any]],
    no_preparation: list[bool],
    role: str,
    root: str,
    off: set[str],
) -> None:
    assert cli.main(["start", "--role", role, "--directory", str(tiny)]) == 0
    (call,) = opened
    assert root_of(call) == tiny.resolve() / root
    assert hidden(call) == off
    assert (tiny / "work").is_dir()
    assert no_preparation == [True]
    places = call["environment"]["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert str(tiny.resolve()) in places, "nbgrader must find the configuration from work/ too"


def test_a_shared_exchange_is_used_and_never_filled(
    tiny: Path, shared: Path, opened: list[dict[str, Any]], no_preparation: list[bool]
) -> None:
    words = ["start", "--exchange", str(shared), "--directory", str(tiny)]
    assert cli.main([*words, "--role", "instructor"]) == 0
    assert no_preparation == [False]
    assert opened[0]["environment"][EXCHANGE_VARIABLE] == str(shared)
    assert cli.main([*words, "--role", "student"]) == 0
    assert no_preparation == [False], "a student of a class has no gradebook to prepare"
    os.environ.pop(EXCHANGE_VARIABLE)


def test_what_was_prepared_is_said_on_stderr(
    tiny: Path,
    opened: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(start, "prepare", lambda *_, publish: ["release/tiny: made"])
    assert cli.main(["start", "--directory", str(tiny)]) == 0
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.splitlines()[0] == "course: release/tiny: made"


def test_a_student_anywhere_without_an_exchange(
    mine: Path, opened: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["start", "--role", "student", "--directory", str(mine)]) == 0
    (call,) = opened
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    for words in ("work/", "`course check`", "--exchange DIR"):
        assert words in said[0]
    assert root_of(call) == mine.resolve() / "work"
    assert hidden(call) == set(start.EXTENSIONS)
    assert sorted(path.name for path in mine.iterdir()) == [".course", "work"]
    role = call["environment"]["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0]
    config = load_config(Path(role))
    assert Path(config.Exchange.root).is_relative_to(mine.resolve()), "never the system's default"
    assert not Path(config.Exchange.root).exists()


def test_a_student_names_exchange_and_course(
    mine: Path,
    shared: Path,
    opened: list[dict[str, Any]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["start", "--role", "student", "--directory", str(mine), "--exchange", str(shared)]
    assert cli.main(words) == 0
    assert cli.main([*words, "--course-id", "spring"]) == 0
    assert "holds no course 'spring' yet; --course-id" in capsys.readouterr().err
    role = opened[1]["environment"]["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0]
    config = load_config(Path(role))
    assert config.CourseDirectory.course_id == "spring"
    assert Path(config.Exchange.root) == shared
    assert Path(config.Exchange.assignment_dir) == mine.resolve() / "work"
    assert "assignment-list" not in hidden(opened[1])


@pytest.mark.parametrize("where", ["home", "here", "environment"])
def test_a_students_own_configuration_is_honoured(
    mine: Path,
    user: Path,
    shared: Path,
    opened: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    where: str,
) -> None:
    if where == "environment":
        monkeypatch.setenv(EXCHANGE_VARIABLE, str(shared))
    else:
        place = user / ".jupyter" if where == "home" else mine
        place.mkdir(exist_ok=True)
        text = f"c = get_config()\nc.Exchange.root = {str(shared)!r}\nc.Exchange.timezone = 'CET'\n"
        (place / "nbgrader_config.py").write_text(text, encoding="utf-8")
    assert cli.main(["start", "--role", "student", "--directory", str(mine)]) == 0
    role = opened[0]["environment"]["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0]
    config = load_config(Path(role))
    assert Path(config.Exchange.root) == shared
    assert Path(config.Exchange.assignment_dir) == mine.resolve() / "work"
    if where != "environment":
        assert config.Exchange.timezone == "CET", "the rest of that file holds too"


def test_the_environment_of_the_server(
    mine: Path,
    user: Path,
    opened: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    monkeypatch.setenv("COURSE_CHECK", "1")
    monkeypatch.setenv("PATH", "elsewhere")
    assert cli.main(["start", "--role", "student", "--directory", str(mine)]) == 0
    given = opened[0]["environment"]
    assert "NBGRADER_EXECUTION" not in given and "COURSE_CHECK" not in given
    assert given["PATH"] == os.pathsep.join([sysconfig.get_path("scripts"), "elsewhere"])
    for name in ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR"):
        assert Path(given[f"JUPYTER_{name}"]).is_relative_to(mine.resolve() / ".course")
    news = settings(opened[0], "labconfig/default_setting_overrides.json")
    assert news["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
    assert list(user.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there is no root here")
@pytest.mark.parametrize(("uid", "allowed"), [(0, True), (1000, False)])
def test_root_is_allowed_only_to_root(
    mine: Path,
    opened: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    uid: int,
    allowed: bool,
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: uid)
    assert cli.main(["start", "--role", "student", "--directory", str(mine)]) == 0
    assert ("--allow-root" in opened[0]["options"]) is allowed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "no course directory at or above .* --role student"),
        (["--role", "student", "--exchange", "nowhere"], "nowhere is not a directory"),
        (["--role", "student", "--directory", "nowhere"], "nowhere is not a directory"),
    ],
)
def test_what_cannot_be_is_one_line_and_status_2(
    mine: Path,
    opened: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(mine)
    assert cli.main(["start", *words]) == 2
    shown = capsys.readouterr().err
    assert shown.count("\n") == 1
    with pytest.raises(CourseError, match=said):
        raise CourseError(shown)
    assert opened == []


def test_the_course_id_of_a_course_is_not_overruled(
    tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["start", "--course-id", "mine", "--directory", str(tiny)]) == 2
    assert "is set in" in capsys.readouterr().err
    assert not (tiny / "work").exists()


# Ports


@contextlib.contextmanager
def occupied() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind((server.HOST, 0))
        taken.listen()
        yield int(taken.getsockname()[1])


def test_a_taken_port_stops_it_before_anything_is_made(
    tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with occupied() as port:
        assert cli.main(["start", "--port", str(port), "--directory", str(tiny)]) == 2
    assert f"port {port} is taken: choose another with --port" in capsys.readouterr().err
    assert not (tiny / "work").exists()
    assert not (tiny / "gradebook.db").exists()


def test_without_a_port_the_first_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with occupied() as port:
        monkeypatch.setattr(server, "FIRST_PORT", port)
        monkeypatch.setattr(server, "PORTS_TRIED", 2)
        assert server.choose_port(None) == port + 1
        monkeypatch.setattr(server, "PORTS_TRIED", 1)
        with pytest.raises(CourseError, match="name one with --port"):
            server.choose_port(None)
    assert server.choose_port(0) > 0


@pytest.mark.parametrize("text", ["x", "-1", "65536", "8888.0"])
def test_what_is_no_port_is_wrong_usage(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["start", f"--port={text}"])
    assert stop.value.code == 2
    assert f"'{text}' is not a port" in capsys.readouterr().err


# The real thing


def status(up: running.Started, path: str, *, token: bool = True) -> int:
    connection = http.client.HTTPConnection(up.base.removeprefix("http://"), timeout=30)
    with contextlib.closing(connection):
        headers = {"Authorization": f"token {up.token}"} if token else {}
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status


def children(up: running.Started) -> list[psutil.Process]:
    return psutil.Process(up.process.pid).children(recursive=True)


def gone(processes: list[psutil.Process], seconds: float = 30) -> bool:
    """Wait until none of the processes runs any more."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not any(p.is_running() and p.status() != psutil.STATUS_ZOMBIE for p in processes):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.slow
def test_it_comes_up_serves_the_course_and_leaves_nothing(tiny: Path, user: Path) -> None:
    with running.started("--port", "0", cwd=tiny / "source", home=user) as up:
        assert status(up, "/api/contents", token=False) == 403
        for path in ("/api/contents/work", "/formgrader/manage_assignments", "/courses"):
            assert status(up, path) == 200
        family = children(up)
        assert family
        for process in family:
            assert not any(up.token in word for word in process.cmdline())
            assert up.token not in process.environ().values()
        up.process.send_signal(signal.SIGTERM)
        assert up.process.stdout is not None
        assert up.process.stdout.read() == "", "one line, the address, is all it prints"
        assert up.process.wait(timeout=30) == 0
        assert gone(family, 0.5)
        assert "Ctrl-C stops it" in up.errors
    assert not list(user.rglob("*[Jj]upyter*")), "the user's own Jupyter is left alone"
    started = time.monotonic()
    with running.started("--port", "0", cwd=tiny, home=user) as again:
        assert time.monotonic() - started < 30
        assert "made" not in again.errors


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("how", ["ctrl-c", "kill"])
def test_no_server_outlives_it(mine: Path, user: Path, how: str) -> None:
    words = ("--role", "student", "--port", "0")
    with running.started(*words, cwd=mine, home=user) as up:
        assert status(up, "/api/contents") == 200
        assert status(up, "/formgrader/manage_assignments") == 404
        assert status(up, "/assignments?course_id=autograd") == 404
        family = children(up)
        assert family
        up.process.send_signal(signal.SIGINT if how == "ctrl-c" else signal.SIGKILL)
        assert up.process.wait(timeout=30) == (0 if how == "ctrl-c" else -signal.SIGKILL)
        assert gone(family)


@pytest.mark.slow
def test_a_server_that_ends_by_itself_is_told(
    mine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = start._options
    monkeypatch.setattr(
        start, "_options", lambda *a, **k: [*options(*a, **k), "--ServerApp.root_dir=/no/such"]
    )
    words = ["start", "--no-browser", "--role", "student", "--directory", str(mine), "--port", "0"]
    assert cli.main(words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    last = shown.err.splitlines()[-1]
    assert "JupyterLab did not start" in last and "its log is" in last and "/no/such" in last


@pytest.mark.slow
def test_a_child_without_a_parent_does_nothing(mine: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "course.server"],
        stdin=subprocess.DEVNULL,
        cwd=mine,
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")


# In a browser


@pytest.mark.browser
def test_a_learner_alone_goes_the_whole_road(tiny: Path, user: Path) -> None:
    """Fetch, validate, submit, then collect, autograde, hand back, and fetch what came back."""
    playwright = pytest.importorskip("playwright.sync_api")
    with (
        running.started("--port", "0", cwd=tiny, home=user) as up,
        playwright.sync_playwright() as p,
    ):
        browser = p.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-dev-shm-usage",
                "--no-first-run",
            ],
        )
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(60_000)
        outside: list[str] = []
        page.on(
            "request",
            lambda request: (
                outside.append(request.url)
                if request.url.startswith("http") and not request.url.startswith(up.base)
                else None
            ),
        )
        page.goto(up.address)
        page.wait_for_selector(".jp-Launcher")
        open_from_menu(page, "Assignment List")
        page.click("#released_assignments_list button:has-text('Fetch')")
        page.wait_for_selector("#fetched_assignments_list button:has-text('Submit')")
        assert (tiny / "work" / "tiny" / "tiny.ipynb").is_file()
        page.click("#fetched_assignments_list a:has-text('tiny')")
        page.click("#fetched_assignments_list button:has-text('Validate')")
        shown = page.locator(".jp-Dialog").inner_text()
        assert "Validation Results" in shown and "double: not attempted yet" in shown
        page.keyboard.press("Escape")
        page.click("#fetched_assignments_list button:has-text('Submit')")
        page.wait_for_selector("#submitted_assignments_list >> text=tiny")

        open_from_menu(page, "Formgrader")
        grader = page.frame_locator("iframe[src*=formgrader]").first
        press(grader, "td.collect a", "Successfully collected")
        grader.locator("td.num-submissions a").first.click()
        press(grader, "td.autograde a", "Successfully autograded")
        press(grader, "td.generate-feedback a", "Successfully generated feedback")
        press(grader, "td.release-feedback a", "Successfully released feedback")
        assert "0 / 5" in grader.locator("td.score").first.inner_text()

        open_from_menu(page, "Assignment List")
        page.click("#submitted_assignments_list button:has-text('Fetch Feedback')")
        page.wait_for_selector("#submitted_assignments_list >> text=view feedback")
        browser.close()
    pages = list((tiny / "work" / "tiny" / "feedback").rglob("tiny.html"))
    assert len(pages) == 1
    assert "double: not attempted yet" in pages[0].read_text(encoding="utf-8")
    assert outside == []
    assert not list(user.rglob("*[Jj]upyter*"))


def open_from_menu(page: Any, item: str) -> None:
    page.click(".lm-MenuBar-itemLabel:has-text('Nbgrader')")
    page.click(f".lm-Menu-itemLabel:text-is('{item}')")


def press(grader: Any, button: str, answer: str) -> None:
    """Press a button of the formgrader, read its answer, and put that away."""
    grader.locator(button).first.click()
    dialog = grader.locator(".modal-dialog:visible")
    dialog.get_by_text(answer).first.wait_for()
    dialog.locator("button:has-text('OK'), button:has-text('Close')").first.click()
    dialog.wait_for(state="hidden")
