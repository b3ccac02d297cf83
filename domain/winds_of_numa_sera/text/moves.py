"""One line of English per move: what it costs and does, as far as its player may know."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.words import Reader, counted, listed
from moothall.domain.winds_of_numa_sera import moves as m
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.content.effects import Use
from moothall.domain.winds_of_numa_sera.rules.payment import default_payment, item_price, skill_price
from moothall.domain.winds_of_numa_sera.rules.standing import residual, standing, stat, works_upgraded
from moothall.domain.winds_of_numa_sera.rules.turn import displaced_by
from moothall.domain.winds_of_numa_sera.state import Seat, State
from moothall.domain.winds_of_numa_sera.text import cards
from moothall.domain.winds_of_numa_sera.text.battle import attack_line, commit_line
from moothall.domain.winds_of_numa_sera.text.choices import choice_line
from moothall.domain.winds_of_numa_sera.text.conditions import tasks
from moothall.domain.winds_of_numa_sera.text.effects import cost_text, line, says
from moothall.domain.winds_of_numa_sera.text.odds import roll_text
from moothall.domain.winds_of_numa_sera.text.trade import goods_described, terms
from moothall.domain.winds_of_numa_sera.text.words import name, names, short, slot_name


def describe_move(move: m.AnyMove, state: State, reader: Reader) -> str:
    """What the move asks for."""
    box = box_of(state)
    match move:
        case m.ChooseKingdom(kingdom):
            return _kingdom(box, kingdom)
        case m.SetSuccession(order):
            heroes = (f"{short(box, hero)} ({cards.stats(box.heroes[hero])})" for hero in order)
            return f"Line of succession: {', then '.join(heroes)}"
        case m.Explore():
            return _explore(box, _mover(state))
        case m.BuySkill() | m.BuyItem():
            return _purchase(move, _mover(state), box)
        case m.Equip(item):
            return _equip(box, _mover(state), item)
        case m.Use(source):
            return _use(box, _mover(state), source, standing(box, _mover(state).mat).uses[source])
        case m.AttemptTest(card):
            return _test(box, _mover(state), card)
        case m.HealFromCard(card, amount):
            return f"Heal {amount} Power with {amount} Capital from {name(box, card)}"
        case m.Build(block):
            return _build(box, _mover(state), block)
        case m.Attack():
            return attack_line(move, state, reader)
        case m.CommitBattle():
            return commit_line(move, state, reader)
        case m.Choose(_, option):
            assert state.pending is not None
            return choice_line(state.pending.choice, option, state, reader)
        case m.EndTurn():
            return f"End the turn without {'attacking' if state.turn.built else 'building'}"
        case m.OfferTrade() | m.CounterTrade() | m.WithdrawTrade() | m.AcceptTrade() | m.RejectTrade():
            return _deal(move, state, reader, box)
        case _:
            assert_never(move)


def _mover(state: State) -> Seat:
    return state.seats[state.turn.seat]


def _kingdom(box: Box, kingdom: str) -> str:
    found = box.kingdoms[kingdom]
    goal = box.conditions[found.favours]
    block = box.blocks[found.pre_ticked]
    heroes = listed(f"{short(box, hero)} ({cards.stats(box.heroes[hero])})" for hero in found.heroes)
    return (
        f"Choose {found.name}, strongest as {goal.name} ({tasks(box, goal.conditions)}): "
        f"{found.start_capital} Capital, {counted(found.start_battle_cards, 'Battle Card')}, {block.name} "
        f"({line(cards.block_does(box, block))}); heroes {heroes}"
    )


def _explore(box: Box, player: Seat) -> str:
    drawn = 1 + stat(box, player, "explore_draw")
    if drawn == 1:
        return "Explore: draw the top card of the Exploration deck"
    return f"Explore: draw {drawn} cards from the Exploration deck and choose one of them"


def _purchase(move: m.BuySkill | m.BuyItem, player: Seat, box: Box) -> str:
    if isinstance(move, m.BuyItem):
        price = _price(box, player, item_price(box, player, move.item), "item", move.payment)
        item = box.items[move.item]
        return f"Buy {item.name} for {price} ({slot_name(item.slots)}): {cards.item_says(box, item)}"
    skill, level = box.skills[move.skill], standing(box, player.mat).levels[move.skill] + 1
    price = _price(box, player, skill_price(box, player, skill.id), f"skill_{skill.id}", move.payment)
    now, before = line(cards.skill_does(box, skill, level)), line(cards.skill_does(box, skill, level - 1))
    old = "" if level == 1 else f", as at level {level - 1}" if now == before else f", instead of {before}"
    also = f"; {line(says(box, skill.on_buy))}" if skill.on_buy else ""
    return f"Buy {skill.name} level {level} for {price}: {now}{old}{also}{_mastery(box, player, level)}"


def _mastery(box: Box, player: Seat, level: int) -> str:
    reached = [
        condition.name
        for condition in box.conditions.values()
        if condition.id not in player.conditions
        and any((each.pred, each.value) == ("best_skill_level", level) for each in condition.conditions)
    ]
    return f"; fulfils {listed(reached)}" if reached else ""


def _price(box: Box, player: Seat, price: int, purpose: str, named: dict[str, int] | None) -> str:
    """The price, and where it comes from unless that is the Treasury alone."""
    payment = default_payment(box, player, price, purpose)
    sources = {"credit": payment.credit, **payment.cards, "treasury": payment.treasury} if named is None else named
    parts = [f"{amount} from {_purse(box, source)}" for source, amount in sources.items() if amount]
    return f"{price} Capital" + (f" ({listed(parts)})" if [s for s, n in sources.items() if n] != ["treasury"] else "")


def _purse(box: Box, source: str) -> str:
    return {"credit": "your credit", "treasury": "the Treasury"}.get(source) or short(box, source)


def _equip(box: Box, player: Seat, item: str) -> str:
    found = box.items[item]
    gives = line(cards.item_does(box, found, works_upgraded(box, player.mat, item)))
    back = [_put_away(box, player, each) for each in displaced_by(box, player, item)]
    put_away = f"; back to your hand: {listed(back)}" if back else ""
    return f"Equip {found.name} ({slot_name(found.slots)}): {gives}{put_away}"


def _put_away(box: Box, player: Seat, item: str) -> str:
    does = line(cards.item_does(box, box.items[item], works_upgraded(box, player.mat, item)))
    capital = player.purse.get(item, 0)
    return f"{name(box, item)} ({does}{f'; the {capital} Capital on it is lost' if capital else ''})"


def _use(box: Box, player: Seat, source: str, use: Use) -> str:
    does = line(says(box, use.effects))
    if use.roll_min is not None:
        does = f"with {roll_text(box, use.roll_min, stat(box, player, 'check_roll'))} {does}"
    cost = cost_text(use.cost)
    gone = {"always": "; it is discarded even if the roll fails", "success": "; then it is discarded"}
    return f"Use {name(box, source)}: {f'{cost}, ' if cost else ''}{does}{gone.get(use.discard, '')}"


def _test(box: Box, player: Seat, card: str) -> str:
    found = box.cards[card]
    assert found.test is not None
    asked_for = [cost_text(found.test.cost)] if found.test.cost else []
    if found.test.roll_min is not None:
        asked_for.append(f"with {roll_text(box, found.test.roll_min, stat(box, player, 'check_roll'))}")
    old = f"; {name(box, player.mat.blessing)} returns to your hand" if player.mat.blessing else ""
    gives = line(says(box, found.effects))
    return f"Take the test of {found.name}: {', '.join(asked_for)}; passed, it blesses your hero: {gives}{old}"


def _build(box: Box, player: Seat, block: str) -> str:
    found = box.blocks[block]
    lasting = "from now on, " if found.type == "ongoing" else ""
    again = " again" if block in player.mat.ticked else ""
    does = line(cards.block_does(box, found))
    return f"Build {found.name}{again}: gain {residual(box, player)} Residual Capital; {lasting}{does}"


def _deal(
    move: m.OfferTrade | m.CounterTrade | m.WithdrawTrade | m.AcceptTrade | m.RejectTrade,
    state: State,
    reader: Reader,
    box: Box,
) -> str:
    match move:
        case m.CounterTrade(to):
            assert state.offer is not None
            return f"Answer with a counter-offer to {reader.who(to)}: {terms(move, state.offer.to, reader, box)}"
        case m.OfferTrade(to):
            return f"Offer {reader.who(to)} {terms(move, state.turn.seat, reader, box)}"
        case m.WithdrawTrade():
            return "Withdraw the offer"
        case m.RejectTrade():
            return "Reject the offer"
        case m.AcceptTrade(battle_cards):
            offer = state.offer
            assert offer is not None
            chosen = f" ({names(box, battle_cards)})" if battle_cards else ""
            goods = "".join(f". {text}" for text in goods_described(offer, box))
            return (
                f"Accept {reader.whose(offer.by)} offer: you get {terms(offer, offer.by, reader, box)}{chosen}{goods}"
            )
        case _:
            assert_never(move)
