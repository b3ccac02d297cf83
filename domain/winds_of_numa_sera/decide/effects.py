"""What effects do: one function for each operation, the answers to the choices that operations ask for, exploring,
uses and tests (NS-4, NS-5, NS-8), slain heroes and elimination (NS-12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from moothall.domain.core.draw import pick, shuffle
from moothall.domain.winds_of_numa_sera.changes import (
    BlessingReturned,
    CapitalGained,
    CapitalGiven,
    CapitalLost,
    CapitalPlaced,
    CardDiscarded,
    CardGiven,
    CardKept,
    CardRevealed,
    CardsDrawn,
    CardsSunk,
    CardTaken,
    ClassUnlocked,
    CreditGained,
    DeckShuffled,
    ExploreBegun,
    ExtraGranted,
    HeroSlain,
    Marked,
    MavenAccepted,
    NothingFound,
    PoolBlessed,
    PowerHealed,
    PowerLost,
    SeatEliminated,
    SlotUpgraded,
)
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect
from moothall.domain.winds_of_numa_sera.rounds import (
    Agenda,
    active_seat,
    fire,
    pay_cost,
    refill_forge,
    refill_strongholds,
    resolve,
    succeeds,
)
from moothall.domain.winds_of_numa_sera.rules.payment import discardable
from moothall.domain.winds_of_numa_sera.rules.standing import Trigger, holds, missing_power, residual, standing, stat
from moothall.domain.winds_of_numa_sera.rules.turn import Turning
from moothall.domain.winds_of_numa_sera.state import (
    AcceptMaven,
    AfterExplore,
    ChooseOption,
    DiscardOne,
    DiscardOpen,
    DrainOne,
    ExploreOne,
    PassTurn,
    PickExplored,
    Resolve,
    RollTest,
    RollUse,
    Settle,
    StealItem,
    TakeOne,
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


def begin_explore(turn: Turning, agenda: Agenda, seat: int, granted: bool) -> None:
    """NS-4.1, NS-4.2: draw, and pick one where several are drawn."""
    box = box_of(turn.state)
    turn.emit(ExploreBegun(seat, granted))
    _draw(turn, seat, 1 + stat(box, turn.state.seats[seat], "explore_draw"))
    drawn = turn.state.drawn
    if not drawn:
        turn.emit(NothingFound(seat))
    elif len(drawn) == 1:
        _explored(turn, agenda, seat, drawn[0])
    else:
        agenda.append(PickExplored(seat))


def _draw(turn: Turning, seat: int, count: int) -> None:
    """NS-4.3: an empty deck is made anew from the discard pile."""
    while count:
        state = turn.state
        if not state.deck:
            if not state.discard:
                return
            deck = shuffle(turn.draw, f"shuffle/exploration/{state.reshuffles + 1}", state.discard)
            turn.emit(DeckShuffled(deck, len(deck), again=True))
        cards = turn.state.deck[:count]
        turn.emit(CardsDrawn(seat, cards, len(cards)))
        count -= len(cards)


def explore_one(turn: Turning, agenda: Agenda, task: ExploreOne) -> None:
    begin_explore(turn, agenda, task.seat, granted=True)


def picked(turn: Turning, agenda: Agenda, choice: PickExplored, option: str) -> None:
    """NS-4.2: the others go under the deck in the order drawn."""
    others = tuple(card for card in turn.state.drawn if card != option)
    turn.emit(CardsSunk(choice.seat, others, len(others)))
    _explored(turn, agenda, choice.seat, option)


def _explored(turn: Turning, agenda: Agenda, seat: int, card: str) -> None:
    """NS-4.4: reveal cards are resolved, the others kept unseen."""
    box = box_of(turn.state)
    kind = box.kind_of(card)
    agenda.append(AfterExplore(seat, kind))
    if kind in ("battle", "mythic", "pool"):
        turn.emit(CardKept(seat, card))
        return
    turn.emit(CardRevealed(seat, card))
    if kind == "maven":
        agenda.append(AcceptMaven(seat, card))
    else:
        agenda.append(DiscardOpen(seat, card))
        resolve(agenda, seat, card, box.cards[card].effects)


def maven_answered(turn: Turning, agenda: Agenda, choice: AcceptMaven, option: str) -> None:
    """NS-5.1: into the Inner Circle, or what rejecting gives."""
    box = box_of(turn.state)
    seat, card = choice.seat, choice.card
    if option == "accept":
        turn.emit(MavenAccepted(seat, card))
        return
    turn.emit(CardDiscarded(seat, card, "open"))
    resolve(agenda, seat, card, box.cards[card].reject)
    if extra := stat(box, turn.state.seats[seat], "maven_reject"):
        turn.emit(CapitalGained(seat, extra, card))


def discard_open(turn: Turning, agenda: Agenda, task: DiscardOpen) -> None:
    turn.emit(CardDiscarded(task.seat, task.card, "open"))


def after_explore(turn: Turning, agenda: Agenda, task: AfterExplore) -> None:
    """NS-4.9: the triggers of an explore."""

    def fits(trigger: Trigger) -> bool:
        return not trigger.effect.card_types or task.card_type in trigger.effect.card_types

    fire(turn, agenda, "explore", task.seat, fits)


def roll_use(turn: Turning, agenda: Agenda, task: RollUse) -> None:
    """NS-8.2, NS-5.2: roll if the ability asks for it, discard a one-time Maven, resolve on success."""
    box = box_of(turn.state)
    seat, source = task.seat, task.source
    use = standing(box, turn.state.seats[seat].mat).uses[source]
    works = use.roll_min is None or succeeds(turn, seat, source, f"use/{source}", use.roll_min)
    if use.discard == "always" or (use.discard and works):
        turn.emit(CardDiscarded(seat, source, "mavens"))
    if works:
        resolve(agenda, seat, source, use.effects)


def roll_test(turn: Turning, agenda: Agenda, task: RollTest) -> None:
    """NS-5.5, NS-5.6: a passed test blesses the hero; a former blessing returns to the hand."""
    box = box_of(turn.state)
    seat, card = task.seat, task.card
    test = box.cards[card].test
    assert test is not None
    if test.roll_min is not None and not succeeds(turn, seat, card, f"test/{card}", test.roll_min):
        return
    if blessing := turn.state.seats[seat].mat.blessing:
        turn.emit(BlessingReturned(seat, blessing))
    turn.emit(PoolBlessed(seat, card))


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
