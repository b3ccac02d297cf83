"""One English line per move and per change. A move says what it costs and brings on the table as it is; questions and
their answers are silent changes, because what comes of them says it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.gates_of_mara import changes as happened
from moothall.domain.gates_of_mara.changes import AnyChange, Rank, RoundChange
from moothall.domain.gates_of_mara.content import Ability, Cost, box_at, box_of
from moothall.domain.gates_of_mara.content.entries import AnyEffect, Caravan, Influence, Occupied
from moothall.domain.gates_of_mara.moves import (
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
from moothall.domain.gates_of_mara.payment import check_payment, payments
from moothall.domain.gates_of_mara.placing import can_place_caravan, check_place, influence_gain, realms_of, site_of
from moothall.domain.gates_of_mara.rules import (
    DECLINE,
    banner_in,
    lord_places,
    next_fire_banner,
    sources,
    useful_realms,
)
from moothall.domain.gates_of_mara.state import (
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
from moothall.domain.gates_of_mara.text.components import (
    HERE,
    ability_text,
    amount,
    card_name,
    cost_text,
    effects_text,
    exchange_text,
    gems_text,
    lord_name,
    lord_text,
    objective_text,
    option_text,
    paid_text,
    place_name,
    realm_name,
    short_realm,
    slot_name,
    source_name,
    the_figure,
)

_STEP = {
    "score_claims": "everybody has passed: the round is over",
    "score_round": "",
    "score_game": "the last round is over: claims, keys, gems and onyx are counted",
}
Layout = (
    happened.TribesDealt
    | happened.SuppliesDealt
    | happened.MarketOpened
    | happened.RingLaid
    | happened.DeckShuffled
    | happened.TurnOrderSet
    | happened.BannerDealt
    | happened.WandererCardRevealed
    | happened.ObjectivesRevealed
    | happened.AreaCleared
    | happened.CentralKeysAdded
    | happened.WandererMoved
    | happened.EnergyRestored
)
"""How the table is laid out for a round."""


def describe_move(move: AnyMove, state: State, reader: Reader) -> str:
    """One line."""
    match move:
        case Place():
            return place_text(state, move)
        case Pass():
            return pass_text(state)
        case Activate():
            return activate_text(state, move)
        case Enchant():
            return enchant_text(state, move)
        case EndTurn(collect):
            return end_turn_text(state, collect)
        case ChooseInfluence(take):
            return influence_text(state, take)
        case ChooseGems(gems):
            return f"Take {gems_text(gems)}"
        case ChooseCaravanSpace(space):
            return caravan_text(state, space)
        case ChooseExchange():
            return choose_exchange_text(state, move)
        case ChooseFigure(figure):
            return banner_taken_text(state, figure)
        case TakeFireBanner(figure):
            return fire_banner_text(state, figure)
        case PlaceLord(lord, realm):
            return place_lord_text(state, lord, realm)
        case _:
            assert_never(move)


def describe_change(change: AnyChange, reader: Reader) -> str:
    """One line, or nothing."""
    return sentence(_of_turn(change, reader))


# Moves: placing and passing.


def place_text(state: State, move: Place) -> str:
    """The price, what the placement brings, and what the figure may do there."""
    placement = check_place(state, _seat(state), move)
    price = paid_text(gems_of(placement.gems), energy=placement.energy)
    uses = "; ".join(_uses(state, move.space))
    there = f". There: {uses}" if uses else ""
    what = f"{the_figure(box_of(state), move.figure)} on {_where(state, move)}"
    return f"Place {what} for {price}: {_gains(state, move)}{there}"


def _where(state: State, move: Place) -> str:
    box = box_of(state)
    name = place_name(box, move.space)
    if move.via is not None:
        return f"the occupied {name} by {source_name(box, move.via, move.figure, move.space)}"
    if site_of(box, move.space) == "standard_gate":
        return f"{name} ({listed(short_realm(box, realm) for realm in realms_of(state, move.space))})"
    return name


def _gains(state: State, move: Place) -> str:
    """GM-3.7, 4.1, 10.4: keys, influence, and what a paid permission brings."""
    box = box_of(state)
    if move.space == BOARD:
        return f"buy up to {counted(box.enchant_max, 'enchantment')}"
    keys = [counted(state.central_keys, "key")] if move.space == CENTRAL and state.central_keys else []
    gains = listed([*keys, *_influence(state, move)])
    permission = check_place(state, _seat(state), move).permission
    if permission is None or permission.cost.free:
        return gains
    before = box.figures[move.figure].influence["realm"]
    effects = possible(state, _seat(state), permission, realms_of(state, move.space)[0], before)
    return f"{gains}, then {effects_text(effects, 'there')}" if effects else gains


def _influence(state: State, move: Place) -> Iterator[str]:
    box = box_of(state)
    n = box.figures[move.figure].influence[site_of(box, move.space)]
    gained: dict[int, list[str]] = {}
    for realm in realms_of(state, move.space):
        gained.setdefault(max(0, influence_gain(state, _seat(state), realm, n)), []).append(realm)
    for effective, realms in gained.items():
        names = listed(f"the {realm_name(box, realm)}" for realm in realms)
        where = "every realm" if len(realms) == len(state.ring) else names
        yield f"{effective} influence {'each ' if len(realms) == 2 else ''}in {where}"


def _uses(state: State, place: str) -> Iterator[str]:
    """The abilities of the space, without a banner that is gone."""
    space = box_of(state).spaces.get(place)
    for ability in space.abilities.values() if space is not None else ():
        banner = banner_text(state, place, ability)
        if banner or ability.banner is None:
            yield ability_text(ability, HERE, banner)


def pass_text(state: State) -> str:
    """What passing means now."""
    seat = _seat(state)
    ends = all(own.passed for other, own in enumerate(state.seats) if other != seat)
    first = "Pass, which ends the round" if ends else "Pass: no more turns this round"
    if state.round == box_of(state).setup.rounds:
        return first
    left = amount("energy", state.seats[seat].energy)
    return f"{first}, with {left} left (whoever has most goes first in the next round)"


def _seat(state: State) -> int:
    assert isinstance(state.phase, Placing)
    return state.phase.seat


# Moves: abilities, the end of a turn, cards.


def activate_text(state: State, move: Activate) -> str:
    """Where the ability comes from, the price, and what it can do now."""
    box = box_of(state)
    acting = acting_of(state)
    ability = dict(sources(state, acting))[move.ability]
    realm = move.realm if move.realm is not None else next(iter(useful_realms(state, acting, ability)), None)
    where = f"in the {realm_name(box, realm)}" if realm is not None else ""
    effects = possible(state, acting.seat, ability, realm)
    text = effects_text(effects, where, banner_text(state, acting.place, ability))
    if ability.effects == box.wanderer.effects:
        assert state.wanderer_card is not None
        text = exchange_text(box.wanderer_cards[state.wanderer_card])
    price = price_text(state, acting.seat, ability.cost, move.payment)
    source = source_name(box, move.ability, acting.figure, acting.place)
    return f"Use {source}: {f'pay {price}: ' if price else ''}{text}"


def end_turn_text(state: State, collect: bool) -> str:
    """What is collected or left lying (GM-6.12), and that cards are turned up (GM-8.5)."""
    box = box_of(state)
    acting = acting_of(state)
    left = [
        f"{effects_text(ability.effects).removeprefix('gain ')} ({source_name(box, key, acting.figure, acting.place)})"
        for key, ability in sources(state, acting)
        if ability.free_gain and key not in acting.used
    ]
    gains = f", {'taking' if collect else 'leaving'} {listed(left)}" if left else ""
    return f"End the turn{gains}{'; new cards come to the market' if acting.bought else ''}"


def enchant_text(state: State, move: Enchant) -> str:
    """Price, points, and what the card will do."""
    box = box_of(state)
    seat = acting_of(state).seat
    card_id = state.market[move.slot - 1]
    assert card_id is not None
    card = box.cards[card_id]
    price = price_text(state, seat, card.cost, move.payment)
    points = counted(state.round + card.points_plus, "point")
    figure = the_figure(box, move.figure)
    return f"Buy {card.name} for {price}, for {figure}: {points}; {_use(state, seat, card_id, move.figure)}"


def banner_taken_text(state: State, figure: str) -> str:
    """The banner just gained, on this figure."""
    acting = acting_of(state)
    assert isinstance(acting.question, FigureQuestion)
    return _attach(state, acting.seat, acting.question.card, figure)


def fire_banner_text(state: State, figure: str) -> str:
    """A Fire Banner on this figure, or none."""
    if figure == DECLINE:
        return "Take no Fire Banner"
    assert isinstance(state.phase, FireBanners)
    return _attach(state, state.phase.seats[0], next_fire_banner(state), figure)


def _attach(state: State, seat: int, card: str, figure: str) -> str:
    box = box_of(state)
    return f"Attach {card_name(box, card)} to {the_figure(box, figure)}: {_use(state, seat, card, figure)}"


def _use(state: State, seat: int, card: str, figure: str) -> str:
    """What the card will do on that figure, and from when on (GM-9.5)."""
    box = box_of(state)
    effect = f"when it is placed, you may {ability_text(box.cards[card].ability)}"
    if state.seats[seat].figures[figure].place is None and not isinstance(state.phase, FireBanners):
        return effect
    if state.round < box.setup.rounds:
        return f"from the next round on, {effect}"
    return "in this last round of no use any more, but it counts as an attachment"


# Moves: choices and lords.


def influence_text(state: State, take: str) -> str:
    """Influence or points, at the Water Lord."""
    acting = acting_of(state)
    assert isinstance(acting.question, InfluenceQuestion)
    realm, n = acting.question.realm, acting.question.n
    name = realm_name(box_of(state), realm)
    if take == "points":
        return f"Take {counted(n, 'point')} instead of the influence in the {name}"
    return f"Take {n} influence in the {name}, {influence_of(state, acting.seat, realm) + n} then"


def caravan_text(state: State, space: str) -> str:
    """What the caravan space brings, and the lord there."""
    box = box_of(state)
    stop = box.caravan_spaces[space]
    lord = lord_at(state, stop.realm)
    due = box.lords[lord].on_caravan if lord is not None else ()
    extra = f", and from the {lord_name(box, lord)} {effects_text(due, 'there')}" if lord is not None and due else ""
    return f"Place the caravan on {stop.name}: {effects_text(stop.effects, 'there')}{extra}"


def choose_exchange_text(state: State, move: ChooseExchange) -> str:
    """What is paid for what."""
    if move.option == 0:
        return "Do not exchange anything"
    acting = acting_of(state)
    assert isinstance(acting.question, ExchangeQuestion)
    card = box_of(state).wanderer_cards[acting.question.card]
    price = price_text(state, acting.seat, card.cost, move.payment)
    return f"Pay {price} for {option_text(card.options[move.option - 1])}"


def place_lord_text(state: State, lord: str, realm: str) -> str:
    """What the lord does there, and where the other one goes if there is no choice left."""
    box = box_of(state)
    text = f"Place the {lord_name(box, lord)} at the {realm_name(box, realm)}. {lord_text(box.lords[lord], 'there')}"
    others = [other.id for other in state.lords if other.realm is None and other.id != lord]
    places = [place for place in lord_places(state) if place != realm]
    if others and len(places) == 1:
        text += f" The {lord_name(box, others[0])} goes to the {realm_name(box, places[0])}."
    return text.removesuffix(".")


# Parts that the texts of several moves share.


def acting_of(state: State) -> Acting:
    """The turn that is being played: only then are there such moves."""
    assert isinstance(state.phase, Acting)
    return state.phase


def price_text(state: State, seat: int, cost: Cost, payment: Gems | None) -> str:
    """What would be paid: the gems named, or those by default, and whether others would do too."""
    own = state.seats[seat]
    text = paid_text(gems_of(check_payment(own, cost, payment)), cost.onyx, cost.energy)
    choice = payment is None and len(set(payments(own.gems, cost))) > 1
    return f"{text} (or with other gems)" if choice else text


def possible(state: State, seat: int, ability: Ability, realm: str | None, before: int = 0) -> list[AnyEffect]:
    """The effects without those that can do nothing now in the realm, where the seat gains influence `before`."""
    found: list[AnyEffect] = []
    for effect in ability.effects:
        match effect:
            case Influence(n, where):
                effective = influence_gain(state, seat, realm, n + before) - before if realm is not None else 0
                found += [Influence(effective, where)] if effective > 0 else []
            case Caravan(_, where):
                target = state.wanderer if where == "wanderer_realm" else realm
                found += [effect] if target is not None and can_place_caravan(state, seat, target) else []
            case Occupied():
                pass
            case _:
                found.append(effect)
    return found


def banner_text(state: State, place: str, ability: Ability) -> str:
    """The banner that the ability of this place gives, and what it does; empty if there is none."""
    card = banner_in(state, place, ability.banner) if ability.banner is not None else None
    if card is None:
        return ""
    found = box_of(state).cards[card]
    return f"{found.name} ({ability_text(found.ability)})"


# Changes in a turn.


def _of_turn(change: AnyChange, reader: Reader) -> str:
    box = box_at(reader.edition)
    match change:
        case happened.TurnStarted(seat):
            return f"it is {reader.whose(seat)} turn"
        case happened.SeatPassed(seat, forced):
            return reader.does(seat, "pass") + (": nothing can be placed any more" if forced else "")
        case happened.FigurePlaced():
            return _figure_placed(change, reader)
        case happened.CentralKeysTaken(seat, n):
            return reader.does(seat, f"take {counted(n, 'key')} from the Central Gate")
        case happened.InfluenceGained():
            return _influence_gained(change, reader)
        case happened.PointsGained():
            return _points_gained(change, reader)
        case happened.GemsGained(seat, gems):
            return reader.does(seat, f"gain {gems_text(gems)}")
        case happened.OnyxGained(seat, n):
            return reader.does(seat, f"gain {amount('onyx', n)}")
        case happened.KeysGained(seat, n, realm, pieces):
            why = f" for {pieces} pieces in the {realm_name(box, realm)}, where a lord stands" if realm else ""
            return reader.does(seat, f"gain {counted(n, 'key')}{why}")
        case happened.EnergyGained(seat, n):
            return reader.does(seat, f"gain {amount('energy', n)}")
        case happened.AbilityUsed():
            return _ability_used(change, reader)
        case happened.QuestionPut():
            return ""
        case happened.QuestionAnswered(seat, answer):
            return reader.does(seat, "decline the exchange") if answer == "0" else ""
        case happened.CaravanPlaced(seat, _, space):
            return reader.does(seat, f"place a caravan on {place_name(box, space)}")
        case happened.ExchangePaid(seat, _, _, gems, onyx, energy):
            return reader.does(seat, f"pay the Wanderer {paid_text(gems, onyx, energy)}")
        case happened.BannerGained(seat, card, _, _, figure):
            return reader.does(seat, f"attach {card_name(box, card)} to {the_figure(box, figure)}")
        case happened.BannerDiscarded(seat, card):
            return reader.does(seat, f"have no figure for {card_name(box, card)}: it leaves the game")
        case happened.EnchantmentGained():
            return _enchantment_gained(change, reader)
        case happened.EnchantmentDealt(_, card):
            return f"{card_name(box, card)} comes to the market for {cost_text(box.cards[card].cost)}"
        case _:
            return _of_round(change, reader)


def _figure_placed(change: happened.FigurePlaced, reader: Reader) -> str:
    box = box_at(reader.edition)
    where = place_name(box, change.place)
    if change.via is not None:
        where = f"the occupied {where} by {source_name(box, change.via, change.figure, change.place)}"
    price = paid_text(change.gems, energy=change.energy)
    return reader.does(change.seat, f"place {the_figure(box, change.figure)} on {where} for {price}")


def _influence_gained(change: happened.InfluenceGained, reader: Reader) -> str:
    box = box_at(reader.edition)
    source = f" from the {lord_name(box, change.lord)}" if change.lord else ""
    end = ", the end of the track" if change.total == box.tracks.influence_max else ""
    where = f"in the {realm_name(box, change.realm)}"
    return reader.does(change.seat, f"gain {change.n} influence {where}{source}: now {change.total}{end}")


def _points_gained(change: happened.PointsGained, reader: Reader) -> str:
    box = box_at(reader.edition)
    seat, points, count = change.seat, counted(change.n, "point"), change.count
    where = f" in the {realm_name(box, change.realm)}" if change.realm else ""
    match change.category:
        case "water_lord":
            return reader.does(seat, f"take {points} instead of influence{where}")
        case "gems":
            return reader.does(seat, f"score {points} for {counted(count, 'gem')}")
        case "onyx":
            return reader.does(seat, f"score {points} for {count} onyx")
    match change.rank:
        case None:
            return reader.does(seat, f"score {points}")
        case rank:
            what = {"keys": "keys", "second_place_ties": "influence"}.get(change.category, "claims")
            return f"{_stands(reader, seat, rank, what + where)} ({count}): {points}"


def _stands(reader: Reader, seat: int, rank: Rank, what: str) -> str:
    match rank:
        case "first":
            return reader.does(seat, f"have the most {what}")
        case "tied_first":
            return reader.does(seat, f"tie for the most {what}")
        case "second":
            return reader.does(seat, f"have the second most {what}")
        case "tied_second":
            return reader.does(seat, f"tie for the second most {what}")


def _ability_used(change: happened.AbilityUsed, reader: Reader) -> str:
    box = box_at(reader.edition)
    source = source_name(box, change.ability, change.figure, change.place)
    space = box.spaces.get(change.place)
    elsewhere = change.realm is not None and (space is None or space.realm != change.realm)
    at = f" in the {realm_name(box, change.realm)}" if change.realm is not None and elsewhere else ""
    price = paid_text(change.gems, change.onyx, change.energy)
    return reader.does(change.seat, f"use {source}{at}{f' for {price}' if price else ''}")


def _enchantment_gained(change: happened.EnchantmentGained, reader: Reader) -> str:
    box = box_at(reader.edition)
    seat = change.seat
    bought = f"buy {card_name(box, change.card)} for {paid_text(change.gems, change.onyx)}"
    attached = f"attach it to {the_figure(box, change.figure)}"
    scored = reader.form(seat, f"score {counted(change.points, 'point')}")
    return f"{reader.does(seat, bought)}, {reader.form(seat, attached)} and {scored}"


# Changes at setup and between rounds.


def _of_round(change: RoundChange, reader: Reader) -> str:
    box = box_at(reader.edition)
    match change:
        case happened.StepCalled(step):
            return _STEP[step]
        case happened.ClaimsPlaced(seat, realm, n, rank, influence, total):
            stands = f"{_stands(reader, seat, rank, f'influence in the {realm_name(box, realm)}')} ({influence})"
            return f"{stands} and {reader.form(seat, 'place')} {counted(n, 'claim')}: {total} there now"
        case happened.RealmUnclaimed(realm, least):
            need = f"{least} influence in" if least > 1 else "any influence in"
            return f"nobody has {need} the {realm_name(box, realm)}: no claims there"
        case happened.FireBannersOffered(seats):
            return f"a Fire Banner for a claim beside the Fire Lord is offered to {reader.all(seats)}"
        case happened.FireBannerTaken(seat, card, figure):
            return reader.does(seat, f"attach a {card_name(box, card)} to {the_figure(box, figure)}")
        case happened.FireBannerDeclined(seat):
            return reader.does(seat, "take no Fire Banner")
        case happened.ObjectiveMet(seat, objective, points):
            met = box.objectives[objective]
            return f"{reader.does(seat, f'meet {met.name}')} ({objective_text(box, met)}): {counted(points, 'point')}"
        case happened.RoundScored(number, points):
            return f"points after round {number}: {_points(reader, points)}"
        case happened.GameEnded(points):
            return f"points in the end: {_points(reader, points)}"
        case happened.LordPlaced(lord, realm, seat):
            what = f"the {lord_name(box, lord)}", f"at the {realm_name(box, realm)}"
            return " stands ".join(what) if seat is None else reader.does(seat, f"place {' '.join(what)}")
        case happened.LordsLifted(seats):
            return f"the lords leave their realms; {reader.does(seats[0], 'place')} one of them anew"
        case happened.RoundStarted(number):
            return f"round {number} of {box.setup.rounds} begins"
        case _:
            return _of_layout(change, reader)


def _points(reader: Reader, points: tuple[int, ...]) -> str:
    return listed(f"{reader.who(seat)} {n}" for seat, n in enumerate(points))


def _of_layout(change: Layout, reader: Reader) -> str:
    box = box_at(reader.edition)
    match change:
        case happened.TribesDealt(tribes):
            return listed(reader.does(seat, f"play the {box.tribes[id].name}") for seat, id in enumerate(tribes))
        case happened.SuppliesDealt():
            return _supplies(change)
        case happened.MarketOpened():
            return ""
        case happened.RingLaid(realms, wanderer=wanderer):
            ring = listed(realm_name(box, realm) for realm in realms)
            return f"the realms lie clockwise: {ring}; the Wanderer begins at the {realm_name(box, wanderer)}"
        case happened.DeckShuffled():
            return ""
        case happened.TurnOrderSet(order):
            return f"turn order: {', '.join(map(reader.who, order))}"
        case happened.BannerDealt(realm, slot, card):
            return f"{card_name(box, card)} lies at {slot_name(box, realm, slot)}"
        case happened.WandererCardRevealed(card):
            found = box.wanderer_cards[card]
            return f"the Wanderer's card is {found.name}: {exchange_text(found)}"
        case happened.ObjectivesRevealed(cards):
            return f"objectives of the round: {'; '.join(_objective(reader, card) for card in cards)}"
        case happened.AreaCleared():
            return "all figures and caravans go home, and all influence is gone"
        case happened.CentralKeysAdded(_, total):
            return f"{counted(total, 'key')} now {'lies' if total == 1 else 'lie'} on the Central Gate"
        case happened.WandererMoved(realm):
            return f"the Wanderer moves to the {realm_name(box, realm)}"
        case happened.EnergyRestored(energy):
            return f"everybody has {amount('energy', energy)} again"
        case _:
            assert_never(change)


def _supplies(change: happened.SuppliesDealt) -> str:
    pieces = [counted(len(change.figures), "figure"), counted(change.caravans, "caravan")]
    keys = [counted(change.keys, "key")] if change.keys else []
    means = paid_text(change.gems, change.onyx, change.energy)
    return f"everybody begins with {listed([*pieces, *keys])}, and with {means}"


def _objective(reader: Reader, card: str) -> str:
    box = box_at(reader.edition)
    found = box.objectives[card]
    return f"{found.name}, {objective_text(box, found)} ({counted(box.scoring.objective_points, 'point')})"
