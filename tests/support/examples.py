"""Sending the examples of openapi.yaml, each to a house in which it can be carried out; and keeping what comes back.

`make openapi` runs this: the answers stand in server/apidocs/answers.json, and from there in openapi.yaml.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

import yaml
from werkzeug.test import TestResponse

from moothall.domain.table.decide import Person
from moothall.domain.table.state import Clock, Seat
from moothall.server.apidocs.answers import PATH
from moothall.server.apidocs.examples import GAME, SECRET, WEBHOOK
from moothall.server.app import create_app
from moothall.server.bootstrap import wire
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.openapi import METHODS, data_of
from moothall.server.streams import ZIP
from tests.support.api import Api, Caller
from tests.support.example_cup import hold_cup
from tests.support.rated import over

TITLE = "manaforge"
RATED = "gates-of-mara"
"""Of which a player is shown with a rating."""

LONGEST = 2
"""Items of a list that are shown."""
LONGEST_TEXT = 240

WHOLE = dict.fromkeys(("openapi", "openapi_json"), ("openapi", "info", "servers"))
"""Answers of which only some members are shown."""

STEADY = (
    (re.compile(r"\b[0-9a-f]{64}\b"), "0123456789abcdef" * 4),
    (re.compile(r"\bp_[0-9a-f]{16}\b"), "p_0123456789abcdef"),
    (re.compile(r"\bt_[0-9a-f]{12}\b"), "t_0123456789ab"),
    (re.compile(r"\bwh_[0-9a-f]{16}(\.\d+)?"), WEBHOOK + r"\1"),
    (re.compile(r"\b(Ada|Ben|Eve) [0-9a-f]{8}\b"), r"\1"),
    (re.compile(r"\bmh_[\w-]{43}"), "mh_" + "0123456789_abcdefghijk" * 2),
    (re.compile(r"\bwhsec_[\w+/=]+"), "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="),
    (re.compile(r"\bexample[0-9a-f]{16}\b|\b[0-9a-hjkmnp-tv-z]{26}\b"), GAME),
)
"""What differs from one time to the next, and what is shown instead."""

THEN = 1_767_225_600_000
"""The time that is shown, in milliseconds."""

BAD = "Bearer of-nobody"


class Sent(NamedTuple):
    """What came back, and to what."""

    operation: dict[str, Any]
    answer: TestResponse


def operations(api: Api) -> dict[str, Any]:
    """Every operation by method and path."""
    paths = data_of(api.app)["paths"]
    return {f"{m.upper()} {path}": item[m] for path, item in paths.items() for m in METHODS if m in item}


class House:
    """Ada's house: a game of hers with Ben, and whatever else the operation is about."""

    def __init__(self, api: Api, name: str, slug: str) -> None:
        self.api = api
        self.name = name
        self.path = name.partition(" ")[2]
        self.ada, self.ben = api.organiser(f"Ada {token_hex(4)}"), api.player(f"Ben {token_hex(4)}")
        self.game = f"example{self.ada.id[2:]}"
        self._start(slug)
        self.known = {"game_id": self.game, "player_id": self.ada.id, "token_id": "first"}
        if "/webhooks" in self.path:
            self._add_webhook()
        if "{tournament_id}" in self.path:
            self.known["tournament_id"] = hold_cup(api, self.path, slug, self.ada, self.ben)
        self._prepare()

    def caller(self) -> Caller:
        """Who sends the example."""
        if self.path.endswith(("/seats", "/entries", "/entries/me", "/check-in")):
            return self.ben
        if self.path.endswith(("/moves", "/preview")) and self.name.startswith("POST"):
            return (self.ada, self.ben)[awaited(self.api, self.game)]
        return self.ada

    def _start(self, slug: str) -> None:
        parts, ruled = self.api.parts, self.path.endswith(("/rulings", "/audit", "/records"))
        timed = Clock(per_move_s=86_400) if self.path.endswith(("/pause", "/resume")) else None
        seats = [Seat("ai", level="random"), Seat("human")] if ruled else [Seat("human"), Seat("human")]
        ada = Person(self.ada.id, "Ada")
        parts.commands.create(self.game, ada, parts.titles[slug], seats, {}, SECRET, clock=timed, organise=ruled)
        if not self.path.endswith(("/games", "/seats", "/seats/me", "/abort")):
            parts.commands.join(self.game, Person(self.ben.id, "Ben"), None, "")

    def _add_webhook(self) -> None:
        parts = self.api.parts
        hook = self.ada.post("/v1/me/webhooks", {"url": "http://127.0.0.1:9/"}).json["id"]
        parts.inbox.tell([self.game])
        for notice in parts.inbox.tail(self.ada.id):
            parts.webhooks.send(self.ada.id, notice, THEN)
        sent = parts.webhooks.deliveries(hook)
        self.known |= {"webhook_id": hook, "delivery_id": sent[0].id if sent else ""}

    def _prepare(self) -> None:
        at = f"/v1/games/{self.game}"
        if self.path.endswith("/undo"):
            move = self.ada.get(f"{at}/moves?limit=1").json["moves"][0]["move"]
            self.ada.post(f"{at}/moves", {"move": move})
        elif self.path.endswith("/resume"):
            for person in (self.ada, self.ben):
                person.post(f"{at}/pause")
        elif self.path.endswith(("/audit", "/records")):
            self.ada.post(f"{at}/rulings", {"type": "annul_game", "reason": "The power was cut."})
        elif self.path == "/v1/me/events":
            self.api.parts.inbox.tell([self.game])
        elif self.path.endswith("/leaderboard"):
            self._rate(TITLE, "ai:greedy")
        elif self.path.endswith(("/{player_id}", "/ratings")):
            self._rate(RATED)

    def _rate(self, title: str, *levels: str) -> None:
        """Ada has won against Ben, and an AI if one is named, often enough to be listed."""
        seated = [self.ada.id, self.ben.id, *levels]
        ranking = tuple((seat,) for seat in range(len(seated)))
        games = [over(f"{self.game[:-2]}{number:02d}", THEN + number, seated, ranking, title) for number in range(10)]
        self.api.parts.ratings.note(games)
        self.api.parts.ratings.settle_all([title])


def send(api: Api, name: str, slug: str = TITLE, body: Any = None, token: str | None = None) -> Sent:
    """The example of an operation as it stands in the description; only ids are those of things that exist."""
    method, _, path = name.partition(" ")
    operation, house = operations(api)[name], House(api, name, slug)
    headers, query = {}, []
    for parameter in [*data_of(api.app)["paths"][path].get("parameters", []), *operation.get("parameters", [])]:
        value = parameter.get("example")
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", str(house.known.get(parameter["name"], value)))
        elif parameter["in"] == "query" and value is not None:
            query.append(f"{parameter['name']}={value}")
        elif value is not None:
            headers[parameter["name"]] = value
    own = {"Authorization": token or f"Bearer {house.caller().token}"} if operation["security"] else {}
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    several = {kind: each["value"] for kind, each in content.get("examples", {}).items()}
    sent = body or content.get("example", several.get(slug))
    if path == "/v1/records":  # the one body that names a game
        sent = {"games": [house.game]}
    json_body = {} if sent is None else {"json": sent}
    target = path + ("?" + "&".join(query) if query else "")
    return Sent(operation, api.app.test_client().open(target, method=method, headers={**headers, **own}, **json_body))


def awaited(api: Api, game_id: str) -> int:
    """The seat that owes the first decision."""
    return api.parts.games.get(game_id).table.decisions[0].seat


def shown(operation_id: str, answer: TestResponse) -> Any:
    """An answer as openapi.yaml shows it: short, and the same every time."""
    if answer.is_json or answer.mimetype == "application/yaml":
        data = yaml.load(answer.get_data(), Loader=yaml.CSafeLoader) if not answer.is_json else answer.get_json()
        return steady({name: data[name] for name in WHOLE[operation_id]} if operation_id in WHOLE else data)
    if answer.mimetype == ZIP:
        return "(the bytes of a zip file)"
    return steady(answer.get_data(as_text=True))


def steady(value: Any) -> Any:
    """Without what differs from one time to the next, and cut."""
    if isinstance(value, dict) and {"$ref", "$defs"} <= set(value):  # a schema: its references lead nowhere else
        return steady(value["$defs"][value["$ref"].rpartition("/")[2]])
    if isinstance(value, dict):
        return {steady(name): steady(each) for name, each in value.items()}
    if isinstance(value, list):
        return [steady(each) for each in value[:LONGEST]]
    if isinstance(value, int) and value > THEN // 2:
        return THEN
    if isinstance(value, str):
        for pattern, instead in STEADY:
            value = pattern.sub(instead, value)
        return value if len(value) <= LONGEST_TEXT else value[:LONGEST_TEXT] + "..."
    return value


def problems(api: Api) -> dict[str, Any]:
    """Problems by kind, each really met: as many as one can meet without breaking anything."""
    table = House(api, "GET /v1/games/{game_id}", TITLE)
    client, at = api.app.test_client(), f"/v1/games/{table.game}"
    mover, stranger = (table.ada, table.ben)[awaited(api, table.game)], api.player(f"Eve {token_hex(4)}")
    own = {"Authorization": f"Bearer {mover.token}"}
    narrow = mover.post("/v1/me/tokens", {"name": "eyes", "scopes": ["read"]}).json["token"]
    keyed = {**own, "Idempotency-Key": "once"}
    mover.post("/v1/games", {"title": TITLE, "seats": [{"kind": "human"}] * 2}, headers={"Idempotency-Key": "once"})
    move = {"move": {"type": "undo"}}
    met = [
        client.get(at, headers={"Authorization": BAD}),
        client.post(f"{at}/resign", headers={"Authorization": f"Bearer {narrow}"}),
        client.post(f"{at}/moves", json=move, headers={"Authorization": f"Bearer {stranger.token}"}),
        client.get("/v1/titles/chess"),
        client.get(f"{at}/audit", headers=own),
        client.post(f"{at}/moves", json={**move, "decision": 1}, headers=own),
        client.post(f"{at}/moves", json=move, headers={**own, "If-Match": '"1"'}),
        client.post(f"{at}/moves", json=move, headers=own),
        client.post("/v1/players", json={"nam": "Ada"}),
        client.post("/v1/games", json={"title": TITLE, "seats": [{"kind": "human"}] * 3}, headers=keyed),
        client.post("/v1/players", data="{", content_type="application/json"),
        client.post("/v1/players", json={"name": "A" * 70_000}),
        client.post("/v1/players", data="name=Ada", content_type="text/plain"),
    ]
    return {problem["type"].rpartition("/")[2]: problem for problem in (steady(each.get_json()) for each in met)}


def met_too_often(api: Api) -> dict[str, Any]:
    """The same of somebody who asks too often."""
    config = replace(api.parts.config, limit_read="1/minute")
    client = create_app(config, replace(api.parts, config=config)).test_client()
    met = [client.get("/v1/titles") for _ in range(2)]
    return {"rate-limited": steady(met[1].get_json())}


def house_with(redis: str, folder: Path) -> Api:
    """An app with the titles that Moothall hosts."""
    settings = Config(redis=redis, longest_wait_s=0.01, webhook_private=True, data=folder, access_log="")
    return Api(create_app(parts=wire(settings)))


@contextmanager
def _redis(folder: Path) -> Iterator[EmbeddedRedis]:
    server = EmbeddedRedis(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def record() -> None:
    """Write what comes back."""
    with tempfile.TemporaryDirectory() as folder, _redis(Path(folder)) as redis:
        api = house_with(redis.url, Path(folder))
        kept: dict[str, Any] = {}
        for name in operations(api):
            operation, answer = send(api, name)
            if answer.status_code < 400 and answer.get_data():
                kept[operation["operationId"]] = shown(operation["operationId"], answer)
        whole = {"answers": kept, "problems": {**problems(api), **met_too_often(api)}}
        PATH.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", "utf-8")
        api.parts.hub.stop()


if __name__ == "__main__":
    record()
