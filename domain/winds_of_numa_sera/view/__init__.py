"""The table as one viewer may see it: typed records, built from allow-lists."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.winds_of_numa_sera import state as s
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.rules.choices import KINDS, SECRET_KINDS, options
from moothall.domain.winds_of_numa_sera.rules.standing import residual, standing
from moothall.domain.winds_of_numa_sera.rules.trade import may_offer
from moothall.domain.winds_of_numa_sera.state import Seat, State
from moothall.domain.winds_of_numa_sera.view.structs import (
    DisplayView,
    DraftingPhase,
    EndOfGamePhase,
    EndOfRoundPhase,
    Equipment,
    ExplorationView,
    FinishedPhase,
    PendingView,
    PhaseView,
    SeatView,
    SuccessionPhase,
    TurnPhase,
    WindsOfNumaSeraView,
)

__all__ = ["WindsOfNumaSeraView", "view"]


def view(state: State, viewer: int | None) -> WindsOfNumaSeraView:
    """Everything the viewer (None: a spectator) may know."""
    box = box_of(state)
    finished = isinstance(state.phase, s.Finished)
    offer = state.offer
    return WindsOfNumaSeraView(
        setting=state.setting,
        round=state.round,
        round_limit=state.round_limit,
        first_player=state.first,
        phase=_phase(state),
        seats=tuple(_seat(box, state, seat, finished or index == viewer) for index, seat in enumerate(state.seats)),
        exploration=_exploration(state, viewer),
        world_forge=DisplayView(len(state.forge_deck), state.forge),
        strongholds=DisplayView(len(state.stronghold_deck), state.strongholds),
        colleges={skill: len(cards) for skill, cards in state.colleges.items()},
        pending=_pending(state, viewer),
        battle=state.battle,
        offer=offer if offer is None or viewer in (offer.by, offer.to) else offer.public,
        pledges=state.pledges,
        eliminated=state.eliminated,
        last_round=state.summary,
    )


def _phase(state: State) -> PhaseView:
    match state.phase:
        case s.Drafting(seat):
            return DraftingPhase(seat)
        case s.Succession():
            return SuccessionPhase()
        case s.Acting() as turn:
            return TurnPhase(
                turn.seat, turn.explored, turn.built, turn.attacked, turn.extra, may_offer(state), turn.marks
            )
        case s.RoundEnd():
            return EndOfRoundPhase()
        case s.GameEnd(winner, reasons):
            return EndOfGamePhase(winner, reasons)
        case s.Finished(winner, reasons):
            return FinishedPhase(winner, reasons)
        case _:
            assert_never(state.phase)


def _seat(box: Box, state: State, seat: Seat, own: bool) -> SeatView:
    mat = seat.mat
    found = standing(box, mat)
    hero = box.heroes[mat.line[0]] if mat.line else None
    return SeatView(
        kingdom=mat.kingdom,
        line=mat.line,
        alive=seat.alive or not state.dealt,
        answered=seat.answer is not None,
        treasury=seat.treasury,
        residual=residual(box, seat) if hero else 0,
        power=seat.power,
        max_power=found.max_power,
        attack=hero.attack + found.sums.get("attack", 0) if hero else 0,
        defense=hero.defense + found.sums.get("defense", 0) if hero else 0,
        skill_credit=seat.skill_credit,
        item_credit=seat.item_credit,
        capital_on_cards=seat.purse,
        skills=mat.skills,
        levels=found.levels,
        ticked=mat.ticked,
        classes=mat.classes,
        mavens=mat.mavens,
        equipment=Equipment(*mat.slots),
        upgraded=mat.upgraded,
        strongholds=mat.strongholds,
        blessing=mat.blessing,
        captured=seat.captured,
        fallen=seat.fallen,
        conditions=seat.conditions,
        wins_with_card=seat.wins_with_card,
        raids=seat.raids,
        hand_size=len(seat.hand),
        known=seat.known,
        hand=seat.hand if own else None,
        committed=seat.answer.cards if own and seat.answer is not None else None,
    )


def _exploration(state: State, viewer: int | None) -> ExplorationView:
    chooser = state.pending is not None and state.pending.choice.seat == viewer
    return ExplorationView(len(state.deck), state.discard, state.open, len(state.drawn), state.drawn if chooser else ())


def _pending(state: State, viewer: int | None) -> PendingView | None:
    if state.pending is None:
        return None
    choice = state.pending.choice
    kind = KINDS[type(choice)]
    source = None
    if isinstance(choice, s.AcceptMaven):
        source = choice.card
    elif isinstance(choice, s.ChooseOption | s.DrainOne):
        source = choice.host
    seen = choice.seat == viewer or kind not in SECRET_KINDS
    return PendingView(choice.seat, kind, source, options(state, choice) if seen else None)
