"""Manaforge as environments have it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from moothall.domain.manaforge import moves as m, view as v
from moothall.domain.manaforge.content import Box, box_at
from moothall.domain.manaforge.state import DICE, ELEMENTS, Dice, Gems, Mana, Prestige
from moothall.environment import observations as obs
from moothall.environment.actions import Part, Spelling, amounts, every, head, one, several
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


def _view(box: Box) -> obs.Piece:
    items, talents = obs.ordered(box.items), obs.ordered(box.talents)
    own = obs.struct(
        v.OwnView,
        packet=talents,
        picked=talents,
        passed_on=obs.listed(talents, _HANDED_ON),
        passed_over=talents,
        answer=obs.listed(obs.one_of((*box.talents, *_GIFTS)), box.setup.talents_kept),
    )
    return obs.struct(
        v.ManaforgeView,
        first_player=obs.seat,
        phase=_phase(box),
        board=items,
        foreseen=items,
        discard=items,
        supply=obs.struct(Dice),
        seats=obs.by_seat(obs.remembered(_seat(box))),
        own=obs.remembered(obs.maybe(own)),
    )


def _seat(box: Box) -> obs.Piece:
    die = obs.struct(
        v.DieView,
        id=obs.told_elsewhere,
        kind=obs.told_elsewhere,
        face=_face,
        shows=obs.told_elsewhere,
    )
    slots = max(len(item.slots) for item in box.items.values())
    card = obs.struct(
        v.CardView,
        card=obs.one_of(_of_kind(box, "workshop")),
        gems=obs.listed(obs.one_of(ELEMENTS), slots),
        level=obs.told_elsewhere,
    )
    return obs.struct(
        v.SeatView,
        seat=obs.told_elsewhere,
        by_category=obs.struct(Prestige),
        gems=obs.struct(Gems),
        dice=obs.remembered(obs.told_by("id", _dice(box), lambda name: die)),
        workshop=obs.remembered(obs.listed(card, box.play.workshop_slots)),
        store=obs.ordered(_of_kind(box, "store")),
        talents=obs.ordered(box.talents),
        action=obs.one_of((*box.items, "prism")),
    )


_face = obs.one_of((*_FACES, 0))
"""0 is a die that was never rolled."""


def _phase(box: Box) -> obs.Piece:
    making = obs.struct(
        v.MakingView,
        card=obs.one_of(box.items),
        copied=obs.one_of(box.items),
        choice=obs.one_of(("extra_mana", "rod_gems", "mimic", "replica_gift")),
    )
    turn = obs.struct(
        v.TurnPhase,
        seat=obs.seat,
        mana=obs.struct(Mana),
        talents_used=obs.counted(box.talents),
        making=obs.maybe(making),
    )
    answered = obs.by_seat(obs.number)
    return obs.either(
        v.AnyPhase,
        obs.of(v.DraftPhase, answered=answered),
        obs.of(v.KeepPhase, answered=answered),
        obs.of(v.ArchmagePhase, seat=obs.seat),
        obs.of(v.PreRollPhase, seat=obs.seat),
        (v.TurnPhase, turn),
        obs.of(v.OffersPhase, turn=turn, element=obs.one_of(ELEMENTS), asked=obs.seats, answered=answered),
        obs.of(v.RoundScoringPhase),
        obs.of(v.FinishedPhase),
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
