"""Sealed games on the wire: nobody learns the deal from a table that ended early.

Two worlds differ only in what a seat cannot see. Its table has ended, others that play the same deal have not: every
route and stream must still say the same in both, to the seats of that table, to those of another, and to strangers,
until the secret is told. Then they differ, or the comparison would show nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.decide import Person
from moothall.domain.table.evolve import write_state
from moothall.domain.table.moves import Adjudicate, AnnulGame
from moothall.domain.table.state import Parent, Seat, TournamentTable
from moothall.domain.titles import TITLES
from moothall.events.accounts.players import Player
from moothall.server.embedded import EmbeddedRedis
from moothall.server.streams import LINES
from tests.server.test_non_interference import OTHER_SECRET, Place, fixed_luck, moments, without_salted  # noqa: F401
from tests.support.twins import GAME, NOW, SECRET, Request, World, requests_of

ORGANISER = Person("p_org", "Olga")
STRANGER = Person("p_stranger", "Sam")
NOWHERE = "z" * 26
"""A game that there is none of."""

End = Callable[["Sealed"], None]


class Sealed(World):
    """A table that has ended while others play the same deal, and another one of the same round."""

    def begin(self, title: AnyTitle, seats: int, secret: bytes, state: Any) -> None:
        for person in (ORGANISER, STRANGER, *elsewhere(seats)):
            self.parts.players.register(Player(person.id, person.name, "human", NOW), f"token-{person.id}")
        for number, people in enumerate((self.people, elsewhere(seats)), 1):
            game_id = GAME if number == 1 else "h" * 26
            before = Parent("elsewhere", 7, "00" * 32, True, write_state(state))
            table = TournamentTable("cup", 1, number)
            self.parts.commands.create(
                game_id,
                ORGANISER,
                title,
                [Seat("human")] * seats,
                {},
                secret,
                parent=before,
                organise=True,
                tournament=table,
                sealed=True,
            )
            for person in people:
                self.parts.commands.join(game_id, person, None, "")

    def tell(self) -> None:
        self.parts.commands.tell_secret(GAME)


def elsewhere(seats: int) -> list[Person]:
    """The people at the other table."""
    return [Person(f"p_{index}", f"Player {index}") for index in range(seats, 2 * seats)]


def adjudicated(world: Sealed) -> None:
    order = tuple((seat,) for seat in range(len(world.people)))
    world.parts.arbiter.rule(GAME, ORGANISER, Adjudicate(order, "time is up"))


def annulled(world: Sealed) -> None:
    world.parts.arbiter.rule(GAME, ORGANISER, AnnulGame("a fire"))


def annulled_later(world: Sealed) -> None:
    adjudicated(world)
    annulled(world)


ENDS: dict[str, End] = {"adjudicated": adjudicated, "annulled": annulled, "annulled later": annulled_later}


@pytest.fixture
def place(redis_server: EmbeddedRedis, redis: Any, tmp_path: Path) -> Place:
    return Place(redis, redis_server.url, tmp_path)


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("slug", TITLES)
def test_an_end_tells_nothing_of_the_deal(place: Place, fixed_luck: None, slug: str, how: str) -> None:  # noqa: F811
    title = TITLES[slug]
    seats = min(title.players)
    (state, seat) = list(moments(title, seats, 2))[-1]
    other = title.determinize(state, seat, FastDraw(seats))
    assert other != state, "the secrets of the twins are the same"
    viewers = [seat, None, "elsewhere", "stranger"]
    twins = [(SECRET, state), (OTHER_SECRET, other)]
    before, after = (compared(place, title, seats, twins, ENDS[how], viewers, told) for told in (False, True))
    for request, first, second in before:
        assert without_salted(first) == without_salted(second), f"{request} tells what it should not"
    differing = [request for request, first, second in after if without_salted(first) != without_salted(second)]
    assert any(request.viewer is None for request in differing), "what is told would not be noticed"


def compared(
    place: Place, title: AnyTitle, seats: int, twins: list[Any], end: End, viewers: list[Any], told: bool
) -> Iterator[tuple[Request, Any, Any]]:
    """What is asked, and the answers of both worlds."""
    requests: list[Request] = []
    answers: list[list[Any]] = []
    for secret, state in twins:
        place.redis.flushall()
        world = Sealed(place.url, place.data, title, seats, secret, state)
        try:
            end(world)
            if told:
                world.tell()
            world.listed()
            requests = requests or asked(world, seats, viewers)
            answers.append([world.send(request) for request in requests])
        finally:
            world.close()
    return zip(requests, *answers, strict=True)


def asked(world: Sealed, seats: int, viewers: list[Any]) -> list[Request]:
    """All that these can ask, of every route of a game: a new one has to be asked here too."""
    luck = random.Random(seats)
    requests: list[Request] = []
    for viewer in viewers:
        known: Any = {"elsewhere": seats}.get(viewer, viewer)
        requests += [each._replace(viewer=known) for each in requests_of(world, _asks_as(viewer), luck)]
    adapter = world.app.url_map.bind("localhost")
    routes = {adapter.match(each.path.partition("?")[0], each.method)[0] for each in requests}
    assert {rule.endpoint for rule in world.app.url_map.iter_rules() if "game_id" in rule.arguments} <= routes
    return requests


def _asks_as(viewer: Any) -> int | None:
    """Whoever has no seat asks what a spectator asks."""
    return viewer if isinstance(viewer, int) else None


@pytest.mark.parametrize("slug", TITLES)
def test_strangers_and_other_tables_do_not_even_learn_that_it_is_there(place: Place, slug: str) -> None:
    title = TITLES[slug]
    seats = min(title.players)
    (state, _) = next(moments(title, seats, 1))
    world = Sealed(place.url, place.data, title, seats, SECRET, state)
    try:
        adjudicated(world)
        world.listed()
        for request in asked(world, seats, [None, "elsewhere", "stranger"]):
            if GAME in request.path:
                nowhere = world.send(request._replace(path=request.path.replace(GAME, NOWHERE)))
                assert named(world.send(request), GAME) == named(nowhere, NOWHERE), request
            else:
                assert GAME.encode() not in world.send(request)[2], request
    finally:
        world.close()


def named(answer: list[Any], game_id: str) -> list[Any]:
    """The answer but for the name of the game, and for how often somebody has asked."""
    status, headers, body = without_salted(answer)
    return [status, [each for each in headers if each[0] != "RateLimit"], body.replace(game_id.encode(), b"it")]


@pytest.mark.parametrize("slug", TITLES)
def test_its_own_players_see_how_it_ended_and_the_rest_as_before(place: Place, slug: str) -> None:
    title = TITLES[slug]
    seats = min(title.players)
    (state, _) = next(moments(title, seats, 1))
    world = Sealed(place.url, place.data, title, seats, SECRET, state)
    try:
        before = looked(world, 0)
        adjudicated(world)
        after = looked(world, 0)
        assert after["result"]["ranking"] == [[seat] for seat in range(seats)]
        assert after["result"]["secret"] == ""
        assert after["state"] == before["state"]
        assert SECRET.hex() not in re.sub(r"\s", "", str(after))
        world.tell()
        assert looked(world, 0)["result"]["secret"] == SECRET.hex()
        assert looked(world, "stranger")["status"] == "finished"
    finally:
        world.close()


def looked(world: Sealed, viewer: Any) -> Any:
    return msgspec.json.decode(world.send(Request("GET", f"/v1/games/{GAME}", viewer, {}))[2])


def test_its_record_is_there_once_it_is_told(place: Place) -> None:
    title = TITLES["manaforge"]
    (state, _) = next(moments(title, 2, 1))
    world = Sealed(place.url, place.data, title, 2, SECRET, state)
    audit = f"/v1/games/{GAME}/audit"
    lines = Request("GET", f"/v1/games/{GAME}/events", 0, {"Accept": LINES})
    try:
        adjudicated(world)
        status, _, body = world.send(Request("GET", audit, 0, {}))
        assert (status, b"all tables that play the same deal are over" in body) == (409, True)
        assert b'"line":"header"' not in world.send(lines)[2]
        world.tell()
        assert world.send(Request("GET", audit, None, {}))[0] == 200
        assert b'"line":"header"' in world.send(lines)[2]
    finally:
        world.close()
