"""The components, loaded and checked once into frozen tables."""

from __future__ import annotations

from collections.abc import Sequence

from domain.core.bag import Bag
from domain.core.content import Content, load
from domain.core.records import Record
from domain.medieval_realms.content.entries import (
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
from domain.medieval_realms.content.faces import Face, by_players, faces, known_resources
from domain.medieval_realms.state import MANAGED, RESOURCES, State


class Tables(Record, frozen=True):
    """Everything the rules look up."""

    content: Content
    edition: int
    faces: dict[str, Face]
    """By the ids of all copies, in the order of the file."""
    resource_names: dict[str, str]
    colours: tuple[str, ...]
    prices: tuple[int, ...]
    future_squares: int
    tokens_per_mayor: Bag
    rewards: dict[int, dict[str, int]]
    areas: dict[int, tuple[int, ...]]
    """The available areas by number of seats."""
    starting: dict[int, StartingLeaders]
    capital: dict[str, int]
    supply: dict[str, int]
    general_strength: int
    admiral_strength: int
    buffer_strength: int
    cleared: dict[int, int]
    """How many squares are cleared at the end of a round, by number of seats."""
    great_persons: tuple[int, ...]
    """Points by number of great persons, up to all there are."""
    rounds: int
    limits: Limits
    track: ScoreTrack


def build(content: Content) -> Tables:
    """The tables of a content file, or a ContentError."""
    players = range(content.header.players_min, content.header.players_max + 1)
    cards = faces(content, players)
    areas = content.entries("areas", Area)
    squares = content.entries("management_squares", ManagementSquare)
    _same_order(content, "management_squares", [square.resource for square in squares], MANAGED)
    resources = content.entries("resources", Named)
    _same_order(content, "resources", [resource.id for resource in resources], RESOURCES)
    leaders = {leader.id: leader for leader in content.entries("leaders", LeaderEntry)}
    starting = {entry.players: entry for entry in content.entries("starting_leaders", StartingLeaders)}
    if set(starting) != set(players):
        raise content.error("starting_leaders", "players", f"{sorted(starting)} are not all numbers of players")
    capital = content.table("starting_capital", Capital).resources
    known_resources(content, "starting_capital", "resources", capital)
    for area in areas:
        known_resources(content, f"areas.{area.id}", "reward", area.reward)
    return Tables(
        content=content,
        edition=content.header.edition,
        faces=cards,
        resource_names={resource.id: resource.name for resource in resources},
        colours=tuple(colour.id for colour in content.entries("player_colours", Named)),
        prices=tuple(square.price for square in content.entries("current_squares", Square)),
        future_squares=len(content.entries("future_squares", Square)),
        tokens_per_mayor=tuple(square.tokens_per_mayor for square in squares),
        rewards={area.area: area.reward for area in areas},
        areas={n: tuple(area.area for area in areas if area.players_min <= n) for n in players},
        starting=starting,
        capital=capital,
        supply={leader.id: leader.count for leader in leaders.values()},
        general_strength=leaders["general"].combat_value,
        admiral_strength=leaders["admiral"].combat_value,
        buffer_strength=leaders["mayor"].buffer_combat_value,
        cleared=by_players(
            content,
            "end_of_round",
            "discard_squares",
            content.table("end_of_round", EndOfRound).discard_squares,
            players,
        ),
        great_persons=_great_persons(content, sum(face.great_person for face in cards.values())),
        rounds=content.table("game", Game).rounds,
        limits=content.table("limits", Limits),
        track=content.table("score_track", ScoreTrack),
    )


def _great_persons(content: Content, most: int) -> tuple[int, ...]:
    points = content.table("great_person_points", GreatPersonPoints)
    table = [0]
    for n in range(1, most + 1):
        table.append(points.table.get(str(n), table[-1] + points.per_card_beyond_table))
    return tuple(table)


def _same_order(content: Content, name: str, found: Sequence[str], wanted: tuple[str, ...]) -> None:
    if tuple(found) != wanted:
        raise content.error(name, "id", f"{found} are not in the canonical order {', '.join(wanted)}")


EDITIONS = load("domain.medieval_realms")
CONTENT = EDITIONS[max(EDITIONS)]
TABLES = build(CONTENT)
FACES = TABLES.faces
LIMITS = TABLES.limits
DECK = tuple(FACES)


def box_at(edition: int) -> Tables:
    """The box that games of this edition are played from."""
    return TABLES


def box_of(state: State) -> Tables:
    """The box of this game."""
    return TABLES
