"""The rules of a turn and of what follows a round: the awaited seat or step, abilities (GM-6, GM-7), enchantments and
attachments (GM-8, GM-9), Fire Banners, lords, invariants. `check_x` raises IllegalMove with the id of the rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from moothall.domain.core.bag import Bag, minus
from moothall.domain.core.data import Data
from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.core.latest import latest
from moothall.domain.core.title import Awaiting, Turn, asking
from moothall.domain.gates_of_mara import changes as c, moves as m, state as s
from moothall.domain.gates_of_mara.content import Ability, Box, Card, Cost, box_of
from moothall.domain.gates_of_mara.content.entries import Influence
from moothall.domain.gates_of_mara.payment import affordable, check_payment, default_gems, payments
from moothall.domain.gates_of_mara.placing import can_place_caravan, has_room, innate_of, realms_at, realms_of, site_of

Turning = Turn[s.State, c.AnyChange]
"""A decision in the making."""
DECLINE = "none"
"""The figure named by a seat that wants no Fire Banner."""
_OVER = Awaiting(finished=True)
_NOBODY = Awaiting()
_KINDS: dict[type[s.AnyQuestion], str] = {
    s.InfluenceQuestion: "choose_influence",
    s.GemsQuestion: "choose_gems",
    s.CaravanQuestion: "choose_caravan_space",
    s.ExchangeQuestion: "choose_exchange",
    s.FigureQuestion: "choose_figure",
}
_RULE_OF: dict[type[s.AnyQuestion], str] = {
    s.InfluenceQuestion: "GM-5.1",
    s.GemsQuestion: "GM-6.5",
    s.CaravanQuestion: "GM-7.15",
    s.ExchangeQuestion: "GM-7.11",
    s.FigureQuestion: "GM-7.20",
}
Q = TypeVar("Q", s.InfluenceQuestion, s.GemsQuestion, s.CaravanQuestion, s.ExchangeQuestion, s.FigureQuestion)


class Use(Data, frozen=True):
    """A legal activation, priced and placed."""

    ability: Ability
    gems: Bag
    realm: str | None
    """Where local effects happen; None when they can do nothing."""


class Offer(Data, frozen=True):
    """An ability that may be activated now."""

    key: str
    ability: Ability
    realms: tuple[str, ...]
    """Those among which the player must name one; empty if there is nothing to name."""
    payment: s.Gems | None = None
    """Gems to name, where nothing would happen with those taken by default."""


class Purchase(Data, frozen=True):
    card: str
    gems: Bag
    onyx: int
    points: int


# Whose turn it is, and for what.


def awaiting(state: s.State) -> Awaiting:
    """Exactly one seat, or a step, or nothing."""
    phase = state.phase
    if isinstance(phase, s.Acting):  # nearly always
        question = phase.question
        return asking("abilities" if question is None else _KINDS[type(question)], phase.seat)
    if isinstance(phase, s.Placing):
        return asking("turn", phase.seat)
    match phase:
        case s.FireBanners(seats):
            return asking("take_fire_banner", seats[0])
        case s.LordsOff(seats):
            return asking("place_lord", seats[0])
        case s.StepDue(step):
            return Awaiting(step=step)
        case s.Over():
            return _OVER
        case _:
            return _NOBODY


def check_awaited(state: s.State, seat: int) -> s.AnyPhase:
    """The seat owes the next decision."""
    phase = state.phase
    if isinstance(phase, s.Acting) or isinstance(phase, s.Placing):  # noqa: SIM101  a union is asked more slowly
        if phase.seat != seat:
            raise NotYourTurn("GM-2.1", f"it is the turn of seat {phase.seat}")
        return phase
    match phase:
        case s.FireBanners(seats):
            if seats[0] != seat:
                raise NotYourTurn("GM-11.8", f"seat {seats[0]} decides about its Fire Banner")
        case s.LordsOff(seats):
            if seats[0] != seat:
                raise NotYourTurn("GM-12.10", f"seat {seats[0]} places a lord")
        case s.StepDue():
            raise NotYourTurn("GM-2.4", "the round is over and is being scored")
        case _:
            raise NotYourTurn("GM-13.1", "the game is over")
    return phase


def check_placing(state: s.State, seat: int) -> None:
    """GM-2.1, 2.5: a turn begins with placing or passing, and with it once."""
    phase = check_awaited(state, seat)
    if isinstance(phase, s.Acting):
        raise IllegalMove("GM-2.1", "a turn places exactly one figure, and yours is placed")
    if not isinstance(phase, s.Placing):
        raise IllegalMove("GM-2.4", "the round is over")


def check_acting(state: s.State, seat: int) -> s.Acting:
    """GM-2.5, 6.5: abilities come after the placement, and one is finished before the next."""
    phase = check_awaited(state, seat)
    if not isinstance(phase, s.Acting):
        raise IllegalMove("GM-2.5", "no figure was placed this turn")
    if phase.question is not None:
        raise IllegalMove("GM-6.5", "a choice is pending and must be answered first")
    return phase


def check_question(state: s.State, seat: int, kind: type[Q]) -> Q:
    """The question that this answer belongs to."""
    phase = check_awaited(state, seat)
    question = phase.question if isinstance(phase, s.Acting) else None
    if not isinstance(question, kind):
        raise IllegalMove(_RULE_OF[kind], "no such choice is pending")
    return question


def check_fire_banner(state: s.State, seat: int) -> None:
    """GM-11.7."""
    if not isinstance(check_awaited(state, seat), s.FireBanners):
        raise IllegalMove("GM-11.7", "Fire Banners are offered at the end of a round")


def check_lords_off(state: s.State, seat: int) -> None:
    """GM-12.10."""
    if not isinstance(check_awaited(state, seat), s.LordsOff):
        raise IllegalMove("GM-12.10", "lords are placed after the reset only")


# Abilities (GM-6, GM-7).


def sources(state: s.State, acting: s.Acting) -> tuple[tuple[str, Ability], ...]:
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
    lords: tuple[s.Lord, ...],
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


@latest
def offers(state: s.State, acting: s.Acting) -> list[Offer]:
    """Everything the figure may use now."""
    seat = state.seats[acting.seat]
    found = []
    for key, ability in sources(state, acting):
        if key in acting.used:
            continue
        gems = s.NO_GEMS if ability.cost.free else affordable(seat, ability.cost)
        if gems is None:
            continue
        useful = useful_realms(state, acting, ability) if ability.local else ()
        realms = useful if len(useful) > 1 else ()
        if ability.sure or useful or _does_something(state, acting, ability, gems, useful):
            found.append(Offer(key, ability, realms))
        elif ability.exchange and (ability.cost.any or ability.cost.one_of):  # another payment may leave enough
            for other in payments(seat.gems, ability.cost):
                if _does_something(state, acting, ability, other, useful):
                    found.append(Offer(key, ability, realms, s.Gems(*other)))
                    break
    return found


def check_activate(state: s.State, acting: s.Acting, move: m.Activate) -> Use:
    """GM-6.1 to 6.10."""
    ability = next((ability for key, ability in sources(state, acting) if key == move.ability), None)
    if ability is None:
        raise IllegalMove("GM-6.2", f"{move.ability!r} is no ability of the figure placed")
    if move.ability in acting.used:
        raise IllegalMove("GM-6.1", f"{move.ability} was used for this placement")
    gems = check_payment(state.seats[acting.seat], ability.cost, move.payment)
    useful = useful_realms(state, acting, ability)
    if not _does_something(state, acting, ability, gems, useful):
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


def has_more_than_free_gains(state: s.State, acting: s.Acting) -> bool:
    """Whether the seat has anything to decide besides taking what is free (GM-6.12)."""
    for offer in offers(state, acting):
        if not offer.ability.free_gain:
            return True
    return next(purchases(state, acting), None) is not None


def useful_realms(state: s.State, acting: s.Acting, ability: Ability) -> tuple[str, ...]:
    """GM-6.10, 7.17: the realms where a local effect could do something."""
    if not ability.local:
        return ()
    realms = realms_of(state, acting.place) if ability.where == "figure_realm" else s.lord_realms(state)
    return tuple([realm for realm in realms if _does_something_in(state, acting.seat, ability, realm)])


def _does_something_in(state: s.State, seat: int, ability: Ability, realm: str) -> bool:
    for effect in ability.local:
        if isinstance(effect, Influence):
            if effect.n > 0 and has_room(state, seat, realm):
                return True
        elif can_place_caravan(state, seat, realm):
            return True
    return False


def _does_something(state: s.State, acting: s.Acting, ability: Ability, gems: Bag, useful: tuple[str, ...]) -> bool:
    """GM-6.6, with these gems paid."""
    if ability.sure or useful:
        return True
    if ability.exchange and exchange_payable(state, state.seats[acting.seat], ability.cost, gems):
        return True
    if ability.to_wanderer and can_place_caravan(state, acting.seat, state.wanderer):
        return True
    return ability.banner is not None and banner_in(state, acting.place, ability.banner) is not None


def exchange_payable(state: s.State, seat: s.Seat, paid: Cost | None = None, gems: Bag | None = None) -> bool:
    """GM-7.13: the current Wanderer card can be paid, after the cost just paid if there was one."""
    assert state.wanderer_card is not None
    cost = box_of(state).wanderer_cards[state.wanderer_card].cost
    onyx, energy = (paid.onyx, paid.energy) if paid is not None else (0, 0)
    if seat.onyx - onyx < cost.onyx or seat.energy - energy < cost.energy:
        return False
    return default_gems(seat.gems if gems is None else minus(seat.gems, gems), cost) is not None


def banner_in(state: s.State, place: str, slot: str) -> str | None:
    """The banner in that slot of the realm where the space lies."""
    box = box_of(state)
    realm = box.spaces[place].realm
    return state.banners[state.ring.index(realm)][box.realms[realm].banner_slots.index(slot)]


# Enchantments and attachments (GM-8, GM-9).


def may_enchant(box: Box, acting: s.Acting) -> bool:
    """GM-8.1: an Enchanter on the board with purchases left."""
    return acting.place.startswith(s.BOARD) and acting.bought < box.enchant_max


def purchases(state: s.State, acting: s.Acting) -> Iterator[m.Enchant]:
    """Yield every enchantment that the seat can pay, with every figure that can take it."""
    box = box_of(state)
    if not may_enchant(box, acting):
        return
    seat = state.seats[acting.seat]
    for slot, card in enumerate(state.market, 1):
        if card is not None and affordable(seat, box.cards[card].cost) is not None:
            for figure in takers(box, seat, card):
                yield m.Enchant(slot, figure)


def check_enchant(state: s.State, acting: s.Acting, move: m.Enchant) -> Purchase:
    """GM-8.1 to 8.4."""
    box = box_of(state)
    if not acting.place.startswith(s.BOARD):
        raise IllegalMove("GM-8.1", "only an Enchanter gains enchantments")
    if acting.bought >= box.enchant_max:
        raise IllegalMove("GM-8.1", f"{box.enchant_max} enchantments per placement at most")
    if not 1 <= move.slot <= len(state.market):
        raise IllegalMove("GM-8.1", f"there are market slots 1 to {len(state.market)}")
    card_id = state.market[move.slot - 1]
    if card_id is None:
        raise IllegalMove("GM-8.5", f"slot {move.slot} is empty")
    card = box.cards[card_id]
    seat = state.seats[acting.seat]
    if not takers(box, seat, card_id):
        raise IllegalMove("GM-8.4", f"no figure of yours can take {card.name}")
    check_taker(box, seat, move.figure, card_id, "GM-8.3")
    gems = check_payment(seat, card.cost, move.payment)
    return Purchase(card_id, gems, card.cost.onyx, state.round + card.points_plus)


def takers(box: Box, seat: s.Seat, card_id: str) -> list[str]:
    """The seat's figures that can take the card."""
    card = box.cards[card_id]
    return [name for name in seat.figures if _can_take(box, seat, name, card)]


def check_taker(box: Box, seat: s.Seat, name: str, card_id: str, rule: str) -> None:
    """The figure can take the card."""
    if name not in seat.figures:
        raise IllegalMove(rule, f"{name!r} is no figure of yours")
    card = box.cards[card_id]
    if _can_take(box, seat, name, card):
        return
    figure = box.figures[name]
    if figure.shape not in card.shapes:
        raise IllegalMove("GM-9.2" if card.is_banner else "GM-8.3", f"{card.name} does not go to {figure.name}")
    if len(seat.figures[name].cards) >= box.attachments.max_per_figure:
        raise IllegalMove("GM-9.1", f"{figure.name} holds {box.attachments.max_per_figure} attachments already")
    raise IllegalMove("GM-9.2", f"{figure.name} holds {figure.banner_max} banners already")


def _can_take(box: Box, seat: s.Seat, name: str, card: Card) -> bool:
    """GM-8.3, 9.1 to 9.3: the figure has the shape, a free place, and for a banner a free banner place."""
    figure = box.figures[name]
    held = seat.figures[name].cards
    if figure.shape not in card.shapes or len(held) >= box.attachments.max_per_figure:
        return False
    return not card.is_banner or sum(box.cards[each].is_banner for each in held) < figure.banner_max


# Fire Banners and lords between rounds (GM-11, GM-12).


def next_fire_banner(state: s.State) -> str:
    """The instance that would be handed out next."""
    return box_of(state).fire_banners[state.fire_banners]


def lord_places(state: s.State) -> list[str]:
    """GM-12.10: elemental realms without a lord."""
    realms = box_of(state).realms
    return [realm for realm in state.ring if realms[realm].element != "none" and s.lord_at(state, realm) is None]


def check_lord(state: s.State, lord_id: str, realm: str) -> None:
    """GM-12.10."""
    off = [lord.id for lord in state.lords if lord.realm is None]
    if lord_id not in off:
        raise IllegalMove("GM-12.10", f"off the board: {', '.join(off)}")
    places = lord_places(state)
    if realm not in places:
        raise IllegalMove("GM-12.10", f"a lord may go to: {', '.join(places)}")


# Invariants.


def check(state: s.State) -> list[str]:
    """Broken invariants, in words."""
    return [*_cards(state), *_places(state), *_seats(state), *_lords(state)]


def _cards(state: s.State) -> Iterator[str]:
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


def _same(name: str, all_of_them: Iterable[str], deck: s.Deck, *places: Iterable[str | None]) -> Iterator[str]:
    kinds = frozenset(all_of_them)
    found = [*deck.cards, *deck.under, *(card for place in places for card in place if card in kinds)]
    if len(found) != len(kinds) or set(found) != kinds:
        yield f"{name}: {found} instead of {sorted(kinds)}"


def _places(state: s.State) -> Iterator[str]:
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


def _seats(state: s.State) -> Iterator[str]:
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


def _figure(state: s.State, index: int, name: str, figure: s.Figure) -> Iterator[str]:
    box = box_of(state)
    kind = box.figures[name]
    place = figure.place
    if place is not None:
        if site_of(box, place) not in kind.places or (not place.startswith(s.BOARD) and not realms_of(state, place)):
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


def _lords(state: s.State) -> Iterator[str]:
    realms = box_of(state).realms
    standing = [lord.realm for lord in state.lords if lord.realm is not None]
    if len(set(standing)) != len(standing) or any(realms[realm].element == "none" for realm in standing):
        yield f"lords stand at {standing}"
    if state.ring and state.wanderer not in state.ring:
        yield f"the Wanderer stands at {state.wanderer}"
