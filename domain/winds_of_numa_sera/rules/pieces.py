"""Conservation: every card is somewhere, and nowhere twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from domain.core.content import instances
from domain.winds_of_numa_sera.content import BOX, is_forge_item, kind_of
from domain.winds_of_numa_sera.state import State

_ITEMS = Counter(item.id for item in BOX.items.values() if item.cost)
_CARDS = Counter(list(BOX.cards))


def check(state: State) -> list[str]:
    """Broken invariants, in words."""
    if not state.dealt:
        return []
    seats = state.seats
    hands = [card for seat in seats for card in (*seat.hand, *seat.mat.items)]
    battle = state.battle
    fought = (*battle.attacker_cards, *battle.defender_cards) if battle else ()
    exploration = (
        *state.deck,
        *state.discard,
        *state.drawn,
        *state.open,
        *fought,
        *(card for card in hands if not is_forge_item(card)),
        *(card for seat in seats for card in seat.mat.mavens),
        *(seat.mat.blessing for seat in seats if seat.mat.blessing),
    )
    items = (*state.forge_deck, *state.forge, *filter(is_forge_item, hands))
    rows = BOX.setups[len(seats)]
    skills = Counter(card for skill in BOX.skills for card in instances(skill, rows.skill_cards_per_type))
    heroes = Counter(hero for seat in seats for hero in BOX.kingdoms[seat.mat.kingdom].heroes)
    strongholds = (*state.stronghold_deck, *state.strongholds, *(s for seat in seats for s in seat.mat.strongholds))
    found = [
        *_differences("Exploration cards", _CARDS, exploration),
        *_differences("Items", _ITEMS, items),
        *_differences(
            "Skill cards",
            skills,
            (*(c for cards in state.colleges.values() for c in cards), *(c for seat in seats for c in seat.mat.skills)),
        ),
        *_differences("heroes", heroes, (h for seat in seats for h in (*seat.mat.line, *seat.captured, *seat.fallen))),
    ]
    if len(strongholds) != rows.strongholds_in_game or len(set(strongholds)) != len(strongholds):
        found.append(f"Strongholds: {len(strongholds)} in the game, {rows.strongholds_in_game} were dealt")
    return found + [problem for index in range(len(seats)) for problem in _seat_problems(state, index)]


def _differences(what: str, wanted: Counter[str], cards: Iterable[str]) -> list[str]:
    found = Counter(cards)
    if found == wanted:
        return []
    return [f"{what}: missing {sorted((wanted - found).elements())}, too many {sorted((found - wanted).elements())}"]


def _seat_problems(state: State, index: int) -> list[str]:
    seat = state.seats[index]
    found = []
    if min(seat.treasury, seat.power, seat.skill_credit, seat.item_credit, *seat.purse.values(), 0) < 0:
        found.append(f"seat {index} owes something")
    if not set(seat.known) <= set(seat.hand):
        found.append(f"seat {index}: a known card is not in hand")
    if any(kind_of(card) in ("boon", "hazard", "maven") for card in seat.hand):
        found.append(f"seat {index} holds a reveal card in hand")
    if seat.alive and seat.power < 1 and state.battle is None and state.pending is None:
        found.append(f"seat {index}: the Active Hero has no Power")
    return found
