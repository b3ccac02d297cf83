"""The jobs: ids and numbers in, commands out, harmless when run twice.

At-least-once delivery and compare-and-append together give exactly one effect. A game that a later version of Moothall
has gone on with is left to workers of that version: it stays due until one of them does it.
"""

from __future__ import annotations

import hmac
import logging
import traceback
from contextlib import suppress

from redis.exceptions import RedisError

from domain.core.errors import IllegalMove
from events.commands import Commands
from events.errors import Conflict, Newer
from events.games import Games, Hot
from workers import bots
from workers.bots.guard import Answer, answer
from workers.courier import Courier
from workers.metrics import AI_SECONDS
from workers.queues import Jobs

AI_MS = 1_000
"""How long an AI seat may think about its turn, unless the desk says otherwise."""

log = logging.getLogger(__name__)


class Desk:
    """What a worker process works with."""

    def __init__(
        self, games: Games, commands: Commands, jobs: Jobs, ai_ms: float = AI_MS, courier: Courier | None = None
    ) -> None:
        self.games = games
        self.commands = commands
        self.jobs = jobs
        self.courier = courier
        self.ai_ms = ai_ms

    def pass_on(self, game_id: str) -> None:
        """Ask for whatever the game is due now."""
        hot = self.games.get(game_id)
        if hot.table.work is not None:
            self.jobs.enqueue(game_id, hot.log.seq, hot.table.work)


_desk: Desk | None = None


def sit_down(desk: Desk) -> None:
    """Give this process its desk, before it takes jobs."""
    global _desk
    _desk = desk


def run_step(game_id: str, seq: int) -> None:
    """Run the step due at seq. If the game has moved on, someone did it already."""
    desk = _at_desk()
    with suppress(Conflict, Newer):
        desk.commands.step(game_id, expected=seq)
        desk.pass_on(game_id)


def play_ai(game_id: str, seq: int) -> None:
    """Play the first AI seat awaited at seq until it is awaited no longer. If the game has moved on by then, the
    move that moved it has asked for its own job."""
    desk = _at_desk()
    try:
        hot = desk.games.fresh(game_id)
    except Newer:
        return
    seat = hot.table.awaited_ai
    if hot.log.seq != seq or seat is None:
        return
    plan: Answer | None = None
    while hot.table.decision_of(seat) is not None and hot.table.seats[seat].kind == "ai":
        plan = plan or _think(desk, hot, seat, hot.table.seats[seat].level or bots.SIMPLEST)
        try:
            plan = _play_once(desk, hot, seat, plan)
            hot = desk.games.get(game_id)  # as the move has left it; whoever acts meanwhile is met by the next one
        except Conflict:  # others have acted: what was planned is to be thought over
            plan, hot = None, desk.games.fresh(game_id)
    desk.pass_on(game_id)


def deliver_webhook(delivery_id: str) -> None:
    """Try a delivery once; when to try again is written down with what came of it."""
    courier = _at_desk().courier
    if courier is None:
        raise RuntimeError("nobody at this desk delivers")
    courier.deliver(delivery_id)


def expire_clock(game_id: str, seq: int) -> None:
    """Put out whoever's time is up. If somebody moved in time after all, or another job was faster, nobody's is."""
    desk = _at_desk()
    with suppress(Conflict, Newer):
        desk.commands.expire(game_id)
        desk.pass_on(game_id)


def _think(desk: Desk, hot: Hot, seat: int, level: str) -> Answer:
    # Nobody can foresee a bot: its seed hangs on the game's secret. Everybody can check it afterwards.
    seed = hmac.digest(hot.secret, f"bot/{hot.log.seq}/seat-{seat}".encode(), "sha256")

    def failed(level: str, error: Exception) -> None:
        _failed(desk, hot, seat, level, error)

    with AI_SECONDS.labels(hot.title.slug, level).time():
        return answer(hot.title, hot.table.game, seat, level, int.from_bytes(seed[:8], "big"), desk.ai_ms, failed)


def _play_once(desk: Desk, hot: Hot, seat: int, plan: Answer) -> Answer | None:
    """Make the plan's first move; returns the rest of the plan. A move that the rules refuse is a failure of its bot: a
    simpler one answers. The simplest takes its moves from the list of legal ones. Raises Conflict if others were
    faster."""
    while True:
        try:
            desk.commands.play_ai(hot.id, seat, plan.moves[0], plan.level, expected=hot.log.seq)
            return Answer(plan.level, plan.moves[1:]) if plan.moves[1:] else None
        except IllegalMove as error:
            simpler = bots.simpler(plan.level)
            if simpler is None:
                raise
            _failed(desk, hot, seat, plan.level, error)
            plan = _think(desk, hot, seat, simpler)


def _failed(desk: Desk, hot: Hot, seat: int, level: str, error: Exception) -> None:
    # Where, not what: the text of an error may name what is hidden.
    at = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__} at {at.name}:{at.lineno}"
    log.error("game %s, event %d, seat %d: level %s failed: %s", hot.id, hot.log.seq, seat, level, what)
    with suppress(RedisError):  # what cannot be counted now is in the log; the move comes first
        desk.games.store.count(f"bot_failures:{hot.title.slug}:{level}")


def _at_desk() -> Desk:
    if _desk is None:
        raise RuntimeError("this process has no desk: jobs run in `moothall worker`")
    return _desk
