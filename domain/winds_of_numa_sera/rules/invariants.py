"""Conservation: every card is somewhere, and nowhere twice."""

from __future__ import annotations

from collections import Counter
from functools import cache

from moothall.domain.core.content import instances
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.state import State


class Pieces:
    """What must be somewhere in a game with one box."""

    def __init__(self, box: Box) -> None:
        self.cards = frozenset((*box.cards, *(item.id for item in box.items.values() if item.cost)))
        self.skill_cards = {
            players: frozenset(card for skill in box.skills for card in instances(skill, rows.skill_cards_per_type))
            for players, rows in box.setups.items()
        }
        self.revealed = frozenset(card for card in box.cards if box.kind_of(card) in ("boon", "hazard", "maven"))


_pieces_of = cache(Pieces)


def check(state: State) -> list[str]:
    """Broken invariants, in words."""
    if not state.dealt:
        return []
    box = box_of(state)
    pieces = _pieces_of(box)
    players = len(state.seats)
    cards = [*state.deck, *state.discard, *state.drawn, *state.open, *state.forge_deck, *state.forge]
    strongholds = [*state.stronghold_deck, *state.strongholds]
    skills = [card for college in state.colleges.values() for card in college]
    heroes: list[str] = []
    dealt_heroes: list[str] = []
    for seat in state.seats:
        mat = seat.mat
        cards += (*seat.hand, *mat.mavens, *mat.items)
        if mat.blessing:
            cards.append(mat.blessing)
        strongholds += mat.strongholds
        skills += mat.skills
        heroes += (*mat.line, *seat.captured, *seat.fallen)
        dealt_heroes += box.kingdoms[mat.kingdom].heroes
    if state.battle is not None:
        cards += (*state.battle.attacker_cards, *state.battle.defender_cards)
    found = [
        *_differences("cards", pieces.cards, cards),
        *_differences("Skill cards", pieces.skill_cards[players], skills),
        *_differences("heroes", frozenset(dealt_heroes), heroes),
    ]
    wanted = box.setups[players].strongholds_in_game
    if len(strongholds) != wanted or len(set(strongholds)) != wanted:
        found.append(f"Strongholds: {sorted(strongholds)} in the game, {wanted} were dealt")
    for index in range(players):
        found += _seat_problems(state, index, pieces.revealed)
    return found


def _differences(what: str, wanted: frozenset[str], cards: list[str]) -> list[str]:
    if len(cards) == len(wanted) and wanted == set(cards):
        return []
    missing = sorted(wanted.difference(cards))
    return [f"{what}: missing {missing}, too many {sorted((Counter(cards) - Counter(wanted)).elements())}"]


def _seat_problems(state: State, index: int, revealed: frozenset[str]) -> list[str]:
    seat = state.seats[index]
    found = []
    if min(seat.treasury, seat.power, seat.skill_credit, seat.item_credit, *seat.purse.values(), 0) < 0:
        found.append(f"seat {index} owes something")
    if not set(seat.known).issubset(seat.hand):
        found.append(f"seat {index}: a known card is not in hand")
    if not revealed.isdisjoint(seat.hand):
        found.append(f"seat {index} holds a reveal card in hand")
    if seat.alive and seat.power < 1 and state.battle is None and state.pending is None:
        found.append(f"seat {index}: the Active Hero has no Power")
    return found
