"""Exploring, Mavens, uses and tests (NS-4, NS-5, NS-8)."""

from __future__ import annotations

from moothall.domain.core.draw import shuffle
from moothall.domain.winds_of_numa_sera.agenda import Agenda, fire, resolve, succeeds
from moothall.domain.winds_of_numa_sera.changes import (
    BlessingReturned,
    CapitalGained,
    CardDiscarded,
    CardKept,
    CardRevealed,
    CardsDrawn,
    CardsSunk,
    DeckShuffled,
    ExploreBegun,
    MavenAccepted,
    NothingFound,
    PoolBlessed,
)
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.rules.parts import Trigger
from moothall.domain.winds_of_numa_sera.rules.standing import standing, stat
from moothall.domain.winds_of_numa_sera.state import (
    AcceptMaven,
    AfterExplore,
    DiscardOpen,
    ExploreOne,
    PickExplored,
    RollTest,
    RollUse,
    Turning,
)


def begin_explore(turn: Turning, agenda: Agenda, seat: int, granted: bool) -> None:
    """NS-4.1, NS-4.2: draw, and pick one where several are drawn."""
    box = box_of(turn.state)
    turn.emit(ExploreBegun(seat, granted))
    _draw(turn, seat, 1 + stat(box, turn.state.seats[seat], "explore_draw"))
    drawn = turn.state.drawn
    if not drawn:
        turn.emit(NothingFound(seat))
    elif len(drawn) == 1:
        _explored(turn, agenda, seat, drawn[0])
    else:
        agenda.append(PickExplored(seat))


def _draw(turn: Turning, seat: int, count: int) -> None:
    """NS-4.3: an empty deck is made anew from the discard pile."""
    while count:
        state = turn.state
        if not state.deck:
            if not state.discard:
                return
            deck = shuffle(turn.draw, f"shuffle/exploration/{state.reshuffles + 1}", state.discard)
            turn.emit(DeckShuffled(deck, len(deck), again=True))
        cards = turn.state.deck[:count]
        turn.emit(CardsDrawn(seat, cards, len(cards)))
        count -= len(cards)


def explore_one(turn: Turning, agenda: Agenda, task: ExploreOne) -> None:
    begin_explore(turn, agenda, task.seat, granted=True)


def picked(turn: Turning, agenda: Agenda, choice: PickExplored, option: str) -> None:
    """NS-4.2: the others go under the deck in the order drawn."""
    others = tuple(card for card in turn.state.drawn if card != option)
    turn.emit(CardsSunk(choice.seat, others, len(others)))
    _explored(turn, agenda, choice.seat, option)


def _explored(turn: Turning, agenda: Agenda, seat: int, card: str) -> None:
    """NS-4.4: reveal cards are resolved, the others kept unseen."""
    box = box_of(turn.state)
    kind = box.kind_of(card)
    agenda.append(AfterExplore(seat, kind))
    if kind in ("battle", "mythic", "pool"):
        turn.emit(CardKept(seat, card))
        return
    turn.emit(CardRevealed(seat, card))
    if kind == "maven":
        agenda.append(AcceptMaven(seat, card))
    else:
        agenda.append(DiscardOpen(seat, card))
        resolve(agenda, seat, card, box.cards[card].effects)


def maven_answered(turn: Turning, agenda: Agenda, choice: AcceptMaven, option: str) -> None:
    """NS-5.1: into the Inner Circle, or what rejecting gives."""
    box = box_of(turn.state)
    seat, card = choice.seat, choice.card
    if option == "accept":
        turn.emit(MavenAccepted(seat, card))
        return
    turn.emit(CardDiscarded(seat, card, "open"))
    resolve(agenda, seat, card, box.cards[card].reject)
    if extra := stat(box, turn.state.seats[seat], "maven_reject"):
        turn.emit(CapitalGained(seat, extra, card))


def discard_open(turn: Turning, agenda: Agenda, task: DiscardOpen) -> None:
    turn.emit(CardDiscarded(task.seat, task.card, "open"))


def after_explore(turn: Turning, agenda: Agenda, task: AfterExplore) -> None:
    """NS-4.9: the triggers of an explore."""

    def fits(trigger: Trigger) -> bool:
        return not trigger.effect.card_types or task.card_type in trigger.effect.card_types

    fire(turn, agenda, "explore", task.seat, fits)


def roll_use(turn: Turning, agenda: Agenda, task: RollUse) -> None:
    """NS-8.2, NS-5.2: roll if the ability asks for it, discard a one-time Maven, resolve on success."""
    box = box_of(turn.state)
    seat, source = task.seat, task.source
    use = standing(box, turn.state.seats[seat].mat).uses[source]
    works = use.roll_min is None or succeeds(turn, seat, source, f"use/{source}", use.roll_min)
    if use.discard == "always" or (use.discard and works):
        turn.emit(CardDiscarded(seat, source, "mavens"))
    if works:
        resolve(agenda, seat, source, use.effects)


def roll_test(turn: Turning, agenda: Agenda, task: RollTest) -> None:
    """NS-5.5, NS-5.6: a passed test blesses the hero; a former blessing returns to the hand."""
    box = box_of(turn.state)
    seat, card = task.seat, task.card
    test = box.cards[card].test
    assert test is not None
    if test.roll_min is not None and not succeeds(turn, seat, card, f"test/{card}", test.roll_min):
        return
    if blessing := turn.state.seats[seat].mat.blessing:
        turn.emit(BlessingReturned(seat, blessing))
    turn.emit(PoolBlessed(seat, card))
