"""The laws that hold for every title: functions, so that a title's own tests can run them with other options."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from moothall.domain.core.codec import canonical, plain, to_answer, to_json, to_msgpack
from moothall.domain.core.data import Hidden
from moothall.domain.core.draw import FastDraw, SeededDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle, Binding
from moothall.domain.core.words import Reader
from moothall.domain.table import decide
from moothall.domain.table.changes import TABLE_CHANGES
from moothall.domain.table.fold import EMPTY, Log, apply, undoable
from moothall.domain.table.moves import Undo, UndoAll
from moothall.domain.table.next_event import next_event
from moothall.domain.table.views import describe, dry_run_view, event_view, preview_view, redact, refusal_view
from tests.laws.walk import Game, Point, walk

Options = dict[str, Any] | None

READER = Reader(("Ada", "Ben", "Cleo", "Dan", "Eve"))

FEW = 12
"""Moves of one list that are tried out; the lists of a whole game give thousands."""


def fold_is_the_state(title: AnyTitle, seats: int, seed: int, options: Options = None) -> None:
    """Law 1: folding the changes gives the live state at every point, and writing and reading changes nothing."""
    decoder = msgspec.msgpack.Decoder(title.state)
    for point in walk(title, seats, seed, options):
        state = point.state
        for change in point.turn.changes:
            state = title.evolve(state, change)
        assert state == point.turn.state
        assert decoder.decode(to_msgpack(state)) == state
    assert canonical(title.view(state, None)), "the view is plain data"


def log_replays(title: AnyTitle, seats: int, seed: int, options: Options = None) -> None:
    """Law 1 through the log: with undos strewn in, replaying the bytes gives the same table at every seq."""
    luck = FastDraw(seed)
    game = Game(title, seats, options)
    seen = []

    def each(game: Game) -> None:
        while luck.below("undo", 6) == 0 and game.log.table.status == "active":
            able = [seat for seat in range(seats) if undoable(game.log, seat)]
            if not able:
                break
            game.play(able[luck.below("who", len(able))], UndoAll() if luck.below("all", 2) else Undo())
        seen.append((game.log.seq, canonical(game.log.table)))

    game.run(luck, each)
    at = dict(seen)
    log = EMPTY
    for data in game.events:
        log = apply(title, log, game.decode(data))
        if log.seq in at:
            assert canonical(log.table) == at[log.seq], f"the replay differs at {log.seq}"
        assert not log.tail or log.tail[0].event.seq > log.base_seq
    assert log.table.status == "finished"


def undo_restores(title: AnyTitle, seats: int, seed: int, options: Options = None) -> None:
    """Undo: the latest act undone gives the state before it (but for what `on_undo` carries over), and made again
    it gives the same result, luck included."""
    luck = FastDraw(seed)
    game = Game(title, seats, options)

    def each(game: Game) -> None:
        entry = game.log.tail[-1] if game.log.tail else None
        if entry is None or entry.event.undone or entry.binding is Binding.FREE or luck.below("try", 4):
            return
        seat, move, after = entry.event.seat, entry.event.move, game.log.table.game
        game.play(seat, Undo())
        assert seat in {decision.seat for decision in game.log.table.decisions}
        game.play(seat, move)
        assert title.view(game.log.table.game, seat) == title.view(after, seat)

    game.run(luck, each)


def listed_moves_are_legal(title: AnyTitle, seats: int, seed: int, options: Options = None) -> None:
    """Law 2: every listed move is accepted, survives JSON and has a line of text; lists are stable, without doubles,
    never empty while the seat is awaited; whatever else a seat sends is judged by a rule, never by a crash."""
    luck = FastDraw(seed)
    moves_type = msgspec.json.Decoder(title.moves)
    for point in walk(title, seats, seed, options):
        awaited = {asked.seat for asked in title.awaiting(point.state).seats}
        lists = {seat: _head(title, point.state, seat) for seat in range(seats)}
        for seat, moves in lists.items():
            assert moves or seat not in awaited, f"seat {seat} is awaited and has no move"
            assert moves == _head(title, point.state, seat)
            texts = [to_json(move) for move in moves]
            assert len(set(texts)) == len(texts), "a move is listed twice"
            for move in _some(moves, luck):
                assert moves_type.decode(to_json(move)) == move
                assert title.describe_move(move, point.state, READER)
                turn = title.play(point.state, seat, move, SeededDraw(b"law"))
                assert turn.changes, f"{move} changes nothing"
                assert not title.check(turn.state), title.check(turn.state)
        _refuse_the_rest(title, point, lists, luck)


def _refuse_the_rest(title: AnyTitle, point: Point, lists: dict[int, list[Any]], luck: FastDraw) -> None:
    before = to_msgpack(point.state)
    for seat, moves in lists.items():
        for move in _strays(seat, moves, lists, luck):
            turn, refused = _judge(title, point.state, seat, move)
            if refused is not None:
                assert refused.rule in title.content.rulebook.rules, f"{refused.rule} is no rule of {title.slug}"
                assert refused.text
            else:  # legal but not listed is a title's right; it must still be sound
                assert not title.check(turn.state), f"{move}: {title.check(turn.state)}"
    assert to_msgpack(point.state) == before, "a refused move left a trace"


def _strays(seat: int, moves: list[Any], lists: dict[int, list[Any]], luck: FastDraw) -> Iterator[Any]:
    """Moves of other seats, and own moves with one parameter bent."""
    for other, theirs in lists.items():
        if other != seat:
            yield from (move for move in _some(theirs, luck)[:2] if move not in moves)
    for move in _some(moves, luck)[:4]:
        for name, value in asdict(move).items():
            for bent in _bent(value):
                yield replace(move, **{name: bent})


def _bent(value: Any) -> list[Any]:
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, -1, 10**9]
        case str():
            return ["", "nonsense", value + "x", "earth", "0"]
        case tuple():
            return [(), value[1:], (*value, *value[:1])]
        case _:
            return []


def nothing_leaks(title: AnyTitle, seats: int, seed: int, options: Options = None) -> None:
    """Law 3: what a seat cannot see has no influence on anything it is shown."""
    luck = FastDraw(seed)
    for index, point in enumerate(walk(title, seats, seed, options)):
        if index % 3 and point.seat is not None:  # every third point: a game has hundreds
            continue
        for seat in range(seats):
            other = title.determinize(point.state, seat, luck)
            assert not title.check(other), title.check(other)
            assert title.view(other, seat) == title.view(point.state, seat)
            assert title.view(other, None) == title.view(point.state, None)
            assert title.awaiting(other) == title.awaiting(point.state)
            moves = _head(title, point.state, seat)
            assert _head(title, other, seat) == moves
            reader = Reader(READER.names, seat)
            assert [title.describe_move(move, other, reader) for move in moves[:FEW]] == [
                title.describe_move(move, point.state, reader) for move in moves[:FEW]
            ]
            for move in _strays(seat, moves, {seat: moves}, luck):
                assert _verdict(title, other, seat, move) == _verdict(title, point.state, seat, move)
        _commits_look_alike(title, point, seats, luck)


def _commits_look_alike(title: AnyTitle, point: Point, seats: int, luck: FastDraw) -> None:
    """Two secret answers of a seat look the same to everyone else."""
    if point.seat is None or not _is_commit(title, point.turn.changes):
        return
    for move in _some(_head(title, point.state, point.seat), luck):
        turn = title.play(point.state, point.seat, move, SeededDraw(b"law"))
        if not _is_commit(title, turn.changes):
            continue
        for viewer in (None, *(seat for seat in range(seats) if seat != point.seat)):
            assert title.redact_move(move, point.seat, viewer) is None
            shown = [redact(title, change, viewer) for change in turn.changes]
            assert shown == [redact(title, change, viewer) for change in point.turn.changes]
            assert title.view(turn.state, viewer) == title.view(point.turn.state, viewer)


def _is_commit(title: AnyTitle, changes: list[Any]) -> bool:
    return max(title.binding(change) for change in changes) is Binding.COMMIT


def _judge(title: AnyTitle, state: Any, seat: int, move: Any) -> tuple[Any, IllegalMove | None]:
    try:
        return title.play(state, seat, move, SeededDraw(b"law")), None
    except IllegalMove as error:
        return None, error


def _verdict(title: AnyTitle, state: Any, seat: int, move: Any) -> str:
    return str(_judge(title, state, seat, move)[1])


def dry_runs_tell_nothing(title: AnyTitle, seats: int, seed: int, options: Options = None) -> None:
    """Law 3 for dry runs and previews: what would come of a move is told byte for byte the same, whatever lies hidden
    and whatever luck the game has."""
    luck = FastDraw(seed)
    game = Game(title, seats, options, secret=seed.to_bytes(32, "big"))

    def each(game: Game) -> None:
        table = game.log.table
        if table.status != "active" or luck.below("look", 4):  # at every fourth point: a game has hundreds
            return
        for seat in range(seats):
            moves = _head(title, table.game, seat)
            strays = [move for move in _strays(seat, moves, {seat: moves}, luck) if _can_be_posted(title, move)]
            for move in (*_some(moves, luck), *_some(strays, luck)):
                dealt = replace(table, game=title.determinize(table.game, seat, luck))
                elsewhere = replace(game.log, table=dealt)
                told = _dry_run(title, game.log, seat, move, game.secret)
                assert _dry_run(title, elsewhere, seat, move, bytes([luck.below("secret", 256)]) * 32) == told
            for back in (Undo(), UndoAll()):
                told = _dry_run(title, game.log, seat, back, game.secret)
                assert _dry_run(title, game.log, seat, back, b"another") == told

    game.run(luck, each)


def _can_be_posted(title: AnyTitle, move: Any) -> bool:
    try:
        return bool(msgspec.convert(plain(move), title.moves) == move)
    except msgspec.ValidationError:
        return False


def _dry_run(title: AnyTitle, log: Log, seat: int, move: Any, secret: bytes) -> bytes:
    """What the seat is told, by a dry run and by a preview, or why it is refused."""
    try:
        event, after = next_event(title, log, decide.play(title, log, seat, move, secret), 1, secret)
    except IllegalMove as error:
        return to_answer(refusal_view(error))
    return to_answer([view(title, after, [event], seat) for view in (dry_run_view, preview_view)])


def pieces_are_conserved(title: AnyTitle, seats: int, seed: int, options: Options = None) -> None:
    """Law 4: after every change nothing is created or destroyed."""
    for point in walk(title, seats, seed, options):
        state = point.state
        assert not title.check(state), title.check(state)
    assert not title.check(point.turn.state)


def games_end(title: AnyTitle, seats: int, seed: int, options: Options = None) -> None:
    """Law 5: every game ends; sheets add up; the ranking holds every seat once; bots can judge every position."""
    for point in walk(title, seats, seed, options):
        assert (point.seat is None) == (title.awaiting(point.state).step is not None)
        for sheet in title.score_sheet(point.turn.state):
            assert sheet.total == sum(sheet.categories.values())
        assert title.round_of(point.turn.state) >= title.round_of(point.state)
        assert math.isfinite(title.evaluate(point.turn.state, 0))
    end = point.turn.state
    assert [sheet.seat for sheet in title.score_sheet(end)] == list(range(seats))
    assert sorted(seat for group in title.ranking(end) for seat in group) == list(range(seats))
    for seat in range(seats):
        assert not list(title.legal_moves(end, seat))


def games_do_not_touch(title: AnyTitle, seats: int, seed: int, options: Options = None) -> None:
    """Law 6: games interleaved in one process equal the same games played alone."""
    alone = [_digest(title, list(walk(title, seats, seed + i, options))[-1]) for i in range(4)]
    walks = [walk(title, seats, seed + i, options) for i in range(4)]
    last: dict[int, Point] = {}
    running = dict(enumerate(walks))
    while running:
        for index, steps in list(running.items()):
            point = next(steps, None)
            if point is None:
                del running[index]
            else:
                last[index] = point
    assert [_digest(title, last[i]) for i in range(4)] == alone


def events_can_be_told(title: AnyTitle, seats: int, seed: int, options: Options = None) -> None:
    """Every change, redacted or not, has a line of text and survives JSON; no placeholder replaces a gap."""
    game = Game(title, seats, options)
    game.run(FastDraw(seed))
    for data in game.events:
        event = game.decode(data)
        for viewer in (None, *range(seats)):
            shown = [redact(title, change, viewer) for change in event.changes]
            assert all(isinstance(change, Hidden) or type(change) in map(type, event.changes) for change in shown)
            reader = Reader(READER.names, viewer)
            told = event_view(title, event, reader, False)
            assert len(told["changes"]) == len(event.changes)
            assert told["text"], f"nothing is told of {event}"
            for change in shown:
                line = "" if type(change) in TABLE_CHANGES else describe(title, change, reader)
                assert not re.search(r"\bseat \d", line.lower()), f"players have names: {line}"
    assert title.table_text(title.view(game.log.table.game, None), READER)


def _digest(title: AnyTitle, point: Point) -> bytes:
    return to_msgpack(point.turn.state)


def _head(title: AnyTitle, state: Any, seat: int, most: int = 400) -> list[Any]:
    """The list, or the beginning of a very long one."""
    head = []
    for move in title.legal_moves(state, seat):
        head.append(move)
        if len(head) == most:
            break
    return head


def _some(moves: list[Any], luck: FastDraw) -> list[Any]:
    if len(moves) <= FEW:
        return moves
    start = luck.below("some", len(moves))
    stride = max(1, len(moves) // FEW)
    return [moves[(start + i * stride) % len(moves)] for i in range(FEW)]


LAWS = (
    fold_is_the_state,
    log_replays,
    undo_restores,
    listed_moves_are_legal,
    nothing_leaks,
    dry_runs_tell_nothing,
    pieces_are_conserved,
    games_end,
    games_do_not_touch,
    events_can_be_told,
)
