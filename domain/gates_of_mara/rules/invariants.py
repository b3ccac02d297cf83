"""What holds at every moment: no piece is created or destroyed, nobody stands where nobody may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.rules.places import realms_of, site_of
from moothall.domain.gates_of_mara.state import BOARD, Deck, Figure, State


def check(state: State) -> list[str]:
    """Broken invariants, in words."""
    return [*_cards(state), *_places(state), *_seats(state), *_lords(state)]


def _cards(state: State) -> Iterator[str]:
    box = box_of(state)
    attached = [card for seat in state.seats for figure in seat.figures.values() for card in figure.cards]
    laid = [card for slots in state.banners for card in slots]
    current = [state.wanderer_card]
    fire = sorted(card for card in attached if card in box.fire_banners)
    yield from _same("enchantments", box.enchantments, state.enchantment_deck, state.market, attached)
    yield from _same("banners", box.banners, state.banner_deck, laid, state.removed, attached)
    yield from _same("objectives", box.objectives, state.objective_deck, state.objectives)
    yield from _same("wanderer cards", box.wanderer_cards, state.wanderer_deck, current)
    if fire != sorted(box.fire_banners[: state.fire_banners]):
        yield "Fire Banners attached are not those handed out"


def _same(name: str, all_of_them: Iterable[str], deck: Deck, *places: Iterable[str | None]) -> Iterator[str]:
    kinds = frozenset(all_of_them)
    found = [*deck.cards, *deck.under, *(card for place in places for card in place if card in kinds)]
    if len(found) != len(kinds) or set(found) != kinds:
        yield f"{name}: {found} instead of {sorted(kinds)}"


def _places(state: State) -> Iterator[str]:
    box = box_of(state)
    figures = Counter(figure.place for seat in state.seats for figure in seat.figures.values() if figure.place)
    caravans = Counter(space for seat in state.seats for space in seat.caravans)
    for place, count in figures.items():
        if count > 1 and place not in box.spaces:
            yield f"{count} figures stand on {place}"
    for space, count in caravans.items():
        stop = box.caravan_spaces[space]
        if count > 1 or stop.realm not in state.ring or space not in box.stops[stop.realm, state.side]:
            yield f"a caravan stands wrong on {space}"


def _seats(state: State) -> Iterator[str]:
    box = box_of(state)
    for index, seat in enumerate(state.seats):
        if not 0 <= seat.energy <= box.tracks.energy_max:
            yield f"seat {index} has {seat.energy} energy"
        if min(*seat.gems, seat.onyx, seat.keys, *seat.points.values()) < 0:
            yield f"seat {index} owns less than nothing"
        if any(not 0 <= n <= box.tracks.influence_max for n in seat.influence):
            yield f"seat {index} has influence {seat.influence}"
        if seat.caravans_left + len(seat.caravans) != box.start.caravans or seat.caravans_left < 0:
            yield f"seat {index} has {seat.caravans_left} caravans left and {len(seat.caravans)} placed"
        if list(seat.figures) != list(box.figures):
            yield f"seat {index} has figures {list(seat.figures)}"
        for name, figure in seat.figures.items():
            yield from _figure(state, index, name, figure)


def _figure(state: State, index: int, name: str, figure: Figure) -> Iterator[str]:
    box = box_of(state)
    kind = box.figures[name]
    place = figure.place
    if place is not None:
        if site_of(box, place) not in kind.places or (not place.startswith(BOARD) and not realms_of(state, place)):
            yield f"seat {index}: {name} stands on {place}"
        if place in box.spaces and kind.shape not in box.spaces[place].shapes:
            yield f"seat {index}: {name} does not fit on {place}"
    cards = [box.cards[card] for card in figure.cards]
    if (
        len(cards) > box.attachments.max_per_figure
        or sum(card.is_banner for card in cards) > kind.banner_max
        or any(kind.shape not in card.shapes for card in cards)
    ):
        yield f"seat {index}: {name} cannot hold {figure.cards}"


def _lords(state: State) -> Iterator[str]:
    realms = box_of(state).realms
    standing = [lord.realm for lord in state.lords if lord.realm is not None]
    if len(set(standing)) != len(standing) or any(realms[realm].element == "none" for realm in standing):
        yield f"lords stand at {standing}"
    if state.ring and state.wanderer not in state.ring:
        yield f"the Wanderer stands at {state.wanderer}"
