"""Taking back through the API."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.api import Api


def test_the_latest_act_is_taken_back(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    table.play(0, "add")
    table.play(0, "add")
    answer = table.people[0].post(f"{table.path}/undo").json
    assert (answer["seq"], answer["events"][0]["undone"]) == (7, [6])
    assert table.see()["state"]["added"] == [1, 0]


def test_all_acts_after_an_event_are_taken_back(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    table.play(0, "add")
    table.play(0, "add")
    undo = table.people[0].get(f"{table.path}/moves").json["undo"]
    assert undo == {"to": 4, "steps": [6, 5]}
    answer = table.people[0].post(f"{table.path}/undo", {"to": undo["to"]}).json
    assert answer["events"][0]["undone"] == [5, 6]
    assert table.see()["state"]["added"] == [0, 0]
    assert table.people[0].get(f"{table.path}/moves").json["undo"] is None


def test_what_was_undone_stays_in_the_log(api: Api) -> None:
    table = api.table()
    table.play(0, "write", number=1)
    table.people[0].post(f"{table.path}/undo")
    events = table.people[0].get(f"{table.path}/events").json["events"]
    assert [event["seq"] for event in events] == [1, 2, 3, 4]
    assert events[2]["move"] == {"type": "write", "number": 1}
    assert events[3]["text"] == ["You take back event 3"]


def test_a_refused_undo_names_the_rule_and_the_event_in_the_way(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    problem = table.people[0].post(f"{table.path}/undo", {"to": 2}, 422).json
    assert (problem["rule"], problem["detail"]) == (
        "TB-4.1",
        "event 4 stands in the way: nothing before it can be undone",
    )
    assert "event 4" in table.people[0].post(f"{table.path}/undo", status=422).json["detail"]
    assert table.seq == 4


def test_an_act_of_another_seat_bars_the_way(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    table.play(0, "done")
    table.play(1, "add")
    assert "event 6" in table.people[0].post(f"{table.path}/undo", status=422).json["detail"]


def test_a_secret_answer_is_taken_back_after_others_answered(api: Api) -> None:
    table = api.table(3)
    table.play(0, "write", number=1)
    table.play(1, "write", number=2)
    table.people[0].post(f"{table.path}/undo")
    assert table.see(0)["state"]["written"] == [None, True, False]
    assert table.see(1)["state"]["written"] == [False, 2, False]
    table.play(0, "write", number=5)
    table.play(2, "write", number=3)
    assert table.see()["state"]["written"] == [5, 2, 3]


@pytest.mark.parametrize("to", ["3", True, 1.5, {}])
def test_the_event_to_go_back_to_is_a_number(api: Api, to: Any) -> None:
    table = api.table()
    assert list(table.people[0].post(f"{table.path}/undo", {"to": to}, 422).json["errors"]) == ["to"]


def test_undo_is_a_move_too(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    batch = [{"type": "add"}, {"type": "add"}, {"type": "undo_all"}, {"type": "done"}]
    answer = table.people[0].post(f"{table.path}/moves", {"moves": batch}).json
    assert answer["events"][2]["undone"] == [5, 6]
    assert table.see()["state"]["added"] == [0, 0]
