"""A replay as one HTML file: the modules of the page and every view of the game, to be opened without a server.

Browsers resolve the imports of modules by their addresses, and a module inside a document has none. So every module
stands in an import map under a name of its own, as data, and imports the others by these names.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
import zlib
from html import escape

from moothall.domain.core.codec import to_answer
from moothall.domain.core.data import Json
from moothall.events.audit.report import Report
from moothall.events.records.replay import Replay
from moothall.server.components import described
from moothall.server.web import Web, read_web

ENTRY = "standalone.js"
STYLES = ("style/base.css", "style/parts.css", "style/table.css")

_IMPORT = re.compile(r"""((?:\bfrom|\bimport)\s*\(?\s*)(["'])(\.{1,2}/[^"']+)\2""")


def page_of(played: Replay, report: Report) -> str:
    """The whole document."""
    web = read_web()
    data = base64.b64encode(zlib.compress(to_answer(_data(played, report)), 9)).decode()
    modules = {_name(path): _as_data(web, path) for path in web.assets if path.endswith(".js")}
    styles = "\n".join(web.assets[path].data.decode() for path in _styles(web, played.title.slug))
    title = escape(f"{played.title.name}, game {played.game}")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' data:; \
style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>{title}</title>
<style>
{styles}
</style>
<script type="importmap">{json.dumps({"imports": modules})}</script>
</head>
<body>
<main id="main" tabindex="-1"></main>
<div id="tip" role="tooltip" hidden></div>
<div id="told" role="status" aria-live="polite"></div>
<script type="application/octet-stream" id="game">{data}</script>
<script type="module">import "{_name(ENTRY)}";</script>
</body>
</html>
"""


def _data(played: Replay, report: Report) -> Json:
    """What the page shows: the game after every event, with everybody's eyes."""
    table = played.table(played.last)
    content = played.title.editions[table.edition]
    eyes: list[int | None] = [None, *range(len(table.seats))]
    return {
        "game": played.view(played.last, None),
        "name": played.title.name,
        "content": described(played.title, content),
        "events": list(played.log(played.last, None)),
        "timeline": played.scores(),
        "eyes": ["watch" if seat is None else seat for seat in eyes],
        "views": {
            "watch" if seat is None else str(seat): [played.view(seq, seat) for seq in range(1, played.last + 1)]
            for seat in eyes
        },
        "audit": report.as_json(),
    }


def _name(path: str) -> str:
    return f"moothall/{path}"


def _as_data(web: Web, path: str) -> str:
    """A module as an address that holds it, importing the others by name."""

    def named(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[3]))
        return f"{found[1]}{found[2]}{_name(target)}{found[2]}"

    source = _IMPORT.sub(named, web.assets[path].data.decode())
    return f"data:text/javascript;base64,{base64.b64encode(source.encode()).decode()}"


def _styles(web: Web, slug: str) -> list[str]:
    """The style sheets that a replay of this title needs."""
    own = f"style/{slug}.css"
    return [*STYLES, own if own in web.assets else "style/generic.css"]
