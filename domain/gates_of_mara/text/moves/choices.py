"""Answers to questions, and lords put back."""

from __future__ import annotations

from moothall.domain.core.words import counted
from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.moves import ChooseExchange
from moothall.domain.gates_of_mara.rules.attaching import lord_places
from moothall.domain.gates_of_mara.state import ExchangeQuestion, InfluenceQuestion, State, influence_of, lord_at
from moothall.domain.gates_of_mara.text.components import lord_text
from moothall.domain.gates_of_mara.text.effects import effects_text, option_text
from moothall.domain.gates_of_mara.text.moves.parts import acting_of, price_text
from moothall.domain.gates_of_mara.text.names import lord_name, realm_name


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
