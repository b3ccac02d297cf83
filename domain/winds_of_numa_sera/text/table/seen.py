"""A seat as a view shows it, made into the record that the rules can be asked about."""

from __future__ import annotations

from domain.core.records import Json
from domain.winds_of_numa_sera.state import SLOTS, Mat, Seat


def seat_seen(seen: Json) -> Seat:
    """What is open of the seat; the hand only where the view holds it."""
    head, chest, right, left, pack = (seen["equipment"][slot] for slot in SLOTS)
    mat = Mat(
        kingdom=seen["kingdom"],
        line=tuple(seen["line"]),
        ticked=tuple(seen["ticked"]),
        skills=tuple(seen["skills"]),
        classes=tuple(seen["classes"]),
        mavens=tuple(seen["mavens"]),
        slots=(head, chest, right, left, pack),
        upgraded=tuple(seen["upgraded"]),
        strongholds=tuple(seen["strongholds"]),
        blessing=seen["blessing"],
    )
    return Seat(
        mat=mat,
        treasury=seen["treasury"],
        power=seen["power"],
        skill_credit=seen["skill_credit"],
        item_credit=seen["item_credit"],
        purse=dict(seen["capital_on_cards"]),
        hand=tuple(seen["hand"] or ()),
        known=tuple(seen["known"]),
        captured=tuple(seen["captured"]),
        conditions=tuple(seen["conditions"]),
        wins_with_card=seen["wins_with_card"],
        raids=seen["raids"],
    )
