"""Names as they are spelled: what can be one, and its one spelling."""

from __future__ import annotations

import unicodedata
from keyword import iskeyword

from backpulse.parser.errors import Span, mistake, strange
from backpulse.parser.hints import KEYWORDS, OTHER_KEYWORD

_WORDS = frozenset(("True", "False", "None"))


def checked(source: str, text: str, span: Span) -> str:
    """A name as it is known. SourceError for a word of Python that is none, and for strange letters."""
    if iskeyword(text) and text not in _WORDS:
        raise mistake("keyword", source, span, word=text, way_out=KEYWORDS.get(text, OTHER_KEYWORD))
    if text.isascii():
        return text
    name = unicodedata.normalize("NFKC", text)
    for index, char in enumerate(text):
        if not f"_{unicodedata.normalize('NFKC', char)}".isidentifier():
            raise strange(source, span[0] + index)
    if not name.isidentifier():
        raise strange(source, span[0])
    return name
