"""What is hidden: the order of the four decks, and nothing else."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from moothall.domain.core.draw import Draw, shuffle
from moothall.domain.gates_of_mara import changes as c, moves as m, state as s


def redact(change: c.AnyChange, viewer: int | None) -> Any:
    """A shuffled deck shows its size only."""
    return replace(change, cards=()) if isinstance(change, c.DeckShuffled) else change


def redact_move(move: m.AnyMove, seat: int, viewer: int | None) -> m.AnyMove | None:
    """Every move is open."""
    return move


def determinize(state: s.State, seat: int, draw: Draw) -> s.State:
    """The decks shuffled anew; what lies under them is known and stays."""

    def again(name: str, deck: s.Deck) -> s.Deck:
        return s.Deck(shuffle(draw, f"determinize/{name}", sorted(deck.cards)), deck.under)

    return replace(
        state,
        enchantment_deck=again("enchantments", state.enchantment_deck),
        banner_deck=again("banners", state.banner_deck),
        objective_deck=again("objectives", state.objective_deck),
        wanderer_deck=again("wanderer_cards", state.wanderer_deck),
    )
