"""Taking part in a tournament."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from moothall.server.client import Client

OVER = ("finished", "aborted")


class Cup:
    """A tournament that the bot plays in. Its tables are seats that are kept for the bot (finding.py)."""

    def __init__(self, client: Client, tournament: str, me: str) -> None:
        self._client = client
        self._path = f"/v1/tournaments/{quote(tournament, safe='')}"
        self._me = me
        self.over = False

    def take_part(self) -> str:
        """Enter and check in, as far as that is still to be done; says what was done. Raises Refused."""
        cup = self._client.call("GET", self._path)
        done = []
        if cup["status"] not in OVER and not any(each["dropped"] is False for each in self._own(cup)):
            cup = self._client.call("POST", f"{self._path}/entries", {}, key=True)
            done.append("entered")
        asked = cup["settings"]["check_in"] and cup["status"] == "open"
        if asked and not any(each["checked_in"] for each in self._own(cup)):
            cup = self._client.call("POST", f"{self._path}/check-in", {}, key=True)
            done.append("checked in")
        self.over = cup["status"] in OVER
        return f"{cup['name']}: {', '.join(done) or 'takes part'} ({cup['status']})"

    def look(self) -> None:
        """Whether it is over."""
        self.over = self._client.call("GET", self._path)["status"] in OVER

    def result(self) -> str:
        """How the bot has done."""
        told = self._client.call("GET", f"{self._path}/standings")["standings"]
        own = {each["entrant"] for each in self._own(self._client.call("GET", self._path))}
        row = next((each for each in told if each["entrant"] in own), None)
        return f"{row['rank']}. of {len(told)}, {row['points']} points" if row else "not ranked"

    def _own(self, cup: Any) -> list[Any]:
        return [each for each in cup["entrants"] if each["player"] == self._me]
