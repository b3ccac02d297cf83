"""Medieval Realms as environments have it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from moothall.domain.medieval_realms import moves as m, state as s, view as v
from moothall.domain.medieval_realms.content import Box, box_at, box_of
from moothall.domain.medieval_realms.rules import free_areas
from moothall.environment.actions import Catalogue, Decision, Spelling, Stepwise, every, head, one, several
from moothall.environment.observations import (
    Piece,
    by_seat,
    counted,
    either,
    groups,
    listed,
    maybe,
    number,
    of,
    one_of,
    ordered,
    remembered,
    seat,
    seats,
    struct,
    told_elsewhere,
)
from moothall.environment.titles import Description

_HIGHEST_BID = 60
"""Bids above it have no action; nobody has had half as many tokens of one kind yet."""


def describe(edition: int, players: int) -> Description:
    """For that edition at a table of that size."""
    box = box_at(edition)
    return Description(_view(box, players), _spelling(box, players), _placing)


def _view(box: Box, players: int) -> Piece:
    cards, areas = one_of(box.deck), maybe(counted(box.areas[players]))
    placement = struct(s.Placement, mayors=maybe(struct(s.Mayors)), generals=areas, admirals=areas, buffers=areas)
    realm = struct(
        v.RealmView,
        seat=told_elsewhere,
        colour=told_elsewhere,
        tokens=struct(s.Tokens),
        display=ordered(box.deck),
        in_play=ordered(box.deck),
        final=struct(v.FinalPoints),
    )
    return struct(
        v.MedievalRealmsView,
        phase=_phase(box),
        turn_order=seats,
        on_turn=seat,
        current=remembered(listed(cards, len(box.prices))),
        future=remembered(listed(cards, box.future_squares)),
        discard=ordered(box.deck),
        realms=by_seat(remembered(realm)),
        placement=maybe(placement),
        placements=remembered(by_seat(placement)),
        standings=remembered(by_seat(struct(s.Standing, seat=told_elsewhere))),
        ranking=groups,
    )


def _phase(box: Box) -> Piece:
    pairs = combinations(s.RESOURCES, box.limits.starting_pair_size)
    card = one_of(box.deck)
    return either(
        v.AnyPhase,
        of(v.PickingPhase, taken=ordered(pairs)),
        of(v.PlacingPhase, committed=by_seat(number)),
        of(v.ActingPhase),
        of(
            v.BiddingPhase,
            square=one_of(range(1, len(box.prices) + 1)),
            card=card,
            resource=one_of(s.RESOURCES),
            bidder=seat,
            asked=seat,
            out=seats,
        ),
        of(v.ChoosingPhase, seat=seat, card=card, barred=ordered(s.RESOURCES)),
        of(v.TakingCardPhase, seat=seat, card=card),
        of(v.TakingBonusPhase, seat=seat),
        of(v.RoundOverPhase),
        of(v.GameOverPhase),
        of(v.FinishedPhase),
    )


def _spelling(box: Box, players: int) -> Spelling:
    squares, areas = range(1, len(box.prices) + 1), box.areas[players]
    mayors = range(box.supply["mayor"] + 1)
    bids = range(1, _HIGHEST_BID + 1)
    pairs = combinations(s.RESOURCES, box.limits.starting_pair_size)
    return {
        m.PickStartingPair: (head("pick_starting_pair", ("resources",), every(pairs)),),
        m.PlaceMayors: tuple(head(f"mayors {each}", (each,), every(mayors)) for each in s.MANAGED),
        m.PlaceGenerals: (several("areas", areas, called="general"),),
        m.PlaceAdmirals: (several("areas", areas, called="admiral"),),
        m.PlaceBuffers: (several("areas", areas, called="buffer"),),
        m.ActivateCard: (head("activate_card", ("square",), every(squares)),),
        m.OpenAuction: (head("open_auction", ("square",), every(squares)), one("bid", bids)),
        m.PlayCard: (head("play_card", ("card",), every(box.deck)),),
        m.Pass: (head("pass"),),
        m.Bid: (head("bid", ("amount",), every(bids)),),
        m.PassAuction: (head("pass_auction"),),
        m.ChooseResource: (head("choose_resource", ("resource",), every(s.RESOURCES)),),
        m.TakeRealmCard: (head("take_realm_card", ("square",), every(squares)),),
        m.TakeBonusToken: (head("take_bonus_token", ("resource",), every(s.RESOURCES)),),
    }


def _placing(catalogue: Catalogue, state: s.State, seat: int) -> Decision | None:
    """The next part of a placement: mayors square by square, other leaders one by one in ascending areas."""
    if not isinstance(state.phase, s.Placing):
        return None
    box, realm, part = box_of(state), state.realms[seat], state.phase.parts[seat]
    areas = box.areas[state.seats]
    if part.mayors is None:
        return _mayors(catalogue, realm.mayors - realm.buffers)
    room = len(areas) - 1 if realm.buffers else len(areas)  # MR-3.7: buffers need an area without military leaders
    if part.generals is None:
        return _spread(catalogue, m.PlaceGenerals, "general", areas, realm.generals, (), room)
    if part.admirals is None:
        return _spread(catalogue, m.PlaceAdmirals, "admiral", areas, realm.admirals, part.generals, room)
    return _spread(catalogue, m.PlaceBuffers, "buffer", free_areas(state, part), realm.buffers, (), len(areas))


def _mayors(catalogue: Catalogue, mayors: int) -> Decision:
    last = len(s.MANAGED) - 1

    def options(chosen: list[int]) -> Sequence[int]:
        if len(chosen) > last:
            return ()
        left = mayors - sum(chosen)
        return range(left + 1) if len(chosen) < last else (left,)

    return Stepwise(
        catalogue, options, lambda place, n: f"mayors {s.MANAGED[place]} {n}", lambda chosen: m.PlaceMayors(*chosen)
    )


Spread = m.PlaceGenerals | m.PlaceAdmirals | m.PlaceBuffers


def _spread(
    catalogue: Catalogue,
    kind: type[Spread],
    called: str,
    areas: tuple[int, ...],
    leaders: int,
    held: tuple[int, ...],
    room: int,
) -> Decision:
    """So many leaders over these areas. With those held before they may stand in so many different ones."""

    def options(chosen: list[int]) -> Sequence[int]:
        if len(chosen) == leaders:
            return ()
        least, taken = chosen[-1] if chosen else 0, {*held, *chosen}
        crowded = len(taken) >= room
        return [area for area in areas if area >= least and (area in taken or not crowded)]

    return Stepwise(
        catalogue, options, lambda place, area: f"{called} {area}", lambda chosen: kind(areas=tuple(chosen))
    )
