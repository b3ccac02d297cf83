"""The moves that a bot considers, and what an attack comes to on average over the dice."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from moothall.domain.core.content import instances
from moothall.domain.core.draw import Draw, pick
from moothall.domain.core.title import Insight, Outlook
from moothall.domain.winds_of_numa_sera import moves as m
from moothall.domain.winds_of_numa_sera.bot import race, trade
from moothall.domain.winds_of_numa_sera.bot.evaluation import (
    CERTAIN,
    LOST,
    WON,
    bettering,
    chance,
    evaluate,
    judged_by_chances,
)
from moothall.domain.winds_of_numa_sera.bot.runner import means, runner
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.legal import attacks, builds, deeds, legal_moves, purchases
from moothall.domain.winds_of_numa_sera.rules.battle import Target, attack_stat, check_attack, defense_stat
from moothall.domain.winds_of_numa_sera.rules.standing import battle_stat
from moothall.domain.winds_of_numa_sera.state import Acting, Drafting, Finished, GameEnd, State

_LEAST_LEAD = -1
"""Attack less defense below which an attack is not worth a thought."""
_MOST_ATTACKS, _FEW_ATTACKS = 6, 4
_MANY = 20
"""Who asks for fewer moves than this has little time: it explores at once, shops afterwards, and fights for little."""
_LINE = (1.0, 0.5, 0.25)
"""How much the first, second and third hero of a line count."""
_HUNTED, _HUNT = 20.0, 3.0
"""Points that a hero is worth who would fall in the first turn; so many turns from Champion, others hunt a third as
likely."""

OUTLOOK = Outlook(ahead=0, rivalry=0.5, victory=0.0, branch=_MANY)
"""A turn of every seat and no more: whose round it is makes no difference to a race, and dice soon bury a plan. All
take their time: who has little wins one game in six, and what comes of a plan against such players tells nothing. What
a victory counts stands in the evaluation."""

_CARD_LEAD, _THEIR_CARD = 1, 1
"""What a Battle Card adds to either side."""


class Judge(NamedTuple):
    """How a bot judges: what a position is worth, a won game and a lost one."""

    evaluate: Callable[[State, int], float]
    won: float
    lost: float


PLAIN, KEEN = Judge(evaluate, WON, LOST), Judge(chance, CERTAIN, -CERTAIN)
"""How simple bots judge all games, and how a search judges those of two for one condition."""


def candidates(title: Any, state: State, seat: int, draw: Draw, most: int) -> Sequence[m.AnyMove]:
    """Without trade offers, attacks that can hardly succeed, and healing by halves."""
    phase = state.phase
    if isinstance(phase, Drafting):  # nothing tells one kingdom from another before the game: each shall have its day
        return (pick(draw, "candidates", list(legal_moves(state, seat))),)
    if state.offer is not None and state.offer.to == seat and state.pending is None:
        return (trade.answer(state, seat),)
    if not isinstance(phase, Acting) or phase.seat != seat or state.pending or state.offer or state.battle:
        return list(legal_moves(state, seat))[:most]
    moves: list[m.AnyMove] = []
    quick = most < _MANY
    if phase.main:
        if not phase.explored:
            moves.append(m.Explore())
            if quick:
                return moves
        moves += purchases(state, seat)
        moves += _sensible(state, seat, deeds(state, seat))
        if phase.explored and not quick:
            moves = [move for move in moves if not isinstance(move, m.BuyItem | m.Use | m.AttemptTest)]
    if phase.explored:
        if not phase.attacked:
            moves += _hopeful(state, seat, phase.main, _FEW_ATTACKS if quick else _MOST_ATTACKS)
        if not phase.built:
            moves += builds(state, seat)
    if not phase.main:
        moves.append(m.EndTurn())
    return moves or list(legal_moves(state, seat))[:most]


def gist(moves: Sequence[m.AnyMove]) -> Hashable:
    """All of it: a turn has few moves, and each of them counts."""
    return tuple(moves)


def settled(state: State) -> bool:
    """Not while a battle is fought."""
    return state.battle is None or isinstance(state.phase, GameEnd | Finished)


def chancy(move: m.AnyMove) -> bool:
    """The die decides."""
    return isinstance(move, m.CommitBattle | m.Use | m.AttemptTest)


def expect(state: State, seat: int, move: m.AnyMove, judge: Judge = PLAIN) -> float | None:
    """An attack is judged by the chances of its dice, a line of heroes by who comes first."""
    if isinstance(move, m.SetSuccession):
        return _line(state, seat, move.order)
    if not isinstance(move, m.Attack):
        return None
    return battle(state, seat, check_attack(state, seat, move.target_type, move.target), judge)


def _keen(state: State) -> Judge:
    return KEEN if judged_by_chances(state) else PLAIN


INSIGHT = Insight(
    lambda state, seat: _keen(state).evaluate(state, seat),
    candidates,
    lambda state, seat, move: expect(state, seat, move, _keen(state)),
)


def _line(state: State, seat: int, order: tuple[str, ...]) -> float:
    """How far each hero in turn would lead the kingdom at this table, the others led by their strongest."""
    box = box_of(state)
    walls = sorted(box.strongholds, key=lambda each: box.strongholds[each].defense)
    stocks = {skill: instances(skill, box.setups[len(state.seats)].skill_cards_per_type) for skill in box.skills}
    state = replace(state, phase=Acting(seat), strongholds=tuple(walls[1:9:2]), colleges=stocks)
    for other in range(len(state.seats)):
        heroes = box.kingdoms[state.seats[other].mat.kingdom].heroes
        state = _led(state, other, tuple(sorted(heroes, key=lambda hero: _strength(box, hero), reverse=True)))
    value = 0.0
    for place, share in enumerate(_LINE):
        led = _led(state, seat, order[place:] + order[:place])
        value += share * (evaluate(led, seat) - _HUNTED * _hunted(led, seat))
    return value


def _hunted(state: State, seat: int) -> float:
    """How much the seat's first hero has to fear: the likelier somebody hunts and the sooner it falls, the more."""
    box, prey = box_of(state), state.seats[seat]
    front = ((means(box, prey.mat).front.heroes, prey.power),)
    return max(
        math.exp(-race.turns(state, other)["champion"] / _HUNT)
        / race.hunt(box, race.forces_of(runner(state, other)[0]).heroes, 1, front)
        for other in range(len(state.seats))
        if other != seat
    )


def _led(state: State, seat: int, line: tuple[str, ...]) -> State:
    box = box_of(state)
    return state.with_mat(seat, line=line).with_seat(seat, power=box.heroes[line[0]].power)


def _strength(box: Box, hero: str) -> float:
    """A hero in Capital, by the values of the strategy notes."""
    found = box.heroes[hero]
    return 5 * found.attack + 2.5 * found.defense + 1.3 * found.power


def _sensible(state: State, seat: int, moves: list[m.AnyMove]) -> list[m.AnyMove]:
    """Without Items that are no better than what is worn; of the amounts that can be healed only the greatest."""
    most = {move.card: move for move in moves if isinstance(move, m.HealFromCard)}
    rest = [move for move in moves if not isinstance(move, m.HealFromCard)]
    worn = bettering(state, seat, [move.item for move in rest if isinstance(move, m.Equip)])
    return [each for each in rest if not isinstance(each, m.Equip) or each.item in worn] + [*most.values()]


def _hopeful(state: State, seat: int, must: bool, most: int) -> list[m.Attack]:
    """The attacks that average dice and a good card would win, the likeliest first."""
    leads = []
    for attack in attacks(state, seat):
        target = check_attack(state, seat, attack.target_type, attack.target)
        leads.append((attack_stat(state, seat, target) - defense_stat(state, target), attack))
    leads.sort(key=lambda pair: -pair[0])
    hopeful = [attack for lead, attack in leads if lead >= _LEAST_LEAD][:most]
    return hopeful or ([leads[0][1]] if leads and must else [])


def battle(state: State, seat: int, target: Target, judge: Judge) -> float:
    """The mean over the dice, all that comes of a roll reduced to four outcomes: victory or defeat, and whether it
    costs a hero."""
    box = box_of(state)
    me = state.seats[seat]
    aim, rival = target.aim, target.defender
    lead = attack_stat(state, seat, target) - defense_stat(state, target)
    lead += _CARD_LEAD * any(box.kind_of(card) == "battle" for card in me.hand)
    dealt = battle_stat(box, me, "damage_dealt", "attacker", aim)
    taken = battle_stat(box, me, "damage_taken", "attacker", aim)
    if rival >= 0:
        them = state.seats[rival]
        lead -= _THEIR_CARD * bool(them.hand)
        dealt += battle_stat(box, them, "damage_taken", "defender", aim)
        taken += battle_stat(box, them, "damage_dealt", "defender", aim)
    chances = [0.0] * 4
    damage = [0.0, 0.0]
    for roll, probability in race.rolls(box, rival >= 0).items():
        outcome = lead + roll
        lost = outcome < 0
        hurt = max(0, taken - outcome) if lost else max(0, outcome + dealt) if aim == "hero" and outcome else 0
        fatal = hurt >= (me.power if lost else state.seats[rival].power if aim == "hero" else 99)
        chances[2 * lost + fatal] += probability
        if not fatal:
            damage[lost] += probability * hurt
    value = 0.0
    state = _passed(state, seat)
    if chances[0]:
        value += chances[0] * _won(state, seat, target, round(damage[0] / chances[0]), judge)
    if chances[1]:
        value += chances[1] * _slain(state, seat, rival, judge)
    if chances[2]:
        value += chances[2] * judge.evaluate(
            state.with_seat(seat, power=me.power - round(damage[1] / chances[2])), seat
        )
    if chances[3]:
        value += chances[3] * _fallen(state, seat, rival, judge)
    return value


def _passed(state: State, seat: int) -> State:
    """The turn over, unless there is something left to build."""
    turn = state.turn
    if turn.extra and not turn.built:
        return state
    return replace(state, phase=Acting(next(iter(state.opponents(seat)), seat)))


def _won(state: State, seat: int, target: Target, damage: int, judge: Judge) -> float:
    """The Stronghold taken, or the other hero hurt."""
    box = box_of(state)
    me, rival = state.seats[seat], target.defender
    if target.aim == "hero":
        return judge.evaluate(state.with_seat(rival, power=state.seats[rival].power - damage), seat)
    mat = replace(me.mat, strongholds=(*me.mat.strongholds, target.stronghold))
    if _enough(state, seat, "conqueror", len(mat.strongholds)):
        return judge.won
    capital = 0
    if rival >= 0:
        theirs = state.seats[rival].mat
        kept = tuple(each for each in theirs.strongholds if each != target.stronghold)
        state = state.with_seat(rival, mat=replace(theirs, strongholds=kept))
    else:
        capital = box.strongholds[target.stronghold].initial_capital
        left = tuple(each for each in state.strongholds if each != target.stronghold)
        state = replace(state, strongholds=(*left, *state.stronghold_deck[:1]))
    treasury = me.treasury + capital
    return judge.evaluate(state.with_seat(seat, mat=mat, treasury=treasury, raids=me.raids + (rival >= 0)), seat)


def _slain(state: State, seat: int, rival: int, judge: Judge) -> float:
    """The other hero dead."""
    me, them = state.seats[seat], state.seats[rival]
    if _enough(state, seat, "champion", len(me.captured) + 1) or (len(them.mat.line) == 1 and len(state.living()) == 2):
        return judge.won
    state = _next_hero(state, rival).with_seat(seat, captured=(*me.captured, them.hero), raids=me.raids + 1)
    return judge.evaluate(state, seat)


def _fallen(state: State, seat: int, rival: int, judge: Judge) -> float:
    """The own hero dead."""
    hero = state.seats[seat].hero
    state = _next_hero(state, seat)
    if rival >= 0:
        them = state.seats[rival]
        if _enough(state, rival, "champion", len(them.captured) + 1):
            return judge.lost
        state = state.with_seat(rival, captured=(*them.captured, hero), raids=them.raids + 1)
    return judge.evaluate(state, seat)


def _next_hero(state: State, seat: int) -> State:
    """NS-12.1: the next in line at full Power."""
    box = box_of(state)
    line = state.seats[seat].mat.line[1:]
    return state.with_mat(seat, line=line).with_seat(seat, power=box.heroes[line[0]].power if line else 0)


def _enough(state: State, seat: int, condition: str, reached: int) -> bool:
    """Whether this would end the game."""
    box = box_of(state)
    me = state.seats[seat]
    if condition in me.conditions or reached < box.conditions[condition].conditions[0].value:
        return False
    return len(me.conditions) + 1 >= box.settings[state.setting].conditions_needed
