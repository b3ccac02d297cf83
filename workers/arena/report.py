"""What an arena came to, as data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from moothall.events.projections.rating_formula import FORMULA, Skill
from moothall.workers.arena.results import Result, Settings, Times
from moothall.workers.arena.standing import Shares, mean_share, ranked, ratings, shares
from moothall.workers.simulate.report import Z, outcomes

BARS = 16
"""Classes of scores at most."""


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
