"""Whole tournaments on the real thing: bots in processes of their own, AIs on the workers, an organiser at the terminal
and over HTTP; and everything that the server says of it made again by somebody who has nothing but its events."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from moothall.domain.table.changes import TABLE_CHANGES
from tests.e2e.conftest import ROOT, Hall
from tests.e2e.people import Player
from tests.support import recompute

QUICKEST = "medieval-realms"
JOIN_S = 20
"""How long seats are kept: long enough for whoever comes, on any machine."""
PATIENCE_S = 240
"""Reached only when something hangs."""

TABLES_OWN = {str(kind.__struct_config__.tag) for kind in TABLE_CHANGES}
COUNTED = ("rank", "entrant", "points", "tie_breaks")


class Cup:
    """A tournament and its organiser."""

    def __init__(self, hall: Hall, client: httpx.Client, **terms: Any) -> None:
        self.hall = hall
        self.client = client
        self.olga = Player(client, "Olga")
        granted = ["grant", self.olga.id, "--scope", "organise", "--data", str(hall.data)]
        subprocess.run(
            [sys.executable, "-m", "moothall.server", *granted], cwd=ROOT, check=True, timeout=60, capture_output=True
        )
        self.id = str(self.post("/v1/tournaments", {"name": "Autumn Cup", "format": "swiss", **terms})["id"])
        self.path = f"/v1/tournaments/{self.id}"

    def post(self, path: str, body: Any = None, by: Player | None = None, method: str = "POST") -> Any:
        """Something that is done, by the organiser unless it is said by whom."""
        answer = self.client.request(method, path, json=body, headers=(by or self.olga).headers)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def get(self, below: str = "") -> Any:
        answer = self.client.get(self.path + below)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def enter_ais(self, *levels: str) -> None:
        for number, level in enumerate(levels, 1):
            self.post(f"{self.path}/entries", {"ai": {"level": level, "name": f"House bot {number}"}})

    def enter(self, player: Player) -> None:
        self.post(f"{self.path}/entries", {}, by=player)

    def entrant_of(self, player: Player) -> str:
        return str(next(each["entrant"] for each in self.get()["entrants"] if each["player"] == player.id))

    def until(self, reached: Any) -> Any:
        """The tournament when it has come so far."""
        seen, deadline = self.get(), time.monotonic() + PATIENCE_S
        while not reached(seen):
            assert time.monotonic() < deadline, f"it stands still: {seen}"
            tag = {"If-None-Match": f'"{seen["seq"]}"'}
            answer = self.client.get(f"{self.path}?wait=20", headers=tag)
            seen = answer.json() if answer.status_code == 200 else seen
        return seen

    def play_round(self) -> Any:
        """Pair the next one; back when it is closed."""
        number = self.post(f"{self.path}/rounds")["round"]
        self.until(lambda seen: seen["awaiting"] != "tables")
        return self.get(f"/rounds/{number}")

    def events(self) -> list[Any]:
        lines = self.client.get(f"{self.path}/events", headers={"Accept": "application/x-ndjson"}).text.splitlines()
        return [json.loads(line) for line in lines]

    def standings(self) -> list[dict[str, Any]]:
        return [{name: row[name] for name in COUNTED} for row in self.get("/standings")["standings"]]


@contextmanager
def bots(hall: Hall, cup: Cup) -> Iterator[Any]:
    """Starts examples/bot.py for players; none is left behind."""
    running: list[subprocess.Popen[str]] = []

    def start(player: Player) -> subprocess.Popen[str]:
        token = player.headers["Authorization"].removeprefix("Bearer ")
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "examples" / "bot.py"), QUICKEST, hall.url, cup.id],
            env={**os.environ, "MOOTHALL_TOKEN": token},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        running.append(process)
        return process

    try:
        yield start
    finally:
        for process in running:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


@pytest.mark.timeout(600)
def test_a_swiss_of_sixteen_over_five_rounds(hall: Hall) -> None:
    """Bots of examples/bot.py and AIs; one never comes, one drops out, one is late, one result is corrected."""
    terms = {
        "title": QUICKEST,
        "table_size": 4,
        "rounds": 5,
        "points": {"4": [5, 3, 2, 1], "3": [5, 3, 1]},
        "bye": 3,
        "tie_breaks": ["opponents", "head_to_head", "score_share", "wins", "lot"],
        "next_round": "manual",
        "late_entry": 2,
        "join_s": JOIN_S,
        "substitute": "random",
    }
    with hall.client() as client:
        cup = Cup(hall, client, **terms)
        with bots(hall, cup) as start:
            five = [Player(client, f"Bot {number}") for number in range(5)]
            programs = {player: start(player) for player in five}
            absent, late = Player(client, "Noah"), Player(client, "Lateef")
            cup.enter(absent)
            cup.enter_ais(*["random"] * 8, "greedy")
            cup.until(lambda seen: len(seen["entrants"]) == 15)
            cup.post(f"{cup.path}/start")
            first = cup.play_round()
            assert missing(first) == [cup.entrant_of(absent)], "one did not come, and all others did"
            programs[late] = start(late)
            cup.until(lambda seen: len(seen["entrants"]) == 16)
            second = cup.play_round()
            assert cup.entrant_of(late) in seated(second)
            assert cup.entrant_of(absent) not in seated(second), "who does not come is paired no longer"
            cup.post(f"{cup.path}/entries/me", by=five[0], method="DELETE")
            third = cup.play_round()
            assert cup.entrant_of(five[0]) not in seated(third)
            correct(cup, second)
            assert cup.get("/rounds/3")["tables"] == third["tables"], "what was played stays as it was paired"
            for _ in range(2):
                cup.play_round()
            over = cup.until(lambda seen: seen["status"] == "finished")
            assert over["tables"] == {"playing": 0, "ended": sum(over["tables"].values()), "annulled": 0}
            for player, program in programs.items():
                said, _ = program.communicate(timeout=60)
                assert program.returncode == 0, said
                assert said.count("\nfinished after ") == tables_of(cup, player)
        check_from_outside(cup)


def seated(told: Any) -> set[str]:
    return {entrant for table in told["tables"] for entrant in table["seats"]}


def missing(told: Any) -> list[str]:
    return [table["seats"][seat] for table in told["tables"] for seat in table["absent"]]


def tables_of(cup: Cup, player: Player) -> int:
    entrant = cup.entrant_of(player)
    return sum(entrant in seated(cup.get(f"/rounds/{number}")) for number in range(1, 6))


def correct(cup: Cup, told: Any) -> None:
    """The last of a table becomes its first, by ruling."""
    table = told["tables"][0]
    seats = [seat for group in table["result"]["ranking"] for seat in group]
    before = {row["entrant"]: row["points"] for row in cup.standings()}
    ranking = [[seats[-1]], *([seat] for seat in seats[:-1])]
    ruling = {
        "type": "correct_result",
        "round": 2,
        "table": 1,
        "ranking": ranking,
        "reason": "The cards were miscounted.",
    }
    cup.post(f"{cup.path}/rulings", ruling)
    after = {row["entrant"]: row["points"] for row in cup.standings()}
    assert {entrant for entrant in after if after[entrant] != before[entrant]} <= set(table["seats"])
    assert after[table["seats"][seats[-1]]] > before[table["seats"][seats[-1]]]


def check_from_outside(cup: Cup) -> None:
    """With the exported events, the games as they are listed, and nothing else."""
    events, rows = cup.events(), cup.standings()
    assert len(rows) == 16
    assert recompute.standings(events) == rows
    told = [change for event in events for change in event["changes"]]
    ended = {(each["round"], each["table"]): each for each in told if each["type"] == "table_ended"}
    pages = cup.client.get(f"/v1/games?tournament={cup.id}&limit=200").json()
    assert pages["next"] is None
    for game in pages["games"]:
        place = ended.pop((game["tournament"]["round"], game["tournament"]["table"]))
        assert (place["ranking"], place["scores"]) == (game["result"]["ranking"], game["result"]["scores"])
    assert ended == {}
    for paired in (each for each in told if each["type"] == "round_paired"):
        everybody = Counter([*paired["byes"], *(entrant for table in paired["tables"] for entrant in table["seats"])])
        assert set(everybody.values()) == {1}, "nobody twice in a round"
        assert paired["explanation"]
    final = next(each for each in reversed(told) if each["type"] in ("tournament_finished", "standings_revised"))
    assert [(each["rank"], each["entrant"]) for each in final["standings"]] == [
        (row["rank"], row["entrant"]) for row in rows
    ]


def test_a_duplicate_round_deals_the_same_to_all_and_tells_nobody_early(hall: Hall) -> None:
    """Four tables of Manaforge. At one of them somebody thinks, while the others come to their end."""
    with hall.client() as client:
        cup = Cup(
            hall,
            client,
            title="manaforge",
            table_size=4,
            rounds=1,
            duplicate=True,
            substitute="random",
            tie_breaks=["same_seat"],
        )
        ada, stranger = Player(client, "Ada"), Player(client, "Eve")
        cup.enter(ada)
        cup.enter_ais(*["random"] * 15)
        cup.post(f"{cup.path}/start")
        tables = cup.get("/rounds/1")["tables"]
        entrant = cup.entrant_of(ada)
        own = next(table for table in tables if entrant in table["seats"])
        others = [table["game"] for table in tables if table is not own]
        cup.until(lambda seen: seen["tables"]["ended"] == 3)
        check_nothing_is_known(cup, others, [ada.headers, stranger.headers, {}])
        ada.join(own["game"])
        resigned = client.post(f"/v1/games/{own['game']}/resign", json={}, headers=ada.headers)
        assert resigned.status_code == 201, resigned.text
        cup.until(lambda seen: seen["status"] == "finished")
        told = cup.get("/rounds/1")
        assert hashlib.sha256(bytes.fromhex(told["secret"])).hexdigest() == told["commitment"]
        deals = [deal_of(client, table["game"], told["secret"]) for table in tables]
        assert deals[0]
        assert all(deal == deals[0] for deal in deals), "the same cards, dice and order at every table"
        assert len(told["comparison"]) == 16
        assert Counter(line["seat"] for line in told["comparison"]) == dict.fromkeys(range(4), 4)
        assert recompute.standings(cup.events()) == cup.standings()


def check_nothing_is_known(cup: Cup, over: list[str], callers: list[dict[str, str]]) -> None:
    """Neither that the games are there, nor, to who organises them, what their luck came from."""
    told = cup.get("/rounds/1")
    assert (told["secret"], told["comparison"], len(told["commitment"])) == (None, None, 64)
    assert cup.client.get(f"/v1/games?tournament={cup.id}").json()["games"] == []
    for game in over:
        for headers in callers:
            for below in ("", "/events", "/views", "/scores", "/audit", "?as=0", "?as=all"):
                assert cup.client.get(f"/v1/games/{game}{below}", headers=headers).status_code == 404
        seen = cup.client.get(f"/v1/games/{game}", headers=cup.olga.headers).json()
        assert (seen["status"], seen["result"]["secret"], seen["sealed"]) == ("finished", "", True)
        assert seen["commitment"] == told["commitment"]
        assert cup.client.get(f"/v1/games/{game}/audit", headers=cup.olga.headers).status_code == 409


def deal_of(client: httpx.Client, game: str, secret: str) -> list[Any]:
    """What a table was dealt: the facts before anybody moved, of a record that everybody can have by now."""
    assert client.get(f"/v1/games/{game}").json()["result"]["secret"] == secret
    assert client.get(f"/v1/games/{game}/audit").json()["ok"] is True
    events = client.get(f"/v1/games/{game}/events").json()["events"]
    first = next(
        index for index, event in enumerate(events) if any(each["type"] == "game_started" for each in event["changes"])
    )
    return [change for event in events[: first + 1] for change in event["changes"] if change["type"] not in TABLES_OWN]
