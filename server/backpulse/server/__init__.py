"""backpulse.server."""
