"""The rated games of one title in the order in which they ended, and the ratings that follow from them.

Two things are written: that a game counts or no longer does (`note`), which says from which game on everything is to be
counted anew; and the ratings after the next games from there (`settle`). A game that ended last has nothing after it,
and costs no more than itself; one that is heard of late, or is annulled, has all later ones counted again. So the
digits depend on the games alone, not on when they were heard of.

Whatever is written was computed from a version that was read, and is written only if that is still the version: of
several writers one goes on, the others read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Literal, NamedTuple

import msgspec

from moothall.domain.core.codec import to_json
from moothall.domain.table.ending import Placed
from moothall.domain.table.state import AI_PLAYER
from moothall.events import keys
from moothall.events.accounts.players import Players
from moothall.events.event_store.metadata import Meta
from moothall.events.projections.rating_formula import FORMULA, Entry, Rating, Result, after, read_entry, read_result

FEWEST_GAMES = 10
"""What a player must have played to stand on a leaderboard; until then a rating is provisional."""

CHUNK = 200
"""Games that are rated in one go."""

ALL, HUMAN, BOT, AI = BOARDS = ("all", "human", "bot", "ai")
"""The leaderboards: `all` has people and bots; the levels of the AIs stand apart."""

Words = tuple[str, ...]
"""A command of Redis."""

Settled = Literal["done", "more", "lost"]
"""Whether all games are rated, or there are more to rate, or somebody else was faster."""

_SCRIPT = files("moothall.events").joinpath("projections/write.lua").read_text("utf-8")


class State(NamedTuple):
    """Where a generation stands."""

    version: int
    start: str | None
    """The first game that is to be counted anew."""
    formula: int


class Ledger:
    """One generation of a title's ratings."""

    def __init__(self, redis: Any, title: str, generation: str, live: str) -> None:
        """Nothing is written unless `live` is the generation that people read: this one, or the one that this one is to
        take the place of."""
        self._redis = redis
        self._title = title
        self._generation = generation
        self._live = live
        self._state = keys.rating_state(title, generation)
        self._games = keys.rated_games(title, generation)
        self._results = keys.rated_results(title, generation)

    def note(self, metas: Sequence[Meta]) -> bool:
        """That these games are over, and how. What is known already, or better, changes nothing; another end at the
        same event (the first was lost with a primary) takes its place. False if somebody else was faster."""
        state = self._read_state()
        commands: list[Words] = []
        touched = [] if state.start is None else [state.start]
        gone: dict[str, Sequence[Placed]] = {}
        for meta, known in zip(metas, self._known([meta.id for meta in metas]), strict=True):
            new = Result(meta.seq, meta.updated_at, tuple(meta.standing))
            if known is not None and (known.seq > meta.seq or known == new):
                continue
            commands.append(("HSET", self._results, meta.id, to_json(new).decode()))
            if known is not None and known.standing:
                gone[known.member(meta.id)] = known.standing
            if new.standing:
                touched.append(new.member(meta.id))
                commands.append(("ZADD", self._games, "0", touched[-1]))
        if not commands:
            return True
        if touched or gone:
            commands.append(("HSET", self._state, "from", min((*touched, *gone))))
        return self._write(state, [*self._taken_out(gone), *commands])

    def settle(self, most: int = CHUNK) -> Settled:
        """Rate the next games, so many at most."""
        state = self._read_state()
        start = "" if state.formula < FORMULA else state.start
        if state.version == 0 or start is None or state.formula > FORMULA:  # a later Moothall sees to it
            return "done"
        found = self._redis.zrangebylex(self._games, f"[{start}", "+", 0, most + 1)
        members = [member.decode() for member in found]
        commands = self._rated(start, members[:most])
        commands.append(("HSET", self._state, "formula", str(FORMULA)))
        more = len(members) > most
        commands.append(("HSET", self._state, "from", members[most]) if more else ("HDEL", self._state, "from"))
        if not self._write(state, commands):
            return "lost"
        return "more" if more else "done"

    def make_live(self) -> bool:
        """Have people read this generation from now on. False if another one has come before it."""
        return self._write(self._read_state(), [("SET", keys.live_ratings(self._title), self._generation)])

    def seqs(self) -> dict[str, int]:
        """Every game that is known here, and up to which of its events."""
        found = self._redis.hscan_iter(self._results, count=1_000)
        return {game_id.decode(): read_result(data).seq for game_id, data in found}

    def newest(self, players: Sequence[str]) -> dict[str, Entry]:
        """The latest ratings of these players; who has none is left out."""
        return {player: lines[0] for player, lines in self._lines(players, "+", 1).items() if lines}

    def history(self, player: str, before: str | None, count: int) -> list[Entry]:
        """A player's last lines, before those of that game; the latest first."""
        return self._lines([player], f"({before}" if before else "+", count)[player]

    def _rated(self, start: str, members: Sequence[str]) -> list[Words]:
        """The commands that write the ratings after these games, the first that are not before `start`."""
        results = self._known([member.partition(":")[2] for member in members])
        standings = [(member, known.standing) for member, known in zip(members, results, strict=True) if known]
        players = sorted({each.player for _, standing in standings for each in standing})
        newest, kinds = self.newest(players), self._kinds(players)
        before = self._lines(players, f"({start}", 1)
        ratings = {player: lines[0].rating for player, lines in before.items() if lines}
        last: dict[str, Entry] = {}
        commands: list[Words] = []
        for member, standing in standings:
            for player, rating in after(standing, ratings).items():
                ratings[player], last[player] = rating, Entry(member, rating)
                commands += [self._cut(player, member), ("ZADD", self._of(player), "0", last[player].written())]
        for player, entry in last.items():
            later = newest.get(player, entry)
            if later.member <= entry.member:  # else the later one is counted anew as well, in its turn
                commands += self._listed(player, kinds[player], entry.rating)
        return commands

    def _taken_out(self, gone: Mapping[str, Sequence[Placed]]) -> list[Words]:
        """The commands that take out games: all that came of them goes at once, what came after them in its turn."""
        commands: list[Words] = [("ZREM", self._games, member) for member in gone]
        commands += [self._cut(each.player, member) for member, standing in gone.items() for each in standing]
        players = sorted({each.player for standing in gone.values() for each in standing})
        kinds = self._kinds(players)
        for player, lines in self._lines(players, "+", len(gone) + 1).items():
            left = [line.rating for line in lines if line.member not in gone]
            commands += self._listed(player, kinds[player], left[0] if left else None)
        return commands

    def _cut(self, player: str, member: str) -> Words:
        """Takes a game's line out of a player's history."""
        return "ZREMRANGEBYLEX", self._of(player), f"[{member} ", f"({member}!"

    def _listed(self, player: str, kind: str, rating: Rating | None) -> list[Words]:
        """Puts a player on the leaderboards, or takes the player off."""
        boards = [AI] if kind == AI else [ALL, kind]
        names = [keys.leaderboard(self._title, self._generation, board) for board in boards]
        if rating is None or (rating.games < FEWEST_GAMES and kind != AI):
            return [("ZREM", name, player) for name in names]
        return [("ZADD", name, repr(rating.skill.ordinal), player) for name in names]

    def _of(self, player: str) -> str:
        return keys.rating_history(self._title, self._generation, player)

    def _known(self, game_ids: Sequence[str]) -> list[Result | None]:
        found = self._redis.hmget(self._results, game_ids) if game_ids else []
        return [None if data is None else read_result(data) for data in found]

    def _lines(self, players: Sequence[str], before: str, count: int) -> dict[str, list[Entry]]:
        """Of each player the last lines before that place, the latest first."""
        pipe = self._redis.pipeline(transaction=False)
        for player in players:
            pipe.zrevrangebylex(self._of(player), before, "-", 0, count)
        answers = pipe.execute() if players else []
        return {player: list(map(read_entry, lines)) for player, lines in zip(players, answers, strict=True)}

    def _kinds(self, players: Sequence[str]) -> Mapping[str, str]:
        accounts = Players(self._redis).some([player for player in players if not player.startswith(AI_PLAYER)])
        kinds = {player: AI if player.startswith(AI_PLAYER) else HUMAN for player in players}
        return kinds | {player: account.kind for player, account in accounts.items()}

    def _read_state(self) -> State:
        found = self._redis.hgetall(self._state)
        start = found.get(b"from")
        version, formula = int(found.get(b"version", 0)), int(found.get(b"formula", FORMULA))
        return State(version, None if start is None else start.decode(), formula)

    def _write(self, state: State, commands: Sequence[Words]) -> bool:
        """All of it, if the state is still that one and people read what they read then."""
        live = keys.live_ratings(self._title)
        names = list(dict.fromkeys((live, self._state, *(words[1] for words in commands))))
        packed = msgspec.msgpack.encode(commands)
        return bool(self._redis.eval(_SCRIPT, len(names), *names, self._live, state.version, packed))
