"""Several callers at the same moment, over real connections."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import httpx

from tests.support.live import Person, table


def together(calls: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """All at once."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], httpx.Response]) -> httpx.Response:
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def post(person: Person, path: str, body: Any = None, **headers: str) -> Callable[[], httpx.Response]:
    return lambda: person.client.post(path, json=body, headers=headers)


def test_seats_that_answer_at_the_same_moment_never_make_each_other_fail(address: str) -> None:
    people = [Person(address) for _ in range(4)]
    game = table(*people)
    path = f"/v1/games/{game}/moves"
    body = {"move": {"type": "write", "number": 3}, "decision": 4}
    answers = together([post(person, path, body) for person in people])
    assert [answer.status_code for answer in answers] == [201] * 4
    assert sorted(answer.json()["seq"] for answer in answers) == [5, 6, 7, 8]
    for person in people:
        person.client.close()


def test_of_two_who_want_the_last_seat_one_gets_it(address: str) -> None:
    people = [Person(address) for _ in range(4)]
    game = people[0].post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2})["id"]
    answers = together([post(person, f"/v1/games/{game}/seats") for person in people[1:]])
    assert sorted(answer.status_code for answer in answers) == [201, 422, 422]
    for person in people:
        person.client.close()


def test_one_request_sent_many_times_at_once_has_one_effect_and_one_answer(address: str) -> None:
    with Person(address) as ada, Person(address) as bob:
        game = table(ada, bob)
        path = f"/v1/games/{game}/moves"
        again = post(ada, path, {"move": {"type": "wave"}}, **{"Idempotency-Key": "k"})
        answers = together([again] * 8)
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.content for answer in answers}) == 1
        assert ada.client.get(f"/v1/games/{game}").json()["seq"] == 3


def test_of_many_who_insist_on_one_version_one_goes_through(address: str) -> None:
    with Person(address) as ada, Person(address) as bob:
        game = table(ada, bob)
        insist = post(ada, f"/v1/games/{game}/moves", {"move": {"type": "wave"}}, **{"If-Match": '"2"'})
        answers = together([insist] * 6)
        assert sorted(answer.status_code for answer in answers) == [201] + [412] * 5
        assert {answer.json()["seq"] for answer in answers} == {3}


def test_one_key_creates_one_game_however_often_it_is_sent_at_once(address: str) -> None:
    with Person(address) as ada:
        body = {"title": "tally", "seats": [{"kind": "human"}] * 2}
        answers = together([post(ada, "/v1/games", body, **{"Idempotency-Key": "new"})] * 6)
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.json()["id"] for answer in answers}) == 1
        assert len({answer.json()["commitment"] for answer in answers}) == 1
        assert len(ada.client.get("/v1/me/games").json()["games"]) == 1
