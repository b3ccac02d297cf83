"""Who sees what: views, redacted events, dealing anew, undo."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from moothall.domain.core.codec import plain
from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.words import Reader
from moothall.domain.medieval_realms import MEDIEVAL_REALMS
from moothall.domain.medieval_realms.changes import DeckShuffled, PlacementsRevealed
from moothall.domain.medieval_realms.moves import PlaceAdmirals, PlaceGenerals, PlaceMayors
from moothall.domain.medieval_realms.state import UNPLACED, Mayors, Placing, committed
from moothall.domain.table.fold import undoable
from moothall.domain.table.moves import Undo, UndoAll
from moothall.domain.table.views import event_view
from tests.domain.medieval_realms.tables import fresh, pair_realm, placement, placing, realm
from tests.laws.walk import Game
from tests.support.scenes import rule

SECRETS = ("generals", "admirals", "buffers", "mayors")


def keys(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from keys(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from keys(value)


def test_the_deck_shows_its_size_alone() -> None:
    scene = fresh(3)
    shuffled = scene.changes[0]
    assert isinstance(shuffled, DeckShuffled)
    for viewer in (None, 0):
        assert MEDIEVAL_REALMS.redact(shuffled, viewer) == DeckShuffled((), 100, 12, 6)
        assert MEDIEVAL_REALMS.view(scene.state, viewer).deck == 82


def test_the_view_names_what_it_shows() -> None:
    view = plain(MEDIEVAL_REALMS.view(fresh(2).state, 0))
    assert list(view) == [
        "title", "round", "rounds", "phase", "turn_order", "on_turn", "current", "future", "deck", "discard", "realms",
        "placement", "placements", "standings", "ranking",
    ]  # fmt: skip
    assert list(view["realms"][0]) == [
        "seat", "colour", "tokens", "mayors", "buffers", "generals", "admirals", "display", "in_play", "vp",
        "immediate", "from_colours", "final", "bonus_tokens", "passed",
    ]  # fmt: skip
    assert "parts" not in keys(view)


def test_dealing_anew_keeps_what_is_known_and_changes_what_is_not() -> None:
    scene = placing(pair_realm(generals=2), pair_realm(admirals=3))
    scene = scene.when(0, *placement((1, 1), 2, (3, 3))).when(1, PlaceMayors(0, 4, 0, 0, 0, 0))
    luck = FastDraw(3)
    dealt = [MEDIEVAL_REALMS.determinize(scene.state, 1, luck) for _ in range(20)]
    for state in dealt:
        assert isinstance(state.phase, Placing)
        assert state.phase.parts[1] == scene.state.phase.parts[1], "its own"
        assert committed(state.realms[0], state.phase.parts[0])
        assert sorted(state.deck) == sorted(scene.state.deck)
    assert len({state.phase.parts[0] for state in dealt if isinstance(state.phase, Placing)}) > 15
    assert len({state.deck for state in dealt}) == 20
    theirs = MEDIEVAL_REALMS.determinize(scene.state, 0, luck)
    assert isinstance(theirs.phase, Placing)
    assert theirs.phase.parts[1] == UNPLACED, "whether it has placed anything is not known"


def start(seats: int) -> Game:
    game = Game(MEDIEVAL_REALMS, seats)
    while len(game.log.table.decisions) == 1:
        seat = game.log.table.decisions[0].seat
        game.play(seat, next(iter(MEDIEVAL_REALMS.legal_moves(game.log.table.game, seat))))
    return game


@rule("MR-3.9", "MR-3.10")
def test_others_get_a_placeholder_until_the_event_that_reveals() -> None:
    game = start(3)
    for seat in range(3):
        for move in placement(1, 1):
            event = game.play(seat, move)
            if event.changes[-1] == event.changes[0]:
                shown = event_view(MEDIEVAL_REALMS, event, Reader(you=(seat + 1) % 3), finished=False)
                assert shown["move"] is None
                assert shown["changes"] == [{"type": "hidden", "seat": seat}]
                own = event_view(MEDIEVAL_REALMS, event, Reader(you=seat), finished=False)
                assert own["move"]["type"].startswith("place_")
    assert isinstance(event.changes[1], PlacementsRevealed)
    for viewer in (None, 0, 1):
        shown = event_view(MEDIEVAL_REALMS, event, Reader(you=viewer), finished=False)
        assert shown["changes"][0] == {"type": "hidden", "seat": 2}
        assert [part["generals"] for part in shown["changes"][1]["placements"]] == [(1,), (1,), (1,)]


@rule("MR-3.10")
def test_parts_come_back_latest_first_committed_or_not_until_the_reveal() -> None:
    game = start(3)
    for move in placement(1, 1):
        game.play(0, move)
    game.play(1, PlaceMayors(4, 0, 0, 0, 0, 0))
    assert len(undoable(game.log, 0)) == 3
    game.play(0, Undo())
    phase = game.log.table.game.phase
    assert phase.parts[0].admirals is None
    assert phase.parts[0].generals == (1,)
    assert phase.parts[1].mayors == Mayors(production=4), "the other's answer stays"
    game.play(0, UndoAll())
    assert game.log.table.game.phase.parts[0] == UNPLACED
    for move in placement(2, 2):
        game.play(0, move)
    game.play(1, PlaceGenerals((1,)))
    game.play(1, PlaceAdmirals((1,)))
    for move in placement(1, 1):
        game.play(2, move)
    for seat in range(3):
        with pytest.raises(IllegalMove):
            game.play(seat, Undo())


def test_spectators_see_no_secret_part() -> None:
    state = placing(realm(), realm(), realm()).when(0, *placement(1, 1)).state
    view = MEDIEVAL_REALMS.view(state, None)
    assert view.placement is None
    assert view.placements == ()
    assert not set(SECRETS) & set(keys(plain(view.phase)))
