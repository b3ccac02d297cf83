"""The dispatcher: what is due and not done is asked for again; what spans games follows the outboxes."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from moothall.events import keys
from moothall.events.event_store.packing import Packing
from moothall.events.projections.lobby import Projections
from moothall.server.bootstrap import wire_dispatcher
from moothall.workers.outbox import CONSUMER, GROUP
from tests.support.live import until
from tests.support.tally import TALLY
from tests.workers.conftest import Workshop, person


def test_a_job_has_a_second_before_it_is_asked_for_again(shop: Workshop) -> None:
    shop.game("ha")
    dispatcher = shop.dispatcher()
    shop.lose_the_queue()
    shop.now += 999
    assert dispatcher.ask_again() == 0
    shop.now += 1
    assert dispatcher.ask_again() == 1


def test_a_job_that_is_lost_again_and_again_is_asked_for_after_doubling_waits(shop: Workshop) -> None:
    game_id = shop.game("ha")
    dispatcher = shop.dispatcher()
    shop.lose_the_queue()
    began, asked = shop.now, []
    for ms in range(0, 17_000, 250):
        shop.now = began + ms
        if dispatcher.ask_again():
            asked.append(ms)
            shop.lose_the_queue()
    assert asked == [1_000, 2_000, 4_000, 8_000, 16_000]
    assert shop.queued == []
    assert shop.table(game_id).awaited_ai == 1


def test_a_game_whose_job_was_lost_goes_on(shop: Workshop) -> None:
    game_id = shop.game("aa", rounds=2)
    dispatcher = shop.dispatcher()
    shop.lose_the_queue()
    shop.now += 1_000
    assert dispatcher.ask_again() == 1
    shop.work()
    assert shop.table(game_id).status == "finished"
    shop.now += 100_000
    assert dispatcher.ask_again() == 0


def test_work_that_others_did_meanwhile_is_not_asked_for(shop: Workshop) -> None:
    game_id = shop.game("ha")
    dispatcher = shop.dispatcher()
    shop.work()
    redis = shop.parts.store.redis
    redis.zadd(keys.due(keys.shard_of(game_id)), {game_id: shop.now - 10_000})
    assert dispatcher.ask_again() == 0
    assert shop.parts.store.due(shop.now) == []


def test_a_game_that_is_gone_is_forgotten(shop: Workshop) -> None:
    dispatcher = shop.dispatcher()
    shop.parts.store.redis.zadd(keys.due(keys.shard_of("nosuchgame")), {"nosuchgame": 0})
    assert dispatcher.ask_again() == 0
    assert shop.parts.store.due(shop.now) == []


def test_games_that_cannot_be_read_do_not_hold_up_the_others(shop: Workshop, caplog: pytest.LogCaptureFixture) -> None:
    redis = shop.parts.store.redis
    for number in range(30):
        game_id = f"bad{number}"
        redis.xadd(keys.events(game_id), {"d": b'{"v":99}', "h": bytes(32)}, id="1-0")
        redis.set(keys.secret(game_id), bytes(32))
        redis.zadd(keys.due(keys.shard_of(game_id)), {game_id: 0})
    good = shop.game("ha")
    shop.lose_the_queue()
    shop.now += 1_000
    assert shop.dispatcher().ask_again() == 1
    assert shop.queued == [f"play_ai-{good}-1"]
    assert "bad7 cannot be read" in caplog.text


def test_listings_follow_the_outboxes_and_each_entry_is_taken_once(shop: Workshop) -> None:
    games = [shop.game("hh") for _ in range(5)]
    dispatcher = shop.dispatcher()
    assert shop.parts.projections.games().games == []
    assert dispatcher.consume() == 10
    assert dispatcher.consume() == 0
    assert {meta.id for meta in shop.parts.projections.games(status="active").games} == set(games)
    assert pending(shop) == 0


def test_two_dispatchers_share_the_outboxes(shop: Workshop) -> None:
    one, two = shop.dispatcher(), shop.dispatcher()
    for _ in range(3):
        shop.game("hh")
    assert one.consume() + two.consume() == 6
    assert len(shop.parts.projections.games().games) == 3


def test_what_a_dispatcher_had_begun_when_it_died_is_finished_by_the_next(shop: Workshop) -> None:
    shop.dispatcher()
    game_id = shop.game("hh")
    feeds = {keys.feed(shard): ">" for shard in range(keys.SHARDS)}
    shop.parts.store.redis.xreadgroup(GROUP, CONSUMER, feeds)  # and here it died, before it had projected anything
    assert pending(shop) == 2
    assert shop.parts.projections.games().games == []
    assert shop.dispatcher().consume() == 0
    assert pending(shop) == 0
    assert [meta.id for meta in shop.parts.projections.games().games] == [game_id]


def test_consumed_entries_stay_for_a_minute(shop: Workshop) -> None:
    game_id = shop.game("hh")
    for _ in range(5):
        next_millisecond(shop)
        shop.parts.commands.play(game_id, person(0), [{"type": "wave"}])
    dispatcher = shop.dispatcher()
    dispatcher.consume()
    dispatcher.trim()
    assert shop.feed_length() == 7
    shop.now += 70_000
    dispatcher.trim()
    assert shop.feed_length() == 1


def next_millisecond(shop: Workshop) -> None:
    """Entries of one millisecond are kept together."""
    before = millisecond(shop)
    until(lambda: millisecond(shop) > before, "the next millisecond")


def millisecond(shop: Workshop) -> int:
    """As Redis sees it, which names the entries."""
    seconds, micros = shop.parts.store.redis.time()
    return int(1_000 * seconds + micros // 1_000)


def test_entries_that_nobody_has_consumed_stay_for_ever(shop: Workshop) -> None:
    dispatcher = shop.dispatcher()
    shop.game("hh")
    shop.now += 10**9
    dispatcher.trim()
    assert shop.feed_length() == 2
    assert dispatcher.consume() == 2


def test_trimming_is_not_done_all_the_time(shop: Workshop) -> None:
    game_id = shop.game("hh")
    dispatcher = shop.dispatcher()
    dispatcher.consume()
    shop.now += 70_000
    dispatcher.trim()
    next_millisecond(shop)
    shop.parts.commands.play(game_id, person(0), [{"type": "wave"}])
    dispatcher.consume()
    before = shop.feed_length()
    shop.now += 1_000
    dispatcher.trim()
    assert shop.feed_length() == before
    shop.now += 15_000
    dispatcher.trim()
    assert shop.feed_length() < before


def test_projecting_twice_changes_nothing(shop: Workshop) -> None:
    game_id = shop.game("hh")
    projections = Projections(shop.parts.store)
    projections.project([game_id])
    once = {key: shop.parts.store.redis.dump(key) for key in shop.parts.store.redis.scan_iter("mh:*")}
    projections.project([game_id, game_id, "nosuchgame"])
    assert {key: shop.parts.store.redis.dump(key) for key in shop.parts.store.redis.scan_iter("mh:*")} == once


def test_it_runs_until_it_is_told_to_stop(shop: Workshop) -> None:
    game_id = shop.game("ha")
    shop.lose_the_queue()
    shop.now += 1_000
    stop = threading.Event()
    running = threading.Thread(target=shop.dispatcher().run, args=(stop,))
    running.start()
    until(lambda: shop.queued and shop.parts.projections.games().games, "a job and a listing")
    stop.set()
    running.join(30)
    assert not running.is_alive()
    assert shop.queued == [f"play_ai-{game_id}-1"]


def pending(shop: Workshop) -> int:
    redis = shop.parts.store.redis
    return sum(redis.xpending(keys.feed(shard), GROUP)["pending"] for shard in range(keys.SHARDS))


def test_games_that_are_over_are_packed_when_their_time_has_come(shop: Workshop) -> None:
    over, going = shop.game("aa"), shop.game("ha")
    shop.work()
    shop.dispatcher().consume()
    store = shop.parts.store
    before, ended = store.tail(over), shop.events(over)[-1].at
    assert store.redis.zcard(keys.over(keys.shard_of(over))) == 1
    packing = Packing(store, 60)
    assert not packing.pack_next(ended + 59_999)
    assert packing.pack_next(ended + 65_000)
    assert not packing.pack_next(ended + 66_000)
    assert store.redis.exists(keys.packed(over))
    assert not store.redis.exists(keys.packed(going))
    assert store.tail(over) == before


def test_the_running_dispatcher_packs_them(shop: Workshop) -> None:
    game_id = shop.game("aa")
    shop.work()
    dispatcher = wire_dispatcher(replace(shop.config, archive_s=1), {"tally": TALLY})
    stop = threading.Event()
    thread = threading.Thread(target=dispatcher.run, args=(stop,))
    thread.start()
    try:
        until(lambda: shop.parts.store.redis.exists(keys.packed(game_id)), "the packing")
    finally:
        stop.set()
        thread.join()
    assert shop.table(game_id).status == "finished"
