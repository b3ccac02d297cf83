"""Rated games that are over, without anybody having played them; and what ratings have come to, to be compared."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from moothall.domain.core.ranking import Ranking, places
from moothall.domain.table.ending import Placed
from moothall.events import keys
from moothall.events.accounts.players import Player, Players
from moothall.events.event_store.metadata import Meta
from moothall.events.projections.ratings import Ratings


def over(game_id: str, at: int, players: Sequence[str], ranking: Ranking, title: str = "tally") -> Meta:
    """A game that ended then, with these players in its seats."""
    place = places(ranking)
    return Meta(
        id=game_id,
        title=title,
        status="finished",
        seq=10,
        round=1,
        seats=[],
        awaiting=[],
        private=False,
        creator=players[0],
        created_at=0,
        updated_at=at,
        rated=True,
        standing=[Placed(player, place[seat]) for seat, player in enumerate(players)],
    )


def annulled(meta: Meta, at: int = 10**6) -> Meta:
    """The same game after it was annulled."""
    return replace(meta, status="annulled", seq=meta.seq + 1, updated_at=at, standing=[])


def drawn_at_random(count: int, players: Sequence[str], seed: int, title: str = "tally") -> list[Meta]:
    """Games of two to four in the order in which they ended, some in the same moment, some with ties."""
    luck = Random(seed)
    found = []
    for number in range(count):
        seated = luck.sample(players, luck.randint(2, 4))
        keyed = [luck.randint(1, 5) for _ in seated]
        ranking = tuple(
            tuple(seat for seat, key in enumerate(keyed) if key == wanted)
            for wanted in sorted(set(keyed), reverse=True)
        )
        found.append(over(f"g{luck.randrange(10**6)}-{number}", 1_000 + number // 3, seated, ranking, title))
    return sorted(found, key=lambda meta: (meta.updated_at, meta.id))


def register(redis: Any, *names: str, kind: str = "human") -> None:
    """Accounts whose ids are their names."""
    for name in names:
        Players(redis).register(Player(name, name, kind, 0), f"token of {name}")


def digits(redis: Any, title: str = "tally") -> dict[str, list[tuple[bytes, float]]]:
    """All that people read of a title's ratings, to the last digit."""
    live = Ratings(redis).live(title)
    found = {}
    for name in redis.scan_iter(match=keys.all_ratings(title), count=1_000):
        key = name.decode()
        if keys.generation_of(key) == live and not key.endswith((":state", ":results")):
            found[key.partition(f":{live}:")[2]] = redis.zrange(name, 0, -1, withscores=True)
    return found
