"""Tournaments by real workers: who is asked to run them, when, and what becomes of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from moothall.domain.table.decide import Person
from moothall.domain.tournament.moves import AbortTournament, Enter, EnterAi, Start, TournamentMove
from moothall.domain.tournament.state import Tournament
from moothall.events import keys
from moothall.server.bootstrap import now_ms
from moothall.workers.due_work import GRACE_MS
from moothall.workers.job_queue import PEOPLE, TOURNAMENTS, ask_of, queue_of
from moothall.workers.jobs import run_tournament
from moothall.workers.tournaments import HELD_MS
from tests.support.cup import CUP, OLGA, SECRET, account, settings
from tests.support.tally import TALLY
from tests.workers.conftest import Workshop, together


def ask(shop: Workshop, move: TournamentMove, who: Any = OLGA, cup: str = CUP) -> None:
    shop.parts.tournament_commands.ask(cup, who, move)


def opened(shop: Workshop, people: int = 0, ais: int = 0, cup: str = CUP, **more: Any) -> None:
    shop.parts.tournament_commands.create(cup, OLGA, TALLY, settings(**more), SECRET)
    for index in range(people):
        ask(shop, Enter(), account(index), cup)
    for index in range(ais):
        ask(shop, EnterAi("random", f"House {index}"), cup=cup)


def started(shop: Workshop, people: int = 0, ais: int = 0, cup: str = CUP, **more: Any) -> None:
    opened(shop, people, ais, cup, **more)
    ask(shop, Start(), cup=cup)


def tournament(shop: Workshop, cup: str = CUP) -> Tournament:
    return shop.parts.tournament_queries.find(cup).tournament


def games(shop: Workshop) -> list[str]:
    return [table.game for each in tournament(shop).rounds for table in each.tables]


def work_until_quiet(shop: Workshop, most: int = 60) -> None:
    """Dispatcher and worker in turn, until neither has anything to do."""
    for _ in range(most):
        shop.work()
        shop.dispatcher().consume()
        if not shop.queued:
            return
    raise AssertionError("it never comes to rest")


def told(shop: Workshop, player: str) -> list[tuple[str, Any]]:
    notices = [msgspec.json.decode(each.data) for each in shop.parts.inbox.tail(player)]
    return [(each["type"], each.get("round")) for each in notices]


def test_a_tournament_of_ais_runs_by_itself(shop: Workshop) -> None:
    started(shop, ais=8, rounds=3)
    work_until_quiet(shop)
    now = tournament(shop)
    assert now.status == "finished"
    assert [len(each.tables) for each in now.rounds] == [4, 4, 4]
    assert all(table.result is not None for each in now.rounds for table in each.tables)
    assert shop.parts.store.due(now_ms() + 10**9) == []
    assert shop.parts.tournament_queries.store.due(now_ms() + 10**9) == []
    assert [each.id for each in shop.parts.tournament_listing.page(status="finished").tournaments] == [CUP]


def test_every_game_of_it_is_found_by_the_tournament(shop: Workshop) -> None:
    started(shop, ais=4, rounds=2)
    work_until_quiet(shop)
    listed = shop.parts.projections.games(tournament=CUP).games
    assert {meta.id for meta in listed} == set(games(shop))
    assert {(meta.tournament.round, meta.tournament.table) for meta in listed if meta.tournament} == {
        (number, table) for number in (1, 2) for table in (1, 2)
    }


def test_people_are_told_and_their_tables_wait(shop: Workshop) -> None:
    started(shop, people=2, ais=2, rounds=1, table_size=4)
    work_until_quiet(shop)
    (game_id,) = games(shop)
    assert shop.table(game_id).status == "open"
    for index in range(2):
        assert told(shop, f"p{index}") == [("round_paired", 1), ("seat_reserved", None)]
        shop.parts.commands.join(game_id, Person(f"p{index}", f"Player {index}"), None, "")
    work_until_quiet(shop)
    assert shop.table(game_id).status == "active"
    assert ("game_started", None) in told(shop, "p0")


def test_webhooks_carry_what_tournaments_say(shop: Workshop) -> None:
    from moothall.events.projections.webhooks import Webhook

    shop.parts.webhooks.add(Webhook("wh", "p0", "http://127.0.0.1:9/x", ["round_paired"], "whsec_x", 0))
    started(shop, people=2, rounds=1)
    work_until_quiet(shop)
    shop.dispatcher().consume()
    (delivery,) = shop.parts.webhooks.deliveries("wh")
    assert msgspec.json.decode(delivery.body)["tournament"] == CUP


def test_a_lost_queue_is_asked_again(shop: Workshop) -> None:
    started(shop, ais=4)
    shop.lose_the_queue()
    assert shop.queued == []
    shop.now = now_ms() + GRACE_MS + 1_000
    assert shop.dispatcher().ask_again() == 1
    work_until_quiet(shop)
    assert tournament(shop).status == "finished"


def test_what_somebody_holds_is_not_asked_again(shop: Workshop) -> None:
    started(shop, ais=4)
    shop.dispatcher().consume()
    before = shop.queued
    assert len(before) >= 1
    shop.now = now_ms() + GRACE_MS + 1_000
    assert shop.dispatcher().ask_again() == 0
    assert shop.queued == before
    shop.now += HELD_MS - 1
    assert shop.parts.tournament_queries.store.due(shop.now - GRACE_MS) == []


def test_a_deadline_makes_it_due(shop: Workshop) -> None:
    started(shop, people=2, rounds=1, join_s=60)
    work_until_quiet(shop)
    assert shop.dispatcher().ask_again() == 0
    shop.now = now_ms() + 62_000
    assert shop.dispatcher().ask_again() == 1


def test_a_job_that_cannot_be_done_is_asked_less_and_less_often(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = shop.contexts[-1].tournaments
    assert running is not None

    def fail(*arguments: Any) -> None:
        raise ValueError("no")

    started(shop, ais=2)
    with monkeypatch.context() as patched:
        patched.setattr(running, "run", fail)
        shop.work()
    (failed, *_) = shop.parts.jobs.failed()
    assert (failed["function"], failed["game"], failed["why"]) == (
        "workers.jobs.run_tournament",
        CUP,
        "ValueError: no",
    )
    shop.now = now_ms() + GRACE_MS + 1_000
    assert shop.dispatcher().ask_again() == 1
    work_until_quiet(shop)
    assert tournament(shop).status == "finished"


def test_news_while_a_job_runs_has_a_job_of_its_own(shop: Workshop) -> None:
    started(shop, people=2, rounds=1)
    shop.dispatcher().consume()
    (job_id, *_) = shop.queued
    (game_id,) = run_once(shop)
    # The job above is known; what happens at the table must not be taken for the same.
    shop.parts.jobs.connection.hset(f"rq:job:{job_id}", "status", "started")
    for index in range(2):
        shop.parts.commands.join(game_id, Person(f"p{index}", f"Player {index}"), None, "")
    before = set(shop.queued)
    shop.dispatcher().consume()
    assert {each.split("-")[0] for each in set(shop.queued) - before} == {"run_tournament"}


def run_once(shop: Workshop) -> list[str]:
    run_tournament(CUP, 0)
    return games(shop)


def test_one_that_takes_long_makes_way(shop: Workshop) -> None:
    shop.contexts[-1].slice_s = 0
    started(shop, ais=4, rounds=1)
    shop.dispatcher().consume()
    run_tournament(CUP, 0)
    assert sum(shop.parts.store.length(game_id) > 0 for game_id in games(shop)) == 0
    assert any(each.startswith("run_tournament") for each in shop.queued)
    shop.contexts[-1].slice_s = 0.25
    work_until_quiet(shop)
    assert tournament(shop).status == "finished"


def test_two_jobs_at_once_do_it_once(shop: Workshop) -> None:
    started(shop, ais=8, rounds=1)
    together([lambda: run_tournament(CUP, 1), lambda: run_tournament(CUP, 2)])
    assert len(games(shop)) == 4
    assert all(shop.parts.store.length(game_id) == 1 for game_id in games(shop))
    assert len(tournament(shop).rounds) == 1


def test_a_game_that_others_play_tells_no_tournament(shop: Workshop) -> None:
    shop.game("aa")
    work_until_quiet(shop)
    assert not any(shop.parts.store.redis.keys("mh:{t*}:t:*"))


def test_moves_at_a_table_are_no_news(shop: Workshop) -> None:
    started(shop, people=2, rounds=1)
    work_until_quiet(shop)
    (game_id,) = games(shop)
    dispatcher = shop.dispatcher()
    for index in range(2):
        shop.parts.commands.join(game_id, Person(f"p{index}", f"Player {index}"), None, "")
    dispatcher.consume()
    before = shop.parts.store.redis.get(keys.TOURNAMENTS.news(CUP))
    for index in range(2):
        shop.parts.commands.play(game_id, Person(f"p{index}", ""), [{"type": "write", "number": 3}])
        dispatcher.consume()
    assert shop.parts.store.redis.get(keys.TOURNAMENTS.news(CUP)) == before


def test_lanes() -> None:
    from moothall.domain.table.state import Seat

    ai, human = Seat("ai", level="random"), Seat("human")
    assert queue_of("olga", [ai, ai], tournament="any") in TOURNAMENTS
    assert queue_of("olga", [ai, human], tournament="any") in PEOPLE
    assert queue_of("olga", [ai, ai]) not in TOURNAMENTS
    assert ask_of("run_tournament-cup-7", "x") is not None


def test_tables_of_bots_go_before_idle_play(shop: Workshop) -> None:
    kinds = shop.parts.jobs.lanes()
    names = [[queue.name for queue in kind] for kind in kinds]
    assert names[0] == list(PEOPLE)
    assert names[1] == list(TOURNAMENTS)


def test_an_aborted_one_is_cleared_away(shop: Workshop) -> None:
    started(shop, people=4, rounds=1)
    work_until_quiet(shop)
    ask(shop, AbortTournament("the hall burns"))
    work_until_quiet(shop)
    assert {shop.table(game_id).status for game_id in games(shop)} == {"aborted"}
    assert told(shop, "p0")[-1] == ("tournament_finished", None)


def test_a_duplicate_round_of_ais(shop: Workshop) -> None:
    started(shop, ais=8, rounds=2, duplicate=True)
    work_until_quiet(shop)
    now = tournament(shop)
    assert now.status == "finished"
    for each in now.rounds:
        assert len({shop.table(table.game).commitment for table in each.tables}) == 1
        assert all(shop.table(table.game).revealed for table in each.tables)
