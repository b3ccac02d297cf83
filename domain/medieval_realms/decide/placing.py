"""Starting pairs, secret placements, and everything that runs by itself between the reveal and the first action."""

from __future__ import annotations

from domain.medieval_realms.changes import (
    AdmiralsPlaced,
    AreaSettled,
    BuffersPlaced,
    GeneralsPlaced,
    MayorsPlaced,
    PairPicked,
    PlacementsRevealed,
    RoundBegan,
    TokensGained,
    TurnOrderChanged,
)
from domain.medieval_realms.content import FACES, LIMITS, TABLES
from domain.medieval_realms.decide.turns import Game, next_turn
from domain.medieval_realms.moves import PickStartingPair, PlaceAdmirals, PlaceBuffers, PlaceGenerals, PlaceMayors
from domain.medieval_realms.rules import (
    check_admirals,
    check_asked,
    check_buffers,
    check_generals,
    check_mayors,
    check_pair,
    controller,
    mayor_tokens,
    next_order,
    placed_mayors,
    strengths,
)
from domain.medieval_realms.scoring import amount_of
from domain.medieval_realms.state import PRODUCTION, Picking, Placement, Placing, committed


def pick_starting_pair(turn: Game, move: PickStartingPair) -> None:
    """MR-1.10, MR-1.11; after the last pair the first round begins."""
    phase = check_asked(turn.state, turn.seat, Picking)
    check_pair(phase, move.resources)
    turn.emit(PairPicked(turn.seat, move.resources))
    if len(phase.taken) + 1 == turn.state.seats:
        turn.emit(RoundBegan(turn.state.round))


def place_mayors(turn: Game, move: PlaceMayors) -> None:
    part = _part(turn)
    mayors = placed_mayors(move)
    check_mayors(turn.state.realms[turn.seat], part, mayors)
    turn.emit(MayorsPlaced(turn.seat, mayors))


def place_generals(turn: Game, move: PlaceGenerals) -> None:
    part = _part(turn)
    check_generals(turn.state, turn.state.realms[turn.seat], part, move.areas)
    turn.emit(GeneralsPlaced(turn.seat, move.areas))


def place_admirals(turn: Game, move: PlaceAdmirals) -> None:
    part = _part(turn)
    check_admirals(turn.state, turn.state.realms[turn.seat], part, move.areas)
    turn.emit(AdmiralsPlaced(turn.seat, move.areas))
    _reveal_if_all_committed(turn)


def place_buffers(turn: Game, move: PlaceBuffers) -> None:
    part = _part(turn)
    check_buffers(turn.state, turn.state.realms[turn.seat], part, move.areas)
    turn.emit(BuffersPlaced(turn.seat, move.areas))
    _reveal_if_all_committed(turn)


def _part(turn: Game) -> Placement:
    return check_asked(turn.state, turn.seat, Placing).parts[turn.seat]


def _reveal_if_all_committed(turn: Game) -> None:
    """MR-3.11: the last commitment shows everything and runs on to the first action."""
    phase = turn.state.phase
    assert isinstance(phase, Placing)
    if not all(map(committed, turn.state.realms, phase.parts)):
        return
    turn.emit(PlacementsRevealed(phase.parts))
    _get_resources(turn, phase.parts)
    for seat in range(turn.state.seats):
        turn.emit(TokensGained(seat, {"production": LIMITS.extra_goods_production}, "extra_goods"))
    production = tuple(realm.manor[PRODUCTION] for realm in turn.state.realms)
    turn.emit(TurnOrderChanged(next_order(turn.state), production))
    next_turn(turn)


def _get_resources(turn: Game, placements: tuple[Placement, ...]) -> None:
    """MR-4.1 to MR-4.7."""
    for seat, placement in enumerate(placements):
        turn.emit(TokensGained(seat, mayor_tokens(placement.mayors or ()), "mayors"))
    for area, by_seat in strengths(turn.state, placements).items():
        if any(by_seat):
            winner = controller(by_seat)
            rewarded = winner is not None and area not in (placements[winner].buffers or ())
            turn.emit(AreaSettled(area, tuple(by_seat), winner, TABLES.rewards[area] if rewarded else {}))
    for seat, realm in enumerate(turn.state.realms):
        for card in realm.in_play:
            for effect in FACES[card].production:
                turn.emit(TokensGained(seat, {effect.resource: amount_of(realm, effect)}, card))
