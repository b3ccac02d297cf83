"""The report of an arena as one HTML file with SVG charts.

The file contains no script and loads nothing from elsewhere; the page's style sheet sets the colours of the charts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from moothall.domain.core.words import printable

STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fff; --quiet: #d5d5d5; --one: #1b6ca8; --two: #c4472b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #161616; --quiet: #444; --one: #6db3e8; --two: #ef8a6f; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; font: 13px system-ui, sans-serif; }
text { fill: var(--ink); }
.grid { stroke: var(--quiet); }
.interval { stroke: var(--one); stroke-width: 3; stroke-linecap: round; }
.dot { fill: var(--one); stroke: var(--paper); stroke-width: 2; }
.bar { fill: var(--one); fill-opacity: 0.45; }
.fair { stroke: var(--two); stroke-width: 2; stroke-dasharray: 3 2; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.3rem 0.7rem; text-align: right; border-bottom: 1px solid var(--quiet); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
td small { display: block; opacity: 0.75; }
pre { white-space: pre-wrap; border-left: 3px solid var(--two); padding-left: 0.8rem; }
"""

ENDED = {
    "certain": "It ended because the order is certain.",
    "played": "All games were played; whether the order is certain, the intervals tell.",
    "interrupted": "It was interrupted; the order is as it stood.",
    "failed": "It ended because a bot failed too often.",
}

WIDTH, LEFT, RIGHT, ROW = 760, 220, 50, 30
TICKS = 6
"""Marks of an axis, about."""

LONGEST = 28
"""Letters of a bot's name that there is room for: of a path the end tells more."""

HISTOGRAM = 70
"""How high the bars of one bot are at most."""


class Axis(NamedTuple):
    """From values to places between the left and the right of a chart."""

    low: float
    high: float

    def x(self, value: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (value - self.low) / (self.high - self.low), 1)

    def ticks(self) -> Iterator[float]:
        """Round values, about as many as there is room for."""
        rough = (self.high - self.low) / TICKS
        size = 10.0 ** math.floor(math.log10(rough))
        step = next(size * times for times in (1, 2, 5, 10) if size * times >= rough)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return (round(number * step, 10) for number in range(first, last + 1))


def page_of(report: dict[str, Any]) -> str:
    """The whole document. It is well-formed XML, too."""
    order = [each["bot"] for each in report["standing"]]
    title = f"Arena: {label(report['title'])}, {report['players']} players"
    body = "\n".join(
        [
            f"<h1>{title}</h1>",
            f"<p>{report['games']} games of {report['deals']} deals, seed {report['seed']}, "
            f"edition {report['edition']}. {ENDED[report['ended']]}</p>",
            *_section("Standing", _standing(report["standing"])),
            *_section("Ratings", ratings(report["standing"]), "The line holds the skill with 95 %."),
            *_section("Who beats whom", _matrix(report["against"], order), "Shares of the row against the column."),
            *_section("Scores", scores(report["histogram"], order), "How often each bot had how many points."),
            *_section("Seconds per turn", pace(report["standing"]), "Processor time; powers of ten."),
            *_section("Wins by seat", by_seat(report["wins"]["by_seat"]), "The dashed line is the fair share."),
            *_failures(report["failures"]),
        ]
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<title>{title}</title>
<style>{STYLE}</style>
</head>
<body>
{body}
</body>
</html>
"""


def _section(heading: str, content: str, note: str = "") -> Iterator[str]:
    yield f"<h2>{heading}</h2>"
    if note:
        yield f"<p>{note}</p>"
    yield f'<div class="wide">{content}</div>'


def _standing(standing: Sequence[dict[str, Any]]) -> str:
    rows = [
        [
            f"{each['rank']}. {called(each['bot'])}",
            f"{each['mu']:.2f}",
            f"{each['low']:.2f} to {each['high']:.2f}",
            f"{each['share']:.1%}",
            f"{each['wins']['wins']:g} of {each['wins']['seats']}",
            f"{each['scores']['mean']:g}",
            "-" if each["seconds_per_turn"] is None else f"{each['seconds_per_turn']:.2g}",
            str(each["failures"]),
        ]
        for each in standing
    ]
    heads = ["bot", "rating", "95 % interval", "share", "wins", "mean score", "seconds per turn", "failures"]
    return _table(heads, [[f"<td>{cell}</td>" for cell in row] for row in rows])


def _matrix(against: dict[str, dict[str, Any]], order: Sequence[str]) -> str:
    rows = [
        [f"<td>{called(one)}</td>", *(_met(against[one].get(other), one == other) for other in order)] for one in order
    ]
    return _table(["", *map(called, order)], rows)


def _met(met: dict[str, Any] | None, same: bool) -> str:
    if met is None:
        return f"<td>{'' if same else '-'}</td>"
    lean = met["share"] - 0.5
    colour, strength = ("--one", lean) if lean > 0 else ("--two", -lean)
    style = f"background: color-mix(in srgb, var({colour}) {round(100 * strength)}%, transparent)"
    interval = f"{met['low']:.0%} to {met['high']:.0%}"
    return f'<td style="{style}">{met["share"]:.1%}<small>{interval}</small></td>'


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{cell}</th>" for cell in heads)
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table>"


def _failures(failures: Sequence[dict[str, Any]]) -> Iterator[str]:
    if failures:
        yield "<h2>Failures</h2>"
    for each in failures:
        yield f"<p>Game {each['game']}:</p>"
        yield f"<pre>{_lines(each['told'])}</pre>"


def _lines(text: str) -> str:
    return "\n".join(map(label, text.splitlines()))


def label(text: str) -> str:
    """A text that may come from anywhere."""
    return escape(printable(text))


def called(bot: str) -> str:
    """A bot's name where there is little room."""
    return label(bot if len(bot) <= LONGEST else f"...{bot[-LONGEST:]}")


def ratings(standing: Sequence[dict[str, Any]]) -> str:
    """Each bot's rating and the interval that holds its skill with 95 %."""
    low, high = min(each["low"] for each in standing), max(each["high"] for each in standing)
    axis = Axis(math.floor(low), math.ceil(high))

    def row(each: dict[str, Any], y: float) -> Iterator[str]:
        yield _line(axis.x(each["low"]), axis.x(each["high"]), y, "interval")
        yield _dot(axis.x(each["mu"]), y)
        yield _text(axis.x(each["mu"]), y - 8, f"{each['mu']:.1f}", "middle")

    return _rows("Ratings with 95 % intervals", standing, axis, row)


def pace(standing: Sequence[dict[str, Any]]) -> str:
    """Seconds of processor time per turn, on a scale of powers of ten."""
    known = [each for each in standing if each["seconds_per_turn"]]
    if not known:
        return "<p>No times are known.</p>"
    powers = [math.log10(each["seconds_per_turn"]) for each in known]
    axis = Axis(math.floor(min(powers)), math.floor(max(powers)) + 1)

    def row(each: dict[str, Any], y: float) -> Iterator[str]:
        x = axis.x(math.log10(each["seconds_per_turn"]))
        yield _dot(x, y)
        yield _text(x, y - 8, f"{each['seconds_per_turn']:.2g} s", "middle")

    return _rows("Seconds per turn", known, axis, row, lambda power: f"{10**power:g} s", whole=True)


def by_seat(seats: dict[str, dict[str, float]]) -> str:
    """The part of the games that each seat won, with the interval; the line is the fair share."""
    rows: list[dict[str, Any]] = [{"bot": f"seat {seat}", **each} for seat, each in seats.items()]
    axis = Axis(0.0, 1.0)

    def row(each: dict[str, Any], y: float) -> Iterator[str]:
        wide = axis.x(each["rate"]) - LEFT
        yield f'<rect class="bar" x="{LEFT}" y="{y - 7}" width="{wide:.1f}" height="14"/>'
        yield _line(axis.x(each["low"]), axis.x(each["high"]), y, "interval")
        fair = axis.x(each["fair"])
        yield f'<line class="fair" x1="{fair}" x2="{fair}" y1="{y - 13}" y2="{y + 13}"/>'
        yield _text(axis.x(each["high"]) + 6, y + 4, f"{each['rate']:.0%}")

    return _rows("Wins by seat", rows, axis, row, lambda share: f"{share:.0%}")


def scores(histogram: dict[str, Any], order: Sequence[str]) -> str:
    """How often each bot had how many points: bars for every bot, all on one axis."""
    low, width = histogram["low"], histogram["width"]
    classes = len(histogram["counts"][order[0]])
    axis = Axis(low, low + width * classes)
    most = max(max(counts) for counts in histogram["counts"].values())
    height, parts = (HISTOGRAM + 20) * len(order) + 34, list[str]()
    for number, bot in enumerate(order):
        ground = (HISTOGRAM + 20) * (number + 1)
        parts += [_text(LEFT - 12, ground - 4, called(bot), "end"), _line(LEFT, WIDTH - RIGHT, ground, "grid")]
        for place, count in enumerate(histogram["counts"][bot]):
            x, tall = axis.x(low + place * width), round(HISTOGRAM * count / most, 1)
            wide = axis.x(low + (place + 1) * width) - x - 1
            if count:
                said = f"<title>{low + place * width} to {low + (place + 1) * width - 1}: {count}</title>"
                parts.append(
                    f'<rect class="bar" x="{x}" y="{ground - tall}" width="{wide:.1f}" height="{tall}">{said}</rect>'
                )
    parts += [_text(axis.x(tick), height - 12, f"{tick:g}", "middle") for tick in axis.ticks()]
    return _svg("Scores", height, parts)


def _rows(
    title: str,
    rows: Sequence[dict[str, Any]],
    axis: Axis,
    draw: Callable[[dict[str, Any], float], Iterator[str]],
    says: Callable[[float], str] = lambda value: f"{value:g}",
    whole: bool = False,
) -> str:
    """A line of the chart for every row, with marks of the axis below."""
    height, parts = ROW * len(rows) + 44, list[str]()
    for tick in axis.ticks():
        if not whole or tick == int(tick):
            x = axis.x(tick)
            parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="8" y2="{height - 28}"/>')
            parts.append(_text(x, height - 12, says(tick), "middle"))
    for number, each in enumerate(rows):
        y = ROW * number + 26
        parts += [_text(LEFT - 12, y + 4, called(each["bot"]), "end"), *draw(each, y)]
    return _svg(title, height, parts)


def _svg(title: str, height: int, parts: Sequence[str]) -> str:
    body = "\n".join(parts)
    return f'<svg role="img" aria-label="{escape(title)}" viewBox="0 0 {WIDTH} {height}">\n{body}\n</svg>'


def _line(x1: float, x2: float, y: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1}" x2="{x2}" y1="{y}" y2="{y}"/>'


def _dot(x: float, y: float) -> str:
    return f'<circle class="dot" cx="{x}" cy="{y}" r="5"/>'


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>'
