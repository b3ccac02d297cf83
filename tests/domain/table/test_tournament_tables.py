"""TB-11: tables of a tournament, players who do not come, and deals that several tables play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.words import NOBODY
from moothall.domain.table import decide
from moothall.domain.table.changes import GameCreated, GameFinished, GameStarted, SeatMissed, SecretTold
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.event import event_type
from moothall.domain.table.fold import EMPTY
from moothall.domain.table.moves import Adjudicate, AnnulGame, Resign
from moothall.domain.table.state import Clock, Reserved, Seat, TournamentTable
from moothall.domain.table.views import describe, event_view, game_view, may_know, reader_of
from moothall.events.audit.game import audit
from tests.domain.table.test_seats import AI, HUMAN, opened
from tests.laws.walk import Game
from tests.support.records import TRUSTED, record
from tests.support.scenes import rule
from tests.support.tally import TALLY, Done, Write

ORGANISER = Person("org", "Organiser")
PEOPLE = [Person(f"p{index}", f"Player {index}") for index in range(4)]
TABLE = TournamentTable("cup", 2, 3)


class AtTable(Game):
    """A table of a tournament, its seats kept for their players."""

    def __init__(
        self,
        seats: str = "hh",
        *,
        sealed: bool = False,
        clock: Clock | None = None,
        secret: bytes = bytes(range(32)),
        come: bool = True,
    ) -> None:
        self.title, self.secret, self.log, self.events = TALLY, secret, EMPTY, []
        self._decoder = msgspec.json.Decoder(event_type(TALLY))
        places = [HUMAN if kind == "h" else AI for kind in seats]
        kept = [Reserved(i, PEOPLE[i].id, PEOPLE[i].name) for i, kind in enumerate(seats) if kind == "h"]
        self.append(table_of(places, kept, secret=secret, sealed=sealed, clock=clock))
        for each in kept if come else ():
            self.join(each.seat)

    def join(self, seat: int, entropy: str = "") -> None:
        self.append(decide.join(self.title, self.log.table, PEOPLE[seat], None, entropy, self.secret))

    def miss(self, *seats: int) -> Any:
        return self.append(decide.start_without(self.title, self.log.table, seats, self.secret))

    def tell(self) -> Any:
        return self.append(decide.tell_secret(self.log.table, self.secret))

    def play_out(self) -> AtTable:
        for seat in range(2):
            self.play(seat, Write(seat + 1))
        for seat in range(2):
            self.play(seat, Done())
        self.step()
        return self


def table_of(places: Sequence[Seat], kept: Sequence[Reserved], **more: Any) -> Outcome:
    options = {"rounds": 1}
    secret = more.pop("secret", bytes(32))
    defaults: dict[str, Any] = {"organise": True, "reserved": kept, "tournament": TABLE}
    return decide.create(TALLY, ORGANISER, places, options, secret, 0, **{**defaults, **more})


@rule("TB-11.1")
def test_a_game_says_which_table_it_is() -> None:
    game = AtTable()
    assert game.log.table.tournament == TABLE
    assert game_view(TALLY, "g", 1, game.log.table, None)["tournament"] == {"id": "cup", "round": 2, "table": 3}
    assert game_view(TALLY, "g", 1, Game(TALLY, 2).log.table, None)["tournament"] is None


@rule("TB-11.1")
def test_a_table_has_an_organiser() -> None:
    with pytest.raises(IllegalMove, match=r"TB-11\.1"):
        table_of([HUMAN, HUMAN], [], organise=False)


@rule("TB-11.2")
def test_only_a_table_of_a_tournament_is_sealed() -> None:
    with pytest.raises(IllegalMove, match=r"TB-11\.2"):
        table_of([HUMAN, HUMAN], [], tournament=None, sealed=True)


@rule("TB-11.2")
def test_no_seat_adds_entropy_to_a_deal_that_others_play_too() -> None:
    game = AtTable(sealed=True, come=False)
    with pytest.raises(IllegalMove, match=r"TB-11\.2"):
        game.join(0, "luck")
    open_one = AtTable(come=False)
    open_one.join(0, "luck")
    assert open_one.log.table.seats[0].entropy == "luck"


@rule("TB-11.2")
def test_two_tables_with_one_secret_have_the_same_luck() -> None:
    one, other = AtTable(sealed=True), AtTable(sealed=True)
    for game in (one, other):
        game.play_out()
    assert one.log.table.game == other.log.table.game
    assert one.log.table.commitment == other.log.table.commitment


def finished(game: AtTable) -> None:
    game.play_out()


def adjudicated(game: AtTable) -> None:
    game.rule(Adjudicate(((1,), (0,)), "time is up"))


def annulled(game: AtTable) -> None:
    game.rule(AnnulGame("a fire"))


def annulled_after_the_end(game: AtTable) -> None:
    finished(game)
    annulled(game)


ENDINGS = [finished, adjudicated, annulled, annulled_after_the_end]


@rule("TB-11.2", "TB-3.1")
@pytest.mark.parametrize("end", ENDINGS)
def test_the_end_of_a_sealed_game_does_not_tell_its_secret(end: Any) -> None:
    game = AtTable(sealed=True)
    end(game)
    table = game.log.table
    assert table.over
    assert not table.revealed
    assert game.secret.hex() not in "".join(each.decode() for each in game.events)
    assert may_know(table, PEOPLE[0].id)
    assert may_know(table, ORGANISER.id)
    assert not may_know(table, "stranger")
    assert not may_know(table, None)


@rule("TB-11.2")
def test_its_players_are_shown_how_it_ended_and_nothing_that_was_hidden() -> None:
    game = AtTable(sealed=True).play_out()
    view = game_view(TALLY, "g", game.log.seq, game.log.table, 0)
    assert view["result"]["ranking"]
    assert view["result"]["secret"] == ""
    assert view["sealed"]
    assert view["private"]
    hidden = event_view(TALLY, game.decode(game.events[4]), reader_of(game.log.table, 0), game.log.table.revealed)
    assert hidden["digest"] is None
    assert next(change["type"] for change in hidden["changes"]) == "hidden"


@rule("TB-11.3")
@pytest.mark.parametrize("end", ENDINGS)
def test_once_it_is_told_it_is_a_game_like_any_other(end: Any) -> None:
    game = AtTable(sealed=True)
    end(game)
    told = game.tell()
    table = game.log.table
    assert told.changes == (SecretTold(game.secret.hex()),)
    assert describe(TALLY, told.changes[0], NOBODY).startswith("Every table with this deal is over")
    assert table.revealed
    assert not table.private
    assert may_know(table, None)
    assert not game_view(TALLY, "g", game.log.seq, table, None)["sealed"]
    if table.result is not None:
        assert table.result.secret == game.secret.hex()
    report = audit(record(game), {"tally": TALLY}, trusted=TRUSTED)
    assert report.ok, report


@rule("TB-11.3", "TB-7.4")
def test_what_is_told_stays_told_when_the_game_is_annulled() -> None:
    game = AtTable(sealed=True).play_out()
    game.tell()
    game.rule(AnnulGame("a mistake"))
    assert game.log.table.revealed
    assert audit(record(game), {"tally": TALLY}, trusted=TRUSTED).ok


@rule("TB-11.3")
def test_a_secret_is_told_once_and_after_the_end() -> None:
    game = AtTable(sealed=True)
    with pytest.raises(IllegalMove, match=r"TB-11\.3: the game is active"):
        game.tell()
    game.play_out()
    game.tell()
    with pytest.raises(IllegalMove, match=r"TB-11\.3: its secret has been told"):
        game.tell()
    with pytest.raises(IllegalMove, match=r"TB-11\.3: its secret is not kept back"):
        decide.tell_secret(AtTable().play_out().log.table, bytes(32))


@rule("TB-11.3")
def test_another_secret_than_the_one_committed_to_is_noticed() -> None:
    game = AtTable(sealed=True).play_out()
    game.append(decide.tell_secret(game.log.table, bytes(32)))
    report = audit(record(game), {"tally": TALLY}, trusted=TRUSTED)
    assert report.draws.ok is False
    assert "committed" in str(report.draws.why)


@rule("TB-11.2")
def test_a_record_without_the_secret_is_no_proof() -> None:
    game = AtTable(sealed=True).play_out()
    report = audit(record(game), {"tally": TALLY}, trusted=TRUSTED)
    assert report.draws.ok is False
    assert "never told" in str(report.draws.why)


@rule("TB-11.4")
def test_with_the_last_seat_that_nobody_came_to_the_game_starts() -> None:
    game = AtTable("hhh", come=False)
    game.join(0)
    game.join(2)
    event = game.miss(1)
    assert event.changes[:2] == (SeatMissed(1, game.log.table.substitute), GameStarted())
    table = game.log.table
    assert table.status == "active"
    assert table.missed == table.forfeited == (1,)
    assert table.seats[1] == Seat("ai", level=table.substitute)
    assert may_know(table, PEOPLE[1].id)
    assert "nobody has come to seat 1" in describe(TALLY, event.changes[0], NOBODY).lower()


@rule("TB-11.4")
def test_others_are_still_waited_for() -> None:
    game = AtTable("hhh", come=False)
    game.miss(1)
    assert game.log.table.status == "open"
    with pytest.raises(IllegalMove, match=r"TB-1\.6|TB-1\.3"):
        game.join(1)
    game.join(0)
    game.join(2)
    assert game.log.table.status == "active"


@rule("TB-11.4", "TB-9.5")
def test_who_did_not_come_shares_the_last_place() -> None:
    game = AtTable("hhhh", come=False)
    game.join(0)
    game.join(1)
    game.miss(2, 3)
    game.run(FastDraw(3))
    assert game.log.table.result.ranking[-1] == (2, 3)
    assert audit(record(game), {"tally": TALLY}, trusted=TRUSTED).ok


@rule("TB-11.4")
@pytest.mark.parametrize("sealed", [False, True])
def test_who_is_left_alone_has_won(sealed: bool) -> None:
    game = AtTable(sealed=sealed, come=False)
    game.join(1)
    event = game.miss(0)
    assert isinstance(event.changes[-1], GameFinished)
    table = game.log.table
    assert table.status == "finished"
    assert table.result.ranking == ((1,), (0,))
    assert table.revealed is not sealed


@rule("TB-11.4")
def test_an_ai_of_the_house_is_there_too() -> None:
    game = AtTable("ha", come=False)
    game.miss(0)
    assert game.log.table.result.ranking == ((1,), (0,))


@rule("TB-11.4")
@pytest.mark.parametrize("seats", [(), (0,), (1, 1), (3,), (-1,)])
def test_only_free_seats_are_missed(seats: tuple[int, ...]) -> None:
    game = AtTable("hhh", come=False)
    game.join(0)
    with pytest.raises(IllegalMove, match=r"TB-11\.4"):
        game.miss(*seats)


@rule("TB-11.4")
def test_a_table_that_nobody_came_to_is_aborted() -> None:
    game = AtTable(come=False)
    with pytest.raises(IllegalMove, match=r"TB-11\.4: nobody came at all"):
        game.miss(0, 1)
    game.append(decide.abort(game.log.table, ORGANISER))
    assert game.log.table.status == "aborted"


@rule("TB-11.4", "TB-1.5")
def test_nobody_is_missed_in_a_game_that_has_started_or_is_none_of_a_tournament() -> None:
    with pytest.raises(IllegalMove, match=r"TB-1\.5"):
        AtTable().miss(0)
    with pytest.raises(IllegalMove, match=r"TB-11\.4: only a table of a tournament"):
        decide.start_without(TALLY, opened(2), [1], bytes(32))


@rule("TB-11.4", "TB-9.2")
def test_a_clock_runs_for_those_who_came() -> None:
    game = AtTable("hhh", come=False, clock=Clock(per_move_s=60))
    game.join(0)
    game.join(1)
    game.miss(2)
    deadlines = {decision.seat: decision.deadline for decision in game.log.table.decisions}
    assert deadlines[0] is not None
    assert deadlines[2] is None


@rule("TB-5.1")
def test_who_resigns_at_a_table_is_not_missed() -> None:
    game = AtTable("hh")
    game.play(0, Resign())
    assert game.log.table.missed == ()
    assert isinstance(game.decode(game.events[0]).changes[0], GameCreated)
