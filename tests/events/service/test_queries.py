"""The read path: everyone sees what is theirs to see, now and at any earlier seq."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from moothall.events.errors import NotSeated, UnknownGame, UnknownSeq
from tests.support.house import (
    ADD,
    ANN,
    BEN,
    CAT,
    DONE,
    RESIGN,
    SECRET,
    UNDO,
    WAVE,
    House,
    body,
    everything,
    turn_back,
    write,
)

CALLERS = ("ann", "ben", "zoe", None)


def moves(house: House, player: str = "ann", **more: int) -> Any:
    return body(house.queries.moves("g1", player, **more))


def events(house: House, player: str | None = "ann", **more: int) -> Any:
    return body(house.queries.events("g1", player, **more))


class TestLookingBack:
    def test_the_game_at_an_earlier_seq_is_what_the_caller_was_shown_then(self, house: House) -> None:
        shown: dict[tuple[int, str | None], bytes] = {}

        def look() -> None:
            for caller in CALLERS:
                seen = house.queries.game("g1", caller)
                shown[seen.seq, caller] = seen.body

        house.create(seats=3, rounds=1)
        look()
        acts: list[Callable[[], Any]] = [
            lambda: house.commands.join("g1", BEN, None, "e"),
            lambda: house.commands.join("g1", CAT, None, ""),
            lambda: house.play(ANN, write(4)),
            lambda: house.play(BEN, write(2)),
            lambda: house.play(ANN, UNDO),
            lambda: house.play(ANN, write(5)),
            lambda: house.play(CAT, write(1)),
            lambda: house.play(ANN, ADD),
            lambda: house.play(ANN, DONE),
            lambda: house.play(BEN, DONE),
            lambda: house.play(CAT, DONE),
            lambda: house.commands.step("g1", house.length()),
        ]
        for act in acts:
            act()
            look()
        assert len(shown) == 4 * house.length() == 52
        fresh = House(house.redis)
        for (seq, caller), then in shown.items():
            assert fresh.queries.game("g1", caller, at=seq).body == then, f"{caller} at {seq}"

    @pytest.mark.parametrize("seq", [-1, 0, 4])
    def test_there_is_nothing_before_the_first_or_after_the_last_event(self, house: House, seq: int) -> None:
        house.start().play(ANN, WAVE)
        with pytest.raises(UnknownSeq):
            house.queries.game("g1", "ann", at=seq)

    def test_who_gave_up_the_seat_looks_back_as_a_spectator(self, house: House) -> None:
        house.start().play(BEN, write(2))
        house.play(BEN, RESIGN)
        then = body(house.queries.game("g1", "ben", at=3))
        assert then["you"] is None
        assert then["state"]["written"] == [False, True]


class TestPrivacy:
    @pytest.mark.parametrize("caller", ["zoe", None])
    def test_a_private_game_is_unknown_to_strangers(self, house: House, caller: str | None) -> None:
        house.start(private=True)
        attempts: list[Callable[[], Any]] = [
            lambda: house.queries.game("g1", caller),
            lambda: house.queries.game("g1", caller, at=1),
            lambda: house.queries.moves("g1", caller or ""),
            lambda: house.queries.events("g1", caller),
            lambda: list(house.queries.all_events("g1", caller)),
            lambda: house.queries.scores("g1", caller),
        ]
        for attempt in attempts:
            with pytest.raises(UnknownGame):
                attempt()

    def test_who_has_or_had_a_part_in_it_knows_it(self, house: House) -> None:
        house.start(private=True).play(BEN, RESIGN)
        for caller in ("ann", "ben"):
            assert body(house.queries.game("g1", caller))["private"]

    def test_a_public_game_is_open_to_spectators(self, house: House) -> None:
        house.start()
        assert body(house.queries.game("g1", None))["you"] is None

    def test_events_are_shown_with_the_callers_eyes(self, house: House) -> None:
        house.start().play(ANN, write(4))
        assert events(house, "ann")["events"][2]["changes"] == [{"type": "written", "seat": 0, "number": 4}]
        for caller in ("ben", None):
            told = events(house, caller)["events"][2]
            assert (told["move"], told["changes"]) == (None, [{"type": "hidden", "seat": 0, "what": "written"}])

    def test_a_finished_game_hides_nothing(self, house: House) -> None:
        house.start(rounds=1).play_round()
        told = events(house, None)["events"]
        assert told[2]["move"] == {"type": "write", "number": 2}
        assert told[-1]["changes"][-1]["secret"] == SECRET.hex()


class TestMoves:
    def test_every_legal_move_is_listed_with_its_text(self, house: House) -> None:
        house.start()
        told = moves(house)
        assert [entry["move"]["number"] for entry in told["moves"]] == [1, 2, 3, 4, 5]
        assert {entry["text"] for entry in told["moves"]} == {"Write"}
        assert (told["seq"], told["seat"], told["more"], told["undo"]) == (2, 0, False, None)
        assert told["decision"] == {"seat": 0, "id": 2, "kind": "write", "deadline": None}

    @pytest.mark.parametrize(
        ("limit", "offset", "numbers", "more"),
        [
            (2, 0, [1, 2], True),
            (2, 2, [3, 4], True),
            (2, 4, [5], False),
            (5, 0, [1, 2, 3, 4, 5], False),
            (2, 9, [], False),
        ],
    )
    def test_long_lists_come_in_pages(
        self, house: House, limit: int, offset: int, numbers: list[int], more: bool
    ) -> None:
        house.start()
        told = moves(house, limit=limit, offset=offset)
        assert ([entry["move"]["number"] for entry in told["moves"]], told["more"]) == (numbers, more)

    def test_every_listed_move_can_be_posted_as_it_is(self, house: House) -> None:
        house.start()
        for entry in moves(house)["moves"]:
            house.play(ANN, entry["move"], dry_run=True)

    def test_what_can_be_undone_is_told(self, house: House) -> None:
        house.start().play(ANN, write(4))
        told = moves(house)
        assert (told["moves"], told["decision"]) == ([], None)
        assert told["undo"] == {"to": 2, "steps": [3]}
        house.play(ANN, {**UNDO, "to": told["undo"]["to"]})
        assert moves(house)["undo"] is None

    def test_a_game_that_is_not_active_has_none(self, house: House) -> None:
        house.create()
        assert moves(house)["moves"] == []

    def test_only_a_seat_has_moves(self, house: House) -> None:
        house.start()
        with pytest.raises(NotSeated):
            moves(house, "zoe")


class TestEvents:
    def test_they_come_in_pages(self, house: House) -> None:
        house.start().play_round()
        seen: list[int] = []
        after: int | None = 0
        while after is not None:
            page = events(house, after=after, limit=3)
            assert page["seq"] == 8
            seen += [event["seq"] for event in page["events"]]
            after = page["next"]
        assert seen == list(range(1, 9))

    def test_after_the_last_there_is_nothing(self, house: House) -> None:
        house.start()
        for after in (2, 50):
            page = events(house, after=after)
            assert (page["events"], page["next"]) == ([], None)

    def test_each_carries_its_chain_hash(self, house: House) -> None:
        house.start().play_round()
        hashes = [stored.hash.hex() for stored in house.store.tail("g1")]
        assert [event["hash"] for event in events(house)["events"]] == hashes

    def test_all_of_them_are_a_line_each(self, house: House) -> None:
        house.start().play_round()
        lines = list(house.queries.all_events("g1", "ann", after=2))
        assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
        assert [msgspec.json.decode(line) for line in lines] == events(house, after=2)["events"]


class TestScores:
    def test_the_timeline_has_an_entry_for_every_change_of_the_totals(self, house: House) -> None:
        house.start(rounds=2)
        house.play_round()
        first = house.table().game.points
        house.play_round()
        told = body(house.queries.scores("g1", None))
        assert told["timeline"] == [
            {"seq": 2, "scores": [0, 0]},
            {"seq": 8, "scores": list(first)},
            {"seq": 14, "scores": list(house.table().game.points)},
        ]
        assert [sheet["total"] for sheet in told["sheets"]] == list(house.table().game.points)

    def test_it_goes_on_with_the_game(self, house: House) -> None:
        house.start(rounds=3)
        for _ in range(3):
            house.play_round()
            assert house.queries.scores("g1", None) == House(house.redis).queries.scores("g1", None)

    def test_what_the_log_no_longer_holds_is_forgotten(self, house: House) -> None:
        house.start(rounds=3)
        house.play_round()
        before = everything(house.redis)
        house.play_round()
        house.queries.scores("g1", None)
        turn_back(house.redis, before)
        house.games.forget("g1")
        house.play(ANN, write(1))
        for _ in range(house.length(), 14):  # as long as what was lost, but otherwise
            house.play(ANN, WAVE)
        assert house.queries.scores("g1", None) == House(house.redis).queries.scores("g1", None)

    def test_a_game_that_has_not_started_has_none(self, house: House) -> None:
        house.create()
        assert body(house.queries.scores("g1", None)) == {"seq": 1, "sheets": [], "timeline": []}


def test_what_another_process_wrote_is_seen_at_once(house: House, other: House) -> None:
    house.start()
    house.queries.game("g1", "ann")
    other.play(BEN, WAVE)
    assert house.queries.game("g1", "ann").seq == 3
    assert moves(house)["seq"] == 3
    assert events(house)["events"][-1]["seq"] == 3
