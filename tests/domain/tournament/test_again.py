"""Every event can be decided again, and one that was forged comes out otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moothall.domain.core.errors import MoothallError
from moothall.domain.table.redecide import Unfounded
from moothall.domain.tournament import changes as c
from moothall.domain.tournament.evolve import fold
from moothall.domain.tournament.moves import CheckIn, CorrectResult, Enter, EnterPlayer, Invite, Substitute
from moothall.domain.tournament.redecide import again
from tests.support.tournaments import NOON, ORGANISER, SECRET, Cup, person

ADA, BEN = person("Ada"), person("Ben")


@pytest.fixture(scope="module")
def cup() -> Cup:
    """One of everything."""
    cup = Cup(duplicate=True, check_in=True, tie_breaks=("opponents", "lot"), rounds=2, starts_at=NOON + 1)
    cup.ask(ORGANISER, Invite("ada"), named=ADA).ask(ADA, Enter()).ask(ADA, CheckIn())
    cup.ask(ORGANISER, EnterPlayer("ben"), named=BEN).entered(3)
    cup.now += 5
    cup.run()
    table = cup.round(1).at("e1")
    assert table is not None
    missing = table.seats.index("e1")
    cup.sees(table.game, "active", absent=(missing,)).run()
    cup.ask(ORGANISER, Substitute("e1", "late", player="cat"), named=person("Cat"))
    cup.ends(table.game, 5, 3, absent=(missing,)).run().play_round().play_round()
    return cup.ask(ORGANISER, CorrectResult(1, 1, ((1,), (0,)), "misread"))


def forged(cup: Cup, kind: type, **fields: Any) -> bool:
    """Whether it is noticed when a change of the log says something else."""
    place = next(
        index for index, event in enumerate(cup.events) if any(isinstance(each, kind) for each in event.changes)
    )
    event = cup.events[place]
    changed = tuple(replace(each, **fields) if isinstance(each, kind) else each for each in event.changes)
    forgery = replace(event, changes=changed)
    before = fold(cup.events[:place]) if place else None
    try:
        return again(before, forgery, cup.secret, cup.seen, cup.title).changes != changed
    except MoothallError:
        return True


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (c.TournamentCreated, {"commitment": "00"}),
        (c.TournamentStarted, {"lots": ("e1", "e2", "e3", "e4", "e5")}),
        (c.EntrantEntered, {"entrant": "e9"}),
        (c.EntrantEntered, {"player": "org"}),
        (c.EntrantDropped, {"entrant": "e3"}),
        (c.EntrantDropped, {"by": "org"}),
        (c.RoundPaired, {"byes": ("e1",)}),
        (c.RoundPaired, {"commitment": "00"}),
        (c.RoundPaired, {"paired_at": 2 * NOON}),
        (c.SeatsMissed, {"seats": (0, 1)}),
        (c.TableEnded, {"ranking": ((0, 1),)}),
        (c.TableEnded, {"scores": (1, 2)}),
        (c.TableEnded, {"head": "00"}),
        (c.TableEnded, {"table": 9}),
        (c.RoundClosed, {"secret": ""}),
        (c.RoundClosed, {"round": 2}),
        (c.TournamentFinished, {"standings": ()}),
        (c.TournamentFinished, {"secret": "00"}),
    ],
)
def test_a_forged_fact_is_noticed(cup: Cup, kind: type, fields: dict[str, Any]) -> None:
    assert forged(cup, kind, **fields)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [(c.RoundPaired, {"explanation": ("Otherwise.",)}), (c.EntrantDropped, {"reason": "other words"})],
)
def test_words_are_no_facts(cup: Cup, kind: type, fields: dict[str, Any]) -> None:
    assert not forged(cup, kind, **fields)


def test_an_honest_log_comes_out_as_it_is(cup: Cup) -> None:
    before = None
    for place, event in enumerate(cup.events):
        assert again(before, event, cup.secret, cup.seen, cup.title).changes == event.changes
        before = fold(cup.events[: place + 1])


def test_another_secret_is_noticed(cup: Cup) -> None:
    before = None
    noticed = []
    for place, event in enumerate(cup.events):
        try:
            noticed.append(again(before, event, bytes(32), cup.seen, cup.title).changes != event.changes)
        except MoothallError:
            noticed.append(True)
        before = fold(cup.events[: place + 1])
    assert sum(noticed) >= 5, "commitment, lots and pairings, deals, the secret itself"


def test_an_event_that_nothing_calls_for_is_unfounded() -> None:
    cup = Cup().started(2)
    nothing = replace(cup.events[-1], move=None, by=None, step="close_round", changes=(c.RoundClosed(1),))
    with pytest.raises(Unfounded):
        again(cup.tournament, nothing, SECRET, {}, cup.title)
    with pytest.raises(Unfounded):
        again(None, nothing, SECRET, {}, cup.title)
    with pytest.raises(Unfounded):
        again(cup.tournament, replace(cup.events[-1], by=None), SECRET, {}, cup.title)
    ended = replace(nothing, changes=(c.TableEnded(1, 1, ((0,), (1,)), (2, 1), 3, ""),))
    with pytest.raises(Unfounded):
        again(cup.tournament, ended, SECRET, {}, cup.title)
