"""The reducer: one function for every change, no rules, no content."""

from __future__ import annotations

from moothall.domain.core.evolve import reducer
from moothall.domain.medieval_realms.changes import AnyChange
from moothall.domain.medieval_realms.evolve import auctions, cards, ends, rounds, tokens

evolve = reducer(
    AnyChange,
    rounds.deck_shuffled,
    rounds.cards_drawn,
    rounds.realm_founded,
    rounds.turn_order_set,
    rounds.pair_picked,
    rounds.round_began,
    rounds.mayors_placed,
    rounds.generals_placed,
    rounds.admirals_placed,
    rounds.buffers_placed,
    rounds.placements_revealed,
    rounds.turn_began,
    rounds.seat_passed,
    rounds.actions_ended,
    rounds.panels_moved,
    rounds.standings_taken,
    tokens.area_settled,
    tokens.tokens_gained,
    tokens.tokens_paid,
    tokens.bonus_asked,
    tokens.bonus_taken,
    tokens.points_gained,
    cards.card_taken,
    cards.card_discarded,
    cards.card_played,
    cards.leader_gained,
    cards.effect_skipped,
    cards.resource_asked,
    cards.realm_card_asked,
    auctions.auction_opened,
    auctions.bid_asked,
    auctions.bid_made,
    auctions.auction_passed,
    auctions.auction_won,
    ends.end_effect_scored,
    ends.stored_tokens_scored,
    ends.great_persons_scored,
    ends.game_ended,
)
"""The state after a change."""
