"""Every component in words: all of them there, and right."""

from __future__ import annotations

import pytest

from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.content import EDITIONS

TEXTS = GATES_OF_MARA.component_texts(1)
LISTS = {name: entries for name, entries in EDITIONS[1].tables.items() if isinstance(entries, list)}


@pytest.mark.parametrize("kind", LISTS)
def test_every_component_has_a_text(kind: str) -> None:
    assert set(TEXTS[kind]) == {entry["id"] for entry in LISTS[kind]}


def test_what_lies_in_no_list_has_one_too() -> None:
    assert set(TEXTS) - set(LISTS) == {"wanderer", "boards"}
    assert set(TEXTS["boards"]) == {"enchantment_board"}


@pytest.mark.parametrize("kind", TEXTS)
def test_texts_are_english(kind: str) -> None:
    for text in TEXTS[kind].values():
        assert text[0].isupper()
        assert text.endswith(".")
        for blemish in ("_", "None", "  ", "..", ": .", "1 gems", "1 points", "1 keys", "1 caravans", " 0 "):
            assert blemish not in text, text


def test_copies_and_sides_differ_only_where_the_content_does() -> None:
    """Twins read alike, and no two components of different effect do."""
    by_effect: dict[str, set[str]] = {}
    for card in LISTS["enchantments"]:
        key = repr((card["cost"], card["shapes"], card["ability"], card["points_plus"]))
        by_effect.setdefault(key, set()).add(TEXTS["enchantments"][card["id"]])
    assert all(len(texts) == 1 for texts in by_effect.values())
    assert len(set().union(*by_effect.values())) == len(by_effect)


EXACT = [
    (
        "enchantments",
        "manipulate_wind",
        "Cost 2 Air and 1 onyx. Worth the round number + 5 in points. For a Champion, Specialist or Merchant: each "
        "time it is placed you may pay 1 Air: place 1 caravan in its realm, then gain 1 gem of any element, then "
        "exchange with the Wanderer.",
    ),
    (
        "enchantments",
        "emblem_of_fazzar",
        "Cost 2 gems of any element. Worth the round number in points. For a Specialist or Merchant: each time it is "
        "placed you may enter an occupied realm space, if a lord stands in that realm.",
    ),
    (
        "enchantments",
        "glacier_mines",
        "Cost 1 Water, 1 Air and 1 onyx. Worth the round number + 4 in points. For a Champion, Specialist or Merchant: "
        "each time it is placed you may pay 1 Water, 1 Air and 1 energy to enter an occupied realm space, or later in "
        "the turn: place 1 caravan in its realm, then gain 1 onyx.",
    ),
    (
        "enchantments",
        "silk_tongue",
        "Cost 1 onyx. Worth the round number + 3 in points. For a Champion, Specialist or Merchant: each time it is "
        "placed you may pay 1 Earth or 1 Air: place 1 caravan in its realm, then exchange with the Wanderer.",
    ),
    (
        "enchantments",
        "everclean",
        "Cost 1 Water and 1 Air. Worth the round number in points. For an Enchanter: each time it is placed you may "
        "gain 1 Water or 1 Air.",
    ),
    (
        "enchantments",
        "writ_of_shassa",
        "Cost 1 Water and 1 Earth. Worth the round number in points. For a Champion, Specialist or Merchant: each time "
        "it is placed you may pay 1 Water: place 1 caravan in a realm where a lord stands.",
    ),
    (
        "banners",
        "banner_of_unity",
        "Cost 1 energy, on the space where it lies. For a Leader, Champion, Specialist or Merchant: each time it is "
        "placed you may enter an occupied realm space.",
    ),
    (
        "fire_banners",
        "fire_banner",
        "For a claim in the Fire Lord's realm at the end of a round. For a Leader, Champion, Specialist or Merchant: "
        "each time it is placed you may gain 1 influence in its realm and 1 Fire.",
    ),
    (
        "figures",
        "leader",
        "Costs 3 energy. Gains 3 influence on a realm space, 2 in each realm beside it on a Standard Gate, 1 in every "
        "realm on the Central Gate. Ability of its own: pay 3 gems of any element: gain 1 onyx. Holds up to 3 "
        "attachments, at most 1 of them a banner.",
    ),
    (
        "figures",
        "enchanter",
        "Costs 2 energy, on the Enchantment board only. Gains no influence. Ability of its own: none. Holds up to 3 "
        "attachments, none of them a banner.",
    ),
    (
        "tribes",
        "dragonkin",
        "Its Specialist may pay 2 energy to enter an occupied realm space, or later in the turn: gain 1 influence in "
        "its realm.",
    ),
    (
        "tribes",
        "elf",
        "Its Specialist may pay 2 energy: gain 1 influence in its realm, then place 1 caravan there.",
    ),
    (
        "lords",
        "fire_lord",
        "Only players with 4 or more influence in its realm place claims or score a tie. Whoever places a claim "
        "in its realm may take a Fire Banner. 3 own figures or caravans in its realm at the end of a round give 1 key.",
    ),
    (
        "spaces",
        "fire_34p_5",
        "For a Leader, Champion, Specialist or Merchant. Gain 1 Fire. Pay 2 Fire: gain 2 influence here.",
    ),
    (
        "spaces",
        "air_2p_3",
        "For a Leader or Champion. Gain 1 gem of any element. Pay 1 energy: gain the banner that lies here.",
    ),
    ("caravan_spaces", "water_34p_c4", "A caravan placed here: gain 1 Water, then exchange with the Wanderer."),
    (
        "gates",
        "central_gate",
        "One space, for a Leader. A figure here is in every realm, gains influence in each (Leader 1) and takes all "
        "keys that lie here: 1 at the start, 1 more after every round.",
    ),
    (
        "objectives",
        "align_natural_forces",
        "Own at least 1 Fire, 1 Water, 1 Earth, 1 Air and 1 onyx: 4 points at the end of the round.",
    ),
    (
        "objectives",
        "negotiate_at_the_summit",
        "Have 2 or more influence in every realm where a lord or the Wanderer stands: 4 points at the end of the "
        "round.",
    ),
    (
        "wanderer_cards",
        "wanderer_water",
        "Pay 2 Water for 2 gems of any element and 1 point, or for 1 onyx, or for 1 key.",
    ),
]


@pytest.mark.parametrize(("kind", "component", "text"), EXACT, ids=[component for _, component, _ in EXACT])
def test_texts_say_what_the_rulebook_means(kind: str, component: str, text: str) -> None:
    assert TEXTS[kind][component] == text
