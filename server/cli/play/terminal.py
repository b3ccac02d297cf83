"""A seat at a terminal: what happened, the table, numbered moves, and a line to type on."""

from __future__ import annotations

import time
from collections.abc import Callable

from moothall.domain.core.words import listed
from moothall.server.cli.play.client import Refused
from moothall.server.cli.play.compose import Composer
from moothall.server.cli.play.game import ACTIVE, OPEN, Game
from moothall.server.cli.play.listing import Listing
from moothall.server.cli.play.lookup import words
from moothall.server.cli.play.screen import Screen
from moothall.server.cli.play.viewer import Viewer

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
