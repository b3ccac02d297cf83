"""A seat as a view shows it, made into the record that the rules can be asked about."""

from __future__ import annotations

from moothall.domain.winds_of_numa_sera.state import Mat, Seat
from moothall.domain.winds_of_numa_sera.view.structs import SeatView


def seat_seen(seen: SeatView) -> Seat:
    """What is open of the seat; the hand only where the view holds it."""
    worn = seen.equipment
    mat = Mat(
        kingdom=seen.kingdom,
        line=seen.line,
        ticked=seen.ticked,
        skills=seen.skills,
        classes=seen.classes,
        mavens=seen.mavens,
        slots=(worn.head, worn.chest, worn.right_hand, worn.left_hand, worn.pack),
        upgraded=seen.upgraded,
        strongholds=seen.strongholds,
        blessing=seen.blessing,
    )
    return Seat(
        mat=mat,
        treasury=seen.treasury,
        power=seen.power,
        skill_credit=seen.skill_credit,
        item_credit=seen.item_credit,
        purse=seen.capital_on_cards,
        hand=seen.hand or (),
        known=seen.known,
        captured=seen.captured,
        conditions=seen.conditions,
        wins_with_card=seen.wins_with_card,
        raids=seen.raids,
    )
