"""What effects ask for: which answers there are (for lists) and whether an answer is right (for judging)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Any

from moothall.domain.core.bag import Bag
from moothall.domain.core.errors import IllegalMove
from moothall.domain.manaforge.content import Box
from moothall.domain.manaforge.content.ops import (
    PARAMETER,
    CopyDie,
    CopyGem,
    ExhaustOthers,
    FlipDieToGem,
    GainGems,
    GainGemsOfPaid,
    GainManaAny,
    GainManaChoice,
    Op,
    Recharge,
    takes,
)
from moothall.domain.manaforge.moves import AnyMove
from moothall.domain.manaforge.state import ELEMENT_INDEX, ELEMENTS, Card, Die, Seat


def face_effect(box: Box, die: Die) -> Any:
    """What the die shows."""
    return box.shown[die.kind][die.face]


def copies_gem_of(seat: Seat) -> list[str]:
    """MF-6.7: elements of which a gem is owned."""
    return [element for element, n in zip(ELEMENTS, seat.gems, strict=True) if n]


def rechargeable(seat: Seat, op: Recharge, card: str | None) -> list[str]:
    """MF-6.6, MF-8.12: exhausted cards, for `other` not the card that recharges."""
    return [each.id for each in seat.workshop if not each.charged and (op.scope == "any" or each.id != card)]


def exhaustible(seat: Seat, card: str | None) -> list[str]:
    """MF-8.9: other charged cards."""
    return [each.id for each in seat.workshop if each.charged and each.id != card]


def turnable(box: Box, seat: Seat, op: FlipDieToGem) -> list[str]:
    """MF-11.5, MF-11.7: dice of the element that show no gem."""
    return [die.id for die in seat.dice if die.kind == op.element and not isinstance(face_effect(box, die), GainGems)]


def payable_elements(mana: Bag, gems: Bag) -> list[str]:
    """MF-8.13: elements of which one mana can be paid."""
    return [element for element, a, b in zip(ELEMENTS, mana, gems, strict=True) if a or b]


def answers(box: Box, seat: Seat, mana: Bag, op: Op, card: str | None) -> Sequence[str]:
    """Every answer to what the operation asks; none means that it could do nothing now."""
    if isinstance(op, GainManaChoice):
        return list(takes(op))
    if isinstance(op, GainManaAny):
        return ELEMENTS
    if isinstance(op, CopyGem):
        return copies_gem_of(seat)
    if isinstance(op, Recharge):
        return rechargeable(seat, op, card)
    if isinstance(op, FlipDieToGem):
        return turnable(box, seat, op)
    if isinstance(op, GainGemsOfPaid):
        return payable_elements(mana, seat.gems)
    assert isinstance(op, ExhaustOthers)
    others = sorted(exhaustible(seat, card), key=box.card_order.__getitem__)
    return ["+".join(chosen) for chosen in combinations(others, op.n)]


def check_answer(box: Box, seat: Seat, mana: Bag, op: Op, card: str | None, answer: str | None) -> None:
    """The answer is one that the operation takes."""
    match op:
        case GainManaChoice():
            options = takes(op)
            if answer not in options:
                rule = "MF-8.11" if card is not None else "MF-6.1" if "+" in next(iter(options)) else "MF-5.8"
                raise _wrong(rule, op, answer, f"it gives {' or '.join(options)}")
        case GainManaAny():
            if answer not in ELEMENTS:
                raise _wrong("MF-11.8", op, answer, f"name one of {', '.join(ELEMENTS)}")
        case CopyGem():
            if answer not in copies_gem_of(seat):
                raise _wrong("MF-6.7", op, answer, "name an element of which you own a gem")
        case Recharge():
            if answer not in rechargeable(seat, op, card):
                rule = "MF-8.12" if op.scope == "other" else "MF-6.6"
                raise _wrong(rule, op, answer, "name an exhausted card of your Workshop that it can recharge")
        case FlipDieToGem():
            _check_turned(box, seat, op, answer)
        case GainGemsOfPaid():
            if answer not in payable_elements(mana, seat.gems):
                raise _wrong("MF-8.13", op, answer, "name an element of which you have a mana or a gem")
        case ExhaustOthers():
            cards = answer.split("+") if answer else []
            able = exhaustible(seat, card)
            if len(cards) != op.n or len(set(cards)) != op.n or not all(each in able for each in cards):
                raise _wrong("MF-8.9", op, answer, f"name {op.n} other charged cards of your Workshop")


def _wrong(rule: str, op: Op, answer: str | None, wanted: str) -> IllegalMove:
    name = PARAMETER[type(op)]
    return IllegalMove(rule, f"{f'{name} {answer!r}' if answer is not None else f'no {name}'}: {wanted}")


def _check_turned(box: Box, seat: Seat, op: FlipDieToGem, answer: str | None) -> None:
    die = seat.die(answer) if answer is not None else None
    if die is None or die.kind != op.element:
        raise IllegalMove("MF-11.5", f"die {answer!r}: name one of your {op.element} dice")
    if isinstance(face_effect(box, die), GainGems):
        raise IllegalMove("MF-11.7", f"{die.id} already shows a gem")


def no_more(rule: str, move: AnyMove, parameters: tuple[str, ...], wanted: Collection[str]) -> None:
    """Of these parameters the move holds none that nothing asks for."""
    for name in parameters:
        if name not in wanted and getattr(move, name) is not None:
            raise IllegalMove(rule, f"nothing here asks for {name}")


def copyable(box: Box, seat: Seat, die_id: str) -> dict[str, Die]:
    """MF-6.2, MF-6.3: the first die of every face among the others, Transmute excepted."""
    first: dict[str, Die] = {}
    for die in seat.dice:
        if die.id != die_id and not isinstance(face_effect(box, die), CopyDie):
            first.setdefault(box.faces[die.kind][die.face].id, die)
    return first


def level(card: Card) -> int:
    """MF-9.1: the number of attached gems."""
    return len(card.gems)


def mana_of(element: str, n: int = 1) -> Bag:
    """n of one element."""
    i = ELEMENT_INDEX[element]
    return tuple([n if k == i else 0 for k in range(4)])
