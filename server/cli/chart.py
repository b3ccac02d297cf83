"""The scores of a game as an SVG chart: one stepped line per seat."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from moothall.domain.core.words import printable
from moothall.events.records.replay import Replay

WIDTH, HEIGHT = 900, 420
LEFT, RIGHT, TOP, BOTTOM = 50, 160, 40, 40
COLOURS = ("#1b6ca8", "#c4472b", "#3d8b40", "#8b5fb0", "#b8860b")
"""Told apart by people who see colours differently too: they differ in lightness."""
LINES = 5


class _Scale(NamedTuple):
    """From events and scores to places on the sheet."""

    last: int
    low: int
    high: int

    def x(self, seq: float) -> str:
        return f"{LEFT + (WIDTH - LEFT - RIGHT) * seq / self.last:.1f}"

    def y(self, score: float, below: float = 0) -> str:
        return f"{TOP + (HEIGHT - TOP - BOTTOM) * (self.high - score) / (self.high - self.low) + below:.1f}"


def chart(played: Replay) -> str:
    """The chart as a document of its own."""
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
