"""backpulse.parser."""
