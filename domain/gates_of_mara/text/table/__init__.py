"""The table drawn as text, from a view: at most 80 columns wide, with what everything costs and does."""

from __future__ import annotations

from moothall.domain.core.words import Reader
from moothall.domain.gates_of_mara.text.table.realms import gates, realm
from moothall.domain.gates_of_mara.text.table.seats import seat
from moothall.domain.gates_of_mara.text.table.shared import head, market
from moothall.domain.gates_of_mara.view import GatesOfMaraView


def table_text(view: GatesOfMaraView, reader: Reader) -> str:
    """What concerns all, a block per realm, gates, market, then a block per seat, the reader's own last."""
    seats = sorted(range(len(view.seats)), key=lambda index: index == reader.you)
    blocks = [
        head(view, reader),
        *(realm(each, view, reader) for each in view.ring),
        gates(view, reader),
        market(view, reader),
        *(seat(index, view, reader) for index in seats),
    ]
    return "\n\n".join("\n".join(block) for block in blocks)
