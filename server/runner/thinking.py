"""A process that thinks for one bot: `python -m moothall.server.runner.thinking SPEC`.

The author's code runs here and nowhere else. Whatever it does, hangs in a loop or takes the process down with it, the
games go on. What it prints goes to the standard error output."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec
from cachetools import LRUCache

from moothall.domain.core.draw import FastDraw
from moothall.server.runner.asking import Question, Reply, read_frame, write_frame
from moothall.workers.bots.guard import FAILURES, SPARE_MS, alarm, told, trace_of
from moothall.workers.bots.levels import BOTS, Bot, UnknownBot, choose
from moothall.workers.bots.planner import UNLIMITED, Budget
from moothall.workers.bots.plugins import Loaded, load
from moothall.workers.bots.position import OtherVersion, position_of
from moothall.workers.titles import hosted

REMEMBERED = 256
"""Games whose bots are kept, each with what it remembers."""


class Mind:
    """The bot, one of it for every game."""

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self._bots: LRUCache[str, Bot] = LRUCache(REMEMBERED)

    def answer(self, question: Question) -> Reply:
        """What the bot, or the level that was asked for, would do."""
        own = question.level is not None
        budget = within(UNLIMITED if own else self._loaded.budget, question.limit_s)
        title = hosted().get(question.title)
        if title is None:
            return Reply(failed=f"cannot play: {question.title} is not installed here")
        try:
            state = position_of(title, msgspec.to_builtins(question), FastDraw(0), budget).state
        except OtherVersion as error:
            return Reply(failed=f"cannot play: {error}")
        if not title.awaiting(state).asks(question.seat):
            return Reply()
        try:
            with alarm(question.limit_s):
                bot = BOTS[question.level] if question.level is not None else self._bot(question.game)
                moves = choose(title, state, question.seat, bot, FastDraw(question.seed), budget)
        except FAILURES as error:
            return Reply(failed=told(error), trace=trace_of(error, self._loaded.file))
        return Reply(tuple(map(msgspec.to_builtins, moves)))

    def _bot(self, game: str) -> Bot:
        if game not in self._bots:
            self._bots[game] = self._loaded.new()
        return self._bots[game]


def within(budget: Budget, limit_s: float) -> Budget:
    """The bot's own budget, and no more than the time that it has."""
    limit_ms = limit_s * 1_000
    ms = max(limit_ms - SPARE_MS, limit_ms / 2)
    return Budget(budget.iterations, ms if budget.ms is None else min(ms, budget.ms))


def run(spec: str, questions: BinaryIO, replies: BinaryIO) -> None:
    """Answer until nobody asks any more. The first reply says whether there is a bot at all."""
    try:
        mind = Mind(load(spec))
        hosted()
    except UnknownBot as error:
        write_frame(replies, Reply(failed=str(error)))
        return
    write_frame(replies, Reply())
    read: Callable[[bytes], Question] = msgspec.msgpack.Decoder(Question).decode
    while (data := read_frame(questions)) is not None:
        write_frame(replies, mind.answer(read(data)))


def main(arguments: list[str]) -> None:
    """The replies have the standard output for themselves; Ctrl-C is for the runner to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    replies: Any = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    run(arguments[0], sys.stdin.buffer, replies)


if __name__ == "__main__":
    main(sys.argv[1:])
