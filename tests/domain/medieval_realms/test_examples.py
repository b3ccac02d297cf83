"""The worked examples of RULES.md, in their order and with their numbers."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.medieval_realms import MEDIEVAL_REALMS, changes, moves as m
from moothall.domain.medieval_realms.rules import next_order
from moothall.domain.medieval_realms.scoring import count, score_sheet
from moothall.domain.medieval_realms.state import RESOURCES, UNPLACED, Picking, Placing, Tokens
from moothall.domain.medieval_realms.view import PlacingPhase
from tests.domain.medieval_realms.tables import (
    BOX,
    DECK,
    FACES,
    acting,
    awaited,
    fresh,
    game_over,
    moves_of,
    owner,
    pair_realm,
    placement,
    placing,
    realm,
    round_over,
    table,
    tokens,
)
from tests.support.scenes import Scene, given, rule

MICHAEL, VALERIE, CLAIRE, JAMES = range(4)
RACHEL, WYATT = range(2)


@rule("MR-1.10", "MR-1.11")
def test_1_starting_pairs() -> None:
    scene = given(MEDIEVAL_REALMS, replace(fresh(4).state, order=(MICHAEL, VALERIE, CLAIRE, JAMES)))
    assert isinstance(scene.state.phase, Picking)
    scene = scene.when(JAMES, m.PickStartingPair(("culture", "battle_point")))
    scene = scene.when(CLAIRE, m.PickStartingPair(("production", "raw_material")))
    scene = scene.when(VALERIE, m.PickStartingPair(("culture", "religion")))
    scene.when(MICHAEL, m.PickStartingPair(("culture", "battle_point"))).breaks("MR-1.11")
    scene = scene.when(MICHAEL, m.PickStartingPair(("science", "gold")))
    assert tokens(scene, JAMES) == {**dict.fromkeys(RESOURCES, 1), "culture": 2, "battle_point": 2}


@rule("MR-4.1", "MR-5.1")
def test_2_mayors() -> None:
    scene = placing(realm(), realm(), realm())
    scene = scene.when(0, *placement(1, 1, science=2, gold=1, production=1))
    scene = scene.when(1, *placement(1, 1)).when(2, *placement(1, 1))
    scene.then(
        changes.TokensGained(0, Tokens(production=1, science=2, gold=1), "mayors"),
        changes.TokensGained(0, Tokens(production=2), "extra_goods"),
    )
    assert tokens(scene, 0) == {"science": 2, "gold": 1, "production": 3}


@rule("MR-4.3", "MR-4.6")
def test_3_two_player_combat() -> None:
    scene = placing(pair_realm(), pair_realm())
    scene = scene.when(RACHEL, *placement(5, 3, (6, 6))).when(WYATT, *placement(2, 1, (4, 5)))
    assert tokens(scene, RACHEL) == {"production": 6, "gold": 1, "battle_point": 2}
    assert tokens(scene, WYATT) == {"production": 6, "science": 1, "battle_point": 3}


@rule("MR-4.3", "MR-4.4")
def test_4_four_player_combat() -> None:
    scene = placing(*[realm()] * 4)
    for seat, (general, admiral) in {JAMES: (3, 1), CLAIRE: (3, 3), MICHAEL: (3, 8), VALERIE: (4, 8)}.items():
        scene = scene.when(seat, *placement(general, admiral))
    assert tokens(scene, CLAIRE) == {"production": 6, "gold": 1, "battle_point": 2}
    assert tokens(scene, JAMES) == {"production": 6, "battle_point": 2}
    assert tokens(scene, VALERIE) == {"production": 6, "culture": 1, "battle_point": 1}
    assert tokens(scene, MICHAEL) == {"production": 6}


@rule("MR-5.2", "MR-5.3")
def test_5_turn_order() -> None:
    production = {JAMES: 5, CLAIRE: 2, MICHAEL: 5, VALERIE: 6}
    realms = [realm(production=production[seat]) for seat in range(4)]
    state = table(Placing((UNPLACED,) * 4), realms, order=(CLAIRE, JAMES, VALERIE, MICHAEL))
    assert next_order(state) == (VALERIE, JAMES, MICHAEL, CLAIRE)


@rule("MR-13.6")
def test_6_islands() -> None:
    islands = ("island_war", "island_castle", "island_green")
    for in_play in range(3):
        for admirals in range(1, 4):
            held = realm([islands[in_play]], islands[:in_play], admirals=admirals, gold=1)
            scene = acting(held, realm(), realm(), current={1: "leader_mayor_1"})
            played = scene.when(0, m.PlayCard(islands[in_play]))
            if admirals > in_play:
                assert len(owner(played, 0).in_play) == in_play + 1
            else:
                played.breaks("MR-13.6")


@rule("MR-13.8")
def test_7_war() -> None:
    for seats, left in ((4, 0), (5, 1)):
        scene = acting(realm(["war_1"], battle_point=6), *[realm()] * (seats - 1)).when(0, m.PlayCard("war_1"))
        assert owner(scene, 0).manor[-1] == left
    acting(pair_realm(["war_1"], battle_point=6), pair_realm()).when(0, m.PlayCard("war_1")).breaks("MR-10.1")
    acting(realm(["war_1"], battle_point=6), realm(), realm()).when(0, m.PlayCard("war_1")).breaks("MR-10.1")


@rule("MR-15.3", "MR-15.4")
def test_8_great_person_points() -> None:
    people = [card for card in DECK if FACES[card].great_person]
    for cards, points in enumerate([0, 1, 3, 6, 9, 12, 15]):
        end = game_over(realm(in_play=people[:cards]), realm(), realm()).step("game_end")
        assert score_sheet(end.state)[0].categories["great_person_points"] == points


@rule("MR-4.4")
def test_9_three_way_tie() -> None:
    for admiral_of_second, reward in ((5, {}), (1, {"raw_material": 1, "battle_point": 2})):
        scene = placing(realm(), realm(), realm()).when(0, *placement(5, 5))
        scene = scene.when(1, *placement(5, admiral_of_second)).when(2, *placement(5, 1))
        assert tokens(scene, 0) == {"production": 6, **reward}
        assert "raw_material" not in tokens(scene, 1) | tokens(scene, 2)


@rule("MR-3.7", "MR-4.6")
def test_10_buffers_against_stacks() -> None:
    scene = placing(pair_realm(generals=2), pair_realm())
    wyatt = scene.when(WYATT, *placement(1, 2, (3, 3)))
    assert tokens(wyatt.when(RACHEL, *placement((3, 3), 8, (4, 4))), RACHEL) == {
        "production": 6,
        "gold": 1,
        "raw_material": 1,
    }
    added = wyatt.when(RACHEL, *placement((3, 3), 3, (4, 4)))
    assert tokens(added, RACHEL) == {"production": 6, "gold": 1, "battle_point": 2}
    scene = scene.when(WYATT, m.PlaceMayors(4, 0, 0, 0, 0, 0), m.PlaceGenerals((1,)), m.PlaceAdmirals((3,)))
    scene.when(WYATT, m.PlaceBuffers((3, 4))).breaks("MR-3.7")


@rule("MR-3.9", "MR-3.11")
def test_11_secrecy() -> None:
    scene = placing(realm(), realm(), realm(), current={1: "castle_1"})
    scene = scene.when(0, *placement(1, 2)).when(1, *placement(3, 4)).when(2, *placement(5, 6)[:-1])
    for viewer, generals in ((0, (1,)), (1, (3,)), (2, (5,))):
        view = MEDIEVAL_REALMS.view(scene.state, viewer)
        assert view.phase == PlacingPhase((True, True, False))
        assert view.placement.generals == generals
        assert view.placements == ()
    scene = scene.when(2, m.PlaceAdmirals((6,)))
    scene.then(changes.AdmiralsPlaced(2, (6,)), changes.PlacementsRevealed(scene.state.placed))
    assert [part.generals for part in scene.state.placed] == [(1,), (3,), (5,)]


@rule("MR-8.3", "MR-8.4")
def test_12_majority_past_a_blocked_player() -> None:
    scene = acting(
        realm(production=2, religion=2), realm(["tithe_1"], religion=5), realm(religion=4), current={6: "cathedral_1"}
    ).when(0, m.ActivateCard(6))
    scene.then(
        changes.TokensPaid(0, "production", 2, "cathedral_1", "price"),
        changes.CardTaken(2, 6, "cathedral_1", "majority", "religion", (2, 5, 4), (1,)),
    )


@rule("MR-8.5", "MR-8.6")
def test_13_majority_tie() -> None:
    a, b, c = range(3)

    def receives(activator: int, display_of_a: tuple[str, ...] = ()) -> int:
        scene = acting(
            realm(display_of_a, culture=3, production=1), realm(culture=3), realm(culture=1, production=1),
            order=(b, a, c), on_turn=activator, current={1: "art_gallery_1"},
        ).when(activator, m.ActivateCard(1))  # fmt: skip
        return next(change.seat for change in scene.changes if isinstance(change, changes.CardTaken))

    assert receives(a) == a
    assert receives(a, ("market_1", "city_red", "tithe_1", "university_1")) == b
    assert receives(c) == b


@rule("MR-8.8")
def test_14_majority_without_candidate() -> None:
    scene = acting(realm(["war_1"], production=1), realm(["war_2"]), realm(["war_3"]), current={1: "war_4"})
    scene = scene.when(0, m.ActivateCard(1))
    scene.then(changes.TokensPaid(0, "production", 1, "war_4", "price"), changes.CardDiscarded(1, "war_4", "majority"))


@rule("MR-9.2", "MR-9.6", "MR-9.9")
def test_15_auction() -> None:
    scene = acting(
        realm(gold=3), realm(gold=5), realm(production=1), realm(gold=4, passed=True),
        order=(0, 2, 1, 3), current={1: "leader_admiral_1", 2: "market_1"},
    )  # fmt: skip
    scene = scene.when(0, m.OpenAuction(1, 2))
    assert awaited(scene) == [(1, "bid")]
    scene = scene.when(1, m.Bid(3)).then(changes.AuctionPassed(2, forced=True))
    scene = scene.when(3, m.Bid(4)).then(changes.AuctionPassed(0, forced=True))
    scene = scene.when(1, m.Bid(5)).then(
        changes.AuctionPassed(3, forced=True), changes.TokensPaid(1, "gold", 5, "leader_admiral_1", "bid")
    )
    assert owner(scene, 1).admirals == 2
    assert owner(scene, 1).in_play == ("leader_admiral_1",)
    assert tokens(scene, 1) == {}
    assert awaited(scene) == [(2, "action")]


@rule("MR-11.2")
def test_16_two_bonus_tokens() -> None:
    scene = acting(realm(["war_1"], battle_point=7, vp=4), realm(production=1), realm(), current={1: "market_1"})
    scene = scene.when(0, m.PlayCard("war_1"))
    assert owner(scene, 0).vp == 10
    scene = scene.when(0, m.TakeBonusToken("gold"), m.TakeBonusToken("science"))
    assert tokens(scene, 0) == {"gold": 1, "science": 1}
    assert awaited(scene) == [(1, "action")]


@rule("MR-10.3")
def test_17_colour_effect_and_order() -> None:
    scene = acting(realm(["tithe_1"], ["city_white"], religion=5, vp=13), realm(), realm())
    scene = scene.when(0, m.PlayCard("tithe_1")).then(changes.TokensPaid(0, "religion", 5, "tithe_1", "cost"))
    assert owner(scene, 0).vp == 15
    assert m.ChooseResource("religion") not in moves_of(scene, 0)
    scene = scene.when(0, m.ChooseResource("gold"))
    scene.then(
        changes.TokensGained(0, Tokens(gold=4), "tithe_1"),
        changes.TokensGained(0, Tokens(religion=1), "city_white"),
        changes.PointsGained(0, 1, "colour", "city_white", 16),
        changes.BonusAsked(0),
    )
    assert owner(scene, 0).vp == 16
    assert owner(scene, 0).owed == 1


@rule("MR-10.4")
def test_18_no_self_trigger() -> None:
    scene = acting(realm(["city_green"], raw_material=10), realm(), realm(), current={1: "war_1"})
    scene = scene.when(0, m.PlayCard("city_green"))
    assert tokens(scene, 0) == {"raw_material": 5}
    later = acting(realm(["city_red"], ["city_green"], raw_material=5), realm(), realm()).when(
        0, m.PlayCard("city_red")
    )
    assert tokens(later, 0) == {"raw_material": 1}
    assert owner(later, 0).vp == 1


@rule("MR-10.5", "MR-11.4")
def test_19_colour_effect_by_auction() -> None:
    scene = acting(
        realm(gold=1), realm(production=1), realm(in_play=["city_yellow"], gold=2, vp=9),
        current={1: "leader_mayor_1", 2: "market_1"},
    )  # fmt: skip
    scene = scene.when(0, m.OpenAuction(1, 1)).when(2, m.Bid(2))
    assert owner(scene, 2).mayors == 5
    assert tokens(scene, 2) == {"gold": 1}
    assert owner(scene, 2).vp == 10
    assert awaited(scene) == [(2, "bonus_token")]
    assert awaited(scene.when(2, m.TakeBonusToken("gold"))) == [(1, "action")]


@rule("MR-10.7", "MR-13.1")
def test_20_castle_timing() -> None:
    scene = acting(realm(["castle_1"], raw_material=6), realm(), realm(), round=3).when(0, m.PlayCard("castle_1"))
    yields = []
    for _ in range(4):
        scene = scene.step("round_end")
        for seat in range(3):
            scene = scene.when(seat, *placement(6, 6))
        yields += [
            change
            for change in scene.changes
            if isinstance(change, changes.TokensGained) and change.source == "castle_1"
        ]
        scene = _pass_all(scene)
    assert scene.state.round == 7
    assert yields == [changes.TokensGained(0, Tokens(battle_point=1), "castle_1")] * 4


@rule("MR-12.3", "MR-13.11")
def test_21_mayors_with_two_players() -> None:
    held = pair_realm(["development_raw_material"], science=5)
    scene = acting(held, pair_realm()).when(0, m.PlayCard("development_raw_material"))
    scene.then(changes.TokensPaid(0, "science", 5, "development_raw_material", "cost"))
    assert owner(scene, 0).vp == 2
    assert tokens(scene, 0) == {"raw_material": 6}
    scene = acting(pair_realm(["university_1"], science=4), pair_realm()).when(0, m.PlayCard("university_1"))
    assert count(BOX, owner(scene, 0), "mayors", None, None) == 7
    scene = scene.step("round_end")
    scene.when(0, m.PlaceMayors(4, 0, 0, 0, 0, 0)).breaks("MR-3.1")
    assert scene.when(0, m.PlaceMayors(5, 0, 0, 0, 0, 0)).changes


@rule("MR-14.3", "MR-14.6")
def test_22_end_of_round_with_four_players() -> None:
    panel = {square: DECK[square] for square in range(1, 13) if square not in (1, 5, 9)}
    future = {square: DECK[20 + square] for square in range(1, 7)}
    scene = round_over(*[realm()] * 4, current=panel, future=future).step("round_end")
    scene.then(changes.CardDiscarded(2, panel[2], "round_end"))
    assert scene.state.discard == (panel[2],)
    slid = tuple(panel[square] for square in (3, 4, 6, 7, 8, 10, 11, 12))
    assert scene.state.current == (*slid, *(future[square] for square in (1, 2, 3, 4)))
    assert scene.state.future[:2] == (future[5], future[6])
    drawn = [change for change in scene.changes if isinstance(change, changes.CardsDrawn)]
    assert [(change.panel, change.squares) for change in drawn] == [("future", (3, 4, 5, 6))]


@rule("MR-14.4", "MR-14.6")
def test_23_deep_refill_with_two_players() -> None:
    panel = {square: DECK[square] for square in range(1, 13) if square not in range(5, 10)}
    future = {square: DECK[20 + square] for square in range(1, 7)}
    scene = round_over(pair_realm(), pair_realm(), current=panel, future=future).step("round_end")
    assert scene.state.discard == tuple(panel[square] for square in (1, 2, 3, 4))
    assert scene.state.current[:9] == (panel[10], panel[11], panel[12], *future.values())
    drawn = [change for change in scene.changes if isinstance(change, changes.CardsDrawn)]
    assert [change.squares for change in drawn] == [(10, 11, 12), (1, 2, 3, 4, 5, 6)]
    assert sum(len(change.cards) for change in drawn) == 9


@rule("MR-13.16", "MR-13.17")
def test_24_patronage() -> None:
    held = realm(["patronage_1", "market_1", "city_red", "island_war"], culture=4)
    panel = {3: "city_blue", 7: "gunpowder_1", 8: "city_white"}
    scene = acting(held, realm(), realm(), current=panel).when(0, m.PlayCard("patronage_1"))
    scene.then(changes.CardTaken(0, 7, "gunpowder_1", "effect"))
    assert owner(scene, 0).vp == 2
    assert tokens(scene, 0) == {}
    without = acting(held, realm(), realm(), current={3: "city_blue"}).when(0, m.PlayCard("patronage_1"))
    assert owner(without, 0).vp == 2
    assert len(owner(without, 0).display) == 3


@rule("MR-6.4")
def test_25_forced_pass() -> None:
    panel = {1: "market_1", 2: "castle_1", 3: "leader_mayor_1", 4: "territory_gold"}
    scene = acting(realm(production=1), realm(["tithe_1"], religion=4), realm(production=1), current=panel)
    scene.when(0, m.Pass()).exactly(changes.SeatPassed(0), changes.SeatPassed(1, forced=True), changes.TurnBegan(2))


@rule("MR-15.1", "MR-15.2", "MR-11.5")
def test_26_final_scoring() -> None:
    in_play = [
        "castle_1", "castle_2", "market_1", "city_red", "city_blue", "island_castle", "artist_dante", "art_gallery_1",
        "patronage_1", "war_1", "scientist_bacon", "university_1", "leader_mayor_1", "leader_general_1",
    ]  # fmt: skip
    rich = realm(in_play=in_play, vp=19, colour=3, mayors=5, generals=2, admirals=2, gold=4, science=5)
    end = game_over(rich, realm(), realm(), realm()).step("game_end")
    sheet = score_sheet(end.state)[0]
    assert sheet.categories == {
        "immediate": 19,
        "colour": 3,
        "castles": 12,
        "markets": 8,
        "cities": 10,
        "islands": 3,
        "great_person_effects": 5,
        "stored_resources": 4,
        "great_person_points": 3,
    }
    assert sheet.total == 67
    assert owner(end, 0).owed == 0
    assert sum(owner(end, 0).manor) == 9


@rule("MR-15.6")
def test_27_tie_break() -> None:
    cards = [card for card in DECK if FACES[card].family in ("art_gallery", "cathedral", "tithe", "university", "war")]

    def winner(castles_of_a: int, order: tuple[int, ...] = (0, 1, 2), mayors: int = 4) -> int:
        castles = [f"castle_{n}" for n in range(1, 7)]
        a = [*castles[:castles_of_a], *cards[: 12 - castles_of_a]]
        b = [*castles[4:], *cards[12:22]]
        points = [58 - 3 * castles_of_a, 52]
        end = game_over(
            realm(in_play=a, vp=points[0]), realm(in_play=b, vp=points[1], mayors=mayors), realm(), order=order
        ).step("game_end")
        assert [each.total for each in end.state.realms[:2]] == [58, 58]
        assert [len(each.in_play) for each in end.state.realms[:2]] == [12, 12]
        ended = end.changes[-1]
        assert isinstance(ended, changes.GameEnded)
        return ended.ranking[0][0]

    assert winner(castles_of_a=1) == 1
    assert winner(castles_of_a=2, mayors=5) == 1, "more leaders"
    assert winner(castles_of_a=2) == 0, "nearer to space 1"
    assert winner(castles_of_a=2, order=(2, 1, 0)) == 1


def _pass_all(scene: Scene) -> Scene:
    while seats := awaited(scene):
        scene = scene.when(seats[0][0], m.Pass())
    return scene
