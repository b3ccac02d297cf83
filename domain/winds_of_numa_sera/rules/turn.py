"""The course of a turn: the seat that the game waits for, and what setup, the main phase and pending choices allow
(NS-1 to NS-8)."""

from __future__ import annotations

from typing import Any, TypeAlias

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.core.title import Awaiting, Turn, asking
from moothall.domain.winds_of_numa_sera import state as s
from moothall.domain.winds_of_numa_sera.changes import AnyChange
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect, Use
from moothall.domain.winds_of_numa_sera.moves import ChoiceKind
from moothall.domain.winds_of_numa_sera.rules import payment
from moothall.domain.winds_of_numa_sera.rules.standing import Standing, holds, missing_power, slot_indexes, standing

Turning: TypeAlias = Turn[s.State, AnyChange]
"""A decision in the making."""

_ROUND_END = Awaiting(step="end_of_round")
_GAME_END = Awaiting(step="end_of_game")
_OVER = Awaiting(finished=True)

_MAY_BE_IN_VAIN = frozenset(("heal", "take_from_discard", "drain_power", "extra_phase2", "explore"))

KINDS: dict[type[Any], ChoiceKind] = {
    s.PickExplored: "explored_card",
    s.AcceptMaven: "maven",
    s.ChooseOption: "option",
    s.DiscardOne: "discard_card",
    s.TakeOne: "take_card",
    s.StealItem: "steal_item",
    s.DrainOne: "opponent",
    s.UpgradeOne: "forge_slot",
    s.UnlockOne: "class",
}

SECRET_KINDS = frozenset(("explored_card", "option", "discard_card"))
"""Kinds whose options depend on cards that only the chooser sees."""

_HAND_COSTS = ("battle_card", "item")


def awaiting(state: s.State) -> Awaiting:
    """What the game waits for."""
    if state.pending is not None:
        choice = state.pending.choice
        return asking(KINDS[type(choice)], choice.seat)
    if state.offer is not None:
        return asking("trade", state.offer.to)
    if state.battle is not None:
        return asking("battle", *[seat for seat in sorted(state.battle.sides) if state.seats[seat].answer is None])
    phase = state.phase
    if type(phase) is s.Acting:  # nearly always
        return asking("turn", phase.seat)
    match phase:
        case s.Drafting(seat):
            return asking("kingdom", seat)
        case s.Succession():
            return asking("succession", *[index for index, seat in enumerate(state.seats) if seat.answer is None])
        case s.RoundEnd():
            return _ROUND_END
        case s.GameEnd():
            return _GAME_END
        case _:
            return _OVER


def check_active(state: s.State, seat: int) -> s.Acting:
    """NS-2.1, NS-2.5: it is the seat's turn, and nothing is pending."""
    phase = state.phase
    if not isinstance(phase, s.Acting) or phase.seat != seat:
        raise NotYourTurn("NS-2.1", "it is not your turn")
    if state.pending is not None or state.offer is not None or state.battle is not None:
        if state.pending is not None and state.pending.choice.seat == seat:
            raise IllegalMove("NS-2.5", "a choice of yours is pending")
        if state.battle is not None and state.pending is None and state.seats[seat].answer is None:
            raise IllegalMove("NS-2.5", "commit to the battle first")
        raise NotYourTurn("NS-2.5", "the turn waits for an answer")
    return phase


def check_main(state: s.State, seat: int) -> s.Acting:
    """NS-2.2: Other Actions belong to the main phase, NS-2.4: none is possible between the halves of Phase 2."""
    turn = check_active(state, seat)
    if not turn.main:
        raise IllegalMove("NS-2.4", "no other action is possible once Phase 2 has begun")
    return turn


def check_phase2(state: s.State, seat: int) -> s.Acting:
    """NS-2.3: Phase 2 comes after exploring."""
    turn = check_active(state, seat)
    if not turn.explored:
        raise IllegalMove("NS-2.3", "explore first")
    return turn


def check_end_turn(state: s.State, seat: int) -> None:
    """NS-2.4: only the second half of an extra Phase 2 may be skipped."""
    if check_active(state, seat).main:
        raise IllegalMove("NS-2.3", "build or attack first")


def check_kingdom(state: s.State, seat: int, kingdom: str) -> None:
    """NS-1.3: each player takes a different kingdom."""
    box = box_of(state)
    if state.phase != s.Drafting(seat):
        raise NotYourTurn("NS-1.3", "it is not your turn to choose a kingdom")
    if kingdom not in box.kingdoms:
        raise IllegalMove("NS-1.3", f"{kingdom!r} is no kingdom")
    if any(other.mat.kingdom == kingdom for other in state.seats):
        raise IllegalMove("NS-1.3", f"{box.kingdoms[kingdom].name} is taken")


def check_succession(state: s.State, seat: int, order: tuple[str, ...]) -> None:
    """NS-1.4: the line holds the three heroes of the kingdom."""
    box = box_of(state)
    if not isinstance(state.phase, s.Succession) or state.seats[seat].answer is not None:
        raise NotYourTurn("NS-1.4", "no line of succession is asked of you")
    if sorted(order) != sorted(box.kingdoms[state.seats[seat].mat.kingdom].heroes):
        raise IllegalMove("NS-1.4", "the line must name each of your three heroes once")


def check_explore(state: s.State, seat: int) -> None:
    """NS-2.2: once per turn."""
    if check_main(state, seat).explored:
        raise IllegalMove("NS-2.2", "you have explored this turn")


def check_buy_skill(state: s.State, seat: int, skill: str, named: dict[str, int] | None = None) -> payment.Payment:
    """NS-6.2: the next level, from a college that has cards left."""
    box = box_of(state)
    check_main(state, seat)
    if skill not in box.skills:
        raise IllegalMove("NS-6.2", f"{skill!r} is no Skill")
    player = state.seats[seat]
    obstacle = skill_obstacle(box, state, standing(box, player.mat), skill)
    if obstacle is not None:
        raise IllegalMove("NS-6.2", obstacle)
    return payment.check_payment(box, player, payment.skill_price(box, player, skill), f"skill_{skill}", named)


def skill_obstacle(box: Box, state: s.State, mine: Standing, skill: str) -> str | None:
    """NS-6.2: why who has this standing cannot buy it, its price apart; None if nothing stands in the way."""
    if mine.levels[skill] >= box.limits.max_skill_level:
        return "you hold the highest level"
    return None if state.colleges[skill] else "the college is empty"


def check_buy_item(state: s.State, seat: int, item: str, named: dict[str, int] | None = None) -> payment.Payment:
    """NS-6.5: a face-up Item."""
    box = box_of(state)
    check_main(state, seat)
    if item not in state.forge:
        raise IllegalMove("NS-6.5", f"{item!r} does not lie face up at the World Forge")
    player = state.seats[seat]
    return payment.check_payment(box, player, payment.item_price(box, player, item), "item", named)


def check_equip(state: s.State, seat: int, item: str) -> None:
    """NS-7.2, NS-7.4, NS-7.5: from hand, once per turn, with the Skill that a Mythic Item needs."""
    box = box_of(state)
    turn = check_main(state, seat)
    player = state.seats[seat]
    if item not in player.hand or box.kind_of(item) not in ("item", "mythic"):
        raise IllegalMove("NS-7.2", f"you hold no Item {item!r}")
    if f"equip/{item}" in turn.marks:
        raise IllegalMove("NS-7.4", "each Item can be equipped once per turn")
    if standing(box, player.mat).lacks(box.items[item].conditions):
        raise IllegalMove("NS-7.5", "you lack the Skill level that this Item needs")


def displaced_by(box: Box, player: s.Seat, item: str) -> tuple[str, ...]:
    """NS-7.3: the Items in the slots that it needs."""
    return tuple(dict.fromkeys(player.mat.slots[i] for i in slot_indexes(box, item) if player.mat.slots[i]))


def check_use(state: s.State, seat: int, source: str) -> Use:
    """NS-8: an own ability, not used this turn, affordable, and not in vain."""
    box = box_of(state)
    check_main(state, seat)
    use = standing(box, state.seats[seat].mat).uses.get(source)
    if use is None:
        raise IllegalMove("NS-8.1", f"{source!r} is no ability of yours")
    obstacle = use_obstacle(state, seat, source, use)
    if obstacle is not None:
        raise IllegalMove(*obstacle)
    return use


def use_obstacle(state: s.State, seat: int, source: str, use: Use) -> tuple[str, str] | None:
    """NS-8.2 to NS-8.4: by which rule and why the own ability cannot be used now; None if nothing stands in the way."""
    marks = state.turn.marks
    if marks and f"use/{source}" in marks:
        return "NS-8.3", "it was used this turn"
    if use.cost and not payment.can_pay(box_of(state), state.seats[seat], use.cost):
        return "NS-8.2", payment.UNPAYABLE
    for effect in use.effects:
        if effect.op not in _MAY_BE_IN_VAIN or _could_do_something(state, seat, effect):
            return None
    return "NS-8.4", "it would have no effect"


def _could_do_something(state: s.State, seat: int, effect: Effect) -> bool:
    box = box_of(state)
    match effect.op:
        case "heal":
            return missing_power(box, state.seats[seat]) > 0
        case "take_from_discard":
            return any(box.kind_of(card) in effect.card_types for card in state.discard)
        case "drain_power":
            return bool(drainable(state, seat))
        case "extra_phase2":
            return not state.turn.extra
        case "explore":
            return bool(state.deck or state.discard)
        case _:
            return True


def check_test(state: s.State, seat: int, card: str) -> None:
    """NS-5.5: a Pool in hand, tried once per turn, with its conditions met and its cost paid."""
    box = box_of(state)
    turn = check_main(state, seat)
    player = state.seats[seat]
    if card not in player.hand or box.kind_of(card) != "pool":
        raise IllegalMove("NS-5.4", f"you hold no Pool of Essence {card!r}")
    obstacle = test_obstacle(box, turn, player, card)
    if obstacle is not None:
        raise IllegalMove("NS-5.5", obstacle)


def test_obstacle(box: Box, turn: s.Acting, player: s.Seat, card: str) -> str | None:
    """NS-5.5: why the Pool in hand cannot be tried now; None if nothing stands in the way."""
    if turn.marks and f"test/{card}" in turn.marks:
        return "each Pool may be tried once per turn"
    test = box.cards[card].test
    assert test is not None
    if not holds(box, player, test.conditions):
        return "the condition of the test is not met"
    return None if payment.can_pay(box, player, test.cost) else payment.UNPAYABLE


def check_heal(state: s.State, seat: int, card: str, amount: int) -> None:
    """NS-8.5: Capital that may be spent on healing, up to Maximum Power."""
    box = box_of(state)
    check_main(state, seat)
    player = state.seats[seat]
    held = dict(payment.purses(box, player, "heal")).get(card, 0)
    if not 1 <= amount <= held:
        raise IllegalMove("NS-8.5", f"{card!r} holds {held} Capital for healing")
    if amount > missing_power(box, player):
        raise IllegalMove("NS-8.5", f"your hero lacks {missing_power(box, player)} Power")


def check_choosing(state: s.State, seat: int) -> None:
    """NS-2.5: the pending choice is the seat's own."""
    if state.pending is None or state.pending.choice.seat != seat:
        raise NotYourTurn("NS-2.5", "no choice of yours is pending")


def check_choice(state: s.State, seat: int, kind: str, option: str) -> s.Choice:
    """NS-2.5: only the choice that is pending can be answered, and only with one of its options."""
    assert state.pending is not None
    choice = state.pending.choice
    if kind != KINDS[type(choice)]:
        raise IllegalMove("NS-2.5", f"the pending choice is of the kind {KINDS[type(choice)]}")
    if option not in options(state, choice):
        raise IllegalMove("NS-2.5", f"{option!r} is none of the options")
    return choice


def options(state: s.State, choice: s.Choice) -> tuple[str, ...]:
    """What may be answered, in a fixed order."""
    box = box_of(state)
    seat = state.seats[choice.seat]
    match choice:
        case s.PickExplored():
            return state.drawn
        case s.AcceptMaven():
            return ("accept", "reject")
        case s.ChooseOption(key=key):
            return tuple(each.label for each in box.effects[key].options if payment.can_pay(box, seat, each.cost))
        case s.DiscardOne(what=what):
            return payment.discardable(box, seat, what)
        case s.TakeOne(card_types=card_types):
            return tuple(card for card in state.discard if box.kind_of(card) in card_types)
        case s.StealItem(enemy=enemy):
            return state.seats[enemy].mat.items
        case s.DrainOne():
            return tuple(str(other) for other in drainable(state, choice.seat))
        case s.UpgradeOne():
            return tuple(slot for slot in s.SLOTS if slot not in seat.mat.upgraded)
        case s.UnlockOne():
            return tuple(name for name in box.classes if name not in seat.mat.classes)


def drainable(state: s.State, seat: int) -> tuple[int, ...]:
    """The opponents whose Active Hero is above the floor."""
    box = box_of(state)
    floor = box.limits.drain_floor
    return tuple(other for other in state.opponents(seat) if state.seats[other].power > floor)


def about(choice: s.Choice) -> str:
    """What a choice that is announced by its label alone is about: a Maven, or the effect with the options."""
    match choice:
        case s.AcceptMaven(card=card):
            return card
        case s.ChooseOption(key=key):
            return key
        case _:
            return ""


def resolves_itself(state: s.State, choice: s.Choice) -> bool:
    """Whether a single option is taken without asking. It is not where that would tell what a hand holds."""
    box = box_of(state)
    if not state.seats[choice.seat].hand:
        return True
    match choice:
        case s.ChooseOption(key=key):
            costs = (effect for option in box.effects[key].options for effect in option.cost)
            return not any(effect.op == "discard" and effect.what in _HAND_COSTS for effect in costs)
        case s.DiscardOne(what=what):
            return what not in _HAND_COSTS
        case _:
            return True
