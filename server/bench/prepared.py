"""Games that are prepared before anything is measured, so that what is measured is the posts and nothing else.

The luck of a game is known to nobody but its server. So these games get a secret that is known here: each is played
to its end on the engine alone, the moves are noted down as request bodies, and then the same game is set up in the log
that the server plays on. Posted in order, every move is legal.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import msgspec

from moothall.domain.core.codec import to_json
from moothall.domain.core.draw import FastDraw, SeededDraw, game_seed
from moothall.domain.table.decide import Person
from moothall.domain.table.state import Seat
from moothall.domain.titles import TITLES
from moothall.events.accounts.players import Player
from moothall.events.errors import Conflict
from moothall.server.bench import Kind
from moothall.server.bench.load import Lane, Request
from moothall.server.bootstrap import Services, now_ms

AT_ONCE = 8
"""Games that a connection plays in turns: while one of them waits for a step that workers run, the others go on."""

POSTED, READ, UNCHANGED = 201, 200, 304
"""Statuses of good answers."""


class Script(NamedTuple):
    """A whole game: the secret that its luck follows from, and every move with its seat, in order."""

    kind: Kind
    secret: bytes
    moves: tuple[tuple[int, bytes], ...]


class Seated(NamedTuple):
    """The same game, set up on a server: its id, and the token of each seat."""

    id: str
    people: tuple[Person, ...]
    tokens: tuple[str, ...]
    script: Script

    def requests(self) -> list[Request]:
        """The posts that play it."""
        return [
            Request(self.id, post(f"/v1/games/{self.id}/moves", self.tokens[seat], b'{"move":' + move + b"}"))
            for seat, move in self.script.moves
        ]


def scripts(kind: Kind, first: int = 0) -> Iterator[Script]:
    """One game after the other, each with its own luck, the same in every run."""
    number = first
    while True:
        yield _script(kind, number)
        number += 1


def _script(kind: Kind, number: int) -> Script:
    title = TITLES[kind.title]
    secret = hashlib.sha256(f"bench/{kind.title}/{kind.players}/{number}".encode()).digest()
    draw, luck = SeededDraw(game_seed(secret, ("",) * kind.players)), FastDraw(number)
    state: Any = title.new(kind.players, msgspec.convert({}, title.options), draw).state
    moves: list[tuple[int, bytes]] = []
    while not (awaiting := title.awaiting(state)).finished:
        if awaiting.step is not None:
            state = title.run_step(state, draw).state
            continue
        seat = awaiting.seats[0].seat
        move = title.sample_move(title, state, seat, luck)
        state = title.play(state, seat, move, draw).state
        moves.append((seat, to_json(move)))
    return Script(kind, secret, tuple(moves))


def seat(parts: Services, script: Script) -> Seated:
    """Set the game up, each seat with an account of its own; it starts with the last."""
    game_id = "bench-" + secrets.token_hex(8)
    people, tokens = register(parts, game_id, script.kind.players)
    places = [Seat("human")] * script.kind.players
    parts.commands.create(game_id, people[0], TITLES[script.kind.title], places, {}, script.secret)
    for person in people[1:]:
        parts.commands.join(game_id, person, None, "")
    return Seated(game_id, people, tokens, script)


def register(parts: Services, game_id: str, players: int) -> tuple[tuple[Person, ...], tuple[str, ...]]:
    """Accounts for the players of a game, and their tokens."""
    tokens = tuple(secrets.token_urlsafe(32) for _ in range(players))
    people = tuple(Person(f"p_{game_id}_{place}", f"Player {place} of {game_id}") for place in range(players))
    for person, token in zip(people, tokens, strict=True):
        parts.players.register(Player(person.id, person.name, "bot", now_ms()), token)
    return people, tokens


def play(parts: Services, game: Seated, moves: int | None = None, first: int = 0) -> int:
    """Play its first moves, or all of them, here and through the write path alone, steps included; the seq then."""
    seq = parts.games.get(game.id).log.seq
    for place, move in game.script.moves[first:moves]:
        seq = parts.commands.play(game.id, game.people[place], [msgspec.json.decode(move)]).seq
        while (hot := parts.games.get(game.id)).table.step is not None:
            with suppress(Conflict):  # a worker was faster
                seq = parts.commands.step(game.id, hot.log.seq).seq
            seq = parts.games.fresh(game.id).log.seq
    return seq


def prolong(parts: Services, game: Seated, wanted: Sequence[int]) -> Iterator[int]:
    """Play until the log has each of these lengths, however long the game would be: between two moves everybody asks
    for a pause and to go on, as often as it takes. Yields at each length."""
    pauses = max(wanted) // (2 * len(game.people) * len(game.script.moves)) + 1
    due = deque(sorted(wanted))
    for number in range(len(game.script.moves)):
        seq = play(parts, game, number + 1, number)
        for kind in ("ask_pause", "ask_resume") * pauses:
            for person in game.people:
                while due and due[0] <= seq:
                    yield due.popleft()
                if not due:
                    return
                seq = parts.commands.play(game.id, person, [{"type": kind}]).seq
    raise ValueError(f"the game was over before event {due[0]}")


@contextmanager
def quickly(parts: Services) -> Iterator[None]:
    """While games are set up, and only then, Redis does not sync every write to disk."""
    redis = parts.store.redis
    before = redis.config_get("appendfsync")["appendfsync"]
    redis.config_set("appendfsync", "no")
    try:
        yield
    finally:
        redis.config_set("appendfsync", before)


def lanes(parts: Services, kind: Kind, connections: int, posts: int, at_once: int = AT_ONCE) -> list[Lane]:
    """For each connection whole games of its own, at least so many posts in all of them."""
    plan = scripts(kind, secrets.randbelow(1 << 32))
    made = []
    for _ in range(connections):
        games: list[list[Request]] = []
        while len(games) < at_once or sum(map(len, games)) < posts:
            games.append(seat(parts, next(plan)).requests())
        made.append(Lane(list(in_turns(games, at_once)), POSTED))
    return made


def in_turns(games: Iterable[Sequence[Request]], at_once: int) -> Iterator[Request]:
    """So many games at a time, a request of each in turn; when one is over the next takes its place."""
    waiting, playing = deque(deque(game) for game in games), deque[deque[Request]]()
    while waiting or playing:
        while waiting and len(playing) < at_once:
            playing.append(waiting.popleft())
        game = playing.popleft()
        yield game.popleft()
        if game:
            playing.append(game)


def find_place(parts: Services, lane: Lane) -> None:
    """Where the lane goes on, when it is not known whether its next request was carried out: the log tells."""
    if not lane.left:
        return
    game = lane.requests[lane.at].game
    sent = sum(request.game == game for request in lane.requests[: lane.at])
    stored = (msgspec.json.decode(event.data, type=_Event) for event in parts.store.tail(game))
    if sum(event.move is not None for event in stored) > sent:
        lane.at += 1


class _Event(msgspec.Struct):
    """As much of a stored event as tells whether it is a move."""

    move: Any = None


def floor_lane(lane: Lane, entry: int, answer: int) -> Lane:
    """The same bodies and headers for the floor: entries and answers of these sizes, without end."""
    return Lane(
        [
            Request(each.game, b"POST /floor/%d/%d/%s HTTP/1.1" % (entry, answer, each.game.encode()) + rest)
            for each in lane.requests[:200]
            for rest in [each.data[each.data.index(b"\r\n") :]]
        ],
        POSTED,
        endless=True,
    )


def post(path: str, token: str, body: bytes) -> bytes:
    """A request's bytes."""
    head = f"POST {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n"
    return head.encode() + b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body


def get(path: str, token: str, *headers: str) -> bytes:
    """The same for reading."""
    lines = [f"GET {path} HTTP/1.1", "Host: bench", f"Authorization: Bearer {token}", *headers, "", ""]
    return "\r\n".join(lines).encode()
