"""Which moves are worth a bot's time, and what an attack may come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.core.draw import Draw, shuffle
from domain.winds_of_numa_sera.bot import odds
from domain.winds_of_numa_sera.bot.worth import WON, evaluate
from domain.winds_of_numa_sera.content import BOX, kind_of
from domain.winds_of_numa_sera.legal import attacks, builds, deeds, legal_moves, purchases
from domain.winds_of_numa_sera.moves import (
    AnyMove,
    Attack,
    AttemptTest,
    CommitBattle,
    EndTurn,
    Explore,
    HealFromCard,
    SetSuccession,
    Use,
)
from domain.winds_of_numa_sera.rules.phase2 import Target, attack_stat, check_attack, defense_stat
from domain.winds_of_numa_sera.state import Acting, Finished, GameEnd, State

_LEAST_LEAD = -3
"""Attack less defense below which an attack is not worth a thought."""
_MOST_ATTACKS = 8
_CARD_LEAD = 1.0
_DEATH = 15.0
_LINE = (1.0, 0.5, 0.25)
"""How much the first, second and third hero of a line count."""


def candidates(title: Any, state: State, seat: int, draw: Draw, most: int) -> Sequence[AnyMove]:
    """Without trade offers, attacks that can hardly succeed, and healing by halves."""
    phase = state.phase
    if not state.dealt:  # nothing tells one kingdom from another before the game, so let each have its day
        return shuffle(draw, "candidates", list(legal_moves(state, seat)))[:most]
    if not isinstance(phase, Acting) or phase.seat != seat or state.pending or state.offer or state.battle:
        return list(legal_moves(state, seat))[:most]
    moves: list[AnyMove] = []
    if phase.main:
        if not phase.explored:
            moves.append(Explore())
        moves += purchases(state, seat)
        moves += _whole(list(deeds(state, seat)))
    if phase.explored:
        if not phase.attacked:
            moves += _hopeful(state, seat, phase.main)
        if not phase.built:
            moves += builds(state, seat)
    if not phase.main:
        moves.append(EndTurn())
    return moves or list(legal_moves(state, seat))[:most]


def settled(state: State) -> bool:
    """Not while a battle is fought."""
    return state.battle is None or isinstance(state.phase, GameEnd | Finished)


def chancy(move: AnyMove) -> bool:
    """The die decides."""
    return isinstance(move, CommitBattle | Use | AttemptTest)


def expect(state: State, seat: int, move: AnyMove) -> float | None:
    """An attack is judged by the chances of its dice, a line of heroes by who comes first."""
    if isinstance(move, SetSuccession):
        return sum(share * _strength(hero) for share, hero in zip(_LINE, move.order, strict=True))
    if not isinstance(move, Attack):
        return None
    target = check_attack(state, seat, move.target_type, move.target)
    me = state.seats[seat]
    rolled = target.defender >= 0
    lead = attack_stat(state, seat, target) - defense_stat(state, target)
    lead += int(_CARD_LEAD * any(kind_of(card) == "battle" for card in me.hand))
    chance = odds.win(lead, rolled)
    hurt = odds.taken(lead, rolled)
    lost = evaluate(state.with_seat(seat, power=max(1, me.power - round(hurt / max(1 - chance, 0.05)))), seat)
    risk = _DEATH * (1 - chance) * (hurt / max(1 - chance, 0.05) >= me.power)
    return chance * _won(state, seat, target, lead) + (1 - chance) * lost - risk


def _strength(hero: str) -> float:
    """A hero in Capital, by the values of the strategy notes."""
    found = BOX.heroes[hero]
    return 5 * found.attack + 2.5 * found.defense + 1.3 * found.power


def _won(state: State, seat: int, target: Target, lead: int) -> float:
    """The position after a victory, roughly."""
    me = state.seats[seat]
    if target.aim == "hero":
        return _hit(state, seat, target.defender, lead)
    mat = replace(me.mat, strongholds=(*me.mat.strongholds, target.stronghold))
    if _enough(state, seat, "conqueror", len(mat.strongholds)):
        return WON
    capital = BOX.strongholds[target.stronghold].initial_capital if target.aim == "independent" else 0
    if target.aim == "stronghold":
        theirs = state.seats[target.defender].mat
        kept = tuple(each for each in theirs.strongholds if each != target.stronghold)
        state = state.with_seat(target.defender, mat=replace(theirs, strongholds=kept))
    raids = me.raids + (target.aim == "stronghold")
    return evaluate(state.with_seat(seat, mat=mat, treasury=me.treasury + capital, raids=raids), seat)


def _hit(state: State, seat: int, rival: int, lead: int) -> float:
    me, them = state.seats[seat], state.seats[rival]
    damage = odds.dealt(lead, True) / max(odds.win(lead, True), 0.05)
    if damage < them.power:
        return evaluate(state.with_seat(rival, power=them.power - round(damage)), seat)
    if _enough(state, seat, "champion", len(me.captured) + 1) or (len(them.mat.line) == 1 and len(state.seats) == 2):
        return WON
    captured = (*me.captured, them.hero)
    return evaluate(state.with_seat(seat, captured=captured, raids=me.raids + 1), seat)


def _enough(state: State, seat: int, condition: str, reached: int) -> bool:
    """Whether this would end the game."""
    me = state.seats[seat]
    if condition in me.conditions or reached < BOX.conditions[condition].conditions[0].value:
        return False
    return len(me.conditions) + 1 >= BOX.settings[state.setting].conditions_needed


def _whole(moves: list[AnyMove]) -> list[AnyMove]:
    """Of the amounts that can be healed from a card only the greatest."""
    most = {move.card: move for move in moves if isinstance(move, HealFromCard)}
    return [move for move in moves if not isinstance(move, HealFromCard)] + list(most.values())


def _hopeful(state: State, seat: int, must: bool) -> list[Attack]:
    """The attacks that average dice and a good card would win, the likeliest first."""
    leads = []
    for attack in attacks(state, seat):
        target = check_attack(state, seat, attack.target_type, attack.target)
        leads.append((attack_stat(state, seat, target) - defense_stat(state, target), attack))
    leads.sort(key=lambda pair: -pair[0])
    hopeful = [attack for lead, attack in leads if lead >= _LEAST_LEAD][:_MOST_ATTACKS]
    return hopeful or ([leads[0][1]] if leads and must else [])
