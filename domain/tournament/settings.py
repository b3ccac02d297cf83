"""What an organiser fixes when a tournament is created. All of it is a fact of the first event."""

from __future__ import annotations

from typing import Any, Literal

from moothall.domain.core.data import Data
from moothall.domain.table.state import SUBSTITUTE, Clock

Format = Literal["swiss", "round_robin", "knockout", "ladder"]
EntrantKind = Literal["human", "bot", "ai"]
NextRound = Literal["auto", "manual"]
Uneven = Literal["tables", "byes"]
OnDeadline = Literal["adjudicate", "annul", "wait"]
TieBreak = Literal["opponents", "head_to_head", "score_share", "wins", "same_seat", "lot"]


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
