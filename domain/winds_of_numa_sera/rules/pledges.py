"""Promises: what can be promised, what binds, what has become impossible (NS-9.9 to NS-9.13, NS-14.2)."""

from __future__ import annotations

from moothall.domain.core.errors import IllegalMove
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.moves import OfferTrade
from moothall.domain.winds_of_numa_sera.state import Offer, Pledge, PledgeKind, State, TargetType


def promises(state: State, by: int, to: int, terms: OfferTrade | Offer) -> tuple[Pledge, ...]:
    """What both sides of an offer promise; refused where the terms name nothing that can be promised."""
    given = terms.give_pledge, terms.give_pledge_target_type, terms.give_pledge_target, terms.give_pledge_turns
    got = terms.get_pledge, terms.get_pledge_target_type, terms.get_pledge_target, terms.get_pledge_turns
    if given == got == _NOTHING:  # nearly always
        return ()
    made = _promise(state, by, to, *given), _promise(state, to, by, *got)
    return tuple([pledge for pledge in made if pledge is not None])


_NOTHING = ("none", "player", None, 1)
"""A side that promises nothing: kind, type of target, target, turns."""


def _promise(
    state: State, by: int, to: int, kind: PledgeKind, target_type: TargetType, target: str | None, turns: int
) -> Pledge | None:
    if kind == "none":
        if target is not None or turns != 1 or target_type != "player":
            raise IllegalMove("NS-9.13", "a target and a number of turns belong to a promise")
        return None
    longest = box_of(state).limits.pledge_turns
    if not 1 <= turns <= longest:
        raise IllegalMove("NS-9.13", f"a promise binds 1 to {longest} turns")
    if kind == "attack":
        target, seat = _attacked(state, by, to, target_type, target)
    else:
        target, seat = _spared(state, by, to, target_type, target)
    return Pledge(kind, by, to, target_type, target, seat, turns)


def _spared(state: State, by: int, to: int, target_type: TargetType, target: str | None) -> tuple[str, int]:
    """NS-9.9: a truce spares a player, without a word the one to whom it is promised."""
    if target_type == "player":
        for seat in state.opponents(by):
            if target == str(seat) or (target is None and seat == to):
                return str(seat), seat
    raise IllegalMove("NS-9.9", "a truce spares a living player, all they have together")


def _attacked(state: State, by: int, to: int, target_type: TargetType, target: str | None) -> tuple[str, int]:
    """NS-9.10: an attack hits a third player, something of theirs, or an independent Stronghold."""
    if target_type == "independent":
        if target in state.strongholds:
            return target, -1
        raise IllegalMove("NS-9.10", f"{target!r} is no face-up independent Stronghold")
    if len(state.seats) == 2:
        raise IllegalMove("NS-14.2", "between two players only attacks on independent Strongholds can be promised")
    for seat in state.opponents(by):
        if seat != to:
            if target_type == "stronghold" and target in state.seats[seat].mat.strongholds:
                return target, seat
            if target_type != "stronghold" and target == str(seat):
                return target, seat
    what = "Stronghold of a third player" if target_type == "stronghold" else "seat of a third living player"
    raise IllegalMove("NS-9.10", f"{target!r} is no {what}")


def check_promises(state: State, pledges: tuple[Pledge, ...]) -> None:
    """NS-9.11: nobody promises what contradicts an earlier promise."""
    for pledge in pledges:
        attack = next((each for each in state.pledges if each.kind == "attack" and each.by == pledge.by), None)
        if pledge.kind == "truce":
            if attack is not None and attack.seat == pledge.seat:
                raise IllegalMove("NS-9.11", f"seat {pledge.by} has promised to attack seat {pledge.seat}")
        elif attack is not None:
            raise IllegalMove("NS-9.11", f"seat {pledge.by} has promised an attack already")
        elif in_truce(state, pledge.by, pledge.seat):
            raise IllegalMove("NS-9.11", f"seat {pledge.by} has promised to spare seat {pledge.seat}")


def bars_truces(state: State) -> bool:
    """NS-9.11: whether a truce may contradict an earlier promise: nothing but an attack does."""
    return any(pledge.kind == "attack" for pledge in state.pledges)


def in_truce(state: State, seat: int, other: int) -> bool:
    """NS-9.9: whether the seat has promised not to attack the other."""
    return any(pledge.kind == "truce" and pledge.by == seat and pledge.seat == other for pledge in state.pledges)


def sworn(state: State, seat: int) -> Pledge | None:
    """NS-9.10: the attack that the seat must make in this Phase 2, unless it cannot be made."""
    for pledge in state.pledges:
        if pledge.kind == "attack" and pledge.by == seat and possible(state, pledge):
            return None if in_truce(state, seat, pledge.seat) else pledge
    return None


def possible(state: State, pledge: Pledge) -> bool:
    """NS-9.11: whether the parties and what the promise is about are still there."""
    living = state.living()
    if pledge.by not in living or pledge.to not in living:
        return False
    match pledge.target_type:
        case "independent":
            return pledge.target in state.strongholds
        case "stronghold":
            return pledge.target in state.seats[pledge.seat].mat.strongholds
        case _:
            return pledge.seat in living


def keeps(pledge: Pledge, aim: str, stronghold: str, defender: int) -> bool:
    """NS-9.10: whether an attack on this is the one that was promised."""
    match pledge.target_type:
        case "player":
            return defender == pledge.seat
        case "hero":
            return aim == "hero" and defender == pledge.seat
        case _:
            return stronghold == pledge.target
