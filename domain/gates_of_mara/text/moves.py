"""Moves in English."""

from __future__ import annotations

from typing import assert_never

from domain.core.words import Reader
from domain.gates_of_mara.content import TABLES
from domain.gates_of_mara.content.entries import Gain
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
from domain.gates_of_mara.rules.attaching import DECLINE
from domain.gates_of_mara.state import Acting, ExchangeQuestion, FigureQuestion, State
from domain.gates_of_mara.text.names import (
    ability_name,
    card_name,
    counts_text,
    figure_name,
    lord_name,
    place_name,
    realm_name,
)


def describe_move(move: AnyMove, state: State, reader: Reader) -> str:
    """One line."""
    match move:
        case Place(figure, space, via):
            by = f" by {ability_name(via)}" if via is not None else ""
            return f"Place the {figure_name(figure)} on {place_name(space)}{by}"
        case Pass():
            return "Pass for this round"
        case Activate(ability, realm, payment):
            at = f" at the {realm_name(realm)}" if realm is not None else ""
            return f"Use {ability_name(ability)}{at}{_paying(payment)}"
        case Enchant(slot, figure, payment):
            card = state.market[slot - 1] if 1 <= slot <= len(state.market) else None
            name = card_name(card) if card is not None else "nothing"
            return f"Buy {name} from slot {slot} for the {figure_name(figure)}{_paying(payment)}"
        case EndTurn(collect):
            return "End the turn" if collect else "End the turn without collecting free gains"
        case ChooseInfluence(take):
            return f"Take {take}"
        case ChooseGems(gems):
            return f"Take {counts_text({gem: gems.count(gem) for gem in gems})}"
        case ChooseCaravanSpace(space):
            return f"Place the caravan on {place_name(space)}"
        case ChooseExchange(option, payment):
            return _exchange(state, option) + _paying(payment)
        case ChooseFigure(figure):
            return f"Attach {_pending_card(state)} to the {figure_name(figure)}"
        case TakeFireBanner(figure):
            return "Take no Fire Banner" if figure == DECLINE else f"Attach a Fire Banner to the {figure_name(figure)}"
        case PlaceLord(lord, realm):
            return f"Place the {lord_name(lord)} at the {realm_name(realm)}"
        case _:
            assert_never(move)


def _paying(payment: dict[str, int] | None) -> str:
    return f", paying {counts_text(payment) or 'no gems'}" if payment is not None else ""


def _pending_card(state: State) -> str:
    question = state.phase.question if isinstance(state.phase, Acting) else None
    return card_name(question.card) if isinstance(question, FigureQuestion) else "the banner"


def _exchange(state: State, option: int) -> str:
    if option == 0:
        return "Decline the exchange"
    question = state.phase.question if isinstance(state.phase, Acting) else None
    options = TABLES.wanderer_cards[question.card].options if isinstance(question, ExchangeQuestion) else ()
    if not 1 <= option <= len(options):
        return f"Exchange for option {option}"
    return f"Exchange with {card_name(question.card)} for {_gains(options[option - 1])}"  # type: ignore[union-attr]


def _gains(effects: tuple[Gain, ...]) -> str:
    return " and ".join(f"{effect.n} {'of any element' if effect.what == 'any' else effect.what}" for effect in effects)
