"""Who is asking, and what for: bearer tokens, their scopes, and a memory of whose they are."""

from __future__ import annotations

import threading
import time
from typing import NamedTuple

from cachetools import LRUCache
from flask import current_app, g, request
from redis.exceptions import RedisError

from moothall.domain.table.decide import Person
from moothall.events.accounts.players import Bearer, Player, Players, Tickets
from moothall.server.blueprint import Needs
from moothall.server.places import own_connection
from moothall.server.problems import InsufficientScope, Unauthorized

ASK_S = 1.0
"""How often a process asks whether anything that it knows was taken back; one question for all tokens, so that a move
costs no extra round trip. A token that was revoked through another process is good for so long at most."""

TRUST_S = 30.0
"""How long a token is remembered at most, should that number ever fail to tell."""

REMEMBER = 10_000


class Held(NamedTuple):
    """A token that was not shown itself: a ticket stands for it. Never text, so that nobody can show a digest as if it
    were the token."""

    digest: str


class Tokens:
    """Tokens seen lately by this process."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self._seen: LRUCache[str | Held, tuple[float, Bearer]] = LRUCache(REMEMBER)
        self._number = -1
        """Of what was taken back when the memory began."""
        self._ask_at = 0.0
        self._asked_at = 0.0
        self._asking = threading.Lock()

    def bearer(self, token: str | Held, since: float = 0.0) -> Bearer | None:
        """Whose token it is: at that moment (of the monotonic clock) or later, at any rate a second ago."""
        now = time.monotonic()
        if now >= self._ask_at:
            self._ask(now)
        if self._asked_at < since:
            with self._asking:  # hundreds of streams have the same news at the same moment: one of them asks
                if self._asked_at < since:
                    self._ask(time.monotonic())
        known = self._seen.get(token)
        if known is not None and known[0] > now:
            return known[1]
        number = self._number
        players = self._players
        bearer = players.holder(token.digest) if isinstance(token, Held) else players.bearer(token)
        if bearer is not None and number == self._number:  # else it may have been read before it was taken back
            self._seen[token] = (now + TRUST_S, bearer)
        return bearer

    def forget(self) -> None:
        """A token was rotated or revoked here: ask again, at once."""
        self._ask_at = 0.0

    def _ask(self, now: float) -> None:
        self._ask_at = now + ASK_S  # whoever comes while it is asked need not ask too
        try:
            number = self._players.taken_back()
        except BaseException:
            self._ask_at = 0.0
            raise
        self._asked_at = now
        if number != self._number:
            self._number = number
            self._seen = LRUCache(REMEMBER)


class Standing(NamedTuple):
    """What a stream was opened with: a token that may be taken back while it runs, or none."""

    tokens: Tokens
    token: str | Held | None
    scope: str

    def holds(self, since: float) -> bool:
        """Whether the token is still good for it (see moothall.events.games.live.Still)."""
        if self.token is None:
            return True
        try:
            bearer = self.tokens.bearer(self.token, since)
        except RedisError:
            if since:  # whoever cannot be asked after gets no news
                raise
            return True
        return bearer is not None and self.scope in bearer.scopes


def tokens() -> Tokens:
    """The memory of this app's process."""
    memory: Tokens = current_app.extensions["moothall.tokens"]
    return memory


def identify(tickets: Tickets | None = None) -> None:
    """Before each request: a token that is sent must be good; none at all makes a spectator. Where there are tickets,
    one of them does instead."""
    g.bearer = g.token = None
    header = request.headers.get("Authorization")
    ticket = request.args.get("ticket") if tickets is not None and request.query_string else None
    if header is not None:
        if ticket is not None:
            raise Unauthorized("Send a token or a ticket, not both.")
        scheme, _, token = header.partition(" ")
        g.token = token.strip()
        g.bearer = tokens().bearer(g.token) if scheme.lower() == "bearer" and g.token else None
        if g.bearer is None:
            raise Unauthorized("The Authorization header holds no token of this server.")
    elif tickets is not None and ticket is not None:
        taken = tickets.take(ticket, request.path)
        g.token = None if taken is None else Held(taken)
        g.bearer = tokens().bearer(g.token) if g.token is not None else None
        if g.bearer is None:
            raise Unauthorized("The ticket is none for this stream, was used or is too old: make a new one.")
    else:
        return
    own_connection(request.environ, g.bearer.player.id)


def standing() -> Standing:
    """What this request was made with, to be asked after for as long as its answer takes."""
    return Standing(tokens(), g.token, _needed())


def identify_again() -> None:
    """After a wait: what was taken back meanwhile is of no use any more."""
    if g.token is not None:
        g.bearer = tokens().bearer(g.token, time.monotonic())
        if g.bearer is None:
            raise Unauthorized("The token was revoked or rotated.")


def admit(needs: Needs) -> None:
    """Before its route runs: a request without what the route asks of a token goes no further."""
    if g.bearer is None:
        if needs.token:
            any_bearer()
    elif needs.scope is not None:
        bearer_of(needs.scope)


def any_bearer() -> Bearer:
    """Who asks, with whatever token; whoever has none is refused."""
    bearer: Bearer | None = g.bearer
    if bearer is None:
        raise Unauthorized("Send the token you were given at registration: Authorization: Bearer <token>")
    return bearer


def bearer_of(scope: str) -> Bearer:
    """Who asks, with a token that is good for this. Before anybody is refused it is asked whether that was granted a
    moment ago: whoever was has just been told so, and does not wait."""
    bearer = any_bearer()
    if scope not in bearer.scopes:
        identify_again()
        bearer = any_bearer()
    if scope not in bearer.scopes:
        raise InsufficientScope(scope, bearer.scopes)
    return bearer


def may(scope: str) -> bool:
    """Whether the caller's token is good for this; a spectator has none."""
    bearer: Bearer | None = g.bearer
    return bearer is not None and scope in bearer.scopes


def caller() -> Person:
    """The player who asks; whoever has no token is refused. To look takes a token with `read`, to do one with
    `play`."""
    player = bearer_of(_needed()).player
    return Person(player.id, player.name)


def reader() -> Person:
    """The player who asks, and does nothing, whatever the method."""
    player = bearer_of("read").player
    return Person(player.id, player.name)


def reader_id() -> str | None:
    """The id of the same, or None for a spectator."""
    return reader().id if g.bearer is not None else None


def spectator_or_caller() -> Player | None:
    """The player who asks, or None for a spectator."""
    return bearer_of(_needed()).player if g.bearer is not None else None


def caller_id() -> str | None:
    """The id of the player who asks, or None."""
    player = spectator_or_caller()
    return player.id if player is not None else None


def _needed() -> str:
    return "read" if request.method in ("GET", "HEAD") else "play"
