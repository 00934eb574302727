"""The random programs are imported as `tests.parity.programs`, whichever way pytest was started."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
