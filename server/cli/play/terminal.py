"""The dialogue of a player or a spectator with one game: news, the table, numbered moves, and commands to type."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from moothall.domain.core.data import Json
from moothall.domain.core.words import listed, sentence
from moothall.server.cli.play.composer import Composer
from moothall.server.cli.play.game import ACTIVE, OPEN, Game
from moothall.server.cli.play.lookup import Book, Found, Thing, words
from moothall.server.cli.play.screen import Listing, Screen
from moothall.server.client import Refused

PLAYING = (
    ("NUMBER", "make that move; ? NUMBER: what the cards in it do"),
    ("n, p, m", "next page of moves, previous page, this page again"),
    ("/WORD", "only moves with that word; / alone: all again"),
    ("f, f KIND", "compose a move part by part; also what no list holds, such as a trade of your own"),
    ("f NUMBER", "the same, starting from that move: to pay in another way, say"),
    ("u, u all", "take back your latest act; everything you may"),
    ("pause, resume", "ask for a pause; ask to go on"),
    ("resign", "leave your seat to an AI for good"),
)
"""What a seat can type besides what everybody can."""

SHORT_WAIT_S = 1
"""Bots answer within it; nobody need be told that they are waited for."""

WAIT_S = 30

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


class Leave(Exception):
    """The player goes."""


class Terminal:
    """One player's evening."""

    def __init__(self, game: Game, screen: Screen, page: int, read: Callable[[str], str]) -> None:
        self._game = game
        self._screen = screen
        self._read_line = read
        self._viewer = Viewer(game, screen, PLAYING)
        self._composer = Composer(game, self._viewer.book, screen, self._read, self._viewer.explain)
        self._listing = Listing(size=page)
        self._waits_for = ""

    def run(self, new: bool) -> None:
        """Until the game is over. Raises Leave when the player goes before that."""
        self._viewer.start(new)
        self._screen.say("Type the number of a move to make it. ? helps, ? NAME explains a card or a rule, q leaves.")
        self._screen.gap()
        while self._game.status in (OPEN, ACTIVE):
            self._turn()
            self._game.look()
        self._viewer.news()
        self._viewer.end()

    def _turn(self) -> None:
        """What is to be done now: a decision, or waiting for others'."""
        self._viewer.news()
        if self._game.now["paused"]:
            self._screen.say("The game is paused. resume: go on. Enter: look again.")
            self._obey_lines(idle=True)
        elif self._game.decision is None:
            self._wait()
        elif self._game.ask_moves():
            self._waits_for = ""
            self._viewer.table()
            self._list_moves()
            self._obey_lines()

    def _wait(self) -> None:
        """For others; Ctrl-C gives the line back."""
        try:
            if self._game.wait(SHORT_WAIT_S):
                return
            waits_for = self._awaited()
            if waits_for != self._waits_for:
                self._screen.hint(f"Waiting for {waits_for} ... Ctrl-C: type something meanwhile.")
                self._waits_for = waits_for
            self._game.wait(WAIT_S)
        except KeyboardInterrupt:
            self._waits_for = ""
            self._screen.gap()
            self._screen.say("Enter: wait on. ? helps, q leaves.")
            if self._game.status == ACTIVE:
                self._game.ask_moves()
                self._list_moves()
            self._obey_lines(idle=True)

    def _awaited(self) -> str:
        asked = [self._game.reader.who(each["seat"]) for each in self._game.now["awaiting"]["decisions"]]
        return listed(asked, "players" if self._game.status == OPEN else "the table")

    def _obey_lines(self, idle: bool = False) -> None:
        """Lines until one of them changes the game; when there is nothing to decide, or an empty one."""
        while True:
            line = self._read("> ")
            if idle and not line:
                return
            try:
                if self._obey(line):
                    return
            except Refused as refused:
                self._composer.refuse(refused)
                if refused.moved_on:
                    return

    def _read(self, prompt: str) -> str:
        try:
            return self._read_line(prompt).strip()
        except EOFError:
            raise Leave from None

    def _obey(self, line: str) -> bool:
        """Do what the line says; whether the game has changed."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "q" | "quit" | "exit":
                raise Leave
            case "resign":
                self._resign()
            case "pause" | "resume" as what:
                self._game.ask_for(what)
                return True
            case "u" | "undo":
                self._game.play({"type": "undo_all" if rest.strip() == "all" else "undo"})
                return True
            case "f" | "form":
                return self._composer.compose(rest.strip())
            case number if number.isdecimal():
                return self._play(int(number))
            case "n" | "p" as way:
                self._turn_page(1 if way == "n" else -1)
            case "m" | "":
                self._show_moves()
            case "t" | "table":
                self._game.look()
                self._viewer.news()
                self._viewer.table()
            case _ if line.startswith("/"):
                self._filter(line[1:].strip())
            case _:
                if not self._viewer.obey(line):
                    self._screen.say("What do you mean? Type the number of a move, or ? for help.")
        return False

    def _play(self, number: int) -> bool:
        moves = self._game.offered["moves"]
        if not 1 <= number <= len(moves):
            so_far = " so far" if self._game.offered["more"] else ""
            self._screen.wrong(f"there are moves 1 to {len(moves)}{so_far}" if moves else "there is nothing to do now")
            return False
        self._game.play(moves[number - 1]["move"])
        return True

    def _resign(self) -> None:
        self._screen.say("An AI would play on in your seat, and you could not come back. Resign?")
        if self._read("y/n> ").lower() not in ("y", "yes"):
            self._screen.say("You play on.")
            return
        self._game.ask_for("resign")
        self._game.look()
        self._screen.say("An AI plays on in your seat.")
        raise Leave

    def _list_moves(self) -> None:
        self._listing = Listing(size=self._listing.size)
        self._take_texts()
        self._show_moves()

    def _take_texts(self) -> None:
        offered = self._game.offered
        self._listing = self._listing._replace(
            texts=tuple(entry["text"] for entry in offered["moves"]), more=offered["more"]
        )

    def _show_moves(self) -> None:
        listing = self._listing
        if not listing.texts:
            self._screen.say("There is nothing for you to do now.")
        elif not listing.shown:
            self._screen.say(f"No move has {listing.word!r} in it; / alone shows all again.")
        else:
            self._screen.say(f"{self._asked()}{listing.title}:", "bold")
            self._screen.entries(listing.shown)
            undo = ["u: take back"] if self._game.offered["undo"] else []
            if hints := [*listing.hints, *undo]:
                self._screen.say(", ".join(hints), "dim", lead=" " * 6)

    def _asked(self) -> str:
        """The question, and until when it stands."""
        decision = self._game.offered["decision"]
        if decision is None:
            return ""
        kind, deadline = words(decision["kind"]), decision["deadline"]
        until = f" (until {time.strftime('%H:%M:%S', time.localtime(deadline / 1000))})" if deadline else ""
        return f"Your turn{until}. " if kind == "turn" else f"Your decision{until}: {kind}. "

    def _turn_page(self, by: int) -> None:
        self._game.more_moves((self._listing.page + 1 + by) * self._listing.size)
        self._take_texts()
        self._listing = self._listing.turned(by)
        self._show_moves()

    def _filter(self, word: str) -> None:
        self._game.more_moves()
        self._take_texts()
        self._listing = self._listing.filtered(word)
        self._show_moves()


class Watcher:
    """A spectator's evening, a pause after every event."""

    def __init__(
        self,
        game: Game,
        screen: Screen,
        pause_s: float,
        read: Callable[[str], str],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._game = game
        self._screen = screen
        self._pause_s = pause_s
        self._read_line = read
        self._sleep = sleep
        self._viewer = Viewer(game, screen)
        self._ahead: list[Json] = []
        self._round = 0

    def run(self, new: bool) -> None:
        """Until the game is over. Raises Leave when the watcher goes before that."""
        self._viewer.start(new)
        self._screen.say("Ctrl-C: stop and type something (? helps, q leaves).")
        self._screen.gap()
        if new:
            self._ahead = self._game.news()
        else:
            self._viewer.news()
            self._round = self._game.now["round"]
        while self._ahead or self._game.status in (OPEN, ACTIVE):
            try:
                self._follow()
            except KeyboardInterrupt:
                self._screen.gap()
                self._obey_lines()
        self._viewer.end()

    def _follow(self) -> None:
        """The next event, as soon as there is one."""
        if not self._ahead:
            self._game.wait(WAIT_S)
            self._ahead = self._game.news()
            return
        event, *self._ahead = self._ahead
        self._viewer.event(event)
        self._table_of_a_new_round(event["seq"])
        self._sleep(self._pause_s)

    def _table_of_a_new_round(self, seq: int) -> None:
        then = self._game.at(seq)
        if then["round"] != self._round:
            self._round = then["round"]
            self._viewer.table(then)

    def _obey_lines(self) -> None:
        """Lines until an empty one."""
        self._screen.say("Enter: go on.")
        while True:
            try:
                line = self._read_line("> ").strip()
            except EOFError:
                raise Leave from None
            if line in ("q", "quit", "exit"):
                raise Leave
            if not line:
                return
            try:
                if not self._viewer.obey(line):
                    self._screen.say("What do you mean? Enter goes on, ? helps.")
            except Refused as refused:
                self._screen.wrong(str(refused))


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
