from __future__ import annotations

import os
import subprocess
import sys

import pytest

from course import curves

SERIES = {"right": [4.0, 2.0, 1.0], "broken": [4.0, float("nan"), 0.0]}


def drawn(**more):
    words = {"title": "Loss", "x": "epoch", "y": "loss", "words": "It falls."}
    return curves.draw(SERIES, **(words | more))


def test_the_picture_has_its_words_as_alternative_text():
    data = drawn(words='Right & "left" fall.')._repr_mimebundle_()
    assert data["text/plain"] == repr(drawn(words='Right & "left" fall.')) == 'Right & "left" fall.'
    assert data["text/html"].startswith('<img alt="Right &amp; &quot;left&quot; fall." src="data:')


def test_two_drawings_have_the_same_bytes_and_other_numbers_have_others():
    assert drawn().png == drawn().png
    assert drawn(title="Other").png != drawn().png
    assert drawn().png.startswith(b"\x89PNG")
    assert len(drawn().png) < 30_000


def test_the_ground_is_white():
    from io import BytesIO

    from PIL import Image

    assert Image.open(BytesIO(drawn().png)).convert("RGBA").getpixel((1, 1)) == (255,) * 4


def test_looks_differ_without_colour():
    looks = [(style, mark) for _, style, mark in curves._LOOKS]
    assert len(set(looks)) == len(looks) == len({colour for colour, _, _ in curves._LOOKS})


@pytest.mark.parametrize("colour", [colour for colour, _, _ in curves._LOOKS])
def test_colours_have_enough_contrast_on_white(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    assert 1.05 / (light + 0.05) >= 4.5


def test_bad_calls_are_refused():
    with pytest.raises(ValueError, match="1 to 7"):
        curves.draw({}, title="", x="", y="", words="none")
    with pytest.raises(ValueError, match="in words"):
        drawn(words=" ")


@pytest.mark.slow
def test_a_first_import_writes_nothing_to_stderr(tmp_path):
    program = "import sys; from course import curves; " + (
        "curves.draw({'a': [1.0, 2.0]}, title='t', x='x', y='y', words='w'); "
        "assert 'matplotlib' in sys.modules"
    )
    environment = os.environ | {"MPLCONFIGDIR": str(tmp_path / "fresh")}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


def test_importing_the_module_does_not_import_matplotlib():
    program = "import sys; from course import curves; assert 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
