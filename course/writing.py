"""Put a file in the place of an older one in one step, so that nobody ever finds half of it."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

REPLACE_SECONDS = 2.0
"""How long to try to replace a file that an editor or a scanner holds open on Windows."""


def replace(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write `data` aside and move it to `path`.

    `mode` gives the permissions; None leaves them to the file's owner alone. Raises `OSError` if
    that cannot be done; what was at `path` is then still there.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            new.chmod(mode)
        _move(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _move(new: Path, path: Path) -> None:
    """Replace a file; where another program holds it open (Windows), try for a while."""
    until = time.monotonic() + REPLACE_SECONDS
    while True:
        try:
            new.replace(path)
        except PermissionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return
