"""What an environment does beside what PettingZoo asks of all."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import moothall
from moothall.domain.titles import TITLES
from moothall.environment.aec import by_place
from tests.support.pebbles import pebbles


def play(env: Any, seed: int) -> dict[str, float]:
    """A game at random; what every agent got in all."""
    luck = np.random.default_rng(seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, over, cut_off, _ = env.last()
        got[agent] += reward
        env.step(None if over or cut_off else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
    return got


@pytest.mark.parametrize(
    ("ranking", "rewards"),
    [
        ([[1], [0]], [-1, 1]),
        ([[0, 1]], [0, 0]),
        ([[2], [0], [1]], [0, -1, 1]),
        ([[2], [0, 1]], [-0.5, -0.5, 1]),
        ([[3, 0], [1], [2]], [2 / 3, -1 / 3, -1, 2 / 3]),
    ],
)
def test_rewards_follow_the_ranking(ranking: list[list[int]], rewards: list[float]) -> None:
    assert by_place(ranking) == pytest.approx(rewards)


@pytest.mark.parametrize("slug", [title.slug for title in moothall.titles()])
def test_a_game_is_paid_out_at_its_end(slug: str) -> None:
    env = moothall.env(slug, 2)
    got = play(env, 2)
    assert list(got.values()) == by_place(env.game.ranking())
    assert env.agents == []


def test_shaping_pays_every_change_of_the_lead() -> None:
    env = moothall.env("medieval-realms", 3, shaping=0.1)
    got = play(env, 3)
    scores, places = env.game.scores(), by_place(env.game.ranking())
    leads = [score - max(scores[:seat] + scores[seat + 1 :]) for seat, score in enumerate(scores)]
    assert list(got.values()) == pytest.approx([0.1 * lead + place for lead, place in zip(leads, places, strict=True)])


def test_seeds_settle_the_luck_of_all_games_to_come() -> None:
    one, two = moothall.env("manaforge", 2), moothall.env("manaforge", 2)
    for env in (one, two):
        env.reset(seed=9)
        env.reset()
    assert one.game.state == two.game.state
    first = one.game.state
    one.reset()
    assert one.game.state != first
    one.reset(seed=9)
    two.reset(seed=10)
    assert one.game.state != two.game.state


def test_a_game_is_cut_off_after_so_many_cycles() -> None:
    env = moothall.env("winds-of-numa-sera", 3, max_cycles=5)
    env.reset(seed=1)
    taken, cut_off = 0, {}
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        if cut:
            assert (over, reward) == (False, 0)
            assert len(info["scores"]) == 3
            cut_off[agent] = info["view"]
        taken += not cut
        env.step(None if cut else int(seen["action_mask"].argmax()))
    assert (taken, sorted(cut_off)) == (15, env.possible_agents)


def test_what_is_masked_is_refused_and_changes_nothing() -> None:
    env = moothall.env("gates-of-mara", 2)
    env.reset(seed=1)
    agent, state = env.agent_selection, env.game.state
    barred = env.actions.index("end_turn")
    for action, said in ((barred, "'end_turn' is not open"), (len(env.actions), "no such"), (None, "no such")):
        with pytest.raises(ValueError, match=said):
            env.step(action)
    with pytest.raises(ValueError, match="no action that leads to EndTurn"):
        env.towards({"type": "end_turn"})
    assert (env.agent_selection, env.game.state) == (agent, state)
    env.step(env.towards(env.game.legal_moves()[0]))
    assert env.game.state != state


def test_infos_hold_the_view_and_at_the_end_the_result() -> None:
    env = moothall.env("manaforge", 2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        _, _, over, cut_off, info = env.last()
        seat = env.possible_agents.index(agent)
        assert info["view"] == env.game.engine.view(env.game.state, seat)
        if over:
            assert (info["scores"], info["ranking"]) == (env.game.scores(), env.game.ranking())
        else:
            assert info["without_id"] == 0
        env.step(None if over or cut_off else int(env.observe(agent)["action_mask"].argmax()))


def test_the_table_is_drawn_for_spectators() -> None:
    env = moothall.env("manaforge", 2)
    env.reset(seed=1)
    assert env.render() == env.game.text(None)
    assert str(env) == "moothall_manaforge_v1"


def test_options_and_editions() -> None:
    env = moothall.env("winds-of-numa-sera", 2, {"setting": "empire"}, edition=1)
    env.reset(seed=1)
    assert (env.game.state.setting, env.game.state.edition) == ("empire", 1)
    assert moothall.env(moothall.title("manaforge")).possible_agents == ["player_0", "player_1"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": 7}, "played by 2 to 4"),
        ({"players": 2, "options": {"luck": 1}}, "options"),
        ({"players": 2, "edition": 99}, "has no edition 99"),
    ],
)
def test_what_cannot_be_played_is_said(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        moothall.env("manaforge", **given)


def test_a_title_that_nobody_described_has_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TITLES, "pebbles", pebbles(1))
    with pytest.raises(ValueError, match="Pebbles has no environment"):
        moothall.env("pebbles", 2)
