"""A game's entry in the listings, folded from changes alone: given what has happened, when something happens, then the
entry says so, and nothing else of it changes."""

from __future__ import annotations

from moothall.domain.table import changes as c
from moothall.domain.table.ending import Placed
from moothall.domain.table.state import Clock, Reserved, Seat
from moothall.events.event_store.metadata import Meta, ReservedMeta, ResultMeta, SeatMeta, listed
from tests.support.entries import Listed, given
from tests.support.tally import TALLY, Revealed, Waved, Written

ANN_SITS = SeatMeta(0, "human", "ann", "Ann", None)
BEN_SITS = SeatMeta(1, "human", "ben", "Ben", None)
NOBODY_YET = SeatMeta(1, "human", None, None, None)

BEN_TAKES_IT = c.SeatTaken(1, "ben", "Ben")


def created(**more: object) -> c.GameCreated:
    """Ann's game for two, in which Ben has not sat down."""
    known: dict[str, object] = {
        "title": "tally",
        "edition": 1,
        "content_hash": TALLY.editions[1].hash,
        "commitment": "c" * 64,
        "creator": "ann",
        "created_at": 900,
        "seats": (Seat("human", "ann", "Ann"), Seat("human")),
        "options": {"rounds": 3},
        "private": False,
        "substitute": "random",
    }
    return c.GameCreated(**(known | more))  # type: ignore[arg-type]


def begun(**more: object) -> Listed:
    """Both sit, and both are asked for a number."""
    return given(TALLY, created(**more)).when(BEN_TAKES_IT, c.GameStarted())


def ended(ranking: tuple[tuple[int, ...], ...] = ((1,), (0,)), secret: str = "00" * 32) -> c.GameFinished:
    return c.GameFinished(ranking, (3, 5), (), secret)


class TestTheLobby:
    def test_a_new_game_is_open_and_shows_its_empty_seat(self) -> None:
        given(TALLY, created()).then(
            id="g1",
            title="tally",
            status="open",
            seq=1,
            round=0,
            seats=[ANN_SITS, NOBODY_YET],
            awaiting=[],
            creator="ann",
            created_at=900,
            updated_at=1_000,
            work="none",
        )

    def test_who_sits_down_is_shown_and_who_leaves_no_more(self) -> None:
        three = (Seat("human", "ann", "Ann"), Seat("human"), Seat("human"))
        waiting = given(TALLY, created(seats=three)).when(BEN_TAKES_IT)
        third = SeatMeta(2, "human", None, None, None)
        waiting.only(seats=[ANN_SITS, BEN_SITS, third]).when(c.SeatLeft(1)).only(seats=[ANN_SITS, NOBODY_YET, third])

    def test_a_reserved_seat_says_for_whom_who_may_come_and_go(self) -> None:
        kept = ReservedMeta("ben", "Ben")
        empty, taken = SeatMeta(1, "human", None, None, None, kept), SeatMeta(1, "human", "ben", "Ben", None, kept)
        waiting = given(TALLY, created(reserved=(Reserved(1, "ben", "Ben"),))).then(seats=[ANN_SITS, empty])
        waiting.when(BEN_TAKES_IT).only(seats=[ANN_SITS, taken]).when(c.SeatLeft(1)).only(seats=[ANN_SITS, empty])

    def test_a_started_game_is_active_and_waits_for_all_who_are_asked(self) -> None:
        begun().then(status="active", round=1, awaiting=[0, 1], seats=[ANN_SITS, BEN_SITS])

    def test_an_aborted_game_waits_for_nobody(self) -> None:
        given(TALLY, created()).when(c.GameAborted("aborted by its creator")).only(status="aborted")


class TestWhoseTurnItIs:
    def test_a_secret_answer_leaves_the_others_decision_as_it_was(self) -> None:
        before = begun()
        after = before.when(Written(0, 4), seat=0)
        assert after.entry.awaiting == [1]
        assert after.entry.decisions == before.entry.decisions[1:]

    def test_a_free_move_changes_nothing_that_is_listed(self) -> None:
        begun().when(Waved(1), seat=1).only()

    def test_what_makes_something_known_opens_a_new_decision(self) -> None:
        known = begun().when(Written(0, 4), seat=0).when(Written(1, 2), Revealed((4, 2), 6), seat=1)
        assert [(each.seat, each.id, each.kind) for each in known.entry.decisions] == [(0, 4, "turn")]

    def test_while_it_is_paused_nobody_is_waited_for_and_then_the_same_are(self) -> None:
        paused = begun().when(c.GamePaused()).only(awaiting=[], decisions=[])
        again = paused.when(c.GameResumed())
        assert (again.entry.awaiting, [each.id for each in again.entry.decisions]) == ([0, 1], [4, 4])

    def test_a_clock_gives_decisions_a_deadline(self) -> None:
        deadlines = [each.deadline for each in begun(clock=Clock(per_move_s=60)).entry.decisions]
        assert deadlines == [62_000, 62_000]
        assert begun(clock=Clock(per_move_s=60)).entry.deadline == 62_000
        assert begun().entry.deadline is None


class TestWhoLeaves:
    def test_who_resigns_is_remembered_for_the_profiles_alone(self) -> None:
        left = SeatMeta(1, "ai", None, None, "random", left="ben")
        resigned = begun().when(c.SeatResigned(1, "random"), seat=1).only(seats=[ANN_SITS, left], work="ai")
        assert "left" not in listed(resigned.entry)["seats"][1]

    def test_who_is_put_there_instead_sits_there(self) -> None:
        cat = SeatMeta(1, "human", "cat", "Cat", None, left="ben")
        ruled = c.SeatReplaced(1, "org", "ill", player="cat", name="Cat")
        begun(organiser="org").when(ruled).only(seats=[ANN_SITS, cat])


class TestTheEnd:
    def test_a_finished_game_has_its_result_and_who_is_rated(self) -> None:
        over = begun(rated=True).when(ended(), step="score_round")
        placed = [Placed("ann", 2), Placed("ben", 1)]
        over.then(status="finished", awaiting=[], result=ResultMeta([[1], [0]], [3, 5]), standing=placed, work="none")

    def test_equals_share_a_place(self) -> None:
        over = begun(rated=True).when(ended(((0, 1),)), step="score_round")
        over.then(standing=[Placed("ann", 1), Placed("ben", 1)])

    def test_nobody_is_rated_for_a_game_that_does_not_count(self) -> None:
        begun(rated=False).when(ended(), step="score_round").then(standing=[], status="finished")

    def test_who_resigned_is_behind_all_others(self) -> None:
        three = (Seat("human", "ann", "Ann"), Seat("human", "ben", "Ben"), Seat("human"))
        game = given(TALLY, created(seats=three, rated=True)).when(c.SeatTaken(2, "cat", "Cat"), c.GameStarted())
        over = game.when(c.SeatResigned(1, "random"), seat=1).when(
            c.GameFinished(((1,), (0,), (2,)), (3, 5, 1), (), "00" * 32), step="score_round"
        )
        over.then(standing=[Placed("ann", 1), Placed("ben", 3), Placed("cat", 2)])

    def test_an_annulled_game_has_no_result_and_nobody_is_rated(self) -> None:
        over = begun(rated=True, organiser="org").when(ended(), step="score_round")
        over.when(c.GameAnnulled("org", "the wrong deal", "")).only(status="annulled", result=None, standing=[])

    def test_a_sealed_game_says_when_its_secret_is_told(self) -> None:
        over = begun(sealed=True).when(ended(secret=""), step="score_round").then(sealed=True, told=False)
        over.when(c.SecretTold("00" * 32)).only(told=True)


def test_what_is_for_the_server_alone_is_not_listed() -> None:
    entry = begun(rated=True, private=True).entry
    assert set(Meta.__struct_fields__) - set(listed(entry)) == {
        "decisions",
        "work",
        "counts",
        "missed",
        "forfeited",
        "sealed",
        "told",
        "standing",
    }
