"""What each viewer sees: typed records, built from allow-lists. Hidden are only the deck's order and the placements
before the reveal."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.data import Case, View
from moothall.domain.core.ranking import Ranking
from moothall.domain.medieval_realms import state as s
from moothall.domain.medieval_realms.content import Box, box_of


class PickingPhase(Case, frozen=True, tag="picking"):
    """Starting pairs are picked, last in turn order first."""

    taken: tuple[tuple[str, ...], ...]
    """The pairs of resources that are taken, in the order in which they were."""


class PlacingPhase(Case, frozen=True, tag="placing"):
    """Leaders are placed in secret, by all at the same time."""

    committed: tuple[bool, ...]
    """By seat whether its placement is complete."""


class ActingPhase(Case, frozen=True, tag="acting"):
    """The seat on turn owes an action."""


class BiddingPhase(Case, frozen=True, tag="bidding"):
    """An auction runs."""

    square: int
    """The square of the current panel that the card lies on, from 1."""
    card: str
    """The card up for bids."""
    resource: str
    """What is bid."""
    bid: int
    """The highest bid."""
    bidder: int
    """The seat that made it."""
    asked: int
    """The seat that is to bid higher or leave."""
    out: tuple[int, ...]
    """The seats that have left the auction."""


class ChoosingPhase(Case, frozen=True, tag="choosing"):
    """The owner of a card picks the resource it gives."""

    seat: int
    """Who picks."""
    card: str
    """The card that gives it."""
    amount: int
    """How many tokens it gives."""
    barred: tuple[str, ...]
    """Resources that cannot be picked."""


class TakingCardPhase(Case, frozen=True, tag="taking_card"):
    """The owner of a card takes a realm card from the current panel."""

    seat: int
    """Who takes it."""
    card: str
    """The card that lets it."""


class TakingBonusPhase(Case, frozen=True, tag="taking_bonus"):
    """A seat picks a bonus token of the score track."""

    seat: int
    """Who picks."""


class RoundOverPhase(Case, frozen=True, tag="round_over"):
    """All have passed; the next round is prepared."""


class GameOverPhase(Case, frozen=True, tag="game_over"):
    """All have passed in the last round; final scoring is due."""


class FinishedPhase(Case, frozen=True, tag="finished"):
    """The game is over."""


AnyPhase = (
    PickingPhase
    | PlacingPhase
    | ActingPhase
    | BiddingPhase
    | ChoosingPhase
    | TakingCardPhase
    | TakingBonusPhase
    | RoundOverPhase
    | GameOverPhase
    | FinishedPhase
)


class FinalPoints(View, frozen=True):
    """What final scoring has brought; 0 before it."""

    castles: int
    """End effects of castles."""
    markets: int
    """End effects of markets."""
    cities: int
    """End effects of cities."""
    islands: int
    """End effects of islands."""
    great_person_effects: int
    """End effects of great persons."""
    stored_resources: int
    """Points for tokens left in the manor."""
    great_person_points: int
    """Points by the number of great persons in play."""


class RealmView(View, frozen=True):
    """What one seat owns. All of it is open to all."""

    seat: int
    """Whose realm it is."""
    colour: str
    """Its colour."""
    tokens: s.Tokens
    """The manor: its stored tokens."""
    mayors: int
    """All its mayors, buffers included."""
    buffers: int
    """How many of the mayors are buffers."""
    generals: int
    """Its generals."""
    admirals: int
    """Its admirals."""
    display: tuple[str, ...]
    """Cards that wait to be paid, oldest first."""
    in_play: tuple[str, ...]
    """Cards in play, oldest first."""
    vp: int
    """All points, final scoring included once it has run."""
    immediate: int
    """Points from immediate effects; together with `from_colours` the place on the score track."""
    from_colours: int
    """Points from colour effects."""
    final: FinalPoints
    """Points from final scoring."""
    bonus_tokens: int
    """Bonus tokens of the score track still to be chosen."""
    passed: bool
    """Whether it has passed for the rest of the round."""


class MedievalRealmsView(View, frozen=True, tag_field="title", tag="medieval-realms"):
    """A game as one viewer sees it."""

    round: int
    """The current round, from 1."""
    rounds: int
    """How many rounds the game has."""
    phase: AnyPhase
    """What the game waits for."""
    turn_order: tuple[int, ...]
    """Seats by their space on the turn order track."""
    on_turn: int | None
    """Whose turn of the action step it is, also while others bid or choose in it; else null."""
    current: tuple[str | None, ...]
    """The cards on the squares of the current panel, in their order; null is an empty square."""
    future: tuple[str | None, ...]
    """The same for the future panel."""
    deck: int
    """How many cards are left in the deck."""
    discard: tuple[str, ...]
    """The discard pile, oldest card first."""
    realms: tuple[RealmView, ...]
    """What every seat owns, by seat."""
    placement: s.Placement | None
    """What the viewer has placed so far, while leaders are placed; else null."""
    placements: tuple[s.Placement, ...]
    """The placements of this round, by seat, once they are revealed; before that empty."""
    standings: tuple[s.Standing, ...]
    """How the seats stood at the end of the round before, by seat; empty in the first round."""
    ranking: Ranking
    """Seats, best first, once the game is over; before that empty."""


def view(state: s.State, viewer: int | None) -> MedievalRealmsView:
    """The game as that seat (None: a spectator) may see it."""
    box = box_of(state)
    return MedievalRealmsView(
        round=state.round,
        rounds=box.rounds,
        phase=_phase(state, state.phase),
        turn_order=state.order,
        on_turn=state.on_turn,
        current=state.current,
        future=state.future,
        deck=len(state.deck),
        discard=state.discard,
        realms=tuple(_realm(box, seat, realm) for seat, realm in enumerate(state.realms)),
        placement=_own_placement(state, viewer),
        placements=state.placed,
        standings=state.standings,
        ranking=state.ranking,
    )


def _phase(state: s.State, phase: s.AnyPhase) -> AnyPhase:
    """The kind of phase and what is public of it."""
    match phase:
        case s.Picking(taken):
            return PickingPhase(taken)
        case s.Placing(parts):
            return PlacingPhase(tuple(map(s.committed, state.realms, parts)))
        case s.Acting():
            return ActingPhase()
        case s.Bidding():
            return BiddingPhase(
                phase.square, phase.card, phase.resource, phase.bid, phase.bidder, phase.asked, phase.out
            )
        case s.Choosing():
            return ChoosingPhase(phase.seat, phase.card, phase.amount, phase.barred)
        case s.TakingCard():
            return TakingCardPhase(phase.seat, phase.card)
        case s.TakingBonus():
            return TakingBonusPhase(phase.seat)
        case s.RoundOver():
            return RoundOverPhase()
        case s.GameOver():
            return GameOverPhase()
        case s.Finished():
            return FinishedPhase()
        case _:
            assert_never(phase)


def _realm(box: Box, seat: int, realm: s.Realm) -> RealmView:
    return RealmView(
        seat=seat,
        colour=box.colours[seat],
        tokens=s.Tokens(*realm.manor),
        mayors=realm.mayors,
        buffers=realm.buffers,
        generals=realm.generals,
        admirals=realm.admirals,
        display=realm.display,
        in_play=realm.in_play,
        vp=realm.total,
        immediate=realm.immediate,
        from_colours=realm.colour,
        final=FinalPoints(*realm.final),
        bonus_tokens=realm.owed,
        passed=realm.passed,
    )


def _own_placement(state: s.State, viewer: int | None) -> s.Placement | None:
    if viewer is None or not isinstance(state.phase, s.Placing):
        return None
    return state.phase.parts[viewer]
