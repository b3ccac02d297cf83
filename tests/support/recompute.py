"""The standings of a tournament from its exported events alone: written from the rules, in plain Python, without a line
of Moothall. Two who never saw each other's code come to the same numbers, or one of them is wrong.

python tests/support/recompute.py EVENTS.ndjson    # as GET /v1/tournaments/{id}/events gives them as lines
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from fractions import Fraction
from typing import Any


def standings(events: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rank, entrant, points and tie-breaks, the best first. (In a knockout how far one came goes before points: that is
    not reckoned here.)"""
    log = _read(events)
    tables = _counting(log)
    points = _points(log, tables)
    broken: dict[str, list[Fraction]] = {entrant: [] for entrant in log["entrants"]}
    groups = _split([sorted(log["entrants"], key=lambda each: (log["lots"].get(each, 0), int(each[1:])))], points)
    for kind in log["settings"]["tie_breaks"]:
        values: dict[str, Fraction] = {}
        for group in groups:
            values |= _tie_break(kind, group, tables, points, log["lots"])
        for entrant, value in values.items():
            broken[entrant].append(value)
        groups = _split(groups, values)
    rows, rank = [], 1
    for group in groups:
        rows += [
            {
                "rank": rank,
                "entrant": entrant,
                "points": _number(points[entrant]),
                "tie_breaks": [_number(value) for value in broken[entrant]],
            }
            for entrant in group
        ]
        rank += len(group)
    return rows


def _read(events: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What the log says, change by change."""
    log: dict[str, Any] = {
        "entrants": [],
        "lots": {},
        "rounds": {},
        "results": {},
        "ruled": {},
        "taken": {},
        "byes": [],
    }
    for event in events:
        for change in event["changes"]:
            match change["type"]:
                case "tournament_created":
                    log["settings"] = change["settings"]
                case "entrant_entered":
                    log["entrants"].append(change["entrant"])
                    log["lots"][change["entrant"]] = change.get("lot", 0)
                case "tournament_started":
                    log["lots"] |= {entrant: place for place, entrant in enumerate(change["lots"], 1)}
                case "round_paired":
                    log["byes"] += change["byes"]
                    for table in change["tables"]:
                        log["rounds"][change["round"], table["table"]] = table["seats"]
                case "table_ended":
                    log["results"][change["round"], change["table"]] = (change["ranking"], change["scores"])
                case "table_annulled":
                    log["results"].pop((change["round"], change["table"]), None)
                case "result_corrected":
                    log["ruled"][event["seq"]] = (change["round"], change["table"], change["ranking"])
                case "points_taken":
                    log["taken"][event["seq"]] = (change["entrant"], change["points"])
                case "ruling_withdrawn":
                    log["ruled"].pop(change["seq"], None)
                    log["taken"].pop(change["seq"], None)
    return log


def _counting(log: dict[str, Any]) -> list[dict[str, Any]]:
    """The tables that count: as they were played, or as the organiser's latest ruling has it."""
    corrected = {(number, table): ranking for number, table, ranking in log["ruled"].values()}
    tables = []
    for place, seats in sorted(log["rounds"].items()):
        played, scores = log["results"].get(place, (None, []))
        ranking = corrected.get(place, played)
        if ranking is None:
            continue
        places, worth, ahead = {}, {}, 0
        values = log["settings"]["points"][str(len(seats))]
        for group in ranking:
            for seat in group:
                places[seats[seat]] = ahead + 1
                worth[seats[seat]] = Fraction(sum(values[ahead : ahead + len(group)]), len(group))
            ahead += len(group)
        tables.append({"round": place[0], "seats": seats, "scores": scores, "places": places, "worth": worth})
    return tables


def _points(log: dict[str, Any], tables: list[dict[str, Any]]) -> dict[str, Fraction]:
    total = {entrant: Fraction(log["settings"]["bye"] * log["byes"].count(entrant)) for entrant in log["entrants"]}
    for table in tables:
        for entrant, worth in table["worth"].items():
            total[entrant] += worth
    for entrant, points in log["taken"].values():
        total[entrant] -= points
    return total


def _tie_break(
    kind: str, tied: list[str], tables: list[dict[str, Any]], points: dict[str, Fraction], lots: dict[str, int]
) -> dict[str, Fraction]:
    found = {}
    for entrant in tied:
        own = [table for table in tables if entrant in table["seats"]]
        match kind:
            case "opponents":
                means = [_mean(points[other] for other in table["seats"] if other != entrant) for table in own]
                found[entrant] = _mean(means)
            case "head_to_head":
                found[entrant] = Fraction(
                    sum(
                        (table["places"][entrant] < table["places"][other])
                        - (table["places"][entrant] > table["places"][other])
                        for table in own
                        for other in tied
                        if other in table["seats"]
                    )
                )
            case "score_share":
                found[entrant] = _mean(_share(table, entrant) for table in own if table["scores"])
            case "wins":
                found[entrant] = Fraction(sum(table["places"][entrant] == 1 for table in own))
            case "same_seat":
                found[entrant] = _mean(
                    each for each in (_outscored(table, entrant, tables) for table in own) if each is not None
                )
            case "lot":
                found[entrant] = Fraction(-lots[entrant])
    return found


def _share(table: dict[str, Any], entrant: str) -> Fraction:
    """Of the table's points; where somebody has fewer than none, all are raised until the lowest has none."""
    lowest = min(0, *table["scores"])
    scores = [score - lowest for score in table["scores"]]
    own = scores[table["seats"].index(entrant)]
    return Fraction(own, sum(scores)) if sum(scores) else Fraction(1, len(scores))


def _outscored(table: dict[str, Any], entrant: str, tables: list[dict[str, Any]]) -> Fraction | None:
    """The part of those at the same seat of the same deal who had fewer points, equals half."""
    if not table["scores"]:
        return None
    seat = table["seats"].index(entrant)
    others = [
        other["scores"][seat]
        for other in tables
        if other is not table
        and other["round"] == table["round"]
        and other["scores"]
        and len(other["seats"]) == len(table["seats"])
    ]
    own = table["scores"][seat]
    return _mean(Fraction(2 * (other < own) + (other == own), 2) for other in others) if others else None


def _split(groups: list[list[str]], values: dict[str, Fraction]) -> list[list[str]]:
    """Those who are equal so far, by one value more; the order within stays."""
    return [
        [entrant for entrant in group if values[entrant] == value]
        for group in groups
        for value in sorted({values[entrant] for entrant in group}, reverse=True)
    ]


def _mean(numbers: Iterable[Fraction]) -> Fraction:
    found = list(numbers)
    return sum(found, Fraction(0)) / len(found) if found else Fraction(0)


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else round(float(value), 4)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in standings([json.loads(line) for line in file]):
            sys.stdout.write(json.dumps(line) + "\n")
