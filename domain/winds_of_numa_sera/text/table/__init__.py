"""The table as text in eighty columns, from a view: what lies open, with what it costs and does, then the seats."""

from __future__ import annotations

from moothall.domain.core.words import Reader
from moothall.domain.winds_of_numa_sera.content import box_at
from moothall.domain.winds_of_numa_sera.text.table.common import kingdoms, market, standings
from moothall.domain.winds_of_numa_sera.text.table.matters import headline, matters
from moothall.domain.winds_of_numa_sera.text.table.seats import opponent, own
from moothall.domain.winds_of_numa_sera.text.table.seen import seat_seen
from moothall.domain.winds_of_numa_sera.view.structs import DraftingPhase, SuccessionPhase, WindsOfNumaSeraView


def table_text(view: WindsOfNumaSeraView, reader: Reader) -> str:
    """The table as the reader sees it; the own seat comes last, next to what is to be decided."""
    box = box_at(reader.edition)
    lines = headline(view, reader, box)
    seats = [seat_seen(each) for each in view.seats]
    if isinstance(view.phase, DraftingPhase):
        lines += kingdoms(view, box)
    elif not isinstance(view.phase, SuccessionPhase):
        me = None if reader.you is None else seats[reader.you]
        lines += [*standings(seats, reader, box), *market(view, me, box)]
    order = sorted(range(len(seats)), key=lambda index: index == reader.you)
    for index in order:
        draw = own if index == reader.you else opponent
        lines += draw(index, seats[index], view, reader, box)
    return "\n".join([*lines, *matters(view, reader, box)])
