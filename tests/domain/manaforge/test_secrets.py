"""Who sees what."""

from __future__ import annotations

import pytest

from moothall.domain.core.data import Hidden
from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import NoOptions
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import DecksShuffled, OfferAnswered, TalentPicked, TalentsDealt, TalentsKept
from moothall.domain.manaforge.content import box_at
from moothall.domain.manaforge.moves import Build, Choose, DraftTalent, EndTurn, KeepTalents
from moothall.domain.manaforge.state import Dice, Draft, Keep, Offers, Seat, State
from tests.domain.manaforge.table import given, player, table
from tests.support.scenes import Scripted

BOX = box_at(1)

PICKED = ("earth_enchanter", "geomancer", "famous", "archmage")
OTHERS = ("fire_enchanter", "wizards_apprentice", "secret_stash", "scavenger")


def drafting() -> State:
    state: State = MANAFORGE.new(2, NoOptions(), Scripted()).state
    after: State = given(state).when(1, DraftTalent(state.seats[1].packet[0])).state
    return after


def test_a_seat_sees_its_own_packet_and_whether_others_have_picked() -> None:
    state = drafting()
    mine, theirs = (MANAFORGE.view(state, seat) for seat in (0, 1))
    assert mine.own.packet == state.seats[0].packet
    assert mine.phase.answered == (False, True)
    assert theirs.own.answer == (state.seats[1].packet[0],)
    spectator = str(MANAFORGE.view(state, None))
    assert not any(talent in spectator for seat in state.seats for talent in seat.packet)


def test_the_deck_is_a_number() -> None:
    state = table(player(), player(), board=["spark_wand"])
    for viewer in (None, 0, 1):
        view = str(MANAFORGE.view(state, viewer))
        assert not any(f"'{card}'" in view for card in (*state.deck, *state.unused))
        assert "'spark_wand'" in view


def test_talents_that_were_not_kept_are_their_owners_secret() -> None:
    seats = (Seat(talents=PICKED[:2], passed_over=PICKED[2:]), Seat(talents=OTHERS[:2], passed_over=OTHERS[2:]))
    state = table(*seats)
    assert MANAFORGE.view(state, 0).own.passed_over == PICKED[2:]
    assert not any(talent in str(MANAFORGE.view(state, 1)) for talent in PICKED[2:])


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (TalentPicked(0, "famous"), Hidden(0, "talent_picked")),
        (TalentsKept(0, ("famous", "archmage")), Hidden(0, "talents_kept")),
        (OfferAnswered(0, "gem"), Hidden(0, "offer_answered")),
    ],
)
def test_secret_answers_are_hidden_from_all_others(change: TalentPicked, shown: Hidden) -> None:
    assert MANAFORGE.redact(change, 0) == change
    assert MANAFORGE.redact(change, 1) == MANAFORGE.redact(change, None) == shown


def test_of_the_deal_everyone_sees_only_the_own_packet() -> None:
    dealt = TalentsDealt((PICKED, OTHERS), 4, ("scavenger",), 1)
    assert MANAFORGE.redact(dealt, 1) == TalentsDealt(((), OTHERS), 4, (), 1)
    assert MANAFORGE.redact(dealt, None) == TalentsDealt(((), ()), 4, (), 1)
    dice = Dice(8, 8, 8, 8, 8)
    assert MANAFORGE.redact(DecksShuffled(("spark_wand",), 1, (), 0, dice), 0) == DecksShuffled((), 1, (), 0, dice)


@pytest.mark.parametrize(
    "move", [DraftTalent("famous"), KeepTalents("famous", "archmage"), Choose("replica_gift", "gem")]
)
def test_secret_moves_are_for_their_own_seat(move: DraftTalent) -> None:
    assert MANAFORGE.redact_move(move, 0, 0) == move
    assert MANAFORGE.redact_move(move, 0, 1) is None
    assert MANAFORGE.redact_move(move, 0, None) is None


@pytest.mark.parametrize("move", [EndTurn(), Build("spark_wand"), Choose("mimic", "spark_wand")])
def test_open_moves_are_open(move: EndTurn) -> None:
    assert MANAFORGE.redact_move(move, 0, None) == move


def test_what_is_dealt_anew_stays_in_its_deck_and_keeps_what_precognition_sees() -> None:
    state = table(player(talents=["precognition"]), player())
    for seat, known in ((0, 6), (1, 0)):
        other = MANAFORGE.determinize(state, seat, FastDraw(3))
        assert other.deck[:known] == state.deck[:known]
        assert other.deck[known:] != state.deck[known:]
        assert [BOX.items[card].deck for card in other.deck] == [BOX.items[card].deck for card in state.deck]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("picks", [1, 2, 3])
def test_what_a_seat_handed_on_stays_where_it_can_be(seats: int, picks: int) -> None:
    scene = given(MANAFORGE.new(seats, NoOptions(), Scripted()).state)
    for _ in range(picks):
        for seat in range(seats):
            scene = scene.when(seat, DraftTalent(scene.state.seats[seat].packet[0]))
    first = scene.state.seats[0].passed_on[0]
    assert MANAFORGE.view(scene.state, 0).own.passed_on[0] == first
    taken = set()
    for seed in range(30):
        other = MANAFORGE.determinize(scene.state, 0, FastDraw(seed))
        assert not MANAFORGE.check(other)
        assert not MANAFORGE.check(MANAFORGE.determinize(other, 1, FastDraw(seed)))
        if picks == 1:
            assert set(other.seats[1].packet) == set(first)
        else:
            assert other.seats[1].picked[1] in first
            taken.add(other.seats[1].picked[1])
    if picks > 1:
        # With two seats the packet has come back, so that the card missing is known; else it may be any but the own.
        own = set(scene.state.seats[0].picked)
        assert taken == ({scene.state.seats[1].picked[1]} if seats == 2 else set(first) - own)


def test_answers_not_revealed_are_dealt_anew_within_the_rules() -> None:
    seen = set()
    keeping = table(
        Seat(picked=PICKED), Seat(picked=OTHERS), phase=Keep((("famous", "archmage"), ("fire_enchanter", "scavenger")))
    )
    giver = player(gems={"fire": 1}, prisms=1)
    asked = given(table(player(), giver, giver, mana={"fire": 6}, board=["replica_greatswords"]))
    offers = asked.when(0, Build("replica_greatswords")).when(1, Choose("replica_gift", "gem")).state
    for seed in range(20):
        draft = MANAFORGE.determinize(drafting(), 0, FastDraw(seed))
        assert isinstance(draft.phase, Draft)
        assert draft.phase.answers[1] in draft.seats[1].packet
        kept = MANAFORGE.determinize(keeping, 0, FastDraw(seed)).phase
        assert isinstance(kept, Keep)
        assert kept.answers[0] == ("famous", "archmage")
        gift = MANAFORGE.determinize(offers, 2, FastDraw(seed)).phase
        assert isinstance(gift, Offers)
        seen.add(gift.answers[1])
    assert seen == {"none", "gem", "prism"}
    assert MANAFORGE.determinize(offers, 1, FastDraw(1)).phase == offers.phase
