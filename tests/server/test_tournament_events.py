"""A tournament's events: by page, as lines, and live over a real connection."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs

from moothall.server.openapi import data_of
from tests.support.api import Api
from tests.support.cups import Cup
from tests.support.live import Frame, Person

LINES = {"Accept": "application/x-ndjson"}
LIVE = {"Accept": "text/event-stream"}


def test_a_page_tells_where_the_next_begins(api: Api) -> None:
    cup = Cup(api, people=3)
    first = api.spectator.get(f"{cup.path}/events?limit=3")
    assert ([event["seq"] for event in first.json["events"]], first.json["next"]) == ([1, 2, 3], 3)
    assert 'rel="next"' in first.headers["Link"]
    second = api.spectator.get(f"{cup.path}/events?limit=3&after=3").json
    assert ([event["seq"] for event in second["events"]], second["next"], second["seq"]) == ([4], None, 4)
    assert list(api.spectator.get(f"{cup.path}/events?since=1", 422).json["errors"]) == ["since"]


def test_an_event_tells_who_asked_for_what_and_what_came_of_it(api: Api) -> None:
    cup = Cup(api, people=1)
    ada = cup.people["e1"]
    event = api.spectator.get(f"{cup.path}/events?after=1").json["events"][0]
    assert (event["by"], event["move"], event["step"]) == (ada.id, {"type": "enter"}, None)
    assert (event["changes"][0]["type"], event["changes"][0]["entrant"]) == ("entrant_entered", "e1")
    assert event["text"] == ["Player 1 enters"]
    assert len(event["hash"]) == 64


def test_every_event_is_as_it_is_described(api: Api) -> None:
    """All kinds of changes that a tournament with rulings has."""
    cup = Cup(api, people=3, next_round="manual", uneven="byes")
    cup.olga.post(f"{cup.path}/entries", {"ai": {"level": "random", "name": "House bot"}})
    cup.people["e1"].delete(f"{cup.path}/entries/me")
    cup.people["e1"].post(f"{cup.path}/entries")
    cup.rule("drop_entrant", entrant="e4")
    cup.start()
    cup.olga.post(f"{cup.path}/rounds")
    cup.run()
    cup.play_round()
    cup.rule("correct_result", round=1, table=1, ranking=[[1], [0]])
    cup.rule("take_points", entrant="e1", points=1)
    cup.rule("finish_tournament")
    document = data_of(api.app)
    schema = {"$ref": "#/components/schemas/TournamentEventAnswer", "components": document["components"]}
    validator = jsonschema_rs.validator_for(schema)
    events = api.spectator.get(f"{cup.path}/events").json["events"]
    for event in events:
        validator.validate(event)
    assert len({change["type"] for event in events for change in event["changes"]}) >= 10


def test_all_events_as_lines(api: Api) -> None:
    cup = Cup(api, people=3)
    answer = api.spectator.get(f"{cup.path}/events?limit=1", headers=LINES)
    assert answer.mimetype == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.bytes.splitlines()]
    assert lines == api.spectator.get(f"{cup.path}/events").json["events"]
    after = api.spectator.get(f"{cup.path}/events?after=3", headers=LINES)
    assert [json.loads(line)["seq"] for line in after.bytes.splitlines()] == [4]


def test_a_live_stream_goes_on_with_what_comes_and_ends_with_the_tournament(api: Api, address: str) -> None:
    cup = Cup(api, people=1)
    path = f"{cup.path}/events"
    with Person(address, token=False) as spectator:
        with spectator.listen(path) as stream:
            assert next(stream) == Frame(retry="1000")
            assert [next_event(stream).id for _ in range(2)] == ["1", "2"]
            cup.enter("Ben")
            frame = next_event(stream)
            assert (frame.id, frame.event) == ("3", "event")
            assert json.loads(frame.data) == api.spectator.get(f"{path}?after=2").json["events"][0]
            cup.rule("abort_tournament")
            assert next_event(stream).id == "4"
            assert list(stream) == [Frame(event="end", data="{}")]
        again = spectator.client.get(path, headers={**LIVE, "Last-Event-ID": "4"})
        assert (again.status_code, again.content) == (204, b"")
        with spectator.listen(path, **{"Last-Event-ID": "3"}) as stream:
            assert [frame.event for frame in stream] == ["", "event", "end"]


def test_a_ticket_opens_a_stream_once(api: Api, address: str) -> None:
    cup = Cup(api, people=1)
    path, ada = f"{cup.path}/events", cup.people["e1"]
    ticket = ada.post("/v1/me/stream-ticket", {"stream": path}).json["ticket"]
    with Person(address, token=False) as browser:
        with browser.listen(f"{path}?ticket={ticket}&after=1") as stream:
            assert next_event(stream).id == "2"
        assert browser.client.get(f"{path}?ticket={ticket}", headers=LIVE).status_code == 401
    missing = ada.post("/v1/me/stream-ticket", {"stream": "/v1/tournaments/none/events"}, 404).json
    assert missing["type"] == "/problems/not-found"


def next_event(stream: Any) -> Frame:
    """The next frame that is an event, keep-alives passed over."""
    frame: Frame = next(frame for frame in stream if frame.event)
    return frame
