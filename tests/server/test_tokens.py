"""Tokens: narrower ones, rotated and revoked ones, and what each is good for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moothall.events.accounts.players import Bearer, Players
from moothall.server.app import create_app
from moothall.server.auth import Tokens
from moothall.server.bootstrap import Services, wire
from tests.support.api import Api, Caller
from tests.support.live import moothall, until

TOKENS = "/v1/me/tokens"

CUPS = "/v1/tournaments"
CUP = {"name": "Cup", "title": "tally", "format": "swiss", "table_size": 2, "rounds": 1}


def token_of(caller: Caller, *scopes: str) -> Caller:
    """The same player with a narrower token."""
    made = caller.post(TOKENS, {"name": "narrow", "scopes": list(scopes)}).json
    return Caller(caller.app, made["token"], {**caller.player, "token_id": made["id"]})


def test_a_new_player_may_read_and_play(api: Api) -> None:
    ada = api.player()
    assert ada.player["scopes"] == ["read", "play"]
    assert ada.get("/v1/me").json["scopes"] == ["read", "play"]


def test_a_list_of_tokens_holds_no_token(api: Api) -> None:
    ada = api.player()
    narrow = token_of(ada, "read")
    listed = ada.get(TOKENS)
    assert [(each["name"], each["scopes"], each["current"]) for each in listed.json["tokens"]] == [
        ("first", ["read", "play"], True),
        ("narrow", ["read"], False),
    ]
    for secret in (ada.token, narrow.token):
        assert str(secret) not in listed.text


def test_a_token_to_read_with_does_not_play(api: Api) -> None:
    table = api.table()
    reader = token_of(table.people[0], "read")
    assert reader.get(table.path).json["you"] == {"seat": 0}
    refused = reader.post(f"{table.path}/moves", {"move": {"type": "wave"}}, 403)
    assert (refused.json["type"], refused.json["scope"]) == ("/problems/insufficient-scope", "play")
    assert 'scope="play"' in refused.headers["WWW-Authenticate"]
    reader.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}, {"kind": "human"}]}, 403)


@pytest.mark.parametrize("path", ["/v1/me", "/v1/me/games", "/v1/me/tokens", "/v1/games", "{table}", "{table}/moves"])
def test_a_token_to_play_with_does_not_read(api: Api, path: str) -> None:
    table = api.table()
    player = token_of(table.people[0], "play")
    assert player.get(path.format(table=table.path), 403).json["scope"] == "read"
    player.post(f"{table.path}/moves", {"move": {"type": "wave"}})
    player.get("/v1/titles")


def test_a_token_makes_none_that_can_do_more(api: Api) -> None:
    reader = token_of(api.player(), "read")
    assert reader.post(TOKENS, {"name": "more", "scopes": ["read", "play"]}, 403).json["scope"] == "play"
    assert token_of(reader, "read").get("/v1/me").json["scopes"] == ["read"]


def test_a_token_touches_none_that_can_do_more_but_itself(api: Api) -> None:
    ada = api.player()
    reader = token_of(ada, "read")
    reader.post(f"{TOKENS}/first/rotate", None, 403)
    reader.delete(f"{TOKENS}/first", 403)
    ada.get("/v1/me")
    reader.delete(f"{TOKENS}/{reader.player['token_id']}", 204)
    reader.get("/v1/me", 401)


def test_a_rotated_token_has_a_new_secret_and_nothing_else_new(api: Api, redis: Any) -> None:
    ada = api.player()
    rotated = ada.post(f"{TOKENS}/first/rotate").json
    ada.get("/v1/me", 401)
    again = Caller(ada.app, rotated["token"], ada.player)
    assert again.get("/v1/me").json["id"] == ada.id
    assert [each["id"] for each in again.get(TOKENS).json["tokens"]] == ["first"]
    assert len(redis.keys("mh:token:*")) == 1


def test_a_revoked_token_is_dead_at_once(api: Api) -> None:
    ada = api.player()
    narrow = token_of(ada, "read", "play")
    narrow.get("/v1/me")
    ada.delete(f"{TOKENS}/{narrow.player['token_id']}", 204)
    narrow.get("/v1/me", 401)
    narrow.get("/v1/games", 401)
    ada.delete(f"{TOKENS}/{narrow.player['token_id']}", 404)


def test_a_revoked_token_is_dead_soon_in_other_processes(api: Api, parts: Services) -> None:
    other = create_app(parts=parts)
    ada = api.player()
    narrow = token_of(ada, "read")
    there = Caller(other, narrow.token, narrow.player)
    there.get("/v1/me")
    ada.delete(f"{TOKENS}/{narrow.player['token_id']}", 204)
    client = other.test_client()
    headers = {"Authorization": f"Bearer {narrow.token}"}
    until(lambda: client.get("/v1/me", headers=headers).status_code == 401, "the end of the token")


def test_an_account_that_may_do_less_is_held_to_it_soon_in_all_processes(api: Api, parts: Services) -> None:
    ada = api.player()
    account = parts.players.by_token(ada.token or "")
    assert account is not None
    assert "play" in ada.get("/v1/me").json["scopes"]
    parts.players.set_scopes(account, ("read",))  # as `moothall grant --withdraw` does, in a process of its own
    until(lambda: ada.get("/v1/me").json["scopes"] == ["read"], "the end of the scope")


class Slow(Players):
    """Something happens between reading a token and telling of it."""

    meanwhile: Callable[[], object] | None = None

    def bearer(self, token: str) -> Bearer | None:
        found = super().bearer(token)
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            meanwhile()
        return found


def test_what_was_read_before_a_token_was_revoked_is_not_remembered_after_it(api: Api, parts: Services) -> None:
    ada = api.player()
    narrow = token_of(ada, "read")
    assert ada.token
    assert narrow.token
    slow = Slow(parts.store.redis)
    memory = Tokens(slow)

    def revoke() -> None:
        ada.delete(f"{TOKENS}/{narrow.player['token_id']}", 204)
        memory.forget()
        memory.bearer(ada.token or "")  # another request, which finds that something was taken back

    slow.meanwhile = revoke
    assert memory.bearer(narrow.token) is not None, "it was good when it was read"
    assert memory.bearer(narrow.token) is None


def test_anothers_tokens_are_not_there(api: Api) -> None:
    ada, ben = api.player("Ada"), api.player("Ben")
    theirs = token_of(ben, "read").player["token_id"]
    ada.delete(f"{TOKENS}/{theirs}", 404)
    ada.post(f"{TOKENS}/{theirs}/rotate", None, 404)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"scopes": ["read"]}, "name"),
        ({"name": "x", "scopes": []}, "scopes"),
        ({"name": "x"}, "scopes"),
        ({"name": "x", "scopes": ["write"]}, "scopes[0]"),
        ({"name": "\tx", "scopes": ["read"]}, "name"),
    ],
)
def test_bad_wishes_are_named(api: Api, body: Any, field: str) -> None:
    assert list(api.player().post(TOKENS, body, 422).json["errors"]) == [field]


def test_an_account_has_not_endlessly_many_tokens(api: Api) -> None:
    ada = api.player()
    for _ in range(49):
        token_of(ada, "read")
    assert ada.post(TOKENS, {"name": "one more", "scopes": ["read"]}, 409).json["limit"] == "tokens"


def test_organisers_are_made_on_the_command_line(api: Api, parts: Services) -> None:
    ada = api.player()
    narrow = token_of(ada, "read")
    granted = moothall("grant", ada.id, "--scope", "organise", "--redis", parts.config.redis)
    assert (granted.returncode, granted.stdout) == (0, f"Ada ({ada.id}): read, play, organise\n")
    fresh = Api(create_app(parts=wire(parts.config, parts.titles)))
    assert Caller(fresh.app, ada.token).get("/v1/me").json["scopes"] == ["read", "play", "organise"]
    assert Caller(fresh.app, narrow.token).get("/v1/me").json["scopes"] == ["read"]
    withdrawn = moothall("grant", ada.id, "--scope", "organise", "--withdraw", "--redis", parts.config.redis)
    assert withdrawn.stdout == f"Ada ({ada.id}): read, play\n"
    fresh.parts.store.redis.close()


def test_what_was_granted_a_moment_ago_is_not_refused(api: Api, parts: Services) -> None:
    """By another process, just after this one has asked whether anything has changed."""
    ada = api.player()
    ada.post(CUPS, CUP, 403)
    account = parts.players.get(ada.id)
    assert account is not None
    Players(parts.store.redis).set_scopes(account, (*account.scopes, "organise"))
    ada.post(CUPS, CUP)


def test_nobody_can_be_granted_what_nobody_has(api: Api, parts: Services) -> None:
    unknown = moothall("grant", "p_nobody", "--scope", "admin", "--redis", parts.config.redis)
    assert (unknown.returncode, "p_nobody" in unknown.stderr) == (1, True)
    assert moothall("grant", api.player().id, "--scope", "king", "--redis", parts.config.redis).returncode == 2
