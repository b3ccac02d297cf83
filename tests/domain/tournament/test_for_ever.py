"""The same log, the same pairings, for ever: what was paired once is kept here, and no change to the code changes it.

Whoever wants to pair otherwise gives the rules a new version (`TournamentCreated.rules`) and keeps the old way beside.
"""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from moothall.domain.core.draw import SeededDraw
from moothall.domain.titles import TITLES
from moothall.domain.tournament.moves import DropEntrant
from tests.support.tournaments import ORGANISER, Cup

KEPT: dict[tuple[str, int, int], str] = {
    ("swiss", 2, 9): "76991ceb197a154d",
    ("swiss", 3, 14): "016ae66406c10ea5",
    ("swiss", 4, 11): "dd09a6a4e79ea79b",
    ("swiss", 4, 26): "284358cb7d7351d3",
    ("swiss", 5, 40): "1ba3d5645a7951c0",
    ("round_robin", 2, 7): "55642114b509c68b",
    ("round_robin", 3, 9): "694ac1fb9f9bf077",
    ("round_robin", 3, 10): "adede3d307ce0a1a",
    ("round_robin", 4, 16): "f809e2570753642c",
    ("knockout", 2, 11): "8f67331d1a3b7e59",
    ("knockout", 4, 23): "27bea357851b6171",
    ("ladder", 2, 7): "219196ba90b55b92",
    ("ladder", 4, 18): "d9849d46edf24263",
}


def digest(form: str, size: int, entrants: int) -> str:
    """Of all pairings and standings of a tournament with fixed luck."""
    luck = SeededDraw(f"{form}/{size}/{entrants}".encode())
    rounds: Any = {"swiss": 5, "ladder": 3}.get(form)
    breaks = ("opponents", "head_to_head", "score_share", "wins", "lot")
    cup = Cup(TITLES["medieval-realms"], format=form, table_size=size, rounds=rounds, tie_breaks=breaks, bye=1)
    cup.started(entrants)
    while cup.tournament.status == "active":
        for each in cup.tournament.rounds:
            for table in each.tables:
                if table.status == "playing":
                    cup.ends(table.game, *[luck.below(f"{table.game}/{entrant}", 20) for entrant in table.seats])
        cup.run()
        if len(cup.tournament.rounds) == 2 and len(cup.tournament.active) == entrants and not cup.tournament.over:
            cup.ask(ORGANISER, DropEntrant("e1", "chance"))
    paired = [(each.byes, [table.seats for table in each.tables]) for each in cup.tournament.rounds]
    ranked = [(each.rank, each.entrant, each.points, each.tie_breaks) for each in cup.last[-1].standings]
    return hashlib.sha256(repr((paired, ranked)).encode()).hexdigest()[:16]


@pytest.mark.parametrize("case", KEPT, ids=lambda case: "-".join(map(str, case)))
def test_what_was_paired_once_is_paired_for_ever(case: tuple[str, int, int]) -> None:
    assert digest(*case) == KEPT[case]
