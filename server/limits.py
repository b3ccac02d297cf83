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
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, Response, g, request
from flask_limiter import Limit, Limiter, RateLimitExceeded
from limits import RateLimitItem, parse
from redis import Redis
from redis.exceptions import RedisError

from events import keys
from events.connect import connect
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

    @property
    def policy(self) -> str:
        """As RateLimit-Policy has it: quota and window in seconds."""
        return f'"{self.name}";q={self.item.amount};w={self.item.get_expiry()}'

    def applies(self) -> bool:
        return _kind() == self.name

    def passes(self) -> bool:
        """Whether Redis need not be asked: the limit does not count this request, or the portion still has room."""
        if not self.applies():
            return True
        share = self.shares.get(self.key())
        if share is None or share.credit <= 0 or share.reset_at <= time.time():
            g.portion = 1 if self.key() in self.asking else self.portion
            g.asking = self.key() if g.portion > 1 else None
            if g.asking:
                self.asking.add(g.asking)
            return False
        share.credit -= 1
        share.remaining -= 1
        return True

    def took(self, remaining: int, reset_at: float) -> None:
        """A portion was taken; this request is the first that it lets through."""
        if len(self.shares) >= MOST_SHARES:
            self.shares.clear()
        known = self.shares.get(self.key())
        left = g.portion - 1 + (known.credit if known is not None and known.reset_at > time.time() else 0)
        self.shares[self.key()] = Share(left, remaining + left, reset_at)


class Limits:
    """The limits of one app."""

    def __init__(self, app: Flask, config: Config, redis: Any) -> None:
        settings = {"read": config.limit_read, "create": config.limit_create, "register": config.limit_register}
        self._named = {
            name: Named(name, parse(text), address if name == "register" else who)
            for name, text in settings.items()
            if text
        }
        self._refused = parse(config.limit_refused) if config.limit_refused else None
        pool = redis if isinstance(redis, Redis) else connect(config.queue_url)  # a Cluster's client has no one pool
        options: Any = {"connection_pool": pool.connection_pool, "key_prefix": keys.LIMITS}
        self._limiter = Limiter(
            who,
            storage_uri="redis://",  # where that is, the pool knows
            storage_options=options,
            default_limits=[_limit(named) for named in self._named.values()],
            in_memory_fallback_enabled=True,
            swallow_errors=True,
        )
        self._limiter.init_app(app)
        app.before_request(self._remember)
        app.teardown_request(self._asked)
        app.after_request(self._tell)  # the last registered runs first
        app.after_request(self._count_refusals)

    def _remember(self) -> None:
        """After a portion was taken: keep what is known of the window."""
        current = self._limiter.current_limit
        named = self._named.get(_kind() or "")
        if current is not None and named is not None:
            try:
                named.took(current.remaining, current.window.reset_time)
            except RedisError:  # it went away between the two; the next request counts in memory
                return
            finally:
                named.asking.discard(g.get("asking") or "")

    def _asked(self, error: BaseException | None) -> None:
        """However it ended: the next one may take a portion again."""
        if g.get("asking"):
            for named in self._named.values():
                named.asking.discard(g.asking)

    def _count_refusals(self, response: Response) -> Response:
        """A refusal that is one too many is answered as such."""
        if self._refused is None or not _is_refusal(response):
            return response
        try:
            counter = self._limiter.limiter
            if counter.hit(self._refused, who(), "refused"):
                return response
            reset_at = counter.get_window_stats(self._refused, who(), "refused").reset_time
        except RedisError:
            return response
        return problems.answer(problems.TooMany("refused", str(self._refused), _seconds_until(reset_at)))

    def _tell(self, response: Response) -> Response:
        """RateLimit and RateLimit-Policy, as the IETF's draft has them."""
        named = self._named.get(_kind() or "")
        share = named.shares.get(named.key()) if named is not None else None
        if named is not None and share is not None:
            remaining = 0 if response.status_code == 429 else max(0, share.remaining)
            response.headers["RateLimit-Policy"] = named.policy
            response.headers["RateLimit"] = f'"{named.name}";r={remaining};t={_seconds_until(share.reset_at)}'
        return response


def reached(error: RateLimitExceeded) -> problems.TooMany:
    """The library's refusal as a problem of ours."""
    limit = error.limit
    return problems.TooMany(str(limit.scope), str(limit.limit), _seconds_until(g.get("reset_at", 0)))


def who() -> str:
    """The token that asks, or the address where there is none."""
    bearer = g.get("bearer")
    return f"token:{bearer.player.id}:{bearer.token.id}" if bearer is not None else address()


def address() -> str:
    return f"address:{request.remote_addr}"


def _kind() -> str | None:
    """Which limit counts this request."""
    rule = request.url_rule.rule if request.url_rule is not None else ""
    if not rule.startswith("/v1/") or request.method == "OPTIONS":
        return None
    if request.method in ("GET", "HEAD") or request.args.get("dry_run"):
        return "read"
    if rule == "/v1/players":
        return "register"
    in_a_game = rule.startswith("/v1/games/<game_id>/") and not rule.endswith("/fork")
    return None if in_a_game or request.method == "DELETE" else "create"


def _limit(named: Named) -> Limit:
    def breached(current: Any) -> None:
        g.reset_at = current.window.reset_time

    return Limit(
        str(named.item),
        key_function=named.key,
        scope=named.name,
        shared=True,
        cost=lambda: int(g.portion),
        exempt_when=named.passes,
        on_breach=breached,
    )


def _is_refusal(response: Response) -> bool:
    """Whether somebody got something wrong; reading counts on its own, but for tokens that are none."""
    status = response.status_code
    if not 400 <= status < 500 or status in UNCOUNTED:
        return False
    return status == 401 or request.method not in ("GET", "HEAD", "OPTIONS")


def _seconds_until(moment: float) -> int:
    return max(1, math.ceil(moment - time.time()))
