"""The course of a round: opened, its income, turn after turn, closed."""

from __future__ import annotations

from moothall.domain.core.ranking import places
from moothall.domain.medieval_realms.changes import (
    ActionsEnded,
    AreaSettled,
    CardDiscarded,
    CardsDrawn,
    Panel,
    PanelsMoved,
    RoundBegan,
    SeatPassed,
    StandingsTaken,
    TokensGained,
    TurnBegan,
    TurnOrderChanged,
)
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.legal import can_act
from moothall.domain.medieval_realms.rules.placing import controller, mayor_tokens, next_order, strengths
from moothall.domain.medieval_realms.scoring import amount_of, family_cards, ranking
from moothall.domain.medieval_realms.state import PRODUCTION, Mayors, Placement, Standing, State, Tokens, Turning


def open_round(turn: Turning, number: int) -> None:
    """MR-2.1: all have their leaders and place them."""
    turn.emit(RoundBegan(number))


def income(turn: Turning, placements: tuple[Placement, ...]) -> None:
    """MR-4.1 to MR-5.3: resources, extra goods and the new turn order."""
    box = box_of(turn.state)
    for seat, placement in enumerate(placements):
        turn.emit(TokensGained(seat, mayor_tokens(box, placement.mayors or Mayors()), "mayors"))
    for area, by_seat in strengths(turn.state, placements).items():
        if any(by_seat):
            winner = controller(by_seat)
            rewarded = winner is not None and area not in (placements[winner].buffers or ())
            turn.emit(AreaSettled(area, tuple(by_seat), winner, box.rewards[area] if rewarded else Tokens()))
    for seat, realm in enumerate(turn.state.realms):
        for card in realm.in_play:
            for effect in box.faces[card].production:
                amount = amount_of(box, realm, effect)
                turn.emit(TokensGained(seat, Tokens(**{effect.resource: amount}), card))
    goods = Tokens(production=box.limits.extra_goods_production)
    for seat in range(turn.state.seats):
        turn.emit(TokensGained(seat, goods, "extra_goods"))
    production = tuple(realm.manor[PRODUCTION] for realm in turn.state.realms)
    turn.emit(TurnOrderChanged(next_order(turn.state), production))


def next_turn(turn: Turning) -> None:
    """MR-6.2, MR-6.4: the next seat on the track that can act; those that cannot pass when they are reached."""
    order = turn.state.order
    on_turn = turn.state.on_turn
    first = 0 if on_turn is None else order.index(on_turn) + 1
    for step in range(len(order)):
        seat = order[(first + step) % len(order)]
        if turn.state.realms[seat].passed:
            continue
        if can_act(turn.state, seat):
            turn.emit(TurnBegan(seat))
            return
        turn.emit(SeatPassed(seat, forced=True))
    turn.emit(ActionsEnded(turn.state.round, turn.state.round == box_of(turn.state).rounds))


def close_round(turn: Turning) -> None:
    """MR-14.1 to MR-14.7, and how the seats stand."""
    for index, card in enumerate(turn.state.current[: box_of(turn.state).cleared[turn.state.seats]]):
        if card is not None:
            turn.emit(CardDiscarded(index + 1, card, "round_end"))
    _move_up(turn)
    deal(turn, "current")
    deal(turn, "future")
    turn.emit(StandingsTaken(turn.state.round, standings(turn.state)))


def deal(turn: Turning, panel: Panel) -> None:
    """MR-1.3, MR-1.4, MR-14.6, MR-14.7: the empty squares of a panel are filled as far as the deck goes."""
    squares = turn.state.current if panel == "current" else turn.state.future
    empty = [index + 1 for index, card in enumerate(squares) if card is None][: len(turn.state.deck)]
    if empty:
        turn.emit(CardsDrawn(panel, tuple(empty), turn.state.deck[: len(empty)]))


def _move_up(turn: Turning) -> None:
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


def standings(state: State) -> tuple[Standing, ...]:
    """The public snapshot of a round's end."""
    box, rank = box_of(state), places(ranking(state))
    return tuple(
        Standing(
            seat,
            realm.total,
            len(realm.in_play),
            family_cards(box, realm, "castle"),
            realm.leaders,
            sum(realm.manor),
            rank[seat],
        )
        for seat, realm in enumerate(state.realms)
    )
