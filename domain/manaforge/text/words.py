"""Names and amounts."""

from __future__ import annotations

from moothall.domain.core.bag import Bag
from moothall.domain.core.words import counted, listed
from moothall.domain.manaforge.content import Box
from moothall.domain.manaforge.content.components import Face
from moothall.domain.manaforge.content.ops import GainGems, GainMana, GainManaChoice
from moothall.domain.manaforge.state import ELEMENTS, Seat

_ORDINALS = ("", "second ", "third ", "fourth ", "fifth ", "sixth ", "seventh ", "eighth ")


def card(box: Box, card_id: str) -> str:
    """A card's name; what is unknown stays as it was written."""
    item = box.items.get(card_id)
    return item.name if item else card_id


def talent(box: Box, talent_id: str) -> str:
    """A talent's name."""
    found = box.talents.get(talent_id)
    return found.name if found else talent_id


def source(box: Box, source_id: str) -> str:
    """The name of a card or talent."""
    return card(box, source_id) if source_id in box.items else talent(box, source_id)


def die(die_id: str) -> str:
    """`earth_1` is the earth die, `earth_2` the second earth die."""
    kind, _, number = die_id.rpartition("_")
    if not number.isdecimal() or not 1 <= int(number) <= len(_ORDINALS):
        return die_id
    return f"{_ORDINALS[int(number) - 1]}{kind} die"


def mana(bag: Bag) -> str:
    """`2 earth and 1 fire mana`."""
    return f"{_amounts(bag)} mana"


def gems(bag: Bag) -> str:
    """`1 fire gem`, `1 earth and 1 fire gem`, `2 earth gems`."""
    *_, last = [n for n in bag if n] or [0]
    return f"{_amounts(bag)} gem{'' if last == 1 else 's'}"


def payment(mana_paid: Bag, gems_paid: Bag) -> str:
    """`2 earth mana and 1 fire gem`."""
    parts = [mana(mana_paid)] if any(mana_paid) else []
    return listed([*parts, gems(gems_paid)] if any(gems_paid) else parts)


def cost(bag: Bag) -> str:
    """A cost of mana: `2 earth and 1 any`."""
    return listed(f"{n} {name}" for name, n in zip((*ELEMENTS, "any"), bag, strict=True) if n)


def bag_of(text: str) -> Bag:
    """One of each element that the text joins."""
    elements = text.split("+")
    return tuple(elements.count(element) for element in ELEMENTS)


def shown(face: Face) -> str:
    """What a side of a die shows."""
    match face.effect:
        case GainGems(element, n):
            return counted(n, f"{element} gem")
        case GainMana() as op:
            return mana(op.bag)
        case GainManaChoice(options) as op if all(sum(option.bag) == 1 for option in options):
            return either(op)
        case _:
            return face.id.replace("_", " ").title()


def either(op: GainManaChoice) -> str:
    """`1 earth or 1 fire mana`, `1 earth and 1 wind mana, or 1 fire and 1 water mana`."""
    if all(sum(option.bag) == 1 for option in op.options):
        return f"{' or '.join(_amounts(option.bag) for option in op.options)} mana"
    return ", or ".join(mana(option.bag) for option in op.options)


def face_of(box: Box, die_id: str, face: int) -> Face:
    """The side of this die with this number."""
    return box.dice[die_id.rpartition("_")[0]].faces[face - 1]


def die_showing(box: Box, owner: Seat, die_id: str) -> str:
    """`earth die (2 earth mana)`; without the face where it is not known."""
    found = owner.die(die_id)
    if found is None or not found.face:
        return die(die_id)
    return f"{die(die_id)} ({shown(face_of(box, die_id, found.face))})"


def _amounts(bag: Bag) -> str:
    return listed((f"{n} {element}" for element, n in zip(ELEMENTS, bag, strict=True) if n), "no")
