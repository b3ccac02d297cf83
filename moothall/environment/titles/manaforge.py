"""Manaforge as environments have it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from moothall.domain.manaforge import moves as m, view as v
from moothall.domain.manaforge.content import Box, box_at
from moothall.domain.manaforge.state import DICE, ELEMENTS, Dice, Gems, Mana, Prestige
from moothall.environment.actions import Part, Spelling, amounts, every, head, one, several
from moothall.environment.observations import (
    Piece,
    by_seat,
    counted,
    either,
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
    told_by,
    told_elsewhere,
)
from moothall.environment.titles import Description

_FACES = range(1, 7)
_GIFTS = ("none", "gem", "prism")
_TAKES = (*ELEMENTS, "earth+wind", "fire+water")
_DEAREST = 10
"""Mana or gems of one element that are paid at once."""
_MOST_EXTRA = 8
"""Mana that Spellblock Armguards take."""
_HANDED_ON = 4
"""Packets that a seat hands on in a draft."""


def describe(edition: int, players: int) -> Description:
    """For that edition at a table of that size."""
    box = box_at(edition)
    return Description(_view(box), _spelling(box))


def _dice(box: Box) -> tuple[str, ...]:
    """Every die that a seat can have."""
    return tuple(f"{die.id}_{n}" for die in box.dice.values() for n in range(1, die.count + 1))


def _of_kind(box: Box, kind: str) -> tuple[str, ...]:
    return tuple(item.id for item in box.items.values() if item.kind == kind)


def _view(box: Box) -> Piece:
    items, talents = ordered(box.items), ordered(box.talents)
    own = struct(
        v.OwnView,
        packet=talents,
        picked=talents,
        passed_on=listed(talents, _HANDED_ON),
        passed_over=talents,
        answer=listed(one_of((*box.talents, *_GIFTS)), box.setup.talents_kept),
    )
    return struct(
        v.ManaforgeView,
        first_player=seat,
        phase=_phase(box),
        board=items,
        foreseen=items,
        discard=items,
        supply=struct(Dice),
        seats=by_seat(remembered(_seat(box))),
        own=remembered(maybe(own)),
    )


def _seat(box: Box) -> Piece:
    die = struct(
        v.DieView,
        id=told_elsewhere,
        kind=told_elsewhere,
        face=_face,
        shows=told_elsewhere,
    )
    slots = max(len(item.slots) for item in box.items.values())
    card = struct(
        v.CardView,
        card=one_of(_of_kind(box, "workshop")),
        gems=listed(one_of(ELEMENTS), slots),
        level=told_elsewhere,
    )
    return struct(
        v.SeatView,
        seat=told_elsewhere,
        by_category=struct(Prestige),
        gems=struct(Gems),
        dice=remembered(told_by("id", _dice(box), lambda name: die)),
        workshop=remembered(listed(card, box.play.workshop_slots)),
        store=ordered(_of_kind(box, "store")),
        talents=ordered(box.talents),
        action=one_of((*box.items, "prism")),
    )


_face = one_of((*_FACES, 0))
"""0 is a die that was never rolled."""


def _phase(box: Box) -> Piece:
    making = struct(
        v.MakingView,
        card=one_of(box.items),
        copied=one_of(box.items),
        choice=one_of(("extra_mana", "rod_gems", "mimic", "replica_gift")),
    )
    turn = struct(v.TurnPhase, seat=seat, mana=struct(Mana), talents_used=counted(box.talents), making=maybe(making))
    answered = by_seat(number)
    return either(
        v.AnyPhase,
        of(v.DraftPhase, answered=answered),
        of(v.KeepPhase, answered=answered),
        of(v.ArchmagePhase, seat=seat),
        of(v.PreRollPhase, seat=seat),
        (v.TurnPhase, turn),
        of(v.OffersPhase, turn=turn, element=one_of(ELEMENTS), asked=seats, answered=answered),
        of(v.RoundScoringPhase),
        of(v.FinishedPhase),
    )


def _spelling(box: Box) -> Spelling:
    items, talents, dice, workshop = tuple(box.items), tuple(box.talents), _dice(box), _of_kind(box, "workshop")
    payment: tuple[Part, ...] = (amounts("mana", ELEMENTS, _DEAREST), amounts("gems", ELEMENTS, _DEAREST))
    take, target = one("take", _TAKES), one("target", workshop)
    abilities = [(item.id, ability.level) for item in box.items.values() for ability in item.abilities]
    by_order = sorted(talents, key=lambda talent: box.talents[talent].order)
    return {
        m.DraftTalent: (head("draft_talent", ("talent",), every(talents)),),
        m.KeepTalents: (head("keep_talents", ("first", "second"), combinations(by_order, 2)),),
        m.Choose: (head("choose", ("choice", "value"), _choices(box)), *payment),
        m.SpendDie: (head("spend_die", ("die",), every(dice)), one("copy", dice), take, target, one("gem", ELEMENTS)),
        m.Build: (
            head("build", ("card", "pile"), every(items, ("board", "discard"))),
            one("replace", workshop),
            *payment,
            one("scavenge_gem", ELEMENTS),
        ),
        m.GainPrism: (head("gain_prism"),),
        m.ExchangePrism: (head("exchange_prism", ("element",), every(ELEMENTS)),),
        m.Activate: (
            head("activate", ("card", "ability"), abilities),
            take,
            target,
            one("element", ELEMENTS),
            several("exhaust", workshop, apart="+"),
            *payment,
        ),
        m.Upgrade: (head("upgrade", ("card",), every(workshop)), one("element", ELEMENTS)),
        m.ActivateTalent: (head("activate_talent", ("talent",), every(box.activated)), one("die", dice), take),
        m.ReserveStore: (head("reserve_store", ("die",), every(dice)),),
        m.ReserveRelease: (head("reserve_release"),),
        m.EndTurn: (head("end_turn"),),
        m.PrecogRaise: (head("precog_raise", ("position",), every(range(2, max(box.looks.values()) + 2))),),
    }


def _choices(box: Box) -> Iterator[tuple[str, str]]:
    """Every question with everything that can be answered."""
    yield from (("archmage_die", kind) for kind in DICE)
    yield from (("reserve_roll", value) for value in ("keep", "release"))
    yield from (("extra_mana", str(n)) for n in range(_MOST_EXTRA + 1))
    yield "rod_gems", "none"
    for n in range(1, len(ELEMENTS) + 1):
        yield from (("rod_gems", "+".join(some)) for some in combinations(ELEMENTS, n))
    yield from (("mimic", card) for card in _of_kind(box, "store"))
    yield from (("replica_gift", gift) for gift in _GIFTS)
