"""Everything that is only looked at: news, the table, scores, history, rules and components."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moothall.domain.core.data import Json
from moothall.domain.core.words import listed, sentence
from moothall.server.cli.play.game import Game
from moothall.server.cli.play.lookup import Book, Found, Thing, words
from moothall.server.cli.play.screen import Screen

LOOKING = (
    ("t, s", "the table; the score sheets"),
    ("h, h 50", "what happened: the latest 20 events, or as many as you say"),
    ("? NAME", "what a card, a die, a space does (names in bold are known); ? MF-4.3 a rule, ? MF-4 a section"),
    ("? WORD", "rules and components with that word; ? rules: the game in short, and what can be looked up"),
    ("q", "leave; it is said how to come back"),
)
"""What can be typed at any time."""

HISTORY = 20
"""Events that `h` shows unless told otherwise."""

MOST_NEWS = 40
"""Lines of news at once; the rest is in the history."""

MOST_FOUND = 10
MOST_OF_A_KIND = 100
MOST_MENTIONS = 3


class Viewer:
    """Shows one game on one screen."""

    def __init__(self, game: Game, screen: Screen, commands: Sequence[tuple[str, str]] = ()) -> None:
        self._game = game
        self._screen = screen
        self._commands = (*commands, *LOOKING)
        self._told = 0
        self.book = Book(game.client, game.title.slug)

    def start(self, new: bool) -> None:
        """Where we are, who plays, and for newcomers what it is about."""
        game, screen = self._game, self._screen
        self._meet()
        screen.heading(game.title.name)
        for sentence_ in self.book.glance if new else ():
            screen.say(sentence_, lead="- ")
        screen.gap()
        at_table = [
            f"{name} ({_sitter(seat, game.seat)})"
            for name, seat in zip(game.reader.names, game.now["seats"], strict=True)
        ]
        screen.say(f"At the table: {listed(at_table)}.")
        screen.gap()

    def news(self) -> None:
        """What happened since the last look; at first since the last own act."""
        first = not self._game.log
        news = self._game.news()
        if not news:
            return
        self._meet()  # seats change hands
        shown = news
        if first and self._game.seat is not None:
            acts = [index for index, event in enumerate(news, 1) if event["seat"] == self._game.seat]
            shown = news[acts[-1] :] if acts else news
        shown = _latest(shown, MOST_NEWS)
        if len(shown) < len(news):
            self._screen.hint(f"... {len(news) - len(shown)} earlier events; h {len(news)} shows them")
        self._screen.events(shown)
        self._told = news[-1]["seq"]

    def event(self, event: Json) -> None:
        """This event, up to which everything counts as told."""
        self._screen.events([event])
        self._told = event["seq"]

    def table(self, then: Json | None = None) -> None:
        """The table, now or as it stood then."""
        if text := self._game.table_text(then):
            self._screen.heading(f"{self._game.title.name}: the table")
            self._screen.table(text.strip("\n"))
            self._screen.gap()

    def end(self) -> None:
        """How it ended."""
        game, screen = self._game, self._screen
        self.table()
        result = game.now["result"]
        if result is None:
            screen.say(f"The game is {game.status}.")
            return
        screen.scores(result["sheets"], game.reader)
        screen.gap()
        for place, group in enumerate(result["ranking"], 1):
            screen.say(sentence(game.reader.all(group)), lead=f"{place:4}. ")

    def obey(self, line: str) -> bool:
        """Show what the line asks for, as far as the game has been told; False if it asks for nothing of this kind."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "t" | "table":
                self.table(self._then())
            case "s" | "scores":
                self._scores()
            case "h" | "history":
                told = [event for event in self._game.log if event["seq"] <= self._told]
                self._screen.events(told[-(int(rest) if rest.isdecimal() else HISTORY) :])
            case _ if line.startswith("?"):
                self.explain(line[1:].strip())
            case _:
                return False
        return True

    def _then(self) -> Json | None:
        """The game as far as it has been told, where it has moved on."""
        return None if self._told == self._game.now["seq"] else self._game.at(self._told)

    def _scores(self) -> None:
        game, then = self._game, self._then()
        if then is None:
            self._screen.scores(game.scores(), game.reader)
        else:
            self._screen.definitions(
                (name, str(seat["score"])) for name, seat in zip(game.reader.names, then["seats"], strict=True)
            )

    def explain(self, what: str) -> None:
        """A rule, a component, a listed move, or how to use all this."""
        moves = self._game.offered["moves"]
        if not what:
            self._screen.definitions(self._commands)
        elif what == "rules":
            self._contents()
        elif what.isdecimal():
            self._explain_move(moves[int(what) - 1 :][:1] if int(what) else [])
        else:
            self._found(what, self.book.find(what))

    def _contents(self) -> None:
        for sentence_ in self.book.glance:
            self._screen.say(sentence_, lead="- ")
        self._screen.gap()
        self._screen.say("Sections of the rules (? and the number):")
        self._screen.definitions(self.book.sections.items())
        kinds = (f"{words(kind)} ({count})" for kind, count in self.book.kinds.items())
        self._screen.say(f"Components (? and the word): {', '.join(kinds)}.")

    def _explain_move(self, entries: Sequence[Json]) -> None:
        """The components in the line of a move, which may not be there."""
        if not entries:
            self._screen.wrong("there is no move of that number")
        for entry in entries:
            self._screen.say(entry["text"])
            about = self.book.named_in(entry["text"], entry["move"])
            self._things(about[:MOST_FOUND])
            if not about:
                self._screen.hint("It names nothing that could be looked up.")

    def _found(self, what: str, found: Found) -> None:
        screen = self._screen
        if found.heading:
            screen.say(found.heading, "bold")
        most = MOST_OF_A_KIND if found.heading else MOST_FOUND
        self._things(found.things[:most])
        # A component's own line is the answer; rules beside it are an extra.
        rules = found.rules[: MOST_MENTIONS if found.things else most]
        for rule in rules:
            screen.say(f"{rule.text} [{rule.source}]", lead=f"  {rule.id} ", hang=6)
        left = [(len(found.things) - most, "components"), (len(found.rules) - len(rules), "rules")]
        if more := [f"{count} more {of}" for count, of in left if count > 0]:
            screen.hint(f"  and {listed(more)}; ask more exactly to see others")
        if not found.things and not found.rules:
            meant = f" Did you mean {' or '.join(found.close)}?" if found.close else " ? rules lists what there is."
            screen.say(f"Nothing is called {what!r}, and no rule says it.{meant}")

    def _things(self, things: Sequence[Thing]) -> None:
        for thing in things:
            source = f" [{thing.source}]" if thing.source else ""
            self._screen.say(f"{thing.text}{source}", lead=f"  {thing.name} ({words(thing.kind)}): ", hang=6)

    def _meet(self) -> None:
        self._screen.meet(self._game.reader, (thing.name for thing in self.book.things))


def _latest(events: Sequence[Json], most: int) -> list[Json]:
    """The latest events that have so many lines together, or the very latest alone."""
    kept: list[Json] = []
    for event in reversed(events):
        most -= len(event["text"])
        if kept and most < 0:
            break
        kept.insert(0, event)
    return kept


def _sitter(seat: dict[str, Any], me: int | None) -> str:
    if seat["seat"] == me:
        return "you"
    return f"AI, {seat['level']}" if seat["kind"] == "ai" else "person" if seat["player"] else "free"
