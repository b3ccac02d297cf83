"""Medieval Realms as environments have it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from moothall.domain.medieval_realms import moves as m, state as s, view as v
from moothall.domain.medieval_realms.content import Box, box_at, box_of
from moothall.domain.medieval_realms.rules import free_areas
from moothall.environment import observations as obs
from moothall.environment.actions import Catalogue, Decision, Spelling, Stepwise, every, head, one, several
from moothall.environment.titles import Description

_HIGHEST_BID = 60
"""Bids above it have no action; nobody has had half as many tokens of one kind yet."""


def describe(edition: int, players: int) -> Description:
    """For that edition at a table of that size."""
    box = box_at(edition)
    return Description(_view(box, players), _spelling(box, players), _placing)


def _view(box: Box, players: int) -> obs.Piece:
    cards, areas = obs.one_of(box.deck), obs.maybe(obs.counted(box.areas[players]))
    placement = obs.struct(
        s.Placement, mayors=obs.maybe(obs.struct(s.Mayors)), generals=areas, admirals=areas, buffers=areas
    )
    realm = obs.struct(
        v.RealmView,
        seat=obs.told_elsewhere,
        colour=obs.told_elsewhere,
        tokens=obs.struct(s.Tokens),
        display=obs.ordered(box.deck),
        in_play=obs.ordered(box.deck),
        final=obs.struct(v.FinalPoints),
    )
    return obs.struct(
        v.MedievalRealmsView,
        phase=_phase(box),
        turn_order=obs.seats,
        on_turn=obs.seat,
        current=obs.remembered(obs.listed(cards, len(box.prices))),
        future=obs.remembered(obs.listed(cards, box.future_squares)),
        discard=obs.ordered(box.deck),
        realms=obs.by_seat(obs.remembered(realm)),
        placement=obs.maybe(placement),
        placements=obs.remembered(obs.by_seat(placement)),
        standings=obs.remembered(obs.by_seat(obs.struct(s.Standing, seat=obs.told_elsewhere))),
        ranking=obs.groups,
    )


def _phase(box: Box) -> obs.Piece:
    pairs = combinations(s.RESOURCES, box.limits.starting_pair_size)
    card = obs.one_of(box.deck)
    return obs.either(
        v.AnyPhase,
        obs.of(v.PickingPhase, taken=obs.ordered(pairs)),
        obs.of(v.PlacingPhase, committed=obs.by_seat(obs.number)),
        obs.of(v.ActingPhase),
        obs.of(
            v.BiddingPhase,
            square=obs.one_of(range(1, len(box.prices) + 1)),
            card=card,
            resource=obs.one_of(s.RESOURCES),
            bidder=obs.seat,
            asked=obs.seat,
            out=obs.seats,
        ),
        obs.of(v.ChoosingPhase, seat=obs.seat, card=card, barred=obs.ordered(s.RESOURCES)),
        obs.of(v.TakingCardPhase, seat=obs.seat, card=card),
        obs.of(v.TakingBonusPhase, seat=obs.seat),
        obs.of(v.RoundOverPhase),
        obs.of(v.GameOverPhase),
        obs.of(v.FinishedPhase),
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
