"""What can happen to a table, besides what happens in its game. None of it is secret but the entropies' secret."""

from __future__ import annotations

from typing import Any

from domain.core.records import Change
from domain.core.title import Sheet
from domain.table.state import Seat


class GameCreated(Change, frozen=True):
    title: str
    rules_version: int
    content_hash: str
    commitment: str
    creator: str
    created_at: int
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    private: bool
    substitute: str


class SeatTaken(Change, frozen=True):
    seat: int
    player: str
    name: str
    entropy: str = ""


class SeatLeft(Change, frozen=True):
    seat: int


class GameStarted(Change, frozen=True):
    pass


class SeatResigned(Change, frozen=True):
    seat: int
    level: str


class GameAborted(Change, frozen=True):
    reason: str


class GameFinished(Change, frozen=True):
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    sheets: tuple[Sheet, ...]
    secret: str


TableChange = GameCreated | SeatTaken | SeatLeft | GameStarted | SeatResigned | GameAborted | GameFinished
TABLE_CHANGES = (GameCreated, SeatTaken, SeatLeft, GameStarted, SeatResigned, GameAborted, GameFinished)
