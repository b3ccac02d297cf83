"""Tables to test on: a game laid out by hand, and small changes to it that keep every piece accounted for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.changes import (
    CentralKeysAdded,
    DeckShuffled,
    LordPlaced,
    MarketOpened,
    ObjectivesRevealed,
    RealmUnclaimed,
    RingLaid,
    RoundStarted,
    SuppliesDealt,
    TribesDealt,
    TurnOrderSet,
    TurnStarted,
    WandererCardRevealed,
)
from moothall.domain.gates_of_mara.content import box_at
from moothall.domain.gates_of_mara.moves import (
    AnyMove,
    ChooseCaravanSpace,
    ChooseExchange,
    ChooseFigure,
    ChooseGems,
    ChooseInfluence,
)
from moothall.domain.gates_of_mara.placing import free_stops
from moothall.domain.gates_of_mara.rounds import deal_banners, deal_market
from moothall.domain.gates_of_mara.state import (
    ELEMENTS,
    Acting,
    CaravanQuestion,
    Deck,
    ExchangeQuestion,
    Figure,
    FigureQuestion,
    Gems,
    GemsQuestion,
    InfluenceQuestion,
    Lord,
    Options,
    Placing,
    State,
    StepDue,
    initial,
)
from tests.support.scenes import Scene, given

BOX = box_at(1)
RING = ("chaos", "fire", "water", "earth", "air")
TRIBES = ("antid", "dragonkin", "elf", "goblin")


def table(
    seats: int = 4,
    *,
    ring: tuple[str, ...] | None = None,
    tribes: tuple[str, ...] | None = None,
    lords: Mapping[str, str] | None = None,
    wanderer: str = "chaos",
    number: int = 1,
) -> State:
    """Seat 0 to place first, cards dealt in content order; `lords` maps lord to realm (Earth and Fire Lord by default,
    at positions 2 and 3)."""
    ring = ring or RING[: seats + 1]
    lords = lords or {"earth_lord": ring[1], "fire_lord": ring[2]}
    turn = GATES_OF_MARA.turn(initial(seats, Options(), 1), FastDraw(1))
    turn.emit(TribesDealt(tribes or TRIBES[:seats]))
    turn.emit(SuppliesDealt(11, Gems(fire=1, water=1, earth=1, air=1), 0, 0, 5, tuple(BOX.figures)))
    slots = tuple(len(BOX.realms[realm].banner_slots) for realm in ring)
    turn.emit(RingLaid(ring, "2p" if seats == 2 else "34p", slots, wanderer))
    turn.emit(CentralKeysAdded(1, 1))
    for lord, realm in lords.items():
        turn.emit(LordPlaced(lord, realm))
    turn.emit(DeckShuffled("banners", BOX.banners, 25))
    turn.emit(DeckShuffled("enchantments", BOX.enchantments, 48))
    turn.emit(DeckShuffled("objectives", tuple(BOX.objectives), 16))
    turn.emit(DeckShuffled("wanderer_cards", tuple(BOX.wanderer_cards), 5))
    deal_banners(turn)
    turn.emit(WandererCardRevealed(turn.state.wanderer_deck.cards[0]))
    turn.emit(MarketOpened(6))
    deal_market(turn)
    turn.emit(ObjectivesRevealed(turn.state.objective_deck.cards[:2]))
    turn.emit(TurnOrderSet(tuple(range(seats))))
    turn.emit(RoundStarted(number))
    turn.emit(TurnStarted(0))
    return turn.state


def scene(state: State) -> Scene:
    """A scene on a sound table."""
    assert not GATES_OF_MARA.check(state), GATES_OF_MARA.check(state)
    return given(GATES_OF_MARA, state)


def own(state: State, seat: int, **fields: Any) -> State:
    """The seat with other belongings; `gems` may be named counts."""
    if isinstance(fields.get("gems"), dict):
        fields["gems"] = tuple(fields["gems"].get(element, 0) for element in ELEMENTS)
    return state.with_seat(seat, replace(state.seats[seat], **fields))


def rich(state: State, seat: int, n: int = 9) -> State:
    """Enough of everything, and energy neither full nor empty."""
    return own(state, seat, gems=(n,) * 4, onyx=n, energy=8)


def to_place(state: State, seat: int) -> State:
    """It is this seat's turn."""
    return replace(state, phase=Placing(seat))


def due(state: State, step: Any, **influence: tuple[int, ...]) -> State:
    """The step is due, with this influence per seat in the realms named."""
    for realm, counts in influence.items():
        state = influenced(state, realm, *counts)
    return replace(state, phase=StepDue(step))


def influenced(state: State, realm: str, *counts: int) -> State:
    """Influence in one realm, by seat."""
    index = state.ring.index(realm)
    for seat, n in enumerate(counts):
        before = state.seats[seat].influence
        state = own(state, seat, influence=(*before[:index], n, *before[index + 1 :]))
    return state


def claimed(state: State, realm: str, *counts: int) -> State:
    """Claims in one realm, by seat."""
    index = state.ring.index(realm)
    for seat, n in enumerate(counts):
        before = state.seats[seat].claims
        state = own(state, seat, claims=(*before[:index], n, *before[index + 1 :]))
    return state


def standing(state: State, seat: int, **places: str | None) -> State:
    """Figures already placed, without what placing them brought."""
    figures = state.seats[seat].figures
    moved = {name: Figure(place, figures[name].cards) for name, place in places.items()}
    return own(state, seat, figures={**figures, **moved})


def with_caravans(state: State, seat: int, *spaces: str) -> State:
    """Caravans already placed, without what placing them brought."""
    before = state.seats[seat]
    return own(state, seat, caravans=(*before.caravans, *spaces), caravans_left=before.caravans_left - len(spaces))


def out_of_caravans(state: State, seat: int) -> State:
    """All five caravans stand somewhere in other realms than the last two of the ring."""
    spaces = [space for realm in state.ring[:-2] for space in free_stops(state, realm)]
    return with_caravans(state, seat, *spaces[: state.seats[seat].caravans_left])


def attached(state: State, seat: int, **cards: str | tuple[str, ...]) -> State:
    """Cards on figures, taken from wherever they lie."""
    for name, given_cards in cards.items():
        for card in (given_cards,) if isinstance(given_cards, str) else given_cards:
            state = _taken(state, card)
            figures = state.seats[seat].figures
            figure = figures[name]
            state = own(state, seat, figures={**figures, name: Figure(figure.place, (*figure.cards, card))})
    return state


def _taken(state: State, card: str) -> State:
    """The table without the card; a gap in the market or on a realm is filled from the deck."""
    if card in BOX.fire_banners:
        return replace(state, fire_banners=state.fire_banners + 1)
    if card in BOX.enchantments:
        if card in state.market:
            state = swapped(state, card, state.enchantment_deck.cards[0])
        return replace(state, enchantment_deck=_without(state.enchantment_deck, card))
    if any(card in slots for slots in state.banners):
        state = swapped(state, card, state.banner_deck.cards[0])
    return replace(state, banner_deck=_without(state.banner_deck, card))


def _without(deck: Deck, card: str) -> Deck:
    assert card in deck.cards
    return Deck(tuple(each for each in deck.cards if each != card), deck.under)


def swapped(state: State, one: str, other: str) -> State:
    """Two cards of a kind change places, wherever they lie."""
    name = {one: other, other: one}

    def turned(cards: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(name.get(card, card) for card in cards)

    def deck(found: Deck) -> Deck:
        return Deck(turned(found.cards), turned(found.under))

    return replace(
        state,
        market=turned(state.market),
        banners=tuple(map(turned, state.banners)),
        objectives=turned(state.objectives),
        wanderer_card=name.get(str(state.wanderer_card), state.wanderer_card),
        enchantment_deck=deck(state.enchantment_deck),
        banner_deck=deck(state.banner_deck),
        objective_deck=deck(state.objective_deck),
        wanderer_deck=deck(state.wanderer_deck),
    )


def offered(state: State, slot: int, card: str) -> State:
    """The enchantment lies in the market slot."""
    there = state.market[slot - 1]
    assert there is not None
    return swapped(state, card, there) if there != card else state


def laid(state: State, realm: str, slot: int, card: str) -> State:
    """The banner lies in the realm's slot (0 or 1)."""
    there = state.banners[state.ring.index(realm)][slot]
    assert there is not None
    return swapped(state, card, there) if there != card else state


def wandering(state: State, card: str, realm: str | None = None) -> State:
    """The Wanderer card is face up, and the Wanderer stands in the realm."""
    if state.wanderer_card != card:
        assert state.wanderer_card is not None
        state = swapped(state, card, state.wanderer_card)
    return replace(state, wanderer=realm or state.wanderer)


def objectives(state: State, *cards: str) -> State:
    """These objectives are face up."""
    for index, card in enumerate(cards):
        if state.objectives[index] != card:
            state = swapped(state, card, state.objectives[index])
    return state


def lords_at(state: State, **realms: str) -> State:
    """Exactly these lords are in play, there."""
    return replace(state, lords=tuple(Lord(lord, realm) for lord, realm in realms.items()))


def awards(found: Scene) -> tuple[Any, ...]:
    """What the last step did, without the realms that nobody claimed."""
    return tuple(change for change in found.changes if not isinstance(change, RealmUnclaimed))


def question_of(state: State) -> Any:
    """The pending question, or None."""
    return state.phase.question if isinstance(state.phase, Acting) else None


def answer(state: State) -> AnyMove:
    """The answer that tests give when it does not matter: influence, Fire (else the first element), the last caravan
    space, no exchange, the last figure that can take the banner."""
    moves = list(GATES_OF_MARA.legal_moves(state, GATES_OF_MARA.awaiting(state).seats[0].seat))
    match question_of(state):
        case InfluenceQuestion():
            return ChooseInfluence("influence")
        case GemsQuestion(n, elements):
            return ChooseGems(Gems(**{elements[0]: n}))
        case CaravanQuestion():
            return ChooseCaravanSpace(moves[-1].space)  # type: ignore[union-attr]
        case ExchangeQuestion():
            return ChooseExchange(0)
        case FigureQuestion():
            return ChooseFigure(moves[-1].figure)  # type: ignore[union-attr]
        case other:
            raise AssertionError(f"{other} is no question")


def settle(found: Scene, seat: int) -> tuple[Scene, list[Any]]:
    """All pending questions answered; every change since the last move, that one's included."""
    changes = list(found.changes)
    while question_of(found.state) is not None:
        found = found.when(seat, answer(found.state))
        changes += found.changes
    return found, changes
