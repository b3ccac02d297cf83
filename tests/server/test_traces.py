"""Traces as a real receiver gets them, from a real gunicorn, a dispatcher and a worker."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from moothall.events.redis_client.connection import connect
from moothall.server.app import create_app
from moothall.server.bootstrap import wire
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.fast_path import FastPath
from moothall.server.supervisor import free_port
from moothall.server.traces import check_traces, spans_of
from tests.support.api import Api
from tests.support.live import MODULE, ROOT, Person, running, table, until, web_server
from tests.support.otlp import Told, Traces, traces
from tests.support.tally import TALLY

MOVES = "/v1/games/<game_id>/moves"
POSTED = f"POST {MOVES}"
NUMBER = 271828
"""What somebody tries to write in secret; refused by a rule that says it again."""
NAME = "Wilhelmina Unmistakable"
CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
"""A traceparent: trace, span, sampled."""

ALLOWED = {
    "http.request.method",
    "http.route",
    "http.response.status_code",
    "error.type",
    *(
        f"moothall.{name}"
        for name in ("game", "title", "seq", "events", "job", "due", "level", "tournament", "left_out")
    ),
}


class Traced:
    """A house that is traced, and people in it."""

    def __init__(self, address: str, told: Traces) -> None:
        self.address = address
        self.told = told
        self.ann, self.ben = Person(address, NAME), Person(address, "Ben")
        self.tokens = [person.client.headers["Authorization"].split()[1] for person in (self.ann, self.ben)]

    def post(self, game_id: str, query: str = "", status: int = 201, move: Any = None, **headers: str) -> Any:
        """A move of Ann's."""
        body = {"move": move or {"type": "wave"}}
        answer = self.ann.client.post(f"/v1/games/{game_id}/moves{query}", json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def request(self, seq: int, game_id: str) -> Told:
        """The span of the request that led to that event."""
        return self.told.wait_for(
            lambda span: (
                span.process == "web"
                and span.name.startswith("POST")
                and (span.attributes.get("moothall.game"), span.attributes.get("moothall.seq")) == (game_id, seq)
            ),
            f"the trace of event {seq}",
        )


@pytest.fixture(scope="module")
def house(redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Traced]:
    with connect(redis_server.url) as client:
        client.flushall()  # what others have left due would be worked off first, and traced
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("OTEL_BSP_SCHEDULE_DELAY", "20")  # milliseconds: nobody waits for five seconds here
        told = stack.enter_context(traces())
        config = Config(
            redis=redis_server.url,
            port=free_port("127.0.0.1"),
            web_workers=1,
            data=tmp_path_factory.mktemp("traced"),
            traces=told.address,
            access_log="",
        )
        address = stack.enter_context(web_server(config))
        stack.enter_context(running([MODULE, "dispatcher"], config))
        stack.enter_context(running([MODULE, "worker"], config))
        made = Traced(address, told)
        stack.callback(made.ann.client.close)
        stack.callback(made.ben.client.close)
        yield made


def test_a_move_is_a_request_and_its_parts(house: Traced) -> None:
    game_id = table(house.ann, house.ben)
    seq = house.post(game_id)["seq"]
    request = house.request(seq, game_id)
    assert request.name == POSTED
    assert request.parent == ""
    assert request.attributes == {
        "http.request.method": "POST",
        "http.route": MOVES,
        "http.response.status_code": 201,
        "moothall.game": game_id,
        "moothall.title": "tally",
        "moothall.seq": seq,
    }
    parts = house.told.below(request)
    assert [part.name for part in parts] == ["read", "decide", "record", "answer"]
    (append,) = house.told.below(parts[2])
    assert append.name == "append"
    assert append.attributes == {"moothall.game": game_id, "moothall.seq": seq, "moothall.events": 1}
    assert {span.trace for span in (*parts, append)} == {request.trace}


@pytest.mark.parametrize("query", ["", "?include=moves&include=state"], ids=["fast path", "long way"])
def test_it_goes_on_with_the_trace_of_its_caller(house: Traced, query: str) -> None:
    game_id = table(house.ann, house.ben)
    request = house.request(house.post(game_id, query, traceparent=CALLER)["seq"], game_id)
    assert (request.trace, request.parent) == tuple(CALLER.split("-")[1:3])
    assert [part.name for part in house.told.below(request)][-2:] == ["record", "answer"]


def test_a_caller_that_samples_nothing_is_not_traced(house: Traced) -> None:
    game_id = table(house.ann, house.ben)
    unseen = house.post(game_id, traceparent=CALLER[:-1] + "0")["seq"]
    house.request(house.post(game_id)["seq"], game_id)  # told later, and here
    assert unseen not in [span.attributes.get("moothall.seq") for span in of_game(house, game_id)]


@pytest.mark.parametrize("given", ["nonsense", "00-" + "0" * 32 + "-" + "0" * 16 + "-01"])
def test_what_is_no_trace_of_a_caller_is_none(house: Traced, given: str) -> None:
    game_id = table(house.ann, house.ben)
    assert house.request(house.post(game_id, traceparent=given)["seq"], game_id).parent == ""


def test_a_refused_move_tells_what_kind_of_error_and_not_what_it_says(house: Traced) -> None:
    game_id = table(house.ann, house.ben)
    house.post(game_id, status=422, move={"type": "write", "number": NUMBER}, traceparent=CALLER)
    request = house.told.wait_for(
        lambda span: span.name == POSTED and span.attributes.get("moothall.game") == game_id, "the refusal"
    )
    assert request.attributes["http.response.status_code"] == 422
    assert house.told.below(request)[1].attributes == {"error.type": "IllegalMove"}
    assert not request.raw.events
    assert not request.raw.status.message


def test_a_step_is_a_job_linked_to_the_event_that_it_was_due_at(house: Traced) -> None:
    game_id = table(house.ann, house.ben)
    seq = play_round(house, game_id)
    append = house.told.wait_for(
        lambda span: span.name == "append" and span.process == "web" and span.attributes["moothall.seq"] == seq
        and span.attributes["moothall.game"] == game_id,
        "the last move of the round",
    )  # fmt: skip
    job = house.told.wait_for(
        lambda span: span.name == "run_step" and span.attributes["moothall.game"] == game_id, "the step"
    )
    assert job.process == "worker"
    assert job.links == (append.id,)
    assert job.attributes == {
        "moothall.job": "run_step",
        "moothall.game": game_id,
        "moothall.title": "tally",
        "moothall.due": seq,
        "moothall.seq": seq + 1,
    }
    names = [part.name for part in house.told.below(job)]
    assert {"read", "decide", "record"} <= set(names)


def test_an_ai_seat_thinks_in_a_job(house: Traced) -> None:
    seats = [{"kind": "human"}, {"kind": "ai", "level": "random"}]
    game_id = house.ann.post("/v1/games", {"title": "tally", "seats": seats})["id"]
    job = house.told.wait_for(
        lambda span: span.name == "play_ai" and span.attributes["moothall.game"] == game_id, "the AI's move"
    )
    thought = next(part for part in house.told.below(job) if part.name == "think")
    assert thought.attributes == {"moothall.level": "random"}
    assert len(job.links) == 1


def test_no_span_holds_a_secret(house: Traced) -> None:
    game_id = table(house.ann, house.ben, private=True)
    secret = house.tokens[0]
    ann = house.ann.client
    house.post(game_id, status=422, move={"type": "write", "number": NUMBER})
    keyed = {"Idempotency-Key": "key-unmistakable"}
    written = {"move": {"type": "write", "number": 4}}
    assert ann.post(f"/v1/games/{game_id}/moves", json=written, headers=keyed).status_code == 201
    house.post(game_id, status=422, move={"type": "steal-unmistakable"})
    ann.get(f"/v1/games/{secret}")  # a caller who puts everything where it does not belong
    ann.get(f"/{secret}/{NAME}?ticket={secret}")
    ann.request("STEAL", f"/v1/games/{game_id}/moves")
    ann.get(f"/v1/games/{game_id}", headers={"X-Request-Id": "id-unmistakable", "tracestate": "a=unmistakable"})
    ann.get(f"/v1/games/{game_id}/events?limit=5", headers={"tracestate": "unmistakable=1", "traceparent": CALLER})
    house.request(house.post(game_id)["seq"], game_id)
    spans = house.told.spans()
    assert {name for span in spans for name in span.attributes} <= ALLOWED
    assert not [span for span in spans if span.raw.events or span.raw.status.message or span.raw.trace_state]
    everything = b"".join(got.body for got in house.told.posted.got)
    assert POSTED.encode() in everything
    hidden = [*house.tokens, NAME, str(NUMBER), "unmistakable", "Unmistakable", "STEAL", "Ben"]
    assert [text for text in hidden if text.encode() in everything] == []
    whole = [span.attributes[key] for span in spans for key in span.attributes if key.startswith("moothall.")]
    assert NUMBER not in whole


def test_a_receiver_that_is_away_stops_nobody(
    redis_server: EmbeddedRedis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "20")
    nobody = f"http://127.0.0.1:{free_port('127.0.0.1')}"
    config = Config(
        redis=redis_server.url, port=free_port("127.0.0.1"), web_workers=1, data=tmp_path, traces=nobody, access_log=""
    )
    with running(
        ["gunicorn", "--config", "python:moothall.server.gunicorn", f"{MODULE}:create_app()"], config, quiet=True
    ):
        address = f"http://127.0.0.1:{config.port}"
        until(lambda: _answers(address), "the server's start")
        with Person(address, "Ann") as ann, Person(address, "Ben") as ben:
            game_id = table(ann, ben)
            for _ in range(3):
                ann.play(game_id, "wave")


def test_what_is_told_at_the_end_is_sent_before_a_process_ends(
    redis_server: EmbeddedRedis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "600000")
    with traces() as told:
        config = Config(
            redis=redis_server.url,
            port=free_port("127.0.0.1"),
            web_workers=1,
            data=tmp_path,
            traces=f"{told.address}/somewhere/else",
            access_log="",
        )
        with web_server(config) as address, Person(address, "Ann") as ann, Person(address, "Ben") as ben:
            ann.play(table(ann, ben), "wave")
            assert not told.posted.got
        assert POSTED in [span.name for span in told.spans()]
        assert {got.path for got in told.posted.got} == {"/somewhere/else"}


def test_the_fast_path_is_traced_and_not_passed_by(
    redis_server: EmbeddedRedis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "20")
    with traces() as told:
        parts = wire(Config(redis=redis_server.url, data=tmp_path, traces=told.address), {"tally": TALLY})
        app = create_app(parts=parts)
        api = Api(app)
        seated = api.table()
        monkeypatch.setattr(app, "full_dispatch_request", None)  # whoever goes the long way falls
        seated.play(0, "wave")
        request = told.wait_for(lambda span: span.name == POSTED, "the move")
        until(lambda: len(told.below(request)) == 4, "its parts")
        parts.hub.stop()
        parts.store.redis.close()
        parts.jobs.connection.close()


def test_nothing_is_wrapped_or_imported_where_there_are_no_traces(redis_server: EmbeddedRedis) -> None:
    told = (
        "import sys; from moothall.server.app import create_app; from moothall.server.bootstrap import wire_worker; "
        "from moothall.server.config import Config; config = Config(redis=sys.argv[1]); app = create_app(config); "
        "wire_worker(config); print(type(app.wsgi_app).__name__, [m for m in sys.modules if '.traces' in m])"
    )
    done = subprocess.run(
        [sys.executable, "-c", told, redis_server.url], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split(maxsplit=1) == [FastPath.__name__, "['moothall.server.traces']\n"]
    assert spans_of(Config(), "web") is None


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["worker"], ["dispatcher"]], ids=lambda words: words[0])
def test_without_the_extra_it_says_at_the_start_what_to_install(tmp_path: Path, command: list[str]) -> None:
    hidden = "import sys; sys.modules['opentelemetry'] = None; from moothall.server.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", hidden, *command],
        cwd=ROOT,
        env={**os.environ, "MOOTHALL_TRACES": "http://127.0.0.1:4318", "MOOTHALL_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "pip install 'moothall[traces]'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("address", ["collector:4318", "grpc://collector", "http://"])
def test_an_address_that_leads_nowhere_is_named(address: str) -> None:
    with pytest.raises(ValueError, match="MOOTHALL_TRACES is an http:// or https:// URL"):
        check_traces(Config(traces=address))


def of_game(house: Traced, game_id: str) -> list[Told]:
    return [span for span in house.told.spans() if span.attributes.get("moothall.game") == game_id]


def play_round(house: Traced, game_id: str) -> int:
    """A round of two; the event after which its scoring is due."""
    for person, number in ((house.ann, 2), (house.ben, 3)):
        person.play(game_id, "write", number=number)
    house.ann.play(game_id, "done")
    seq: int = house.ben.play(game_id, "done")["seq"]
    return seq


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz", trust_env=False).status_code == 200
    except httpx.HTTPError:
        return False
