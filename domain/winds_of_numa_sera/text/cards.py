"""Single components in English, as clauses that lines and texts are made of."""

from __future__ import annotations

from collections.abc import Iterator

from moothall.domain.core.words import counted, listed
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.content.components import Block, Card, Hero, Item, Skill, Stronghold
from moothall.domain.winds_of_numa_sera.content.effects import Test, Use
from moothall.domain.winds_of_numa_sera.text.conditions import holding, needs
from moothall.domain.winds_of_numa_sera.text.effects import Clauses, cost_text, line, says, use_text
from moothall.domain.winds_of_numa_sera.text.words import KINDS, either, name, slot_name

_ROLES = {"attacker": "only as attacker", "defender": "only as defender"}


def stats(hero: Hero) -> str:
    """The numbers of a hero."""
    return f"attack {hero.attack}, defense {hero.defense}, Power {hero.power}"


def hero_does(box: Box, hero: str) -> Clauses:
    """A hero's ability."""
    return says(box, box.heroes[hero].effects)


def block_needs(box: Box, block: Block) -> str:
    """What must be there before it can be built; empty if nothing must."""
    before = [name(box, each) for each in block.requires]
    if block.requires_any:
        before.append(either(name(box, each) for each in block.requires_any))
    if block.conditions:
        before.append(needs(box, block.conditions))
    return listed(before, "")


def block_does(box: Box, block: Block) -> Clauses:
    """What a block does."""
    return [*says(box, block.effects, "block"), *_uses(box, block.use)]


def skill_does(box: Box, skill: Skill, level: int) -> Clauses:
    """All that a level of a Skill gives."""
    return says(box, skill.levels[level])


def stronghold_gives(box: Box, stronghold: Stronghold) -> Clauses:
    """What it gives while it is held."""
    return [f"{stronghold.residual:+d} Residual Capital", *says(box, stronghold.effects)]


def item_does(box: Box, item: Item, upgraded: bool) -> Clauses:
    """What an Item does while it is worn."""
    if upgraded:
        return [*says(box, item.upgraded), *_uses(box, item.upgraded_use)]
    return [*says(box, item.effects), *_uses(box, item.use)]


def item_says(box: Box, item: Item) -> str:
    """What an Item does, upgraded too: `+1 defense (upgraded: +2 defense)`."""
    better = f" (upgraded: {line(item_does(box, item, True))})" if item.cost else ""
    return f"{line(item_does(box, item, False))}{better}"


def price_of(card: Card) -> str:
    """What playing a Battle Card costs."""
    return f"{card.cost} {card.cost_in.capitalize()}" if card.cost else "nothing"


def described(box: Box, card: str) -> str:
    """A card of any kind as its owner has it: `War Drums (Battle Card, 3 Capital): +2 to your score`."""
    return f"{name(box, card)} ({', '.join(_details(box, card))}): {_says(box, card)}"


def met(box: Box, card: str) -> str:
    """The same of an Exploration card just drawn, which a Maven is still to be accepted or rejected from."""
    found = box.cards[card]
    if found.type != "maven":
        return described(box, card)
    accepted, rejected = line(maven_does(box, found)), line(says(box, found.reject))
    return f"{found.name} (Maven): accepted: {accepted}; rejected: {rejected}"


def _details(box: Box, card: str) -> Iterator[str]:
    found = box.cards.get(card)
    yield KINDS[found.type] if found is not None else "Item"
    if card in box.items:
        yield slot_name(box.items[card].slots)
        if box.items[card].conditions:
            yield f"needs {needs(box, box.items[card].conditions)}"
    if found is not None and found.type == "battle":
        yield price_of(found)
        if found.role in _ROLES:
            yield _ROLES[found.role]


def _says(box: Box, card: str) -> str:
    if card in box.items:
        return item_says(box, box.items[card])
    found = box.cards[card]
    match found.type:
        case "battle":
            return line(battle_card_does(box, found))
        case "pool":
            assert found.test is not None
            return f"test: {test_text(box, found.test)}; passed: {line(says(box, found.effects))}"
        case "maven":
            return line(maven_does(box, found))
        case _:
            return line(says(box, found.effects))


def battle_card_does(box: Box, card: Card) -> Clauses:
    """What a Battle Card does in its battle."""
    return says(box, card.effects, "battle")


def maven_does(box: Box, card: Card) -> Clauses:
    """What a Maven does in the Inner Circle."""
    return [*says(box, card.effects), *_uses(box, card.use)]


def test_text(box: Box, test: Test) -> str:
    """What a Pool of Essence asks for."""
    asked = [f"if {holding(box, test.conditions)}"] if test.conditions else []
    asked += [cost_text(test.cost)] if test.cost else []
    asked += [f"roll {test.roll_min:+d} or more"] if test.roll_min is not None else []
    return ", ".join(asked) or "nothing"


def copies(count: int) -> str:
    """How many of a card there are, where there are several."""
    return f" {counted(count, 'copy', 'copies')}." if count > 1 else ""


def _uses(box: Box, use: Use | None) -> Clauses:
    return [] if use is None else [use_text(box, use)]
