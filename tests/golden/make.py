"""Golden games: played at random from a seed, exported, kept for ever. `make golden` adds what is missing and rewrites
nothing.

A title adds the games it wants to keep (one per player count, one per way of ending) to its list below; how a seed
was found does not matter, the file is the truth. tests/golden/ways.py adds games with undos, rulings and forks for
every title.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from moothall.domain.core.draw import FastDraw
from moothall.domain.titles import TITLES
from tests.golden.ways import FOLDER, WAYS, Way
from tests.laws.walk import Game
from tests.support.autumn_cup import cup
from tests.support.records import record


class Golden(NamedTuple):
    """One game to keep: `<slug>-<seats>p-<name>.ndjson`."""

    slug: str
    seats: int
    name: str
    seed: int
    options: dict[str, Any] | None = None

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.slug}-{self.seats}p-{self.name}.ndjson"


GOLDEN: list[Golden] = [
    Golden("gates-of-mara", 2, "random", 1),
    Golden("gates-of-mara", 3, "random", 1),
    Golden("gates-of-mara", 4, "random", 1),
    Golden("gates-of-mara", 4, "fire-lord", 31, {"lords": ["fire_lord", "water_lord"]}),
    Golden("gates-of-mara", 3, "tie-break", 8),  # equal on points
    Golden("medieval-realms", 2, "random", 1),
    Golden("medieval-realms", 3, "tie-break", 36),  # equal on points, decided by cards in play
    Golden("medieval-realms", 4, "random", 1),
    Golden("medieval-realms", 5, "random", 1),
    Golden("manaforge", 2, "winner", 6),
    Golden("manaforge", 3, "winner", 164),
    Golden("manaforge", 3, "shared-victory", 16),
    Golden("manaforge", 4, "winner", 160),
    Golden("winds-of-numa-sera", 2, "legend", 1),
    Golden("winds-of-numa-sera", 2, "master", 4),
    Golden("winds-of-numa-sera", 2, "survivor", 73),
    Golden("winds-of-numa-sera", 2, "renown", 1, {"round_limit": 12}),
    Golden("winds-of-numa-sera", 2, "empire", 3, {"setting": "empire"}),
    Golden("winds-of-numa-sera", 3, "conqueror", 6),
    Golden("winds-of-numa-sera", 3, "seat-bonus", 4, {"seat_bonus": True}),
    Golden("winds-of-numa-sera", 4, "champion", 1),
    Golden("winds-of-numa-sera", 2, "edition-2-conqueror", 204),
    Golden("winds-of-numa-sera", 3, "edition-2-master", 201),
    Golden("winds-of-numa-sera", 4, "edition-2-legend", 203),
    Golden("winds-of-numa-sera", 4, "edition-2-champion", 205),
]


TOURNAMENT = FOLDER / "medieval-realms-tournament.zip"
"""A small Swiss in which something of everything happens; kept as the games are."""


def play(golden: Golden) -> Game:
    """The game as it would be played today."""
    secret = golden.seed.to_bytes(32, "big")
    game = Game(TITLES[golden.slug], golden.seats, golden.options, secret)
    game.run(FastDraw(golden.seed))
    return game


def main() -> None:
    add(GOLDEN, WAYS)
    if not TOURNAMENT.exists():
        TOURNAMENT.write_bytes(cup(TITLES["medieval-realms"]).export())


def add(games: Sequence[Golden], ways: Sequence[Way]) -> None:
    """Write the records that are missing."""
    for golden in games:
        if not golden.path.exists():
            golden.path.write_bytes(record(play(golden), game_id=golden.path.stem))
    for way in ways:
        if not way.path.exists():
            way.path.write_bytes(record(way.play(), game_id=way.path.stem))


if __name__ == "__main__":
    main()
