"""The rows of the ops table by family; adding one here is all that an op takes."""

from __future__ import annotations

from backpulse.engine.rows import activations, core, elementary, steps

ROWS = (*core.ROWS, *elementary.ROWS, *activations.ROWS, *steps.ROWS)
