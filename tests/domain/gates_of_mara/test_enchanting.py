"""GM-8 and GM-9: enchantments and attachments."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.title import Binding
from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.changes import EnchantmentDealt, EnchantmentGained, TurnStarted
from moothall.domain.gates_of_mara.moves import Activate, ChooseFigure, ChooseGems, Enchant, EndTurn, Place
from moothall.domain.gates_of_mara.state import Deck, Gems, State
from tests.domain.gates_of_mara.tables import attached, due, laid, offered, own, rich, scene, standing, table
from tests.support.scenes import rule

BOARD = Place("enchanter_1", "enchantment_board")


def purchases(state: State) -> list[Enchant]:
    return [move for move in GATES_OF_MARA.legal_moves(state, 0) if isinstance(move, Enchant)]


@rule("GM-8.1")
def test_up_to_two_from_any_slots_and_by_an_enchanter_only() -> None:
    found = scene(rich(table(), 0)).when(0, BOARD)
    assert {move.slot for move in purchases(found.state)} == {1, 2, 3, 4, 5, 6}
    found = found.when(0, Enchant(6, "leader"), Enchant(2, "enchanter_2"))
    assert found.state.seats[0].enchantments_gained == 2
    other = scene(rich(table(), 0)).when(0, Place("champion", "fire_34p_5"))
    other.when(0, Enchant(6, "leader")).breaks("GM-8.1")
    third = scene(attached(rich(table(), 0), 0, enchanter_1="everflame")).when(0, BOARD)
    third = third.when(0, Enchant(3, "enchanter_2"), Enchant(2, "enchanter_2"))
    assert not purchases(third.state)
    third.when(0, Enchant(4, "enchanter_2")).breaks("GM-8.1")
    found = scene(rich(table(), 0)).when(0, BOARD)
    for slot in (0, 7, -1):
        found.when(0, Enchant(slot, "leader")).breaks("GM-8.1")


@rule("GM-8.2")
def test_pay_score_attach() -> None:
    state = offered(own(table(number=3), 0, gems={"fire": 1, "water": 1, "earth": 1}), 4, "root_armor")
    found = scene(state).when(0, BOARD, Enchant(4, "champion"))
    found.then(EnchantmentGained(0, "root_armor", 4, "champion", Gems(fire=1, water=1, earth=1), 0, 3 + 2))
    seat = found.state.seats[0]
    assert (seat.gems, seat.points.get("enchantments", 0)) == ((0, 0, 0, 0), 5)
    assert seat.figures["champion"].cards == ("root_armor",)
    poor = scene(offered(rich(table(), 0), 1, "sigil_of_elements_1")).when(0, BOARD)
    poor = scene(own(poor.state, 0, onyx=1))
    poor.when(0, Enchant(1, "champion")).breaks("GM-6.4")


@rule("GM-8.2")
def test_the_second_is_bought_after_the_first() -> None:
    """Gems that the first purchase takes are gone for the second."""
    state = offered(offered(own(table(), 0, gems={"fire": 3}), 1, "conjure_flame"), 2, "fireflower_boots")
    found = scene(state).when(0, BOARD).lists(0, Enchant(1, "enchanter_1"), Enchant(2, "leader"))
    bought = found.when(0, Enchant(2, "leader"))
    assert bought.state.seats[0].gems == (1, 0, 0, 0)
    assert not purchases(bought.state), "one Fire gem buys nothing"


@rule("GM-8.3")
def test_it_goes_to_a_figure_of_a_listed_shape() -> None:
    shapes = {
        "fireflower_boots": {"leader"},
        "root_armor": {"champion"},
        "firewater": {"specialist", "merchant_1", "merchant_2"},
        "conjure_flame": {"enchanter_1", "enchanter_2"},
        "guild_charter_1": {"champion", "specialist", "merchant_1", "merchant_2"},
        "mud_familiar": {"leader", "champion"},
    }
    for card, figures in shapes.items():
        found = scene(offered(rich(table(), 0), 1, card)).when(0, BOARD)
        assert {move.figure for move in purchases(found.state) if move.slot == 1} == figures
        for figure in found.state.seats[0].figures:
            if figure not in figures:
                found.when(0, Enchant(1, figure)).breaks("GM-8.3")
        found.when(0, Enchant(1, "nobody")).breaks("GM-8.3")


@rule("GM-8.4")
def test_a_card_that_nobody_can_take_cannot_be_gained() -> None:
    full = attached(rich(table(), 0), 0, leader=("earthroot_tunic", "windsilk_cloak", "water_elemental_ally"))
    found = scene(offered(full, 3, "fireflower_boots")).when(0, BOARD)
    assert not [move for move in purchases(found.state) if move.slot == 3]
    found.when(0, Enchant(3, "leader")).breaks("GM-8.4")


@rule("GM-8.5")
def test_the_market_is_refilled_at_the_end_of_the_turn() -> None:
    state = rich(table(), 0)
    top = state.enchantment_deck.cards[:2]
    found = scene(state).when(0, BOARD, Enchant(5, "enchanter_1"))
    assert found.state.market[4] is None
    found.when(0, Enchant(5, "enchanter_1")).breaks("GM-8.5")
    found = found.when(0, Enchant(2, "enchanter_1"), EndTurn())
    found.then(EnchantmentDealt(2, top[0]), EnchantmentDealt(5, top[1]), TurnStarted(1))
    one_left = replace(state, enchantment_deck=Deck(top[:1], state.enchantment_deck.cards[1:]))
    last = scene(one_left).when(0, BOARD, Enchant(5, "enchanter_1"), Enchant(2, "enchanter_1"), EndTurn())
    assert last.state.market[1] == top[0]
    assert last.state.market[4] is None


@rule("GM-8.6")
def test_purchases_and_card_abilities_mix() -> None:
    state = attached(rich(table(), 0), 0, enchanter_1="everflame")
    found = scene(state).when(0, BOARD, Enchant(2, "enchanter_2"), Activate("card:everflame"), ChooseGems(Gems(air=1)))
    found = found.when(0, Enchant(3, "enchanter_2"))
    assert found.state.seats[0].enchantments_gained == 2


@rule("GM-8.7")
def test_a_purchase_stays_undoable_until_the_seat_ends_its_turn() -> None:
    state = offered(own(table(2), 0, gems={"fire": 1, "water": 1}), 1, "firewater")
    bought = scene(state).when(0, BOARD, Enchant(1, "merchant_1"))
    assert list(GATES_OF_MARA.legal_moves(bought.state, 0)) == [EndTurn()]
    assert GATES_OF_MARA.awaiting(bought.state).asks(0)
    assert all(GATES_OF_MARA.binding(change) is Binding.ACT for change in bought.changes)
    ended = bought.when(0, EndTurn())
    assert Binding.FINAL in map(GATES_OF_MARA.binding, ended.changes), "new cards are turned up"
    assert GATES_OF_MARA.awaiting(ended.state).asks(1)


@rule("GM-8.7")
def test_nor_does_what_follows_a_purchase_end_the_turn() -> None:
    state = attached(own(table(2), 0, gems={"fire": 1, "water": 1}), 0, enchanter_1="everflame")
    found = scene(offered(state, 1, "firewater")).when(0, BOARD, Enchant(1, "merchant_1"))
    found = found.when(0, Activate("card:everflame"), ChooseGems(Gems(air=1)))
    assert list(GATES_OF_MARA.legal_moves(found.state, 0)) == [EndTurn()]
    assert found.state.market[0] is None
    nothing = scene(own(table(2), 0, gems={})).when(0, BOARD)
    assert GATES_OF_MARA.awaiting(nothing.state).asks(1), "without a purchase nothing is turned up: the turn is over"


@rule("GM-9.1")
def test_three_attachments_at_most() -> None:
    three = attached(rich(table(), 0), 0, merchant_1=("banner_of_unity_1", "banner_of_unity_2", "firewater"))
    found = scene(offered(three, 1, "eternalbloom")).when(0, BOARD)
    found.lacks(0, Enchant(1, "merchant_1")).when(0, Enchant(1, "merchant_1")).breaks("GM-9.1")
    found.lists(0, Enchant(1, "merchant_2"))


@rule("GM-9.2")
def test_every_kind_of_figure_has_its_number_of_banners() -> None:
    places = {"leader": 1, "champion": 2, "specialist": 1, "merchant_1": 2, "merchant_2": 2, "enchanter_1": 0}
    banners = [f"banner_of_unity_{i}" for i in range(1, 4)]
    for figure, most in places.items():
        for held in range(most + 1):
            state = attached(table(), 0, **{figure: tuple(banners[:held])})
            other = "merchant_2" if figure == "merchant_1" else "merchant_1"
            found = scene(state).when(0, Place(other, "fire_34p_2"), Activate("space:b"))
            if held < most:
                found.lists(0, ChooseFigure(figure))
            else:
                found.lacks(0, ChooseFigure(figure)).when(0, ChooseFigure(figure)).breaks("GM-9.2")


@rule("GM-9.2")
def test_fire_banners_count_as_banners() -> None:
    state = attached(table(), 0, leader="fire_banner_1")
    found = scene(state).when(0, Place("merchant_1", "fire_34p_2"), Activate("space:b"))
    found.when(0, ChooseFigure("leader")).breaks("GM-9.2")


@rule("GM-9.3")
def test_banner_places_may_hold_enchantments() -> None:
    state = attached(rich(table(), 0), 0, merchant_1=("firewater", "storm_armor"))
    found = scene(offered(state, 1, "eternalbloom")).when(0, BOARD, Enchant(1, "merchant_1"))
    assert found.state.seats[0].figures["merchant_1"].cards == ("firewater", "storm_armor", "eternalbloom")


@rule("GM-9.4")
def test_attachments_stay_through_the_reset() -> None:
    state = attached(table(), 0, merchant_1="firewater", leader="banner_of_unity_1")
    found = scene(due(state, "score_round")).step("score_round")
    figures = found.state.seats[0].figures
    assert (figures["merchant_1"].cards, figures["leader"].cards) == (("firewater",), ("banner_of_unity_1",))


@rule("GM-9.5")
def test_a_card_on_a_figure_already_placed_waits_for_the_next_round() -> None:
    state = laid(table(), "fire", 0, "banner_of_victory_1")
    found = scene(state).when(0, Place("champion", "fire_34p_2"), Activate("space:b"), ChooseFigure("champion"))
    found.when(0, Activate("card:banner_of_victory_1")).breaks("GM-6.2")
    found = found.when(0, EndTurn())
    assert found.state.seats[0].points.get("abilities", 0) == 0
    home = standing(found.state, 0, champion=None)
    again = scene(replace(home, phase=state.phase)).when(0, Place("champion", "gate_5"))
    again.lists(0, Activate("card:banner_of_victory_1"))


@rule("GM-9.6")
def test_a_card_on_a_figure_at_home_works_this_round() -> None:
    state = offered(own(table(2), 0, gems={"fire": 2, "water": 2}), 1, "firewater")
    found = scene(state).when(0, BOARD, Enchant(1, "merchant_1"), EndTurn())
    found = found.when(1, Place("merchant_1", "fire_2p_2"), EndTurn())
    found = found.when(0, Place("merchant_1", "water_2p_2")).lists(0, Activate("card:firewater"))
    found.when(0, Activate("card:firewater"), ChooseGems(Gems(water=1))).then()


@rule("GM-9.7")
def test_cards_work_on_realms_gates_and_the_board() -> None:
    state = attached(rich(table(), 0), 0, champion=("banner_of_victory_1", "smoke_familiar"), enchanter_1="everflame")
    for space in ("air_34p_5", "gate_4"):
        found = scene(state).when(0, Place("champion", space)).lists(0, Activate("card:banner_of_victory_1"))
        assert any(
            isinstance(move, Activate) and move.ability == "card:smoke_familiar"
            for move in GATES_OF_MARA.legal_moves(found.state, 0)
        )
    scene(state).when(0, BOARD).lists(0, Activate("card:everflame"))
