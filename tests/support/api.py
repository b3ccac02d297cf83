"""Callers of the API. Every answer they get is held against the documentation: a success against the schema of its
route, an error against the shape of a problem."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from flask import Flask
from marshmallow import RAISE
from werkzeug.test import TestResponse

from moothall.server.bootstrap import Services
from moothall.server.openapi import data_of
from moothall.server.schemas import answers
from moothall.server.schemas.answers.problems import Problem

Body = dict[str, Any]

PLACES = [import_module(f"{answers.__name__}.{place.name}") for place in iter_modules(answers.__path__)]
"""Where the schemas of answers stand."""


class Answer:
    """What came back."""

    def __init__(self, response: TestResponse) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.mimetype = response.mimetype
        self.bytes = response.get_data()
        self.json: Any = response.get_json(force=True, silent=True)

    @property
    def text(self) -> str:
        return self.bytes.decode()


class Caller:
    """A player with a token, or a spectator without one."""

    def __init__(self, app: Flask, token: str | None = None, player: Body | None = None) -> None:
        self.app = app
        self.token = token
        self.player = player or {}
        self._client = app.test_client()

    @property
    def id(self) -> str:
        return str(self.player["id"])

    def get(self, path: str, status: int = 200, headers: dict[str, str] | None = None) -> Answer:
        return self.send("GET", path, None, status, headers)

    def post(self, path: str, body: Any = None, status: int = 201, headers: dict[str, str] | None = None) -> Answer:
        return self.send("POST", path, body, status, headers)

    def put(self, path: str, body: Any, status: int = 201, headers: dict[str, str] | None = None) -> Answer:
        return self.send("PUT", path, body, status, headers)

    def delete(self, path: str, status: int = 200, headers: dict[str, str] | None = None) -> Answer:
        return self.send("DELETE", path, None, status, headers)

    def send(self, method: str, path: str, body: Any, status: int, headers: dict[str, str] | None = None) -> Answer:
        """One request; the answer must have this status and be as documented."""
        own = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        content = {} if body is None else {"json": body}
        answer = Answer(self._client.open(path, method=method, headers={**own, **(headers or {})}, **content))
        assert answer.status == status, f"{method} {path}: {answer.status} {answer.text}"
        conforms(self.app, method, path, answer)
        return answer


def conforms(app: Flask, method: str, path: str, answer: Answer) -> None:
    """The answer is what the documentation says."""
    if answer.status >= 400:
        is_problem(answer, path)
    elif answer.mimetype == "application/json":
        rule, _ = app.url_map.bind("localhost").match(path.partition("?")[0], method, return_rule=True)
        route = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(rule))
        response = paths(app)[route][method.lower()]["responses"][str(answer.status)]
        name = response["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        schema = next(found for place in PLACES if (found := getattr(place, name, None)) is not None)
        schema().load(answer.json, unknown=RAISE)


_paths: dict[str, Any] = {}


def paths(app: Flask) -> dict[str, Any]:
    """The paths of the API's description, read once: all test apps have the same."""
    if not _paths:
        _paths.update(data_of(app)["paths"])
    return _paths


def is_problem(answer: Answer, path: str) -> None:
    """The answer is a problem as RFC 9457 has it."""
    assert answer.mimetype == "application/problem+json", answer.text
    problem = Problem().load(answer.json, unknown=RAISE)
    assert problem["status"] == answer.status
    assert problem["type"].startswith("/problems/")
    assert problem["title"]
    assert problem["detail"]
    assert problem["instance"] == path.partition("?")[0]
    assert problem["request_id"] == answer.headers["X-Request-Id"]
    assert answer.headers["Cache-Control"] == "no-store"


class Api:
    """The app with its parts, and a way to get callers."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.parts: Services = app.extensions["moothall"]
        self.spectator = Caller(app)
        self._called: Counter[str] = Counter()

    def player(self, name: str = "Ada", kind: str = "human") -> Caller:
        """Somebody who has just registered; whoever comes second by a name has a number behind it, and where an earlier
        test has left the name with somebody, something of its own."""
        self._called[name] += 1
        name = name if self._called[name] == 1 else f"{name} {self._called[name]}"
        made = Answer(self.app.test_client().post("/v1/players", json={"name": name, "kind": kind}))
        if made.status == 409:
            made = self.spectator.post("/v1/players", {"name": f"{name} {secrets.token_hex(6)}", "kind": kind})
        conforms(self.app, "POST", "/v1/players", made)
        return Caller(self.app, made.json["token"], made.json)

    def organiser(self, name: str = "Olga") -> Caller:
        """Somebody who may organise."""
        made = self.player(name)
        players = self.app.extensions["moothall"].players
        account = players.get(made.player["id"])
        players.set_scopes(account, (*account.scopes, "organise"))
        return made

    def table(self, seats: int = 2, **settings: Any) -> Table:
        """A started game of Tally between people."""
        people = [self.player(f"Player {index}") for index in range(seats)]
        game = self.game(people[0], [{"kind": "human"}] * seats, **settings)
        for person in people[1:]:
            person.post(f"/v1/games/{game['id']}/seats")
        return Table(self, game["id"], people)

    def game(self, creator: Caller, seats: list[Body], **settings: Any) -> Body:
        """A game just created."""
        game: Body = creator.post("/v1/games", {"title": "tally", "seats": seats, **settings}).json
        return game


class Table:
    """A game of Tally and the people at it."""

    def __init__(self, api: Api, game_id: str, people: list[Caller]) -> None:
        self.api = api
        self.id = game_id
        self.path = f"/v1/games/{game_id}"
        self.people = people

    @property
    def seq(self) -> int:
        """How many events there are, as Redis has it."""
        return self.api.parts.store.length(self.id)

    def see(self, seat: int | None = None) -> Body:
        """The game with the eyes of a seat or a spectator."""
        caller = self.api.spectator if seat is None else self.people[seat]
        game: Body = caller.get(self.path).json
        return game

    def play(self, seat: int, kind: str, status: int = 201, **parameters: Any) -> Answer:
        """A seat moves."""
        return self.people[seat].post(f"{self.path}/moves", {"move": {"type": kind, **parameters}}, status)

    def write(self, *numbers: int) -> None:
        """All seats write; the last one reveals."""
        for seat, number in enumerate(numbers):
            self.play(seat, "write", number=number)

    def all_done(self) -> None:
        """All seats finish their turns."""
        for seat in range(len(self.people)):
            self.play(seat, "done")

    def step(self) -> None:
        """The step that is due."""
        self.api.parts.commands.step(self.id, expected=self.seq)

    def play_round(self, *numbers: int) -> None:
        """A whole round."""
        self.write(*numbers)
        self.all_done()
        self.step()
