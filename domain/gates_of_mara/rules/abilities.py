"""Which abilities can be used, where, and to what avail (GM-6, GM-7)."""

from __future__ import annotations

from functools import lru_cache

from moothall.domain.core.bag import Bag, minus
from moothall.domain.core.data import Data
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.latest import latest
from moothall.domain.gates_of_mara.content import Box, box_of
from moothall.domain.gates_of_mara.content.entries import Influence
from moothall.domain.gates_of_mara.content.tables import Ability, Cost
from moothall.domain.gates_of_mara.moves import Activate
from moothall.domain.gates_of_mara.rules.paying import affordable, check_payment, default_gems, payments
from moothall.domain.gates_of_mara.rules.places import can_place_caravan, has_room, realms_at, realms_of
from moothall.domain.gates_of_mara.rules.placing import innate_of
from moothall.domain.gates_of_mara.state import NO_GEMS, Acting, Gems, Lord, Seat, State, lord_realms


class Use(Data, frozen=True):
    """A legal activation, priced and placed."""

    ability: Ability
    gems: Bag
    realm: str | None
    """Where local effects happen; None when they can do nothing."""


def sources(state: State, acting: Acting) -> tuple[tuple[str, Ability], ...]:
    """GM-6.2: everything the placed figure could use, used or not, in a fixed order."""
    tribe = state.seats[acting.seat].tribe
    table = state.ring, state.lords, state.wanderer
    return _sources(box_of(state), tribe, acting.figure, acting.place, acting.cards, *table)


@lru_cache(1 << 12)  # the same again and again until the turn ends
def _sources(
    box: Box,
    tribe: str,
    figure: str,
    place: str,
    cards: tuple[str, ...],
    ring: tuple[str, ...],
    lords: tuple[Lord, ...],
    wanderer: str,
) -> tuple[tuple[str, Ability], ...]:
    found: list[tuple[str, Ability]] = []
    innate = innate_of(box, tribe, box.figures[figure])
    if innate is not None:
        found.append(("innate", innate))
    realms = realms_at(box, ring, place)
    if realms:
        for lord in lords:
            ability = box.lords[lord.id].ability
            if ability is not None and lord.realm in realms:
                found.append((box.lord_keys[lord.id], ability))
        if wanderer in realms:
            found.append(("wanderer", box.wanderer))
        space = box.spaces.get(place)
        if space is not None:
            found += space.abilities.items()
    return (*found, *[(box.card_keys[card], box.cards[card].ability) for card in cards])


def useful_realms(state: State, acting: Acting, ability: Ability) -> tuple[str, ...]:
    """GM-6.10, 7.17: the realms where a local effect could do something."""
    if not ability.local:
        return ()
    realms = realms_of(state, acting.place) if ability.where == "figure_realm" else lord_realms(state)
    return tuple([realm for realm in realms if _does_something_in(state, acting.seat, ability, realm)])


def _does_something_in(state: State, seat: int, ability: Ability, realm: str) -> bool:
    for effect in ability.local:
        if isinstance(effect, Influence):
            if effect.n > 0 and has_room(state, seat, realm):
                return True
        elif can_place_caravan(state, seat, realm):
            return True
    return False


def does_something(state: State, acting: Acting, ability: Ability, gems: Bag, useful: tuple[str, ...]) -> bool:
    """GM-6.6, with these gems paid."""
    if ability.sure or useful:
        return True
    if ability.exchange and exchange_payable(state, state.seats[acting.seat], ability.cost, gems):
        return True
    if ability.to_wanderer and can_place_caravan(state, acting.seat, state.wanderer):
        return True
    return ability.banner is not None and banner_in(state, acting.place, ability.banner) is not None


def exchange_payable(state: State, seat: Seat, paid: Cost | None = None, gems: Bag | None = None) -> bool:
    """GM-7.13: the current Wanderer card can be paid, after the cost just paid if there was one."""
    assert state.wanderer_card is not None
    cost = box_of(state).wanderer_cards[state.wanderer_card].cost
    onyx, energy = (paid.onyx, paid.energy) if paid is not None else (0, 0)
    if seat.onyx - onyx < cost.onyx or seat.energy - energy < cost.energy:
        return False
    return default_gems(seat.gems if gems is None else minus(seat.gems, gems), cost) is not None


def banner_in(state: State, place: str, slot: str) -> str | None:
    """The banner in that slot of the realm where the space lies."""
    box = box_of(state)
    realm = box.spaces[place].realm
    return state.banners[state.ring.index(realm)][box.realms[realm].banner_slots.index(slot)]


class Offer(Data, frozen=True):
    """An ability that may be activated now."""

    key: str
    ability: Ability
    realms: tuple[str, ...]
    """Those among which the player must name one; empty if there is nothing to name."""
    payment: Gems | None = None
    """Gems to name, where nothing would happen with those taken by default."""


@latest
def offers(state: State, acting: Acting) -> list[Offer]:
    """Everything the figure may use now."""
    seat = state.seats[acting.seat]
    found = []
    for key, ability in sources(state, acting):
        if key in acting.used:
            continue
        gems = NO_GEMS if ability.cost.free else affordable(seat, ability.cost)
        if gems is None:
            continue
        useful = useful_realms(state, acting, ability) if ability.local else ()
        realms = useful if len(useful) > 1 else ()
        if ability.sure or useful or does_something(state, acting, ability, gems, useful):
            found.append(Offer(key, ability, realms))
        elif ability.exchange and (ability.cost.any or ability.cost.one_of):  # another payment may leave enough
            for other in payments(seat.gems, ability.cost):
                if does_something(state, acting, ability, other, useful):
                    found.append(Offer(key, ability, realms, Gems(*other)))
                    break
    return found


def check_activate(state: State, acting: Acting, move: Activate) -> Use:
    """GM-6.1 to 6.10."""
    ability = next((ability for key, ability in sources(state, acting) if key == move.ability), None)
    if ability is None:
        raise IllegalMove("GM-6.2", f"{move.ability!r} is no ability of the figure placed")
    if move.ability in acting.used:
        raise IllegalMove("GM-6.1", f"{move.ability} was used for this placement")
    gems = check_payment(state.seats[acting.seat], ability.cost, move.payment)
    useful = useful_realms(state, acting, ability)
    if not does_something(state, acting, ability, gems, useful):
        if ability.banner is not None:
            raise IllegalMove("GM-7.19", "no banner lies in the slot of this space")
        raise IllegalMove("GM-6.6", "nothing would happen")
    rule = "GM-7.17" if ability.where == "lord_realm" else "GM-6.10"
    if len(useful) > 1:
        if move.realm not in useful:
            raise IllegalMove(rule, f"name one realm of {', '.join(useful)}")
        return Use(ability, gems, move.realm)
    if move.realm is not None:
        raise IllegalMove(rule, "there is no choice of realms here")
    return Use(ability, gems, useful[0] if useful else None)
