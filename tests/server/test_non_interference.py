"""Non-interference on the wire: two games that differ only in what a seat cannot see give that seat the same bytes on
every route, in every stream frame, refusal, header and length, dry runs included.

The secrets differ in two ways. Everything that a seat cannot see is dealt anew in the middle of a game (by the function
that keeps bots honest), future luck included; and another seat answers a secret decision otherwise. Nothing is taken
out before the comparison but the chain hashes, which are salted, and the commitment to the luck of the game."""

from __future__ import annotations

import gzip
import random
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from moothall.domain.core.draw import FastDraw, SeededDraw, game_seed
from moothall.domain.core.title import AnyTitle, Binding
from moothall.domain.titles import TITLES
from moothall.server.embedded import EmbeddedRedis
from tests.laws.walk import Point, eager_walk, walk
from tests.support.twins import SECRET, Asking, Request, World, dry_runs, requests_of

SALTED = re.compile(rb'"(hash|commitment)":"[0-9a-f]{64}"')
OTHER_SECRET = bytes(reversed(SECRET))

POINTS = 3
"""Moments of a game at which its secrets are dealt anew and all is asked."""
GAMES = 3
"""Games that are looked through for deeds of every kind."""

SIZES = [(slug, seats) for slug, title in TITLES.items() for seats in (min(title.players), max(title.players))]


class Place(NamedTuple):
    """Where the worlds are, one after the other."""

    redis: Any
    url: str
    data: Path


@pytest.fixture
def place(redis_server: EmbeddedRedis, redis: Any, tmp_path: Path) -> Place:
    return Place(redis, redis_server.url, tmp_path)


@pytest.fixture
def fixed_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The luck of a fork and of a position is the same in both worlds: what they are dealt may hang on nothing but what
    the seat knows."""
    monkeypatch.setattr(secrets, "token_bytes", lambda count: bytes(count))


@pytest.mark.parametrize(("slug", "seats"), SIZES)
def test_what_is_dealt_anew_changes_no_byte(place: Place, fixed_luck: None, slug: str, seats: int) -> None:
    title, luck = TITLES[slug], FastDraw(seats)
    differing = 0
    for number, (state, awaited) in enumerate(moments(title, seats, POINTS)):
        seat = (awaited + (number == 1)) % seats  # whoever is asked, and once somebody who waits
        other = title.determinize(state, seat, luck)
        differing += other != state
        compare(
            place, title, seats, [(SECRET, state), (OTHER_SECRET, other)], [[], []], everything([seat, None], number)
        )
    assert differing, "the secrets of the twins are the same"


@pytest.mark.parametrize("slug", TITLES)
def test_no_dry_run_tells_what_only_the_deed_may_tell(place: Place, slug: str) -> None:
    title, luck = TITLES[slug], FastDraw(1)
    for number, point in enumerate(every_kind_of_deed(title, max(title.players))):
        assert point.seat is not None
        twins = [(SECRET, point.state), (OTHER_SECRET, title.determinize(point.state, point.seat, luck))]
        compare(place, title, max(title.players), twins, [[], []], dry_runs(point.seat, point.move, number))


@pytest.mark.parametrize(("slug", "seats"), SIZES)
def test_a_secret_answer_changes_no_byte_for_others(place: Place, fixed_luck: None, slug: str, seats: int) -> None:
    title = TITLES[slug]
    for number, (acts, seat, answers) in enumerate(secret_answers(title, seats)):
        ends = [[*acts, (seat, answer)] for answer in answers]
        others = [each for each in range(seats) if each != seat]
        viewers = [others[number % len(others)], None]
        compare(place, title, seats, [(SECRET, None)] * 2, ends, everything(viewers, number))


def compare(
    place: Place, title: AnyTitle, seats: int, twins: list[tuple[bytes, Any]], acts: list[list[Any]], asking: Asking
) -> None:
    """Both worlds, one after the other under the same names, are asked the same."""
    requests: list[Request] = []
    told: list[list[Any]] = []
    for (secret, state), played in zip(twins, acts, strict=True):
        place.redis.flushall()
        world = World(place.url, place.data, title, seats, secret, state)
        try:
            for seat, move in played:
                world.act(seat, move)
            world.listed()
            requests = requests or asking(world)
            told.append([world.send(request) for request in requests])
        finally:
            world.close()
    for request, first, second in zip(requests, *told, strict=True):
        assert without_salted(first) == without_salted(second), f"{request} tells what it should not"


def everything(viewers: list[int | None], seed: int) -> Asking:
    """All that these can ask, of every route of a game: a new one has to be asked here too."""

    def asking(world: World) -> list[Request]:
        luck = random.Random(seed)
        requests = [each for viewer in viewers for each in requests_of(world, viewer, luck)]
        adapter = world.app.url_map.bind("localhost")
        asked = {adapter.match(each.path.partition("?")[0], each.method)[0] for each in requests}
        known = {rule.endpoint for rule in world.app.url_map.iter_rules() if "game_id" in rule.arguments}
        assert known <= asked
        return requests

    return asking


def without_salted(answer: list[Any]) -> list[Any]:
    """The answer but for hashes; where it was compressed, as it was before, since hashes compress each in its way."""
    status, headers, body = answer
    named = dict(headers)
    if named.get("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
        headers = [each for each in headers if each[0] != "Content-Length"]
    return [status, headers, SALTED.sub(rb'"\1":""', body)]


def moments(title: AnyTitle, seats: int, count: int) -> Iterator[tuple[Any, int]]:
    """States all through a random game at which somebody is asked, and who."""
    asked = [(point.state, point.seat) for point in walk(title, seats, seats) if point.seat is not None]
    for number in range(count):
        yield asked[number * (len(asked) - 1) // count]


def every_kind_of_deed(title: AnyTitle, seats: int) -> Iterator[Point]:
    """The first deed with a change of each kind that happens in some games."""
    seen: set[type] = set()
    for seed in range(GAMES):
        for point in eager_walk(title, seats, seed):
            kinds = {type(change) for change in point.turn.changes}
            if point.seat is not None and not kinds <= seen:
                seen |= kinds
                yield point


def secret_answers(title: AnyTitle, seats: int, most: int = 2) -> Iterator[tuple[list[Any], int, list[Any]]]:
    """Decisions of a game from its first event on that can be answered in secret in two ways: all that was played
    before, the seat, and the answers."""
    draw, luck = SeededDraw(game_seed(SECRET, ("",) * seats)), FastDraw(seats)
    state: Any = title.new(seats, title.options(), draw).state
    acts: list[Any] = []
    found = 0
    while found < most and not (awaiting := title.awaiting(state)).finished:
        if awaiting.step is not None:
            acts.append((None, None))
            state = title.run_step(state, draw).state
            continue
        seat = awaiting.seats[0].seat
        hidden = [move for move in first(title.legal_moves(state, seat), 12) if is_secret(title, state, seat, move)]
        if len(hidden) > 1:
            found += 1
            yield list(acts), seat, [hidden[0], hidden[-1]]
        move = title.sample_move(title, state, seat, luck)
        acts.append((seat, move))
        state = title.play(state, seat, move, draw).state


def is_secret(title: AnyTitle, state: Any, seat: int, move: Any) -> bool:
    changes = title.play(state, seat, move, SeededDraw(b"other")).changes
    return max(title.binding(change) for change in changes) is Binding.COMMIT


def first(moves: Any, most: int) -> list[Any]:
    return [move for move, _ in zip(moves, range(most), strict=False)]


def test_some_titles_have_secret_answers() -> None:
    """Otherwise the second test compares nothing."""
    having = {slug for slug, seats in SIZES if next(secret_answers(TITLES[slug], seats), None) is not None}
    assert "manaforge" in having
