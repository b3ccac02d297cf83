"""The rules: whose turn it is, what a seat may do, and what must always hold. Each rule is here once.

`check_x` refuses a move; the questions beside the checks serve the lists of legal moves too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise
from typing import TypeAlias, TypeVar

from msgspec.structs import astuple, replace

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.core.title import Awaiting, Turn, asking
from moothall.domain.medieval_realms import changes as c, moves as m, state as s
from moothall.domain.medieval_realms.content import Box, Face, box_of
from moothall.domain.medieval_realms.scoring import family_cards

P = TypeVar("P", bound=s.Phase)
Turning: TypeAlias = Turn[s.State, c.AnyChange]
"""A decision in the making."""

_KINDS: dict[type[s.Phase], str] = {
    s.Picking: "starting_pair",
    s.Placing: "leaders",
    s.Acting: "action",
    s.Bidding: "bid",
    s.Choosing: "resource",
    s.TakingCard: "realm_card",
    s.TakingBonus: "bonus_token",
}

_NOBODY: dict[type[s.Phase], Awaiting] = {
    s.RoundOver: Awaiting(step="round_end"),
    s.GameOver: Awaiting(step="game_end"),
    s.Finished: Awaiting(finished=True),
}

_WAITING: dict[type[s.Phase], tuple[str, str]] = {
    s.Picking: ("MR-1.10", "starting pairs are picked one seat at a time, last in turn order first"),
    s.Placing: ("MR-3.10", "your leaders are placed; no move changes a placed part"),
    s.Acting: ("MR-6.1", "the player on turn takes one action"),
    s.Bidding: ("MR-9.2", "an auction asks one seat after the other for a higher bid"),
    s.Choosing: ("MR-6.3", "the owner of a card must choose a resource first"),
    s.TakingCard: ("MR-6.3", "the owner of a card must take a realm card first"),
    s.TakingBonus: ("MR-11.4", "a bonus token must be chosen first"),
    s.RoundOver: ("MR-2.1", "the round is over and the next one is being prepared"),
    s.GameOver: ("MR-2.1", "the last round is over and final scoring is due"),
    s.Finished: ("MR-15.7", "the game is over"),
}


# Turns


def awaiting(state: s.State) -> Awaiting:
    """What the game waits for."""
    kind = type(state.phase)
    if kind is s.Acting and state.on_turn is not None:  # nearly always
        return asking("action", state.on_turn)
    return _NOBODY[kind] if kind in _NOBODY else asking(_KINDS[kind], *asked_seats(state))


def asked_seats(state: s.State) -> tuple[int, ...]:
    """The seats that owe a decision."""
    phase = state.phase
    if isinstance(phase, s.Acting):  # the commonest first
        assert state.on_turn is not None
        return (state.on_turn,)
    if isinstance(phase, s.Placing):
        parts = phase.parts
        return tuple([seat for seat, realm in enumerate(state.realms) if not s.committed(realm, parts[seat])])
    match phase:
        case s.Bidding():
            return (phase.asked,)
        case s.Choosing() | s.TakingCard() | s.TakingBonus():
            return (phase.seat,)
        case s.Picking():
            return (picker(state, phase),)
        case _:
            return ()


def is_asked(state: s.State, seat: int) -> bool:
    """Return whether the seat owes a decision."""
    phase = state.phase
    if isinstance(phase, s.Placing):  # the only ones who are asked together
        return not s.committed(state.realms[seat], phase.parts[seat])
    return seat in asked_seats(state)


def picker(state: s.State, phase: s.Picking) -> int:
    """Who picks the next starting pair (MR-1.10)."""
    return state.order[-1 - len(phase.taken)]


def check_asked(state: s.State, seat: int, wanted: type[P]) -> P:
    """The seat owes a decision, and one of this kind; the rule cited is that of the phase."""
    phase = state.phase
    if not is_asked(state, seat):
        raise NotYourTurn(*_WAITING[type(phase)])
    if not isinstance(phase, wanted):
        if isinstance(phase, s.Placing):
            raise IllegalMove("MR-3.1", "your leaders must be placed first")
        raise IllegalMove(*_WAITING[type(phase)])
    return phase


# Starting pairs, placements, and what leaders win with them


def check_pair(box: Box, phase: s.Picking, resources: tuple[str, ...]) -> None:
    """MR-1.10, MR-1.11."""
    places = [s.INDEX.get(resource, -1) for resource in resources]
    if len(places) != box.limits.starting_pair_size or min(places) < 0 or places != sorted(set(places)):
        raise IllegalMove("MR-1.10", "a pair is two different resources, in canonical order")
    if resources in phase.taken:
        raise IllegalMove("MR-1.11", f"the pair {' + '.join(resources)} is taken")


def check_mayors(realm: s.Realm, part: s.Placement, mayors: s.Mayors) -> None:
    """MR-3.1, MR-3.2, MR-3.10."""
    if part.mayors is not None:
        raise IllegalMove("MR-3.10", "your mayors are placed already")
    numbers = astuple(mayors)
    if min(numbers) < 0:
        raise IllegalMove("MR-3.2", "no square takes fewer than 0 mayors")
    if sum(numbers) != realm.mayors - realm.buffers:
        raise IllegalMove("MR-3.1", f"place all of your {realm.mayors - realm.buffers} ordinary mayors")


def check_generals(state: s.State, realm: s.Realm, part: s.Placement, areas: tuple[int, ...]) -> None:
    """MR-3.1, MR-3.4, MR-3.5, MR-3.7, MR-3.10."""
    if part.mayors is None:
        raise IllegalMove("MR-3.1", "place your mayors first")
    if part.generals is not None:
        raise IllegalMove("MR-3.10", "your generals are placed already")
    _check_areas(state, realm.generals, "generals", areas)
    if not leaves_room(state, realm, areas):
        raise IllegalMove("MR-3.7", "leave an area free for your buffers")


def check_admirals(state: s.State, realm: s.Realm, part: s.Placement, areas: tuple[int, ...]) -> None:
    """MR-3.1, MR-3.4, MR-3.5, MR-3.7, MR-3.10."""
    if part.generals is None:
        raise IllegalMove("MR-3.1", "place your mayors and generals first")
    if part.admirals is not None:
        raise IllegalMove("MR-3.10", "your admirals are placed already")
    _check_areas(state, realm.admirals, "admirals", areas)
    if not leaves_room(state, realm, (*part.generals, *areas)):
        raise IllegalMove("MR-3.7", "leave an area free for your buffers")


def check_buffers(state: s.State, realm: s.Realm, part: s.Placement, areas: tuple[int, ...]) -> None:
    """MR-3.6, MR-3.7, MR-3.8."""
    if not realm.buffers:
        raise IllegalMove("MR-3.6", "only two players have buffers")
    if part.admirals is None:
        raise IllegalMove("MR-3.1", "place your mayors, generals and admirals first")
    _check_areas(state, realm.buffers, "buffers", areas)
    free = free_areas(state, part)
    if any(area not in free for area in areas):
        raise IllegalMove("MR-3.7", "a buffer does not stand beside a military leader of its owner")


def _check_areas(state: s.State, wanted: int, what: str, areas: tuple[int, ...]) -> None:
    available = box_of(state).areas[state.seats]
    if len(areas) != wanted:
        raise IllegalMove("MR-3.1", f"place all of your {wanted} {what}, one area each")
    if any(area not in available for area in areas):
        raise IllegalMove("MR-3.5", f"areas {available[0]} to {available[-1]} are available")
    if any(left > right for left, right in pairwise(areas)):
        raise IllegalMove("MR-3.4", "name the areas in ascending order")


def placed_mayors(move: m.PlaceMayors) -> s.Mayors:
    """The move's mayors per management square."""
    return s.Mayors(*astuple(move))


def with_part(part: s.Placement, move: m.AnyMove) -> s.Placement:
    """The placement with what the move adds to it; other moves add nothing."""
    match move:
        case m.PlaceMayors():
            return replace(part, mayors=placed_mayors(move))
        case m.PlaceGenerals(areas):
            return replace(part, generals=areas)
        case m.PlaceAdmirals(areas):
            return replace(part, admirals=areas)
        case m.PlaceBuffers(areas):
            return replace(part, buffers=areas)
        case _:
            return part


def leaves_room(state: s.State, realm: s.Realm, areas: Collection[int]) -> bool:
    """MR-3.7: military leaders on these areas leave one free for the buffers, where there are buffers."""
    return not realm.buffers or len(set(areas)) < len(box_of(state).areas[state.seats])


def free_areas(state: s.State, part: s.Placement) -> tuple[int, ...]:
    """MR-3.7: where no military leader of the placement stands."""
    held = {*(part.generals or ()), *(part.admirals or ())}
    return tuple(area for area in box_of(state).areas[state.seats] if area not in held)


def strengths(state: s.State, placements: Sequence[s.Placement]) -> dict[int, list[int]]:
    """MR-4.2: by area, every seat's strength."""
    box = box_of(state)
    by_area = {area: [0] * state.seats for area in box.areas[state.seats]}
    for seat, placement in enumerate(placements):
        for areas, strength in (
            (placement.generals, box.general_strength),
            (placement.admirals, box.admiral_strength),
            (placement.buffers, box.buffer_strength),
        ):
            for area in areas or ():
                by_area[area][seat] += strength
    return by_area


def controller(strengths_: Sequence[int]) -> int | None:
    """MR-4.3, MR-4.4: who is stronger than every other; None on a tie or where nobody stands."""
    most = max(strengths_)
    if most == 0 or strengths_.count(most) > 1:
        return None
    return strengths_.index(most)


def mayor_tokens(box: Box, mayors: s.Mayors) -> s.Tokens:
    """MR-4.1: what the mayors of a placement give."""
    return s.Tokens(*(number * each for number, each in zip(astuple(mayors), box.tokens_per_mayor, strict=True)))


def next_order(state: s.State) -> tuple[int, ...]:
    """MR-5.2, MR-5.3: by production, most first; equal seats keep their order."""
    return tuple(sorted(state.order, key=lambda seat: -state.realms[seat].manor[s.PRODUCTION]))


# Actions: what a display can take, what activating and playing needs, who receives what


def deeds(state: s.State, seat: int) -> Iterator[m.AnyMove]:
    """All actions but passing: activations, auctions, cards of the display."""
    box, realm = box_of(state), state.realms[seat]
    faces, prices = box.faces, box.prices
    manor = realm.manor
    production = manor[s.PRODUCTION]
    for index, card in enumerate(state.current):
        if card is None:
            continue
        face = faces[card]
        if face.type == "auction":
            for bid in range(box.limits.auction_min_opening_bid, manor[face.pays] + 1):
                yield m.OpenAuction(index + 1, bid)
        elif production >= prices[index] and (face.type == "majority" or fits(box, realm, face)):
            yield m.ActivateCard(index + 1)
    for card in realm.display:
        if payable(state, realm, faces[card]):
            yield m.PlayCard(card)


def can_act(state: s.State, seat: int) -> bool:
    """MR-6.4: whether the seat has anything to do but pass."""
    return next(deeds(state, seat), None) is not None


def check_activate(state: s.State, seat: int, square: int) -> str:
    """MR-6.6, MR-7.2, MR-8.1; the card on the square."""
    card, face = face_on(state, square)
    box, realm = box_of(state), state.realms[seat]
    if face.type == "auction":
        raise IllegalMove("MR-6.6", f"{face.name} is auctioned, not bought")
    price = box.prices[square - 1]
    if realm.manor[s.PRODUCTION] < price:
        raise IllegalMove("MR-6.6", f"square {square} costs {price} production, you have {realm.manor[s.PRODUCTION]}")
    if face.type == "realm":
        check_fits(box, realm, face)
    return card


def face_on(state: s.State, square: int) -> tuple[str, Face]:
    """MR-6.7, MR-6.8: the card on a current square."""
    card = state.current[square - 1] if 1 <= square <= len(state.current) else None
    if card is None:
        rule = "MR-6.7" if 1 <= square <= len(state.current) else "MR-6.8"
        raise IllegalMove(rule, f"there is no card on current square {square}")
    return card, box_of(state).faces[card]


def check_fits(box: Box, realm: s.Realm, face: Face) -> None:
    """MR-7.2: the display limits for a realm card."""
    if len(realm.display) >= box.limits.display_max_cards:
        raise IllegalMove("MR-7.2", f"your display is full with {len(realm.display)} cards")
    if not fits(box, realm, face):
        raise IllegalMove("MR-7.2", f"your display holds a {face.stamp} card already")


def fits(box: Box, realm: s.Realm, face: Face) -> bool:
    """MR-7.2, MR-8.3: whether the display can take the card."""
    display = realm.display
    if len(display) >= box.limits.display_max_cards:
        return False
    faces, stamp = box.faces, face.stamp
    for card in display:  # noqa: SIM110  a generator costs twice the time, and lists ask it for every card
        if faces[card].stamp == stamp:
            return False
    return True


def check_play(state: s.State, seat: int, card: str) -> Face:
    """MR-10.1, MR-13.6."""
    box, realm = box_of(state), state.realms[seat]
    if card not in realm.display:
        raise IllegalMove("MR-10.1", f"{card} is not in your display")
    face = box.faces[card]
    if not payable(state, realm, face):
        if face.amounts:
            cost, own, resource = face.amounts[state.seats], realm.manor[face.pays], s.RESOURCES[face.pays]
            raise IllegalMove("MR-10.1", f"{face.name} costs {cost} {resource}, you have {own}")
        needed = admirals_needed(box, realm, face)
        raise IllegalMove("MR-13.6", f"{face.name} needs {needed} admirals, you have {realm.admirals}")
    return face


def payable(state: s.State, realm: s.Realm, face: Face) -> bool:
    """MR-10.1, MR-13.6: whether the realm can put the card into play."""
    if face.amounts:
        return realm.manor[face.pays] >= face.amounts[state.seats]
    return realm.admirals >= admirals_needed(box_of(state), realm, face)


def admirals_needed(box: Box, realm: s.Realm, face: Face) -> int:
    """MR-13.6: one per island in play, the new one included."""
    return family_cards(box, realm, face.family) + 1


def check_take(state: s.State, seat: int, square: int) -> str:
    """MR-13.17; the card on the square."""
    if square not in takable(state, seat):
        raise IllegalMove("MR-13.17", "take a realm card from the current panel that fits your display")
    card = state.current[square - 1]
    assert card is not None
    return card


def takable(state: s.State, seat: int) -> list[int]:
    """MR-13.17: the squares whose realm card fits the display."""
    box, realm = box_of(state), state.realms[seat]
    faces = box.faces
    return [
        square
        for square, card in enumerate(state.current, 1)
        if card is not None and faces[card].type == "realm" and fits(box, realm, faces[card])
    ]


def receiver(state: s.State, activator: int, face: Face) -> int | None:
    """MR-8.3 to MR-8.8: who receives a majority card; None if nobody can."""
    box, most = box_of(state), -1
    tied: list[int] = []
    for seat in state.order:
        realm = state.realms[seat]
        if realm.manor[face.majority] >= most and fits(box, realm, face):
            if realm.manor[face.majority] > most:
                most, tied = realm.manor[face.majority], []
            tied.append(seat)
    if not tied:
        return None
    return activator if activator in tied else tied[0]


# Auctions


def check_open_auction(state: s.State, seat: int, square: int, bid: int) -> str:
    """MR-9.1; the card on the square."""
    card, face = face_on(state, square)
    if face.type != "auction":
        raise IllegalMove("MR-9.1", f"{face.name} is no auction card")
    least, own = box_of(state).limits.auction_min_opening_bid, state.realms[seat].manor[face.pays]
    if not least <= bid <= own:
        raise IllegalMove("MR-9.1", f"open with {least} or more and at most your {own} {s.RESOURCES[face.pays]}")
    return card


def check_bid(state: s.State, seat: int, phase: s.Bidding, amount: int) -> None:
    """MR-9.3."""
    least, own = least_bid(box_of(state), phase), state.realms[seat].manor[s.INDEX[phase.resource]]
    if not least <= amount <= own:
        raise IllegalMove("MR-9.3", f"bid {least} or more and at most your {own} {phase.resource}")


def least_bid(box: Box, phase: s.Bidding) -> int:
    """MR-9.3: the smallest bid that is higher."""
    return phase.bid + box.limits.auction_min_raise


# Choices that cards and the score track ask for


def check_choice(phase: s.Choosing, resource: str) -> None:
    """MR-13.13: any resource that the effect does not rule out."""
    offered = [name for name in s.RESOURCES if name not in phase.barred]
    if resource not in offered:
        raise IllegalMove("MR-13.13", f"choose one of {', '.join(offered)}")


def check_bonus(resource: str) -> None:
    """MR-11.1."""
    if resource not in s.INDEX:
        raise IllegalMove("MR-11.1", f"a bonus token is one of {', '.join(s.RESOURCES)}")


# Invariants


def check(state: s.State) -> list[str]:
    """Broken invariants, in words."""
    return [*_cards(state), *_realms(state), *_placements(state)]


def _cards(state: s.State) -> Iterator[str]:
    box = box_of(state)
    owned = chain.from_iterable((*realm.display, *realm.in_play) for realm in state.realms)
    board = (card for card in (*state.current, *state.future) if card is not None)
    if sorted(chain(state.deck, state.discard, board, owned)) != sorted(box.deck):
        yield "the event cards are not each in one place"
    for name, squares, wanted in (
        ("current", state.current, len(box.prices)),
        ("future", state.future, box.future_squares),
    ):
        if len(squares) != wanted:
            yield f"the {name} panel has {len(squares)} squares"


def _realms(state: s.State) -> Iterator[str]:
    box = box_of(state)
    if sorted(state.order) != list(range(state.seats)):
        yield f"{state.order} is no turn order"
    for leader, supply in box.supply.items():
        owned = sum(getattr(realm, f"{leader}s") for realm in state.realms)
        if owned > supply:
            yield f"{owned} {leader}s are owned, there are {supply}"
    for seat, realm in enumerate(state.realms):
        if min(realm.manor) < 0:
            yield f"seat {seat} owns less than nothing"
        if realm.buffers != box.starting[state.seats].buffers:
            yield f"seat {seat} has {realm.buffers} buffers"
        stamps = {box.faces[card].stamp for card in realm.display}
        if not len(stamps) == len(realm.display) <= box.limits.display_max_cards:
            yield f"the display of seat {seat} breaks its limits"


def _placements(state: s.State) -> Iterator[str]:
    """Placed leaders were owned; more may have joined since (MR-3.12)."""
    placements = state.phase.parts if isinstance(state.phase, s.Placing) else state.placed
    for seat, placement in enumerate(placements):
        realm = state.realms[seat]
        for part, owned in (
            (0 if placement.mayors is None else sum(astuple(placement.mayors)), realm.mayors - realm.buffers),
            (len(placement.generals or ()), realm.generals),
            (len(placement.admirals or ()), realm.admirals),
            (len(placement.buffers or ()), realm.buffers),
        ):
            if part > owned:
                yield f"seat {seat} has placed leaders that it does not own"
