"""Live tails: every listener gets every event, in order, whatever happens in between."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from moothall.events.event_store.store import Store
from moothall.events.event_store.stored_events import Stored
from moothall.events.games import live
from moothall.events.games.live import KEPT, Channel, Hub
from moothall.events.redis_client.connection import connect
from moothall.server.embedded import EmbeddedRedis
from tests.support.house import ANN, WAVE, House

IDLE_S = 60
"""After so long without news a listener is told so; here that means that news was missed."""


@pytest.fixture
def hub(house: House) -> Iterator[Hub]:
    hub = Hub(house.store)
    yield hub
    hub.stop()


@pytest.fixture
def listeners() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as pool:
        yield pool


def listen(hub: Hub, after: int, until: int, game_id: str = "g1") -> list[int]:
    """The seqs that a listener gets, up to one; it gives up when nothing comes."""
    seqs: list[int] = []
    for batch in hub.follow(game_id, after, IDLE_S):
        assert batch, f"no news after {seqs[-1:]}, though {until} should have come"
        seqs += [stored.seq for stored in batch]
        if seqs[-1] >= until:
            break
    return seqs


def wave(house: House, times: int, game_id: str = "g1") -> None:
    for _ in range(times):
        house.play(ANN, WAVE, game_id=game_id)


def test_every_listener_gets_every_event_in_order(house: House, hub: Hub, listeners: ThreadPoolExecutor) -> None:
    house.start()
    heard = [listeners.submit(listen, hub, 2, 102) for _ in range(4)]
    wave(house, 100)
    assert [each.result() for each in heard] == [list(range(3, 103))] * 4


def test_a_listener_gets_events_of_its_game_only(house: House, hub: Hub, listeners: ThreadPoolExecutor) -> None:
    house.start("g1")
    house.start("g2")
    heard = [listeners.submit(listen, hub, 2, 2 + times, game_id) for game_id, times in (("g1", 30), ("g2", 20))]
    for times in range(30):
        wave(house, 1)
        wave(house, times < 20, "g2")
    assert [len(each.result()) for each in heard] == [30, 20]


def test_a_listener_that_starts_in_the_past_gets_that_first(
    house: House, hub: Hub, listeners: ThreadPoolExecutor
) -> None:
    house.start()
    wave(house, 2 * KEPT)
    heard = listeners.submit(listen, hub, 0, 2 * KEPT + 12)
    wave(house, 10)
    assert heard.result() == list(range(1, 2 * KEPT + 13))


def test_a_slow_listener_is_behind_but_misses_nothing(house: House, hub: Hub) -> None:
    house.start()
    slow = hub.follow("g1", 2, IDLE_S)
    wave(house, 1)
    heard = [stored.seq for stored in next(slow)]
    wave(house, KEPT + 50)
    assert hub.wait("g1", KEPT + 52, IDLE_S)
    while heard[-1] < KEPT + 53:
        heard += [stored.seq for stored in next(slow)]
    assert heard == list(range(3, KEPT + 54))


def test_the_bytes_and_hashes_are_those_of_the_log(house: House, hub: Hub) -> None:
    house.start()
    tail = hub.follow("g1", 0, IDLE_S)
    assert next(tail) == house.store.tail("g1")
    wave(house, 1)
    assert next(tail) == house.store.tail("g1", 2)


def test_a_quiet_game_gives_an_empty_batch_now_and_then(house: House, hub: Hub) -> None:
    house.start()
    quiet = hub.follow("g1", 2, 0.01)
    assert [next(quiet), next(quiet)] == [[], []]
    wave(house, 1)
    batch = next(batch for batch in quiet if batch)
    assert [stored.seq for stored in batch] == [3]


def test_a_game_can_be_followed_before_it_begins(house: House, hub: Hub, listeners: ThreadPoolExecutor) -> None:
    heard = listeners.submit(listen, hub, 0, 1)
    while not hub.followers:
        pass
    assert not hub.wait("g1", 0, 0.05)
    house.create()
    assert heard.result() == [1]


def test_no_event_is_missed_between_registering_and_reading(
    house: House, hub: Hub, listeners: ThreadPoolExecutor
) -> None:
    house.start()
    for seq in range(2, 252):
        heard: list[Future[Any]] = [listeners.submit(listen, hub, seq, seq + 1) for _ in range(2)]
        heard.append(listeners.submit(hub.wait, "g1", seq, IDLE_S))
        wave(house, 1)
        assert [each.result() for each in heard] == [[seq + 1], [seq + 1], True]


def test_a_crowd_gets_what_comes_in_quick_succession_together_and_completely(
    house: House, hub: Hub, listeners: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The channel rests after news, the longer the more listen to it; nothing is lost meanwhile."""
    monkeypatch.setattr(live, "REST_S", 0.02)
    house.start()

    def batches() -> list[list[int]]:
        heard: list[list[int]] = []
        for batch in hub.follow("g1", 2, IDLE_S):
            heard.append([stored.seq for stored in batch])
            if heard[-1][-1] == 42:
                break
        return heard

    heard = [listeners.submit(batches) for _ in range(8)]
    while hub.followers < 8:
        pass
    wave(house, 40)
    for each in heard:
        assert [seq for batch in each.result() for seq in batch] == list(range(3, 43))
        assert len(each.result()) < 40


class TestWaiting:
    def test_it_ends_with_news(self, house: House, hub: Hub, listeners: ThreadPoolExecutor) -> None:
        house.start()
        waiting = listeners.submit(hub.wait, "g1", 2, IDLE_S)
        while not hub.followers:
            pass
        wave(house, 1)
        assert waiting.result() is True

    def test_it_ends_at_once_if_the_news_is_old(self, house: House, hub: Hub) -> None:
        house.start()
        assert hub.wait("g1", 1, 0) is True

    def test_it_ends_without_news_when_the_time_is_up(self, house: House, hub: Hub) -> None:
        house.start()
        assert hub.wait("g1", 2, 0.05) is False
        assert hub.wait("unknown", 0, 0.05) is False

    def test_it_is_not_ended_by_news_of_less(self, house: House, hub: Hub, listeners: ThreadPoolExecutor) -> None:
        house.start()
        waiting = listeners.submit(hub.wait, "g1", 4, IDLE_S)
        wave(house, 3)
        assert waiting.result() is True
        assert house.length() == 5


class TestLeaving:
    def test_who_stops_listening_is_forgotten(self, house: House, hub: Hub) -> None:
        house.start()
        tails = [hub.follow("g1", 0, IDLE_S) for _ in range(3)]
        for tail in tails:
            next(tail)
        assert hub.followers == 3
        for tail in tails:
            tail.close()  # type: ignore[attr-defined]
        assert hub.followers == 0

    def test_a_hub_that_stops_lets_everybody_go(self, house: House, listeners: ThreadPoolExecutor) -> None:
        hub = Hub(house.store)
        house.start()
        heard = [listeners.submit(list, hub.follow("g1", 2, 60)) for _ in range(3)]
        waiting = listeners.submit(hub.wait, "g1", 2, 60)
        while hub.followers < 4:
            pass
        hub.stop()
        assert [each.result() for each in heard] == [[], [], []]
        assert waiting.result() is False


class TestOutages:
    def test_following_goes_on_after_a_restart_and_nothing_is_lost(
        self, tmp_path: Path, listeners: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(live, "AWAY_S", 0.05)
        server = EmbeddedRedis(tmp_path / "data")
        server.start()
        house = House(connect(server.url)).start()
        hub = Hub(house.store)
        heard = [listeners.submit(listen, hub, 2, 22) for _ in range(3)]
        wave(house, 10)
        server.stop()
        server.start()
        wave(House(connect(server.url)), 10)
        try:
            assert [each.result() for each in heard] == [list(range(3, 23))] * 3
        finally:
            hub.stop()
            server.stop()

    def test_news_that_could_not_be_fetched_is_fetched_when_the_log_is_back(
        self, house: House, listeners: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Shaky(Store):
            """A log that the reader cannot reach for some time."""

            failures = 0

            def tail(self, game_id: str, after: int = 0, limit: int | None = None) -> list[Stored]:
                if self.failures and threading.current_thread().name == "follow":
                    self.failures -= 1
                    raise RedisConnectionError("the log is away")
                return super().tail(game_id, after, limit)

        monkeypatch.setattr(live, "AWAY_S", 0.01)
        house.start()
        store = Shaky(house.redis)
        hub = Hub(store)
        heard = listeners.submit(listen, hub, 2, 3)
        while not hub.followers:
            pass
        assert not hub.wait("g1", 2, 0.01)  # the channel is open now, at 2
        store.failures = 3
        wave(house, 1)
        try:
            assert heard.result() == [3]
        finally:
            hub.stop()


class TestChannel:
    def test_it_gives_what_it_holds_and_admits_what_it_does_not(self) -> None:
        channel: Channel[Stored] = Channel(10)
        assert channel.after(9) is None
        assert channel.after(10) == []
        tail = [Stored(seq, b"", b"") for seq in range(11, 11 + KEPT + 5)]
        channel.extend(tail)
        assert channel.after(10) is None
        assert channel.after(15) == tail[5:]
        assert channel.after(tail[-1].seq) == []

    def test_it_can_be_read_while_it_grows(self) -> None:
        channel: Channel[Stored] = Channel(0)
        done = threading.Event()

        def grow() -> None:
            for seq in range(1, 6_001):
                channel.extend([Stored(seq, b"", b"")])
            done.set()

        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        grower = threading.Thread(target=grow)
        try:
            grower.start()
            while not done.is_set():
                after = max(channel.seq - 50, 0)
                held = [stored.seq for stored in channel.after(after) or ()]
                assert held == list(range(after + 1, after + 1 + len(held)))
        finally:
            sys.setswitchinterval(interval)
            grower.join()
