"""Webhooks: deliveries signed as the Standard Webhooks specification has it, tried again with growing patience, many
at a time: few of them for one account, fewer for one receiver.

What is due is in Redis; a delivery is claimed by putting it off there, so no other worker takes it, and one whose
worker dies falls due again. A receiver that gives no answer is left alone after that, for waits that double, and then
tried with one delivery: whoever lets us wait keeps nobody else waiting.
"""

from __future__ import annotations

import base64
import hmac
import logging
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from cachetools import LRUCache
from redis.exceptions import RedisError

from moothall.events.projections.webhooks import Attempt, Delivery, Trouble, Webhook, Webhooks, webhook_of
from moothall.events.redis_client.connection import Pulse
from moothall.workers import webhook_http
from moothall.workers.metrics import JOB_SECONDS, JOBS
from moothall.workers.stop_signal import StopSignal

BACKOFF_S = (5, 30, 2 * 60, 10 * 60, 60 * 60, 6 * 60 * 60)
"""Waits after the first, second... failed attempt; after as many and one more it has failed for good."""

SECRET = "whsec_"
"""How secrets begin."""

AT_ONCE = 64
"""Deliveries under way in one process. Each has a thread, which mostly waits."""
PER_ACCOUNT = 8
PER_RECEIVER = 2

PAGE = 500
"""Deliveries that are looked at together."""
KEPT_DUE = 4 * PER_ACCOUNT
"""Deliveries of one account that stay due in a full page; the others make room for other accounts'."""
ROOM_MS = 250
"""How long they do, for every so many of them that come before."""

CLAIM_MS = 30_000
"""When a delivery falls due again if nothing is heard of who claimed it."""
RENEW_S = 10.0
"""How often whoever is still at it says so."""

FIRST_REST_MS = 5_000
LONGEST_REST_MS = 60 * 60 * 1_000
"""How long a receiver is left alone after it gave no answer, and after many times of that."""

LOOK_S = 0.2
"""How often it is looked what is due."""

STOP_S = 11.0
"""How long deliveries under way have when the worker is told to stop."""

log = logging.getLogger(__name__)


class Waiting(NamedTuple):
    """A delivery that is due."""

    id: str
    webhook: str
    player: str
    since: int


class Deliverer:
    """Delivers what is due."""

    def __init__(self, webhooks: Webhooks, clock: Callable[[], int], private: bool, pulse: Pulse) -> None:
        """`private`: whether addresses that are not public may be delivered to."""
        self._pulse = pulse
        self._webhooks = webhooks
        self._clock = clock
        self._courier = Courier(webhooks, clock, private)
        self._owners: LRUCache[str, str] = LRUCache(10_000)
        """Webhook to account."""
        self._under_way: dict[str, Waiting] = {}
        """By id; `since` is what the claim has put in the due set."""
        self._lock = threading.Lock()
        self._done = threading.Event()
        """Something is: there is room."""
        self._renewed = time.monotonic()

    def run(self, stop: StopSignal | threading.Event) -> None:
        """Until told to stop; what is under way is finished first, if it can be."""
        while not stop.is_set():
            try:
                self.look()
                self._pulse.beat(self._clock())
                self._done.wait(LOOK_S)
            except RedisError as error:
                log.warning("Redis is out of reach: %s", error)
                stop.wait(1)
        self.wait(STOP_S)

    def look(self) -> int:
        """Begin what is due and may be begun; returns how many deliveries that are."""
        self._done.clear()
        self._renew()
        now = self._clock()
        due = self._due(now)
        rests = {hook: _rests_until(trouble) for hook, trouble in self._troubles(due).items()}
        resting = [each for each in due if rests.get(each.webhook, 0) > now]
        able = [each for each in due if rests.get(each.webhook, 0) <= now]
        chosen = self._choose(able, set(rests))
        put_off = [(each.id, each.since, rests[each.webhook]) for each in resting]
        if len(due) == PAGE:
            put_off += _make_room(able, {each.id for each in chosen}, now)
        self._webhooks.claim(put_off)
        got = self._webhooks.claim([(each.id, each.since, now + CLAIM_MS) for each in chosen])
        begun = [each._replace(since=now + CLAIM_MS) for each, mine in zip(chosen, got, strict=True) if mine]
        for each in begun:
            with self._lock:
                self._under_way[each.id] = each
            threading.Thread(target=self._deliver, args=(each,), daemon=True).start()
        return len(begun)

    def wait(self, seconds: float) -> bool:
        """For the end of what is under way; whether it came in time."""
        until = time.monotonic() + seconds
        while self._under_way and (left := until - time.monotonic()) > 0:
            self._done.clear()
            if self._under_way:
                self._done.wait(min(left, LOOK_S))
        return not self._under_way

    def _due(self, now: int) -> list[Waiting]:
        """With their owners; what is no longer kept is forgotten."""
        found = [(each, since) for each, since in self._webhooks.due(now, PAGE) if each not in self._under_way]
        unknown = [delivery_id for delivery_id, _ in found if webhook_of(delivery_id) not in self._owners]
        for delivery_id, player in zip(unknown, self._webhooks.owners(unknown), strict=True):
            if player is None:
                self._webhooks.forget(delivery_id)
            else:
                self._owners[webhook_of(delivery_id)] = player
        owned = ((each, since, self._owners.get(webhook_of(each))) for each, since in found)
        return [Waiting(each, webhook_of(each), player, since) for each, since, player in owned if player is not None]

    def _troubles(self, due: Sequence[Waiting]) -> dict[str, Trouble]:
        return self._webhooks.troubles(sorted({each.webhook for each in due}))

    def _choose(self, able: Sequence[Waiting], suspects: set[str]) -> list[Waiting]:
        """What to begin now: of every account one, then of every account a second, as far as there is room. A suspect
        has to answer one before it is sent others."""
        with self._lock:
            accounts = Counter(each.player for each in self._under_way.values())
            receivers = Counter(each.webhook for each in self._under_way.values())
            room = AT_ONCE - len(self._under_way)
        chosen: list[Waiting] = []
        for each in _in_turn(able):
            if len(chosen) == room:
                break
            most = 1 if each.webhook in suspects else PER_RECEIVER
            if accounts[each.player] < PER_ACCOUNT and receivers[each.webhook] < most:
                accounts[each.player] += 1
                receivers[each.webhook] += 1
                chosen.append(each)
        return chosen

    def _deliver(self, each: Waiting) -> None:
        began = time.perf_counter()
        outcome = "failed"
        try:
            self._courier.deliver(each.id)
            outcome = "done"
        except Exception:  # the claim runs out, and it is tried again
            log.exception("delivery %s", each.id)
        finally:
            JOB_SECONDS.labels("deliver_webhook").observe(time.perf_counter() - began)
            JOBS.labels("deliver_webhook", outcome).inc()
            with self._lock:
                del self._under_way[each.id]
            self._done.set()

    def _renew(self) -> None:
        """Claim again what is still under way. What has just been settled is due at another time, and stays so."""
        if time.monotonic() - self._renewed < RENEW_S:
            return
        self._renewed = time.monotonic()
        until = self._clock() + CLAIM_MS
        with self._lock:
            old = list(self._under_way.values())
        for each, mine in zip(old, self._webhooks.claim([(e.id, e.since, until) for e in old]), strict=True):
            with self._lock:
                if mine and each.id in self._under_way:
                    self._under_way[each.id] = each._replace(since=until)


class Courier:
    """Carries deliveries."""

    def __init__(self, webhooks: Webhooks, clock: Callable[[], int], private: bool) -> None:
        """`private`: whether addresses that are not public may be delivered to."""
        self._webhooks = webhooks
        self._clock = clock
        self._private = private

    def deliver(self, delivery_id: str) -> None:
        """Try it once, if it is still to be delivered."""
        delivery = self._webhooks.delivery(delivery_id)
        if delivery is None or delivery.state != "pending":
            self._webhooks.forget(delivery_id)
            return
        hook = self._webhooks.get(delivery.player, delivery.webhook)
        if hook is None:
            self._webhooks.settle(delivery, Attempt(self._clock(), 0, None, "the webhook was deleted"), None)
            return
        attempt = self._try(hook, delivery)
        self._webhooks.note_answer(hook.id, attempt.status is not None, self._clock())
        again = not attempt.delivered and delivery.failures < len(BACKOFF_S)
        retry_at = self._clock() + BACKOFF_S[delivery.failures] * 1_000 if again else None
        self._webhooks.settle(delivery, attempt, retry_at)

    def _try(self, hook: Webhook, delivery: Delivery) -> Attempt:
        at, began = self._clock(), time.perf_counter()
        stamp = at // 1_000
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Moothall-Webhooks/1",
            "Connection": "close",
            "webhook-id": delivery.id,
            "webhook-timestamp": str(stamp),
            "webhook-signature": signature(hook.secret, delivery.id, stamp, delivery.body),
        }
        status: int | None = None
        error: str | None = None
        try:
            status = webhook_http.post(hook.url, delivery.body, headers, self._private)
        except (webhook_http.Refused, webhook_http.Unreachable) as refusal:
            error = str(refusal)
        return Attempt(at, round((time.perf_counter() - began) * 1_000), status, error)


def new_secret() -> str:
    """A secret that nobody can guess."""
    return SECRET + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """HMAC-SHA256 over id, timestamp and body, with the bytes that the secret stands for."""
    key = base64.b64decode(secret.removeprefix(SECRET))
    digest = hmac.digest(key, f"{message_id}.{timestamp}.".encode() + body, "sha256")
    return "v1," + base64.b64encode(digest).decode()


def _rests_until(trouble: Trouble) -> int:
    """When a receiver that gave no answer is tried again."""
    return trouble.at + min(FIRST_REST_MS << min(trouble.failures - 1, 20), LONGEST_REST_MS)


def _in_turn(waiting: Sequence[Waiting]) -> Iterator[Waiting]:
    """The first of every account, then the second, and so on."""
    by_account: dict[str, list[Waiting]] = {}
    for each in waiting:
        by_account.setdefault(each.player, []).append(each)
    for row in zip_longest(*by_account.values()):
        yield from (each for each in row if each is not None)


def _make_room(able: Sequence[Waiting], chosen: set[str], now: int) -> list[tuple[str, int, int]]:
    """What accounts with very much to deliver put off, so that the next page shows others'."""
    seen: Counter[str] = Counter()
    put_off = []
    for each in able:
        if each.id not in chosen:
            rows, seen[each.player] = seen[each.player] // KEPT_DUE, seen[each.player] + 1
            if rows:
                put_off.append((each.id, each.since, now + rows * ROOM_MS))
    return put_off
