"""What a seat posts: who may, what it says, and what becomes of it on a game as it is known here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, get_args

import msgspec

from moothall.domain.core.codec import explain
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import decide
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.moves import TableMove
from moothall.domain.table.next_event import draft
from moothall.domain.table.views import may_know
from moothall.events.errors import BadMove, DecisionClosed, NotSeated, UnknownGame
from moothall.events.service.games import Hot


def parse_move(title: AnyTitle, data: Any, where: str = "move") -> Any:
    """A move from plain data; malformed is not illegal. `where` it stands is said in the error."""
    known = _posted(title.moves)
    try:
        return known.decode(data) if isinstance(data, msgspec.Raw) else msgspec.convert(data, known.type)
    except msgspec.ValidationError as error:
        path, text = explain(error)
        if path == ".type":
            names = (str(kind.__struct_config__.tag) for kind in get_args(known.type))
            text = f"Not a move of {title.name}. Must be one of: {', '.join(sorted(names))}."
        raise BadMove(f"{where}{path}", text) from error


@cache
def _posted(moves: Any) -> msgspec.json.Decoder[Any]:
    """Reads what may be posted in a game with these moves: the table's own, too."""
    return msgspec.json.Decoder(moves | TableMove)


def check_known(hot: Hot, person: Person) -> None:
    """A private game is not there for strangers, whatever they ask of it."""
    if not may_know(hot.table, person.id):
        raise UnknownGame(hot.id)


def seat_to_move(hot: Hot, person: Person, decision: int | None) -> int:
    """The caller's seat; if a decision is named, it must be open."""
    seat = hot.table.seat_of(person.id)
    if seat is None:
        check_known(hot, person)
        raise NotSeated
    if decision is not None:
        open_now = hot.table.decision_of(seat)
        if open_now is None or open_now.id != decision:
            raise DecisionClosed(hot.log.seq, decision)
    return seat


def outcomes_of(hot: Hot, seat: int, moves: Sequence[Any]) -> list[Outcome]:
    """What becomes of a seat's moves, one after the other. Raises IllegalMove, with the place of the move."""
    log, outcomes = hot.log, list[Outcome]()
    for position, move in enumerate(moves):
        try:
            if outcomes:
                event, log = draft(hot.title, log, outcomes[-1], 0, hot.secret)
                decide.check_may_follow(hot.title, event)
            outcomes.append(decide.play(hot.title, log, seat, move, hot.secret))
        except IllegalMove as error:
            error.position = position if len(moves) > 1 else None
            raise
    return outcomes
