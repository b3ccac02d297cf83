"""Answers that are lost on the way: nothing is sent twice, and what was carried out is never called refused."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from redis.exceptions import RedisError

from moothall.events.redis_client.connection import connect
from tests.cluster.conftest import Make
from tests.support.api import Table
from tests.support.nodes import HOST, LoneNode
from tests.support.wires import Wire, every, wire

MOVES = 120
WAVE = {"move": {"type": "wave"}}


def urls(lone: LoneNode) -> dict[str, str]:
    return {"cluster": lone.url, "plain": f"redis://{HOST}:{lone.announced}"}


def wave(table: Table, key: str | None = None) -> int:
    """One move by HTTP; its status."""
    ada = table.people[0]
    headers = {"Authorization": f"Bearer {ada.token}", **({"Idempotency-Key": key} if key else {})}
    return table.api.app.test_client().post(f"{table.path}/moves", json=WAVE, headers=headers).status_code


def lossy(line: Wire) -> None:
    """Every third append from now on."""
    line.loses = every(3, b"EVALSHA")


@pytest.mark.parametrize("kind", ["cluster", "plain"])
def test_a_move_whose_answer_is_lost_is_503_and_made_once(app: Make, lone: LoneNode, kind: str) -> None:
    with wire(lone.announced, lone.port) as line:
        table = app(urls(lone)[kind]).table()
        wave(table)  # the script is known from here on
        before = table.seq
        lossy(line)
        statuses = Counter(wave(table) for _ in range(MOVES))
        line.loses = lambda request: False
        assert line.lost >= MOVES // 4, "the test loses no answers"
        assert statuses == {201: MOVES - line.lost, 503: line.lost}
        # A lost answer may have been that the game has moved on: then nothing was written. Never is anything twice.
        assert statuses[201] < table.seq - before <= MOVES


@pytest.mark.parametrize("kind", ["cluster", "plain"])
def test_the_same_key_tells(app: Make, lone: LoneNode, kind: str) -> None:
    with wire(lone.announced, lone.port) as line:
        table = app(urls(lone)[kind]).table()
        wave(table)
        before = table.seq
        lossy(line)
        for number in range(MOVES // 2):
            while wave(table, f"move-{number}") != 201:
                pass
        assert line.lost > 0
        assert table.seq - before == MOVES // 2
        events = [msgspec.json.decode(each.data) for each in table.api.parts.store.tail(table.id, before)]
        assert [event["changes"][0]["type"] for event in events] == [events[0]["changes"][0]["type"]] * len(events)


@pytest.mark.parametrize("kind", ["cluster", "plain"])
def test_a_batch_whose_answers_are_lost_is_not_sent_again(lone: LoneNode, kind: str) -> None:
    with wire(lone.announced, lone.port) as line, connect(urls(lone)[kind]) as client:
        name = f"attempts:{kind}"
        client.rpush(name, "first")
        line.loses = every(1, b"RPUSH")
        pipe = client.pipeline(transaction=False)
        pipe.rpush(name, "second").incr("counted")
        with pytest.raises(RedisError):
            pipe.execute()
        line.loses = lambda request: False
        assert line.lost == 1
        assert client.lrange(name, 0, -1) == [b"first", b"second"]
