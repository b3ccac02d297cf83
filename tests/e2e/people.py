"""People at the table: HTTP players who play the first legal move they are offered."""

from __future__ import annotations

import random
import secrets
import time
from typing import Any

import httpx

PATIENCE_S = 60
"""How long a test waits for something that takes a moment."""


class Player:
    """An account and what it does."""

    def __init__(self, client: httpx.Client, name: str) -> None:
        self.client = client
        registered = client.post("/v1/players", json={"name": name})
        if registered.status_code == 409:  # names are unique, and tests share a server
            registered = client.post("/v1/players", json={"name": f"{name} {secrets.token_hex(6)}"})
        assert registered.status_code == 201, registered.text
        self.id = str(registered.json()["id"])
        self.name = str(registered.json()["name"])
        self.headers = {"Authorization": f"Bearer {registered.json()['token']}"}

    def create(self, title: str, seats: list[str], **more: Any) -> str:
        """A game; seats are `human` or an AI level."""
        specs = [{"kind": "human"} if seat == "human" else {"kind": "ai", "level": seat} for seat in seats]
        created = self.client.post("/v1/games", json={"title": title, "seats": specs, **more}, headers=self.headers)
        assert created.status_code == 201, created.text
        return str(created.json()["id"])

    def join(self, game: str) -> None:
        assert self.client.post(f"/v1/games/{game}/seats", json={}, headers=self.headers).status_code == 201

    def look(self, game: str) -> Any:
        return self.client.get(f"/v1/games/{game}", headers=self.headers).json()

    def moves(self, game: str) -> Any:
        return self.client.get(f"/v1/games/{game}/moves", headers=self.headers).json()

    def post(self, game: str, move: Any, **headers: str) -> httpx.Response:
        return self.client.post(f"/v1/games/{game}/moves", json={"move": move}, headers={**self.headers, **headers})

    def play_once(self, game: str, pick: int = 0) -> bool:
        """One move if this player owes one."""
        offered = self.moves(game)
        if offered["decision"] is None:
            return False
        moves = offered["moves"]
        played = self.post(game, moves[pick % len(moves)]["move"])
        assert played.status_code == 201, played.text
        return True

    def play_or_wait(self, game: str, pick: int = 0) -> None:
        """One move, or until somebody else has made one."""
        seq = self.moves(game)["seq"]
        if not self.play_once(game, pick):
            self.wait_past(game, seq)

    def wait_past(self, game: str, seq: int) -> Any:
        """The game once it has moved on from that seq."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            headers = {**self.headers, "If-None-Match": f'"{seq}"'}
            answer = self.client.get(f"/v1/games/{game}", params={"wait": 10}, headers=headers)
            if answer.status_code == 200:
                return answer.json()
        raise AssertionError(f"the game stays at {seq}")

    def events(self, game: str) -> list[Any]:
        found: list[Any] = []
        after: int | None = 0
        while after is not None:
            page = self.client.get(f"/v1/games/{game}/events", params={"after": after}, headers=self.headers).json()
            found += page["events"]
            after = page["next"]
        return found


def play_to_the_end(game: str, people: list[Player]) -> Any:
    """Everybody plays whenever asked, until the game is finished. Any move will do, but not in a fixed order: a die
    could be put aside and taken back for ever."""
    state = people[0].look(game)
    luck = random.Random(game)
    while state["status"] != "finished":
        moved = [person.play_once(game, luck.randrange(1 << 20)) for person in people]
        state = people[0].look(game) if any(moved) else people[0].wait_past(game, state["seq"])
    return state
