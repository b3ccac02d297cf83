"""A list of moves by pages, all of it or only what has a word in it."""

from __future__ import annotations

from typing import NamedTuple

from moothall.server.cli.play.screen import Entry


class Listing(NamedTuple):
    """What is shown of the moves; `more` says that there are some which were not fetched."""

    texts: tuple[str, ...] = ()
    more: bool = False
    size: int = 20
    page: int = 0
    word: str = ""

    @property
    def chosen(self) -> list[Entry]:
        """The moves that have the word, each by its number among all."""
        numbered = (Entry(number, text) for number, text in enumerate(self.texts, 1))
        return [entry for entry in numbered if self.word.lower() in entry.text.lower()]

    @property
    def shown(self) -> list[Entry]:
        """Those of this page."""
        return self.chosen[self.page * self.size : (self.page + 1) * self.size]

    @property
    def last(self) -> int:
        """The number of the last page."""
        return max(0, len(self.chosen) - 1) // self.size

    @property
    def title(self) -> str:
        """`Moves 1-20 of 75 with "gate":`"""
        shown, total = self.shown, f"{len(self.chosen)}{'+' if self.more else ''}"
        first = self.page * self.size
        which = f"Moves {first + 1}-{first + len(shown)} of {total}" if self.last or self.more else f"{total} moves"
        which = "1 move" if total == "1" else which
        return f"{which} with {self.word!r}" if self.word else which

    @property
    def hints(self) -> list[str]:
        """What else there is to see."""
        hints = ["n: next page"] if self.page < self.last or self.more else []
        hints += ["p: previous page"] if self.page else []
        if self.word:
            return [*hints, "/ alone: all moves again"]
        return [*hints, "/WORD: filter", "f: part by part"] if hints else []

    def turned(self, by: int) -> Listing:
        """Another page, as far as there is one."""
        return self._replace(page=min(max(0, self.page + by), self.last))

    def filtered(self, word: str) -> Listing:
        """Only moves with that word, from the first page on."""
        return self._replace(word=word, page=0)
