"""What is hidden: the order of the four decks, and nothing else."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.core.codec import plain
from domain.core.draw import Draw, shuffle
from domain.core.records import Json
from domain.gates_of_mara.changes import AnyChange, DeckShuffled
from domain.gates_of_mara.content import box_of
from domain.gates_of_mara.moves import AnyMove
from domain.gates_of_mara.state import CENTRAL, ELEMENTS, Deck, Seat, State, lord_at


def view(state: State, seat: int | None) -> Json:
    """The table; it looks the same to everyone."""
    box, standing = box_of(state), _standing(state)
    return {
        "round": state.round,
        "phase": plain(state.phase),
        "order": list(state.order),
        "ring": [_realm(state, index, standing) for index in range(len(state.ring))],
        "gates": {gate: standing.get(gate, []) for gate in box.gates[: len(state.ring)]},
        "central_gate": {"keys": state.central_keys, "figures": standing.get(CENTRAL, [])},
        "enchantment_board": [standing.get(space, []) for space in box.board_spaces],
        "market": list(state.market),
        "lords": [
            {"id": lord.id, "realm": lord.realm, "claim_threshold": box.lords[lord.id].claim_threshold}
            for lord in state.lords
        ],
        "wanderer": {"realm": state.wanderer, "card": state.wanderer_card},
        "objectives": list(state.objectives),
        "removed_banners": list(state.removed),
        "fire_banners_taken": state.fire_banners,
        "decks": {
            "enchantments": _deck(state.enchantment_deck),
            "banners": _deck(state.banner_deck),
            "objectives": _deck(state.objective_deck),
            "wanderer_cards": _deck(state.wanderer_deck),
        },
        "seats": [_seat(own) for own in state.seats],
    }


def _standing(state: State) -> dict[str, list[Json]]:
    """Figures and caravans by place."""
    found: dict[str, list[Json]] = {}
    for seat, own in enumerate(state.seats):
        for name, figure in own.figures.items():
            if figure.place is not None:
                found.setdefault(figure.place, []).append({"seat": seat, "figure": name})
        for space in own.caravans:
            found.setdefault(space, []).append({"seat": seat})
    return found


def _realm(state: State, index: int, standing: dict[str, list[Json]]) -> Json:
    box, realm = box_of(state), state.ring[index]
    slots = box.realms[realm].banner_slots
    caravans = {space: standing.get(space) for space in box.stops[realm, state.side]}
    return {
        "position": index + 1,
        "realm": realm,
        "lord": lord_at(state, realm),
        "wanderer": state.wanderer == realm,
        "banners": dict(zip(slots, state.banners[index], strict=True)),
        "spaces": {space: standing.get(space, []) for space in box.boards[realm, state.side]},
        "caravans": {space: held[0]["seat"] if held else None for space, held in caravans.items()},
        "influence": [own.influence[index] for own in state.seats],
        "claims": [own.claims[index] for own in state.seats],
    }


def _deck(deck: Deck) -> Json:
    return {"cards": len(deck.cards) + len(deck.under), "under": list(deck.under)}


def _seat(own: Seat) -> Json:
    return {
        "tribe": own.tribe,
        "points": sum(own.points.values()),
        "energy": own.energy,
        "gems": dict(zip(ELEMENTS, own.gems, strict=True)),
        "onyx": own.onyx,
        "keys": own.keys,
        "caravans_left": own.caravans_left,
        "passed": own.passed,
        "keys_gained": own.keys_gained,
        "enchantments_gained": own.enchantments_gained,
        "claims_placed": list(own.claims_placed),
        "figures": {name: {"place": figure.place, "cards": list(figure.cards)} for name, figure in own.figures.items()},
    }


def redact(change: AnyChange, viewer: int | None) -> Any:
    """A shuffled deck shows its size only."""
    return replace(change, cards=()) if isinstance(change, DeckShuffled) else change


def redact_move(move: AnyMove, seat: int, viewer: int | None) -> AnyMove | None:
    """Every move is open."""
    return move


def determinize(state: State, seat: int, draw: Draw) -> State:
    """The decks shuffled anew; what lies under them is known and stays."""

    def again(name: str, deck: Deck) -> Deck:
        return Deck(shuffle(draw, f"determinize/{name}", sorted(deck.cards)), deck.under)

    return replace(
        state,
        enchantment_deck=again("enchantments", state.enchantment_deck),
        banner_deck=again("banners", state.banner_deck),
        objective_deck=again("objectives", state.objective_deck),
        wanderer_deck=again("wanderer_cards", state.wanderer_deck),
    )
