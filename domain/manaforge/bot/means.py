"""What a seat can still pay with in its turn, and by which moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from moothall.domain.core.bag import Bag
from moothall.domain.manaforge.content import Box
from moothall.domain.manaforge.content.ops import (
    AddExpenditures,
    CopyDie,
    CopyGem,
    GainGems,
    GainMana,
    GainManaAny,
    GainManaAttached,
    GainManaChoice,
    Recharge,
    takes,
)
from moothall.domain.manaforge.moves import Activate, ActivateTalent, AnyMove, SpendDie
from moothall.domain.manaforge.state import ELEMENT_INDEX, ELEMENTS, Card, Die, Playing, Seat

ONE: tuple[Bag, ...] = tuple(tuple(int(i == k) for k in range(4)) for i in range(4))
"""One of each element."""


class Option(NamedTuple):
    """Mana or a gem to be had, and by which moves."""

    bag: Bag
    moves: tuple[AnyMove, ...]


class Source(NamedTuple):
    """A charged card that gives mana for nothing but its exhaustion."""

    card: str
    options: tuple[Option, ...]


class Ready(NamedTuple):
    """A die that may be spent; `gem`: for something that lasts."""

    options: tuple[Option, ...]
    gem: bool


class Means(NamedTuple):
    """All of it. `spends`: how many of the dice, `boosts`: moves that let more of them be spent."""

    mana: Bag
    gems: Bag
    prisms: int
    sources: tuple[Source, ...]
    dice: tuple[Ready, ...]
    spends: int
    boosts: tuple[Activate, ...] = ()


def means_of(box: Box, phase: Playing, me: Seat) -> Means:
    """What the seat has, could activate and could spend dice for."""
    sources = []
    boosts: list[Activate] = []
    more = _boosts(box)
    spends = phase.expenditures
    ready = sum(not die.spent for die in me.dice)
    for card in me.workshop:
        if card.charged:
            options = source(box, card) or _recharging(box, card, me)
            if options:
                sources.append(Source(card.id, options))
            elif card.id in more and ready > spends:
                spends += more[card.id]
                boosts.append(Activate(card.id, 0))
    dice = tuple(_dice(box, me, spends)) if spends else ()
    return Means(phase.mana, me.gems, me.prisms, tuple(sources), dice, spends, tuple(boosts))


@cache
def source(box: Box, card: Card) -> tuple[Option, ...]:
    """What a card gives for nothing but its exhaustion."""
    found: tuple[Option, ...] = ()
    for ability in box.items[card.id].abilities:
        if ability.level > len(card.gems) or ability.pay:
            continue
        use = Activate(card.id, ability.level)
        for op in ability.effects:
            match op:
                case GainMana():
                    found = (Option(op.bag, (use,)),)
                case GainManaChoice():
                    found = tuple(
                        Option(bag, (Activate(card.id, ability.level, take),)) for take, bag in takes(op).items()
                    )
                case GainManaAttached():
                    found = (Option(tuple(card.gems.count(element) for element in ELEMENTS), (use,)),)
                case _:
                    pass
    return found


def _recharging(box: Box, card: Card, me: Seat) -> tuple[Option, ...]:
    """A card that lets an exhausted source give once more."""
    if card.id not in _rechargers(box):
        return ()
    return tuple(
        Option(option.bag, (Activate(card.id, 0, target=other.id), *option.moves))
        for other in me.workshop
        if not other.charged
        for option in source(box, other)
    )


def _dice(box: Box, me: Seat, spends: int) -> Iterator[Ready]:
    for die in me.dice:
        if not die.spent and (ready := _plain(box, die) or _special(box, die, me)) is not None:
            yield ready
    apprentices = _apprentices(box)
    for talent in me.talents:
        if talent in apprentices:
            yield from [Ready(apprentices[talent], False)] * spends


@cache
def _plain(box: Box, die: Die) -> Ready | None:
    """What a side gives that depends on nothing else."""
    effect = box.shown[die.kind][die.face]
    match effect:
        case GainMana():
            return Ready((Option(effect.bag, (SpendDie(die.id),)),), False)
        case GainManaChoice():
            return Ready(
                tuple(Option(bag, (SpendDie(die.id, take=take),)) for take, bag in takes(effect).items()), False
            )
        case GainGems(element):
            return Ready((Option(ONE[ELEMENT_INDEX[element]], (SpendDie(die.id),)),), True)
        case _:
            return None


def _special(box: Box, die: Die, me: Seat) -> Ready | None:
    match box.shown[die.kind][die.face]:
        case CopyDie():
            return _copying(box, die, me)
        case CopyGem():
            owned = [i for i in range(4) if me.gems[i]]
            options = tuple(Option(ONE[i], (SpendDie(die.id, gem=ELEMENTS[i]),)) for i in owned)
            return Ready(options, True) if options else None
        case Recharge():
            options = tuple(
                Option(option.bag, (SpendDie(die.id, target=card.id), *option.moves))
                for card in me.workshop
                if not card.charged
                for option in source(box, card)
            )
            return Ready(options, False) if options else None
        case _:
            return None


def _copying(box: Box, die: Die, me: Seat) -> Ready | None:
    """Transmute: what the other dice show, each side once."""
    options: dict[str, tuple[Option, ...]] = {}
    lasting = True
    for other in me.dice:
        plain = _plain(box, other)
        shown = box.faces[other.kind][other.face].id
        if plain is not None and other.id != die.id and shown not in options:
            options[shown] = _copied(box, die.id, other)
            lasting = lasting and plain.gem
    return Ready(tuple(option for each in options.values() for option in each), lasting) if options else None


@cache
def _copied(box: Box, die_id: str, other: Die) -> tuple[Option, ...]:
    plain = _plain(box, other)
    assert plain is not None
    return tuple(
        Option(option.bag, (SpendDie(die_id, other.id, take=move.take),))
        for option in plain.options
        for move in option.moves
        if isinstance(move, SpendDie)
    )


@cache
def _boosts(box: Box) -> dict[str, int]:
    """Cards that let more dice be spent, and how many."""
    return {
        item.id: op.n
        for item in box.items.values()
        for ability in item.abilities
        for op in ability.effects
        if isinstance(op, AddExpenditures)
    }


@cache
def _rechargers(box: Box) -> frozenset[str]:
    """Cards that recharge others."""
    return frozenset(
        item.id
        for item in box.items.values()
        for ability in item.abilities
        for op in ability.effects
        if isinstance(op, Recharge)
    )


@cache
def _apprentices(box: Box) -> dict[str, tuple[Option, ...]]:
    """Talents that make mana of any element, and what they offer."""
    return {
        talent.id: tuple(Option(ONE[i], (ActivateTalent(talent.id, take=ELEMENTS[i]),)) for i in range(4))
        for talent in box.talents.values()
        for op in talent.effects
        if isinstance(op, GainManaAny)
    }
