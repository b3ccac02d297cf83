"""The jobs: ids and numbers in, commands out, harmless when run twice.

At-least-once delivery and compare-and-append together give exactly one effect.
"""

from __future__ import annotations

import hmac
from contextlib import suppress

from domain.core.draw import FastDraw
from events.commands import Commands
from events.errors import Conflict
from events.games import Games, Hot
from workers import bots
from workers.metrics import AI_SECONDS
from workers.queues import Jobs


class Desk:
    """What a worker process works with."""

    def __init__(self, games: Games, commands: Commands, jobs: Jobs) -> None:
        self.games = games
        self.commands = commands
        self.jobs = jobs

    def pass_on(self, game_id: str) -> None:
        """Ask for whatever the game is due now."""
        hot = self.games.get(game_id)
        if hot.table.due:
            self.jobs.enqueue(game_id, hot.log.seq, hot.table)


_desk: Desk | None = None


def sit_down(desk: Desk) -> None:
    """Give this process its desk, before it takes jobs."""
    global _desk
    _desk = desk


def run_step(game_id: str, seq: int) -> None:
    """Run the step due at seq. If the game has moved on, someone did it already."""
    desk = _at_desk()
    with suppress(Conflict):
        desk.commands.step(game_id, expected=seq)
        desk.pass_on(game_id)


def play_ai(game_id: str, seq: int) -> None:
    """Play the first AI seat awaited at seq until it is awaited no longer. If the game has moved on by then, the
    move that moved it has asked for its own job."""
    desk = _at_desk()
    hot = desk.games.fresh(game_id)
    seat = hot.table.awaited_ai
    if hot.log.seq != seq or seat is None:
        return
    while hot.table.decision_of(seat) is not None and hot.table.seats[seat].kind == "ai":
        with suppress(Conflict):
            _play_once(desk, hot, seat)
        hot = desk.games.fresh(game_id)
    desk.pass_on(game_id)


def _play_once(desk: Desk, hot: Hot, seat: int) -> None:
    level = hot.table.seats[seat].level or bots.SIMPLEST
    # Nobody can foresee a bot: its seed hangs on the game's secret. Everybody can check it afterwards.
    seed = hmac.digest(hot.secret, f"bot/{hot.log.seq}/seat-{seat}".encode(), "sha256")
    with AI_SECONDS.labels(hot.title.slug, level).time():
        move = bots.choose(hot.title, hot.table.game, seat, level, FastDraw(int.from_bytes(seed[:8], "big")))
    desk.commands.play_ai(hot.id, seat, move, level, expected=hot.log.seq)


def _at_desk() -> Desk:
    if _desk is None:
        raise RuntimeError("this process has no desk: jobs run in `moothall worker`")
    return _desk
