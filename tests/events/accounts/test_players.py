"""Accounts: a token opens one, and is not kept."""

from __future__ import annotations

from typing import Any

from moothall.events.accounts.names import likenesses
from moothall.events.accounts.players import Player, Players

ANN = Player("p1", "Ann", "human", 1_000)
TOKEN = "a-token-that-nobody-may-find"


def test_a_token_leads_to_its_player(redis: Any) -> None:
    players = Players(redis)
    players.register(ANN, TOKEN)
    players.register(Player("p2", "Bot", "bot", 2_000), "another")
    assert players.by_token(TOKEN) == ANN
    assert players.get("p1") == ANN
    assert players.get("p2") == Player("p2", "Bot", "bot", 2_000)


def test_who_is_unknown_is_nobody(redis: Any) -> None:
    players = Players(redis)
    players.register(ANN, TOKEN)
    assert players.by_token("wrong") is None
    assert players.by_token("") is None
    assert players.get("p9") is None


def test_the_token_itself_is_nowhere_in_the_database(redis: Any) -> None:
    Players(redis).register(ANN, TOKEN)
    names = redis.keys("*")
    assert len(names) == 3 + 1 + len(likenesses(ANN.name)), "the account, its token and its name"
    for name in names:
        kept = b"".join(redis.hvals(name)) if redis.type(name) == b"hash" else redis.get(name)
        assert TOKEN.encode() not in name + kept
