"""One line of English per move."""

from __future__ import annotations

from typing import assert_never

from domain.core.words import Reader
from domain.manaforge.content.tables import FACES
from domain.manaforge.moves import (
    Activate,
    ActivateTalent,
    Build,
    Choose,
    DraftTalent,
    EndTurn,
    ExchangePrism,
    GainPrism,
    KeepTalents,
    ManaforgeMove,
    PrecogRaise,
    ReserveRelease,
    ReserveStore,
    SpendDie,
    Upgrade,
)
from domain.manaforge.state import Playing, State
from domain.manaforge.text.words import card, die, join, plural, talent


def describe_move(move: ManaforgeMove, state: State, reader: Reader) -> str:
    """What the move asks for, on this state."""
    match move:
        case DraftTalent():
            return f"Pick {talent(move.talent)}"
        case KeepTalents():
            return f"Keep {talent(move.first)} and {talent(move.second)}"
        case Choose():
            return _choose(move)
        case SpendDie():
            return _spend(move, state)
        case Build():
            return _build(move)
        case GainPrism():
            return "Take a prism instead of building"
        case ExchangePrism():
            return f"Exchange a prism for one {move.element} gem"
        case Activate():
            return _activate(move)
        case Upgrade():
            gem = f"one {move.element} gem" if move.element else "a gem"
            return f"Attach {gem} to {card(move.card)}"
        case ActivateTalent():
            on = f" on {die(move.die)}" if move.die else f" for {move.take} mana" if move.take else ""
            return f"Use {talent(move.talent)}{on}"
        case ReserveStore():
            return f"Put {die(move.die)} on Aether Reserve"
        case ReserveRelease():
            return "Take the die off Aether Reserve"
        case EndTurn():
            return "End the turn"
        case PrecogRaise():
            return f"Raise card {move.position} of the item deck to its top"
        case _:
            assert_never(move)


def _choose(move: Choose) -> str:
    payment = f", paid with {move.payment}" if move.payment else ""
    match move.choice:
        case "archmage_die":
            return f"Take one more {move.value} die"
        case "reserve_roll":
            return "Keep the held die as it is" if move.value == "keep" else "Roll the held die with the others"
        case "extra_mana":
            return f"Pay {move.value} further mana for prestige{payment}"
        case "rod_gems":
            return "Pay no gem" if move.value == "none" else f"Pay the gems {join(move.value.split('+'))}"
        case "mimic":
            return f"Copy {card(move.value)}"
        case _:
            return {"none": "Hand over nothing", "gem": "Hand over a gem"}.get(
                move.value, "Exchange a prism and hand over the gem"
            )


def _spend(move: SpendDie, state: State) -> str:
    """The face is named where the die is known."""
    seat = state.phase.seat if isinstance(state.phase, Playing) else None
    found = state.seats[seat].die(move.die) if seat is not None else None
    shows = f" ({FACES[found.kind][found.face].id.replace('_', ' ')})" if found is not None else ""
    parts = [f"Spend {die(move.die)}{shows}"]
    if move.copy is not None:
        parts.append(f"copying {die(move.copy)}")
    if move.take is not None:
        parts.append(f"for {join(move.take.split('+'))} mana")
    if move.target is not None:
        parts.append(f"to recharge {card(move.target)}")
    if move.gem is not None:
        parts.append(f"for one more {move.gem} gem")
    return " ".join(parts)


def _build(move: Build) -> str:
    parts = [f"Build {card(move.card)}"]
    if move.pile == "discard":
        parts.append("from the discard pile")
    if move.replace is not None:
        parts.append(f"in place of {card(move.replace)}")
    if move.payment is not None:
        parts.append(f"paying {move.payment}")
    if move.scavenge_gem is not None:
        parts.append(f"with one {move.scavenge_gem} gem on top")
    return " ".join(parts)


def _activate(move: Activate) -> str:
    parts = [f"Activate {card(move.card)}"]
    if move.ability:
        parts.append(f"with {plural(move.ability, 'gem')}")
    if move.take is not None:
        parts.append(f"for {join(move.take.split('+'))} mana")
    if move.target is not None:
        parts.append(f"to recharge {card(move.target)}")
    if move.element is not None:
        parts.append(f"on {move.element} mana")
    if move.exhaust is not None:
        parts.append(f"exhausting {join(card(each) for each in move.exhaust.split('+'))}")
    if move.payment is not None:
        parts.append(f"paying {move.payment}")
    return " ".join(parts)
