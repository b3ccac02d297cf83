"""Where a fork goes on from: the parent's state, exactly, or as the seat that forks may imagine it."""

from __future__ import annotations

import hmac

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.evolve import AnyTable, write_state
from moothall.domain.table.state import Parent


def parent(
    title: AnyTitle, game_id: str, seq: int, table: AnyTable, head: bytes, seat: int | None, secret: bytes
) -> Parent:
    """The parent at that event (`table` and `head` are those after it). With a seat, everything that seat could not
    see is dealt anew, by luck that hangs on the new game's secret."""
    if table.game is None or title.awaiting(table.game).finished:
        raise IllegalMove("TB-8.1", f"there is nothing to go on from at event {seq}: the game was not being played")
    state = table.game
    if seat is not None:
        seed = hmac.digest(secret, b"fork", "sha256")
        state = title.determinize(state, seat, FastDraw(int.from_bytes(seed[:8], "big")))
    return Parent(game_id, seq, head.hex(), seat is None, write_state(state))
