"""The parity helpers are imported as `tests.parity…`, whichever way pytest was started."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
