"""The interpreter: what each operation does, and the answers to the choices that operations ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moothall.domain.core.draw import pick
from moothall.domain.winds_of_numa_sera.agenda import (
    Agenda,
    active_seat,
    fire,
    pay_cost,
    refill_forge,
    resolve,
    succeeds,
)
from moothall.domain.winds_of_numa_sera.changes import (
    CapitalGained,
    CapitalGiven,
    CapitalLost,
    CapitalPlaced,
    CardDiscarded,
    CardGiven,
    CardTaken,
    ClassUnlocked,
    CreditGained,
    ExtraGranted,
    Marked,
    PowerHealed,
    PowerLost,
    SlotUpgraded,
)
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect
from moothall.domain.winds_of_numa_sera.decide.fate import hurt, perish
from moothall.domain.winds_of_numa_sera.rules.payment import discardable
from moothall.domain.winds_of_numa_sera.rules.standing import holds, missing_power, residual, stat
from moothall.domain.winds_of_numa_sera.state import (
    ChooseOption,
    DiscardOne,
    DrainOne,
    ExploreOne,
    Resolve,
    StealItem,
    TakeOne,
    Turning,
    UnlockOne,
    UpgradeOne,
)


def resolve_effects(turn: Turning, agenda: Agenda, task: Resolve) -> None:
    """Effects one after the other; what an effect puts on the agenda comes before the next one."""
    box = box_of(turn.state)
    for index, key in enumerate(task.keys):
        effect = box.effects[key]
        if effect.limit:
            if key in turn.state.turn.marks:
                continue
            turn.emit(Marked(key, task.seat))
        if not holds(box, turn.state.seats[task.seat], effect.conditions):
            continue
        rest = Resolve(task.seat, task.host, task.keys[index + 1 :])
        agenda.append(rest)
        _OPERATIONS[effect.op](turn, agenda, task.seat, task.host, effect)
        if not agenda or agenda[-1] is not rest:
            return
        agenda.pop()


def _gain_capital(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    box = box_of(turn.state)
    amount = -(-residual(box, turn.state.seats[seat]) // 2) if effect.half_residual else effect.amount
    for each in (seat,) if effect.to == "self" else turn.state.opponents(seat):
        turn.emit(CapitalGained(each, amount, host))


def _lose_capital(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    player = turn.state.seats[seat]
    asked = effect.amount * (len(player.mat.strongholds) if effect.per else 1)
    if amount := min(asked, player.treasury):
        turn.emit(CapitalLost(seat, amount, host))


def _place_capital(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    turn.emit(CapitalPlaced(seat, host, effect.amount))


def _heal(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    box = box_of(turn.state)
    player = turn.state.seats[seat]
    if player.alive and (amount := min(effect.amount, missing_power(box, player))):
        turn.emit(PowerHealed(seat, amount, host))


def _lose_power(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    """NS-4.7: what a Hazard takes is changed by `hazard_damage`."""
    box = box_of(turn.state)
    change = stat(box, turn.state.seats[seat], "hazard_damage") if box.kind_of(host) == "hazard" else 0
    slain = hurt(turn, seat, effect.amount + change, host)
    if slain and not turn.state.seats[seat].alive:
        perish(turn, agenda, seat)


def _drain_power(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    if effect.target == "opponent":
        agenda.append(DrainOne(seat, host, effect.amount))
        return
    battle = turn.state.battle
    assert battle is not None
    enemy = battle.enemy_of(seat)
    spared = enemy == battle.defender and battle.target_type != "hero"
    if enemy >= 0 and not spared and enemy not in battle.slain:
        _drain(turn, enemy, effect.amount, host)


def _drain(turn: Turning, victim: int, amount: int, host: str) -> None:
    """NS-3.9: never below 1."""
    box = box_of(turn.state)
    if (amount := min(amount, turn.state.seats[victim].power - box.limits.drain_floor)) > 0:
        turn.emit(PowerLost(victim, amount, host))


def _enemy(turn: Turning, seat: int) -> int:
    battle = turn.state.battle
    return -1 if battle is None else battle.enemy_of(seat)


def _steal_capital(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    enemy = _enemy(turn, seat)
    if enemy >= 0 and (amount := min(effect.amount, turn.state.seats[enemy].treasury)):
        turn.emit(CapitalGiven(enemy, seat, amount, host))


def _steal_item(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    if (enemy := _enemy(turn, seat)) >= 0:
        agenda.append(StealItem(seat, enemy, host))


def _steal_battle_card(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    box = box_of(turn.state)
    enemy = _enemy(turn, seat)
    cards = discardable(box, turn.state.seats[enemy], "battle_card") if enemy >= 0 else ()
    if cards:
        state = turn.state
        label = f"steal/round-{state.round}/seat-{active_seat(state)}/{host}"
        card = pick(turn.draw, label, cards)
        secret = card not in state.seats[enemy].known
        turn.emit(CardGiven(enemy, seat, card, "hand", "hand", secret=secret, source=host))


def _take_from_discard(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    agenda.extend(TakeOne(seat, effect.card_types) for _ in range(effect.count))


def _discard(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    agenda.extend(DiscardOne(seat, effect.what) for _ in range(effect.count))


def _explore(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    agenda.extend(ExploreOne(seat) for _ in range(effect.count))


def _voucher(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    turn.emit(CreditGained(seat, "skill" if effect.on == "skill" else "item", effect.amount, host))


def _choose_one(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    agenda.append(ChooseOption(seat, host, effect.key))


def _roll_check(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    what = f"explore-{turn.state.turn.explores}/{host}"
    resolve(agenda, seat, host, effect.success if succeeds(turn, seat, host, what, effect.min) else effect.failure)


def _extra_phase2(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    turn.emit(ExtraGranted(seat))


def _upgrade_slot(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    agenda.extend(UpgradeOne(seat) for _ in range(effect.count))


def _unlock_class(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    agenda.append(UnlockOne(seat))


_OPERATIONS: dict[str, Callable[[Turning, Agenda, int, str, Effect], None]] = {
    "gain_capital": _gain_capital,
    "lose_capital": _lose_capital,
    "place_capital": _place_capital,
    "heal": _heal,
    "lose_power": _lose_power,
    "drain_power": _drain_power,
    "steal_capital": _steal_capital,
    "steal_item": _steal_item,
    "steal_battle_card": _steal_battle_card,
    "take_from_discard": _take_from_discard,
    "discard": _discard,
    "explore": _explore,
    "voucher": _voucher,
    "choose_one": _choose_one,
    "roll_check": _roll_check,
    "extra_phase2": _extra_phase2,
    "upgrade_slot": _upgrade_slot,
    "unlock_class": _unlock_class,
}
"""The operations that happen; the others hold (`modify` and its like) and are read where they matter."""


def _option(turn: Turning, agenda: Agenda, choice: ChooseOption, option: str) -> None:
    box = box_of(turn.state)
    chosen = next(each for each in box.effects[choice.key].options if each.label == option)
    resolve(agenda, choice.seat, choice.host, chosen.effects)
    pay_cost(turn, agenda, choice.seat, choice.host, chosen.cost)


def _discard_one(turn: Turning, agenda: Agenda, choice: DiscardOne, option: str) -> None:
    discard_own(turn, choice.seat, option)


def discard_own(turn: Turning, seat: int, card: str) -> None:
    """NS-7.9: a World Forge Item goes under its deck, everything else on the discard pile."""
    box = box_of(turn.state)
    player = turn.state.seats[seat]
    shown = card in player.hand and card not in player.known
    under = box.is_forge_item(card)
    if card in player.hand:
        turn.emit(CardDiscarded(seat, card, "hand", under, shown))
    else:
        turn.emit(CardDiscarded(seat, card, "mavens" if card in player.mat.mavens else "slots", under))
    if under:
        refill_forge(turn)


def _take_one(turn: Turning, agenda: Agenda, choice: TakeOne, option: str) -> None:
    box = box_of(turn.state)
    turn.emit(CardTaken(choice.seat, option, "mavens" if box.kind_of(option) == "maven" else "hand"))


def _steal_one(turn: Turning, agenda: Agenda, choice: StealItem, option: str) -> None:
    turn.emit(CardGiven(choice.enemy, choice.seat, option, "slots", "hand", source=choice.host))


def _drain_one(turn: Turning, agenda: Agenda, choice: DrainOne, option: str) -> None:
    _drain(turn, int(option), choice.amount, choice.host)


def _upgrade_one(turn: Turning, agenda: Agenda, choice: UpgradeOne, option: str) -> None:
    turn.emit(SlotUpgraded(choice.seat, option))


def _unlock_one(turn: Turning, agenda: Agenda, choice: UnlockOne, option: str) -> None:
    unlock(turn, agenda, choice.seat, option)


def unlock(turn: Turning, agenda: Agenda, seat: int, name: str) -> None:
    """NS-13.1: a Class is unlocked for good."""
    turn.emit(ClassUnlocked(seat, name))
    fire(turn, agenda, "class_unlocked", seat)


ANSWERS: dict[type[Any], Callable[[Turning, Agenda, Any, str], None]] = {
    ChooseOption: _option,
    DiscardOne: _discard_one,
    TakeOne: _take_one,
    StealItem: _steal_one,
    DrainOne: _drain_one,
    UpgradeOne: _upgrade_one,
    UnlockOne: _unlock_one,
}
