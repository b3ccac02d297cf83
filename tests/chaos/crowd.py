"""People who play while everything breaks, and write down what they asked for and were told."""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from tests.support.history import Asked
from tests.support.live import frames

ANSWER_S = 6.0
"""How long somebody waits for an answer before asking again."""
PATIENCE_S = 90.0
"""How long somebody asks again; reached only when the server does not come back."""
PAUSE_S = 0.05
"""After a 503; far less than Retry-After asks for."""
MOST_MOVES = 60
"""Of a list, to choose from."""
RESIGN = {"type": "resign"}


class Wrong(Exception):
    """An answer that no fault excuses."""


class Person:
    """Somebody who asks at one address, then at the next."""

    def __init__(self, addresses: Sequence[str], name: str, luck: random.Random) -> None:
        self.luck = luck
        self._clients = [httpx.Client(base_url=each, timeout=ANSWER_S, trust_env=False) for each in addresses]
        self._turn = luck.randrange(len(addresses))
        self._keys = itertools.count(1)
        self._name = f"{name}-{luck.randrange(1 << 32):08x}"
        self.headers: dict[str, str] = {}
        self.headers = {"Authorization": f"Bearer {self._registered(name)}"}

    def _registered(self, name: str) -> str:
        """The token of a new account. If an answer is lost the name may be gone: then it is tried with another."""
        while True:
            called = {"name": f"{name} {self.luck.randrange(1 << 32):08x}"}
            registered = self.insist("POST", "/v1/players", json=called)
            if registered.status_code != 409:
                return str(registered.json()["token"])

    def close(self) -> None:
        for client in self._clients:
            client.close()

    def key(self) -> dict[str, str]:
        return {"Idempotency-Key": f"{self._name}-{next(self._keys)}"}

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response | None:
        """One try; None if no answer came, or none that tells anything."""
        self._turn += 1
        headers = {**self.headers, **more.pop("headers", {})}
        try:
            answer = self._clients[self._turn % len(self._clients)].request(method, path, headers=headers, **more)
        except httpx.TransportError:
            return None
        if answer.status_code == 503:
            time.sleep(PAUSE_S)
            return None
        if answer.status_code >= 500 or answer.status_code in (401, 404, 429):
            raise Wrong(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer

    def insist(self, method: str, path: str, **more: Any) -> Any:
        """The same until there is an answer."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            answer = self.ask(method, path, **more)
            if answer is not None:
                return answer
        raise Wrong(f"{method} {path} is never answered")


class Table:
    """A game, the people at it, their journal, and a follower."""

    def __init__(self, people: Sequence[Person], title: str, ai: int, stop: threading.Event) -> None:
        self.people = people
        self.asked: list[Asked] = []
        self.heard: list[int] = []
        self.raced = 0
        self.unanswered = 0
        """Tries that were not, or that could not be told about; what became of most of them the same key told."""
        self._stop = stop
        self._writing = threading.Lock()
        seats = [{"kind": "human"}] * len(people) + [{"kind": "ai", "level": "random"}] * ai
        body = {"title": title, "seats": seats}
        self.id = str(people[0].insist("POST", "/v1/games", json=body, headers=people[0].key()).json()["id"])
        for person in people[1:]:
            joined = person.insist("POST", f"/v1/games/{self.id}/seats", json={}, headers=person.key())
            if joined.status_code != 201:
                raise Wrong(f"{self.id} cannot be joined: {joined.text}")
        self.path = f"/v1/games/{self.id}"

    def play(self) -> None:
        """Until the game is over or the time is up."""
        with ThreadPoolExecutor(len(self.people)) as pool:
            for done in [pool.submit(self._sit, seat) for seat in range(len(self.people))]:
                done.result()

    def resign(self) -> None:
        """Everybody leaves what is left of it to AIs."""
        for seat, person in enumerate(self.people):
            self._post(person, seat, RESIGN, give_up=0.0)

    def follow(self, address: str, leave: threading.Event) -> None:
        """Hear of every event until the last, coming back whenever the stream breaks off."""
        with httpx.Client(base_url=address, timeout=3 * ANSWER_S, trust_env=False) as client:
            while not leave.is_set():
                headers = {"Accept": "text/event-stream", "Last-Event-ID": str(self.heard[-1] if self.heard else 0)}
                try:
                    with client.stream("GET", f"{self.path}/events", headers=headers) as answer:
                        if answer.status_code == 204:
                            return
                        if answer.status_code == 200:
                            for frame in frames(answer):
                                if frame.event == "event":
                                    self.heard.append(int(frame.id))
                except httpx.TransportError:
                    pass
                time.sleep(PAUSE_S)

    def _sit(self, seat: int) -> None:
        person = self.people[seat]
        while not self._stop.is_set():
            answer = person.ask("GET", f"{self.path}/moves", params={"limit": MOST_MOVES})
            if answer is None:
                continue
            offered = answer.json()
            if offered["decision"] is not None:
                self._post(person, seat, person.luck.choice(offered["moves"])["move"], give_up=0.3)
            elif self._is_over(person, offered["seq"]):
                return

    def _is_over(self, person: Person, seq: int) -> bool:
        """After a while without a turn."""
        headers = {"If-None-Match": f'"{seq}"'}
        answer = person.ask("GET", self.path, params={"wait": 2}, headers=headers)
        return answer is not None and answer.status_code == 200 and answer.json()["status"] == "finished"

    def _post(self, person: Person, seat: int, move: dict[str, Any], give_up: float) -> None:
        """One move, asked for until it is known what became of it; now and then somebody gives up before."""
        with self._writing:
            after = max((each.seq for each in self.asked if each.seat == seat), default=0)
            entry = Asked(seat, move, after)
            self.asked.append(entry)
        send = self._sender(person, move)
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            answer = send()
            if answer is None:
                self.unanswered += 1
                if person.luck.random() < give_up:
                    return
                continue
            if answer.status_code == 201:
                entry.outcome, entry.seq = "acknowledged", int(answer.json()["seq"])
            else:
                entry.outcome = "refused"
            return
        raise Wrong(f"{self.id}: it is never told what became of {move}")

    def _sender(self, person: Person, move: dict[str, Any]) -> Callable[[], httpx.Response | None]:
        """Sends the request; at times twice at once, and then both are told the same."""
        headers, body = person.key(), {"move": move}
        if person.luck.randrange(8):
            return lambda: person.ask("POST", f"{self.path}/moves", json=body, headers=headers)

        def race() -> httpx.Response | None:
            self.raced += 1
            with ThreadPoolExecutor(2) as pool:
                both = [
                    pool.submit(person.ask, "POST", f"{self.path}/moves", json=body, headers=headers) for _ in range(2)
                ]
                told = [each for one in both if (each := one.result()) is not None]
            if len({(each.status_code, each.json().get("seq")) for each in told if each.status_code == 201}) > 1:
                raise Wrong(f"{self.id}: one request, two answers: {[each.text for each in told]}")
            return min(told, key=lambda each: each.status_code, default=None)

        return race


class Crowd:
    """Tables of every title, played again and again for a while."""

    def __init__(self, addresses: Sequence[str], titles: Sequence[str], seed: int, follows: bool) -> None:
        luck = random.Random(seed)
        self._addresses = addresses
        self._follows = follows
        self._stop, self._leave = threading.Event(), threading.Event()
        self._seats = {
            title: [Person(addresses, name, random.Random(luck.random())) for name in ("Ada", "Ben")]
            for title in titles
        }
        self._pool = ThreadPoolExecutor(4 * len(titles))
        self._followers: list[Any] = []
        self.tables: list[Table] = []
        self._playing = [self._pool.submit(self._keep_playing, title) for title in titles]

    def stop(self) -> list[Table]:
        """Everybody stops, resigns, and the games are over; all that was played."""
        self._stop.set()
        for each in self._playing:
            each.result()
        for table in self.tables:
            table.resign()
        for table in self.tables:
            self._await_end(table)
        for each in self._followers:
            each.result(PATIENCE_S)
        return self.tables

    def close(self) -> None:
        self._stop.set()
        self._leave.set()
        self._pool.shutdown(cancel_futures=True)
        for people in self._seats.values():
            for person in people:
                person.close()

    def verdicts(self, table: Table) -> dict[str, bool]:
        """The four of its audit."""
        said = table.people[0].insist("GET", f"{table.path}/audit").json()
        return {name: bool(verdict["ok"]) for name, verdict in said["verdicts"].items()}

    @property
    def outcomes(self) -> Counter[str]:
        return Counter(entry.outcome for table in self.tables for entry in table.asked)

    def _keep_playing(self, title: str) -> None:
        while not self._stop.is_set():
            table = Table(self._seats[title], title, 1, self._stop)
            self.tables.append(table)
            if self._follows:
                self._followers.append(self._pool.submit(table.follow, self._addresses[0], self._leave))
            table.play()

    def _await_end(self, table: Table) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            game = table.people[0].insist("GET", table.path).json()
            if game["status"] == "finished":
                return
            time.sleep(PAUSE_S)
        raise Wrong(f"{table.id} does not come to an end: {game['awaiting']} at {game['seq']}")
