"""The legal moves of a seat, in a fixed order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.moves import (
    Activate,
    AnyMove,
    ChooseCaravanSpace,
    ChooseExchange,
    ChooseFigure,
    ChooseGems,
    ChooseInfluence,
    EndTurn,
    Pass,
    PlaceLord,
    TakeFireBanner,
)
from moothall.domain.gates_of_mara.placing import free_stops, placements
from moothall.domain.gates_of_mara.rules import DECLINE, lord_places, next_fire_banner, offers, purchases, takers
from moothall.domain.gates_of_mara.state import (
    ELEMENTS,
    Acting,
    AnyQuestion,
    CaravanQuestion,
    ExchangeQuestion,
    FigureQuestion,
    FireBanners,
    Gems,
    GemsQuestion,
    InfluenceQuestion,
    LordsOff,
    Placing,
    State,
)

_PASS = Pass()
_END_TURN = EndTurn()
_INFLUENCE_OR_POINTS = (ChooseInfluence("influence"), ChooseInfluence("points"))


def legal_moves(state: State, seat: int) -> list[AnyMove]:
    """Every legal move of the seat; of payments only the one by default, if it brings anything."""
    match state.phase:
        case Placing() as placing if placing.seat == seat:
            return [*placements(state, seat), _PASS]
        case Acting() as acting if acting.seat == seat:
            if acting.question is None:
                return [*_abilities(state, acting), _END_TURN]
            return list(_answers(state, seat, acting.question))
        case FireBanners(seats) if seats[0] == seat:
            able = takers(box_of(state), state.seats[seat], next_fire_banner(state))
            return [TakeFireBanner(figure) for figure in (*able, DECLINE)]
        case LordsOff(seats) if seats[0] == seat:
            off = [lord.id for lord in state.lords if lord.realm is None]
            return [PlaceLord(lord, realm) for lord in off for realm in lord_places(state)]
        case _:
            return []


def _abilities(state: State, acting: Acting) -> Iterator[AnyMove]:
    for offer in offers(state, acting):
        for realm in offer.realms or (None,):
            yield Activate(offer.key, realm, offer.payment)
    yield from purchases(state, acting)


def _answers(state: State, seat: int, question: AnyQuestion) -> Iterable[AnyMove]:
    match question:
        case InfluenceQuestion():
            return _INFLUENCE_OR_POINTS
        case GemsQuestion(n, elements):
            return _choices_of_gems(n, elements)
        case CaravanQuestion(realm):
            return [ChooseCaravanSpace(space) for space in free_stops(state, realm)]
        case ExchangeQuestion(card):
            return [ChooseExchange(option) for option in range(len(box_of(state).wanderer_cards[card].options) + 1)]
        case FigureQuestion(card):
            return [ChooseFigure(figure) for figure in takers(box_of(state), state.seats[seat], card)]


@lru_cache(1 << 8)
def _choices_of_gems(n: int, elements: tuple[str, ...]) -> tuple[ChooseGems, ...]:
    canonical = (element for element in ELEMENTS if element in elements)
    return tuple(ChooseGems(Gems(**Counter(gems))) for gems in combinations_with_replacement(canonical, n))
