"""Tournaments of Tally over the API, run and played by hand: what the workers do is done when a test says so."""

from __future__ import annotations

from typing import Any

from moothall.events.tournaments.commands import TournamentCommands
from moothall.events.tournaments.scheduler import Marks, Runner, Tables
from moothall.server.bootstrap import Services, now_ms
from tests.support.api import Answer, Api, Body, Caller

TERMS: Body = {
    "name": "Autumn Cup",
    "title": "tally",
    "format": "swiss",
    "table_size": 2,
    "rounds": 2,
    "options": {"rounds": 1},
}


def run(parts: Services, tournament_id: str, now: int | None = None) -> None:
    """What a worker does."""
    commands = TournamentCommands(parts.tournament_commands.log, parts.ids, clock=now_ms, hands_on=False)
    runner = Runner(commands, parts.commands, Tables(parts.store), Marks(commands.store))
    runner.run(tournament_id, now_ms() if now is None else now)


class Cup:
    """A tournament, its organiser, and its people."""

    def __init__(self, api: Api, people: int = 4, **terms: Any) -> None:
        self.api = api
        self.olga = api.organiser()
        self.id: str = self.olga.post("/v1/tournaments", {**TERMS, **terms}).json["id"]
        self.path = f"/v1/tournaments/{self.id}"
        self.people: dict[str, Caller] = {}
        """By entrant."""
        for number in range(1, people + 1):
            self.enter(f"Player {number}")

    def enter(self, name: str, kind: str = "human") -> Caller:
        """Somebody registers and enters."""
        person = self.api.player(name, kind)
        entrants = person.post(f"{self.path}/entries").json["entrants"]
        self.people[next(each["entrant"] for each in entrants if each["player"] == person.id)] = person
        return person

    def see(self) -> Body:
        seen: Body = self.api.spectator.get(self.path).json
        return seen

    def round(self, number: int) -> Body:
        seen: Body = self.api.spectator.get(f"{self.path}/rounds/{number}").json
        return seen

    def standings(self, query: str = "") -> list[Body]:
        rows: list[Body] = self.api.spectator.get(f"{self.path}/standings{query}").json["standings"]
        return rows

    def start(self) -> None:
        self.olga.post(f"{self.path}/start")
        self.run()

    def rule(self, kind: str, status: int = 201, **members: Any) -> Answer:
        return self.olga.post(f"{self.path}/rulings", {"type": kind, "reason": "So it is.", **members}, status)

    def run(self, now: int | None = None) -> None:
        run(self.api.parts, self.id, now)

    def play_round(self) -> None:
        """All tables of the latest round are played, and what follows from it happens."""
        for table in self.round(self.see()["round"])["tables"]:
            self.play_table(table)
        self.run()

    def play_table(self, table: Body) -> None:
        """Everybody sits down; who sits later adds more, and wins."""
        path, people = f"/v1/games/{table['game']}", [self.people[entrant] for entrant in table["seats"]]
        for person in people:
            person.post(f"{path}/seats")
        for person in people:
            self._move(person, path, {"type": "write", "number": 3})
        for seat, person in enumerate(people):
            for _ in range(min(seat, 2)):
                self._move(person, path, {"type": "add"})
            self._move(person, path, {"type": "done"})
        parts = self.api.parts
        parts.commands.step(table["game"], parts.store.length(table["game"]))

    def _move(self, person: Caller, path: str, move: Body) -> None:
        person.post(f"{path}/moves", {"move": move})
