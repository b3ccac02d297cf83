"""Changes in English."""

from __future__ import annotations

from typing import Any

from domain.core.words import Reader
from domain.gates_of_mara import changes as happened
from domain.gates_of_mara.changes import AnyChange
from domain.gates_of_mara.content import TABLES
from domain.gates_of_mara.state import (
    AnyQuestion,
    CaravanQuestion,
    ExchangeQuestion,
    FigureQuestion,
    GemsQuestion,
    InfluenceQuestion,
)
from domain.gates_of_mara.text.names import (
    ability_name,
    card_name,
    figure_name,
    gems_text,
    listed,
    lord_name,
    place_name,
    price_text,
    realm_name,
    several,
)

_CATEGORY = {
    "abilities": "from abilities",
    "water_lord": "instead of influence",
    "second_place_ties": "for a tie for second",
    "keys": "for keys",
    "gems": "for gems left",
    "onyx": "for onyx left",
}
_DECK = {
    "enchantments": "enchantments",
    "banners": "banners",
    "objectives": "objectives",
    "wanderer_cards": "Wanderer cards",
}
_STEP = {
    "score_claims": "The round is over: claims are placed",
    "score_round": "Keys and objectives are scored",
    "score_game": "The last round is over: the game is scored",
}


def describe_change(change: AnyChange, reader: Reader) -> str:
    """One line."""
    seat = getattr(change, "seat", None)
    line = _of_seat(change, f"Seat {seat}") if seat is not None else None
    return line if line is not None else _of_game(change)


def _of_seat(change: Any, who: str) -> str | None:
    match change:
        case happened.TurnStarted():
            return f"{who} is to place a figure"
        case happened.SeatPassed(_, forced):
            return f"{who} cannot place anything and passes" if forced else f"{who} passes"
        case happened.FigurePlaced(_, figure, place, energy, via, gems):
            by = f" by {ability_name(via)}" if via is not None else ""
            price = price_text(gems, energy=energy)
            return f"{who} places the {figure_name(figure)} on {place_name(place)}{by} for {price}"
        case happened.CentralKeysTaken(_, n):
            return f"{who} takes {several(n, 'key')} from the Central Gate"
        case happened.InfluenceGained(_, realm, n):
            return f"{who} gains {n} influence in the {realm_name(realm)}"
        case happened.PointsGained(_, category, n):
            return f"{who} scores {several(n, 'point')} {_category(category)}"
        case happened.GemsGained(_, gems):
            return f"{who} gains {gems_text(gems)}"
        case happened.OnyxGained(_, n):
            return f"{who} gains {n} onyx"
        case happened.KeysGained(_, n):
            return f"{who} gains {several(n, 'key')}"
        case happened.EnergyGained(_, n):
            return f"{who} gains {n} energy"
        case happened.AbilityUsed(_, ability, realm, gems, onyx, energy):
            price = price_text(gems, onyx, energy)
            at = f" at the {realm_name(realm)}" if realm is not None else ""
            return f"{who} uses {ability_name(ability)}{at}{f' for {price}' if price else ''}"
        case happened.QuestionPut(_, question):
            return f"{who} is to choose {_question(question)}"
        case happened.QuestionAnswered(_, answer):
            return f"{who} has chosen: {_answer(answer)}"
        case happened.CaravanPlaced(_, realm, space):
            return f"{who} places a caravan on {place_name(space)}"
        case happened.ExchangePaid(_, card, option, gems, onyx, energy):
            return f"{who} pays {card_name(card)} {price_text(gems, onyx, energy)} for option {option}"
        case _:
            return _attachments_and_awards(change, who)


def _attachments_and_awards(change: Any, who: str) -> str | None:
    match change:
        case happened.BannerGained(_, card, _, _, figure):
            return f"{who} attaches {card_name(card)} to the {figure_name(figure)}"
        case happened.BannerDiscarded(_, card):
            return f"{who} has no figure for {card_name(card)}: it leaves the game"
        case happened.EnchantmentGained(_, card, slot, figure, gems, onyx, points):
            return (
                f"{who} buys {card_name(card)} from slot {slot} for {price_text(gems, onyx)}, attaches it to the "
                f"{figure_name(figure)} and scores {several(points, 'point')}"
            )
        case happened.ClaimsPlaced(_, realm, n):
            return f"{who} places {several(n, 'claim')} in the {realm_name(realm)}"
        case happened.FireBannerTaken(_, _, figure):
            return f"{who} attaches a Fire Banner to the {figure_name(figure)}"
        case happened.FireBannerDeclined():
            return f"{who} takes no Fire Banner"
        case happened.ObjectiveMet(_, objective, points):
            return f"{who} meets {card_name(objective)} and scores {several(points, 'point')}"
        case happened.LordPlaced(lord, realm):
            return f"{who} places the {lord_name(lord)} at the {realm_name(realm)}"
        case _:
            return None


def _of_game(change: Any) -> str:
    match change:
        case happened.TribesDealt(tribes):
            return f"Tribes: {listed(f'seat {i} {TABLES.tribes[tribe].name}' for i, tribe in enumerate(tribes))}"
        case happened.RingLaid(realms):
            return f"The ring: {listed(map(realm_name, realms))}"
        case happened.LordPlaced(lord, realm):
            return f"The {lord_name(lord)} stands at the {realm_name(realm)}"
        case happened.DeckShuffled(deck, size):
            return f"The {size} {_DECK[deck]} are shuffled"
        case happened.TurnOrderSet(order):
            return f"Turn order: {listed(f'seat {seat}' for seat in order)}"
        case happened.BannerDealt(realm, slot, card):
            return f"{card_name(card)} is dealt to slot {'ab'[slot]} of the {realm_name(realm)}"
        case happened.EnchantmentDealt(slot, card):
            return f"{card_name(card)} is dealt to market slot {slot}"
        case happened.WandererCardRevealed(card):
            return f"The Wanderer offers {card_name(card)}"
        case happened.ObjectivesRevealed(cards):
            return f"Objectives: {listed(map(card_name, cards))}"
        case happened.RoundStarted(number):
            return f"Round {number} begins"
        case happened.StepCalled(step):
            return _STEP[step]
        case happened.FireBannersOffered(seats):
            return f"A Fire Banner is offered to {listed(f'seat {seat}' for seat in seats)}"
        case happened.AreaCleared():
            return "All figures and caravans go home, all influence is gone"
        case happened.CentralKeysAdded(n):
            return f"{several(n, 'key')} more {'lies' if n == 1 else 'lie'} on the Central Gate"
        case happened.WandererMoved(realm):
            return f"The Wanderer moves to the {realm_name(realm)}"
        case happened.EnergyRestored(energy):
            return f"Every seat has {energy} energy again"
        case happened.LordsLifted(seats):
            return f"The lords leave the board; {listed(f'seat {seat}' for seat in seats)} will place them"
        case _:
            return "The game has ended"


def _category(category: str) -> str:
    realm = category.removeprefix("claims_")
    return f"for claims in the {realm_name(realm)}" if realm != category else _CATEGORY[category]


def _question(question: AnyQuestion) -> str:
    match question:
        case InfluenceQuestion(realm, n):
            return f"between {n} influence in the {realm_name(realm)} and {several(n, 'point')}"
        case GemsQuestion(n, elements):
            return f"{several(n, 'gem')} among {listed(elements)}"
        case CaravanQuestion(realm):
            return f"a caravan space of the {realm_name(realm)}"
        case ExchangeQuestion(card):
            return f"an exchange with {card_name(card)}"
        case FigureQuestion(card):
            return f"a figure for {card_name(card)}"


def _answer(answer: str) -> str:
    if answer == "0":
        return "no exchange"
    if answer.isdigit():
        return f"option {answer}"
    return place_name(answer) if answer in TABLES.caravan_spaces else figure_name(answer).replace(",", ", ")
