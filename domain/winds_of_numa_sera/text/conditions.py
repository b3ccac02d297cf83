"""Conditions in English: what something needs, and tasks to be fulfilled."""

from __future__ import annotations

from collections.abc import Iterable

from moothall.domain.core.words import counted, listed
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.content.effects import Predicate
from moothall.domain.winds_of_numa_sera.text.words import name


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
