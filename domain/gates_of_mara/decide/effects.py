"""The interpreter: effects of the content become tasks, tasks become changes or questions."""

from __future__ import annotations

from collections.abc import Iterable

from moothall.domain.gates_of_mara.changes import (
    BannerDiscarded,
    BannerGained,
    CaravanPlaced,
    EnergyGained,
    GemsGained,
    InfluenceGained,
    KeysGained,
    OnyxGained,
    PointsGained,
    QuestionPut,
)
from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.content.entries import (
    AnyEffect,
    Banner,
    Caravan,
    Gain,
    GainOneOf,
    Influence,
    Wanderer,
)
from moothall.domain.gates_of_mara.rules.abilities import exchange_payable
from moothall.domain.gates_of_mara.rules.attaching import takers
from moothall.domain.gates_of_mara.rules.places import free_stops, influence_gain
from moothall.domain.gates_of_mara.state import (
    ELEMENTS,
    AnyQuestion,
    CaravanQuestion,
    ExchangeQuestion,
    FigureQuestion,
    Gems,
    GemsQuestion,
    InfluenceQuestion,
    State,
    Task,
    Turning,
    influence_of,
    lord_at,
)


def tasks_of(
    state: State, effects: Iterable[AnyEffect], realm: str | None, place: str = "", lord: str = ""
) -> list[Task]:
    """The effects with their realms settled: `realm` is the figure's, the lord's or the caravan's, and None where
    local effects can do nothing. `lord`: whose doing they are. Permissions have done their work by now."""
    box = box_of(state)
    tasks: list[Task] = []
    for effect in effects:
        match effect:
            case Gain():
                what, n = effect.what, effect.n
                tasks.append(Task("pick", n, ELEMENTS) if what == "any" else Task("gain", n, (what,)))
            case Influence():
                if realm is not None:
                    tasks.append(Task("influence", effect.n, realm=realm, lord=lord))
            case GainOneOf():
                tasks.append(Task("pick", effect.n, effect.what))
            case Wanderer():
                tasks.append(Task("exchange"))
            case Caravan(n, where):
                target = state.wanderer if where == "wanderer_realm" else realm
                if target is not None:
                    tasks.extend([Task("caravan", realm=target)] * n)
            case Banner(slot):
                home = box.spaces[place].realm
                index = box.realms[home].banner_slots.index(slot)
                tasks.append(Task("banner", realm=home, slot=index))
            case _:
                pass
    return tasks


def resolve(turn: Turning, tasks: list[Task]) -> bool:
    """Carry the tasks out in order. False if a question stopped them; it keeps the rest."""
    seat = turn.seat
    while tasks:
        task = tasks.pop(0)
        question: AnyQuestion | None = None
        match task.op:
            case "gain":
                gain(turn, task.what[0], task.n)
            case "pick":
                question = GemsQuestion(task.n, task.what)
            case "influence":
                question = _influence(turn, task)
            case "caravan":
                question = _caravan(turn, task.realm, tasks)
            case "exchange":
                if exchange_payable(turn.state, turn.state.seats[seat]):
                    assert turn.state.wanderer_card is not None
                    question = ExchangeQuestion(turn.state.wanderer_card)
            case "banner":
                question = _banner(turn, task.realm, task.slot)
        if question is not None:
            turn.emit(QuestionPut(seat, question, tuple(tasks)))
            return False
    return True


def gain(turn: Turning, what: str, n: int) -> None:
    """Something fixed."""
    seat = turn.seat
    match what:
        case "point":
            turn.emit(PointsGained(seat, "abilities", n))
        case "onyx":
            turn.emit(OnyxGained(seat, n))
        case "key":
            turn.emit(KeysGained(seat, n))
        case "energy":
            room = box_of(turn.state).tracks.energy_max - turn.state.seats[seat].energy
            if room > 0:
                turn.emit(EnergyGained(seat, min(n, room)))
        case _:
            turn.emit(GemsGained(seat, Gems(**{what: n})))


def _influence(turn: Turning, task: Task) -> AnyQuestion | None:
    """GM-4.4, 5.1 to 5.3."""
    effective = influence_gain(turn.state, turn.seat, task.realm, task.n)
    if effective <= 0:
        return None
    lord = lord_at(turn.state, task.realm)
    if lord is not None and box_of(turn.state).lords[lord].convert_influence:
        return InfluenceQuestion(task.realm, effective)
    gain_influence(turn, task.realm, effective, task.lord)
    return None


def gain_influence(turn: Turning, realm: str, n: int, lord: str = "") -> None:
    """Influence that there is room for on the track."""
    before = influence_of(turn.state, turn.seat, realm)
    turn.emit(InfluenceGained(turn.seat, realm, n, before + n, lord))


def _caravan(turn: Turning, realm: str, tasks: list[Task]) -> AnyQuestion | None:
    """GM-7.15, 7.16: one free space is taken without asking."""
    stops = free_stops(turn.state, realm)
    if not stops or not turn.state.seats[turn.seat].caravans_left:
        return None
    if len(stops) > 1:
        return CaravanQuestion(realm)
    tasks[:0] = place_caravan(turn, stops[0])
    return None


def place_caravan(turn: Turning, space: str) -> list[Task]:
    """The caravan stands; what follows from it: the lord's due first (GM-7.9), then the space's effect."""
    box = box_of(turn.state)
    stop = box.caravan_spaces[space]
    turn.emit(CaravanPlaced(turn.seat, stop.realm, space))
    lord = lord_at(turn.state, stop.realm)
    due = tasks_of(turn.state, box.lords[lord].on_caravan, stop.realm, lord=lord) if lord is not None else []
    return [*due, *tasks_of(turn.state, stop.effects, stop.realm)]


def _banner(turn: Turning, realm: str, slot: int) -> AnyQuestion | None:
    """GM-7.20: a single figure that can take it takes it; with none the banner leaves the game."""
    card = turn.state.banners[turn.state.ring.index(realm)][slot]
    if card is None:
        return None
    able = takers(box_of(turn.state), turn.state.seats[turn.seat], card)
    if len(able) > 1:
        return FigureQuestion(card, realm, slot)
    if able:
        turn.emit(BannerGained(turn.seat, card, realm, slot, able[0]))
    else:
        turn.emit(BannerDiscarded(turn.seat, card, realm, slot))
    return None
