"""The game's own work: claims at the end of a round, keys, objectives and reset, the end of the game."""

from __future__ import annotations

from typing import assert_never

from domain.core.title import Turn
from domain.gates_of_mara.changes import (
    AnyChange,
    AreaCleared,
    CentralKeysAdded,
    ClaimsPlaced,
    EnergyRestored,
    FireBannersOffered,
    GameEnded,
    KeysGained,
    LordsLifted,
    ObjectiveMet,
    ObjectivesRevealed,
    PointsGained,
    RealmUnclaimed,
    RoundScored,
    StepCalled,
    TurnOrderSet,
    WandererCardRevealed,
    WandererMoved,
)
from domain.gates_of_mara.content import box_of
from domain.gates_of_mara.rules.attaching import next_fire_banner, takers
from domain.gates_of_mara.rules.places import enchanter_space, pieces_in
from domain.gates_of_mara.scoring import claim_threshold, claims_standing, end_award, meets, standing
from domain.gates_of_mara.setup import deal_banners
from domain.gates_of_mara.state import State, StepDue, lord_at, lord_realms

MaraTurn = Turn[State, AnyChange]


def step(turn: MaraTurn) -> None:
    """Run the step that is due."""
    phase = turn.state.phase
    assert isinstance(phase, StepDue), "no step is due"
    match phase.step:
        case "score_claims":
            _score_claims(turn)
        case "score_round":
            _score_round(turn)
        case "score_game":
            _score_game(turn)
        case _:
            assert_never(phase.step)


def _score_claims(turn: MaraTurn) -> None:
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


def _place_claims(turn: MaraTurn, realm: str) -> set[int]:
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


def _score_round(turn: MaraTurn) -> None:
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
    turn.emit(RoundScored(state.round, _points(turn.state)))
    if state.round == box.setup.rounds:
        turn.emit(StepCalled("score_game"))
    else:
        _reset(turn)


def _reset(turn: MaraTurn) -> None:
    """GM-12.1 to 12.10."""
    state = turn.state
    box = box_of(state)
    turn.emit(TurnOrderSet(next_order(state)))
    turn.emit(AreaCleared())
    deal_banners(turn)
    added = box.setup.keys_added_each_reset
    turn.emit(CentralKeysAdded(added, state.central_keys + added))
    turn.emit(WandererCardRevealed(state.wanderer_deck.cards[0]))
    turn.emit(WandererMoved(state.ring[(state.ring.index(state.wanderer) + 1) % len(state.ring)]))
    turn.emit(ObjectivesRevealed(state.objective_deck.cards[: box.setup.objectives_face_up]))
    turn.emit(EnergyRestored(box.start.energy))
    turn.emit(LordsLifted(turn.state.order[: box.setup.lords_in_play]))


def next_order(state: State) -> tuple[int, ...]:
    """GM-12.1: energy left, then the Enchanter nearer the arrow, then as before (the sort is stable)."""
    box, seats = box_of(state), state.seats
    return tuple(sorted(state.order, key=lambda seat: (-seats[seat].energy, enchanter_space(box, seats[seat]))))


def _score_game(turn: MaraTurn) -> None:
    """GM-13.2 to 13.5."""
    box = box_of(turn.state)
    seats = dict(enumerate(turn.state.seats))
    for index, realm in enumerate(turn.state.ring):
        _award(turn, f"claims_{realm}", {seat: own.claims[index] for seat, own in seats.items()}, realm)
    _award(turn, "keys", {seat: own.keys for seat, own in seats.items()})
    for seat, own in seats.items():
        gems = sum(own.gems)
        if points := gems // box.scoring.gems_per_point:
            turn.emit(PointsGained(seat, "gems", points, count=gems))
        if own.onyx:
            turn.emit(PointsGained(seat, "onyx", own.onyx * box.scoring.points_per_onyx, count=own.onyx))
    turn.emit(GameEnded(_points(turn.state)))


def _award(turn: MaraTurn, category: str, counts: dict[int, int], realm: str = "") -> None:
    box = box_of(turn.state)
    for seat, rank in standing(counts).ranks().items():
        turn.emit(PointsGained(seat, category, end_award(box, rank), realm, rank, counts[seat]))


def _points(state: State) -> tuple[int, ...]:
    return tuple(sum(own.points.values()) for own in state.seats)
