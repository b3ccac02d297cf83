"""The checks of the acts of a turn: each act is judged in full before anything happens."""

from __future__ import annotations

from typing import NamedTuple

from moothall.domain.core.bag import Bag, minus
from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.manaforge import rules
from moothall.domain.manaforge.content import Ability, Box, Talent, box_of, ops
from moothall.domain.manaforge.moves import Activate, ActivateTalent, Build, ReserveStore, SpendDie, Upgrade
from moothall.domain.manaforge.payment import FREE, ManaAndGems, check_payment, default_payment, named
from moothall.domain.manaforge.state import ELEMENT_INDEX, ELEMENTS, NOTHING, Offers, Playing, Seat, State


class Built(NamedTuple):
    """What a legal build pays: the cost, and gems to the talent that builds from the discard pile."""

    cost: ManaAndGems
    scavenged: Bag
    scavenger: str


def check_spend(state: State, seat: int, move: SpendDie) -> tuple[ops.Op, str | None]:
    """MF-5.1, MF-5.9, MF-6: the effect that the die gives, and the answer to what it asks."""
    phase = rules.check_turn(state, seat)
    box, me = box_of(state), state.seats[seat]
    die = me.die(move.die)
    if die is None:
        raise IllegalMove("MF-5.1", f"you have no die {move.die!r}")
    if die.spent:
        raise IllegalMove("MF-5.1", f"{die.id} is spent")
    if phase.expenditures < 1:
        raise IllegalMove("MF-5.1", "you have no expenditure left")
    effect: ops.Op = rules.face_effect(box, die)
    if isinstance(effect, ops.CopyDie):
        effect = _copied(box, me, move)
    elif move.copy is not None:
        raise IllegalMove("MF-5.1", "nothing here asks for copy")
    name = ops.PARAMETER.get(type(effect))
    rules.no_more("MF-5.1", move, ("take", "target", "gem"), () if name is None else (name,))
    if name is None:
        return effect, None
    answer: str | None = getattr(move, name)
    rules.check_answer(box, me, phase.mana, effect, None, answer)
    return effect, answer


def _copied(box: Box, me: Seat, move: SpendDie) -> ops.Op:
    other = me.die(move.copy) if move.copy is not None else None
    if other is None or other.id == move.die:
        raise IllegalMove("MF-6.2", f"copy {move.copy!r}: Transmute names another of your dice")
    effect: ops.Op = rules.face_effect(box, other)
    if isinstance(effect, ops.CopyDie):
        raise IllegalMove("MF-6.3", f"{other.id} shows Transmute too: name the die at the end of the chain")
    return effect


def check_build(state: State, seat: int, move: Build) -> Built:
    """MF-7, MF-11.18: card, room and payment."""
    phase = rules.check_turn(state, seat)
    box, me = box_of(state), state.seats[seat]
    check_build_action(me)
    extra = _check_pile(box, state, me, move)
    _check_room(box, me, move)
    return _pay_build(box, phase, me, move, extra)


def _check_pile(box: Box, state: State, me: Seat, move: Build) -> int:
    if move.pile == "discard":
        extra = scavenge_price(box, me)
        if extra is None:
            raise IllegalMove("MF-11.18", "only Scavenger builds from the discard pile")
        if move.card not in state.discard:
            raise IllegalMove("MF-11.19", f"{move.card!r} is not in the discard pile")
        return extra
    if move.card not in state.board:
        raise IllegalMove("MF-7.2", f"{move.card!r} lies in none of the slots")
    if move.scavenge_gem is not None:
        raise IllegalMove("MF-11.18", "a card of the board takes no Scavenger gem")
    return 0


def _check_room(box: Box, me: Seat, move: Build) -> None:
    if not needs_room(box, me, move.card):
        if move.replace is not None:
            raise IllegalMove("MF-7.5", "a card is discarded only to make room for a Workshop card")
    elif move.replace is None or me.card(move.replace) is None:
        raise IllegalMove("MF-7.5", f"replace {move.replace!r}: your Workshop is full, name the card to discard")


def check_build_action(me: Seat) -> None:
    """MF-7.1: one item or one prism per turn."""
    if me.action is not None:
        raise IllegalMove("MF-7.1", "the build action of this turn is used")


def scavenger_of(box: Box, me: Seat) -> str:
    """MF-11.18: the talent that builds from the discard pile; empty without one."""
    for talent in me.talents:
        if talent in box.scavengers:
            return talent
    return ""


def scavenge_price(box: Box, me: Seat) -> int | None:
    """MF-11.18: gems that a card of the discard pile costs on top; None without the talent."""
    return box.scavengers.get(scavenger_of(box, me))


def needs_room(box: Box, me: Seat, card: str) -> bool:
    """MF-7.5: whether a card must leave the Workshop for this one."""
    return box.items[card].kind == "workshop" and len(me.workshop) >= box.play.workshop_slots


def _pay_build(box: Box, phase: Playing, me: Seat, move: Build, extra: int) -> Built:
    """MF-4.11 to MF-4.14: the cost first, then Scavenger's gems from the rest; a named gem is set aside before."""
    gems = me.gems
    aside = NOTHING
    if move.scavenge_gem is not None:
        index = ELEMENT_INDEX.get(move.scavenge_gem, 4)
        if index > 3 or gems[index] < extra:
            raise IllegalMove("MF-11.18", f"scavenge_gem {move.scavenge_gem!r}: you do not own {extra} such gems")
        aside = rules.mana_of(move.scavenge_gem, extra)
        gems = minus(gems, aside)
    cost = check_payment(phase.mana, gems, box.cost[move.card], named(move), "MF-4.14")
    if extra and move.scavenge_gem is None:
        rest = default_payment(NOTHING, minus(gems, cost[1]), (0, 0, 0, 0, extra))
        if rest is None:
            raise IllegalMove("MF-11.18", f"{extra} more gem is needed for a card of the discard pile")
        aside = rest[1]
    return Built(cost, aside, scavenger_of(box, me))


def check_activate(state: State, seat: int, move: Activate) -> tuple[Ability, ManaAndGems]:
    """MF-8.1 to MF-8.4, MF-9.3: card, level, cost and answers."""
    phase = rules.check_turn(state, seat)
    box, me = box_of(state), state.seats[seat]
    card = me.card(move.card)
    if card is None:
        raise IllegalMove("MF-8.1", f"{move.card!r} is not in your Workshop")
    if not card.charged:
        raise IllegalMove("MF-8.3", f"{move.card} is exhausted")
    ability = box.items[move.card].ability(move.ability)
    if ability is None:
        raise IllegalMove("MF-8.2", f"{move.card} has no ability {move.ability}")
    if ability.level > rules.level(card):
        raise IllegalMove(
            "MF-9.3", f"ability {move.ability} needs {ability.level} gems, {move.card} has {rules.level(card)}"
        )
    asks = box.ability_asks[move.card, move.ability]
    rules.no_more("MF-8.1", move, ("take", "target", "element", "exhaust"), [name for name, _ in asks])
    for name, op in asks:
        rules.check_answer(box, me, phase.mana, op, move.card, getattr(move, name))
    return ability, _check_ability_cost(phase, me, ability, move)


def _check_ability_cost(phase: Playing, me: Seat, ability: Ability, move: Activate) -> ManaAndGems:
    pay = ability.pay[0] if ability.pay else None
    if any(isinstance(op, ops.GainGemsOfPaid) for op in ability.effects):
        assert move.element is not None
        return check_payment(phase.mana, me.gems, (*rules.mana_of(move.element), 0), named(move), "MF-8.13")
    return _check_cost(phase, me, pay, named(move), "MF-8.4")


def check_upgrade(state: State, seat: int, move: Upgrade) -> tuple[str, int]:
    """MF-9.1, MF-9.2: an owned gem that fits the next open slot; answers its element and the level it reaches."""
    rules.check_turn(state, seat)
    me = state.seats[seat]
    card = me.card(move.card)
    if card is None:
        raise IllegalMove("MF-9.1", f"{move.card!r} is not in your Workshop")
    slots = box_of(state).items[move.card].slots
    if rules.level(card) >= len(slots):
        raise IllegalMove("MF-9.1", f"{move.card} has no open slot")
    slot = slots[rules.level(card)]
    if (slot == "any") != (move.element is not None) or not (move.element is None or move.element in ELEMENTS):
        raise IllegalMove("MF-9.2", f"element {move.element!r}: the next slot of {move.card} takes {slot}")
    element = move.element or slot
    if not me.gems[ELEMENT_INDEX[element]]:
        raise IllegalMove("MF-9.1", f"you own no {element} gem")
    return element, rules.level(card) + 1


def check_talent(state: State, seat: int, move: ActivateTalent) -> tuple[Talent, ManaAndGems]:
    """MF-11.1: an own talent that can be activated, within its limit, its cost paid."""
    phase = rules.check_turn(state, seat)
    box, me = box_of(state), state.seats[seat]
    if move.talent not in me.talents:
        raise IllegalMove("MF-11.1", f"you do not have the talent {move.talent!r}")
    talent = box.talents[move.talent]
    if talent.when != "activate":
        raise IllegalMove("MF-11.9" if talent.when == "setup" else "MF-11.1", f"{talent.name} is not activated")
    if talent.limit and phase.used.count(talent.id) >= talent.limit:
        raise IllegalMove("MF-11.1", f"{talent.name} is used up for this turn")
    asks = box.talent_asks[talent.id]
    rules.no_more("MF-11.1", move, ("die", "take"), [name for name, _ in asks])
    for name, op in asks:
        rules.check_answer(box, me, phase.mana, op, None, getattr(move, name))
    return talent, _check_cost(phase, me, talent.pay[0] if talent.pay else None, None, "MF-11.2")


def _check_cost(phase: Playing, me: Seat, pay: ops.Pay | None, payment: ManaAndGems | None, rule: str) -> ManaAndGems:
    """The mana and gems of a cost; expenditures are only looked at."""
    match pay:
        case ops.PayMana():
            return check_payment(phase.mana, me.gems, pay.bag, payment, rule)
        case ops.PayGems():
            return check_payment(phase.mana, me.gems, pay.bag, payment, rule, gems_only=True)
        case ops.PayExpenditures(n):
            if phase.expenditures < n:
                raise IllegalMove("MF-5.4", f"{n} expenditures are needed, {phase.expenditures} are left")
        case ops.ExhaustOthers() | None:
            pass
    if payment is not None:
        raise IllegalMove("MF-4.13", "there is nothing to pay with mana or gems")
    return FREE


def check_store(state: State, seat: int, move: ReserveStore) -> None:
    """MF-11.10, MF-11.13: a ready die on the empty card."""
    rules.check_turn(state, seat)
    me = state.seats[seat]
    if not has_reserve(box_of(state), me):
        raise IllegalMove("MF-11.10", "you do not have Aether Reserve")
    if me.held is not None:
        raise IllegalMove("MF-11.10", f"{me.held} already lies on the card")
    die = me.die(move.die)
    if die is None or die.spent:
        raise IllegalMove("MF-11.13", f"{move.die!r} is not a ready die of yours")


def has_reserve(box: Box, me: Seat) -> bool:
    """Whether the seat has a card to keep a die on."""
    return not box.holders.isdisjoint(me.talents)


def may_release(state: State, seat: int) -> bool:
    """MF-11.12, MF-11.14: a die is held and a round runs; before the roll the answer to the question takes it off."""
    return state.seats[seat].held is not None and type(state.phase) in (Playing, Offers)


def check_release(state: State, seat: int) -> str:
    """MF-11.12: the held die comes off at any time."""
    me = state.seats[seat]
    if not has_reserve(box_of(state), me) and not rules.is_asked(state, seat):
        raise NotYourTurn("MF-11.12", "only the owner of Aether Reserve takes a die off outside of its turn")
    if me.held is None:
        raise IllegalMove("MF-11.12", "no die lies on Aether Reserve")
    if not may_release(state, seat):
        raise rules.refusal(state, seat)
    return me.held
