"""Golden games of the table's own ways, for every title: undone branches, rulings, forks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import moves as m
from moothall.domain.table.decide import Person, parent
from moothall.domain.table.state import Reserved
from moothall.domain.titles import TITLES
from tests.laws.walk import Game
from tests.support.records import ORGANISER, with_undos

FOLDER = Path(__file__).parent


class Way(NamedTuple):
    """One game to keep: `<slug>-<seats>p-table-<name>.ndjson`."""

    title: AnyTitle
    name: str
    played: Callable[[AnyTitle], Game]

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.title.slug}-{self.title.players[0]}p-table-{self.name}.ndjson"

    def play(self) -> Game:
        """The game as it would be played today."""
        return self.played(self.title)


def undone(title: AnyTitle) -> Game:
    """Acts are taken back, and a player leaves."""
    game, luck = Game(title, title.players[0]), FastDraw(101)
    game.run(luck, with_undos(game, luck), most=60)
    game.play(1, m.Resign())
    game.run(luck)
    return game


def ruled(title: AnyTitle) -> Game:
    """Every ruling there is, the last one annuls the game."""
    game, luck = Game(title, title.players[0], organiser=ORGANISER), FastDraw(102)
    game.run(luck, most=15)
    game.rule(m.PauseGame("the light went out"))
    game.rule(m.ResumeGame("it is back"))
    game.run(luck, most=25)
    game.rule(m.ReplaceSeat(0, "has to catch a train", level="random"))
    game.run(luck, most=32)
    game.rule(m.ReplaceSeat(0, "missed the train", player="p0"), Person("p0", "Player 0"))
    game.run(luck, most=40)
    game.rule(m.RestoreGame(20, "a card was misread"))
    game.run(luck, most=55)
    game.rule(m.AnnulGame("the hall closes"))
    return game


def judged(title: AnyTitle) -> Game:
    """Found by its tags, with a seat kept for a player; points are taken, and the organiser decides who has won."""
    kept, seats = Reserved(1, "p1", "Player 1"), title.players[0]
    game, luck = Game(title, seats, organiser=ORGANISER, reserved=[kept], tags=["cup", "round 1"]), FastDraw(105)
    game.run(luck, most=20)
    game.rule(m.Penalty(1, 3, "came late"))
    game.rule(m.Penalty(0, -1, "was disturbed"))
    game.run(luck, most=40)
    game.rule(m.Adjudicate(tuple((seat,) for seat in reversed(range(seats))), "the hall closes"))
    return game


def forked(title: AnyTitle) -> Game:
    """Played on from event 30 of another game, as one of its seats imagined it."""
    before = Game(title, title.players[0])
    before.run(FastDraw(103), most=30)
    secret = (103).to_bytes(32, "big")
    made = parent(title, "before", 30, before.log.table, bytes(32), 1, secret)
    game = Game(title, title.players[0], secret=secret, parent=made)
    game.run(FastDraw(104))
    return game


WAYS = [
    Way(title, name, played)
    for title in TITLES.values()
    for name, played in (("undone", undone), ("ruled", ruled), ("forked", forked), ("judged", judged))
]
