"""Battles (NS-11): opened, fought when all sides have committed, and what follows."""

from __future__ import annotations

from moothall.domain.winds_of_numa_sera import changes as c, state as s
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.decide.effects import eliminate, hurt
from moothall.domain.winds_of_numa_sera.rounds import Agenda, fire, pay, refill_strongholds, resolve, throw
from moothall.domain.winds_of_numa_sera.rules.battle import (
    Target,
    attack_stat,
    battle_of,
    card_effects,
    defense_stat,
    items_count,
    reaching,
    role_of,
    sum_of,
    way_to_roll,
)
from moothall.domain.winds_of_numa_sera.rules.payment import battle_card_costs, check_payment
from moothall.domain.winds_of_numa_sera.rules.standing import AIMS, standing
from moothall.domain.winds_of_numa_sera.rules.trade import sworn
from moothall.domain.winds_of_numa_sera.rules.turn import Turning


def open_battle(turn: Turning, agenda: Agenda, seat: int, target: Target) -> None:
    """NS-11.2: stats are fixed; NS-11.5: an empty hand commits nothing by itself."""
    state = turn.state
    pledge = sworn(state, seat)
    if pledge is not None and pledge.turns == 1:
        turn.emit(c.PledgeEnded(pledge, "kept"))
    hero = state.seats[target.defender].hero if target.defender >= 0 else ""
    turn.emit(
        c.BattleOpened(
            attacker=seat,
            target_type=target.aim,
            stronghold=target.stronghold,
            defender=target.defender,
            attack=attack_stat(state, seat, target),
            defense=defense_stat(state, target),
            heroes=(state.seats[seat].hero, hero),
        )
    )
    for side in battle_of(turn.state).sides:
        if not turn.state.seats[side].hand:
            turn.emit(c.BattleCommitted(side, ()))
    fight_when_ready(turn, agenda)


def fight_when_ready(turn: Turning, agenda: Agenda) -> None:
    """NS-11.5: when all commitments are in, the battle resolves."""
    battle = battle_of(turn.state)
    if all(turn.state.seats[side].answer is not None for side in battle.sides):
        _fight(turn, agenda)


def _fight(turn: Turning, agenda: Agenda) -> None:
    _reveal(turn)
    battle = battle_of(turn.state)
    attacker, defender = battle.attacker, battle.defender
    agenda.extend((s.EndPhase2(), s.Settle(), s.CloseBattle()))
    for side in reversed(battle.sides):
        agenda.append(s.BattleTriggers(side))
    for side in reversed(battle.sides):
        agenda.append(s.BattleCardTriggers(side))
    scores = [battle.attack + _roll(turn, attacker) + sum_of(turn.state, attacker, "score"), battle.defense]
    if defender >= 0:
        scores[1] += _roll(turn, defender) + sum_of(turn.state, defender, "score")
    outcome = scores[0] - scores[1]
    winner = attacker if outcome >= 0 else defender
    played = battle.attacker_cards if outcome >= 0 else battle.defender_cards
    turn.emit(c.BattleFought(scores[0], scores[1], winner, bool(played)))
    if outcome < 0:
        _strike(turn, agenda, defender, attacker, -outcome)
    elif battle.target_type == "hero":
        _strike(turn, agenda, attacker, defender, outcome)
    else:
        _capture(turn)


def _reveal(turn: Turning) -> None:
    """NS-11.5, NS-11.6: all cards at once, what cancels first, then the costs."""
    box = box_of(turn.state)
    state = turn.state
    battle = battle_of(state)
    answers = [state.seats[side].answer for side in battle.sides]
    cards = [answer.cards for answer in answers if answer is not None]
    cards += [()] * (2 - len(cards))
    cancels = [any(effect.op == "cancel_card" for card in side for effect in box.cards[card].effects) for side in cards]
    turn.emit(c.BattleRevealed(cards[0], cards[1], (cancels[1], cancels[0]), battle.sides))
    for side, answer in zip(battle.sides, answers, strict=True):
        if answer is not None and answer.cards:
            player = turn.state.seats[side]
            capital, power = battle_card_costs(box, player, answer.cards)
            pay(turn, side, "battle_card", check_payment(box, player, capital, "battle_card", answer.payment))
            if power:
                turn.emit(c.PowerLost(side, power, "battle_cards"))


def _roll(turn: Turning, seat: int) -> int:
    """NS-11.8: one die, the better or worse of two, or a set roll."""
    state = turn.state
    wanted = way_to_roll(state, seat)
    if wanted.card:
        turn.emit(c.RollSet(seat, wanted.card, wanted.value))
        return wanted.value
    faces = tuple(throw(turn, f"battle/seat-{seat}/{i}") for i in range(2 if wanted.advantage else 1))
    roll = max(faces) if wanted.advantage > 0 else min(faces)
    turn.emit(c.DieRolled(seat, "battle", faces, roll))
    return roll


def _strike(turn: Turning, agenda: Agenda, dealer: int, victim: int, outcome: int) -> None:
    """NS-11.12: the loser's hero is hurt by the difference, as both sides change it."""
    if not outcome:
        return
    state = turn.state
    dealt = sum_of(state, dealer, "damage_dealt") if dealer >= 0 else 0
    damage = max(outcome + dealt + sum_of(state, victim, "damage_taken"), 0)
    if any(effect.op == "halve_damage" for _, effect in reaching(state, victim)):
        damage = -(-damage // 2)
    if hurt(turn, victim, damage, "battle", by=dealer) and dealer >= 0:
        fire(turn, agenda, "slay", dealer)


def _capture(turn: Turning) -> None:
    """NS-11.13, NS-11.14: the Stronghold changes hands."""
    box = box_of(turn.state)
    battle = battle_of(turn.state)
    seat, stronghold, loser = battle.attacker, battle.stronghold, battle.defender
    capital = turn.state.seats[loser].purse.get(stronghold, 0) if loser >= 0 else 0
    turn.emit(c.StrongholdTaken(seat, stronghold, loser, capital))
    if loser < 0:
        turn.emit(c.CapitalGained(seat, box.strongholds[stronghold].initial_capital, stronghold))
        refill_strongholds(turn)


def _when(battle: s.Battle, seat: int) -> str:
    return "battle_won" if battle.winner == seat else "battle_lost"


def battle_card_triggers(turn: Turning, agenda: Agenda, task: s.BattleCardTriggers) -> None:
    """NS-11.15: what the Battle Cards do after the outcome."""
    box = box_of(turn.state)
    battle = battle_of(turn.state)
    when = _when(battle, task.seat)
    found = [(card, effect) for card, effect in card_effects(box, battle, task.seat) if effect.when == when]
    for card, effect in reversed(found):
        resolve(agenda, task.seat, card, (effect,))


def battle_triggers(turn: Turning, agenda: Agenda, task: s.BattleTriggers) -> None:
    """NS-11.15: cards in play, as they lie now; a hero only if it fought this battle (NS-7.10: Items likewise)."""
    box = box_of(turn.state)
    battle = battle_of(turn.state)
    seat = task.seat
    mat = turn.state.seats[seat].mat
    fighter = battle.heroes[0 if seat == battle.attacker else 1]
    found = []
    for trigger in standing(box, mat).triggers[_when(battle, seat)]:
        effect = trigger.effect
        if effect.role not in (None, role_of(battle, seat)) or battle.target_type not in AIMS[effect.vs]:
            continue
        if trigger.kind == "hero" and trigger.host != fighter:
            continue
        if trigger.kind == "item" and not items_count(battle, seat):
            continue
        found.append(trigger)
    for trigger in reversed(found):
        resolve(agenda, seat, trigger.host, (trigger.effect,))


def close_battle(turn: Turning, agenda: Agenda, task: s.CloseBattle) -> None:
    """NS-11.15: used cards are discarded, eliminated players cleared."""
    battle = battle_of(turn.state)
    for card in battle.attacker_cards:
        turn.emit(c.CardDiscarded(battle.attacker, card, "battle"))
    for card in battle.defender_cards:
        turn.emit(c.CardDiscarded(battle.defender, card, "battle"))
    turn.emit(c.BattleEnded())
    for side in battle.sides:
        if not turn.state.seats[side].alive:
            eliminate(turn, side)
