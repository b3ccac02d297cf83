"""Phase 2 (NS-2.3, NS-2.4, NS-10, NS-11): Build and Attack, the commitments to a battle, and what counts in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.winds_of_numa_sera.content import Block, Box, box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect
from moothall.domain.winds_of_numa_sera.moves import CommitBattle
from moothall.domain.winds_of_numa_sera.rules.payment import Payment, affords, battle_card_costs, check_payment
from moothall.domain.winds_of_numa_sera.rules.standing import AIMS, battle_stat, holds, standing, stat
from moothall.domain.winds_of_numa_sera.rules.trade import in_truce, keeps, sworn
from moothall.domain.winds_of_numa_sera.rules.turn import check_phase2
from moothall.domain.winds_of_numa_sera.state import Aim, Battle, Seat, State


class Target(NamedTuple):
    """What is attacked: `stronghold` is empty for a hero, `defender` -1 for an independent Stronghold."""

    aim: Aim
    stronghold: str
    defender: int


class WayToRoll(NamedTuple):
    """NS-11.8: above 0 the better of two dice counts, below 0 the worse; or a card sets the roll."""

    advantage: int
    card: str = ""
    value: int = 0


def check_building(state: State, seat: int) -> None:
    """NS-2.4, NS-9.10: nothing was built this turn, and no promised attack comes first."""
    turn = check_phase2(state, seat)
    if turn.built:
        raise IllegalMove("NS-2.4", "you have built this turn")
    if not turn.attacked and sworn(state, seat) is not None:
        raise IllegalMove("NS-9.10", "the attack that you have promised comes first")


def check_build(state: State, seat: int, block: str) -> None:
    """NS-10.2: an open block of the own tree, or a ticked Repeatable."""
    box = box_of(state)
    check_building(state, seat)
    obstacle = build_obstacle(box, state.seats[seat], block)
    if obstacle is not None:
        raise IllegalMove("NS-10.2", obstacle)


def build_obstacle(box: Box, player: Seat, block: str) -> str | None:
    """NS-10.2: why the player cannot build it; None if nothing stands in the way."""
    found = box.blocks.get(block)
    ticked = player.mat.ticked
    if found is None or found.kingdom != player.mat.kingdom:
        return f"{block!r} is no block of your tree"
    obstacle = tree_obstacle(found, ticked)
    if obstacle is not None or block in ticked:
        return obstacle
    return None if holds(box, player, found.conditions) else "its condition does not hold"


def tree_obstacle(block: Block, ticked: tuple[str, ...]) -> str | None:
    """NS-10.2: what of the tree stands in the way of this block, where these are ticked."""
    if block.id in ticked:
        return None if block.type == "repeatable" else "it is ticked already"
    for each in block.requires:
        if each not in ticked:
            return "it needs all blocks before it"
    if block.requires_any and set(ticked).isdisjoint(block.requires_any):
        return "it needs one of the blocks before it"
    return None


def check_attacking(state: State, seat: int) -> None:
    """NS-11.1: one attack in a turn."""
    if check_phase2(state, seat).attacked:
        raise IllegalMove("NS-11.1", "you have attacked this turn")


def check_attack(state: State, seat: int, target_type: str, target: str) -> Target:
    """NS-11.1: a face-up Stronghold, or a Stronghold or the hero of another player."""
    check_attacking(state, seat)
    found = _target(state, seat, target_type, target)
    if found.defender >= 0 and in_truce(state, seat, found.defender):
        raise IllegalMove("NS-9.9", f"you have promised not to attack seat {found.defender}")
    pledge = sworn(state, seat)
    if pledge is not None and not keeps(pledge, *found):
        raise IllegalMove("NS-9.10", "you have promised to attack another target")
    return found


def _target(state: State, seat: int, target_type: str, target: str) -> Target:
    if target_type == "independent":
        if target not in state.strongholds:
            raise IllegalMove("NS-11.1", f"{target!r} is no face-up independent Stronghold")
        return Target("independent", target, -1)
    for other in state.opponents(seat):
        if target_type == "stronghold" and target in state.seats[other].mat.strongholds:
            return Target("stronghold", target, other)
        if target_type == "hero" and target == str(other):
            return Target("hero", "", other)
    what = "seat of a living opponent" if target_type == "hero" else "Stronghold of another player"
    raise IllegalMove("NS-11.1", f"{target!r} is no {what}")


def attack_stat(state: State, seat: int, target: Target) -> int:
    """NS-11.2: the attacker's side."""
    box = box_of(state)
    player = state.seats[seat]
    return box.heroes[player.hero].attack + battle_stat(box, player, "attack", "attacker", target.aim)


def defense_stat(state: State, target: Target) -> int:
    """NS-11.2: the defender's side."""
    box = box_of(state)
    if target.aim == "independent":
        return box.strongholds[target.stronghold].defense
    player = state.seats[target.defender]
    if target.aim == "stronghold":
        own = battle_stat(box, player, "stronghold_defense", "defender", target.aim, items=False)
        return box.strongholds[target.stronghold].defense + own
    return box.heroes[player.hero].defense + battle_stat(box, player, "defense", "defender", target.aim)


def card_limit(box: Box, seat: Seat) -> int:
    """NS-11.3: how many Battle Cards may be committed."""
    return box.limits.battle_cards_per_battle + stat(box, seat, "battle_card_limit")


def usable(box: Box, battle: Battle, seat: int, card: str) -> bool:
    """NS-11.3: whether it is a Battle Card for the seat's role."""
    if box.kind_of(card) != "battle":
        return False
    return box.cards[card].role in ("any", "attacker" if seat == battle.attacker else "defender")


def check_committing(state: State, seat: int) -> Battle:
    """NS-11.3: the seat fights and has not committed yet."""
    battle = state.battle
    if battle is None or battle.fought or seat not in battle.sides or state.seats[seat].answer is not None:
        raise NotYourTurn("NS-11.3", "no commitment is asked of you")
    return battle


def check_commit(state: State, seat: int, cards: tuple[str, ...], named: dict[str, int] | None) -> Payment:
    """NS-11.3: own cards for the role, within the limit."""
    box = box_of(state)
    battle = check_committing(state, seat)
    player = state.seats[seat]
    if len(cards) > card_limit(box, player):
        raise IllegalMove("NS-11.3", f"at most {card_limit(box, player)} Battle Cards may be committed")
    if len(set(cards)) != len(cards):
        raise IllegalMove("NS-11.3", "a card is named twice")
    for card in cards:
        if card not in player.hand or not usable(box, battle, seat, card):
            raise IllegalMove("NS-11.3", f"{card!r} is no Battle Card that you can use here")
    return check_card_costs(box, player, cards, named)


def check_card_costs(box: Box, player: Seat, cards: tuple[str, ...], named: dict[str, int] | None) -> Payment:
    """NS-11.4: the cards are affordable together."""
    capital, power = battle_card_costs(box, player, cards)
    if not can_give(box, player, power):
        raise IllegalMove("NS-11.4", "the cards cost more Power than your hero can give")
    return check_payment(box, player, capital, "battle_card", named)


def can_give(box: Box, player: Seat, power: int) -> bool:
    """NS-11.4: whether the hero can give so much Power."""
    return not power or player.power - power >= box.limits.drain_floor


def commitments(state: State, seat: int) -> Iterator[CommitBattle]:
    """Every affordable set of usable Battle Cards, the empty one first."""
    box = box_of(state)
    battle, player = battle_of(state), state.seats[seat]
    playable = [card for card in player.hand if usable(box, battle, seat, card)]
    yield CommitBattle(())
    for size in range(1, min(card_limit(box, player), len(playable)) + 1):
        for cards in card_sets(box, playable, size):
            capital, power = battle_card_costs(box, player, cards)
            if can_give(box, player, power) and affords(box, player, capital, "battle_card"):
                yield CommitBattle(cards)


def card_sets(box: Box, cards: Iterable[str], size: int) -> Iterator[tuple[str, ...]]:
    """All sets of that size; those that differ only in copies of the same card once, with the lowest numbers."""
    piles: dict[str, list[str]] = {}
    for card in sorted(cards):
        piles.setdefault(box.copies.get(card, card), []).append(card)
    yield from _sets(list(piles.values()), size)


def _sets(piles: list[list[str]], size: int) -> Iterator[tuple[str, ...]]:
    """So many cards off the tops of the piles."""
    if not size:
        yield ()
    elif size <= sum(map(len, piles)):
        pile, rest = piles[0], piles[1:]
        for count in range(min(size, len(pile)), -1, -1):
            for others in _sets(rest, size - count):
                yield (*pile[:count], *others)


def role_of(battle: Battle, seat: int) -> str:
    """The seat's part in the battle."""
    return "attacker" if seat == battle.attacker else "defender"


def items_count(battle: Battle, seat: int) -> bool:
    """NS-7.10: the Items of a defender whose Stronghold is attacked do not."""
    return seat == battle.attacker or battle.target_type == "hero"


def card_effects(box: Box, battle: Battle, seat: int) -> Iterator[tuple[str, Effect]]:
    """The effects of the seat's Battle Cards that were not cancelled and fit the battle."""
    first = seat == battle.attacker
    if battle.cancelled[0 if first else 1]:
        return
    for card in battle.attacker_cards if first else battle.defender_cards:
        for effect in box.cards[card].effects:
            if effect.role in (None, role_of(battle, seat)) and battle.target_type in AIMS[effect.vs]:
                yield card, effect


def reaching(state: State, seat: int) -> Iterator[tuple[str, Effect]]:
    """The effects of Battle Cards of either side that are aimed at this seat's side."""
    box = box_of(state)
    battle = battle_of(state)
    for side in battle.sides:
        wanted = "own" if side == seat else "enemy"
        for card, effect in card_effects(box, battle, side):
            if effect.when == "battle" and effect.side == wanted:
                yield card, effect


def sum_of(state: State, seat: int, stat: str) -> int:
    """A stat of this battle: standing modifiers and Battle Cards."""
    box = box_of(state)
    battle = battle_of(state)
    total = battle_stat(
        box, state.seats[seat], stat, role_of(battle, seat), battle.target_type, items_count(battle, seat)
    )
    return total + sum(e.amount for _, e in reaching(state, seat) if e.op == "modify" and e.stat == stat)


def way_to_roll(state: State, seat: int) -> WayToRoll:
    """NS-11.8: one die, the better or worse of two, or a set roll."""
    box = box_of(state)
    battle = battle_of(state)
    advantage = 0
    for card, effect in reaching(state, seat):
        if effect.op == "set_roll":
            return WayToRoll(0, card, effect.value)
        if effect.op == "roll_mode":
            advantage += 1 if effect.mode == "best_of_2" else -1
    for side in battle.sides:
        for mode in standing(box, state.seats[side].mat).roll_modes:
            effect = mode.effect
            if (
                effect.side == ("own" if side == seat else "enemy")
                and effect.role in (None, role_of(battle, side))
                and battle.target_type in AIMS[effect.vs]
                and (items_count(battle, side) or not mode.item)
            ):
                advantage += 1 if effect.mode == "best_of_2" else -1
    return WayToRoll(advantage)


def battle_of(state: State) -> Battle:
    """Return the battle that is being fought; there must be one."""
    assert state.battle is not None
    return state.battle
