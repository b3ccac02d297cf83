"""PettingZoo's own tests, for every title and number of players."""

from __future__ import annotations

import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

import moothall

TABLES = [(title.slug, players) for title in moothall.titles() for players in title.players]

# PettingZoo says this of every environment with a mask that is not one of its own, by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_the_api(slug: str, players: int) -> None:
    api_test(moothall.env(slug, players), num_cycles=60)


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_seeds(slug: str, players: int) -> None:
    seed_test(lambda: moothall.env(slug, players), num_cycles=30)


@pytest.mark.parametrize("slug", [title.slug for title in moothall.titles()])
def test_a_game_is_played_to_its_end(slug: str) -> None:
    api_test(moothall.env(slug, 2, max_cycles=600), num_cycles=1_500)


def test_the_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(moothall.env("medieval-realms", 3))
    assert "turns per second" in capsys.readouterr().out
