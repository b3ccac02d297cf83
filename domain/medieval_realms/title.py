"""The record that Moothall knows the title by: its functions, types and content."""

from __future__ import annotations

from moothall.domain.core.title import Title
from moothall.domain.medieval_realms.bot.candidates import candidates, expect
from moothall.domain.medieval_realms.bot.evaluation import evaluate
from moothall.domain.medieval_realms.changes import AnyChange, binding
from moothall.domain.medieval_realms.content import EDITIONS, box_at
from moothall.domain.medieval_realms.decide import decide
from moothall.domain.medieval_realms.evolve import evolve
from moothall.domain.medieval_realms.legal import legal_moves, sample_move
from moothall.domain.medieval_realms.moves import AnyMove
from moothall.domain.medieval_realms.rounds import setup, step
from moothall.domain.medieval_realms.rules import awaiting, check
from moothall.domain.medieval_realms.scoring import ranking, score_sheet
from moothall.domain.medieval_realms.secrets import determinize, redact, redact_move
from moothall.domain.medieval_realms.state import RESOURCES, State, initial, round_of
from moothall.domain.medieval_realms.text.components import GLOSSARY, component_texts
from moothall.domain.medieval_realms.text.descriptions import describe_change, describe_move
from moothall.domain.medieval_realms.text.table import table_text
from moothall.domain.medieval_realms.view import MedievalRealmsView, view

MEDIEVAL_REALMS: Title[State, AnyMove, AnyChange] = Title(
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
    sample_move=sample_move,
    view=view,
    view_type=MedievalRealmsView,
    redact=redact,
    redact_move=redact_move,
    determinize=determinize,
    binding=binding,
    score_sheet=score_sheet,
    ranking=ranking,
    round_of=round_of,
    describe_move=describe_move,
    describe_change=describe_change,
    component_texts=component_texts,
    table_text=table_text,
    glossary=GLOSSARY,
    evaluate=evaluate,
    candidates=candidates,
    expect=expect,
    check=check,
    domains={"resource": RESOURCES, "resources": RESOURCES, "card": box_at(max(EDITIONS)).deck},
)
