"""Two worlds that differ only in what somebody cannot see. Ids, tokens, clock and luck are the same in both, so that
what the wire brings can be compared as it is."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from werkzeug.test import TestResponse

from moothall.domain.core.title import AnyTitle
from moothall.domain.table.decide import Person
from moothall.domain.table.evolve import write_state
from moothall.domain.table.state import Parent, Seat
from moothall.domain.titles import TITLES
from moothall.events.accounts.players import Player
from moothall.events.games.commands import Arbiter, Commands, Forks, Previews
from moothall.events.games.writer import Writer
from moothall.server.app import create_app
from moothall.server.bootstrap import wire
from moothall.server.config import Config
from moothall.server.schemas.bodies.moves import MOST_CANDIDATES
from moothall.server.streams import KEEP_ALIVE, LINES, SSE
from tests.support.mutants import mutants

SECRET = bytes(range(32))
GAME = "g" * 26
NOW = 1_700_000_000_000

FEW = 8
"""Moves of a list that are tried dry."""


class Request(NamedTuple):
    """As it is sent to both worlds."""

    method: str
    path: str
    viewer: int | str | None
    headers: dict[str, str]
    body: Any = None
    live: bool = False


class World:
    """One game, its people, and an app that serves it."""

    def __init__(
        self, url: str, data: Path, title: AnyTitle, seats: int, secret: bytes = SECRET, state: Any = None
    ) -> None:
        """With a state the game goes on from there, as a fork does; else it begins."""
        config = Config(redis=url, data=data, keep_alive_s=0.02, access_log="", limit_read="", limit_refused="")
        made = wire(config, TITLES)
        commands = Commands(Writer(made.games, clock=lambda: NOW))
        self.parts = replace(
            made,
            commands=commands,
            forks=Forks(commands, made.queries),
            arbiter=Arbiter(commands),
            previews=Previews(made.games, lambda: NOW),
        )
        self.app = create_app(parts=self.parts)
        self.people = [Person(f"p_{index}", f"Player {index}") for index in range(seats)]
        for person in self.people:
            self.parts.players.register(Player(person.id, person.name, "human", NOW), f"token-{person.id}")
        self.begin(title, seats, secret, state)

    def begin(self, title: AnyTitle, seats: int, secret: bytes, state: Any) -> None:
        """The game, with all seats taken."""
        before = Parent("elsewhere", 7, "00" * 32, True, write_state(state)) if state is not None else None
        self.parts.commands.create(GAME, self.people[0], title, [Seat("human")] * seats, {}, secret, parent=before)
        for person in self.people[1:]:
            self.parts.commands.join(GAME, person, None, "")

    def close(self) -> None:
        self.parts.hub.stop()
        self.parts.store.redis.close()
        self.parts.jobs.connection.close()

    def act(self, seat: int | None, move: Any) -> None:
        """A move that is played before anybody looks, or a step."""
        if seat is None:
            self.parts.commands.step(GAME, self.parts.store.length(GAME))
        else:
            self.parts.commands.play(GAME, self.people[seat], [msgspec.to_builtins(move)])

    def listed(self) -> None:
        """Listings and notices are brought in line, as the dispatcher does it."""
        self.parts.projections.project([GAME])
        self.parts.inbox.tell([GAME])

    def send(self, request: Request) -> list[Any]:
        """Status, every header and every byte that comes back."""
        headers = {"X-Request-Id": "same", **request.headers}
        if request.viewer is not None:
            headers["Authorization"] = f"Bearer token-p_{request.viewer}"
        content = {} if request.body is None else {"json": request.body}
        answer = self.app.test_client().open(request.path, method=request.method, headers=headers, **content)
        body = first_of(answer) if request.live else answer.get_data()
        return [answer.status_code, sorted(answer.headers.items()), body]


Asking = Callable[[World], list[Request]]
"""What is asked of a world, and then of its twin."""


def first_of(answer: TestResponse) -> bytes:
    """What a live stream says before it has nothing more to say."""
    said = []
    for part in answer.iter_encoded():
        if part in (KEEP_ALIVE, b"\n"):
            break
        said.append(part)
    answer.close()
    return b"".join(said)


def requests_of(world: World, viewer: int | None, luck: random.Random) -> list[Request]:
    """Everything that somebody can ask of the game: every route, what is tried and what is refused. The moves are those
    that the viewer is offered in this world."""
    path = f"/v1/games/{GAME}"
    asked = [*_looks(path, viewer), *_refusals(path, viewer)]
    if viewer is not None:
        asked += _tries(path, viewer, moves_of(world, viewer, luck, FEW), luck)
    return asked


def dry_runs(seat: int, move: Any, seed: int) -> Asking:
    """Dry runs of that move and of a few others, one by one and as a preview."""

    def asking(world: World) -> list[Request]:
        moves = [msgspec.to_builtins(move), *moves_of(world, seat, random.Random(seed), FEW)]
        path = f"/v1/games/{GAME}/moves"
        single = [Request("POST", f"{path}?dry_run=true", seat, {}, {"move": each}) for each in moves]
        return [*single, previewed(path, seat, [{"move": each} for each in moves])]

    return asking


def moves_of(world: World, seat: int, luck: random.Random, most: int) -> list[Any]:
    """Some of the moves that a seat is offered, one of every kind first."""
    offered = world.send(Request("GET", f"/v1/games/{GAME}/moves?limit=400", seat, {}))
    moves = [each["move"] for each in msgspec.json.decode(offered[2])["moves"]]
    luck.shuffle(moves)
    first: dict[str, Any] = {}
    for move in moves:
        first.setdefault(move["type"], move)
    rest = [move for move in moves if move is not first[move["type"]]]
    return [*first.values(), *rest][:most]


def _looks(path: str, viewer: int | None) -> list[Request]:
    plain: list[tuple[str, dict[str, str]]] = [
        (path, {}),
        (path, {"Accept-Encoding": "gzip"}),
        (path, {"If-None-Match": '"2"'}),
        *((f"{path}?{query}", {}) for query in ("at=1", "at=2", "at=99999", "as=0", "as=1", "as=all", "at=1&as=all")),
        (f"{path}/moves", {"Accept-Encoding": "gzip"}),
        (f"{path}/moves?limit=2&offset=1", {}),
        (f"{path}/position", {}),
        (f"{path}/events", {}),
        (f"{path}/events?after=1&limit=1", {}),
        (f"{path}/events", {"Accept": LINES}),
        (f"{path}/scores", {"Accept-Encoding": "gzip"}),
        (f"{path}/views", {}),
        (f"{path}/audit", {}),
        ("/v1/games", {}),
        ("/v1/me", {}),
        ("/v1/me/games", {}),
        ("/v1/me/events", {}),
    ]
    live = [(f"{path}/events", {"Accept": SSE}), (f"{path}/events", {"Accept": SSE, "Last-Event-ID": "1"})]
    if viewer is not None:
        live += [("/v1/me/events", {"Accept": SSE}), ("/v1/me/events", {"Accept": LINES})]
    return [
        *(Request("GET", where, viewer, headers) for where, headers in plain),
        *(Request("GET", where, viewer, headers, live=True) for where, headers in live),
    ]


def _refusals(path: str, viewer: int | None) -> list[Request]:
    """Nothing of this is carried out, by anybody."""
    posts: list[tuple[str, Any, dict[str, str]]] = [
        ("/moves", {"move": {"type": "fly"}}, {}),
        ("/moves", {"move": {"type": "resign"}}, {"If-Match": '"99999"'}),
        ("/moves", {"move": {"type": "resign"}, "decision": 99_999}, {}),
        ("/moves", {"moves": []}, {}),
        ("/moves/preview", {"candidates": [{"move": {"type": "fly"}}]}, {}),
        ("/moves/preview", {"candidates": [{"move": {"type": "resign"}}], "decision": 99_999}, {}),
        ("/undo", {"to": 0}, {}),
        ("/seats", {}, {}),
        ("/abort", {}, {}),
        ("/resign", {}, {"If-Match": '"99999"'}),
        ("/pause", {}, {"If-Match": '"99999"'}),
        ("/resume", {}, {}),
        ("/rulings", {"type": "annul_game", "reason": "no"}, {}),
        ("/fork", {"at": 99_999}, {}),
    ]
    refused = [Request("POST", path + where, viewer, headers, body) for where, body, headers in posts]
    return [*refused, Request("DELETE", f"{path}/seats/me", viewer, {})]


def _tries(path: str, viewer: int, moves: Sequence[Any], luck: random.Random) -> list[Request]:
    """Dry runs: of what is legal, of several at once, of what is bent, and of the table's own moves."""
    own = [{"type": kind} for kind in ("resign", "undo", "undo_all", "ask_pause")]
    bent = [each for move in moves[:3] for each in mutants(move, luck, 4)]
    dry = f"{path}/moves?dry_run=true"
    single = [{"move": move} for move in (*moves, *own, *bent)]
    pairs = [{"moves": [one, two]} for one in moves[:3] for two in moves[:3]]
    sound = [each for each in [*single, *pairs] if each.get("move") not in bent]
    previews = [previewed(f"{path}/moves", viewer, each) for each in (sound[:MOST_CANDIDATES], single)]
    return [*(Request("POST", dry, viewer, {}, each) for each in [*single, *pairs]), *previews]


def previewed(path: str, viewer: int, candidates: Sequence[Any]) -> Request:
    """All of these in one preview."""
    return Request("POST", f"{path}/preview", viewer, {}, {"candidates": candidates})
