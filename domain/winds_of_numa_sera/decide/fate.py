"""Damage, slain heroes, elimination (NS-12)."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.draw import shuffle
from moothall.domain.winds_of_numa_sera.agenda import Agenda, refill_forge, refill_strongholds
from moothall.domain.winds_of_numa_sera.changes import (
    BlessingReturned,
    CardDiscarded,
    HeroSlain,
    PowerHealed,
    PowerLost,
    SeatEliminated,
)
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.rules.standing import standing
from moothall.domain.winds_of_numa_sera.state import PassTurn, Settle, Turning


def hurt(turn: Turning, seat: int, amount: int, source: str, by: int = -1) -> bool:
    """The Active Hero loses Power, down to 0; whether that slew the hero."""
    power = turn.state.seats[seat].power
    if amount <= 0:
        return False
    turn.emit(PowerLost(seat, min(amount, power), source))
    return amount >= power and slay(turn, seat, by)


def slay(turn: Turning, seat: int, by: int) -> bool:
    """NS-12.1 to NS-12.4: the hero falls and the next one steps forward, unless a blessing prevents it."""
    box = box_of(turn.state)
    player = turn.state.seats[seat]
    blessing = player.mat.blessing
    prevented = standing(box, player.mat).prevented
    if prevented:
        turn.emit(PowerHealed(seat, prevented - player.power, blessing))
        turn.emit(CardDiscarded(seat, blessing, "blessing"))
        return False
    if blessing:
        turn.emit(BlessingReturned(seat, blessing))
        player = turn.state.seats[seat]
    hero, line = player.hero, player.mat.line[1:]
    power = standing(box, replace(player.mat, line=line)).max_power if line else 0
    capital = player.purse.get(hero, 0) if by >= 0 else 0
    turn.emit(HeroSlain(seat, hero, by, capital, line[0] if line else "", power))
    return True


def perish(turn: Turning, agenda: Agenda, seat: int) -> None:
    """NS-4.8: a player without heroes drops what was going on, leaves the game, and the turn ends."""
    for card in turn.state.open:
        turn.emit(CardDiscarded(seat, card, "open"))
    eliminate(turn, seat)
    agenda[:] = [PassTurn(), Settle()]


def eliminate(turn: Turning, seat: int) -> None:
    """NS-12.7: everything goes back to where it came from."""
    box = box_of(turn.state)
    player = turn.state.seats[seat]
    owned = (*player.hand, *player.mat.mavens, *player.mat.items, *filter(None, (player.mat.blessing,)))
    skills = {box.skill_of(card) for card in player.mat.skills}
    colleges = {
        skill: tuple(
            sorted((*turn.state.colleges[skill], *(card for card in player.mat.skills if box.skill_of(card) == skill)))
        )
        for skill in sorted(skills)
    }
    turn.emit(
        SeatEliminated(
            seat,
            strongholds=shuffle(turn.draw, f"under/strongholds/seat-{seat}", player.mat.strongholds),
            items=shuffle(
                turn.draw, f"under/items/seat-{seat}", tuple(card for card in owned if box.is_forge_item(card))
            ),
            cards=tuple(card for card in owned if not box.is_forge_item(card)),
            skills=colleges,
        )
    )
    refill_strongholds(turn)
    refill_forge(turn)
