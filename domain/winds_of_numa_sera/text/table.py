"""The table as text in eighty columns, from a view: what lies open, with what it costs and does, then the seats."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.winds_of_numa_sera import view as v
from moothall.domain.winds_of_numa_sera.content import Box, Skill, box_at
from moothall.domain.winds_of_numa_sera.rules.battle import build_obstacle
from moothall.domain.winds_of_numa_sera.rules.payment import item_price, skill_price
from moothall.domain.winds_of_numa_sera.rules.standing import amount_of, battle_stat, standing, works_upgraded
from moothall.domain.winds_of_numa_sera.state import Mat, Offer, Pledge, Seat
from moothall.domain.winds_of_numa_sera.text import components
from moothall.domain.winds_of_numa_sera.text.descriptions import goods_described, pledged, terms
from moothall.domain.winds_of_numa_sera.text.effects import (
    line,
    name,
    names,
    says,
    short,
    slot_name,
    task,
    tasks,
    told_of,
)

_QUESTIONS = {
    "explored_card": "which of the drawn cards to explore",
    "maven": "whether to accept the Maven",
    "option": "one of the options",
    "discard_card": "a card to discard",
    "take_card": "a card to take from the discard pile",
    "steal_item": "an Item to take",
    "opponent": "an opponent",
    "forge_slot": "an equipment slot to upgrade",
    "class": "a Class to unlock",
}

WIDTH = 80
WIDE = 20
"""The column of names, where names stand in it."""
LABEL = 13
"""The column of labels."""
_INDENT = 2


def table_text(view: v.WindsOfNumaSeraView, reader: Reader) -> str:
    """The table as the reader sees it; the own seat comes last, next to what is to be decided."""
    box = box_at(reader.edition)
    lines = headline(view, reader, box)
    seats = [seat_seen(each) for each in view.seats]
    if isinstance(view.phase, v.DraftingPhase):
        lines += kingdoms(view, box)
    elif not isinstance(view.phase, v.SuccessionPhase):
        me = None if reader.you is None else seats[reader.you]
        lines += [*standings(seats, reader, box), *market(view, me, box)]
    order = sorted(range(len(seats)), key=lambda index: index == reader.you)
    for index in order:
        draw = own if index == reader.you else opponent
        lines += draw(index, seats[index], view, reader, box)
    return "\n".join([*lines, *matters(view, reader, box)])


def headline(view: v.WindsOfNumaSeraView, reader: Reader, box: Box) -> list[str]:
    """The title, the setting, and what is to be done."""
    setting = box.settings[view.setting]
    limit = view.round_limit
    ends = f"; Renown decides after round {limit}" if limit else ""
    needed = f"the first with {setting.conditions_needed} of {len(box.conditions)} conditions wins{ends}"
    about = f"Winds of Numa Sera, {setting.name} ({needed}). "
    stage = f"Round {view.round}. " if view.round else ""
    return paragraph(f"{about}{stage}{sentence(_stage(view, reader, box))}.")


def _stage(view: v.WindsOfNumaSeraView, reader: Reader, box: Box) -> str:
    match view.phase:
        case v.DraftingPhase(seat):
            return f"{reader.does(seat, 'choose')} a kingdom"
        case v.SuccessionPhase():
            waiting = [index for index, seat in enumerate(view.seats) if not seat.answered]
            return f"everybody sets a line of succession in secret; still to come: {reader.all(waiting)}"
        case v.TurnPhase() as turn:
            return _turn(turn, reader)
        case v.FinishedPhase(winner, reasons) | v.EndOfGamePhase(winner, reasons) if winner >= 0:
            return f"{reader.does(winner, 'win')} ({_reasons(reasons, box)})"
        case _:
            return "the scores are reckoned"


def _reasons(reasons: tuple[str, ...], box: Box) -> str:
    told = {"survivor": "the last one left", "renown": "most Renown"}
    return listed(
        told.get(each) or f"{name(box, each)}: {tasks(box, box.conditions[each].conditions)}" for each in reasons
    )


def _turn(phase: v.TurnPhase, reader: Reader) -> str:
    if phase.seat != reader.you:
        return f"{reader.whose(phase.seat)} turn"
    if phase.built or phase.attacked:
        return f"your turn: you may still {'attack' if phase.built else 'build'}, or end it"
    actions = "buy, equip, use and trade as you like"
    last = "build and attack" if phase.extra_phase2 else "build or attack"
    if phase.explored:
        return f"your turn: {actions}, then {last}, which ends it"
    return f"your turn: explore once, {actions}, then {last}, which ends it"


def matters(view: v.WindsOfNumaSeraView, reader: Reader, box: Box) -> list[str]:
    """What is open between the players."""
    lines = [
        *_battle(view, reader, box),
        *_offer(view.offer, reader, box),
        *_pledges(view.pledges, reader, box),
        *_pending(view.pending, reader, box),
    ]
    return [heading("Now"), *lines] if lines else []


def _battle(view: v.WindsOfNumaSeraView, reader: Reader, box: Box) -> list[str]:
    battle = view.battle
    if battle is None:
        return []
    if battle.target_type == "hero":
        target = f"{reader.whose(battle.defender)} hero"
    elif battle.target_type == "stronghold":
        target = f"{reader.whose(battle.defender)} Stronghold {name(box, battle.stronghold)}"
    else:
        target = f"the independent Stronghold {name(box, battle.stronghold)}"
    attacks = f"{reader.does(battle.attacker, 'attack')} {target}"
    lines = entry("Battle", f"{attacks}: attack {battle.attack} against defense {battle.defense}")
    played = [
        f"{reader.does(seat, 'play')} {names(box, cards)}"
        for seat, cards in (
            (battle.attacker, battle.attacker_cards),
            (battle.defender, battle.defender_cards),
        )
        if cards
    ]
    secret = [
        f"{reader.does(seat, 'have')} decided on {_committed(view.seats[seat], box)}"
        for seat in (battle.attacker, battle.defender)
        if seat >= 0 and not battle.fought and view.seats[seat].answered
    ]
    return lines + entries("", played + secret)


def _committed(seat: v.SeatView, box: Box) -> str:
    if seat.committed is None:
        return "Battle Cards in secret"
    return names(box, seat.committed) if seat.committed else "no Battle Card"


def _offer(offer: Offer | None, reader: Reader, box: Box) -> list[str]:
    if offer is None:
        return []
    offered = f"{reader.does(offer.by, 'offer')} {reader.who(offer.to)}"
    lines = entry("Offer", f"{offered} {terms(offer, offer.by, reader, box)}")
    return lines + entries("", goods_described(offer, box))


def _pledges(pledges: tuple[Pledge, ...], reader: Reader, box: Box) -> list[str]:
    return entries(
        "Promises", [f"{reader.does(each.by, 'have')} promised {pledged(each, reader, box)}" for each in pledges]
    )


def _pending(pending: v.PendingView | None, reader: Reader, box: Box) -> list[str]:
    if pending is None:
        return []
    source = f" ({short(box, pending.source)})" if pending.source else ""
    asks = "are to choose" if pending.seat == reader.you else "is to choose"
    return entry("Choice", f"{reader.who(pending.seat)} {asks} {_QUESTIONS[pending.kind]}{source}")


def kingdoms(view: v.WindsOfNumaSeraView, box: Box) -> list[str]:
    """The kingdoms still to be had, with their heroes."""
    taken = {seat.kingdom for seat in view.seats}
    lines: list[str] = []
    for kingdom in box.kingdoms.values():
        if kingdom.id in taken:
            continue
        block = box.blocks[kingdom.pre_ticked]
        lines += [heading(kingdom.name), *paragraph(components.kingdom_text(box, kingdom), 2)]
        lines += entry(block.name, line(components.block_does(box, block)), WIDE)
        lines += heroes(box, kingdom.heroes)
    return lines


def heroes(box: Box, names: tuple[str, ...]) -> list[str]:
    """Heroes with their numbers and abilities."""
    lines: list[str] = []
    for hero in names:
        does = line(components.hero_does(box, hero))
        lines += entry(short(box, hero), f"{components.stats(box.heroes[hero])}; {does}", WIDE)
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


def market(view: v.WindsOfNumaSeraView, me: Seat | None, box: Box) -> list[str]:
    """Everything that can be taken, bought or drawn; prices are the reader's own."""
    return [
        *_strongholds(view.strongholds, box),
        *_forge(view.world_forge, me, box),
        *_colleges(view.colleges, me, box),
        *_exploration(view.exploration, box),
    ]


def _strongholds(seen: v.DisplayView, box: Box) -> list[str]:
    lines = [heading(f"Independent Strongholds ({seen.deck} more in the deck)")]
    for each in seen.display:
        found = box.strongholds[each]
        gives = line(components.stronghold_gives(box, found))
        taking = f"defense {found.defense}; taking it: {found.initial_capital} Capital"
        lines += entry(found.name, f"{taking}; holding it: {gives}", WIDE)
    return lines


def _forge(seen: v.DisplayView, me: Seat | None, box: Box) -> list[str]:
    lines = [heading(f"World Forge ({seen.deck} more in the deck)")]
    for each in seen.display:
        item = box.items[each]
        price = item.cost if me is None else item_price(box, me, each)
        lines += entry(item.name, f"{price} Capital ({slot_name(item.slots)}): {components.item_says(box, item)}", WIDE)
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
    does = line([*components.skill_does(box, skill, level), *says(box, skill.on_buy)])
    return f"your level {level} for {skill_price(box, me, skill.id)} Capital: {does}"


def _exploration(seen: v.ExplorationView, box: Box) -> list[str]:
    lines = [heading(f"Exploration deck: {seen.deck} cards")]
    discarded = Counter(short(box, card) for card in seen.discard)
    told = listed((f"{card} x{n}" if n > 1 else card for card, n in discarded.items()), "nothing")
    lines += entry("Discarded", told)
    for card in seen.open:
        lines += entry("Being resolved", components.met(box, card))
    return lines


def own(index: int, seat: Seat, view: v.WindsOfNumaSeraView, reader: Reader, box: Box) -> list[str]:
    """The reader's own seat: everything with what it does."""
    seen = view.seats[index]
    lines = [_title(index, seat, view, reader, box)]
    if not seat.mat.line:
        return [*lines, *_before_the_deal(seat, seen, box)]
    later = (
        f"{name(box, block)} (needs {components.block_needs(box, box.blocks[block])})"
        for block in _later_blocks(box, seat)
    )
    return [
        *lines,
        *_listed(_in_play(seat, seen, box, abilities=True)),
        *entries("Built", [_block(box, each) for each in seat.mat.ticked if box.blocks[each].type == "ongoing"]),
        *entries("Can be built", [_block(box, each) for each in _open_blocks(box, seat)]),
        *entry("Built later", listed(later)),
        *entries("Classes", [_class(seat, each, box) for each in box.classes]),
        *entries("Hand", [components.described(box, card) for card in seat.hand] or ["no cards"]),
    ]


def opponent(index: int, seat: Seat, view: v.WindsOfNumaSeraView, reader: Reader, box: Box) -> list[str]:
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


def _hand_of(seat: Seat, seen: v.SeatView, box: Box) -> list[str]:
    """Another seat's hand: all of it when the game is over, else what everybody knows of it."""
    if seen.hand is not None:
        return entries("Hand", [components.described(box, card) for card in seat.hand] or ["no cards"])
    size = counted(seen.hand_size, "card")
    known = listed(short(box, each) for each in seat.known)
    if not seat.known:
        return entry("Hand", size)
    return entry("Hand", f"{size}: {known}" if len(seat.known) == seen.hand_size else f"{size}, among them {known}")


def _title(index: int, seat: Seat, view: v.WindsOfNumaSeraView, reader: Reader, box: Box) -> str:
    kingdom = name(box, seat.mat.kingdom) if seat.mat.kingdom else "no kingdom yet"
    out = "" if view.seats[index].alive else ", out of the game"
    turn = ", on turn" if isinstance(view.phase, v.DraftingPhase | v.TurnPhase) and view.phase.seat == index else ""
    return heading(f"{sentence(reader.who(index))}: {kingdom}{out}{turn}")


def _before_the_deal(seat: Seat, seen: v.SeatView, box: Box) -> list[str]:
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


def _in_play(seat: Seat, seen: v.SeatView, box: Box, abilities: bool) -> Iterator[tuple[str, str]]:
    """The heroes and what lies before the seat; the abilities of those in line where they are asked for."""
    mat = seat.mat
    numbers = f"Power {seat.power} of {seen.max_power}, attack {seen.attack}, defense {seen.defense}"
    yield "Hero", f"{name(box, seat.hero)}: {numbers}; {line(components.hero_does(box, seat.hero))}"
    for hero in mat.line[1:]:
        yield "Next in line", _successor(box, hero, abilities)
    yield "Capital", _capital(seat, seen, box)
    for skill, level in standing(box, mat).levels.items():
        if level:
            yield "Skills", f"{name(box, skill)} {level}: {line(components.skill_does(box, box.skills[skill], level))}"
    for item in mat.items:
        worn = line(components.item_does(box, box.items[item], works_upgraded(box, mat, item)))
        yield "Wears", f"{name(box, item)} ({slot_name(box.items[item].slots)}): {worn}"
    if mat.upgraded:
        yield "Upgraded", listed(slot_name((slot,)) for slot in mat.upgraded)
    for card in mat.mavens:
        yield "Mavens", f"{name(box, card)}: {line(components.maven_does(box, box.cards[card]))}"
    if mat.blessing:
        yield "Blessing", f"{name(box, mat.blessing)}: {line(says(box, box.cards[mat.blessing].effects))}"
    for stronghold in mat.strongholds:
        yield "Strongholds", _stronghold(seat, stronghold, box)
    if seat.captured:
        yield "Slain", listed(short(box, hero) for hero in seat.captured)


def _successor(box: Box, hero: str, abilities: bool) -> str:
    does = f"; {line(components.hero_does(box, hero))}" if abilities else ""
    return f"{short(box, hero)}: {components.stats(box.heroes[hero])}{does}"


def _capital(seat: Seat, seen: v.SeatView, box: Box) -> str:
    parts = [f"{seat.treasury} in the Treasury"]
    parts += [f"{seat.skill_credit} Skill credit"] if seat.skill_credit else []
    parts += [f"{seat.item_credit} Item credit"] if seat.item_credit else []
    parts += [f"{amount} on {short(box, card)}" for card, amount in sorted(seat.purse.items())]
    return f"{', '.join(parts)}; a Build brings {seen.residual} Residual Capital"


def _stronghold(seat: Seat, stronghold: str, box: Box) -> str:
    found = box.strongholds[stronghold]
    defense = found.defense + battle_stat(box, seat, "stronghold_defense", "defender", "stronghold", items=False)
    return f"{found.name}: defense {defense}; {line(components.stronghold_gives(box, found))}"


def _open_blocks(box: Box, seat: Seat) -> list[str]:
    return [block for block in box.blocks_of[seat.mat.kingdom] if build_obstacle(box, seat, block) is None]


def _later_blocks(box: Box, seat: Seat) -> list[str]:
    unbuilt = (block for block in box.blocks_of[seat.mat.kingdom] if block not in seat.mat.ticked)
    return [block for block in unbuilt if build_obstacle(box, seat, block) is not None]


def _block(box: Box, block: str) -> str:
    found = box.blocks[block]
    again = " (repeatable)" if found.type == "repeatable" else ""
    return f"{found.name}{again}: {line(components.block_does(box, found))}"


def _class(seat: Seat, found: str, box: Box) -> str:
    each = box.classes[found]
    gives = line(says(box, each.effects))
    if found in seat.mat.classes:
        return f"{each.name} unlocked: {gives}"
    goal = each.conditions[0]
    return f"{each.name} {min(amount_of(box, seat, goal), goal.value)} of {goal.value} ({task(box, goal)}): {gives}"


def seat_seen(seen: v.SeatView) -> Seat:
    """What is open of the seat; the hand only where the view holds it."""
    worn = seen.equipment
    mat = Mat(
        kingdom=seen.kingdom,
        line=seen.line,
        ticked=seen.ticked,
        skills=seen.skills,
        classes=seen.classes,
        mavens=seen.mavens,
        slots=(worn.head, worn.chest, worn.right_hand, worn.left_hand, worn.pack),
        upgraded=seen.upgraded,
        strongholds=seen.strongholds,
        blessing=seen.blessing,
    )
    return Seat(
        mat=mat,
        treasury=seen.treasury,
        power=seen.power,
        skill_credit=seen.skill_credit,
        item_credit=seen.item_credit,
        purse=seen.capital_on_cards,
        hand=seen.hand or (),
        known=seen.known,
        captured=seen.captured,
        conditions=seen.conditions,
        wins_with_card=seen.wins_with_card,
        raids=seen.raids,
    )


def heading(text: str) -> str:
    """A line that begins a part of the table."""
    return f"== {text} {'=' * max(2, WIDTH - len(text) - 4)}"[:WIDTH]


def paragraph(text: str, indent: int = 0) -> list[str]:
    """Running text."""
    return _wrapped(text, " " * indent, " " * indent)


def entry(label: str, text: str, width: int = LABEL) -> list[str]:
    """A label with what belongs to it in the column beside; a label too long for that stands above."""
    beside = " " * (_INDENT + width + 1)
    first = f"{' ' * _INDENT}{label:<{width}} "
    if len(first) > len(beside):
        return [first.rstrip(), *_wrapped(text, beside, beside)]
    return _wrapped(text, first, beside)


def entries(label: str, texts: Sequence[str]) -> list[str]:
    """A label with several things, each on a line of its own."""
    lines: list[str] = []
    for index, text in enumerate(texts):
        lines += entry("" if index else label, text)
    return lines


def row(label: str, cells: Sequence[str], width: int = 12) -> str:
    """A line of a small table."""
    return f"{' ' * _INDENT}{label[:WIDE]:<{WIDE}} {''.join(f'{cell:<{width}}' for cell in cells)}".rstrip()


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]
