"""Every Redis key name.

All keys of one game carry the hash tag of its shard, `{sNN}`, so one script may touch them together on a Redis
Cluster as on a single Redis. What spans games has a key of its own and is never written in the same breath.
"""

from __future__ import annotations

from zlib import crc32

SHARDS = 16
"""Fixed for ever: a game's shard follows from its id and this number."""

LIMITS = "mh:limit"
"""Begins the counters of the rate limits; the limiter makes the rest."""


def shard_of(game_id: str) -> int:
    """A stable hash of the id."""
    return crc32(game_id.encode()) % SHARDS


def _tag(shard: int) -> str:
    return f"mh:{{s{shard:02d}}}"


def _game(game_id: str, part: str) -> str:
    return f"{_tag(shard_of(game_id))}:g:{game_id}:{part}"


def events(game_id: str) -> str:
    """STREAM: one entry per event, id `<seq>-0`, fields d (the event's JSON) and h (its chain hash)."""
    return _game(game_id, "events")


def packed(game_id: str) -> str:
    """HASH: the same log once the game is over for a while, in compressed blocks (packed.py); then there is no
    stream."""
    return _game(game_id, "packed")


def snapshot(game_id: str) -> str:
    """The table at some seq, msgpack; disposable."""
    return _game(game_id, "snapshot")


def past(game_id: str) -> str:
    """HASH: every snapshot there was, seq to compressed msgpack, for looks back; disposable."""
    return _game(game_id, "past")


def secret(game_id: str) -> str:
    """The 32 bytes the game's luck comes from."""
    return _game(game_id, "secret")


def meta(game_id: str) -> str:
    """JSON: what a listing shows of the game."""
    return _game(game_id, "meta")


def due(shard: int) -> str:
    """ZSET: game id to the time (ms) since when work is due."""
    return f"{_tag(shard)}:due"


def over(shard: int) -> str:
    """ZSET: game id to the time (ms) since when it is over, until its log is packed."""
    return f"{_tag(shard)}:over"


def feed(shard: int) -> str:
    """STREAM: one entry per append, fields g (game id), s (seq) and, where it leaves work to be asked for, w (which);
    trimmed once consumed."""
    return f"{_tag(shard)}:feed"


def idempotency(game_id: str, player: str, key: str) -> str:
    """The answer already given to this player's key in this game, kept a day."""
    return f"{_tag(shard_of(game_id))}:idem:{game_id}:{player}:{key}"


def waited(game_id: str) -> str:
    """Written when replicas are waited for without there being anything else to write."""
    return f"{_tag(shard_of(game_id))}:waited"


def all_secrets() -> str:
    """A pattern that matches every game's secret: the one key that a game has at all times, packed or not."""
    return "mh:{s*}:g:*:secret"


def game_of(key: str) -> str:
    """The game that a key belongs to."""
    return key.split(":")[3]


def player(player_id: str) -> str:
    """JSON: an account."""
    return f"mh:player:{player_id}"


def token(digest: str) -> str:
    """The player and the id of the bearer token that has this SHA-256, separated by a space."""
    return f"mh:token:{digest}"


def taken_back() -> str:
    """A number that grows whenever a token is revoked or rotated, or an account may do less or more than before."""
    return "mh:taken-back"


def _inbox_tag(shard: int) -> str:
    return f"mh:{{p{shard:02d}}}"


def inbox(player_id: str) -> str:
    """STREAM: what a player is told, one entry per notice, id `<number>-0`, field d (the notice's JSON); bounded."""
    return f"{_inbox_tag(shard_of(player_id))}:inbox:{player_id}"


def told(player_id: str) -> str:
    """HASH: game id to `<seq>:<decision>`, what the player was last told of it; `#` holds the latest notice's
    number."""
    return f"{_inbox_tag(shard_of(player_id))}:told:{player_id}"


def bell(shard: int) -> str:
    """STREAM: one entry per notice, fields p (player) and n (its number); trimmed once consumed."""
    return f"{_inbox_tag(shard)}:bell"


def made_games(player_id: str) -> str:
    """ZSET: the open and active games that a player has made, by when; see quotas.py."""
    return f"{_inbox_tag(shard_of(player_id))}:made:{player_id}"


def made_ai_games(player_id: str) -> str:
    """ZSET: those among them that have no seat for a person."""
    return f"{_inbox_tag(shard_of(player_id))}:made-ai:{player_id}"


def webhooks(player_id: str) -> str:
    """HASH: webhook id to JSON."""
    return f"mh:hooks:{player_id}"


def deliveries(webhook_id: str) -> str:
    """ZSET: a webhook's delivery ids by the number of their notice; bounded."""
    return f"mh:hook:{webhook_id}:deliveries"


def delivery(delivery_id: str) -> str:
    """HASH: a delivery; kept a week."""
    return f"mh:delivery:{delivery_id}"


def attempts(delivery_id: str) -> str:
    """LIST: JSON of each attempt to deliver; bounded, kept a week."""
    return f"mh:delivery:{delivery_id}:attempts"


def trouble(webhook_id: str) -> str:
    """HASH: how often in a row a webhook gave no answer, and when it last did not; gone once it answers."""
    return f"mh:hook:{webhook_id}:trouble"


def deliveries_due() -> str:
    """ZSET: delivery id to the time (ms) of its next attempt."""
    return "mh:hooks-due"


def stats() -> str:
    """HASH: counters of the whole house by name, as `bot_failures:<title>:<level>`."""
    return "mh:stats"


def restoring() -> str:
    """The hash of the backup that is being put back; not there once all of it is."""
    return "mh:restoring"


def pulse(name: str) -> str:
    """When a process of this kind was last alive (ms)."""
    return f"mh:pulse:{name}"


def tokens(player_id: str) -> str:
    """HASH: a player's tokens, id to JSON."""
    return f"mh:tokens:{player_id}"


def id_secret() -> str:
    """What the ids of games that are created with an idempotency key follow from: 32 random bytes, then the time (ms)
    they were made. Never told."""
    return "mh:id-secret"


def listing(title: str | None, status: str | None) -> str:
    """ZSET of public games by age, for one title and status or all of them."""
    return f"mh:list:{title or '*'}:{status or '*'}"


def games_of(player_id: str) -> str:
    """ZSET of a player's games by age."""
    return f"mh:mine:{player_id}"
