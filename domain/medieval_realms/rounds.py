"""Setup, the course of a round, and the steps that workers run: the end of a round and the end of the game."""

from __future__ import annotations

from moothall.domain.core.draw import shuffle
from moothall.domain.core.ranking import places
from moothall.domain.medieval_realms import changes as c, scoring, state as s
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.rules import Turning, can_act, controller, mayor_tokens, next_order, strengths


def setup(turn: Turning) -> None:
    """MR-1.1 to MR-1.9."""
    box, seats = box_of(turn.state), turn.state.seats
    cards = shuffle(turn.draw, "shuffle/deck", box.deck)
    turn.emit(c.DeckShuffled(cards, len(cards), len(box.prices), box.future_squares))
    _deal(turn, "current")
    _deal(turn, "future")
    start = box.starting[seats]
    for seat in range(seats):
        leaders = start.mayors, start.buffers, start.generals, start.admirals
        turn.emit(c.RealmFounded(seat, box.colours[seat], box.capital, *leaders))
    turn.emit(c.TurnOrderDrawn(shuffle(turn.draw, "shuffle/turn-order", range(seats))))


def open_round(turn: Turning, number: int) -> None:
    """MR-2.1: all have their leaders and place them."""
    turn.emit(c.RoundBegan(number))


def income(turn: Turning, placements: tuple[s.Placement, ...]) -> None:
    """MR-4.1 to MR-5.3: resources, extra goods and the new turn order."""
    box = box_of(turn.state)
    for seat, placement in enumerate(placements):
        turn.emit(c.TokensGained(seat, mayor_tokens(box, placement.mayors or s.Mayors()), "mayors"))
    for area, by_seat in strengths(turn.state, placements).items():
        if any(by_seat):
            winner = controller(by_seat)
            rewarded = winner is not None and area not in (placements[winner].buffers or ())
            turn.emit(c.AreaSettled(area, tuple(by_seat), winner, box.rewards[area] if rewarded else s.Tokens()))
    for seat, realm in enumerate(turn.state.realms):
        for card in realm.in_play:
            for effect in box.faces[card].production:
                amount = scoring.amount_of(box, realm, effect)
                turn.emit(c.TokensGained(seat, s.Tokens(**{effect.resource: amount}), card))
    goods = s.Tokens(production=box.limits.extra_goods_production)
    for seat in range(turn.state.seats):
        turn.emit(c.TokensGained(seat, goods, "extra_goods"))
    production = tuple(realm.manor[s.PRODUCTION] for realm in turn.state.realms)
    turn.emit(c.TurnOrderChanged(next_order(turn.state), production))


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
            turn.emit(c.TurnBegan(seat))
            return
        turn.emit(c.SeatPassed(seat, forced=True))
    turn.emit(c.ActionsEnded(turn.state.round, turn.state.round == box_of(turn.state).rounds))


def _close_round(turn: Turning) -> None:
    """MR-14.1 to MR-14.7, and how the seats stand."""
    for index, card in enumerate(turn.state.current[: box_of(turn.state).cleared[turn.state.seats]]):
        if card is not None:
            turn.emit(c.CardDiscarded(index + 1, card, "round_end"))
    _move_up(turn)
    _deal(turn, "current")
    _deal(turn, "future")
    turn.emit(c.StandingsTaken(turn.state.round, _standings(turn.state)))


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
        c.PanelsMoved(
            (*current, *(None,) * (squares - len(current))),
            (*future, *(None,) * (future_squares - len(future))),
        )
    )


def _deal(turn: Turning, panel: c.Panel) -> None:
    """MR-1.3, MR-1.4, MR-14.6, MR-14.7: the empty squares of a panel are filled as far as the deck goes."""
    squares = turn.state.current if panel == "current" else turn.state.future
    empty = [index + 1 for index, card in enumerate(squares) if card is None][: len(turn.state.deck)]
    if empty:
        turn.emit(c.CardsDrawn(panel, tuple(empty), turn.state.deck[: len(empty)]))


def _standings(state: s.State) -> tuple[s.Standing, ...]:
    """The public snapshot of a round's end."""
    box, rank = box_of(state), places(scoring.ranking(state))
    return tuple(
        s.Standing(
            seat,
            realm.total,
            len(realm.in_play),
            scoring.family_cards(box, realm, "castle"),
            realm.leaders,
            sum(realm.manor),
            rank[seat],
        )
        for seat, realm in enumerate(state.realms)
    )


def step(turn: Turning) -> None:
    """Run what is due; nothing where nothing is, so that a step run twice does no harm."""
    if isinstance(turn.state.phase, s.RoundOver):
        _close_round(turn)
        open_round(turn, turn.state.round + 1)
    elif isinstance(turn.state.phase, s.GameOver):
        _end_game(turn)


def _end_game(turn: Turning) -> None:
    """MR-15.1 to MR-15.7; nothing scored here moves a counter that anything else counts."""
    box = box_of(turn.state)
    for seat, realm in enumerate(turn.state.realms):
        for card, category, points in scoring.end_effects(box, realm):
            turn.emit(c.EndEffectScored(seat, card, category, points))
        turn.emit(c.StoredTokensScored(seat, sum(realm.manor), scoring.stored_points(box, realm)))
        turn.emit(
            c.GreatPersonsScored(seat, scoring.great_persons(box, realm), scoring.great_person_points(box, realm))
        )
    turn.emit(c.GameEnded(scoring.ranking(turn.state), tuple(realm.total for realm in turn.state.realms)))
