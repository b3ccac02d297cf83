"""GM-14: every objective, met and just missed."""

from __future__ import annotations

from collections.abc import Callable

from moothall.domain.gates_of_mara.changes import ObjectiveMet
from moothall.domain.gates_of_mara.state import State
from tests.domain.gates_of_mara.tables import (
    BOX,
    attached,
    due,
    influenced,
    objectives,
    own,
    scene,
    standing,
    table,
    with_caravans,
)
from tests.support.scenes import rule

LORDS = {"earth_lord": "fire", "water_lord": "water"}


def met(state: State, objective: str) -> bool:
    """Whether seat 0 scores it at the end of the round."""
    found = scene(due(objectives(state, objective), "score_round")).step("score_round")
    return ObjectiveMet(0, objective, 4) in found.changes


def claims(state: State, objective: str, **influence: tuple[int, ...]) -> bool:
    """The same after claims were placed with this influence."""
    found = scene(due(objectives(state, objective), "score_claims", **influence)).step("score_claims")
    return ObjectiveMet(0, objective, 4) in found.step("score_round").changes


@rule("GM-14.1")
def test_guide_a_mass_pilgrimage() -> None:
    three = with_caravans(table(lords=LORDS), 0, "air_34p_c1", "air_34p_c2", "earth_34p_c1")
    assert not met(three, "guide_a_mass_pilgrimage")
    assert met(with_caravans(three, 0, "earth_34p_c2"), "guide_a_mass_pilgrimage")


@rule("GM-14.2")
def test_negotiate_at_the_summit() -> None:
    state = influenced(influenced(table(lords=LORDS, wanderer="air"), "fire", 2), "water", 3)
    assert not met(state, "negotiate_at_the_summit")
    assert not met(influenced(state, "air", 1), "negotiate_at_the_summit")
    assert met(influenced(state, "air", 2), "negotiate_at_the_summit")
    shared = influenced(influenced(table(lords=LORDS, wanderer="fire"), "fire", 2), "water", 2)
    assert met(shared, "negotiate_at_the_summit")


@rule("GM-14.3")
def test_achieve_a_diplomatic_coup() -> None:
    assert not claims(table(lords=LORDS), "achieve_a_diplomatic_coup", air=(2, 0, 0, 0))
    assert claims(table(lords=LORDS), "achieve_a_diplomatic_coup", air=(2, 0, 0, 0), earth=(1, 2, 0, 0))


@rule("GM-14.4")
def test_offer_something_irresistible() -> None:
    assert not claims(table(lords=LORDS), "offer_something_irresistible", air=(4, 0, 0, 0), earth=(5, 6, 5, 0))
    assert claims(table(lords=LORDS), "offer_something_irresistible", air=(5, 6, 0, 0))


@rule("GM-14.5")
def test_form_an_embassy() -> None:
    three = standing(table(lords=LORDS), 0, leader="central_gate", champion="gate_4", merchant_1="air_34p_1")
    assert not met(three, "form_an_embassy")
    assert met(with_caravans(three, 0, "air_34p_c1"), "form_an_embassy")
    assert not met(with_caravans(three, 0, "fire_34p_c1"), "form_an_embassy")


@rule("GM-14.6")
def test_triangulate_coordinates() -> None:
    two = {"air": (2, 0, 0, 0), "earth": (2, 0, 0, 0)}
    assert not claims(table(lords=LORDS), "triangulate_coordinates", **two)
    assert claims(table(lords=LORDS), "triangulate_coordinates", **two, chaos=(1, 3, 0, 0))


@rule("GM-14.7")
def test_plan_a_tribal_diaspora() -> None:
    two = with_caravans(table(lords=LORDS), 0, "air_34p_c1", "air_34p_c2", "earth_34p_c1")
    assert not met(two, "plan_a_tribal_diaspora")
    assert met(with_caravans(two, 0, "chaos_34p_c1"), "plan_a_tribal_diaspora")


@rule("GM-14.8")
def test_delegate_a_committee() -> None:
    two = standing(table(lords=LORDS), 0, merchant_1="air_34p_1", merchant_2="fire_34p_1", leader="gate_1")
    assert not met(two, "delegate_a_committee")
    assert met(standing(two, 0, specialist="air_34p_4"), "delegate_a_committee")


@rule("GM-14.9")
def test_become_the_divine_emissary() -> None:
    """Two keys of the round and one for the pieces beside a lord."""
    two = own(table(lords=LORDS), 0, keys=5, keys_gained=2)
    assert not met(two, "become_the_divine_emissary")
    beside = standing(two, 0, merchant_1="fire_34p_1", merchant_2="fire_34p_2", specialist="fire_34p_4")
    assert met(beside, "become_the_divine_emissary")


@rule("GM-14.10")
def test_push_the_state_of_the_art() -> None:
    assert not met(own(table(), 0, onyx=2), "push_the_state_of_the_art")
    assert met(own(table(), 0, onyx=3), "push_the_state_of_the_art")


@rule("GM-14.11")
def test_establish_mining_operation() -> None:
    assert met(own(table(), 0, gems={"earth": 3, "fire": 2}, onyx=1), "establish_mining_operation")
    for gems, onyx in (({"earth": 2, "fire": 2}, 1), ({"earth": 3, "fire": 1}, 1), ({"earth": 3, "fire": 2}, 0)):
        assert not met(own(table(), 0, gems=gems, onyx=onyx), "establish_mining_operation")


@rule("GM-14.12")
def test_align_natural_forces() -> None:
    """Ruling: the four gems everybody begins with are not enough."""
    assert not met(table(), "align_natural_forces")
    assert met(own(table(), 0, onyx=1), "align_natural_forces")
    assert not met(own(table(), 0, onyx=0), "align_natural_forces")
    assert not met(own(table(), 0, onyx=1, gems={"fire": 4, "water": 4, "earth": 4}), "align_natural_forces")


@rule("GM-14.13")
def test_display_devotion() -> None:
    assert not met(own(table(), 0, gems={"fire": 4, "water": 4, "earth": 4, "air": 4}), "display_devotion")
    assert met(own(table(), 0, gems={"earth": 5}), "display_devotion")


@rule("GM-14.14")
def test_study_the_arcane() -> None:
    assert not met(own(table(), 0, enchantments_gained=2), "study_the_arcane")
    assert met(own(table(), 0, enchantments_gained=3), "study_the_arcane")


@rule("GM-14.15")
def test_uplift_your_populace() -> None:
    two = attached(table(), 0, merchant_1="firewater", specialist="banner_of_unity_1", leader="mist_armor")
    assert not met(two, "uplift_your_populace")
    assert met(attached(two, 0, merchant_2="fire_banner_1"), "uplift_your_populace")


@rule("GM-14.16")
def test_discover_legendary_heroes() -> None:
    both: dict[str, tuple[str, ...]] = {
        "merchant_1": ("firewater", "banner_of_unity_1"),
        "leader": ("mist_armor", "fire_banner_1"),
    }
    two = attached(table(), 0, champion=("banner_of_unity_2", "banner_of_unity_3"), **both)
    assert not met(two, "discover_legendary_heroes")
    assert met(attached(two, 0, champion="root_armor"), "discover_legendary_heroes")


def test_every_objective_stands_here() -> None:
    tests: dict[str, Callable[..., None]] = {
        name.removeprefix("test_"): test for name, test in globals().items() if name.startswith("test_")
    }
    assert set(BOX.objectives) <= set(tests)
