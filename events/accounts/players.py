"""Accounts, their tokens, and tickets for live streams. A bearer token is shown once and only its hash is kept.

The hash `tokens of a player` is what counts: a token that does not stand there, or stands there under another digest,
is of no use, whatever else is left of it. So making, rotating and revoking are one write each.

A ticket is what a browser's `EventSource` can carry, which sends no headers. Each is for one stream, for one use and
for a minute; only its hash is kept, with that of the token that it stands for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from moothall.domain.core.codec import to_json
from moothall.events import keys
from moothall.events.accounts.names import Names
from moothall.events.accounts.quotas import keep_within
from moothall.events.errors import QuotaReached
from moothall.events.redis_client.connection import call, call_all

SCOPES = ("read", "play", "organise", "admin")
"""What a token can be good for."""

EVERYBODY = ("read", "play")
"""What every account may do; the rest is granted by whoever runs the server."""

MOST_TOKENS = 50
"""What an account may have unless told otherwise."""

TOGETHER = 200
"""Accounts read in one go."""

FIRST = "first"
"""The id of the token that comes with the registration."""

GOOD_MS = 60_000
"""How long a ticket waits to be used."""


class Player(msgspec.Struct, frozen=True):
    """A person or a bot with an account."""

    id: str
    name: str
    kind: str
    created_at: int
    scopes: tuple[str, ...] = EVERYBODY


class Token(msgspec.Struct, frozen=True):
    """A token of a player, without the secret itself."""

    id: str
    name: str
    scopes: tuple[str, ...] | None
    """None: whatever its player may do."""
    created_at: int
    digest: str

    def allows(self, player: Player) -> tuple[str, ...]:
        """What it is good for now: no more than its player may do."""
        return tuple(scope for scope in player.scopes if self.scopes is None or scope in self.scopes)


class Bearer(NamedTuple):
    """Who shows a token, and which."""

    player: Player
    token: Token

    @property
    def scopes(self) -> tuple[str, ...]:
        return self.token.allows(self.player)


class Ticket(msgspec.Struct, frozen=True):
    """What a ticket opens."""

    stream: str
    """The path of the stream."""
    token: str
    """The SHA-256 of the token that it was made with."""


_read_player = msgspec.json.Decoder(Player).decode
_read_token = msgspec.json.Decoder(Token).decode
_read = msgspec.json.Decoder(Ticket).decode


class Players:
    """All accounts."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self.names = Names(redis)

    def register(self, player: Player, token: str) -> None:
        """Keep a new account under its first token. Raises NameTaken."""
        self.names.claim(player.id, player.name, player.created_at)
        self._redis.set(keys.player(player.id), to_json(player))
        self.keep_token(player.id, Token(FIRST, FIRST, None, player.created_at, digest(token)))

    def by_token(self, token: str) -> Player | None:
        """Whose token this is."""
        bearer = self.bearer(token)
        return bearer.player if bearer is not None else None

    def bearer(self, token: str) -> Bearer | None:
        """Whose token this is, and what it is good for."""
        return self.holder(digest(token))

    def holder(self, shown: str) -> Bearer | None:
        """The same for a token of which only the digest is known."""
        found = call(self._redis, "GET", keys.token(shown))
        if found is None:
            return None
        player_id, _, token_id = found.decode().partition(" ")
        asked = [("HGET", keys.tokens(player_id), token_id), ("GET", keys.player(player_id))]
        kept, account = call_all(self._redis, asked)
        if kept is None or account is None:
            return None
        record = _read_token(kept)
        return Bearer(_read_player(account), record) if record.digest == shown else None

    def get(self, player_id: str) -> Player | None:
        """The account with this id."""
        data = self._redis.get(keys.player(player_id))
        return _read_player(data) if data is not None else None

    def some(self, player_ids: Sequence[str]) -> dict[str, Player]:
        """The accounts with these ids, by id; what there is none of is left out."""
        found = call_all(self._redis, [("GET", keys.player(player_id)) for player_id in player_ids])
        return {player_id: _read_player(data) for player_id, data in zip(player_ids, found, strict=True) if data}

    def rename(self, player: Player, name: str, now: int) -> Player:
        """Call an account something else from now on; what it was called before is free at once. Raises NameTaken."""
        self.names.claim(player.id, name, now)
        changed = msgspec.structs.replace(player, name=name)
        self._redis.set(keys.player(player.id), to_json(changed))
        self._redis.incr(keys.taken_back())
        return changed

    def claim_names(self, now: int) -> list[Player]:
        """Bring the claimed names in line with the accounts. Returns those that are called like an older account."""
        found = [_read_player(data) for data in self._all() if data is not None]
        accounts = {player.id: player for player in sorted(found, key=lambda each: (each.created_at, each.id))}
        alike = self.names.rebuild(((player.id, player.name) for player in accounts.values()), now)
        return [accounts[player] for player in alike]

    def _all(self) -> Iterator[bytes | None]:
        found = self._redis.scan_iter(match=keys.player("*"), count=1000)
        while names := list(islice(found, TOGETHER)):
            pipe = self._redis.pipeline(transaction=False)
            for name in names:
                pipe.get(name)
            yield from pipe.execute()

    def set_scopes(self, player: Player, scopes: tuple[str, ...]) -> Player:
        """Let an account do exactly this."""
        changed = msgspec.structs.replace(player, scopes=tuple(scope for scope in SCOPES if scope in scopes))
        self._redis.set(keys.player(player.id), to_json(changed))
        self._redis.incr(keys.taken_back())
        return changed

    def tokens(self, player_id: str) -> list[Token]:
        """A player's tokens, oldest first."""
        kept = map(_read_token, self._redis.hvals(keys.tokens(player_id)))
        return sorted(kept, key=lambda token: (token.created_at, token.id))

    def token(self, player_id: str, token_id: str) -> Token | None:
        """One of a player's tokens."""
        data = self._redis.hget(keys.tokens(player_id), token_id)
        return _read_token(data) if data is not None else None

    def keep_token(self, player_id: str, token: Token, most: int = MOST_TOKENS) -> None:
        """Keep a new token, or the new secret of a known one. The way to it first: it leads nowhere until the token
        itself is there. Raises QuotaReached if it is one too many."""
        self._redis.set(keys.token(token.digest), f"{player_id} {token.id}")
        if not keep_within(self._redis, keys.tokens(player_id), token.id, to_json(token), most):
            self._redis.delete(keys.token(token.digest))
            raise QuotaReached("tokens", most)

    def drop_token(self, player_id: str, token: Token) -> None:
        """From now on it is of no use."""
        self._drop(token, player_id)

    def drop_secret(self, token: Token) -> None:
        """Tidy up behind a secret that no token has any more."""
        self._drop(token)

    def _drop(self, token: Token, player_id: str | None = None) -> None:
        """The number last, and by itself, since the nodes of a Cluster know no order among them: whoever sees it grown
        finds the rest done."""
        pipe = self._redis.pipeline(transaction=False)
        if player_id is not None:
            pipe.hdel(keys.tokens(player_id), token.id)
        pipe.delete(keys.token(token.digest))
        pipe.execute()
        self._redis.incr(keys.taken_back())

    def taken_back(self) -> int:
        """As long as this is the same, what was known of tokens and accounts still holds."""
        return int(self._redis.get(keys.taken_back()) or 0)


class Tickets:
    """Tickets that were not used yet."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def keep(self, secret: str, ticket: Ticket) -> None:
        """Let whoever shows this secret have what the ticket opens."""
        self._redis.set(keys.ticket(digest(secret)), to_json(ticket), px=GOOD_MS)

    def take(self, secret: str, stream: str) -> str | None:
        """The digest of the token that the ticket stands for, if it is one for this stream; it is used up, even if
        it is for another."""
        data = self._redis.getdel(keys.ticket(digest(secret)))
        ticket = _read(data) if data is not None else None
        return ticket.token if ticket is not None and ticket.stream == stream else None


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
