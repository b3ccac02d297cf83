"""NS-9: truces and promised attacks."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.changes import PledgeEnded, PledgeMade
from moothall.domain.winds_of_numa_sera.moves import AcceptTrade, Attack, Build, OfferTrade, Use
from moothall.domain.winds_of_numa_sera.state import Pledge, State
from tests.domain.winds_of_numa_sera.tables import (
    WINDS,
    dice,
    explored,
    has,
    passed,
    play,
    rich,
    scene,
    shown,
    start,
    truce,
    vow,
)
from tests.support.scenes import Scene, rule


def phase2(state: State, seat: int) -> list[Any]:
    """The halves of Phase 2 that are listed."""
    return [move for move in WINDS.legal_moves(state, seat) if isinstance(move, Attack | Build)]


def promised(state: State, move: OfferTrade) -> Scene:
    """The offer of the active player is accepted."""
    return scene(state).when(state.turn.seat, move).when(move.to, AcceptTrade())


@rule("NS-9.9")
def test_a_truce_forbids_attacks_on_hero_and_strongholds() -> None:
    state = play(explored(rich("corvane", "ashkari", "sjorsja")), 1, "reedwatch")
    table = promised(state, OfferTrade(1, give_pledge="truce", get_capital=5)).then(PledgeMade(truce(0, 1)))
    table.when(0, Attack("hero", "1")).breaks("NS-9.9")
    table.when(0, Attack("stronghold", "reedwatch")).breaks("NS-9.9")
    table.lacks(0, Attack("hero", "1")).lists(0, Attack("hero", "2"), Build("royal_mint"))


@rule("NS-9.9")
def test_a_truce_may_spare_a_third_player() -> None:
    state = explored(rich("corvane", "ashkari", "sjorsja"))
    table = promised(state, OfferTrade(1, give_pledge="truce", give_pledge_target="2", get_capital=5))
    assert table.state.pledges == (truce(0, 1, spares=2),)
    table.when(0, Attack("hero", "2")).breaks("NS-9.9")
    table.lists(0, Attack("hero", "1"))
    for target in ("0", "3", "reedwatch", ""):
        scene(state).when(0, OfferTrade(1, give_pledge="truce", give_pledge_target=target)).breaks("NS-9.9")
    hero = OfferTrade(1, give_pledge="truce", give_pledge_target_type="hero")
    scene(state).when(0, hero).breaks("NS-9.9")


@rule("NS-9.13")
def test_a_promise_of_the_active_player_begins_with_this_turn() -> None:
    table = promised(explored(rich("corvane", "ashkari")), OfferTrade(1, give_pledge="truce"))
    table.when(0, Attack("hero", "1")).breaks("NS-9.9")
    table = table.when(0, Build("royal_mint")).then(PledgeEnded(truce(0, 1), "kept"))
    assert table.state.pledges == ()
    passed(scene(explored(table.state))).lists(0, Attack("hero", "1"))


@rule("NS-9.13")
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_promise_of_the_partner_begins_with_its_next_turn_and_binds_as_many_as_it_says(turns: int) -> None:
    state = explored(rich("corvane", "ashkari"))
    table = promised(state, OfferTrade(1, get_pledge="truce", get_pledge_turns=turns, give_capital=5))
    table = passed(table)
    for left in range(turns, 0, -1):
        assert table.state.pledges == (truce(1, 0, left),)
        table.when(1, Attack("hero", "0")).breaks("NS-9.9")
        table = passed(passed(table))
    assert table.state.pledges == ()
    table.lists(1, Attack("hero", "0"))


@rule("NS-9.13")
def test_the_number_of_turns_is_bounded_and_belongs_to_a_promise() -> None:
    table = scene(rich("corvane", "ashkari"))
    for turns in (0, -1, 11):
        table.when(0, OfferTrade(1, give_pledge="truce", give_pledge_turns=turns)).breaks("NS-9.13")
    assert table.when(0, OfferTrade(1, give_pledge="truce", give_pledge_turns=10)).state.offer
    table.when(0, OfferTrade(1, give_capital=1, give_pledge_turns=2)).breaks("NS-9.13")
    table.when(0, OfferTrade(1, give_capital=1, get_pledge_target="1")).breaks("NS-9.13")


@rule("NS-9.13")
def test_the_same_truce_again_runs_as_long_as_the_longer() -> None:
    state = replace(rich("corvane", "ashkari", "sjorsja"), pledges=(truce(1, 0, 3),))
    shorter = promised(state, OfferTrade(1, get_pledge="truce"))
    assert shorter.state.pledges == (truce(1, 0, 3),)
    longer = promised(state, OfferTrade(1, get_pledge="truce", get_pledge_turns=5))
    assert longer.state.pledges == (truce(1, 0, 5),)
    another = promised(state, OfferTrade(1, get_pledge="truce", get_pledge_target="2"))
    assert another.state.pledges == (truce(1, 0, 3), truce(1, 0, spares=2))


@rule("NS-9.10")
@pytest.mark.parametrize(
    ("kind", "target", "seat", "kept_by"),
    [
        ("player", "2", 2, [Attack("hero", "2"), Attack("stronghold", "reedwatch"), Attack("stronghold", "highcrag")]),
        ("hero", "2", 2, [Attack("hero", "2")]),
        ("stronghold", "highcrag", 2, [Attack("stronghold", "highcrag")]),
        ("independent", "stormwall", -1, [Attack("independent", "stormwall")]),
    ],
)
def test_a_promised_attack_is_the_only_way_to_play_phase_2(
    kind: Any, target: str, seat: int, kept_by: list[Attack]
) -> None:
    state = explored(rich("corvane", "ashkari", "sjorsja"))
    state = shown(play(state, 2, "reedwatch", "highcrag"), "stormwall", "emberhold")
    move = OfferTrade(1, give_pledge="attack", give_pledge_target_type=kind, give_pledge_target=target)
    pledge = Pledge("attack", 0, 1, kind, target, seat)
    table = promised(state, move).then(PledgeMade(pledge))
    assert phase2(table.state, 0) == kept_by
    table.when(0, Build("royal_mint")).breaks("NS-9.10")
    table.when(0, Attack("hero", "1")).breaks("NS-9.10")
    table = table.when(0, kept_by[0], draw=dice(state, {0: -3, 2: 3}))
    table.then(PledgeEnded(pledge, "kept"))
    assert table.state.pledges == ()


@rule("NS-9.10")
def test_what_cannot_be_the_target_of_a_promise() -> None:
    state = play(rich("corvane", "ashkari", "sjorsja"), 1, "reedwatch")
    targets = {
        "player": ("1", "0", "7", None, "reedwatch"),
        "hero": ("1", "0", None),
        "stronghold": ("reedwatch", "2", None),
        "independent": ("reedwatch", "2", "nonsense", None),
    }
    for kind, wrong in targets.items():
        for target in wrong:
            move = OfferTrade(1, give_pledge="attack", give_pledge_target_type=kind, give_pledge_target=target)  # type: ignore[arg-type]
            scene(state).when(0, move).breaks("NS-9.10")


@rule("NS-9.10")
def test_with_both_halves_the_promised_attack_comes_first() -> None:
    state = play(explored(rich("corvane", "ashkari", "sjorsja")), 0, "quill_war_architect")
    state = replace(state, pledges=(vow(0, 1, 2),))
    table = scene(state).when(0, Use("quill_war_architect"))
    table.when(0, Build("royal_mint")).breaks("NS-9.10")
    table = table.when(0, Attack("hero", "2"), draw=dice(state, {0: 1, 2: 1}))
    assert table.when(0, Build("royal_mint")).state.turn.seat == 1


@rule("NS-9.10", "NS-9.13")
def test_an_attack_promised_for_two_turns_is_made_in_each() -> None:
    state = explored(replace(rich("corvane", "ashkari", "sjorsja"), pledges=(vow(0, 1, 2, turns=2),)))
    table = scene(state).when(0, Attack("hero", "2"), draw=dice(state, {0: 1, 2: 1}))
    assert table.state.pledges == (vow(0, 1, 2),)
    table = passed(passed(scene(explored(table.state))))
    assert phase2(table.state, 0) == [Attack("hero", "2")]
    table = table.when(0, Attack("hero", "2"), draw=dice(table.state, {0: 1, 2: 1}))
    table.then(PledgeEnded(vow(0, 1, 2), "kept"))


@rule("NS-9.11")
def test_promises_never_contradict_each_other() -> None:
    state = shown(play(rich("corvane", "ashkari", "sjorsja", "edrik"), 2, "reedwatch"), "stormwall")
    attack = {"get_pledge": "attack"}
    sworn = scene(replace(state, pledges=(vow(1, 3, 2),)))
    for kind, target in (("player", "3"), ("hero", "2"), ("stronghold", "reedwatch"), ("independent", "stormwall")):
        move: Any = OfferTrade(1, get_pledge_target_type=kind, get_pledge_target=target, **attack)  # type: ignore[arg-type]
        sworn.when(0, move).breaks("NS-9.11")
    sworn.when(0, OfferTrade(1, get_pledge="truce", get_pledge_target="2")).breaks("NS-9.11")
    assert sworn.when(0, OfferTrade(1, get_pledge="truce")).state.offer
    spared = scene(replace(state, pledges=(truce(1, 2),)))
    for kind, target in (("player", "2"), ("hero", "2"), ("stronghold", "reedwatch")):
        move = OfferTrade(1, get_pledge_target_type=kind, get_pledge_target=target, **attack)  # type: ignore[arg-type]
        spared.when(0, move).breaks("NS-9.11")
    wall = OfferTrade(1, get_pledge_target_type="independent", get_pledge_target="stormwall", get_pledge="attack")
    assert spared.when(0, wall).state.offer
    assert spared.when(0, OfferTrade(2, get_pledge="attack", get_pledge_target="1")).state.offer


@rule("NS-9.11")
def test_a_promise_ends_with_a_party_or_its_target() -> None:
    state = start("corvane", "ashkari", "sjorsja")
    state = state.with_mat(2, line=("sjorsja",)).with_seat(2, fallen=("vharga", "urzhen"), power=1)
    ending = (vow(1, 0, 2), truce(2, 1), truce(0, 2), truce(1, 0, spares=2))
    state = replace(explored(state), pledges=(*ending[:2], truce(1, 0), *ending[3:]))
    table = scene(state).when(0, Attack("hero", "2"), draw=dice(state, {0: 3, 2: -3}))
    table.then(*(PledgeEnded(pledge, "lapsed") for pledge in state.pledges if pledge in ending))
    assert table.state.pledges == (truce(1, 0),)


@rule("NS-9.11")
def test_a_promise_ends_when_its_stronghold_has_gone_elsewhere() -> None:
    state = play(rich("corvane", "ashkari", "sjorsja"), 2, "reedwatch")
    pledge = Pledge("attack", 0, 1, "stronghold", "reedwatch", 2, 2)
    table = promised(replace(state, pledges=(pledge,)), OfferTrade(2, get_cards=("reedwatch",), give_capital=25))
    table.then(PledgeEnded(pledge, "kept"))
    pledge = replace(pledge, by=1, to=0)
    table = promised(replace(state, pledges=(pledge,)), OfferTrade(2, get_cards=("reedwatch",), give_capital=25))
    table.then(PledgeEnded(pledge, "lapsed"))
    state = shown(explored(state), "sapphire_gate")
    pledge = Pledge("attack", 1, 2, "independent", "sapphire_gate", -1)
    state = replace(state, pledges=(pledge,))
    table = scene(state).when(0, Attack("independent", "sapphire_gate"), draw=dice(state, {0: 3}))
    table.then(PledgeEnded(pledge, "lapsed"))
    assert any(isinstance(move, Build) for move in phase2(explored(table.state), 1))


@rule("NS-9.11")
def test_a_stronghold_taken_in_the_first_of_two_turns_keeps_the_promise() -> None:
    pledge = Pledge("attack", 0, 1, "independent", "sapphire_gate", -1, 2)
    state = replace(shown(explored(rich("corvane", "ashkari")), "sapphire_gate"), pledges=(pledge,))
    table = scene(state).when(0, Attack("independent", "sapphire_gate"), draw=dice(state, {0: 3}))
    table.then(PledgeEnded(pledge, "kept"))
    repelled = scene(state).when(0, Attack("independent", "sapphire_gate"), draw=dice(state, {0: -3}))
    assert repelled.state.pledges == (replace(pledge, turns=1),)


@rule("NS-9.11")
def test_a_promise_that_cannot_be_kept_binds_nothing() -> None:
    state = explored(rich("corvane", "ashkari", "sjorsja"))
    state = replace(state, pledges=(vow(0, 1, 2), truce(0, 2, 2)))  # no trade leads here
    table = scene(state).when(0, Build("royal_mint")).then(PledgeEnded(vow(0, 1, 2), "lapsed"))
    assert table.state.pledges == (truce(0, 2),)


@rule("NS-9.10")
def test_a_hero_that_falls_leaves_the_promise_to_attack_standing() -> None:
    pledge = Pledge("attack", 0, 1, "hero", "2", 2, 2)
    state = has(explored(rich("corvane", "ashkari", "sjorsja")), 2, power=1)
    state = replace(state, pledges=(pledge,))
    table = scene(state).when(0, Attack("hero", "2"), draw=dice(state, {0: 3, 2: -3}))
    assert table.state.seats[2].hero != "sjorsja"
    assert table.state.pledges == (replace(pledge, turns=1),)
