"""The looks that the doctor takes at this machine, each an item or several. They change nothing."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from course import gradebook
from course._findings import MISSING, OK, WARNING, Item
from course.errors import CourseError
from course.project import EXCHANGE_VARIABLE, Project, load_config, scripts_first

if TYPE_CHECKING:
    from packaging.requirements import Requirement

DISTRIBUTION = "autograd-course"
ENOUGH_BYTES, LEAST_BYTES = 1_000_000_000, 100_000_000
"""Free disk space: below the first a warning, below the second nothing can be graded any more."""
PROBE_SECONDS = 120
"""How long an import may take that is tried in a process of its own."""
PROBES = {
    "torch": "import torch; torch.ones(2).sum().item()",
    "numpy": "import numpy; numpy.ones(2).sum()",
}
"""What is tried for packages with compiled parts, which can be installed and yet not load."""
LAB_EXTENSIONS = {
    "nbgrader": "@jupyter/nbgrader",
    "jupyterlab_widgets": "@jupyter-widgets/jupyterlab-manager",
}
"""The packages that bring JupyterLab's extensions which the course needs."""


def _install(requirement: str, project: Project | None, *options: str) -> str:
    """Return the command that installs `requirement` into this interpreter's environment."""
    python = Path(sys.executable)
    here = Path.cwd()
    words = [str(python.relative_to(here) if python.is_relative_to(here) else python)]
    words += ["-m", "pip", "install", *options]
    if project is not None and (project.root / "constraints.txt").is_file():
        constraints = project.root / "constraints.txt"
        short = constraints.relative_to(here) if constraints.is_relative_to(here) else constraints
        words += ["-c", str(short)]
    return _command([*words, requirement])


def _again(requirement: str, project: Project | None) -> str:
    """Return the command that installs over what is there, of `requirement` alone."""
    return _install(requirement, project, "--force-reinstall", "--no-deps")


def _command(words: Sequence[str]) -> str:
    if os.name == "nt":
        return subprocess.list2cmdline(words)
    return shlex.join(words)


def requirements() -> dict[str, Requirement]:
    """Return what the installed course asks for, by name; empty if it is not installed."""
    try:
        from packaging.requirements import Requirement

        lines = metadata.requires(DISTRIBUTION) or []
    except (ImportError, metadata.PackageNotFoundError):
        return {}
    return {each.name.lower(): each for each in map(Requirement, lines)}


def python() -> Item:
    """Look whether this is a Python that the course supports."""
    present = ".".join(map(str, sys.version_info[:3]))
    try:
        from packaging.specifiers import SpecifierSet

        wanted = str(metadata.metadata(DISTRIBUTION)["Requires-Python"] or "")
        fits = SpecifierSet(wanted).contains(present)
    except (ImportError, KeyError, metadata.PackageNotFoundError):
        return Item("python", OK, present)
    if fits:
        return Item("python", OK, f"{present} ({sys.executable})")
    return Item(
        "python",
        MISSING,
        f"{present}, but the course needs {wanted}",
        "install such a Python, remove .venv and make it anew with that one",
    )


def packages(needed: dict[str, Requirement], project: Project | None) -> Iterator[Item]:
    """Look at the course and at the packages whose versions matter to it."""
    if needed:
        yield Item("course", OK, metadata.version(DISTRIBUTION))
    else:
        # A checkout is installed from where it lies; elsewhere, from where it was got.
        command = _install(str(project.root), project, "-e") if project else ""
        detail = f"{DISTRIBUTION} is not installed in this environment"
        yield Item("course", MISSING, detail, command or "pip install it from its checkout")
    for name in ("torch", "numpy", "jupyterlab", "nbgrader", "ipywidgets", "ipykernel"):
        yield _package(name, needed, project)


def _package(name: str, needed: dict[str, Requirement], project: Project | None) -> Item:
    wanted = needed.get(name)
    range_ = str(wanted.specifier) if wanted else ""
    mend = _install(f"{name}{range_}", project)
    try:
        present = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Item(name, MISSING, "not installed", mend)
    if wanted and not wanted.specifier.contains(present, prereleases=True):
        return Item(name, MISSING, f"{present}, but the course needs {range_}", mend)
    failure = _probe(PROBES[name]) if name in PROBES else None
    if failure:
        detail = f"{present} is installed but does not load: {failure}"
        return Item(name, MISSING, detail, _again(f"{name}{range_}", project))
    return Item(name, OK, present)


def _probe(statement: str, python: str = sys.executable) -> str | None:
    """Run a statement in a process of its own; return what went wrong, None if nothing did."""
    try:
        done = subprocess.run(
            [python, "-c", statement],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PROBE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0:
        return None
    lines = done.stderr.strip().splitlines()
    return lines[-1] if lines else f"the interpreter ended with status {done.returncode}"


def kernel(project: Project | None) -> Item:
    """Look whether the kernel called python3 is one of this interpreter."""
    name = "kernel python3"
    mend = _again("ipykernel", project)
    try:
        from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
    except ImportError as error:
        return Item(name, MISSING, str(error), mend)
    try:
        spec = KernelSpecManager().get_kernel_spec("python3")
    except NoSuchKernel:
        return Item(name, MISSING, "no such kernel", mend)
    # jupyter_client runs its own interpreter for these names (KernelManager.format_kernel_cmd).
    own = {"", "python", "python3", "python{}.{}".format(*sys.version_info)}
    named = str(spec.argv[0]) if spec.argv else ""
    interpreter = sys.executable if named in own else named
    trial = f"import ipykernel, sys; sys.exit(0 if sys.prefix == {sys.prefix!r} else sys.prefix)"
    failure = _probe(trial, interpreter)
    if failure is None:
        return Item(name, OK, f"starts {sys.executable}")
    if interpreter == sys.executable:
        return Item(name, MISSING, f"cannot start: {failure}", mend)
    return Item(
        name,
        MISSING,
        f"starts {interpreter}, which is not this environment's ({failure})",
        f"remove {spec.resource_dir}, or work through `course start`, which passes it over",
    )


def lab_extensions(project: Project | None) -> Iterator[Item]:
    """Look for the parts of nbgrader and ipywidgets that live in JupyterLab."""
    try:
        from jupyter_core.paths import jupyter_path
        from jupyterlab_server.config import get_page_config
    except ImportError as error:
        yield Item("lab extensions", MISSING, str(error), _install("jupyterlab", project))
        return
    places = jupyter_path("labextensions")
    disabled = get_page_config(places).get("disabledExtensions", [])
    for package, extension in LAB_EXTENSIONS.items():
        name = f"lab extension {extension}"
        files = [Path(place, extension, "package.json") for place in places]
        found = next((file for file in files if file.is_file()), None)
        if found is None:
            yield Item(name, MISSING, "not in this environment", _again(package, project))
        elif extension in disabled:
            enable = [sys.executable, "-m", "jupyter", "labextension", "enable", extension]
            yield Item(name, MISSING, "disabled", _command(enable))
        else:
            version = json.loads(found.read_text(encoding="utf-8")).get("version", "present")
            yield Item(name, OK, version)


def alembic(project: Project | None) -> Item:
    """Look for the command that nbgrader runs to make a gradebook."""
    environment = dict(os.environ)
    scripts_first(environment)
    found = shutil.which("alembic", path=environment["PATH"])
    if found:
        return Item("alembic", OK, found)
    detail = "not found; without it no gradebook can be made"
    return Item("alembic", MISSING, detail, _again("alembic", project))


def disk(place: Path) -> Item:
    """Look how much can still be written at `place`."""
    free = shutil.disk_usage(place).free
    detail = f"{free / 1e9:.1f} GB free at {place}"
    if free >= ENOUGH_BYTES:
        return Item("disk", OK, detail)
    mend = f"free some space: {_command([sys.executable, '-m', 'pip', 'cache', 'purge'])}"
    return Item("disk", WARNING if free >= LEAST_BYTES else MISSING, detail, mend)


def nbval(needed: dict[str, Requirement], project: Project) -> Item:
    """Look for the tool with which authors validate stored outputs."""
    item = _package("nbval", needed, project)
    if item.status == OK:
        return item
    return Item("nbval", WARNING, f"{item.detail} (only authors need it)", item.mend)


def places(project: Project) -> Iterator[Item]:
    """Look whether the directories of the road can be read and written."""
    yield _directory("work", project.work)
    try:
        exchange = Path(load_config(project.root).Exchange.root)
    except CourseError as error:
        yield Item("configuration", MISSING, str(error), f"mend {project.config_file}")
    else:
        shared = bool(os.environ.get(EXCHANGE_VARIABLE))
        yield _exchange(exchange, shared)
    yield _book(project)


def _exchange(exchange: Path, shared: bool) -> Item:
    if sys.platform == "win32":
        return Item(
            "exchange",
            WARNING,
            "nbgrader has no exchange on Windows",
            "copy notebooks from release/ to work/ and check them with `course check`",
        )
    if shared and not exchange.is_dir():
        detail = f"{exchange}, named by {EXCHANGE_VARIABLE}, is not a directory"
        return Item("exchange", MISSING, detail, f"unset {EXCHANGE_VARIABLE}, or make it")
    return _directory("exchange", exchange)


def _directory(name: str, path: Path) -> Item:
    there = path if path.exists() else path.parent
    if os.access(there, os.R_OK | os.W_OK | os.X_OK) and there.is_dir():
        return Item(name, OK, str(path) if there is path else f"`course start` makes {path}")
    if not there.is_dir():
        return Item(name, MISSING, f"{there} is not a directory", f"move {there} away")
    return _locked(name, there)


def _locked(name: str, path: Path) -> Item:
    detail = f"{path} cannot be read and written by you"
    if os.name == "nt":
        return Item(name, MISSING, detail, f"give yourself full access to {path}")
    return Item(name, MISSING, detail, f'sudo chown -R "$USER" {_command([str(path)])}')


def _book(project: Project) -> Item:
    path = project.gradebook
    if not path.exists():
        return Item("gradebook", OK, f"`course start` makes {path}")
    if not os.access(path, os.R_OK | os.W_OK):
        return _locked("gradebook", path)
    try:
        carried = gradebook.version(path)
    except CourseError as error:
        return Item("gradebook", MISSING, str(error), f"move {path} away, then `course start`")
    if carried is None:
        return Item("gradebook", WARNING, f"{path} was left half made", "course start")
    return Item("gradebook", OK, str(path))
