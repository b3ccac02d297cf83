"""One line for every move: what it costs and what comes of it, as far as that is open."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from msgspec.structs import astuple, replace

from moothall.domain.core.bag import add_at
from moothall.domain.core.words import Reader, counted, listed
from moothall.domain.medieval_realms import moves as m
from moothall.domain.medieval_realms.content import Box, box_of
from moothall.domain.medieval_realms.content.faces import Face
from moothall.domain.medieval_realms.rules.cards import admirals_needed, receiver
from moothall.domain.medieval_realms.rules.placing import mayor_tokens, placed_mayors
from moothall.domain.medieval_realms.state import PRODUCTION, RESOURCES, Bidding, Choosing, Placing, State, TakingCard
from moothall.domain.medieval_realms.text.effects import cost, in_short
from moothall.domain.medieval_realms.text.outcome import outcome
from moothall.domain.medieval_realms.text.words import amount, card, stamped, tokens


def describe_move(move: m.AnyMove, state: State, reader: Reader) -> str:
    """What the seat asks for."""
    box = box_of(state)
    match move:
        case m.PickStartingPair(resources):
            return f"Take {listed(amount(box, kind, 1) for kind in resources)} to start with"
        case m.PlaceMayors():
            mayors = placed_mayors(move)
            return f"Place {counted(sum(astuple(mayors)), 'mayor')} to gain {tokens(box, mayor_tokens(box, mayors))}"
        case m.PlaceGenerals() | m.PlaceAdmirals() | m.PlaceBuffers():
            return _on_the_map(move, box, state, reader)
        case m.ActivateCard(square):
            return _activate(state, box, square, reader)
        case m.OpenAuction(square, bid):
            face = _on(state, box, square)
            offered = amount(box, RESOURCES[face.pays], bid)
            opened = f"Open the auction of {stamped(face)} on square {square} with {offered}"
            return f"{opened}; it brings {in_short(box, face)}"
        case m.PlayCard(played):
            return _play(state, box, played)
        case m.Pass():
            return "Pass for the rest of the round; you may still bid and receive majority cards"
        case m.Bid() | m.PassAuction():
            return _in_the_auction(move, state, box, reader)
        case m.ChooseResource(kind):
            number = state.phase.amount if isinstance(state.phase, Choosing) else 0
            return f"Take {amount(box, kind, number)}"
        case m.TakeRealmCard(square):
            face = _on(state, box, square)
            taker = state.phase.seat if isinstance(state.phase, TakingCard) else 0
            took = f"Take {stamped(face)} from square {square} without paying its price"
            return f"{took}; {_later(state, box, face, taker)}"
        case m.TakeBonusToken(kind):
            return f"Take {amount(box, kind, 1)} as bonus token"
        case _:
            assert_never(move)


def _on(state: State, box: Box, square: int) -> Face:
    found = state.current[square - 1]
    assert found is not None, "only listed moves are described"
    return box.faces[found]


def _later(state: State, box: Box, face: Face, seat: int) -> str:
    """What a card in the seat's display still costs, and does then."""
    if face.amounts:
        needs = f"for {cost(box, face, state.seats)}"
    else:
        needs = f"with {counted(admirals_needed(box, state.realms[seat], face), 'admiral')}"
    return f"to be played {needs}: {in_short(box, face)}"


def _activate(state: State, box: Box, square: int, reader: Reader) -> str:
    face, price = _on(state, box, square), box.prices[square - 1]
    pay = f"Pay {amount(box, 'production', price)} for {stamped(face)} on square {square}"
    seat = state.on_turn
    assert seat is not None, "somebody acts"
    if face.type == "realm":
        return f"{pay}; {_later(state, box, face, seat)}"
    realm = state.realms[seat]
    paid = state.with_realm(seat, replace(realm, manor=add_at(realm.manor, PRODUCTION, -price)))
    taker = receiver(paid, seat, face)
    if taker is None:
        return f"{pay}: nobody's display can take it, it is discarded"
    held = amount(box, RESOURCES[face.majority], paid.realms[taker].manor[face.majority])
    return f"{pay}: it goes to {reader.who(taker)} with {held}; {_later(state, box, face, taker)}"


def _play(state: State, box: Box, played: str) -> str:
    face = box.faces[played]
    price = f" for {cost(box, face, state.seats)}" if face.amounts else ""
    return f"Play {stamped(face)}{price}: {outcome(state, played)}"


def _in_the_auction(move: m.Bid | m.PassAuction, state: State, box: Box, reader: Reader) -> str:
    phase = state.phase
    assert isinstance(phase, Bidding), "only listed moves are described"
    face = box.faces[phase.card]
    if isinstance(move, m.Bid):
        own = state.realms[phase.asked].manor[RESOURCES.index(phase.resource)]
        bid = f"Bid {move.amount} of {reader.their(phase.asked)} {amount(box, phase.resource, own)}"
        return f"{bid} for {card(face)}, which brings {in_short(box, face)}"
    leads = f"{reader.does(phase.bidder, 'lead')} with {amount(box, phase.resource, phase.bid)}"
    return f"Leave the auction of {card(face)}; {leads}"


def _on_the_map(
    move: m.PlaceGenerals | m.PlaceAdmirals | m.PlaceBuffers, box: Box, state: State, reader: Reader
) -> str:
    """Where they stand, how strong that is with what stands there already, and what is at stake."""
    kind, each = _military(move, box)
    stands: Counter[int] = Counter()
    if isinstance(state.phase, Placing) and reader.you is not None:
        part = state.phase.parts[reader.you]
        if part.generals is not None and isinstance(move, m.PlaceAdmirals):
            stands.update({area: box.general_strength * n for area, n in Counter(part.generals).items()})
    places = []
    apart = len(set(move.areas)) > 1
    for area, number in Counter(move.areas).items():
        here = f"{number} on area {area}" if apart else f"on area {area}"
        goal = "kept from the rival" if isinstance(move, m.PlaceBuffers) else "to win"
        strength = stands[area] + each * number
        places.append(f"{here} (strength {strength}, {tokens(box, box.rewards[area])} {goal})")
    return f"Place {counted(len(move.areas), kind)}{':' if apart else ''} {', '.join(places)}"


def _military(move: m.PlaceGenerals | m.PlaceAdmirals | m.PlaceBuffers, box: Box) -> tuple[str, int]:
    match move:
        case m.PlaceGenerals():
            return "general", box.general_strength
        case m.PlaceAdmirals():
            return "admiral", box.admiral_strength
        case m.PlaceBuffers():
            return "buffer", box.buffer_strength
