"""`moothall replay`: look into a record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from moothall.domain.core.words import printable, printable_lines
from moothall.events.audit.game import audit
from moothall.events.records.format import read
from moothall.events.records.limits import LARGEST
from moothall.events.records.replay import Replay, Unplayable, differences
from moothall.server.cli.bounded import TIME_S, TooLong, content_of, memory_limit, time_limit
from moothall.server.cli.chart import chart
from moothall.server.cli.replay_page import page_of
from moothall.server.cli.titles import known_titles
from moothall.server.cli.words import Complaint

SECONDS = "Seconds that it may take."

LONGEST = 100
"""Characters of a value that are worth printing."""


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
