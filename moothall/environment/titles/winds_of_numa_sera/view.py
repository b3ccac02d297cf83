"""The views of Winds of Numa Sera as numbers."""

from __future__ import annotations

from typing import get_args

from moothall.domain.winds_of_numa_sera import moves as m, view as v
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.state import (
    SLOTS,
    Aim,
    Battle,
    Offer,
    Pledge,
    PledgeKind,
    RoundSummary,
    Setting,
    Tally,
    TargetType,
)
from moothall.environment.layout import (
    Piece,
    by_seat,
    keyed,
    listed,
    maybe,
    number,
    one_of,
    ordered,
    remembered,
    seat,
    seat_or,
    seats,
    seats_or,
)
from moothall.environment.structs import either, of, struct
from moothall.environment.titles.winds_of_numa_sera.things import labels, marks, of_type, once, purses

_MOST_PLEDGES = 16
"""Promises that have slots of their own."""
_ENDINGS = ("survivor", "renown")
_CATEGORIES = (
    "best_skill",
    "classes",
    "conditions",
    "heroes_slain",
    "living_heroes",
    "other_skills",
    "strongholds",
    "treasury",
)


def view(box: Box) -> Piece:
    """Writes a view."""
    cards = ordered(box.cards)
    exploration = struct(v.ExplorationView, discard=cards, open=cards, your_drawn=cards)
    skills = tuple(box.skills)
    return struct(
        v.WindsOfNumaSeraView,
        setting=one_of(get_args(Setting)),
        round_limit=maybe(number),
        first_player=seat,
        phase=remembered(_phase(box)),
        seats=by_seat(remembered(_seat(box))),
        exploration=remembered(exploration),
        world_forge=remembered(struct(v.DisplayView, display=ordered(box.items))),
        strongholds=remembered(struct(v.DisplayView, display=ordered(box.strongholds))),
        colleges=remembered(keyed(skills, number)),
        pending=maybe(_pending(box)),
        battle=maybe(_battle(box)),
        offer=maybe(_offer(box)),
        pledges=remembered(listed(_pledge(box), _MOST_PLEDGES)),
        eliminated=seats,
        last_round=remembered(maybe(_summary(box))),
    )


def _phase(box: Box) -> Piece:
    reasons = ordered((*box.conditions, *_ENDINGS))
    return either(
        v.PhaseView,
        of(v.DraftingPhase, seat=seat),
        of(v.SuccessionPhase),
        of(v.TurnPhase, seat=seat, marks=ordered(marks(box))),
        of(v.EndOfRoundPhase),
        of(v.EndOfGamePhase, winner=seat, reasons=reasons),
        of(v.FinishedPhase, winner=seat, reasons=reasons),
    )


def _seat(box: Box) -> Piece:
    heroes, hand = ordered(box.heroes), ordered(once(box.cards, box.items))
    item = one_of(box.items)
    return struct(
        v.SeatView,
        kingdom=one_of(box.kingdoms),
        line=heroes,
        capital_on_cards=keyed(purses(box), number),
        skills=ordered(sorted(box.skill_cards)),
        levels=keyed(box.skills, number),
        ticked=ordered(box.blocks),
        classes=ordered(box.classes),
        mavens=ordered(of_type(box, "maven")),
        equipment=remembered(struct(v.Equipment, head=item, chest=item, right_hand=item, left_hand=item, pack=item)),
        upgraded=ordered(SLOTS),
        strongholds=ordered(box.strongholds),
        blessing=one_of(of_type(box, "pool")),
        captured=heroes,
        fallen=heroes,
        conditions=ordered(box.conditions),
        known=hand,
        hand=maybe(hand),
        committed=maybe(ordered(once(box.heroes, of_type(box, "battle")))),
    )


def _pending(box: Box) -> Piece:
    options = once(("accept", "reject"), labels(box), box.cards, box.items, SLOTS, box.classes)
    return struct(
        v.PendingView,
        seat=seat,
        kind=one_of(get_args(m.ChoiceKind)),
        source=one_of(once(box.cards, box.items, box.blocks, box.heroes, box.strongholds)),
        options=maybe(seats_or(options)),
    )


def _battle(box: Box) -> Piece:
    cards = ordered(of_type(box, "battle"))
    return struct(
        Battle,
        attacker=seat,
        target_type=one_of(get_args(Aim)),
        stronghold=one_of(box.strongholds),
        defender=seat,
        heroes=ordered(box.heroes),
        attacker_cards=cards,
        defender_cards=cards,
        cancelled=listed(number, 2),
        winner=seat,
        slain=seats,
    )


def _offer(box: Box) -> Piece:
    cards, kind, aim = ordered(box.tradable), one_of(get_args(PledgeKind)), one_of(get_args(TargetType))
    target = seat_or(box.strongholds)
    return struct(
        Offer,
        by=seat,
        to=seat,
        give_cards=cards,
        give_hidden=cards,
        get_cards=cards,
        get_hidden=cards,
        give_pledge=kind,
        get_pledge=kind,
        give_pledge_target_type=aim,
        get_pledge_target_type=aim,
        give_pledge_target=target,
        get_pledge_target=target,
    )


def _pledge(box: Box) -> Piece:
    return struct(
        Pledge,
        kind=one_of(get_args(PledgeKind)),
        by=seat,
        to=seat,
        target_type=one_of(get_args(TargetType)),
        target=seat_or(box.strongholds),
        seat=seat,
    )


def _summary(box: Box) -> Piece:
    return struct(
        RoundSummary,
        renown=by_seat(number),
        categories=by_seat(keyed(_CATEGORIES, number)),
        progress=by_seat(keyed(box.conditions, number)),
        leader=seat,
        tallies=by_seat(struct(Tally)),
    )
