"""What belongs to everybody: kingdoms to choose, standings, displays, colleges, decks."""

from __future__ import annotations

from collections import Counter

from moothall.domain.core.words import Reader, listed, sentence
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.content.components import Skill
from moothall.domain.winds_of_numa_sera.rules.payment import item_price, skill_price
from moothall.domain.winds_of_numa_sera.rules.standing import amount_of, standing
from moothall.domain.winds_of_numa_sera.state import Seat
from moothall.domain.winds_of_numa_sera.text import cards
from moothall.domain.winds_of_numa_sera.text.components import kingdom_text
from moothall.domain.winds_of_numa_sera.text.conditions import task
from moothall.domain.winds_of_numa_sera.text.effects import line, says
from moothall.domain.winds_of_numa_sera.text.table.layout import WIDE, entry, heading, paragraph, row
from moothall.domain.winds_of_numa_sera.text.words import short, slot_name
from moothall.domain.winds_of_numa_sera.view.structs import DisplayView, ExplorationView, WindsOfNumaSeraView


def kingdoms(view: WindsOfNumaSeraView, box: Box) -> list[str]:
    """The kingdoms still to be had, with their heroes."""
    taken = {seat.kingdom for seat in view.seats}
    lines: list[str] = []
    for kingdom in box.kingdoms.values():
        if kingdom.id in taken:
            continue
        block = box.blocks[kingdom.pre_ticked]
        lines += [heading(kingdom.name), *paragraph(kingdom_text(box, kingdom), 2)]
        lines += entry(block.name, line(cards.block_does(box, block)), WIDE)
        lines += heroes(box, kingdom.heroes)
    return lines


def heroes(box: Box, names: tuple[str, ...]) -> list[str]:
    """Heroes with their numbers and abilities."""
    lines: list[str] = []
    for hero in names:
        does = line(cards.hero_does(box, hero))
        lines += entry(short(box, hero), f"{cards.stats(box.heroes[hero])}; {does}", WIDE)
    return lines


def standings(seats: list[Seat], reader: Reader, box: Box) -> list[str]:
    """How far everybody is towards each victory condition."""
    found = list(box.conditions.values())
    lines = [heading("Victory conditions"), row("", [each.name for each in found])]
    for index, seat in enumerate(seats):
        cells = []
        for each in found:
            goal = each.conditions[0].value
            reached = min(amount_of(box, seat, each.conditions[0]), goal)
            cells.append("fulfilled" if each.id in seat.conditions else f"{reached} of {goal}")
        lines.append(row(sentence(reader.who(index)), cells if seat.alive else ["out of the game"]))
    goals = "; ".join(f"{each.name}: {task(box, each.conditions[0])}" for each in found)
    return [*lines, *entry("", goals)]


def market(view: WindsOfNumaSeraView, me: Seat | None, box: Box) -> list[str]:
    """Everything that can be taken, bought or drawn; prices are the reader's own."""
    return [
        *_strongholds(view.strongholds, box),
        *_forge(view.world_forge, me, box),
        *_colleges(view.colleges, me, box),
        *_exploration(view.exploration, box),
    ]


def _strongholds(seen: DisplayView, box: Box) -> list[str]:
    lines = [heading(f"Independent Strongholds ({seen.deck} more in the deck)")]
    for each in seen.display:
        found = box.strongholds[each]
        gives = line(cards.stronghold_gives(box, found))
        taking = f"defense {found.defense}; taking it: {found.initial_capital} Capital"
        lines += entry(found.name, f"{taking}; holding it: {gives}", WIDE)
    return lines


def _forge(seen: DisplayView, me: Seat | None, box: Box) -> list[str]:
    lines = [heading(f"World Forge ({seen.deck} more in the deck)")]
    for each in seen.display:
        item = box.items[each]
        price = item.cost if me is None else item_price(box, me, each)
        lines += entry(item.name, f"{price} Capital ({slot_name(item.slots)}): {cards.item_says(box, item)}", WIDE)
    return lines


def _colleges(left: dict[str, int], me: Seat | None, box: Box) -> list[str]:
    lines = [heading("Skill colleges")]
    for skill in box.skills.values():
        lines += entry(skill.name, f"{left[skill.id]} left; {_next_level(skill, me, box)}", WIDE)
    return lines


def _next_level(skill: Skill, me: Seat | None, box: Box) -> str:
    if me is None:
        prices = [str(level * skill.cost_per_level) for level in range(1, len(skill.levels))]
        return f"levels 1 to {len(prices)} for {listed(prices)} Capital"
    level = standing(box, me.mat).levels[skill.id] + 1
    if level == len(skill.levels):
        return "you hold the highest level"
    does = line([*cards.skill_does(box, skill, level), *says(box, skill.on_buy)])
    return f"your level {level} for {skill_price(box, me, skill.id)} Capital: {does}"


def _exploration(seen: ExplorationView, box: Box) -> list[str]:
    lines = [heading(f"Exploration deck: {seen.deck} cards")]
    discarded = Counter(short(box, card) for card in seen.discard)
    told = listed((f"{card} x{n}" if n > 1 else card for card, n in discarded.items()), "nothing")
    lines += entry("Discarded", told)
    for card in seen.open:
        lines += entry("Being resolved", cards.met(box, card))
    return lines
