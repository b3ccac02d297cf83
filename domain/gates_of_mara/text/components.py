"""English text for components, made from their effect data, and the words for names, amounts, costs and effects that
moves, changes and the table share; the glossary of fields."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import astuple

from moothall.domain.core.words import counted, listed, sentence
from moothall.domain.gates_of_mara import state as s
from moothall.domain.gates_of_mara.content import (
    Ability,
    Box,
    Card,
    Cost,
    Figure,
    Lord,
    Space,
    WandererCard,
    box_at,
    entries,
)

ITS_REALM = "in its realm"
"""Where an effect of a figure happens, as long as nobody knows where the figure will stand."""
HERE = "here"
_GAIN = "gain "
_SITES = {
    "realm": "on a realm space",
    "standard_gate": "in each realm beside it on a Standard Gate",
    s.CENTRAL: "in every realm on the Central Gate",
}
GLOSSARY = {
    "ability": "The ability: `innate`, `wanderer`, `lord:<lord>`, `space:a`, `space:b` or `card:<card>`.",
    "answer": "What was chosen, as the move that answers it named it; elements are separated by commas.",
    "caravans": "How many caravans.",
    "card": "A card, by the id of the copy: `mist_armor`, `banner_of_unity_2`.",
    "cards": "Cards, by the ids of the copies.",
    "category": "The category of the score sheet that they count in.",
    "count": "How many cards.",
    "deck": "Which deck it is.",
    "energy": "How much energy.",
    "figure": "One of the seat's figures.",
    "figures": "The figures, by their ids.",
    "gems": "Gems of each element.",
    "keys": "How many keys.",
    "lord": "A lord, by its id.",
    "n": "How many.",
    "objective": "The objective, by its id.",
    "onyx": "How much onyx.",
    "option": "The option of the Wanderer's card, from 1.",
    "order": "Seats in turn order.",
    "place": "Where it stands: a space, `gate_2`, `central_gate`, `enchantment_board_3`.",
    "points": "How many points.",
    "question": "What is to be chosen.",
    "rank": "Where the seat stands in the majority that they are for.",
    "realm": "A realm, by its id.",
    "rest": "What happens once the question is answered.",
    "round": "The number of the round, from 1.",
    "seat": "The number of a seat, from 0.",
    "seats": "Seats, in turn order.",
    "side": "The side of the realms that is used: `2p` or `34p`.",
    "slot": "The slot that the card lies in: of a realm, from 0, or of the market, from 1.",
    "slots": "How many slots.",
    "space": "A caravan space, by its id.",
    "step": "Which step is due.",
    "take": "Influence or points.",
    "via": "What lets the figure share an occupied space, if something had to: `innate` or `card:<card>`.",
    "wanderer": "The realm where the Wanderer begins.",
}


# Components.


def component_texts(edition: int) -> dict[str, dict[str, str]]:
    """By the list of the content file and the id there. The Wanderer and the Enchantment board stand in no list and
    have kinds of their own."""
    box = box_at(edition)
    points = counted(box.scoring.objective_points, "point")
    keys = f"{box.scoring.lord_key_pieces} own figures or caravans in its realm at the end of a round give 1 key."
    return {
        "gates": {"gate": _standard_gate(box), s.CENTRAL: _central_gate(box)},
        "figures": {figure.kind: _figure(box, figure) for figure in box.figures.values()},
        "tribes": {tribe.id: f"Its Specialist may {ability_text(tribe.specialist)}." for tribe in box.tribes.values()},
        "lords": {lord.id: f"{lord_text(lord)} {keys}" for lord in box.lords.values()},
        "realms": {realm: _realm(box, realm) for realm in box.realms},
        "spaces": {space.id: _space(box, space) for space in box.spaces.values()},
        "caravan_spaces": {
            stop.id: f"A caravan placed here: {effects_text(stop.effects, HERE)}."
            for stop in box.caravan_spaces.values()
        },
        "enchantments": _cards(box, box.enchantments),
        "banners": _cards(box, box.banners),
        "fire_banners": _cards(box, box.fire_banners),
        "objectives": {
            each.id: f"{sentence(objective_text(box, each))}: {points} at the end of the round."
            for each in box.objectives.values()
        },
        "wanderer_cards": {card.id: f"{sentence(exchange_text(card))}." for card in box.wanderer_cards.values()},
        "wanderer": {"wanderer": _wanderer(box)},
        "boards": {s.BOARD: _board(box)},
    }


def _standard_gate(box: Box) -> str:
    influence = _influence_of_kinds(box, "standard_gate")
    return (
        f"One space, for {one_of(influence)}. A figure here is in both realms beside the gate and gains influence in "
        f"each: {listed(f'{kind} {n}' for kind, n in influence.items())}."
    )


def _central_gate(box: Box) -> str:
    influence = _influence_of_kinds(box, s.CENTRAL)
    setup = box.setup
    return (
        f"One space, for {one_of(influence)}. A figure here is in every realm, gains influence in each "
        f"({listed(f'{kind} {n}' for kind, n in influence.items())}) and takes all keys that lie here: "
        f"{setup.keys_on_central_gate} at the start, {setup.keys_added_each_reset} more after every round."
    )


def _influence_of_kinds(box: Box, site: str) -> dict[str, int]:
    found = (figure for figure in box.figures.values() if site in figure.places)
    return {kind_names(box, (figure.shape,))[0]: figure.influence[site] for figure in found}


def _figure(box: Box, figure: Figure) -> str:
    influence = [f"{n} {_SITES[site]}" for site, n in figure.influence.items()]
    gains = f"gains {influence[0].replace(' ', ' influence ', 1)}" if influence else "gains no influence"
    only = f", on the {box.board.name} only" if s.BOARD in figure.places else ""
    own = "Ability of its own: none."
    if figure.kind == "specialist":
        own = "Ability of its own: that of its tribe."
    elif figure.innate is not None:
        own = f"Ability of its own: {ability_text(figure.innate)}."
    banners = f"{figure.banner_max} of them banners" if figure.banner_max > 1 else "1 of them a banner"
    return (
        f"Costs {figure.energy} energy{only}. {sentence(', '.join([gains, *influence[1:]]))}. {own} Holds up to "
        f"{counted(box.attachments.max_per_figure, 'attachment')}, "
        f"{f'at most {banners}' if figure.banner_max else 'none of them a banner'}."
    )


def lord_text(lord: Lord, where: str = ITS_REALM) -> str:
    """`where`: in its realm, or here."""
    parts = []
    if lord.convert_influence:
        parts.append(f"Whoever gains influence {where} may take as many points instead.")
    if lord.ability is not None:
        parts.append(f"A figure placed {where} may {ability_text(lord.ability)}.")
    if lord.on_caravan:
        parts.append(f"A caravan placed {where} also brings {sum(due.n for due in lord.on_caravan)} influence.")
    if lord.claim_threshold > 1:
        parts.append(f"Only players with {lord.claim_threshold} or more influence {where} place claims or score a tie.")
    if lord.grants_fire_banner:
        parts.append(f"Whoever places a claim {where} may take a Fire Banner.")
    return " ".join(parts)


def _realm(box: Box, realm: str) -> str:
    players: dict[str, list[str]] = {}
    for number, side in box.setup.side_by_players.items():
        players.setdefault(side, []).append(number)
    sides = "; ".join(
        f"with {either(numbers)} players {listed(box.spaces[space].name for space in box.boards[realm, side])}, and "
        f"{counted(len(box.stops[realm, side]), 'caravan space')}"
        for side, numbers in players.items()
    )
    scoring = box.scoring
    return (
        f"Spaces: {sides}. {'' if box.realms[realm].banner_slots else 'No lord stands here and no banners lie here. '}"
        f"At the end of a round the most influence here places {counted(scoring.claims_first, 'claim')}, the second "
        f"most {scoring.claims_second}; at the end of the game the most claims here score {scoring.end_first} points, "
        f"the second most {scoring.end_second}."
    )


def _space(box: Box, space: Space) -> str:
    abilities = " ".join(f"{sentence(ability_text(ability, HERE))}." for ability in space.abilities.values())
    return f"For {one_of(kind_names(box, space.shapes))}. {abilities}"


def _cards(box: Box, cards: Iterable[str]) -> dict[str, str]:
    return {box.cards[card].title: _card(box, box.cards[card]) for card in cards}


def _card(box: Box, card: Card) -> str:
    takers = one_of(kind_names(box, card.shapes))
    return f"{_price(box, card)} For {takers}: each time it is placed you may {ability_text(card.ability)}."


def _price(box: Box, card: Card) -> str:
    if not card.is_banner:
        plus = f" + {card.points_plus}" if card.points_plus else ""
        return f"Cost {cost_text(card.cost)}. Worth the round number{plus} in points."
    if card.id in box.fire_banners:
        lords = either(f"the {lord.name}'s" for lord in box.lords.values() if lord.grants_fire_banner)
        return f"For a claim in {lords} realm at the end of a round."
    places = [ability for space in box.spaces.values() for ability in space.abilities.values() if ability.banner]
    return f"Cost {either(dict.fromkeys(cost_text(ability.cost) for ability in places))}, on the space where it lies."


def objective_text(box: Box, objective: entries.Objective) -> str:
    """What is to be done: `buy 3 or more enchantments this round`."""
    n = objective.n
    circles = listed(f"every {kind}" for kind in kind_names(box, ("circle",)))
    match objective.test:
        case "caravans_placed":
            return f"place {n} or more caravans this round"
        case "influence_in_each_visited_realm":
            return f"have {n} or more influence in every realm where a lord or the Wanderer stands"
        case "claims_placed":
            return f"place {n} or more claims this round"
        case "claim_with_influence":
            return f"place a claim this round in a realm where you have {n} or more influence"
        case "pieces_in_one_realm":
            return f"have {n} or more figures and caravans in one realm, those on its gates included"
        case "realms_claimed":
            return f"place claims in {n} or more realms this round"
        case "realms_with_caravan":
            return f"place caravans in {n} or more realms this round"
        case "circles_all_on_realms":
            return f"have {circles} on a realm space"
        case "keys_gained":
            return f"gain {n} or more keys this round"
        case "supply_at_least":
            return f"own at least {listed(amount(what, least) for what, least in objective.need.items())}"
        case "one_element_at_least":
            return f"own {n} or more gems of one element"
        case "enchantments_gained":
            return f"buy {n} or more enchantments this round"
        case "circles_all_attached":
            return f"have a card on {circles}"
        case "figures_with_both":
            return f"have {n} or more figures that hold both an enchantment and a banner"
        case _:
            assert_never(objective.test)


def _wanderer(box: Box) -> str:
    return (
        "A figure placed in its realm may exchange with it once, as the open Wanderer card says; other abilities may "
        f"bring further exchanges, wherever it stands. It begins at the {box.realms[box.setup.wanderer_start].name} "
        "and moves one realm clockwise after every round. It is not a lord."
    )


def _board(box: Box) -> str:
    return (
        f"Has {box.board.spaces} spaces, for Enchanters only, taken from the arrow on. An Enchanter placed here may "
        f"buy up to {box.enchant_max} of the {box.setup.market_slots} enchantments in the market. Of players with the "
        "same energy left, the one whose Enchanter is nearer the arrow goes first in the next round."
    )


# Effects.


def effects_text(
    effects: Iterable[entries.AnyEffect], where: str = ITS_REALM, banner: str = "the banner that lies here"
) -> str:
    """In the order in which they happen: `place 1 caravan in its realm, then gain 1 onyx and 1 key`. `where`: in which
    realm; `banner`: the one that would be gained."""
    acts: list[str] = []
    gains: list[str] = []
    for effect in effects:
        text = _effect_text(effect, where, banner)
        if where != HERE and text.endswith(where):
            where = "there"
        if text.startswith(_GAIN):
            gains.append(text.removeprefix(_GAIN))
            continue
        if gains:
            acts.append(_GAIN + listed(gains))
            gains = []
        if text:
            acts.append(text)
    if gains:
        acts.append(_GAIN + listed(gains))
    return ", then ".join(acts)


def _effect_text(effect: entries.AnyEffect, where: str, banner: str) -> str:
    """One of them. A permission has its say elsewhere (`ability_text`)."""
    match effect:
        case entries.Gain(what, n):
            return _GAIN + amount(what, n)
        case entries.GainOneOf(what, n):
            return _GAIN + either(amount(each, n) for each in what)
        case entries.Influence(n, place):
            return f"{_GAIN}{n} influence {_place(place, where)}"
        case entries.Caravan(n, place):
            return f"place {counted(n, 'caravan')} {_place(place, where)}"
        case entries.Wanderer():
            return "exchange with the Wanderer"
        case entries.Banner():
            return _GAIN + banner
        case entries.Enchant(most):
            return f"buy up to {counted(most, 'enchantment')}"
        case entries.Occupied():
            return ""


def _place(place: str, where: str) -> str:
    match place:
        case "wanderer_realm":
            return "in the Wanderer's realm"
        case "lord_realm" if where in (ITS_REALM, HERE):
            return "in a realm where a lord stands"
        case _:
            return where


def ability_text(ability: Ability, where: str = ITS_REALM, banner: str = "the banner that lies here") -> str:
    """`pay 1 Air: gain 1 key`, `gain 1 energy`."""
    price = cost_text(ability.cost)
    effects = effects_text(ability.effects, where, banner)
    if ability.permission is not None:
        shared = "enter an occupied realm space"
        if ability.permission.only_if is not None:
            shared += ", if a lord stands in that realm"
        return f"pay {price} to {shared}, or later in the turn: {effects}" if price else shared
    return f"pay {price}: {effects}" if price else effects


def exchange_text(card: WandererCard) -> str:
    """`pay 2 Air for 1 onyx, or for 1 key`."""
    return f"pay {cost_text(card.cost)} for {', or for '.join(map(option_text, card.options))}"


def option_text(option: tuple[entries.Gain, ...]) -> str:
    """`2 gems of any element and 1 point`."""
    return listed(amount(effect.what, effect.n) for effect in option)


# Amounts and costs.


def either(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *front, last = words
    return f"{', '.join(front)} or {last}" if front else last


def one_of(words: Iterable[str]) -> str:
    """`a Specialist or Merchant`, `an Enchanter`."""
    text = either(words)
    return f"{'an' if text[0] in 'AEIO' else 'a'} {text}"


def amount(what: str, n: int) -> str:
    """`2 Fire`, `1 gem of any element`, `2 keys`, `1 onyx`."""
    match what:
        case "any":
            return f"{counted(n, 'gem')} of any element"
        case "key" | "point":
            return counted(n, what)
        case "onyx" | "energy":
            return f"{n} {what}"
        case _:
            return f"{n} {what.capitalize()}"


def gems_text(gems: s.Gems) -> str:
    """`2 Fire and 1 Air`."""
    return listed(_gems(gems))


def paid_text(gems: s.Gems, onyx: int = 0, energy: int = 0) -> str:
    """What was paid: `2 Fire, 1 onyx and 1 energy`; empty if nothing was."""
    return listed([*_gems(gems), *_others(onyx, energy)], "")


def cost_text(cost: Cost) -> str:
    """What is to be paid: `2 Fire and 3 gems of any element`; empty if it is free."""
    one_of = [either(amount(s.ELEMENTS[i], 1) for i in cost.one_of)] if cost.one_of else []
    free = [amount("any", cost.any)] if cost.any else []
    return listed([*_gems(s.gems_of(cost.gems)), *one_of, *free, *_others(cost.onyx, cost.energy)], "")


def _gems(gems: s.Gems) -> list[str]:
    return [amount(element, n) for element, n in zip(s.ELEMENTS, astuple(gems), strict=True) if n]


def _others(onyx: int, energy: int) -> list[str]:
    return [amount(what, n) for what, n in (("onyx", onyx), ("energy", energy)) if n]


# Names.


def figure_name(box: Box, figure: str) -> str:
    """`Leader`, `Merchant 2`."""
    return box.figures[figure].name


def the_figure(box: Box, figure: str) -> str:
    """`the Leader`, `Merchant 2`."""
    found = box.figures[figure]
    return f"the {found.name}" if found.id == found.kind else found.name


def kind_names(box: Box, shapes: Iterable[str]) -> list[str]:
    """The kinds of figures that have one of these shapes: `Champion`, `Specialist`, `Merchant`."""
    wanted = set(shapes)
    found = {figure.kind: figure.name for figure in box.figures.values() if figure.shape in wanted}
    return [name.rpartition(" ")[0] or name for name in found.values()]


def card_name(box: Box, card: str) -> str:
    """Of an attachment."""
    return box.cards[card].name


def realm_name(box: Box, realm: str) -> str:
    """`Fire Realm`."""
    return box.realms[realm].name


def short_realm(box: Box, realm: str) -> str:
    """`Fire`."""
    return box.realms[realm].name.removesuffix(" Realm")


def lord_name(box: Box, lord: str) -> str:
    return box.lords[lord].name


def place_name(box: Box, place: str) -> str:
    """A place as players call it."""
    if place in box.spaces:
        return box.spaces[place].name
    if place in box.caravan_spaces:
        return box.caravan_spaces[place].name
    if place == s.CENTRAL:
        return "the Central Gate"
    return f"the {box.board.name}" if place.startswith(s.BOARD) else f"Gate {place.rpartition('_')[2]}"


def slot_name(box: Box, realm: str, slot: int) -> str:
    """The space whose figure may take the banner of this slot: `Fire Outer Hall`."""
    letter = box.realms[realm].banner_slots[slot]
    return next(
        space.name
        for space in box.spaces.values()
        if space.realm == realm and any(ability.banner == letter for ability in space.abilities.values())
    )


def source_name(box: Box, ability: str, figure: str, place: str) -> str:
    """Where an ability comes from: `the Leader's ability`, `the Air Lord`, `Fire Court`, `Mist Armor`."""
    kind, _, name = ability.partition(":")
    match kind:
        case "innate":
            return f"{the_figure(box, figure)}'s ability"
        case "lord":
            return f"the {lord_name(box, name)}"
        case "space":
            return place_name(box, place)
        case "card":
            return card_name(box, name)
        case _:
            return "the Wanderer"
