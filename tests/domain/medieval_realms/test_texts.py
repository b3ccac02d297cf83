"""Every component has words, and they say what the rules do."""

from __future__ import annotations

import pytest

from moothall.domain.medieval_realms import MEDIEVAL_REALMS

TEXTS = MEDIEVAL_REALMS.component_texts(1)
TABLES = MEDIEVAL_REALMS.content.tables
ENTRIES = [(name, entry["id"]) for name, table in TABLES.items() if isinstance(table, list) for entry in table]


@pytest.mark.parametrize(("kind", "id_"), ENTRIES)
def test_every_component_has_a_text(kind: str, id_: str) -> None:
    assert TEXTS[kind][id_]


@pytest.mark.parametrize("kind", TEXTS)
def test_texts_are_sentences(kind: str) -> None:
    for text in TEXTS[kind].values():
        assert text[0].isupper() or text[0].isdigit()
        assert text.endswith(".")
        assert "_" not in text
        assert "None" not in text
        assert "  " not in text


def test_no_text_is_left_without_its_component() -> None:
    listed = {name for name, table in TABLES.items() if isinstance(table, list)}
    assert set(TEXTS) == listed | {"bonus_tokens", "great_person_sets"}
    for kind in listed:
        assert list(TEXTS[kind]) == [entry["id"] for entry in TABLES[kind]]


@pytest.mark.parametrize(
    ("kind", "id_", "text"),
    [
        (
            "cards",
            "castle",
            "Orange majority card: goes to whoever has the most raw materials when it is activated. Cost 6 raw "
            "materials. Each round: 1 battle point. At the end: 1 VP per point of combat value. A general counts 2, "
            "an admiral 1, a buffer nothing.",
        ),
        (
            "cards",
            "market",
            "Red realm card: goes to whoever activates it. Cost 6 production. At the end: 1 VP per stamp colour in "
            "play, itself included.",
        ),
        (
            "cards",
            "leader_general",
            "Yellow auction card (Realm Leader): goes straight into play for whoever bids the most gold. At once: "
            "1 general.",
        ),
        (
            "cards",
            "city_white",
            "Green realm card (City): goes to whoever activates it. Cost 5 raw materials. With each further white "
            "card: 1 religion and 1 VP. At the end: 1 VP per mayor. Buffers count as mayors.",
        ),
        (
            "cards",
            "territory_raw_material",
            "Grey auction card (Territory): goes straight into play for whoever bids the most battle points. At once: "
            "5 raw materials.",
        ),
        (
            "cards",
            "island_green",
            "Turquoise realm card: goes to whoever activates it. No cost, but you must have 1 admiral per island in "
            "play, itself included; they are not spent. At once: 2 VP. At the end: 3 VP with at least 2 cities in "
            "play.",
        ),
        (
            "cards",
            "war",
            "Black majority card: goes to whoever has the most battle points when it is activated. Cost 7 battle "
            "points (6 with 4 players, 5 with 5 players). At once: 6 VP.",
        ),
        (
            "cards",
            "artist_dante",
            "Violet majority card (Artist and great person): goes to whoever has the most culture when it is "
            "activated. Cost 5 culture. At once: 2 VP. At the end: 1 VP per violet card in play, itself included.",
        ),
        (
            "cards",
            "development_battle_point",
            "Blue realm card (Scientific Development): goes to whoever activates it. Cost 5 science. At once: 2 VP and "
            "1 battle point per mayor. Buffers count as mayors.",
        ),
        (
            "cards",
            "tithe",
            "White realm card: goes to whoever activates it. Cost 5 religion. At once: 2 VP and 4 tokens of one "
            "resource of your choice other than religion.",
        ),
        (
            "cards",
            "patronage",
            "Violet realm card: goes to whoever activates it. Cost 4 culture. At once: 2 VP and a realm card of the "
            "current panel into your display without paying its price.",
        ),
        (
            "families",
            "realm_leader",
            "9 yellow auction cards: each goes straight into play for whoever bids the most gold. Each its own: "
            "Chancellor at once 1 mayor; Marshal at once 1 general; Sea Captain at once 1 admiral.",
        ),
        (
            "families",
            "scientist",
            "4 blue majority cards, great persons: each goes to whoever has the most science when it is activated. "
            "Cost 5 science. At once: 2 VP. At the end: 1 VP per blue card in play, itself included.",
        ),
        (
            "resources",
            "battle_point",
            "Pays for War cards. Is bid in auctions of Territory cards. No mayor produces it. Areas 1, 2, 3, 4, 5, 7 "
            "and 10 of the map give it. At the end 2 tokens of any kinds are worth 1 VP.",
        ),
        ("stamps", "yellow", "The stamp of 9 cards: Realm Leader. They never lie in a display."),
        (
            "current_squares",
            "current_3",
            "Square 3 of the current panel. Activating the realm or majority card here costs 1 production. A card left "
            "here is discarded at the end of a round with 2 and 3 players.",
        ),
        (
            "areas",
            "area_9",
            "Whoever has more combat value here than every other player gains 1 science, 1 culture and 1 religion. "
            "On a tie nobody does. Only with 5 players.",
        ),
        ("management_squares", "gold_square", "Each mayor here brings 1 gold every round."),
        (
            "starting_leaders",
            "players_2",
            "With 2 players each starts with 6 mayors, 1 general and 1 admiral; 2 of the mayors are buffers.",
        ),
        ("great_person_sets", "4", "4 great persons in play at the end: 9 VP besides what each card scores."),
        (
            "bonus_tokens",
            "bonus_token",
            "Each time your VP reach or pass a multiple of 5 during play you gain 1 token of any resource you choose. "
            "Final scoring brings none.",
        ),
    ],
)
def test_what_the_rulebook_says_in_our_words(kind: str, id_: str, text: str) -> None:
    assert TEXTS[kind][id_] == text
