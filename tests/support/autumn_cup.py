"""Small tournaments in which something of everything happens."""

from __future__ import annotations

from functools import cache
from typing import Any

from moothall.domain.core.title import AnyTitle
from moothall.domain.tournament import moves as m
from moothall.domain.tournament.settings import Settings
from tests.support.hall import OLGA, Hall, bots
from tests.support.tally import TALLY

BOTS = bots(("Ada", "Ben", "Cat", "Dan", "Eve", "Fay"))


def settings(title: AnyTitle, **more: Any) -> Settings:
    """Three rounds of Swiss at tables of four, each paired on the organiser's word."""
    terms: dict[str, Any] = {
        "name": "Autumn Cup",
        "title": title.slug,
        "edition": 0,
        "content_hash": "",
        "format": "swiss",
        "table_size": 4,
        "rounds": 3,
        "points": {"2": (3, 1), "3": (5, 3, 1), "4": (5, 3, 2, 1)},
        "bye": 3,
        "tie_breaks": ("opponents", "head_to_head", "score_share", "wins", "lot"),
        "next_round": "manual",
        "late_entry": 2,
        "drop_no_shows": False,
        **more,
    }
    return Settings(**terms)


def cup(title: AnyTitle = TALLY, ais: int = 2, luck: str = "", **more: Any) -> Hall:
    """Five bots and some AIs of the house; one comes late, one drops out, one does not come to a table, one gets a
    substitute; a result is corrected, a penalty withdrawn, another one stands."""
    options = {"rounds": 1} if title is TALLY else {}
    hall = Hall(title, settings(title, **{"options": options, **more}), luck)
    ada, ben, cat, dan, eve, fay = BOTS
    for each in (ada, ben):
        hall.ask(each, m.Enter())
    for each in (cat, dan, eve):
        hall.ask(OLGA, m.EnterPlayer(each.id), each)
    hall.rule(*(m.EnterAi("random", f"House {number}") for number in range(1, ais + 1)), m.Start(), m.PairRound())
    hall.run()
    hall.ask(fay, m.Enter())
    hall.ask(ben, m.Drop())
    hall.absent.add(cat.id)
    hall.rule(m.TakePoints("e1", 2, "came late"), m.PairRound())
    hall.run()
    hall.absent.clear()
    hall.rule(m.CorrectResult(1, 1, ((1,), (0,), *((seat,) for seat in range(2, _seats(hall)))), "a card was misread"))
    hall.rule(m.WithdrawRuling(_penalty(hall), "the train was late"), m.TakePoints("e4", 1, "noise"))
    hall.ask(OLGA, m.Substitute("e5", "ill", level="random", name="House 9"))
    hall.rule(m.PairRound())
    hall.run()
    if not hall.tournament.over:
        hall.rule(m.FinishTournament("that was the last round"))
        hall.run()
    return hall


def _seats(hall: Hall) -> int:
    return len(hall.tournament.rounds[0].tables[0].seats)


def _penalty(hall: Hall) -> int:
    return hall.tournament.adjustments[0].seq


@cache
def finished() -> Hall:
    """The cup of Tally, played once for all tests."""
    return cup()


@cache
def duplicated() -> Hall:
    """The same with one deal for all tables of a round; who is too many sits out."""
    ways = ("same_seat", "opponents", "lot")
    return cup(ais=5, duplicate=True, uneven="byes", tie_breaks=ways, drop_no_shows=True)
