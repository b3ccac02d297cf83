"""Accounts and their tokens. A bearer token is shown once and only its hash is kept.

The hash `tokens of a player` is what counts: a token that does not stand there, or stands there under another digest,
is of no use, whatever else is left of it. So making, rotating and revoking are one write each.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import msgspec

from domain.core.codec import to_json
from events import keys
from events.errors import QuotaReached
from events.quotas import keep_within

SCOPES = ("read", "play", "organise", "admin")
"""What a token can be good for."""

EVERYBODY = ("read", "play")
"""What every account may do; the rest is granted by whoever runs the server."""

MOST_TOKENS = 50
"""What an account may have unless told otherwise."""

FIRST = "first"
"""The id of the token that comes with the registration."""


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


_read_player = msgspec.json.Decoder(Player).decode
_read_token = msgspec.json.Decoder(Token).decode


class Players:
    """All accounts."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def register(self, player: Player, token: str) -> None:
        """Keep a new account under its first token."""
        self._redis.set(keys.player(player.id), to_json(player))
        self.keep_token(player.id, Token(FIRST, FIRST, None, player.created_at, digest(token)))

    def by_token(self, token: str) -> Player | None:
        """Whose token this is."""
        bearer = self.bearer(token)
        return bearer.player if bearer is not None else None

    def bearer(self, token: str) -> Bearer | None:
        """Whose token this is, and what it is good for."""
        shown = digest(token)
        found = self._redis.get(keys.token(shown))
        if found is None:
            return None
        player_id, _, token_id = found.decode().partition(" ")
        pipe = self._redis.pipeline(transaction=False)
        pipe.hget(keys.tokens(player_id), token_id)
        pipe.get(keys.player(player_id))
        kept, account = pipe.execute()
        if kept is None or account is None:
            return None
        record = _read_token(kept)
        return Bearer(_read_player(account), record) if record.digest == shown else None

    def get(self, player_id: str) -> Player | None:
        """The account with this id."""
        data = self._redis.get(keys.player(player_id))
        return _read_player(data) if data is not None else None

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


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
