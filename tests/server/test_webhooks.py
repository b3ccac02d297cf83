"""Webhooks as their owners handle them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from moothall.events.projections.webhooks import Attempt
from moothall.server.app import create_app
from moothall.server.bootstrap import Services
from tests.support.api import Api, Caller

PATH = "/v1/me/webhooks"
URL = "http://127.0.0.1:9/hook"


@pytest.fixture
def home(parts: Services) -> Api:
    """The operator allows addresses of this machine."""
    return Api(create_app(parts=replace(parts, config=replace(parts.config, webhook_private=True))))


def delivered(api: Api) -> tuple[Caller, str, Any]:
    """Somebody with a webhook and the delivery of a turn, tried once in vain."""
    ada = api.player()
    hook = ada.post(PATH, {"url": URL, "kinds": ["my_turn"]}).json["id"]
    game = api.game(ada, [{"kind": "human"}] * 2)
    api.player().post(f"/v1/games/{game['id']}/seats")
    api.parts.inbox.tell([game["id"]])
    for notice in api.parts.inbox.tail(ada.id):
        api.parts.webhooks.send(ada.id, notice, 1_000)
    (delivery,) = api.parts.webhooks.deliveries(hook)
    api.parts.webhooks.settle(delivery, Attempt(1_000, 12, None, "the connection was refused"), 6_000)
    return ada, hook, ada.get(f"{PATH}/{hook}/deliveries").json["deliveries"]


def test_the_secret_is_shown_once(home: Api) -> None:
    ada = home.player()
    made = ada.post(PATH, {"url": URL})
    hook = made.json
    assert hook["secret"].startswith("whsec_")
    assert (hook["url"], hook["kinds"]) == (URL, ["my_turn", "game_finished"])
    assert made.headers["Cache-Control"] == "no-store"
    listed = ada.get(PATH)
    assert listed.json["webhooks"] == [{name: hook[name] for name in ("id", "url", "kinds", "created_at")}]
    assert hook["secret"] not in listed.text


def test_kinds_are_chosen_once_each(home: Api) -> None:
    kinds = ["game_started", "my_turn", "game_started"]
    assert home.player().post(PATH, {"url": URL, "kinds": kinds}).json["kinds"] == ["game_started", "my_turn"]


@pytest.mark.parametrize(
    "url",
    [URL, "http://localhost/", "https://[::1]/", "http://10.0.0.1/", "http://169.254.169.254/", "http://2130706433/"],
)
def test_a_url_that_leads_to_a_private_address_is_refused(api: Api, url: str) -> None:
    ada = api.player()
    problem = ada.post(PATH, {"url": url}, 422).json
    assert "public addresses only" in problem["errors"]["url"][0]
    assert ada.get(PATH).json["webhooks"] == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "url"),
        ({"url": "ftp://example.org/"}, "url"),
        ({"url": "http://user:word@example.org/"}, "url"),
        ({"url": "http://example.org/\n"}, "url"),
        ({"url": "http://nosuchname.invalid/"}, "url"),
        ({"url": "http://" + "x" * 3000}, "url"),
        ({"url": 7}, "url"),
        ({"url": URL, "kinds": []}, "kinds"),
        ({"url": URL, "kinds": ["everything"]}, "kinds[0]"),
        ({"url": URL, "secret": "mine"}, "secret"),
    ],
)
def test_bad_fields_are_named(home: Api, body: Any, field: str) -> None:
    assert list(home.player().post(PATH, body, 422).json["errors"]) == [field]


def test_nobody_has_more_than_ten(home: Api) -> None:
    ada = home.player()
    hooks = [ada.post(PATH, {"url": URL}).json["id"] for _ in range(10)]
    assert ada.post(PATH, {"url": URL}, 409).json["limit"] == "webhooks"
    listed = ada.get(PATH).json["webhooks"]
    assert {hook["id"] for hook in listed} == set(hooks)
    assert [hook["created_at"] for hook in listed] == sorted(hook["created_at"] for hook in listed)
    ada.delete(f"{PATH}/{hooks[3]}", 204)
    ada.post(PATH, {"url": URL})


def test_deliveries_are_listed_with_what_came_of_them(home: Api) -> None:
    _, hook, (delivery,) = delivered(home)
    assert delivery["attempts"] == [{"at": 1_000, "ms": 12, "status": None, "error": "the connection was refused"}]
    assert (delivery["state"], delivery["next_at"], delivery["webhook"]) == ("pending", 6_000, hook)
    assert (delivery["kind"], delivery["body"]["type"], delivery["body"]["id"]) == ("my_turn", "my_turn", 2)


def test_a_delivery_is_replayed(home: Api) -> None:
    ada, hook, (delivery,) = delivered(home)
    path = f"{PATH}/{hook}/deliveries/{delivery['id']}/replay"
    again = ada.post(path, None, 202).json
    assert (again["id"], again["state"], again["body"]) == (delivery["id"], "pending", delivery["body"])
    assert again["next_at"] > 6_000
    assert [name for name, _ in home.parts.webhooks.due(10**15)] == [delivery["id"]]
    ada.post(path, {"now": True}, 422)
    ada.post(f"{PATH}/{hook}/deliveries/nosuch/replay", None, 404)


def test_what_is_somebody_elses_is_not_there(home: Api) -> None:
    ada, hook, (delivery,) = delivered(home)
    eve = home.player("Eve")
    own = eve.post(PATH, {"url": URL}).json["id"]
    eve.delete(f"{PATH}/{hook}", 404)
    eve.get(f"{PATH}/{hook}/deliveries", 404)
    eve.post(f"{PATH}/{hook}/deliveries/{delivery['id']}/replay", None, 404)
    eve.post(f"{PATH}/{own}/deliveries/{delivery['id']}/replay", None, 404)
    home.spectator.get(PATH, 401)
    assert len(ada.get(PATH).json["webhooks"]) == 1


def test_a_deleted_webhook_is_gone(home: Api) -> None:
    ada, hook, _ = delivered(home)
    ada.delete(f"{PATH}/{hook}", 204)
    ada.delete(f"{PATH}/{hook}", 404)
    ada.get(f"{PATH}/{hook}/deliveries", 404)
    assert ada.get(PATH).json["webhooks"] == []
