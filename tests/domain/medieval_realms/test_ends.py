"""MR-14 and MR-15: the end of a round, the end of the game; MR-17."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moothall.domain.core.errors import NotYourTurn
from moothall.domain.medieval_realms import MEDIEVAL_REALMS, changes as c
from moothall.domain.medieval_realms.moves import AnyMove, Pass, PlayCard
from moothall.domain.medieval_realms.scoring import ranking, score_sheet
from moothall.domain.medieval_realms.state import RESOURCES, Realm, Standing
from tests.domain.medieval_realms.tables import (
    BOX,
    DECK,
    acting,
    awaited,
    game_over,
    moves_of,
    owner,
    pair_realm,
    realm,
    round_over,
    tokens,
)
from tests.support.scenes import Scene, Scripted, rule

PANEL = dict(zip(range(1, 13), DECK[:12], strict=True))
FUTURE = dict(zip(range(1, 7), DECK[12:18], strict=True))


def realms(seats: int) -> list[Realm]:
    return [pair_realm() if seats == 2 else realm() for _ in range(seats)]


def ended(seats: int, empty: tuple[int, ...] = (), **fields: Any) -> Scene:
    """The end of a round with these current squares empty: their cards are in play."""
    current = {square: card for square, card in PANEL.items() if square not in empty}
    first, *others = realms(seats)
    first = replace(first, in_play=tuple(PANEL[square] for square in empty))
    return round_over(first, *others, current=current, future=FUTURE, **fields).step("round_end")


@rule("MR-14.1", "MR-16.4")
@pytest.mark.parametrize(("seats", "cleared"), [(2, 4), (3, 3), (4, 2), (5, 1)])
def test_the_first_squares_are_cleared(seats: int, cleared: int) -> None:
    scene = ended(seats)
    discarded = [change for change in scene.changes if isinstance(change, c.CardDiscarded)]
    assert discarded == [c.CardDiscarded(square, PANEL[square], "round_end") for square in range(1, cleared + 1)]
    assert scene.state.discard == tuple(PANEL[square] for square in range(1, cleared + 1))


@rule("MR-14.2")
def test_an_empty_square_discards_nothing_in_its_place() -> None:
    scene = ended(4, empty=(1,))
    assert scene.state.discard == (PANEL[2],)


@rule("MR-14.3", "MR-14.4")
def test_current_cards_slide_and_future_cards_follow() -> None:
    scene = ended(5, empty=(3, 7, 12))
    kept = [PANEL[square] for square in (2, 4, 5, 6, 8, 9, 10, 11)]
    assert scene.state.current == (*kept, *(FUTURE[square] for square in (1, 2, 3, 4)))


@rule("MR-14.5", "MR-14.6")
def test_future_cards_slide_and_the_deck_fills_the_rest() -> None:
    scene = ended(5, empty=(3, 7, 12))
    scene.then(
        c.PanelsMoved(scene.state.current, (FUTURE[5], FUTURE[6], None, None, None, None)),
        c.CardsDrawn("future", (3, 4, 5, 6), DECK[18:22]),
    )
    assert scene.state.future == (FUTURE[5], FUTURE[6], *DECK[18:22])


@rule("MR-14.6")
def test_the_deck_fills_current_squares_before_future_ones() -> None:
    scene = ended(2, empty=(5, 6, 7))
    scene.then(c.CardsDrawn("current", (12,), DECK[18:19]), c.CardsDrawn("future", (1, 2, 3, 4, 5, 6), DECK[19:25]))
    assert scene.state.deck == DECK[25:]


@rule("MR-14.7")
@pytest.mark.parametrize("left", [0, 1, 3])
def test_squares_stay_empty_when_the_deck_runs_out(left: int) -> None:
    scene = ended(2, empty=(5, 6, 7), discard=DECK[18 + left :])
    drawn = (*DECK[18 : 18 + left], *(None,) * (7 - left))
    assert (scene.state.current[11], *scene.state.future) == drawn
    assert scene.state.deck == ()
    assert scene.state.discard == (*DECK[18 + left :], *DECK[:4]), "never reshuffled"
    assert awaited(scene) == [(0, "leaders"), (1, "leaders")]


@rule("MR-14.7")
def test_the_deck_outlasts_the_longest_game() -> None:
    assert len(DECK) >= 18 + (BOX.rounds - 1) * 12


@rule("MR-14.8")
def test_passes_are_cleared_and_the_next_round_begins() -> None:
    scene = acting(realm(production=1), realm(passed=True), realm(passed=True), round=3, current={5: "castle_1"})
    scene = scene.when(0, Pass())
    scene.exactly(*scene.changes[:1], c.ActionsEnded(3, last=False))
    assert MEDIEVAL_REALMS.awaiting(scene.state).step == "round_end"
    scene = scene.step("round_end")
    assert scene.changes[-1] == c.RoundBegan(4)
    assert not any(each.passed for each in scene.state.realms)
    assert MEDIEVAL_REALMS.round_of(scene.state) == 4
    assert awaited(scene) == [(0, "leaders"), (1, "leaders"), (2, "leaders")]


def test_the_end_of_a_round_takes_public_standings() -> None:
    leader = realm(in_play=["castle_1", "tithe_1"], vp=9, gold=3)
    scene = round_over(realm(vp=9), leader, realm(), round=2).step("round_end")
    scene.then(
        c.StandingsTaken(
            2,
            (
                Standing(0, 9, 0, 0, 6, 0, 2),
                Standing(1, 9, 2, 1, 6, 3, 1),
                Standing(2, 0, 0, 0, 6, 0, 3),
            ),
        )
    )
    assert [each.rank for each in MEDIEVAL_REALMS.view(scene.state, None).standings] == [2, 1, 3]


@rule("MR-14.9")
def test_after_round_seven_nothing_is_refilled() -> None:
    scene = acting(realm(production=1), realm(passed=True), realm(passed=True), round=7, current=PANEL)
    scene = scene.when(0, Pass())
    assert scene.changes[-1] == c.ActionsEnded(7, last=True)
    end = scene.step("game_end")
    assert end.state.current == scene.state.current
    assert end.state.deck == scene.state.deck
    assert end.state.discard == ()
    assert MEDIEVAL_REALMS.awaiting(end.state).finished


@rule("MR-2.1")
@pytest.mark.parametrize("scene", [round_over(*realms(3)), game_over(*realms(3))])
def test_while_a_step_is_due_every_move_is_refused(scene: Scene) -> None:
    for seat in range(3):
        assert isinstance(scene.when(seat, Pass()).breaks("MR-2.1"), NotYourTurn)
        assert moves_of(scene, seat) == []


def test_a_step_run_twice_does_nothing_the_second_time() -> None:
    for scene in (round_over(*realms(3)).step(), game_over(*realms(3)).step()):
        turn = MEDIEVAL_REALMS.run_step(scene.state, Scripted())
        assert turn.changes == []
        assert turn.state == scene.state


@rule("MR-15.1")
def test_end_effects_are_scored_card_by_card_and_displays_score_nothing() -> None:
    end = game_over(realm(["market_2"], ["castle_1", "market_1", "war_1"]), realm(), realm()).step("game_end")
    end.then(c.EndEffectScored(0, "castle_1", "castles", 3), c.EndEffectScored(0, "market_1", "markets", 3))
    assert not any(isinstance(change, c.EndEffectScored) and change.card == "market_2" for change in end.changes)
    assert owner(end, 0).total == 6


@rule("MR-15.2")
@pytest.mark.parametrize(
    ("manor", "points"), [({}, 0), ({"gold": 1}, 0), ({"gold": 3}, 1), ({"gold": 3, "science": 6}, 4)]
)
def test_two_stored_tokens_of_any_kind_are_a_point(manor: dict[str, int], points: int) -> None:
    end = game_over(realm(**manor), realm(), realm()).step("game_end")
    end.then(c.StoredTokensScored(0, sum(manor.values()), points))
    assert owner(end, 0).total == points


@rule("MR-15.3", "MR-15.4")
@pytest.mark.parametrize(("cards", "points"), list(enumerate([0, 1, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33])))
def test_great_person_points(cards: int, points: int) -> None:
    people = [card for card in DECK if card.split("_")[0] in ("artist", "missionary", "scientist")]
    end = game_over(realm(in_play=people[:cards]), realm(), realm()).step("game_end")
    end.then(c.GreatPersonsScored(0, cards, points))
    assert score_sheet(end.state)[0].categories["great_person_points"] == points


@rule("MR-15.5")
def test_scoring_moves_no_counter() -> None:
    played = ["market_1", "castle_1", "city_red", "artist_dante", "island_stamps"]
    one = realm(in_play=played, gold=5)
    other = realm(in_play=["war_1", "city_blue"], science=4)
    forth = game_over(one, other, realm()).step().state
    back = game_over(other, one, realm()).step().state
    assert [each.final for each in forth.realms[:2]] == [each.final for each in back.realms[1::-1]]
    assert forth.realms[0].manor == one.manor


@rule("MR-15.6")
@pytest.mark.parametrize(
    ("ahead", "behind"),
    [
        (realm(vp=11), realm(in_play=["tithe_1", "tithe_2"], vp=10)),
        (realm(in_play=["tithe_1", "tithe_2"], vp=10), realm(in_play=["castle_1"], vp=7)),
        (realm(in_play=["castle_1"], vp=7), realm(in_play=["tithe_1"], vp=10, mayors=9)),
        (realm(vp=10, admirals=2), realm(vp=10)),
        (realm(vp=10), realm(vp=10)),
    ],
    ids=["points", "cards", "castles", "leaders", "turn order"],
)
def test_ties_are_broken_in_this_order(ahead: Realm, behind: Realm) -> None:
    even = ahead == behind
    for order in ((0, 1, 2), (1, 0, 2)):
        end = game_over(ahead, behind, realm(), order=order).step("game_end")
        first = order[0] if even else 0
        scores = tuple(realm.total for realm in end.state.realms)
        assert end.changes[-1] == c.GameEnded(((first,), (1 - first,), (2,)), scores)
        assert MEDIEVAL_REALMS.ranking(end.state)[0] == (first,)


@rule("MR-15.7")
def test_there_is_exactly_one_winner_and_the_game_is_over() -> None:
    end = game_over(*realms(5), order=(3, 1, 4, 0, 2)).step("game_end")
    assert ranking(end.state) == ((3,), (1,), (4,), (0,), (2,))
    assert MEDIEVAL_REALMS.view(end.state, None).ranking == ((3,), (1,), (4,), (0,), (2,))
    assert isinstance(end.when(0, Pass()).breaks("MR-15.7"), NotYourTurn)


def test_the_sheet_holds_the_track_before_the_end_and_all_categories_after() -> None:
    scene = game_over(realm(in_play=["castle_1"], vp=7, colour=2, gold=4), realm(), realm(), order=(2, 0, 1))
    before = score_sheet(scene.state)[0]
    assert before.total == 9
    assert {name for name, points in before.categories.items() if points} == {"immediate", "colour"}
    after = score_sheet(scene.step().state)[0]
    assert after.categories == {
        "immediate": 7,
        "colour": 2,
        "castles": 3,
        "markets": 0,
        "cities": 0,
        "islands": 0,
        "great_person_effects": 0,
        "stored_resources": 2,
        "great_person_points": 0,
    }
    assert after.total == 14
    assert after.notes == {"cards_in_play": 1, "castles_in_play": 1, "leaders": 6, "turn_order": 2}


@rule("MR-17.1")
def test_a_manor_holds_any_number_and_never_less_than_nothing() -> None:
    scene = acting(realm(["development_gold"], science=5, gold=10_000), realm(), realm())
    scene = scene.when(0, PlayCard("development_gold"))
    assert tokens(scene, 0) == {"gold": 10_004}
    assert min(owner(scene, 0).manor) == 0


@rule("MR-17.2")
def test_no_move_exchanges_or_gives_tokens() -> None:
    scene = acting(realm(**dict.fromkeys(RESOURCES, 9)), realm(), realm(), current=PANEL)
    before = [each.manor for each in scene.state.realms[1:]]
    for move in moves_of(scene, 0):
        after = scene.when(0, move)
        assert [each.manor for each in after.state.realms[1:]] == before
        assert sum(owner(after, 0).manor) <= 63 or _gives(move), f"{move} makes tokens"


def _gives(move: AnyMove) -> bool:
    """Whether the move may end in an auction won."""
    return "auction" in type(move).__name__.lower()
