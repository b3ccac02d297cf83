"""The report of an arena as one HTML file with charts, to be opened and passed on without anything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from moothall.server.cli import arena_charts as charts
from moothall.server.cli.arena_charts import called, label

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
            *_section("Ratings", charts.ratings(report["standing"]), "The line holds the skill with 95 %."),
            *_section("Who beats whom", _matrix(report["against"], order), "Shares of the row against the column."),
            *_section("Scores", charts.scores(report["histogram"], order), "How often each bot had how many points."),
            *_section("Seconds per turn", charts.pace(report["standing"]), "Processor time; powers of ten."),
            *_section("Wins by seat", charts.by_seat(report["wins"]["by_seat"]), "The dashed line is the fair share."),
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
