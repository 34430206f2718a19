"""All of this course's nbgrader configuration.

nbgrader reads this file several times per command, and so does every JupyterLab server that
`course start` opens: it starts nothing and imports next to nothing. Keep it so plain that it
cannot fail, because nbgrader logs an error in it and then goes on with its own defaults.
"""

import os
import sysconfig
from pathlib import Path

c = get_config()  # noqa: F821 (nbgrader puts it here)

HERE = Path(__file__).resolve().parent

# nbgrader runs a bare `alembic`: have it found beside this Python, whether or not the
# environment is activated. Without it the first command leaves a half-made gradebook.
_scripts = sysconfig.get_path("scripts")
_path = os.environ.get("PATH", "")
if _path.split(os.pathsep)[0] != _scripts:
    os.environ["PATH"] = os.pathsep.join(part for part in (_scripts, _path) if part)

# The course, and where its directories are, from wherever a command is run.
c.CourseDirectory.course_id = "autograd"
c.CourseDirectory.root = str(HERE)

# Assignments are handed out and in through `exchange/`. A class names a directory that all its
# members reach: `course start --exchange DIR`, or COURSE_EXCHANGE=DIR before any command.
_shared = os.environ.get("COURSE_EXCHANGE", "")
c.Exchange.root = str(Path(_shared).absolute() if _shared else HERE / "exchange")
# Fetched notebooks land here; copies of what was handed in are kept out of sight.
c.Exchange.assignment_dir = str(HERE / "work")
c.Exchange.cache = str(HERE / ".course" / "submissions")
# In the local exchange one person plays every student: owner and student may differ.
c.ExchangeCollect.check_owner = bool(_shared)

# Seconds for one cell. The slowest honest one imports torch from a cold disk (some 20 s on an old
# laptop); checks take well under a second. An endless loop costs a submission one minute.
c.Execute.timeout = 60
# Outputs hold neither clock times nor widget state, so the same run gives the same file and a
# page without live widgets shows their text form.
c.Execute.record_timing = False
c.Execute.store_widget_state = False

# nbgrader gives a cell that printed to stderr no points: a warning must not cost any.
c.IgnorePattern.enabled = True
c.IgnorePattern.pattern = r"(?s).*"

# The mark scheme of a written answer stands in the locked cell of its question. nbgrader would
# have it in a task cell, which is one more box to fill in for every submission. In a locked cell it
# travels in the same way: taken out on release, put back at autograding, shown by the formgrader.
c.ClearMarkScheme.enforce_metadata = False

# Feedback pages: neither hidden tests nor mark schemes, and of every output the form that a
# page without JavaScript can show (no widget views, no mermaid sources).
c.GenerateFeedback.preprocessors = [
    "nbgrader.preprocessors.GetGrades",
    "nbgrader.preprocessors.ClearHiddenTests",
    "nbgrader.preprocessors.ClearMarkScheme",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
    "course.grading.feedback.AddStyle",
]
c.WidgetsDataTypeFilter.display_data_priority = [
    "text/html",
    "text/markdown",
    "image/svg+xml",
    "text/latex",
    "image/png",
    "image/jpeg",
    "text/plain",
]
