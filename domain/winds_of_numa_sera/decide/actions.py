"""The main phase: exploring and Other Actions (NS-4 to NS-8), and answers to choices."""

from __future__ import annotations

from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera import moves as m
from moothall.domain.winds_of_numa_sera import state as s
from moothall.domain.winds_of_numa_sera.agenda import Agenda, fire, pay, pay_cost, refill_forge, resolve
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.decide.explore import begin_explore
from moothall.domain.winds_of_numa_sera.decide.work import ANSWERS, run
from moothall.domain.winds_of_numa_sera.rules import choices
from moothall.domain.winds_of_numa_sera.rules import turn as main
from moothall.domain.winds_of_numa_sera.rules.standing import standing, works_upgraded
from moothall.domain.winds_of_numa_sera.state import Turning


def explore(turn: Turning, move: m.Explore) -> None:
    main.check_explore(turn.state, turn.seat)
    agenda: Agenda = [s.Settle()]
    begin_explore(turn, agenda, turn.seat, granted=False)
    run(turn, agenda)


def buy_skill(turn: Turning, move: m.BuySkill) -> None:
    box = box_of(turn.state)
    payment = main.check_buy_skill(turn.state, turn.seat, move.skill, move.payment)
    pay(turn, turn.seat, "skill", payment)
    state = turn.state
    level = standing(box, state.seats[turn.seat].mat).levels[move.skill] + 1
    turn.emit(c.SkillBought(turn.seat, move.skill, state.colleges[move.skill][0], level, payment.total))
    agenda: Agenda = [s.Settle()]
    resolve(agenda, turn.seat, move.skill, box.skills[move.skill].on_buy)
    run(turn, agenda)


def buy_item(turn: Turning, move: m.BuyItem) -> None:
    payment = main.check_buy_item(turn.state, turn.seat, move.item, move.payment)
    pay(turn, turn.seat, "item", payment)
    turn.emit(c.ItemBought(turn.seat, move.item, payment.total))
    refill_forge(turn)
    agenda: Agenda = [s.Settle()]
    fire(turn, agenda, "buy_item", turn.seat)
    run(turn, agenda)


def equip(turn: Turning, move: m.Equip) -> None:
    box = box_of(turn.state)
    main.check_equip(turn.state, turn.seat, move.item)
    player = turn.state.seats[turn.seat]
    displaced = main.displaced_by(box, player, move.item)
    turn.emit(c.Marked(f"equip/{move.item}", turn.seat))
    shown = move.item not in player.known
    upgraded = works_upgraded(box, player.mat, move.item)
    turn.emit(c.ItemEquipped(turn.seat, move.item, box.items[move.item].slots, displaced, shown, upgraded))
    run(turn, [s.Settle()])


def use(turn: Turning, move: m.Use) -> None:
    use = main.check_use(turn.state, turn.seat, move.source)
    turn.emit(c.Marked(f"use/{move.source}", turn.seat))
    agenda: Agenda = [s.Settle(), s.RollUse(turn.seat, move.source)]
    pay_cost(turn, agenda, turn.seat, move.source, use.cost)
    run(turn, agenda)


def attempt_test(turn: Turning, move: m.AttemptTest) -> None:
    box = box_of(turn.state)
    main.check_test(turn.state, turn.seat, move.card)
    turn.emit(c.PoolRevealed(turn.seat, move.card))
    turn.emit(c.Marked(f"test/{move.card}", turn.seat))
    test = box.cards[move.card].test
    assert test is not None
    agenda: Agenda = [s.Settle(), s.RollTest(turn.seat, move.card)]
    pay_cost(turn, agenda, turn.seat, move.card, test.cost)
    run(turn, agenda)


def heal_from_card(turn: Turning, move: m.HealFromCard) -> None:
    main.check_heal(turn.state, turn.seat, move.card, move.amount)
    turn.emit(c.HealedFromCard(turn.seat, move.card, move.amount))
    run(turn, [s.Settle()])


def choose(turn: Turning, move: m.Choose) -> None:
    main.check_choosing(turn.state, turn.seat)
    choice = choices.check_choice(turn.state, turn.seat, move.choice, move.option)
    assert turn.state.pending is not None
    agenda: Agenda = list(turn.state.pending.rest)
    turn.emit(c.ChoiceMade(turn.seat, move.choice, move.option, choices.about(choice)))
    ANSWERS[type(choice)](turn, agenda, choice, move.option)
    run(turn, agenda)
