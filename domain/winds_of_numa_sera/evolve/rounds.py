"""Setup, rounds, turns and pending choices."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.seats import put
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.evolve.parts import with_seat
from moothall.domain.winds_of_numa_sera.evolve.trade import a_turn_less
from moothall.domain.winds_of_numa_sera.state import (
    Acting,
    Answer,
    Drafting,
    Finished,
    GameEnd,
    Pending,
    RoundEnd,
    RoundSummary,
    Seat,
    State,
    Succession,
    Tally,
)

_NOTHING = Tally()


def first_player_drawn(state: State, change: c.FirstPlayerDrawn) -> State:
    return replace(state, first=change.seat, phase=Drafting(change.drafter))


def kingdom_chosen(state: State, change: c.KingdomChosen) -> State:
    mat = replace(state.seats[change.seat].mat, kingdom=change.kingdom, ticked=(change.block,))
    phase = Succession() if change.drafter < 0 else Drafting(change.drafter)
    seats = put(state.seats, change.seat, replace(state.seats[change.seat], mat=mat))
    return replace(state, seats=seats, phase=phase)


def succession_set(state: State, change: c.SuccessionSet) -> State:
    return with_seat(state, change.seat, replace(state.seats[change.seat], answer=Answer(change.order)))


def lines_revealed(state: State, change: c.LinesRevealed) -> State:
    def placed(seat: Seat, line: tuple[str, ...], power: int) -> Seat:
        return replace(seat, answer=None, power=power, mat=replace(seat.mat, line=line))

    return replace(state, seats=tuple(map(placed, state.seats, change.lines, change.powers)))


def colleges_filled(state: State, change: c.CollegesFilled) -> State:
    return replace(state, colleges=change.colleges)


def strongholds_dealt(state: State, change: c.StrongholdsDealt) -> State:
    return replace(state, stronghold_deck=change.cards, strongholds=change.display)


def forge_dealt(state: State, change: c.ForgeDealt) -> State:
    return replace(state, forge_deck=change.cards, forge=change.display)


def battle_cards_dealt(state: State, change: c.BattleCardsDealt) -> State:
    seat = state.seats[change.seat]
    return with_seat(state, change.seat, replace(seat, hand=seat.hand + change.cards))


def deck_shuffled(state: State, change: c.DeckShuffled) -> State:
    if change.again:
        return replace(state, deck=change.cards, discard=(), reshuffles=state.reshuffles + 1)
    return replace(state, deck=change.cards)


def round_began(state: State, change: c.RoundBegan) -> State:
    return replace(state, round=change.round, seats=tuple([replace(seat, tally=_NOTHING) for seat in state.seats]))


def turn_began(state: State, change: c.TurnBegan) -> State:
    return replace(state, phase=Acting(change.seat, offers_before=state.offers), offered=())


def turn_ended(state: State, change: c.TurnEnded) -> State:
    return replace(state, pledges=a_turn_less(state.pledges, change.seat)) if state.pledges else state


def round_ended(state: State, change: c.RoundEnded) -> State:
    return replace(state, phase=RoundEnd())


def round_scored(state: State, change: c.RoundScored) -> State:
    summary = RoundSummary(
        change.round, change.renown, change.categories, change.progress, change.leader, change.tallies
    )
    return replace(state, summary=summary)


def game_ended(state: State, change: c.GameEnded) -> State:
    return replace(state, phase=GameEnd(change.winner, change.reasons))


def game_scored(state: State, change: c.GameScored) -> State:
    return replace(state, phase=Finished(change.winner, change.reasons))


def marked(state: State, change: c.Marked) -> State:
    turn = state.phase
    assert isinstance(turn, Acting)
    return replace(state, phase=replace(turn, marks=(*turn.marks, change.mark)))


def choice_opened(state: State, change: c.ChoiceOpened) -> State:
    return replace(state, pending=Pending(change.choice, change.rest))


def choice_made(state: State, change: c.ChoiceMade) -> State:
    return replace(state, pending=None)


def extra_granted(state: State, change: c.ExtraGranted) -> State:
    return replace(state, phase=replace(state.turn, extra=True))


def explore_begun(state: State, change: c.ExploreBegun) -> State:
    turn = state.turn
    return replace(state, phase=replace(turn, explores=turn.explores + 1, explored=turn.explored or not change.granted))


def nothing_found(state: State, change: c.NothingFound) -> State:
    return state
