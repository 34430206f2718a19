"""Make nbgrader's feedback pages show what a lesson holds: folds, tables and long lines."""

from __future__ import annotations

from typing import Any

from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from traitlets import Bool

STYLE = """
summary { display: list-item; cursor: pointer }
.rendered_html th, .rendered_html td { padding: 0.2em 0.8em }
.output_area pre { white-space: pre-wrap; word-break: normal; overflow-wrap: anywhere }
"""
"""The style sheet of the pages takes the triangle from every fold and the padding from tables."""


class AddStyle(Preprocessor):
    """Add our rules to the style sheets of a page; stands after nbconvert's own.

    nbgrader's template writes one `<style>` for each text in `resources["inlining"]["css"]`.
    """

    enabled = Bool(True, help="Whether to add the rules.").tag(config=True)

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Return the notebook as it is, and the resources with one style sheet more."""
        resources.setdefault("inlining", {}).setdefault("css", []).append(STYLE)
        return nb, resources
