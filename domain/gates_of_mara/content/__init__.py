"""The components: one box of checked tables per edition."""

from __future__ import annotations

from typing import Final

from moothall.domain.core.content import Content, Editions, OnDemand
from moothall.domain.gates_of_mara.content import compile as compiled
from moothall.domain.gates_of_mara.content.entries import (
    Attachments,
    Board,
    Elements,
    Objective,
    RealmEntry,
    Scoring,
    Setup,
    Start,
    Tracks,
)
from moothall.domain.gates_of_mara.state import BOARD, ELEMENTS, State


class Box:
    """Everything of one edition that the rules look up, by id; lists that are dealt from hold the ids of all copies in
    the order of the file. Boxes are equal only to themselves."""

    def __init__(self, content: Content) -> None:
        """The tables of a content file, or a ContentError."""
        self.setup: Final = content.table("setup", Setup)
        self.start: Final = content.table("start", Start)
        self.tracks: Final = content.table("tracks", Tracks)
        self.attachments: Final = content.table("attachments", Attachments)
        self.scoring: Final = content.table("scoring", Scoring)
        self.board: Final = content.table(BOARD, Board)
        self.board_spaces: Final = tuple(f"{BOARD}_{i}" for i in range(1, self.board.spaces + 1))
        """From the arrow on."""
        self.enchant_max: Final = compiled.enchant_max(content, self.board)

        self.figures: Final = compiled.figures(content)
        self.circles: Final = tuple(name for name, figure in self.figures.items() if figure.shape == "circle")
        """The figures of this shape, which objectives speak of."""
        self.tribes: Final = compiled.tribes(content)
        self.lords: Final = compiled.lords(content)
        self.wanderer: Final = compiled.wanderer(content)
        """Activating the Wanderer where it stands (GM-7.10)."""

        self.realms: Final = {realm.id: realm for realm in content.entries("realms", RealmEntry)}
        self.spaces: Final = compiled.spaces(content, self.realms)
        self.realms_of_space: Final = {space.id: (space.realm,) for space in self.spaces.values()}
        self.caravan_spaces: Final = compiled.caravan_spaces(content, self.realms)
        self.boards: Final = compiled.by_side(content, "spaces", self.realms)
        """(realm, side) to its space ids."""
        self.stops: Final = compiled.by_side(content, "caravan_spaces", self.realms)
        """(realm, side) to its caravan space ids."""
        self.open_to: Final = {
            (*key, shape): tuple(space for space in spaces if shape in self.spaces[space].shapes)
            for key, spaces in self.boards.items()
            for shape in ("triangle", "square", "circle")
        }
        """(realm, side, shape) to the ids of the spaces that take the shape."""
        self.gates: Final = compiled.gates(content)
        """`gate_1`.. in ring order."""
        self.gate_index: Final = {gate: index for index, gate in enumerate(self.gates)}

        enchantments = compiled.cards(content, "enchantments", is_banner=False)
        banners = compiled.cards(content, "banners", is_banner=True)
        # Unlimited: one for every seat and round is the most that can be handed out.
        most = content.header.players_max * self.setup.rounds
        fire_banners = compiled.cards(content, "fire_banners", is_banner=True, copies=most)
        self.cards: Final = {**enchantments, **banners, **fire_banners}
        """Every copy of every attachment."""
        self.enchantments: Final = tuple(enchantments)
        self.banners: Final = tuple(banners)
        self.fire_banners: Final = tuple(fire_banners)
        self.objectives: Final = {each.id: each for each in content.entries("objectives", Objective)}
        self.wanderer_cards: Final = compiled.wanderer_cards(content)

        self.lord_keys: Final = {lord: f"lord:{lord}" for lord in self.lords}
        """What a move calls the ability of a lord."""
        self.card_keys: Final = {card: f"card:{card}" for card in self.cards}
        """What a move calls the ability of an attachment."""
        self.abilities: Final = (
            "innate",
            *self.lord_keys.values(),
            "wanderer",
            "space:a",
            "space:b",
            *self.card_keys.values(),
        )
        """Every ability that a move can name."""
        _check_whole(content, self)


def _check_whole(content: Content, box: Box) -> None:
    """What no single entry can be blamed for."""
    setup = box.setup
    if setup.wanderer_start not in box.realms:
        raise content.error("setup", "wanderer_start", f"{setup.wanderer_start!r} is no realm")
    if len(box.objectives) < setup.rounds * setup.objectives_face_up:
        raise content.error("objectives", "", "too few for all rounds")
    if len(box.wanderer_cards) < setup.rounds:
        raise content.error("wanderer_cards", "", "too few for all rounds")
    for players in range(content.header.players_min, content.header.players_max + 1):
        side = setup.side_by_players.get(str(players))
        if side not in ("2p", "34p"):
            raise content.error("setup", "side_by_players", f"{side!r} for {players} players is no side")
    for (realm, side), spaces in box.boards.items():
        figures, caravans = (4, 3) if side == "2p" else (5, 4)
        if len(spaces) != figures:
            raise content.error(f"realms.{realm}", side, f"{figures} spaces expected, {len(spaces)} found")
        if len(box.stops[realm, side]) != caravans:
            raise content.error(f"realms.{realm}", side, f"{caravans} caravan spaces expected")
    if content.table("elements", Elements).order != ELEMENTS:
        raise content.error("elements", "order", f"must be {', '.join(ELEMENTS)}")


EDITIONS = Editions("moothall.domain.gates_of_mara")
BOXES = OnDemand(EDITIONS, Box)


def box_at(edition: int) -> Box:
    """The box that games of this edition are played from."""
    return BOXES[edition]


def box_of(state: State) -> Box:
    """The box of this game."""
    return BOXES[state.edition]
