"""States to test on: realms and panels as wanted, every other card in the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moothall.domain.core.bag import named, of
from moothall.domain.core.title import NoOptions
from moothall.domain.medieval_realms import MEDIEVAL_REALMS, state as s
from moothall.domain.medieval_realms.content import box_at
from moothall.domain.medieval_realms.moves import AnyMove, PlaceAdmirals, PlaceBuffers, PlaceGenerals, PlaceMayors
from tests.support.scenes import Scene, Scripted, given

Cards = Mapping[int, str]

BOX = box_at(1)
DECK = BOX.deck
FACES = BOX.faces


def realm(display: Any = (), in_play: Any = (), **fields: Any) -> s.Realm:
    """A realm with these cards; leaders, points (`vp`, `colour`) and tokens by name. Six leaders, else nothing."""
    held = {name: fields.pop(name) for name in s.RESOURCES if name in fields}
    return s.Realm(
        manor=of(s.RESOURCES, held),
        display=tuple(display),
        in_play=tuple(in_play),
        immediate=fields.pop("vp", 0),
        **{"mayors": 4, "generals": 1, "admirals": 1, **fields},
    )


def pair_realm(display: Any = (), in_play: Any = (), **fields: Any) -> s.Realm:
    """The same for a game of two: six mayors, two of them buffers."""
    return realm(display, in_play, **{"mayors": 6, "buffers": 2, **fields})


def table(
    phase: s.AnyPhase,
    realms: Sequence[s.Realm],
    *,
    current: Cards | None = None,
    future: Cards | None = None,
    order: Sequence[int] | None = None,
    on_turn: int | None = None,
    round: int = 1,
    discard: Sequence[str] = (),
) -> s.State:
    """A table with these cards on the panels; the deck holds the rest in the order of the content."""
    current, future = current or {}, future or {}
    owned = [card for each in realms for card in (*each.display, *each.in_play)]
    used = {*current.values(), *future.values(), *owned, *discard}
    return s.State(
        realms=tuple(realms),
        phase=phase,
        round=round,
        order=tuple(range(len(realms)) if order is None else order),
        on_turn=on_turn,
        deck=tuple(card for card in DECK if card not in used),
        current=tuple(current.get(square) for square in range(1, 13)),
        future=tuple(future.get(square) for square in range(1, 7)),
        discard=tuple(discard),
    )


def acting(*realms: s.Realm, on_turn: int = 0, **fields: Any) -> Scene:
    """Given the action step with this seat on turn."""
    return given(MEDIEVAL_REALMS, table(s.Acting(), realms, on_turn=on_turn, **fields))


def placing(*realms: s.Realm, **fields: Any) -> Scene:
    """Given the start of a round: nobody has placed anything."""
    return given(MEDIEVAL_REALMS, table(s.Placing((s.UNPLACED,) * len(realms)), realms, **fields))


def round_over(*realms: s.Realm, **fields: Any) -> Scene:
    """Given that all have passed in a round before the last."""
    return given(MEDIEVAL_REALMS, table(s.RoundOver(), realms, **fields))


def game_over(*realms: s.Realm, **fields: Any) -> Scene:
    """Given that all have passed in the last round."""
    return given(MEDIEVAL_REALMS, table(s.GameOver(), realms, round=7, **fields))


def fresh(seats: int, seed: int = 1) -> Scene:
    """Given a game just set up."""
    turn = MEDIEVAL_REALMS.new(seats, NoOptions(), Scripted(seed=seed))
    return Scene(MEDIEVAL_REALMS, turn.state, tuple(turn.changes))


def placement(
    general: int | Sequence[int], admiral: int | Sequence[int], buffers: Sequence[int] = (), /, **mayors: int
) -> list[AnyMove]:
    """The parts of a placement as moves; mayors that are not named stand on production (four in all)."""
    if not mayors:
        mayors = {"production": 4}
    moves: list[AnyMove] = [
        PlaceMayors(*(mayors.get(resource, 0) for resource in s.MANAGED)),
        PlaceGenerals((general,) if isinstance(general, int) else tuple(general)),
        PlaceAdmirals((admiral,) if isinstance(admiral, int) else tuple(admiral)),
    ]
    return [*moves, PlaceBuffers(tuple(buffers))] if buffers else moves


def tokens(scene: Scene, seat: int) -> dict[str, int]:
    """What stands in the seat's manor; what it has none of is left out."""
    return {name: n for name, n in named(s.RESOURCES, scene.state.realms[seat].manor).items() if n}


def owner(scene: Scene, seat: int) -> s.Realm:
    """The seat's realm."""
    found: s.Realm = scene.state.realms[seat]
    return found


def awaited(scene: Scene) -> list[tuple[int, str]]:
    """Who owes what."""
    return [(asked.seat, asked.kind) for asked in MEDIEVAL_REALMS.awaiting(scene.state).seats]


def moves_of(scene: Scene, seat: int) -> list[AnyMove]:
    """The seat's list."""
    return list(MEDIEVAL_REALMS.legal_moves(scene.state, seat))
