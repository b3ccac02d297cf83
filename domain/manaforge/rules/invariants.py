"""What no move may break: pieces neither appear nor vanish, and scores follow from the ledger."""

from __future__ import annotations

from moothall.domain.manaforge.content import box_of
from moothall.domain.manaforge.state import DICE, State


def check(state: State) -> list[str]:
    """Broken invariants, in words."""
    box, broken = box_of(state), []
    if state.deck or state.unused:  # before the shuffle there are none
        if sorted(_all_items(state)) != sorted(box.items):
            broken.append("an item card is missing or stands twice")
        if sorted(_all_talents(state)) != sorted(box.talents):
            broken.append("a talent is missing or stands twice")
    for index, kind in enumerate(DICE):
        owned = sum(die.kind == kind for seat in state.seats for die in seat.dice)
        if owned + state.supply[index] != box.dice[kind].count or state.supply[index] < 0:
            broken.append(f"{kind} dice: {owned} owned and {state.supply[index]} left")
    for index, seat in enumerate(state.seats):
        if min(seat.gems) < 0 or seat.prisms < 0:
            broken.append(f"seat {index} owes gems or prisms")
        if seat.prestige != sum(line.n for line in seat.ledger):
            broken.append(f"the ledger of seat {index} does not add up")
        if len(seat.workshop) > box.play.workshop_slots:
            broken.append(f"the Workshop of seat {index} is overfull")
        if len({die.id for die in seat.dice}) != len(seat.dice):
            broken.append(f"seat {index} has two dice of one name")
        if seat.held is not None and ((die := seat.die(seat.held)) is None or die.spent):
            broken.append(f"seat {index} holds a die that is spent or not its own")
        if any(len(card.gems) > len(box.items[card.id].slots) for card in seat.workshop):
            broken.append(f"a card of seat {index} has more gems than slots")
    turn = state.turn
    if turn is not None and (min(turn.mana) < 0 or turn.expenditures < 0):
        broken.append("the turn owes mana or expenditures")
    return broken


def _all_items(state: State) -> list[str]:
    cards = [*state.deck, *state.unused, *state.discard]
    cards += [card for card in state.board if card is not None]
    for seat in state.seats:
        cards += [card.id for card in seat.workshop]
        cards += seat.store
    turn = state.turn
    if turn is not None and turn.making is not None:
        cards.append(turn.making.card)
    return cards


def _all_talents(state: State) -> list[str]:
    talents = [*state.talents_away]
    for seat in state.seats:
        talents += (*seat.packet, *seat.picked, *seat.passed_over, *seat.talents)
    return talents
