"""One seat's part of the table: the reader's own in full, the others' as far as it matters to the reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.rules.phase2 import build_obstacle
from moothall.domain.winds_of_numa_sera.rules.standing import amount_of, battle_stat, standing, works_upgraded
from moothall.domain.winds_of_numa_sera.state import Seat
from moothall.domain.winds_of_numa_sera.text import cards
from moothall.domain.winds_of_numa_sera.text.conditions import task
from moothall.domain.winds_of_numa_sera.text.effects import line, says
from moothall.domain.winds_of_numa_sera.text.table.common import heroes
from moothall.domain.winds_of_numa_sera.text.table.layout import entries, entry, heading
from moothall.domain.winds_of_numa_sera.text.words import name, short, slot_name, told_of
from moothall.domain.winds_of_numa_sera.view.structs import DraftingPhase, SeatView, TurnPhase, WindsOfNumaSeraView


def own(index: int, seat: Seat, view: WindsOfNumaSeraView, reader: Reader, box: Box) -> list[str]:
    """The reader's own seat: everything with what it does."""
    seen = view.seats[index]
    lines = [_title(index, seat, view, reader, box)]
    if not seat.mat.line:
        return [*lines, *_before_the_deal(seat, seen, box)]
    later = (
        f"{name(box, each)} (needs {cards.block_needs(box, box.blocks[each])})" for each in _later_blocks(box, seat)
    )
    return [
        *lines,
        *_listed(_in_play(seat, seen, box, abilities=True)),
        *entries("Built", [_block(box, each) for each in seat.mat.ticked if box.blocks[each].type == "ongoing"]),
        *entries("Can be built", [_block(box, each) for each in _open_blocks(box, seat)]),
        *entry("Built later", listed(later)),
        *entries("Classes", [_class(seat, each, box) for each in box.classes]),
        *entries("Hand", [cards.described(box, card) for card in seat.hand] or ["no cards"]),
    ]


def opponent(index: int, seat: Seat, view: WindsOfNumaSeraView, reader: Reader, box: Box) -> list[str]:
    """Another seat: what can be attacked, traded or feared. Its cards speak of `them`."""
    seen = view.seats[index]
    title = _title(index, seat, view, reader, box)
    if not seat.mat.line:
        return [title]
    told = ((label, told_of(index, text, reader)) for label, text in _in_play(seat, seen, box, abilities=False))
    return [
        title,
        *_listed(told),
        *entry("Built", listed(name(box, each) for each in seat.mat.ticked)),
        *entry("Classes", listed((name(box, each) for each in seat.mat.classes), "none unlocked")),
        *_hand_of(seat, seen, box),
    ]


def _hand_of(seat: Seat, seen: SeatView, box: Box) -> list[str]:
    """Another seat's hand: all of it when the game is over, else what everybody knows of it."""
    if seen.hand is not None:
        return entries("Hand", [cards.described(box, card) for card in seat.hand] or ["no cards"])
    size = counted(seen.hand_size, "card")
    known = listed(short(box, each) for each in seat.known)
    if not seat.known:
        return entry("Hand", size)
    return entry("Hand", f"{size}: {known}" if len(seat.known) == seen.hand_size else f"{size}, among them {known}")


def _title(index: int, seat: Seat, view: WindsOfNumaSeraView, reader: Reader, box: Box) -> str:
    kingdom = name(box, seat.mat.kingdom) if seat.mat.kingdom else "no kingdom yet"
    out = "" if view.seats[index].alive else ", out of the game"
    turn = ", on turn" if isinstance(view.phase, DraftingPhase | TurnPhase) and view.phase.seat == index else ""
    return heading(f"{sentence(reader.who(index))}: {kingdom}{out}{turn}")


def _before_the_deal(seat: Seat, seen: SeatView, box: Box) -> list[str]:
    if not seat.mat.kingdom or not seen.alive:
        return []
    if seen.committed:
        return entry("Your line", ", then ".join(short(box, hero) for hero in seen.committed))
    return heroes(box, box.kingdoms[seat.mat.kingdom].heroes)


def _listed(parts: Iterable[tuple[str, str]]) -> list[str]:
    """Things with labels, a label that several share said once."""
    lines: list[str] = []
    for label, group in groupby(parts, key=lambda part: part[0]):
        lines += entries(label, [text for _, text in group])
    return lines


def _in_play(seat: Seat, seen: SeatView, box: Box, abilities: bool) -> Iterator[tuple[str, str]]:
    """The heroes and what lies before the seat; the abilities of those in line where they are asked for."""
    mat = seat.mat
    numbers = f"Power {seat.power} of {seen.max_power}, attack {seen.attack}, defense {seen.defense}"
    yield "Hero", f"{name(box, seat.hero)}: {numbers}; {line(cards.hero_does(box, seat.hero))}"
    for hero in mat.line[1:]:
        yield "Next in line", _successor(box, hero, abilities)
    yield "Capital", _capital(seat, seen, box)
    for skill, level in standing(box, mat).levels.items():
        if level:
            yield "Skills", f"{name(box, skill)} {level}: {line(cards.skill_does(box, box.skills[skill], level))}"
    for item in mat.items:
        worn = line(cards.item_does(box, box.items[item], works_upgraded(box, mat, item)))
        yield "Wears", f"{name(box, item)} ({slot_name(box.items[item].slots)}): {worn}"
    if mat.upgraded:
        yield "Upgraded", listed(slot_name((slot,)) for slot in mat.upgraded)
    for card in mat.mavens:
        yield "Mavens", f"{name(box, card)}: {line(cards.maven_does(box, box.cards[card]))}"
    if mat.blessing:
        yield "Blessing", f"{name(box, mat.blessing)}: {line(says(box, box.cards[mat.blessing].effects))}"
    for stronghold in mat.strongholds:
        yield "Strongholds", _stronghold(seat, stronghold, box)
    if seat.captured:
        yield "Slain", listed(short(box, hero) for hero in seat.captured)


def _successor(box: Box, hero: str, abilities: bool) -> str:
    does = f"; {line(cards.hero_does(box, hero))}" if abilities else ""
    return f"{short(box, hero)}: {cards.stats(box.heroes[hero])}{does}"


def _capital(seat: Seat, seen: SeatView, box: Box) -> str:
    parts = [f"{seat.treasury} in the Treasury"]
    parts += [f"{seat.skill_credit} Skill credit"] if seat.skill_credit else []
    parts += [f"{seat.item_credit} Item credit"] if seat.item_credit else []
    parts += [f"{amount} on {short(box, card)}" for card, amount in sorted(seat.purse.items())]
    return f"{', '.join(parts)}; a Build brings {seen.residual} Residual Capital"


def _stronghold(seat: Seat, stronghold: str, box: Box) -> str:
    found = box.strongholds[stronghold]
    defense = found.defense + battle_stat(box, seat, "stronghold_defense", "defender", "stronghold", items=False)
    return f"{found.name}: defense {defense}; {line(cards.stronghold_gives(box, found))}"


def _open_blocks(box: Box, seat: Seat) -> list[str]:
    return [block for block in box.blocks_of[seat.mat.kingdom] if build_obstacle(box, seat, block) is None]


def _later_blocks(box: Box, seat: Seat) -> list[str]:
    unbuilt = (block for block in box.blocks_of[seat.mat.kingdom] if block not in seat.mat.ticked)
    return [block for block in unbuilt if build_obstacle(box, seat, block) is not None]


def _block(box: Box, block: str) -> str:
    found = box.blocks[block]
    again = " (repeatable)" if found.type == "repeatable" else ""
    return f"{found.name}{again}: {line(cards.block_does(box, found))}"


def _class(seat: Seat, found: str, box: Box) -> str:
    each = box.classes[found]
    gives = line(says(box, each.effects))
    if found in seat.mat.classes:
        return f"{each.name} unlocked: {gives}"
    goal = each.conditions[0]
    return f"{each.name} {min(amount_of(box, seat, goal), goal.value)} of {goal.value} ({task(box, goal)}): {gives}"
