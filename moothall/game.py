"""One playing of a title on the engine alone, with no server, no log and no clock; and the bots that play it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from moothall.domain.core.codec import explain
from moothall.domain.core.data import Json
from moothall.domain.core.draw import FastDraw, KeyedDraw
from moothall.domain.core.errors import BadOptions
from moothall.domain.core.title import AnyTitle
from moothall.domain.core.words import Reader
from moothall.domain.table.views import MOST_MOVES, describe, redact
from moothall.workers.bots import levels
from moothall.workers.bots.planner import UNLIMITED, Budget
from moothall.workers.bots.plugins import Loaded, load
from moothall.workers.bots.position import Move, Position, as_json, read_move


class Game:
    """One playing of a title, all of it known to whoever holds it.

    Moves go in and come out as plain data, as over REST; the steps that the game is due run by themselves. Its luck
    hangs on its seed and on what is drawn, so a copy that goes the same way gets the same cards.

    >>> game = moothall.title("gates-of-mara").new(players=2, seed=7)
    >>> while not game.finished:
    ...     game.play(game.awaiting[0], game.legal_moves()[0])
    >>> len(game.scores()), sorted(seat for group in game.ranking() for seat in group)
    (2, [0, 1])
    """

    __slots__ = ("_luck", "engine", "news", "seats", "state")

    def __init__(self, engine: AnyTitle, state: Any, seats: int, luck: int) -> None:
        self.engine = engine
        """The record of functions that is the title (docs/titles.md)."""
        self.state = state
        """The title's own state, secrets included; it never changes, another one takes its place."""
        self.seats = seats
        """How many seats there are."""
        self.news: tuple[Any, ...] = ()
        """What the latest move has changed, steps included, as records of the title."""
        self._luck = luck

    @classmethod
    def new(cls, engine: AnyTitle, players: int, seed: int, options: Json, edition: int | None = None) -> Game:
        """A game just set up. `Title.new` is the way to it."""
        if players not in engine.players:
            raise ValueError(
                f"{engine.name} is played by {engine.players[0]} to {engine.players[-1]}, not by {players}"
            )
        if edition is not None and edition not in engine.editions:
            raise ValueError(f"{engine.name} has no edition {edition}; there are {tuple(sorted(engine.editions))}")
        luck = _luck("game", seed)
        try:
            turn = engine.new(players, msgspec.convert(options, engine.options), KeyedDraw(luck), edition)
        except msgspec.ValidationError as error:
            path, text = explain(error)
            raise ValueError(f"options{path}: {text}") from error
        except BadOptions as error:
            raise ValueError(str(error)) from error
        game = cls(engine, turn.state, players, luck)
        game._go_on(turn.changes)
        return game

    def __repr__(self) -> str:
        return f"<Game of {self.engine.slug}, {self.seats} seats, round {self.round}{', over' * self.finished}>"

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The seats that owe a decision; none when the game is over."""
        return tuple([asked.seat for asked in self.engine.awaiting(self.state).seats])

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.engine.awaiting(self.state).finished

    @property
    def round(self) -> int:
        """The number of the current round, from 1."""
        return self.engine.round_of(self.state)

    def legal_moves(self, seat: int | None = None, limit: int = MOST_MOVES) -> list[Json]:
        """The legal moves of a seat (the first that is awaited), at most so many, each ready to be played."""
        found: list[Json] = as_json(self.moves(seat, limit))
        return found

    def moves(self, seat: int | None = None, limit: int = MOST_MOVES) -> tuple[Any, ...]:
        """The same as records of the title, which are quicker."""
        return tuple(islice(self.engine.legal_moves(self.state, self._seat(seat)), limit))

    def describe(self, move: Move, seat: int | None = None) -> str:
        """What a move costs and does, in a line of English."""
        seat = self._seat(seat)
        return self.engine.describe_move(self._read(move, seat), self.state, self._reader(seat))

    def play(self, seat: int, move: Move) -> None:
        """A seat moves: plain data, a record, or the move's place in the list. Raises IllegalMove, which names the
        rule, and then nothing has changed."""
        record = self._read(move, seat)
        turn = self.engine.play(self.state, seat, record, KeyedDraw(self._luck))
        self.state = turn.state
        self._go_on(turn.changes)

    def happened(self, seat: int | None = None) -> list[str]:
        """What the latest move has changed, in English, as that seat (None: a spectator) may know it."""
        engine, reader = self.engine, self._reader(seat)
        seen = [redact(engine, change, seat) for change in self.news]
        return [line for change in seen if (line := describe(engine, change, reader))]

    def view(self, seat: int | None = None) -> Json:
        """What a seat (None: a spectator) sees, as plain data: what `state` is over REST."""
        seen: Json = as_json(self.engine.view(self.state, seat))
        return seen

    def text(self, seat: int | None = None) -> str:
        """The same, drawn as text."""
        return self.engine.table_text(self.engine.view(self.state, seat), self._reader(seat))

    def scores(self) -> list[int]:
        """By seat, as they stand."""
        return [sheet.total for sheet in self.engine.score_sheet(self.state)]

    def sheets(self) -> list[Json]:
        """By seat, the points by category."""
        found: list[Json] = as_json(list(self.engine.score_sheet(self.state)))
        return found

    def ranking(self) -> list[list[int]]:
        """Seats as they would be ranked now, best first, ties together."""
        return [list(group) for group in self.engine.ranking(self.state)]

    def copy(self) -> Game:
        """The same game once more, with the same luck ahead. It costs next to nothing: states never change."""
        return self._as(self.state, self._luck)

    def fork(self, seed: int) -> Game:
        """The same game once more, with other luck ahead."""
        return self._as(self.state, _luck("fork", seed))

    def imagine(self, seat: int, seed: int = 0) -> Game:
        """The game as a seat may imagine it: everything it cannot see is dealt anew, and so is the luck ahead."""
        luck = _luck("imagine", seed)
        return self._as(self.engine.determinize(self.state, seat, FastDraw(luck)), luck)

    def position(self, seat: int, seed: int = 0, budget: Budget = UNLIMITED) -> Position:
        """What a bot in that seat is given."""
        luck = FastDraw(_luck("position", seed))
        return Position(self.engine, self.engine.determinize(self.state, seat, luck), seat, luck, budget)

    def ask(self, bot: Any, seat: int | None = None, seed: int = 0) -> Json:
        """The move that a bot would make in a seat (the first that is awaited): one that `load_bot` knows, or a
        function, class or object. It gets what the seat may know and nothing more."""
        loaded, seat = load(bot), self._seat(seat)
        luck = FastDraw(_luck("position", seed))
        plan = levels.choose(self.engine, self.state, seat, loaded.new(), luck, loaded.budget)
        move: Json = as_json(plan[0])
        return move

    def _go_on(self, changes: list[Any]) -> None:
        """Run the steps that are due."""
        news = list(changes)
        while self.engine.awaiting(self.state).step is not None:
            turn = self.engine.run_step(self.state, KeyedDraw(self._luck))
            self.state = turn.state
            news += turn.changes
        self.news = tuple(news)

    def _as(self, state: Any, luck: int) -> Game:
        other = Game(self.engine, state, self.seats, luck)
        other.news = self.news if state is self.state else ()
        return other

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        awaited = self.awaiting
        if not awaited:
            raise ValueError("the game is over: nobody is to move")
        return awaited[0]

    def _read(self, move: Move, seat: int) -> Any:
        return read_move(self.engine, move, self.moves(seat) if isinstance(move, int) else ())

    def _reader(self, seat: int | None) -> Reader:
        return Reader(you=seat, edition=getattr(self.state, "edition", self.engine.current))


class Bot:
    """What a bot looks like as a class; yours may be one of this class, or just look like it. A plain function does as
    well: of `position`, or of `view` and `moves`.

    >>> class Hasty(moothall.Bot):
    ...     def choose(self, position):
    ...         return max(position.moves, key=lambda move: position.after(move).value())
    >>> def first(view, moves):
    ...     return moves[0]
    >>> game = moothall.title("manaforge").new(players=2, seed=1)
    >>> game.ask(first) in game.legal_moves(), game.ask(Hasty) in game.legal_moves()
    (True, True)
    """

    def choose(self, position: Position) -> Move | Sequence[Move]:
        """A legal move: one of `position.moves`, its place there, or plain data; or a list of moves to be made one
        after the other, as long as nothing new becomes known."""
        raise NotImplementedError(f"{type(self).__name__} has no method choose")


def load_bot(spec: Any) -> Loaded:
    """A bot by its name: a level with or without a budget (`mcts:200`, `mcts:500ms`), a file (`./mine.py:Bot`), a
    module (`package.module:Bot`) or an entry point of the group `moothall.bots`. Functions, classes and objects that
    are bots will do, too. Raises UnknownBot.

    >>> moothall.load_bot("mcts:200").name
    'mcts:200'
    >>> (folder / "mine.py").write_text("def bot(view, moves): return 0")
    30
    >>> mine = moothall.load_bot(f"{folder}/mine.py")
    >>> game = moothall.title("manaforge").new(players=2)
    >>> game.ask(mine) == game.legal_moves()[0]
    True
    """
    return load(spec)


def _luck(what: str, seed: int) -> int:
    """A seed of its own for everything that is drawn: none leads to another."""
    return int.from_bytes(hashlib.sha256(f"{what}/{seed}".encode()).digest()[:8], "big")
