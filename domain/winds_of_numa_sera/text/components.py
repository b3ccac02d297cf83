"""What every component costs and does, in one line each, and the glossary of the fields of views and moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from moothall.domain.core.words import counted, listed, sentence
from moothall.domain.winds_of_numa_sera.content import (
    Block,
    Box,
    Card,
    ClassCard,
    Hero,
    Item,
    Kingdom,
    Setup,
    Skill,
    Stronghold,
    box_at,
)
from moothall.domain.winds_of_numa_sera.content.effects import Test, Use
from moothall.domain.winds_of_numa_sera.text.effects import (
    KINDS,
    Clauses,
    cost_text,
    either,
    holding,
    line,
    name,
    names,
    needs,
    says,
    sentences,
    slot_name,
    tasks,
    use_text,
)

_BLOCKS = {
    "once": "Once: when built,",
    "ongoing": "Ongoing:",
    "repeatable": "Repeatable: every time it is built,",
}

_ROLES = {"attacker": "only as attacker", "defender": "only as defender"}

GLOSSARY = {
    "about": "The Maven that was answered, or the effect whose option was taken; else empty.",
    "again": "Whether it is not the first time: the discard pile became the deck, a Repeatable was built before.",
    "amount": "How much Capital, credit or Power.",
    "arrives": "Where the card comes to lie with its new owner.",
    "attack": "The attacker's attack, before dice and Battle Cards.",
    "attacker": "The seat that attacks.",
    "attacker_cards": "The attacker's Battle Cards.",
    "attacker_score": "What the attacker reached in all.",
    "block": "A block of the kingdom's tree.",
    "bonus": "What is added to the roll.",
    "by": "The seat that did it; -1: no player.",
    "cancelled": "Whether the attacker's and the defender's cards have no effect.",
    "capital": "Capital that lay on the card.",
    "card": "A card, by the id of the copy: `battle_cry_2`; empty where the viewer may not see it.",
    "card_type": "The type of the Exploration card.",
    "card_types": "The types of Exploration cards that can be chosen.",
    "cards": "Cards, by the ids of the copies, none where the viewer may not see them; of a payment: Capital by card.",
    "categories": "Renown by category, by seat.",
    "choice": "The choice: its kind, or all that is known of it.",
    "colleges": "The Skill cards in each college.",
    "condition": "The victory condition.",
    "count": "How many there are, hidden ones included.",
    "credit": "How much credit was spent.",
    "defender": "The seat that is attacked; -1 for an independent Stronghold.",
    "defender_cards": "The defender's Battle Cards.",
    "defender_score": "What the defender reached in all.",
    "defense": "The defense to be reached, before dice and Battle Cards.",
    "displaced": "Items that had to make room and went back to the hand.",
    "display": "The cards that lie face up.",
    "drafter": "The seat that chooses a kingdom next; -1: all have chosen.",
    "enemy": "The seat of the enemy.",
    "faces": "The faces of all dice thrown.",
    "get_battle_cards": "How many Battle Cards of the partner's own choice are asked for.",
    "get_capital": "Capital that is asked for.",
    "get_cards": "Cards that are asked for.",
    "get_pledge": "What the partner is to promise.",
    "get_pledge_target": "The target of the promise asked for: a Stronghold, or a seat number as text; null: oneself.",
    "get_pledge_target_type": "What kind of target the promise asked for names.",
    "get_pledge_turns": "For how many turns the promise asked for binds.",
    "get_power": "Power that is asked for.",
    "give_capital": "Capital that is offered.",
    "give_cards": "Cards that are offered.",
    "give_pledge": "What is promised to the partner.",
    "give_pledge_target": "The target of the offered promise, named in the same way; null: the partner.",
    "give_pledge_target_type": "What kind of target the offered promise names.",
    "give_pledge_turns": "For how many turns the offered promise binds.",
    "give_power": "Power that is offered.",
    "giver": "The seat that gives.",
    "granted": "Whether something granted it, beside the one explore of the turn.",
    "hands": "The cards in each hand, by seat.",
    "hero": "The hero that fell.",
    "heroes": "The heroes that fight, the attacker's first; empty where there is none.",
    "host": "The card or block whose effect it is.",
    "how": "What became of it.",
    "item": "An Item.",
    "items": "World Forge Items, in the order in which they come to lie under their deck.",
    "key": "The effect that asks for it, by its place in the content.",
    "keys": "Effects, by their places in the content.",
    "kind": "The kind of choice.",
    "kingdom": "A kingdom.",
    "leader": "The seat that leads.",
    "least": "What roll and bonus must reach together; null in a battle.",
    "level": "The level reached.",
    "lines": "The heroes of each seat, the active one first, by seat.",
    "loser": "The seat that held it; -1: it was independent.",
    "mark": "What was done: `use/...`, `equip/...`, `test/...` with the id of the thing, or an effect.",
    "name": "The Class.",
    "offer": "The trade offer.",
    "on": "What the credit can be spent on.",
    "option": "The option chosen; empty where the viewer may not see it.",
    "order": "The heroes in line, the active one first; empty where the viewer may not see it.",
    "origin": "Where the card lay.",
    "payment": "Where the price comes from: Capital by card, `treasury` and `credit`; null: in the usual order.",
    "pledge": "The promise.",
    "power": "Power of the hero who steps forward; 0 if none does.",
    "powers": "Power of each Active Hero at the start, by seat.",
    "price": "What was paid, credit included.",
    "progress": "How far each seat is towards each victory condition, by seat.",
    "purpose": "What was paid for: skill, item, battle_card or cost.",
    "ranking": "All seats, best first.",
    "reasons": "The victory conditions fulfilled, or `survivor`, or `renown`.",
    "renown": "Renown, by seat.",
    "rest": "What is still to be done after the choice, last first.",
    "roll": "The roll that counts.",
    "round": "The round, from 1.",
    "seat": "The seat it is about; -1: none.",
    "secret": "Whether it is hidden from others, or from this viewer.",
    "shown": "Whether nobody else knew the card before.",
    "sides": "The seats that fight, the attacker first.",
    "skill": "A Skill type.",
    "skills": "What the colleges hold afterwards, where something went back to them.",
    "slot": "An equipment slot.",
    "slots": "The equipment slots that the Item takes.",
    "source": "What it comes from: a card, a block, or a word for the occasion; empty in a trade.",
    "stronghold": "The Stronghold; empty where a hero is attacked.",
    "strongholds": "Strongholds, in the order in which they come to lie under their deck.",
    "successor": "The hero who steps forward; empty if none is left.",
    "taker": "The seat that receives.",
    "tallies": "What each seat did in the round, by seat.",
    "target": "The Stronghold, or the seat number of the hero's player as text.",
    "target_type": "What is attacked: an independent Stronghold, a player's Stronghold or a hero.",
    "to": "The partner's seat.",
    "treasury": "How much came from the Treasury.",
    "under": "Whether it goes under the World Forge deck instead of to the discard pile.",
    "upgraded": "Whether the Item works upgraded there.",
    "what": "What is to be discarded: battle_card, item or maven.",
    "winner": "The seat that won; -1: none, or not yet.",
    "with_card": "Whether the winner had played a Battle Card.",
}


def component_texts(edition: int) -> Mapping[str, Mapping[str, str]]:
    """By list of the content file and id."""
    box = box_at(edition)
    return {
        "settings": {key: _setting(box, each.conditions_needed) for key, each in box.settings.items()},
        "victory_conditions": {
            key: f"Victory condition: {tasks(box, each.conditions)}." for key, each in box.conditions.items()
        },
        "setups": {each.id: _setup(each) for each in box.setups.values()},
        "coins": {each.id: f"Worth {each.value} Capital. The bank never runs out." for each in box.coins.values()},
        "pledges": pledge_texts(box),
        "kingdoms": {key: kingdom_text(box, each) for key, each in box.kingdoms.items()},
        "heroes": {key: _hero(box, each) for key, each in box.heroes.items()},
        "blocks": {key: _block(box, each) for key, each in box.blocks.items()},
        "skills": {key: _skill(box, each) for key, each in box.skills.items()},
        "strongholds": {key: _stronghold(box, each) for key, each in box.strongholds.items()},
        "classes": {key: _class(box, each) for key, each in box.classes.items()},
        "items": {key: _item(box, each) for key, each in box.items.items() if each.cost},
        "exploration_cards": {each.id: _card(box, each) for each in box.cards.values()},
    }


def _setting(box: Box, needed: int) -> str:
    return f"The first to fulfil {needed} of the {len(box.conditions)} victory conditions wins at once."


def _setup(setup: Setup) -> str:
    bonus = listed(map(str, setup.turn_order_bonus))
    return (
        f"{setup.players} players: {setup.skill_cards_per_type} cards in each Skill college and "
        f"{setup.strongholds_in_game} Strongholds in the game. With the option of a seat bonus they start, in turn "
        f"order, with {bonus} Capital more."
    )


def kingdom_text(box: Box, kingdom: Kingdom) -> str:
    """What a kingdom is good at and starts with."""
    favoured = box.conditions[kingdom.favours]
    return (
        f"{kingdom.epithet}, strongest as {favoured.name} ({tasks(box, favoured.conditions)}). "
        f"Starts with {kingdom.start_capital} Capital, {counted(kingdom.start_battle_cards, 'Battle Card')} and "
        f"{name(box, kingdom.pre_ticked)} built; Residual Capital, gained with every Build, is "
        f"{kingdom.start_capital} to begin with. "
        f"Heroes: {names(box, kingdom.heroes)}."
    )


def _hero(box: Box, hero: Hero) -> str:
    return f"Hero of {name(box, hero.kingdom)}. {sentence(stats(hero))}. {sentences(hero_does(box, hero.id))}"


def _block(box: Box, block: Block) -> str:
    needed = block_needs(box, block)
    before = f"Needs {needed}." if needed else "Built from the start."
    does = line(block_does(box, block))
    lead = _BLOCKS[block.type]
    return f"Block of {name(box, block.kingdom)}. {before} {lead} {does}."


def _skill(box: Box, skill: Skill) -> str:
    levels = [
        f"Level {level} ({skill.cost_per_level * level} Capital): {line(skill_does(box, skill, level))}."
        for level in range(1, len(skill.levels))
    ]
    bought = f" Whenever you gain a card of it, {line(says(box, skill.on_buy))}." if skill.on_buy else ""
    return f"Skill; only the level you have reached counts. {' '.join(levels)}{bought}"


def _stronghold(box: Box, stronghold: Stronghold) -> str:
    return (
        f"Stronghold with defense {stronghold.defense}. Taken while independent: gain {stronghold.initial_capital} "
        f"Capital. While you hold it: {line(stronghold_gives(box, stronghold))}."
    )


def _class(box: Box, found: ClassCard) -> str:
    return f"Class. Task: {tasks(box, found.conditions)}. Once unlocked: {line(says(box, found.effects))}."


def _item(box: Box, item: Item) -> str:
    base, better = line(item_does(box, item, False)), line(item_does(box, item, True))
    return f"Item for {_worn(item)}. Cost {item.cost} Capital. {sentence(base)}. Upgraded: {better}."


def _worn(item: Item) -> str:
    where = slot_name(item.slots)
    return where if len(item.slots) > 1 else f"the {where}"


def _card(box: Box, card: Card) -> str:
    return f"{KINDS[card.type]}. {_card_says(box, card)}{copies(card.count)}"


def _card_says(box: Box, card: Card) -> str:
    match card.type:
        case "battle":
            role = {"attacker": "Only as attacker. ", "defender": "Only as defender. "}.get(card.role, "")
            return f"Cost {price_of(card)}. {role}{sentences(battle_card_does(box, card))}"
        case "mythic":
            item = box.items[card.id]
            does: Clauses = item_does(box, item, False)
            return f"For {_worn(item)}; needs {needs(box, item.conditions)}. {sentences(does)}"
        case "pool":
            assert card.test is not None
            blessing = line(says(box, card.effects))
            return f"Test: {test_text(box, card.test)}. Passed, it blesses your hero: {blessing}."
        case "maven":
            accepted, rejected = line(maven_does(box, card)), line(says(box, card.reject))
            return f"Accept: {accepted}. Reject: {rejected}."
        case _:
            return sentences(says(box, card.effects))


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


def pledge_texts(box: Box) -> dict[str, str]:
    """What the promises of a trade bind to."""
    turns = f"1 to {box.limits.pledge_turns} of their own turns, as agreed"
    return {
        "truce": f"Promise in a trade: for {turns}, whoever makes it attacks neither the hero nor a Stronghold of the "
        "partner, or of another player who is named.",
        "attack": f"Promise in a trade: in each of {turns}, whoever makes it attacks the named target: a third player, "
        "that player's hero, one of their Strongholds or an independent Stronghold.",
    }
