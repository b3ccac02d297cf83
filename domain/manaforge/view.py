"""What each viewer sees: typed records, built from allow-lists. Hidden are decks, packets, and answers before they are
revealed."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.data import Case, View
from moothall.domain.manaforge import state as s
from moothall.domain.manaforge.content import Box, box_of
from moothall.domain.manaforge.rounds import by_category
from moothall.domain.manaforge.rules import foresight


class MakingView(View, frozen=True):
    """A card just built that lies in no slot and no pile yet."""

    card: str
    """The card."""
    copied: str | None
    """The Store card whose effects are resolved in its place."""
    choice: str | None
    """What the builder is asked before it goes on."""


class DraftPhase(Case, frozen=True, tag="draft"):
    """Every seat picks a talent of its packet, in secret."""

    pick: int
    """The number of the pick, from 1."""
    answered: tuple[bool, ...]
    """By seat whether it has picked."""


class KeepPhase(Case, frozen=True, tag="keep"):
    """Every seat chooses which of its picked talents to keep, in secret."""

    answered: tuple[bool, ...]
    """By seat whether it has chosen."""


class ArchmagePhase(Case, frozen=True, tag="archmage"):
    """A seat chooses one more die."""

    seat: int
    """Who chooses."""


class PreRollPhase(Case, frozen=True, tag="pre_roll"):
    """A seat decides whether the die it holds back is rolled with the others."""

    seat: int
    """Who decides."""


class TurnPhase(Case, frozen=True, tag="turn"):
    """A seat's turn."""

    seat: int
    """Whose turn it is."""
    expenditures: int
    """How many dice may still be spent."""
    mana: s.Mana
    """The reserve: mana to be paid with in this turn."""
    talents_used: tuple[str, ...]
    """Talents activated in this turn, as often as they were."""
    making: MakingView | None
    """The card being built, if one waits for an answer."""


class OffersPhase(Case, frozen=True, tag="offers"):
    """In the middle of a turn others may hand the builder a gem, in secret until all have answered."""

    turn: TurnPhase
    """The turn that waits."""
    element: str
    """The element of the gem."""
    prestige: int
    """What a giver scores."""
    asked: tuple[int, ...]
    """The seats that may give."""
    answered: tuple[bool, ...]
    """By seat whether it has answered."""


class RoundScoringPhase(Case, frozen=True, tag="round_scoring"):
    """All turns of the round are over, and it is scored."""


class FinishedPhase(Case, frozen=True, tag="finished"):
    """The game is over."""


AnyPhase = (
    DraftPhase | KeepPhase | ArchmagePhase | PreRollPhase | TurnPhase | OffersPhase | RoundScoringPhase | FinishedPhase
)


class DieView(View, frozen=True):
    """A die of a seat."""

    id: str
    """Its id: `earth_1`."""
    kind: str
    """Its kind: an element, or `arcane`."""
    face: int
    """The number of the face it shows, from 1; 0 before its first roll."""
    shows: str | None
    """The face it shows, by its id in the content; null before its first roll."""
    spent: bool
    """Whether it was spent this round."""
    held: bool
    """Whether it lies on Aether Reserve."""


class CardView(View, frozen=True):
    """A card in a Workshop."""

    card: str
    """The card."""
    charged: bool
    """Whether it can be activated; else it is exhausted."""
    gems: tuple[str, ...]
    """The elements of the gems attached to it, top slot first."""
    level: int
    """How many gems are attached."""


class SeatView(View, frozen=True):
    """What one seat owns and has done, as all see it."""

    seat: int
    """Its number, from 0."""
    prestige: int
    """Its score."""
    by_category: s.Prestige
    """Where its prestige came from."""
    gems: s.Gems
    """Its gems, those attached to cards apart."""
    prisms: int
    """Its prisms."""
    dice: tuple[DieView, ...]
    """Its dice, in the order of gaining."""
    workshop: tuple[CardView, ...]
    """The cards in its Workshop, oldest first."""
    store: tuple[str, ...]
    """Its Store pile, the top card last."""
    talents: tuple[str, ...]
    """The talents it kept."""
    remembered_face: int
    """The number of the face that a die gained in this round shows, or would show again; 0 while none was rolled."""
    raises: int
    """How many cards it has raised with Precognition this round."""
    action: str | None
    """What the build action of this round went into: a card, or `prism`."""
    items_built: int
    """How many items it has built in the game."""
    prisms_taken: int
    """How many prisms it has taken instead of building."""


class OwnView(View, frozen=True):
    """What only its owner sees."""

    packet: tuple[str, ...]
    """The talents to pick from."""
    picked: tuple[str, ...]
    """The talents picked so far."""
    passed_on: tuple[tuple[str, ...], ...]
    """What was left of the packets that were handed on, in their order."""
    passed_over: tuple[str, ...]
    """The picked talents that were not kept."""
    answer: tuple[str, ...]
    """What was answered and is not revealed yet: a pick, the talents to keep, or a gift; else empty."""


class ManaforgeView(View, frozen=True, tag_field="title", tag="manaforge"):
    """A game as one viewer sees it."""

    round: int
    """The current round, from 1; 0 before the first."""
    rounds: int
    """How many rounds the game has."""
    first_player: int
    """The seat with the first player marker."""
    phase: AnyPhase
    """What the game waits for."""
    board: tuple[str | None, ...]
    """The cards in the slots of the board, in their order; null is an empty slot."""
    deck: int
    """How many cards are left in the item deck."""
    foreseen: tuple[str, ...]
    """The next cards of the item deck, top first, as far as the viewer sees them by a talent."""
    discard: tuple[str, ...]
    """The discard pile, its top card last."""
    unused: int
    """How many item cards were put away at setup."""
    supply: s.Dice
    """The dice left in the box."""
    seats: tuple[SeatView, ...]
    """What every seat owns, by seat."""
    own: OwnView | None
    """What only the viewer sees; null for spectators."""


def view(state: s.State, viewer: int | None) -> ManaforgeView:
    """The table as this seat (None: a spectator) sees it."""
    box = box_of(state)
    sight = foresight(box, state.seats[viewer]) if viewer is not None else 0
    return ManaforgeView(
        round=state.round,
        rounds=box.play.rounds,
        first_player=state.first,
        phase=_phase(state.phase),
        board=state.board,
        deck=len(state.deck),
        foreseen=state.deck[:sight],
        discard=state.discard,
        unused=len(state.unused),
        supply=s.Dice(*state.supply),
        seats=tuple(_seat(box, index, seat) for index, seat in enumerate(state.seats)),
        own=None if viewer is None else _own(state, viewer),
    )


def _phase(phase: s.Phase) -> AnyPhase:
    match phase:
        case s.Draft():
            return DraftPhase(phase.pick, tuple(answer is not None for answer in phase.answers))
        case s.Keep():
            return KeepPhase(tuple(map(bool, phase.answers)))
        case s.Archmage():
            return ArchmagePhase(phase.seat)
        case s.PreRoll():
            return PreRollPhase(phase.seat)
        case s.Playing():
            return _turn(phase)
        case s.Offers():
            answered = tuple(answer is not None for answer in phase.answers)
            return OffersPhase(_turn(phase.turn), phase.element, phase.n, phase.asked, answered)
        case s.RoundScoring():
            return RoundScoringPhase()
        case s.Finished():
            return FinishedPhase()
        case _:
            assert_never(phase)


def _turn(phase: s.Playing) -> TurnPhase:
    made = phase.making
    making = None if made is None else MakingView(made.card, made.copied, made.choice)
    return TurnPhase(phase.seat, phase.expenditures, s.Mana(*phase.mana), phase.used, making)


def _seat(box: Box, index: int, seat: s.Seat) -> SeatView:
    return SeatView(
        seat=index,
        prestige=seat.prestige,
        by_category=by_category(seat),
        gems=s.Gems(*seat.gems),
        prisms=seat.prisms,
        dice=tuple(_die(box, die, seat.held) for die in seat.dice),
        workshop=tuple(CardView(card.id, card.charged, card.gems, len(card.gems)) for card in seat.workshop),
        store=seat.store,
        talents=seat.talents,
        remembered_face=seat.face,
        raises=seat.raises,
        action=seat.action,
        items_built=seat.items_built,
        prisms_taken=seat.prisms_taken,
    )


def _die(box: Box, die: s.Die, held: str | None) -> DieView:
    shows = box.faces[die.kind][die.face].id if die.face else None
    return DieView(die.id, die.kind, die.face, shows, die.spent, die.id == held)


def _own(state: s.State, viewer: int) -> OwnView:
    seat = state.seats[viewer]
    answer: tuple[str, ...] = ()
    match state.phase:
        case s.Draft(answers=given) | s.Offers(answers=given) if given:
            one = given[viewer]
            answer = (one,) if one is not None else ()
        case s.Keep(answers=kept):
            answer = kept[viewer]
    return OwnView(seat.packet, seat.picked, seat.passed_on, seat.passed_over, answer)
