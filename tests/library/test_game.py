"""Games on the engine alone, as the library gives them."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

import moothall
from moothall.domain.titles import TITLES


def finish(game: moothall.Game, pick: int = 0) -> moothall.Game:
    while not game.finished:
        moves = game.moves()
        game.play(game.awaiting[0], moves[pick % len(moves)])
    return game


@pytest.fixture(params=sorted(TITLES))
def title(request: pytest.FixtureRequest) -> moothall.Title:
    return moothall.title(request.param)


def test_moves_are_plain_data_in_and_out(title: moothall.Title) -> None:
    game = title.new(title.players[0], seed=3)
    for _ in range(12):
        seat, moves = game.awaiting[0], game.legal_moves()
        assert json.loads(json.dumps(moves)) == moves
        assert json.loads(json.dumps(game.view(seat))) == game.view(seat)
        assert game.describe(moves[len(moves) // 2])
        same = game.copy()
        game.play(seat, json.loads(json.dumps(moves[len(moves) // 2])))
        same.play(seat, same.moves(seat)[len(moves) // 2])
        assert same.state == game.state
        assert game.happened(None)


def test_a_copy_has_the_same_luck_ahead_and_a_fork_another(title: moothall.Title) -> None:
    bounded = {"round_limit": 12} if title.slug == "winds-of-numa-sera" else {}
    first, again, other = (title.new(title.players[0], seed=seed, options=bounded) for seed in (5, 5, 6))
    assert again.state == first.state
    copied, forked = first.copy(), [first.fork(seed) for seed in range(4)]
    played = finish(first, 7).state
    assert finish(copied, 7).state == finish(again, 7).state == played
    assert finish(other, 7).state != played
    luck_ahead = title.slug in ("manaforge", "winds-of-numa-sera")  # the others deal everything when they are set up
    assert any(finish(each, 7).state != played for each in forked) == luck_ahead


def test_steps_run_by_themselves_and_news_tell_of_them(title: moothall.Title) -> None:
    game = title.new(title.players[0], seed=2)
    while not game.finished:
        assert game.awaiting, "no step is left to whoever plays"
        moves = game.moves()
        game.play(game.awaiting[0], moves[len(moves) // 2])
        assert game.news
    assert sorted(seat for group in game.ranking() for seat in group) == list(range(game.seats))
    assert [sheet["total"] for sheet in game.sheets()] == game.scores()
    assert game.happened()


def test_what_is_imagined_looks_the_same_and_hides_the_rest(title: moothall.Title) -> None:
    game = title.new(title.players[-1], seed=8)
    for _ in range(12):
        game.play(game.awaiting[0], 0)
    different = 0
    for seat in range(game.seats):
        imagined = game.imagine(seat, seed=1)
        assert imagined.view(seat) == game.view(seat)
        assert imagined.text(seat) == game.text(seat)
        different += imagined.state != game.state
    assert different


def test_a_refused_move_changes_nothing() -> None:
    game = moothall.title("manaforge").new(2, seed=1)
    before, seat = game.state, game.awaiting[0]
    with pytest.raises(moothall.IllegalMove) as refused:
        game.play(1 - seat, game.legal_moves(seat)[0])
    assert refused.value.rule.startswith("MF-")
    for bad in ({"type": "fly"}, 10_000, "first", True):
        with pytest.raises(moothall.BadAnswer):
            game.play(seat, bad)  # type: ignore[arg-type]
    assert game.state is before


@pytest.mark.parametrize(
    ("players", "options", "edition", "said"),
    [
        (9, None, None, "is played by 2 to 4, not by 9"),
        (2, {"no such option": 1}, None, "options"),
        (2, None, 99, "has no edition 99"),
    ],
)
def test_what_cannot_be_played_is_said(players: int, options: Any, edition: int | None, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        moothall.title("manaforge").new(players, options=options, edition=edition)


def test_a_game_of_an_old_edition() -> None:
    title = moothall.title("winds-of-numa-sera")
    assert title.new(2, edition=title.editions[0]).state.edition == title.editions[0]
    assert title.new(2).state.edition == title.editions[-1]


def test_there_is_no_env_without_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    for name in [each for each in sys.modules if each.startswith("moothall.environment")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ImportError, match=r"pip install 'moothall\[pettingzoo\]'"):
        moothall.__getattr__("env")
    with pytest.raises(AttributeError, match="no attribute 'enw'"):
        moothall.__getattr__("enw")
