"""The rules for the cells of an authored notebook, each a function that lists violations.

A rule takes the notebook and returns one sentence per violation. `RULES` holds all of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any

from nbformat import NotebookNode

from course import notebook as notebooks
from tests import support

Rule = Callable[[NotebookNode], list[str]]

WORDS = re.compile(r"[a-z]+(-[a-z]+)*")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}")
_DIRECTORY = re.compile(r"(?<![\w.])(/(home|root|tmp|usr|var|Users)/|[A-Z]:\\|~/)|ipykernel_\d")
_SHOWING = (
    "print",
    "checks.exercise",
    "pictures.storage",
    "quiz.show",
    "doctor.show",
    "progress.show",
)
_ATTESTATION = "check-closed-book"
"""The one check that is worth no point: it takes down a learner's word, and hides nothing."""
_BEGIN_HIDDEN, _END_HIDDEN = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
_BEGIN_SCHEME, _END_SCHEME = "=== BEGIN MARK SCHEME ===", "=== END MARK SCHEME ==="
_BEGIN_SOLUTION, _END_SOLUTION = "### BEGIN SOLUTION", "### END SOLUTION"


def _cells(notebook: NotebookNode, kind: str = "any") -> Iterator[tuple[str, Any]]:
    """Go through the cells of a kind with a name to tell: any, code, solution, grade or written."""
    for index, cell in enumerate(notebook.cells):
        meta = cell.metadata.get("nbgrader", {})
        name = f"cell {index} ({meta.get('grade_id') or cell.get('id', 'no id')})"
        is_kind = {
            "any": True,
            "code": cell.cell_type == "code",
            "solution": bool(meta.get("solution") and not meta.get("grade")),
            "grade": bool(meta.get("grade") and not meta.get("solution")),
            "written": bool(meta.get("grade") and meta.get("solution")),
        }[kind]
        if is_kind:
            yield name, cell


def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except SyntaxError:
        return None


def names_its_lesson(notebook: NotebookNode) -> list[str]:
    """The notebook says which lesson of the course it is."""
    return [] if notebooks.slug(notebook) else ["the metadata has no autograd_course with a slug"]


def ids_are_words(notebook: NotebookNode) -> list[str]:
    """Cell ids and grade ids are words, and each stands once."""
    found = []
    ids: list[str] = []
    for name, cell in _cells(notebook):
        cell_id, grade_id = cell.get("id", ""), cell.metadata.get("nbgrader", {}).get("grade_id")
        ids.append(cell_id)
        for what, text in (("id", cell_id), ("grade id", grade_id)):
            if text is not None and not WORDS.fullmatch(text):
                found.append(f"{name}: the {what} {text!r} is not made of words")
    found += [f"two cells have the id {text!r}" for text in sorted(set(ids)) if ids.count(text) > 1]
    return found + [f"two cells have the grade id {n!r}" for n in notebooks.duplicates(notebook)]


def grade_cells_are_locked(notebook: NotebookNode) -> list[str]:
    """An autograded cell is a locked code cell named check-…, worth whole points, of schema 3."""
    found = []
    for name, cell in _cells(notebook, "grade"):
        meta = cell.metadata["nbgrader"]
        points = meta.get("points")
        if not meta.get("locked"):
            found.append(f"{name}: not locked")
        if cell.cell_type != "code":
            found.append(f"{name}: not a code cell")
        if not str(meta.get("grade_id")).startswith("check-"):
            found.append(f"{name}: its grade id does not begin with check-")
        least = 0 if meta.get("grade_id") == _ATTESTATION else 1
        if not isinstance(points, int) or points < least:
            found.append(f"{name}: {points!r} points, should be a whole number from 1")
    for name, cell in _cells(notebook):
        meta = cell.metadata.get("nbgrader")
        if meta is not None and meta.get("schema_version") != 3:
            found.append(f"{name}: nbgrader's metadata is not of schema 3")
        if meta is not None and "checksum" in meta:
            found.append(f"{name}: has a checksum, which only a released cell has")
    return found


def grade_cells_end_in_a_statement(notebook: NotebookNode) -> list[str]:
    """No value of a grade cell may be read as a score: it ends in no expression, shows no value."""
    found = []
    for name, cell in _cells(notebook, "grade"):
        tree = _parsed(cell.source)
        if tree is None:
            found.append(f"{name}: is not plain Python")
        elif not tree.body or isinstance(tree.body[-1], ast.Expr):
            found.append(f"{name}: ends in an expression, which nbgrader reads as points")
        if any(output["output_type"] == "execute_result" for output in cell.outputs):
            found.append(f"{name}: its stored output is a value, which nbgrader reads as points")
    return found


def grade_cells_have_two_parts(notebook: NotebookNode) -> list[str]:
    """A grade cell has visible checks, then hidden ones between marks, and tells how many."""
    found = []
    by_name = {
        cell.name: cell
        for exercise in notebooks.exercises(notebook)
        for cell in exercise.grade_cells
    }
    for name, cell in _cells(notebook, "grade"):
        graded = by_name.get(cell.metadata["nbgrader"].get("grade_id"))
        if graded is None:
            found.append(f"{name}: belongs to no exercise, no solution cell stands above it")
            continue
        lines = cell.source.split("\n")
        begins = [n for n, line in enumerate(lines) if line.strip() == _BEGIN_HIDDEN]
        ends = [n for n, line in enumerate(lines) if line.strip() == _END_HIDDEN]
        if graded.visible == 0:
            found.append(f"{name}: no visible check")
        if graded.hidden != graded.hidden_here:
            found.append(f"{name}: says hidden={graded.hidden}, holds {graded.hidden_here}")
        if graded.hidden_here == 0 and graded.name == _ATTESTATION:
            begins = ends = [len(lines)]
        elif graded.hidden_here == 0:
            found.append(f"{name}: no hidden check")
        if len(begins) != 1 or len(ends) != 1 or begins[0] > ends[0]:
            found.append(f"{name}: needs one region of hidden tests")
            continue
        tree = _parsed(cell.source)
        if tree is None or len(tree.body) != 1 or not isinstance(tree.body[0], ast.With):
            found.append(f"{name}: should be one `with checks.exercise(...)` block")
        if _called(lines[: begins[0]] + lines[ends[0] + 1 :], "hidden_case"):
            found.append(f"{name}: a hidden check stands outside the marks")
        if _called(lines[begins[0] :], "case"):
            found.append(f"{name}: a visible check stands below the mark of the hidden ones")
        if any(line.strip() for line in lines[ends[0] + 1 :]):
            found.append(f"{name}: something stands below the hidden checks")
    return found


def _called(lines: list[str], function: str) -> bool:
    return any(re.search(rf"\bchecks\.{function}\(", line) for line in lines)


def checks_leave_stderr_alone(notebook: NotebookNode) -> list[str]:
    """A check neither reads nor writes stderr and shows no address."""
    return [
        f"{name}: has {word!r} in it"
        for name, cell in _cells(notebook, "grade")
        for word in ("stderr", "warnings.warn", "hex(", "id(")
        if re.search(rf"(?<![\w.]){re.escape(word)}", cell.source) or f".{word}" in cell.source
    ]


def exercises_are_complete(notebook: NotebookNode) -> list[str]:
    """Every solution cell is followed by checks of its own and is named without check-."""
    found = []
    for exercise in notebooks.exercises(notebook):
        if not exercise.grade_cells:
            found.append(f"{exercise.name}: no grade cell follows")
        if exercise.name.startswith("check-"):
            found.append(f"{exercise.name}: a solution cell should not be named check-…")
    return found


def solution_cells_define_functions(notebook: NotebookNode) -> list[str]:
    """A solution cell holds solution regions, inside functions: the stub raises when called.

    At its top level stand only imports, functions, classes and constants.
    """
    found = []
    for name, cell in _cells(notebook, "solution"):
        lines = [line.strip() for line in cell.source.split("\n")]
        if not lines.count(_BEGIN_SOLUTION) == lines.count(_END_SOLUTION) > 0:
            found.append(f"{name}: needs a region between solution marks")
            continue
        for what, source in (("", cell.source), (" when stubbed", support.stubbed(cell.source))):
            tree = _parsed(source)
            if tree is None:
                found.append(f"{name}: is not Python{what}")
            elif not any(isinstance(node, ast.FunctionDef) for node in tree.body):
                found.append(f"{name}: defines no function{what}")
            elif not all(_defines(node) for node in tree.body):
                found.append(f"{name}: does more than define{what}: Run All would stop there")
    return found


def _defines(node: ast.stmt) -> bool:
    """Whether a statement is an import, a definition, a docstring or a constant.

    The body of a class runs when the class is defined, so the same holds for it.
    """
    if isinstance(node, ast.ClassDef):
        return all(isinstance(inner, ast.Pass) or _defines(inner) for inner in node.body)
    if isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef):
        return True
    if isinstance(node, ast.Assign | ast.Expr):
        try:
            ast.literal_eval(node.value)
        except ValueError:
            return False
        return True
    return False


def code_cells_were_run(notebook: NotebookNode) -> list[str]:
    """Every code cell was run, in order from the top, and what prints has its output stored."""
    found = []
    count = 0
    for name, cell in _cells(notebook, "code"):
        if not cell.source.strip():
            found.append(f"{name}: is empty")
            continue
        count += 1
        if cell.execution_count != count:
            found.append(f"{name}: execution count {cell.execution_count}, should be {count}")
        if not cell.outputs and _shows_something(cell.source):
            found.append(f"{name}: shows something, but no output is stored")
    return found if count else [*found, "no code cell at all"]


def _shows_something(source: str) -> bool:
    """Whether a cell must have an output: it prints, draws, asks, checks, or ends in a value."""
    tree = _parsed(source)
    if tree is None:
        return True
    called = [
        ast.unparse(node.func)
        for statement in tree.body
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef)
        for node in ast.walk(statement)
        if isinstance(node, ast.Call)
    ]
    last = tree.body[-1] if tree.body else None
    return any(name in _SHOWING for name in called) or (
        isinstance(last, ast.Expr) and not isinstance(last.value, ast.Call)
    )


def nothing_stored_that_changes(notebook: NotebookNode) -> list[str]:
    """Neither clock times nor widget models, no drawing that a front end added, no address."""
    found = []
    if "widgets" in notebook.metadata:
        found.append("the metadata holds the state of widgets")
    for name, cell in _cells(notebook, "code"):
        if "execution" in cell.metadata:
            found.append(f"{name}: holds the time of its execution")
        for output in cell.outputs:
            data = output.get("data", {})
            if "application/vnd.jupyter.widget-view+json" in data:
                found.append(f"{name}: an output names a widget's model")
            if "text/vnd.mermaid" in data and "image/svg+xml" in data:
                found.append(f"{name}: a picture was stored beside its Mermaid text")
            text = _text(output)
            if _ADDRESS.search(text):
                found.append(f"{name}: an output shows an address in memory")
            if _DIRECTORY.search(text) or str(support.ROOT) in text:
                found.append(f"{name}: an output shows a directory of one machine")
    return found


def _text(output: Any) -> str:
    """Return all text of an output."""
    parts = [output.get("text", ""), output.get("evalue", ""), *output.get("traceback", [])]
    parts += [value for value in output.get("data", {}).values() if isinstance(value, str)]
    return "\n".join(parts)


def nothing_goes_wrong_unannounced(notebook: NotebookNode) -> list[str]:
    """Only a cell tagged raises-exception ends in an error, and no cell warns; checks all pass."""
    found = []
    for name, cell in _cells(notebook, "code"):
        tagged = "raises-exception" in cell.metadata.get("tags", [])
        raised = any(output["output_type"] == "error" for output in cell.outputs)
        if raised != tagged:
            found.append(f"{name}: {'raised' if raised else 'did not raise'}, against its tag")
        if any(output.get("name") == "stderr" for output in cell.outputs):
            found.append(f"{name}: wrote to stderr")
    for name, cell in _cells(notebook, "grade"):
        printed = "".join(output.get("text", "") for output in cell.outputs)
        if " passed" not in printed:
            found.append(f"{name}: its stored output does not say that the checks passed")
    return found


def written_answers_have_question_and_mark_scheme(notebook: NotebookNode) -> list[str]:
    """A written answer is graded by hand; right above it stands its question, with a mark scheme.

    The answer answer-… loses its text on release, so the question question-… is a locked cell of
    its own. The mark scheme is its end: nbgrader takes it out on release and puts it back for the
    formgrader. It may stand nowhere else, and there is no task cell, which would be another box to
    fill in for each submission.
    """
    found = []
    homes = set()
    for name, cell in _cells(notebook, "written"):
        meta, index = cell.metadata["nbgrader"], notebook.cells.index(cell)
        points = meta.get("points")
        if cell.cell_type != "markdown":
            found.append(f"{name}: is graded by hand, should be Markdown")
        if not str(meta.get("grade_id")).startswith("answer-"):
            found.append(f"{name}: its grade id does not begin with answer-")
        if not isinstance(points, int) or points < 1:
            found.append(f"{name}: {points!r} points, should be a whole number from 1")
        if not cell.source.strip():
            found.append(f"{name}: the authors have not answered it")
        question = notebook.cells[index - 1] if index else cell
        asks = question.metadata.get("nbgrader", {})
        wanted = str(meta.get("grade_id")).replace("answer-", "question-", 1)
        if question.cell_type != "markdown" or asks.get("grade_id") != wanted:
            found.append(f"{name}: its question {wanted} does not stand right above it")
            continue
        if not asks.get("locked") or asks.get("grade") or asks.get("solution"):
            found.append(f"{name}: its question is not locked, or carries points")
        homes.add(index - 1)
        found += [f"{name}: {fault}" for fault in _scheme_faults(question.source)]
    for index, cell in enumerate(notebook.cells):
        if "MARK SCHEME" in cell.source and index not in homes:
            found.append(f"cell {index}: holds a mark scheme, and is no question above an answer")
        if cell.metadata.get("nbgrader", {}).get("task"):
            found.append(f"cell {index}: is a task cell, should be a question and an answer")
    return found


def _scheme_faults(question: str) -> Iterator[str]:
    """Say what is wrong with the mark scheme at the end of a question."""
    lines = [line.strip() for line in question.strip().split("\n")]
    marks = [line for line in lines if "MARK SCHEME" in line]
    if marks != [_BEGIN_SCHEME, _END_SCHEME] or lines[-1] != _END_SCHEME:
        yield f"its question should end in one region from {_BEGIN_SCHEME} to {_END_SCHEME}"
        return
    begin = lines.index(_BEGIN_SCHEME)
    if not any(lines[:begin]):
        yield "nothing is asked above the mark scheme"
    if not any(lines[begin + 1 : -1]):
        yield "the mark scheme is empty"


RULES: tuple[Rule, ...] = (
    names_its_lesson,
    ids_are_words,
    grade_cells_are_locked,
    grade_cells_end_in_a_statement,
    grade_cells_have_two_parts,
    checks_leave_stderr_alone,
    exercises_are_complete,
    solution_cells_define_functions,
    code_cells_were_run,
    nothing_stored_that_changes,
    nothing_goes_wrong_unannounced,
    written_answers_have_question_and_mark_scheme,
)


def violations(notebook: NotebookNode) -> list[str]:
    """List the violations of all rules."""
    return [found for rule in RULES for found in rule(notebook)]
