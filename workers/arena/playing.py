"""One game of an arena, kept as a log of events: what is played is what the record tells."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import decide, rulings
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.fold import EMPTY, Log
from moothall.domain.table.moves import Adjudicate
from moothall.domain.table.next_event import next_event
from moothall.domain.table.state import Seat
from moothall.events.event_store.stored_events import GENESIS, Stored, seal
from moothall.events.records.format import header_of, write
from moothall.events.records.signing import SigningKey
from moothall.workers.arena.results import Failure, Result, Settings, Times
from moothall.workers.arena.schedule import Place, bots_luck, secret_of
from moothall.workers.bots.failures import BotFailed
from moothall.workers.bots.plugins import Loaded
from moothall.workers.bots.position import LONGEST
from moothall.workers.simulate.play import Endless, played
from moothall.workers.simulate.player import Player
from moothall.workers.simulate.processes import Seated, loaded
from moothall.workers.titles import hosted

ARENA = Person("arena", "The arena")
"""Who rules over the games: a bot that fails has lost by ruling."""


class Done(NamedTuple):
    """A game that was played."""

    result: Result
    times: Times
    record: bytes


def play_listed(work: tuple[Settings, Place, Seated]) -> Done:
    """The same in a process that is told everything by name."""
    settings, place, seated = work
    return play(hosted()[settings.title], settings, place, loaded(seated))


def play(title: AnyTitle, settings: Settings, place: Place, seated: Sequence[Loaded]) -> Done:
    """A game from its deal to its record. A bot that is not ours and does not do what a bot has to loses it: the others
    share the victory."""
    table = _Table(title, settings, place, [bot.name for bot in seated])
    failure = None
    try:
        players = [
            Player(bot, seat, title, (settings.seed << 32) + place.number, settings.patience_s)
            for seat, bot in enumerate(seated)
        ]
        table.run(players)
    except BotFailed as failed:
        failure = Failure(failed.bot, failed.seat, failed.decision, failed.what, failed.trace)
        table.rule_against(failed)
    return table.done(failure)


def key_of(seed: int) -> SigningKey:
    """The key that signs an arena's records. Everybody can make it: it tells a damaged file, not who wrote it."""
    return SigningKey(hashlib.sha256(f"moothall arena/{seed}/key".encode()).digest())


class _Table:
    """The game and its log, as a store would keep it; times are counted and not measured, so that a record is the same
    whenever it is made."""

    def __init__(self, title: AnyTitle, settings: Settings, place: Place, names: Sequence[str]) -> None:
        self._title = title
        self._settings = settings
        self._place = place
        self._names = names
        self._secret = secret_of(settings.seed, place.deal)
        self._log: Log = EMPTY
        self._stored: list[Stored] = []
        self._decisions = 0
        self._seconds = [0.0] * len(names)
        self._turns = [0] * len(names)
        seats = [Seat("ai", level=name) for name in names]
        options, edition = settings.options, settings.edition
        self._append(
            decide.create(title, ARENA, seats, options, self._secret, 0, organise=True, edition=edition, levels=None)
        )

    def run(self, players: Sequence[Player]) -> None:
        """To the end. Raises BotFailed."""
        luck, latest = FastDraw(bots_luck(self._secret, self._place.number)), None
        while (table := self._log.table).status == "active":
            if table.step is not None:
                self._append(decide.step(self._title, table, self._secret))
                continue
            if self._decisions == LONGEST:
                raise Endless(f"{self._title.name} did not end after {LONGEST} decisions (game {self._place.number})")
            seat = table.decisions[0].seat
            if seat != latest:
                self._turns[seat] += 1
                latest = seat
            self._move(players[seat], table.game, luck)

    def rule_against(self, failed: BotFailed) -> None:
        """The bot that failed is last; the others share what is before it."""
        others = tuple(seat for seat in range(len(self._names)) if seat != failed.seat)
        reason = f"bot {failed.bot} {failed.what}"[: rulings.LONGEST_REASON]
        ruling = Adjudicate((others, (failed.seat,)), reason)
        self._append(rulings.rule(self._title, self._log, ARENA, ruling, self._secret, self._no_table_before))

    def done(self, failure: Failure | None) -> Done:
        """The game, which is over."""
        table, number = self._log.table, self._place.number
        game = played(self._title, self._names, table.game, self._decisions)
        data = self._record()
        result = Result(
            game=number,
            deal=self._place.deal,
            bots=tuple(self._names),
            ranking=table.result.ranking,
            scores=tuple(game.scores),
            rounds=game.rounds,
            decisions=game.decisions,
            factions=tuple(map(tuple, game.factions)),
            endings=tuple(game.endings) if failure is None else (),
            broken=tuple(game.broken),
            failed=failure,
            record=hashlib.sha256(data).hexdigest(),
        )
        seconds = tuple(round(each, 6) for each in self._seconds)
        return Done(result, Times(number, seconds, tuple(self._turns)), data)

    def _move(self, player: Player, game: Any, luck: FastDraw) -> None:
        began = time.process_time()
        try:
            move = player.next_move(game, luck, self._decisions)
        finally:
            self._seconds[player.seat] += time.process_time() - began
        try:
            self._append(decide.play(self._title, self._log, player.seat, move, self._secret, self._names[player.seat]))
        except IllegalMove as error:
            raise player.blamed(error, self._decisions) from error
        self._decisions += 1

    def _append(self, outcome: Outcome) -> None:
        event, self._log = next_event(self._title, self._log, outcome, self._log.seq + 1, self._secret)
        self._stored.append(seal(event, self._stored[-1].hash if self._stored else GENESIS))

    def _record(self) -> bytes:
        settings, key = self._settings, key_of(self._settings.seed)
        game_id = f"arena-{settings.title}-{settings.players}p-{settings.seed}-{self._place.number}"
        return b"".join(write(header_of(self._title, game_id, self._log.table, key.id), self._stored, key))

    def _no_table_before(self, seq: int) -> Any:
        raise LookupError(f"no ruling of an arena looks back to event {seq}")
