"""Who beats whom, and when that is certain.

A game between two bots gives one point to the better placed and half a point each to equals; a bot that has several
seats at a table is counted with the mean of them. A bot's share against another is the mean over the deals. Bots are
ranked by the mean of their shares against all others. A game that a bot lost by failing tells nothing of the others.

The games of a deal hang together, so an interval counts them for what the scatter between deals says they are worth: at
least one observation a deal, at most one a game.

The order is certain when every bot beats the next one after it: the whole interval of its share is above one half. Who
looks often enough is right by luck sooner or later, so there are few looks (after 10 deals, 15, 23, 35, ..., each half
as many again), and the j-th one is taken at 1 - 0.05 / j (j + 1), divided by the number of neighbours: all looks and
neighbours together call an order certain that is not in about one arena of twenty at most.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import NormalDist, fmean, variance
from typing import NamedTuple

from moothall.domain.core.ranking import places
from moothall.domain.table.ending import Placed
from moothall.events.projections.rating_formula import NEW, Skill, rate
from moothall.workers.arena.results import Result
from moothall.workers.simulate.report import Z, wilson

FIRST_LOOK = 10
"""Deals that are played at least."""

DOUBT = 0.05
"""How often an order may be called certain that is none."""


class Share(NamedTuple):
    """What a bot has won against another."""

    games: int
    share: float
    worth: float
    """As many independent games would tell as much."""

    def interval(self, z: float = Z) -> tuple[float, float]:
        """Wilson's."""
        return wilson(self.share * self.worth, self.worth, z)


Shares = Mapping[tuple[str, str], Share]
"""Of the first against the second, for every pair that has met."""


def shares(results: Sequence[Result]) -> Shares:
    """Both ways."""
    by_deal: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        for pair, points in _points(result).items():
            by_deal[pair][result.deal].append(points)
    return {pair: _share([*deals.values()]) for pair, deals in by_deal.items()}


def ranked(names: Sequence[str], against: Shares) -> list[str]:
    """The bots, best first; equals as they were named."""
    return sorted(names, key=lambda bot: -mean_share(bot, against))


def mean_share(bot: str, against: Shares) -> float:
    """Over all that it has met."""
    met = [each.share for (one, _), each in against.items() if one == bot]
    return fmean(met) if met else 0.5


def looks() -> Iterator[int]:
    """After so many deals it is looked whether the order is certain."""
    deals = FIRST_LOOK
    while True:
        yield deals
        deals = math.ceil(deals * 1.5)


def is_certain(names: Sequence[str], against: Shares, look: int) -> bool:
    """Whether the order is, at that look, counted from 1."""
    order = ranked(names, against)
    neighbours = list(pairwise(order))
    z = NormalDist().inv_cdf(1 - DOUBT / (look * (look + 1) * len(neighbours)) / 2)
    return all(pair in against and against[pair].interval(z)[0] > 0.5 for pair in neighbours)


def ratings(names: Sequence[str], results: Sequence[Result]) -> dict[str, Skill]:
    """As a server would rate the bots by these games, in this order."""
    skills = dict.fromkeys(names, NEW)
    for result in results:
        for standing in _standings(result):
            skills |= rate(standing, {each.player: skills[each.player] for each in standing})
    return skills


def _standings(result: Result) -> list[list[Placed]]:
    """A game; or, of one that a bot lost by failing, a game of each of the others against it: among themselves nothing
    was decided."""
    if result.failed is None:
        place = places(result.ranking)
        return [[Placed(bot, place[seat]) for seat, bot in enumerate(result.bots)]]
    lost = result.failed.bot
    return [[Placed(bot, 1), Placed(lost, 2)] for bot in result.bots if bot != lost]


def _points(result: Result) -> dict[tuple[str, str], float]:
    """Of every bot at the table against every other; where one failed, of that one and the others."""
    place, found = places(result.ranking), defaultdict(list)
    for seat, bot in enumerate(result.bots):
        for other, rival in enumerate(result.bots):
            if bot != rival and (result.failed is None or result.failed.seat in (seat, other)):
                ahead = place[other] - place[seat]
                found[bot, rival].append(1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0)
    return {pair: fmean(points) for pair, points in found.items()}


def _share(deals: Sequence[Sequence[float]]) -> Share:
    games, means = sum(map(len, deals)), [fmean(points) for points in deals]
    share = fmean(means)
    scatter = variance(means) if len(means) > 1 else 0.0
    worth = len(means) * share * (1 - share) / scatter if scatter else 0.0
    return Share(games, share, min(games, max(len(means), worth)))
