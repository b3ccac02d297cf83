"""Setup, placements, and the course of a round."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.seats import put
from moothall.domain.medieval_realms.changes.play import ActionsEnded, SeatPassed, TurnBegan
from moothall.domain.medieval_realms.changes.rounds import (
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
from moothall.domain.medieval_realms.evolve.tokens import more
from moothall.domain.medieval_realms.state import (
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
    realm = state.realms[change.seat]
    realm = replace(
        realm,
        manor=more(realm.manor, change.tokens),
        mayors=change.mayors,
        buffers=change.buffers,
        generals=change.generals,
        admirals=change.admirals,
    )
    return state.with_realm(change.seat, realm)


def turn_order_set(state: State, change: TurnOrderDrawn | TurnOrderChanged) -> State:
    return replace(state, order=change.order)


def pair_picked(state: State, change: PairPicked) -> State:
    phase, realm = state.phase, state.realms[change.seat]
    assert isinstance(phase, Picking)
    realm = replace(realm, manor=more(realm.manor, Tokens(**dict.fromkeys(change.resources, 1))))
    realms = put(state.realms, change.seat, realm)
    return replace(state, realms=realms, phase=Picking((*phase.taken, change.resources)))


def round_began(state: State, change: RoundBegan) -> State:
    realms = tuple([replace(realm, passed=False) for realm in state.realms])
    phase = Placing((UNPLACED,) * len(realms))
    return replace(state, realms=realms, phase=phase, round=change.round, placed=(), on_turn=None)


def mayors_placed(state: State, change: MayorsPlaced) -> State:
    parts = _parts(state)
    return _placed(state, parts, change.seat, replace(parts[change.seat], mayors=change.mayors))


def generals_placed(state: State, change: GeneralsPlaced) -> State:
    parts = _parts(state)
    return _placed(state, parts, change.seat, replace(parts[change.seat], generals=change.areas))


def admirals_placed(state: State, change: AdmiralsPlaced) -> State:
    parts = _parts(state)
    return _placed(state, parts, change.seat, replace(parts[change.seat], admirals=change.areas))


def buffers_placed(state: State, change: BuffersPlaced) -> State:
    parts = _parts(state)
    return _placed(state, parts, change.seat, replace(parts[change.seat], buffers=change.areas))


def placements_revealed(state: State, change: PlacementsRevealed) -> State:
    return replace(state, placed=change.placements, phase=Acting(), on_turn=None)


def turn_began(state: State, change: TurnBegan) -> State:
    return replace(state, phase=Acting(), on_turn=change.seat)


def seat_passed(state: State, change: SeatPassed) -> State:
    return state.with_realm(change.seat, replace(state.realms[change.seat], passed=True))


def actions_ended(state: State, change: ActionsEnded) -> State:
    return replace(state, phase=GameOver() if change.last else RoundOver(), on_turn=None)


def panels_moved(state: State, change: PanelsMoved) -> State:
    return replace(state, current=change.current, future=change.future)


def standings_taken(state: State, change: StandingsTaken) -> State:
    return replace(state, standings=change.standings)


def _parts(state: State) -> tuple[Placement, ...]:
    phase = state.phase
    assert isinstance(phase, Placing)
    return phase.parts


def _placed(state: State, parts: tuple[Placement, ...], seat: int, part: Placement) -> State:
    return replace(state, phase=Placing(put(parts, seat, part)))
