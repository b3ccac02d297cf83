"""Who may move, and how."""

from __future__ import annotations

from typing import TypeVar

from moothall.domain.core.errors import IllegalMove, NotYourTurn
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
)
from moothall.domain.medieval_realms.turns import is_asked

P = TypeVar("P", bound=Phase)

_WAITING: dict[type[Phase], tuple[str, str]] = {
    Picking: ("MR-1.10", "starting pairs are picked one seat at a time, last in turn order first"),
    Placing: ("MR-3.10", "your leaders are placed; no move changes a placed part"),
    Acting: ("MR-6.1", "the player on turn takes one action"),
    Bidding: ("MR-9.2", "an auction asks one seat after the other for a higher bid"),
    Choosing: ("MR-6.3", "the owner of a card must choose a resource first"),
    TakingCard: ("MR-6.3", "the owner of a card must take a realm card first"),
    TakingBonus: ("MR-11.4", "a bonus token must be chosen first"),
    RoundOver: ("MR-2.1", "the round is over and the next one is being prepared"),
    GameOver: ("MR-2.1", "the last round is over and final scoring is due"),
    Finished: ("MR-15.7", "the game is over"),
}


def check_asked(state: State, seat: int, wanted: type[P]) -> P:
    """The seat owes a decision, and one of this kind; the rule cited is that of the phase."""
    phase = state.phase
    if not is_asked(state, seat):
        raise NotYourTurn(*_WAITING[type(phase)])
    if not isinstance(phase, wanted):
        if isinstance(phase, Placing):
            raise IllegalMove("MR-3.1", "your leaders must be placed first")
        raise IllegalMove(*_WAITING[type(phase)])
    return phase
