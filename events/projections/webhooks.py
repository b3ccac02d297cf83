"""Webhooks: where players want to be told, what is to be sent there, and what came of it.

A delivery is one notice for one webhook. Its id follows from both, and everything written for it can be written twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from moothall.domain.core.codec import to_json
from moothall.events import keys
from moothall.events.accounts.quotas import keep_within
from moothall.events.errors import QuotaReached
from moothall.events.projections.inbox import Notice
from moothall.events.redis_client.connection import call_all

KEEP_S = 7 * 24 * 60 * 60
"""How long a delivery can be looked at and sent again."""
LISTED = 100
"""Deliveries kept per webhook."""
ATTEMPTS_LISTED = 20
"""Attempts kept per delivery."""

MOST_WEBHOOKS = 10
"""What an account may have unless told otherwise."""

# KEYS due; ARGV delivery id, when it was due as the caller knows it, when instead. Returns 1 if it was so.
_CLAIM = """
local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not due or tonumber(due) ~= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
"""

State = Literal["pending", "delivered", "failed"]


class Webhook(msgspec.Struct, frozen=True):
    """A URL that wants to be told."""

    id: str
    player: str
    url: str
    kinds: list[str]
    secret: str
    created_at: int


class Attempt(msgspec.Struct, frozen=True):
    """One try: the receiver's status, or why there is none."""

    at: int
    ms: int
    status: int | None
    error: str | None

    @property
    def delivered(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


class Delivery(msgspec.Struct, frozen=True):
    """A notice on its way to a webhook."""

    id: str
    player: str
    webhook: str
    kind: str
    body: bytes
    created_at: int
    state: State
    failures: int
    """Since it was made or last sent again."""
    next_at: int | None
    attempts: list[Attempt]


class Trouble(NamedTuple):
    """A receiver that gives no answer: how often in a row, and since when the last time."""

    failures: int
    at: int


class _Kind(msgspec.Struct):
    type: str


_read_hook = msgspec.json.Decoder(Webhook).decode
_read_attempt = msgspec.json.Decoder(Attempt).decode
_read_kind = msgspec.json.Decoder(_Kind).decode


class Webhooks:
    """All webhooks and their deliveries."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def add(self, hook: Webhook, most: int = MOST_WEBHOOKS) -> None:
        """Keep a new webhook. Raises QuotaReached if it is one too many."""
        if not keep_within(self._redis, keys.webhooks(hook.player), hook.id, to_json(hook), most):
            raise QuotaReached("webhooks", most)

    def of(self, player: str) -> list[Webhook]:
        """A player's webhooks, oldest first."""
        found = [_read_hook(data) for data in self._redis.hvals(keys.webhooks(player))]
        return sorted(found, key=lambda hook: (hook.created_at, hook.id))

    def having(self, players: Iterable[str]) -> set[str]:
        """Those of the players who have any."""
        several = sorted(set(players))
        found = call_all(self._redis, [("EXISTS", keys.webhooks(player)) for player in several])
        return {player for player, any_ in zip(several, found, strict=True) if any_}

    def get(self, player: str, hook_id: str) -> Webhook | None:
        """One of a player's webhooks."""
        data = self._redis.hget(keys.webhooks(player), hook_id)
        return _read_hook(data) if data is not None else None

    def remove(self, player: str, hook_id: str) -> bool:
        """Send nothing there any more; whether there was such a webhook."""
        found = bool(self._redis.hdel(keys.webhooks(player), hook_id))
        if found:
            self._redis.delete(keys.deliveries(hook_id))
            self._redis.delete(keys.trouble(hook_id))
        return found

    def send(self, player: str, notice: Notice, now: int) -> None:
        """Make the deliveries of a notice; making them twice changes nothing."""
        kind = _read_kind(notice.data).type
        for hook in self.of(player):
            if kind in hook.kinds:
                self._make(hook, notice, kind, now)

    def _make(self, hook: Webhook, notice: Notice, kind: str, now: int) -> None:
        delivery_id = f"{hook.id}.{notice.seq}"
        name = keys.delivery(delivery_id)
        fields = {
            "player": hook.player,
            "webhook": hook.id,
            "kind": kind,
            "body": notice.data,
            "created_at": now,
            "failures": 0,
            "state": "pending",
        }
        pipe = self._redis.pipeline(transaction=False)
        for field, value in fields.items():
            pipe.hsetnx(name, field, value)
        pipe.expire(name, KEEP_S)
        pipe.zadd(keys.deliveries(hook.id), {delivery_id: notice.seq})
        pipe.zremrangebyrank(keys.deliveries(hook.id), 0, -LISTED - 1)
        pipe.expire(keys.deliveries(hook.id), KEEP_S)
        pipe.execute()
        # Only when the rest is there, on whichever nodes: what is due and cannot be found is forgotten.
        self._redis.zadd(keys.deliveries_due(), {delivery_id: now}, nx=True)

    def due(self, now: int, limit: int = 100) -> list[tuple[str, int]]:
        """Deliveries to be tried now, and since when."""
        found = self._redis.zrangebyscore(keys.deliveries_due(), "-inf", now, start=0, num=limit, withscores=True)
        return [(delivery_id.decode(), int(since)) for delivery_id, since in found]

    def claim(self, deliveries: Sequence[tuple[str, int, int]]) -> list[bool]:
        """Put deliveries off: their ids, when they were due, and when they shall be. Whether each was still due then:
        of several who claim one, one gets it."""
        name = keys.deliveries_due()
        pipe = self._redis.pipeline(transaction=False)
        for delivery_id, was, until in deliveries:
            pipe.eval(_CLAIM, 1, name, delivery_id, was, until)
        return [bool(got) for got in (pipe.execute() if deliveries else ())]

    def owners(self, delivery_ids: Sequence[str]) -> list[str | None]:
        """Whose deliveries these are; None for one that is no longer kept."""
        pipe = self._redis.pipeline(transaction=False)
        for delivery_id in delivery_ids:
            pipe.hget(keys.delivery(delivery_id), "player")
        answers = pipe.execute() if delivery_ids else ()
        return [player.decode() if player is not None else None for player in answers]

    def troubles(self, hook_ids: Sequence[str]) -> dict[str, Trouble]:
        """Those of the webhooks that last gave no answer."""
        pipe = self._redis.pipeline(transaction=False)
        for hook_id in hook_ids:
            pipe.hmget(keys.trouble(hook_id), "failures", "at")
        answers = pipe.execute() if hook_ids else ()
        found = zip(hook_ids, answers, strict=True)
        return {hook_id: Trouble(int(failures), int(at or 0)) for hook_id, (failures, at) in found if failures}

    def note_answer(self, hook_id: str, answered: bool, now: int) -> None:
        """Remember whether a webhook's receiver answered at all, whatever it said."""
        name = keys.trouble(hook_id)
        if answered:
            self._redis.delete(name)
            return
        pipe = self._redis.pipeline(transaction=False)
        pipe.hincrby(name, "failures", 1)
        pipe.hset(name, "at", now)
        pipe.expire(name, KEEP_S)
        pipe.execute()

    def forget(self, delivery_id: str) -> None:
        """There is nothing to be done for it any more."""
        self._redis.zrem(keys.deliveries_due(), delivery_id)

    def delivery(self, delivery_id: str) -> Delivery | None:
        """A delivery, while it is kept."""
        return self._load([delivery_id])[0]

    def deliveries(self, hook_id: str) -> list[Delivery]:
        """A webhook's latest deliveries, newest first."""
        ids = [name.decode() for name in self._redis.zrevrange(keys.deliveries(hook_id), 0, LISTED - 1)]
        return [delivery for delivery in self._load(ids) if delivery is not None]

    def settle(self, delivery: Delivery, attempt: Attempt, retry_at: int | None) -> None:
        """Write down what came of an attempt, and when to try again if ever."""
        name, tries = keys.delivery(delivery.id), keys.attempts(delivery.id)
        pipe = self._redis.pipeline(transaction=False)
        pipe.rpush(tries, to_json(attempt))
        pipe.ltrim(tries, -ATTEMPTS_LISTED, -1)
        pipe.expire(tries, KEEP_S)
        if not attempt.delivered:
            pipe.hincrby(name, "failures", 1)
        if retry_at is None:
            pipe.hset(name, "state", "delivered" if attempt.delivered else "failed")
            pipe.zrem(keys.deliveries_due(), delivery.id)
        else:
            pipe.zadd(keys.deliveries_due(), {delivery.id: retry_at})
        pipe.expire(name, KEEP_S)
        pipe.execute()

    def send_again(self, delivery_id: str, now: int) -> None:
        """Send it again now, whatever came of it, and however its receiver has been."""
        name = keys.delivery(delivery_id)
        pipe = self._redis.pipeline(transaction=False)
        pipe.hset(name, mapping={"state": "pending", "failures": 0})
        pipe.expire(name, KEEP_S)
        pipe.delete(keys.trouble(webhook_of(delivery_id)))
        pipe.zadd(keys.deliveries_due(), {delivery_id: now})
        pipe.execute()

    def _load(self, ids: list[str]) -> list[Delivery | None]:
        pipe = self._redis.pipeline(transaction=False)
        for delivery_id in ids:
            pipe.hgetall(keys.delivery(delivery_id))
            pipe.lrange(keys.attempts(delivery_id), 0, -1)
            pipe.zscore(keys.deliveries_due(), delivery_id)
        answers = iter(pipe.execute() if ids else ())
        return [_delivery(delivery_id, next(answers), next(answers), next(answers)) for delivery_id in ids]


def webhook_of(delivery_id: str) -> str:
    """The webhook that a delivery is for."""
    return delivery_id.rpartition(".")[0]


def _delivery(delivery_id: str, fields: dict[bytes, bytes], tries: list[bytes], due: float | None) -> Delivery | None:
    if b"state" not in fields:
        return None
    text = {name.decode(): value.decode() for name, value in fields.items() if name != b"body"}
    state = msgspec.convert(text["state"], State)
    return Delivery(
        id=delivery_id,
        player=text["player"],
        webhook=text["webhook"],
        kind=text["kind"],
        body=fields[b"body"],
        created_at=int(text["created_at"]),
        state=state,
        failures=int(text["failures"]),
        next_at=int(due) if due is not None and state == "pending" else None,
        attempts=[_read_attempt(each) for each in tries],
    )
