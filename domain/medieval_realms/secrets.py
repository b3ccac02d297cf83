"""What each viewer may see: allow-lists. Hidden are only the deck's order and the placements before the reveal."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.core.bag import named
from domain.core.draw import Draw, shuffle
from domain.core.records import Hidden, Json
from domain.medieval_realms.changes import SECRET_PARTS, AnyChange, DeckShuffled
from domain.medieval_realms.content import TABLES
from domain.medieval_realms.legal import some_part
from domain.medieval_realms.moves import AnyMove, PlaceAdmirals, PlaceBuffers, PlaceGenerals, PlaceMayors
from domain.medieval_realms.rules import with_part
from domain.medieval_realms.state import (
    END_CATEGORIES,
    MANAGED,
    RESOURCES,
    UNPLACED,
    AnyPhase,
    Bidding,
    Choosing,
    Picking,
    Placement,
    Placing,
    Realm,
    Standing,
    State,
    TakingBonus,
    TakingCard,
    committed,
)

_SECRET_MOVES = (PlaceMayors, PlaceGenerals, PlaceAdmirals, PlaceBuffers)


def view(state: State, viewer: int | None) -> Json:
    """The game as that seat (None: a spectator) may see it."""
    return {
        "round": state.round,
        "rounds": TABLES.rounds,
        "phase": _phase(state, state.phase),
        "turn_order": list(state.order),
        "on_turn": state.on_turn,
        "current": list(state.current),
        "future": list(state.future),
        "deck": len(state.deck),
        "discard": list(state.discard),
        "realms": [_realm(seat, realm) for seat, realm in enumerate(state.realms)],
        "placement": _own_placement(state, viewer),
        "placements": [_placement(placement) for placement in state.placed],
        "standings": [_standing(standing) for standing in state.standings],
        "ranking": [list(group) for group in state.ranking],
    }


def _phase(state: State, phase: AnyPhase) -> Json:
    """The kind of phase and what is public of it."""
    kind = {"type": phase.__struct_config__.tag}
    match phase:
        case Picking(taken):
            return kind | {"taken": [list(pair) for pair in taken]}
        case Placing(parts):
            return kind | {"committed": [*map(committed, state.realms, parts)]}
        case Bidding():
            return kind | {
                "square": phase.square,
                "card": phase.card,
                "resource": phase.resource,
                "bid": phase.bid,
                "bidder": phase.bidder,
                "asked": phase.asked,
                "out": list(phase.out),
            }
        case Choosing():
            amount, barred = phase.amount, list(phase.barred)
            return kind | {"seat": phase.seat, "card": phase.card, "amount": amount, "except": barred}
        case TakingCard():
            return kind | {"seat": phase.seat, "card": phase.card}
        case TakingBonus():
            return kind | {"seat": phase.seat}
        case _:
            return kind


def _realm(seat: int, realm: Realm) -> Json:
    return {
        "seat": seat,
        "colour": TABLES.colours[seat],
        "tokens": named(RESOURCES, realm.manor),
        "mayors": realm.mayors,
        "buffers": realm.buffers,
        "generals": realm.generals,
        "admirals": realm.admirals,
        "display": list(realm.display),
        "in_play": list(realm.in_play),
        "vp": realm.total,
        "immediate": realm.immediate,
        "from_colours": realm.colour,
        "final": named(END_CATEGORIES, realm.final),
        "bonus_tokens": realm.owed,
        "passed": realm.passed,
    }


def _own_placement(state: State, viewer: int | None) -> Json | None:
    if viewer is None or not isinstance(state.phase, Placing):
        return None
    return _placement(state.phase.parts[viewer])


def _placement(placement: Placement) -> Json:
    return {
        "mayors": None if placement.mayors is None else named(MANAGED, placement.mayors),
        "generals": _areas(placement.generals),
        "admirals": _areas(placement.admirals),
        "buffers": _areas(placement.buffers),
    }


def _areas(areas: tuple[int, ...] | None) -> list[int] | None:
    return None if areas is None else list(areas)


def _standing(standing: Standing) -> Json:
    return {
        "seat": standing.seat,
        "vp": standing.vp,
        "cards": standing.cards,
        "castles": standing.castles,
        "leaders": standing.leaders,
        "tokens": standing.tokens,
        "rank": standing.rank,
    }


def redact(change: AnyChange, viewer: int | None) -> Any:
    """A placement part is its seat's own; the reveal, like everything else, is open."""
    if isinstance(change, SECRET_PARTS):
        return change if change.seat == viewer else Hidden(change.seat)
    if isinstance(change, DeckShuffled):
        return Hidden(None, "deck_shuffled")
    return change


def redact_move(move: AnyMove, seat: int, viewer: int | None) -> AnyMove | None:
    """Placements are shown to nobody else; the reveal repeats them for all."""
    return None if isinstance(move, _SECRET_MOVES) and seat != viewer else move


def determinize(state: State, seat: int, draw: Draw) -> State:
    """The deck in another order, and other placements of those who have committed.

    A seat that has not committed looks the same whatever it has placed, so its parts are put back in its hand.
    """
    state = replace(state, deck=shuffle(draw, "determinize/deck", sorted(state.deck)))
    if not isinstance(state.phase, Placing):
        return state
    parts = [
        part if other == seat else _dealt_anew(state, other, draw) if committed(state.realms[other], part) else UNPLACED
        for other, part in enumerate(state.phase.parts)
    ]
    return replace(state, phase=Placing(tuple(parts)))


def _dealt_anew(state: State, seat: int, draw: Draw) -> Placement:
    """A random complete placement of the seat."""
    part = UNPLACED
    while not committed(state.realms[seat], part):
        part = with_part(part, some_part(state, seat, part, draw, f"determinize/seat-{seat}"))
    return part
