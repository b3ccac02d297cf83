"""Catanatron's random games: decisions for each second of processor time. Run by the peers' own Python, with the
seconds to run and the number of players."""

from __future__ import annotations

import json
import random
import sys
import time

from catanatron import Color, Game, RandomPlayer

COLOURS = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)
MOST_TURNS = 1_000
"""Catanatron gives a game up then."""


def main() -> None:
    """Play and print."""
    seconds, players = float(sys.argv[1]), int(float(sys.argv[2]))
    random.seed(1)
    _play(seconds / 4, players)
    sys.stdout.write(json.dumps({"decisions_per_s": _play(seconds, players)}) + "\n")


def _play(seconds: float, players: int) -> float:
    decisions, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        game = Game([RandomPlayer(colour) for colour in COLOURS[:players]])
        while game.winning_color() is None and game.state.num_turns < MOST_TURNS:
            game.play_tick()
            decisions += 1
    return decisions / (time.process_time() - began)


if __name__ == "__main__":
    main()
