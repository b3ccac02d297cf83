"""What every component costs and does, told from its effect data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from moothall.domain.core.words import counted, listed, sentence
from moothall.domain.gates_of_mara.content import Box, box_at
from moothall.domain.gates_of_mara.content.entries import Objective
from moothall.domain.gates_of_mara.content.tables import Card, Figure, Lord, Space
from moothall.domain.gates_of_mara.state import BOARD, CENTRAL
from moothall.domain.gates_of_mara.text.effects import (
    HERE,
    ITS_REALM,
    ability_text,
    amount,
    cost_text,
    effects_text,
    either,
    exchange_text,
    one_of,
)
from moothall.domain.gates_of_mara.text.names import kind_names

_SITES = {
    "realm": "on a realm space",
    "standard_gate": "in each realm beside it on a Standard Gate",
    CENTRAL: "in every realm on the Central Gate",
}


def component_texts(edition: int) -> dict[str, dict[str, str]]:
    """By the list of the content file and the id there. The Wanderer and the Enchantment board stand in no list and
    have kinds of their own."""
    box = box_at(edition)
    points = counted(box.scoring.objective_points, "point")
    keys = f"{box.scoring.lord_key_pieces} own figures or caravans in its realm at the end of a round give 1 key."
    return {
        "gates": {"gate": _standard_gate(box), CENTRAL: _central_gate(box)},
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
        "boards": {BOARD: _board(box)},
    }


def _standard_gate(box: Box) -> str:
    influence = _influence_of_kinds(box, "standard_gate")
    return (
        f"One space, for {one_of(influence)}. A figure here is in both realms beside the gate and gains influence in "
        f"each: {listed(f'{kind} {n}' for kind, n in influence.items())}."
    )


def _central_gate(box: Box) -> str:
    influence = _influence_of_kinds(box, CENTRAL)
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
    only = f", on the {box.board.name} only" if BOARD in figure.places else ""
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


def objective_text(box: Box, objective: Objective) -> str:
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
