"""The errors of the log.

StoreError
├── UnknownGame         no such game, or not for this caller to know of
├── UnknownTournament   no such tournament
├── UnknownRound        the tournament has no such round yet
├── UnknownSeq          the game has no such event yet
├── Conflict            the log is not where the caller said it was; carries where it is
│   ├── StaleMatch      an If-Match that no longer matches
│   └── DecisionClosed  the decision that the move names is not open
├── NotSeated           the caller has no seat in the game
├── NotOver             what was asked for is told when the game is over
│   └── TournamentNotOver  the same of a tournament
├── StillHidden         another seat's knowledge, while it is worth something
├── UnknownSeat         the game has no such seat
├── KeyReused           an idempotency key that stands for another request
├── QuotaReached        the account has as many as it may have
├── NameTaken           somebody else is called that, or so like it that they could be taken for each other
├── BadMove             a move that is no move of this title; carries the path of the bad field
├── Newer               a game that only a later version of Moothall can go on with
└── Damaged             a log that contradicts itself: never answered with a guess
"""

from __future__ import annotations


class StoreError(Exception):
    """Root of what the log raises on purpose."""


class UnknownGame(StoreError):
    def __init__(self, game_id: str) -> None:
        super().__init__(f"there is no game {game_id}")


class UnknownTournament(StoreError):
    def __init__(self, tournament_id: str) -> None:
        super().__init__(f"there is no tournament {tournament_id}")


class UnknownRound(StoreError):
    def __init__(self, number: int, newest: int) -> None:
        super().__init__(f"the tournament has no round {number}; its latest is {newest}")


class UnknownSeq(StoreError):
    def __init__(self, seq: int, newest: int) -> None:
        super().__init__(f"the game has no event {seq}; its latest is {newest}")


class Conflict(StoreError):
    def __init__(self, seq: int, text: str = "") -> None:
        super().__init__(text or f"the game has moved on to {seq}")
        self.seq = seq


class StaleMatch(Conflict):
    def __init__(self, seq: int, wanted: int) -> None:
        super().__init__(seq, f"If-Match says {wanted}, but the game is at {seq}")


class DecisionClosed(Conflict):
    def __init__(self, seq: int, decision: int) -> None:
        super().__init__(seq, f"decision {decision} is not open to you")


class NotSeated(StoreError):
    def __init__(self) -> None:
        super().__init__("you have no seat in this game")


class NotOver(StoreError):
    def __init__(self, status: str, what: str, sealed: bool = False) -> None:
        when = "all tables that play the same deal are over" if sealed else "it has been played"
        super().__init__(f"the game is {status}: {what} when {when}")
        self.status = status


class TournamentNotOver(NotOver):
    def __init__(self, text: str) -> None:
        StoreError.__init__(self, f"{text}: the record can be had when all of it is over")


class StillHidden(StoreError):
    def __init__(self) -> None:
        super().__init__(
            "what other seats know is shown when the game is over and no longer sealed, and to its organiser with the "
            "scope organise"
        )


class UnknownSeat(StoreError):
    def __init__(self, seat: int) -> None:
        super().__init__(f"the game has no seat {seat}")


class KeyReused(StoreError):
    def __init__(self, key: str) -> None:
        super().__init__(f"the idempotency key {key} was used for a different request")


class QuotaReached(StoreError):
    def __init__(self, limit: str, most: int) -> None:
        super().__init__(f"an account may have {most} {limit.replace('_', ' ')} at a time, and yours has them")
        self.limit = limit
        self.most = most


class NameTaken(StoreError):
    def __init__(self, name: str) -> None:
        super().__init__(f"somebody else is called {name}, or so like it that you could be taken for each other")


class BadMove(StoreError):
    def __init__(self, path: str, text: str) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = text


class Newer(StoreError):
    def __init__(self, game_id: str, text: str) -> None:
        super().__init__(f"game {game_id} was written by a later version of Moothall: {text}")


class Damaged(StoreError):
    def __init__(self, game_id: str, seq: int, text: str) -> None:
        super().__init__(f"game {game_id}, event {seq}: {text}")
