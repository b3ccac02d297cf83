"""Games as environments for learning agents, after PettingZoo; needs the extra `moothall[pettingzoo]`."""

from __future__ import annotations

from typing import Any

from moothall.catalogue import Title
from moothall.environment.aec import Environment

__all__ = ["Environment", "env"]


def env(
    title: Title | str,
    players: int | None = None,
    options: dict[str, Any] | None = None,
    *,
    edition: int | None = None,
    max_cycles: int | None = None,
    shaping: float = 0.0,
) -> Environment:
    """A title as a PettingZoo environment (AEC) for so many players, the fewest unless told otherwise. An observation
    is `observation`, a vector of whole numbers, and `action_mask`; `infos` hold the `view` itself.

    `options`, `edition`: as for `Title.new`. `max_cycles`: after so many actions for every player, taken together, the
    game is truncated. `shaping`: adds so much for every point by which a move changed the lead over the best other.

    >>> env = moothall.env("manaforge", players=2)
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     seen, reward, over, cut_off, info = env.last()
    ...     env.step(None if over or cut_off else int(seen["action_mask"].argmax()))
    >>> env.game.finished
    True
    """
    return Environment(title, players, options, edition=edition, max_cycles=max_cycles, shaping=shaping)
