"""Every legal move of a seat, judged by the same checks as `decide`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.core.errors import IllegalMove
from domain.core.latest import latest
from domain.winds_of_numa_sera.content import Box, box_of
from domain.winds_of_numa_sera.content.effects import Predicate
from domain.winds_of_numa_sera.legal.offers import answers, card_sets, offers
from domain.winds_of_numa_sera.moves import (
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
from domain.winds_of_numa_sera.rules import phase2
from domain.winds_of_numa_sera.rules import turn as main
from domain.winds_of_numa_sera.rules.choices import KINDS, options
from domain.winds_of_numa_sera.rules.payment import affords, item_prices, purses, skill_prices
from domain.winds_of_numa_sera.rules.standing import missing_power, standing
from domain.winds_of_numa_sera.rules.trade import may_offer
from domain.winds_of_numa_sera.state import Acting, Drafting, State, Succession

_EXPLORE, _END_TURN = Explore(), EndTurn()


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
    made = 0 if may_offer(state) else box_of(state).limits.trade_offers_per_turn
    return [*_turn_moves(replace(state, offers=state.turn.offers_before + made, offered=()), seat)]


@latest
def _turn_moves(state: State, seat: int) -> list[AnyMove]:
    turn = state.turn
    found: list[AnyMove] = []
    if turn.main:
        if not turn.explored:
            found.append(_EXPLORE)
        found += purchases(state, seat)
        found += deeds(state, seat)
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
    # What is dearer than everything the seat has needs no judgement; that is most of the goods, most of the time.
    most = player.treasury + player.skill_credit + player.item_credit
    if player.purse:
        most += sum(player.purse.values())
    found: list[AnyMove] = []
    for skill, price in skill_prices(box, player).items():
        within = price <= most and affords(box, player, price, f"skill_{skill}")
        if within and main.skill_obstacle(state, player, skill) is None:
            found.append(BuySkill(skill))
    prices = item_prices(box, player)
    found += [
        BuyItem(item) for item in state.forge if prices[item] <= most and affords(box, player, prices[item], "item")
    ]
    return found


def deeds(state: State, seat: int) -> list[AnyMove]:
    """What the seat can do with what it has."""
    box = box_of(state)
    player = state.seats[seat]
    turn, marks = state.turn, state.turn.marks
    mine, deed_of = standing(box, player.mat), _deeds(box).get
    found: list[AnyMove] = []
    for card in player.hand:
        deed = deed_of(card)
        if deed is None:
            continue
        move, mark, needs, pool = deed
        if mark in marks or (needs and mine.lacks(needs)):
            continue
        if not pool or main.test_obstacle(box, turn, player, card) is None:
            found.append(move)
    for source, use in mine.uses.items():
        if main.use_obstacle(state, seat, source, use) is None:
            found.append(Use(source))
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
    pool: bool


@cache
def _deeds(box: Box) -> dict[str, _Deed]:
    """Those of all cards, made once because they are listed again and again."""
    pools = [card for card, each in box.cards.items() if each.type == "pool"]
    return {
        **{item: _Deed(Equip(item), f"equip/{item}", each.conditions, False) for item, each in box.items.items()},
        **{card: _Deed(AttemptTest(card), f"test/{card}", (), True) for card in pools},
    }


def builds(state: State, seat: int) -> list[Build]:
    """The blocks that can be built."""
    box = box_of(state)
    player = state.seats[seat]
    if not allowed(phase2.check_building, state, seat):
        return []
    tree = box.blocks_of[player.mat.kingdom]
    return [Build(block) for block in tree if phase2.build_obstacle(box, player, block) is None]


def attacks(state: State, seat: int) -> list[Attack]:
    """The targets that can be attacked."""
    targets = [Attack("independent", stronghold) for stronghold in state.strongholds]
    for other in state.opponents(seat):
        targets.append(Attack("hero", str(other)))
        targets.extend(Attack("stronghold", stronghold) for stronghold in state.seats[other].mat.strongholds)
    return [each for each in targets if allowed(phase2.check_attack, state, seat, each.target_type, each.target)]


def commitments(state: State, seat: int) -> Iterator[CommitBattle]:
    """Every affordable set of usable Battle Cards, the empty one first."""
    box = box_of(state)
    battle, player = state.battle, state.seats[seat]
    assert battle is not None
    usable = [card for card in player.hand if phase2.usable(box, battle, seat, card)]
    for size in range(phase2.card_limit(box, player) + 1):
        for cards in card_sets(box, usable, size):
            if allowed(phase2.check_card_costs, box, player, cards, None):
                yield CommitBattle(cards)
