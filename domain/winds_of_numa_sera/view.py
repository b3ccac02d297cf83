"""The table as one viewer may see it: typed records, built from allow-lists."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.data import Case, View
from moothall.domain.winds_of_numa_sera import state as s
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.moves import ChoiceKind
from moothall.domain.winds_of_numa_sera.rules.standing import residual, standing
from moothall.domain.winds_of_numa_sera.rules.trade import may_offer
from moothall.domain.winds_of_numa_sera.rules.turn import KINDS, SECRET_KINDS, options


class DraftingPhase(Case, frozen=True, tag="drafting"):
    """Kingdoms are chosen, one seat after the other."""

    seat: int
    """Who chooses."""


class SuccessionPhase(Case, frozen=True, tag="succession"):
    """All seats order their heroes in secret."""


class TurnPhase(Case, frozen=True, tag="turn"):
    """A seat plays its turn."""

    seat: int
    """Whose turn it is."""
    explored: bool
    """Whether the one explore of the turn is done."""
    built: bool
    """Whether something was built this turn."""
    attacked: bool
    """Whether something was attacked this turn."""
    extra_phase2: bool
    """Whether the seat may both build and attack this turn."""
    may_offer: bool
    """Whether one more trade can be offered this turn."""
    marks: tuple[str, ...]
    """What works once per turn and was done: `use/...`, `equip/...`, `test/...` with the id of the thing, or an
    effect."""


class EndOfRoundPhase(Case, frozen=True, tag="end_of_round"):
    """The round is over and about to be scored."""


class EndOfGamePhase(Case, frozen=True, tag="end_of_game"):
    """The game is decided and about to be scored."""

    winner: int
    """The seat that has won; -1 where Renown decides."""
    reasons: tuple[str, ...]
    """The victory conditions fulfilled, or `survivor`, or `renown`."""


class FinishedPhase(Case, frozen=True, tag="finished"):
    """The game is over."""

    winner: int
    """The seat that has won."""
    reasons: tuple[str, ...]
    """The victory conditions fulfilled, or `survivor`, or `renown`."""


PhaseView = DraftingPhase | SuccessionPhase | TurnPhase | EndOfRoundPhase | EndOfGamePhase | FinishedPhase


class Equipment(View, frozen=True):
    """What a hero wears, by slot; an empty slot is "", an Item for both hands is in both."""

    head: str
    """On the head."""
    chest: str
    """On the chest."""
    right_hand: str
    """In the right hand."""
    left_hand: str
    """In the left hand."""
    pack: str
    """In the pack."""


class SeatView(View, frozen=True):
    """What one seat has."""

    kingdom: str
    """Its kingdom; empty until it has chosen."""
    line: tuple[str, ...]
    """The living heroes, the active one first."""
    alive: bool
    """Whether it is still in the game."""
    answered: bool
    """Whether it has given its secret answer: the line of succession, or Battle Cards."""
    treasury: int
    """Capital in the Treasury."""
    residual: int
    """Residual Capital that a Build brings."""
    power: int
    """Power of the Active Hero."""
    max_power: int
    """The most it can have."""
    attack: int
    """Attack of the Active Hero, without what holds only in some battles."""
    defense: int
    """Defense of the Active Hero, without what holds only in some battles."""
    skill_credit: int
    """Credit for Skills."""
    item_credit: int
    """Credit for Items of the World Forge."""
    capital_on_cards: dict[str, int]
    """Capital on own cards, by card."""
    skills: tuple[str, ...]
    """Skill cards, in the order gained."""
    levels: dict[str, int]
    """The level reached in each Skill."""
    ticked: tuple[str, ...]
    """Blocks built, in that order."""
    classes: tuple[str, ...]
    """Classes unlocked, in that order."""
    mavens: tuple[str, ...]
    """Mavens of the Inner Circle, in the order gained."""
    equipment: Equipment
    """What the Active Hero wears."""
    upgraded: tuple[str, ...]
    """Equipment slots that are upgraded, in that order."""
    strongholds: tuple[str, ...]
    """Strongholds held, in the order gained."""
    blessing: str
    """The Pool of Essence that blesses the Active Hero; empty if none does."""
    captured: tuple[str, ...]
    """Enemy heroes slain."""
    fallen: tuple[str, ...]
    """Own heroes that fell to no player."""
    conditions: tuple[str, ...]
    """Victory conditions fulfilled."""
    wins_with_card: int
    """Battles won with a Battle Card."""
    raids: int
    """Heroes slain and Strongholds taken from other players."""
    hand_size: int
    """How many cards it holds."""
    known: tuple[str, ...]
    """The hand cards that everybody knows of."""
    hand: tuple[str, ...] | None
    """All hand cards, where the viewer may see them; else null."""
    committed: tuple[str, ...] | None
    """The own secret answer, heroes in line or Battle Cards, until it is revealed; else null."""


class ExplorationView(View, frozen=True):
    """The Exploration cards."""

    deck: int
    """How many cards are left in the deck."""
    discard: tuple[str, ...]
    """The discard pile, oldest card first."""
    open: tuple[str, ...]
    """Revealed cards that are being resolved."""
    drawn: int
    """How many cards are drawn and not yet chosen from."""
    your_drawn: tuple[str, ...]
    """Which they are, for the seat that chooses."""


class DisplayView(View, frozen=True):
    """A deck with cards face up beside it."""

    deck: int
    """How many cards are left in the deck."""
    display: tuple[str, ...]
    """The cards that lie face up."""


class PendingView(View, frozen=True):
    """A choice that is waited for."""

    seat: int
    """Who chooses."""
    kind: ChoiceKind
    """What kind of choice it is, to be named in the answer."""
    source: str | None
    """The card or block that asks for it, where one does."""
    options: tuple[str, ...] | None
    """What can be answered; null where that would tell of hidden cards."""


class WindsOfNumaSeraView(View, frozen=True, tag_field="title", tag="winds-of-numa-sera"):
    """A game as one viewer sees it."""

    setting: s.Setting
    """The setting, which says how many conditions win."""
    round: int
    """The current round, from 1; 0 before the first."""
    round_limit: int | None
    """After so many rounds Renown decides; null: never."""
    first_player: int
    """The seat that is first in turn order."""
    phase: PhaseView
    """Where the game stands."""
    seats: tuple[SeatView, ...]
    """What every seat has."""
    exploration: ExplorationView
    """The Exploration cards."""
    world_forge: DisplayView
    """The Items that can be bought."""
    strongholds: DisplayView
    """The independent Strongholds."""
    colleges: dict[str, int]
    """How many cards each Skill college holds."""
    pending: PendingView | None
    """The choice that is waited for, if one is."""
    battle: s.Battle | None
    """The battle that is fought, if one is; Battle Cards once they are revealed."""
    offer: s.Offer | None
    """The trade offer that is open, if one is; its hidden cards for the two partners only."""
    pledges: tuple[s.Pledge, ...]
    """The promises that bind."""
    eliminated: tuple[int, ...]
    """Seats that are out of the game, in that order."""
    last_round: s.RoundSummary | None
    """How the round before ended; null in the first."""


def view(state: s.State, viewer: int | None) -> WindsOfNumaSeraView:
    """Everything the viewer (None: a spectator) may know."""
    box = box_of(state)
    finished = isinstance(state.phase, s.Finished)
    offer = state.offer
    return WindsOfNumaSeraView(
        setting=state.setting,
        round=state.round,
        round_limit=state.round_limit,
        first_player=state.first,
        phase=_phase(state),
        seats=tuple(_seat(box, state, seat, finished or index == viewer) for index, seat in enumerate(state.seats)),
        exploration=_exploration(state, viewer),
        world_forge=DisplayView(len(state.forge_deck), state.forge),
        strongholds=DisplayView(len(state.stronghold_deck), state.strongholds),
        colleges={skill: len(cards) for skill, cards in state.colleges.items()},
        pending=_pending(state, viewer),
        battle=state.battle,
        offer=offer if offer is None or viewer in (offer.by, offer.to) else offer.public,
        pledges=state.pledges,
        eliminated=state.eliminated,
        last_round=state.summary,
    )


def _phase(state: s.State) -> PhaseView:
    match state.phase:
        case s.Drafting(seat):
            return DraftingPhase(seat)
        case s.Succession():
            return SuccessionPhase()
        case s.Acting() as turn:
            return TurnPhase(
                turn.seat, turn.explored, turn.built, turn.attacked, turn.extra, may_offer(state), turn.marks
            )
        case s.RoundEnd():
            return EndOfRoundPhase()
        case s.GameEnd(winner, reasons):
            return EndOfGamePhase(winner, reasons)
        case s.Finished(winner, reasons):
            return FinishedPhase(winner, reasons)
        case _:
            assert_never(state.phase)


def _seat(box: Box, state: s.State, seat: s.Seat, own: bool) -> SeatView:
    mat = seat.mat
    found = standing(box, mat)
    hero = box.heroes[mat.line[0]] if mat.line else None
    return SeatView(
        kingdom=mat.kingdom,
        line=mat.line,
        alive=seat.alive or not state.dealt,
        answered=seat.answer is not None,
        treasury=seat.treasury,
        residual=residual(box, seat) if hero else 0,
        power=seat.power,
        max_power=found.max_power,
        attack=hero.attack + found.sums.get("attack", 0) if hero else 0,
        defense=hero.defense + found.sums.get("defense", 0) if hero else 0,
        skill_credit=seat.skill_credit,
        item_credit=seat.item_credit,
        capital_on_cards=seat.purse,
        skills=mat.skills,
        levels=found.levels,
        ticked=mat.ticked,
        classes=mat.classes,
        mavens=mat.mavens,
        equipment=Equipment(*mat.slots),
        upgraded=mat.upgraded,
        strongholds=mat.strongholds,
        blessing=mat.blessing,
        captured=seat.captured,
        fallen=seat.fallen,
        conditions=seat.conditions,
        wins_with_card=seat.wins_with_card,
        raids=seat.raids,
        hand_size=len(seat.hand),
        known=seat.known,
        hand=seat.hand if own else None,
        committed=seat.answer.cards if own and seat.answer is not None else None,
    )


def _exploration(state: s.State, viewer: int | None) -> ExplorationView:
    chooser = state.pending is not None and state.pending.choice.seat == viewer
    return ExplorationView(len(state.deck), state.discard, state.open, len(state.drawn), state.drawn if chooser else ())


def _pending(state: s.State, viewer: int | None) -> PendingView | None:
    if state.pending is None:
        return None
    choice = state.pending.choice
    kind = KINDS[type(choice)]
    source = None
    if isinstance(choice, s.AcceptMaven):
        source = choice.card
    elif isinstance(choice, s.ChooseOption | s.DrainOne):
        source = choice.host
    seen = choice.seat == viewer or kind not in SECRET_KINDS
    return PendingView(choice.seat, kind, source, options(state, choice) if seen else None)
