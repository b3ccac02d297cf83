"""Tournaments in the log: asked, run, listed and read, with games that people and AIs play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.table.decide import Person
from moothall.domain.tournament import moves as m
from moothall.domain.tournament.changes import RoundClosed, RoundPaired, TableEnded
from moothall.domain.tournament.context import deal_secret
from moothall.domain.tournament.standings import standings
from moothall.events import keys
from moothall.events.errors import KeyReused, StaleMatch, UnknownRound, UnknownTournament
from moothall.events.event_store.store import Ids
from moothall.events.games.writer import Key
from moothall.events.tournaments.projections import TournamentListing
from moothall.server.embedded import EmbeddedRedis
from tests.support.cup import CUP, OLGA, SECRET, START, Cup, account, settings
from tests.support.looking import LookingStore
from tests.support.tally import TALLY


@pytest.fixture
def cup(redis_server: EmbeddedRedis, redis: Any) -> Iterator[Cup]:
    made = Cup(redis_server.url)
    yield made
    made.close()


@pytest.fixture
def other(redis_server: EmbeddedRedis, redis: Any) -> Iterator[Cup]:
    """A second process on the same Redis."""
    made = Cup(redis_server.url)
    yield made
    made.close()


def events(cup: Cup) -> list[Any]:
    return [cup.log.read(CUP, stored) for stored in cup.store.tail(CUP)]


def changes(cup: Cup, kind: type) -> list[Any]:
    return [change for event in events(cup) for change in event.changes if isinstance(change, kind)]


def body(answer: Any) -> Any:
    return msgspec.json.decode(answer.body)


def test_a_tournament_of_ais_runs_to_its_end(cup: Cup) -> None:
    cup.start(ais=4)
    while cup.tournament.status == "active":
        cup.run()
        cup.play_round()
        cup.run()
    assert cup.tournament.status == "finished"
    assert [len(each.tables) for each in cup.tournament.rounds] == [2, 2]
    assert len(changes(cup, TableEnded)) == 4
    assert sum(row.points for row in standings(cup.tournament)) > 0
    assert cup.store.due(START + 10**12) == []


def test_tables_are_kept_for_their_entrants_and_organised_by_the_organiser(cup: Cup) -> None:
    cup.start(people=3, ais=1, clock=None, substitute="random")
    cup.run()
    entrants = {each.id: each for each in cup.tournament.entrants}
    for paired in cup.last.tables:
        table = cup.table(paired.game)
        kept = {each.seat: each.player for each in table.reserved}
        for seat, entrant in enumerate(paired.seats):
            assert kept.get(seat) == entrants[entrant].player
            assert table.seats[seat].level == entrants[entrant].level
        assert table.organiser == table.creator == OLGA.id
        assert table.substitute == "random"
        assert (table.tournament.id, table.tournament.round, table.tournament.table) == (CUP, 1, paired.table)


def test_tables_do_not_count_among_the_games_of_the_organiser(cup: Cup) -> None:
    cup.start(ais=4)
    cup.run()
    cup.projections.project(cup.game_ids())
    assert cup.redis.keys("mh:{p*}:made*") == []


def test_a_table_of_ais_alone_starts_at_once(cup: Cup) -> None:
    cup.start(ais=2)
    cup.run()
    (game_id,) = cup.game_ids()
    assert cup.table(game_id).status == "active"
    feed = cup.redis.xrange(keys.feed(keys.shard_of(game_id)))
    assert [fields.get(b"w") for _, fields in feed] == [b"ai"], "nobody is asked to play"


def test_who_does_not_come_is_not_waited_for(cup: Cup) -> None:
    cup.start(people=4, table_size=4, rounds=1, join_s=60)
    cup.run()
    (game_id,) = cup.game_ids()
    cup.join_all(game_id, missing=["p1"])
    cup.now += 59_999
    cup.run()
    assert cup.table(game_id).status == "open"
    cup.now += 1
    cup.run()
    table = cup.table(game_id)
    assert table.status == "active"
    assert len(table.missed) == 1
    assert cup.last.tables[0].absent == table.missed
    cup.play_out(game_id)
    cup.run()
    result = cup.last.tables[0].result
    assert result is not None
    assert result.ranking[-1] == result.forfeited == table.missed
    assert [each.dropped for each in cup.tournament.entrants if each.player == "p1"] == [True]


def test_the_net_knows_when_to_look(cup: Cup) -> None:
    cup.start(people=2, rounds=1, join_s=60, round_s=600)
    cup.run()
    assert cup.store.due(START + 10**12) == [(CUP, START + 60_000)]
    cup.join_all(cup.game_ids()[0])
    cup.marks.note([CUP], cup.now)
    cup.run()
    assert cup.store.due(START + 10**12) == [(CUP, START + 600_000)]


def test_a_table_that_nobody_came_to_is_dropped_and_the_round_goes_on(cup: Cup) -> None:
    cup.start(people=4, rounds=1, join_s=60)
    cup.run()
    first, second = cup.game_ids()
    cup.join_all(first)
    cup.play_out(first)
    cup.now += 60_000
    cup.run()
    assert cup.table(second).status == "aborted"
    assert cup.tournament.status == "finished"
    assert sum(each.dropped for each in cup.tournament.entrants) == 2


@pytest.mark.parametrize(("how", "status"), [("adjudicate", "finished"), ("annul", "annulled")])
def test_a_round_has_an_end(cup: Cup, how: Any, status: str) -> None:
    cup.start(people=4, rounds=1, round_s=600, on_deadline=how)
    cup.run()
    first, second = cup.game_ids()
    for game_id in (first, second):
        cup.join_all(game_id)
    cup.play_out(first)
    cup.now += 600_000
    cup.run()
    table = cup.table(second)
    assert table.status == status
    assert (table.adjudicated is not None) == (how == "adjudicate")
    ruling = cup.games.read(TALLY, cup.games_store.tail(second)[-1])
    assert ruling.changes[0].by == OLGA.id
    assert ruling.changes[0].reason
    assert cup.tournament.status == "finished"


def test_a_round_that_may_take_for_ever_does(cup: Cup) -> None:
    cup.start(people=2, rounds=1, round_s=600, on_deadline="wait")
    cup.run()
    (game_id,) = cup.game_ids()
    cup.join_all(game_id)
    cup.now += 10**9
    cup.run()
    assert cup.table(game_id).status == "active"


def test_what_is_aborted_takes_its_tables_along(cup: Cup) -> None:
    cup.start(people=6, rounds=2)
    cup.run()
    open_one, active, over = cup.game_ids()
    for game_id in (active, over):
        cup.join_all(game_id)
    cup.play_out(over)
    cup.ask(m.AbortTournament("the hall burns"))
    cup.run()
    assert [cup.table(each).status for each in (open_one, active, over)] == ["aborted", "annulled", "finished"]


def test_two_runs_at_once_come_to_the_same(cup: Cup, other: Cup) -> None:
    cup.start(ais=4)
    other.tournament  # noqa: B018  it knows the tournament before the first round was played
    for number in (1, 2):
        cup.run()
        other.run()
        cup.play_round(number)
        other.run()
        cup.run()
    assert cup.tournament == other.tournament
    assert cup.tournament.status == "finished"
    assert len(changes(cup, RoundPaired)) == len(changes(cup, RoundClosed)) == 2
    assert len(changes(cup, TableEnded)) == 4


def test_what_came_meanwhile_leaves_it_due(cup: Cup) -> None:
    cup.start(people=2, rounds=1)
    cup.run()
    before = cup.marks.read(CUP)
    cup.marks.note([CUP], cup.now)
    cup.marks.settle(CUP, cup.tournament.seq, before, None)
    assert cup.store.due(cup.now) == [(CUP, cup.now)]
    cup.marks.settle(CUP, cup.tournament.seq - 1, before + 1, None)
    assert cup.store.due(cup.now) == [(CUP, cup.now)]
    cup.run()
    assert cup.store.due(cup.now) == []


def test_a_run_can_be_told_to_make_way(cup: Cup) -> None:
    cup.start(ais=8)
    breaths = iter([False, True])
    assert not cup.runner.run(CUP, cup.now, lambda: next(breaths))
    assert [status(cup, game_id) for game_id in cup.game_ids()] == ["active", "missing", "missing", "missing"]
    assert cup.store.due(cup.now) == [(CUP, cup.now)]
    assert cup.run()
    assert {status(cup, game_id) for game_id in cup.game_ids()} == {"active"}


def status(cup: Cup, game_id: str) -> str:
    metas = cup.games_store.read_metas([game_id])
    return metas[0].status if metas else "missing"


def test_a_table_that_cannot_be_opened_keeps_no_other_waiting(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    cup.start(ais=4)
    first, second = (table.game for table in cup.last.tables) if cup.tournament.rounds else ("", "")
    create = cup.game_commands.create

    def refuse(game_id: str, *arguments: Any, **named: Any) -> Any:
        if game_id == first:
            raise ValueError("no")
        return create(game_id, *arguments, **named)

    monkeypatch.setattr(cup.game_commands, "create", refuse)
    with pytest.raises(ValueError, match="no"):
        cup.run()
    assert [status(cup, each) for each in (first, second)] == ["missing", "active"]
    assert cup.store.due(cup.now) == [(CUP, cup.now)], "nobody will look at it again"


class TestDuplicate:
    """Every table of a round plays the same deal."""

    def test_the_deal_is_the_same_and_told_when_the_last_table_is_over(self, cup: Cup) -> None:
        cup.start(people=4, rounds=1, duplicate=True)
        cup.run()
        first, second = cup.game_ids()
        deal = deal_secret(SECRET, 1)
        assert cup.table(first).commitment == cup.table(second).commitment == cup.last.commitment
        for game_id in (first, second):
            cup.join_all(game_id)
        cup.play_out(first)
        cup.run()
        table = cup.table(first)
        assert table.status == "finished"
        assert table.private
        assert not table.revealed
        assert deal.hex().encode() not in everything_said(cup)
        cup.play_out(second)
        cup.run()
        assert cup.last.secret == deal.hex()
        for game_id in (first, second):
            told = cup.table(game_id)
            assert told.revealed
            assert not told.private
            assert told.result.secret == deal.hex()
        assert cup.tournament.status == "finished"

    def test_the_heads_that_are_told_are_those_of_the_ends(self, cup: Cup) -> None:
        cup.start(people=2, rounds=1, duplicate=True)
        cup.run()
        (game_id,) = cup.game_ids()
        cup.play_round()
        end = cup.games_store.tail(game_id)[-1]
        cup.run()
        result = cup.last.tables[0].result
        assert result is not None
        assert (result.seq, result.head) == (end.seq, end.hash.hex())
        assert cup.games_store.length(game_id) == end.seq + 1
        cup.run()
        assert cup.games_store.length(game_id) == end.seq + 1

    def test_the_other_table_has_a_deal_of_its_own_otherwise(self, cup: Cup) -> None:
        cup.start(people=4, rounds=1)
        cup.run()
        first, second = cup.game_ids()
        assert cup.table(first).commitment != cup.table(second).commitment

    def test_players_learn_of_the_end_once_and_nothing_when_it_is_told(self, cup: Cup) -> None:
        cup.start(people=2, rounds=1, duplicate=True)
        cup.run()
        (game_id,) = cup.game_ids()
        cup.play_round()
        cup.inbox.tell([game_id])
        cup.run()
        cup.inbox.tell([game_id])
        told = [msgspec.json.decode(each.data)["type"] for each in cup.inbox.tail("p0")]
        assert told.count("game_finished") == 1

    def test_who_was_not_told_before_is_told_then(self, cup: Cup) -> None:
        cup.start(people=2, rounds=1, duplicate=True)
        cup.run()
        cup.play_round()
        cup.run()
        cup.inbox.tell(cup.game_ids())
        cup.inbox.tell(cup.game_ids())
        told = [msgspec.json.decode(each.data)["type"] for each in cup.inbox.tail("p0")]
        assert told.count("game_finished") == 1

    def test_what_is_sealed_is_listed_when_it_is_told(self, cup: Cup) -> None:
        cup.start(people=4, rounds=1, duplicate=True)
        cup.run()
        first, second = cup.game_ids()
        for game_id in (first, second):
            cup.join_all(game_id)
        cup.play_out(first)
        cup.run()
        cup.projections.project([first, second])
        assert cup.projections.games(tournament=CUP).games == []
        assert [each.id for each in cup.projections.games_of("p0", tournament=CUP).games] != []
        cup.play_out(second)
        cup.run()
        cup.projections.project([first, second])
        assert {each.id for each in cup.projections.games(tournament=CUP).games} == {first, second}
        assert {each.id for each in cup.projections.games(status="finished").games} == {first, second}


def everything_said(cup: Cup) -> bytes:
    """All that anybody could read of the tournament, and of its tables as their players see them."""
    said = [cup.tournaments.tournament(CUP).body, cup.tournaments.round(CUP, 1).body, cup.tournaments.events(CUP).body]
    for game_id in cup.game_ids():
        for seat in cup.table(game_id).seats:
            said += [cup.queries.game(game_id, seat.player).body, cup.queries.events(game_id, seat.player).body]
    return b"".join(said)


def test_asked_twice_with_one_key_it_is_done_once(cup: Cup) -> None:
    cup.create()
    first = cup.ask(m.Enter(), account(1), key=Key("k", "r"))
    again = cup.ask(m.Enter(), account(1), key=Key("k", "r"))
    assert again.repeated
    assert (again.seq, again.body) == (first.seq, first.body)
    with pytest.raises(KeyReused):
        cup.ask(m.Enter(), account(1), key=Key("k", "another"))


def test_created_twice_with_one_key_it_is_created_once(cup: Cup, other: Cup) -> None:
    key = Key("k", "r")
    first = cup.commands.create(CUP, OLGA, TALLY, settings(), SECRET, key)
    again = other.commands.create(CUP, OLGA, TALLY, settings(), bytes(32), key)
    assert again.repeated
    assert again.body == first.body


def test_a_version_can_be_asked_for(cup: Cup) -> None:
    cup.create()
    with pytest.raises(StaleMatch):
        cup.ask(m.Enter(), account(1), if_match=7)
    assert cup.ask(m.Enter(), account(1), if_match=1).seq == 2


def test_whoever_was_faster_is_no_obstacle(cup: Cup, other: Cup) -> None:
    cup.create()
    other.ask(m.Enter(), account(1))
    cup.ask(m.Enter(), account(2))
    other.ask(m.Enter(), account(3))
    assert [each.player for each in cup.tournament.entrants] == ["p1", "p2", "p3"]


def test_a_dry_run_shows_the_round_and_stores_nothing(cup: Cup) -> None:
    cup.start(people=4, next_round="manual", rounds=3)
    cup.ask(m.PairRound())
    cup.run()
    cup.play_round()
    cup.run()
    before = cup.stored()
    entrants = [each.id for each in cup.tournament.entrants]
    move = m.SetPairings(2, ((entrants[0], entrants[1]), (entrants[2], entrants[3])))
    tried = body(cup.ask(move, dry_run=True))
    assert tried["round"] == 2
    assert [each["seats"] for each in tried["tables"]] == [entrants[:2], entrants[2:]]
    assert cup.stored() == before
    assert body(cup.ask(m.PairRound(), dry_run=True))["round"] == 2
    assert cup.stored() == before


def test_only_the_organiser_starts_it(cup: Cup) -> None:
    cup.create()
    with pytest.raises(NotYourTurn):
        cup.ask(m.Start(), account(1))
    with pytest.raises(IllegalMove):
        cup.ask(m.Start())


def test_what_is_not_there_is_not_found(cup: Cup) -> None:
    with pytest.raises(UnknownTournament):
        cup.tournaments.tournament("nowhere")
    cup.create()
    with pytest.raises(UnknownRound):
        cup.tournaments.round(CUP, 1)
    with pytest.raises(UnknownRound):
        cup.tournaments.standings(CUP, 1)


def test_it_is_read_as_it_is(cup: Cup, other: Cup) -> None:
    cup.start(ais=4)
    other.tournaments.tournament(CUP)
    cup.run()
    cup.play_round()
    cup.run()
    shown = body(other.tournaments.tournament(CUP))
    assert (shown["id"], shown["status"], shown["round"]) == (CUP, "active", 2)
    assert body(other.tournaments.round(CUP, 1))["status"] == "closed"
    assert len(body(other.tournaments.standings(CUP))["standings"]) == 4
    page = other.tournaments.events(CUP, after=1, limit=2)
    assert [each["seq"] for each in body(page)["events"]] == [2, 3]
    assert page.next == 3
    hot = other.log.fresh(CUP)
    assert [each["hash"] for each in body(page)["events"]] == [e.hash.hex() for e in cup.store.tail(CUP, 1, 2)]
    assert msgspec.json.decode(other.tournaments.line(hot, cup.store.tail(CUP, 1, 1)[0])) == body(page)["events"][0]


def test_a_log_that_lost_its_end_is_read_anew(cup: Cup, other: Cup) -> None:
    cup.create()
    cup.ask(m.Enter(), account(1))
    assert other.tournament.seq == 2
    cup.redis.xdel(keys.TOURNAMENTS.events(CUP), "2-0")
    assert other.tournament.seq == 1


def test_ids_of_tables_are_always_the_same_and_nobodys_to_guess(cup: Cup, other: Cup) -> None:
    ids = {cup.ids.of_table(CUP, number, table) for number in (1, 2) for table in (1, 2)}
    assert len(ids) == 4
    assert cup.ids.of_table(CUP, 1, 1) == other.ids.of_table(CUP, 1, 1)
    other.redis.set(keys.id_secret(), b"x" * 32 + b"0")
    assert Ids(other.redis, other.clock).of_table(CUP, 1, 1) not in ids


class TestListing:
    def test_newest_first_by_title_and_status(self, cup: Cup) -> None:
        for number in range(5):
            cup.now += 1
            cup.commands.create(f"t{number}", OLGA, TALLY, settings(name=f"Cup {number}"), SECRET)
        page = cup.listing.page(limit=2)
        assert [each.id for each in page.tournaments] == ["t4", "t3"]
        page = cup.listing.page(limit=2, cursor=page.cursor)
        assert [each.id for each in page.tournaments] == ["t2", "t1"]
        page = cup.listing.page(limit=2, cursor=page.cursor)
        assert [each.id for each in page.tournaments] == ["t0"]
        assert page.cursor is None
        cup.commands.ask("t2", OLGA, m.AbortTournament("no"))
        assert [each.id for each in cup.listing.page(status="aborted").tournaments] == ["t2"]
        assert len(cup.listing.page(title="tally", status="open").tournaments) == 4
        assert cup.listing.page(title="chess").tournaments == []

    def test_it_is_rebuilt_from_the_streams_alone(self, cup: Cup) -> None:
        cup.start(ais=2)
        whole = cup.listing.page().tournaments
        for pattern in ("mh:tlist:*", keys.TOURNAMENTS.meta(CUP)):
            for key in cup.redis.keys(pattern):
                cup.redis.delete(key)
        cup.redis.zadd(keys.tournament_listing("tally", "open"), {f"{START:015d}:{CUP}": 0})
        assert cup.listing.rebuild(cup.log, cup.now) == 1
        assert cup.listing.page().tournaments == whole
        assert not cup.redis.exists(keys.tournament_listing("tally", "open"))

    def test_nobody_sees_a_list_with_less_in_it_while_it_is_rebuilt(self, cup: Cup) -> None:
        cup.start(ais=2)
        cup.commands.create("t2", OLGA, TALLY, settings(), SECRET)
        cup.redis.zadd(keys.tournament_listing(None, "open"), {"000000000000001:ghost": 0})
        statuses, seen = (None, "open", "active"), []

        def look() -> None:
            seen.append([{each.id for each in cup.listing.page(status=status).tournaments} for status in statuses])

        before = [{CUP, "t2"}, {"t2"}, {CUP}]
        watched = LookingStore(cup.redis, look, keys.TOURNAMENTS)
        assert TournamentListing(watched).rebuild(cup.log, cup.now) == 2
        assert len(seen) > 5
        assert seen == [before] * len(seen)
        assert cup.redis.zcard(keys.tournament_listing(None, "open")) == 1


class TestNotices:
    def told(self, cup: Cup, player: str) -> list[Any]:
        return [msgspec.json.decode(each.data) for each in cup.inbox.tail(player)]

    def test_a_round_that_nobody_was_told_of_is_told_when_all_is_made_anew(self, cup: Cup, other: Cup) -> None:
        cup.start(people=3, uneven="byes", rounds=2)
        cup.run()
        assert (cup.notices.catch_up(), other.notices.catch_up()) == (3, 0)
        assert [each["type"] for each in self.told(cup, "p0")] == ["round_paired"]

    def test_everybody_is_told_once_of_each_round_and_of_the_end(self, cup: Cup, other: Cup) -> None:
        cup.start(people=3, uneven="byes", rounds=2)
        while cup.tournament.status == "active":
            cup.run()
            for _ in range(2):
                cup.notices.tell(CUP)
                other.notices.tell(CUP)
            cup.play_round()
            cup.run()
        other.notices.tell(CUP)
        cup.notices.tell(CUP)
        for index in range(3):
            kinds = [(each["type"], each.get("round")) for each in self.told(cup, f"p{index}")]
            assert kinds == [("round_paired", 1), ("round_paired", 2), ("tournament_finished", None)]
        places = [each for index in range(3) for each in self.told(cup, f"p{index}") if each["type"] == "round_paired"]
        assert sum(each["game"] is None for each in places) == 2
        assert all((each["seat"] is None) == (each["table"] is None) == (each["game"] is None) for each in places)
        ranks = sorted(self.told(cup, f"p{index}")[-1]["rank"] for index in range(3))
        assert ranks[0] == 1

    def test_of_an_aborted_tournament_too(self, cup: Cup) -> None:
        cup.create()
        cup.ask(m.Enter(), account(0))
        cup.ask(m.AbortTournament("no"))
        cup.notices.tell(CUP)
        (told,) = self.told(cup, "p0")
        assert (told["type"], told["status"], told["rank"]) == ("tournament_finished", "aborted", None)

    def test_who_has_dropped_out_is_not_in_the_next_round(self, cup: Cup) -> None:
        cup.start(people=4, rounds=2)
        cup.run()
        cup.ask(m.Drop(), account(0))
        cup.play_round()
        cup.run()
        cup.notices.tell(CUP)
        assert [each.get("round") for each in self.told(cup, "p0")] == [1]


def test_a_late_entry_and_a_correction_change_what_comes_after(cup: Cup) -> None:
    cup.start(people=4, rounds=2, late_entry=2, next_round="manual")
    cup.ask(m.PairRound())
    cup.run()
    cup.play_round()
    cup.run()
    cup.ask(m.EnterAi("random", "Late"))
    cup.ask(m.CorrectResult(1, 1, ((1,), (0,)), "a mistake at the table"))
    cup.ask(m.PairRound())
    cup.run()
    late = cup.tournament.entrants[-1].id
    assert late in (*(entrant for table in cup.last.tables for entrant in table.seats), *cup.last.byes)


def test_a_person_of_the_tournament_only_takes_the_own_seat(cup: Cup) -> None:
    cup.start(people=4, rounds=1)
    cup.run()
    first = cup.last.tables[0]
    inside = {each.player for each in cup.tournament.entrants if each.id in first.seats}
    outside = next(f"p{index}" for index in range(4) if f"p{index}" not in inside)
    with pytest.raises(NotYourTurn):
        cup.game_commands.join(first.game, Person(outside, "x"), None, "")
