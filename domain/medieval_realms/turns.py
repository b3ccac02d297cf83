"""Whose turn it is, and which step is due."""

from __future__ import annotations

from functools import cache

from domain.core.title import Asked, Awaiting
from domain.medieval_realms.state import (
    Acting,
    Bidding,
    Choosing,
    Finished,
    GameOver,
    Phase,
    Picking,
    Placing,
    RoundOver,
    State,
    TakingBonus,
    TakingCard,
    committed,
)

_KINDS: dict[type[Phase], str] = {
    Picking: "starting_pair",
    Placing: "leaders",
    Acting: "action",
    Bidding: "bid",
    Choosing: "resource",
    TakingCard: "realm_card",
    TakingBonus: "bonus_token",
}

_NOBODY: dict[type[Phase], Awaiting] = {
    RoundOver: Awaiting(step="round_end"),
    GameOver: Awaiting(step="game_end"),
    Finished: Awaiting(finished=True),
}


def awaiting(state: State) -> Awaiting:
    """What the game waits for."""
    seats = asked_seats(state)
    kind = type(state.phase)
    if not seats:
        return _NOBODY[kind]
    if len(seats) == 1:
        return _one(_KINDS[kind], seats[0])
    return Awaiting(tuple(Asked(seat, _KINDS[kind]) for seat in seats))


def asked_seats(state: State) -> tuple[int, ...]:
    """The seats that owe a decision."""
    match state.phase:
        case Acting():
            assert state.on_turn is not None
            return (state.on_turn,)
        case Bidding(asked=seat) | Choosing(seat=seat) | TakingCard(seat=seat) | TakingBonus(seat=seat):
            return (seat,)
        case Placing(parts):
            return tuple(seat for seat, realm in enumerate(state.realms) if not committed(realm, parts[seat]))
        case Picking() as phase:
            return (picker(state, phase),)
        case _:
            return ()


def picker(state: State, phase: Picking) -> int:
    """Who picks the next starting pair (MR-1.10)."""
    return state.order[-1 - len(phase.taken)]


@cache
def _one(kind: str, seat: int) -> Awaiting:
    """The commonest answer, made once."""
    return Awaiting((Asked(seat, kind),))
