"""Moves, changes and the table in English."""

from __future__ import annotations

import pytest

from domain.core.codec import plain
from domain.medieval_realms import MEDIEVAL_REALMS
from domain.medieval_realms import changes as c
from domain.medieval_realms import moves as m
from domain.medieval_realms.state import Placement
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
from tests.support.scenes import Scene

STATE = acting(
    realm(["war_1", "island_war"], gold=3, production=3),
    realm(),
    realm(),
    current={2: "castle_1", 6: "leader_admiral_1"},
).state


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (m.PickStartingPair(("culture", "raw_material")), "Take 1 culture and 1 raw material to start with"),
        (m.PlaceMayors(1, 0, 3, 0, 0, 0), "Place mayors: 1 production, 3 culture"),
        (m.PlaceGenerals((1, 3, 3)), "Place generals on areas 1, 3 and 3"),
        (m.PlaceAdmirals((7,)), "Place admirals on area 7"),
        (m.PlaceBuffers((2, 4)), "Place buffers on areas 2 and 4"),
        (m.ActivateCard(2), "Activate Castle on square 2 for 1 production"),
        (m.OpenAuction(6, 2), "Open the auction of Sea Captain on square 6 with 2 gold"),
        (m.PlayCard("war_1"), "Play War for 7 battle point"),
        (m.PlayCard("island_war"), "Play Victors' Island"),
        (m.Pass(), "Pass for the rest of the round"),
        (m.Bid(4), "Bid 4"),
        (m.PassAuction(), "Leave the auction"),
        (m.ChooseResource("gold"), "Choose gold"),
        (m.TakeRealmCard(2), "Take Castle on square 2"),
        (m.TakeBonusToken("raw_material"), "Take 1 raw material as bonus"),
    ],
)
def test_moves(move: m.AnyMove, text: str) -> None:
    assert MEDIEVAL_REALMS.describe_move(move, STATE) == text


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (c.AreaSettled(3, (2, 3, 2), 1, {"gold": 1}), "Area 3 (seat 0 2, seat 1 3, seat 2 2): seat 1 gains 1 gold"),
        (c.AreaSettled(8, (1, 1, 0)), "Area 8 (seat 0 1, seat 1 1): nobody controls it"),
        (c.AreaSettled(6, (4, 2), 0), "Area 6 (seat 0 4, seat 1 2): buffers of seat 0 hold it"),
        (c.TokensGained(1, {"gold": 1}, "city_yellow"), "Seat 1 gains 1 gold from Capital"),
        (c.TokensGained(1, {"production": 2}, "extra_goods"), "Seat 1 gains 2 production as extra goods"),
        (c.TokensPaid(0, "raw_material", 6, "castle_3"), "Seat 0 pays 6 raw material for Castle"),
        (c.SeatPassed(2, forced=True), "Seat 2 can do nothing and passes"),
        (c.SeatPassed(2), "Seat 2 passes"),
        (c.CardTaken(1, 4, "castle_1", "majority"), "Seat 1 receives Castle from square 4 into the display"),
        (c.CardDiscarded(4, "war_1", "majority"), "War on square 4 is discarded because nobody can receive it"),
        (c.CardDiscarded(1, "war_1", "round_end"), "War on square 1 is discarded"),
        (c.AuctionPassed(1, forced=True), "Seat 1 cannot bid higher and leaves the auction"),
        (c.PointsGained(0, 6, "immediate", "war_1", 2), "Seat 0 gains 6 VP and 2 bonus tokens by War"),
        (c.LeaderGained(0, "general", 1, "gunpowder_1"), "Seat 0 gains 1 general by Gunpowder"),
        (c.EffectSkipped(0, "patronage_1", "take_realm_card"), "Patronage of seat 0 cannot take realm card"),
        (
            c.ResourceAsked(0, "tithe_1", 2, 4, ("religion",)),
            "Seat 0 chooses 4 of a resource other than religion for Tithe",
        ),
        (
            c.PlacementsRevealed((Placement((4, 0, 0, 0, 0, 0), (1,), (2,), (3, 3)),)),
            "All leaders are revealed: seat 0: mayors 4 production, generals 1, admirals 2, buffers 3 3",
        ),
        (c.GameEnded(((1,), (0,))), "Final order: seat 1, seat 0"),
    ],
)
def test_changes(change: c.AnyChange, text: str) -> None:
    assert MEDIEVAL_REALMS.describe_change(change) == text


def test_the_table() -> None:
    state = acting(
        realm(["war_1"], ["city_red"], gold=3, vp=7), realm(passed=True), realm(), current={1: "market_1", 12: "war_2"}
    ).state
    text = MEDIEVAL_REALMS.table_text(plain(MEDIEVAL_REALMS.view(state, 0)))
    assert text.splitlines() == [
        "Round 1 of 7   acting",
        "Turn order: 0 > 1 > 2",
        "Deck 96, discarded 0",
        "",
        "1 production   1 Market (r, red)                2 -                              3 -"
        "                              4 -",
        "2 production   5 -                              6 -                              7 -"
        "                              8 -",
        "3 production   9 -                             10 -                             11 -"
        "                             12 War (m, black)",
        "Future         1 -                              2 -                              3 -"
        "                              4 -                              5 -                              6 -",
        "",
        "> Seat 0 (black) 7 VP   mayors 4, generals 1, admirals 1",
        "    prod 0  sci 0  cult 0  rel 0  gold 3  raw 0  battle 0",
        "    display: War",
        "    in play: Fair Town",
        "  Seat 1 (violet) 0 VP, passed   mayors 4, generals 1, admirals 1",
        "    prod 0  sci 0  cult 0  rel 0  gold 0  raw 0  battle 0",
        "    display: -",
        "    in play: -",
        "  Seat 2 (blue) 0 VP   mayors 4, generals 1, admirals 1",
        "    prod 0  sci 0  cult 0  rel 0  gold 0  raw 0  battle 0",
        "    display: -",
        "    in play: -",
    ]


def test_the_table_while_leaders_are_placed() -> None:
    scene = placing(pair_realm(), pair_realm()).when(0, *placement(1, 2, (3, 3)))
    own = MEDIEVAL_REALMS.table_text(MEDIEVAL_REALMS.view(scene.state, 0)).splitlines()
    assert own[0] == "Round 1 of 7   placing leaders, committed: 0"
    assert own[-1] == "Your placement: mayors prod 4; generals 1; admirals 2; buffers 3 3"
    other = MEDIEVAL_REALMS.table_text(MEDIEVAL_REALMS.view(scene.state, 1)).splitlines()
    assert other[-1] == "Your placement: nothing yet"


PICKING = fresh(3)
BIDDING = acting(realm(gold=2), realm(gold=5), realm(production=1), current={3: "leader_mayor_1", 4: "market_1"}).when(
    0, m.OpenAuction(3, 2)
)
CHOOSING = acting(realm(["tithe_1"], religion=5, vp=4), realm(), realm()).when(0, m.PlayCard("tithe_1"))
TAKING = acting(realm(["patronage_1"], culture=4), realm(), realm(), current={1: "market_1", 2: "tithe_1"}).when(
    0, m.PlayCard("patronage_1")
)
BONUS = CHOOSING.when(0, m.ChooseResource("gold"))


@pytest.mark.parametrize(
    ("scene", "shown", "line"),
    [
        (PICKING, {"type": "picking", "taken": []}, "picking starting pairs, 0 taken"),
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
                "out": [],
            },
            "auction of Chancellor: 2 gold by seat 0, seat 1 is asked",
        ),
        (
            CHOOSING,
            {"type": "choosing", "seat": 0, "card": "tithe_1", "amount": 4, "except": ["religion"]},
            "seat 0 chooses for Tithe",
        ),
        (TAKING, {"type": "taking_card", "seat": 0, "card": "patronage_1"}, "seat 0 chooses for Patronage"),
        (BONUS, {"type": "taking_bonus", "seat": 0}, "seat 0 chooses a bonus token"),
        (round_over(realm(), realm(), realm()), {"type": "round_over"}, "round over"),
    ],
    ids=["picking", "bidding", "choosing", "taking_card", "taking_bonus", "round_over"],
)
def test_every_phase_is_shown_and_told(scene: Scene, shown: dict[str, object], line: str) -> None:
    view = MEDIEVAL_REALMS.view(scene.state, None)
    assert view["phase"] == shown
    assert MEDIEVAL_REALMS.table_text(view).splitlines()[0] == f"Round 1 of 7   {line}"


def test_the_table_after_the_reveal_and_at_the_end() -> None:
    scene = placing(realm(), realm(), realm(), current={1: "market_1"})
    for seat in range(3):
        scene = scene.when(seat, *placement(seat + 1, 8))
    lines = MEDIEVAL_REALMS.table_text(MEDIEVAL_REALMS.view(scene.state, None)).splitlines()
    assert lines[-3:] == [f"Placed by {seat}: mayors prod 4; generals {seat + 1}; admirals 8" for seat in range(3)]
    end = game_over(realm(vp=3), realm(vp=9), realm()).step("game_end")
    assert MEDIEVAL_REALMS.table_text(MEDIEVAL_REALMS.view(end.state, None)).splitlines()[-1] == "Final order: 1, 0, 2"
