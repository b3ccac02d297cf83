"""`moothall serve`, used as its users use it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from moothall.domain.titles import TITLES
from moothall.events import keys
from moothall.events.event_store.store import Store
from moothall.events.event_store.stored_events import GENESIS, link
from moothall.events.redis_client.connection import connect
from moothall.server.supervisor import children_lock, free_port, holders
from tests.e2e.conftest import QUICK, ROOT, Hall, small_hall
from tests.e2e.people import PATIENCE_S, Player, play_to_the_end
from tests.support.live import until


def chain_is_whole(store: Store, game: str) -> int:
    """Every event follows from the one before; returns how many there are."""
    head = GENESIS
    stored = store.tail(game)
    for number, event in enumerate(stored, 1):
        assert event.seq == number
        head = link(head, event.data)
        assert event.hash == head
    return len(stored)


def test_two_people_and_two_bots_play_a_game_to_the_end(hall: Hall) -> None:
    with hall.client() as client:
        ada, ben = Player(client, "Ada"), Player(client, "Ben")
        game = ada.create("manaforge", ["human", "random", "human", "random"])
        ben.join(game)
        followed: list[int] = []
        follower = threading.Thread(target=follow, args=(hall.url, game, followed))
        follower.start()
        end = play_to_the_end(game, [ada, ben])
        follower.join(30)

        assert sorted(seat for group in end["result"]["ranking"] for seat in group) == [0, 1, 2, 3]
        assert end["result"]["scores"] == [sheet["total"] for sheet in end["result"]["sheets"]]
        events = ada.events(game)
        assert [event["seq"] for event in events] == list(range(1, end["seq"] + 1)) == followed
        assert {event["seat"] for event in events if event["level"] == "random"} == {1, 3}
        assert chain_is_whole(Store(connect(hall.redis_url)), game) == end["seq"]


def follow(url: str, game: str, seen: list[int]) -> None:
    """Every event id of a live stream, until it ends."""
    with httpx.stream(
        "GET", f"{url}/v1/games/{game}/events", headers={"Accept": "text/event-stream"}, timeout=60
    ) as sse:
        seen.extend(int(line[4:]) for line in sse.iter_lines() if line.startswith("id: "))


@pytest.mark.parametrize("slug", TITLES)
def test_an_all_ai_game_finishes_by_itself(hall: Hall, slug: str) -> None:
    seats = max(TITLES[slug].players)
    with hall.client() as client:
        org = Player(client, "Organiser")
        game = org.create(slug, ["greedy"] * seats)
        state = org.look(game)
        while state["status"] != "finished":
            state = org.wait_past(game, state["seq"])
        events = org.events(game)
        assert len(events) == state["seq"]
        assert {event["level"] for event in events} == {None, "greedy"}  # steps, and moves of the level asked for
        assert [entry["id"] for entry in client.get("/v1/games", params={"title": slug}).json()["games"]].count(
            game
        ) == 1


def pick_a_talent(url: str, game: str, headers: dict[str, str]) -> int:
    """One draft pick, from a process of its own."""
    with httpx.Client(base_url=url, headers=headers, timeout=30) as client:
        move = client.get(f"/v1/games/{game}/moves").json()["moves"][0]["move"]
        return client.post(f"/v1/games/{game}/moves", json={"move": move}).status_code


def test_two_seats_answer_the_draft_at_the_same_moment(hall: Hall) -> None:
    with hall.client() as client, ProcessPoolExecutor(2) as pool:
        ada, ben = Player(client, "Ada"), Player(client, "Ben")
        for _ in range(5):
            game = ada.create("manaforge", ["human", "human"])
            ben.join(game)
            answers = [pool.submit(pick_a_talent, hall.url, game, each.headers) for each in (ada, ben)]
            assert [answer.result(30) for answer in answers] == [201, 201]
            assert ada.look(game)["seq"] == 4


def test_kill_9_loses_nothing(tmp_path: Path) -> None:
    """Workers, the web processes and the dispatcher are killed in the middle of five games, again and again."""
    hall = Hall(tmp_path)
    try:
        with hall.client() as client:
            org = Player(client, "Organiser")
            games = [org.create("manaforge", ["random"] * 4) for _ in range(5)]
            victims = ["worker", "gunicorn", "dispatcher", "worker", "gunicorn", "worker"]
            for victim in victims:
                hall.kill_one(victim)
                patient_post(org)
            for game in games:
                state = patient_look(org, game)
                while state["status"] != "finished":
                    state = patient_wait(org, game, state["seq"])
            store = Store(connect(hall.redis_url))
            assert all(chain_is_whole(store, game) == org.look(game)["seq"] for game in games)
            said = hall.stop()
        assert said.count("starting it again") >= 4
    finally:
        hall.abandon()


def patient_post(person: Player) -> None:
    """A game created while web processes die: the same key until an answer comes."""
    key = {"Idempotency-Key": os.urandom(8).hex(), **person.headers}
    body: Any = {"title": "manaforge", "seats": [{"kind": "human"}, {"kind": "human"}]}
    assert retried(lambda: person.client.post("/v1/games", json=body, headers=key)).status_code == 201


def patient_look(person: Player, game: str) -> Any:
    return retried(lambda: person.client.get(f"/v1/games/{game}", headers=person.headers)).json()


def patient_wait(person: Player, game: str, seq: int) -> Any:
    headers = {**person.headers, "If-None-Match": f'"{seq}"'}
    seen: list[Any] = []

    def goes_on() -> bool:
        answer = retried(lambda: person.client.get(f"/v1/games/{game}", params={"wait": 10}, headers=headers))
        seen.append(answer.json() if answer.status_code == 200 else None)
        return seen[-1] is not None

    until(goes_on, "anything more", PATIENCE_S)
    return seen[-1]


def retried(ask: Any) -> httpx.Response:
    """The first answer, however many requests die with who should have answered them."""
    answers: list[httpx.Response] = []

    def is_answered() -> bool:
        with suppress(httpx.TransportError):
            answers.append(ask())
        return bool(answers)

    until(is_answered, "an answer", PATIENCE_S)
    return answers[0]


def test_deleting_all_snapshots_and_restarting_changes_nothing(tmp_path: Path) -> None:
    hall = small_hall(tmp_path)
    with hall.client() as client:
        ada = Player(client, "Ada")
        game = ada.create("manaforge", ["human", "random", "random"])
        while ada.look(game)["seq"] < 100:
            ada.play_or_wait(game, 1)
        while (offered := ada.moves(game))["decision"] is None:
            ada.wait_past(game, offered["seq"])
        before = ada.look(game)
    redis = connect(hall.redis_url)
    assert redis.delete(keys.snapshot(game)) == 1
    hall.stop()
    again = small_hall(tmp_path)
    with again.client() as client:
        ada.client = client
        assert ada.look(game) == before
        assert ada.play_once(game)
    again.stop()


def test_it_refuses_to_start_twice_on_one_data_directory(hall: Hall) -> None:
    second = subprocess.run(
        [sys.executable, "-m", "moothall.server", "serve", "--port", "0", "--data", str(hall.data)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert second.returncode == 1
    assert "Another moothall serve (process " in second.stderr
    assert httpx.get(f"{hall.url}/readyz").status_code == 200


def test_it_stops_in_order_however_often_it_is_told_to(tmp_path: Path) -> None:
    hall = small_hall(tmp_path)
    try:
        for _ in range(500):
            os.kill(hall.pid, signal.SIGTERM)
        assert "Moothall has stopped" in hall.stop()
    finally:
        hall.abandon()


def test_every_process_holds_the_lock_of_the_children_until_it_ends(tmp_path: Path) -> None:
    hall = Hall(tmp_path, **QUICK)

    def all_hold() -> bool:
        kinds = {word: {each.pid for each in hall.children(word)} for word in ("gunicorn", "dispatcher", "worker")}
        enough = len(kinds["gunicorn"]) == 3 and len(kinds["dispatcher"]) == 1 and len(kinds["worker"]) == 4
        return enough and {hall.pid}.union(*kinds.values()) == set(holders(tmp_path / "children"))

    try:
        until(all_hold, "the lock held by all processes", PATIENCE_S)
        for word in ("gunicorn", "dispatcher", "worker"):
            hall.kill_one(word)
        until(all_hold, "the lock held by all processes that were started again", PATIENCE_S)
        hall.stop()
        with children_lock(tmp_path, pytest.fail):
            assert holders(tmp_path / "children") == []
    finally:
        hall.abandon()


def test_after_kill_9_of_the_supervisor_it_starts_again_at_once(tmp_path: Path) -> None:
    """On the same port, and with a client connected: the web processes end later than the supervisor."""
    port = str(free_port("127.0.0.1"))
    hall = small_hall(tmp_path, "--port", port)
    try:
        for _ in range(3):
            with hall.client() as client:
                game = Player(client, "Ada").create("manaforge", ["human", "human"])
                stream = {"Accept": "text/event-stream"}
                with client.stream("GET", f"/v1/games/{game}/events", headers=stream) as answer:
                    assert answer.status_code == 200
                    hall.abandon()
                    hall = small_hall(tmp_path, "--port", port)
            assert "of a killed moothall serve" in "".join(hall.lines)
        hall.stop()
    finally:
        hall.abandon()


def test_simulate_reports_as_json() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "moothall.server", "simulate", "manaforge", "--players", "4", "--games", "5", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    report = json.loads(ran.stdout)
    assert report["games"] == 5
    assert report["broken"] == []
    assert report["rounds"] == {"min": 9, "p10": 9, "median": 9, "mean": 9, "p90": 9, "p99": 9, "max": 9}
    assert sum(report["wins"]["by_seat"].values()) == pytest.approx(5)


def test_nothing_is_left_in_the_home_of_whoever_runs_it(tmp_path: Path) -> None:
    """A service has none, or may not write there."""
    home = tmp_path / "home"
    home.mkdir()
    hall = small_hall(tmp_path / "data", HOME=str(home), XDG_RUNTIME_DIR="")
    with hall.client() as client:
        assert client.get("/readyz").status_code == 200
    assert "[ERROR]" not in hall.stop()
    assert list(home.iterdir()) == []
