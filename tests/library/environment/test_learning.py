"""The example that learns: it runs, and its weights move. Whether it wins takes minutes: docs/environment.md."""

from __future__ import annotations

import importlib.util
import random
from typing import Any

import numpy as np
import pytest

import moothall
from tests.support.live import ROOT


@pytest.fixture(scope="module")
def learn() -> Any:
    """examples/learn.py as a module."""
    spec = importlib.util.spec_from_file_location("learn", ROOT / "examples/learn.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_weights_move_and_trials_are_counted(learn: Any) -> None:
    envs = [moothall.env("medieval-realms", 2, shaping=learn.SHAPING) for _ in range(2)]
    network = learn.Network(len(envs[0].layout), len(envs[0].actions), 1)
    before = {name: each.copy() for name, each in network.weights.items()}
    luck = random.Random(1)
    games = learn.rollout(network, envs, iter(range(10)), luck)
    assert len(games) == 2
    assert all(len(steps) == len(rewards) > 20 for steps, rewards in games)
    learn.improve(network, games, luck)
    assert [name for name, each in network.weights.items() if np.array_equal(each, before[name])] == []
    assert learn.trial(network, moothall.env("medieval-realms", 2), "random", 2, 100) in (0, 0.25, 0.5, 0.75, 1)


def test_the_slopes_are_those_of_the_loss(learn: Any) -> None:
    """Reckoned by hand, and once more by trying."""
    luck = np.random.default_rng(2)
    network = learn.Network(7, 5, 3)
    network.weights = {name: luck.normal(0, 0.5, each.shape) for name, each in network.weights.items()}
    seen, masks = luck.normal(size=(6, 7)), luck.random((6, 5)) < 0.7
    masks[:, 0] = True
    actions = np.array([luck.choice(np.flatnonzero(mask)) for mask in masks])
    before = network.chances(seen, masks)[1][np.arange(6), actions] * luck.uniform(0.9, 1.1, 6)
    gains, targets = luck.normal(size=6), luck.normal(size=6)

    def loss() -> float:
        _, chances, values = network.chances(seen, masks)
        ratio = chances[np.arange(6), actions] / before
        spread = -(chances * np.log(np.maximum(chances, 1e-9))).sum(axis=1)
        kept = np.minimum(ratio * gains, np.clip(ratio, 1 - learn.CLIP, 1 + learn.CLIP) * gains)
        return float((-kept - learn.ENTROPY * spread + 0.5 * (values - targets) ** 2).mean())

    reckoned = learn.slopes(network, seen, masks, actions, before, gains, targets)
    for name, slope in reckoned.items():
        weights = network.weights[name]
        for at in [tuple(luck.integers(0, size) for size in weights.shape) for _ in range(4)]:
            was = weights[at]
            weights[at] = was + 1e-5
            above = loss()
            weights[at] = was - 1e-5
            below = loss()
            weights[at] = was
            assert slope[at] == pytest.approx((above - below) / 2e-5, abs=1e-6)


def test_the_program_runs(learn: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(learn, "AT_ONCE", 2)
    monkeypatch.setattr("sys.argv", ["learn.py", "--games", "2", "--trials", "2", "--curve", str(tmp_path / "it.svg")])
    learn.main()
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["games", "0", "2"]
    assert "<polyline" in (tmp_path / "it.svg").read_text("utf-8")
