"""Every legal move of a seat, judged by the same checks as `decide`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import permutations
from typing import Any, NamedTuple

from msgspec.structs import replace

from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.latest import latest
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.content.effects import Predicate
from moothall.domain.winds_of_numa_sera.legal.offers import answers, card_sets, offers
from moothall.domain.winds_of_numa_sera.moves import (
    AnyMove,
    Attack,
    AttemptTest,
    Build,
    BuyItem,
    BuySkill,
    Choose,
    ChooseKingdom,
    CommitBattle,
    EndTurn,
    Equip,
    Explore,
    HealFromCard,
    SetSuccession,
    Use,
    WithdrawTrade,
)
from moothall.domain.winds_of_numa_sera.rules import phase2
from moothall.domain.winds_of_numa_sera.rules import turn as main
from moothall.domain.winds_of_numa_sera.rules.choices import KINDS, options
from moothall.domain.winds_of_numa_sera.rules.payment import (
    affords,
    battle_card_costs,
    item_prices_for,
    purses,
    skill_prices_for,
)
from moothall.domain.winds_of_numa_sera.rules.standing import holds, missing_power, standing
from moothall.domain.winds_of_numa_sera.rules.trade import may_offer
from moothall.domain.winds_of_numa_sera.state import Acting, Drafting, State, Succession

_EXPLORE, _END_TURN, _NO_CARDS = Explore(), EndTurn(), CommitBattle(())


def legal_moves(state: State, seat: int) -> Iterable[AnyMove]:
    """All of them, in a fixed order. Other trade offers than the ready-made ones, and other payments than the default,
    are legal too, but not listed."""
    if state.pending is not None:
        choice = state.pending.choice
        kind: Any = KINDS[type(choice)]
        return [Choose(kind, option) for option in options(state, choice)] if choice.seat == seat else ()
    if state.offer is not None:
        if seat == state.offer.to:
            return answers(state, seat)
        return (WithdrawTrade(),) if seat == state.offer.by else ()
    if state.battle is not None:
        committing = seat in state.battle.sides and state.seats[seat].answer is None
        return commitments(state, seat) if committing else ()
    match state.phase:
        case Acting(active) if active == seat:
            return turn_moves(state, seat)
        case Drafting(drafter) if drafter == seat:
            kingdoms = box_of(state).kingdoms
            return [ChooseKingdom(each) for each in kingdoms if allowed(main.check_kingdom, state, seat, each)]
        case Succession() if state.seats[seat].answer is None:
            heroes = box_of(state).kingdoms[state.seats[seat].mat.kingdom].heroes
            return map(SetSuccession, permutations(heroes))
        case _:
            return ()


def allowed(check: Callable[..., Any], *args: Any) -> bool:
    """Whether a check passes."""
    try:
        check(*args)
    except IllegalMove:
        return False
    return True


def turn_moves(state: State, seat: int) -> list[AnyMove]:
    """The moves of the active seat. An offer that came to nothing leaves the same behind, but for being counted."""
    return [*_turn_moves(replace(state, offers=0, offered=()), seat, may_offer(state))]


@latest
def _turn_moves(state: State, seat: int, offering: bool) -> list[AnyMove]:
    turn = state.turn
    found: list[AnyMove] = []
    if turn.main:
        if not turn.explored:
            found.append(_EXPLORE)
        found += purchases(state, seat)
        found += deeds(state, seat)
        if offering:
            found += offers(state, seat)
    if turn.explored:
        if not turn.built:
            found += builds(state, seat)
        if not turn.attacked:
            found += attacks(state, seat)
    if not turn.main:
        found.append(_END_TURN)
    return found


def purchases(state: State, seat: int) -> list[AnyMove]:
    """What the World Forge and the colleges sell to the active seat."""
    box = box_of(state)
    player = state.seats[seat]
    goods, mine = _goods(box), standing(box, player.mat)
    # What the Treasury pays needs no judgement, nor does what is dearer than everything the seat has: that is most of
    # the goods, most of the time.
    sure = most = player.treasury
    most += player.skill_credit + player.item_credit
    if player.purse:
        most += sum(player.purse.values())
    found: list[AnyMove] = []
    for skill, price in skill_prices_for(box, mine, player).items():
        within = price <= sure or (price <= most and affords(box, player, price, f"skill_{skill}"))
        if within and main.skill_obstacle(box, state, mine, skill) is None:
            found.append(goods[skill])
    prices = item_prices_for(box, mine, player)
    for item in state.forge:
        price = prices[item]
        if price <= sure or (price <= most and affords(box, player, price, "item")):
            found.append(goods[item])
    return found


@cache
def _goods(box: Box) -> dict[str, BuySkill | BuyItem]:
    """Every purchase by what is bought, made once because they are listed again and again."""
    return {**{item: BuyItem(item) for item in box.items}, **{skill: BuySkill(skill) for skill in box.skills}}


def deeds(state: State, seat: int) -> list[AnyMove]:
    """What the seat can do with what it has."""
    box = box_of(state)
    player = state.seats[seat]
    turn = state.turn
    marks = turn.marks
    mine, known = standing(box, player.mat), _deeds(box)
    found: list[AnyMove] = []
    for move, mark, needs, pool in [known[card] for card in player.hand if card in known]:
        if mark in marks or (needs and mine.lacks(needs)):
            continue
        if not pool or main.test_obstacle(box, turn, player, pool) is None:
            found.append(move)
    for source, use in mine.uses.items():
        if main.use_obstacle(state, seat, source, use) is None:
            found.append(_use(source))
    if player.purse and (missing := missing_power(box, player)):
        for card, held in purses(box, player, "heal"):
            found += [HealFromCard(card, amount) for amount in range(1, min(held, missing) + 1)]
    return found


class _Deed(NamedTuple):
    """What a hand card is good for in a main phase, and how the turn marks that it was done."""

    move: Equip | AttemptTest
    mark: str
    needs: tuple[Predicate, ...]
    """The Skill levels that an Item needs."""
    pool: str
    """The card, if it is a Pool of Essence; else empty."""


@cache
def _deeds(box: Box) -> dict[str, _Deed]:
    """Those of all cards, made once because they are listed again and again."""
    pools = [card for card, each in box.cards.items() if each.type == "pool"]
    return {
        **{item: _Deed(Equip(item), f"equip/{item}", each.conditions, "") for item, each in box.items.items()},
        **{card: _Deed(AttemptTest(card), f"test/{card}", (), card) for card in pools},
    }


_use = cache(Use)
"""The same ones are listed again and again, so each is made once."""


def builds(state: State, seat: int) -> list[Build]:
    """The blocks that can be built."""
    player = state.seats[seat]
    if not allowed(phase2.check_building, state, seat):
        return []
    box, mat = box_of(state), player.mat
    return [
        move
        for move, conditions in _next_blocks(box, mat.kingdom, mat.ticked)
        if not conditions or holds(box, player, conditions)
    ]


@lru_cache(maxsize=1 << 8)
def _next_blocks(box: Box, kingdom: str, ticked: tuple[str, ...]) -> tuple[tuple[Build, tuple[Predicate, ...]], ...]:
    """The blocks that come next in a tree, with the conditions that remain to be met."""
    tree = [box.blocks[block] for block in box.blocks_of[kingdom]]
    return tuple(
        [
            (Build(block.id), () if block.id in ticked else block.conditions)
            for block in tree
            if phase2.tree_obstacle(block, ticked) is None
        ]
    )


def attacks(state: State, seat: int) -> list[Attack]:
    """The targets that can be attacked."""
    if not allowed(phase2.check_attacking, state, seat):
        return []
    others = state.opponents(seat)
    targets = _targets(state.strongholds, others, tuple([state.seats[other].mat.strongholds for other in others]))
    if not state.pledges:  # nothing else bars a target that is there
        return targets
    return [each for each in targets if allowed(phase2.check_attack, state, seat, each.target_type, each.target)]


@lru_cache(maxsize=1 << 8)
def _targets(free: tuple[str, ...], others: tuple[int, ...], held: tuple[tuple[str, ...], ...]) -> list[Attack]:
    """All that lies there: Strongholds that are nobody's, and the others' heroes and Strongholds."""
    targets = [_attack("independent", stronghold) for stronghold in free]
    for other, strongholds in zip(others, held, strict=True):
        targets.append(_attack("hero", str(other)))
        targets += [_attack("stronghold", stronghold) for stronghold in strongholds]
    return targets


_attack = cache(Attack)


def commitments(state: State, seat: int) -> Iterator[CommitBattle]:
    """Every affordable set of usable Battle Cards, the empty one first."""
    box = box_of(state)
    battle, player = state.battle, state.seats[seat]
    assert battle is not None
    usable = [card for card in player.hand if phase2.usable(box, battle, seat, card)]
    yield _NO_CARDS
    for size in range(1, min(phase2.card_limit(box, player), len(usable)) + 1):
        for cards in card_sets(box, usable, size):
            capital, power = battle_card_costs(box, player, cards)
            if phase2.can_give(box, player, power) and affords(box, player, capital, "battle_card"):
                yield CommitBattle(cards)
