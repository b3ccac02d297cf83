"""Tournaments in backups: taken from a house in use, put back, and gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moothall.domain.tournament.moves import Enter
from moothall.events import keys
from moothall.events.backup import take
from moothall.events.backup.file import TournamentPart, parts, written
from moothall.events.backup.restore import Refused, Restored, Restoring
from moothall.events.games.writer import Key
from moothall.server.embedded import EmbeddedRedis
from tests.support.cup import CUP, Cup, account


@pytest.fixture
def cup(redis_server: EmbeddedRedis, redis: Any) -> Iterator[Cup]:
    made = Cup(redis_server.url)
    yield made
    made.close()


def taken(cup: Cup, folder: Path) -> Path:
    path = folder / "house.backup"
    with written(path) as put:
        for part in take.whole(cup.games_store, [], cup.now, lambda each, why: pytest.fail(f"{each}: {why}")):
            put(part)
    return path


def put_back(cup: Cup, path: Path, *game_ids: str) -> Restored:
    return Restoring(cup.games_store, cup.games, cup.clock).run(path, lambda key: None, game_ids)


def test_what_was_put_back_goes_on_to_the_same_end(cup: Cup, redis_server: EmbeddedRedis, tmp_path: Path) -> None:
    cup.start(people=4, rounds=2)
    cup.run()
    cup.notices.tell(CUP)
    cup.play_round()
    cup.run()
    path, before = taken(cup, tmp_path), cup.stored()
    told = cup.inbox.tail("p0")
    cup.redis.flushall()
    again = Cup(redis_server.url)
    try:
        assert put_back(again, path).tournaments == 1
        assert again.stored() == before
        assert [each.id for each in again.listing.page(status="active").tournaments] == [CUP]
        assert again.store.due(again.now) == [(CUP, again.now)], "nobody looks at it"
        again.notices.tell(CUP)
        assert again.inbox.tail("p0")[: len(told)] == told, "what was told is told again"
        again.run()
        again.play_round()
        again.run()
        assert again.tournament.status == "finished"
    finally:
        again.close()


def test_nothing_of_it_is_left_out_or_taken_twice(cup: Cup, tmp_path: Path) -> None:
    cup.start(people=2, rounds=1)
    cup.run()
    cup.marks.note([CUP], cup.now)
    found = list(parts(taken(cup, tmp_path)))
    assert [part.id for part in found if isinstance(part, TournamentPart)] == [CUP]
    names = [msgspec.structs.asdict(part).get("name", "") for part in found]
    assert not [name for name in names if name.startswith(("mh:{t", "mh:tlist", "mh:tables"))]


def test_an_answer_that_was_given_is_given_again(cup: Cup, redis_server: EmbeddedRedis, tmp_path: Path) -> None:
    cup.create()
    first = cup.ask(Enter(), account(1), key=Key("k", "r"))
    path = taken(cup, tmp_path)
    cup.redis.flushall()
    again = Cup(redis_server.url)
    try:
        put_back(again, path)
        answer = again.ask(Enter(), account(1), key=Key("k", "r"))
        assert answer.repeated
        assert answer.body == first.body
    finally:
        again.close()


def test_a_house_with_a_tournament_is_not_empty(cup: Cup, tmp_path: Path) -> None:
    cup.create()
    path = taken(cup, tmp_path)
    with pytest.raises(Refused, match="empty house"):
        put_back(cup, path)


def test_a_log_that_does_not_hold_together_is_named(cup: Cup) -> None:
    cup.create()
    cup.redis.xadd(keys.TOURNAMENTS.events(CUP), {"d": b'{"x":1}', "h": bytes(32)}, id="2-0")
    left_out = []
    list(take.whole(cup.games_store, [], cup.now, lambda each, why: left_out.append(each)))
    assert left_out == [CUP]
