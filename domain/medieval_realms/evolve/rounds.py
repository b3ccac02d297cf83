"""Setup, placements, and the course of a round."""

from __future__ import annotations

from msgspec.structs import replace

from domain.core.seats import put
from domain.medieval_realms.changes.play import ActionsEnded, SeatPassed, TurnBegan
from domain.medieval_realms.changes.rounds import (
    AdmiralsPlaced,
    BuffersPlaced,
    CardsDrawn,
    DeckShuffled,
    GeneralsPlaced,
    MayorsPlaced,
    PairPicked,
    PanelsMoved,
    PlacementsRevealed,
    RealmFounded,
    RoundBegan,
    StandingsTaken,
    TurnOrderChanged,
    TurnOrderDrawn,
)
from domain.medieval_realms.evolve.tokens import gain
from domain.medieval_realms.state import (
    UNPLACED,
    Acting,
    GameOver,
    Picking,
    Placement,
    Placing,
    RoundOver,
    State,
    Tokens,
)


def deck_shuffled(state: State, change: DeckShuffled) -> State:
    current, future = (None,) * change.current_squares, (None,) * change.future_squares
    return replace(state, deck=change.cards, current=current, future=future)


def cards_drawn(state: State, change: CardsDrawn) -> State:
    squares = list(state.current if change.panel == "current" else state.future)
    for square, card in zip(change.squares, change.cards, strict=True):
        squares[square - 1] = card
    deck = state.deck[len(change.cards) :]
    if change.panel == "current":
        return replace(state, deck=deck, current=tuple(squares))
    return replace(state, deck=deck, future=tuple(squares))


def realm_founded(state: State, change: RealmFounded) -> State:
    founded = state.with_realm(
        change.seat,
        mayors=change.mayors,
        buffers=change.buffers,
        generals=change.generals,
        admirals=change.admirals,
    )
    return gain(founded, change.seat, change.tokens)


def turn_order_set(state: State, change: TurnOrderDrawn | TurnOrderChanged) -> State:
    return replace(state, order=change.order)


def pair_picked(state: State, change: PairPicked) -> State:
    phase = state.phase
    assert isinstance(phase, Picking)
    picked = replace(state, phase=Picking((*phase.taken, change.resources)))
    return gain(picked, change.seat, Tokens(**dict.fromkeys(change.resources, 1)))


def round_began(state: State, change: RoundBegan) -> State:
    realms = tuple(replace(realm, passed=False) for realm in state.realms)
    phase = Placing((UNPLACED,) * len(realms))
    return replace(state, realms=realms, phase=phase, round=change.round, placed=(), on_turn=None)


def mayors_placed(state: State, change: MayorsPlaced) -> State:
    return _placed(state, change.seat, replace(_part(state, change.seat), mayors=change.mayors))


def generals_placed(state: State, change: GeneralsPlaced) -> State:
    return _placed(state, change.seat, replace(_part(state, change.seat), generals=change.areas))


def admirals_placed(state: State, change: AdmiralsPlaced) -> State:
    return _placed(state, change.seat, replace(_part(state, change.seat), admirals=change.areas))


def buffers_placed(state: State, change: BuffersPlaced) -> State:
    return _placed(state, change.seat, replace(_part(state, change.seat), buffers=change.areas))


def placements_revealed(state: State, change: PlacementsRevealed) -> State:
    return replace(state, placed=change.placements, phase=Acting(), on_turn=None)


def turn_began(state: State, change: TurnBegan) -> State:
    return replace(state, phase=Acting(), on_turn=change.seat)


def seat_passed(state: State, change: SeatPassed) -> State:
    return state.with_realm(change.seat, passed=True)


def actions_ended(state: State, change: ActionsEnded) -> State:
    return replace(state, phase=GameOver() if change.last else RoundOver(), on_turn=None)


def panels_moved(state: State, change: PanelsMoved) -> State:
    return replace(state, current=change.current, future=change.future)


def standings_taken(state: State, change: StandingsTaken) -> State:
    return replace(state, standings=change.standings)


def _part(state: State, seat: int) -> Placement:
    assert isinstance(state.phase, Placing)
    return state.phase.parts[seat]


def _placed(state: State, seat: int, part: Placement) -> State:
    assert isinstance(state.phase, Placing)
    return replace(state, phase=Placing(put(state.phase.parts, seat, part)))
