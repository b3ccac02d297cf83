"""A player's connection to the API, and the game that it loads, keeps and moves on."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from moothall.domain.core.data import Hidden, Json
from moothall.domain.core.title import AnyTitle
from moothall.domain.core.words import Reader
from moothall.domain.table.views import describe, seat_names
from moothall.server.cli.options import known_titles
from moothall.server.client import Client as Api, Refused

LONGEST = 30
"""Characters of a name that has to take a number."""

MOST_MOVES = 5_000
"""Legal moves fetched at most; who faces more composes a move instead of reading a list."""

OPEN = "open"
ACTIVE = "active"


class Client:
    """A caller of a server: a player with a token, or a spectator without one; `say` is told when it is away."""

    def __init__(
        self,
        base: str,
        token: str | None = None,
        say: Callable[[str], None] = lambda text: None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._api = Api(base, token, say, sleep)
        self._say = say

    @property
    def base(self) -> str:
        return self._api.base

    @property
    def token(self) -> str | None:
        return self._api.token

    def register(self, name: str) -> None:
        """Become a player of that name, or, if somebody else has it, with a number behind it."""
        try:
            self._api.register(name, "human")
        except Refused as refused:
            if refused.status != 409:
                raise
            other = f"{name[:LONGEST]} {secrets.randbelow(10**6):06}"
            self._api.register(other, "human")
            self._say(f"{name} is taken: you are {other}")

    def call(self, method: str, path: str, body: Any = None, have: int | None = None) -> Any:
        """The answer, read; None if `have` is still the newest version. All that is written here knows keys."""
        headers = {} if have is None else {"If-None-Match": f'"{have}"'}
        return self._api.call(method, path, body, headers=headers, key=method != "GET")

    def text(self, path: str, accept: str) -> str:
        """A document."""
        return self._api.fetch(path, accept).decode("utf-8", "replace")


class Game:
    """The latest that is known: the game itself, its events, the caller's legal moves."""

    def __init__(self, client: Client, answer: Json) -> None:
        if answer["title"] not in known_titles():
            raise OSError(f"this program does not know the title {answer['title']}")
        self.client = client
        self.title: AnyTitle = known_titles()[answer["title"]]
        self.now = answer
        self.log: list[Json] = []
        self.offered: Json = {"moves": [], "more": False, "decision": None, "undo": None, "seq": 0}

    @property
    def id(self) -> str:
        return str(self.now["id"])

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    @property
    def seat(self) -> int | None:
        """The caller's seat; None for who only watches."""
        you = self.now["you"]
        return None if you is None else int(you["seat"])

    @property
    def status(self) -> str:
        return str(self.now["status"])

    @property
    def reader(self) -> Reader:
        """Who reads the texts."""
        names = seat_names((seat["name"], seat["kind"]) for seat in self.now["seats"])
        return Reader(names, self.seat, self.now["edition"])

    @property
    def decision(self) -> Json | None:
        """What the caller is asked, if anything."""
        asked: list[Json] = self.now["awaiting"]["decisions"]
        return next((each for each in asked if each["seat"] == self.seat), None)

    def look(self) -> None:
        """The game as it is now."""
        self.now = self.client.call("GET", self.path)

    def wait(self, seconds: int) -> bool:
        """Whether something has happened, now or within so many seconds."""
        news = self.client.call("GET", f"{self.path}?wait={seconds}", have=self.now["seq"])
        self.now = news or self.now
        return news is not None

    def at(self, seq: int) -> Json:
        """The game as it stood after an event."""
        then: Json = self.client.call("GET", f"{self.path}?at={seq}")
        return then

    def table_text(self, then: Json | None = None) -> str:
        """The table drawn, now or then; empty before the start."""
        state = (then or self.now)["state"]
        return "" if state is None else self.title.table_text(self.title.read_view(state), self.reader)

    def news(self) -> list[Json]:
        """The events up to the game as it is known that were not asked for yet."""
        fresh: list[Json] = []
        after: int | None = self.log[-1]["seq"] if self.log else 0
        while after is not None and after < self.now["seq"]:
            page = self.client.call("GET", f"{self.path}/events?after={after}")
            fresh += [event for event in page["events"] if event["seq"] <= self.now["seq"]]
            after = page["next"]
        self.log += fresh
        return fresh

    def ask_moves(self) -> bool:
        """Fetch the first legal moves; whether they belong to the game as it is known."""
        self.offered = self.client.call("GET", f"{self.path}/moves")
        return bool(self.offered["seq"] == self.now["seq"])

    def more_moves(self, wanted: int = MOST_MOVES) -> None:
        """Fetch further ones until there are so many, or all."""
        while self.offered["more"] and len(self.offered["moves"]) < min(wanted, MOST_MOVES):
            page = self.client.call("GET", f"{self.path}/moves?offset={len(self.offered['moves'])}")
            if page["seq"] != self.offered["seq"]:
                return  # they belong to another moment; whoever plays one of the old ones is told
            self.offered = {**self.offered, "moves": self.offered["moves"] + page["moves"], "more": page["more"]}

    def play(self, move: Json) -> None:
        """Make the move, in answer to the decision that it was chosen for."""
        decision = self.offered["decision"]
        named = {} if decision is None else {"decision": decision["id"]}
        self.client.call("POST", f"{self.path}/moves", {"move": move, **named})

    def try_out(self, move: Json) -> list[str]:
        """What making the move would be told as, but for what nobody may know before."""
        answer = self.client.call("POST", f"{self.path}/moves?dry_run=true", {"move": move})
        unknown = describe(self.title, Hidden(), self.reader)
        return [line for event in answer["events"] for line in event["text"] if line != unknown]

    def ask_for(self, what: str) -> None:
        """`resign`, `pause` or `resume`."""
        self.client.call("POST", f"{self.path}/{what}", {})

    def scores(self) -> list[Json]:
        """Every seat's score sheet."""
        sheets: list[Json] = self.client.call("GET", f"{self.path}/scores")["sheets"]
        return sheets
