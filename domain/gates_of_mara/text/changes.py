"""Changes in English. Questions and their answers are silent: what comes of them says it."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.gates_of_mara import changes as happened
from moothall.domain.gates_of_mara.changes import AnyChange, Rank, RoundChange
from moothall.domain.gates_of_mara.content import box_at
from moothall.domain.gates_of_mara.text.components import objective_text
from moothall.domain.gates_of_mara.text.effects import amount, cost_text, exchange_text, gems_text, paid_text
from moothall.domain.gates_of_mara.text.names import (
    card_name,
    lord_name,
    place_name,
    realm_name,
    slot_name,
    source_name,
    the_figure,
)

_STEP = {
    "score_claims": "everybody has passed: the round is over",
    "score_round": "",
    "score_game": "the last round is over: claims, keys, gems and onyx are counted",
}


def describe_change(change: AnyChange, reader: Reader) -> str:
    """One line, or nothing."""
    return sentence(_of_turn(change, reader))


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
