"""What effects do: one function for each operation, the answers to the choices that operations ask for, exploring,
uses and tests (NS-4, NS-5, NS-8), slain heroes and elimination (NS-12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from moothall.domain.core.draw import pick, shuffle
from moothall.domain.winds_of_numa_sera import changes as c, rounds, state as s
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect
from moothall.domain.winds_of_numa_sera.rounds import Agenda
from moothall.domain.winds_of_numa_sera.rules.payment import discardable
from moothall.domain.winds_of_numa_sera.rules.standing import Trigger, holds, missing_power, residual, standing, stat
from moothall.domain.winds_of_numa_sera.rules.turn import Turning


def resolve_effects(turn: Turning, agenda: Agenda, task: s.Resolve) -> None:
    """Effects one after the other; what an effect puts on the agenda comes before the next one."""
    box = box_of(turn.state)
    for index, key in enumerate(task.keys):
        effect = box.effects[key]
        if effect.limit:
            if key in turn.state.turn.marks:
                continue
            turn.emit(c.Marked(key, task.seat))
        if not holds(box, turn.state.seats[task.seat], effect.conditions):
            continue
        rest = s.Resolve(task.seat, task.host, task.keys[index + 1 :])
        agenda.append(rest)
        _OPERATIONS[effect.op](turn, agenda, task.seat, task.host, effect)
        if not agenda or agenda[-1] is not rest:
            return
        agenda.pop()


def _gain_capital(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    box = box_of(turn.state)
    amount = -(-residual(box, turn.state.seats[seat]) // 2) if effect.half_residual else effect.amount
    for each in (seat,) if effect.to == "self" else turn.state.opponents(seat):
        turn.emit(c.CapitalGained(each, amount, host))


def _lose_capital(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    player = turn.state.seats[seat]
    asked = effect.amount * (len(player.mat.strongholds) if effect.per else 1)
    if amount := min(asked, player.treasury):
        turn.emit(c.CapitalLost(seat, amount, host))


def _place_capital(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    turn.emit(c.CapitalPlaced(seat, host, effect.amount))


def _heal(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    box = box_of(turn.state)
    player = turn.state.seats[seat]
    if player.alive and (amount := min(effect.amount, missing_power(box, player))):
        turn.emit(c.PowerHealed(seat, amount, host))


def _lose_power(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    """NS-4.7: what a Hazard takes is changed by `hazard_damage`."""
    box = box_of(turn.state)
    change = stat(box, turn.state.seats[seat], "hazard_damage") if box.kind_of(host) == "hazard" else 0
    slain = hurt(turn, seat, effect.amount + change, host)
    if slain and not turn.state.seats[seat].alive:
        perish(turn, agenda, seat)


def _drain_power(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    if effect.target == "opponent":
        agenda.append(s.DrainOne(seat, host, effect.amount))
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
        turn.emit(c.PowerLost(victim, amount, host))


def _enemy(turn: Turning, seat: int) -> int:
    battle = turn.state.battle
    return -1 if battle is None else battle.enemy_of(seat)


def _steal_capital(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    enemy = _enemy(turn, seat)
    if enemy >= 0 and (amount := min(effect.amount, turn.state.seats[enemy].treasury)):
        turn.emit(c.CapitalGiven(enemy, seat, amount, host))


def _steal_item(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    if (enemy := _enemy(turn, seat)) >= 0:
        agenda.append(s.StealItem(seat, enemy, host))


def _steal_battle_card(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    box = box_of(turn.state)
    enemy = _enemy(turn, seat)
    cards = discardable(box, turn.state.seats[enemy], "battle_card") if enemy >= 0 else ()
    if cards:
        state = turn.state
        label = f"steal/round-{state.round}/seat-{rounds.active_seat(state)}/{host}"
        card = pick(turn.draw, label, cards)
        secret = card not in state.seats[enemy].known
        turn.emit(c.CardGiven(enemy, seat, card, "hand", "hand", secret=secret, source=host))


def _take_from_discard(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    agenda.extend(s.TakeOne(seat, effect.card_types) for _ in range(effect.count))


def _discard(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    agenda.extend(s.DiscardOne(seat, effect.what) for _ in range(effect.count))


def _explore(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    agenda.extend(s.ExploreOne(seat) for _ in range(effect.count))


def _voucher(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    turn.emit(c.CreditGained(seat, "skill" if effect.on == "skill" else "item", effect.amount, host))


def _choose_one(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    agenda.append(s.ChooseOption(seat, host, effect.key))


def _roll_check(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    what = f"explore-{turn.state.turn.explores}/{host}"
    outcome = effect.success if rounds.succeeds(turn, seat, host, what, effect.min) else effect.failure
    rounds.resolve(agenda, seat, host, outcome)


def _extra_phase2(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    turn.emit(c.ExtraGranted(seat))


def _upgrade_slot(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    agenda.extend(s.UpgradeOne(seat) for _ in range(effect.count))


def _unlock_class(turn: Turning, agenda: Agenda, seat: int, host: str, effect: Effect) -> None:
    agenda.append(s.UnlockOne(seat))


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


def _option(turn: Turning, agenda: Agenda, choice: s.ChooseOption, option: str) -> None:
    box = box_of(turn.state)
    chosen = next(each for each in box.effects[choice.key].options if each.label == option)
    rounds.resolve(agenda, choice.seat, choice.host, chosen.effects)
    rounds.pay_cost(turn, agenda, choice.seat, choice.host, chosen.cost)


def _discard_one(turn: Turning, agenda: Agenda, choice: s.DiscardOne, option: str) -> None:
    discard_own(turn, choice.seat, option)


def discard_own(turn: Turning, seat: int, card: str) -> None:
    """NS-7.9: a World Forge Item goes under its deck, everything else on the discard pile."""
    box = box_of(turn.state)
    player = turn.state.seats[seat]
    shown = card in player.hand and card not in player.known
    under = box.is_forge_item(card)
    if card in player.hand:
        turn.emit(c.CardDiscarded(seat, card, "hand", under, shown))
    else:
        turn.emit(c.CardDiscarded(seat, card, "mavens" if card in player.mat.mavens else "slots", under))
    if under:
        rounds.refill_forge(turn)


def _take_one(turn: Turning, agenda: Agenda, choice: s.TakeOne, option: str) -> None:
    box = box_of(turn.state)
    turn.emit(c.CardTaken(choice.seat, option, "mavens" if box.kind_of(option) == "maven" else "hand"))


def _steal_one(turn: Turning, agenda: Agenda, choice: s.StealItem, option: str) -> None:
    turn.emit(c.CardGiven(choice.enemy, choice.seat, option, "slots", "hand", source=choice.host))


def _drain_one(turn: Turning, agenda: Agenda, choice: s.DrainOne, option: str) -> None:
    _drain(turn, int(option), choice.amount, choice.host)


def _upgrade_one(turn: Turning, agenda: Agenda, choice: s.UpgradeOne, option: str) -> None:
    turn.emit(c.SlotUpgraded(choice.seat, option))


def _unlock_one(turn: Turning, agenda: Agenda, choice: s.UnlockOne, option: str) -> None:
    unlock(turn, agenda, choice.seat, option)


def unlock(turn: Turning, agenda: Agenda, seat: int, name: str) -> None:
    """NS-13.1: a Class is unlocked for good."""
    turn.emit(c.ClassUnlocked(seat, name))
    rounds.fire(turn, agenda, "class_unlocked", seat)


ANSWERS: dict[type[Any], Callable[[Turning, Agenda, Any, str], None]] = {
    s.ChooseOption: _option,
    s.DiscardOne: _discard_one,
    s.TakeOne: _take_one,
    s.StealItem: _steal_one,
    s.DrainOne: _drain_one,
    s.UpgradeOne: _upgrade_one,
    s.UnlockOne: _unlock_one,
}


def begin_explore(turn: Turning, agenda: Agenda, seat: int, granted: bool) -> None:
    """NS-4.1, NS-4.2: draw, and pick one where several are drawn."""
    box = box_of(turn.state)
    turn.emit(c.ExploreBegun(seat, granted))
    _draw(turn, seat, 1 + stat(box, turn.state.seats[seat], "explore_draw"))
    drawn = turn.state.drawn
    if not drawn:
        turn.emit(c.NothingFound(seat))
    elif len(drawn) == 1:
        _explored(turn, agenda, seat, drawn[0])
    else:
        agenda.append(s.PickExplored(seat))


def _draw(turn: Turning, seat: int, count: int) -> None:
    """NS-4.3: an empty deck is made anew from the discard pile."""
    while count:
        state = turn.state
        if not state.deck:
            if not state.discard:
                return
            deck = shuffle(turn.draw, f"shuffle/exploration/{state.reshuffles + 1}", state.discard)
            turn.emit(c.DeckShuffled(deck, len(deck), again=True))
        cards = turn.state.deck[:count]
        turn.emit(c.CardsDrawn(seat, cards, len(cards)))
        count -= len(cards)


def explore_one(turn: Turning, agenda: Agenda, task: s.ExploreOne) -> None:
    begin_explore(turn, agenda, task.seat, granted=True)


def picked(turn: Turning, agenda: Agenda, choice: s.PickExplored, option: str) -> None:
    """NS-4.2: the others go under the deck in the order drawn."""
    others = tuple(card for card in turn.state.drawn if card != option)
    turn.emit(c.CardsSunk(choice.seat, others, len(others)))
    _explored(turn, agenda, choice.seat, option)


def _explored(turn: Turning, agenda: Agenda, seat: int, card: str) -> None:
    """NS-4.4: reveal cards are resolved, the others kept unseen."""
    box = box_of(turn.state)
    kind = box.kind_of(card)
    agenda.append(s.AfterExplore(seat, kind))
    if kind in ("battle", "mythic", "pool"):
        turn.emit(c.CardKept(seat, card))
        return
    turn.emit(c.CardRevealed(seat, card))
    if kind == "maven":
        agenda.append(s.AcceptMaven(seat, card))
    else:
        agenda.append(s.DiscardOpen(seat, card))
        rounds.resolve(agenda, seat, card, box.cards[card].effects)


def maven_answered(turn: Turning, agenda: Agenda, choice: s.AcceptMaven, option: str) -> None:
    """NS-5.1: into the Inner Circle, or what rejecting gives."""
    box = box_of(turn.state)
    seat, card = choice.seat, choice.card
    if option == "accept":
        turn.emit(c.MavenAccepted(seat, card))
        return
    turn.emit(c.CardDiscarded(seat, card, "open"))
    rounds.resolve(agenda, seat, card, box.cards[card].reject)
    if extra := stat(box, turn.state.seats[seat], "maven_reject"):
        turn.emit(c.CapitalGained(seat, extra, card))


def discard_open(turn: Turning, agenda: Agenda, task: s.DiscardOpen) -> None:
    turn.emit(c.CardDiscarded(task.seat, task.card, "open"))


def after_explore(turn: Turning, agenda: Agenda, task: s.AfterExplore) -> None:
    """NS-4.9: the triggers of an explore."""

    def fits(trigger: Trigger) -> bool:
        return not trigger.effect.card_types or task.card_type in trigger.effect.card_types

    rounds.fire(turn, agenda, "explore", task.seat, fits)


def roll_use(turn: Turning, agenda: Agenda, task: s.RollUse) -> None:
    """NS-8.2, NS-5.2: roll if the ability asks for it, discard a one-time Maven, resolve on success."""
    box = box_of(turn.state)
    seat, source = task.seat, task.source
    use = standing(box, turn.state.seats[seat].mat).uses[source]
    works = use.roll_min is None or rounds.succeeds(turn, seat, source, f"use/{source}", use.roll_min)
    if use.discard == "always" or (use.discard and works):
        turn.emit(c.CardDiscarded(seat, source, "mavens"))
    if works:
        rounds.resolve(agenda, seat, source, use.effects)


def roll_test(turn: Turning, agenda: Agenda, task: s.RollTest) -> None:
    """NS-5.5, NS-5.6: a passed test blesses the hero; a former blessing returns to the hand."""
    box = box_of(turn.state)
    seat, card = task.seat, task.card
    test = box.cards[card].test
    assert test is not None
    if test.roll_min is not None and not rounds.succeeds(turn, seat, card, f"test/{card}", test.roll_min):
        return
    if blessing := turn.state.seats[seat].mat.blessing:
        turn.emit(c.BlessingReturned(seat, blessing))
    turn.emit(c.PoolBlessed(seat, card))


def hurt(turn: Turning, seat: int, amount: int, source: str, by: int = -1) -> bool:
    """The Active Hero loses Power, down to 0; whether that slew the hero."""
    power = turn.state.seats[seat].power
    if amount <= 0:
        return False
    turn.emit(c.PowerLost(seat, min(amount, power), source))
    return amount >= power and slay(turn, seat, by)


def slay(turn: Turning, seat: int, by: int) -> bool:
    """NS-12.1 to NS-12.4: the hero falls and the next one steps forward, unless a blessing prevents it."""
    box = box_of(turn.state)
    player = turn.state.seats[seat]
    blessing = player.mat.blessing
    prevented = standing(box, player.mat).prevented
    if prevented:
        turn.emit(c.PowerHealed(seat, prevented - player.power, blessing))
        turn.emit(c.CardDiscarded(seat, blessing, "blessing"))
        return False
    if blessing:
        turn.emit(c.BlessingReturned(seat, blessing))
        player = turn.state.seats[seat]
    hero, line = player.hero, player.mat.line[1:]
    power = standing(box, replace(player.mat, line=line)).max_power if line else 0
    capital = player.purse.get(hero, 0) if by >= 0 else 0
    turn.emit(c.HeroSlain(seat, hero, by, capital, line[0] if line else "", power))
    return True


def perish(turn: Turning, agenda: Agenda, seat: int) -> None:
    """NS-4.8: a player without heroes drops what was going on, leaves the game, and the turn ends."""
    for card in turn.state.open:
        turn.emit(c.CardDiscarded(seat, card, "open"))
    eliminate(turn, seat)
    agenda[:] = [s.PassTurn(), s.Settle()]


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
        c.SeatEliminated(
            seat,
            strongholds=shuffle(turn.draw, f"under/strongholds/seat-{seat}", player.mat.strongholds),
            items=shuffle(
                turn.draw, f"under/items/seat-{seat}", tuple(card for card in owned if box.is_forge_item(card))
            ),
            cards=tuple(card for card in owned if not box.is_forge_item(card)),
            skills=colleges,
        )
    )
    rounds.refill_strongholds(turn)
    rounds.refill_forge(turn)
