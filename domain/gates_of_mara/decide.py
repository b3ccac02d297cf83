"""Decisions: one function per move, which checks it and emits its changes, and the effects that they share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import astuple

from moothall.domain.core.bag import named
from moothall.domain.core.errors import IllegalMove
from moothall.domain.gates_of_mara import changes as c, moves as m, rules, state as s
from moothall.domain.gates_of_mara.content import Ability, box_of, entries
from moothall.domain.gates_of_mara.payment import check_payment
from moothall.domain.gates_of_mara.placing import check_place, free_stops, influence_gain, realms_of, site_of
from moothall.domain.gates_of_mara.rounds import deal_market, next_turn, open_round


def decide(turn: rules.Turning, move: m.AnyMove) -> None:
    """The move of `turn.seat`."""
    match move:
        case m.Activate():
            activate(turn, move)
        case m.Place():
            place(turn, move)
        case m.EndTurn():
            end_turn(turn, move)
        case m.ChooseGems():
            choose_gems(turn, move)
        case m.ChooseInfluence():
            choose_influence(turn, move)
        case m.ChooseCaravanSpace():
            choose_caravan_space(turn, move)
        case m.ChooseExchange():
            choose_exchange(turn, move)
        case m.ChooseFigure():
            choose_figure(turn, move)
        case m.Enchant():
            enchant(turn, move)
        case m.Pass():
            pass_(turn, move)
        case m.TakeFireBanner():
            take_fire_banner(turn, move)
        case m.PlaceLord():
            place_lord(turn, move)
        case _:
            assert_never(move)


# Turns.


def place(turn: rules.Turning, move: m.Place) -> None:
    """GM-3, GM-4, and GM-10.4 for what a paid permission brings."""
    rules.check_placing(turn.state, turn.seat)
    placement = check_place(turn.state, turn.seat, move)
    permission = placement.permission
    spent = permission is not None and not permission.cost.free
    paid = placement.energy, move.via, s.gems_of(placement.gems)
    turn.emit(c.FigurePlaced(turn.seat, move.figure, placement.place, *paid, spent))
    if move.space == s.CENTRAL and turn.state.central_keys:
        turn.emit(c.CentralKeysTaken(turn.seat, turn.state.central_keys))
    realms = realms_of(turn.state, placement.place)
    box = box_of(turn.state)
    influence = box.figures[move.figure].influence.get(site_of(box, placement.place), 0)
    tasks = [s.Task("influence", influence, realm=realm) for realm in realms]
    if permission is not None and spent:
        tasks += tasks_of(turn.state, permission.effects, realms[0])
    proceed(turn, tasks)


def pass_(turn: rules.Turning, move: m.Pass) -> None:
    """GM-2.2."""
    rules.check_placing(turn.state, turn.seat)
    turn.emit(c.SeatPassed(turn.seat))
    next_turn(turn)


def activate(turn: rules.Turning, move: m.Activate) -> None:
    """GM-6."""
    acting = rules.check_acting(turn.state, turn.seat)
    use = rules.check_activate(turn.state, acting, move)
    ability = use.ability
    used = (move.ability, acting.figure, acting.place)
    turn.emit(c.AbilityUsed(turn.seat, *used, use.realm, s.gems_of(use.gems), ability.cost.onyx, ability.cost.energy))
    proceed(turn, tasks_of(turn.state, ability.effects, use.realm, acting.place))


def enchant(turn: rules.Turning, move: m.Enchant) -> None:
    """GM-8."""
    acting = rules.check_acting(turn.state, turn.seat)
    bought = rules.check_enchant(turn.state, acting, move)
    paid = s.gems_of(bought.gems), bought.onyx
    turn.emit(c.EnchantmentGained(turn.seat, bought.card, move.slot, move.figure, *paid, bought.points))
    proceed(turn, [])


def end_turn(turn: rules.Turning, move: m.EndTurn) -> None:
    """GM-6.3, 6.12."""
    acting = rules.check_acting(turn.state, turn.seat)
    if move.collect:
        _collect(turn, acting)
    _end(turn)


# Answers to questions.


def choose_influence(turn: rules.Turning, move: m.ChooseInfluence) -> None:
    """GM-5: all influence or all points."""
    question = rules.check_question(turn.state, turn.seat, s.InfluenceQuestion)
    if move.take not in ("influence", "points"):
        raise IllegalMove("GM-5.2", "take influence or points")
    rest = _answer(turn, move.take)
    if move.take == "points":
        turn.emit(c.PointsGained(turn.seat, "water_lord", question.n, question.realm))
    else:
        gain_influence(turn, question.realm, question.n)
    proceed(turn, rest)


def choose_gems(turn: rules.Turning, move: m.ChooseGems) -> None:
    """A gain of any elements, or of one of some."""
    question = rules.check_question(turn.state, turn.seat, s.GemsQuestion)
    chosen = named(s.ELEMENTS, astuple(move.gems))
    known = all(n == 0 or (n > 0 and element in question.elements) for element, n in chosen.items())
    if not known or sum(chosen.values()) != question.n:
        raise IllegalMove("GM-6.5", f"choose {question.n} of {', '.join(question.elements)}")
    rest = _answer(turn, ",".join(element for element, n in chosen.items() for _ in range(n)))
    turn.emit(c.GemsGained(turn.seat, move.gems))
    proceed(turn, rest)


def choose_caravan_space(turn: rules.Turning, move: m.ChooseCaravanSpace) -> None:
    """GM-7.15."""
    question = rules.check_question(turn.state, turn.seat, s.CaravanQuestion)
    free = free_stops(turn.state, question.realm)
    if move.space not in free:
        raise IllegalMove("GM-7.15", f"free caravan spaces: {', '.join(free)}")
    rest = _answer(turn, move.space)
    proceed(turn, [*place_caravan(turn, move.space), *rest])


def choose_exchange(turn: rules.Turning, move: m.ChooseExchange) -> None:
    """GM-7.11: pay, then exactly one option; or decline (GM-6.7)."""
    question = rules.check_question(turn.state, turn.seat, s.ExchangeQuestion)
    card, option = box_of(turn.state).wanderer_cards[question.card], move.option
    if not 0 <= option <= len(card.options):
        raise IllegalMove("GM-7.11", f"options 1 to {len(card.options)}, or 0 to decline")
    if option == 0:
        if move.payment is not None:
            raise IllegalMove("GM-7.11", "declining costs nothing")
        proceed(turn, _answer(turn, "0"))
        return
    gems = check_payment(turn.state.seats[turn.seat], card.cost, move.payment)
    rest = _answer(turn, str(option))
    turn.emit(c.ExchangePaid(turn.seat, card.id, option, s.gems_of(gems), card.cost.onyx, card.cost.energy))
    proceed(turn, [*tasks_of(turn.state, card.options[option - 1], None), *rest])


def choose_figure(turn: rules.Turning, move: m.ChooseFigure) -> None:
    """GM-7.20."""
    question = rules.check_question(turn.state, turn.seat, s.FigureQuestion)
    rules.check_taker(box_of(turn.state), turn.state.seats[turn.seat], move.figure, question.card, "GM-7.20")
    rest = _answer(turn, move.figure)
    turn.emit(c.BannerGained(turn.seat, question.card, question.realm, question.slot, move.figure))
    proceed(turn, rest)


# Between rounds.


def take_fire_banner(turn: rules.Turning, move: m.TakeFireBanner) -> None:
    """GM-11.7, 11.8."""
    rules.check_fire_banner(turn.state, turn.seat)
    if move.figure == rules.DECLINE:
        turn.emit(c.FireBannerDeclined(turn.seat))
    else:
        card = rules.next_fire_banner(turn.state)
        rules.check_taker(box_of(turn.state), turn.state.seats[turn.seat], move.figure, card, "GM-11.7")
        turn.emit(c.FireBannerTaken(turn.seat, card, move.figure))
    if turn.state.phase == s.FireBanners(()):
        turn.emit(c.StepCalled("score_round"))


def place_lord(turn: rules.Turning, move: m.PlaceLord) -> None:
    """GM-12.10, 12.11: where a single realm is left the last lord goes there by itself."""
    rules.check_lords_off(turn.state, turn.seat)
    rules.check_lord(turn.state, move.lord, move.realm)
    turn.emit(c.LordPlaced(move.lord, move.realm, turn.seat))
    off = [each.id for each in turn.state.lords if each.realm is None]
    places = rules.lord_places(turn.state)
    if off and len(places) == 1:
        turn.emit(c.LordPlaced(off[0], places[0]))
        off = []
    if not off:
        open_round(turn, turn.state.round + 1)


# What several moves share.


def proceed(turn: rules.Turning, tasks: list[s.Task]) -> None:
    """Carry out what is due; then, if nothing is left to decide, end the turn by itself, but not after a purchase
    (GM-8.7): the end of the turn turns up new cards, and then nothing could be undone."""
    if not resolve(turn, tasks):
        return
    acting = turn.state.phase
    assert isinstance(acting, s.Acting)
    if acting.bought or rules.has_more_than_free_gains(turn.state, acting):
        return
    if _collect(turn, acting):
        acting = turn.state.phase
        assert isinstance(acting, s.Acting)
        if rules.has_more_than_free_gains(turn.state, acting):
            return
    _end(turn)


def _collect(turn: rules.Turning, acting: s.Acting) -> bool:
    """Use every free fixed gain that is left (GM-6.12); whether there was one."""
    unused: list[tuple[str, Ability]] = [
        (key, ability)
        for key, ability in rules.sources(turn.state, acting)
        if ability.free_gain and key not in acting.used
    ]
    for key, ability in unused:
        turn.emit(c.AbilityUsed(turn.seat, key, acting.figure, acting.place))
        for effect in ability.effects:
            assert isinstance(effect, entries.Gain)
            gain(turn, effect.what, effect.n)
    return bool(unused)


def _end(turn: rules.Turning) -> None:
    """GM-8.5, then the next seat."""
    deal_market(turn)
    next_turn(turn)


def _answer(turn: rules.Turning, answer: str) -> list[s.Task]:
    """Close the question; what waited for it."""
    phase = turn.state.phase
    assert isinstance(phase, s.Acting)
    turn.emit(c.QuestionAnswered(turn.seat, answer))
    return list(phase.rest)


# Effects: they become tasks, and tasks become changes or questions.


def tasks_of(
    state: s.State, effects: Iterable[entries.AnyEffect], realm: str | None, place: str = "", lord: str = ""
) -> list[s.Task]:
    """The effects with their realms settled: `realm` is the figure's, the lord's or the caravan's, and None where
    local effects can do nothing. `lord`: whose doing they are. Permissions have done their work by now."""
    box = box_of(state)
    tasks: list[s.Task] = []
    for effect in effects:
        match effect:
            case entries.Gain():
                what, n = effect.what, effect.n
                tasks.append(s.Task("pick", n, s.ELEMENTS) if what == "any" else s.Task("gain", n, (what,)))
            case entries.Influence():
                if realm is not None:
                    tasks.append(s.Task("influence", effect.n, realm=realm, lord=lord))
            case entries.GainOneOf():
                tasks.append(s.Task("pick", effect.n, effect.what))
            case entries.Wanderer():
                tasks.append(s.Task("exchange"))
            case entries.Caravan(n, where):
                target = state.wanderer if where == "wanderer_realm" else realm
                if target is not None:
                    tasks.extend([s.Task("caravan", realm=target)] * n)
            case entries.Banner(slot):
                home = box.spaces[place].realm
                index = box.realms[home].banner_slots.index(slot)
                tasks.append(s.Task("banner", realm=home, slot=index))
            case _:
                pass
    return tasks


def resolve(turn: rules.Turning, tasks: list[s.Task]) -> bool:
    """Carry the tasks out in order. False if a question stopped them; it keeps the rest."""
    seat = turn.seat
    while tasks:
        task = tasks.pop(0)
        question: s.AnyQuestion | None = None
        match task.op:
            case "gain":
                gain(turn, task.what[0], task.n)
            case "pick":
                question = s.GemsQuestion(task.n, task.what)
            case "influence":
                question = _influence(turn, task)
            case "caravan":
                question = _caravan(turn, task.realm, tasks)
            case "exchange":
                if rules.exchange_payable(turn.state, turn.state.seats[seat]):
                    assert turn.state.wanderer_card is not None
                    question = s.ExchangeQuestion(turn.state.wanderer_card)
            case "banner":
                question = _banner(turn, task.realm, task.slot)
        if question is not None:
            turn.emit(c.QuestionPut(seat, question, tuple(tasks)))
            return False
    return True


def gain(turn: rules.Turning, what: str, n: int) -> None:
    """Something fixed."""
    seat = turn.seat
    match what:
        case "point":
            turn.emit(c.PointsGained(seat, "abilities", n))
        case "onyx":
            turn.emit(c.OnyxGained(seat, n))
        case "key":
            turn.emit(c.KeysGained(seat, n))
        case "energy":
            room = box_of(turn.state).tracks.energy_max - turn.state.seats[seat].energy
            if room > 0:
                turn.emit(c.EnergyGained(seat, min(n, room)))
        case _:
            turn.emit(c.GemsGained(seat, s.Gems(**{what: n})))


def _influence(turn: rules.Turning, task: s.Task) -> s.AnyQuestion | None:
    """GM-4.4, 5.1 to 5.3."""
    effective = influence_gain(turn.state, turn.seat, task.realm, task.n)
    if effective <= 0:
        return None
    lord = s.lord_at(turn.state, task.realm)
    if lord is not None and box_of(turn.state).lords[lord].convert_influence:
        return s.InfluenceQuestion(task.realm, effective)
    gain_influence(turn, task.realm, effective, task.lord)
    return None


def gain_influence(turn: rules.Turning, realm: str, n: int, lord: str = "") -> None:
    """Influence that there is room for on the track."""
    before = s.influence_of(turn.state, turn.seat, realm)
    turn.emit(c.InfluenceGained(turn.seat, realm, n, before + n, lord))


def _caravan(turn: rules.Turning, realm: str, tasks: list[s.Task]) -> s.AnyQuestion | None:
    """GM-7.15, 7.16: one free space is taken without asking."""
    stops = free_stops(turn.state, realm)
    if not stops or not turn.state.seats[turn.seat].caravans_left:
        return None
    if len(stops) > 1:
        return s.CaravanQuestion(realm)
    tasks[:0] = place_caravan(turn, stops[0])
    return None


def place_caravan(turn: rules.Turning, space: str) -> list[s.Task]:
    """The caravan stands; what follows from it: the lord's due first (GM-7.9), then the space's effect."""
    box = box_of(turn.state)
    stop = box.caravan_spaces[space]
    turn.emit(c.CaravanPlaced(turn.seat, stop.realm, space))
    lord = s.lord_at(turn.state, stop.realm)
    due = tasks_of(turn.state, box.lords[lord].on_caravan, stop.realm, lord=lord) if lord is not None else []
    return [*due, *tasks_of(turn.state, stop.effects, stop.realm)]


def _banner(turn: rules.Turning, realm: str, slot: int) -> s.AnyQuestion | None:
    """GM-7.20: a single figure that can take it takes it; with none the banner leaves the game."""
    card = turn.state.banners[turn.state.ring.index(realm)][slot]
    if card is None:
        return None
    able = rules.takers(box_of(turn.state), turn.state.seats[turn.seat], card)
    if len(able) > 1:
        return s.FigureQuestion(card, realm, slot)
    if able:
        turn.emit(c.BannerGained(turn.seat, card, realm, slot, able[0]))
    else:
        turn.emit(c.BannerDiscarded(turn.seat, card, realm, slot))
    return None
