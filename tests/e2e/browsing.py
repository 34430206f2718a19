"""Hands and eyes for JupyterLab in a headless Chromium."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import (
    Browser,
    FrameLocator,
    Locator,
    Page,
    Playwright,
    Response,
    ViewportSize,
    expect,
)

Theme = Literal["dark", "light"]
SHOTS_VARIABLE = "COURSE_SHOTS"
"""Environment variable that names a directory for screenshots of the main steps."""
NAMES = ("chromium", "google-chrome", "chromium-browser")
SWITCHES = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--disable-background-networking", "--disable-component-update", "--no-first-run"),
)
THEMES: dict[Theme, str] = {"dark": "JupyterLab Dark", "light": "JupyterLab Light"}
SPLASH = "#jupyterlab-splash"
"""What JupyterLab shows while it starts, or changes its theme."""
TALL = ViewportSize(width=1280, height=1800)
OVERLAP = 60
"""How many pixels two pieces of a long page have in common."""
UNFOLD = "all => all.forEach(details => { details.open = true })"
NEXT_FRAMES = "() => new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))"
"""Waits until what was changed has been drawn."""
RUN = re.compile(r"^\[\d+\]:?$")
"""What stands beside a cell that has been run."""
SECONDS = 1000.0
"""Playwright counts in milliseconds."""


def find_chromium() -> str | None:
    """Return the browser to use: the one named in COURSE_CHROMIUM, or the first on PATH."""
    named = os.environ.get("COURSE_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


MARKS = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(
        find_chromium() is None,
        reason="no Chromium: install one, or name its executable in COURSE_CHROMIUM",
    ),
    pytest.mark.skipif(sys.platform == "win32", reason="nbgrader has no exchange on Windows"),
]
"""The marks of every module of browser tests."""


def launch(playwright: Playwright) -> Browser:
    """Start the browser."""
    return playwright.chromium.launch(executable_path=find_chromium(), args=list(SWITCHES))


class Lab:
    """One JupyterLab in one browser page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.outside: list[str] = []
        """Addresses beyond 127.0.0.1 that any page asked for."""
        self.errors: list[str] = []
        """Errors that no script of a page caught."""
        shots = os.environ.get(SHOTS_VARIABLE)
        self._shots = Path(shots) if shots else None
        self._taken = 0
        page.context.on("request", lambda request: self._note(request.url))
        page.context.on("weberror", lambda error: self.errors.append(str(error.error)))

    def _note(self, url: str) -> None:
        if not re.match(r"(https?|wss?)://127\.0\.0\.1[:/]|data:|blob:|about:", url):
            self.outside.append(url)

    def open(self, address: str) -> None:
        """Open JupyterLab and wait until it is all there."""
        self.page.goto(address)
        expect(self.page.locator(".lm-MenuBar-itemLabel", has_text="Nbgrader")).to_be_visible()
        expect(self.page.locator(SPLASH)).to_have_count(0)

    def menu(self, *labels: str) -> None:
        """Choose an entry of the main menu by its labels from left to right."""
        bar, *entries = labels
        self.page.locator(".lm-MenuBar-itemLabel").get_by_text(bar, exact=True).click()
        for label in entries:
            entry = self.page.locator(".lm-Menu-itemLabel").get_by_text(label, exact=True)
            entry.last.click()

    def dialog(self, title: str) -> Locator:
        """Wait for a dialog and return it."""
        dialog = self.page.locator(".jp-Dialog", has_text=title)
        expect(dialog).to_be_visible(timeout=120 * SECONDS)
        return dialog

    # The notebook that is open.

    @property
    def notebook(self) -> Locator:
        """The notebook in front."""
        return self.page.locator(".jp-NotebookPanel:visible")

    def cell(self, index: int) -> Locator:
        """A cell by its place in the file."""
        return self.notebook.locator(".jp-Cell").nth(index)

    def prompt(self, index: int) -> Locator:
        """What stands in brackets beside a code cell."""
        return self.cell(index).locator(".jp-InputPrompt")

    def output(self, index: int) -> Locator:
        """All outputs of a cell."""
        return self.cell(index).locator(".jp-Cell-outputArea")

    def wait_until_idle(self) -> None:
        """Wait until the status bar says that the kernel has nothing to do."""
        expect(self.page.locator("#jp-main-statusbar")).to_contain_text("| Idle")

    def run(self, index: int) -> None:
        """Run one cell and wait for its end."""
        prompt = self.prompt(index)
        before = prompt.text_content() or ""
        prompt.click()
        self.page.keyboard.press("Control+Enter")
        self._wait_for_run(index, before)

    def unfold(self, index: int) -> None:
        """Show the text of a cell that the lesson folds away."""
        placeholder = self.cell(index).locator(".jp-InputPlaceholder .jp-Placeholder-content")
        placeholder.click()
        expect(placeholder).to_have_count(0)

    def run_all(self, last: int) -> None:
        """Run all cells from the menu and wait until the last code cell has been run."""
        before = self.prompt(last).text_content() or ""
        self.menu("Run", "Run All Cells")
        self._wait_for_run(last, before)

    def _wait_for_run(self, index: int, before: str) -> None:
        expect(self.prompt(index)).not_to_have_text(before, timeout=120 * SECONDS)
        expect(self.prompt(index)).to_have_text(RUN, timeout=120 * SECONDS)

    def write(self, index: int, text: str) -> None:
        """Replace the text of a code cell."""
        self.cell(index).locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)
        self.page.keyboard.press("Escape")

    def save(self) -> None:
        """Save the notebook and wait until the server has it."""
        with self.page.expect_response(_is_save) as response:
            self.menu("File", "Save Notebook")
        assert response.value.ok, f"saving failed: {response.value.status}"

    # The keyboard.

    def tab_to(self, target: Locator, *, most: int = 40, backwards: bool = False) -> None:
        """Press Tab until an element has the focus."""
        for _ in range(most):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Shift+Tab" if backwards else "Tab")
        raise AssertionError(f"{most} presses of Tab do not reach {target}")

    # Pictures to look at.

    def shot(self, name: str) -> None:
        """Save the window as it is, in both themes."""
        for theme in self._themes():
            self._save(self.page, f"{name}-{theme}")

    def shot_dialog(self, name: str) -> None:
        """Save the window as it is, behind a dialog that keeps the theme as it is."""
        if self._begin_shots():
            self._save(self.page, name)

    def shot_notebook(self, name: str) -> None:
        """Save the open notebook in pieces from top to bottom, everything unfolded."""
        usual = self.page.viewport_size
        assert usual is not None
        scroller = self.notebook.locator(".jp-WindowedPanel-outer")
        for theme in self._themes():
            self.page.set_viewport_size(TALL)
            self.notebook.locator("details").evaluate_all(UNFOLD)
            self._save_pieces(self.page, scroller, f"{name}-{theme}")
            self.page.set_viewport_size(usual)

    def shot_file(self, name: str, path: Path) -> None:
        """Save an HTML file in pieces, as a browser shows it to a user who likes either theme."""
        browser = self.page.context.browser
        assert browser is not None
        if not self._begin_shots():
            return
        for theme in THEMES:
            page = browser.new_page(color_scheme=theme, viewport=TALL)
            page.goto(path.as_uri())
            self._save_pieces(page, page.locator("html"), f"{name}-{theme}")
            page.close()

    def _begin_shots(self) -> bool:
        """Count one more step; return whether somebody wants to see it."""
        self._taken += 1
        return self._shots is not None

    def _themes(self) -> Iterator[Theme]:
        """Switch through JupyterLab's themes, if anybody wants to see them, the usual one last."""
        if not self._begin_shots():
            return
        for theme, label in THEMES.items():
            self.menu("Settings", "Theme", label)
            is_light = str(theme == "light").lower()
            expect(self.page.locator(f"body[data-jp-theme-light='{is_light}']")).to_have_count(1)
            expect(self.page.locator(SPLASH)).to_have_count(0)
            yield theme

    def _save_pieces(self, page: Page, scroller: Locator, name: str) -> None:
        """Scroll through something long."""
        step = int(scroller.evaluate("element => element.clientHeight")) - OVERLAP
        top, piece, end = 0, 0, 1
        while top < end:
            scroller.evaluate("(element, top) => element.scrollTo(0, top)", top)
            self._save(page, f"{name}-{piece:02}")
            end = int(scroller.evaluate("e => e.scrollHeight - e.clientHeight")) + OVERLAP
            top, piece = top + step, piece + 1

    def _save(self, page: Page, name: str) -> None:
        assert self._shots is not None
        self._shots.mkdir(parents=True, exist_ok=True)
        page.evaluate(NEXT_FRAMES)
        page.screenshot(path=self._shots / f"{self._taken:02}-{name}.png")


def close_log(frame: FrameLocator) -> str:
    """Wait for the report that the formgrader shows after an action, close it, return its text."""
    dialog = frame.locator(".modal-dialog:visible")
    expect(dialog).to_be_visible(timeout=180 * SECONDS)
    text = dialog.inner_text()
    dialog.locator("[data-dismiss='modal']").first.click()
    expect(dialog).to_have_count(0)
    return text


def _is_save(response: Response) -> bool:
    return response.request.method == "PUT" and "/api/contents/" in response.url
