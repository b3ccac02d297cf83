"""MF-4: mana, gems, prisms and how costs are paid."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given as given_values, strategies as st

from moothall.domain.core.errors import NotYourTurn
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import CardActivated, PrismExchanged
from moothall.domain.manaforge.moves import (
    Activate,
    ActivateTalent,
    AnyMove,
    Build,
    Choose,
    ExchangePrism,
    SpendDie,
    Upgrade,
)
from moothall.domain.manaforge.payment import affordable, check_payment, default_payment, other_payments
from moothall.domain.manaforge.state import Gems, Mana
from tests.domain.manaforge.table import gems, given, mana, pay, player, prestige, table
from tests.support.scenes import Scene, rule

DEFAULT: dict[str, Any] = {"mana": None, "gems": None}

BAG = st.tuples(*[st.integers(0, 3)] * 4)


@rule("MF-4.1")
def test_mana_of_one_source_is_split_over_several_costs() -> None:
    me = player("earth_1 double_earth", workshop=["cavalier_shields", "protection_scarabs"])
    start = given(table(me, mana={"fire": 1})).when(0, SpendDie("earth_1"))
    done = start.when(0, Activate("cavalier_shields", 0), Activate("protection_scarabs", 0))
    assert mana(done) == {}
    assert prestige(done) == 2
    assert not hasattr(MANAFORGE.view(done.state, 0).phase.mana, "arcane")


@rule("MF-4.2")
def test_a_gem_stands_in_for_one_mana_of_its_element() -> None:
    me = player(gems={"earth": 1, "fire": 1}, workshop=["cavalier_shields", "blazing_axes"])
    done = given(table(me)).when(0, Activate("cavalier_shields", 0))
    assert gems(done) == {"fire": 1}
    given(table(player(gems={"fire": 1}, workshop=["cavalier_shields"]))).when(
        0, Activate("cavalier_shields", 0)
    ).breaks("MF-8.4")


@rule("MF-4.4")
@pytest.mark.parametrize("payment", ["earth:2+fire:1", "earth:1+fire:1+gem_water:1", "earth:2+gem_water:1"])
def test_any_takes_every_mixture(payment: str) -> None:
    start = given(table(player(gems={"water": 1}), mana={"earth": 2, "fire": 1}, board=["illusion_globes"]))
    done = start.when(0, Build("illusion_globes", **pay(payment)))
    assert done.state.seats[0].card("illusion_globes") is not None


@rule("MF-4.5")
def test_a_cost_of_gems_takes_no_mana() -> None:
    me = player(workshop=["gemstone_gloves"], talents=["earth_enchanter"])
    rich_in_mana = given(table(me, mana={"earth": 5}))
    rich_in_mana.when(0, Activate("gemstone_gloves", 0)).breaks("MF-8.4")
    rich_in_mana.when(0, ActivateTalent("earth_enchanter")).breaks("MF-11.2")
    with_gem = given(table(player(gems={"fire": 1}, workshop=["gemstone_gloves"]), mana={"earth": 5}))
    with_gem.when(0, Activate("gemstone_gloves", 0, **pay("earth:1"))).breaks("MF-4.5")
    assert prestige(with_gem.when(0, Activate("gemstone_gloves", 0, **pay("gem_fire:1")))) == 1


@rule("MF-4.6")
def test_gems_and_prisms_never_run_out() -> None:
    hoard = player(gems={"earth": 40}, prisms=40)
    me = player("earth_1 gem_earth", gems={"earth": 20}, prisms=20)
    state = table(me, hoard, mana={"fire": 3}, board=["mana_prisms_dusk"])
    done = given(state).when(0, SpendDie("earth_1"), Build("mana_prisms_dusk"))
    assert gems(done) == {"earth": 21}
    assert done.state.seats[0].prisms == 24


@rule("MF-4.7")
def test_a_prism_pays_nothing() -> None:
    me = player(prisms=9, workshop=["gemstone_gloves", "stone_circle", "mana_condenser"], talents=["earth_enchanter"])
    start = given(table(me, board=["mana_prisms_dawn"]))
    start.when(0, Build("mana_prisms_dawn")).breaks("MF-4.14")
    start.when(0, Activate("gemstone_gloves", 0)).breaks("MF-8.4")
    start.when(0, Upgrade("stone_circle")).breaks("MF-9.1")
    start.when(0, Activate("mana_condenser", 0, element="earth")).breaks("MF-8.13")
    start.when(0, ActivateTalent("earth_enchanter")).breaks("MF-11.2")


@rule("MF-4.8")
@pytest.mark.parametrize("element", ["earth", "fire", "wind", "water"])
def test_a_prism_becomes_a_gem_at_any_moment_of_the_own_turn(element: str) -> None:
    start = given(table(player(prisms=2), mana={"earth": 2}, board=["spellblock_armguards"]))
    start.lists(0, ExchangePrism(element)).when(0, ExchangePrism(element)).exactly(PrismExchanged(0, element))
    pending = start.when(0, Build("spellblock_armguards")).lists(0, ExchangePrism(element))
    done = pending.when(0, ExchangePrism(element))
    assert gems(done) == {element: 1}
    assert done.state.seats[0].prisms == 1
    done.lists(0, Choose("extra_mana", "1"))


@rule("MF-4.8")
def test_without_a_prism_or_for_no_element_nothing_is_exchanged() -> None:
    given(table(player())).when(0, ExchangePrism("earth")).breaks("MF-4.8")
    given(table(player(prisms=1))).when(0, ExchangePrism("arcane")).breaks("MF-4.8")


@rule("MF-4.9")
def test_outside_of_the_own_turn_a_prism_only_answers_an_offer() -> None:
    state = table(player(), player(prisms=1), mana={"fire": 6}, board=["replica_greatswords"])
    refused = given(state).when(1, ExchangePrism("fire")).breaks("MF-4.9")
    assert isinstance(refused, NotYourTurn)
    asked = given(state).when(0, Build("replica_greatswords"))
    asked.when(1, ExchangePrism("fire")).breaks("MF-10.12")
    done = asked.when(1, Choose("replica_gift", "prism"))
    assert (done.state.seats[1].prisms, gems(done)) == (0, {"fire": 1})


@rule("MF-4.10", "MF-9.5")
def test_an_attached_gem_is_not_owned() -> None:
    me = player("water_1 gem_copy", workshop=["stone_circle earth", "gemstone_gloves water"])
    start = given(table(me))
    start.when(0, SpendDie("water_1", gem="earth")).breaks("MF-6.7")
    start.when(0, Activate("gemstone_gloves", 0)).breaks("MF-8.4")
    assert MANAFORGE.score_sheet(start.state)[0].notes["gems"] == 0
    assert start.state.seats[0].left == 0


@rule("MF-4.11")
@pytest.mark.parametrize(
    ("reserve", "tokens", "cost", "paid"),
    [
        ((2, 0, 0, 0), (1, 0, 0, 0), (3, 0, 0, 0, 0), ((2, 0, 0, 0), (1, 0, 0, 0))),
        ((1, 1, 1, 1), (0, 0, 0, 0), (0, 0, 0, 0, 2), ((1, 1, 0, 0), (0, 0, 0, 0))),
        ((0, 1, 3, 0), (9, 0, 0, 0), (0, 0, 0, 0, 3), ((0, 1, 2, 0), (0, 0, 0, 0))),
        ((0, 0, 0, 1), (0, 2, 2, 0), (0, 0, 0, 0, 3), ((0, 0, 0, 1), (0, 1, 1, 0))),
    ],
)
def test_the_default_takes_reserve_first_and_any_from_where_most_is(
    reserve: tuple[int, ...], tokens: tuple[int, ...], cost: tuple[int, ...], paid: tuple[tuple[int, ...], ...]
) -> None:
    assert default_payment(reserve, tokens, cost) == paid


@rule("MF-4.12")
def test_any_gems_come_from_where_most_are() -> None:
    me = player(gems={"fire": 1, "wind": 2, "water": 2}, workshop=["gemstone_gloves water water"])
    done = given(table(me)).when(0, Activate("gemstone_gloves", 2))
    done.then(CardActivated(0, "gemstone_gloves", 2, Mana(), Gems(0, 1, 1, 1)))


@rule("MF-4.13")
@pytest.mark.parametrize(
    "payment",
    ["earth:0", "earth:4+fire:-1", "earth:2", "earth:4", "fire:3", "earth:2+gem_fire:1", "earth:99999999999999999999"],
)
def test_a_payment_must_be_exact_and_owned(payment: str) -> None:
    start = given(table(player(gems={"water": 1}), mana={"earth": 3}, board=["stone_circle"]))
    start.when(0, Build("stone_circle", **pay(payment))).breaks("MF-4.13")


@rule("MF-4.13")
def test_a_payment_is_read_as_it_is_written() -> None:
    data = {"type": "build", "card": "stone_circle", "mana": {"earth": 2}, "gems": {"water": 1}}
    assert msgspec.convert(data, AnyMove) == Build("stone_circle", **pay("earth:2+gem_water:1"))
    with pytest.raises(msgspec.ValidationError, match="arcane"):
        msgspec.convert({**data, "mana": {"arcane": 3}}, AnyMove)


@rule("MF-4.13")
def test_a_payment_may_be_named() -> None:
    start = given(table(player(gems={"water": 1}), mana={"earth": 3}, board=["stone_circle"]))
    done = start.when(0, Build("stone_circle", **pay("gem_water:1+earth:2")))
    assert (mana(done), gems(done)) == ({"earth": 1}, {})


@rule("MF-4.13")
def test_a_payment_where_nothing_is_paid_is_refused() -> None:
    me = player(gems={"earth": 1}, workshop=["stone_circle", "aether_bombs"])
    given(table(me)).when(0, Activate("stone_circle", 0, **pay("gem_earth:1"))).breaks("MF-4.13")
    given(table(me)).when(0, Activate("aether_bombs", 0, **pay("gem_earth:1"))).breaks("MF-4.13")


def builds(scene: Scene, card: str) -> list[dict[str, Any]]:
    """The payments listed for a card of the board."""
    moves = MANAFORGE.legal_moves(scene.state, 0)
    return [{"mana": move.mana, "gems": move.gems} for move in moves if isinstance(move, Build) and move.card == card]


@rule("MF-4.15")
def test_gems_that_may_be_kept_are_a_choice_the_default_first() -> None:
    me = player(gems={"earth": 1, "fire": 1, "water": 2})
    start = given(table(me, mana={"wind": 1}, board=["mana_prisms_noon"]))
    listed = builds(start, "mana_prisms_noon")
    assert listed[0] == DEFAULT
    left = [gems(start.when(0, Build("mana_prisms_noon", **each))) for each in listed]
    assert left == [
        {"earth": 1, "fire": 1, "water": 1},
        {"fire": 1, "water": 2},
    ]


@rule("MF-4.15")
def test_mana_counts_as_left_behind_only_if_a_charged_card_takes_it() -> None:
    idle = player(workshop=["hellforge", "blazing_axes exhausted"])
    pool = {"fire": 1, "wind": 2}
    assert builds(given(table(idle, mana=pool, board=["mana_prisms_noon"])), "mana_prisms_noon") == [DEFAULT]
    user = given(table(player(workshop=["blazing_axes"]), mana=pool, board=["mana_prisms_dawn"]))
    assert builds(user, "mana_prisms_dawn") == [DEFAULT]
    short = given(table(player(workshop=["blazing_axes"]), mana={"fire": 1, "wind": 1}, board=["mana_prisms_dawn"]))
    assert builds(short, "mana_prisms_dawn") == [DEFAULT, pay("wind:1")]
    done = short.when(0, Build("mana_prisms_dawn", **pay("wind:1")), Activate("blazing_axes", 0))
    assert prestige(done) == 1


@rule("MF-4.15")
def test_gems_pay_where_mana_is_kept_for_several_elements() -> None:
    me = player(gems={"wind": 2}, workshop=["mithril_shirts"])
    start = given(table(me, mana={"earth": 1, "fire": 1}, board=["mana_prisms_noon"]))
    listed = builds(start, "mana_prisms_noon")
    assert listed[0] == DEFAULT
    assert pay("gem_wind:2") in listed
    done = start.when(0, Build("mana_prisms_noon", **pay("gem_wind:2")), Activate("mithril_shirts", 0))
    assert prestige(done) == 2


@rule("MF-4.15")
def test_abilities_list_their_payments_too() -> None:
    me = player(gems={"earth": 1, "fire": 1}, workshop=["gemstone_gloves", "protection_scarabs"], action="prism")
    start = given(table(me, mana={"wind": 1}))
    start.lists(0, Activate("gemstone_gloves", 0), Activate("gemstone_gloves", 0, **pay("gem_fire:1")))
    start.lacks(0, Activate("gemstone_gloves", 0, **pay("gem_earth:1")))
    start.lists(0, Activate("protection_scarabs", 0), Activate("protection_scarabs", 0, **pay("wind:1+gem_fire:1")))


@rule("MF-4.15")
def test_an_ability_used_before_the_build_may_keep_any_mana() -> None:
    me = player(workshop=["protection_scarabs"])
    before = given(table(me, mana={"earth": 2, "fire": 1}))
    before.lists(0, Activate("protection_scarabs", 0), Activate("protection_scarabs", 0, **pay("earth:1+fire:1")))
    after = given(table(player(workshop=["protection_scarabs"], action="prism"), mana={"earth": 2, "fire": 1}))
    after.lists(0, Activate("protection_scarabs", 0))
    after.lacks(0, Activate("protection_scarabs", 0, **pay("earth:1+fire:1")))


@rule("MF-4.15")
@given_values(reserve=BAG, tokens=BAG, n=st.integers(1, 5), useful=st.integers(0, 15))
def test_listed_payments_are_few_exact_owned_and_leave_different_things(
    reserve: tuple[int, ...], tokens: tuple[int, ...], n: int, useful: int
) -> None:
    cost = (1, 0, 0, 0, n)
    default = default_payment(reserve, tokens, cost)
    others = other_payments(reserve, tokens, cost, useful)
    if default is None:
        assert not others
        return
    left = set()
    for mana_paid, gems_paid in (default, *others):
        assert mana_paid[0] + gems_paid[0] >= 1
        assert sum(mana_paid) + sum(gems_paid) == n + 1
        assert all(a <= b for a, b in zip(mana_paid, reserve, strict=True))
        assert all(a <= b for a, b in zip(gems_paid, tokens, strict=True))
        assert check_payment(reserve, tokens, cost, (mana_paid, gems_paid), "MF-4.14")
        left.add((gems_paid, tuple(mana_paid[i] for i in range(4) if useful >> i & 1)))
    assert len(left) == len(others) + 1 <= 6


@rule("MF-4.14")
@given_values(reserve=BAG, tokens=BAG, cost=st.tuples(*[st.integers(0, 2)] * 4, st.integers(0, 4)))
def test_the_default_fails_only_where_every_payment_would(
    reserve: tuple[int, ...], tokens: tuple[int, ...], cost: tuple[int, ...]
) -> None:
    have = [a + b for a, b in zip(reserve, tokens, strict=True)]
    possible = any(
        sum(spent) == sum(cost) and all(n >= need for n, need in zip(spent, cost, strict=False))
        for spent in product(*(range(n + 1) for n in have))
    )
    payment = default_payment(reserve, tokens, cost)
    assert affordable(reserve, tokens, cost) == possible == (payment is not None)
    if payment is not None:
        total = [a + b for a, b in zip(*payment, strict=True)]
        assert sum(total) == sum(cost)
        assert all(n >= need for n, need in zip(total, cost, strict=False))


@rule("MF-4.14")
def test_prisms_are_never_exchanged_by_themselves() -> None:
    start = given(table(player(prisms=5), mana={"fire": 1}, board=["spark_wand"])).lacks(0, Build("spark_wand"))
    start.when(0, Build("spark_wand")).breaks("MF-4.14")
    start.when(0, ExchangePrism("water")).lists(0, Build("spark_wand"))
