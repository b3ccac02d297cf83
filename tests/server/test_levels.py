"""Levels that an operator names: asked for, listed, refused, recorded, audited; played by the bots behind them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from moothall.domain.table.state import Seat
from moothall.events.audit.game import audit
from moothall.server.app import create_app
from moothall.server.bootstrap import Services, wire, wire_worker
from moothall.server.checks import check_bots
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.openapi import document_of
from moothall.workers import jobs
from tests.support.api import Api
from tests.support.house import ANN
from tests.support.tally import TALLY

BOTS = """
def last(view, moves):
    return moves[-1]


def broken(position):
    return position.no_such_member
"""


@pytest.fixture
def config(redis_server: EmbeddedRedis, redis: Any, tmp_path: Path) -> Config:
    (tmp_path / "mine.py").write_text(BOTS)
    named = f"sharp={tmp_path}/mine.py:last,blunt={tmp_path}/mine.py:broken"
    return Config(redis=redis_server.url, data=tmp_path, bots=named)


@pytest.fixture
def parts(config: Config) -> Iterator[Services]:
    made = wire(config, {"tally": TALLY})
    yield made
    made.hub.stop()
    made.store.redis.close()
    made.jobs.connection.close()


@pytest.fixture
def api(parts: Services) -> Api:
    return Api(create_app(parts=parts))


def test_a_level_can_be_asked_for_wherever_there_are_levels(api: Api) -> None:
    ada = api.player()
    seats = [{"kind": "human"}, {"kind": "ai", "level": "sharp"}]
    game = api.game(ada, seats, substitute="blunt")
    assert game["seats"][1]["level"] == "sharp"
    assert api.spectator.get("/v1/titles/tally").json["levels"] == ["random", "greedy", "mcts", "sharp", "blunt"]
    refused = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "ai", "level": "deep"}] * 2}, 422).json
    assert refused["errors"] == {
        f"seats[{seat}].level": ["Must be one of: random, greedy, mcts, sharp, blunt."] for seat in (0, 1)
    }


def test_the_description_lists_them_and_that_of_others_does_not(api: Api) -> None:
    def levels(document: str) -> list[str]:
        data = yaml.load(document, Loader=yaml.CSafeLoader)
        found: list[str] = data["components"]["schemas"]["SeatSpec"]["properties"]["level"]["enum"]
        return [each for each in found if each is not None]

    assert levels(document_of(api.app)) == ["random", "greedy", "mcts", "sharp", "blunt"]
    plain = create_app(Config(redis="unix://unused"))
    assert levels(document_of(plain)) == ["random", "greedy", "mcts"]


def test_the_bots_behind_them_play_and_a_record_of_it_is_good(
    config: Config, parts: Services, caplog: pytest.LogCaptureFixture
) -> None:
    context = wire_worker(config, {"tally": TALLY})
    jobs.set_context(context)
    seats = [Seat("ai", level="sharp"), Seat("ai", level="blunt")]
    parts.commands.create("g1", ANN, TALLY, seats, {"rounds": 1}, bytes(32))
    while (hot := context.games.fresh("g1")).table.status == "active":
        (jobs.run_step if hot.table.step else jobs.play_ai)("g1", hot.log.seq)
    made = [parts.games.read(TALLY, stored) for stored in parts.store.tail("g1")]
    moved = {(event.seat, event.level) for event in made if event.seat is not None}
    assert {level for seat, level in moved if seat == 0} == {"sharp"}
    assert "greedy" in {level for seat, level in moved if seat == 1}, "which stands in for what fails"
    assert "blunt" not in {level for _, level in moved}
    assert "level blunt failed: AttributeError at broken:" in caplog.text
    assert parts.store.stats().keys() == {"bot_failures:tally:blunt"}
    assert audit(parts.archive.record("g1", None), {"tally": TALLY}).ok
    context.games.store.redis.close()
    context.jobs.connection.close()


@pytest.mark.parametrize("setting", ["sharp=./nowhere.py", "greedy=x:y", "sharp"])
def test_a_setting_that_names_no_bot_is_told_at_the_start(setting: str) -> None:
    with pytest.raises(ValueError, match="MOOTHALL_BOTS: "):
        check_bots(Config(bots=setting))
