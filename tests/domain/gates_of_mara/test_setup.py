"""GM-1: the table before the first turn."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import BadOptions
from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.changes import AnyChange, DeckShuffled, FireBannersOffered
from moothall.domain.gates_of_mara.placing import realms_of
from moothall.domain.gates_of_mara.state import Options, Placing, State
from tests.domain.gates_of_mara.tables import BOX, due
from tests.support.scenes import Scripted, rule

SEATS = (2, 3, 4)


def new(seats: int, seed: int = 1, **options: Any) -> State:
    return GATES_OF_MARA.new(seats, Options(**options), FastDraw(seed)).state


def decks_of(changes: list[AnyChange]) -> dict[str, tuple[str, ...]]:
    return {change.deck: change.cards for change in changes if isinstance(change, DeckShuffled)}


@rule("GM-1.1")
def test_tribes_are_drawn_and_differ() -> None:
    drawn = [tuple(seat.tribe for seat in new(4, seed).seats) for seed in range(8)]
    assert all(sorted(tribes) == sorted(BOX.tribes) for tribes in drawn)
    assert len(set(drawn)) > 1


@rule("GM-1.1")
def test_tribes_can_be_fixed() -> None:
    assert [seat.tribe for seat in new(3, tribes=("goblin", "antid", "elf")).seats] == ["goblin", "antid", "elf"]


@rule("GM-1.2")
@pytest.mark.parametrize("seats", SEATS)
def test_the_ring_is_chaos_and_an_elemental_realm_per_player(seats: int) -> None:
    rings = [new(seats, seed).ring for seed in range(12)]
    for ring in rings:
        assert ring[0] == "chaos"
        assert len(set(ring)) == len(ring) == seats + 1
    assert len(set(rings)) > 3, "choice and order are random"


@rule("GM-1.3")
def test_two_players_use_the_other_side() -> None:
    assert [new(seats).side for seats in SEATS] == ["2p", "34p", "34p"]


@rule("GM-1.4", "GM-1.5")
@pytest.mark.parametrize("seats", SEATS)
def test_gates_join_neighbours_and_the_central_gate_all(seats: int) -> None:
    state = new(seats)
    ring = state.ring
    view = GATES_OF_MARA.view(state, None)
    assert list(view.gates) == [f"gate_{i}" for i in range(1, seats + 2)]
    for i in range(1, seats + 1):
        assert realms_of(state, f"gate_{i}") == (ring[i - 1], ring[i])
    assert realms_of(state, f"gate_{seats + 1}") == (ring[0], ring[seats])
    assert realms_of(state, "central_gate") == ring
    assert state.central_keys == 1


@rule("GM-1.6", "GM-1.7")
def test_wanderer_and_lords_take_their_places() -> None:
    state = new(3)
    assert state.wanderer == "chaos"
    assert [lord.realm for lord in state.lords] == [state.ring[1], state.ring[2]]
    assert len({tuple(lord.id for lord in new(3, seed).lords) for seed in range(12)}) > 3
    fixed = new(3, lords=("fire_lord", "air_lord"))
    assert [(lord.id, lord.realm) for lord in fixed.lords] == [
        ("fire_lord", fixed.ring[1]),
        ("air_lord", fixed.ring[2]),
    ]


@rule("GM-1.8")
def test_banners_are_dealt_clockwise_from_the_top_of_the_deck() -> None:
    turn = GATES_OF_MARA.new(3, Options(), FastDraw(5))
    shuffled = decks_of(turn.changes)["banners"]
    assert turn.state.banners == ((), shuffled[0:2], shuffled[2:4], shuffled[4:6])
    assert turn.state.banner_deck.cards == shuffled[6:]


@rule("GM-1.9")
def test_cards_are_revealed() -> None:
    turn = GATES_OF_MARA.new(4, Options(), FastDraw(5))
    state = turn.state
    decks = decks_of(turn.changes)
    assert {name: len(cards) for name, cards in decks.items()} == {
        "banners": 25,
        "wanderer_cards": 5,
        "enchantments": 48,
        "objectives": 16,
    }
    assert state.market == decks["enchantments"][:6]
    assert state.wanderer_card == decks["wanderer_cards"][0]
    assert state.objectives == decks["objectives"][:2]
    assert state.round == 1


@rule("GM-1.10")
@pytest.mark.parametrize("seats", SEATS)
def test_everyone_starts_alike(seats: int) -> None:
    for seat in new(seats).seats:
        assert (seat.gems, seat.onyx, seat.keys, seat.energy, seat.caravans_left) == ((1, 1, 1, 1), 0, 0, 11, 5)
        assert seat.influence == (0,) * (seats + 1)
        assert len(seat.figures) == 7
        assert all(figure.place is None and not figure.cards for figure in seat.figures.values())
        assert not any(seat.points.values())


@rule("GM-1.11")
def test_the_turn_order_is_drawn() -> None:
    orders = {new(4, seed).order for seed in range(12)}
    assert len(orders) > 3
    state = new(4, 3)
    assert state.phase == Placing(state.order[0])


@rule("GM-1.12")
def test_the_fire_lord_has_influence_four_and_fire_banners() -> None:
    state = new(3, lords=("fire_lord", "air_lord"))
    lords = GATES_OF_MARA.view(state, None).lords
    assert [(lord.id, lord.claim_threshold) for lord in lords] == [("fire_lord", 4), ("air_lord", 1)]
    realm = state.ring[1]
    for influence, offered in ((3, False), (4, True)):
        due_now = due(state, "score_claims", **{realm: (influence, 0, 0)})
        changes = GATES_OF_MARA.run_step(due_now, FastDraw(1)).changes
        assert (FireBannersOffered((0,)) in changes) is offered


@rule("GM-1.12")
def test_without_the_fire_lord_no_fire_banner_is_ever_used() -> None:
    lords = ("water_lord", "earth_lord")
    state = new(3, lords=lords)
    luck = FastDraw(4)
    kinds = set()
    while not GATES_OF_MARA.awaiting(state).finished:
        awaiting = GATES_OF_MARA.awaiting(state)
        if awaiting.step is not None:
            state = GATES_OF_MARA.run_step(state, luck).state
        else:
            asked = awaiting.seats[0]
            kinds.add(asked.kind)
            move = GATES_OF_MARA.sample_move(GATES_OF_MARA, state, asked.seat, luck)
            state = GATES_OF_MARA.play(state, asked.seat, move, luck).state
    assert "turn" in kinds
    assert "take_fire_banner" not in kinds
    assert state.fire_banners == 0


def test_every_draw_has_its_own_label() -> None:
    draw = Scripted()
    GATES_OF_MARA.new(4, Options(), draw)
    assert len(set(draw.asked)) == len(draw.asked) > 90


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"tribes": ("elf", "elf")}, "options.tribes"),
        ({"tribes": ("elf",)}, "options.tribes"),
        ({"tribes": ("elf", "dwarf")}, "options.tribes"),
        ({"lords": ("fire_lord",)}, "options.lords"),
        ({"lords": ("fire_lord", "fire_lord")}, "options.lords"),
        ({"lords": ("fire_lord", "chaos_lord")}, "options.lords"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], field: str) -> None:
    with pytest.raises(BadOptions) as refused:
        GATES_OF_MARA.check_options(2, Options(**options), 1)
    assert refused.value.field == field
