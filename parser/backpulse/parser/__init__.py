"""From text to Values: the language of backpulse, and its errors."""

from backpulse.parser.errors import Incomplete, Misplaced, Misused, SourceError, TooLarge, Unsupported
from backpulse.parser.parsing import Parsed, parse

__all__ = ["Incomplete", "Misplaced", "Misused", "Parsed", "SourceError", "TooLarge", "Unsupported", "parse"]
