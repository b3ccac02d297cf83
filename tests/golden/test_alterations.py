"""A record holds for ever: whatever comes after, every golden game still says ok four times, shows what it showed, and
is imagined by bots as before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moothall.domain.core.data import Json
from moothall.domain.core.draw import FastDraw, SeededDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.domain.titles import TITLES
from moothall.events.audit.game import audit
from moothall.events.records.replay import Replay
from moothall.workers.bots import levels
from moothall.workers.bots.planner import Budget
from tests.golden.alterations import CONTENT, PLAIN, next_edition
from tests.golden.ways import FOLDER
from tests.support.records import TRUSTED

ALTERATIONS = [*CONTENT, *PLAIN]


@contextmanager
def altered(slug: str, how: str) -> Iterator[AnyTitle]:
    if how in PLAIN:
        yield PLAIN[how](TITLES[slug])
        return
    with next_edition(TITLES[slug], CONTENT[how]) as title:
        yield title


def records(slug: str) -> list[Path]:
    return sorted(FOLDER.glob(f"{slug}-*.ndjson"))


@pytest.mark.parametrize("how", ALTERATIONS)
@pytest.mark.parametrize("slug", TITLES)
def test_every_record_still_says_ok_four_times(slug: str, how: str) -> None:
    with altered(slug, how) as title:
        for path in records(slug):
            report = audit(path.read_bytes(), {slug: title}, trusted=TRUSTED)
            assert all(verdict.ok for verdict in report.verdicts.values()), f"{path.stem}: {report}"


@pytest.mark.parametrize("how", ALTERATIONS)
@pytest.mark.parametrize("slug", TITLES)
def test_a_replay_shows_what_it_showed(slug: str, how: str) -> None:
    data = records(slug)[0].read_bytes()
    before = Replay(data, TITLES)
    with altered(slug, how) as title:
        after = Replay(data, {slug: title})
        for at in range(1, before.last + 1, 7):
            for seat in (None, 0, 1):
                assert seen(after, at, seat) == seen(before, at, seat)


def seen(replay: Replay, at: int, seat: int | None) -> Any:
    """A view without what was added to it."""
    shown: Json = msgspec.json.decode(msgspec.json.encode(replay.view(at, seat)))
    if shown["state"] is not None:
        shown["state"].pop("novelty", None)
    return shown


@pytest.mark.parametrize("how", ALTERATIONS)
@pytest.mark.parametrize("slug", TITLES)
def test_bots_of_an_old_game_see_and_do_the_same(slug: str, how: str) -> None:
    replay = Replay(records(slug)[0].read_bytes(), TITLES)
    budget = Budget(iterations=4)
    with altered(slug, how) as title:
        for at in range(5, replay.last, replay.last // 3):
            table = replay.table(at)
            if table.status == "active" and table.decisions:
                seat = table.decisions[0].seat
                other = title.determinize(table.game, seat, FastDraw(99))
                assert title.view(other, seat) == title.view(table.game, seat)
                plans = [
                    levels.choose(title, state, seat, "greedy", FastDraw(7), budget) for state in (table.game, other)
                ]
                assert plans[0] == plans[1]


@pytest.mark.parametrize("how", CONTENT)
@pytest.mark.parametrize("slug", TITLES)
def test_a_new_game_is_of_the_new_edition_and_ends(slug: str, how: str) -> None:
    with altered(slug, how) as title:
        assert title.current == TITLES[slug].current + 1
        draw, luck = SeededDraw(b"new"), FastDraw(5)
        options = {"round_limit": 12} if slug == "winds-of-numa-sera" else {}
        state = title.new(2, msgspec.convert(options, title.options), draw).state
        assert state.edition == title.current
        while not (awaiting := title.awaiting(state)).finished:
            if awaiting.step is not None:
                state = title.run_step(state, draw).state
            else:
                seat = awaiting.seats[0].seat
                state = title.play(state, seat, title.sample_move(title, state, seat, luck), draw).state
            assert not title.check(state)


@pytest.mark.parametrize("slug", TITLES)
def test_a_starting_value_is_that_of_the_edition(slug: str) -> None:
    with altered(slug, "a starting value") as title:
        before, after = (play_out(title, edition) for edition in (title.current - 1, title.current))
        assert before != after
        assert before == play_out(TITLES[slug], TITLES[slug].current)


def play_out(title: AnyTitle, edition: int) -> list[Any]:
    """What happens in the first moves of a game with the same luck."""
    draw, luck = SeededDraw(b"start"), FastDraw(5)
    turn = title.new(2, title.options(), draw, edition)
    happened, state = list(turn.changes), turn.state
    for _ in range(12):
        awaiting = title.awaiting(state)
        if awaiting.step is not None:
            turn = title.run_step(state, draw)
        else:
            seat = awaiting.seats[0].seat
            turn = title.play(state, seat, title.sample_move(title, state, seat, luck), draw)
        happened, state = [*happened, *turn.changes], turn.state
    return happened


@pytest.mark.parametrize("slug", TITLES)
def test_a_rule_of_a_new_edition_binds_new_games_only(slug: str) -> None:
    with next_edition(TITLES[slug], CONTENT["a component's number"]) as later:
        title = PLAIN["a rule guarded by a new edition"](later)
        for edition in title.editions:
            state = title.new(2, title.options(), SeededDraw(b"rule"), edition).state
            seat = title.awaiting(state).seats[0].seat
            move = next(iter(title.legal_moves(state, seat)))
            if edition < title.current:
                assert title.play(state, seat, move, SeededDraw(b"rule")).changes
            else:
                with pytest.raises(IllegalMove, match="not any more"):
                    title.play(state, seat, move, SeededDraw(b"rule"))
