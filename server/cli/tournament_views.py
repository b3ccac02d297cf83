"""Tournaments, rounds and standings, as the API answers them, drawn as text for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from moothall.domain.core.words import printable, printable_lines

PLACES = 4
"""Digits of a number that is not whole, as the API rounds it."""


def table_of(heads: Sequence[str], rows: Sequence[Sequence[Any]], numbers: Sequence[str] = ()) -> Table:
    """Rows under their heads; whatever comes from a server is text and nothing else."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for head in heads:
        table.add_column(head, justify="right" if head in numbers else "left")
    for row in rows:
        table.add_row(*(Text(printable(_text(cell))) for cell in row))
    return table


def state_text(cup: Any) -> str:
    """Where a tournament stands, in a line."""
    rounds = f" of {cup['rounds']}" if cup["rounds"] else ""
    entrants = [each for each in cup["entrants"] if not each["dropped"]]
    paused = ", paused" if cup["paused"] else ""
    return f"{cup['name']}: {cup['status']}{paused}, round {cup['round']}{rounds}, {len(entrants)} entrants"


def tournament_text(cup: Any) -> Group:
    """Where it stands, its terms, who takes part, what was ruled."""
    terms = [(name.replace("_", " "), _term(value)) for name, value in cup["settings"].items() if name != "name"]
    parts: list[Any] = [Text(printable(state_text(cup))), "", table_of(("term", ""), terms), "", entrants_text(cup)]
    if cup["rulings"]:
        names = names_in(cup)
        rows = [(each["seq"], _ruling(each, names), each["reason"]) for each in cup["rulings"]]
        parts += ["", table_of(("event", "ruling", "reason"), rows, ("event",))]
    return Group(*parts)


def entrants_text(cup: Any) -> Table:
    """Who takes part."""
    rows = [
        (each["entrant"], each["name"], each["kind"], each["level"] or each["player"] or "", _notes(each))
        for each in cup["entrants"]
    ]
    return table_of(("id", "name", "kind", "player", ""), rows)


def round_text(told: Any, cup: Any = None) -> Group:
    """A round: its tables, and how it came about."""
    names = names_in(cup) if cup is not None else {}
    rows = []
    for table in told["tables"]:
        for seat, entrant in enumerate(table["seats"]):
            rows.append(
                (
                    table["table"] if seat == 0 else "",
                    seat,
                    f"{names.get(entrant, '')} {entrant}".strip(),
                    _place(table["result"], seat),
                    table["result"]["scores"][seat] if table["result"] else "",
                    table["points"][seat] if table["points"] else "",
                    (table["game"] if seat == 0 else table["status"] if seat == 1 else ""),
                )
            )
    parts: list[Any] = [f"Round {told['round']} is {told['status']}."]
    numbers = ("place", "score", "points")
    parts.append(table_of(("table", "seat", "entrant", *numbers, "game"), rows, ("table", "seat", *numbers)))
    if told["byes"]:
        parts.append(Text(printable("Sitting out: " + ", ".join(names.get(each, each) for each in told["byes"]))))
    parts += ["", Text(printable_lines(told["explanation"]))]
    return Group(*parts)


def standings_text(told: Any, cup: Any) -> Table:
    """Who stands where."""
    breaks = [each.replace("_", " ") for each in cup["settings"]["tie_breaks"]]
    rows = [
        (
            row["rank"],
            row["name"] + (" (dropped)" if row["dropped"] else ""),
            row["points"],
            *row["tie_breaks"],
            *[""] * (len(breaks) - len(row["tie_breaks"])),
            row["played"],
            row["wins"],
            row["byes"],
        )
        for row in told["standings"]
    ]
    numbers = ("points", *breaks, "tables", "wins", "byes")
    return table_of(("#", "name", *numbers), rows, ("#", *numbers))


def list_text(page: Any) -> Table:
    """Tournaments, a line each."""
    rows = [
        (cup["id"], cup["name"], cup["title"], cup["format"], cup["status"], cup["round"], cup["entrants"])
        for cup in page["tournaments"]
    ]
    return table_of(("id", "name", "title", "format", "status", "round", "entrants"), rows, ("round", "entrants"))


def _text(cell: Any) -> str:
    return f"{cell:.{PLACES}g}" if isinstance(cell, float) else str(cell)


def names_in(cup: Any) -> dict[str, str]:
    """Entrants' names by id."""
    return {each["entrant"]: each["name"] for each in cup["entrants"]}


def _term(value: Any) -> str:
    match value:
        case dict():
            return ", ".join(f"{name}: {_term(each)}" for name, each in value.items() if each is not None) or "-"
        case list():
            return ", ".join(map(str, value)) or "-"
        case bool():
            return "yes" if value else "no"
        case None:
            return "-"
    return str(value)


def _ruling(each: Any, names: dict[str, str]) -> str:
    if each["type"] == "points":
        return f"{names[each['entrant']]}: {-each['points']:+d} points"
    return f"round {each['round']}, table {each['table']}: corrected"


def _notes(entrant: Any) -> str:
    late = f"since round {entrant['entered_in']}" if entrant["entered_in"] else ""
    return ", ".join(
        filter(None, ("dropped" if entrant["dropped"] else "", "here" if entrant["checked_in"] else "", late))
    )


def _place(result: Any, seat: int) -> str:
    """Equals share a place, and the next is skipped."""
    ahead = 0
    for group in result["ranking"] if result else ():
        if seat in group:
            return str(ahead + 1)
        ahead += len(group)
    return ""
