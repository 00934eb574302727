"""The glossary, `docs/glossary.md`: it has the words of the wire, each once, and the code has its words."""

from __future__ import annotations

import re
from collections import Counter

from tests.docs.markdown import GLOSSARY, MAP, ROOT, code, tables

from backpulse.answering.schema import schema

TEXT = GLOSSARY.read_text(encoding="utf-8")
ROWS = [row for rows in tables(TEXT) for row in rows]
# What the glossary's words have taken the place of.
_GONE = ("local slope", "unfold", "witness", "careful plan", "quick plan", "opened op")


def test_every_field_of_a_message_is_explained_once() -> None:
    fields = Counter(field for row in ROWS for field in code(row["fields"]))
    sent = {name for message in schema()["definitions"].values() for name in message.get("properties", {})}
    assert len(sent) > 60
    assert sent - set(fields) == set(), "the wire has words that the glossary has not"
    assert set(fields) - sent == set(), "the glossary has fields that no message has"
    assert [field for field, count in fields.items() if count > 1] == []


def test_a_word_stands_once_and_in_one_line() -> None:
    words = Counter(row["word"] for row in ROWS)
    assert len(words) > 70
    assert [word for word, count in words.items() if count > 1] == []
    assert all(row["word"] and row["what it is"] for row in ROWS)


def test_the_words_are_in_use() -> None:
    """Each stands in the code of the rooms, as a word of its own or of a name."""
    patterns = ("*/backpulse/**/*.py", "web/*/backpulse/**/*.py", "web/page/src/**/*.ts")
    sources = [path for pattern in patterns for path in ROOT.glob(pattern)]
    assert len(sources) > 200
    used = "\n".join(path.read_text(encoding="utf-8") for path in sources).lower()
    used = re.sub(r"[\s_]+(?:#|//|\*)?\s*", " ", used)
    assert [row["word"] for row in ROWS if row["word"].lower() not in used] == []


def test_words_that_have_gone_stay_away_from_the_documents() -> None:
    for page in (MAP, GLOSSARY, ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        text = page.read_text(encoding="utf-8").lower()
        assert [word for word in _GONE if word in text] == [], page.name
