"""The benchmarks do what they say, for real but tiny. How fast anything is, no test judges."""

from __future__ import annotations

import json
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from moothall.domain.titles import TITLES
from moothall.server.bench import (
    NAMES,
    NO_PEER,
    PLAYERS,
    ROUNDS,
    Benchmark,
    Figure,
    Kind,
    Run,
    at_least,
    at_most,
    percentile,
    wrk,
)
from moothall.server.bench.http import prepare
from moothall.server.bench.load import Lane, LoadFailed, Request, drive
from moothall.server.bench.peers import python_of
from moothall.server.bench.prepared import (
    POSTED,
    READ,
    find_place,
    floor_lane,
    get,
    in_turns,
    play,
    post,
    quickly,
    scripts,
    seat,
)
from moothall.server.bench.suite import SUITE
from moothall.server.cli import main
from moothall.server.config import Config
from tests.support.live import until

KINDS = [Kind(title, players) for title in sorted(TITLES) for players in PLAYERS]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """What the tests of this file share: a Moothall as it is shipped, and the floor."""
    with Run([Kind("manaforge", 2)], quick=True) as run:
        yield run


def bench(*arguments: str) -> list[dict[str, Any]]:
    """The figures that the command printed."""
    result = CliRunner().invoke(main, ["bench", "--quick", "--json", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    figures: list[dict[str, Any]] = json.loads(result.stdout)["figures"]
    return figures


def test_every_name_is_measured() -> None:
    assert tuple(SUITE) == NAMES


def test_a_figure_is_judged_by_the_median_of_its_ratios() -> None:
    figure = Figure("move", "posts", "/s", (50.0, 80.0, 90.0), (100.0, 100.0, 300.0), at_least(0.5))
    assert figure.ratios == (0.5, 0.8, 0.3)
    assert figure.met
    said = figure.as_json()
    assert said["ratio"] == {"median": 0.5, "min": 0.3, "max": 0.8}
    assert said["ours"]["median"] == 80
    assert said["bar"] == ">= 0.5"


@pytest.mark.parametrize(("limit", "met"), [(0.9, True), (0.6, False)])
def test_some_figures_are_judged_by_themselves(limit: float, met: bool) -> None:
    figure = Figure("start", "seconds", "s", (0.7, 0.8), (0.1, 0.1), at_most(limit, bare=True))
    assert figure.met is met
    assert figure.judged == figure.ours


def test_without_a_peer_nothing_is_judged() -> None:
    figure = Figure("decide", "decisions", "/s", (1.0,), (), at_least(1.0))
    assert figure.met is None
    assert figure.as_json()["ratio"] is None


def test_percentiles() -> None:
    assert percentile([float(n) for n in range(1, 101)], 0.99) == 100
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2


def test_what_is_compared_takes_turns_after_a_round_that_does_not_count() -> None:
    said: list[str] = []
    values = iter(range(12))

    def of(name: str) -> float:
        said.append(name)
        return float(next(values))

    with Run([]) as run:
        ours, floor = run.alternately("test", lambda: of("ours"), lambda: of("floor"))
    assert said == ["ours", "floor"] * 6
    assert (ours, floor) == ((2.0, 4.0, 6.0, 8.0, 10.0), (3.0, 5.0, 7.0, 9.0, 11.0))


def test_rounds_can_be_fewer_and_shorter() -> None:
    with Run([], rounds=2, round_s=0.5) as run:
        ours, _ = run.alternately("test", lambda: 1.0, lambda: 1.0)
        assert (len(ours), run.seconds) == (2, 0.5)
    assert (Run([], quick=True).times, Run([]).times) == (1, ROUNDS)


def test_games_take_turns_and_the_next_begins_when_one_is_over() -> None:
    lengths = [("a", 2), ("b", 1), ("c", 2)]
    games = [[Request(name, b"%d" % number) for number in range(length)] for name, length in lengths]
    order = [(each.game, each.data) for each in in_turns(games, 2)]
    assert order == [("a", b"0"), ("b", b"0"), ("a", b"1"), ("c", b"0"), ("c", b"1")]


def test_a_prepared_game_is_legal_to_its_end(run: Run) -> None:
    """Posted over HTTP, whole; the steps in between are run by the workers."""
    game = seat(run.house.parts, next(scripts(Kind("gates-of-mara", 2))))
    requests = game.requests()
    sent = drive(*_at(run.house.config), [Lane(requests, POSTED)], 120)
    assert sent.answered == len(requests)
    assert len(sent.took) + sent.waited == len(requests)
    until(lambda: run.house.parts.games.fresh(game.id).table.over, "the last step")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.title}-{kind.players}")
def test_prepared_games_of_every_kind_are_legal(run: Run, kind: Kind) -> None:
    """Played by the write path itself, without a server."""
    game = seat(run.parts, next(scripts(kind)))
    play(run.parts, game)
    assert run.parts.games.fresh(game.id).table.over


def test_lanes_go_on_where_they_stopped(run: Run) -> None:
    game = seat(run.house.parts, next(scripts(Kind("manaforge", 2))))
    lane = Lane(game.requests()[:6], POSTED)
    first = Lane(lane.requests[:2], POSTED)
    drive(*_at(run.house.config), [first], 30)
    assert first.left == 0
    lane.at = first.at
    sent = drive(*_at(run.house.config), [lane], 30)
    assert (lane.at, sent.answered) == (6, 4)


def test_a_move_that_is_refused_for_good_is_said(run: Run) -> None:
    game = seat(run.house.parts, next(scripts(Kind("manaforge", 2))))
    bad = Request(game.id, post(f"/v1/games/{game.id}/moves", "no token", b'{"move":{}}'))
    with pytest.raises(LoadFailed, match="401"):
        drive(*_at(run.house.config), [Lane([bad], POSTED)], 30)


def test_the_floor_appends_and_answers_as_many_bytes_as_it_is_told(run: Run) -> None:
    ours = Lane([Request("g", post("/v1/games/g/moves", "t", b'{"move":{"type":"end_turn"}}'))] * 5, POSTED)
    lane = floor_lane(ours, 300, 1_234)
    assert lane.endless
    lane.endless = False
    sent = drive(*_at(run.floor.config), [lane], 60)
    assert (sent.answered, sent.size) == (5, 1_234)
    read = drive(*_at(run.floor.config), [Lane([Request("", get("/floor/77", "t"))], READ)], 60)
    assert (read.answered, read.size) == (1, 77)


@pytest.mark.skipif(not wrk.found(), reason="wrk is not installed")
def test_wrk_sends_the_same_and_its_lanes_go_on(run: Run) -> None:
    game = seat(run.house.parts, next(scripts(Kind("manaforge", 2))))
    lane = Lane(game.requests()[:30], POSTED)
    sent = wrk.drive(*_at(run.house.config), [lane], 1)
    assert lane.at == sent.answered
    find_place(run.house.parts, lane)
    if lane.left:
        drive(*_at(run.house.config), [lane], 60)
    assert lane.left == 0


@pytest.mark.skipif(not wrk.found(), reason="wrk is not installed")
def test_what_wrk_sends_at_the_beginning_of_a_round_does_not_count(run: Run) -> None:
    lane = Lane([Request("", get("/floor/9", "t"))], READ)
    sent = wrk.drive(*_at(run.floor.config), [lane], 0.0, warm_s=3.0)
    assert (lane.left, sent.answered, sent.rate) == (0, 0, 0)
    endless = Lane(lane.requests, READ, endless=True)
    sent = wrk.drive(*_at(run.floor.config), [endless], 1.0)
    assert sent.answered
    assert sent.size == 9


def test_the_log_tells_where_a_lane_goes_on(run: Run) -> None:
    game = seat(run.parts, next(scripts(Kind("manaforge", 2))))
    play(run.parts, game, 3)
    lane = Lane(game.requests(), POSTED, at=2)  # the third was carried out, but its answer was lost
    find_place(run.parts, lane)
    assert lane.at == 3
    find_place(run.parts, lane)
    assert lane.at == 3


def test_what_is_measured_is_synced_whatever_was_done_to_prepare_it(run: Run) -> None:
    redis = run.house.parts.store.redis
    with quickly(run.house.parts):
        assert redis.config_get("appendfsync")["appendfsync"] == "no"
    assert redis.config_get("appendfsync")["appendfsync"] == Config.fsync == "always"


def test_a_rate_is_kept(run: Run) -> None:
    """Never more than was asked for; how much less is for the machine to say."""
    lanes = [Lane([Request("", get("/floor/1", "t"))] * 5, READ) for _ in range(4)]
    sent = drive(*_at(run.floor.config), lanes, 60, rate=40)
    assert sent.answered
    assert sent.rate <= 40 * 5 / 4  # five requests have four pauses between them


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("decide", "replay")])
def test_it_is_measured_for_real(run: Run, name: str) -> None:
    """All but those that have a test of their own below."""
    benchmark = SUITE[name]
    measured = [list(figures) for figures in benchmark.each(run)]
    assert len(measured) == benchmark.parts(run) == 1
    for figure in measured[0]:
        assert figure.name == name
        assert min(figure.judged or figure.ours) > 0


def test_the_command_prints_json(tmp_path: Path) -> None:
    figures = bench("--only", "replay", "--titles", "medieval-realms", "--players", "2", "--peers", str(tmp_path))
    (figure,) = figures
    assert (figure["name"], figure["title"], figure["players"]) == ("replay", "medieval-realms", 2)
    assert figure["ours"]["min"] > 0
    assert (figure["floor"], figure["met"], figure["note"]) == (None, None, NO_PEER)


def test_a_part_that_fails_is_said_to_and_the_others_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(run: Run) -> Iterator[Figure]:
        yield Figure("append", "the first", "ms", (1.0,))
        raise LoadFailed("it broke off")

    monkeypatch.setitem(SUITE, "append", Benchmark(once=broken))
    arguments = ["bench", "--quick", "--json", "--only", "append", "--only", "replay"]
    arguments += ["--titles", "medieval-realms", "--players", "2", "--peers", str(tmp_path)]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 1
    said = json.loads(result.stdout)
    assert [(each["name"], each["what"]) for each in said["figures"]] == [
        ("replay", "events/s, decoded and folded"),
        ("append", "the first"),
        ("append", "not measured"),
    ]
    assert said["figures"][2]["note"] == "LoadFailed: it broke off"
    assert set(said["seconds"]) == {"append", "replay"}


def test_every_figure_is_printed_in_a_line_of_its_own_when_it_is_measured(tmp_path: Path) -> None:
    arguments = ["bench", "--quick", "--json", "--only", "replay", "--titles", "medieval-realms"]
    result = CliRunner().invoke(main, [*arguments, "--peers", str(tmp_path)], catch_exceptions=False)
    _, *lines, _ = result.stdout.splitlines()  # what is left of a run that was cut short
    assert [json.loads(line.lstrip(","))["players"] for line in lines] == list(PLAYERS)


def test_what_one_benchmark_has_left_over_the_next_one_takes(run: Run) -> None:
    first = prepare(run, run.kinds[0], 2, 1.0)
    assert prepare(run, run.kinds[0], 2, 1.0) is first
    for lane in first.ours:
        lane.at = len(lane.requests)
    assert prepare(run, run.kinds[0], 2, 1.0) is not first


def test_the_peers_are_where_their_environment_is(tmp_path: Path) -> None:
    assert python_of(tmp_path) is None
    venv.create(tmp_path / "peers", symlinks=True)
    assert python_of(tmp_path / "peers") == tmp_path / "peers" / "bin" / "python"


def test_the_command_prints_a_table(tmp_path: Path) -> None:
    arguments = ["bench", "--quick", "--only", "decide", "--titles", "manaforge", "--peers", str(tmp_path)]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    assert result.stdout.count("manaforge") == len(PLAYERS)
    assert NO_PEER in result.stdout


def _at(config: Config) -> tuple[str, int]:
    return config.host, config.port
