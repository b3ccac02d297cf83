"""The record of the title: every function that the rest of the server knows of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from moothall.domain.core.title import Title
from moothall.domain.winds_of_numa_sera.binding import binding
from moothall.domain.winds_of_numa_sera.bot.candidates import (
    INSIGHT,
    OUTLOOK,
    candidates,
    chancy,
    expect,
    gist,
    settled,
)
from moothall.domain.winds_of_numa_sera.bot.evaluation import evaluate
from moothall.domain.winds_of_numa_sera.bot.trade import overture
from moothall.domain.winds_of_numa_sera.changes import AnyChange
from moothall.domain.winds_of_numa_sera.content import EDITIONS, Box, box_at
from moothall.domain.winds_of_numa_sera.decide import decide, on_undo, step
from moothall.domain.winds_of_numa_sera.evolve import evolve
from moothall.domain.winds_of_numa_sera.legal import legal_moves
from moothall.domain.winds_of_numa_sera.moves import AnyMove, ChoiceKind
from moothall.domain.winds_of_numa_sera.rounds import ranking, score_sheet, setup, tier
from moothall.domain.winds_of_numa_sera.rules.invariants import check
from moothall.domain.winds_of_numa_sera.rules.turn import awaiting
from moothall.domain.winds_of_numa_sera.sampling import sample_move
from moothall.domain.winds_of_numa_sera.secrets import determinize, redact, redact_move
from moothall.domain.winds_of_numa_sera.state import Finished, Options, State, initial
from moothall.domain.winds_of_numa_sera.text.changes import describe_change
from moothall.domain.winds_of_numa_sera.text.components import GLOSSARY, component_texts
from moothall.domain.winds_of_numa_sera.text.descriptions import describe_move
from moothall.domain.winds_of_numa_sera.text.table import table_text
from moothall.domain.winds_of_numa_sera.view import WindsOfNumaSeraView, view


def _round_of(state: State) -> int:
    return state.round


def _factions(state: State) -> Sequence[Sequence[str]]:
    return tuple((seat.mat.kingdom,) if seat.mat.kingdom else () for seat in state.seats)


def _endings(state: State) -> Sequence[str]:
    return state.phase.reasons if isinstance(state.phase, Finished) else ()


def _usable(box: Box) -> tuple[str, ...]:
    """Everything that has an ability to use, upgraded or not."""
    blocks = (block.id for block in box.blocks.values() if block.use is not None)
    items = (item.id for item in box.items.values() if item.use is not None)
    return (*blocks, *items, *(card for card, each in box.cards.items() if each.use is not None))


def _domains(box: Box) -> dict[str, tuple[str, ...]]:
    return {
        "kingdom": tuple(box.kingdoms),
        "order": tuple(box.heroes),
        "skill": tuple(box.skills),
        "item": tuple(box.items),
        "source": _usable(box),
        "block": tuple(box.blocks),
        "choice": get_args(ChoiceKind),
        "give_cards": box.tradable,
        "get_cards": box.tradable,
    }


WINDS_OF_NUMA_SERA: Title[State, AnyMove, AnyChange] = Title(
    editions=EDITIONS,
    options=Options,
    state=State,
    moves=AnyMove,
    changes=AnyChange,
    initial=initial,
    setup=setup,
    decide=decide,
    step=step,
    evolve=evolve,
    awaiting=awaiting,
    legal_moves=legal_moves,
    sample_move=sample_move,
    view=view,
    view_type=WindsOfNumaSeraView,
    redact=redact,
    redact_move=redact_move,
    determinize=determinize,
    binding=binding,
    on_undo=on_undo,
    score_sheet=score_sheet,
    ranking=ranking,
    tier=tier,
    round_of=_round_of,
    factions=_factions,
    endings=_endings,
    describe_move=describe_move,
    describe_change=describe_change,
    component_texts=component_texts,
    table_text=table_text,
    evaluate=evaluate,
    candidates=candidates,
    settled=settled,
    chancy=chancy,
    expect=expect,
    overture=overture,
    gist=gist,
    outlook=OUTLOOK,
    insight=INSIGHT,
    check=check,
    glossary=GLOSSARY,
    domains=_domains(box_at(max(EDITIONS))),
)
