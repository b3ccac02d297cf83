"""A player that learns: proximal policy optimisation with masked actions, in plain numpy, from games against random
play. A small network sees the observation of `moothall.env` and says how good every action looks; what is masked is
never taken.

    pip install 'moothall[pettingzoo]'
    python examples/learn.py --title medieval-realms --games 6000 --seed 1 --curve curve.svg

It prints how many games of a hundred it wins against the level `random`, on deals it has never seen, while it learns.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import moothall

AT_ONCE = 32
"""Games that are played side by side, so that the network is asked about many positions at once."""
HIDDEN = 64
CLIP, EPOCHS, BATCH, RATE = 0.2, 3, 512, 1e-3
DISCOUNT, TRACE, ENTROPY = 1.0, 0.95, 0.01
SHAPING = 0.02
"""What a point of lead is worth while learning; a won game is worth 1."""
FRESH = 1_000_000
"""Seeds from here on are for trials alone."""


class Step(NamedTuple):
    """One decision of the learner."""

    seen: np.ndarray
    mask: np.ndarray
    action: int
    chance: float
    value: float


class Network:
    """One hidden layer; a score for every action, and an estimate of what the position is worth."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        luck = np.random.default_rng(seed)
        self.weights = {
            "in": luck.normal(0, 1 / np.sqrt(inputs), (inputs, HIDDEN)).astype(np.float32),
            "in0": np.zeros(HIDDEN, np.float32),
            "out": luck.normal(0, 0.01, (HIDDEN, actions)).astype(np.float32),
            "out0": np.zeros(actions, np.float32),
            "value": luck.normal(0, 0.01, (HIDDEN, 1)).astype(np.float32),
            "value0": np.zeros(1, np.float32),
        }
        self._means = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self._squares = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self._updates = 0

    def chances(self, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of every position: the hidden layer, the chance of every action, the value."""
        weights = self.weights
        hidden = np.tanh(seen @ weights["in"] + weights["in0"])
        scores = np.where(masks, hidden @ weights["out"] + weights["out0"], -1e9)
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, scores / scores.sum(axis=1, keepdims=True), (hidden @ weights["value"] + weights["value0"])[:, 0]

    def learn(self, slopes: dict[str, np.ndarray]) -> None:
        """A step of Adam."""
        self._updates += 1
        fade = np.sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        for name, slope in slopes.items():
            self._means[name] += 0.1 * (slope - self._means[name])
            self._squares[name] += 0.001 * (slope * slope - self._squares[name])
            self.weights[name] -= RATE * fade * self._means[name] / (np.sqrt(self._squares[name]) + 1e-8)


def scaled(seen: Any) -> np.ndarray:
    """Observations are counts and places in an order; large ones are all the same."""
    return np.minimum(np.asarray(seen), 10).astype(np.float32) / 4


def played(env: Any, learner: str, luck: random.Random) -> tuple[Any, float, bool]:
    """The others act at random until the learner is asked or the game is over: what it sees, and what it has got."""
    for agent in env.agent_iter():
        seen, reward, over, cut_off, _ = env.last()
        if agent == learner:
            return seen, reward, over or cut_off
        env.step(None if over or cut_off else luck.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    raise AssertionError("the learner is asked before the game is put away")


def rollout(network: Network, envs: list[Any], seeds: Iterator[int], luck: random.Random) -> list[Any]:
    """A game at every table: the learner's steps and rewards of each."""
    tables = []
    for place, env in enumerate(envs):
        env.reset(seed=next(seeds))
        tables.append((env, env.possible_agents[place % len(env.possible_agents)], [], []))
    games, open_tables = [], tables
    while open_tables:
        asked = []
        for table in open_tables:
            env, learner, steps, rewards = table
            seen, reward, over = played(env, learner, luck)
            rewards.append(reward)
            if over:
                games.append((steps, rewards[1:]))  # what is paid before the first decision is nobody's doing
            else:
                asked.append((table, seen))
        open_tables = [table for table, _ in asked]
        if not asked:
            break
        views = scaled([seen["observation"] for _, seen in asked])
        masks = np.array([seen["action_mask"] for _, seen in asked], bool)
        _, chances, values = network.chances(views, masks)
        for (table, _), view, mask, chance, value in zip(asked, views, masks, chances, values, strict=True):
            env, _, steps, _ = table
            action = int(np.searchsorted(np.cumsum(chance), luck.random() * chance.sum()))
            action = action if mask[action] else int(chance.argmax())
            steps.append(Step(view, mask, action, float(chance[action]), float(value)))
            env.step(action)
    return games


def advantages(steps: list[Step], rewards: list[float]) -> tuple[list[float], list[float]]:
    """By how much every step turned out better than thought, and what it came to."""
    found, running, later = [], 0.0, 0.0
    for step, reward in zip(reversed(steps), reversed(rewards), strict=True):
        running = reward + DISCOUNT * later - step.value + DISCOUNT * TRACE * running
        later = step.value
        found.append(running)
    found.reverse()
    return found, [gain + step.value for gain, step in zip(found, steps, strict=True)]


def improve(network: Network, games: list[Any], luck: random.Random) -> None:
    """Make what went better than thought more likely, but not by too much at once."""
    steps = [step for game, _ in games for step in game]
    reckoned = [advantages(game, rewards) for game, rewards in games]
    gains = np.array([each for some, _ in reckoned for each in some], np.float32)
    targets = np.array([each for _, some in reckoned for each in some], np.float32)
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    seen, masks = np.stack([step.seen for step in steps]), np.stack([step.mask for step in steps])
    actions = np.array([step.action for step in steps])
    before = np.array([step.chance for step in steps], np.float32)
    order = list(range(len(steps)))
    for _ in range(EPOCHS):
        luck.shuffle(order)
        for start in range(0, len(order), BATCH):
            some = np.array(order[start : start + BATCH])
            network.learn(
                slopes(network, seen[some], masks[some], actions[some], before[some], gains[some], targets[some])
            )


def slopes(
    network: Network,
    seen: np.ndarray,
    masks: np.ndarray,
    actions: np.ndarray,
    before: np.ndarray,
    gains: np.ndarray,
    targets: np.ndarray,
) -> dict[str, np.ndarray]:
    """Where the weights should go, reckoned backwards by hand."""
    hidden, chances, values = network.chances(seen, masks)
    rows = np.arange(len(actions))
    ratio = chances[rows, actions] / before
    held = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    scores = chances * (gains * ratio * held)[:, None]
    scores[rows, actions] -= gains * ratio * held
    logs = np.log(np.maximum(chances, 1e-9))
    spread = -(chances * logs).sum(axis=1, keepdims=True)
    scores += ENTROPY * chances * (logs + spread)
    scores /= len(actions)
    errors = ((values - targets) / len(actions))[:, None]
    inner = (scores @ network.weights["out"].T + errors @ network.weights["value"].T) * (1 - hidden * hidden)
    return {
        "in": seen.T @ inner,
        "in0": inner.sum(axis=0),
        "out": hidden.T @ scores,
        "out0": scores.sum(axis=0),
        "value": hidden.T @ errors,
        "value0": errors.sum(axis=0),
    }


def trial(network: Network, env: Any, rival: str, games: int, first: int) -> float:
    """The share of games won against a level of Moothall, on seeds of their own; a tie is half a game. It takes the
    action that looks best."""
    won = 0.0
    for number in range(games):
        env.reset(seed=first + number)
        learner = env.possible_agents[number % len(env.possible_agents)]
        luck, wanted = random.Random(first + number), None
        for agent in env.agent_iter():
            seen, reward, over, cut_off, _ = env.last()
            if over or cut_off:
                won += (reward > 0) + 0.5 * (reward == 0) if agent == learner else 0
                env.step(None)
            elif agent == learner:
                views, masks = scaled([seen["observation"]]), np.array([seen["action_mask"]], bool)
                env.step(int(network.chances(views, masks)[1][0].argmax()))
            else:
                if not seen["observation"][-len(env.actions) :].any():  # else it goes on with a move half made
                    seat = env.possible_agents.index(agent)
                    wanted = env.game.ask(rival, seat, seed=luck.getrandbits(32))
                env.step(env.towards(wanted))
    return won / games


def train(title: str, games: int, seed: int, trials: int = 100, every: int = 640) -> Iterator[tuple[int, float, float]]:
    """Learn, and tell now and then: games played, share of the trial won, minutes."""
    started = time.perf_counter()
    luck = random.Random(seed)
    envs = [moothall.env(title, 2, shaping=SHAPING) for _ in range(AT_ONCE)]
    network = Network(len(envs[0].layout), len(envs[0].actions), seed)
    seeds = iter(range(seed * 10_000_000, seed * 10_000_000 + FRESH))
    judge = moothall.env(title, 2)
    done = 0
    while True:
        if done % every < AT_ONCE or done >= games:
            first = seed * 10_000_000 + FRESH + done * trials
            share = trial(network, judge, "random", trials, first)
            yield done, share, (time.perf_counter() - started) / 60
        if done >= games:
            return
        improve(network, rollout(network, envs, seeds, luck), luck)
        done += AT_ONCE


def drawn(points: list[tuple[int, float, float]]) -> str:
    """The curve as a picture: games along, won games up."""
    wide, high, edge = 640, 320, 44
    most = max(games for games, _, _ in points) or 1

    def at(games: float, share: float) -> str:
        return f"{edge + (wide - 2 * edge) * games / most:.1f},{high - edge - (high - 2 * edge) * share:.1f}"

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        (x0, y), (x1, _) = at(0, share).split(","), at(most, share).split(",")
        lines.append(f'<line x1="{x0}" y1="{y}" x2="{x1}" y2="{y}" stroke="#ccc"/>')
        lines.append(f'<text x="{edge - 6}" y="{y}" text-anchor="end" dy="4">{share:.0%}</text>')
    path = " ".join(at(games, share) for games, share, _ in points)
    lines.append(f'<polyline points="{path}" fill="none" stroke="#1f5fa8" stroke-width="2"/>')
    lines.append(f'<text x="{wide / 2}" y="{high - 12}" text-anchor="middle">games played (0 to {most})</text>')
    lines.append(f'<text x="{edge}" y="20">games won against random play, fresh deals</text>')
    return "\n".join([*lines, "</svg>", ""])


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--title", default="medieval-realms")
    asked.add_argument("--games", type=int, default=6_000, help="games to learn from")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--trials", type=int, default=100, help="games of every trial")
    asked.add_argument("--curve", type=Path, help="where to draw the learning curve (SVG)")
    chosen = asked.parse_args()
    points = []
    print("games   won  minutes")
    for games, share, minutes in train(chosen.title, chosen.games, chosen.seed, chosen.trials):
        points.append((games, share, minutes))
        print(f"{games:5}  {share:4.0%}  {minutes:7.1f}", flush=True)
    if chosen.curve:
        chosen.curve.write_text(drawn(points), "utf-8")


if __name__ == "__main__":
    main()
