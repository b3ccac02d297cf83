"""What viewers see, built from allow-lists. Hidden is only the order of the decks, and it is hidden from all, so the
table looks the same to everyone."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.gates_of_mara import state as s
from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.state import CENTRAL, Deck, Gems, Seat, State, lord_at
from moothall.domain.gates_of_mara.view.structs import (
    ActingPhase,
    AnyPhase,
    CentralGateView,
    DecksView,
    DeckView,
    FigureView,
    FireBannersPhase,
    GatesOfMaraView,
    LordsOffPhase,
    LordView,
    OverPhase,
    PieceView,
    PlacingPhase,
    RealmView,
    SeatView,
    SettingUpPhase,
    StepDuePhase,
    WandererView,
)

__all__ = ["GatesOfMaraView", "view"]

Standing = dict[str, tuple[PieceView, ...]]
"""Figures by the place where they stand."""


def view(state: State, viewer: int | None) -> GatesOfMaraView:
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
        central_gate=CentralGateView(state.central_keys, standing.get(CENTRAL, ())),
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


def _standing(state: State) -> Standing:
    found: Standing = {}
    for seat, own in enumerate(state.seats):
        for name, figure in own.figures.items():
            if figure.place is not None:
                found[figure.place] = (*found.get(figure.place, ()), PieceView(seat, name))
    return found


def _realm(state: State, index: int, standing: Standing) -> RealmView:
    box, realm = box_of(state), state.ring[index]
    holders = {space: seat for seat, own in enumerate(state.seats) for space in own.caravans}
    return RealmView(
        position=index + 1,
        realm=realm,
        lord=lord_at(state, realm),
        wanderer=state.wanderer == realm,
        banners=dict(zip(box.realms[realm].banner_slots, state.banners[index], strict=True)),
        spaces={space: standing.get(space, ()) for space in box.boards[realm, state.side]},
        caravans={space: holders.get(space) for space in box.stops[realm, state.side]},
        influence=tuple(own.influence[index] for own in state.seats),
        claims=tuple(own.claims[index] for own in state.seats),
    )


def _deck(deck: Deck) -> DeckView:
    return DeckView(len(deck.cards) + len(deck.under), deck.under)


def _seat(own: Seat) -> SeatView:
    return SeatView(
        tribe=own.tribe,
        points=sum(own.points.values()),
        energy=own.energy,
        gems=Gems(*own.gems),
        onyx=own.onyx,
        keys=own.keys,
        caravans_left=own.caravans_left,
        passed=own.passed,
        keys_gained=own.keys_gained,
        enchantments_gained=own.enchantments_gained,
        claims_placed=own.claims_placed,
        figures={name: FigureView(figure.place, figure.cards) for name, figure in own.figures.items()},
    )
