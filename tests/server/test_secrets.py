"""Two games that differ only in what a seat has written in secret look the same to everybody else."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.table.decide import Person
from moothall.domain.table.state import Seat
from moothall.events.games.commands import Commands
from moothall.events.games.writer import Writer
from moothall.server.app import create_app
from moothall.server.bootstrap import Services
from tests.support.api import Answer, Api, Body, Caller
from tests.support.tally import TALLY

SEATS = 3
SECRET = bytes(range(32))

Act = tuple[int | None, Body]
"""Who moves how; None and an empty move for a step."""


@pytest.fixture
def still(parts: Services) -> Api:
    """An app whose clock stands still, so that two games can be compared byte by byte."""
    commands = Commands(Writer(parts.games, clock=lambda: 1_000_000))
    return Api(create_app(parts=replace(parts, commands=commands)))


class Play:
    """A game with a known secret, by which its dice fall the same whenever the same is played."""

    def __init__(self, api: Api, people: list[Caller], game_id: str) -> None:
        self.api, self.people, self.id = api, people, game_id
        commands = api.parts.commands
        commands.create(game_id, _person(people[0]), TALLY, [Seat("human")] * SEATS, {}, SECRET)
        for caller in people[1:]:
            commands.join(game_id, _person(caller), None, "")

    def act(self, act: Act) -> None:
        seat, move = act
        if seat is None:
            self.api.parts.commands.step(self.id, expected=self.api.parts.store.length(self.id))
        else:
            self.people[seat].post(f"/v1/games/{self.id}/moves", {"move": move})

    def seen_by(self, caller: Caller) -> list[str]:
        """Everything a caller can get hold of, but for ids that name the request or the game and the salted hash."""
        path = f"/v1/games/{self.id}"
        lines = {"Accept": "application/x-ndjson"}
        answers = [
            caller.get(path),
            caller.get(f"{path}/scores"),
            caller.get(f"{path}/events"),
            caller.get(f"{path}/events", headers=lines),
        ]
        if caller.token is not None:
            answers.append(caller.get(f"{path}/moves"))
            for body, status in ((_move("write", number=9), 0), (_move("done"), 0), (_move("fly"), 422)):
                answers.append(_try(caller, f"{path}/moves?dry_run=true", body, status))
            answers.append(_refused(caller, f"{path}/undo", {"to": 0}))
            answers.append(caller.get("/v1/me/games"))
        return [_told(answer.text, self.id) for answer in answers]


@pytest.mark.parametrize("seed", range(3))
def test_nobody_can_tell_what_another_seat_wrote(still: Api, seed: int) -> None:
    luck = FastDraw(seed)
    people = [still.player(f"Player {seat}") for seat in range(SEATS)]
    game = Play(still, people, f"game{seed}")
    played: list[Act] = []
    compared = 0
    while (table := still.parts.games.fresh(game.id).table).status == "active":
        if table.step is not None:
            act: Act = (None, {})
        else:
            seat = table.decisions[luck.below("seat", len(table.decisions))].seat
            act = (seat, _choose(still, people[seat], game.id, luck))
            hidden = act[1]["type"] == "write" and len(table.decisions) > 1
            if hidden:
                compared += _compare(still, people, game, [*played, act], luck)
        game.act(act)
        played.append(act)
    assert compared == 3 * (SEATS - 1)


def _compare(api: Api, people: list[Caller], game: Play, acts: list[Act], luck: FastDraw) -> int:
    """Play all that again in two games, the last secret of one other than that of the other."""
    seat, move = acts[-1]
    assert seat is not None
    other = {**move, "number": move["number"] % 5 + 1}
    twins = []
    for name, last in (("a", move), ("b", other)):
        twin = Play(api, people, f"{game.id}{name}{len(acts)}")
        for act in acts[:-1]:
            twin.act(act)
        twin.act((seat, last))
        twins.append(twin)
    waits = [caller for index, caller in enumerate(people) if index != seat]
    for caller in (*waits, api.spectator):
        one, two = (twin.seen_by(caller) for twin in twins)
        assert one == two
    own = [twin.seen_by(people[seat]) for twin in twins]
    assert own[0] != own[1], "the seat itself sees what it wrote"
    return 1


def _choose(api: Api, caller: Caller, game_id: str, luck: FastDraw) -> Body:
    moves = caller.get(f"/v1/games/{game_id}/moves").json["moves"]
    move: Body = moves[luck.below("move", len(moves))]["move"]
    return move


def _person(caller: Caller) -> Person:
    return Person(caller.id, str(caller.player["name"]))


def _move(kind: str, **parameters: Any) -> Body:
    return {"move": {"type": kind, **parameters}}


def _try(caller: Caller, path: str, body: Body, status: int) -> Answer:
    """A dry run, whatever comes of it."""
    headers = {"Authorization": f"Bearer {caller.token}"}
    answer = Answer(caller.app.test_client().post(path, json=body, headers=headers))
    assert answer.status == status if status else answer.status in (200, 403, 422)
    return answer


def _refused(caller: Caller, path: str, body: Body) -> Answer:
    return caller.post(path, body, 422)


def _told(text: str, game_id: str) -> str:
    """The answer without what may differ: the game's id, the request's id, the chain hash (salted: it helps nobody)."""
    text = re.sub(r'"(request_id|hash)":"[0-9a-f]*"', r'"\1":""', text)
    return text.replace(f'"{game_id}"', '"GAME"').replace(f"/{game_id}/", "/GAME/")
