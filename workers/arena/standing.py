"""What an arena came to: who beats whom, when that is certain, and all of it as data.

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
from typing import Any, NamedTuple

from moothall.domain.core.ranking import places
from moothall.domain.table.ending import Placed
from moothall.events.projections.rating_formula import FORMULA, NEW, Skill, rate
from moothall.workers.arena.results import Result, Settings, Times
from moothall.workers.simulate import Z, outcomes, wilson

FIRST_LOOK = 10
"""Deals that are played at least."""

DOUBT = 0.05
"""How often an order may be called certain that is none."""

BARS = 16
"""Classes of scores at most."""


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


def report(settings: Settings, results: Sequence[Result], times: Sequence[Times]) -> dict[str, Any]:
    """Of deals that are complete, one at least."""
    names, against = settings.names, shares(results)
    skills, pace = ratings(names, results), _pace(results, times)
    by_bot = outcomes([result.played for result in results])
    failed = [result for result in results if result.failed is not None]
    return {
        "title": settings.title,
        "edition": settings.edition,
        "players": settings.players,
        "bots": names,
        "options": settings.options,
        "seed": settings.seed,
        "seatings": settings.seatings,
        "deals": results[-1].deal + 1,
        "games": len(results),
        "standing": [
            {
                "rank": rank,
                "bot": bot,
                **_rating(skills[bot]),
                "share": round(mean_share(bot, against), 4),
                "wins": by_bot["shares"]["by_bot"][bot],
                "scores": by_bot["scores_by_bot"][bot],
                "seconds_per_turn": pace.get(bot),
                "failures": sum(each.failed is not None and each.failed.bot == bot for each in failed),
            }
            for rank, bot in enumerate(ranked(names, against), 1)
        ],
        "formula": FORMULA,
        "against": _table(names, against),
        "wins": {what: by_bot["shares"][what] for what in ("by_seat", "by_faction")},
        "histogram": _histogram(names, results),
        **{what: by_bot[what] for what in ("scores", "winning_scores", "rounds", "decisions", "endings", "broken")},
        "failures": [_failure(settings, each) for each in failed],
    }


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


def _rating(skill: Skill) -> dict[str, float]:
    """With the interval that holds the skill with 95 %."""
    half = Z * skill.sigma
    low, high = (round(each, 2) for each in (skill.mu - half, skill.mu + half))
    return {"mu": round(skill.mu, 2), "sigma": round(skill.sigma, 2), "low": low, "high": high}


def _table(names: Sequence[str], against: Shares) -> dict[str, dict[str, Any]]:
    """Of each bot against each other: its share, with the interval."""
    found: dict[str, dict[str, Any]] = {name: {} for name in names}
    for (one, other), each in sorted(against.items()):
        low, high = each.interval()
        told = {"share": each.share, "low": low, "high": high, "worth": each.worth}
        found[one][other] = {"games": each.games, **{name: round(value, 4) for name, value in told.items()}}
    return found


def _pace(results: Sequence[Result], times: Sequence[Times]) -> Mapping[str, float]:
    """Seconds of processor time per turn, by bot. A turn is all that a seat decides before another one does."""
    seconds: dict[str, float] = defaultdict(float)
    turns: dict[str, int] = defaultdict(int)
    for each in times:
        if each.game < len(results):
            for bot, thought, number in zip(results[each.game].bots, each.seconds, each.turns, strict=True):
                seconds[bot] += thought
                turns[bot] += number
    return {bot: round(seconds[bot] / turns[bot], 6) for bot in turns if turns[bot]}


def _histogram(names: Sequence[str], results: Sequence[Result]) -> dict[str, Any]:
    """How often each bot had how many points: `counts` of classes that are `width` wide and begin with `low`."""
    scored = [(bot, score) for result in results for bot, score in zip(result.bots, result.scores, strict=True)]
    low, high = min(score for _, score in scored), max(score for _, score in scored)
    width = -(-(high - low + 1) // BARS)
    low -= low % width
    counts = {name: [0] * ((high - low) // width + 1) for name in names}
    for bot, score in scored:
        counts[bot][(score - low) // width] += 1
    return {"low": low, "width": width, "counts": counts}


def _failure(settings: Settings, result: Result) -> dict[str, Any]:
    assert result.failed is not None
    told = str(result.failed.told(settings, result.game))
    return {"game": result.game, "bot": result.failed.bot, "seat": result.failed.seat, "told": told}


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
