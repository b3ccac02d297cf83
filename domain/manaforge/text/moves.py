"""One line of English per move: what it costs and does."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.manaforge.content import Box, box_of
from moothall.domain.manaforge.moves import (
    Activate,
    ActivateTalent,
    AnyMove,
    Build,
    Choose,
    DraftTalent,
    EndTurn,
    ExchangePrism,
    GainPrism,
    KeepTalents,
    PrecogRaise,
    ReserveRelease,
    ReserveStore,
    SpendDie,
    Upgrade,
)
from moothall.domain.manaforge.rules.actions import check_activate, check_build
from moothall.domain.manaforge.rules.payment import FREE
from moothall.domain.manaforge.rules.turns import foresight
from moothall.domain.manaforge.state import Seat, State
from moothall.domain.manaforge.text.choices import choice_text
from moothall.domain.manaforge.text.components import does_text, power_text, talent_text
from moothall.domain.manaforge.text.effects import deeds, price, spending
from moothall.domain.manaforge.text.words import card, cost, die, die_showing, gems, mana, payment, talent


def describe_move(move: AnyMove, state: State, reader: Reader) -> str:
    """What the move asks for, on this state."""
    box = box_of(state)
    seat = _mover(state, reader)
    me = state.seats[seat]
    match move:
        case DraftTalent():
            return f"Pick {_talent_with_text(box, move.talent)}"
        case KeepTalents():
            return _keep(box, move)
        case Choose():
            return choice_text(box, move, state, seat, reader)
        case SpendDie():
            return _spend(box, move, me)
        case Build():
            return _build(box, move, state, seat)
        case GainPrism():
            return "Take a prism instead of building an item"
        case ExchangePrism():
            return f"Exchange a prism for 1 {move.element} gem"
        case Activate():
            return _activate(box, move, state, seat)
        case Upgrade():
            return _upgrade(box, move, me)
        case ActivateTalent():
            return _use_talent(box, move)
        case ReserveStore():
            return f"Put the {die_showing(box, me, move.die)} on Aether Reserve, so that it need not be rolled again"
        case ReserveRelease():
            return f"Take the {die_showing(box, me, me.held or 'die')} off Aether Reserve"
        case EndTurn():
            turn = state.turn
            return f"End the turn, losing {mana(turn.mana)}" if turn is not None and any(turn.mana) else "End the turn"
        case PrecogRaise():
            return _raise(box, move, state, me)
        case _:
            assert_never(move)


def _mover(state: State, reader: Reader) -> int:
    """Whose moves are read: the reader's, or those of the seat whose turn it is."""
    if reader.you is not None:
        return reader.you
    return state.turn.seat if state.turn is not None else 0


def _talent_with_text(box: Box, talent_id: str) -> str:
    found = box.talents.get(talent_id)
    return f"{found.name}: {talent_text(box, found).removesuffix('.')}" if found else talent_id


def _keep(box: Box, move: KeepTalents) -> str:
    powers = [power_text(box, box.talents[each]) for each in (move.first, move.second) if each in box.talents]
    return f"Keep {talent(box, move.first)} and {talent(box, move.second)}: {'; '.join(powers)}"


def _spend(box: Box, move: SpendDie, me: Seat) -> str:
    found = me.die(move.die)
    copied = me.die(move.copy) if move.copy is not None else None
    if found is None or not found.face or (move.copy is not None and copied is None):
        return f"Spend the {die(move.die)}"
    face = copied.face if copied is not None else 0
    answer = move.take or move.target or move.gem
    return sentence(spending(box, "spend", found.id, found.face, move.copy, face, answer))


def _build(box: Box, move: Build, state: State, seat: int) -> str:
    item = box.items.get(move.card)
    if item is None:
        return f"Build {move.card}"
    parts = [f"Build {item.name}"]
    if move.pile == "discard":
        parts.append("from the discard pile")
    parts.append(f"for {_build_price(move, state, seat) or cost(item.cost.bag)}")
    if move.replace is not None:
        old = state.seats[seat].card(move.replace)
        lost = f" with {counted(len(old.gems), 'attached gem')}" if old is not None and old.gems else ""
        parts.append(f"in place of {card(box, move.replace)}{lost}")
    return f"{' '.join(parts)}. {does_text(box, item).removesuffix('.')}"


def _build_price(move: Build, state: State, seat: int) -> str:
    """What is really paid, where the move can be made."""
    try:
        paid = check_build(state, seat, move)
    except IllegalMove:
        return ""
    on_top = f", and {gems(paid.scavenged)} on top" if any(paid.scavenged) else ""
    return f"{payment(*paid.cost)}{on_top}"


def _activate(box: Box, move: Activate, state: State, seat: int) -> str:
    try:
        ability, paid = check_activate(state, seat, move)
    except IllegalMove:
        return f"Activate {card(box, move.card)}"
    used = state.seats[seat].card(move.card)
    assert used is not None
    answer = move.take or move.target or move.element or "+".join(used.gems)
    if move.exhaust is not None:
        costs = f", exhaust {listed(card(box, each) for each in move.exhaust.split('+'))} too"
    elif paid != FREE:
        costs = f", pay {payment(*paid)}"
    else:
        costs = "".join(f", {price(each)}" for each in ability.pay)
    return f"Activate {card(box, move.card)}{costs}{' and' if costs else ' to'} {deeds(box, ability.effects, answer)}"


def _upgrade(box: Box, move: Upgrade, me: Seat) -> str:
    item, found = box.items.get(move.card), me.card(move.card)
    if item is None or found is None or len(found.gems) >= len(item.slots):
        return f"Attach a gem to {card(box, move.card)}"
    level = len(found.gems) + 1
    element = move.element or item.slots[level - 1]
    attach = f"Attach 1 {element} gem to {item.name}"
    ability = item.ability(level)
    if ability is None:
        return f"{attach}, which needs {len(item.slots)} gems to work"
    pay = f"{' and '.join(map(price, ability.pay))} to " if ability.pay else ""
    return f"{attach}, which then lets you {pay}{deeds(box, ability.effects, '+'.join([*found.gems, element]))}"


def _use_talent(box: Box, move: ActivateTalent) -> str:
    found = box.talents.get(move.talent)
    if found is None:
        return f"Use {move.talent}"
    pay = f"{' and '.join(map(price, found.pay))} to " if found.pay else ""
    return f"Use {found.name}: {pay}{deeds(box, found.effects, move.die or move.take)}"


def _raise(box: Box, move: PrecogRaise, state: State, me: Seat) -> str:
    """The card is named to the one who sees it."""
    seen = state.deck[: foresight(box, me)]
    which = f"card {move.position} of the item deck"
    if 1 <= move.position <= len(seen):
        return f"Put {card(box, seen[move.position - 1])}, {which}, on its top"
    return f"Put {which} on its top"
