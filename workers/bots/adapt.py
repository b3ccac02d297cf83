"""Other people's bots, made to fit the one interface.

A bot of somebody else is a function, an object with a method `choose`, or a class of such objects. How many arguments
it takes says what it wants to be given:

    bot(view, moves)    what the seat sees and its legal moves, as plain data, just as over REST
    bot(position)       the position as the seat may imagine it, to try moves ahead (position.py)

It answers a move (one of those it was given, or its place in the list), or several that it would make one after the
other as long as nothing new becomes known. It is judged by the rules on what its seat sees; nothing that it is given
leads to the true state, nor to the luck of the game.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from moothall.domain.core.draw import Draw, FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.workers.bots import Bot
from moothall.workers.bots.budget import Budget
from moothall.workers.bots.position import BadAnswer, Position, as_json

VIEW_AND_MOVES, POSITION = 2, 1
"""How many arguments the two kinds of bots take."""


class NoBot(ValueError):
    """Something that cannot be used as a bot; says why."""


def thinking(made: Any) -> Callable[..., Any]:
    """What is called for a choice: the method `choose` of an object, or the function itself."""
    think = getattr(made, "choose", None) or made
    if not callable(think):
        raise NoBot("a bot is a function, or a class with a method choose")
    return think  # type: ignore[no-any-return]  # callable, of whatever kind


def wants(think: Callable[..., Any]) -> int:
    """How many arguments it takes, which says what it wants to be given. Raises NoBot if neither one nor two."""
    try:
        parameters = inspect.signature(think).parameters.values()
    except (TypeError, ValueError) as error:
        raise NoBot("what it takes cannot be found out: write it as a function") from error
    placed = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    least = [each for each in placed if each.default is each.empty]
    needed = [each for each in parameters if each.kind is each.KEYWORD_ONLY and each.default is each.empty]
    if needed or len(least) not in (VIEW_AND_MOVES, POSITION):
        raise NoBot(f"it takes {', '.join(map(str, parameters)) or 'nothing'}; a bot takes (position) or (view, moves)")
    return len(least)


def adapted(made: Any) -> Bot:
    """A bot of somebody else as the one interface has it."""
    think = thinking(made)
    plain = wants(think) == VIEW_AND_MOVES

    def bot(title: AnyTitle, state: Any, seat: int, draw: Draw, budget: Budget) -> tuple[Any, ...]:
        position = Position(title, state, seat, _own_luck(draw), budget)
        answer = think(position.view, as_json(position.moves)) if plain else think(position)
        # On a position that the bot has never had in its hands: what it has written into its own counts for nothing.
        return _plan(Position(title, state, seat, _own_luck(draw), budget), answer)

    return bot


def _own_luck(draw: Draw) -> FastDraw:
    """Luck that leads to no other: whoever knows the inside of a fast generator knows all that it will draw, and the
    bots' is a neighbour of the game's."""
    number = draw.below("plugged-in", 1 << 62)
    return FastDraw(int.from_bytes(hashlib.sha256(b"plugged-in/%d" % number).digest()[:8], "big"))


def _plan(position: Position, answer: Any) -> tuple[Any, ...]:
    """The answer as a plan, cut off where something becomes known or others act. Raises BadAnswer."""
    several = isinstance(answer, Sequence) and not isinstance(answer, str | bytes)
    asked: Sequence[Any] = answer if several else (answer,)
    if not asked:
        raise BadAnswer("it answered an empty list of moves")
    title, seat, state = position.title, position.seat, position.state
    plan: list[Any] = []
    for move in asked:
        record = position.read(move)
        try:
            turn = title.play(state, seat, record, position.draw)
        except IllegalMove as error:
            raise BadAnswer(f"the rules refuse {msgspec.to_builtins(record)}: {error}") from error
        plan.append(record)
        state = turn.state
        if any(map(title.tells, turn.changes)) or not title.awaiting(state).asks(seat):
            break
        position = Position(title, state, seat, position.draw, position.budget)
    return tuple(plan)
