"""Receivers that take a connection and never answer keep nobody waiting but their owner."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import pytest
from msgspec import structs

from moothall.events import keys
from moothall.events.projections.inbox import Notice
from moothall.events.projections.webhooks import Webhook, webhook_of
from moothall.events.redis_client.connection import Pulse
from moothall.workers import webhook_http, webhooks
from tests.support.live import MODULE, running, until
from tests.support.receiver import receiver
from tests.workers.conftest import Workshop


class BlackHole:
    """Listens, and says nothing."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.socket.settimeout(0.05)
        self.lines: list[socket.socket] = []
        self._stop = threading.Event()
        self._taking = threading.Thread(target=self._take)
        self._taking.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.socket.getsockname()[1]}/"

    def release(self) -> None:
        """Hang up on everybody who waits."""
        while self.lines:
            self.lines.pop().close()

    def close(self) -> None:
        self._stop.set()
        self._taking.join()
        self.release()
        self.socket.close()

    def _take(self) -> None:
        while not self._stop.is_set():
            try:
                self.lines.append(self.socket.accept()[0])
            except TimeoutError:
                continue


@contextmanager
def black_hole() -> Iterator[BlackHole]:
    made = BlackHole()
    try:
        yield made
    finally:
        made.close()


class Office:
    """A webhook worker, and deliveries for whoever one likes."""

    def __init__(self, shop: Workshop) -> None:
        self.shop = shop
        self.webhooks = shop.parts.webhooks
        self.worker = webhooks.Deliverer(
            self.webhooks, lambda: shop.now, private=True, pulse=Pulse(shop.parts.store.redis, "webhooks")
        )
        self._made = 0

    def hook(self, player: str, url: str) -> Webhook:
        self._made += 1
        made = Webhook(f"wh_{self._made}", player, url, ["my_turn"], webhooks.new_secret(), self.shop.now)
        self.webhooks.add(made)
        return made

    def send(self, player: str, number: int = 1) -> None:
        """Notices for all webhooks of a player."""
        for _ in range(number):
            self._made += 1
            self.webhooks.send(player, Notice(self._made, b'{"type":"my_turn"}'), self.shop.now)

    def states(self, hook: Webhook) -> list[str]:
        return [delivery.state for delivery in self.webhooks.deliveries(hook.id)]

    def attempts(self, hook: Webhook) -> int:
        return sum(len(delivery.attempts) for delivery in self.webhooks.deliveries(hook.id))


@pytest.fixture
def office(shop: Workshop) -> Office:
    return Office(shop)


def test_ten_black_holes_of_one_account_keep_no_delivery_of_another_waiting(office: Office) -> None:
    with ExitStack() as stack, receiver() as good:
        holes = [stack.enter_context(black_hole()) for _ in range(10)]
        for hole in holes:
            office.hook("greedy", hole.url)
        office.send("greedy", 20)
        assert office.worker.look() == webhooks.PER_ACCOUNT
        hook = office.hook("modest", good.url)
        office.send("modest")
        assert office.worker.look() == 1
        until(lambda: office.states(hook) == ["delivered"], "the delivery of the other account")
        until(lambda: sum(len(hole.lines) for hole in holes) == webhooks.PER_ACCOUNT, "those that wait, still waiting")
        for hole in holes:
            hole.release()
        assert office.worker.wait(60)


def test_a_receiver_is_sent_few_at_a_time(office: Office) -> None:
    with black_hole() as hole:
        office.hook("p0", hole.url)
        office.send("p0", 5)
        assert office.worker.look() == webhooks.PER_RECEIVER
        assert office.worker.look() == 0
        until(lambda: len(hole.lines) == webhooks.PER_RECEIVER, "the connections")
        hole.release()
        assert office.worker.wait(60)


def test_a_receiver_that_gives_no_answer_is_left_alone_for_doubling_waits(office: Office) -> None:
    with black_hole() as hole:
        hook = office.hook("p0", hole.url)
        office.send("p0", 30)
        fail(office, hole, webhooks.PER_RECEIVER)
        rest = 2 * webhooks.FIRST_REST_MS  # it was sent two at once, and answered neither
        for tried in range(4):
            office.shop.now += rest - 1
            assert office.worker.look() == 0, "it rests"
            office.shop.now += 1
            fail(office, hole, 1)
            assert office.attempts(hook) == webhooks.PER_RECEIVER + tried + 1
            rest *= 2


def fail(office: Office, hole: BlackHole, number: int) -> None:
    """So many deliveries are tried, and no more; none is answered."""
    assert office.worker.look() == number
    assert office.worker.look() == 0
    until(lambda: len(hole.lines) == number, "the connections")
    hole.release()
    assert office.worker.wait(60)


def test_a_receiver_that_answers_again_gets_everything(office: Office) -> None:
    with black_hole() as hole, receiver() as good:
        hook = office.hook("p0", hole.url)
        office.send("p0", 6)
        fail(office, hole, webhooks.PER_RECEIVER)
        office.webhooks.add(structs.replace(hook, url=good.url))
        office.shop.now += 100 * webhooks.FIRST_REST_MS
        assert office.worker.look() == 1, "one, to see whether it answers"
        assert office.worker.wait(60)
        while office.worker.look():
            assert office.worker.wait(60)
        assert office.states(hook) == ["delivered"] * 6


def test_replaying_ends_the_rest(office: Office) -> None:
    with black_hole() as hole, receiver() as good:
        hook = office.hook("p0", hole.url)
        office.send("p0", 1)
        fail(office, hole, 1)
        office.webhooks.add(structs.replace(hook, url=good.url))
        assert office.worker.look() == 0
        office.webhooks.send_again(office.webhooks.deliveries(hook.id)[0].id, office.shop.now)
        assert office.worker.look() == 1
        assert office.worker.wait(60)
        assert office.states(hook) == ["delivered"]


def test_accounts_have_their_turns_however_much_one_of_them_wants(office: Office) -> None:
    with receiver() as good:
        for number in range(3):
            office.hook("greedy", f"{good.url}/{number}")
        office.send("greedy", (webhooks.PAGE + 200) // 3)
        office.shop.now += 1
        modest = office.hook("modest", good.url)
        office.send("modest")
        assert office.worker.look() == 3 * webhooks.PER_RECEIVER, "a page holds nothing but the greedy one's"
        assert office.worker.wait(60)
        assert len(office.webhooks.due(office.shop.now, 10**6)) < webhooks.PAGE + 200 - 3 * webhooks.KEPT_DUE
        assert office.worker.look() > 0
        assert office.worker.wait(60)
        assert office.states(modest) == ["delivered"]


def test_a_process_has_so_many_under_way_and_no_more(office: Office) -> None:
    with black_hole() as hole:
        for number in range(webhooks.AT_ONCE + 10):
            office.hook(f"p{number}", hole.url)
            office.send(f"p{number}")
        assert office.worker.look() == webhooks.AT_ONCE
        assert office.worker.look() == 0
        until(lambda: len(hole.lines) == webhooks.AT_ONCE, "all connections")
        hole.release()
        assert office.worker.wait(60)
        assert office.worker.look() == 10
        until(lambda: len(hole.lines) == 10, "the last connections")
        hole.release()
        assert office.worker.wait(60)


def test_a_delivery_under_way_stays_claimed(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "RENEW_S", 0.0)
    with black_hole() as hole:
        office.hook("p0", hole.url)
        office.send("p0")
        other = webhooks.Deliverer(
            office.webhooks,
            lambda: office.shop.now,
            private=True,
            pulse=Pulse(office.shop.parts.store.redis, "webhooks"),
        )
        assert office.worker.look() == 1
        for _ in range(5):
            office.shop.now += webhooks.CLAIM_MS - 1
            assert office.worker.look() == 0
            assert other.look() == 0
        until(lambda: len(hole.lines) == 1, "the connection")
        hole.release()
        assert office.worker.wait(60)


def test_a_delivery_that_is_no_longer_kept_is_forgotten(office: Office) -> None:
    hook = office.hook("p0", "http://127.0.0.1:9/")
    office.send("p0")
    (delivery,) = office.webhooks.deliveries(hook.id)
    assert webhook_of(delivery.id) == hook.id
    office.shop.parts.store.redis.delete(keys.delivery(delivery.id))
    assert office.worker.look() == 0
    assert office.webhooks.due(office.shop.now) == []


def test_a_receiver_that_never_answers_is_given_up_in_time() -> None:
    with black_hole() as hole, pytest.raises(webhook_http.Unreachable, match="in time"):
        webhook_http.post(hole.url, b"{}", {}, private=True)


def test_a_worker_process_delivers_beside_black_holes(shop: Workshop) -> None:
    """As `moothall serve` runs it; the operator allows the loopback address."""
    office = Office(shop)
    config = replace(shop.config, webhook_private=True)
    with ExitStack() as stack, receiver() as good:
        holes = [stack.enter_context(black_hole()) for _ in range(10)]
        for hole in holes:
            office.hook("greedy", hole.url)
        office.send("greedy", 5)
        hook = office.hook("modest", good.url)
        with running([MODULE, "worker", "--webhooks"], config):
            until(lambda: sum(len(hole.lines) for hole in holes) >= webhooks.PER_ACCOUNT, "deliveries that wait")
            office.send("modest", 3)
            until(lambda: office.states(hook) == ["delivered"] * 3, "those of the other account")
            assert office.attempts(hook) == 3
            for hole in holes:
                hole.release()
