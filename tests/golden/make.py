"""Golden games: played at random from a seed, kept for ever. `make golden` adds what is missing and rewrites nothing.

A title adds the games it wants to keep (one per player count, one per way of ending) to its list below; how a seed
was found does not matter, the file is the truth.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from domain.core.draw import FastDraw
from domain.titles import TITLES
from tests.laws.walk import Game

FOLDER = Path(__file__).parent


class Golden(NamedTuple):
    """One game to keep: `<slug>-<seats>p-<name>.jsonl`."""

    slug: str
    seats: int
    name: str
    seed: int
    options: dict[str, Any] | None = None

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.slug}-{self.seats}p-{self.name}.jsonl"


GOLDEN: list[Golden] = [
    Golden("gates-of-mara", 2, "random", 1),
    Golden("gates-of-mara", 3, "random", 1),
    Golden("gates-of-mara", 4, "random", 1),
    Golden("gates-of-mara", 4, "fire-lord", 31, {"lords": ["fire_lord", "water_lord"]}),
    Golden("gates-of-mara", 3, "tie-break", 53),  # equal on points, decided by keys
    Golden("gates-of-mara", 3, "tie-break-by-attachments", 95),
    Golden("medieval-realms", 2, "random", 1),
    Golden("medieval-realms", 3, "tie-break", 36),  # equal on points, decided by cards in play
    Golden("medieval-realms", 4, "random", 1),
    Golden("medieval-realms", 5, "random", 1),
    Golden("manaforge", 2, "winner", 6),
    Golden("manaforge", 3, "winner", 164),
    Golden("manaforge", 3, "shared-victory", 259),
    Golden("manaforge", 4, "winner", 160),
]


def play(golden: Golden) -> Game:
    """The game as it would be played today."""
    secret = golden.seed.to_bytes(32, "big")
    game = Game(TITLES[golden.slug], golden.seats, golden.options, secret)
    game.run(FastDraw(golden.seed))
    return game


def main() -> None:
    for golden in GOLDEN:
        if not golden.path.exists():
            golden.path.write_bytes(b"".join(data + b"\n" for data in play(golden).events))


if __name__ == "__main__":
    main()
