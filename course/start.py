"""Open JupyterLab with everything in place for a student, an instructor, or one who is both."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from course import server
from course.errors import CourseError
from course.exchange import AVAILABLE
from course.preparation import prepare
from course.project import (
    CONFIG_NAME,
    EXCHANGE_VARIABLE,
    Project,
    find,
    load_config,
    require,
    scripts_first,
    state_directory,
)

ROLES = ("both", "student", "instructor")
COURSE_ID = "autograd"

EXTENSIONS = {
    "assignment-list": "nbgrader.server_extensions.assignment_list",
    "course-list": "nbgrader.server_extensions.course_list",
    "formgrader": "nbgrader.server_extensions.formgrader",
    "create-assignment": None,
    "menu": None,
}
"""nbgrader's plugins of JupyterLab that a role may do without, and their server's side."""
UNUSED = {
    "both": (),
    "student": ("course-list", "formgrader", "create-assignment"),
    "instructor": ("assignment-list",),
}
QUIET = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
    }
}
"""Settings that keep JupyterLab from asking about news and from looking for updates."""


@dataclass(frozen=True)
class Plan:
    """Say what JupyterLab is to show: to whom, where it runs, with which configuration."""

    role: str
    place: Path
    """The directory whose `.course/` keeps settings and log."""
    root: Path
    """The topmost directory that the file browser shows."""
    opens: str
    """The path of the first page."""
    unused: tuple[str, ...]
    config_path: tuple[Path, ...] = ()
    """Further directories in which nbgrader finds its configuration."""
    config_text: str = ""
    """An nbgrader configuration of its own, where there is no course directory."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `course start`."""
    parser.add_argument(
        "--role",
        choices=ROLES,
        default="both",
        help="whose tools to show (default: both); a student needs no course directory",
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address and open no browser"
    )
    parser.add_argument(
        "--port",
        type=_port,
        metavar="N",
        help=f"port on {server.HOST} (default: the first free one from {server.FIRST_PORT} on)",
    )
    parser.add_argument(
        "--exchange",
        type=Path,
        metavar="DIR",
        help="directory through which a class hands out and in (default: exchange/ of the course)",
    )
    parser.add_argument(
        "--course-id",
        metavar="NAME",
        help=f"course in that exchange, where there is no course directory (default: {COURSE_ID})",
    )
    parser.add_argument(
        "--directory",
        type=Path,
        metavar="DIR",
        help="course directory, or for a student the one that holds work/ (default: here)",
    )


def run(args: argparse.Namespace) -> int:
    """Prepare, serve until told to stop, and return 0; raise `CourseError` if it cannot."""
    with server.stoppable():
        port = server.choose_port(args.port)
        project = find(args.directory)
        if project is not None:
            plan = _in_course(project, args)
        elif args.role == "student":
            plan = _alone((args.directory or Path.cwd()).resolve(), args)
        else:
            raise _no_course(args)
        environment = _environment(plan)
        if "assignment-list" not in plan.unused:
            _say("in JupyterLab, Nbgrader > Assignment List fetches notebooks into work/")
        server.serve(
            _options(plan, browser=not args.no_browser),
            port=port,
            directory=plan.place,
            environment=environment,
            log=state_directory(plan.place) / f"jupyterlab-{port}.log",
            opens=plan.opens,
        )
    return 0


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port (0 to 65535)")
    return int(text)


def _no_course(args: argparse.Namespace) -> CourseError:
    try:
        require(args.directory)
    except CourseError as error:
        return CourseError(f"{error}; to work as a student anywhere, add --role student")
    raise AssertionError("called only where no course directory is found")


def _in_course(project: Project, args: argparse.Namespace) -> Plan:
    """Plan for a course directory, and bring what the role needs up to date."""
    if args.course_id:
        raise CourseError(f"--course-id: the course's name is set in {project.config_file}")
    if args.exchange is not None:
        os.environ[EXCHANGE_VARIABLE] = str(_existing(args.exchange))
    config = load_config(project.root)
    _make(project.work)
    # An exchange that others use hands out what its instructor releases, when they release it.
    local = Path(config.Exchange.root) == project.local_exchange
    if local or args.role != "student":
        for line in prepare(project, config, publish=local):
            _say(line)
    if local and not AVAILABLE:
        _say("nbgrader has no exchange on Windows: copy notebooks from release/ to work/")
    alone = args.role == "student"
    return Plan(
        role=args.role,
        place=project.root,
        root=project.work if alone else project.root,
        opens="/lab/tree/work" if args.role == "both" else "/lab",
        unused=UNUSED[args.role],
        config_path=(project.root,),
    )


def _alone(directory: Path, args: argparse.Namespace) -> Plan:
    """Plan for a student who has the package but no course directory."""
    if not directory.is_dir():
        raise CourseError(f"{directory} is not a directory: make it, or name another")
    work = directory / "work"
    _make(work)
    named = args.exchange or os.environ.get(EXCHANGE_VARIABLE)
    files = _config_files(directory)
    lines = ["# Written at every `course start`: edits are lost.", "c = get_config()"]
    lines += [f"load_subconfig({str(path)!r})" for path in files]
    configured = _configured(files)
    exchange: Path | str | None = _existing(Path(named)) if named else configured.get("root")
    course = args.course_id or configured.get("course_id") or COURSE_ID
    unused = UNUSED["student"]
    if exchange is None or not AVAILABLE:
        unused = (*unused, "assignment-list", "menu")
        exchange = directory / ".course" / "no-exchange"
        _say(
            "no exchange: put notebooks in work/ and check them with `course check`"
            + ("; to fetch and submit, add --exchange DIR" if AVAILABLE else "")
        )
    elif not Path(exchange, course).is_dir():
        _say(f"{exchange} holds no course '{course}' yet; --course-id names another")
    lines += [
        f"c.CourseDirectory.course_id = {course!r}",
        f"c.CourseDirectory.root = {str(directory)!r}",
        f"c.Exchange.root = {str(exchange)!r}",
        f"c.Exchange.assignment_dir = {str(work)!r}",
        f"c.Exchange.cache = {str(directory / '.course' / 'submissions')!r}",
    ]
    return Plan(
        role="student",
        place=directory,
        root=work,
        opens="/lab",
        unused=unused,
        config_text="\n".join(lines) + "\n",
    )


def _config_files(directory: Path) -> list[Path]:
    """Return the nbgrader configurations that hold for `directory`, the weakest first."""
    from jupyter_core.paths import jupyter_config_path

    places = [*map(Path, reversed(jupyter_config_path())), directory]
    return [path for place in places if (path := place / CONFIG_NAME).is_file()]


def _configured(files: Iterable[Path]) -> dict[str, str]:
    """Return `root` of the exchange and `course_id`, where these files set them."""
    found: dict[str, str] = {}
    for path in files:
        config = load_config(path.parent)
        for section, name in (("Exchange", "root"), ("CourseDirectory", "course_id")):
            value = config.get(section, {}).get(name)
            if isinstance(value, str) and value:
                found[name] = value
    return found


def _existing(exchange: Path) -> Path:
    directory = exchange.expanduser().resolve()
    if not AVAILABLE:
        raise CourseError("nbgrader has no exchange on Windows: put notebooks in work/ by hand")
    if not directory.is_dir():
        raise CourseError(f"--exchange: {directory} is not a directory; ask who runs the course")
    return directory


def _make(directory: Path) -> None:
    try:
        directory.mkdir(exist_ok=True)
    except OSError as error:
        raise CourseError(f"cannot make {directory}: {error.strerror or error}") from error


def _say(line: str) -> None:
    print(f"course: {line}", file=sys.stderr, flush=True)


def _environment(plan: Plan) -> dict[str, str]:
    """Write the role's Jupyter configuration and return the environment that leads to it.

    JupyterLab keeps its settings, workspaces and the trust in notebooks in `.course/` instead of
    the home directory, and no personal Jupyter configuration changes what it does here.
    """
    state = state_directory(plan.place)
    role = state / f"role-{plan.role}"
    servers = [module for name in plan.unused if (module := EXTENSIONS[name])]
    contents = {
        "labconfig/default_setting_overrides.json": QUIET,
        "labconfig/page_config.json": {
            "disabledExtensions": {f"@jupyter/nbgrader:{name}": True for name in plan.unused}
        },
        "jupyter_server_config.d/course.json": {
            "ServerApp": {"jpserver_extensions": dict.fromkeys(servers, False)}
        },
    }
    try:
        for name, content in contents.items():
            (role / name).parent.mkdir(parents=True, exist_ok=True)
            (role / name).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        if plan.config_text:
            (role / CONFIG_NAME).write_text(plan.config_text, encoding="utf-8")
        else:
            (role / CONFIG_NAME).unlink(missing_ok=True)
    except OSError as error:
        raise CourseError(f"cannot write in {role}: {error.strerror or error}") from error
    environment = dict(os.environ)
    for name in ("NBGRADER_EXECUTION", "COURSE_CHECK", "JUPYTER_TOKEN", "JUPYTER_NO_CONFIG"):
        environment.pop(name, None)
    further = environment.get("JUPYTER_CONFIG_PATH")
    environment["JUPYTER_CONFIG_PATH"] = os.pathsep.join(
        [*map(str, (role, *plan.config_path)), *([further] if further else [])]
    )
    environment["JUPYTER_CONFIG_DIR"] = str(state / "jupyter")
    environment["JUPYTER_DATA_DIR"] = str(state / "jupyter" / "data")
    environment["JUPYTER_RUNTIME_DIR"] = str(state / "jupyter" / "runtime")
    # The kernel called python3 is this environment's, whatever else is installed on the machine.
    environment["JUPYTER_PREFER_ENV_PATH"] = "1"
    scripts_first(environment)
    return environment


def _options(plan: Plan, *, browser: bool) -> list[str]:
    options = [
        f"--ServerApp.root_dir={plan.root}",
        f"--ServerApp.open_browser={browser}",
        f"--LabApp.default_url={plan.opens}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")
    return options
