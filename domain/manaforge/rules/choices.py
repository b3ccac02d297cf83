"""Which answers a question takes."""

from __future__ import annotations

from itertools import combinations

from moothall.domain.core.bag import Bag
from moothall.domain.core.errors import IllegalMove
from moothall.domain.manaforge.content.ops import BuyPrestige
from moothall.domain.manaforge.moves import Choose
from moothall.domain.manaforge.rules.effects import copies_gem_of
from moothall.domain.manaforge.rules.payment import FREE, ManaAndGems, check_payment, named, number
from moothall.domain.manaforge.state import DICE, ELEMENT_INDEX, ELEMENTS, Offers, Playing, State


def kinds_left(state: State) -> list[str]:
    """MF-1.11: kinds of dice of which one is left."""
    return [kind for kind, n in zip(DICE, state.supply, strict=True) if n]


def check_kind(state: State, kind: str) -> None:
    """MF-1.11."""
    if kind not in kinds_left(state):
        raise IllegalMove("MF-1.11", f"{kind!r}: name one of {', '.join(kinds_left(state))}")


def most_extra(state: State, seat: int, op: BuyPrestige) -> int:
    """MF-10.5: how much can be paid."""
    phase = state.phase
    assert isinstance(phase, Playing)
    return min(op.max, sum(phase.mana) + sum(state.seats[seat].gems))


def check_extra_mana(state: State, seat: int, op: BuyPrestige, move: Choose) -> tuple[int, ManaAndGems]:
    """MF-10.5: an amount within reach, and what it is paid with."""
    phase = state.phase
    assert isinstance(phase, Playing)
    n = number(move.value)
    most = most_extra(state, seat, op)
    if n is None or n > most:
        raise IllegalMove("MF-10.5", f"{move.value!r}: pay 0 to {most} mana")
    if not n:
        if named(move) is not None:
            raise IllegalMove("MF-4.13", "there is nothing to pay with mana or gems")
        return 0, FREE
    return n, check_payment(phase.mana, state.seats[seat].gems, (0, 0, 0, 0, n), named(move), "MF-10.5")


def rod_answers(state: State, seat: int, op: BuyPrestige) -> list[str]:
    """MF-10.8: every set of different elements with an owned gem."""
    owned = copies_gem_of(state.seats[seat])
    sets = ["+".join(chosen) for n in range(1, op.max + 1) for chosen in combinations(owned, n)]
    return ["none", *sets]


def check_rod(state: State, seat: int, op: BuyPrestige, value: str) -> Bag:
    """MF-10.8: different elements, each with an owned gem; answers the gems."""
    if value == "none":
        return (0, 0, 0, 0)
    chosen = value.split("+")
    owned = copies_gem_of(state.seats[seat])
    if len(set(chosen)) != len(chosen) or len(chosen) > op.max or not all(element in owned for element in chosen):
        raise IllegalMove("MF-10.8", f"{value!r}: name different elements of which you own a gem, or none")
    return tuple([int(element in chosen) for element in ELEMENTS])


def check_mimic(state: State, seat: int, card: str) -> None:
    """MF-10.9: a card of the own Store pile."""
    if card not in state.seats[seat].store:
        raise IllegalMove("MF-10.9", f"{card!r} is not in your Store pile")


def gifts(state: State, seat: int, phase: Offers) -> list[str]:
    """MF-10.10: what the seat can answer to an offer."""
    me = state.seats[seat]
    able = ["none"]
    if me.gems[ELEMENT_INDEX[phase.element]]:
        able.append("gem")
    if me.prisms:
        able.append("prism")
    return able


def check_gift(state: State, seat: int, phase: Offers, gift: str) -> None:
    """MF-10.10."""
    if gift not in gifts(state, seat, phase):
        raise IllegalMove("MF-10.10", f"{gift!r}: answer one of {', '.join(gifts(state, seat, phase))}")
