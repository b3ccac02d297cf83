"""A position as a bot gets it: the game as its seat may imagine it, and ways to try moves ahead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import islice
from typing import Any, get_args

import msgspec

from moothall.domain.core.codec import explain, to_answer
from moothall.domain.core.data import Json
from moothall.domain.core.draw import Draw
from moothall.domain.core.title import AnyTitle, Turn
from moothall.domain.core.words import Reader
from moothall.domain.table.evolve import read_state
from moothall.domain.table.views import MOST_MOVES
from moothall.workers.bots.levels import choose, named
from moothall.workers.bots.planner import Budget

Move = int | Mapping[str, Any] | msgspec.Struct
"""A move as a bot may name it: its place in the list of legal ones, plain data as over REST, or a record."""

LONGEST = 100_000
"""Decisions after which a game counts as endless; no title comes near."""


class OtherVersion(ValueError):
    """A position of a server whose titles are not those that are installed here."""


class BadAnswer(ValueError):
    """What a bot answers is no move, or none that it may make."""


class Position:
    """What a bot knows, and what it can do with it.

    Everything that its seat cannot see is dealt anew (`imagine` deals once more). Positions never change: whatever is
    tried makes a new one, so that a bot can go back to any of them."""

    __slots__ = ("_moves", "budget", "draw", "seat", "state", "title")

    def __init__(self, title: AnyTitle, state: Any, seat: int, draw: Draw, budget: Budget) -> None:
        self.title = title
        """The record of functions that is the game (docs/titles.md)."""
        self.state = state
        """The title's state, as the seat may imagine it."""
        self.seat = seat
        """Whose bot it is."""
        self.draw = draw
        """Luck: `draw.below("a label", n)` is a number below n. With the same seed it is the same again."""
        self.budget = budget
        """How much the bot may think; `budget.start()` keeps the time."""
        self._moves: tuple[Any, ...] | None = None

    def __repr__(self) -> str:
        return f"<Position of {self.title.slug}, seat {self.seat}>"

    @property
    def moves(self) -> tuple[Any, ...]:
        """The seat's legal moves as records of the title, at most 1000; empty if it is not asked."""
        if self._moves is None:
            self._moves = tuple(islice(self.title.legal_moves(self.state, self.seat), MOST_MOVES))
        return self._moves

    @property
    def view(self) -> Json:
        """What the seat sees, as plain data: what `state` is over REST."""
        seen: Json = as_json(self.title.view(self.state, self.seat))
        return seen

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return tuple([asked.seat for asked in self.title.awaiting(self.state).seats])

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.title.awaiting(self.state).finished

    @property
    def scores(self) -> list[int]:
        """By seat, as they stand."""
        return [sheet.total for sheet in self.title.score_sheet(self.state)]

    @property
    def ranking(self) -> list[list[int]]:
        """Seats as they would be ranked now, best first, ties together."""
        return [list(group) for group in self.title.ranking(self.state)]

    def value(self, seat: int | None = None) -> float:
        """How good the position is for a seat (its own), in points, by the title's own reckoning."""
        return self.title.evaluate(self.state, self.seat if seat is None else seat)

    def text(self, move: Move) -> str:
        """A move in a line of English."""
        reader = Reader(you=self.seat, edition=getattr(self.state, "edition", 1))
        return self.title.describe_move(self.read(move), self.state, reader)

    def read(self, move: Move) -> Any:
        """A move as a record of the title. Raises BadAnswer."""
        return read_move(self.title, move, self.moves)

    def after(self, move: Move, seat: int | None = None) -> Position:
        """The position after a move of a seat (its own), and after the steps that the game runs by itself. Luck is the
        bot's own. Raises IllegalMove."""
        record = self.read(move) if seat in (None, self.seat) else read_move(self.title, move)
        turn = self.title.play(self.state, self.seat if seat is None else seat, record, self.draw)
        return self._at(settled(self.title, turn.state, self.draw))

    def imagine(self) -> Position:
        """The same position with everything that the seat cannot see dealt once more."""
        return self._at(self.title.determinize(self.state, self.seat, self.draw))

    def sample(self, seat: int | None = None) -> Any:
        """A legal move of a seat (its own), at random."""
        return self.title.sample_move(self.title, self.state, self.seat if seat is None else seat, self.draw)

    def ask(self, level: str, seat: int | None = None) -> tuple[Any, ...]:
        """The moves that one of Moothall's levels (`greedy`, `mcts:30`) would make for a seat (its own), one after the
        other as long as nothing new becomes known. It knows what that seat may know of the imagined game, no more."""
        asked = named(level)
        return choose(self.title, self.state, self.seat if seat is None else seat, asked.level, self.draw, asked.budget)

    def play_out(self, most: int = LONGEST) -> Position:
        """Played on at random: to the end, or for so many decisions."""
        title, draw, state = self.title, self.draw, settled(self.title, self.state, self.draw)
        for _ in range(most):
            asked = title.awaiting(state).seats
            if not asked:
                break
            seat = asked[0].seat
            turn: Turn[Any, Any] = title.play(state, seat, title.sample_move(title, state, seat, draw), draw)
            state = settled(title, turn.state, draw)
        return self._at(state)

    def _at(self, state: Any) -> Position:
        return Position(self.title, state, self.seat, self.draw, self.budget)


def position_of(title: AnyTitle, told: Mapping[str, Any], draw: Draw, budget: Budget) -> Position:
    """The position that a server has told (`GET /v1/games/{game_id}/position`). Raises OtherVersion."""
    if told["state"] is None:
        raise ValueError("the game has not begun: there is no position yet")
    if told["edition"] not in title.editions:
        raise OtherVersion(f"the game is played by edition {told['edition']} of {title.name}, which is not here")
    try:
        return Position(title, read_state(title, told["state"]), told["seat"], draw, budget)
    except msgspec.DecodeError as error:
        raise OtherVersion(f"the server has another version of {title.name}: {error}") from error


def settled(title: AnyTitle, state: Any, draw: Draw) -> Any:
    """The state after all the steps that are due."""
    while title.awaiting(state).step is not None:
        state = title.run_step(state, draw).state
    return state


def as_json(data: Any) -> Any:
    """Plain data exactly as REST gives it: lists, no tuples, and names that are text."""
    return msgspec.json.decode(to_answer(data))


def read_move(title: AnyTitle, move: Any, listed: tuple[Any, ...] = ()) -> Any:
    """A move as a record of the title: from its place in a list, from plain data, or as it is. Raises BadAnswer."""
    if isinstance(move, get_args(title.moves) or title.moves):
        return move
    if isinstance(move, int) and not isinstance(move, bool):
        if 0 <= move < len(listed):
            return listed[move]
        raise BadAnswer(f"there is no move {move}: {len(listed)} are listed, counted from 0")
    if not isinstance(move, Mapping):
        raise BadAnswer(f"{_shortened(move)} is no move: neither one of the list nor its place there")
    try:
        return _decoder(title.moves).decode(to_answer(move))
    except (msgspec.ValidationError, TypeError) as error:
        path, text = explain(error) if isinstance(error, msgspec.ValidationError) else ("", str(error))
        raise BadAnswer(f"{_shortened(move)} is no move of {title.name}: {path}{': ' if path else ''}{text}") from error


@cache
def _decoder(moves: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(moves)


def _shortened(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 200 else f"{text[:200]}..."
