"""What a server answers, as far as programs that play need to know it: plain dicts, typed. A server may say more."""

# Annotations that are read at once: which members may be missing is not known of those that are read later.

from typing import Any, NotRequired, TypedDict

Json = dict[str, Any]


class Player(TypedDict):
    """An account."""

    id: str
    name: str
    kind: str
    created_at: int
    scopes: list[str]


class Registered(Player):
    """A new account, with the token that is shown this once."""

    token: str


class Seat(TypedDict):
    """A place at the table."""

    seat: int
    kind: str
    player: str | None
    name: str | None
    level: str | None
    resigned: bool
    forfeited: bool
    time_left_ms: int | None
    score: int | None
    penalty: int
    reserved: Json | None


class Decision(TypedDict):
    """What a seat is asked for; `deadline` in ms since 1970."""

    seat: int
    id: int
    kind: str
    deadline: int | None


class Awaiting(TypedDict):
    """Whom, or what step, the game waits for."""

    decisions: list[Decision]
    step: str | None
    deadline: int | None


class Result(TypedDict):
    """How a game ended: groups of seats, best first, ties together."""

    ranking: list[list[int]]
    scores: list[int]
    sheets: list[Json]
    secret: str


class LegalMove(TypedDict):
    """A move that can be posted as it is, and what it does."""

    move: Json
    text: str


class Moves(TypedDict):
    """The caller's legal moves; `decision` is None if it is not asked. `more`: ask on with `offset`."""

    seq: int
    seat: int
    decision: Decision | None
    moves: list[LegalMove]
    more: bool
    undo: Json | None


class Imagined(TypedDict):
    """A position as the caller's seat may imagine it; `state` is for the library (`moothall.Title.position`), and None
    before the game has begun."""

    seq: int
    seat: int
    edition: int
    state: str | None


class You(TypedDict):
    """Which seat is the caller's."""

    seat: int


class TableOf(TypedDict):
    """Which table of a tournament a game is."""

    id: str
    round: int
    table: int


class Game(TypedDict):
    """A game as the caller may see it."""

    id: str
    title: str
    status: str
    seq: int
    round: int
    seats: list[Seat]
    options: Json
    tags: list[str]
    private: bool
    substitute: str
    created_at: int
    creator: str
    awaiting: Awaiting
    you: You | None
    state: Json | None
    result: Result | None
    adjudicated: bool
    commitment: str
    edition: int
    content_hash: str
    organiser: str | None
    paused: bool
    agreed: list[int]
    clock: Json | None
    parent: Json | None
    tournament: TableOf | None
    sealed: bool
    rated: bool
    moves: NotRequired[Moves | None]


class GameBrief(TypedDict):
    """A game in a list."""

    id: str
    title: str
    status: str
    seq: int
    round: int
    seats: list[Json]
    awaiting: list[int]
    private: bool
    creator: str
    created_at: int
    updated_at: int
    organiser: str | None
    tags: list[str]
    result: Json | None
    tournament: TableOf | None
    rated: bool
    your_seat: NotRequired[int | None]
    your_turn: NotRequired[bool]
    your_reserved_seat: NotRequired[int | None]


class Event(TypedDict):
    """What happened, as the caller may know it; `text` in English."""

    seq: int
    at: int
    seat: int | None
    level: str | None
    step: str | None
    move: Json | None
    changes: list[Json]
    text: list[str]
    undone: list[int]
    digest: str | None
    hash: NotRequired[str]


class Played(TypedDict):
    """What came of a move. With `include` also the caller's next legal moves (None if it is not asked) and its view."""

    seq: int
    status: str | None
    events: list[Event]
    awaiting: Awaiting | None
    moves: NotRequired[Moves | None]
    state: NotRequired[Json | None]


class Preview(TypedDict):
    """What would come of a move; of one that is not legal, the rule that refuses it."""

    legal: bool
    events: NotRequired[list[Event]]
    awaiting: NotRequired[Awaiting | None]
    scores: NotRequired[list[int] | None]
    rule: NotRequired[str]
    detail: NotRequired[str]
    position: NotRequired[int | None]


class Previews(TypedDict):
    """In the order of the candidates, all tried on the same version of the game."""

    seq: int
    previews: list[Preview]


class Asked(TypedDict):
    """What a seat is asked for."""

    id: int
    kind: str


class Notice(TypedDict):
    """Something that concerns the caller: `my_turn`, `game_started`, `game_finished`, `seat_reserved`, and in
    tournaments `round_paired`, `tournament_finished`. A `gap` says that the notices after `after` and before `next` are
    lost, and has nothing else."""

    type: str
    id: NotRequired[int | None]
    at: NotRequired[int]
    game: NotRequired[str]
    title: NotRequired[str]
    seat: NotRequired[int]
    decision: NotRequired[Asked]
    deadline: NotRequired[int | None]
    status: NotRequired[str]
    result: NotRequired[Json | None]
    tournament: NotRequired[Json | str | None]
    name: NotRequired[str]
    round: NotRequired[int]
    table: NotRequired[int | None]
    rank: NotRequired[int | None]
    after: NotRequired[int]
    next: NotRequired[int]
