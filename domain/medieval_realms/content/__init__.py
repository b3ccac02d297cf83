"""The components: one box of checked tables per edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from moothall.domain.core.content import Content, Editions, OnDemand
from moothall.domain.medieval_realms.content.entries import (
    Area,
    Capital,
    EndOfRound,
    Game,
    GreatPersonPoints,
    LeaderEntry,
    Limits,
    ManagementSquare,
    Named,
    ScoreTrack,
    Square,
    StartingLeaders,
)
from moothall.domain.medieval_realms.content.faces import by_players, faces, tokens
from moothall.domain.medieval_realms.state import MANAGED, RESOURCES, State


class Box:
    """Everything of one edition that the rules look up. Boxes are equal only to themselves."""

    def __init__(self, content: Content) -> None:
        """The tables of a content file, or a ContentError."""
        self.content: Final = content
        self.edition: Final = content.header.edition
        self.players: Final = range(content.header.players_min, content.header.players_max + 1)
        """The numbers of seats it can be played with."""
        self.faces: Final = faces(content, self.players)
        """The event cards by the ids of all copies, in the order of the file."""
        self.deck: Final = tuple(self.faces)
        self.great_persons: Final = _great_persons(content, sum(face.great_person for face in self.faces.values()))
        """Points by number of great persons, up to all there are."""
        self.limits: Final = content.table("limits", Limits)
        self.track: Final = content.table("score_track", ScoreTrack)
        self.rounds: Final = content.table("game", Game).rounds

        resources = content.entries("resources", Named)
        _same_order(content, "resources", [resource.id for resource in resources], RESOURCES)
        self.resource_names: Final = {resource.id: resource.name for resource in resources}
        self.colours: Final = tuple(colour.id for colour in content.entries("player_colours", Named))

        self.prices: Final = tuple(square.price for square in content.entries("current_squares", Square))
        self.future_squares: Final = len(content.entries("future_squares", Square))
        cleared = content.table("end_of_round", EndOfRound).discard_squares
        self.cleared: Final = by_players(content, "end_of_round", "discard_squares", cleared, self.players)
        """How many squares are cleared at the end of a round, by number of seats."""

        squares = content.entries("management_squares", ManagementSquare)
        _same_order(content, "management_squares", [square.resource for square in squares], MANAGED)
        self.tokens_per_mayor: Final = tuple(square.tokens_per_mayor for square in squares)
        areas = content.entries("areas", Area)
        self.rewards: Final = {area.area: tokens(content, f"areas.{area.id}", "reward", area.reward) for area in areas}
        self.areas: Final = {n: tuple(area.area for area in areas if area.players_min <= n) for n in self.players}
        """The available areas by number of seats."""

        leaders = {leader.id: leader for leader in content.entries("leaders", LeaderEntry)}
        self.supply: Final = {leader.id: leader.count for leader in leaders.values()}
        self.general_strength: Final = leaders["general"].combat_value
        self.admiral_strength: Final = leaders["admiral"].combat_value
        self.buffer_strength: Final = leaders["mayor"].buffer_combat_value
        self.starting: Final = _starting(content, self.players)
        """What leaders every seat starts with, by number of seats."""
        capital = content.table("starting_capital", Capital).resources
        self.capital: Final = tokens(content, "starting_capital", "resources", capital)


def _starting(content: Content, players: range) -> dict[int, StartingLeaders]:
    starting = {entry.players: entry for entry in content.entries("starting_leaders", StartingLeaders)}
    if set(starting) != set(players):
        raise content.error("starting_leaders", "players", f"{sorted(starting)} are not all numbers of players")
    return starting


def _great_persons(content: Content, most: int) -> tuple[int, ...]:
    points = content.table("great_person_points", GreatPersonPoints)
    table = [0]
    for n in range(1, most + 1):
        table.append(points.table.get(str(n), table[-1] + points.per_card_beyond_table))
    return tuple(table)


def _same_order(content: Content, name: str, found: Sequence[str], wanted: tuple[str, ...]) -> None:
    if tuple(found) != wanted:
        raise content.error(name, "id", f"{found} are not in the canonical order {', '.join(wanted)}")


EDITIONS = Editions("moothall.domain.medieval_realms")
BOXES = OnDemand(EDITIONS, Box)


def box_at(edition: int) -> Box:
    """The box that games of this edition are played from."""
    return BOXES[edition]


def box_of(state: State) -> Box:
    """The box of this game."""
    return BOXES[state.edition]
