"""Torch messages quoted in prose are what the installed torch says."""

import pytest

from course import notebook as notebooks
from tests import messages, support

DOCUMENTS = [*sorted(support.ROOT.glob("docs/*.md")), support.ROOT / "README.md"]
QUOTE = (
    "<!-- torch-message -->\n```text\n"
    "[torch.FloatTensor [4]], which is output 0 of {} … expected version 0\n```"
)


@pytest.fixture(scope="module")
def said():
    return messages.messages()


@pytest.mark.parametrize("path", support.SOURCES, ids=lambda path: path.stem)
def test_messages_quoted_in_a_lesson_are_torchs_own(path, said):
    cells = notebooks.read(path).cells
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    assert messages.faults(texts, said) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_messages_quoted_in_the_docs_are_torchs_own(path, said):
    assert messages.faults([path.read_text(encoding="utf-8")], said) == []


def test_every_telltale_is_a_piece_of_a_message(said):
    assert [words for words in messages.TELLTALES if not any(words in text for text in said)] == []


def test_a_message_that_torch_words_differently_is_seen(said):
    assert messages.faults([QUOTE.format("Sigmoid")], said) == []
    (fault,) = messages.faults([QUOTE.format("SigmoidBackward0")], said)
    assert fault.startswith("torch does not say")


def test_a_message_without_its_marker_is_seen(said):
    text = "It says `a leaf Variable that requires grad is being used`."
    (fault,) = messages.faults([text], said)
    assert fault.startswith("a message without its marker")
    marked = (
        "<!-- torch-message -->\n```text\na leaf Variable that requires grad is being used\n```"
    )
    assert messages.faults([text, marked], said) == []
