"""What a seat is shown of an earlier point is what it got then; and whose eyes one may borrow."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.fold import undoable
from moothall.domain.table.moves import AnnulGame, PauseGame, ReplaceSeat, RestoreGame, ResumeGame
from moothall.domain.table.state import Seat
from moothall.domain.titles import TITLES
from moothall.events.errors import StillHidden, UnknownSeat, UnknownSeq
from moothall.events.records.format import read
from moothall.events.records.replay import Replay
from tests.support.house import ANN, BEN, PEOPLE, SECRET, UNDO, House, body, write
from tests.support.records import ORGANISER
from tests.support.tally import TALLY


def play_some(house: House, title: AnyTitle, seats: int, events: int) -> dict[tuple[int, int | None], Any]:
    """Random play by people over the real log, undos and rulings among it; what everybody saw at every seq."""
    luck = FastDraw(5)
    seen: dict[tuple[int, int | None], Any] = {}
    house.commands.create("g1", ORGANISER, title, [Seat("human")] * seats, {}, SECRET, organise=True)
    for person in PEOPLE[:seats]:
        house.commands.join("g1", person, None, "")

    def look() -> int:
        seq = house.length()
        for seat, person in enumerate(PEOPLE[:seats]):
            seen[(seq, seat)] = body(house.queries.game("g1", person.id))
        seen[(seq, None)] = body(house.queries.game("g1", None))
        return seq

    while (seq := look()) < events:
        table = house.table()
        if table.status == "finished":
            return seen
        if table.step is not None:
            house.commands.step("g1", seq)
            continue
        seat = table.decisions[luck.below("seat", len(table.decisions))].seat
        move = title.sample_move(title, table.game, seat, luck)
        house.commands.play("g1", PEOPLE[seat], [plainly(move)])
        if undoable(house.games.fresh("g1").log, seat) and luck.below("undo", 5) == 0:
            look()
            house.commands.play("g1", PEOPLE[seat], [UNDO])
        rule_now_and_then(house, look)
    house.arbiter.rule("g1", ORGANISER, AnnulGame("the hall closes"))
    look()
    return seen


def rule_now_and_then(house: House, look: Any) -> None:
    seq = look()
    if 20 <= seq < 23 and not house.table().paused and house.table().status == "active":
        for ruling in (PauseGame("fire alarm"), ResumeGame("all clear"), RestoreGame(15, "what a mess")):
            house.arbiter.rule("g1", ORGANISER, ruling)
            look()


@pytest.mark.parametrize("slug", sorted(TITLES))
def test_every_seat_at_every_seq_is_as_it_was(redis: Any, slug: str) -> None:
    title = TITLES[slug]
    house = House(redis, titles=TITLES)
    seen = play_some(house, title, title.players[0], 45)
    assert len({seq for seq, _ in seen}) > 40
    record = Replay(house.archive.record("g1", None), TITLES)
    for (seq, seat), got in seen.items():
        if seat is None:
            assert body(house.queries.game("g1", None, seq)) == got
        else:
            assert body(house.queries.game("g1", None, seq, seat)) == got
        assert plainly(record.view(seq, seat)) == got, "and the exported file shows the same"


def plainly(data: Any) -> Any:
    """As its reader gets it."""
    return msgspec.json.decode(msgspec.json.encode(data))


def test_all_eyes_together_see_everything(house: House) -> None:
    house.start(rounds=1).play_round()
    answer = body(house.queries.game("g1", None, 3, "all"))
    assert answer["full"]["written"] == [2, None]
    assert [view["written"] for view in answer["views"]] == [[2, False], [True, None]]
    assert answer["state"]["written"] == [True, False]
    now = body(house.queries.game("g1", None, None, "all"))
    assert (now["seq"], now["status"]) == (8, "finished")
    before = body(house.queries.game("g1", None, 1, "all"))
    assert "full" not in before
    assert before["state"] is None


def test_during_play_only_the_own_eyes(house: House) -> None:
    house.start()
    house.play(ANN, write(4))
    assert body(house.queries.game("g1", ANN.id, 3, 0))["state"]["written"] == [4, False]
    for player in (BEN.id, None):
        for eyes in (0, "all"):
            with pytest.raises(StillHidden):
                house.queries.game("g1", player, 3, eyes)
    with pytest.raises(StillHidden):
        house.queries.game("g1", ANN.id, None, "all")


def test_the_organiser_sees_everything_at_any_time(house: House) -> None:
    house.create(organise=True)
    for person in (BEN, PEOPLE[2]):
        house.commands.join("g1", person, None, "")
    house.play(BEN, write(4))
    assert body(house.queries.game("g1", ANN.id, None, 0, True))["state"]["written"] == [4, False]
    assert body(house.queries.game("g1", ANN.id, 4, "all", True))["full"]["written"] == [4, None]
    assert body(house.queries.game("g1", ANN.id))["state"]["written"] == [True, False]
    for player, organises in ((ANN.id, False), (BEN.id, True), (None, True)):
        with pytest.raises(StillHidden):
            house.queries.game("g1", player, 4, "all", organises)


def test_seats_and_events_that_are_not_there(house: House) -> None:
    house.start(rounds=1).play_round()
    with pytest.raises(UnknownSeat, match="no seat 2"):
        house.queries.game("g1", None, 3, 2)
    with pytest.raises(UnknownSeq):
        house.queries.game("g1", None, 9, 0)


def test_a_seat_that_changed_hands_is_shown_as_it_was(house: House) -> None:
    house.create(organise=True, rounds=1)
    for person in (BEN, PEOPLE[2]):
        house.commands.join("g1", person, None, "")
    house.arbiter.rule("g1", ANN, ReplaceSeat(0, "gone", player="dan"), PEOPLE[3])
    house.arbiter.rule("g1", ANN, AnnulGame("enough"))
    then, now = (body(house.queries.game("g1", None, seq, 0)) for seq in (3, 4))
    assert (then["seats"][0]["name"], now["seats"][0]["name"]) == ("Ben", "Dan")
    assert read(house.archive.record("g1", None)).fault is None
    assert TALLY.slug == then["title"]
