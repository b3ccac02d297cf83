"""What is hidden, what is shown, what binds."""

from __future__ import annotations

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import Binding
from moothall.domain.gates_of_mara import GATES_OF_MARA, changes as happened
from moothall.domain.gates_of_mara.moves import Activate, ChooseFigure, Enchant, EndTurn, Place
from moothall.domain.gates_of_mara.state import Options
from moothall.domain.gates_of_mara.view import DeckView
from moothall.domain.table.fold import undoable
from tests.domain.gates_of_mara.tables import due, rich, scene, table
from tests.laws.walk import Game


def test_a_shuffled_deck_shows_its_size_only() -> None:
    turn = GATES_OF_MARA.new(3, Options(), FastDraw(1))
    for change in turn.changes:
        shown = GATES_OF_MARA.redact(change, 0)
        if isinstance(change, happened.DeckShuffled):
            assert shown == happened.DeckShuffled(change.deck, (), len(change.cards))
        else:
            assert shown == change


def test_views_hold_no_deck_but_what_lies_under_it() -> None:
    state = scene(due(table(), "score_round")).step().state
    view = GATES_OF_MARA.view(state, 0)
    assert view == GATES_OF_MARA.view(state, None)
    text = repr(view)
    for deck in (state.enchantment_deck, state.banner_deck, state.objective_deck, state.wanderer_deck):
        assert not [card for card in deck.cards if f"'{card}'" in text]
    assert view.decks.objectives == DeckView(14, state.objective_deck.under)


def test_determinizing_deals_unknown_cards_anew_and_keeps_known_ones() -> None:
    state = scene(due(table(), "score_round")).step().state
    other = GATES_OF_MARA.determinize(state, 0, FastDraw(8))
    assert other.objective_deck.under == state.objective_deck.under
    assert other.enchantment_deck.cards != state.enchantment_deck.cards
    assert sorted(other.enchantment_deck.cards) == sorted(state.enchantment_deck.cards)


def test_cards_turned_up_are_final_and_the_rest_are_acts() -> None:
    final = {"DeckShuffled", "BannerDealt", "EnchantmentDealt", "WandererCardRevealed", "ObjectivesRevealed"}
    game = GATES_OF_MARA.new(4, Options(), FastDraw(1))
    bought = scene(rich(table(), 0)).when(0, Place("enchanter_1", "enchantment_board"), Enchant(2, "enchanter_1"))
    ended = bought.when(0, EndTurn())
    for change in (*game.changes, *bought.changes, *ended.changes):
        wanted = Binding.FINAL if type(change).__name__ in final else Binding.ACT
        assert GATES_OF_MARA.binding(change) is wanted


def test_a_turn_can_be_taken_back_until_a_card_is_turned_up() -> None:
    game = Game(GATES_OF_MARA, 2, {"tribes": ["antid", "elf"]})
    seat = game.log.table.game.order[0]
    realm = game.log.table.game.ring[1]
    game.play(seat, Place("champion", f"{realm}_2p_2"))
    game.play(seat, Activate("space:b"))
    game.play(seat, ChooseFigure("leader"))
    assert len(undoable(game.log, seat)) == 3
    game.play(seat, EndTurn())
    assert len(undoable(game.log, seat)) == 4, "nobody else has acted"
    other = game.log.table.game.phase.seat
    game.play(other, Place("enchanter_1", "enchantment_board"))
    assert not undoable(game.log, seat)
    assert len(undoable(game.log, other)) == 1
