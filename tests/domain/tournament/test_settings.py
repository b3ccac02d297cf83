"""TN-1: what an organiser may fix."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.domain.core.errors import BadOptions, IllegalMove
from moothall.domain.table.state import Clock
from moothall.domain.titles import TITLES
from tests.support.scenes import rule
from tests.support.tally import TALLY
from tests.support.tournaments import NOON, Cup

DAY = 24 * 60 * 60


def breaks(rule_id: str, field: str, **settings: Any) -> None:
    """These settings are refused by that rule, which names the field."""
    with pytest.raises(IllegalMove) as error:
        Cup(**settings)
    assert error.value.rule == rule_id
    assert error.value.text.startswith(f"{field}:")


@rule("TN-1.1")
@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "two\nlines"])
def test_a_name_is_short_and_printable(name: str) -> None:
    breaks("TN-1.1", "name", name=name)


@rule("TN-1.2")
def test_tables_have_as_many_seats_as_the_title_allows() -> None:
    breaks("TN-1.2", "table_size", table_size=5)
    breaks("TN-1.2", "table_size", table_size=1)


@rule("TN-1.2")
def test_the_edition_is_fixed_when_it_is_created() -> None:
    settings = Cup().tournament.settings
    assert (settings.edition, settings.content_hash) == (TALLY.current, TALLY.content.hash)


@rule("TN-1.3")
def test_a_swiss_has_rounds_and_a_knockout_finds_its_own() -> None:
    breaks("TN-1.3", "rounds", rounds=None)
    breaks("TN-1.3", "rounds", rounds=0)
    breaks("TN-1.3", "rounds", rounds=101)
    breaks("TN-1.3", "rounds", format="knockout", rounds=3)
    assert Cup(format="round_robin", rounds=None).tournament.settings.rounds is None
    assert Cup(format="ladder", rounds=None).tournament.settings.rounds is None


@rule("TN-1.4", "TN-6.1")
def test_points_have_a_default_for_every_size_there_can_be() -> None:
    assert Cup(table_size=4).tournament.settings.points == {"2": (1, 0), "3": (2, 1, 0), "4": (3, 2, 1, 0)}


@rule("TN-1.4")
@pytest.mark.parametrize(
    "points",
    [
        {"5": (5, 4, 3, 2, 1)},
        {"x": (1,)},
        {"04": (4, 3, 2, 1)},
        {"9" * 5_000: (1,)},
        {"4": (3, 2, 1)},
        {"4": (1, 2, 3, 4)},
        {"4": (3, 2, 1, -1)},
        {"4": (1_001, 2, 1, 0)},
        {"4": (3, 2, 1, 0), "2": (1, 0)},
        {"3": (2, 1, 0)},
    ],
)
def test_points_are_given_for_sizes_without_a_gap(points: dict[str, tuple[int, ...]]) -> None:
    breaks("TN-1.4", "points", table_size=4, points=points)


@rule("TN-1.4")
def test_a_bye_is_worth_what_a_place_can_be_worth() -> None:
    breaks("TN-1.4", "bye", bye=-1)
    breaks("TN-1.4", "bye", bye=1_001)


@rule("TN-1.4")
def test_a_table_without_points_for_its_size_is_never_made() -> None:
    cup = Cup(table_size=4, points={"4": (5, 3, 2, 1), "3": (5, 3, 1)}).started(5)
    assert [len(table.seats) for table in cup.round(1).tables] == [4]
    assert len(cup.round(1).byes) == 1


@rule("TN-1.4")
def test_a_knockout_needs_points_for_every_size() -> None:
    breaks("TN-1.4", "points", format="knockout", table_size=4, points={"4": (5, 3, 2, 1), "3": (5, 3, 1)})


@rule("TN-1.5")
def test_tie_breaks_are_named_once_and_fit() -> None:
    breaks("TN-1.5", "tie_breaks", tie_breaks=("wins", "lot", "wins"))
    breaks("TN-1.5", "tie_breaks", tie_breaks=("same_seat",))
    assert Cup(tie_breaks=("same_seat",), duplicate=True)


@rule("TN-1.6")
def test_times() -> None:
    breaks("TN-1.6", "join_s", join_s=0)
    breaks("TN-1.6", "join_s", join_s=31 * DAY)
    breaks("TN-1.6", "round_s", round_s=300)
    breaks("TN-1.6", "round_s", round_s=31 * DAY)
    breaks("TN-1.6", "starts_at", starts_at=NOON)
    breaks("TN-1.6", "starts_at", starts_at=NOON + 367 * DAY * 1_000)
    with pytest.raises(IllegalMove, match=r"TB-9\.1"):
        Cup(clock=Clock())


@rule("TN-1.7")
def test_in_a_knockout_some_go_on_and_some_do_not() -> None:
    breaks("TN-1.7", "advance", format="knockout", table_size=4, advance=0)
    breaks("TN-1.7", "advance", format="knockout", table_size=4, advance=4)


@rule("TN-1.8")
def test_who_may_enter() -> None:
    breaks("TN-1.8", "kinds", kinds=())
    breaks("TN-1.8", "kinds", kinds=("bot", "bot"))
    breaks("TN-1.8", "most_entrants", most_entrants=1)
    breaks("TN-1.8", "most_entrants", most_entrants=1_001)
    breaks("TN-1.8", "late_entry", late_entry=4)
    breaks("TN-1.8", "late_entry", late_entry=-1)
    breaks("TN-1.8", "late_entry", late_entry=1, format="knockout")


@rule("TN-1.9")
def test_the_title_agrees_to_the_options_and_they_are_kept_in_full() -> None:
    with pytest.raises(BadOptions, match=r"options\.rounds"):
        Cup(options={"rounds": 10})
    with pytest.raises(BadOptions, match="options"):
        Cup(options={"unknown": 1})
    assert Cup().tournament.settings.options == {"rounds": 3}
    breaks("TN-1.9", "substitute", substitute="genius")


@rule("TN-1.2")
@pytest.mark.parametrize("slug", TITLES)
def test_every_title_can_be_played(slug: str) -> None:
    cup = Cup(TITLES[slug], table_size=TITLES[slug].players[-1])
    assert cup.tournament.settings.title == slug
