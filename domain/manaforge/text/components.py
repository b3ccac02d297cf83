"""What every component costs and does, made from its data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from moothall.domain.core.words import counted, listed, sentence
from moothall.domain.manaforge.content import Box, box_at
from moothall.domain.manaforge.content.components import (
    Ability,
    DieKind,
    ElementKind,
    Face,
    Item,
    PlayerCount,
    Talent,
    Token,
)
from moothall.domain.manaforge.content.ops import OPS
from moothall.domain.manaforge.text.effects import a, deeds, price
from moothall.domain.manaforge.text.words import cost, shown

_TOKENS = {
    "gem": "Pays 1 mana of its element for anything, or is attached to a Workshop card to unlock an ability. Kept "
    "until it is used.",
    "gem_card": "Stands for gems when the tokens run out.",
    "prism": "Exchanged for 1 gem of any element at any time in your turn. No gem itself: it pays nothing.",
}


def component_texts(edition: int) -> Mapping[str, Mapping[str, str]]:
    """Every list of the content file, and the faces of the dice."""
    box = box_at(edition)
    return {
        "items": {item.id: item_text(box, item) for item in box.items.values()},
        "talents": {talent.id: talent_text(box, talent) for talent in box.talents.values()},
        "dice": {die.id: _die_text(die) for die in box.dice.values()},
        "faces": {face.id: f"{sentence(face_text(box, face))}." for die in box.dice.values() for face in die.faces},
        "elements": {element.id: _element_text(element) for element in box.elements},
        "tokens": {token.id: _token_text(token) for token in box.tokens},
        "player_counts": {each.id: _players_text(each) for each in box.player_counts},
        "ops": {name: " ".join((op.__doc__ or "").split()) for name, op in OPS.items()},
    }


def item_text(box: Box, item: Item) -> str:
    """Kind, cost, and what it does."""
    return f"{sentence(kind_of(item))}. Cost {cost(item.cost.bag)}. {does_text(box, item)}"


def kind_of(item: Item) -> str:
    """`fire Workshop card`, `wind Store card, a wand`."""
    return f"{item.element} {item.kind.title()} card{', a wand' if item.wand else ''}"


def does_text(box: Box, item: Item) -> str:
    """What a card does, and when."""
    if item.kind == "store":
        return f"When built: {deeds(box, item.effects)}."
    lines = [ability_text(box, item, ability, first=not i) for i, ability in enumerate(item.abilities)]
    return " ".join(f"{sentence(line)}." for line in lines)


def ability_text(box: Box, item: Item, ability: Ability, *, first: bool = True) -> str:
    """One line of a Workshop card; only the first has to say that the card is exhausted."""
    needs = [f"with {attached(item.slots[: ability.level])} attached"] if ability.level else []
    pay = " and ".join([*(["exhaust"] if first else []), *map(price, ability.pay)])
    pay = pay.replace("exhaust and exhaust", "exhaust this and")
    return f"{', '.join([*needs, *([pay] if pay else [])])}: {deeds(box, ability.effects)}"


def attached(slots: Sequence[str]) -> str:
    """`1 earth gem`, `2 gems of any elements`."""
    return listed(
        counted(n, f"{slot} gem") if slot != "any" else f"{counted(n, 'gem')} of any element{'s' if n > 1 else ''}"
        for slot, n in Counter(slots).items()
    )


def talent_text(box: Box, talent: Talent) -> str:
    """When it works, what it does, and the die it brings."""
    brings = f"Brings {a(talent.die)} die." if talent.die != "none" else "Brings no die."
    return f"{sentence(power_text(box, talent))}. {brings}"


def power_text(box: Box, talent: Talent) -> str:
    """When a talent works and what it does."""
    does = deeds(box, talent.effects)
    match talent.when:
        case "setup":
            return f"at the start of the game: {does}"
        case "after_build":
            return f"after you build {a(talent.element)} item: {does}"
        case "standing":
            return f"you may {does}"
        case "activate":
            often = "any number of times in your turn" if not talent.limit else "once per turn"
            if talent.limit > 1:
                often = f"{talent.limit} times per turn"
            return f"{often}: {' and '.join(map(price, talent.pay))}{' to ' if talent.pay else ''}{does}"


def face_text(box: Box, face: Face) -> str:
    """What spending the die on this side does."""
    return deeds(box, face.effects)


def _die_text(die: DieKind) -> str:
    sides = Counter(shown(face) for face in die.faces)
    faces = listed(f"{name}{' (twice)' if n == 2 else ''}" for name, n in sides.items())
    return f"{die.count} in the box. Its sides: {faces}."


def _element_text(element: ElementKind) -> str:
    if not element.mana:
        return "Of dice and item cards only: there is no such mana and no such gem."
    return f"Of mana, gems, dice and item cards. Beside {listed(element.neighbours)}, opposed to {element.opposed}."


def _token_text(token: Token) -> str:
    supply = "" if token.limited else ", and there are always enough"
    return f"{_TOKENS[token.id]} {token.count} in the box{supply}."


def _players_text(each: PlayerCount) -> str:
    return (
        f"{each.players} players: {each.talents_dealt} talents are dealt in the draft, {each.talents_unused} stay in "
        f"the box; at least {each.board_cards_left_min} item cards are left on the board after each round."
    )
