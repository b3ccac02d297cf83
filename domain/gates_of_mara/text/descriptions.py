"""One English line per move and per change. A move says what it costs and brings on the table as it is; questions and
their answers are silent changes, because what comes of them says it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.gates_of_mara import changes as c, moves as m, rules, state as s
from moothall.domain.gates_of_mara.content import Ability, Cost, box_at, box_of
from moothall.domain.gates_of_mara.content.entries import AnyEffect, Caravan, Influence, Occupied
from moothall.domain.gates_of_mara.payment import check_payment, payments
from moothall.domain.gates_of_mara.placing import can_place_caravan, check_place, influence_gain, realms_of, site_of
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
_Layout = (
    c.TribesDealt
    | c.SuppliesDealt
    | c.MarketOpened
    | c.RingLaid
    | c.DeckShuffled
    | c.TurnOrderSet
    | c.BannerDealt
    | c.WandererCardRevealed
    | c.ObjectivesRevealed
    | c.AreaCleared
    | c.CentralKeysAdded
    | c.WandererMoved
    | c.EnergyRestored
)
"""How the table is laid out for a round."""


def describe_move(move: m.AnyMove, state: s.State, reader: Reader) -> str:
    """One line."""
    match move:
        case m.Place():
            return _place_text(state, move)
        case m.Pass():
            return _pass_text(state)
        case m.Activate():
            return _activate_text(state, move)
        case m.Enchant():
            return _enchant_text(state, move)
        case m.EndTurn(collect):
            return _end_turn_text(state, collect)
        case m.ChooseInfluence(take):
            return _influence_text(state, take)
        case m.ChooseGems(gems):
            return f"Take {gems_text(gems)}"
        case m.ChooseCaravanSpace(space):
            return _caravan_text(state, space)
        case m.ChooseExchange():
            return _choose_exchange_text(state, move)
        case m.ChooseFigure(figure):
            return _banner_taken_text(state, figure)
        case m.TakeFireBanner(figure):
            return _fire_banner_text(state, figure)
        case m.PlaceLord(lord, realm):
            return _place_lord_text(state, lord, realm)
        case _:
            assert_never(move)


def describe_change(change: c.AnyChange, reader: Reader) -> str:
    """One line, or nothing."""
    return sentence(_of_turn(change, reader))


# Moves: placing and passing.


def _place_text(state: s.State, move: m.Place) -> str:
    """The price, what the placement brings, and what the figure may do there."""
    placement = check_place(state, _seat(state), move)
    price = paid_text(s.gems_of(placement.gems), energy=placement.energy)
    uses = "; ".join(_uses(state, move.space))
    there = f". There: {uses}" if uses else ""
    what = f"{the_figure(box_of(state), move.figure)} on {_where(state, move)}"
    return f"Place {what} for {price}: {_gains(state, move)}{there}"


def _where(state: s.State, move: m.Place) -> str:
    box = box_of(state)
    name = place_name(box, move.space)
    if move.via is not None:
        return f"the occupied {name} by {source_name(box, move.via, move.figure, move.space)}"
    if site_of(box, move.space) == "standard_gate":
        return f"{name} ({listed(short_realm(box, realm) for realm in realms_of(state, move.space))})"
    return name


def _gains(state: s.State, move: m.Place) -> str:
    """GM-3.7, 4.1, 10.4: keys, influence, and what a paid permission brings."""
    box = box_of(state)
    if move.space == s.BOARD:
        return f"buy up to {counted(box.enchant_max, 'enchantment')}"
    keys = [counted(state.central_keys, "key")] if move.space == s.CENTRAL and state.central_keys else []
    gains = listed([*keys, *_influence(state, move)])
    permission = check_place(state, _seat(state), move).permission
    if permission is None or permission.cost.free:
        return gains
    before = box.figures[move.figure].influence["realm"]
    effects = _possible(state, _seat(state), permission, realms_of(state, move.space)[0], before)
    return f"{gains}, then {effects_text(effects, 'there')}" if effects else gains


def _influence(state: s.State, move: m.Place) -> Iterator[str]:
    box = box_of(state)
    n = box.figures[move.figure].influence[site_of(box, move.space)]
    gained: dict[int, list[str]] = {}
    for realm in realms_of(state, move.space):
        gained.setdefault(max(0, influence_gain(state, _seat(state), realm, n)), []).append(realm)
    for effective, realms in gained.items():
        names = listed(f"the {realm_name(box, realm)}" for realm in realms)
        where = "every realm" if len(realms) == len(state.ring) else names
        yield f"{effective} influence {'each ' if len(realms) == 2 else ''}in {where}"


def _uses(state: s.State, place: str) -> Iterator[str]:
    """The abilities of the space, without a banner that is gone."""
    space = box_of(state).spaces.get(place)
    for ability in space.abilities.values() if space is not None else ():
        banner = _banner_text(state, place, ability)
        if banner or ability.banner is None:
            yield ability_text(ability, HERE, banner)


def _pass_text(state: s.State) -> str:
    """What passing means now."""
    seat = _seat(state)
    ends = all(own.passed for other, own in enumerate(state.seats) if other != seat)
    first = "Pass, which ends the round" if ends else "Pass: no more turns this round"
    if state.round == box_of(state).setup.rounds:
        return first
    left = amount("energy", state.seats[seat].energy)
    return f"{first}, with {left} left (whoever has most goes first in the next round)"


def _seat(state: s.State) -> int:
    assert isinstance(state.phase, s.Placing)
    return state.phase.seat


# Moves: abilities, the end of a turn, cards.


def _activate_text(state: s.State, move: m.Activate) -> str:
    """Where the ability comes from, the price, and what it can do now."""
    box = box_of(state)
    acting = _acting_of(state)
    ability = dict(rules.sources(state, acting))[move.ability]
    realm = move.realm if move.realm is not None else next(iter(rules.useful_realms(state, acting, ability)), None)
    where = f"in the {realm_name(box, realm)}" if realm is not None else ""
    effects = _possible(state, acting.seat, ability, realm)
    text = effects_text(effects, where, _banner_text(state, acting.place, ability))
    if ability.effects == box.wanderer.effects:
        assert state.wanderer_card is not None
        text = exchange_text(box.wanderer_cards[state.wanderer_card])
    price = _price_text(state, acting.seat, ability.cost, move.payment)
    source = source_name(box, move.ability, acting.figure, acting.place)
    return f"Use {source}: {f'pay {price}: ' if price else ''}{text}"


def _end_turn_text(state: s.State, collect: bool) -> str:
    """What is collected or left lying (GM-6.12), and that cards are turned up (GM-8.5)."""
    box = box_of(state)
    acting = _acting_of(state)
    left = [
        f"{effects_text(ability.effects).removeprefix('gain ')} ({source_name(box, key, acting.figure, acting.place)})"
        for key, ability in rules.sources(state, acting)
        if ability.free_gain and key not in acting.used
    ]
    gains = f", {'taking' if collect else 'leaving'} {listed(left)}" if left else ""
    return f"End the turn{gains}{'; new cards come to the market' if acting.bought else ''}"


def _enchant_text(state: s.State, move: m.Enchant) -> str:
    """Price, points, and what the card will do."""
    box = box_of(state)
    seat = _acting_of(state).seat
    card_id = state.market[move.slot - 1]
    assert card_id is not None
    card = box.cards[card_id]
    price = _price_text(state, seat, card.cost, move.payment)
    points = counted(state.round + card.points_plus, "point")
    figure = the_figure(box, move.figure)
    return f"Buy {card.name} for {price}, for {figure}: {points}; {_use(state, seat, card_id, move.figure)}"


def _banner_taken_text(state: s.State, figure: str) -> str:
    """The banner just gained, on this figure."""
    acting = _acting_of(state)
    assert isinstance(acting.question, s.FigureQuestion)
    return _attach(state, acting.seat, acting.question.card, figure)


def _fire_banner_text(state: s.State, figure: str) -> str:
    """A Fire Banner on this figure, or none."""
    if figure == rules.DECLINE:
        return "Take no Fire Banner"
    assert isinstance(state.phase, s.FireBanners)
    return _attach(state, state.phase.seats[0], rules.next_fire_banner(state), figure)


def _attach(state: s.State, seat: int, card: str, figure: str) -> str:
    box = box_of(state)
    return f"Attach {card_name(box, card)} to {the_figure(box, figure)}: {_use(state, seat, card, figure)}"


def _use(state: s.State, seat: int, card: str, figure: str) -> str:
    """What the card will do on that figure, and from when on (GM-9.5)."""
    box = box_of(state)
    effect = f"when it is placed, you may {ability_text(box.cards[card].ability)}"
    if state.seats[seat].figures[figure].place is None and not isinstance(state.phase, s.FireBanners):
        return effect
    if state.round < box.setup.rounds:
        return f"from the next round on, {effect}"
    return "in this last round of no use any more, but it counts as an attachment"


# Moves: choices and lords.


def _influence_text(state: s.State, take: str) -> str:
    """Influence or points, at the Water Lord."""
    acting = _acting_of(state)
    assert isinstance(acting.question, s.InfluenceQuestion)
    realm, n = acting.question.realm, acting.question.n
    name = realm_name(box_of(state), realm)
    if take == "points":
        return f"Take {counted(n, 'point')} instead of the influence in the {name}"
    return f"Take {n} influence in the {name}, {s.influence_of(state, acting.seat, realm) + n} then"


def _caravan_text(state: s.State, space: str) -> str:
    """What the caravan space brings, and the lord there."""
    box = box_of(state)
    stop = box.caravan_spaces[space]
    lord = s.lord_at(state, stop.realm)
    due = box.lords[lord].on_caravan if lord is not None else ()
    extra = f", and from the {lord_name(box, lord)} {effects_text(due, 'there')}" if lord is not None and due else ""
    return f"Place the caravan on {stop.name}: {effects_text(stop.effects, 'there')}{extra}"


def _choose_exchange_text(state: s.State, move: m.ChooseExchange) -> str:
    """What is paid for what."""
    if move.option == 0:
        return "Do not exchange anything"
    acting = _acting_of(state)
    assert isinstance(acting.question, s.ExchangeQuestion)
    card = box_of(state).wanderer_cards[acting.question.card]
    price = _price_text(state, acting.seat, card.cost, move.payment)
    return f"Pay {price} for {option_text(card.options[move.option - 1])}"


def _place_lord_text(state: s.State, lord: str, realm: str) -> str:
    """What the lord does there, and where the other one goes if there is no choice left."""
    box = box_of(state)
    text = f"Place the {lord_name(box, lord)} at the {realm_name(box, realm)}. {lord_text(box.lords[lord], 'there')}"
    others = [other.id for other in state.lords if other.realm is None and other.id != lord]
    places = [place for place in rules.lord_places(state) if place != realm]
    if others and len(places) == 1:
        text += f" The {lord_name(box, others[0])} goes to the {realm_name(box, places[0])}."
    return text.removesuffix(".")


# Parts that the texts of several moves share.


def _acting_of(state: s.State) -> s.Acting:
    """The turn that is being played: only then are there such moves."""
    assert isinstance(state.phase, s.Acting)
    return state.phase


def _price_text(state: s.State, seat: int, cost: Cost, payment: s.Gems | None) -> str:
    """What would be paid: the gems named, or those by default, and whether others would do too."""
    own = state.seats[seat]
    text = paid_text(s.gems_of(check_payment(own, cost, payment)), cost.onyx, cost.energy)
    choice = payment is None and len(set(payments(own.gems, cost))) > 1
    return f"{text} (or with other gems)" if choice else text


def _possible(state: s.State, seat: int, ability: Ability, realm: str | None, before: int = 0) -> list[AnyEffect]:
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


def _banner_text(state: s.State, place: str, ability: Ability) -> str:
    """The banner that the ability of this place gives, and what it does; empty if there is none."""
    card = rules.banner_in(state, place, ability.banner) if ability.banner is not None else None
    if card is None:
        return ""
    found = box_of(state).cards[card]
    return f"{found.name} ({ability_text(found.ability)})"


# Changes in a turn.


def _of_turn(change: c.AnyChange, reader: Reader) -> str:
    box = box_at(reader.edition)
    match change:
        case c.TurnStarted(seat):
            return f"it is {reader.whose(seat)} turn"
        case c.SeatPassed(seat, forced):
            return reader.does(seat, "pass") + (": nothing can be placed any more" if forced else "")
        case c.FigurePlaced():
            return _figure_placed(change, reader)
        case c.CentralKeysTaken(seat, n):
            return reader.does(seat, f"take {counted(n, 'key')} from the Central Gate")
        case c.InfluenceGained():
            return _influence_gained(change, reader)
        case c.PointsGained():
            return _points_gained(change, reader)
        case c.GemsGained(seat, gems):
            return reader.does(seat, f"gain {gems_text(gems)}")
        case c.OnyxGained(seat, n):
            return reader.does(seat, f"gain {amount('onyx', n)}")
        case c.KeysGained(seat, n, realm, pieces):
            why = f" for {pieces} pieces in the {realm_name(box, realm)}, where a lord stands" if realm else ""
            return reader.does(seat, f"gain {counted(n, 'key')}{why}")
        case c.EnergyGained(seat, n):
            return reader.does(seat, f"gain {amount('energy', n)}")
        case c.AbilityUsed():
            return _ability_used(change, reader)
        case c.QuestionPut():
            return ""
        case c.QuestionAnswered(seat, answer):
            return reader.does(seat, "decline the exchange") if answer == "0" else ""
        case c.CaravanPlaced(seat, _, space):
            return reader.does(seat, f"place a caravan on {place_name(box, space)}")
        case c.ExchangePaid(seat, _, _, gems, onyx, energy):
            return reader.does(seat, f"pay the Wanderer {paid_text(gems, onyx, energy)}")
        case c.BannerGained(seat, card, _, _, figure):
            return reader.does(seat, f"attach {card_name(box, card)} to {the_figure(box, figure)}")
        case c.BannerDiscarded(seat, card):
            return reader.does(seat, f"have no figure for {card_name(box, card)}: it leaves the game")
        case c.EnchantmentGained():
            return _enchantment_gained(change, reader)
        case c.EnchantmentDealt(_, card):
            return f"{card_name(box, card)} comes to the market for {cost_text(box.cards[card].cost)}"
        case _:
            return _of_round(change, reader)


def _figure_placed(change: c.FigurePlaced, reader: Reader) -> str:
    box = box_at(reader.edition)
    where = place_name(box, change.place)
    if change.via is not None:
        where = f"the occupied {where} by {source_name(box, change.via, change.figure, change.place)}"
    price = paid_text(change.gems, energy=change.energy)
    return reader.does(change.seat, f"place {the_figure(box, change.figure)} on {where} for {price}")


def _influence_gained(change: c.InfluenceGained, reader: Reader) -> str:
    box = box_at(reader.edition)
    source = f" from the {lord_name(box, change.lord)}" if change.lord else ""
    end = ", the end of the track" if change.total == box.tracks.influence_max else ""
    where = f"in the {realm_name(box, change.realm)}"
    return reader.does(change.seat, f"gain {change.n} influence {where}{source}: now {change.total}{end}")


def _points_gained(change: c.PointsGained, reader: Reader) -> str:
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


def _stands(reader: Reader, seat: int, rank: c.Rank, what: str) -> str:
    match rank:
        case "first":
            return reader.does(seat, f"have the most {what}")
        case "tied_first":
            return reader.does(seat, f"tie for the most {what}")
        case "second":
            return reader.does(seat, f"have the second most {what}")
        case "tied_second":
            return reader.does(seat, f"tie for the second most {what}")


def _ability_used(change: c.AbilityUsed, reader: Reader) -> str:
    box = box_at(reader.edition)
    source = source_name(box, change.ability, change.figure, change.place)
    space = box.spaces.get(change.place)
    elsewhere = change.realm is not None and (space is None or space.realm != change.realm)
    at = f" in the {realm_name(box, change.realm)}" if change.realm is not None and elsewhere else ""
    price = paid_text(change.gems, change.onyx, change.energy)
    return reader.does(change.seat, f"use {source}{at}{f' for {price}' if price else ''}")


def _enchantment_gained(change: c.EnchantmentGained, reader: Reader) -> str:
    box = box_at(reader.edition)
    seat = change.seat
    bought = f"buy {card_name(box, change.card)} for {paid_text(change.gems, change.onyx)}"
    attached = f"attach it to {the_figure(box, change.figure)}"
    scored = reader.form(seat, f"score {counted(change.points, 'point')}")
    return f"{reader.does(seat, bought)}, {reader.form(seat, attached)} and {scored}"


# Changes at setup and between rounds.


def _of_round(change: c.RoundChange, reader: Reader) -> str:
    box = box_at(reader.edition)
    match change:
        case c.StepCalled(step):
            return _STEP[step]
        case c.ClaimsPlaced(seat, realm, n, rank, influence, total):
            stands = f"{_stands(reader, seat, rank, f'influence in the {realm_name(box, realm)}')} ({influence})"
            return f"{stands} and {reader.form(seat, 'place')} {counted(n, 'claim')}: {total} there now"
        case c.RealmUnclaimed(realm, least):
            need = f"{least} influence in" if least > 1 else "any influence in"
            return f"nobody has {need} the {realm_name(box, realm)}: no claims there"
        case c.FireBannersOffered(seats):
            return f"a Fire Banner for a claim beside the Fire Lord is offered to {reader.all(seats)}"
        case c.FireBannerTaken(seat, card, figure):
            return reader.does(seat, f"attach a {card_name(box, card)} to {the_figure(box, figure)}")
        case c.FireBannerDeclined(seat):
            return reader.does(seat, "take no Fire Banner")
        case c.ObjectiveMet(seat, objective, points):
            met = box.objectives[objective]
            return f"{reader.does(seat, f'meet {met.name}')} ({objective_text(box, met)}): {counted(points, 'point')}"
        case c.RoundScored(number, points):
            return f"points after round {number}: {_points(reader, points)}"
        case c.GameEnded(points):
            return f"points in the end: {_points(reader, points)}"
        case c.LordPlaced(lord, realm, seat):
            what = f"the {lord_name(box, lord)}", f"at the {realm_name(box, realm)}"
            return " stands ".join(what) if seat is None else reader.does(seat, f"place {' '.join(what)}")
        case c.LordsLifted(seats):
            return f"the lords leave their realms; {reader.does(seats[0], 'place')} one of them anew"
        case c.RoundStarted(number):
            return f"round {number} of {box.setup.rounds} begins"
        case _:
            return _of_layout(change, reader)


def _points(reader: Reader, points: tuple[int, ...]) -> str:
    return listed(f"{reader.who(seat)} {n}" for seat, n in enumerate(points))


def _of_layout(change: _Layout, reader: Reader) -> str:
    box = box_at(reader.edition)
    match change:
        case c.TribesDealt(tribes):
            return listed(reader.does(seat, f"play the {box.tribes[id].name}") for seat, id in enumerate(tribes))
        case c.SuppliesDealt():
            return _supplies(change)
        case c.MarketOpened():
            return ""
        case c.RingLaid(realms, wanderer=wanderer):
            ring = listed(realm_name(box, realm) for realm in realms)
            return f"the realms lie clockwise: {ring}; the Wanderer begins at the {realm_name(box, wanderer)}"
        case c.DeckShuffled():
            return ""
        case c.TurnOrderSet(order):
            return f"turn order: {', '.join(map(reader.who, order))}"
        case c.BannerDealt(realm, slot, card):
            return f"{card_name(box, card)} lies at {slot_name(box, realm, slot)}"
        case c.WandererCardRevealed(card):
            found = box.wanderer_cards[card]
            return f"the Wanderer's card is {found.name}: {exchange_text(found)}"
        case c.ObjectivesRevealed(cards):
            return f"objectives of the round: {'; '.join(_objective(reader, card) for card in cards)}"
        case c.AreaCleared():
            return "all figures and caravans go home, and all influence is gone"
        case c.CentralKeysAdded(_, total):
            return f"{counted(total, 'key')} now {'lies' if total == 1 else 'lie'} on the Central Gate"
        case c.WandererMoved(realm):
            return f"the Wanderer moves to the {realm_name(box, realm)}"
        case c.EnergyRestored(energy):
            return f"everybody has {amount('energy', energy)} again"
        case _:
            assert_never(change)


def _supplies(change: c.SuppliesDealt) -> str:
    pieces = [counted(len(change.figures), "figure"), counted(change.caravans, "caravan")]
    keys = [counted(change.keys, "key")] if change.keys else []
    means = paid_text(change.gems, change.onyx, change.energy)
    return f"everybody begins with {listed([*pieces, *keys])}, and with {means}"


def _objective(reader: Reader, card: str) -> str:
    box = box_at(reader.edition)
    found = box.objectives[card]
    return f"{found.name}, {objective_text(box, found)} ({counted(box.scoring.objective_points, 'point')})"
