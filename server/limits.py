"""Limits: how often an account, or an address, may ask.

| limit    | counts                                                                 | per                |
| read     | reading under /v1, dry runs included                                   | account or address |
| create   | making games, tokens and whatever else lasts                           | account or address |
| register | new accounts                                                           | address            |
| refused  | requests that are refused, so that guessing has an end                 | account or address |

An account is counted with all its tokens, since it may make as many as it likes; and because anybody may have many
accounts, those of one address are counted together too, and may do but so many times as much. Whoever shows no token is
counted by address alone.

Nothing stands in front of a move: it is only when a request has been refused that it counts, so a legal move in one's
own turn is never what gets limited. A route that counts some of its requests only is declared without a limit and calls
`count` itself.

The counts are kept in Redis, for all processes together. A process takes them in portions of a hundredth of the limit,
so that not every read costs a write there. While Redis is away each process counts for itself.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from flask import Flask, Response, g, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError

from events import keys
from events.connect import connect
from events.players import Bearer
from server import problems
from server.addresses import network_of
from server.config import Config

PORTION = 100
"""A process takes 1/PORTION of a limit at a time."""

READ_TIMES = 10
"""How many times more of it all accounts of an address may read: a hall full of players has one address, and reading
is cheap."""

MOST_SHARES = 20_000
"""Callers whose portions a process remembers."""

PATIENCE_S = 1.0
"""How long Redis may take to count: whoever waits for that shall not wait twice as long as for what he asks."""

AWAY_S = 5.0
"""How long it is not asked to count after it failed."""

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
    kind: str
    """What its counts are kept under."""
    together: Named | None = None
    """The limit for all accounts of an address."""
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

    def __init__(self, app: Flask, config: Config, routes: Mapping[str, str | None]) -> None:
        """`routes` tells by endpoint which limit counts its requests."""
        settings = {"read": config.limit_read, "create": config.limit_create, "register": config.limit_register}
        self._named = {name: _named(name, text, config.limit_address) for name, text in settings.items() if text}
        refused = config.limit_refused
        self._refused = _named("refused", refused, config.limit_address) if refused else None
        self._routes = routes
        app.extensions["moothall.limits"] = self
        pool = connect(config.queue_url, PATIENCE_S).connection_pool  # no count is worth a sync of the log's disk
        storage = RedisStorage("redis://", connection_pool=pool, key_prefix=keys.LIMITS)
        self._shared = FixedWindowRateLimiter(storage)
        self._alone = FixedWindowRateLimiter(MemoryStorage())
        self._away_until = 0.0
        app.before_request(self._count)
        app.after_request(self._tell)

    def spend_read(self, bearer: Bearer, remote: str) -> list[tuple[str, str]] | None:
        """Count a read for which nobody has to be asked, and say what is left; None where Redis has to be."""
        named = self._named.get("read")
        if named is None:
            return []
        caller = _account(bearer)
        if named.together is not None and not named.together.spend(_address(remote)):
            return None
        return named.headers(caller, 200) if named.spend(caller) else None

    def count(self, name: str) -> None:
        """Is there room for this request under that limit? Raises TooMany if not."""
        named = self._named.get(name)
        if named is None:
            return
        caller = address() if name == "register" else who()
        g.limited = named, caller
        self._spend(named, caller)
        if named.together is not None and g.get("bearer") is not None:
            self._spend(named.together, address())

    def _count(self) -> None:
        """Before a route runs."""
        name = self._counting()
        if name is not None:
            self.count(name)

    def _spend(self, named: Named, caller: str) -> None:
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
        passed, left, reset_at = self._hit(named, caller, portion)
        if not passed:
            raise problems.TooMany(named.name, str(named.item), _seconds_until(reset_at))
        named.took(caller, portion, left, reset_at)

    def _hit(self, named: Named, caller: str, cost: int) -> tuple[bool, int, float]:
        """Whether so many more fit into the window; what is left of it, and when it ends."""
        counter = self._alone if time.monotonic() < self._away_until else self._shared
        try:
            return _hit(counter, named.item, caller, named.kind, cost)
        except RedisError:
            self._away_until = time.monotonic() + AWAY_S
            return _hit(self._alone, named.item, caller, named.kind, cost)

    def _counting(self) -> str | None:
        """The limit that counts this request."""
        if request.method == "OPTIONS":
            return None
        if request.query_string and request.args.get("dry_run"):
            return "read"
        return self._routes.get(request.endpoint or "")

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
        counted: list[tuple[Named, str]] = [(self._refused, who())]
        if self._refused.together is not None and g.get("bearer") is not None:
            counted.append((self._refused.together, address()))
        for named, caller in counted:
            passed, _, reset_at = self._hit(named, caller, 1)
            if not passed:
                return problems.answer(problems.TooMany("refused", str(named.item), _seconds_until(reset_at)))
        return response


def _named(name: str, text: str, times: int) -> Named:
    """A limit, and the one for all accounts of an address."""
    item = parse(text)
    if not times or name == "register":
        return Named(name, item, name)
    times *= READ_TIMES if name == "read" else 1
    many = type(item)(item.amount * times, item.multiples)
    return Named(name, item, name, Named(name, many, f"{name}-together"))


def _hit(
    counter: FixedWindowRateLimiter, item: RateLimitItem, caller: str, name: str, cost: int
) -> tuple[bool, int, float]:
    """Whether so many more fit into the window; what is left of it, and when it ends."""
    passed = counter.hit(item, caller, name, cost=cost)
    window = counter.get_window_stats(item, caller, name)
    return passed, window.remaining, window.reset_time


def who() -> str:
    """The account that asks, whichever of its tokens it shows, or the address where there is none."""
    bearer = g.get("bearer")
    return _account(bearer) if bearer is not None else address()


def _account(bearer: Bearer) -> str:
    return f"account:{bearer.player.id}"


def address() -> str:
    return _address(request.remote_addr or "")


def _address(remote: str) -> str:
    return f"address:{network_of(remote)}"


def _is_refusal(response: Response) -> bool:
    """Whether somebody got something wrong; reading counts on its own, but for tokens that are none."""
    status = response.status_code
    if not 400 <= status < 500 or status in UNCOUNTED:
        return False
    return status == 401 or request.method not in ("GET", "HEAD", "OPTIONS")


def _seconds_until(moment: float) -> int:
    return max(1, math.ceil(moment - time.time()))
