"""The views of all events: what `?at=` shows at each of them, in pages, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.events.games.queries import MOST_VIEWS
from tests.support.api import Api, Caller, Table


def views(caller: Caller, path: str, query: str = "") -> list[Any]:
    """All pages."""
    found: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = caller.get(f"{path}/views?after={after}{query}").json
        found += page["views"]
        after = page["next"]
    return found


def finished(api: Api) -> Table:
    table = api.table()
    while table.see()["status"] != "finished":
        table.play_round(1, 2)
    return table


def test_they_are_what_looking_back_shows(api: Api) -> None:
    table = api.table()
    table.play(0, "write", number=1)
    table.people[0].post(f"{table.path}/undo")
    table.write(1, 2)
    table.play(0, "add")
    for caller in (*table.people, api.spectator):
        told = views(caller, table.path, "&limit=2")
        assert [each["seq"] for each in told] == list(range(1, table.seq + 1))
        assert told == [caller.get(f"{table.path}?at={seq}").json for seq in range(1, table.seq + 1)]


def test_pages_lead_to_the_next(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    answer = api.spectator.get(f"{table.path}/views?limit=3")
    assert (answer.json["next"], answer.json["seq"]) == (3, 4)
    assert answer.headers["Link"] == f'<{table.path}/views?limit=3&after=3>; rel="next"'
    last = api.spectator.get(f"{table.path}/views?after=3")
    assert last.json["next"] is None
    assert "Link" not in last.headers
    assert api.spectator.get(f"{table.path}/views?after=4").json == {"views": [], "seq": 4, "next": None}


def test_eyes_are_lent_once_the_game_is_over(api: Api) -> None:
    table = finished(api)
    told = views(api.spectator, table.path, "&as=0")
    assert told == [api.spectator.get(f"{table.path}?at={seq}&as=0").json for seq in range(1, table.seq + 1)]
    api.spectator.get(f"{table.path}/views?as=7", 404)


def test_nobody_borrows_eyes_before(api: Api) -> None:
    table = api.table()
    table.play(0, "write", number=1)
    for caller in (table.people[1], api.spectator):
        caller.get(f"{table.path}/views?as=0", 403)
    assert views(table.people[0], table.path, "&as=0") == views(table.people[0], table.path)


def test_an_organiser_may_as_long_as_the_scope_lasts(api: Api) -> None:
    organiser = api.organiser()
    people = [api.player(name) for name in ("Ada", "Ben")]
    seats = [{"kind": "human"}, {"kind": "human"}]
    path = f"/v1/games/{organiser.post('/v1/games', {'title': 'tally', 'seats': seats, 'organiser': True}).json['id']}"
    for person in people:
        person.post(f"{path}/seats", {})
    people[0].post(f"{path}/moves", {"move": {"type": "write", "number": 1}})
    assert views(organiser, path, "&as=0")[-1] == views(people[0], path)[-1]
    account = api.parts.players.get(organiser.id)
    assert account is not None
    api.parts.players.set_scopes(account, ("read", "play"))
    api.app.extensions["moothall.tokens"].forget()
    organiser.get(f"{path}/views?as=0", 403)


def test_a_private_game_is_not_there_for_strangers(api: Api) -> None:
    table = api.table(private=True)
    api.spectator.get(f"{table.path}/views", 404)
    api.player("Eve").get(f"{table.path}/views", 404)
    assert views(table.people[0], table.path)


@pytest.mark.parametrize(
    "query", ["after=-1", "after=x", "limit=0", f"limit={MOST_VIEWS + 1}", "as=all", "as=x", "at=1"]
)
def test_what_makes_no_sense_is_refused(api: Api, query: str) -> None:
    api.spectator.get(f"{api.table().path}/views?{query}", 422)
