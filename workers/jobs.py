"""The jobs: ids and numbers in, commands out, harmless when run twice.

At-least-once delivery and compare-and-append together give exactly one effect. A job goes on with its game, steps and
AI seats alike, until people are to move or its slice of time is over; then the game waits in its lane again, and others
have their turn. A game that a later version of Moothall has gone on with is left to workers of that version: it stays
due until one of them does it.
"""

from __future__ import annotations

import hmac
import logging
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress

from redis.exceptions import RedisError

from moothall.domain.core.errors import IllegalMove
from moothall.events.errors import Conflict, Newer
from moothall.events.games.commands import Commands
from moothall.events.games.repository import Games, Hot
from moothall.workers import job_queue
from moothall.workers.bots import levels
from moothall.workers.bots.guard import NONE, Choice, choose
from moothall.workers.metrics import AI_SECONDS
from moothall.workers.tournaments import TournamentJob

AI_MS = 1_000
"""How long an AI seat may think about its turn, unless the context says otherwise."""

SLICE_S = 0.25
"""How long a job goes on with a game before others have their turn."""

LOOK_S = 0.05
"""How often a game of AIs alone looks whether people wait."""

ALONE = 10.0
"""How many times its time a bot has among its kind before it is interrupted: others have the processor first, and a
level shall not play worse because the house is busy."""

Run = Callable[[str, int], None]
"""A job: of which game, due at which event."""

Think = Callable[..., Choice]
"""How a bot is asked (guard.py)."""

log = logging.getLogger(__name__)


class WorkerContext:
    """What a worker process works with."""

    def __init__(
        self,
        games: Games,
        commands: Commands,
        jobs: job_queue.Jobs,
        ai_ms: float = AI_MS,
        slice_s: float = SLICE_S,
        plugged: Mapping[str, Callable[[], levels.Bot]] = NONE,
        *,
        tournaments: TournamentJob | None = None,
        run: Mapping[str, Run] | None = None,
        think: Think = choose,
    ) -> None:
        """`plugged` makes the bots of the levels that the operator has named; `tournaments` are run by it, where there
        are any. `run` are the jobs' functions by name, and `think` asks a bot, where that is not done plainly."""
        self.games = games
        self.tournaments = tournaments
        self.commands = commands
        self.jobs = jobs
        self.ai_ms = ai_ms
        self.slice_s = slice_s
        self.plugged = plugged
        self.run = RUN if run is None else run
        self.think = think

    def ask_for_next(self, hot: Hot) -> None:
        """Ask for what the game is due now."""
        table = hot.table
        if table.work is not None:
            queue = job_queue.queue_of(table.creator, table.seats, table.tournament)
            self.jobs.ask([job_queue.Ask(job_queue.FUNCTIONS[table.work], hot.id, hot.log.seq, queue)])


_context: WorkerContext | None = None


def set_context(context: WorkerContext) -> None:
    """Give this process what it works with, before it takes jobs."""
    global _context
    _context = context


def run_step(game_id: str, seq: int) -> None:
    """Run the step due at seq, and what comes after it. If the game has moved on, someone did it already."""
    _work(game_id, seq, "step")


def play_ai(game_id: str, seq: int) -> None:
    """Play the first AI seat awaited at seq, and what comes after it. If the game has moved on by then, the move that
    moved it has asked for its own job."""
    _work(game_id, seq, "ai")


def expire_clock(game_id: str, seq: int) -> None:
    """Put out whoever's time is up. If somebody moved in time after all, or another job was faster, nobody's is."""
    context = _own_context()
    with suppress(Conflict, Newer):
        context.commands.expire(game_id)
        _play_on(context, game_id)


def run_tournament(tournament_id: str, number: int) -> None:
    """Do what a tournament has to do by now, as long as the slice lasts. `number` tells jobs about different news
    apart: one that runs already may have looked too early."""
    context = _own_context()
    assert context.tournaments is not None, "a worker that runs no tournaments"
    with suppress(Newer):
        context.tournaments.run(tournament_id, context.slice_s)


def _work(game_id: str, seq: int, work: str) -> None:
    context = _own_context()
    with suppress(Conflict, Newer):  # whoever was faster goes on, or has asked for a job of its own
        hot = context.games.fresh(game_id)
        if hot.log.seq != seq or hot.table.work != work:
            return
        try:
            _play_on(context, game_id)
        except Conflict:
            raise
        except Exception:
            now = context.games.get(game_id)
            if now.log.seq == seq:
                raise
            context.ask_for_next(now)  # what was asked for is done; if the next thing cannot be, its own job says so


def _play_on(context: WorkerContext, game_id: str) -> None:
    """Do what the game is due, as long as its slice lasts. Raises Conflict if others act meanwhile."""
    hot = context.games.get(game_id)
    slice_ = _Slice(context, hot)
    while hot.table.work is not None:
        if slice_.over():
            context.ask_for_next(hot)
            return
        if hot.table.work == "step":
            context.commands.step(game_id, expected=hot.log.seq)
        else:
            _play_seat(context, hot)
        hot = context.games.get(game_id)  # as the command has left it; whoever acts meanwhile is met by the next one


class _Slice:
    """The time that a game has before others have their turn. Begins with the first thing done, so that every job does
    at least one."""

    def __init__(self, context: WorkerContext, hot: Hot) -> None:
        self._jobs = context.jobs
        self._length = context.slice_s
        self._yields = not job_queue.have_people(hot.table.seats)
        self._began: float | None = None
        self._looked = 0.0

    def over(self) -> bool:
        now = time.monotonic()
        if self._began is None:
            self._began = self._looked = now
            return False
        if now - self._began >= self._length:
            return True
        if not self._yields or now - self._looked < LOOK_S:
            return False
        self._looked = now
        return self._jobs.people_wait()


def _play_seat(context: WorkerContext, hot: Hot) -> None:
    """The first AI seat awaited thinks, and makes the moves that it has planned, as long as it is asked for them."""
    seat = hot.table.awaited_ai
    assert seat is not None
    plan: Choice | None = _think(context, hot, seat, hot.table.seats[seat].level or levels.SIMPLEST)
    while plan is not None and hot.table.decision_of(seat) is not None and hot.table.seats[seat].kind == "ai":
        plan = _play_once(context, hot, seat, plan)
        hot = context.games.get(hot.id)


def _think(context: WorkerContext, hot: Hot, seat: int, level: str) -> Choice:
    # Nobody can foresee a bot: its seed hangs on the game's secret. Everybody can check it afterwards.
    seed = hmac.digest(hot.secret, f"bot/{hot.log.seq}/seat-{seat}".encode(), "sha256")

    def failed(level: str, error: BaseException) -> None:
        _failed(context, hot, seat, level, error)

    number = int.from_bytes(seed[:8], "big")
    patience = 1.0 if job_queue.have_people(hot.table.seats) else ALONE
    with AI_SECONDS.labels(hot.title.slug, level).time():
        return context.think(
            hot.title, hot.table.game, seat, level, number, context.ai_ms, failed, patience, context.plugged
        )


def _play_once(context: WorkerContext, hot: Hot, seat: int, plan: Choice) -> Choice | None:
    """Make the plan's first move; returns the rest of the plan. A move that the rules refuse is a failure of its bot: a
    simpler one answers. The simplest takes its moves from the list of legal ones. Raises Conflict if others were
    faster."""
    while True:
        try:
            context.commands.play_ai(hot.id, seat, plan.moves[0], plan.level, expected=hot.log.seq)
            return Choice(plan.level, plan.moves[1:]) if plan.moves[1:] else None
        except IllegalMove as error:
            simpler = levels.simpler(plan.level)
            if simpler is None:
                raise
            _failed(context, hot, seat, plan.level, error)
            plan = _think(context, hot, seat, simpler)


def _failed(context: WorkerContext, hot: Hot, seat: int, level: str, error: BaseException) -> None:
    # Where, not what: the text of an error may name what is hidden.
    at = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__} at {at.name}:{at.lineno}"
    log.error("game %s, event %d, seat %d: level %s failed: %s", hot.id, hot.log.seq, seat, level, what)
    with suppress(RedisError):  # what cannot be counted now is in the log; the move comes first
        context.games.store.count(f"bot_failures:{hot.title.slug}:{level}")


def _own_context() -> WorkerContext:
    if _context is None:
        raise RuntimeError("this process has no context: jobs run in `moothall worker`")
    return _context


RUN: Mapping[str, Run] = {
    job_queue.RUN_STEP: run_step,
    job_queue.PLAY_AI: play_ai,
    job_queue.EXPIRE_CLOCK: expire_clock,
    job_queue.RUN_TOURNAMENT: run_tournament,
}
"""The jobs by their names in the queue."""
