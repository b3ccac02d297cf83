"""Battles, the slain and the eliminated."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.seats import put
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.evolve.parts import less, removed, unlisted, with_seat, without_capital
from moothall.domain.winds_of_numa_sera.state import Answer, Battle, Seat, State


def battle_opened(state: State, change: c.BattleOpened) -> State:
    battle = Battle(
        attacker=change.attacker,
        target_type=change.target_type,
        stronghold=change.stronghold,
        defender=change.defender,
        attack=change.attack,
        defense=change.defense,
        heroes=change.heroes,
    )
    return replace(state, battle=battle, phase=replace(state.turn, attacked=True))


def battle_committed(state: State, change: c.BattleCommitted) -> State:
    answer = Answer(change.cards, change.payment)
    return with_seat(state, change.seat, replace(state.seats[change.seat], answer=answer))


def battle_revealed(state: State, change: c.BattleRevealed) -> State:
    battle = state.battle
    assert battle is not None
    seats = state.seats
    for seat, cards in zip(battle.sides, (change.attacker_cards, change.defender_cards), strict=False):
        player = seats[seat]
        hand, known = player.hand, player.known
        for card in cards:
            hand, known = less(hand, card), unlisted(known, card)
        seats = put(seats, seat, replace(player, answer=None, hand=hand, known=known))
    battle = replace(
        battle,
        attacker_cards=change.attacker_cards,
        defender_cards=change.defender_cards,
        cancelled=change.cancelled,
    )
    return replace(state, seats=seats, battle=battle)


def battle_fought(state: State, change: c.BattleFought) -> State:
    battle = state.battle
    assert battle is not None
    seats = state.seats
    for index in battle.sides:
        seat = seats[index]
        wins = seat.wins_with_card + (change.with_card and index == change.winner)
        tally = replace(seat.tally, battles=seat.tally.battles + 1)
        seats = put(seats, index, replace(seat, tally=tally, wins_with_card=wins))
    return replace(state, seats=seats, battle=replace(battle, fought=True, winner=change.winner))


def stronghold_taken(state: State, change: c.StrongholdTaken) -> State:
    seats, shown = state.seats, state.strongholds
    if change.loser < 0:
        shown = less(shown, change.stronghold)
    else:
        seats = put(seats, change.loser, removed(seats[change.loser], change.stronghold, "strongholds"))
    seat = seats[change.seat]
    seat = replace(
        seat,
        mat=replace(seat.mat, strongholds=(*seat.mat.strongholds, change.stronghold)),
        treasury=seat.treasury + change.capital,
        raids=seat.raids + (change.loser >= 0),
        tally=replace(seat.tally, captures=seat.tally.captures + 1),
    )
    return replace(state, seats=put(seats, change.seat, seat), strongholds=shown)


def stronghold_shown(state: State, change: c.StrongholdShown) -> State:
    return replace(
        state, stronghold_deck=state.stronghold_deck[1:], strongholds=(*state.strongholds, change.stronghold)
    )


def hero_slain(state: State, change: c.HeroSlain) -> State:
    seat = state.seats[change.seat]
    fallen = seat.fallen if change.by >= 0 else (*seat.fallen, change.hero)
    seat = replace(
        seat,
        mat=replace(seat.mat, line=seat.mat.line[1:]),
        power=change.power,
        fallen=fallen,
        purse=without_capital(seat.purse, change.hero),
    )
    seats = put(state.seats, change.seat, seat)
    if change.by >= 0:
        slayer = seats[change.by]
        slayer = replace(
            slayer,
            captured=(*slayer.captured, change.hero),
            treasury=slayer.treasury + change.capital,
            raids=slayer.raids + 1,
            tally=replace(slayer.tally, slain=slayer.tally.slain + 1),
        )
        seats = put(seats, change.by, slayer)
    battle = state.battle
    if battle is not None:
        battle = replace(battle, slain=(*battle.slain, change.seat))
    return replace(state, seats=seats, battle=battle)


def battle_ended(state: State, change: c.BattleEnded) -> State:
    return replace(state, battle=None)


def seat_eliminated(state: State, change: c.SeatEliminated) -> State:
    seat = state.seats[change.seat]
    mat = replace(seat.mat, skills=(), mavens=(), slots=("", "", "", "", ""), upgraded=(), strongholds=(), blessing="")
    # What stays: the tree, the Classes and the captured heroes, none of which anybody can use again.
    gone = Seat(mat=mat, captured=seat.captured, fallen=seat.fallen, tally=seat.tally)
    return replace(
        state,
        seats=put(state.seats, change.seat, gone),
        stronghold_deck=state.stronghold_deck + change.strongholds,
        forge_deck=state.forge_deck + change.items,
        discard=state.discard + change.cards,
        colleges={**state.colleges, **change.skills},
        eliminated=(*state.eliminated, change.seat),
    )
