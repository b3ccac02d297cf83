"""Every route against every kind of caller. The table is made from what the routes themselves declare: a route that
nothing is asked of here fails, and so does one that lets in, or keeps out, somebody else than it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from flask import Flask
from werkzeug.routing import Rule

from moothall.domain.table.decide import Person
from moothall.events import keys
from moothall.server.app import BLUEPRINTS, create_app
from moothall.server.blueprint import Needs
from moothall.server.bootstrap import Services
from moothall.server.config import Config
from tests.support.callers import ADA, KINDS, SAM, Phase, World, ask
from tests.support.cups import TERMS
from tests.support.house import everything

NEEDS: dict[str, Needs] = {name: route.needs for blueprint in BLUEPRINTS for name, route in blueprint.declared.items()}


class Asked(NamedTuple):
    """A request that makes sense to a route."""

    phase: Phase = "active"
    body: Callable[[tuple[str, ...]], Any] = lambda scopes: None
    """By what the caller's token is good for."""
    invites: bool = False
    """Whether whoever knows the id of a private game is let in."""


SEATS = [{"kind": "human"}, {"kind": "human"}]

ASKED: dict[str, Asked] = {
    "players.register": Asked(body=lambda scopes: {"name": "Eva"}),
    "players.rename": Asked(body=lambda scopes: {"name": "Eva"}),
    "tokens.make_token": Asked(body=lambda scopes: {"name": "more", "scopes": list(scopes[:1] or ["read"])}),
    "webhooks.add_webhook": Asked(body=lambda scopes: {"url": "http://127.0.0.1:9/hook"}),
    "games.create_game": Asked(body=lambda scopes: {"title": "tally", "seats": SEATS}),
    "games.join": Asked("open", body=lambda scopes: {}, invites=True),
    "games.leave": Asked("open"),
    "games.abort": Asked("open"),
    "games.resume": Asked("paused"),
    "moves.post_moves": Asked(body=lambda scopes: {"move": {"type": "wave"}}),
    "moves.preview": Asked(body=lambda scopes: {"candidates": [{"move": {"type": "wave"}}]}),
    "tickets.make_ticket": Asked(body=lambda scopes: {"stream": "/v1/me/events"}),
    "audits.audit": Asked("over"),
    "organise.rule": Asked(body=lambda scopes: {"type": "pause_game", "reason": "dinner"}),
    "organise.fork": Asked("over", body=lambda scopes: {"at": 4}),
    "tournaments.create_tournament": Asked(body=lambda scopes: TERMS),
    "entries.enter": Asked(body=lambda scopes: {}),
    "entries.check_in": Asked("open"),
    "entries.invite": Asked("open", body=lambda scopes: {"player": SAM.id}),
    "rounds.start_tournament": Asked("open"),
    "rounds.get_round": Asked("over"),
    "records.get_records": Asked("over", body=lambda scopes: {}),
    "tournament_records.get_tournament_record": Asked("over"),
    "rounds.set_pairings": Asked(body=lambda scopes: {"tables": [["e1", "e2"]]}),
    "rounds.rule_tournament": Asked(body=lambda scopes: {"type": "pause_tournament", "reason": "dinner"}),
}
"""By endpoint; of the others nothing special."""

RULES = {
    rule.endpoint: rule
    for rule in create_app(Config(redis="unix://unused")).url_map.iter_rules()
    if not rule.endpoint.startswith("web.")  # the page's files are the same for everybody (tests/web)
}

CASES = [
    pytest.param(endpoint, private, id=f"{endpoint}{' of a private game' if private else ''}")
    for endpoint, rule in RULES.items()
    for private in ([False, True] if "game_id" in rule.arguments else [False])
]


@pytest.fixture
def guarded(parts: Services) -> Flask:
    """An app that is as closed as its settings can make it."""
    return create_app(parts=replace(parts, config=replace(parts.config, metrics="admin", webhook_private=True)))


def test_every_route_says_who_may_call_it() -> None:
    assert set(RULES) == set(NEEDS)
    assert set(ASKED) <= set(RULES)


@pytest.mark.parametrize(("endpoint", "private"), CASES)
def test_a_route_lets_in_whom_it_says(guarded: Flask, redis: Any, endpoint: str, private: bool) -> None:
    rule, needs, asked = RULES[endpoint], NEEDS[endpoint], ASKED.get(endpoint, Asked())
    found, wanted = {}, {}
    for kind in KINDS:
        redis.flushall()
        world = World(guarded, needs.part, asked.phase, private)
        token, person, scopes = world.caller(kind)
        path = path_of(rule, world, person, scopes)
        wanted[kind] = verdict(world, endpoint, private, (kind, person, scopes))
        before = kept(redis)
        answer = ask(guarded, method_of(rule), path, asked.body(scopes), token)
        found[kind] = said(answer)
        assert wanted[kind] == LET_IN or kept(redis) == before, f"{kind}: refused, and yet something changed"
    assert found == wanted
    assert LET_IN in found.values(), "a route for nobody"


LET_IN = "let in"


def verdict(world: World, endpoint: str, private: bool, caller: tuple[str, Person | None, tuple[str, ...]]) -> str:
    """What the declaration means for this caller."""
    needs = NEEDS[endpoint]
    kind, person, scopes = caller
    if kind in ("bad token", "revoked token") or (kind == "nobody" and needs.token):
        return "unauthorized"
    if kind != "nobody" and needs.scope is not None and needs.scope not in scopes:
        return "insufficient-scope"
    if private and not world.knows(person) and not ASKED.get(endpoint, Asked()).invites:
        return "not-found"
    if not world.has_part(person):
        return "not-found" if needs.part == "owner" else "not-your-turn"
    return LET_IN


def said(answer: Any) -> str:
    """What came back: let in, or the kind of problem. A move that only the rules refuse was let in."""
    if answer.status_code < 300:
        return LET_IN
    kind = str(answer.get_json()["type"]).removeprefix("/problems/")
    return LET_IN if kind == "illegal-move" else kind


def method_of(rule: Rule) -> str:
    (method,) = (rule.methods or set()) - {"HEAD", "OPTIONS"}
    return method


def path_of(rule: Rule, world: World, person: Person | None, scopes: tuple[str, ...]) -> str:
    """The route with the names of things that are there; of Ada's tokens one that her own may touch."""
    named = {
        "game_id": world.game,
        "slug": "conflict" if rule.endpoint.startswith("problems.") else "tally",
        "rule_id": "TL-1.1",
        "operation_id": "get_game",
        "token_id": world.token_with(scopes if person is ADA else ()).id,
        "webhook_id": world.hook,
        "delivery_id": world.delivery,
        "player_id": ADA.id,
        "tournament_id": world.cup,
        "number": "1",
    }
    path = rule.rule
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: named[found[1]], path)


def kept(redis: Any) -> dict[bytes, bytes]:
    """All that is stored of the house but for how often somebody was refused. The queue's workers write there too."""
    return {
        name: data
        for name, data in everything(redis).items()
        if name.startswith(b"mh:") and not name.startswith(keys.LIMITS.encode())
    }


def test_metrics_are_open_to_everybody_unless_the_server_is_set_so(parts: Services) -> None:
    app = create_app(parts=parts)
    assert Config().metrics == "open"
    assert ask(app, "GET", "/metrics", None, None).status_code == 200


def test_a_preflight_needs_no_token(guarded: Flask) -> None:
    for rule in guarded.url_map.iter_rules():
        path = re.sub(r"<[^>]+>", "1", rule.rule)
        assert ask(guarded, "OPTIONS", path, None, None).status_code == 200, rule
