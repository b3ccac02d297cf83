"""Setup, the course of a round, the steps that score rounds and the game, and the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, assert_never

from moothall.domain.core.data import Data
from moothall.domain.core.draw import shuffle
from moothall.domain.core.errors import BadOptions
from moothall.domain.core.ranking import Ranking, groups, rank
from moothall.domain.core.seats import clockwise
from moothall.domain.core.title import Sheet
from moothall.domain.gates_of_mara import changes as c, state as s
from moothall.domain.gates_of_mara.content import Box, box_at, box_of
from moothall.domain.gates_of_mara.content.entries import Objective
from moothall.domain.gates_of_mara.placing import enchanter_space, has_placement, pieces_in
from moothall.domain.gates_of_mara.rules import Turning, next_fire_banner, takers

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

    def ranks(self) -> dict[int, c.Rank]:
        """Where each of them stands, the best first."""
        first: c.Rank = "first" if len(self.first) == 1 else "tied_first"
        second: c.Rank = "second" if len(self.second) == 1 else "tied_second"
        return {**dict.fromkeys(self.first, first), **dict.fromkeys(self.second, second)}


# Setup (GM-1).


def check_options(seats: int, options: s.Options, edition: int) -> None:
    """What the types alone do not settle."""
    box = box_at(edition)
    tribes, lords = options.tribes, options.lords
    if tribes is not None and (len(tribes) != seats or len(set(tribes)) != seats):
        raise BadOptions("options.tribes", f"must name {seats} different tribes, one per seat")
    for tribe in tribes or ():
        if tribe not in box.tribes:
            raise BadOptions("options.tribes", f"{tribe!r} is none of {', '.join(box.tribes)}")
    if lords is not None and (len(lords) != box.setup.lords_in_play or len(set(lords)) != len(lords)):
        raise BadOptions("options.lords", f"must name {box.setup.lords_in_play} different lords")
    for lord in lords or ():
        if lord not in box.lords:
            raise BadOptions("options.lords", f"{lord!r} is none of {', '.join(box.lords)}")


def setup(turn: Turning) -> None:
    """GM-1.1 to 1.12: luck in the order that RULES.md names."""
    state = turn.state
    box = box_of(state)
    players = len(state.seats)
    tribes = state.options.tribes or shuffle(turn.draw, "setup/tribes", tuple(box.tribes))[:players]
    turn.emit(c.TribesDealt(tribes))
    _deal_supplies(turn)
    _lay_ring(turn, players)
    lords = state.options.lords or shuffle(turn.draw, "setup/lords", tuple(box.lords))
    for index in range(box.setup.lords_in_play):
        turn.emit(c.LordPlaced(lords[index], turn.state.ring[index + 1]))
    for deck, cards in _decks(box).items():
        turn.emit(c.DeckShuffled(deck, shuffle(turn.draw, f"shuffle/{deck}", cards), len(cards)))
    deal_banners(turn)
    _reveal_wanderer_card(turn)
    turn.emit(c.MarketOpened(box.setup.market_slots))
    deal_market(turn)
    _reveal_objectives(turn)
    turn.emit(c.TurnOrderSet(shuffle(turn.draw, "setup/order", range(players))))
    open_round(turn, 1)


def _deal_supplies(turn: Turning) -> None:
    """GM-1.10."""
    box = box_of(turn.state)
    start = box.start
    turn.emit(c.SuppliesDealt(start.energy, start.gems, start.onyx, start.keys, start.caravans, tuple(box.figures)))


def _lay_ring(turn: Turning, players: int) -> None:
    """GM-1.2, 1.3, 1.5, 1.6: one shuffle both draws the elemental realms and orders them."""
    box = box_of(turn.state)
    centre = box.setup.wanderer_start
    elemental = [realm for realm in box.realms if realm != centre]
    realms = (centre, *shuffle(turn.draw, "setup/ring", elemental)[:players])
    slots = tuple(len(box.realms[realm].banner_slots) for realm in realms)
    turn.emit(c.RingLaid(realms, box.setup.side_by_players[str(players)], slots, centre))
    keys = box.setup.keys_on_central_gate
    turn.emit(c.CentralKeysAdded(keys, keys))


def _decks(box: Box) -> dict[c.DeckName, tuple[str, ...]]:
    """All cards of the decks, in the order in which they are shuffled."""
    return {
        "banners": box.banners,
        "wanderer_cards": tuple(box.wanderer_cards),
        "enchantments": box.enchantments,
        "objectives": tuple(box.objectives),
    }


# The course of a round (GM-2).


def open_round(turn: Turning, number: int) -> None:
    """GM-2.1: the first in order that can place something begins."""
    turn.emit(c.RoundStarted(number))
    _start_turn(turn, 0)


def next_turn(turn: Turning) -> None:
    """GM-2.1 to 2.4: the next seat in order that has not passed; who cannot place passes."""
    _start_turn(turn, turn.state.order.index(turn.seat) + 1)


def _start_turn(turn: Turning, position: int) -> None:
    """The turn of the first seat from this position of the order on that can place something."""
    order = turn.state.order
    for index in clockwise(len(order), position % len(order)):
        seat = order[index]
        if turn.state.seats[seat].passed:
            continue
        if has_placement(turn.state, seat):
            turn.emit(c.TurnStarted(seat))
            return
        turn.emit(c.SeatPassed(seat, forced=True))
    turn.emit(c.StepCalled("score_claims"))


# Steps: the end of a round and of the game (GM-11 to GM-13).


def step(turn: Turning) -> None:
    """Run the step that is due."""
    phase = turn.state.phase
    assert isinstance(phase, s.StepDue), "no step is due"
    match phase.step:
        case "score_claims":
            _score_claims(turn)
        case "score_round":
            _close_round(turn)
        case "score_game":
            _score_game(turn)
        case _:
            assert_never(phase.step)


def _score_claims(turn: Turning) -> None:
    """GM-11.1 to 11.8."""
    box = box_of(turn.state)
    earned: set[int] = set()
    for realm in turn.state.ring:
        claimants = _place_claims(turn, realm)
        lord = s.lord_at(turn.state, realm)
        if lord is not None and box.lords[lord].grants_fire_banner:
            earned |= claimants
    offered = tuple(
        seat
        for seat in turn.state.order
        if seat in earned and takers(box, turn.state.seats[seat], next_fire_banner(turn.state))
    )
    turn.emit(c.FireBannersOffered(offered) if offered else c.StepCalled("score_round"))


def _place_claims(turn: Turning, realm: str) -> set[int]:
    """GM-11.2 to 11.4; the seats that placed a claim."""
    worth = box_of(turn.state).scoring
    claims = {"first": worth.claims_first, "tied_first": worth.claims_tie_first, "second": worth.claims_second}
    index = turn.state.ring.index(realm)
    ranks = claims_standing(turn.state, realm).ranks()
    for seat, placed in ranks.items():
        own = turn.state.seats[seat]
        influence = own.influence[index]
        if placed == "tied_second":
            turn.emit(c.PointsGained(seat, "second_place_ties", worth.points_tie_second, realm, placed, influence))
        else:
            n = claims[placed]
            turn.emit(c.ClaimsPlaced(seat, realm, n, placed, influence, own.claims[index] + n))
    if not ranks:
        turn.emit(c.RealmUnclaimed(realm, claim_threshold(turn.state, realm)))
    return {seat for seat, placed in ranks.items() if placed != "tied_second"}


def _close_round(turn: Turning) -> None:
    """GM-11.9, 11.10, then GM-12 or the end."""
    state = turn.state
    box = box_of(state)
    for realm in s.lord_realms(state):
        for seat in range(len(state.seats)):
            pieces = pieces_in(state, seat, realm)
            if pieces >= box.scoring.lord_key_pieces:
                turn.emit(c.KeysGained(seat, 1, realm, pieces))
    for objective in state.objectives:
        for seat in range(len(state.seats)):
            if meets(turn.state, seat, box.objectives[objective]):
                turn.emit(c.ObjectiveMet(seat, objective, box.scoring.objective_points))
    turn.emit(c.RoundScored(state.round, points_of(turn.state)))
    if state.round == box.setup.rounds:
        turn.emit(c.StepCalled("score_game"))
    else:
        _reset(turn)


def _reset(turn: Turning) -> None:
    """GM-12.1 to 12.10."""
    state = turn.state
    box = box_of(state)
    turn.emit(c.TurnOrderSet(_next_order(state)))
    turn.emit(c.AreaCleared())
    deal_banners(turn)
    added = box.setup.keys_added_each_reset
    turn.emit(c.CentralKeysAdded(added, state.central_keys + added))
    _reveal_wanderer_card(turn)
    turn.emit(c.WandererMoved(state.ring[(state.ring.index(state.wanderer) + 1) % len(state.ring)]))
    _reveal_objectives(turn)
    turn.emit(c.EnergyRestored(box.start.energy))
    turn.emit(c.LordsLifted(turn.state.order[: box.setup.lords_in_play]))


def _next_order(state: s.State) -> tuple[int, ...]:
    """GM-12.1: energy left, then the Enchanter nearer the arrow, then as before (the sort is stable)."""
    box, seats = box_of(state), state.seats
    return tuple(sorted(state.order, key=lambda seat: (-seats[seat].energy, enchanter_space(box, seats[seat]))))


def _score_game(turn: Turning) -> None:
    """GM-13.2 to 13.5."""
    worth = box_of(turn.state).scoring
    seats = dict(enumerate(turn.state.seats))
    for index, realm in enumerate(turn.state.ring):
        _award(turn, f"claims_{realm}", {seat: own.claims[index] for seat, own in seats.items()}, realm)
    _award(turn, "keys", {seat: own.keys for seat, own in seats.items()})
    for seat, own in seats.items():
        gems = sum(own.gems)
        if points := gems // worth.gems_per_point:
            turn.emit(c.PointsGained(seat, "gems", points, count=gems))
        if own.onyx:
            turn.emit(c.PointsGained(seat, "onyx", own.onyx * worth.points_per_onyx, count=own.onyx))
    turn.emit(c.GameEnded(points_of(turn.state)))


def _award(turn: Turning, category: str, counts: dict[int, int], realm: str = "") -> None:
    box = box_of(turn.state)
    for seat, placed in standing(counts).ranks().items():
        turn.emit(c.PointsGained(seat, category, end_award(box, placed), realm, placed, counts[seat]))


# Dealing.


def deal_banners(turn: Turning) -> None:
    """GM-1.8, 12.4: every empty slot, clockwise, while the deck lasts."""
    for realm, slots in zip(turn.state.ring, turn.state.banners, strict=True):
        for slot, card in enumerate(slots):
            deck = turn.state.banner_deck.cards
            if card is None and deck:
                turn.emit(c.BannerDealt(realm, slot, deck[0]))


def deal_market(turn: Turning) -> None:
    """GM-1.9, 8.5: every empty slot, lowest first, while the deck lasts."""
    for slot, card in enumerate(turn.state.market, 1):
        deck = turn.state.enchantment_deck.cards
        if card is None and deck:
            turn.emit(c.EnchantmentDealt(slot, deck[0]))


def _reveal_wanderer_card(turn: Turning) -> None:
    """GM-1.9, 12.6: what the Wanderer exchanges this round."""
    turn.emit(c.WandererCardRevealed(turn.state.wanderer_deck.cards[0]))


def _reveal_objectives(turn: Turning) -> None:
    """GM-1.9, 12.8: the objectives of the round."""
    turn.emit(c.ObjectivesRevealed(turn.state.objective_deck.cards[: box_of(turn.state).setup.objectives_face_up]))


# Majorities (GM-11, GM-13).


def standing(counts: Mapping[int, int], least: int = 1) -> Standing:
    """GM-11.2 to 11.4, 13.4: seats below `least` are ignored; a tie for first leaves no second."""
    ranked = groups({seat: count for seat, count in counts.items() if count >= least})
    first = ranked[0] if ranked else ()
    second = ranked[1] if len(first) == 1 and len(ranked) > 1 else ()
    return Standing(first, second)


def claims_standing(state: s.State, realm: str) -> Standing:
    """GM-11.1, 11.6: by influence; beside the Fire Lord only those who reach its influence count."""
    index = state.ring.index(realm)
    counts = {seat: own.influence[index] for seat, own in enumerate(state.seats)}
    return standing(counts, claim_threshold(state, realm))


def claim_threshold(state: s.State, realm: str) -> int:
    """GM-11.1, 11.6: the influence that a claim in the realm takes."""
    lord = s.lord_at(state, realm)
    return box_of(state).lords[lord].claim_threshold if lord is not None else 1


def end_award(box: Box, rank: c.Rank) -> int:
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


# Objectives (GM-14).


def meets(state: s.State, seat: int, objective: Objective) -> bool:
    """GM-14."""
    return _TESTS[objective.test](state, seat, objective)


def _caravans_placed(state: s.State, seat: int, objective: Objective) -> bool:
    return len(state.seats[seat].caravans) >= objective.n


def _influence_in_each_visited_realm(state: s.State, seat: int, objective: Objective) -> bool:
    own = state.seats[seat].influence
    visited = {*s.lord_realms(state), state.wanderer}
    return all(own[state.ring.index(realm)] >= objective.n for realm in visited)


def _claims_placed(state: s.State, seat: int, objective: Objective) -> bool:
    return sum(state.seats[seat].claims_placed) >= objective.n


def _claim_with_influence(state: s.State, seat: int, objective: Objective) -> bool:
    own = state.seats[seat]
    return any(claims and own.influence[index] >= objective.n for index, claims in enumerate(own.claims_placed))


def _pieces_in_one_realm(state: s.State, seat: int, objective: Objective) -> bool:
    return any(pieces_in(state, seat, realm) >= objective.n for realm in state.ring)


def _realms_claimed(state: s.State, seat: int, objective: Objective) -> bool:
    return sum(claims > 0 for claims in state.seats[seat].claims_placed) >= objective.n


def _realms_with_caravan(state: s.State, seat: int, objective: Objective) -> bool:
    stops = box_of(state).caravan_spaces
    return len({stops[space].realm for space in state.seats[seat].caravans}) >= objective.n


def _circles_all_on_realms(state: s.State, seat: int, objective: Objective) -> bool:
    box, figures = box_of(state), state.seats[seat].figures
    return all(figures[name].place in box.spaces for name in box.circles)


def _keys_gained(state: s.State, seat: int, objective: Objective) -> bool:
    return state.seats[seat].keys_gained >= objective.n


def _supply_at_least(state: s.State, seat: int, objective: Objective) -> bool:
    own = state.seats[seat]
    held = dict(zip((*s.ELEMENTS, "onyx"), (*own.gems, own.onyx), strict=True))
    return all(held[what] >= n for what, n in objective.need.items())


def _one_element_at_least(state: s.State, seat: int, objective: Objective) -> bool:
    return max(state.seats[seat].gems) >= objective.n


def _enchantments_gained(state: s.State, seat: int, objective: Objective) -> bool:
    return state.seats[seat].enchantments_gained >= objective.n


def _circles_all_attached(state: s.State, seat: int, objective: Objective) -> bool:
    figures = state.seats[seat].figures
    return all(figures[name].cards for name in box_of(state).circles)


def _figures_with_both(state: s.State, seat: int, objective: Objective) -> bool:
    cards = box_of(state).cards
    kinds = [{cards[card].is_banner for card in figure.cards} for figure in state.seats[seat].figures.values()]
    return sum(len(found) == 2 for found in kinds) >= objective.n


_TESTS: dict[str, Callable[[s.State, int, Objective], bool]] = {
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


# Score sheet and ranking (GM-13).


def points_of(state: s.State) -> tuple[int, ...]:
    """All points so far, by seat."""
    return tuple(sum(own.points.values()) for own in state.seats)


def attachments(state: s.State, seat: int) -> int:
    """All cards on the seat's figures."""
    return sum(len(figure.cards) for figure in state.seats[seat].figures.values())


def score_sheet(state: s.State) -> tuple[Sheet, ...]:
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


def ranking(state: s.State) -> Ranking:
    """GM-13.6."""
    return rank([(sum(own.points.values()), *_tie_breaks(state, seat)) for seat, own in enumerate(state.seats)])


def _tie_breaks(state: s.State, seat: int) -> tuple[int, int, int, int]:
    own = state.seats[seat]
    return own.keys, attachments(state, seat), sum(own.claims), own.onyx
