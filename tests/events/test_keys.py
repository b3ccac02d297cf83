"""Key names: what is touched together carries one hash tag, and a game's shard never changes."""

from __future__ import annotations

import re

import pytest

from moothall.events import keys

IDS = [f"game-{i}" for i in range(200)]


def tag(name: str) -> str:
    found = re.search(r"\{(.*?)\}", name)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("game_id", IDS[:20])
def test_all_keys_of_a_game_have_its_hash_tag(game_id: str) -> None:
    shard = keys.shard_of(game_id)
    names = [
        keys.events(game_id),
        keys.packed(game_id),
        keys.snapshot(game_id),
        keys.past(game_id),
        keys.secret(game_id),
        keys.meta(game_id),
        keys.due(shard),
        keys.feed(shard),
        keys.over(shard),
        keys.idempotency(game_id, "ann", "{odd} key"),
    ]
    assert {tag(name) for name in names} == {f"s{shard:02d}"}
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("game_id", "shard"), [("g1", 5), ("a", 3), ("", 0), ("01J9Z3V5R8Q2", 14), ("ä", 3)])
def test_the_shard_of_a_game_is_fixed_for_ever(game_id: str, shard: int) -> None:
    assert keys.shard_of(game_id) == shard
    assert keys.SHARDS == 16


def test_games_are_spread_over_all_shards() -> None:
    assert {keys.shard_of(game_id) for game_id in IDS} == set(range(keys.SHARDS))


def test_the_names_are_those_that_are_documented() -> None:
    assert keys.events("g1") == "mh:{s05}:g:g1:events"
    assert keys.idempotency("g1", "ann", "k") == "mh:{s05}:idem:g1:ann:k"
    assert keys.listing(None, "open") == "mh:list:*:open"


def test_a_game_is_told_from_its_keys() -> None:
    assert keys.game_of(keys.events("game-7")) == keys.game_of(keys.secret("game-7")) == "game-7"
