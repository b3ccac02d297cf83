"""Leaderboards and histories, as they are read."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.events.projections.rating_ledger import FEWEST_GAMES
from moothall.events.projections.ratings import Ratings
from tests.support.rated import drawn_at_random, over, register

PEOPLE = [f"p{number:02d}" for number in range(14)]
BOTS = ["bo", "bi", "bu"]


@pytest.fixture
def ratings(redis: Any) -> Ratings:
    """People and bots who have played a lot among themselves, and with the AIs of the house."""
    register(redis, *PEOPLE)
    register(redis, *BOTS, kind="bot")
    made = Ratings(redis)
    made.note(drawn_at_random(200, [*PEOPLE, *BOTS, "ai:greedy", "ai:random"], seed=1))
    made.settle_all(["tally"])
    return made


def board(ratings: Ratings, kind: str, limit: int) -> list[Any]:
    """All pages of it."""
    rows, cursor = [], None
    while True:
        page = ratings.leaderboard("tally", kind, cursor, limit)
        assert len(page.rows) <= limit
        rows += page.rows
        cursor = page.cursor
        if cursor is None:
            return rows


@pytest.mark.parametrize("limit", [1, 3, 17, 200])
def test_the_best_come_first_and_the_pages_hold_everybody_once(ratings: Ratings, limit: int) -> None:
    rows = board(ratings, "all", limit)
    assert sorted(row.player.id for row in rows) == sorted([*PEOPLE, *BOTS])
    assert [row.rank for row in rows] == list(range(1, 18))
    ordinals = [row.rating.skill.ordinal for row in rows]
    assert ordinals == sorted(ordinals, reverse=True)
    assert ratings.of(rows[4].player.id, ["tally"])["tally"] == (rows[4].rating, 5)


def test_by_kind(ratings: Ratings) -> None:
    rows = {kind: board(ratings, kind, 5) for kind in ("all", "human", "bot")}
    assert {row.player.kind for row in rows["human"]} == {"human"}
    assert [row.player.id for row in rows["bot"]] == [row.player.id for row in rows["all"] if row.player.kind == "bot"]
    assert [row.rank for row in rows["bot"]] == [1, 2, 3]


def test_the_houses_ais_stand_apart(ratings: Ratings) -> None:
    levels = ratings.levels("tally")
    assert set(levels) == {"greedy", "random"}
    ordinals = [rating.skill.ordinal for rating in levels.values()]
    assert ordinals == sorted(ordinals, reverse=True)


def test_it_takes_some_games_to_be_listed(redis: Any) -> None:
    register(redis, "ann", "ben")
    ratings = Ratings(redis)
    for number in range(FEWEST_GAMES):
        stands = ratings.of("ann", ["tally"])
        assert not number or (stands["tally"].rank, stands["tally"].rating.games) == (None, number)
        assert ratings.leaderboard("tally").rows == []
        ratings.note([over(f"g{number}", 1_000 + number, ["ann", "ben"], ((0,), (1,)))])
        ratings.settle_all(["tally"])
    assert [(row.rank, row.player.id) for row in ratings.leaderboard("tally").rows] == [(1, "ann"), (2, "ben")]
    assert ratings.of("ben", ["tally"])["tally"].rank == 2


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
def test_equals_share_a_rank_across_pages(redis: Any, limit: int) -> None:
    register(redis, "ann", "ben", "cat", "dan", "eva")
    ratings = Ratings(redis)
    for number in range(FEWEST_GAMES):
        ratings.note([over(f"g{number}", 1_000, ["ann", "ben", "cat", "dan", "eva"], ((2,), (0, 1, 4), (3,)))])
    ratings.settle_all(["tally"])
    rows = board(ratings, "all", limit)
    assert [(row.rank, row.player.id) for row in rows] == [(1, "cat"), (2, "eva"), (2, "ben"), (2, "ann"), (5, "dan")]
    assert ratings.of("ann", ["tally"])["tally"].rank == 2


def test_nobody_is_on_an_empty_board(redis: Any) -> None:
    assert Ratings(redis).leaderboard("tally") == ([], None)
    assert Ratings(redis).levels("tally") == {}


@pytest.mark.parametrize("limit", [1, 7, 500])
def test_a_history_tells_of_every_game_of_all_titles(ratings: Ratings, limit: int) -> None:
    ratings.note(drawn_at_random(60, [*PEOPLE[:3], "ai:mcts"], seed=2, title="chess"))
    ratings.settle_all(["chess"])
    found: list[Any] = []
    cursor = None
    while True:
        page = ratings.history(PEOPLE[0], ["tally", "chess"], cursor, limit)
        found += page.entries
        cursor = page.cursor
        if cursor is None:
            break
    members = [entry.member for _, entry in found]
    assert members == sorted(set(members), reverse=True)
    by_title = {title: [entry for of, entry in found if of == title] for title in ("tally", "chess")}
    for title, entries in by_title.items():
        assert [entry.rating.games for entry in entries] == list(range(len(entries), 0, -1))
        assert entries[0].rating == ratings.of(PEOPLE[0], [title])[title].rating
    assert min(map(len, by_title.values())) > 5
