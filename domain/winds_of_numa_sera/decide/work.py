"""The loop that works the agenda off: tasks done one after the other, up to the next choice of a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moothall.domain.winds_of_numa_sera import rounds
from moothall.domain.winds_of_numa_sera import state as s
from moothall.domain.winds_of_numa_sera.agenda import Agenda
from moothall.domain.winds_of_numa_sera.changes import ChoiceOpened
from moothall.domain.winds_of_numa_sera.decide import battle, check, effects, explore
from moothall.domain.winds_of_numa_sera.rules import choices
from moothall.domain.winds_of_numa_sera.state import Turning


def run(turn: Turning, agenda: Agenda) -> None:
    """Work the agenda off, up to the next choice that a seat has to make."""
    while agenda:
        task = agenda.pop()
        kind = type(task)
        if kind not in ANSWERS:
            _TASKS[kind](turn, agenda, task)
            continue
        choice: s.Choice = task  # type: ignore[assignment]  # the answers are exactly those of the choices
        found = choices.options(turn.state, choice)
        if len(found) == 1 and choices.resolves_itself(turn.state, choice):
            ANSWERS[kind](turn, agenda, choice, found[0])
        elif found:
            turn.emit(ChoiceOpened(choice.seat, choices.KINDS[kind], choice, tuple(agenda)))
            return


_TASKS: dict[type[Any], Callable[[Turning, Agenda, Any], None]] = {
    s.Resolve: effects.resolve_effects,
    s.ExploreOne: explore.explore_one,
    s.AfterExplore: explore.after_explore,
    s.DiscardOpen: explore.discard_open,
    s.RollUse: explore.roll_use,
    s.RollTest: explore.roll_test,
    s.BattleCardTriggers: battle.battle_card_triggers,
    s.BattleTriggers: battle.battle_triggers,
    s.CloseBattle: battle.close_battle,
    s.Settle: check.settle,
    s.EndPhase2: rounds.end_phase2,
    s.PassTurn: rounds.pass_turn,
}

ANSWERS: dict[type[Any], Callable[[Turning, Agenda, Any, str], None]] = {
    **effects.ANSWERS,
    s.PickExplored: explore.picked,
    s.AcceptMaven: explore.maven_answered,
}
"""How the answer to each kind of choice is carried out."""
