"""backpulse.engine."""
