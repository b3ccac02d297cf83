"""Every Redis key name.

All keys of one game carry the hash tag of its shard, `{sNN}`, those of one tournament `{tNN}`, so one script may touch
them together on a Redis Cluster as on a single Redis. What spans games has a key of its own and is never written in the
same breath.
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


class Family:
    """The keys of one kind of log: of games, of tournaments. Those of one log, and what its shard shares, are of one
    slot."""

    def __init__(self, tag: str, kind: str, shared: str = "") -> None:
        """`tag` and a number are what is hashed, `kind` begins the keys of a log, `shared` those of a shard."""
        self._tags = tuple(f"mh:{{{tag}{shard:02d}}}" for shard in range(SHARDS))
        self._all = f"mh:{{{tag}*}}:{kind}:*"
        self._kind = kind
        self._shared = shared

    def _log(self, log_id: str, part: str) -> str:
        return f"{self._tags[shard_of(log_id)]}:{self._kind}:{log_id}:{part}"

    def events(self, log_id: str) -> str:
        """STREAM: one entry per event, id `<seq>-0`, fields d (the event's JSON) and h (its chain hash)."""
        return self._log(log_id, "events")

    def packed(self, log_id: str) -> str:
        """HASH: the same log once the game is over for a while, in compressed blocks (event_store/packed_log.py); then
        there is no stream."""
        return self._log(log_id, "packed")

    def snapshot(self, log_id: str) -> str:
        """The table at some seq, msgpack; disposable."""
        return self._log(log_id, "snapshot")

    def past(self, log_id: str) -> str:
        """HASH: every snapshot there was, seq to compressed msgpack, for looks back; disposable."""
        return self._log(log_id, "past")

    def secret(self, log_id: str) -> str:
        """The 32 bytes that its luck comes from."""
        return self._log(log_id, "secret")

    def meta(self, log_id: str) -> str:
        """JSON: what a listing shows of it."""
        return self._log(log_id, "meta")

    def news(self, log_id: str) -> str:
        """A number that grows whenever something happened elsewhere that the log has to look at: at the tables of a
        tournament."""
        return self._log(log_id, "news")

    def due(self, shard: int) -> str:
        """ZSET: id to the time (ms) since when work is due."""
        return f"{self._tags[shard]}:{self._shared}due"

    def over(self, shard: int) -> str:
        """ZSET: id to the time (ms) since when it is over, until its log is packed."""
        return f"{self._tags[shard]}:{self._shared}over"

    def feed(self, shard: int) -> str:
        """STREAM: one entry per append, fields g (id), s (seq) and, where it leaves work to be asked for, w (which);
        trimmed once consumed."""
        return f"{self._tags[shard]}:{self._shared}feed"

    def feeds(self) -> tuple[str, ...]:
        """Those of all shards."""
        return tuple(map(self.feed, range(SHARDS)))

    def idempotency(self, log_id: str, player: str, key: str) -> str:
        """The answer already given to this player's key in this log, kept a day."""
        return f"{self._tags[shard_of(log_id)]}:idem:{log_id}:{player}:{key}"

    def waited(self, log_id: str) -> str:
        """Written when replicas are waited for without there being anything else to write."""
        return f"{self._tags[shard_of(log_id)]}:waited"

    def all_secrets(self) -> str:
        """A pattern that matches every secret: the one key that a log has at all times, packed or not."""
        return f"{self._all}:secret"


GAMES = Family("s", "g")
TOURNAMENTS = Family("t", "t", "t")

# The games' own, by which they are mostly asked for.
events = GAMES.events
packed = GAMES.packed
snapshot = GAMES.snapshot
past = GAMES.past
secret = GAMES.secret
meta = GAMES.meta
due = GAMES.due
over = GAMES.over
feed = GAMES.feed
idempotency = GAMES.idempotency
waited = GAMES.waited
all_secrets = GAMES.all_secrets


def game_of(key: str) -> str:
    """The game or tournament that a key belongs to."""
    return key.split(":")[3]


def player(player_id: str) -> str:
    """JSON: an account."""
    return f"mh:player:{player_id}"


def claim(likeness: str) -> str:
    """The player who is called like this (accounts/names.py). All of these are of one slot, so that a name is claimed
    in one step."""
    return f"mh:{{names}}:{likeness}"


def claimed_by(player_id: str) -> str:
    """JSON: what a player has claimed, and when."""
    return f"mh:{{names}}:of:{player_id}"


def token(digest: str) -> str:
    """The player and the id of the bearer token that has this SHA-256, separated by a space."""
    return f"mh:token:{digest}"


def ticket(digest: str) -> str:
    """JSON: what the ticket that has this SHA-256 opens; gone once it is used, and after a minute."""
    return f"mh:ticket:{digest}"


def taken_back() -> str:
    """A number that grows whenever a token is revoked or rotated, or an account may do less or more than before."""
    return "mh:taken-back"


def _inbox_tag(shard: int) -> str:
    return f"mh:{{p{shard:02d}}}"


def inbox(player_id: str) -> str:
    """STREAM: what a player is told, one entry per notice, id `<number>-0`, field d (the notice's JSON); bounded."""
    return f"{_inbox_tag(shard_of(player_id))}:inbox:{player_id}"


def told(player_id: str) -> str:
    """HASH: game id to `<seq>:<decision>`, what the player was last told of it; `reserved:<game id>` to `<seq>:`, that
    a seat of it is kept for the player; `tournament:<id>:<round or end>` to `<seq>:`, that of a tournament; `#` holds
    the latest notice's number."""
    return f"{_inbox_tag(shard_of(player_id))}:told:{player_id}"


def bell(shard: int) -> str:
    """STREAM: one entry per notice, fields p (player) and n (its number); trimmed once consumed."""
    return f"{_inbox_tag(shard)}:bell"


def made_games(player_id: str) -> str:
    """ZSET: the open and active games that a player has made, by when; see accounts/quotas.py."""
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


def trace(game_id: str, seq: int) -> str:
    """Which span of a trace an event came from; in the queue's Redis, for minutes, and only where there are traces."""
    return f"mh:trace:{game_id}:{seq}"


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


def tagged(tag: str) -> str:
    """ZSET of public games by age that have this tag."""
    return f"mh:tag:{tag}"


def tournament_listing(title: str | None, status: str | None) -> str:
    """ZSET of tournaments by age, for one title and status or all of them."""
    return f"mh:tlist:{title or '*'}:{status or '*'}"


def tables_of(tournament_id: str) -> str:
    """ZSET of a tournament's games by age, as far as they are public."""
    return f"mh:tables:{tournament_id}"


def results(player_id: str, title: str, outcome: str) -> str:
    """SET of the public games of a title that ended like that for a player."""
    return f"{_inbox_tag(shard_of(player_id))}:results:{player_id}:{title}:{outcome}"


def all_results() -> str:
    """A pattern that matches those of all players."""
    return "mh:{p*}:results:*"


def games_of(player_id: str) -> str:
    """ZSET of a player's games by age."""
    return f"mh:mine:{player_id}"


def _rated(title: str, part: str) -> str:
    """All of a title's ratings are of one slot, so that a game is rated in one step."""
    return f"mh:{{r:{title}}}:{part}"


def live_ratings(title: str) -> str:
    """The generation of a title's ratings that people read; `0` if there is none."""
    return _rated(title, "live")


def rating_state(title: str, generation: str) -> str:
    """HASH: version (how often these ratings were written to), formula, and from (the first game, as in `rated_games`,
    from which on they have to be counted anew; none if nothing is to be done)."""
    return _rated(title, f"{generation}:state")


def rated_games(title: str, generation: str) -> str:
    """ZSET of the rated games in the order in which they ended, as `<ended ms>:<game id>`, all with score 0."""
    return _rated(title, f"{generation}:games")


def rated_results(title: str, generation: str) -> str:
    """HASH: game id to JSON, who is rated for it, and the seq that this is true for."""
    return _rated(title, f"{generation}:results")


def rating_history(title: str, generation: str, player: str) -> str:
    """ZSET: a player's rating after each game, as `<ended ms>:<game id> <JSON>`, all with score 0."""
    return _rated(title, f"{generation}:of:{player}")


def leaderboard(title: str, generation: str, kind: str) -> str:
    """ZSET: player to what leaderboards go by, of all players of a kind who have played enough."""
    return _rated(title, f"{generation}:board:{kind}")


def all_ratings(title: str) -> str:
    """A pattern that matches everything that there is of a title's ratings."""
    return _rated(title, "*")


def generation_of(key: str) -> str:
    """The generation that a key of a title's ratings belongs to; later ones sort behind earlier ones."""
    return key.split(":")[3]
