"""Names, conditions and effects in English, as the clauses that all other texts are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.content.effects import Effect, Option, Predicate, Use

Clauses = list[str]
"""What a card says, one clause per occasion, each without a capital letter in front and a stop behind."""

_DISCARDS = {"battle_card": "Battle Card", "item": "Item", "maven": "Maven"}
_PURPOSES = {"skill": "Skills", "item": "World Forge Items", "battle_card": "Battle Cards", "heal": "healing"}
_WON, _LOST = "if you win", "if you lose"

_VS = {
    "hero": "against heroes",
    "independent": "against independent Strongholds",
    "player_stronghold": "against other players' Strongholds",
    "stronghold": "against Strongholds",
}
_BATTLES = {
    "hero": "a battle between heroes",
    "independent": "a battle for an independent Stronghold",
    "player_stronghold": "a battle for a player's Stronghold",
    "stronghold": "a battle for a Stronghold",
}
_ROLES = {"attacker": "when attacking", "defender": "when defending"}

KINDS = {
    "boon": "Boon",
    "hazard": "Hazard",
    "maven": "Maven",
    "battle": "Battle Card",
    "mythic": "Mythic Item",
    "pool": "Pool of Essence",
}
"""What the types of Exploration cards are called."""

_ADDRESS = re.compile(r"\b(?:(cost|from|gives) )?(your|you)\b")


def line(clauses: Iterable[str]) -> str:
    """As part of a line."""
    return "; ".join(clauses) or "no effect"


def sentences(clauses: Iterable[str]) -> str:
    """As a text of its own."""
    return " ".join(f"{sentence(clause)}." for clause in clauses)


def says(box: Box, effects: Iterable[Effect], host: str = "card") -> Clauses:
    """What these effects say; `host` is what Capital is placed on. What goes together shares a clause."""
    groups: list[tuple[str, list[str]]] = []
    for effect in effects:
        lead, body = _lead(box, effect, host), does(box, effect, host)
        if groups and groups[-1][0] == lead and _joins(groups[-1][1][-1], body, effect.when):
            groups[-1][1].append(body)
        elif groups and (groups[-1], lead) == ((_WON, [body]), _LOST):
            groups[-1] = ("win or lose", [body])
        else:
            groups.append((lead, [body]))
    return [f"{lead}, {_together(bodies)}" if lead else _together(bodies) for lead, bodies in groups]


def _joins(before: str, body: str, when: str) -> bool:
    """Whether `and` fits between them: between deeds, and between bare numbers."""
    return when not in ("static", "battle") or (before[0] in "+-" and body[0] in "+-")


def _together(bodies: Sequence[str]) -> str:
    """All of them, a verb that they share said once."""
    verb, _, _ = bodies[0].partition(" ")
    shared = f"{verb} " if verb.isalpha() else ""
    return listed([bodies[0], *(body.removeprefix(shared) for body in bodies[1:])])


def does(box: Box, effect: Effect, host: str = "card") -> str:
    """What one effect does when its time has come."""
    n = effect.amount
    match effect.op:
        case "gain_capital":
            return _gain(effect)
        case "lose_capital":
            return f"lose {n} Capital{' for each of your Strongholds' if effect.per else ''}"
        case "place_capital":
            return f"place {n} Capital on this {host}, {_purposes(box, effect.spend_on)}"
        case "heal":
            return f"heal {n} Power"
        case "lose_power":
            return f"lose {n or 'no'} Power"
        case "drain_power":
            whose = "the enemy hero" if effect.target == "enemy" else "an opponent's hero of your choice"
            return f"{whose} loses {n} Power (but keeps 1)"
        case "voucher":
            return f"gain {n} credit for {_PURPOSES[effect.on]}"
        case "modify":
            return _modifier(box, effect)
        case "choose_one":
            return f"choose one: {', or '.join(option_text(box, each) for each in effect.options)}"
        case "roll_check":
            good, bad = line(says(box, effect.success)), line(says(box, effect.failure))
            return f"roll the die: on {effect.min:+d} or more {good}, otherwise {bad}"
        case _:
            return _deed(effect)


def _deed(effect: Effect) -> str:
    n = effect.count
    match effect.op:
        case "steal_capital":
            return f"take up to {effect.amount} Capital from the enemy's Treasury"
        case "steal_item":
            return "take an Item of your choice that the enemy hero wears into your hand"
        case "steal_battle_card":
            return "take a random Battle Card from the enemy's hand"
        case "take_from_discard":
            what = either(KINDS[each] for each in effect.card_types)
            return f"take {f'up to {n} {what}s' if n > 1 else f'a {what}'} of your choice from the discard pile"
        case "discard":
            return f"discard {counted(n, _DISCARDS[effect.what])}"
        case "explore":
            return f"explore {'once more' if n == 1 else f'{n} more times'}"
        case "roll_mode":
            who = "" if effect.side == "own" else "the enemy must "
            return f"{who}roll two dice and keep the {'higher' if effect.mode == 'best_of_2' else 'lower'} one"
        case "set_roll":
            return f"no die is rolled: {_whose(effect)} roll counts as {effect.value:+d}"
        case "cancel_card":
            return "the enemy's Battle Cards have no effect"
        case "halve_damage":
            return f"damage to {_whose(effect)} hero is halved, rounded up"
        case "extra_phase2":
            return "you may both build and attack this turn"
        case "prevent_slain":
            kept = f"it stays alive with {effect.set_power} Power"
            return f"when your hero would be slain, {kept} and this card is discarded"
        case "upgrade_slot":
            return f"upgrade {'an equipment slot' if n == 1 else f'{n} equipment slots'} of your choice"
        case "unlock_class":
            return "unlock a Class of your choice without doing its task"
        case _:
            raise ValueError(effect.op)


def _whose(effect: Effect) -> str:
    return "your" if effect.side == "own" else "the enemy's"


def _gain(effect: Effect) -> str:
    if effect.half_residual:
        return "gain half of your Residual Capital, rounded up"
    return f"{'gain' if effect.to == 'self' else 'each opponent gains'} {effect.amount} Capital"


def _purposes(box: Box, tags: Sequence[str]) -> str:
    if "any" in tags:
        return "for any purpose"
    return f"for {listed(_PURPOSES.get(tag) or name(box, tag.removeprefix('skill_')) for tag in tags)} only"


def _less(n: int) -> str:
    return f"{abs(n)} {'less' if n < 0 else 'more'}"


_STATS: dict[str, Callable[[int], str]] = {
    "attack": lambda n: f"{n:+d} attack",
    "defense": lambda n: f"{n:+d} defense",
    "stronghold_defense": lambda n: f"{n:+d} defense of your Strongholds",
    "max_power": lambda n: f"{n:+d} Maximum Power",
    "residual": lambda n: f"{n:+d} Residual Capital",
    "damage_dealt": lambda n: f"your hero deals {_less(n)} damage",
    "damage_taken": lambda n: f"your hero takes {_less(n)} damage",
    "hazard_damage": lambda n: f"Hazards take {_less(n)} Power from you",
    "skill_cost": lambda n: f"Skills cost you {_less(n)}",
    "item_cost": lambda n: f"World Forge Items cost you {_less(n)}",
    "battle_cost": lambda n: f"Battle Cards cost you {_less(n)} Capital",
    "explore_draw": lambda n: f"draw {counted(n, 'more card')} when you explore and choose one of them",
    "battle_card_limit": lambda n: f"you may play {counted(n, 'more Battle Card')} in a battle",
    "maven_reject": lambda n: f"rejecting a Maven gives you {_less(n)} Capital",
    "check_roll": lambda n: f"{n:+d} to your rolls outside of battle",
}


def _modifier(box: Box, effect: Effect) -> str:
    if effect.stat == "score":
        said = f"{effect.amount:+d} to {_whose(effect)} score"
    else:
        said = _STATS[effect.stat](effect.amount)
    when = f"while {holding(box, effect.conditions)}" if effect.conditions else ""
    return " ".join(filter(None, (said, _VS.get(effect.vs or ""), _ROLES.get(effect.role or ""), when)))


def _lead(box: Box, effect: Effect, host: str) -> str:
    """On what occasion it happens; empty where it simply holds or happens at once."""
    who = "you" if effect.who == "self" else "another player"
    verb = "" if effect.who == "self" else "s"
    match effect.when:
        case "static":
            return "" if effect.op in ("modify", "prevent_slain") else _battle_lead(effect, "in", "battle")
        case "battle":
            return ""
        case "turn_start":
            lead = "at the start of your turn"
        case "explore":
            found = f" a {either(KINDS[each] for each in effect.card_types)}" if effect.card_types else ""
            every = "the first time each turn that" if effect.limit else "whenever"
            lead = f"{every} {who} explore{verb}{found}"
        case "buy_item":
            lead = f"whenever {who} buy{verb} an Item"
        case "battle_won" if host == "battle":
            lead = _battle_lead(effect, _WON)
        case "battle_lost" if host == "battle":
            lead = _battle_lead(effect, _LOST)
        case "battle_won":
            lead = _battle_lead(effect, "when you win", "a battle")
        case "battle_lost":
            lead = _battle_lead(effect, "when you lose", "a battle")
        case "slay":
            lead = "when you slay an enemy hero"
        case "class_unlocked":
            lead = "when you unlock a Class"
        case _:
            lead = ""
    if effect.conditions:
        return f"{lead} if {holding(box, effect.conditions)}".strip()
    return lead


def _battle_lead(effect: Effect, lead: str, battle: str = "") -> str:
    fought = _BATTLES.get(effect.vs or "", battle)
    role = f"as {effect.role}" if effect.role else ""
    return " ".join(filter(None, (lead, fought, role)))


def cost_text(cost: Iterable[Effect]) -> str:
    """What must be given: `pay 3 Capital and discard 1 Battle Card`; empty if nothing must."""
    parts = []
    for effect in cost:
        match effect.op:
            case "lose_capital":
                parts.append(f"pay {effect.amount} Capital")
            case "lose_power":
                parts.append(f"pay {effect.amount} Power")
            case _:
                parts.append(_deed(effect))
    return listed(parts, "")


def option_text(box: Box, option: Option) -> str:
    """One way out of a choice."""
    cost, gain = cost_text(option.cost), line(says(box, option.effects)) if option.effects else ""
    return f"{cost} to {gain}" if cost and gain else cost or gain or "nothing happens"


def use_text(box: Box, use: Use) -> str:
    """An ability that its owner sets off."""
    often = "once per turn" if use.kind == "once_per_turn" else "one use"
    roll = f"roll {use.roll_min:+d} or more" if use.roll_min is not None else ""
    asked = ", ".join(filter(None, (often, cost_text(use.cost), roll)))
    gone = {"always": "; it is discarded even if the roll fails", "success": "; then it is discarded"}
    return f"{asked}: {line(says(box, use.effects))}{gone.get(use.discard, '')}"


def need(box: Box, predicate: Predicate) -> str:
    """What must be there: `3 Skill cards`."""
    n = predicate.value
    match predicate.pred:
        case "strongholds":
            return counted(n, "Stronghold")
        case "best_skill_level":
            return f"level {n} in one Skill"
        case "skill_level":
            return f"{name(box, predicate.skill)} level {n}"
        case "skill_types":
            return counted(n, "type of Skill", "types of Skill")
        case "skill_cards":
            return counted(n, "Skill card")
        case "classes":
            return counted(n, "unlocked Class", "unlocked Classes")
        case "slain":
            return counted(n, "slain enemy hero", "slain enemy heroes")
        case "ticked":
            return counted(n, "built block")
        case "power_at_most":
            return f"a hero with at most {n} Power"
        case "power_at_least":
            return f"a hero with at least {n} Power"
        case "wins_with_card":
            return f"{counted(n, 'battle')} won with a Battle Card"
        case "raids":
            return f"{counted(n, 'raid')} on other players"
        case _:
            raise ValueError(predicate.pred)


def needs(box: Box, predicates: Iterable[Predicate]) -> str:
    """All of them."""
    return listed(need(box, each) for each in predicates)


def task(box: Box, predicate: Predicate) -> str:
    """The same as something to do: `own 3 different types of Skill`."""
    n = predicate.value
    match predicate.pred:
        case "strongholds":
            return f"control {counted(n, 'Stronghold')} at the same time"
        case "best_skill_level":
            return f"reach level {n} in one Skill"
        case "skill_types":
            return f"own {counted(n, 'different type', 'different types')} of Skill"
        case "classes":
            return f"unlock {'all ' if n == len(box.classes) else ''}{counted(n, 'Class', 'Classes')}"
        case "slain":
            return f"slay {counted(n, 'enemy hero', 'enemy heroes')}"
        case "ticked":
            return f"have {counted(n, 'block')} built, the one you start with included"
        case "wins_with_card":
            return f"win {counted(n, 'battle')} in which you play a Battle Card"
        case "raids":
            what = "slay an enemy hero or take a Stronghold from another player in battle"
            return f"{what}, {counted(n, 'time')} in all"
        case _:
            return f"have {need(box, predicate)}"


def tasks(box: Box, predicates: Iterable[Predicate]) -> str:
    """All of them."""
    return listed(task(box, each) for each in predicates)


def holding(box: Box, predicates: Iterable[Predicate]) -> str:
    """As a clause that can follow `if` or `while`: `your hero has at most 4 Power`."""
    clauses = []
    for each in predicates:
        if each.pred in ("power_at_most", "power_at_least"):
            clauses.append(f"your hero has at {'most' if each.pred == 'power_at_most' else 'least'} {each.value} Power")
        else:
            clauses.append(f"you have {need(box, each)}")
    return listed(clauses)


def name(box: Box, thing: str) -> str:
    """What it is called."""
    return box.names[thing]


def told_of(seat: int, text: str, reader: Reader) -> str:
    """What a card of this seat says, which addresses its owner: to somebody else it speaks of `them`."""
    return text if seat == reader.you else _ADDRESS.sub(_third_person, text)


def _third_person(found: re.Match[str]) -> str:
    before, word = found.groups()
    if word == "your":
        return f"{before} their" if before else "their"
    return f"{before} them" if before else "they"


def short(box: Box, thing: str) -> str:
    """The name without the title behind it: `Krill` for `Krill, the Stable Boy`."""
    return name(box, thing).partition(",")[0]


def names(box: Box, things: Iterable[str]) -> str:
    """Several of them, by their short names."""
    return listed(short(box, thing) for thing in things)


def either(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *front, last = words
    return f"{', '.join(front)} or {last}" if front else last


def slot_name(slots: Iterable[str]) -> str:
    """Where an Item is worn: `left hand`, `both hands`."""
    found = tuple(slots)
    return "both hands" if len(found) > 1 else found[0].replace("_", " ")


def face(number: int) -> str:
    """A face of the die: `[+2]`."""
    return f"[{number:+d}]"


def faces(numbers: Iterable[int]) -> str:
    """Several thrown together."""
    return " ".join(map(face, numbers))


def percent(chance: float) -> str:
    """`33 %`."""
    return f"{round(100 * chance)} %"
