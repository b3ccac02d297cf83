"""Every move and every step judged, then carried out; the loop that works off the agenda of a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, assert_never

from moothall.domain.winds_of_numa_sera import changes as c, moves as m, rounds, state as s
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.decide import battle, effects
from moothall.domain.winds_of_numa_sera.rounds import Agenda
from moothall.domain.winds_of_numa_sera.rules import trade, turn as rules
from moothall.domain.winds_of_numa_sera.rules.battle import check_attack, check_build, check_commit
from moothall.domain.winds_of_numa_sera.rules.standing import deserts, earned, residual, standing, works_upgraded
from moothall.domain.winds_of_numa_sera.rules.turn import Turning

_ARRIVES = {"maven": "mavens", "skill": "skills", "stronghold": "strongholds"}


def step(turn: Turning) -> None:
    """The step that is due."""
    if isinstance(turn.state.phase, s.GameEnd):
        rounds.end_game(turn, turn.state.phase)
        return
    agenda: Agenda = []
    rounds.close_round(turn, agenda)
    run(turn, agenda)


def decide(turn: Turning, move: m.AnyMove) -> None:
    """Judge the move and say what happens."""
    match move:  # what comes most often comes first
        case m.CounterTrade():  # before the offer, whose kind it is
            counter_trade(turn, move)
        case m.OfferTrade():
            offer_trade(turn, move)
        case m.RejectTrade():
            reject_trade(turn, move)
        case m.AcceptTrade():
            accept_trade(turn, move)
        case m.Equip():
            equip(turn, move)
        case m.WithdrawTrade():
            withdraw_trade(turn, move)
        case m.Explore():
            explore(turn, move)
        case m.BuySkill():
            buy_skill(turn, move)
        case m.BuyItem():
            buy_item(turn, move)
        case m.Use():
            use(turn, move)
        case m.AttemptTest():
            attempt_test(turn, move)
        case m.HealFromCard():
            heal_from_card(turn, move)
        case m.Build():
            build(turn, move)
        case m.Attack():
            attack(turn, move)
        case m.CommitBattle():
            commit_battle(turn, move)
        case m.Choose():
            choose(turn, move)
        case m.EndTurn():
            end_turn(turn, move)
        case m.ChooseKingdom():
            choose_kingdom(turn, move)
        case m.SetSuccession():
            set_succession(turn, move)
        case _:
            assert_never(move)


def on_undo(turn: Turning, before: s.State) -> None:
    """NS-9.3: an offer that is taken back stays counted."""
    if turn.state.offers != before.offers:
        turn.emit(c.OffersCounted(before.offers))


def choose_kingdom(turn: Turning, move: m.ChooseKingdom) -> None:
    box = box_of(turn.state)
    rules.check_kingdom(turn.state, turn.seat, move.kingdom)
    _take_kingdom(turn, turn.seat, move.kingdom)
    if isinstance(turn.state.phase, s.Drafting):
        taken = {seat.mat.kingdom for seat in turn.state.seats}
        left = [kingdom for kingdom in box.kingdoms if kingdom not in taken]
        if len(left) == 1:
            _take_kingdom(turn, turn.state.phase.seat, left[0])


def _take_kingdom(turn: Turning, seat: int, kingdom: str) -> None:
    """NS-1.3: the draft runs against the turn order and ends with the first player."""
    box = box_of(turn.state)
    drafter = -1 if seat == turn.state.first else (seat - 1) % len(turn.state.seats)
    turn.emit(c.KingdomChosen(seat, kingdom, box.kingdoms[kingdom].pre_ticked, drafter))


def set_succession(turn: Turning, move: m.SetSuccession) -> None:
    rules.check_succession(turn.state, turn.seat, move.order)
    turn.emit(c.SuccessionSet(turn.seat, move.order))
    if all(seat.answer is not None for seat in turn.state.seats):
        rounds.deal(turn)
        agenda: Agenda = []
        rounds.begin_round(turn, agenda, 1)
        run(turn, agenda)


def explore(turn: Turning, move: m.Explore) -> None:
    rules.check_explore(turn.state, turn.seat)
    agenda: Agenda = [s.Settle()]
    effects.begin_explore(turn, agenda, turn.seat, granted=False)
    run(turn, agenda)


def buy_skill(turn: Turning, move: m.BuySkill) -> None:
    box = box_of(turn.state)
    payment = rules.check_buy_skill(turn.state, turn.seat, move.skill, move.payment)
    rounds.pay(turn, turn.seat, "skill", payment)
    state = turn.state
    level = standing(box, state.seats[turn.seat].mat).levels[move.skill] + 1
    turn.emit(c.SkillBought(turn.seat, move.skill, state.colleges[move.skill][0], level, payment.total))
    agenda: Agenda = [s.Settle()]
    rounds.resolve(agenda, turn.seat, move.skill, box.skills[move.skill].on_buy)
    run(turn, agenda)


def buy_item(turn: Turning, move: m.BuyItem) -> None:
    payment = rules.check_buy_item(turn.state, turn.seat, move.item, move.payment)
    rounds.pay(turn, turn.seat, "item", payment)
    turn.emit(c.ItemBought(turn.seat, move.item, payment.total))
    rounds.refill_forge(turn)
    agenda: Agenda = [s.Settle()]
    rounds.fire(turn, agenda, "buy_item", turn.seat)
    run(turn, agenda)


def equip(turn: Turning, move: m.Equip) -> None:
    box = box_of(turn.state)
    rules.check_equip(turn.state, turn.seat, move.item)
    player = turn.state.seats[turn.seat]
    displaced = rules.displaced_by(box, player, move.item)
    turn.emit(c.Marked(f"equip/{move.item}", turn.seat))
    shown = move.item not in player.known
    upgraded = works_upgraded(box, player.mat, move.item)
    turn.emit(c.ItemEquipped(turn.seat, move.item, box.items[move.item].slots, displaced, shown, upgraded))
    run(turn, [s.Settle()])


def use(turn: Turning, move: m.Use) -> None:
    use = rules.check_use(turn.state, turn.seat, move.source)
    turn.emit(c.Marked(f"use/{move.source}", turn.seat))
    agenda: Agenda = [s.Settle(), s.RollUse(turn.seat, move.source)]
    rounds.pay_cost(turn, agenda, turn.seat, move.source, use.cost)
    run(turn, agenda)


def attempt_test(turn: Turning, move: m.AttemptTest) -> None:
    box = box_of(turn.state)
    rules.check_test(turn.state, turn.seat, move.card)
    turn.emit(c.PoolRevealed(turn.seat, move.card))
    turn.emit(c.Marked(f"test/{move.card}", turn.seat))
    test = box.cards[move.card].test
    assert test is not None
    agenda: Agenda = [s.Settle(), s.RollTest(turn.seat, move.card)]
    rounds.pay_cost(turn, agenda, turn.seat, move.card, test.cost)
    run(turn, agenda)


def heal_from_card(turn: Turning, move: m.HealFromCard) -> None:
    rules.check_heal(turn.state, turn.seat, move.card, move.amount)
    turn.emit(c.HealedFromCard(turn.seat, move.card, move.amount))
    run(turn, [s.Settle()])


def choose(turn: Turning, move: m.Choose) -> None:
    rules.check_choosing(turn.state, turn.seat)
    choice = rules.check_choice(turn.state, turn.seat, move.choice, move.option)
    assert turn.state.pending is not None
    agenda: Agenda = list(turn.state.pending.rest)
    turn.emit(c.ChoiceMade(turn.seat, move.choice, move.option, rules.about(choice)))
    ANSWERS[type(choice)](turn, agenda, choice, move.option)
    run(turn, agenda)


def offer_trade(turn: Turning, move: m.OfferTrade) -> None:
    trade.check_offer(turn.state, turn.seat, move)
    turn.emit(c.OfferMade(trade.offer_of(turn.state, turn.seat, move)))


def counter_trade(turn: Turning, move: m.CounterTrade) -> None:
    trade.check_counter(turn.state, turn.seat, move)
    offer = trade.offer_of(turn.state, turn.seat, move)
    turn.emit(c.OfferClosed(turn.seat, "countered"))
    turn.emit(c.OfferMade(offer))


def withdraw_trade(turn: Turning, move: m.WithdrawTrade) -> None:
    trade.check_withdraw(turn.state, turn.seat)
    turn.emit(c.OfferClosed(turn.seat, "withdrawn"))


def accept_trade(turn: Turning, move: m.AcceptTrade) -> None:
    offer = trade.check_accept(turn.state, turn.seat, move.cards)
    agenda: Agenda = []
    _carry_out(turn, agenda, offer, move.cards)
    run(turn, agenda)


def reject_trade(turn: Turning, move: m.RejectTrade) -> None:
    trade.check_answering(turn.state, turn.seat)
    turn.emit(c.OfferClosed(turn.seat, "rejected"))


def _carry_out(turn: Turning, agenda: Agenda, offer: s.Offer, battle_cards: tuple[str, ...]) -> None:
    """Everything changes hands at once; then slots are upgraded and the state is checked."""
    by, to = offer.by, offer.to
    pledges = trade.promises(turn.state, by, to, offer)
    turn.emit(c.OfferClosed(to, "accepted"))
    agenda.append(s.Settle())
    for giver, taker, capital in ((by, to, offer.give_capital), (to, by, offer.get_capital)):
        if capital:
            turn.emit(c.CapitalGiven(giver, taker, capital))
    for giver, taker, power in ((by, to, offer.give_power), (to, by, offer.get_power)):
        if power:
            turn.emit(c.PowerGiven(giver, taker, power))
    _give(turn, agenda, by, to, offer.give_cards + offer.give_hidden)
    _give(turn, agenda, to, by, offer.get_cards + offer.get_hidden + battle_cards)
    for pledge in pledges:
        turn.emit(c.PledgeMade(pledge))


def _give(turn: Turning, agenda: Agenda, giver: int, taker: int, cards: Sequence[str]) -> None:
    box = box_of(turn.state)
    for card in cards:
        player = turn.state.seats[giver]
        in_hand = card in player.hand
        arrives = _ARRIVES.get(box.kind_of(card), "hand")
        change = c.CardGiven(
            giver,
            taker,
            card,
            "hand" if in_hand else trade.origin_of(box, player, card),  # type: ignore[arg-type]  # one of the literals
            arrives,  # type: ignore[arg-type]  # one of the literals
            capital=player.purse.get(card, 0) if arrives == "strongholds" else 0,
            secret=in_hand and card not in player.known,
        )
        turn.emit(change)
        if skill := box.skill_of(card):
            _move_upgrades(turn, agenda, giver, taker, skill, card)


def _move_upgrades(turn: Turning, agenda: Agenda, giver: int, taker: int, skill: str, card: str) -> None:
    """NS-9.7: what buying the card did is undone for the giver and done for the receiver."""
    box = box_of(turn.state)
    on_buy = box.skills[skill].on_buy
    for effect in on_buy:
        for slot in turn.state.seats[giver].mat.upgraded[::-1][: effect.count]:
            turn.emit(c.SlotDowngraded(giver, slot))
    rounds.resolve(agenda, taker, card, on_buy)


def build(turn: Turning, move: m.Build) -> None:
    box = box_of(turn.state)
    check_build(turn.state, turn.seat, move.block)
    player = turn.state.seats[turn.seat]
    block = box.blocks[move.block]
    turn.emit(c.CapitalGained(turn.seat, residual(box, player), "residual"))
    turn.emit(c.BlockBuilt(turn.seat, block.id, again=block.id in player.mat.ticked))
    agenda: Agenda = [s.EndPhase2(), s.Settle()]
    rounds.resolve(agenda, turn.seat, block.id, [effect for effect in block.effects if effect.when == "now"])
    run(turn, agenda)


def attack(turn: Turning, move: m.Attack) -> None:
    target = check_attack(turn.state, turn.seat, move.target_type, move.target)
    agenda: Agenda = []
    battle.open_battle(turn, agenda, turn.seat, target)
    run(turn, agenda)


def commit_battle(turn: Turning, move: m.CommitBattle) -> None:
    check_commit(turn.state, turn.seat, move.cards, move.payment)
    payment = None if move.payment is None else dict(sorted(move.payment.items()))
    turn.emit(c.BattleCommitted(turn.seat, move.cards, payment))
    agenda: Agenda = []
    battle.fight_when_ready(turn, agenda)
    run(turn, agenda)


def end_turn(turn: Turning, move: m.EndTurn) -> None:
    rules.check_end_turn(turn.state, turn.seat)
    run(turn, [s.PassTurn()])


def run(turn: Turning, agenda: Agenda) -> None:
    """Work the agenda off, up to the next choice that a seat has to make."""
    while agenda:
        task = agenda.pop()
        kind = type(task)
        if kind not in ANSWERS:
            _TASKS[kind](turn, agenda, task)
            continue
        choice: s.Choice = task  # type: ignore[assignment]  # the answers are exactly those of the choices
        found = rules.options(turn.state, choice)
        if len(found) == 1 and rules.resolves_itself(turn.state, choice):
            ANSWERS[kind](turn, agenda, choice, found[0])
        elif found:
            turn.emit(c.ChoiceOpened(choice.seat, rules.KINDS[kind], choice, tuple(agenda)))
            return


def settle(turn: Turning, agenda: Agenda, task: s.Settle) -> None:
    """NS-2.10: the state check."""
    box = box_of(turn.state)
    if turn.state.pledges:
        _drop_impossible(turn)
    if _settled(box, turn.state):
        return
    order = turn.state.clockwise(rounds.active_seat(turn.state))
    for seat in order:
        for item in standing(box, turn.state.seats[seat].mat).unmet:
            turn.emit(c.ItemReturned(seat, item))
    for seat in order:
        player = turn.state.seats[seat]
        excess = player.power - standing(box, player.mat).max_power
        if excess > 0 and player.alive:
            turn.emit(c.PowerLost(seat, excess, "maximum"))
    for seat in order:
        player = turn.state.seats[seat]
        if player.mat.line:
            for name in deserts(box, player).classes:
                if name not in player.mat.classes:
                    agenda.append(s.Settle())
                    effects.unlock(turn, agenda, seat, name)
                    return
    _victory(turn, agenda, order)


def _drop_impossible(turn: Turning) -> None:
    """NS-9.11: a promise without its target or a party to it is over; kept, if the promiser holds the Stronghold."""
    for pledge in turn.state.pledges:
        if not trade.possible(turn.state, pledge):
            held = pledge.target in turn.state.seats[pledge.by].mat.strongholds
            turn.emit(c.PledgeEnded(pledge, "kept" if held else "lapsed"))


def _settled(box: Box, state: s.State) -> bool:
    """Whether there is nothing to do: so it is after most moves."""
    for player in state.seats:
        if not _at_rest(box, player):
            return False
    return len(state.eliminated) < len(state.seats) - 1


def _at_rest(box: Box, player: s.Seat) -> bool:
    """Whether the state check finds nothing new here."""
    mat = player.mat
    if not mat.line:
        return True
    found = standing(box, mat)
    if found.unmet or player.power > found.max_power:
        return False
    classes, conditions = earned(box, found, player)
    for name in classes:
        if name not in mat.classes:
            return False
    return not conditions or set(player.conditions).issuperset(conditions)


def _victory(turn: Turning, agenda: Agenda, order: tuple[int, ...]) -> None:
    """NS-15.1 to NS-15.4, NS-15.9: mark what is fulfilled, then see whether somebody has won."""
    box = box_of(turn.state)
    for seat in order:
        player = turn.state.seats[seat]
        if player.mat.line:
            for name in deserts(box, player).conditions:
                if name not in player.conditions:
                    turn.emit(c.ConditionFulfilled(seat, name))
    needed = box.settings[turn.state.setting].conditions_needed
    for seat in order:
        fulfilled = turn.state.seats[seat].conditions
        if len(fulfilled) >= needed:
            turn.emit(c.GameEnded(seat, tuple(name for name in box.conditions if name in fulfilled)))
            agenda.clear()
            return
    living = turn.state.living()
    if len(living) == 1:
        turn.emit(c.GameEnded(living[0], ("survivor",)))
        agenda.clear()


_TASKS: dict[type[Any], Callable[[Turning, Agenda, Any], None]] = {
    s.Resolve: effects.resolve_effects,
    s.ExploreOne: effects.explore_one,
    s.AfterExplore: effects.after_explore,
    s.DiscardOpen: effects.discard_open,
    s.RollUse: effects.roll_use,
    s.RollTest: effects.roll_test,
    s.BattleCardTriggers: battle.battle_card_triggers,
    s.BattleTriggers: battle.battle_triggers,
    s.CloseBattle: battle.close_battle,
    s.Settle: settle,
    s.EndPhase2: rounds.end_phase2,
    s.PassTurn: rounds.pass_turn,
}

ANSWERS: dict[type[Any], Callable[[Turning, Agenda, Any, str], None]] = {
    **effects.ANSWERS,
    s.PickExplored: effects.picked,
    s.AcceptMaven: effects.maven_answered,
}
"""How the answer to each kind of choice is carried out."""
