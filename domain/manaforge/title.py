"""The record that makes Manaforge a title: its functions, types and texts."""

from __future__ import annotations

from moothall.domain.core.title import Title
from moothall.domain.manaforge.bot.candidates import INSIGHT, OUTLOOK, candidates, gist, sketch
from moothall.domain.manaforge.bot.evaluation import evaluate, expect
from moothall.domain.manaforge.changes import AnyChange, binding, reveals
from moothall.domain.manaforge.content import EDITIONS, box_at
from moothall.domain.manaforge.decide import decide
from moothall.domain.manaforge.evolve import evolve
from moothall.domain.manaforge.legal import legal_moves
from moothall.domain.manaforge.moves import AnyMove
from moothall.domain.manaforge.rounds import ranking, score_sheet, setup, step
from moothall.domain.manaforge.rules import awaiting, check
from moothall.domain.manaforge.secrets import determinize, on_undo, redact, redact_move
from moothall.domain.manaforge.state import ELEMENTS, State, initial
from moothall.domain.manaforge.text.components import GLOSSARY, component_texts
from moothall.domain.manaforge.text.descriptions import describe_change, describe_move
from moothall.domain.manaforge.text.table import table_text
from moothall.domain.manaforge.view import ManaforgeView, view

_BOX = box_at(max(EDITIONS))
_WORKSHOP = tuple(item.id for item in _BOX.items.values() if item.kind == "workshop")

MANAFORGE: Title[State, AnyMove, AnyChange] = Title(
    editions=EDITIONS,
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
    view=view,
    view_type=ManaforgeView,
    redact=redact,
    redact_move=redact_move,
    determinize=determinize,
    binding=binding,
    reveals=reveals,
    on_undo=on_undo,
    undo_rule="MF-12.1",
    score_sheet=score_sheet,
    ranking=ranking,
    round_of=lambda state: state.round,
    factions=lambda state: [seat.talents for seat in state.seats],
    describe_move=describe_move,
    describe_change=describe_change,
    component_texts=component_texts,
    table_text=table_text,
    glossary=GLOSSARY,
    evaluate=evaluate,
    candidates=candidates,
    expect=expect,
    sketch=sketch,
    gist=gist,
    outlook=OUTLOOK,
    insight=INSIGHT,
    check=check,
    domains={
        "talent": tuple(_BOX.talents),
        "first": tuple(_BOX.talents),
        "second": tuple(_BOX.talents),
        "card": tuple(_BOX.items),
        "replace": _WORKSHOP,
        "target": _WORKSHOP,
        "gem": ELEMENTS,
        "take": (*ELEMENTS, "earth+wind", "fire+water"),
        "element": ELEMENTS,
        "scavenge_gem": ELEMENTS,
    },
)
