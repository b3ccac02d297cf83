"""The `Title` record of Gates of Mara."""

from __future__ import annotations

from moothall.domain.core.title import Title
from moothall.domain.gates_of_mara.bot.candidates import candidates
from moothall.domain.gates_of_mara.bot.evaluation import evaluate
from moothall.domain.gates_of_mara.changes import AnyChange, binding
from moothall.domain.gates_of_mara.content import EDITIONS, box_at
from moothall.domain.gates_of_mara.decide import decide
from moothall.domain.gates_of_mara.evolve import evolve
from moothall.domain.gates_of_mara.legal import legal_moves
from moothall.domain.gates_of_mara.moves import AnyMove
from moothall.domain.gates_of_mara.rounds import check_options, ranking, score_sheet, setup, step
from moothall.domain.gates_of_mara.rules import DECLINE, awaiting, check
from moothall.domain.gates_of_mara.secrets import determinize, redact, redact_move
from moothall.domain.gates_of_mara.state import BOARD, CENTRAL, Options, State, initial
from moothall.domain.gates_of_mara.text.components import GLOSSARY, component_texts
from moothall.domain.gates_of_mara.text.descriptions import describe_change, describe_move
from moothall.domain.gates_of_mara.text.table import table_text
from moothall.domain.gates_of_mara.view import GatesOfMaraView, view

_CURRENT = box_at(max(EDITIONS))

GATES_OF_MARA: Title[State, AnyMove, AnyChange] = Title(
    editions=EDITIONS,
    options=Options,
    state=State,
    moves=AnyMove,
    changes=AnyChange,
    check_options=check_options,
    initial=initial,
    setup=setup,
    decide=decide,
    step=step,
    evolve=evolve,
    awaiting=awaiting,
    legal_moves=legal_moves,
    view=view,
    view_type=GatesOfMaraView,
    redact=redact,
    redact_move=redact_move,
    determinize=determinize,
    binding=binding,
    score_sheet=score_sheet,
    ranking=ranking,
    round_of=lambda state: state.round,
    factions=lambda state: tuple((seat.tribe,) for seat in state.seats),
    describe_move=describe_move,
    describe_change=describe_change,
    component_texts=component_texts,
    table_text=table_text,
    glossary=GLOSSARY,
    evaluate=evaluate,
    candidates=candidates,
    check=check,
    domains={
        "figure": (*_CURRENT.figures, DECLINE),
        "space": (*_CURRENT.spaces, *_CURRENT.gates, CENTRAL, BOARD, *_CURRENT.caravan_spaces),
        "via": tuple(key for key in _CURRENT.abilities if key == "innate" or key.startswith("card:")),
        "ability": _CURRENT.abilities,
        "realm": tuple(_CURRENT.realms),
        "lord": tuple(_CURRENT.lords),
    },
)
