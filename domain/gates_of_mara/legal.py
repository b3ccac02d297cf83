"""The legal moves of a seat, in a fixed order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from moothall.domain.gates_of_mara import moves as m, state as s
from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.placing import free_stops, placements
from moothall.domain.gates_of_mara.rules import DECLINE, lord_places, next_fire_banner, offers, purchases, takers

_PASS = m.Pass()
_END_TURN = m.EndTurn()
_INFLUENCE_OR_POINTS = (m.ChooseInfluence("influence"), m.ChooseInfluence("points"))


def legal_moves(state: s.State, seat: int) -> list[m.AnyMove]:
    """Every legal move of the seat; of payments only the one by default, if it brings anything."""
    match state.phase:
        case s.Placing() as placing if placing.seat == seat:
            return [*placements(state, seat), _PASS]
        case s.Acting() as acting if acting.seat == seat:
            if acting.question is None:
                return [*_abilities(state, acting), _END_TURN]
            return list(_answers(state, seat, acting.question))
        case s.FireBanners(seats) if seats[0] == seat:
            able = takers(box_of(state), state.seats[seat], next_fire_banner(state))
            return [m.TakeFireBanner(figure) for figure in (*able, DECLINE)]
        case s.LordsOff(seats) if seats[0] == seat:
            off = [lord.id for lord in state.lords if lord.realm is None]
            return [m.PlaceLord(lord, realm) for lord in off for realm in lord_places(state)]
        case _:
            return []


def _abilities(state: s.State, acting: s.Acting) -> Iterator[m.AnyMove]:
    for offer in offers(state, acting):
        for realm in offer.realms or (None,):
            yield m.Activate(offer.key, realm, offer.payment)
    yield from purchases(state, acting)


def _answers(state: s.State, seat: int, question: s.AnyQuestion) -> Iterable[m.AnyMove]:
    match question:
        case s.InfluenceQuestion():
            return _INFLUENCE_OR_POINTS
        case s.GemsQuestion(n, elements):
            return _choices_of_gems(n, elements)
        case s.CaravanQuestion(realm):
            return [m.ChooseCaravanSpace(space) for space in free_stops(state, realm)]
        case s.ExchangeQuestion(card):
            return [m.ChooseExchange(option) for option in range(len(box_of(state).wanderer_cards[card].options) + 1)]
        case s.FigureQuestion(card):
            return [m.ChooseFigure(figure) for figure in takers(box_of(state), state.seats[seat], card)]


@lru_cache(1 << 8)
def _choices_of_gems(n: int, elements: tuple[str, ...]) -> tuple[m.ChooseGems, ...]:
    canonical = (element for element in s.ELEMENTS if element in elements)
    return tuple(m.ChooseGems(s.Gems(**Counter(gems))) for gems in combinations_with_replacement(canonical, n))
