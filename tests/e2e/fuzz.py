"""Generated requests, as many as one likes: `make fuzz REQUESTS=100000 SEED=1`.

Real moves of real games with something bent: fields, types, values, headers, encodings, addresses. Whatever comes of
it, nothing is answered with a 5xx, every refusal is a problem of the catalogue, and a refused request changes nothing:
not the number of a game's last event, not its hash, not a byte of its stream.
"""

from __future__ import annotations

import http.client
import random
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import click
import msgspec

from moothall.domain.titles import TITLES
from moothall.events import keys
from moothall.events.redis_client.connection import connect
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.problems import KINDS, TYPE
from moothall.server.supervisor import free_port
from tests.e2e.schemas import generate
from tests.support.live import PATIENCE_S, Person, app_server
from tests.support.mutants import ODD, mutant

DOCUMENTED = {(TYPE + kind.slug, kind.status) for kind in KINDS}
ANY_STATUS = TYPE + "http-error"
"""The one kind that says by its status what it is."""

PER_POSITION = 40
"""Requests with the moves of one position, before a real one leads to the next."""

HEADERS = (
    "If-Match",
    "Idempotency-Key",
    "Content-Type",
    "Authorization",
    "Accept",
    "Accept-Encoding",
    "Content-Encoding",
    "Last-Event-ID",
    "If-None-Match",
    "X-Request-Id",
    "Origin",
    "X-Forwarded-For",
    "Range",
    "Cookie",
)
"""Those that are bent."""


class Odd(NamedTuple):
    """A request as it is sent."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Tally:
    """What came of them."""

    requests: int = 0
    accepted: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        by = ", ".join(f"{status}: {number:,}" for status, number in sorted(self.statuses.items()))
        return "\n".join([f"{self.requests:,} requests, {self.accepted:,} of them accepted; {by}", *self.wrong])


class Fuzz:
    """Games of every title between two people on a server that nobody else uses."""

    def __init__(self, address: str, store: str, seed: int) -> None:
        self._luck = random.Random(seed)
        self._redis: Any = connect(store)
        self._address = urlsplit(address)
        self._line = http.client.HTTPConnection(self._address.netloc, timeout=PATIENCE_S)
        self._people = [Person(address, name) for name in ("Ada", "Ben")]
        self._games = {slug: self._begin(slug) for slug in TITLES}
        self.tally = Tally()

    def close(self) -> None:
        self._line.close()
        self._redis.close()
        for person in self._people:
            person.client.close()

    def run(self, requests: int) -> Tally:
        """At least so many."""
        while self.tally.requests < requests:
            for slug in TITLES:
                self._at_one_position(slug)
        return self.tally

    def _begin(self, slug: str) -> str:
        ada, ben = self._people
        game: str = ada.post("/v1/games", {"title": slug, "seats": [{"kind": "human"}] * 2})["id"]
        ben.post(f"/v1/games/{game}/seats")
        return game

    def _at_one_position(self, slug: str) -> None:
        """Bent requests first; then one real move, so that the next position is another."""
        game = self._games[slug]
        for person in self._people:
            offered = person.client.get(f"/v1/games/{game}/moves", params={"limit": 200}).json()
            if offered["decision"] is None:
                continue
            moves = [each["move"] for each in offered["moves"]]
            self._bend(game, person, moves)
            person.client.post(f"/v1/games/{game}/moves", json={"move": self._luck.choice(moves)})
            return
        self._games[slug] = self._begin(slug)  # a step is due, or it is over: nobody runs steps here

    def _bend(self, game: str, person: Person, moves: list[Any]) -> None:
        before = self._state(game)
        for _ in range(PER_POSITION):
            odd = self._odd(game, person, self._luck.choice(moves))
            status, kind, data = self._send(odd)
            self.tally.requests += 1
            self.tally.statuses[status] += 1
            after = self._state(game)
            if status < 400:
                self.tally.accepted += 1
            elif after != before:
                self._complain(odd, status, "refused, and yet the game has changed", data)
            if status >= 500:
                self._complain(odd, status, "a mistake of the server", data)
            elif status >= 400 and not self._is_documented(status, kind, data):
                self._complain(odd, status, "a refusal that is not documented", data)
            before = after

    def _state(self, game: str) -> tuple[Any, ...]:
        """All that the log holds of a game, and all that hangs on it."""
        pipe = self._redis.pipeline(transaction=False)
        for name in (keys.events(game), keys.meta(game), keys.secret(game)):
            pipe.dump(name)
        pipe.zscore(keys.due(keys.shard_of(game)), game)
        return tuple(pipe.execute())

    def _odd(self, game: str, person: Person, move: Any) -> Odd:
        luck = self._luck
        headers = {"Content-Type": "application/json", "Authorization": person.client.headers["Authorization"]}
        path, body = f"/v1/games/{game}/moves", {"move": mutant(move, luck)}
        data = msgspec.json.encode(body)
        match luck.randrange(10):
            case 0:
                headers |= _odd_header(luck)
                data = msgspec.json.encode({"move": luck.choice([move, mutant(move, luck)])})
            case 1:
                data = _odd_encoding(luck, data)
            case 2:
                data = msgspec.json.encode(_odd_envelope(luck, move))
            case 3:
                path = _odd_path(luck, game)
        return Odd("POST", path, headers, data)

    def _send(self, odd: Odd) -> tuple[int, str, bytes]:
        try:
            self._line.request(odd.method, odd.path, odd.body, odd.headers)
            answer = self._line.getresponse()
            return answer.status, answer.headers.get("Content-Type", ""), answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._line.close()
            return 599, type(error).__name__, b""

    def _is_documented(self, status: int, kind: str, data: bytes) -> bool:
        if not kind.startswith("application/problem+json"):
            return False
        problem = msgspec.json.decode(data)
        if problem["status"] != status or not problem["detail"]:
            return False
        return (problem["type"], status) in DOCUMENTED or problem["type"] == ANY_STATUS

    def _complain(self, odd: Odd, status: int, why: str, data: bytes) -> None:
        if len(self.tally.wrong) < 20:
            self.tally.wrong.append(f"{status} {why}: {odd} -> {data[:300]!r}")


def _odd_header(luck: random.Random) -> dict[str, str]:
    text = luck.choice(["", '"', '"-1"', '"99999999999999999999"', "W/", "*", "x" * 500, "ä", "\u00ff", "1, 2", '"0"'])
    name = luck.choice(HEADERS)
    return {name: text.encode().decode("latin-1")}


def _odd_encoding(luck: random.Random, data: bytes) -> bytes:
    text = data.decode()
    return luck.choice(
        [
            b"",
            b"null",
            b"\xff\xfe" + text.encode("utf-16-le"),
            b"\xef\xbb\xbf" + data,
            data[: luck.randrange(len(data))],
            data + b"}",
            data.replace(b'"', b"'"),
            data.replace(b":", b":" * 2),
            data[:-1] + b',"move":{}}',
            b"[" * 5_000 + b"]" * 5_000,
            b'{"move":{"type":NaN}}',
            b'{"move":{"type":"\\ud800"}}',
            b'{"move":{"type":"x","n":1e999}}',
            b'{"move":{"type":"x","n":' + b"9" * 400 + b"}}",
            data + b" " * 70_000,
            bytes(luck.randrange(256) for _ in range(40)),
        ]
    )


def _odd_envelope(luck: random.Random, move: Any) -> Any:
    return luck.choice(
        [
            {"moves": [move, mutant(move, luck)]},
            {"moves": [mutant(move, luck)] * luck.randrange(60)},
            {"moves": luck.choice(ODD)},
            {"move": move, "moves": [move]},
            {"move": mutant(move, luck), "decision": luck.choice(ODD)},
            {"move": move, "decision": luck.choice([0, -1, 10**6, "1"])},
            {"move": move, luck.choice(["dry_run", "seat", "if_match", ""]): luck.choice(ODD)},
            luck.choice(ODD),
            [move],
        ]
    )


def _odd_path(luck: random.Random, game: str) -> str:
    queries = ["dry_run=maybe", "dry_run=", "dry_run=true&dry_run=false", "x=1", "dry_run=true&include=everything"]
    return luck.choice(
        [
            *(f"/v1/games/{game}/moves?{query}" for query in queries),
            f"/v1/games/{game[:-1]}/moves",
            f"/v1/games/{game}x/moves",
            f"/v1/games/{game}/moves/",
            f"/v1/games/{game.upper()}/moves",
            f"/v1/games/%00{game}/moves",
            f"/v1/games/..%2f{game}/moves",
            f"/v1//games/{game}/moves",
            f"/v1/games/{game}/undo?to=1",
        ]
    )


def unlimited(url: str, data: Path) -> Config:
    """A server without limits, since being refused is what this is about, and without patience."""
    return Config(
        redis=url,
        data=data,
        port=free_port("127.0.0.1"),
        web_workers=1,
        longest_wait_s=0.01,
        keep_alive_s=0.05,
        access_log="",
        limit_read="",
        limit_create="",
        limit_register="",
        limit_refused="",
        most_games=1_000_000,
    )


@click.command()
@click.option("--requests", type=int, default=100_000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--schemas", type=float, default=0.3, show_default=True, help="The share that schemathesis makes.")
def main(requests: int, seed: int, schemas: float) -> None:
    """Send generated requests to a server of their own and tell what came of them."""
    with tempfile.TemporaryDirectory(prefix="moothall-fuzz-") as folder:
        redis = EmbeddedRedis(Path(folder) / "redis", fsync="no")
        redis.start()
        try:
            with app_server(unlimited(redis.url, Path(folder) / "data")) as address:
                wanted = int(requests * schemas)
                made, failures = generate(address, Path(folder), wanted, seed) if wanted else (0, [])
                fuzz = Fuzz(address, redis.url, seed)
                try:
                    tally = fuzz.run(requests - made)
                finally:
                    fuzz.close()
        finally:
            redis.stop()
    click.echo(f"schemathesis: {made:,} test cases")
    for failure in failures:
        click.echo(failure)
    click.echo(f"bent moves: {tally}")
    raise SystemExit(1 if tally.wrong or failures else 0)


if __name__ == "__main__":
    main()
