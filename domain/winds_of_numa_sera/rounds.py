"""The course of a game: the agenda of a move, setup (NS-1), rounds and turns (NS-2), scoring and ranking (NS-15)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from moothall.domain.core.content import instances
from moothall.domain.core.draw import shuffle
from moothall.domain.core.ranking import Ranking, leaders
from moothall.domain.core.title import Sheet
from moothall.domain.winds_of_numa_sera import changes as c, state as s
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect
from moothall.domain.winds_of_numa_sera.rules.payment import Payment, default_payment
from moothall.domain.winds_of_numa_sera.rules.standing import Trigger, amount_of, standing, stat
from moothall.domain.winds_of_numa_sera.rules.turn import Turning

Agenda = list[s.Task]
"""What is still to be done in this move, the next task last. A pending choice keeps it in the state."""


def setup(turn: Turning) -> None:
    """NS-1.2: draw the first player; NS-1.3: the last in turn order chooses a kingdom first."""
    seats = len(turn.state.seats)
    first = turn.draw.below("first-player", seats)
    turn.emit(c.FirstPlayerDrawn(first, (first - 1) % seats))


def deal(turn: Turning) -> None:
    """NS-1.4 to NS-1.12: reveal the lines and deal everything out."""
    box = box_of(turn.state)
    players = turn.state.seats
    lines = tuple(seat.answer.cards for seat in players if seat.answer is not None)
    mats = (replace(seat.mat, line=line) for seat, line in zip(players, lines, strict=True))
    turn.emit(c.LinesRevealed(lines, tuple(standing(box, mat).max_power for mat in mats)))
    rows, places = box.setups[len(players)], box.places
    # By name: mappings are written in that order, and a state read again must be the same to the byte.
    turn.emit(c.CollegesFilled({skill: instances(skill, rows.skill_cards_per_type) for skill in sorted(box.skills)}))
    drawn = shuffle(turn.draw, "shuffle/strongholds", tuple(box.strongholds))[: rows.strongholds_in_game]
    show = places.stronghold_display
    turn.emit(c.StrongholdsDealt(drawn[show:], drawn[:show], len(drawn)))
    items = shuffle(turn.draw, "shuffle/forge", tuple(item.id for item in box.items.values() if item.cost))
    show = places.forge_display
    turn.emit(c.ForgeDealt(items[show:], items[:show], len(items)))
    _deal_battle_cards(turn)
    for place, seat in enumerate(turn.state.clockwise(turn.state.first)):
        capital = box.kingdoms[turn.state.seats[seat].mat.kingdom].start_capital
        bonus = rows.turn_order_bonus[place] if turn.state.seat_bonus else 0
        turn.emit(c.CapitalGained(seat, capital + bonus, "setup"))


def _deal_battle_cards(turn: Turning) -> None:
    """NS-1.8: from fifteen random Battle Cards; what is left goes into the deck."""
    box = box_of(turn.state)
    battle = tuple(card for card, each in box.cards.items() if each.type == "battle")
    pool = list(shuffle(turn.draw, "shuffle/battle-cards", battle)[: box.places.starting_battle_pool])
    dealt: list[str] = []
    for seat in turn.state.clockwise(turn.state.first):
        count = box.kingdoms[turn.state.seats[seat].mat.kingdom].start_battle_cards
        cards, pool = tuple(pool[:count]), pool[count:]
        turn.emit(c.BattleCardsDealt(seat, cards, count))
        dealt.extend(cards)
    rest = tuple(card for card in box.cards if card not in dealt)
    deck = shuffle(turn.draw, "shuffle/exploration/0", rest)
    turn.emit(c.DeckShuffled(deck, len(deck)))


def begin_round(turn: Turning, agenda: Agenda, number: int) -> None:
    """NS-15.5: the first living seat in turn order begins."""
    turn.emit(c.RoundBegan(number))
    state = turn.state
    begin_turn(turn, agenda, next(seat for seat in state.clockwise(state.first) if state.seats[seat].alive))


def begin_turn(turn: Turning, agenda: Agenda, seat: int) -> None:
    """NS-3.5: the start of a turn."""
    turn.emit(c.TurnBegan(seat))
    fire(turn, agenda, "turn_start", seat)


def end_phase2(turn: Turning, agenda: Agenda, task: s.EndPhase2) -> None:
    """NS-2.3, NS-2.4: the turn ends, unless both halves were granted and one is left."""
    now = turn.state.turn
    both = now.built and now.attacked
    if not now.extra or both or not turn.state.seats[now.seat].alive:
        agenda.append(s.PassTurn())


def pass_turn(turn: Turning, agenda: Agenda, task: s.PassTurn) -> None:
    """NS-2.8: promises for this turn end, the next living seat begins, or the round ends."""
    state = turn.state
    seat = active_seat(state)
    for pledge in state.pledges:
        if pledge.by == seat and pledge.turns == 1:
            turn.emit(c.PledgeEnded(pledge, "kept" if pledge.kind == "truce" else "lapsed"))
    turn.emit(c.TurnEnded(seat))
    for other in state.clockwise(seat)[1:]:
        if other == state.first:
            break
        if state.seats[other].alive:
            begin_turn(turn, agenda, other)
            return
    turn.emit(c.RoundEnded(state.round))


def close_round(turn: Turning, agenda: Agenda) -> None:
    """NS-15.5: standings, then the limit if there is one, then the next round."""
    state = turn.state
    box = box_of(state)
    leader = leaders({seat: strength(state, seat) for seat in state.living()})[0]
    turn.emit(
        c.RoundScored(
            round=state.round,
            renown=tuple(renown(box, seat) for seat in state.seats),
            categories=tuple(categories(box, seat) for seat in state.seats),
            progress=tuple(progress(box, seat) for seat in state.seats),
            leader=leader,
            tallies=tuple(seat.tally for seat in state.seats),
        )
    )
    if state.round_limit is not None and state.round >= state.round_limit:
        turn.emit(c.GameEnded(-1, ("renown",)))
        return
    begin_round(turn, agenda, state.round + 1)


def end_game(turn: Turning, end: s.GameEnd) -> None:
    """NS-15.6, NS-15.7: final Renown, winner, ranking; all hands are shown."""
    box, ranked = box_of(turn.state), order(turn.state)
    turn.emit(
        c.GameScored(
            winner=ranked[0],
            reasons=end.reasons,
            renown=tuple(renown(box, seat) for seat in turn.state.seats),
            ranking=ranked,
            hands=tuple(seat.hand for seat in turn.state.seats),
        )
    )


def categories(box: Box, seat: s.Seat) -> dict[str, int]:
    """NS-15.8: Renown by category; an eliminated player scores nothing."""
    points, mat = box.points, seat.mat
    alive = int(seat.alive)
    best = standing(box, mat).best_skill
    return {  # by name, as mappings are written
        "best_skill": alive * points.per_best_skill_level * best,
        "classes": alive * points.per_class * len(mat.classes),
        "conditions": alive * points.per_victory_condition * len(seat.conditions),
        "heroes_slain": alive * points.per_slain_hero * len(seat.captured),
        "living_heroes": alive * points.per_living_hero * len(mat.line),
        "other_skills": alive * points.per_other_skill_card * (len(mat.skills) - best),
        "strongholds": alive * points.per_stronghold * len(mat.strongholds),
        "treasury": alive * -(-seat.treasury // points.capital_per_point),
    }


def renown(box: Box, seat: s.Seat) -> int:
    """NS-15.8: the sum."""
    return sum(categories(box, seat).values())


def progress(box: Box, seat: s.Seat) -> dict[str, int]:
    """How far the seat is towards each condition, by name."""
    return {name: amount_of(box, seat, box.conditions[name].conditions[0]) for name in sorted(box.conditions)}


def place(state: s.State, seat: int) -> int:
    """The place in turn order, from 0."""
    return (seat - state.first) % len(state.seats)


def strength(state: s.State, seat: int) -> tuple[int, ...]:
    """NS-15.6: Renown and what breaks ties, the higher the better."""
    box = box_of(state)
    player = state.seats[seat]
    return (
        renown(box, player),
        len(player.conditions),
        len(player.captured),
        len(player.mat.strongholds),
        len(player.mat.skills),
        player.treasury,
        place(state, seat),
    )


def order(state: s.State) -> tuple[int, ...]:
    """NS-15.7: all seats, best first: the winner, the living by strength, the eliminated, the later the higher."""
    winner = state.phase.winner if isinstance(state.phase, s.GameEnd | s.Finished) else -1
    living = [seat for seat in range(len(state.seats)) if seat not in state.eliminated]
    living.sort(key=lambda seat: strength(state, seat), reverse=True)
    ranked = (*living, *reversed(state.eliminated))
    return (winner, *(seat for seat in ranked if seat != winner)) if winner >= 0 else ranked


def ranking(state: s.State) -> Ranking:
    """The same as groups; nothing is ever tied, because the place in turn order decides last."""
    return tuple((seat,) for seat in order(state))


def tier(state: s.State, seat: int) -> int:
    """NS-15.7: who has won by anything but Renown stands before it, the eliminated behind, the later the higher."""
    end = state.phase
    if isinstance(end, s.GameEnd | s.Finished) and end.winner == seat and end.reasons != ("renown",):
        return 1
    return state.eliminated.index(seat) - len(state.eliminated) if seat in state.eliminated else 0


def score_sheet(state: s.State) -> tuple[Sheet, ...]:
    """The breakdown per seat."""
    box = box_of(state)
    ranks = order(state)
    winner = -1
    reasons: tuple[str, ...] = ()
    if isinstance(state.phase, s.Finished):
        winner, reasons = state.phase.winner, state.phase.reasons
    sheets = []
    for index, seat in enumerate(state.seats):
        found = categories(box, seat)
        notes = {
            "conditions": list(seat.conditions),
            "rank": ranks.index(index) + 1,
            "reasons": list(reasons) if index == winner else [],
            "winner": index == winner,
        }
        sheets.append(Sheet(index, sum(found.values()), found, notes))
    return tuple(sheets)


def active_seat(state: s.State) -> int:
    """Whose turn it is."""
    return state.turn.seat


def resolve(agenda: Agenda, seat: int, host: str, effects: Sequence[Effect]) -> None:
    """Put the effects of a host on the agenda."""
    if effects:
        agenda.append(s.Resolve(seat, host, tuple(effect.key for effect in effects)))


def fire(
    turn: Turning, agenda: Agenda, when: str, seat: int, fits: Callable[[Trigger], bool] = lambda trigger: True
) -> None:
    """NS-3.5: all effects that wait for this event of the seat: active player first, then clockwise."""
    box = box_of(turn.state)
    state = turn.state
    found = [
        s.Resolve(index, trigger.host, (trigger.effect.key,))
        for index in state.clockwise(active_seat(state))
        for trigger in standing(box, state.seats[index].mat).triggers[when]
        if (trigger.effect.who == "self") == (index == seat) and fits(trigger)
    ]
    agenda.extend(reversed(found))


def pay(turn: Turning, seat: int, purpose: str, payment: Payment) -> None:
    """The price leaves the seat."""
    if payment.treasury or payment.credit or payment.cards:
        turn.emit(c.Paid(seat, purpose, payment.treasury, payment.credit, payment.cards))


def pay_cost(turn: Turning, agenda: Agenda, seat: int, source: str, cost: Sequence[Effect]) -> None:
    """A cost known to be payable: at once, but for cards to discard, which are chosen first."""
    box = box_of(turn.state)
    for effect in cost:
        match effect.op:
            case "lose_capital":
                pay(turn, seat, "cost", default_payment(box, turn.state.seats[seat], effect.amount, "cost"))
            case "lose_power":
                turn.emit(c.PowerLost(seat, effect.amount, source))
            case _:
                agenda.extend(s.DiscardOne(seat, effect.what) for _ in range(effect.count))


def throw(turn: Turning, what: str) -> int:
    """One throw of the die; `what` never repeats within a turn."""
    box = box_of(turn.state)
    state = turn.state
    label = f"roll/round-{state.round}/seat-{active_seat(state)}/{what}"
    return box.die[turn.draw.below(label, len(box.die))]


def succeeds(turn: Turning, seat: int, source: str, what: str, least: int) -> bool:
    """NS-8.2: die plus `check_roll` reaches the number."""
    box = box_of(turn.state)
    face = throw(turn, what)
    bonus = stat(box, turn.state.seats[seat], "check_roll")
    turn.emit(c.DieRolled(seat, source, (face,), face, least, bonus))
    return face + bonus >= least


def refill_forge(turn: Turning) -> None:
    """NS-6.5: the World Forge shows four Items as long as there are any."""
    box = box_of(turn.state)
    while len(turn.state.forge) < box.places.forge_display and turn.state.forge_deck:
        turn.emit(c.ItemShown(turn.state.forge_deck[0]))


def refill_strongholds(turn: Turning) -> None:
    """NS-11.13: four independent Strongholds lie face up as long as there are any."""
    box = box_of(turn.state)
    while len(turn.state.strongholds) < box.places.stronghold_display and turn.state.stronghold_deck:
        turn.emit(c.StrongholdShown(turn.state.stronghold_deck[0]))
