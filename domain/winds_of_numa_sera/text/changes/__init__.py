"""One line of English per change, thinned-out ones included; empty where another change of the same event tells it."""

from __future__ import annotations

from moothall.domain.core.words import Reader, sentence
from moothall.domain.winds_of_numa_sera.changes import AnyChange
from moothall.domain.winds_of_numa_sera.content import box_at
from moothall.domain.winds_of_numa_sera.text.changes import battle, cards, goods, rounds, trade, works
from moothall.domain.winds_of_numa_sera.text.changes.telling import Cases

CASES: Cases = {
    **rounds.CASES,
    **goods.CASES,
    **cards.CASES,
    **works.CASES,
    **trade.CASES,
    **battle.CASES,
}
"""How each kind of change is told."""


def describe_change(change: AnyChange, reader: Reader) -> str:
    """What happened."""
    return sentence(CASES[type(change)](change, reader, box_at(reader.edition)))
