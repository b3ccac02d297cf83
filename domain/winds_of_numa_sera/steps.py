"""What workers run: the end of a round and the end of the game (NS-15.5 to NS-15.9)."""

from __future__ import annotations

from domain.core.ranking import leaders
from domain.winds_of_numa_sera.changes import GameEnded, GameScored, RoundScored
from domain.winds_of_numa_sera.content import box_of
from domain.winds_of_numa_sera.decide import run
from domain.winds_of_numa_sera.decide.agenda import Agenda, Deciding
from domain.winds_of_numa_sera.decide.rounds import begin_round
from domain.winds_of_numa_sera.scoring import categories, order, progress, renown, strength
from domain.winds_of_numa_sera.state import GameEnd


def step(turn: Deciding) -> None:
    """The step that is due."""
    if isinstance(turn.state.phase, GameEnd):
        _end_game(turn, turn.state.phase)
    else:
        _end_round(turn)


def _end_round(turn: Deciding) -> None:
    """NS-15.5: standings, then the limit if there is one, then the next round."""
    state = turn.state
    box = box_of(state)
    leader = leaders({seat: strength(state, seat) for seat in state.living()})[0]
    turn.emit(
        RoundScored(
            round=state.round,
            renown=tuple(renown(box, seat) for seat in state.seats),
            categories=tuple(categories(box, seat) for seat in state.seats),
            progress=tuple(progress(box, seat) for seat in state.seats),
            leader=leader,
            tallies=tuple(seat.tally for seat in state.seats),
        )
    )
    if state.round_limit is not None and state.round >= state.round_limit:
        turn.emit(GameEnded(-1, ("renown",)))
        return
    agenda: Agenda = []
    begin_round(turn, agenda, state.round + 1)
    run(turn, agenda)


def _end_game(turn: Deciding, end: GameEnd) -> None:
    """NS-15.6, NS-15.7: final Renown, winner, ranking; all hands are shown."""
    box, ranked = box_of(turn.state), order(turn.state)
    turn.emit(
        GameScored(
            winner=ranked[0],
            reasons=end.reasons,
            renown=tuple(renown(box, seat) for seat in turn.state.seats),
            ranking=ranked,
            hands=tuple(seat.hand for seat in turn.state.seats),
        )
    )
