"""`moothall replay`: the game in a record as text, as a chart of its scores, or as a page with boards.

The page is one HTML file: the modules of the server's page and every view of the game, to be opened without a server.
Browsers resolve the imports of modules by their addresses, and a module inside a document has none. Therefore every
module stands in an import map under a name of its own, as data, and imports the other modules by these names.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
import zlib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

from moothall.domain.core.codec import to_answer
from moothall.domain.core.data import Json
from moothall.domain.core.words import printable, printable_lines
from moothall.events.audit.game import audit
from moothall.events.audit.report import Report
from moothall.events.records.format import read
from moothall.events.records.limits import LARGEST
from moothall.events.records.replay import Replay, Unplayable, differences
from moothall.server.cli.options import TIME_S, Complaint, TooLong, content_of, known_titles, memory_limit, time_limit
from moothall.server.components import described
from moothall.server.web import Web, read_web

SECONDS = "Seconds that it may take."

LONGEST = 100
"""Characters of a value that are worth printing."""

# Of the chart.
WIDTH, HEIGHT = 900, 420
LEFT, RIGHT, TOP, BOTTOM = 50, 160, 40, 40
COLOURS = ("#1b6ca8", "#c4472b", "#3d8b40", "#8b5fb0", "#b8860b")
"""Told apart by people who see colours differently too: they differ in lightness."""

LINES = 5
"""Number of parts into which horizontal lines divide the chart."""

# Of the page.
ENTRY = "standalone.js"
STYLES = ("style/base.css", "style/parts.css", "style/table.css")

_IMPORT = re.compile(r"""((?:\bfrom|\bimport)\s*\(?\s*)(["'])(\.{1,2}/[^"']+)\2""")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--at", type=int, help="The event to stop at; the last if left out.")
@click.option("--as", "seat", type=int, metavar="SEAT", help="What this seat knew; everything if left out.")
@click.option("--diff", nargs=2, type=int, metavar="N M", help="What changed between two events.")
@click.option("--scores", is_flag=True, help="The score timeline as a table.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write the score timeline as a chart.")
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page with boards that needs no server."
)
@click.option("--text/--json", "as_text", default=True, help="For people, or for programs.")
@click.option("--time-limit", "seconds", type=click.FloatRange(1), default=TIME_S, show_default=True, help=SECONDS)
def replay(
    file: Path,
    at: int | None,
    seat: int | None,
    diff: tuple[int, int] | None,
    scores: bool,
    svg: Path | None,
    html: Path | None,
    as_text: bool,
    seconds: float,
) -> None:
    """Show an exported game at any event, with any seat's eyes."""
    known_titles()  # loaded before the limits count
    try:
        with memory_limit(), time_limit(seconds):
            if html is not None:
                html.write_text(_page(file), "utf-8")
                return
            said = _said(file, at, seat, diff, scores, svg, as_text)
    except (Unplayable, OSError) as error:
        raise Complaint(str(error)) from error
    except TooLong as error:
        raise Complaint(f"It takes longer than {seconds:g} s (see --time-limit).") from error
    except (MemoryError, RecursionError) as error:
        raise Complaint("It takes too much memory: this is no record of a game.") from error
    click.echo(said)


def _said(
    file: Path,
    at: int | None,
    seat: int | None,
    diff: tuple[int, int] | None,
    scores: bool,
    svg: Path | None,
    as_text: bool,
) -> str:
    played = Replay(content_of(file, LARGEST), known_titles())
    at = played.last if at is None else at
    if svg is not None:
        svg.write_text(chart(played), "utf-8")
    if diff is not None:
        return _diff(played, diff, seat, as_text)
    if scores or svg is not None:
        return _scores_text(played) if as_text else _json(played.scores())
    return _text(played, at, seat) if as_text else _json(_game(played, at, seat))


def _page(file: Path) -> str:
    record = read(content_of(file, LARGEST))
    return page_of(Replay(record, known_titles()), audit(record, known_titles()))


def _game(played: Replay, at: int, seat: int | None) -> dict[str, Any]:
    return {
        **played.view(at, seat),
        "full": None if seat is not None else played.state(at, None),
        "events": list(played.log(at, seat)),
    }


def _text(played: Replay, at: int, seat: int | None) -> str:
    view = played.view(at, seat)
    eyes = "" if seat is None else f", as seat {seat} knew it"
    lines = [f"{played.title.name}, game {printable(played.game)}, event {at} of {played.last}{eyes}: {view['status']}"]
    if view["state"] is not None:
        lines += ["", printable_lines(played.drawn(at, view["state"], seat))]
    lines += ["", *_log_lines(played, at, seat)]
    if view["result"] is not None:
        totals = ", ".join(f"seat {index}: {score}" for index, score in enumerate(view["result"]["scores"]))
        lines += ["", f"Result: {totals}"]
    return "\n".join(lines)


def _log_lines(played: Replay, to: int, seat: int | None, since: int = 0) -> Iterator[str]:
    for event in played.log(to, seat, since):
        who = f"seat {event['seat']}" if event["seat"] is not None else event["step"] or "table"
        for index, line in enumerate(event["text"] or ["(nothing to tell)"]):
            label = f"{event['seq']:>5}  {who:<10}" if index == 0 else " " * 17
            yield printable(f"{label}  {line}")


def _diff(played: Replay, points: tuple[int, int], seat: int | None, as_text: bool) -> str:
    first, second = points
    if first > second:
        raise Unplayable("--diff takes the earlier event first")
    played.view(second, seat)  # says if there is no such seat
    found = list(differences(played.state(first, seat), played.state(second, seat)))
    if not as_text:
        return _json({"from": first, "to": second, "changed": [each._asdict() for each in found]})
    lines = [f"From event {first} to event {second}: {len(found)} places differ"]
    lines += [f"  {printable(each.path)}: {_short(each.before)} -> {_short(each.after)}" for each in found]
    return "\n".join([*lines, "", *_log_lines(played, second, seat, first)])


def _scores_text(played: Replay) -> str:
    names = [printable(seat.name or f"AI {index}") for index, seat in enumerate(played.table(played.last).seats)]
    widths = [max(len(name), 5) for name in names]
    lines = ["event  round  " + "  ".join(f"{name:>{width}}" for name, width in zip(names, widths, strict=True))]
    for point in played.scores():
        totals = "  ".join(f"{score:>{width}}" for score, width in zip(point["scores"], widths, strict=True))
        lines.append(f"{point['seq']:>5}  {point['round']:>5}  {totals}")
    return "\n".join(lines)


def _short(value: Any) -> str:
    text = json.dumps(msgspec.to_builtins(value))
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."


def _json(data: Any) -> str:
    return json.dumps(msgspec.to_builtins(data), indent=2)


def chart(played: Replay) -> str:
    """The scores of a game as an SVG chart, a document of its own: one stepped line per seat."""
    every = [score for point in played.scores() for score in point["scores"]]
    scale = _Scale(played.last, min(0, *every), max(1, *every)) if every else _Scale(played.last, 0, 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="24" font-size="16">{escape(played.title.name)}: scores by event</text>',
        *_grid(scale),
    ]
    for seat in range(len(played.table(played.last).seats)):
        parts += _line(played, scale, seat)
    return "\n".join([*parts, "</svg>", ""])


class _Scale(NamedTuple):
    """From events and scores to places on the sheet."""

    last: int
    low: int
    high: int

    def x(self, seq: float) -> str:
        return f"{LEFT + (WIDTH - LEFT - RIGHT) * seq / self.last:.1f}"

    def y(self, score: float, below: float = 0) -> str:
        return f"{TOP + (HEIGHT - TOP - BOTTOM) * (self.high - score) / (self.high - self.low) + below:.1f}"


def _grid(scale: _Scale) -> Iterator[str]:
    for step in range(LINES + 1):
        score = scale.low + (scale.high - scale.low) * step / LINES
        height = scale.y(score)
        yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{height}" y2="{height}" stroke="#ddd"/>'
        yield f'<text x="{LEFT - 8}" y="{scale.y(score, 4)}" text-anchor="end">{score:.0f}</text>'
    for seq in sorted({1, max(1, scale.last // 2), scale.last}):
        yield f'<text x="{scale.x(seq)}" y="{HEIGHT - 14}" text-anchor="middle">{seq}</text>'


def _line(played: Replay, scale: _Scale, seat: int) -> Iterator[str]:
    points = played.scores()
    steps = "".join(f"H{scale.x(point['seq'])}V{scale.y(point['scores'][seat])}" for point in points)
    colour, row = COLOURS[seat % len(COLOURS)], TOP + 22 * seat
    name = escape(printable(played.table(played.last).seats[seat].name or f"AI {seat}"))
    final = points[-1]["scores"][seat] if points else 0
    yield (
        f'<path d="M{scale.x(0)},{scale.y(0)}{steps}H{scale.x(scale.last)}" fill="none" stroke="{colour}" '
        'stroke-width="2"/>'
    )
    yield f'<rect x="{WIDTH - RIGHT + 14}" y="{row}" width="12" height="12" fill="{colour}"/>'
    yield f'<text x="{WIDTH - RIGHT + 32}" y="{row + 11}">{name}: {final}</text>'


def page_of(played: Replay, report: Report) -> str:
    """The whole page with boards."""
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
