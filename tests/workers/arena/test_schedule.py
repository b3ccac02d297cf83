"""Who sits where: fair in every deal, whatever the numbers."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import get_args

import pytest
from hypothesis import given, strategies as st

from moothall.workers.arena.playing import Schedule, bots_luck, lineups, secret_of
from moothall.workers.arena.results import Seatings

numbers = st.tuples(st.integers(2, 6), st.integers(2, 5), st.sampled_from(get_args(Seatings)))


@given(numbers)
def test_every_bot_has_every_seat_equally_often_in_every_deal(how: tuple[int, int, Seatings]) -> None:
    bots, players, seatings = how
    deal = Schedule(bots, players, seatings).deal
    taken = Counter((seat, bot) for seats in deal for seat, bot in enumerate(seats))
    assert set(taken) == {(seat, bot) for seat in range(players) for bot in range(bots)}
    assert len(set(taken.values())) == 1


@given(numbers)
def test_every_pair_meets_equally_often_in_every_deal(how: tuple[int, int, Seatings]) -> None:
    bots, players, seatings = how
    met = Counter[tuple[int, int]]()
    for seats in Schedule(bots, players, seatings).deal:
        met.update({pair: seats.count(pair[0]) * seats.count(pair[1]) for pair in combinations(range(bots), 2)})
    assert len(set(met.values())) == 1
    assert min(met.values()) > 0


@given(st.integers(2, 6), st.integers(2, 5))
def test_a_deal_is_played_with_every_seating_of_the_same_bots(bots: int, players: int) -> None:
    deal = Schedule(bots, players).deal
    assert len(set(deal)) == len(deal)
    for lineup in lineups(bots, players):
        counts = [lineup.count(bot) for bot in range(bots)]
        assert max(counts) - min(counts) <= 1
        swapped = {(*seats[1::-1], *seats[2:]) for seats in deal if sorted(seats) == list(lineup)}
        assert swapped == {seats for seats in deal if sorted(seats) == list(lineup)}


@given(numbers, st.integers(0, 10_000))
def test_games_of_a_deal_follow_each_other(how: tuple[int, int, Seatings], number: int) -> None:
    schedule = Schedule(*how)
    place = schedule.place(number)
    assert place.number == number == place.deal * len(schedule.deal) + schedule.deal.index(place.bots)


def test_two_bots_change_seats() -> None:
    assert Schedule(2, 2).deal == ((0, 1), (1, 0))
    assert Schedule(2, 3).deal == ((0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0))
    assert Schedule(4, 4, "rotated").deal == ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="two bots at least"):
        Schedule(1, 2)
    with pytest.raises(ValueError, match="rotate them"):
        Schedule(8, 8)
    assert len(Schedule(8, 8, "rotated").deal) == 8


def test_luck_is_a_deal_s_own_and_bots_luck_a_game_s() -> None:
    secrets = {secret_of(seed, deal) for seed in range(3) for deal in range(3)}
    assert len(secrets) == 9
    assert len({bots_luck(secret, number) for secret in secrets for number in range(4)}) == 36
