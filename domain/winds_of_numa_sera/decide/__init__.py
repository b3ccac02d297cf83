"""Every move judged, then carried out: one function per move, and the loop that works the agenda off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.winds_of_numa_sera import changes as c
from domain.winds_of_numa_sera import moves as m
from domain.winds_of_numa_sera import state as s
from domain.winds_of_numa_sera.content import box_of
from domain.winds_of_numa_sera.decide import battle, effects, explore, rounds, trade
from domain.winds_of_numa_sera.decide.agenda import Agenda, Deciding, fire, pay, pay_cost, refill_forge, resolve
from domain.winds_of_numa_sera.rules import choices, phase2
from domain.winds_of_numa_sera.rules import trade as trading
from domain.winds_of_numa_sera.rules import turn as main
from domain.winds_of_numa_sera.rules.standing import residual, standing, works_upgraded
from domain.winds_of_numa_sera.setup import deal


def decide(turn: Deciding, move: m.AnyMove) -> None:
    """Judge the move and say what happens."""
    _MOVES[type(move)](turn, move)


def run(turn: Deciding, agenda: Agenda) -> None:
    """Work the agenda off, up to the next choice that a seat has to make."""
    while agenda:
        task = agenda.pop()
        kind = type(task)
        if kind not in _ANSWERS:
            _TASKS[kind](turn, agenda, task)
            continue
        choice: s.Choice = task  # type: ignore[assignment]  # the answers are exactly those of the choices
        found = choices.options(turn.state, choice)
        if len(found) == 1 and choices.resolves_itself(turn.state, choice):
            _ANSWERS[kind](turn, agenda, choice, found[0])
        elif found:
            turn.emit(c.ChoiceOpened(choice.seat, choices.KINDS[kind], choice, tuple(agenda)))
            return


# ---------------------------------------------------------------- setup


def _choose_kingdom(turn: Deciding, move: m.ChooseKingdom) -> None:
    box = box_of(turn.state)
    main.check_kingdom(turn.state, turn.seat, move.kingdom)
    _take_kingdom(turn, turn.seat, move.kingdom)
    if isinstance(turn.state.phase, s.Drafting):
        taken = {seat.mat.kingdom for seat in turn.state.seats}
        left = [kingdom for kingdom in box.kingdoms if kingdom not in taken]
        if len(left) == 1:
            _take_kingdom(turn, turn.state.phase.seat, left[0])


def _take_kingdom(turn: Deciding, seat: int, kingdom: str) -> None:
    """NS-1.3: the draft runs against the turn order and ends with the first player."""
    box = box_of(turn.state)
    drafter = -1 if seat == turn.state.first else (seat - 1) % len(turn.state.seats)
    turn.emit(c.KingdomChosen(seat, kingdom, box.kingdoms[kingdom].pre_ticked, drafter))


def _set_succession(turn: Deciding, move: m.SetSuccession) -> None:
    main.check_succession(turn.state, turn.seat, move.order)
    turn.emit(c.SuccessionSet(turn.seat, move.order))
    if all(seat.answer is not None for seat in turn.state.seats):
        deal(turn)
        agenda: Agenda = []
        rounds.begin_round(turn, agenda, 1)
        run(turn, agenda)


# ---------------------------------------------------------------- main phase


def _explore(turn: Deciding, move: m.Explore) -> None:
    main.check_explore(turn.state, turn.seat)
    agenda: Agenda = [s.Settle()]
    explore.explore(turn, agenda, turn.seat, granted=False)
    run(turn, agenda)


def _buy_skill(turn: Deciding, move: m.BuySkill) -> None:
    box = box_of(turn.state)
    payment = main.check_buy_skill(turn.state, turn.seat, move.skill, move.payment)
    pay(turn, turn.seat, "skill", payment)
    state = turn.state
    level = standing(box, state.seats[turn.seat].mat).levels[move.skill] + 1
    turn.emit(c.SkillBought(turn.seat, move.skill, state.colleges[move.skill][0], level, payment.total))
    agenda: Agenda = [s.Settle()]
    resolve(agenda, turn.seat, move.skill, box.skills[move.skill].on_buy)
    run(turn, agenda)


def _buy_item(turn: Deciding, move: m.BuyItem) -> None:
    payment = main.check_buy_item(turn.state, turn.seat, move.item, move.payment)
    pay(turn, turn.seat, "item", payment)
    turn.emit(c.ItemBought(turn.seat, move.item, payment.total))
    refill_forge(turn)
    agenda: Agenda = [s.Settle()]
    fire(turn, agenda, "buy_item", turn.seat)
    run(turn, agenda)


def _equip(turn: Deciding, move: m.Equip) -> None:
    box = box_of(turn.state)
    main.check_equip(turn.state, turn.seat, move.item)
    player = turn.state.seats[turn.seat]
    displaced = main.displaced_by(box, player, move.item)
    turn.emit(c.Marked(f"equip/{move.item}", turn.seat))
    shown = move.item not in player.known
    upgraded = works_upgraded(box, player.mat, move.item)
    turn.emit(c.ItemEquipped(turn.seat, move.item, box.items[move.item].slots, displaced, shown, upgraded))
    run(turn, [s.Settle()])


def _use(turn: Deciding, move: m.Use) -> None:
    use = main.check_use(turn.state, turn.seat, move.source)
    turn.emit(c.Marked(f"use/{move.source}", turn.seat))
    agenda: Agenda = [s.Settle(), s.RollUse(turn.seat, move.source)]
    pay_cost(turn, agenda, turn.seat, move.source, use.cost)
    run(turn, agenda)


def _attempt_test(turn: Deciding, move: m.AttemptTest) -> None:
    box = box_of(turn.state)
    main.check_test(turn.state, turn.seat, move.card)
    turn.emit(c.PoolRevealed(turn.seat, move.card))
    turn.emit(c.Marked(f"test/{move.card}", turn.seat))
    test = box.cards[move.card].test
    assert test is not None
    agenda: Agenda = [s.Settle(), s.RollTest(turn.seat, move.card)]
    pay_cost(turn, agenda, turn.seat, move.card, test.cost)
    run(turn, agenda)


def _heal_from_card(turn: Deciding, move: m.HealFromCard) -> None:
    main.check_heal(turn.state, turn.seat, move.card, move.amount)
    turn.emit(c.HealedFromCard(turn.seat, move.card, move.amount))
    run(turn, [s.Settle()])


# ---------------------------------------------------------------- trade


def _offer_trade(turn: Deciding, move: m.OfferTrade) -> None:
    trading.check_offer(turn.state, turn.seat, move)
    turn.emit(c.OfferMade(trading.offer_of(turn.state, turn.seat, move)))


def _counter_trade(turn: Deciding, move: m.CounterTrade) -> None:
    trading.check_counter(turn.state, turn.seat, move)
    offer = trading.offer_of(turn.state, turn.seat, move)
    turn.emit(c.OfferClosed(turn.seat, "countered"))
    turn.emit(c.OfferMade(offer))


def _withdraw_trade(turn: Deciding, move: m.WithdrawTrade) -> None:
    trading.check_withdraw(turn.state, turn.seat)
    turn.emit(c.OfferClosed(turn.seat, "withdrawn"))


def _accept_trade(turn: Deciding, move: m.AcceptTrade) -> None:
    offer = trading.check_accept(turn.state, turn.seat, move.cards)
    agenda: Agenda = []
    trade.carry_out(turn, agenda, offer, move.cards)
    run(turn, agenda)


def _reject_trade(turn: Deciding, move: m.RejectTrade) -> None:
    trading.check_answering(turn.state, turn.seat)
    turn.emit(c.OfferClosed(turn.seat, "rejected"))


# ---------------------------------------------------------------- Phase 2


def _build(turn: Deciding, move: m.Build) -> None:
    box = box_of(turn.state)
    phase2.check_build(turn.state, turn.seat, move.block)
    player = turn.state.seats[turn.seat]
    block = box.blocks[move.block]
    turn.emit(c.CapitalGained(turn.seat, residual(box, player), "residual"))
    turn.emit(c.BlockBuilt(turn.seat, block.id, again=block.id in player.mat.ticked))
    agenda: Agenda = [s.EndPhase2(), s.Settle()]
    resolve(agenda, turn.seat, block.id, [effect for effect in block.effects if effect.when == "now"])
    run(turn, agenda)


def _attack(turn: Deciding, move: m.Attack) -> None:
    target = phase2.check_attack(turn.state, turn.seat, move.target_type, move.target)
    agenda: Agenda = []
    battle.open_battle(turn, agenda, turn.seat, target)
    run(turn, agenda)


def _commit_battle(turn: Deciding, move: m.CommitBattle) -> None:
    phase2.check_commit(turn.state, turn.seat, move.cards, move.payment)
    payment = None if move.payment is None else dict(sorted(move.payment.items()))
    turn.emit(c.BattleCommitted(turn.seat, move.cards, payment))
    agenda: Agenda = []
    battle.fight_when_ready(turn, agenda)
    run(turn, agenda)


def _end_turn(turn: Deciding, move: m.EndTurn) -> None:
    phase2.check_end_turn(turn.state, turn.seat)
    run(turn, [s.PassTurn()])


def _choose(turn: Deciding, move: m.Choose) -> None:
    main.check_choosing(turn.state, turn.seat)
    choice = choices.check_choice(turn.state, turn.seat, move.choice, move.option)
    assert turn.state.pending is not None
    agenda: Agenda = list(turn.state.pending.rest)
    turn.emit(c.ChoiceMade(turn.seat, move.choice, move.option, choices.about(choice)))
    _ANSWERS[type(choice)](turn, agenda, choice, move.option)
    run(turn, agenda)


# ---------------------------------------------------------------- undo


def on_undo(turn: Deciding, before: s.State) -> None:
    """NS-9.3: an offer that is taken back stays counted."""
    if turn.state.offers != before.offers:
        turn.emit(c.OffersCounted(before.offers))


_MOVES: dict[type[Any], Callable[[Deciding, Any], None]] = {
    m.ChooseKingdom: _choose_kingdom,
    m.SetSuccession: _set_succession,
    m.Explore: _explore,
    m.BuySkill: _buy_skill,
    m.BuyItem: _buy_item,
    m.Equip: _equip,
    m.Use: _use,
    m.AttemptTest: _attempt_test,
    m.HealFromCard: _heal_from_card,
    m.OfferTrade: _offer_trade,
    m.CounterTrade: _counter_trade,
    m.WithdrawTrade: _withdraw_trade,
    m.AcceptTrade: _accept_trade,
    m.RejectTrade: _reject_trade,
    m.Build: _build,
    m.Attack: _attack,
    m.CommitBattle: _commit_battle,
    m.Choose: _choose,
    m.EndTurn: _end_turn,
}

_TASKS: dict[type[Any], Callable[[Deciding, Agenda, Any], None]] = {
    s.Resolve: effects.resolve_effects,
    s.ExploreOne: explore.explore_one,
    s.AfterExplore: explore.after_explore,
    s.DiscardOpen: explore.discard_open,
    s.RollUse: explore.roll_use,
    s.RollTest: explore.roll_test,
    s.BattleCardTriggers: battle.battle_card_triggers,
    s.BattleTriggers: battle.battle_triggers,
    s.CloseBattle: battle.close_battle,
    s.Settle: rounds.settle,
    s.EndPhase2: rounds.end_phase2,
    s.PassTurn: rounds.pass_turn,
}

_ANSWERS: dict[type[Any], Callable[[Deciding, Agenda, Any, str], None]] = {
    **effects.ANSWERS,
    s.PickExplored: explore.picked,
    s.AcceptMaven: explore.maven_answered,
}
