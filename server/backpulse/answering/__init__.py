"""What turns a question about a text into its answer, without a server.

A question is a message (`messages.py`), as JSON or as its model; an answer is a message, a file or a float64
frame; what is not answered raises `Refusal`, whose sentences are for a person. One table of limits bounds it
all (`limits.py`). The server, the command line and the exports use this alike, and so can a page without any
server: nothing here imports FastAPI, Starlette or uvicorn.

`Answerer` answers any kind of question from bytes to bytes, with a `Cache` of texts made ready. `trace_of`
and `export_text` are two of its answers for programs in this process.
"""

from backpulse.answering.answerer import Answer, Answerer
from backpulse.answering.compiled import Cache
from backpulse.answering.errors import Refusal
from backpulse.answering.exports import ExportRequest, export_text
from backpulse.answering.messages import TraceRequest
from backpulse.answering.traces import trace_of

__all__ = [
    "Answer",
    "Answerer",
    "Cache",
    "ExportRequest",
    "Refusal",
    "TraceRequest",
    "export_text",
    "trace_of",
]
