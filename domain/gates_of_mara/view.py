"""The view of a game: typed records, and `view`, which builds them from allow-lists. Only the order of the decks is
hidden, and it is hidden from all, so every viewer sees the same table."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.data import Case, View
from moothall.domain.gates_of_mara import state as s
from moothall.domain.gates_of_mara.content import box_of


class SettingUpPhase(Case, frozen=True, tag="setting_up"):
    """The table is laid out."""


class PlacingPhase(Case, frozen=True, tag="placing"):
    """A seat places a figure or passes."""

    seat: int
    """Whose turn it is."""


class ActingPhase(Case, frozen=True, tag="acting"):
    """A seat uses the abilities of the figure it has placed."""

    seat: int
    """Whose turn it is."""
    figure: str
    """The figure that was placed."""
    place: str
    """Where it stands."""
    cards: tuple[str, ...]
    """The attachments that count for this placement: those it had when it was placed."""
    used: tuple[str, ...]
    """Abilities used for this placement, named as moves name them."""
    bought: int
    """Enchantments bought with this placement."""
    question: s.AnyQuestion | None
    """A choice that the seat owes before anything else happens, or null."""
    rest: tuple[s.Task, ...]
    """What still happens once the question is answered."""


class FireBannersPhase(Case, frozen=True, tag="fire_banners"):
    """Seats that placed a claim beside the Fire Lord may take a Fire Banner."""

    seats: tuple[int, ...]
    """Those that may still take one; the first is asked."""


class LordsOffPhase(Case, frozen=True, tag="lords_off"):
    """The lords are off the board and are placed anew."""

    seats: tuple[int, ...]
    """Those that still place a lord; the first is asked."""


class StepDuePhase(Case, frozen=True, tag="step_due"):
    """A round or the game is being scored."""

    step: s.Step
    """What is scored."""


class OverPhase(Case, frozen=True, tag="over"):
    """The game is over."""


AnyPhase = SettingUpPhase | PlacingPhase | ActingPhase | FireBannersPhase | LordsOffPhase | StepDuePhase | OverPhase


class PieceView(View, frozen=True):
    """A figure that stands on the table."""

    seat: int
    """Whose it is."""
    figure: str
    """Which of the seat's figures."""


class RealmView(View, frozen=True):
    """A realm of the ring."""

    position: int
    """Its place in the ring, clockwise from 1."""
    realm: str
    """Which realm it is."""
    lord: str | None
    """The lord that stands there, or null."""
    wanderer: bool
    """Whether the Wanderer is there."""
    banners: dict[str, str | None]
    """By slot the banner that lies there, or null."""
    spaces: dict[str, tuple[PieceView, ...]]
    """By space the figures that stand on it."""
    caravans: dict[str, int | None]
    """By caravan space the seat whose caravan holds it, or null."""
    influence: tuple[int, ...]
    """Influence there, by seat."""
    claims: tuple[int, ...]
    """Claims there, by seat."""


class CentralGateView(View, frozen=True):
    """The Central Gate, which is in every realm."""

    keys: int
    """Keys that lie there."""
    figures: tuple[PieceView, ...]
    """Who stands there."""


class LordView(View, frozen=True):
    """A lord in play."""

    id: str
    """Which lord it is."""
    realm: str | None
    """Where it stands; null while it is off the board."""
    claim_threshold: int
    """The influence that a claim in its realm takes."""


class WandererView(View, frozen=True):
    """The Wanderer."""

    realm: str
    """Where it is."""
    card: str | None
    """The card that says what it exchanges; null before setup is done."""


class DeckView(View, frozen=True):
    """A face-down deck."""

    cards: int
    """How many cards it has, those under it included."""
    under: tuple[str, ...]
    """Cards that were put face down under it, which everyone knows."""


class DecksView(View, frozen=True):
    """The decks."""

    enchantments: DeckView
    """Enchantments."""
    banners: DeckView
    """Banners."""
    objectives: DeckView
    """Objectives."""
    wanderer_cards: DeckView
    """Cards of the Wanderer."""


class FigureView(View, frozen=True):
    """A figure of a seat."""

    place: str | None
    """A space, `gate_2`, `central_gate`, `enchantment_board_3`; null at home."""
    cards: tuple[str, ...]
    """Its attachments, in the order in which they were attached."""


class SeatView(View, frozen=True):
    """What one seat owns."""

    tribe: str
    """Its tribe."""
    points: int
    """All its points so far."""
    energy: int
    """Energy left this round."""
    gems: s.Gems
    """Its gems."""
    onyx: int
    """Its onyx."""
    keys: int
    """Its keys."""
    caravans_left: int
    """Caravans it has not placed."""
    passed: bool
    """Whether it has passed for the rest of the round."""
    keys_gained: int
    """Keys gained this round."""
    enchantments_gained: int
    """Enchantments bought this round."""
    claims_placed: tuple[int, ...]
    """Claims placed at the end of this round, by ring position; empty before that."""
    figures: dict[str, FigureView]
    """Its figures."""


class GatesOfMaraView(View, frozen=True, tag_field="title", tag="gates-of-mara"):
    """A game as everybody sees it."""

    round: int
    """The current round, from 1; 0 before the first."""
    rounds: int
    """How many rounds the game has."""
    phase: AnyPhase
    """What the game waits for."""
    order: tuple[int, ...]
    """Seats in turn order."""
    ring: tuple[RealmView, ...]
    """The realms, clockwise."""
    gates: dict[str, tuple[PieceView, ...]]
    """The Standard Gates, the first between the first two realms of the ring, with who stands there."""
    central_gate: CentralGateView
    """The Central Gate."""
    enchantment_board: tuple[tuple[PieceView, ...], ...]
    """Who stands on each space of the Enchantment board, from the arrow on."""
    market: tuple[str | None, ...]
    """The enchantments for sale, by slot; null is an empty slot."""
    lords: tuple[LordView, ...]
    """The lords in play."""
    wanderer: WandererView
    """The Wanderer."""
    objectives: tuple[str, ...]
    """The objectives of the round."""
    removed_banners: tuple[str, ...]
    """Banners that are out of the game."""
    fire_banners_taken: int
    """Fire Banners handed out so far."""
    decks: DecksView
    """What is left of the decks."""
    seats: tuple[SeatView, ...]
    """What every seat owns, by seat."""


Standing = dict[str, tuple[PieceView, ...]]
"""Figures by the place where they stand."""


def view(state: s.State, viewer: int | None) -> GatesOfMaraView:
    """The table; it looks the same to everyone."""
    box = box_of(state)
    standing = _standing(state)
    return GatesOfMaraView(
        round=state.round,
        rounds=box.setup.rounds,
        phase=_phase(state.phase),
        order=state.order,
        ring=tuple(_realm(state, index, standing) for index in range(len(state.ring))),
        gates={gate: standing.get(gate, ()) for gate in box.gates[: len(state.ring)]},
        central_gate=CentralGateView(state.central_keys, standing.get(s.CENTRAL, ())),
        enchantment_board=tuple(standing.get(space, ()) for space in box.board_spaces),
        market=state.market,
        lords=tuple(LordView(lord.id, lord.realm, box.lords[lord.id].claim_threshold) for lord in state.lords),
        wanderer=WandererView(state.wanderer, state.wanderer_card),
        objectives=state.objectives,
        removed_banners=state.removed,
        fire_banners_taken=state.fire_banners,
        decks=DecksView(
            enchantments=_deck(state.enchantment_deck),
            banners=_deck(state.banner_deck),
            objectives=_deck(state.objective_deck),
            wanderer_cards=_deck(state.wanderer_deck),
        ),
        seats=tuple(map(_seat, state.seats)),
    )


def _phase(phase: s.AnyPhase) -> AnyPhase:
    match phase:
        case s.SettingUp():
            return SettingUpPhase()
        case s.Placing(seat):
            return PlacingPhase(seat)
        case s.Acting():
            return ActingPhase(
                seat=phase.seat,
                figure=phase.figure,
                place=phase.place,
                cards=phase.cards,
                used=phase.used,
                bought=phase.bought,
                question=phase.question,
                rest=phase.rest,
            )
        case s.FireBanners(seats):
            return FireBannersPhase(seats)
        case s.LordsOff(seats):
            return LordsOffPhase(seats)
        case s.StepDue(step):
            return StepDuePhase(step)
        case s.Over():
            return OverPhase()
        case _:
            assert_never(phase)


def _standing(state: s.State) -> Standing:
    found: Standing = {}
    for seat, own in enumerate(state.seats):
        for name, figure in own.figures.items():
            if figure.place is not None:
                found[figure.place] = (*found.get(figure.place, ()), PieceView(seat, name))
    return found


def _realm(state: s.State, index: int, standing: Standing) -> RealmView:
    box, realm = box_of(state), state.ring[index]
    holders = {space: seat for seat, own in enumerate(state.seats) for space in own.caravans}
    return RealmView(
        position=index + 1,
        realm=realm,
        lord=s.lord_at(state, realm),
        wanderer=state.wanderer == realm,
        banners=dict(zip(box.realms[realm].banner_slots, state.banners[index], strict=True)),
        spaces={space: standing.get(space, ()) for space in box.boards[realm, state.side]},
        caravans={space: holders.get(space) for space in box.stops[realm, state.side]},
        influence=tuple(own.influence[index] for own in state.seats),
        claims=tuple(own.claims[index] for own in state.seats),
    )


def _deck(deck: s.Deck) -> DeckView:
    return DeckView(len(deck.cards) + len(deck.under), deck.under)


def _seat(own: s.Seat) -> SeatView:
    return SeatView(
        tribe=own.tribe,
        points=sum(own.points.values()),
        energy=own.energy,
        gems=s.Gems(*own.gems),
        onyx=own.onyx,
        keys=own.keys,
        caravans_left=own.caravans_left,
        passed=own.passed,
        keys_gained=own.keys_gained,
        enchantments_gained=own.enchantments_gained,
        claims_placed=own.claims_placed,
        figures={name: FigureView(figure.place, figure.cards) for name, figure in own.figures.items()},
    )
