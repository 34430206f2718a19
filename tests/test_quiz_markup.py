from __future__ import annotations

import pytest

from course.quiz_markup import (
    Block,
    MarkupError,
    blocks,
    inline_bare,
    inline_html,
    to_html,
    to_text,
)

TEXT = """
One line
and its continuation with `a < b`.

```python
if a:

    pass
```
After <b>it</b>.
"""


def test_blank_lines_and_fences_separate_blocks():
    assert blocks(TEXT) == [
        Block("One line and its continuation with `a < b`.", is_code=False),
        Block("if a:\n\n    pass", is_code=True),
        Block("After <b>it</b>.", is_code=False),
    ]


def test_html_escapes_everything_but_code_spans_and_blocks():
    assert to_html(TEXT) == (
        "<p>One line and its continuation with <code>a &lt; b</code>.</p>"
        "<pre><code>if a:\n\n    pass</code></pre>"
        "<p>After &lt;b&gt;it&lt;/b&gt;.</p>"
    )


def test_text_indents_code_and_wraps_paragraphs():
    assert to_text("word " * 30 + "\n\n```\nx = 1\n```", width=40).splitlines()[-1] == "    x = 1"
    assert max(map(len, to_text("word " * 30, width=40).splitlines())) <= 40


def test_bare_label_has_no_backticks_and_html_has_code():
    assert inline_bare("`t[0]` and `t`") == "t[0] and t"
    assert inline_html("`t[0]` & `t`") == "<code>t[0]</code> &amp; <code>t</code>"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("a `b", "backtick without a partner"), ("```\nx = 1", "not closed")],
)
def test_unfinished_markup_is_refused(text, complaint):
    with pytest.raises(MarkupError, match=complaint):
        blocks(text)
