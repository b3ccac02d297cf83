"""A turn: place or pass, use abilities, end."""

from __future__ import annotations

from moothall.domain.gates_of_mara.changes import (
    AbilityUsed,
    CentralKeysTaken,
    EnchantmentGained,
    FigurePlaced,
    SeatPassed,
)
from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.content.entries import Gain
from moothall.domain.gates_of_mara.content.tables import Ability
from moothall.domain.gates_of_mara.decide.effects import gain, resolve, tasks_of
from moothall.domain.gates_of_mara.legal import has_more_than_free_gains
from moothall.domain.gates_of_mara.moves import Activate, Enchant, EndTurn, Pass, Place
from moothall.domain.gates_of_mara.rounds import deal_market, next_turn
from moothall.domain.gates_of_mara.rules.abilities import check_activate, sources
from moothall.domain.gates_of_mara.rules.attaching import check_enchant
from moothall.domain.gates_of_mara.rules.places import realms_of, site_of
from moothall.domain.gates_of_mara.rules.placing import check_place
from moothall.domain.gates_of_mara.rules.turns import check_acting, check_placing
from moothall.domain.gates_of_mara.state import CENTRAL, Acting, Task, Turning, gems_of


def place(turn: Turning, move: Place) -> None:
    """GM-3, GM-4, and GM-10.4 for what a paid permission brings."""
    check_placing(turn.state, turn.seat)
    placement = check_place(turn.state, turn.seat, move)
    permission = placement.permission
    spent = permission is not None and not permission.cost.free
    paid = placement.energy, move.via, gems_of(placement.gems)
    turn.emit(FigurePlaced(turn.seat, move.figure, placement.place, *paid, spent))
    if move.space == CENTRAL and turn.state.central_keys:
        turn.emit(CentralKeysTaken(turn.seat, turn.state.central_keys))
    realms = realms_of(turn.state, placement.place)
    box = box_of(turn.state)
    influence = box.figures[move.figure].influence.get(site_of(box, placement.place), 0)
    tasks = [Task("influence", influence, realm=realm) for realm in realms]
    if permission is not None and spent:
        tasks += tasks_of(turn.state, permission.effects, realms[0])
    proceed(turn, tasks)


def pass_(turn: Turning, move: Pass) -> None:
    """GM-2.2."""
    check_placing(turn.state, turn.seat)
    turn.emit(SeatPassed(turn.seat))
    next_turn(turn)


def activate(turn: Turning, move: Activate) -> None:
    """GM-6."""
    acting = check_acting(turn.state, turn.seat)
    use = check_activate(turn.state, acting, move)
    ability = use.ability
    used = (move.ability, acting.figure, acting.place)
    turn.emit(AbilityUsed(turn.seat, *used, use.realm, gems_of(use.gems), ability.cost.onyx, ability.cost.energy))
    proceed(turn, tasks_of(turn.state, ability.effects, use.realm, acting.place))


def enchant(turn: Turning, move: Enchant) -> None:
    """GM-8."""
    acting = check_acting(turn.state, turn.seat)
    bought = check_enchant(turn.state, acting, move)
    paid = gems_of(bought.gems), bought.onyx
    turn.emit(EnchantmentGained(turn.seat, bought.card, move.slot, move.figure, *paid, bought.points))
    proceed(turn, [])


def end_turn(turn: Turning, move: EndTurn) -> None:
    """GM-6.3, 6.12."""
    acting = check_acting(turn.state, turn.seat)
    if move.collect:
        _collect(turn, acting)
    _end(turn)


def proceed(turn: Turning, tasks: list[Task]) -> None:
    """Carry out what is due; then, if nothing is left to decide, end the turn by itself, but not after a purchase
    (GM-8.7): the end of the turn turns up new cards, and then nothing could be undone."""
    if not resolve(turn, tasks):
        return
    acting = turn.state.phase
    assert isinstance(acting, Acting)
    if acting.bought or has_more_than_free_gains(turn.state, acting):
        return
    if _collect(turn, acting):
        acting = turn.state.phase
        assert isinstance(acting, Acting)
        if has_more_than_free_gains(turn.state, acting):
            return
    _end(turn)


def _collect(turn: Turning, acting: Acting) -> bool:
    """Use every free fixed gain that is left (GM-6.12); whether there was one."""
    unused: list[tuple[str, Ability]] = [
        (key, ability) for key, ability in sources(turn.state, acting) if ability.free_gain and key not in acting.used
    ]
    for key, ability in unused:
        turn.emit(AbilityUsed(turn.seat, key, acting.figure, acting.place))
        for effect in ability.effects:
            assert isinstance(effect, Gain)
            gain(turn, effect.what, effect.n)
    return bool(unused)


def _end(turn: Turning) -> None:
    """GM-8.5, then the next seat."""
    deal_market(turn)
    next_turn(turn)
