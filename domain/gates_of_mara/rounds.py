"""The course of a round: opened, turn after turn, closed; and what is dealt for it."""

from __future__ import annotations

from moothall.domain.core.seats import clockwise
from moothall.domain.gates_of_mara.changes import (
    AreaCleared,
    BannerDealt,
    CentralKeysAdded,
    ClaimsPlaced,
    EnchantmentDealt,
    EnergyRestored,
    FireBannersOffered,
    KeysGained,
    LordsLifted,
    ObjectiveMet,
    ObjectivesRevealed,
    PointsGained,
    RealmUnclaimed,
    RoundScored,
    RoundStarted,
    SeatPassed,
    StepCalled,
    TurnOrderSet,
    TurnStarted,
    WandererCardRevealed,
    WandererMoved,
)
from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.legal import has_placement
from moothall.domain.gates_of_mara.rules.attaching import next_fire_banner, takers
from moothall.domain.gates_of_mara.rules.places import enchanter_space, pieces_in
from moothall.domain.gates_of_mara.scoring import claim_threshold, claims_standing, meets, points_of
from moothall.domain.gates_of_mara.state import State, Turning, lord_at, lord_realms


def open_round(turn: Turning, number: int) -> None:
    """GM-2.1: the first in order that can place something begins."""
    turn.emit(RoundStarted(number))
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
            turn.emit(TurnStarted(seat))
            return
        turn.emit(SeatPassed(seat, forced=True))
    turn.emit(StepCalled("score_claims"))


def score_claims(turn: Turning) -> None:
    """GM-11.1 to 11.8."""
    box = box_of(turn.state)
    earned: set[int] = set()
    for realm in turn.state.ring:
        claimants = _place_claims(turn, realm)
        lord = lord_at(turn.state, realm)
        if lord is not None and box.lords[lord].grants_fire_banner:
            earned |= claimants
    offered = tuple(
        seat
        for seat in turn.state.order
        if seat in earned and takers(box, turn.state.seats[seat], next_fire_banner(turn.state))
    )
    turn.emit(FireBannersOffered(offered) if offered else StepCalled("score_round"))


def _place_claims(turn: Turning, realm: str) -> set[int]:
    """GM-11.2 to 11.4; the seats that placed a claim."""
    worth = box_of(turn.state).scoring
    claims = {"first": worth.claims_first, "tied_first": worth.claims_tie_first, "second": worth.claims_second}
    index = turn.state.ring.index(realm)
    ranks = claims_standing(turn.state, realm).ranks()
    for seat, rank in ranks.items():
        own = turn.state.seats[seat]
        influence = own.influence[index]
        if rank == "tied_second":
            turn.emit(PointsGained(seat, "second_place_ties", worth.points_tie_second, realm, rank, influence))
        else:
            n = claims[rank]
            turn.emit(ClaimsPlaced(seat, realm, n, rank, influence, own.claims[index] + n))
    if not ranks:
        turn.emit(RealmUnclaimed(realm, claim_threshold(turn.state, realm)))
    return {seat for seat, rank in ranks.items() if rank != "tied_second"}


def close_round(turn: Turning) -> None:
    """GM-11.9, 11.10, then GM-12 or the end."""
    state = turn.state
    box = box_of(state)
    for realm in lord_realms(state):
        for seat in range(len(state.seats)):
            pieces = pieces_in(state, seat, realm)
            if pieces >= box.scoring.lord_key_pieces:
                turn.emit(KeysGained(seat, 1, realm, pieces))
    for objective in state.objectives:
        for seat in range(len(state.seats)):
            if meets(turn.state, seat, box.objectives[objective]):
                turn.emit(ObjectiveMet(seat, objective, box.scoring.objective_points))
    turn.emit(RoundScored(state.round, points_of(turn.state)))
    if state.round == box.setup.rounds:
        turn.emit(StepCalled("score_game"))
    else:
        _reset(turn)


def _reset(turn: Turning) -> None:
    """GM-12.1 to 12.10."""
    state = turn.state
    box = box_of(state)
    turn.emit(TurnOrderSet(next_order(state)))
    turn.emit(AreaCleared())
    deal_banners(turn)
    added = box.setup.keys_added_each_reset
    turn.emit(CentralKeysAdded(added, state.central_keys + added))
    reveal_wanderer_card(turn)
    turn.emit(WandererMoved(state.ring[(state.ring.index(state.wanderer) + 1) % len(state.ring)]))
    reveal_objectives(turn)
    turn.emit(EnergyRestored(box.start.energy))
    turn.emit(LordsLifted(turn.state.order[: box.setup.lords_in_play]))


def next_order(state: State) -> tuple[int, ...]:
    """GM-12.1: energy left, then the Enchanter nearer the arrow, then as before (the sort is stable)."""
    box, seats = box_of(state), state.seats
    return tuple(sorted(state.order, key=lambda seat: (-seats[seat].energy, enchanter_space(box, seats[seat]))))


def deal_banners(turn: Turning) -> None:
    """GM-1.8, 12.4: every empty slot, clockwise, while the deck lasts."""
    for realm, slots in zip(turn.state.ring, turn.state.banners, strict=True):
        for slot, card in enumerate(slots):
            deck = turn.state.banner_deck.cards
            if card is None and deck:
                turn.emit(BannerDealt(realm, slot, deck[0]))


def deal_market(turn: Turning) -> None:
    """GM-1.9, 8.5: every empty slot, lowest first, while the deck lasts."""
    for slot, card in enumerate(turn.state.market, 1):
        deck = turn.state.enchantment_deck.cards
        if card is None and deck:
            turn.emit(EnchantmentDealt(slot, deck[0]))


def reveal_wanderer_card(turn: Turning) -> None:
    """GM-1.9, 12.6: what the Wanderer exchanges this round."""
    turn.emit(WandererCardRevealed(turn.state.wanderer_deck.cards[0]))


def reveal_objectives(turn: Turning) -> None:
    """GM-1.9, 12.8: the objectives of the round."""
    turn.emit(ObjectivesRevealed(turn.state.objective_deck.cards[: box_of(turn.state).setup.objectives_face_up]))
