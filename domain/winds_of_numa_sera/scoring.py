"""Renown, progress towards the victory conditions, ranking (NS-15)."""

from __future__ import annotations

from moothall.domain.core.ranking import Ranking
from moothall.domain.core.title import Sheet
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.rules.standing import amount_of, standing
from moothall.domain.winds_of_numa_sera.state import Finished, GameEnd, Seat, State


def categories(box: Box, seat: Seat) -> dict[str, int]:
    """NS-15.8: Renown by category; an eliminated player scores nothing."""
    points, mat = box.points, seat.mat
    alive = int(seat.alive)
    best = standing(box, mat).best_skill
    return {  # by name, as mappings are written
        "best_skill": alive * points.per_best_skill_level * best,
        "classes": alive * points.per_class * len(mat.classes),
        "conditions": alive * points.per_victory_condition * len(seat.conditions),
        "heroes_slain": alive * points.per_slain_hero * len(seat.captured),
        "living_heroes": alive * points.per_living_hero * len(mat.line),
        "other_skills": alive * points.per_other_skill_card * (len(mat.skills) - best),
        "strongholds": alive * points.per_stronghold * len(mat.strongholds),
        "treasury": alive * -(-seat.treasury // points.capital_per_point),
    }


def renown(box: Box, seat: Seat) -> int:
    """NS-15.8: the sum."""
    return sum(categories(box, seat).values())


def progress(box: Box, seat: Seat) -> dict[str, int]:
    """How far the seat is towards each condition, by name."""
    return {name: amount_of(box, seat, box.conditions[name].conditions[0]) for name in sorted(box.conditions)}


def place(state: State, seat: int) -> int:
    """The place in turn order, from 0."""
    return (seat - state.first) % len(state.seats)


def strength(state: State, seat: int) -> tuple[int, ...]:
    """NS-15.6: Renown and what breaks ties, the higher the better."""
    box = box_of(state)
    player = state.seats[seat]
    return (
        renown(box, player),
        len(player.conditions),
        len(player.captured),
        len(player.mat.strongholds),
        len(player.mat.skills),
        player.treasury,
        place(state, seat),
    )


def order(state: State) -> tuple[int, ...]:
    """NS-15.7: all seats, best first: the winner, the living by strength, the eliminated, the later the higher."""
    winner = state.phase.winner if isinstance(state.phase, GameEnd | Finished) else -1
    living = [seat for seat in range(len(state.seats)) if seat not in state.eliminated]
    living.sort(key=lambda seat: strength(state, seat), reverse=True)
    ranked = (*living, *reversed(state.eliminated))
    return (winner, *(seat for seat in ranked if seat != winner)) if winner >= 0 else ranked


def ranking(state: State) -> Ranking:
    """The same as groups; nothing is ever tied, because the place in turn order decides last."""
    return tuple((seat,) for seat in order(state))


def tier(state: State, seat: int) -> int:
    """NS-15.7: who has won by anything but Renown stands before it, the eliminated behind, the later the higher."""
    end = state.phase
    if isinstance(end, GameEnd | Finished) and end.winner == seat and end.reasons != ("renown",):
        return 1
    return state.eliminated.index(seat) - len(state.eliminated) if seat in state.eliminated else 0


def score_sheet(state: State) -> tuple[Sheet, ...]:
    """The breakdown per seat."""
    box = box_of(state)
    ranks = order(state)
    winner = -1
    reasons: tuple[str, ...] = ()
    if isinstance(state.phase, Finished):
        winner, reasons = state.phase.winner, state.phase.reasons
    sheets = []
    for index, seat in enumerate(state.seats):
        found = categories(box, seat)
        notes = {
            "conditions": list(seat.conditions),
            "rank": ranks.index(index) + 1,
            "reasons": list(reasons) if index == winner else [],
            "winner": index == winner,
        }
        sheets.append(Sheet(index, sum(found.values()), found, notes))
    return tuple(sheets)
