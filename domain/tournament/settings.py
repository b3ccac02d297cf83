"""What an organiser fixes when a tournament is created, and whether it makes sense. All of it is a fact of the first
event."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from moothall.domain.core.data import Data
from moothall.domain.core.errors import BadOptions, IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.clock import LONGEST_S, check_clock
from moothall.domain.table.decide import options_in_full
from moothall.domain.table.state import LEVELS, SUBSTITUTE, Clock

Format = Literal["swiss", "round_robin", "knockout", "ladder"]
EntrantKind = Literal["human", "bot", "ai"]
NextRound = Literal["auto", "manual"]
Uneven = Literal["tables", "byes"]
OnDeadline = Literal["adjudicate", "annul", "wait"]
TieBreak = Literal["opponents", "head_to_head", "score_share", "wins", "same_seat", "lot"]

LONGEST_NAME = 80
MOST_ROUNDS = 100
MOST_WAVES = 100_000
"""The latest wave of a ladder that somebody may enter before: as good as any."""

MOST_ENTRANTS = 1_000
MOST_POINTS = 1_000
"""What a place or a bye can be worth."""

LONGEST_AHEAD_MS = 366 * 24 * 60 * 60 * 1_000
"""How long before its start a tournament can be created."""


class Settings(Data, frozen=True, forbid_unknown_fields=True):
    """The terms of a tournament."""

    name: str
    title: str
    edition: int
    """Every table is played by this edition, whatever is released meanwhile."""
    content_hash: str
    format: Format
    table_size: int
    """Tables have so many seats; where the numbers do not work out, some have fewer, never more."""
    rounds: int | None = None
    """None: as many as the format needs (round robin, knockout), or until the organiser ends it (ladder)."""
    points: dict[str, tuple[int, ...]] = {}  # noqa: RUF012  msgspec copies a default of this kind
    """By table size, what each place is worth, the first place first; ties share."""
    bye: int = 0
    """What a bye is worth."""
    tie_breaks: tuple[TieBreak, ...] = ()
    duplicate: bool = False
    """All tables of a round play the same deal, which nobody is told before the last of them is over."""
    rated: bool = True
    options: dict[str, Any] = {}  # noqa: RUF012
    clock: Clock | None = None
    next_round: NextRound = "auto"
    uneven: Uneven = "tables"
    """What is done when the entrants do not fill their tables: some tables are smaller, or some entrants sit out."""
    advance: int = 1
    """Knockout: how many of every table go on."""
    kinds: tuple[EntrantKind, ...] = ("human", "bot", "ai")
    """Who may enter."""
    invited_only: bool = False
    most_entrants: int = 1_000
    late_entry: int = 0
    """The last round that somebody may still enter before; 0: nobody enters once it has started."""
    check_in: bool = False
    """Whether only those who have checked in are paired in the first round."""
    starts_at: int | None = None
    """When it starts by itself (ms); None: on the organiser's word."""
    join_s: int = 300
    """How long a seat is kept for its player once the table is open; then it is a no-show."""
    round_s: int | None = None
    """How long a round may take."""
    on_deadline: OnDeadline = "adjudicate"
    """What happens to tables that are not over at a round's deadline."""
    drop_no_shows: bool = True
    """Whether who did not come to a table is no longer paired."""
    substitute: str = SUBSTITUTE
    """The level that plays on for whoever does not come, resigns or is out of time."""


def least_size(settings: Settings, players: range) -> int:
    """TN-1.4: the smallest table that there can be: as the title allows, and as points are given for."""
    least = settings.table_size
    while least > players.start and (not settings.points or str(least - 1) in settings.points):
        least -= 1
    return least


def points_of(settings: Settings, size: int) -> tuple[int, ...]:
    """What the places of a table of that size are worth."""
    return settings.points.get(str(size)) or default_points(size)


def default_points(size: int) -> tuple[int, ...]:
    """TN-6.1: a point for everybody one is ahead of."""
    return tuple(range(size - 1, -1, -1))


def checked(title: AnyTitle, settings: Settings, now: int) -> Settings:
    """The settings in full. Raises IllegalMove with the field's name in front, or BadOptions."""
    edition = settings.edition or title.current
    if edition not in title.editions:
        known = ", ".join(map(str, title.editions))
        raise BadOptions("edition", f"{title.name} has no edition {edition}; there are: {known}")
    settings = replace(settings, title=title.slug, edition=edition, content_hash=title.editions[edition].hash)
    _check_name(settings)
    _check_size(title, settings)
    settings = replace(settings, points=_points(title, settings))
    _check_rounds(settings)
    _check_tie_breaks(settings)
    _check_entrants(settings)
    _check_times(settings, now)
    if settings.substitute not in LEVELS:
        raise IllegalMove("TN-1.9", f"substitute: there is no level {settings.substitute!r}; {', '.join(LEVELS)}")
    return replace(settings, options=_options(title, settings))


def _check_name(settings: Settings) -> None:
    """TN-1.1."""
    if not 1 <= len(settings.name.strip()) <= LONGEST_NAME or not settings.name.isprintable():
        raise IllegalMove("TN-1.1", f"name: 1 to {LONGEST_NAME} printable characters")


def _check_size(title: AnyTitle, settings: Settings) -> None:
    """TN-1.2, TN-1.7."""
    if settings.table_size not in title.players:
        least, most = title.players[0], title.players[-1]
        raise IllegalMove("TN-1.2", f"table_size: {title.name} takes {least} to {most} seats")
    if not 1 <= settings.advance < settings.table_size:
        raise IllegalMove("TN-1.7", "advance: at least one of every table goes on, and not all of them")


def _points(title: AnyTitle, settings: Settings) -> dict[str, tuple[int, ...]]:
    """TN-1.4, TN-6.1: what is given, or a point for everybody one is ahead of."""
    if not 0 <= settings.bye <= MOST_POINTS:
        raise IllegalMove("TN-1.4", f"bye: 0 to {MOST_POINTS} points")
    if not settings.points:
        least = least_size(settings, title.players)
        return {str(size): default_points(size) for size in range(least, settings.table_size + 1)}
    sizes = [str(size) for size in title.players if size <= settings.table_size]
    for size, worth in settings.points.items():
        if size not in sizes:
            raise IllegalMove("TN-1.4", f"points: there are no tables of {size[:9]!r}, but of {', '.join(sizes)}")
        if len(worth) != int(size) or list(worth) != sorted(worth, reverse=True):
            raise IllegalMove(
                "TN-1.4", f"points: a table of {size} has {size} places, each worth no less than the next"
            )
        if not 0 <= worth[-1] <= worth[0] <= MOST_POINTS:
            raise IllegalMove("TN-1.4", f"points: a place is worth 0 to {MOST_POINTS}")
    least = title.players[0] if settings.format == "knockout" else min(map(int, settings.points))
    missing = [size for size in range(least, settings.table_size + 1) if str(size) not in settings.points]
    if missing:
        raise IllegalMove("TN-1.4", f"points: those of tables of {missing[0]} are missing")
    return dict(sorted(settings.points.items()))


def _check_rounds(settings: Settings) -> None:
    """TN-1.3."""
    if settings.rounds is None:
        if settings.format == "swiss":
            raise IllegalMove("TN-1.3", "rounds: a Swiss tournament has a fixed number of rounds")
        return
    if settings.format == "knockout":
        raise IllegalMove("TN-1.3", "rounds: a knockout has as many as it takes; leave it out")
    if not 1 <= settings.rounds <= MOST_ROUNDS:
        raise IllegalMove("TN-1.3", f"rounds: 1 to {MOST_ROUNDS}")


def _check_tie_breaks(settings: Settings) -> None:
    """TN-1.5."""
    if len(set(settings.tie_breaks)) < len(settings.tie_breaks):
        raise IllegalMove("TN-1.5", "tie_breaks: each is named once")
    if "same_seat" in settings.tie_breaks and not settings.duplicate:
        raise IllegalMove("TN-1.5", "tie_breaks: same_seat compares those who had the same deal, and needs duplicate")


def _check_entrants(settings: Settings) -> None:
    """TN-1.8."""
    if not settings.kinds or len(set(settings.kinds)) < len(settings.kinds):
        raise IllegalMove("TN-1.8", "kinds: at least one kind of entrants, each named once")
    if not 2 <= settings.most_entrants <= MOST_ENTRANTS:
        raise IllegalMove("TN-1.8", f"most_entrants: 2 to {MOST_ENTRANTS}")
    if settings.format == "knockout" and settings.late_entry:
        raise IllegalMove("TN-1.8", "late_entry: nobody enters a knockout late")
    latest = MOST_WAVES if settings.format == "ladder" else settings.rounds or MOST_ROUNDS
    if not 0 <= settings.late_entry <= latest:
        raise IllegalMove("TN-1.8", "late_entry: 0, or one of the rounds")


def _check_times(settings: Settings, now: int) -> None:
    """TN-1.6, TB-9.1."""
    check_clock(settings.clock)
    if not 1 <= settings.join_s <= LONGEST_S:
        raise IllegalMove("TN-1.6", f"join_s: 1 to {LONGEST_S} seconds")
    if settings.round_s is not None and not settings.join_s < settings.round_s <= LONGEST_S:
        raise IllegalMove("TN-1.6", f"round_s: more than join_s, and up to {LONGEST_S} seconds")
    if settings.starts_at is not None and not now < settings.starts_at <= now + LONGEST_AHEAD_MS:
        raise IllegalMove("TN-1.6", "starts_at: a moment to come, within a year")


def _options(title: AnyTitle, settings: Settings) -> dict[str, object]:
    """TN-1.9: options that the title agrees to at every table size there can be."""
    full: dict[str, object] = {}
    for size in range(least_size(settings, title.players), settings.table_size + 1):
        full = options_in_full(title, size, settings.options, settings.edition)
    return full
