"""The table in a terminal: what happened, the table as text, numbered moves, and a line to type on."""

from __future__ import annotations

from typing import Any

import click

from domain.core.title import AnyTitle
from domain.core.words import Reader
from server.cli.play.client import Client, Refused

HELP = """\
  NUMBER         play that move
  n, p           next and previous page of moves
  /WORD          only moves with that word; / alone shows all again
  u              take back your latest act (u all: everything you may)
  t, s           the table again; the score sheets
  ? MF-4.3       a rule by its number; ? MF-4 a section; ? WORD rules with that word; ? alone this help
  resign         leave the game to an AI
  q              quit"""

MOST_RULES = 10


class Terminal:
    """One player's evening."""

    def __init__(self, client: Client, title: AnyTitle, game: Any, page: int) -> None:
        self._client = client
        self._title = title
        self._game = game
        self._path = f"/v1/games/{game['id']}"
        self._seat = game["you"]["seat"]
        self._told = 0
        self._page_size = page
        self._moves: list[Any] = []
        self._offered: Any = {}
        self._page = 0
        self._word = ""

    def run(self) -> None:
        """Until the game is over or the player leaves."""
        click.echo(f"{self._title.name}, game {self._game['id']}. You are seat {self._seat}. ? helps, q quits.")
        while self._game["status"] == "active":
            self._offered = self._client.call("GET", f"{self._path}/moves")
            others_acted = self._tell_news()
            if self._offered["decision"] is None:
                # News since the game we know, not since the moves: the last of it may be that the game is over.
                self._game = self._client.news(self._path, self._game["seq"]) or self._game
                continue
            self._look()
            if others_acted:
                self._show_table()
            self._moves, self._page, self._word = self._offered["moves"], 0, ""
            self._show_moves()
            if not self._ask():
                return
            self._look()
        self._tell_news()
        self._show_end()

    def _ask(self) -> bool:
        """Lines until one of them changes the game; False to leave."""
        while True:
            try:
                line = input("> ").strip()
            except EOFError:
                line = "q"
            if line in ("q", "quit"):
                click.echo("Goodbye.")
                return False
            try:
                if line == "resign":
                    self._client.call("POST", f"{self._path}/resign", {})
                    click.echo("An AI plays on in your seat. Goodbye.")
                    return False
                if self._obey(line):
                    return True
            except Refused as error:
                click.echo(f"No: {error}")
                if error.status == 409:  # the table has moved on: look again
                    return True

    def _obey(self, line: str) -> bool:
        """Do what the line says; whether the game has changed."""
        word, _, rest = line.partition(" ")
        match word:
            case "u" | "undo":
                move = {"type": "undo_all"} if rest.strip() == "all" else {"type": "undo"}
                self._client.call("POST", f"{self._path}/moves", {"move": move})
                return True
            case _ if word.isdecimal():
                return self._play(int(word))
            case "n" | "p":
                self._turn_page(1 if word == "n" else -1)
            case "t":
                self._look()
                self._show_table()
            case "s":
                self._show_scores(self._client.call("GET", f"{self._path}/scores")["sheets"])
            case _ if word.startswith("?"):
                self._help(line[1:].strip())
            case _ if word.startswith("/"):
                self._word, self._page = line[1:].strip().lower(), 0
                self._show_moves()
            case "":
                self._show_moves()
            case _:
                click.echo("What do you mean? ? helps.")
        return False

    def _play(self, number: int) -> bool:
        if not 1 <= number <= len(self._moves):
            click.echo(f"There are moves 1 to {len(self._moves)}{' so far' if self._offered['more'] else ''}.")
            return False
        move, decision = self._moves[number - 1]["move"], self._offered["decision"]["id"]
        self._client.call("POST", f"{self._path}/moves", {"move": move, "decision": decision})
        return True

    def _look(self) -> None:
        self._game = self._client.call("GET", self._path)

    def _tell_news(self) -> bool:
        """Say what happened since the last look; whether it was not all one's own doing."""
        others = False
        after: int | None = self._told
        while after is not None:
            page = self._client.call("GET", f"{self._path}/events?after={after}")
            for event in page["events"]:
                others = others or event["seat"] != self._seat
                self._told = event["seq"]
                for text in event["text"]:
                    click.echo(f"{event['seq']:5}  {text}")
            after = page["next"]
        return others

    def _show_table(self) -> None:
        click.echo()
        click.echo(self._title.table_text(self._game["state"], self._reader()))
        click.echo()

    def _chosen(self) -> list[tuple[int, str]]:
        """The moves that fit the word, by their number among all."""
        numbered = [(number, entry["text"]) for number, entry in enumerate(self._moves, 1)]
        return [(number, text) for number, text in numbered if self._word in text.lower()]

    def _show_moves(self) -> None:
        chosen = self._chosen()
        first = self._page * self._page_size
        shown = chosen[first : first + self._page_size]
        kind = self._offered["decision"]["kind"].replace("_", " ")
        total = f"{len(chosen)}{'+' if self._offered['more'] else ''}"
        click.echo(f"Your decision: {kind}. Moves {first + 1 if shown else 0}-{first + len(shown)} of {total}:")
        for number, text in shown:
            click.echo(f"{number:4}  {text}")
        hints = ["n: next page"] if first + len(shown) < len(chosen) or self._offered["more"] else []
        hints += ["p: previous page"] if self._page else []
        hints += ["u: take back"] if self._offered["undo"] else []
        if hints:
            click.echo(f"      ({', '.join(hints)})")

    def _turn_page(self, by: int) -> None:
        if by > 0 and self._offered["more"] and (self._page + 2) * self._page_size > len(self._chosen()):
            more = self._client.call("GET", f"{self._path}/moves?offset={len(self._moves)}")
            if more["seq"] == self._offered["seq"]:
                self._moves = self._moves + more["moves"]
                self._offered = {**self._offered, "more": more["more"]}
        last = max(0, len(self._chosen()) - 1) // self._page_size
        self._page = min(max(0, self._page + by), last)
        self._show_moves()

    def _help(self, what: str) -> None:
        """A rule, the rules of a section, the rules with a word, or how to use this."""
        slug = self._title.slug
        if not what:
            sections = self._client.call("GET", f"/v1/titles/{slug}")["sections"]
            click.echo(HELP)
            click.echo("  Sections: " + ", ".join(f"{number} {name}" for number, name in sections.items()))
            return
        if "." in what and " " not in what:
            rules = [self._client.call("GET", f"/v1/titles/{slug}/rules/{what.upper()}")]
        else:
            known = self._client.call("GET", f"/v1/titles/{slug}/rules")["rules"]
            rules = [rule for rule in known if rule["section"] == what.upper()]
            rules = rules or [rule for rule in known if what.lower() in rule["text"].lower()]
        for rule in rules[:MOST_RULES]:
            click.echo(f"  {rule['id']} {rule['text']} [{rule['provenance']}]")
        if len(rules) > MOST_RULES or not rules:
            click.echo(f"  ({len(rules)} rules in all)" if rules else f"  No rule says {what!r}.")

    def _show_scores(self, sheets: Any) -> None:
        for sheet in sheets:
            parts = ", ".join(f"{name.replace('_', ' ')} {points}" for name, points in sheet["categories"].items())
            click.echo(f"  {self._name(sheet['seat'])}: {sheet['total']} ({parts})")

    def _show_end(self) -> None:
        self._show_table()
        result = self._game["result"]
        if result is None:
            click.echo(f"The game is {self._game['status']}.")
            return
        self._show_scores(result["sheets"])
        for place, group in enumerate(result["ranking"], 1):
            click.echo(f"  {place}. {', '.join(self._name(seat) for seat in group)}")

    def _reader(self) -> Reader:
        names = (seat["name"] or f"Bot {seat['seat']}" for seat in self._game["seats"])
        return Reader(tuple(names), self._seat)

    def _name(self, seat: int) -> str:
        sits = self._game["seats"][seat]
        return f"seat {seat} ({sits['name'] or 'AI ' + sits['level']})"
