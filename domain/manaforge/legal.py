"""Every legal move, in a fixed order; of payments the default and those that leave something else behind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from moothall.domain.core.bag import Bag
from moothall.domain.manaforge.actions import has_reserve, may_release, needs_room, scavenge_price
from moothall.domain.manaforge.content import Box, box_of
from moothall.domain.manaforge.content.ops import (
    PARAMETER,
    BuyPrestige,
    CopyDie,
    ExhaustOthers,
    GainGems,
    GainMana,
    GainManaChoice,
    Op,
    Pay,
    PayExpenditures,
    PayGems,
    PayMana,
    takes,
)
from moothall.domain.manaforge.moves import (
    Activate,
    ActivateTalent,
    AnyMove,
    Build,
    Choose,
    DraftTalent,
    EndTurn,
    ExchangePrism,
    GainPrism,
    KeepTalents,
    PrecogRaise,
    ReserveRelease,
    ReserveStore,
    SpendDie,
    Upgrade,
)
from moothall.domain.manaforge.payment import (
    DEFAULT,
    REMEMBERED,
    affordable,
    purse_of,
    useful_mana,
    ways_to_activate,
    ways_to_build,
    ways_to_pay_extra,
    ways_to_scavenge,
)
from moothall.domain.manaforge.rules import (
    answers,
    copyable,
    effect_at,
    face_effect,
    gifts,
    kinds_left,
    may_raise,
    most_extra,
    rod_answers,
)
from moothall.domain.manaforge.state import (
    ELEMENT_INDEX,
    ELEMENTS,
    NOTHING,
    Archmage,
    Die,
    Draft,
    Keep,
    Making,
    Offers,
    Playing,
    PreRoll,
    Seat,
    State,
)

_EXCHANGES = [ExchangePrism(element) for element in ELEMENTS]
_GAIN_PRISM = GainPrism()
_END_TURN = EndTurn()
_RELEASE = ReserveRelease()


def legal_moves(state: State, seat: int) -> list[AnyMove]:
    """The seat's moves now."""
    moves: list[AnyMove] = []
    box, me = box_of(state), state.seats[seat]
    match state.phase:
        case Playing() as phase if phase.seat == seat:
            _turn(box, state, phase, me, moves)
        case Draft(answers=picks) if picks[seat] is None:
            moves += [DraftTalent(talent) for talent in me.packet]
        case Keep(answers=kept) if not kept[seat]:
            picked = sorted(me.picked, key=lambda talent: box.talents[talent].order)
            moves += [KeepTalents(a, b) for i, a in enumerate(picked) for b in picked[i + 1 :]]
        case Archmage(seat=owner) if owner == seat:
            moves += [Choose("archmage_die", kind) for kind in kinds_left(state)]
        case PreRoll(seat=owner) if owner == seat:
            moves += [Choose("reserve_roll", "keep"), Choose("reserve_roll", "release")]
        case Offers() as offers if seat in offers.asked and offers.answers[seat] is None:
            moves += [Choose("replica_gift", gift) for gift in gifts(state, seat, offers)]
    if may_release(state, seat):
        moves.append(_RELEASE)
    for position in may_raise(state, seat):
        moves.append(PrecogRaise(position))
    return moves


def _turn(box: Box, state: State, phase: Playing, me: Seat, moves: list[AnyMove]) -> None:
    if phase.making is not None:
        moves += _choices(box, state, phase, me, phase.making)
    else:
        if phase.expenditures:
            for die in me.dice:
                if not die.spent:
                    moves += _fixed_spends(box, die.id, die) or _spends(box, me, phase.mana, die)
        if me.action is None:
            _build(box, state, phase, me, moves)
            moves.append(_GAIN_PRISM)
        _activate(box, phase, me, moves)
        _upgrade(box, me, moves)
        _talents(box, phase, me, moves)
        if me.held is None and has_reserve(box, me):
            moves += [ReserveStore(die.id) for die in me.dice if not die.spent]
        moves.append(_END_TURN)
    if me.prisms:
        moves += _EXCHANGES


def _choices(box: Box, state: State, phase: Playing, me: Seat, made: Making) -> Iterator[AnyMove]:
    """Answers to the card being built."""
    if made.choice == "mimic":
        for card in me.store:
            yield Choose("mimic", card)
        return
    op = effect_at(box, made)
    assert isinstance(op, BuyPrestige)
    if made.choice == "extra_mana":
        yield Choose("extra_mana", "0")
        for n in range(1, most_extra(state, phase.seat, op) + 1):
            for way in ways_to_pay_extra(box, phase, me, n):
                yield Choose("extra_mana", str(n), way.mana, way.gems)
    else:
        for value in rod_answers(state, phase.seat, op):
            yield Choose("rod_gems", value)


@lru_cache(REMEMBERED)
def _fixed_spends(box: Box, die_id: str, shown: Die) -> tuple[SpendDie, ...]:
    """What a face, shown by the die itself or by one that it copies, offers whatever else lies on the table; nothing
    for the other faces."""
    effect = face_effect(box, shown)
    copy = shown.id if shown.id != die_id else None
    if isinstance(effect, GainMana | GainGems):
        return (SpendDie(die_id, copy),)
    if isinstance(effect, GainManaChoice):
        return tuple(SpendDie(die_id, copy, take=name) for name in takes(effect))
    return ()


def _spends(box: Box, me: Seat, mana: Bag, die: Die) -> list[SpendDie]:
    """What the special faces offer now."""
    effect = face_effect(box, die)
    if not isinstance(effect, CopyDie):
        return _answered_spends(box, me, mana, die.id, None, effect)
    moves: list[SpendDie] = []
    for other in copyable(box, me, die.id).values():
        moves += _fixed_spends(box, die.id, other) or _answered_spends(
            box, me, mana, die.id, other.id, face_effect(box, other)
        )
    return moves


def _answered_spends(box: Box, me: Seat, mana: Bag, die_id: str, copy: str | None, effect: Op) -> list[SpendDie]:
    name = PARAMETER[type(effect)]
    return [SpendDie(die_id, copy, **{name: each}) for each in answers(box, me, mana, effect, None)]


def _build(box: Box, state: State, phase: Playing, me: Seat, moves: list[AnyMove]) -> None:
    purse = purse_of(phase, me)
    mana, gems, _, wealth = purse
    if not wealth:  # no item is free
        return
    useful, prices, costs = useful_mana(box, me), box.price, box.cost
    for card in state.board:
        if card is None or (price := prices[card]) > wealth:
            continue  # the sum says at once of most cards that they are too dear
        cost = costs[card]
        if affordable(mana, gems, cost):
            ways = ways_to_build(purse, cost, price, useful | box.mana_taken[card])
            moves += [Build(card, "board", old, *way) for old in _rooms(box, me, card) for way in ways]
    extra = scavenge_price(box, me)
    if extra is None or sum(gems) < extra:
        return
    for card in state.discard:
        cost = costs[card]
        if prices[card] + extra <= wealth and affordable(mana, gems, cost):
            ways = ways_to_scavenge(purse, cost, useful | box.mana_taken[card], extra)
            moves += [Build(card, "discard", old, *way) for old in _rooms(box, me, card) for way in ways]


def _rooms(box: Box, me: Seat, card: str) -> list[str | None]:
    """The cards that may make room, or None if nothing has to."""
    return [old.id for old in me.workshop] if needs_room(box, me, card) else [None]


def _activate(box: Box, phase: Playing, me: Seat, moves: list[AnyMove]) -> None:
    for card in me.workshop:
        if not card.charged:
            continue
        level = len(card.gems)
        for ability in box.items[card.id].abilities:
            if ability.level > level or (ability.pay and not _payable(phase, me, ability.pay[0])):
                continue
            asks = box.ability_asks[card.id, ability.level]
            if not asks:
                ways = ways_to_activate(box, phase, me, card.id, ability.pay[0]) if ability.pay else DEFAULT
                moves += [Activate(card.id, ability.level, mana=way.mana, gems=way.gems) for way in ways]
                continue
            fields: list[dict[str, Any]] = [{}]
            for name, op in asks:
                fields = [
                    {**field, name: each} for field in fields for each in answers(box, me, phase.mana, op, card.id)
                ]
            moves += [Activate(card.id, ability.level, **field) for field in fields]


def _payable(phase: Playing, me: Seat, pay: Pay) -> bool:
    match pay:
        case PayMana():
            return affordable(phase.mana, me.gems, pay.bag)
        case PayGems():
            return affordable(NOTHING, me.gems, pay.bag)
        case PayExpenditures(n):
            return phase.expenditures >= n
        case ExhaustOthers():
            return True  # its answers are none where too few cards are charged


def _upgrade(box: Box, me: Seat, moves: list[AnyMove]) -> None:
    if not any(me.gems):
        return
    for card in me.workshop:
        slots = box.items[card.id].slots
        if len(card.gems) >= len(slots):
            continue
        slot = slots[len(card.gems)]
        if slot == "any":
            moves += [Upgrade(card.id, element) for element, n in zip(ELEMENTS, me.gems, strict=True) if n]
        elif me.gems[ELEMENT_INDEX[slot]]:
            moves.append(Upgrade(card.id))


def _talents(box: Box, phase: Playing, me: Seat, moves: list[AnyMove]) -> None:
    for talent_id in me.talents:
        talent = box.activated.get(talent_id)
        if talent is None or (talent.limit and phase.used.count(talent_id) >= talent.limit):
            continue
        if talent.pay and not _payable(phase, me, talent.pay[0]):
            continue
        asks = box.talent_asks[talent_id]
        if not asks:
            moves.append(ActivateTalent(talent_id))
        for name, op in asks:
            moves += [ActivateTalent(talent_id, **{name: each}) for each in answers(box, me, phase.mana, op, None)]
