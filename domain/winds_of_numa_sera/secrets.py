"""What a viewer may see of changes and moves, and states as a seat could imagine them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from moothall.domain.core.draw import Draw, pick, shuffle
from moothall.domain.winds_of_numa_sera import changes as c, moves as m
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.rules.battle import commitments
from moothall.domain.winds_of_numa_sera.rules.payment import discardable
from moothall.domain.winds_of_numa_sera.state import Answer, DiscardOne, Finished, PickExplored, Seat, State, Succession

_KEPT = ("battle", "mythic", "pool")


def redact(change: c.AnyChange, viewer: int | None) -> Any:
    """The change itself, a thinner copy, or a placeholder."""
    match change:
        case c.SuccessionSet(seat):
            return change if seat == viewer else c.SuccessionSet(seat, (), secret=True)
        case c.BattleCommitted(seat):
            return change if seat == viewer else c.BattleCommitted(seat, (), secret=True)
        case c.StrongholdsDealt() | c.ForgeDealt() | c.DeckShuffled():
            return replace(change, cards=())
        case c.BattleCardsDealt(seat) | c.CardsDrawn(seat) | c.CardsSunk(seat):
            return change if seat == viewer else replace(change, cards=())
        case c.CardKept(seat):
            return change if seat == viewer else replace(change, card="")
        case c.CardGiven(giver, taker, secret=True):
            return change if viewer in (giver, taker) else replace(change, card="")
        case c.ChoiceMade(seat, kind="explored_card"):
            return change if seat == viewer else replace(change, option="")
        case c.OfferMade(offer):
            return change if viewer in (offer.by, offer.to) else c.OfferMade(offer.public)
        case c.SeatEliminated():
            strongholds, items = tuple(sorted(change.strongholds)), tuple(sorted(change.items))
            return replace(change, strongholds=strongholds, items=items)
        case _:
            return change


def redact_move(move: m.AnyMove, seat: int, viewer: int | None) -> m.AnyMove | None:
    """What a seat asked for, unless it names cards that may be hidden; the changes say what everybody may know."""
    if seat == viewer:
        return move
    match move:
        case m.SetSuccession() | m.CommitBattle() | m.Choose(choice="explored_card"):
            return None
        case m.AcceptTrade(cards) if cards:
            return None
        case m.CounterTrade(to, give_cards, get_cards) if viewer != to and (give_cards or get_cards):
            return None
        case m.OfferTrade(to, give_cards) if viewer != to and give_cards:
            return None
        case _:
            return move


def determinize(state: State, viewer: int, draw: Draw) -> State:
    """The viewer's own cards and all that is known stay; decks, the others' hidden cards and answers are new."""
    if isinstance(state.phase, Finished):
        return state
    if not state.dealt:
        return _other_lines(state, viewer, draw)
    state = replace(
        state,
        forge_deck=shuffle(draw, "forge", sorted(state.forge_deck)),
        stronghold_deck=shuffle(draw, "strongholds", sorted(state.stronghold_deck)),
    )
    return _other_commitments(_other_hands(state, viewer, draw), viewer, draw)


def _other_lines(state: State, viewer: int, draw: Draw) -> State:
    if not isinstance(state.phase, Succession):
        return state
    for index, seat in enumerate(state.seats):
        if index != viewer and seat.answer is not None:
            state = state.with_seat(index, answer=Answer(shuffle(draw, f"line/{index}", sorted(seat.answer.cards))))
    return state


def _other_hands(state: State, viewer: int, draw: Draw) -> State:
    choice = state.pending.choice if state.pending is not None else None
    own_draw = isinstance(choice, PickExplored) and choice.seat == viewer
    fixed = {index: _seen_by(state, index, viewer) for index in range(len(state.seats))}
    unseen = {index: [card for card in seat.hand if card not in fixed[index]] for index, seat in enumerate(state.seats)}
    pool = list(state.deck) + [card for cards in unseen.values() for card in cards]
    if not own_draw:
        pool.extend(state.drawn)
    pool = list(shuffle(draw, "exploration", sorted(pool)))
    # A seat that must discard comes first: what it is known to hold must not be dealt to others.
    for index in sorted(unseen, key=lambda index: not _proven(state, index)):
        cards = unseen[index]
        if cards:
            new = _deal(state, index, len(cards), pool)
            state = _with_hand(state, index, dict(zip(cards, new, strict=True)))
    if not own_draw:
        count = len(state.drawn)
        state = replace(state, drawn=tuple(pool[:count]))
        pool = pool[count:]
    return replace(state, deck=tuple(pool))


def _seen_by(state: State, index: int, viewer: int) -> tuple[str, ...]:
    """The hand cards of a seat that the viewer can name."""
    seat = state.seats[index]
    if index == viewer:
        return seat.hand
    offer = state.offer
    if offer is not None and (offer.by, offer.to) == (index, viewer):
        return seat.known + offer.give_hidden
    if offer is not None and (offer.by, offer.to) == (viewer, index):
        return seat.known + offer.get_hidden
    return seat.known


def _deal(state: State, index: int, count: int, pool: list[str]) -> list[str]:
    """So many cards that can lie in a hand, among them those that a pending discard proves to be there."""
    box = box_of(state)
    new: list[str] = []
    for kind, needed in _proven(state, index):
        found = [card for card in pool if box.kind_of(card) == kind][:needed]
        new.extend(found)
        for card in found:
            pool.remove(card)
    for card in [card for card in pool if box.kind_of(card) in _KEPT][: count - len(new)]:
        pool.remove(card)
        new.append(card)
    return new


def _proven(state: State, index: int) -> list[tuple[str, int]]:
    box = box_of(state)
    if state.pending is None:
        return []
    tasks = (state.pending.choice, *state.pending.rest)
    asked = [task.what for task in tasks if isinstance(task, DiscardOne) and task.seat == index]
    seat = state.seats[index]
    public = replace(seat, hand=seat.known)
    return [
        (kind, max(asked.count(what) - len(discardable(box, public, what)), 0))
        for kind, what in (("battle", "battle_card"), ("mythic", "item"))
        if what in asked
    ]


def _with_hand(state: State, index: int, new: dict[str, str]) -> State:
    """The seat's hidden cards exchanged, in the hand and in an open offer."""
    seat = state.seats[index]
    state = state.with_seat(index, hand=tuple(new.get(card, card) for card in seat.hand))
    offer = state.offer
    if offer is not None and index in (offer.by, offer.to):
        field = "give_hidden" if offer.by == index else "get_hidden"
        hidden = tuple(new.get(card, card) for card in getattr(offer, field))
        state = replace(state, offer=replace(offer, **{field: hidden}))
    return state


def _other_commitments(state: State, viewer: int, draw: Draw) -> State:
    """What others may have committed to the battle."""
    if state.battle is None or state.battle.fought:
        return state
    for index in state.battle.sides:
        seat: Seat = state.seats[index]
        if index != viewer and seat.answer is not None:
            able = list(commitments(state.with_seat(index, answer=None), index))
            chosen = pick(draw, f"commitment/{index}", able)
            state = state.with_seat(index, answer=Answer(chosen.cards))
    return state
