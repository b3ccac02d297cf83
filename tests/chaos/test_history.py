"""The comparison itself finds what it is there to find."""

from __future__ import annotations

from typing import Any

import msgspec

from moothall.events.event_store.stored_events import GENESIS, Stored, link
from tests.support.history import Asked, compare

PEOPLE = frozenset({0, 1})
WAVE: dict[str, Any] = {"type": "wave"}
ADD: dict[str, Any] = {"type": "add"}


def log(*events: object) -> list[Stored]:
    """A chain of these events."""
    head, made = GENESIS, []
    for seq, event in enumerate(events, 1):
        data = msgspec.json.encode(event)
        head = link(head, data)
        made.append(Stored(seq, data, head))
    return made


def by(seat: int | None, move: object, level: str | None = None) -> dict[str, object]:
    return {"seat": seat, "move": move, "level": level, "at": 1}


def said(move: dict[str, Any], seq: int, seat: int = 0) -> Asked:
    return Asked(seat, move, 0, "acknowledged", seq)


STEP, BOT = by(None, None), by(2, WAVE, "random")


def test_a_history_that_fits() -> None:
    asked = [said(WAVE, 2), Asked(0, ADD, 2, "unknown"), said(WAVE, 5), Asked(0, ADD, 5, "unknown")]
    found = compare(
        "g", [*asked, Asked(0, ADD, 5, "refused")], log(STEP, by(0, WAVE), BOT, by(0, ADD), by(0, WAVE)), PEOPLE
    )
    assert found.clean
    assert (found.acknowledged, found.unknown, found.carried_out, found.refused) == (2, 2, 1, 1)


def test_a_lost_move() -> None:
    for left in (log(STEP), log(STEP, BOT), log(STEP, by(1, WAVE)), log(STEP, by(0, ADD))):
        assert compare("g", [said(WAVE, 2)], left, PEOPLE).lost == 1


def test_a_doubled_move() -> None:
    assert compare("g", [said(WAVE, 1)], log(by(0, WAVE), by(0, WAVE)), PEOPLE).doubled == 1
    assert compare("g", [Asked(0, WAVE, 0)], log(by(0, WAVE), by(0, WAVE)), PEOPLE).doubled == 1


def test_a_move_before_it_was_asked_for() -> None:
    assert not compare("g", [Asked(0, WAVE, 3)], log(STEP, by(0, WAVE)), PEOPLE).clean


def test_moves_out_of_order() -> None:
    assert compare("g", [said(WAVE, 2), said(WAVE, 1)], log(by(0, WAVE), by(0, WAVE)), PEOPLE).reordered == 1


def test_an_event_that_nobody_asked_for() -> None:
    assert compare("g", [], log(by(0, WAVE)), PEOPLE).unasked == 1
    assert compare("g", [Asked(0, WAVE, 0, "refused")], log(by(0, WAVE)), PEOPLE).unasked == 1


def test_a_broken_chain() -> None:
    one, two = log(STEP, STEP)
    assert compare("g", [], [one, two._replace(hash=one.hash)], PEOPLE).broken == 1
    assert compare("g", [], [two], PEOPLE).broken == 1
