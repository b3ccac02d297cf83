"""What workers run: the end of a round and the end of the game."""

from __future__ import annotations

from moothall.domain.medieval_realms.changes import EndEffectScored, GameEnded, GreatPersonsScored, StoredTokensScored
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.rounds import close_round, open_round
from moothall.domain.medieval_realms.scoring import (
    end_effects,
    great_person_points,
    great_persons,
    ranking,
    stored_points,
)
from moothall.domain.medieval_realms.state import GameOver, RoundOver, Turning


def step(turn: Turning) -> None:
    """Run what is due; nothing where nothing is, so that a step run twice does no harm."""
    if isinstance(turn.state.phase, RoundOver):
        close_round(turn)
        open_round(turn, turn.state.round + 1)
    elif isinstance(turn.state.phase, GameOver):
        _end_game(turn)


def _end_game(turn: Turning) -> None:
    """MR-15.1 to MR-15.7; nothing scored here moves a counter that anything else counts."""
    box = box_of(turn.state)
    for seat, realm in enumerate(turn.state.realms):
        for card, category, points in end_effects(box, realm):
            turn.emit(EndEffectScored(seat, card, category, points))
        turn.emit(StoredTokensScored(seat, sum(realm.manor), stored_points(box, realm)))
        turn.emit(GreatPersonsScored(seat, great_persons(box, realm), great_person_points(box, realm)))
    turn.emit(GameEnded(ranking(turn.state), tuple(realm.total for realm in turn.state.realms)))
