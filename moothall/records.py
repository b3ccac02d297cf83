"""Records: games that are over, as files that stand alone."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from moothall.catalogue import Title
from moothall.domain.core.data import Json
from moothall.events.audit.game import audit
from moothall.events.audit.report import Report
from moothall.events.records.format import read
from moothall.events.records.limits import LARGEST
from moothall.events.records.replay import Replay, Unplayable
from moothall.game import Game
from moothall.server.cli.options import content_of
from moothall.workers.bots.position import as_json
from moothall.workers.titles import hosted

Source = str | PathLike[str] | bytes


class Record:
    """A record that was read: every event, and the game at each of them.

    >>> record = moothall.read_record(file)
    >>> record.title, record.seats, len(record.events) == record.last
    (<Title manaforge>, 2, True)
    >>> record.events[0]["text"]
    ['A game of Manaforge with 2 seats is created', 'Player 0 takes seat 0']
    >>> record.view(record.last, seat=0)["status"]
    'finished'
    >>> game = record.game_at(record.last // 2)
    >>> game.finished, game.fork(seed=1).awaiting == game.awaiting
    (False, True)
    """

    def __init__(self, data: bytes) -> None:
        self._data = read(data)
        self.replay = Replay(self._data, hosted())
        """All that can be asked of a record played back."""

    def __repr__(self) -> str:
        return f"<Record of game {self.game}, {self.title.slug}, {self.last} events>"

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.replay.game

    @property
    def title(self) -> Title:
        """What was played."""
        return Title(self.replay.title)

    @property
    def seats(self) -> int:
        """How many seats there were."""
        return len(self.replay.table(1).seats)

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.replay.last

    @property
    def events(self) -> list[Json]:
        """Everything that happened, as plain data with a text; nothing is hidden any more."""
        found: list[Json] = as_json(list(self.replay.log(self.last, None)))
        return found

    def view(self, seq: int, seat: int | None = None) -> Json:
        """The game after that event as a seat (None: a spectator) got it then, as over REST."""
        seen: Json = as_json(self.replay.view(seq, seat))
        return seen

    def game_at(self, seq: int, seed: int = 0) -> Game:
        """The game after that event, to go on with; what is drawn from there on hangs on the seed. Raises Unplayable
        for an event before the game began."""
        table = self.replay.table(seq)
        if table.game is None:
            raise Unplayable(f"the game had not started at event {seq}")
        return Game(self.replay.title, table.game, len(table.seats), 0).fork(seed)

    def verify(self, keys: Mapping[str, str] | None = None, *, current: bool = False) -> Report:
        """The four verdicts. `keys` (id to public key, as /v1/keys has them) are those that count; with `current` it is
        judged by today's rules."""
        return audit(self._data, hosted(), trusted=keys, current=current)


def read_record(source: Source) -> Record:
    """The record in a file, or in bytes (`Client.record`). Raises Unplayable if it cannot be played back.

    >>> moothall.read_record(file).verify().ok
    True
    """
    return Record(_bytes(source))


def verify(source: Source, keys: Mapping[str, str] | None = None, *, current: bool = False) -> Report:
    """The four verdicts on a record, whatever is in the file: chain, replay, rules, draws. `keys` are those that count
    (any, if left out).

    >>> report = moothall.verify(file)
    >>> report.ok, {name: verdict.ok for name, verdict in report.verdicts.items()}
    (True, {'chain': True, 'replay': True, 'rules': True, 'draws': True})
    >>> moothall.verify(b"no record").chain.why
    'line 1 is cut off: it does not end with a newline'
    """
    return audit(_bytes(source), hosted(), trusted=keys, current=current)


def _bytes(source: Source) -> bytes:
    return source if isinstance(source, bytes) else content_of(Path(source), LARGEST)
