"""Whose turn it is, and which step is due."""

from __future__ import annotations

from moothall.domain.core.title import Awaiting, asking
from moothall.domain.medieval_realms.state import (
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
    kind = type(state.phase)
    if kind is Acting and state.on_turn is not None:  # nearly always
        return asking("action", state.on_turn)
    return _NOBODY[kind] if kind in _NOBODY else asking(_KINDS[kind], *asked_seats(state))


def asked_seats(state: State) -> tuple[int, ...]:
    """The seats that owe a decision."""
    phase = state.phase
    if isinstance(phase, Acting):  # the commonest first
        assert state.on_turn is not None
        return (state.on_turn,)
    if isinstance(phase, Placing):
        parts = phase.parts
        return tuple([seat for seat, realm in enumerate(state.realms) if not committed(realm, parts[seat])])
    match phase:
        case Bidding():
            return (phase.asked,)
        case Choosing() | TakingCard() | TakingBonus():
            return (phase.seat,)
        case Picking():
            return (picker(state, phase),)
        case _:
            return ()


def is_asked(state: State, seat: int) -> bool:
    """Whether this seat is among them."""
    phase = state.phase
    if isinstance(phase, Placing):  # the only ones who are asked together
        return not committed(state.realms[seat], phase.parts[seat])
    return seat in asked_seats(state)


def picker(state: State, phase: Picking) -> int:
    """Who picks the next starting pair (MR-1.10)."""
    return state.order[-1 - len(phase.taken)]
