"""A small client for programs that play: typed answers, connections that are kept, and nothing done twice.

client = Client("http://127.0.0.1:8000")
client.register("My bot")
game = client.create("manaforge", ["human", "greedy"])
for notice in client.inbox():
    ...
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from moothall.server.client.answers import (
    Event,
    Game,
    GameBrief,
    Imagined,
    Json,
    Moves,
    Notice,
    Played,
    Player,
    Previews,
    Registered,
)
from moothall.server.client.calls import Calls
from moothall.server.client.errors import Away, NoMoothall, Refused
from moothall.server.client.streams import HELLO, follow

if TYPE_CHECKING:
    from moothall.domain.table.views import Eyes  # a client needs nothing of a server but its words

__all__ = [
    "Away",
    "Client",
    "Event",
    "Game",
    "GameBrief",
    "Imagined",
    "Moves",
    "NoMoothall",
    "Notice",
    "Played",
    "Player",
    "Previews",
    "Refused",
    "Registered",
]

HUMAN = "human"

PAGE = 200
"""Games of a listing, or notices, that are fetched at once."""


class Client(Calls):
    """A player of a server (with a token), or a spectator.

    A request that finds no answer is sent again for `patience_s` seconds: reading always, writing only where the server
    knows it again by an idempotency key. Methods raise `Refused` when the server says no, and OSError when it is not to
    be reached. May be used by several threads."""

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def register(self, name: str, kind: str = "bot") -> Registered:
        """A new account, whose token this client has from now on. Keep it: it is shown this once. Sent once only."""
        made: Registered = self.call("POST", "/v1/players", {"name": name, "kind": kind})
        self.token = made["token"]
        return made

    def me(self) -> Player:
        """Whose token it is, and what it is good for."""
        return cast(Player, self.call("GET", "/v1/me"))

    def titles(self) -> list[Json]:
        """The titles that the server hosts."""
        found: list[Json] = self.call("GET", "/v1/titles")["titles"]
        return found

    def title(self, slug: str) -> Json:
        """One title: players, editions, options, AI levels, kinds of moves."""
        return cast(Json, self.call("GET", f"/v1/titles/{quote(slug, safe='')}"))

    def games(
        self, *, title: str | None = None, status: str | None = None, tag: str | None = None, mine: bool = False
    ) -> Iterator[GameBrief]:
        """Games that the server lists, newest first; with `mine` those that concern this player. Page by page, as far
        as they are asked for."""
        cursor: str | None = None
        while True:
            asked = {"title": title, "status": status, "tag": tag, "cursor": cursor, "limit": PAGE}
            page = self.call("GET", "/v1/me/games" if mine else "/v1/games", query=asked)
            yield from page["games"]
            cursor = page["next"]
            if cursor is None:
                return

    def create(self, title: str, seats: Iterable[str | Mapping[str, Any]], **settings: Any) -> Game:
        """A new game. A seat is `"human"`, the level of an AI, or all that the API knows of seats; `settings` are the
        other members (`options`, `clock`, `private`, `tags`, ...). This player takes the first seat for a person."""
        body = {"title": title, "seats": [_seat(each) for each in seats], **settings}
        return cast(Game, self.call("POST", "/v1/games", body, key=True))

    def join(self, game: str, seat: int | None = None, entropy: str | None = None) -> Game:
        """Take a free seat, the first if none is named."""
        return cast(Game, self.call("POST", _at(game, "/seats"), {"seat": seat, "entropy": entropy}, key=True))

    def leave(self, game: str) -> Game:
        """Give the seat back before the game starts."""
        return cast(Game, self.call("DELETE", _at(game, "/seats/me"), key=True))

    def abort(self, game: str) -> Game:
        """Drop a game of one's own that has not started."""
        return cast(Game, self.call("POST", _at(game, "/abort"), key=True))

    def game(self, game: str, *, at: int | None = None, eyes: Eyes = None) -> Game:
        """The game as this player may see it; at an earlier event, or once it is over with the eyes of a seat (or
        `"all"`)."""
        return cast(Game, self.call("GET", _at(game), query={"at": at, "as": eyes}))

    def news(self, game: str, have: int, wait_s: float = 0.0) -> Game | None:
        """The game, if it is not where it was at event `have`; waits so long for that. None: it is."""
        headers = {"If-None-Match": f'"{have}"'}
        return cast("Game | None", self.call("GET", _at(game), query={"wait": wait_s or None}, headers=headers))

    def moves(
        self, game: str, *, wait_s: float | None = None, limit: int | None = None, offset: int | None = None
    ) -> Moves:
        """The own legal moves; waits so long to be asked."""
        query = {"wait": wait_s, "limit": limit, "offset": offset}
        return cast(Moves, self.call("GET", _at(game, "/moves"), query=query))

    def position(self, game: str) -> Imagined:
        """The position as the own seat may imagine it, everything that it cannot see dealt anew every time: for
        `moothall.Title.position`, by a library of the server's version."""
        return cast(Imagined, self.call("GET", _at(game, "/position")))

    def play(
        self,
        game: str,
        *moves: Mapping[str, Any],
        decision: int | None = None,
        if_match: int | None = None,
        include: Sequence[str] = (),
        dry_run: bool = False,
    ) -> Played:
        """Make a move, or several as one: all or nothing. `include` of "moves" and "state" answers with what is needed
        for the next decision. With `dry_run` nothing is stored, and the answer tells what would happen."""
        body: Json = {"move": moves[0]} if len(moves) == 1 else {"moves": list(moves)}
        if decision is not None:
            body["decision"] = decision
        headers = {} if if_match is None else {"If-Match": f'"{if_match}"'}
        query = {"include": list(include) or None, "dry_run": dry_run or None}
        return cast(Played, self.call("POST", _at(game, "/moves"), body, query=query, headers=headers, key=True))

    def preview(self, game: str, candidates: Iterable[Mapping[str, Any]], decision: int | None = None) -> Previews:
        """What each of several moves would do, as far as a dry run tells."""
        body = {"candidates": [{"move": move} for move in candidates], "decision": decision}
        return cast(Previews, self.call("POST", _at(game, "/moves/preview"), body, repeat=True))

    def undo(self, game: str, to: int | None = None) -> Played:
        """Take back the latest own act, or all after an event."""
        return cast(Played, self.call("POST", _at(game, "/undo"), {"to": to}, key=True))

    def resign(self, game: str) -> Played:
        """Leave a running game for good; an AI plays on."""
        return cast(Played, self.call("POST", _at(game, "/resign"), key=True))

    def events(self, game: str, after: int = 0) -> Generator[Event, None, None]:
        """What happens in the game, as this player may know it, live and from any event on. A stream that breaks off is
        taken up where it was. Ends with the game, or with `close()`."""
        for frame in follow(self, _at(game, "/events"), str(after)):
            if frame.event == "event":
                yield frame.data

    def inbox(self, after: int | None = None) -> Generator[Notice, None, None]:
        """What concerns this player, in whatever game, live: begins with the turns that wait, or after a notice. A
        stream that breaks off is taken up where it was; a turn may be told twice, but none is left out."""
        place = after
        for frame in follow(self, "/v1/me/events", None if after is None else str(after)):
            number = place if frame.id is None else int(frame.id)
            if frame.event != HELLO:
                yield frame.data
            elif place is not None and number is not None:
                yield from self._missed(place, number)  # while it had to begin anew
            place = number

    def _missed(self, after: int, last: int) -> Iterator[Notice]:
        """The notices in between, as far as they are kept."""
        while after < last:
            told = self.call("GET", "/v1/me/events", query={"after": after, "limit": PAGE})["events"]
            yield from (notice for notice in told if notice["id"] <= last)
            after = told[-1]["id"] if told else last

    def record(self, game: str) -> bytes:
        """The record of a game that is over: a file that stands alone (`moothall.read_record`)."""
        return self.fetch(_at(game, "/events"), "application/x-ndjson")

    def audit(self, game: str) -> Json:
        """The server's own verdicts on a game that is over."""
        return cast(Json, self.call("GET", _at(game, "/audit")))


def _at(game: str, more: str = "") -> str:
    return f"/v1/games/{quote(game, safe='')}{more}"


def _seat(seat: str | Mapping[str, Any]) -> Json:
    if not isinstance(seat, str):
        return dict(seat)
    return {"kind": HUMAN} if seat == HUMAN else {"kind": "ai", "level": seat}
