"""The reducer: one function for every change, no rules, no content."""

from __future__ import annotations

from moothall.domain.core.evolve import reducer
from moothall.domain.gates_of_mara.changes import AnyChange
from moothall.domain.gates_of_mara.evolve import layout, rounds, turns

evolve = reducer(
    AnyChange,
    turns.turn_started,
    turns.seat_passed,
    turns.figure_placed,
    turns.central_keys_taken,
    turns.influence_gained,
    turns.points_gained,
    turns.gems_gained,
    turns.onyx_gained,
    turns.keys_gained,
    turns.energy_gained,
    turns.ability_used,
    turns.question_put,
    turns.question_answered,
    turns.caravan_placed,
    turns.exchange_paid,
    turns.banner_gained,
    turns.banner_discarded,
    turns.enchantment_gained,
    turns.enchantment_dealt,
    layout.tribes_dealt,
    layout.supplies_dealt,
    layout.market_opened,
    layout.ring_laid,
    layout.deck_shuffled,
    layout.turn_order_set,
    layout.banner_dealt,
    layout.wanderer_card_revealed,
    layout.objectives_revealed,
    layout.central_keys_added,
    layout.wanderer_moved,
    layout.lord_placed,
    rounds.round_started,
    rounds.step_called,
    rounds.claims_placed,
    rounds.nothing_changed,
    rounds.fire_banners_offered,
    rounds.fire_banner_taken,
    rounds.fire_banner_declined,
    rounds.objective_met,
    rounds.area_cleared,
    rounds.energy_restored,
    rounds.lords_lifted,
    rounds.game_ended,
)
"""The state after a change."""
