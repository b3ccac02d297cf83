"""The course of a game: everything dealt out (NS-1), rounds and turns begun and ended (NS-2, NS-15)."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.content import instances
from moothall.domain.core.draw import shuffle
from moothall.domain.core.ranking import leaders
from moothall.domain.winds_of_numa_sera.agenda import Agenda, active_seat, fire
from moothall.domain.winds_of_numa_sera.changes import (
    BattleCardsDealt,
    CapitalGained,
    CollegesFilled,
    DeckShuffled,
    ForgeDealt,
    GameEnded,
    LinesRevealed,
    PledgeEnded,
    RoundBegan,
    RoundEnded,
    RoundScored,
    StrongholdsDealt,
    TurnBegan,
    TurnEnded,
)
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.rules.standing import standing
from moothall.domain.winds_of_numa_sera.scoring import categories, progress, renown, strength
from moothall.domain.winds_of_numa_sera.state import EndPhase2, PassTurn, Turning


def deal(turn: Turning) -> None:
    """NS-1.4 to NS-1.12: reveal the lines and deal everything out."""
    box = box_of(turn.state)
    players = turn.state.seats
    lines = tuple(seat.answer.cards for seat in players if seat.answer is not None)
    mats = (replace(seat.mat, line=line) for seat, line in zip(players, lines, strict=True))
    turn.emit(LinesRevealed(lines, tuple(standing(box, mat).max_power for mat in mats)))
    rows, places = box.setups[len(players)], box.places
    # By name: mappings are written in that order, and a state read again must be the same to the byte.
    turn.emit(CollegesFilled({skill: instances(skill, rows.skill_cards_per_type) for skill in sorted(box.skills)}))
    drawn = shuffle(turn.draw, "shuffle/strongholds", tuple(box.strongholds))[: rows.strongholds_in_game]
    show = places.stronghold_display
    turn.emit(StrongholdsDealt(drawn[show:], drawn[:show], len(drawn)))
    items = shuffle(turn.draw, "shuffle/forge", tuple(item.id for item in box.items.values() if item.cost))
    show = places.forge_display
    turn.emit(ForgeDealt(items[show:], items[:show], len(items)))
    _deal_battle_cards(turn)
    for place, seat in enumerate(turn.state.clockwise(turn.state.first)):
        capital = box.kingdoms[turn.state.seats[seat].mat.kingdom].start_capital
        bonus = rows.turn_order_bonus[place] if turn.state.seat_bonus else 0
        turn.emit(CapitalGained(seat, capital + bonus, "setup"))


def _deal_battle_cards(turn: Turning) -> None:
    """NS-1.8: from fifteen random Battle Cards; what is left goes into the deck."""
    box = box_of(turn.state)
    battle = tuple(card for card, each in box.cards.items() if each.type == "battle")
    pool = list(shuffle(turn.draw, "shuffle/battle-cards", battle)[: box.places.starting_battle_pool])
    dealt: list[str] = []
    for seat in turn.state.clockwise(turn.state.first):
        count = box.kingdoms[turn.state.seats[seat].mat.kingdom].start_battle_cards
        cards, pool = tuple(pool[:count]), pool[count:]
        turn.emit(BattleCardsDealt(seat, cards, count))
        dealt.extend(cards)
    rest = tuple(card for card in box.cards if card not in dealt)
    deck = shuffle(turn.draw, "shuffle/exploration/0", rest)
    turn.emit(DeckShuffled(deck, len(deck)))


def end_phase2(turn: Turning, agenda: Agenda, task: EndPhase2) -> None:
    """NS-2.3, NS-2.4: the turn ends, unless both halves were granted and one is left."""
    now = turn.state.turn
    both = now.built and now.attacked
    if not now.extra or both or not turn.state.seats[now.seat].alive:
        agenda.append(PassTurn())


def pass_turn(turn: Turning, agenda: Agenda, task: PassTurn) -> None:
    """NS-2.8: promises for this turn end, the next living seat begins, or the round ends."""
    state = turn.state
    seat = active_seat(state)
    for pledge in state.pledges:
        if pledge.by == seat and pledge.turns == 1:
            turn.emit(PledgeEnded(pledge, "kept" if pledge.kind == "truce" else "lapsed"))
    turn.emit(TurnEnded(seat))
    for other in state.clockwise(seat)[1:]:
        if other == state.first:
            break
        if state.seats[other].alive:
            begin_turn(turn, agenda, other)
            return
    turn.emit(RoundEnded(state.round))


def begin_round(turn: Turning, agenda: Agenda, number: int) -> None:
    """NS-15.5: the first living seat in turn order begins."""
    turn.emit(RoundBegan(number))
    state = turn.state
    begin_turn(turn, agenda, next(seat for seat in state.clockwise(state.first) if state.seats[seat].alive))


def begin_turn(turn: Turning, agenda: Agenda, seat: int) -> None:
    """NS-3.5: the start of a turn."""
    turn.emit(TurnBegan(seat))
    fire(turn, agenda, "turn_start", seat)


def close_round(turn: Turning, agenda: Agenda) -> None:
    """NS-15.5: standings, then the limit if there is one, then the next round."""
    state = turn.state
    box = box_of(state)
    leader = leaders({seat: strength(state, seat) for seat in state.living()})[0]
    turn.emit(
        RoundScored(
            round=state.round,
            renown=tuple(renown(box, seat) for seat in state.seats),
            categories=tuple(categories(box, seat) for seat in state.seats),
            progress=tuple(progress(box, seat) for seat in state.seats),
            leader=leader,
            tallies=tuple(seat.tally for seat in state.seats),
        )
    )
    if state.round_limit is not None and state.round >= state.round_limit:
        turn.emit(GameEnded(-1, ("renown",)))
        return
    begin_round(turn, agenda, state.round + 1)
