"""The table as text."""

from __future__ import annotations

import pytest

from moothall.domain.core.codec import plain
from moothall.domain.core.draw import FastDraw
from moothall.domain.core.words import Reader
from moothall.domain.medieval_realms import MEDIEVAL_REALMS
from moothall.domain.medieval_realms.moves import ChooseResource, OpenAuction, PlaceMayors, PlayCard
from tests.domain.medieval_realms.tables import (
    acting,
    fresh,
    game_over,
    pair_realm,
    placement,
    placing,
    realm,
    round_over,
)
from tests.laws.walk import walk
from tests.support.scenes import Scene

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def shown(scene: Scene, you: int | None = None) -> list[str]:
    """The lines of the table for that seat, or for somebody who watches."""
    reader = Reader(NAMES[: scene.state.seats], you)
    return MEDIEVAL_REALMS.table_text(MEDIEVAL_REALMS.view(scene.state, you), reader).splitlines()


def test_the_table() -> None:
    scene = acting(
        realm(["war_1", "island_war"], ["city_red", "castle_1", "castle_2"], gold=3, battle_point=2, vp=7),
        realm(["artist_dante"], passed=True, culture=5),
        realm(),
        current={1: "market_1", 6: "leader_mayor_1", 12: "war_2"},
        future={2: "island_great"},
    )
    lines = shown(scene, 0)
    assert lines[:2] == [
        "Round 1 of 7: you are on turn: activate a card, play one, or pass",
        "Turn order: you, Ben, Cleo",
    ]
    start = lines.index("Price 1 production, auctions none")
    assert lines[start - 1 : start + 6] == [
        "                     stamp      goes to             to play",
        "Price 1 production, auctions none",
        "  1 Market           red        realm               6 production",
        "      at the end 1 VP per stamp colour in play, itself included",
        "  2 -",
        "  3 -",
        "  4 -",
    ]
    assert "  6 Chancellor       yellow     auction             bid gold" in lines
    assert "      Realm Leader: at once 1 mayor" in lines
    assert " 12 War              black      most battle points  7 battle points" in lines
    island = lines.index("  2 Sages' Island    turquoise  realm               admirals")
    assert lines[island + 1 : island + 3] == [
        "      needs 1 admiral per island in play, itself included; at once 2 VP; at the",
        "        end 3 VP with at least 2 great persons in play",
    ]
    tokens = lines.index("TOKENS         production science culture religion gold raw mat. battle p.")
    assert lines[tokens + 1 : tokens + 3] == [
        "You                     0       0       0        0    3        0         2",
        "Ben                     0       0       5        0    0        0         0",
    ]
    own = lines.index("YOU (black): 7 VP")
    assert lines[own:] == [
        "YOU (black): 7 VP",
        "  4 mayors, 1 general and 1 admiral (combat value 3)",
        "  Display (2 of 4):",
        "    War (black), 7 battle points to play (has 2): at once 6 VP",
        "    Victors' Island (turquoise), needs 1 admiral: at once 2 VP; at the end 3 VP",
        "      with at least 1 war in play",
        "  In play (3): Fair Town (City), Castle, Castle",
        "    with each further red card 1 production and 1 VP",
        "    at the end 1 VP per mayor",
        "    each round 1 battle point (2 times)",
        "    at the end 1 VP per point of combat value (2 times)",
        "  If the game ended now 19 VP: track 7, cards 10, tokens 2, great persons 0",
        "",
        "BEN (violet): 0 VP, passed",
        "  4 mayors, 1 general and 1 admiral (combat value 3)",
        "  Display (1 of 4):",
        "    Dante (violet Artist), 5 culture to play (has 5)",
        "  In play (0): -",
        "  If the game ended now 2 VP: track 0, cards 0, tokens 2, great persons 0",
        "",
        "CLEO (blue): 0 VP",
        "  4 mayors, 1 general and 1 admiral (combat value 3)",
        "  Display (0 of 4): -",
        "  In play (0): -",
        "  If the game ended now 0 VP: track 0, cards 0, tokens 0, great persons 0",
    ]


def test_the_map_while_leaders_are_placed_shows_the_own_ones_only() -> None:
    scene = placing(pair_realm(), pair_realm()).when(0, *placement(1, 1, (3, 3)))
    own = shown(scene, 0)
    assert own[0] == "Round 1 of 7: all place their leaders in secret; not yet ready: Ben"
    assert "  1 2 battle points                      You 3" in own
    assert "  3 1 gold and 2 battle points           You 4 with buffers" in own
    assert "  Mayors placed: 4 on production" in own
    for other in (shown(scene, 1), shown(scene)):
        assert "  1 2 battle points" in other
        assert not any("Mayors placed" in line for line in other)


def test_part_of_a_placement_is_shown() -> None:
    scene = placing(realm(), realm(), realm()).when(0, PlaceMayors(0, 1, 0, 0, 0, 3))
    assert "  Mayors placed: 1 on science and 3 on raw materials" in shown(scene, 0)


def test_the_map_after_the_reveal() -> None:
    scene = placing(realm(), realm(), realm(), current={1: "market_1"})
    for seat in range(3):
        scene = scene.when(seat, *placement(seat + 1, 8))
    lines = shown(scene, 1)
    assert "  2 1 science and 1 battle point         You 2" in lines
    assert "  8 1 gold and 1 raw material            Ada 1, you 1, Cleo 1" in lines
    assert lines.count("  Mayors placed: 4 on production") == 3


PICKING = fresh(3)
BIDDING = acting(realm(gold=2), realm(gold=5), realm(), current={3: "leader_mayor_1"}).when(0, OpenAuction(3, 2))
CHOOSING = acting(realm(["tithe_1"], religion=5, vp=4), realm(), realm()).when(0, PlayCard("tithe_1"))
TAKING = acting(realm(["patronage_1"], culture=4), realm(), realm(), current={1: "market_1", 2: "tithe_1"}).when(
    0, PlayCard("patronage_1")
)
BONUS = CHOOSING.when(0, ChooseResource("gold"))


@pytest.mark.parametrize(
    ("scene", "phase", "line"),
    [
        (
            PICKING,
            {"type": "picking", "taken": ()},
            "Ada picks two resources to start with (pairs taken: none)",
        ),
        (
            BIDDING,
            {
                "type": "bidding",
                "square": 3,
                "card": "leader_mayor_1",
                "resource": "gold",
                "bid": 2,
                "bidder": 0,
                "asked": 1,
                "out": (),
            },
            "auction of Chancellor (Realm Leader): Ada leads with 2 gold, you may bid higher",
        ),
        (
            CHOOSING,
            {"type": "choosing", "seat": 0, "card": "tithe_1", "amount": 4, "barred": ("religion",)},
            "Ada chooses what Tithe gives",
        ),
        (
            TAKING,
            {"type": "taking_card", "seat": 0, "card": "patronage_1"},
            "Ada chooses a realm card of the panel by Patronage",
        ),
        (BONUS, {"type": "taking_bonus", "seat": 0}, "Ada chooses a bonus token"),
        (
            round_over(realm(), realm(), realm()),
            {"type": "round_over"},
            "all have passed, the next round is prepared",
        ),
    ],
    ids=["picking", "bidding", "choosing", "taking_card", "taking_bonus", "round_over"],
)
def test_every_phase_is_shown_and_told(scene: Scene, phase: dict[str, object], line: str) -> None:
    assert plain(MEDIEVAL_REALMS.view(scene.state, None).phase) == phase
    assert " ".join(" ".join(shown(scene, 1)).split()).startswith(f"Round 1 of 7: {line}")


def test_the_end() -> None:
    over = game_over(realm((), ["castle_1"], vp=3, gold=4), realm(vp=9), realm())
    assert shown(over)[0] == "Round 7 of 7: all have passed, the game is scored"
    end = shown(over.step("game_end"))
    assert end[0] == "Round 7 of 7: the game is over"
    assert "  2nd with 8 VP: immediate effects 3, castles 3, stored resources 2" in end
    assert "  3rd with 0 VP: nothing" in end
    assert end[-1] == "Final order: Ben, Ada, Cleo"


@pytest.mark.parametrize("seats", [2, 5])
def test_no_line_is_wider_than_80_columns(seats: int) -> None:
    reader = Reader(("A player with a rather long name for a table",) * seats, 0)
    for index, point in enumerate(walk(MEDIEVAL_REALMS, seats, 3)):
        if index % 10 == 0:
            text = MEDIEVAL_REALMS.table_text(MEDIEVAL_REALMS.view(point.state, 0), reader)
            assert max(map(len, text.splitlines())) <= 80, text
            assert "_" not in text


def test_a_watched_game_needs_no_names() -> None:
    state = MEDIEVAL_REALMS.new(2, MEDIEVAL_REALMS.options(), FastDraw(1)).state
    assert "SEAT 0 (black): 0 VP" in MEDIEVAL_REALMS.table_text(MEDIEVAL_REALMS.view(state, None), Reader())
