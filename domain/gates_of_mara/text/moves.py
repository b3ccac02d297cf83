"""Moves in English: what each costs and brings on the table as it is. The moves are legal ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import assert_never

from domain.core.words import Reader, counted, listed
from domain.gates_of_mara.content import box_of
from domain.gates_of_mara.content.entries import AnyEffect, Caravan, Influence
from domain.gates_of_mara.content.tables import Ability, Cost
from domain.gates_of_mara.moves import (
    Activate,
    AnyMove,
    ChooseCaravanSpace,
    ChooseExchange,
    ChooseFigure,
    ChooseGems,
    ChooseInfluence,
    Enchant,
    EndTurn,
    Pass,
    Place,
    PlaceLord,
    TakeFireBanner,
)
from domain.gates_of_mara.rules.abilities import banner_in, sources, useful_realms
from domain.gates_of_mara.rules.attaching import DECLINE, lord_places
from domain.gates_of_mara.rules.paying import check_payment, payments
from domain.gates_of_mara.rules.places import can_place_caravan, influence_gain, realms_of, site_of
from domain.gates_of_mara.rules.placing import check_place
from domain.gates_of_mara.state import (
    BOARD,
    CENTRAL,
    Acting,
    ExchangeQuestion,
    FigureQuestion,
    FireBanners,
    Gems,
    InfluenceQuestion,
    Placing,
    State,
    gems_of,
    influence_of,
    lord_at,
)
from domain.gates_of_mara.text.components import lord_text
from domain.gates_of_mara.text.effects import (
    HERE,
    ability_text,
    amount,
    effects_text,
    exchange_text,
    gems_text,
    option_text,
    paid_text,
)
from domain.gates_of_mara.text.names import (
    card_name,
    lord_name,
    place_name,
    realm_name,
    short_realm,
    source_name,
    the_figure,
)


def describe_move(move: AnyMove, state: State, reader: Reader) -> str:
    """One line."""
    match move:
        case Place():
            return _place(state, move)
        case Pass():
            return _pass(state)
        case Activate():
            return _activate(state, move)
        case Enchant():
            return _enchant(state, move)
        case EndTurn(collect):
            return _end_turn(state, collect)
        case ChooseInfluence(take):
            return _influence(state, take)
        case ChooseGems(gems):
            return f"Take {gems_text(gems)}"
        case ChooseCaravanSpace(space):
            return _caravan(state, space)
        case ChooseExchange():
            return _exchange(state, move)
        case ChooseFigure(figure):
            question = _acting(state).question
            assert isinstance(question, FigureQuestion)
            return _attach(state, _acting(state).seat, question.card, figure)
        case TakeFireBanner(figure):
            return _fire_banner(state, figure)
        case PlaceLord(lord, realm):
            return _lord(state, lord, realm)
        case _:
            assert_never(move)


def _place(state: State, move: Place) -> str:
    box = box_of(state)
    assert isinstance(state.phase, Placing)
    seat = state.phase.seat
    placement = check_place(state, seat, move)
    gains = [*_placement_gains(state, seat, move)]
    then = ""
    if move.space == BOARD:
        gains.append(f"buy up to {counted(box.enchant_max, 'enchantment')}")
    if placement.permission is not None and not placement.permission.cost.free:
        effects = _possible(state, seat, placement.permission, realms_of(state, move.space)[0])
        then = f", then {effects_text(effects, 'there')}" if effects else ""
    where = place_name(box, move.space)
    if site_of(box, move.space) == "standard_gate":
        where += f" ({listed(short_realm(box, realm) for realm in realms_of(state, move.space))})"
    if move.via is not None:
        where = f"the occupied {where} by {source_name(box, move.via, move.figure, move.space)}"
    price = paid_text(gems_of(placement.gems), energy=placement.energy)
    uses = [_ability(state, ability, move.space) for ability in _abilities_of(state, move.space)]
    there = f". There: {'; '.join(uses)}" if uses else ""
    return f"Place {the_figure(box, move.figure)} on {where} for {price}: {listed(gains)}{then}{there}"


def _placement_gains(state: State, seat: int, move: Place) -> Iterator[str]:
    """GM-3.7, 4.1: keys and influence."""
    box = box_of(state)
    if move.space == CENTRAL and state.central_keys:
        yield counted(state.central_keys, "key")
    n = box.figures[move.figure].influence.get(site_of(box, move.space), 0)
    gained: dict[int, list[str]] = {}
    for realm in realms_of(state, move.space):
        gained.setdefault(max(0, influence_gain(state, seat, realm, n)), []).append(realm)
    for effective, realms in gained.items():
        names = listed(f"the {realm_name(box, realm)}" for realm in realms)
        where = "every realm" if len(realms) == len(state.ring) else names
        yield f"{effective} influence {'each ' if len(realms) == 2 else ''}in {where}"


def _abilities_of(state: State, place: str) -> list[Ability]:
    space = box_of(state).spaces.get(place)
    return list(space.abilities.values()) if space is not None else []


def _ability(state: State, ability: Ability, place: str) -> str:
    """An ability of a space, its banner by name."""
    banner = banner_in(state, place, ability.banner) if ability.banner is not None else None
    return ability_text(ability, HERE, _banner(state, banner) if banner is not None else "no banner, it was taken")


def _banner(state: State, card: str) -> str:
    found = box_of(state).cards[card]
    return f"{found.name} ({ability_text(found.ability)})"


def _pass(state: State) -> str:
    box = box_of(state)
    assert isinstance(state.phase, Placing)
    seat = state.phase.seat
    left = state.seats[seat].energy
    ends = all(own.passed for other, own in enumerate(state.seats) if other != seat)
    first = "Pass, which ends the round" if ends else "Pass: no more turns this round"
    if state.round == box.setup.rounds:
        return first
    return f"{first}, with {amount('energy', left)} left (whoever has most goes first in the next round)"


def _activate(state: State, move: Activate) -> str:
    box = box_of(state)
    acting = _acting(state)
    ability = dict(sources(state, acting))[move.ability]
    source = source_name(box, move.ability, acting.figure, acting.place)
    realm = move.realm
    if realm is None:
        realm = next(iter(useful_realms(state, acting, ability)), None)
    effects = _possible(state, acting.seat, ability, realm)
    banner = banner_in(state, acting.place, ability.banner) if ability.banner is not None else None
    where = f"in the {realm_name(box, realm)}" if realm is not None else ""
    text = effects_text(effects, where, _banner(state, banner) if banner is not None else "")
    if ability.effects == box.wanderer.effects:
        assert state.wanderer_card is not None
        text = exchange_text(box.wanderer_cards[state.wanderer_card])
    price = _price(state, acting.seat, ability.cost, move.payment)
    return f"Use {source}: {f'pay {price}: ' if price else ''}{text}"


def _possible(state: State, seat: int, ability: Ability, realm: str | None) -> list[AnyEffect]:
    """The effects without those in a realm that can do nothing there (GM-6.6)."""
    found: list[AnyEffect] = []
    for effect in ability.effects:
        match effect:
            case Influence(n, where):
                effective = influence_gain(state, seat, realm, n) if realm is not None else 0
                found += [Influence(effective, where)] if effective > 0 else []
            case Caravan(_, where):
                target = state.wanderer if where == "wanderer_realm" else realm
                found += [effect] if target is not None and can_place_caravan(state, seat, target) else []
            case _:
                found.append(effect)
    return found


def _enchant(state: State, move: Enchant) -> str:
    box = box_of(state)
    acting = _acting(state)
    card_id = state.market[move.slot - 1]
    assert card_id is not None
    card = box.cards[card_id]
    price = _price(state, acting.seat, card.cost, move.payment)
    points = counted(state.round + card.points_plus, "point")
    figure = the_figure(box, move.figure)
    return f"Buy {card.name} for {price}, for {figure}: {points}; {_on(state, acting.seat, card_id, move.figure)}"


def _attach(state: State, seat: int, card: str, figure: str) -> str:
    box = box_of(state)
    return f"Attach {card_name(box, card)} to {the_figure(box, figure)}: {_on(state, seat, card, figure)}"


def _fire_banner(state: State, figure: str) -> str:
    if figure == DECLINE:
        return "Take no Fire Banner"
    assert isinstance(state.phase, FireBanners)
    return _attach(state, state.phase.seats[0], box_of(state).fire_banners[state.fire_banners], figure)


def _on(state: State, seat: int, card: str, figure: str) -> str:
    """What the card will do on that figure, and from when on (GM-9.5)."""
    box = box_of(state)
    effect = f"when it is placed, you may {ability_text(box.cards[card].ability)}"
    if state.seats[seat].figures[figure].place is None and not isinstance(state.phase, FireBanners):
        return effect
    if state.round < box.setup.rounds:
        return f"from the next round on, {effect}"
    return "in this last round of no use any more, but it counts as an attachment"


def _end_turn(state: State, collect: bool) -> str:
    box = box_of(state)
    acting = _acting(state)
    left = [
        f"{effects_text(ability.effects).removeprefix('gain ')} ({source_name(box, key, acting.figure, acting.place)})"
        for key, ability in sources(state, acting)
        if ability.free_gain and key not in acting.used
    ]
    gains = f", {'taking' if collect else 'leaving'} {listed(left)}" if left else ""
    return f"End the turn{gains}{'; new cards come to the market' if acting.bought else ''}"


def _influence(state: State, take: str) -> str:
    question = _acting(state).question
    assert isinstance(question, InfluenceQuestion)
    realm = realm_name(box_of(state), question.realm)
    if take == "points":
        return f"Take {counted(question.n, 'point')} instead of the influence in the {realm}"
    total = influence_of(state, _acting(state).seat, question.realm) + question.n
    return f"Take {question.n} influence in the {realm}, {total} then"


def _caravan(state: State, space: str) -> str:
    box = box_of(state)
    stop = box.caravan_spaces[space]
    lord = lord_at(state, stop.realm)
    due = box.lords[lord].on_caravan if lord is not None else ()
    extra = f", and from the {lord_name(box, lord)} {effects_text(due, HERE)}" if lord is not None and due else ""
    return f"Place the caravan on {stop.name}: {effects_text(stop.effects, HERE)}{extra}"


def _exchange(state: State, move: ChooseExchange) -> str:
    if move.option == 0:
        return "Do not exchange anything"
    acting = _acting(state)
    assert isinstance(acting.question, ExchangeQuestion)
    card = box_of(state).wanderer_cards[acting.question.card]
    return f"Pay {_price(state, acting.seat, card.cost, move.payment)} for {option_text(card.options[move.option - 1])}"


def _lord(state: State, lord: str, realm: str) -> str:
    box = box_of(state)
    text = f"Place the {lord_name(box, lord)} at the {realm_name(box, realm)}. {lord_text(box.lords[lord], 'there')}"
    others = [other.id for other in state.lords if other.realm is None and other.id != lord]
    places = [place for place in lord_places(state) if place != realm]
    if others and len(places) == 1:
        text += f" The {lord_name(box, others[0])} goes to the {realm_name(box, places[0])}."
    return text.removesuffix(".")


def _price(state: State, seat: int, cost: Cost, payment: Gems | None) -> str:
    """What would be paid: the gems named, or those by default if others would do too."""
    own = state.seats[seat]
    text = paid_text(gems_of(check_payment(own, cost, payment)), cost.onyx, cost.energy)
    ways = payments(own.gems, cost) if payment is None else iter(())
    return f"{text} (or with other gems)" if len(list(islice(ways, 2))) > 1 else text


def _acting(state: State) -> Acting:
    assert isinstance(state.phase, Acting)
    return state.phase
