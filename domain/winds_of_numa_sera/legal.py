"""Every legal move of a seat, judged by the same checks as `decide`; of trade offers the ready-made ones."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import islice, permutations
from typing import Any, NamedTuple

from msgspec.structs import replace

from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.latest import latest
from moothall.domain.winds_of_numa_sera import moves as m
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.content.effects import Predicate
from moothall.domain.winds_of_numa_sera.rules import battle, turn as rules
from moothall.domain.winds_of_numa_sera.rules.payment import affords, item_prices_for, purses, skill_prices_for
from moothall.domain.winds_of_numa_sera.rules.standing import holds, missing_power, standing
from moothall.domain.winds_of_numa_sera.rules.trade import (
    bars_truces,
    check_counter,
    check_promises,
    full_of,
    giveable,
    may_offer,
    promises,
)
from moothall.domain.winds_of_numa_sera.state import Acting, Drafting, Mat, Offer, Seat, State, Succession

_EXPLORE, _END_TURN = m.Explore(), m.EndTurn()

_MOST_SETS = 100
"""Sets of Battle Cards that an accepting player is listed."""

_ACCEPT, _REJECT = m.AcceptTrade(), m.RejectTrade()


def legal_moves(state: State, seat: int) -> Iterable[m.AnyMove]:
    """All of them, in a fixed order. Other trade offers than the ready-made ones, and other payments than the default,
    are legal too, but not listed."""
    if state.pending is not None:
        choice = state.pending.choice
        kind: Any = rules.KINDS[type(choice)]
        return [m.Choose(kind, option) for option in rules.options(state, choice)] if choice.seat == seat else ()
    if state.offer is not None:
        if seat == state.offer.to:
            return answers(state, seat)
        return (m.WithdrawTrade(),) if seat == state.offer.by else ()
    if state.battle is not None:
        committing = seat in state.battle.sides and state.seats[seat].answer is None
        return battle.commitments(state, seat) if committing else ()
    match state.phase:
        case Acting(active) if active == seat:
            return turn_moves(state, seat)
        case Drafting(drafter) if drafter == seat:
            kingdoms = box_of(state).kingdoms
            return [m.ChooseKingdom(each) for each in kingdoms if allowed(rules.check_kingdom, state, seat, each)]
        case Succession() if state.seats[seat].answer is None:
            heroes = box_of(state).kingdoms[state.seats[seat].mat.kingdom].heroes
            return map(m.SetSuccession, permutations(heroes))
        case _:
            return ()


def allowed(check: Callable[..., Any], *args: Any) -> bool:
    """Whether a check passes."""
    try:
        check(*args)
    except IllegalMove:
        return False
    return True


def turn_moves(state: State, seat: int) -> list[m.AnyMove]:
    """The moves of the active seat. An offer that came to nothing leaves the same behind, but for being counted."""
    return [*_turn_moves(replace(state, offers=0, offered=()), seat, may_offer(state))]


@latest
def _turn_moves(state: State, seat: int, offering: bool) -> list[m.AnyMove]:
    turn = state.turn
    found: list[m.AnyMove] = []
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


def purchases(state: State, seat: int) -> list[m.AnyMove]:
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
    found: list[m.AnyMove] = []
    for skill, price in skill_prices_for(box, mine, player).items():
        within = price <= sure or (price <= most and affords(box, player, price, f"skill_{skill}"))
        if within and rules.skill_obstacle(box, state, mine, skill) is None:
            found.append(goods[skill])
    prices = item_prices_for(box, mine, player)
    for item in state.forge:
        price = prices[item]
        if price <= sure or (price <= most and affords(box, player, price, "item")):
            found.append(goods[item])
    return found


@cache
def _goods(box: Box) -> dict[str, m.BuySkill | m.BuyItem]:
    """Every purchase by what is bought, made once because they are listed again and again."""
    return {**{item: m.BuyItem(item) for item in box.items}, **{skill: m.BuySkill(skill) for skill in box.skills}}


def deeds(state: State, seat: int) -> list[m.AnyMove]:
    """What the seat can do with what it has."""
    box = box_of(state)
    player = state.seats[seat]
    turn = state.turn
    marks = turn.marks
    mine, known = standing(box, player.mat), _deeds(box)
    found: list[m.AnyMove] = []
    for move, mark, needs, pool in [known[card] for card in player.hand if card in known]:
        if mark in marks or (needs and mine.lacks(needs)):
            continue
        if not pool or rules.test_obstacle(box, turn, player, pool) is None:
            found.append(move)
    for source, use in mine.uses.items():
        if rules.use_obstacle(state, seat, source, use) is None:
            found.append(_use(source))
    if player.purse and (missing := missing_power(box, player)):
        for card, held in purses(box, player, "heal"):
            found += [m.HealFromCard(card, amount) for amount in range(1, min(held, missing) + 1)]
    return found


class _Deed(NamedTuple):
    """What a hand card is good for in a main phase, and how the turn marks that it was done."""

    move: m.Equip | m.AttemptTest
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
        **{item: _Deed(m.Equip(item), f"equip/{item}", each.conditions, "") for item, each in box.items.items()},
        **{card: _Deed(m.AttemptTest(card), f"test/{card}", (), card) for card in pools},
    }


_use = cache(m.Use)
"""The same ones are listed again and again, so each is made once."""


def builds(state: State, seat: int) -> list[m.Build]:
    """The blocks that can be built."""
    player = state.seats[seat]
    if not allowed(battle.check_building, state, seat):
        return []
    box, mat = box_of(state), player.mat
    return [
        move
        for move, conditions in _next_blocks(box, mat.kingdom, mat.ticked)
        if not conditions or holds(box, player, conditions)
    ]


@lru_cache(maxsize=1 << 8)
def _next_blocks(box: Box, kingdom: str, ticked: tuple[str, ...]) -> tuple[tuple[m.Build, tuple[Predicate, ...]], ...]:
    """The blocks that come next in a tree, with the conditions that remain to be met."""
    tree = [box.blocks[block] for block in box.blocks_of[kingdom]]
    return tuple(
        [
            (m.Build(block.id), () if block.id in ticked else block.conditions)
            for block in tree
            if battle.tree_obstacle(block, ticked) is None
        ]
    )


def attacks(state: State, seat: int) -> list[m.Attack]:
    """The targets that can be attacked."""
    if not allowed(battle.check_attacking, state, seat):
        return []
    others = state.opponents(seat)
    targets = _targets(state.strongholds, others, tuple([state.seats[other].mat.strongholds for other in others]))
    if not state.pledges:  # nothing else bars a target that is there
        return targets
    return [each for each in targets if allowed(battle.check_attack, state, seat, each.target_type, each.target)]


@lru_cache(maxsize=1 << 8)
def _targets(free: tuple[str, ...], others: tuple[int, ...], held: tuple[tuple[str, ...], ...]) -> list[m.Attack]:
    """All that lies there: Strongholds that are nobody's, and the others' heroes and Strongholds."""
    targets = [_attack("independent", stronghold) for stronghold in free]
    for other, strongholds in zip(others, held, strict=True):
        targets.append(_attack("hero", str(other)))
        targets += [_attack("stronghold", stronghold) for stronghold in strongholds]
    return targets


_attack = cache(m.Attack)


def price_of(box: Box, card: str) -> int:
    """What a listed offer asks for the card: a World Forge Item its printed cost."""
    kind = box.kind_of(card)
    if kind == "item":
        return box.items[card].cost
    price: int = getattr(box.prices, kind)
    return price


@lru_cache(maxsize=1 << 8)
def in_play(mat: Mat) -> tuple[str, ...]:
    """The tradable cards that lie open."""
    blessing = (mat.blessing,) if mat.blessing else ()
    return (*mat.items, *mat.mavens, *mat.skills, *mat.strongholds, *blessing)


def open_to(seat: Seat) -> tuple[str, ...]:
    """NS-9.5: the cards that others can ask for by name."""
    return in_play(seat.mat) + seat.known


def offers(state: State, seat: int) -> list[m.OfferTrade]:
    """The listed offers of the active seat, partner by partner. They name what the two have, so that only the price,
    the highest level of a Skill and what was promised before can stand in the way."""
    box = box_of(state)
    if not may_offer(state):
        return []
    seats = state.seats
    me, partners, steps = seats[seat], state.opponents(seat), _price_steps(box)
    own, mine, full = me.hand + in_play(me.mat), bisect(steps, me.treasury), full_of(box, me)
    truce, attack = box.prices.truce, box.prices.attack_pledge
    # Between two there is nothing to promise but truces.
    judged = bool(state.pledges) and (len(partners) > 1 or bars_truces(state))
    found: list[m.OfferTrade] = []
    for partner in partners:
        them = seats[partner]
        found += _of_cards(box, own, _sales(box, partner, bisect(steps, them.treasury)), full_of(box, them))
        found += _of_cards(box, open_to(them), _wishes(box, partner, mine), full)
        pacts = _pacts(box, partner, partners, me.treasury >= truce, me.treasury >= attack, them.treasury >= truce)
        found += [offer for offer in pacts if _may_promise(state, seat, offer)] if judged else pacts
    return found


def _of_cards(
    box: Box, cards: tuple[str, ...], offers: dict[str, m.OfferTrade], full: frozenset[str]
) -> list[m.OfferTrade]:
    """The offers of these cards, but for those that the taker has no room for; all copies of a card cost the
    same, and only the one with the lowest number is listed."""
    found: list[m.OfferTrade] = []
    names: list[str] = []
    places: dict[str, int] = {}
    copies = box.copies
    for card in cards:
        if card not in offers or card in full:
            continue
        if card in copies:
            kind = copies[card]
            if kind in places:
                place = places[kind]
                if card < names[place]:
                    names[place], found[place] = card, offers[card]
                continue
            places[kind] = len(found)
        names.append(card)
        found.append(offers[card])
    return found


# The same offers are listed again and again, so they are made once: for every number of prices that are within reach.


@cache
def _price_steps(box: Box) -> list[int]:
    """Every price of a card in a listed offer, the lowest first."""
    return sorted({price_of(box, card) for card in box.tradable})


@cache
def _sales(box: Box, partner: int, steps: int) -> dict[str, m.OfferTrade]:
    """By card what can be offered to a partner who can pay so many of the prices."""
    prices = _within(box, steps)
    return {card: m.OfferTrade(partner, give_cards=(card,), get_capital=price) for card, price in prices.items()}


@cache
def _wishes(box: Box, partner: int, steps: int) -> dict[str, m.OfferTrade]:
    """By card what can be asked of the partner by somebody who can pay so many of the prices."""
    prices = _within(box, steps)
    return {card: m.OfferTrade(partner, get_cards=(card,), give_capital=price) for card, price in prices.items()}


def _within(box: Box, steps: int) -> dict[str, int]:
    """The cards that cost one of so many of the prices."""
    reach = _price_steps(box)[:steps]
    prices = {card: price_of(box, card) for card in box.tradable}
    return {card: price for card, price in prices.items() if price in reach}


@cache
def _pacts(
    box: Box, partner: int, opponents: tuple[int, ...], truce: bool, attack: bool, their_truce: bool
) -> tuple[m.OfferTrade, ...]:
    """Promises for their price, where it can be paid: a truce either way, an attack on a third player."""
    prices = box.prices
    pacts = []
    if truce:
        pacts.append(m.OfferTrade(partner, get_pledge="truce", give_capital=prices.truce))
    if their_truce:
        pacts.append(m.OfferTrade(partner, give_pledge="truce", get_capital=prices.truce))
    for third in opponents if attack else ():
        if third != partner:
            target, capital = str(third), prices.attack_pledge
            pacts.append(m.OfferTrade(partner, get_pledge="attack", get_pledge_target=target, give_capital=capital))
    return tuple(pacts)


def _may_promise(state: State, seat: int, offer: m.OfferTrade) -> bool:
    try:
        check_promises(state, promises(state, seat, offer.to, offer))
    except IllegalMove:
        return False
    return True


def answers(state: State, seat: int) -> list[m.AnyMove]:
    """Reject, accept with any of the first sets of Battle Cards that are asked for, or haggle."""
    box = box_of(state)
    offer = state.offer
    assert offer is not None
    if offer.get_battle_cards:
        sets = battle.card_sets(box, giveable(state, offer), offer.get_battle_cards)
        return [_REJECT, *map(m.AcceptTrade, islice(sets, _MOST_SETS))]
    return [_REJECT, _ACCEPT, *counters(state, seat, offer)]


def counters(state: State, seat: int, offer: Offer) -> tuple[m.CounterTrade, ...]:
    """The listed counter-offer to one that asks for no Battle Cards: the same for half the Capital that is asked, or
    for half as much again as is given."""
    if not may_offer(state):
        return ()
    asked, given = offer.get_capital, offer.give_capital
    if asked > 1:
        asked //= 2
    elif given:
        given = min(-(-3 * given // 2), state.seats[offer.by].treasury)
    if asked == offer.get_capital and given == offer.give_capital:
        return ()
    counter = mirrored(offer, asked, given)
    return (counter,) if allowed(check_counter, state, seat, counter) else ()


def mirrored(offer: Offer, give_capital: int, get_capital: int) -> m.CounterTrade:
    """The same trade seen by the other side, for that much Capital; which Battle Cards it would pick is open."""
    return m.CounterTrade(  # in the order of its fields, for the same reason as `offer_of`
        offer.by,
        offer.get_cards + offer.get_hidden,
        offer.give_cards + offer.give_hidden,
        give_capital,
        get_capital,
        offer.get_power,
        offer.give_power,
        0,
        offer.get_pledge,
        offer.give_pledge,
        offer.get_pledge_target_type,
        offer.give_pledge_target_type,
        offer.get_pledge_target,
        offer.give_pledge_target,
        offer.get_pledge_turns,
        offer.give_pledge_turns,
    )
