"""Every legal move, in a fixed order; of payments the default and those that leave something else behind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from moothall.domain.core.bag import Bag
from moothall.domain.manaforge import moves as m, payment, rules, state as s
from moothall.domain.manaforge.actions import has_reserve, may_release, needs_room, scavenge_price
from moothall.domain.manaforge.content import Box, box_of, ops

_EXCHANGES = [m.ExchangePrism(element) for element in s.ELEMENTS]
_GAIN_PRISM = m.GainPrism()
_END_TURN = m.EndTurn()
_RELEASE = m.ReserveRelease()


def legal_moves(state: s.State, seat: int) -> list[m.AnyMove]:
    """The seat's moves now."""
    moves: list[m.AnyMove] = []
    box, me = box_of(state), state.seats[seat]
    match state.phase:
        case s.Playing() as phase if phase.seat == seat:
            _turn(box, state, phase, me, moves)
        case s.Draft(answers=picks) if picks[seat] is None:
            moves += [m.DraftTalent(talent) for talent in me.packet]
        case s.Keep(answers=kept) if not kept[seat]:
            picked = sorted(me.picked, key=lambda talent: box.talents[talent].order)
            moves += [m.KeepTalents(a, b) for i, a in enumerate(picked) for b in picked[i + 1 :]]
        case s.Archmage(seat=owner) if owner == seat:
            moves += [m.Choose("archmage_die", kind) for kind in rules.kinds_left(state)]
        case s.PreRoll(seat=owner) if owner == seat:
            moves += [m.Choose("reserve_roll", "keep"), m.Choose("reserve_roll", "release")]
        case s.Offers() as offers if seat in offers.asked and offers.answers[seat] is None:
            moves += [m.Choose("replica_gift", gift) for gift in rules.gifts(state, seat, offers)]
    if may_release(state, seat):
        moves.append(_RELEASE)
    for position in rules.may_raise(state, seat):
        moves.append(m.PrecogRaise(position))
    return moves


def _turn(box: Box, state: s.State, phase: s.Playing, me: s.Seat, moves: list[m.AnyMove]) -> None:
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
            moves += [m.ReserveStore(die.id) for die in me.dice if not die.spent]
        moves.append(_END_TURN)
    if me.prisms:
        moves += _EXCHANGES


def _choices(box: Box, state: s.State, phase: s.Playing, me: s.Seat, made: s.Making) -> Iterator[m.AnyMove]:
    """Answers to the card being built."""
    if made.choice == "mimic":
        for card in me.store:
            yield m.Choose("mimic", card)
        return
    op = rules.effect_at(box, made)
    assert isinstance(op, ops.BuyPrestige)
    if made.choice == "extra_mana":
        yield m.Choose("extra_mana", "0")
        for n in range(1, rules.most_extra(state, phase.seat, op) + 1):
            for way in payment.ways_to_pay_extra(box, phase, me, n):
                yield m.Choose("extra_mana", str(n), way.mana, way.gems)
    else:
        for value in rules.rod_answers(state, phase.seat, op):
            yield m.Choose("rod_gems", value)


@lru_cache(payment.REMEMBERED)
def _fixed_spends(box: Box, die_id: str, shown: s.Die) -> tuple[m.SpendDie, ...]:
    """What a face, shown by the die itself or by one that it copies, offers whatever else lies on the table; nothing
    for the other faces."""
    effect = rules.face_effect(box, shown)
    copy = shown.id if shown.id != die_id else None
    if isinstance(effect, ops.GainMana | ops.GainGems):
        return (m.SpendDie(die_id, copy),)
    if isinstance(effect, ops.GainManaChoice):
        return tuple(m.SpendDie(die_id, copy, take=name) for name in ops.takes(effect))
    return ()


def _spends(box: Box, me: s.Seat, mana: Bag, die: s.Die) -> list[m.SpendDie]:
    """What the special faces offer now."""
    effect = rules.face_effect(box, die)
    if not isinstance(effect, ops.CopyDie):
        return _answered_spends(box, me, mana, die.id, None, effect)
    moves: list[m.SpendDie] = []
    for other in rules.copyable(box, me, die.id).values():
        moves += _fixed_spends(box, die.id, other) or _answered_spends(
            box, me, mana, die.id, other.id, rules.face_effect(box, other)
        )
    return moves


def _answered_spends(
    box: Box, me: s.Seat, mana: Bag, die_id: str, copy: str | None, effect: ops.Op
) -> list[m.SpendDie]:
    name = ops.PARAMETER[type(effect)]
    return [m.SpendDie(die_id, copy, **{name: each}) for each in rules.answers(box, me, mana, effect, None)]


def _build(box: Box, state: s.State, phase: s.Playing, me: s.Seat, moves: list[m.AnyMove]) -> None:
    purse = payment.purse_of(phase, me)
    mana, gems, _, wealth = purse
    if not wealth:  # no item is free
        return
    useful, prices, costs = payment.useful_mana(box, me), box.price, box.cost
    for card in state.board:
        if card is None or (price := prices[card]) > wealth:
            continue  # the sum says at once of most cards that they are too dear
        cost = costs[card]
        if payment.affordable(mana, gems, cost):
            ways = payment.ways_to_build(purse, cost, price, useful | box.mana_taken[card])
            moves += [m.Build(card, "board", old, *way) for old in _rooms(box, me, card) for way in ways]
    extra = scavenge_price(box, me)
    if extra is None or sum(gems) < extra:
        return
    for card in state.discard:
        cost = costs[card]
        if prices[card] + extra <= wealth and payment.affordable(mana, gems, cost):
            ways = payment.ways_to_scavenge(purse, cost, useful | box.mana_taken[card], extra)
            moves += [m.Build(card, "discard", old, *way) for old in _rooms(box, me, card) for way in ways]


def _rooms(box: Box, me: s.Seat, card: str) -> list[str | None]:
    """The cards that may make room, or None if nothing has to."""
    return [old.id for old in me.workshop] if needs_room(box, me, card) else [None]


def _activate(box: Box, phase: s.Playing, me: s.Seat, moves: list[m.AnyMove]) -> None:
    for card in me.workshop:
        if not card.charged:
            continue
        level = len(card.gems)
        for ability in box.items[card.id].abilities:
            if ability.level > level or (ability.pay and not _payable(phase, me, ability.pay[0])):
                continue
            asks = box.ability_asks[card.id, ability.level]
            if not asks:
                ways = (
                    payment.ways_to_activate(box, phase, me, card.id, ability.pay[0])
                    if ability.pay
                    else payment.DEFAULT
                )
                moves += [m.Activate(card.id, ability.level, mana=way.mana, gems=way.gems) for way in ways]
                continue
            fields: list[dict[str, Any]] = [{}]
            for name, op in asks:
                fields = [
                    {**field, name: each}
                    for field in fields
                    for each in rules.answers(box, me, phase.mana, op, card.id)
                ]
            moves += [m.Activate(card.id, ability.level, **field) for field in fields]


def _payable(phase: s.Playing, me: s.Seat, pay: ops.Pay) -> bool:
    match pay:
        case ops.PayMana():
            return payment.affordable(phase.mana, me.gems, pay.bag)
        case ops.PayGems():
            return payment.affordable(s.NOTHING, me.gems, pay.bag)
        case ops.PayExpenditures(n):
            return phase.expenditures >= n
        case ops.ExhaustOthers():
            return True  # its answers are none where too few cards are charged


def _upgrade(box: Box, me: s.Seat, moves: list[m.AnyMove]) -> None:
    if not any(me.gems):
        return
    for card in me.workshop:
        slots = box.items[card.id].slots
        if len(card.gems) >= len(slots):
            continue
        slot = slots[len(card.gems)]
        if slot == "any":
            moves += [m.Upgrade(card.id, element) for element, n in zip(s.ELEMENTS, me.gems, strict=True) if n]
        elif me.gems[s.ELEMENT_INDEX[slot]]:
            moves.append(m.Upgrade(card.id))


def _talents(box: Box, phase: s.Playing, me: s.Seat, moves: list[m.AnyMove]) -> None:
    for talent_id in me.talents:
        talent = box.activated.get(talent_id)
        if talent is None or (talent.limit and phase.used.count(talent_id) >= talent.limit):
            continue
        if talent.pay and not _payable(phase, me, talent.pay[0]):
            continue
        asks = box.talent_asks[talent_id]
        if not asks:
            moves.append(m.ActivateTalent(talent_id))
        for name, op in asks:
            moves += [
                m.ActivateTalent(talent_id, **{name: each}) for each in rules.answers(box, me, phase.mana, op, None)
            ]
