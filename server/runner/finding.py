"""Which games a bot plays: those in which it sits already, seats that are kept for it, open tables of the titles that
it was given, and tables that it opens itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import NamedTuple

from moothall.server.client import Client, GameBrief, Refused
from moothall.server.runner.terms import Terms

NOT_ALLOWED = ("unauthorized", "insufficient-scope")
"""What is wrong with the token, and not with a table."""


class Found(NamedTuple):
    """A game in which the bot has a seat."""

    game: str
    title: str


class Finding:
    """Looks for games."""

    def __init__(self, client: Client, terms: Terms, me: str) -> None:
        self._client = client
        self._terms = terms
        self._me = me
        self._titles = cycle(terms.titles)
        self._tried: set[str] = set()
        """Tables that were full when the bot wanted to sit down."""

    def own(self) -> Iterator[Found]:
        """Games of its own, and seats that are kept for it, which it takes: nobody else plays them, and clocks run."""
        for status in ("active", "open"):
            for brief in self._client.games(mine=True, status=status):
                if not self._concerns(brief):
                    continue
                kept = brief.get("your_reserved_seat") is not None
                if brief.get("your_seat") is not None or (kept and self._joined(brief)):
                    yield Found(brief["id"], brief["title"])

    def more(self) -> Found | None:
        """One game more: at somebody's open table, or at one of its own."""
        for title in self._terms.titles:
            for brief in self._client.games(title=title, status="open"):
                if brief["id"] not in self._tried and self._is_free(brief) and self._joined(brief):
                    return Found(brief["id"], title)
        return self._opened() if self._terms.against else None

    def _opened(self) -> Found:
        """A table of its own, of one title after the other."""
        title = next(self._titles)
        return Found(self._client.create(title, ["human", *self._terms.against])["id"], title)

    def _concerns(self, brief: GameBrief) -> bool:
        """Whether it is for this run: of its tournament, of its titles, or, where it was given neither, any game."""
        terms, cup = self._terms, brief["tournament"]
        if terms.tournament is not None and cup is not None and cup["id"] == terms.tournament:
            return True
        if terms.titles:
            return brief["title"] in terms.titles
        return terms.tournament is None

    def _is_free(self, brief: GameBrief) -> bool:
        """Whether there is a seat for anybody, and the bot has none yet."""
        seats = brief["seats"]
        mine = any(each["player"] == self._me for each in seats)
        free = [each for each in seats if each["kind"] == "human" and each["player"] is None and not each["reserved"]]
        return bool(free) and not mine

    def _joined(self, brief: GameBrief) -> bool:
        try:
            self._client.join(brief["id"])
        except Refused as refused:
            if refused.kind in NOT_ALLOWED:
                raise
            self._tried.add(brief["id"])  # somebody was quicker
            return False
        return True
