"""Majorities, objectives, sheets, ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from moothall.domain.core.data import Data
from moothall.domain.core.ranking import Ranking, groups, rank
from moothall.domain.core.title import Sheet
from moothall.domain.gates_of_mara.changes import Rank
from moothall.domain.gates_of_mara.content import Box, box_of
from moothall.domain.gates_of_mara.content.entries import Objective
from moothall.domain.gates_of_mara.rules.places import pieces_in
from moothall.domain.gates_of_mara.state import ELEMENTS, State, lord_at, lord_realms

CATEGORIES = (
    "enchantments",
    "abilities",
    "water_lord",
    "second_place_ties",
    "objectives",
    "keys",
    "gems",
    "onyx",
)
"""Of every sheet; each realm in play adds `claims_<realm>`."""


class Standing(Data, frozen=True):
    """Who leads by some count: those who share first place, and those who share second behind a single first."""

    first: tuple[int, ...]
    second: tuple[int, ...]

    def ranks(self) -> dict[int, Rank]:
        """Where each of them stands, the best first."""
        first: Rank = "first" if len(self.first) == 1 else "tied_first"
        second: Rank = "second" if len(self.second) == 1 else "tied_second"
        return {**dict.fromkeys(self.first, first), **dict.fromkeys(self.second, second)}


def standing(counts: Mapping[int, int], least: int = 1) -> Standing:
    """GM-11.2 to 11.4, 13.4: seats below `least` are ignored; a tie for first leaves no second."""
    ranked = groups({seat: count for seat, count in counts.items() if count >= least})
    first = ranked[0] if ranked else ()
    second = ranked[1] if len(first) == 1 and len(ranked) > 1 else ()
    return Standing(first, second)


def claims_standing(state: State, realm: str) -> Standing:
    """GM-11.1, 11.6: by influence; beside the Fire Lord only those who reach its influence count."""
    index = state.ring.index(realm)
    counts = {seat: own.influence[index] for seat, own in enumerate(state.seats)}
    return standing(counts, claim_threshold(state, realm))


def claim_threshold(state: State, realm: str) -> int:
    """GM-11.1, 11.6: the influence that a claim in the realm takes."""
    lord = lord_at(state, realm)
    return box_of(state).lords[lord].claim_threshold if lord is not None else 1


def end_award(box: Box, rank: Rank) -> int:
    """GM-13.4: points for this rank in a majority at the end of the game."""
    worth = box.scoring
    match rank:
        case "first":
            return worth.end_first
        case "tied_first":
            return worth.end_tie_first
        case "second":
            return worth.end_second
        case "tied_second":
            return worth.end_tie_second


def end_awards(box: Box, counts: Mapping[int, int]) -> dict[int, int]:
    """GM-13.2 to 13.4: points by seat for a majority at the end of the game."""
    return {seat: end_award(box, rank) for seat, rank in standing(counts).ranks().items()}


def meets(state: State, seat: int, objective: Objective) -> bool:
    """GM-14."""
    return _TESTS[objective.test](state, seat, objective)


def _caravans_placed(state: State, seat: int, objective: Objective) -> bool:
    return len(state.seats[seat].caravans) >= objective.n


def _influence_in_each_visited_realm(state: State, seat: int, objective: Objective) -> bool:
    own = state.seats[seat].influence
    visited = {*lord_realms(state), state.wanderer}
    return all(own[state.ring.index(realm)] >= objective.n for realm in visited)


def _claims_placed(state: State, seat: int, objective: Objective) -> bool:
    return sum(state.seats[seat].claims_placed) >= objective.n


def _claim_with_influence(state: State, seat: int, objective: Objective) -> bool:
    own = state.seats[seat]
    return any(claims and own.influence[index] >= objective.n for index, claims in enumerate(own.claims_placed))


def _pieces_in_one_realm(state: State, seat: int, objective: Objective) -> bool:
    return any(pieces_in(state, seat, realm) >= objective.n for realm in state.ring)


def _realms_claimed(state: State, seat: int, objective: Objective) -> bool:
    return sum(claims > 0 for claims in state.seats[seat].claims_placed) >= objective.n


def _realms_with_caravan(state: State, seat: int, objective: Objective) -> bool:
    stops = box_of(state).caravan_spaces
    return len({stops[space].realm for space in state.seats[seat].caravans}) >= objective.n


def _circles_all_on_realms(state: State, seat: int, objective: Objective) -> bool:
    box, figures = box_of(state), state.seats[seat].figures
    return all(figures[name].place in box.spaces for name in box.circles)


def _keys_gained(state: State, seat: int, objective: Objective) -> bool:
    return state.seats[seat].keys_gained >= objective.n


def _supply_at_least(state: State, seat: int, objective: Objective) -> bool:
    own = state.seats[seat]
    held = dict(zip((*ELEMENTS, "onyx"), (*own.gems, own.onyx), strict=True))
    return all(held[what] >= n for what, n in objective.need.items())


def _one_element_at_least(state: State, seat: int, objective: Objective) -> bool:
    return max(state.seats[seat].gems) >= objective.n


def _enchantments_gained(state: State, seat: int, objective: Objective) -> bool:
    return state.seats[seat].enchantments_gained >= objective.n


def _circles_all_attached(state: State, seat: int, objective: Objective) -> bool:
    figures = state.seats[seat].figures
    return all(figures[name].cards for name in box_of(state).circles)


def _figures_with_both(state: State, seat: int, objective: Objective) -> bool:
    cards = box_of(state).cards
    kinds = [{cards[card].is_banner for card in figure.cards} for figure in state.seats[seat].figures.values()]
    return sum(len(found) == 2 for found in kinds) >= objective.n


_TESTS: dict[str, Callable[[State, int, Objective], bool]] = {
    "caravans_placed": _caravans_placed,
    "influence_in_each_visited_realm": _influence_in_each_visited_realm,
    "claims_placed": _claims_placed,
    "claim_with_influence": _claim_with_influence,
    "pieces_in_one_realm": _pieces_in_one_realm,
    "realms_claimed": _realms_claimed,
    "realms_with_caravan": _realms_with_caravan,
    "circles_all_on_realms": _circles_all_on_realms,
    "keys_gained": _keys_gained,
    "supply_at_least": _supply_at_least,
    "one_element_at_least": _one_element_at_least,
    "enchantments_gained": _enchantments_gained,
    "circles_all_attached": _circles_all_attached,
    "figures_with_both": _figures_with_both,
}


def points_of(state: State) -> tuple[int, ...]:
    """All points so far, by seat."""
    return tuple(sum(own.points.values()) for own in state.seats)


def attachments(state: State, seat: int) -> int:
    """All cards on the seat's figures."""
    return sum(len(figure.cards) for figure in state.seats[seat].figures.values())


def score_sheet(state: State) -> tuple[Sheet, ...]:
    """Points gained so far; majorities, keys, gems and onyx count once the game has scored them."""
    claims = tuple(f"claims_{realm}" for realm in state.ring)
    order = (*CATEGORIES[:5], *claims, *CATEGORIES[5:])
    sheets = []
    for seat, own in enumerate(state.seats):
        notes: dict[str, Any] = dict(
            zip(("keys", "attachments", "claims", "onyx"), _tie_breaks(state, seat), strict=True)
        )
        categories = {category: own.points.get(category, 0) for category in order}
        sheets.append(Sheet(seat, sum(own.points.values()), categories, notes))
    return tuple(sheets)


def ranking(state: State) -> Ranking:
    """GM-13.6."""
    return rank([(sum(own.points.values()), *_tie_breaks(state, seat)) for seat, own in enumerate(state.seats)])


def _tie_breaks(state: State, seat: int) -> tuple[int, int, int, int]:
    own = state.seats[seat]
    return own.keys, attachments(state, seat), sum(own.claims), own.onyx
