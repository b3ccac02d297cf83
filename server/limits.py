"""Limits: how often a token, or an address without one, may ask.

| limit    | counts                                                                 | per              |
| read     | reading under /v1, dry runs included                                   | token or address |
| create   | making games, tokens and whatever else lasts                           | token or address |
| register | new accounts                                                           | address          |
| refused  | requests that are refused, so that guessing has an end                 | token or address |

Nothing stands in front of a move: it is only when a request has been refused that it counts, so a legal move in one's
own turn is never what gets limited.

The counts are kept in Redis, for all processes together. A process takes them in portions of a hundredth of the limit,
so that not every read costs a write there. While Redis is away each process counts for itself.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from flask import Flask, Response, g, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import FixedWindowRateLimiter
from redis import Redis
from redis.exceptions import RedisError

from events import keys
from events.connect import connect
from events.players import Bearer
from server import problems
from server.config import Config

PORTION = 100
"""A process takes 1/PORTION of a limit at a time."""

MOST_SHARES = 20_000
"""Callers whose portions a process remembers."""

UNCOUNTED = (409, 412, 429)
"""Refusals that are nobody's fault: lost races, and what the limits themselves refuse."""


@dataclass
class Share:
    """What a process may still let through for one caller without asking Redis."""

    credit: int
    remaining: int
    reset_at: float


@dataclass(frozen=True)
class Named:
    """One of the limits."""

    name: str
    item: RateLimitItem
    key: Callable[[], str]
    shares: dict[str, Share] = field(default_factory=dict)
    asking: set[str] = field(default_factory=set)
    """Callers for whom a portion is being taken just now: whoever else comes meanwhile takes but one."""

    @property
    def portion(self) -> int:
        return max(1, self.item.amount // PORTION)

    @cached_property
    def policy(self) -> str:
        """As RateLimit-Policy has it: quota and window in seconds."""
        return f'"{self.name}";q={self.item.amount};w={self.item.get_expiry()}'

    def headers(self, caller: str, status: int) -> list[tuple[str, str]]:
        """RateLimit and RateLimit-Policy, as the IETF's draft has them."""
        share = self.shares.get(caller)
        if share is None:
            return []
        remaining = 0 if status == 429 else max(0, share.remaining)
        count = f'"{self.name}";r={remaining};t={_seconds_until(share.reset_at)}'
        return [("RateLimit-Policy", self.policy), ("RateLimit", count)]

    def spend(self, caller: str) -> bool:
        """Whether the portion still has room for this request: then Redis need not be asked."""
        share = self.shares.get(caller)
        if share is None or share.credit <= 0 or share.reset_at <= time.time():
            return False
        share.credit -= 1
        share.remaining -= 1
        return True

    def took(self, caller: str, portion: int, remaining: int, reset_at: float) -> None:
        """A portion was taken; this request is the first that it lets through."""
        if len(self.shares) >= MOST_SHARES:
            self.shares.clear()
        known = self.shares.get(caller)
        left = portion - 1 + (known.credit if known is not None and known.reset_at > time.time() else 0)
        self.shares[caller] = Share(left, remaining + left, reset_at)


class Limits:
    """The limits of one app."""

    def __init__(self, app: Flask, config: Config, redis: Any, routes: Mapping[str, str | None]) -> None:
        """`routes` tells by endpoint which limit counts its requests."""
        settings = {"read": config.limit_read, "create": config.limit_create, "register": config.limit_register}
        self._named = {
            name: Named(name, parse(text), address if name == "register" else who)
            for name, text in settings.items()
            if text
        }
        self._refused = parse(config.limit_refused) if config.limit_refused else None
        self._routes = routes
        pool = redis if isinstance(redis, Redis) else connect(config.queue_url)  # a Cluster's client has no one pool
        storage = RedisStorage("redis://", connection_pool=pool.connection_pool, key_prefix=keys.LIMITS)
        self._together = FixedWindowRateLimiter(storage)
        self._alone = FixedWindowRateLimiter(MemoryStorage())
        app.before_request(self._count)
        app.after_request(self._tell)

    def spend_read(self, bearer: Bearer) -> list[tuple[str, str]] | None:
        """Count a read for which nobody has to be asked, and say what is left; None where Redis has to be."""
        named = self._named.get("read")
        if named is None:
            return []
        caller = _token_of(bearer)
        return named.headers(caller, 200) if named.spend(caller) else None

    def _count(self) -> None:
        """Before a route runs: is there room for this request?"""
        named = self._counting()
        if named is None:
            return
        g.limited = named, named.key()
        caller = g.limited[1]
        if named.spend(caller):
            return
        portion = 1 if caller in named.asking else named.portion
        named.asking.add(caller)
        try:
            self._take(named, caller, portion)
        finally:
            if portion == named.portion:
                named.asking.discard(caller)

    def _take(self, named: Named, caller: str, portion: int) -> None:
        """A portion from Redis, or, while that is away, from this process's own count."""
        try:
            passed, left, reset_at = _hit(self._together, named.item, caller, named.name, portion)
        except RedisError:
            passed, left, reset_at = _hit(self._alone, named.item, caller, named.name, portion)
        if not passed:
            raise problems.TooMany(named.name, str(named.item), _seconds_until(reset_at))
        named.took(caller, portion, left, reset_at)

    def _counting(self) -> Named | None:
        """The limit that counts this request."""
        name = self._routes.get(request.endpoint or "")
        if request.method == "OPTIONS":
            return None
        if request.query_string and request.args.get("dry_run"):
            name = "read"
        return self._named.get(name) if name is not None else None

    def _tell(self, response: Response) -> Response:
        """What is left of the limit. A refusal that is one too many is answered as such."""
        if response.status_code >= 400:
            response = self._counted_refusal(response)
        limited = g.get("limited")
        if limited is not None:
            named, caller = limited
            response.headers.extend(named.headers(caller, response.status_code))
        return response

    def _counted_refusal(self, response: Response) -> Response:
        if self._refused is None or not _is_refusal(response):
            return response
        try:
            passed, _, reset_at = _hit(self._together, self._refused, who(), "refused", 1)
        except RedisError:
            return response
        if passed:
            return response
        return problems.answer(problems.TooMany("refused", str(self._refused), _seconds_until(reset_at)))


def _hit(
    counter: FixedWindowRateLimiter, item: RateLimitItem, caller: str, name: str, cost: int
) -> tuple[bool, int, float]:
    """Whether so many more fit into the window; what is left of it, and when it ends."""
    passed = counter.hit(item, caller, name, cost=cost)
    window = counter.get_window_stats(item, caller, name)
    return passed, window.remaining, window.reset_time


def who() -> str:
    """The token that asks, or the address where there is none."""
    bearer = g.get("bearer")
    return _token_of(bearer) if bearer is not None else address()


def _token_of(bearer: Bearer) -> str:
    return f"token:{bearer.player.id}:{bearer.token.id}"


def address() -> str:
    return f"address:{request.remote_addr}"


def _is_refusal(response: Response) -> bool:
    """Whether somebody got something wrong; reading counts on its own, but for tokens that are none."""
    status = response.status_code
    if not 400 <= status < 500 or status in UNCOUNTED:
        return False
    return status == 401 or request.method not in ("GET", "HEAD", "OPTIONS")


def _seconds_until(moment: float) -> int:
    return max(1, math.ceil(moment - time.time()))
