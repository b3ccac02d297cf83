"""Deliveries: made once for each notice, signed, tried again with growing patience, replayable."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from moothall.events import keys
from moothall.events.projections.inbox import KINDS, Notice
from moothall.events.projections.webhooks import LISTED, Delivery, Webhook, Webhooks
from moothall.events.redis_client.connection import Pulse
from moothall.workers.dispatcher import Dispatcher
from moothall.workers.outbox import GROUP
from moothall.workers.webhooks import BACKOFF_S, CLAIM_MS, Deliverer, new_secret
from tests.support.live import MODULE, running, until
from tests.support.receiver import Receiver, receiver
from tests.workers.conftest import Workshop, person


class Post:
    """A workshop whose webhook worker may deliver to this machine, and a receiver."""

    def __init__(self, shop: Workshop, server: Receiver) -> None:
        self.shop = shop
        self.server = server
        self.webhooks: Webhooks = shop.parts.webhooks
        self.dispatcher: Dispatcher = shop.dispatcher()
        self.deliverer = self.worker(private=True)

    def hook(self, player: int = 0, kinds: tuple[str, ...] = KINDS, url: str | None = None) -> Webhook:
        number = self.shop.parts.store.redis.incr("hooks")
        url = url or self.server.url
        hook = Webhook(f"wh_{number}", f"p{player}", url, list(kinds), new_secret(), self.shop.now + number)
        self.webhooks.add(hook)
        return hook

    def worker(self, private: bool) -> Deliverer:
        """One that may or may not deliver to this machine."""
        return Deliverer(self.webhooks, lambda: self.shop.now, private, Pulse(self.shop.parts.store.redis, "webhooks"))

    def dispatch(self) -> int:
        """Appends become notices, and notices deliveries; returns how many of those are due."""
        self.dispatcher.consume()
        self.dispatcher.consume()
        return len(self.webhooks.due(self.shop.now))

    def work(self) -> int:
        """Deliver what is due; returns how many deliveries that were."""
        tried = 0
        while begun := self.deliverer.look():
            assert self.deliverer.wait(60)
            tried += begun
        return tried

    def listed(self, hook: Webhook) -> list[Delivery]:
        return self.webhooks.deliveries(hook.id)


@pytest.fixture
def post(shop: Workshop) -> Iterator[Post]:
    with receiver() as server:
        yield Post(shop, server)


def test_turns_and_ends_are_posted_to_whoever_asked_for_them(post: Post) -> None:
    hook = post.hook(kinds=("my_turn", "game_finished"))
    game_id = post.shop.game("hh")
    assert post.dispatch() == 1
    post.work()
    (got,) = post.server.got
    (delivery,) = post.listed(hook)
    body = json.loads(got.body)
    assert (body["type"], body["game"], body["seat"], body["decision"]) == (
        "my_turn",
        game_id,
        0,
        {"id": 2, "kind": "write"},
    )
    assert (delivery.state, delivery.kind, delivery.body, delivery.next_at) == ("delivered", "my_turn", got.body, None)
    assert [(attempt.status, attempt.error) for attempt in delivery.attempts] == [(200, None)]


def test_what_is_posted_is_signed(post: Post) -> None:
    hook = post.hook(kinds=("game_started",))
    post.shop.game("hh")
    post.dispatch()
    post.work()
    (got,) = post.server.got
    key = base64.b64decode(hook.secret.removeprefix("whsec_"))
    signed = f"{got.headers['webhook-id']}.{got.headers['webhook-timestamp']}.".encode() + got.body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert got.headers["webhook-signature"] == f"v1,{expected}"
    assert int(got.headers["webhook-timestamp"]) == post.shop.now // 1_000
    assert got.headers["webhook-id"] == post.listed(hook)[0].id
    assert got.headers["Content-Type"] == "application/json"
    assert len(key) == 32


def test_everybody_gets_the_own_notices_at_every_own_url(post: Post) -> None:
    for player in (0, 0, 1):
        post.hook(player, kinds=("game_started",))
    post.shop.game("hh")
    assert post.dispatch() == 3
    post.work()
    assert sorted(json.loads(got.body)["seat"] for got in post.server.got) == [0, 0, 1]


def test_a_notice_that_is_dispatched_twice_is_delivered_once(post: Post) -> None:
    """A dispatcher dies after it has made the deliveries and before it says so: the next one makes them again."""
    hook = post.hook(kinds=("game_started",))
    post.shop.game("hh")
    post.dispatcher.consume()
    (notice,) = post.shop.parts.inbox.tail("p0", 0, 1)
    for _ in range(2):
        post.webhooks.send("p0", notice, post.shop.now)
    assert post.dispatch() == 1
    post.work()
    post.webhooks.send("p0", notice, post.shop.now)
    post.work()
    assert len(post.server.got) == 1
    assert [(each.state, len(each.attempts)) for each in post.listed(hook)] == [("delivered", 1)]


def test_notices_that_a_dispatcher_took_and_died_with_are_delivered_by_the_next(post: Post) -> None:
    post.hook(kinds=("game_started",))
    post.shop.game("hh")
    post.dispatcher.consume()
    bells = {keys.bell(shard): ">" for shard in range(keys.SHARDS)}
    post.shop.parts.store.redis.xreadgroup(GROUP, "dispatcher", bells)  # and here it died
    assert post.work() == 0
    post.shop.dispatcher()
    assert post.work() == 1


def test_what_a_worker_claimed_and_died_with_falls_due_again(post: Post) -> None:
    post.hook(kinds=("game_started",))
    post.shop.game("hh")
    assert post.dispatch() == 1
    ((delivery_id, since),) = post.webhooks.due(post.shop.now)
    assert post.webhooks.claim([(delivery_id, since, post.shop.now + CLAIM_MS)]) == [True]  # and here it died
    post.shop.now += CLAIM_MS - 1
    assert post.work() == 0
    post.shop.now += 1
    assert post.work() == 1
    assert len(post.server.got) == 1


def test_of_several_workers_that_want_a_delivery_one_gets_it(post: Post) -> None:
    post.hook(kinds=("game_started",))
    post.shop.game("hh")
    post.dispatch()
    workers = [post.worker(private=True) for _ in range(3)]
    assert sorted(worker.look() for worker in workers) == [0, 0, 1]
    assert all(worker.wait(60) for worker in workers)
    assert len(post.server.got) == 1


def test_a_failed_delivery_is_tried_again_with_growing_patience_until_it_has_failed_for_good(post: Post) -> None:
    hook = post.hook(kinds=("game_started",))
    post.server.status = 500
    post.shop.game("hh")
    assert post.dispatch() == 1
    post.work()
    for wait_s in BACKOFF_S:
        (delivery,) = post.listed(hook)
        assert (delivery.state, delivery.next_at) == ("pending", post.shop.now + wait_s * 1_000)
        post.shop.now += wait_s * 1_000 - 1
        assert post.work() == 0
        post.shop.now += 1
        assert post.work() == 1
    (delivery,) = post.listed(hook)
    assert (delivery.state, delivery.next_at) == ("failed", None)
    assert (
        [attempt.status for attempt in delivery.attempts]
        == [500] * (len(BACKOFF_S) + 1)
        == [500] * len(post.server.got)
    )
    post.shop.now += 10**9
    assert post.work() == 0
    assert {got.headers["webhook-id"] for got in post.server.got} == {delivery.id}
    assert post.shop.parts.jobs.failed() == []


def test_what_failed_or_was_delivered_can_be_replayed(post: Post) -> None:
    hook = post.hook(kinds=("game_started",))
    post.server.status = 404
    post.shop.game("hh")
    post.dispatch()
    post.work()
    post.server.status = 204
    (delivery,) = post.listed(hook)
    for _ in range(2):
        post.webhooks.send_again(delivery.id, post.shop.now)
        assert post.listed(hook)[0].state == "pending"
        assert post.work() == 1
        post.shop.now += 10
    (delivery,) = post.listed(hook)
    assert (delivery.state, [attempt.status for attempt in delivery.attempts]) == ("delivered", [404, 204, 204])


def test_who_cannot_be_reached_is_said_to_be(post: Post) -> None:
    with receiver() as gone:
        hook = post.hook(kinds=("game_started",), url=gone.url)
    post.shop.game("hh")
    post.dispatch()
    post.work()
    (delivery,) = post.listed(hook)
    assert delivery.state == "pending"
    assert [(each.status, each.error) for each in delivery.attempts] == [(None, "the connection was refused")]


def test_an_address_is_checked_again_at_delivery(post: Post) -> None:
    """The name led elsewhere when the webhook was registered, or the operator has closed the door since."""
    hook = post.hook(kinds=("game_started",))
    post.deliverer = post.worker(private=False)
    post.shop.game("hh")
    post.dispatch()
    post.work()
    (delivery,) = post.listed(hook)
    assert [each.error for each in delivery.attempts] == ["127.0.0.1 does not lead to public addresses only"]
    assert post.server.got == []


def test_nothing_is_sent_to_a_webhook_that_is_deleted_meanwhile(post: Post) -> None:
    hook = post.hook(kinds=("game_started",))
    post.shop.game("hh")
    post.dispatch()
    assert post.webhooks.remove(hook.player, hook.id)
    post.work()
    assert post.server.got == []
    assert post.webhooks.due(10**15) == []
    assert not post.webhooks.remove(hook.player, hook.id)


def test_the_list_of_deliveries_is_bounded(post: Post) -> None:
    hook = post.hook(kinds=("my_turn",))
    for number in range(LISTED + 5):
        post.webhooks.send("p0", Notice(number, b'{"type":"my_turn"}'), post.shop.now)
    listed = post.listed(hook)
    assert len(listed) == LISTED
    assert [listed[0].id, listed[-1].id] == [f"{hook.id}.{LISTED + 4}", f"{hook.id}.5"]


def test_a_slow_receiver_keeps_no_ai_waiting(post: Post) -> None:
    """Deliveries are no jobs of the workers that play."""
    post.hook(kinds=("game_started",))
    post.shop.game("ha")
    assert post.dispatch() == 1
    assert [name.partition("-")[0] for name in post.shop.queued] == ["play_ai"]


def test_playing_goes_on_whatever_becomes_of_deliveries(post: Post) -> None:
    post.hook()
    post.server.status = 500
    game_id = post.shop.game("hh")
    for number in range(2):
        post.shop.parts.commands.play(game_id, person(number), [{"type": "write", "number": 1}])
        post.dispatch()
        post.work()
    assert post.shop.seq(game_id) == 4


def test_dispatcher_and_webhook_worker_processes_deliver(shop: Workshop) -> None:
    """As `moothall serve` runs them; the operator allows the loopback address."""
    config = replace(shop.config, webhook_private=True)
    with (
        receiver() as server,
        running([MODULE, "dispatcher"], config),
        running([MODULE, "worker", "--webhooks"], config),
    ):
        hook = Webhook("wh_real", "p0", server.url, ["game_started", "my_turn"], new_secret(), shop.now)
        shop.parts.webhooks.add(hook)
        game_id = shop.game("hh")
        until(lambda: len(server.got) == 2, "both deliveries")
        assert {json.loads(got.body)["type"] for got in server.got} == {"game_started", "my_turn"}
        assert {json.loads(got.body)["game"] for got in server.got} == {game_id}
        until(lambda: all(each.state == "delivered" for each in shop.parts.webhooks.deliveries(hook.id)), "the outcome")
