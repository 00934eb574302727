"""The built page and its files, each with how long a browser may keep it."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.staticfiles import StaticFiles

STATIC = Path(__file__).with_name("static")

_NOT_BUILT = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>backpulse</title>
<body style="font: 18px/1.5 system-ui; max-width: 36em; margin: 4em auto; padding: 0 1em">
<h1>The page is not built yet</h1>
<p>The server runs, but its page is missing. Run <code>make run</code> in the project's folder, which builds
and opens it, or <code>npm ci &amp;&amp; npm run build</code> in its folder <code>web</code>, and load this
page again.</p>
</body>
</html>
"""


def page_routes(static: Path = STATIC) -> list[BaseRoute]:
    """`/` and the files of the built page. Their names in `assets/` change with their content."""
    files = StaticFiles(directory=static, check_dir=False)

    async def serve(request: Request, path: str, cache: str) -> Response:
        response = await files.get_response(path, request.scope)
        response.headers["cache-control"] = cache
        return response

    async def index(request: Request) -> Response:
        if not (static / "index.html").is_file():
            return HTMLResponse(_NOT_BUILT, 503, {"cache-control": "no-store"})
        return await serve(request, "index.html", "no-cache")

    async def asset(request: Request) -> Response:
        return await serve(
            request, f"assets/{request.path_params['path']}", "public, max-age=31536000, immutable"
        )

    async def other(request: Request) -> Response:
        return await serve(request, request.path_params["name"], "no-cache")

    return [Route("/", index), Route("/assets/{path:path}", asset), Route("/{name}", other)]
