"""How the dispatcher reads the outboxes."""

from __future__ import annotations

import threading
from typing import Any

from moothall.events import keys
from moothall.workers.outbox import BATCH, Outboxes
from tests.support.live import until
from tests.workers.conftest import Workshop

NAMES = [keys.feed(shard) for shard in range(keys.SHARDS)]


def reader(redis: Any) -> Outboxes:
    opened = Outboxes(redis, NAMES)
    opened.open()
    return opened


def test_looking_and_waiting_find_the_same(shop: Workshop) -> None:
    redis = shop.parts.store.redis
    outboxes = reader(redis)
    assert outboxes.news() == outboxes.news(block_ms=1) == []
    games = {shop.game("hh") for _ in range(4)}
    found = outboxes.news()
    assert sorted(found) == sorted(outboxes.news(block_ms=1))
    assert {entry.fields["g"] for entry in found} == games
    assert all(entry.outbox == keys.feed(keys.shard_of(entry.fields["g"])) for entry in found)


def test_what_is_done_is_not_read_again_and_what_was_not_settled_is_by_the_next(shop: Workshop) -> None:
    outboxes = reader(shop.parts.store.redis)
    shop.game("hh")
    first = outboxes.news()
    outboxes.done(first)
    outboxes.settle()
    shop.game("hh")
    second = outboxes.news()
    outboxes.done(second)
    assert outboxes.news() == []
    assert sorted(reader(shop.parts.store.redis).news()) == sorted(second)  # it dies here: nothing of this was settled
    outboxes.settle()
    assert reader(shop.parts.store.redis).news() == []


def test_more_than_fits_into_one_look_comes_with_the_next(shop: Workshop) -> None:
    redis, name = shop.parts.store.redis, NAMES[3]
    outboxes = reader(redis)
    for number in range(BATCH + 1):
        redis.xadd(name, {"g": "some", "s": number})
    seen = []
    while news := outboxes.news():
        seen.append([int(entry.fields["s"]) for entry in news])
        outboxes.done(news)
    assert seen == [list(range(BATCH)), [BATCH]]


def test_a_server_that_has_forgotten_the_script_is_told_again(shop: Workshop) -> None:
    redis = shop.parts.store.redis
    outboxes = reader(redis)
    redis.script_flush()
    shop.game("hh")
    assert len(outboxes.news()) == 2


def test_a_running_dispatcher_writes_down_how_far_it_is(shop: Workshop) -> None:
    dispatcher = shop.dispatcher()
    stop = threading.Event()
    running = threading.Thread(target=dispatcher.run, args=(stop,))
    running.start()
    shop.game("hh")
    until(lambda: not reader(shop.parts.store.redis).news(), "a note of it")
    stop.set()
    running.join(30)
    assert not running.is_alive()
