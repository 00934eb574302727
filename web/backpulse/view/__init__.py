"""backpulse.view."""
