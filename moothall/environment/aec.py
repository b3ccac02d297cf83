"""A game as a PettingZoo environment: agents act one at a time, each sees a vector and a mask of its actions,
and is rewarded by its place in the end."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv

from moothall.catalogue import Title, title_of
from moothall.environment.actions import Decision
from moothall.environment.observations import Buffer
from moothall.environment.tables import tables
from moothall.game import Game
from moothall.workers.bots.position import read_move

Observation = dict[str, npt.NDArray[Any]]

_LARGEST = np.iinfo(np.int16)


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo says nothing of its types
    """One title at a table of one size. Agents are called `player_0` and so on, after their seats.

    An action is a whole move, or a part of one; then the same agent goes on (docs/environment.md). An action that is
    masked is refused with a ValueError, and nothing has changed.
    """

    render_mode = "ansi"

    def __init__(
        self,
        title: Title | str,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        *,
        edition: int | None = None,
        max_cycles: int | None = None,
        shaping: float = 0.0,
    ) -> None:
        super().__init__()
        found = title_of(title)
        self.title = found
        self._players = players or found.players[0]
        self._options = options
        self._edition = edition or found.editions[-1]
        self._most = None if max_cycles is None else max_cycles * self._players
        self._shaping = shaping
        self._luck = random.Random()
        self.game = self._new_game(0)
        """The game that is played, secrets included: for looking at, not for agents."""
        self._tables = tables(found.engine, self._edition, self._players)
        name = f"moothall_{found.slug}_v{self._edition}"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(self._players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.agents: list[str] = []

    @property
    def actions(self) -> tuple[str, ...]:
        """What every action says, by its id."""
        return self._tables.catalogue.names

    @property
    def layout(self) -> tuple[str, ...]:
        """What every number of an observation stands for."""
        return self._tables.names

    @property
    def digest(self) -> str:
        """A text that changes when an id does: of the same digest are the same ids."""
        return self._tables.catalogue.digest

    def spell(self, move: Any) -> list[int]:
        """The actions that a move takes if all of them are asked for; none if it has no id."""
        return list(self._tables.catalogue.spelt(read_move(self.title.engine, move)))

    def towards(self, move: Any) -> int:
        """The action that the agent to act takes now if it wants this move: plain data or a record. Raises ValueError
        if the move is not among its choices."""
        record = read_move(self.title.engine, move)
        action = self._decision.towards(record) if self._decision is not None else None
        if action is None:
            raise ValueError(f"{self.agent_selection} has no action that leads to {record}")
        return action

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same for all agents: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """All actions of the title at a table of this size."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The seed settles its luck and that of the games after it; `options` are not looked at."""
        if seed is not None:
            self._luck = random.Random(seed)
        self.game = self._new_game(self._luck.getrandbits(64))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self._paid = False
        self._leads = leads(self.game) if self._shaping else []
        self._ask()

    def observe(self, agent: str) -> Observation:
        """What the agent sees; the mask of one that is not to act is empty."""
        seat = self._seats[agent]
        asked = self._decision if seat == self._asked else None
        if asked is None:
            numbers = self._tables.written(self.game.engine.view(self.game.state, seat), seat)
        elif asked.taken:
            numbers = self._tables.with_chosen(self._written, asked)
        else:
            numbers = self._written[:]
        mask = bytearray(len(self.actions))
        if asked is not None:
            for action in asked.ids:
                mask[action] = 1
        return {
            "observation": np.frombuffer(numbers, np.int16, len(self.layout)),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def step(self, action: int | None) -> None:
        """The agent that is to act takes an action; None once its game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        decision = self._decision
        if decision is None or action is None or action not in decision.ids:
            raise ValueError(f"{agent} cannot take action {action}: {self._why_not(action)}")
        if self._paid:
            self._clear_rewards()
            self._paid = False
        self._cumulative_rewards[agent] = 0.0
        self._steps += 1
        move = decision.take(int(action))
        if move is not None:
            self.game.play(self._asked, move)
            self._settle()
        if self._most is not None and self._steps >= self._most and not self.game.finished:
            self.truncations = dict.fromkeys(self.agents, True)
            self._close()

    def render(self) -> str:
        """The table as a spectator sees it, drawn as text."""
        return self.game.text()

    def close(self) -> None:
        """Nothing is held."""

    def _new_game(self, seed: int) -> Game:
        return self.title.new(self._players, seed, self._options, self._edition)

    def _observation_space(self) -> gymnasium.spaces.Space[Any]:
        box = gymnasium.spaces.Box
        return gymnasium.spaces.Dict(
            {
                "observation": box(_LARGEST.min, _LARGEST.max, (len(self.layout),), np.int16),
                "action_mask": box(0, 1, (len(self.actions),), np.int8),
            }
        )

    def _ask(self) -> None:
        """The first seat that owes a decision is to act."""
        game = self.game
        seat = game.awaiting[0]
        view = game.engine.view(game.state, seat)
        agent = self.possible_agents[seat]
        self._asked = seat
        self._decision: Decision | None = self._tables.decision(game.state, seat)
        self._written: Buffer = self._tables.written(view, seat)
        self.agent_selection = agent
        self.infos[agent] = {"view": view, "without_id": self._decision.without_id}

    def _settle(self) -> None:
        """After a move: who is next, or what it came to."""
        if self._shaping:
            before, self._leads = self._leads, leads(self.game)
            self._pay([self._shaping * (now - then) for now, then in zip(self._leads, before, strict=True)])
        if not self.game.finished:
            self._ask()
            return
        self._pay(by_place(self.game.ranking()))
        self.terminations = dict.fromkeys(self.agents, True)
        self._close()

    def _pay(self, amounts: list[float]) -> None:
        for agent, amount in zip(self.possible_agents, amounts, strict=True):
            self.rewards[agent] += amount
            self._cumulative_rewards[agent] += amount
        self._paid = True

    def _close(self) -> None:
        """Nobody is asked any more; everybody learns how it stands."""
        game = self.game
        self._decision, self._asked = None, -1
        scores, ranking = game.scores(), game.ranking()
        for agent, seat in self._seats.items():
            view = game.engine.view(game.state, seat)
            self.infos[agent] = {"view": view, "without_id": 0, "scores": scores, "ranking": ranking}
        self.agent_selection = self.agents[0]

    def _why_not(self, action: int | None) -> str:
        if action is None or not 0 <= action < len(self.actions):
            return "there is no such action"
        return f"{self.actions[action]!r} is not open to it now"


def by_place(ranking: list[list[int]]) -> list[float]:
    """By seat: 1 for the first, -1 for the last, evenly spread between them; those who tie share. The sum is 0."""
    players = sum(map(len, ranking))
    rewards = [0.0] * players
    place = 0
    for group in ranking:
        shared = 1 - (2 * place + len(group) - 1) / (players - 1)
        for seat in group:
            rewards[seat] = shared
        place += len(group)
    return rewards


def leads(game: Game) -> list[float]:
    """By seat how far it is ahead of the best of the others, in points."""
    scores = game.scores()
    return [float(score - max(scores[:seat] + scores[seat + 1 :])) for seat, score in enumerate(scores)]
