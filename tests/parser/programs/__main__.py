"""Record what PyTorch prints: `python -m tests.parser.programs`, with PyTorch."""

import json

import torch
from tests.parser.programs import PRINTED, printed_by_torch

record = {"torch": torch.__version__, "printed": printed_by_torch()}
PRINTED.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
