"""The reducer: one case per change, no rules, no content. The changes of a turn come first: they are the many."""

from __future__ import annotations

from typing import TypeVar, assert_never

from msgspec.structs import replace

from domain.core.bag import Bag, minus, plus
from domain.gates_of_mara.changes import (
    AbilityUsed,
    AnyChange,
    AreaCleared,
    BannerDealt,
    BannerDiscarded,
    BannerGained,
    CaravanPlaced,
    CentralKeysAdded,
    CentralKeysTaken,
    ClaimsPlaced,
    DeckShuffled,
    EnchantmentDealt,
    EnchantmentGained,
    EnergyGained,
    EnergyRestored,
    ExchangePaid,
    FigurePlaced,
    FireBannerDeclined,
    FireBannersOffered,
    FireBannerTaken,
    GameEnded,
    GemsGained,
    InfluenceGained,
    KeysGained,
    LordPlaced,
    LordsLifted,
    ObjectiveMet,
    ObjectivesRevealed,
    OnyxGained,
    PointsGained,
    QuestionAnswered,
    QuestionPut,
    RingLaid,
    RoundStarted,
    SeatPassed,
    StepCalled,
    TribesDealt,
    TurnOrderSet,
    TurnStarted,
    WandererCardRevealed,
    WandererMoved,
)
from domain.gates_of_mara.state import (
    Acting,
    Deck,
    Figure,
    FireBanners,
    Lord,
    LordsOff,
    Over,
    Placing,
    Seat,
    State,
    StepDue,
)


def evolve(state: State, change: AnyChange) -> State:
    """The state after this change."""
    match change:
        case FigurePlaced():
            return _figure_placed(state, change)
        case TurnStarted(seat):
            return replace(state, phase=Placing(seat))
        case InfluenceGained(seat, realm, n):
            own = state.seats[seat]
            return state.with_seat(seat, influence=_add(own.influence, state.ring.index(realm), n))
        case GemsGained(seat, gems):
            return state.with_seat(seat, gems=plus(state.seats[seat].gems, gems))
        case QuestionPut(_, question, rest):
            return replace(state, phase=replace(_acting(state), question=question, rest=rest))
        case QuestionAnswered():
            return replace(state, phase=replace(_acting(state), question=None, rest=()))
        case AbilityUsed():
            acting = _acting(state)
            paid = _pay(state, change.seat, change.gems, change.onyx, change.energy)
            return replace(paid, phase=replace(acting, used=(*acting.used, change.ability)))
        case PointsGained(seat, category, n):
            return _score(state, seat, category, n)
        case CaravanPlaced(seat, _, space):
            own = state.seats[seat]
            return state.with_seat(seat, caravans=(*own.caravans, space), caravans_left=own.caravans_left - 1)
        case OnyxGained(seat, n):
            return state.with_seat(seat, onyx=state.seats[seat].onyx + n)
        case EnergyGained(seat, n):
            return state.with_seat(seat, energy=state.seats[seat].energy + n)
        case KeysGained(seat, n):
            return _keys(state, seat, n)
        case CentralKeysTaken(seat, n):
            return replace(_keys(state, seat, n), central_keys=state.central_keys - n)
        case ExchangePaid(seat, _, _, gems, onyx, energy):
            return _pay(state, seat, gems, onyx, energy)
        case SeatPassed(seat):
            return state.with_seat(seat, passed=True)
        case BannerGained(seat, card, realm, slot, figure):
            return _attach(_lay_banner(state, realm, slot, None), seat, figure, card)
        case BannerDiscarded(_, card, realm, slot):
            return replace(_lay_banner(state, realm, slot, None), removed=(*state.removed, card))
        case EnchantmentGained():
            return _enchantment_gained(state, change)
        case EnchantmentDealt(slot, card):
            return replace(
                state, market=_put(state.market, slot - 1, card), enchantment_deck=_drawn(state.enchantment_deck, 1)
            )
        case _:
            return _between_turns(state, change)


def _between_turns(
    state: State,
    change: TribesDealt
    | RingLaid
    | LordPlaced
    | DeckShuffled
    | TurnOrderSet
    | BannerDealt
    | WandererCardRevealed
    | ObjectivesRevealed
    | RoundStarted
    | StepCalled
    | ClaimsPlaced
    | FireBannersOffered
    | FireBannerTaken
    | FireBannerDeclined
    | ObjectiveMet
    | AreaCleared
    | CentralKeysAdded
    | WandererMoved
    | EnergyRestored
    | LordsLifted
    | GameEnded,
) -> State:
    match change:
        case StepCalled(step):
            return replace(state, phase=StepDue(step))
        case ClaimsPlaced(seat, realm, n):
            return _claims_placed(state, seat, realm, n)
        case FireBannersOffered(seats):
            return replace(state, phase=FireBanners(seats))
        case FireBannerTaken(seat, card, figure):
            attached = _attach(state, seat, figure, card)
            return replace(attached, fire_banners=state.fire_banners + 1, phase=_next_fire_banner(state))
        case FireBannerDeclined():
            return replace(state, phase=_next_fire_banner(state))
        case ObjectiveMet(seat, _, points):
            return _score(state, seat, "objectives", points)
        case TurnOrderSet(order):
            return replace(state, order=order)
        case AreaCleared():
            return replace(state, seats=tuple(map(_cleared, state.seats)))
        case BannerDealt(realm, slot, card):
            return replace(_lay_banner(state, realm, slot, card), banner_deck=_drawn(state.banner_deck, 1))
        case CentralKeysAdded(n):
            return replace(state, central_keys=state.central_keys + n)
        case WandererCardRevealed(card):
            before = () if state.wanderer_card is None else (state.wanderer_card,)
            return replace(state, wanderer_card=card, wanderer_deck=_drawn(state.wanderer_deck, 1, before))
        case WandererMoved(realm):
            return replace(state, wanderer=realm)
        case ObjectivesRevealed(cards):
            rest = _drawn(state.objective_deck, len(cards), state.objectives)
            return replace(state, objectives=cards, objective_deck=rest)
        case EnergyRestored(energy):
            return replace(state, seats=tuple(replace(seat, energy=energy) for seat in state.seats))
        case LordsLifted(seats):
            return replace(state, lords=tuple(Lord(lord.id, None) for lord in state.lords), phase=LordsOff(seats))
        case LordPlaced(lord, realm):
            return _lord_placed(state, lord, realm)
        case RoundStarted(number):
            return replace(state, round=number)
        case GameEnded():
            return replace(state, phase=Over())
        case TribesDealt(tribes):
            dealt = zip(state.seats, tribes, strict=True)
            return replace(state, seats=tuple(replace(own, tribe=tribe) for own, tribe in dealt))
        case RingLaid():
            return _ring_laid(state, change)
        case DeckShuffled(deck, _, cards):
            return _deck_shuffled(state, deck, cards)
        case _:
            assert_never(change)


def _acting(state: State) -> Acting:
    assert isinstance(state.phase, Acting)
    return state.phase


def _figure_placed(state: State, change: FigurePlaced) -> State:
    own = state.seats[change.seat]
    figure = own.figures[change.figure]
    used = (change.via,) if change.via is not None and change.spent else ()
    seat = replace(
        own,
        energy=own.energy - change.energy,
        gems=minus(own.gems, change.gems),
        figures={**own.figures, change.figure: Figure(change.place, figure.cards)},
    )
    return replace(
        state,
        seats=_put(state.seats, change.seat, seat),
        phase=Acting(change.seat, change.figure, change.place, figure.cards, used),
    )


def _enchantment_gained(state: State, change: EnchantmentGained) -> State:
    acting = _acting(state)
    own = state.seats[change.seat]
    state = _pay(state, change.seat, change.gems, change.onyx, 0)
    state = state.with_seat(change.seat, enchantments_gained=own.enchantments_gained + 1)
    state = _score(_attach(state, change.seat, change.figure, change.card), change.seat, "enchantments", change.points)
    return replace(
        state, market=_put(state.market, change.slot - 1, None), phase=replace(acting, bought=acting.bought + 1)
    )


def _claims_placed(state: State, seat: int, realm: str, n: int) -> State:
    own = state.seats[seat]
    index = state.ring.index(realm)
    placed = own.claims_placed or (0,) * len(state.ring)
    return state.with_seat(seat, claims=_add(own.claims, index, n), claims_placed=_add(placed, index, n))


def _next_fire_banner(state: State) -> FireBanners:
    assert isinstance(state.phase, FireBanners)
    return FireBanners(state.phase.seats[1:])


def _cleared(seat: Seat) -> Seat:
    return replace(
        seat,
        figures={name: Figure(None, figure.cards) for name, figure in seat.figures.items()},
        caravans_left=seat.caravans_left + len(seat.caravans),
        caravans=(),
        influence=(0,) * len(seat.influence),
        claims_placed=(),
        keys_gained=0,
        enchantments_gained=0,
        passed=False,
    )


def _lord_placed(state: State, lord: str, realm: str) -> State:
    phase = state.phase
    if isinstance(phase, LordsOff):
        phase = LordsOff(phase.seats[1:])
    if lord in [each.id for each in state.lords]:
        lords = tuple(Lord(lord, realm) if each.id == lord else each for each in state.lords)
    else:
        lords = (*state.lords, Lord(lord, realm))
    return replace(state, lords=lords, phase=phase)


def _ring_laid(state: State, change: RingLaid) -> State:
    nothing = (0,) * len(change.realms)
    seats = tuple(
        replace(
            seat,
            influence=nothing,
            claims=nothing,
            points={**seat.points, **{f"claims_{realm}": 0 for realm in change.realms}},
        )
        for seat in state.seats
    )
    banners = tuple((None,) * slots for slots in change.slots)
    return replace(state, ring=change.realms, side=change.side, banners=banners, wanderer=change.wanderer, seats=seats)


def _deck_shuffled(state: State, deck: str, cards: tuple[str, ...]) -> State:
    match deck:
        case "enchantments":
            return replace(state, enchantment_deck=Deck(cards))
        case "banners":
            return replace(state, banner_deck=Deck(cards))
        case "objectives":
            return replace(state, objective_deck=Deck(cards))
        case _:
            return replace(state, wanderer_deck=Deck(cards))


def _pay(state: State, seat: int, gems: Bag, onyx: int, energy: int) -> State:
    own = state.seats[seat]
    return state.with_seat(seat, gems=minus(own.gems, gems), onyx=own.onyx - onyx, energy=own.energy - energy)


def _score(state: State, seat: int, category: str, n: int) -> State:
    points = state.seats[seat].points
    return state.with_seat(seat, points={**points, category: points[category] + n})


def _keys(state: State, seat: int, n: int) -> State:
    own = state.seats[seat]
    return state.with_seat(seat, keys=own.keys + n, keys_gained=own.keys_gained + n)


def _attach(state: State, seat: int, name: str, card: str) -> State:
    figures = state.seats[seat].figures
    figure = figures[name]
    return state.with_seat(seat, figures={**figures, name: Figure(figure.place, (*figure.cards, card))})


def _lay_banner(state: State, realm: str, slot: int, card: str | None) -> State:
    index = state.ring.index(realm)
    return replace(state, banners=_put(state.banners, index, _put(state.banners[index], slot, card)))


def _drawn(deck: Deck, n: int, under: tuple[str, ...] = ()) -> Deck:
    return Deck(deck.cards[n:], (*deck.under, *under))


def _add(counts: tuple[int, ...], index: int, n: int) -> tuple[int, ...]:
    return _put(counts, index, counts[index] + n)


_T = TypeVar("_T")


def _put(items: tuple[_T, ...], index: int, item: _T) -> tuple[_T, ...]:
    return (*items[:index], item, *items[index + 1 :])
