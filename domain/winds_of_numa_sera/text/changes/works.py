"""What is bought, worn, built, unlocked and fulfilled."""

from __future__ import annotations

from moothall.domain.core.words import Reader, listed
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.text.cards import block_does, item_does, item_says, skill_does
from moothall.domain.winds_of_numa_sera.text.changes.telling import Cases
from moothall.domain.winds_of_numa_sera.text.conditions import needs, tasks
from moothall.domain.winds_of_numa_sera.text.effects import line, says
from moothall.domain.winds_of_numa_sera.text.words import name, slot_name, told_of


def skill_bought(change: c.SkillBought, reader: Reader, box: Box) -> str:
    skill = box.skills[change.skill]
    bought = f"{reader.does(change.seat, 'buy')} {skill.name} level {change.level} for {change.price} Capital"
    return f"{bought}: {told_of(change.seat, line(skill_does(box, skill, change.level)), reader)}"


def item_bought(change: c.ItemBought, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'buy')} {name(box, change.item)} for {change.price} Capital"


def item_shown(change: c.ItemShown, reader: Reader, box: Box) -> str:
    item = box.items[change.item]
    where = slot_name(item.slots)
    return f"the World Forge now shows {item.name} for {item.cost} Capital ({where}): {item_says(box, item)}"


def slot_upgraded(change: c.SlotUpgraded, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'upgrade')} {reader.their(change.seat)} {slot_name((change.slot,))} slot"


def slot_downgraded(change: c.SlotDowngraded, reader: Reader, box: Box) -> str:
    return f"{reader.whose(change.seat)} {slot_name((change.slot,))} slot is no longer upgraded"


def item_equipped(change: c.ItemEquipped, reader: Reader, box: Box) -> str:
    item = box.items[change.item]
    where = slot_name(change.slots)
    better = ", upgraded" if change.upgraded else ""
    back = f"; {listed(name(box, each) for each in change.displaced)} back in hand" if change.displaced else ""
    does = told_of(change.seat, line(item_does(box, item, change.upgraded)), reader)
    return f"{reader.does(change.seat, 'equip')} {item.name} ({where}{better}): {does}{back}"


def item_returned(change: c.ItemReturned, reader: Reader, box: Box) -> str:
    item = box.items[change.item]
    return f"{item.name} needs {needs(box, item.conditions)} and returns to {reader.whose(change.seat)} hand"


def block_built(change: c.BlockBuilt, reader: Reader, box: Box) -> str:
    block = box.blocks[change.block]
    again = " again" if change.again else ""
    lasting = f": {told_of(change.seat, line(block_does(box, block)), reader)}" if block.type == "ongoing" else ""
    return f"{reader.does(change.seat, 'build')} {block.name}{again}{lasting}"


def class_unlocked(change: c.ClassUnlocked, reader: Reader, box: Box) -> str:
    found = box.classes[change.name]
    does = told_of(change.seat, line(says(box, found.effects)), reader)
    return f"{reader.does(change.seat, 'unlock')} the Class {found.name}: {does}"


def condition_fulfilled(change: c.ConditionFulfilled, reader: Reader, box: Box) -> str:
    found = box.conditions[change.condition]
    return f"{reader.does(change.seat, 'fulfil')} the victory condition {found.name}: {tasks(box, found.conditions)}"


CASES: Cases = {
    c.SkillBought: skill_bought,
    c.ItemBought: item_bought,
    c.ItemShown: item_shown,
    c.SlotUpgraded: slot_upgraded,
    c.SlotDowngraded: slot_downgraded,
    c.ItemEquipped: item_equipped,
    c.ItemReturned: item_returned,
    c.BlockBuilt: block_built,
    c.ClassUnlocked: class_unlocked,
    c.ConditionFulfilled: condition_fulfilled,
}
