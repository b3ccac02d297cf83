"""What a title need not say: a game without secrets and luck, its moves and changes in plain words, bots that do not
know what is good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from moothall.domain.core.codec import plain
from moothall.domain.core.data import Json, snake
from moothall.domain.core.draw import Draw
from moothall.domain.core.words import Reader, sentence


def nothing_to_set_up(turn: Any) -> None:
    """The first state is the start of the game."""


def no_step(turn: Any) -> None:
    """Titles that ask for steps have some."""
    raise AssertionError("this title has no steps")


def nothing_to_carry(turn: Any, before: Any) -> None:
    """Most titles restore everything."""


def all_of_it(state: Any, seat: int | None) -> Any:
    """The view of a game without secrets: the state itself."""
    return state


def as_it_is(change: Any, viewer: int | None) -> Any:
    """Nothing to redact."""
    return change


def as_it_was_asked(move: Any, seat: int, viewer: int | None) -> Any:
    """Nothing to redact."""
    return move


def nothing_to_deal(state: Any, seat: int, draw: Draw) -> Any:
    """Everybody sees everything."""
    return state


def move_in_words(move: Any, state: Any, reader: Reader) -> str:
    """`Take: heap 1, count 3`."""
    return sentence(_in_words(move))


def change_in_words(change: Any, reader: Reader) -> str:
    """`Ada: taken, heap 1, count 3`."""
    seat = getattr(change, "seat", None)
    return sentence(_in_words(change) if seat is None else f"{reader.who(seat)}: {_in_words(change)}")


def view_in_words(view: Json, reader: Reader) -> str:
    """A line for every field."""
    return "\n".join(f"{name.replace('_', ' ')}: {value}" for name, value in plain(view).items())


def any_of(title: Any, state: Any, seat: int, draw: Draw) -> Any:
    """A random one of all legal moves."""
    moves = list(title.legal_moves(state, seat))
    return moves[draw.below(f"sample/seat-{seat}", len(moves))]


def some_of(title: Any, state: Any, seat: int, draw: Draw, most: int) -> Sequence[Any]:
    """All moves of a short list, a random part of a long one."""
    moves = list(title.legal_moves(state, seat))
    if len(moves) <= most:
        return moves
    for i in range(most):
        j = i + draw.below(f"candidates/{i}", len(moves) - i)
        moves[i], moves[j] = moves[j], moves[i]
    return moves[:most]


def _in_words(record: msgspec.Struct) -> str:
    words = snake(type(record).__name__).replace("_", " ")
    fields = [f"{name.replace('_', ' ')} {value}" for name, value in msgspec.structs.asdict(record).items()]
    shown = [each for each, name in zip(fields, record.__struct_fields__, strict=True) if name != "seat"]
    return f"{words}: {', '.join(shown)}" if shown else words
