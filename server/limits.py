"""Limits: how often an account, or an address, may ask.

| limit    | counts                                                                 | per                |
| read     | reading under /v1, dry runs and previews included                      | account or address |
| create   | making games, tokens and whatever else lasts                           | account or address |
| register | new accounts                                                           | address            |
| refused  | requests that are refused, so that guessing has an end                 | account or address |

An account is counted with all its tokens, since it may make as many as it likes; and because anybody may have many
accounts, those of one address are counted together too, and may do but so many times as much. Whoever shows no token is
counted by address alone.

Nothing stands in front of a move: it is only when a request has been refused that it counts, so a legal move in one's
own turn is never what gets limited. Nor does what belongs to it: whoever owes a decision in a game reads that game, its
moves and what they would do as often as it likes, uncounted (a route with the limit `own`); all others read there as
anywhere. A route that counts some of its requests only is declared without a limit and calls `count` itself.

The counts are kept in Redis, for all processes together: what is told of a limit is the same whichever process answers.
Those of addresses, which nobody is told, a process takes in portions of a hundredth of the limit, so that a read costs
one write there and not two. While Redis is away each process counts for itself.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from cachetools import LRUCache
from flask import Flask, Response, g, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, RedisStorage
from redis.exceptions import RedisError

from moothall.events import keys
from moothall.events.accounts.players import Bearer
from moothall.events.redis_client.connection import connect
from moothall.server import problems
from moothall.server.addresses import network_of
from moothall.server.blueprint import OWN
from moothall.server.config import Config

LOOKING_BACK = ("at", "as")
"""A query with one of these reads what was, or with others' eyes: no decision needs that."""

PORTION = 100
"""A process takes 1/PORTION of the limit of an address at a time."""

READ_TIMES = 10
"""How many times more of it all accounts of an address may read: a hall full of players has one address, and reading
is cheap."""

MOST_REMEMBERED = 20_000
"""Callers of whom a process remembers when their windows end, or what is left of a portion."""

PATIENCE_S = 1.0
"""How long Redis may take to count: whoever waits for that shall not wait twice as long as for what he asks."""

AWAY_S = 5.0
"""How long it is not asked to count after it failed."""

UNCOUNTED = (409, 412, 429)
"""Refusals that are nobody's fault: lost races, and what the limits themselves refuse."""

Owes = Callable[[str, str, bool], bool]
"""Whether in that game that player owes a decision: as this process knows it, or (True) as it is now."""


@dataclass
class Share:
    """What a process may still let through for one address without asking Redis."""

    credit: int
    ends: float


@dataclass(frozen=True)
class Named:
    """One of the limits."""

    name: str
    item: RateLimitItem
    kind: str
    """What its counts are kept under."""
    together: Named | None = None
    """The limit for all accounts of an address."""
    ends: LRUCache[str, float] = field(default_factory=lambda: LRUCache(MOST_REMEMBERED))
    """By caller: when the window ends."""
    shares: LRUCache[str, Share] = field(default_factory=lambda: LRUCache(MOST_REMEMBERED))
    asking: set[str] = field(default_factory=set)
    """Callers for whom a portion is being taken just now: whoever else comes meanwhile takes but one."""

    @property
    def portion(self) -> int:
        return max(1, self.item.amount // PORTION)

    @cached_property
    def policy(self) -> str:
        """As RateLimit-Policy has it: quota and window in seconds."""
        return f'"{self.name}";q={self.item.amount};w={self.item.get_expiry()}'

    def spend(self, caller: str) -> bool:
        """Whether the portion still has room for this request: then Redis need not be asked."""
        share = self.shares.get(caller)
        if share is None or share.credit <= 0 or share.ends <= time.time():
            return False
        share.credit -= 1
        return True

    def took(self, caller: str, portion: int, ends: float) -> None:
        """A portion was taken; this request is the first that it lets through."""
        known = self.shares.get(caller)
        left = portion - 1 + (known.credit if known is not None and known.ends > time.time() else 0)
        self.shares[caller] = Share(left, ends)


class Count(NamedTuple):
    """How often a caller has asked within the window, this time included."""

    named: Named
    number: int
    ends: float

    @property
    def passes(self) -> bool:
        return self.number <= self.named.item.amount

    def refusal(self) -> problems.TooMany:
        return problems.TooMany(self.named.name, str(self.named.item), _seconds_until(self.ends))

    def headers(self, status: int = 200) -> list[tuple[str, str]]:
        """RateLimit and RateLimit-Policy, as the IETF's draft has them."""
        remaining = 0 if status == 429 else max(0, self.named.item.amount - self.number)
        count = f'"{self.named.name}";r={remaining};t={_seconds_until(self.ends)}'
        return [("RateLimit-Policy", self.named.policy), ("RateLimit", count)]


class Limits:
    """The limits of one app."""

    def __init__(self, app: Flask, config: Config, routes: Mapping[str, str | None], owes: Owes) -> None:
        """`routes` tells by endpoint which limit counts its requests."""
        settings = {"read": config.limit_read, "create": config.limit_create, "register": config.limit_register}
        self._named = {name: _named(name, text, config.limit_address) for name, text in settings.items() if text}
        refused = config.limit_refused
        self._refused = _named("refused", refused, config.limit_address) if refused else None
        self._routes = routes
        self._owes = owes
        app.extensions["moothall.limits"] = self
        pool = connect(config.queue_url, PATIENCE_S).connection_pool  # no count is worth a sync of the log's disk
        self._shared = RedisStorage("redis://", connection_pool=pool, key_prefix=keys.LIMITS)
        self._alone = MemoryStorage()
        self._away_until = 0.0
        app.before_request(self._count)
        app.after_request(self._tell)

    def spend_read(self, bearer: Bearer, remote: str, game_id: str) -> list[tuple[str, str]] | None:
        """Count a read of a game, and say what is left; None where the limit is reached, or may be: then the long way
        finds out."""
        named = self._named.get("read")
        if named is None or self._owes(game_id, bearer.player.id, False):
            return []
        if named.together is not None and not named.together.spend(_address(remote)):
            return None
        count = self._add(named, _account(bearer))
        return count.headers() if count.passes else None

    def count(self, name: str) -> None:
        """Is there room for this request under that limit? Raises TooMany if not."""
        named = self._named.get(name)
        if named is None:
            return
        g.limited = count = self._add(named, address() if name == "register" else who())
        if not count.passes:
            raise count.refusal()
        if named.together is not None and g.get("bearer") is not None:
            self._spend(named.together, address())

    def _count(self) -> None:
        """Before a route runs."""
        name = self._counting()
        if name == OWN:
            self._count_own()
        elif name is not None:
            self.count(name)

    def _count_own(self) -> None:
        """A read of a game. What this process knows of it may be old: nobody is refused on that."""
        game_id, bearer = (request.view_args or {}).get("game_id", ""), g.get("bearer")
        if bearer is not None and self._owes(game_id, bearer.player.id, False):
            return
        try:
            self.count("read")
        except problems.TooMany:
            if bearer is None or not self._owes(game_id, bearer.player.id, True):
                raise
            g.limited = None

    def _spend(self, named: Named, caller: str) -> None:
        """One of a portion, from Redis where there is none left."""
        if named.spend(caller):
            return
        portion = 1 if caller in named.asking else named.portion
        named.asking.add(caller)
        try:
            count = self._add(named, caller, portion)
        finally:
            if portion == named.portion:
                named.asking.discard(caller)
        if not count.passes:
            raise count.refusal()
        named.took(caller, portion, count.ends)

    def _add(self, named: Named, caller: str, requests: int = 1) -> Count:
        """Count so many more: in Redis, or, while that is away, in this process."""
        if time.monotonic() >= self._away_until:
            try:
                return _add(self._shared, named, caller, requests)
            except RedisError:
                self._away_until = time.monotonic() + AWAY_S
        return _add(self._alone, named, caller, requests)

    def _counting(self) -> str | None:
        """The limit that counts this request."""
        if request.method == "OPTIONS":
            return None
        limit = self._routes.get(request.endpoint or "")
        if request.query_string:
            if request.args.get("dry_run"):
                limit = OWN if "game_id" in (request.view_args or {}) else "read"
            if limit == OWN and any(name in request.args for name in LOOKING_BACK):
                limit = "read"
        return limit

    def _tell(self, response: Response) -> Response:
        """What is left of the limit. A refusal that is one too many is answered as such."""
        if response.status_code >= 400:
            response = self._counted_refusal(response)
        count = g.get("limited")
        if count is not None:
            response.headers.extend(count.headers(response.status_code))
        return response

    def _counted_refusal(self, response: Response) -> Response:
        if self._refused is None or not self._is_refusal(response):
            return response
        counted: list[tuple[Named, str]] = [(self._refused, who())]
        if self._refused.together is not None and g.get("bearer") is not None:
            counted.append((self._refused.together, address()))
        for named, caller in counted:
            count = self._add(named, caller)
            if not count.passes:
                return problems.answer(count.refusal())
        return response

    def _is_refusal(self, response: Response) -> bool:
        """Whether somebody got something wrong; reading counts on its own, but for tokens that are none."""
        status = response.status_code
        if not 400 <= status < 500 or status in UNCOUNTED:
            return False
        return status == 401 or not (request.method in ("GET", "HEAD", "OPTIONS") or self._counting() == OWN)


def _named(name: str, text: str, times: int) -> Named:
    """A limit, and the one for all accounts of an address."""
    item = parse(text)
    if not times or name == "register":
        return Named(name, item, name)
    times *= READ_TIMES if name == "read" else 1
    many = type(item)(item.amount * times, item.multiples)
    return Named(name, item, name, Named(name, many, f"{name}-together"))


def _add(storage: RedisStorage | MemoryStorage, named: Named, caller: str, requests: int) -> Count:
    key, window_s = named.item.key_for(caller, named.kind), named.item.get_expiry()
    number = storage.incr(key, window_s, amount=requests)
    now = time.time()
    ends = now + window_s if number == requests else named.ends.get(caller, 0.0)
    if ends <= now:  # the window was begun elsewhere
        ends = storage.get_expiry(key)
    named.ends[caller] = ends
    return Count(named, number, ends)


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


def _seconds_until(moment: float) -> int:
    return max(1, math.ceil(moment - time.time()))
