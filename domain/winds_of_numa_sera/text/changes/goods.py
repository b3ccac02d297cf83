"""Capital, credit and Power."""

from __future__ import annotations

from moothall.domain.core.words import Reader, listed
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.text.changes.telling import Cases
from moothall.domain.winds_of_numa_sera.text.words import name, short

_CAUSES = {
    "battle": " in the battle",
    "battle_cards": " to pay for Battle Cards",
    "maximum": ", down to the Maximum Power",
}
"""What takes Power without being a card."""

_CREDITS = {"skill": "Skill credit", "item": "Item credit"}


def _by(box: Box, source: str) -> str:
    return _CAUSES.get(source) or (f" ({name(box, source)})" if source else "")


def capital_gained(change: c.CapitalGained, reader: Reader, box: Box) -> str:
    seat, amount = change.seat, change.amount
    if change.source == "setup":
        return f"{reader.does(seat, 'start')} with {amount} Capital"
    if change.source == "residual":
        return f"{reader.does(seat, 'gain')} {amount} Residual Capital"
    return f"{reader.does(seat, 'gain')} {amount} Capital{_by(box, change.source)}"


def capital_lost(change: c.CapitalLost, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'lose')} {change.amount} Capital{_by(box, change.source)}"


def capital_placed(change: c.CapitalPlaced, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'place')} {change.amount} Capital on {short(box, change.card)}"


def capital_given(change: c.CapitalGiven, reader: Reader, box: Box) -> str:
    giver, taker, amount = change.giver, change.taker, change.amount
    if change.source:
        return f"{reader.does(taker, 'take')} {amount} Capital from {reader.who(giver)}{_by(box, change.source)}"
    return f"{reader.does(giver, 'give')} {reader.who(taker)} {amount} Capital"


def paid(change: c.Paid, reader: Reader, box: Box) -> str:
    """What a purchase costs is told with it; where the price comes from, unless it is the Treasury alone, here."""
    seat = change.seat
    parts = [f"{change.credit} {_CREDITS[change.purpose]}"] if change.credit else []
    parts += [f"{amount} Capital from {short(box, card)}" for card, amount in change.cards.items()]
    if change.treasury:
        parts.append(f"{change.treasury} Capital{' from the Treasury' if parts else ''}")
    if change.purpose in ("skill", "item") and not (change.credit or change.cards):
        return ""
    on = " for Battle Cards" if change.purpose == "battle_card" else ""
    return f"{reader.does(seat, 'pay')} {listed(parts)}{on}"


def credit_gained(change: c.CreditGained, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'gain')} {change.amount} {_CREDITS[change.on]}{_by(box, change.source)}"


def power_healed(change: c.PowerHealed, reader: Reader, box: Box) -> str:
    return f"{reader.whose(change.seat)} hero heals {change.amount} Power{_by(box, change.source)}"


def power_lost(change: c.PowerLost, reader: Reader, box: Box) -> str:
    return f"{reader.whose(change.seat)} hero loses {change.amount} Power{_by(box, change.source)}"


def power_given(change: c.PowerGiven, reader: Reader, box: Box) -> str:
    return f"{reader.whose(change.giver)} hero gives {change.amount} Power to {reader.whose(change.taker)} hero"


def healed_from_card(change: c.HealedFromCard, reader: Reader, box: Box) -> str:
    spent = f"with the Capital on {name(box, change.card)}"
    return f"{reader.whose(change.seat)} hero heals {change.amount} Power {spent}"


CASES: Cases = {
    c.CapitalGained: capital_gained,
    c.CapitalLost: capital_lost,
    c.CapitalPlaced: capital_placed,
    c.CapitalGiven: capital_given,
    c.Paid: paid,
    c.CreditGained: credit_gained,
    c.PowerHealed: power_healed,
    c.PowerLost: power_lost,
    c.PowerGiven: power_given,
    c.HealedFromCard: healed_from_card,
}
