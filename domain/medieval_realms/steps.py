"""What workers run: the end of a round and the end of the game."""

from __future__ import annotations

from domain.core.ranking import places
from domain.core.title import Turn
from domain.medieval_realms.changes import (
    AnyChange,
    CardDiscarded,
    CardsDrawn,
    EndEffectScored,
    GameEnded,
    GreatPersonsScored,
    Panel,
    PanelsMoved,
    RoundBegan,
    StandingsTaken,
    StoredTokensScored,
)
from domain.medieval_realms.content import TABLES
from domain.medieval_realms.scoring import (
    end_effects,
    family_cards,
    great_person_points,
    great_persons,
    ranking,
    stored_points,
)
from domain.medieval_realms.state import GameOver, RoundOver, Standing, State

Game = Turn[State, AnyChange]


def step(turn: Game) -> None:
    """Run what is due; nothing where nothing is, so that a step run twice does no harm."""
    if isinstance(turn.state.phase, RoundOver):
        _end_round(turn)
    elif isinstance(turn.state.phase, GameOver):
        _end_game(turn)


def _end_round(turn: Game) -> None:
    """MR-14.1 to MR-14.8."""
    for index, card in enumerate(turn.state.current[: TABLES.cleared[turn.state.seats]]):
        if card is not None:
            turn.emit(CardDiscarded(index + 1, card, "round_end"))
    _move_up(turn)
    _draw_to(turn, "current")
    _draw_to(turn, "future")
    turn.emit(StandingsTaken(turn.state.round, standings(turn.state)))
    turn.emit(RoundBegan(turn.state.round + 1))


def _move_up(turn: Game) -> None:
    """MR-14.3 to MR-14.5."""
    state = turn.state
    squares, future_squares = len(state.current), len(state.future)
    future = [card for card in state.future if card is not None]
    current = [card for card in state.current if card is not None]
    moved = squares - len(current)
    current += future[:moved]
    future = future[moved:]
    turn.emit(
        PanelsMoved(
            (*current, *(None,) * (squares - len(current))),
            (*future, *(None,) * (future_squares - len(future))),
        )
    )


def _draw_to(turn: Game, panel: Panel) -> None:
    """MR-14.6, MR-14.7: as far as the deck goes."""
    squares = turn.state.current if panel == "current" else turn.state.future
    empty = [index + 1 for index, card in enumerate(squares) if card is None][: len(turn.state.deck)]
    if empty:
        turn.emit(CardsDrawn(panel, tuple(empty), turn.state.deck[: len(empty)]))


def standings(state: State) -> tuple[Standing, ...]:
    """The public snapshot of a round's end."""
    rank = places(ranking(state))
    return tuple(
        Standing(
            seat,
            realm.total,
            len(realm.in_play),
            family_cards(realm, "castle"),
            realm.leaders,
            sum(realm.manor),
            rank[seat],
        )
        for seat, realm in enumerate(state.realms)
    )


def _end_game(turn: Game) -> None:
    """MR-15.1 to MR-15.7; nothing scored here moves a counter that anything else counts."""
    for seat, realm in enumerate(turn.state.realms):
        for card, category, points in end_effects(realm):
            turn.emit(EndEffectScored(seat, card, category, points))
        turn.emit(StoredTokensScored(seat, sum(realm.manor), stored_points(realm)))
        turn.emit(GreatPersonsScored(seat, great_persons(realm), great_person_points(realm)))
    turn.emit(GameEnded(ranking(turn.state), tuple(realm.total for realm in turn.state.realms)))
