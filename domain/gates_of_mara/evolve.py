"""The reducer: one function per change that returns the state after it, without rules and without content."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import astuple, replace

from moothall.domain.core.bag import Bag, add_at, minus, plus
from moothall.domain.core.evolve import cases_of, reducer
from moothall.domain.core.seats import put
from moothall.domain.gates_of_mara import changes as c, state as s

# The table, laid out at setup and for a new round.


def tribes_dealt(state: s.State, change: c.TribesDealt) -> s.State:
    dealt = zip(state.seats, change.tribes, strict=True)
    return replace(state, seats=tuple(replace(own, tribe=tribe) for own, tribe in dealt))


def supplies_dealt(state: s.State, change: c.SuppliesDealt) -> s.State:
    seats = tuple(
        replace(
            seat,
            energy=change.energy,
            gems=astuple(change.gems),
            onyx=change.onyx,
            keys=change.keys,
            caravans_left=change.caravans,
            figures=dict.fromkeys(change.figures, s.Figure()),
        )
        for seat in state.seats
    )
    return replace(state, seats=seats)


def market_opened(state: s.State, change: c.MarketOpened) -> s.State:
    return replace(state, market=(None,) * change.slots)


def ring_laid(state: s.State, change: c.RingLaid) -> s.State:
    nothing = (0,) * len(change.realms)
    seats = tuple(replace(seat, influence=nothing, claims=nothing) for seat in state.seats)
    banners = tuple((None,) * slots for slots in change.slots)
    return replace(state, ring=change.realms, side=change.side, banners=banners, wanderer=change.wanderer, seats=seats)


def deck_shuffled(state: s.State, change: c.DeckShuffled) -> s.State:
    deck = s.Deck(change.cards)
    match change.deck:
        case "enchantments":
            return replace(state, enchantment_deck=deck)
        case "banners":
            return replace(state, banner_deck=deck)
        case "objectives":
            return replace(state, objective_deck=deck)
        case "wanderer_cards":
            return replace(state, wanderer_deck=deck)
        case _:
            assert_never(change.deck)


def turn_order_set(state: s.State, change: c.TurnOrderSet) -> s.State:
    return replace(state, order=change.order)


def banner_dealt(state: s.State, change: c.BannerDealt) -> s.State:
    banners = _lay_banner(state, change.realm, change.slot, change.card)
    return replace(state, banners=banners, banner_deck=_drawn(state.banner_deck, 1))


def wanderer_card_revealed(state: s.State, change: c.WandererCardRevealed) -> s.State:
    before = () if state.wanderer_card is None else (state.wanderer_card,)
    return replace(state, wanderer_card=change.card, wanderer_deck=_drawn(state.wanderer_deck, 1, before))


def objectives_revealed(state: s.State, change: c.ObjectivesRevealed) -> s.State:
    rest = _drawn(state.objective_deck, len(change.cards), state.objectives)
    return replace(state, objectives=change.cards, objective_deck=rest)


def central_keys_added(state: s.State, change: c.CentralKeysAdded) -> s.State:
    return replace(state, central_keys=state.central_keys + change.n)


def wanderer_moved(state: s.State, change: c.WandererMoved) -> s.State:
    return replace(state, wanderer=change.realm)


def lord_placed(state: s.State, change: c.LordPlaced) -> s.State:
    phase, placed = state.phase, s.Lord(change.lord, change.realm)
    if isinstance(phase, s.LordsOff):
        phase = s.LordsOff(phase.seats[1:])
    if change.lord in [each.id for each in state.lords]:
        lords = tuple(placed if each.id == change.lord else each for each in state.lords)
    else:
        lords = (*state.lords, placed)
    return replace(state, lords=lords, phase=phase)


# Turns.


def round_started(state: s.State, change: c.RoundStarted) -> s.State:
    return replace(state, round=change.round)


def turn_started(state: s.State, change: c.TurnStarted) -> s.State:
    return replace(state, phase=s.Placing(change.seat))


def seat_passed(state: s.State, change: c.SeatPassed) -> s.State:
    return state.with_seat(change.seat, replace(state.seats[change.seat], passed=True))


def figure_placed(state: s.State, change: c.FigurePlaced) -> s.State:
    own = state.seats[change.seat]
    cards = own.figures[change.figure].cards
    used = (change.via,) if change.via is not None and change.spent else ()
    seat = replace(
        own,
        energy=own.energy - change.energy,
        gems=_less(own.gems, change.gems),
        figures={**own.figures, change.figure: s.Figure(change.place, cards)},
    )
    acting = s.Acting(change.seat, change.figure, change.place, cards, used)
    return replace(state, seats=put(state.seats, change.seat, seat), phase=acting)


def central_keys_taken(state: s.State, change: c.CentralKeysTaken) -> s.State:
    seats = put(state.seats, change.seat, _keys(state.seats[change.seat], change.n))
    return replace(state, seats=seats, central_keys=state.central_keys - change.n)


def influence_gained(state: s.State, change: c.InfluenceGained) -> s.State:
    own = state.seats[change.seat]
    influence = add_at(own.influence, state.ring.index(change.realm), change.n)
    return state.with_seat(change.seat, replace(own, influence=influence))


def points_gained(state: s.State, change: c.PointsGained) -> s.State:
    own = state.seats[change.seat]
    return state.with_seat(change.seat, replace(own, points=_score(own.points, change.category, change.n)))


def gems_gained(state: s.State, change: c.GemsGained) -> s.State:
    own = state.seats[change.seat]
    return state.with_seat(change.seat, replace(own, gems=plus(own.gems, astuple(change.gems))))


def onyx_gained(state: s.State, change: c.OnyxGained) -> s.State:
    own = state.seats[change.seat]
    return state.with_seat(change.seat, replace(own, onyx=own.onyx + change.n))


def keys_gained(state: s.State, change: c.KeysGained) -> s.State:
    return state.with_seat(change.seat, _keys(state.seats[change.seat], change.n))


def energy_gained(state: s.State, change: c.EnergyGained) -> s.State:
    own = state.seats[change.seat]
    return state.with_seat(change.seat, replace(own, energy=own.energy + change.n))


def ability_used(state: s.State, change: c.AbilityUsed) -> s.State:
    acting, own = _acting(state), state.seats[change.seat]
    acting = replace(acting, used=(*acting.used, change.ability))
    if change.gems == s.NOTHING and not change.onyx and not change.energy:
        return replace(state, phase=acting)
    gems = _less(own.gems, change.gems)
    seat = replace(own, gems=gems, onyx=own.onyx - change.onyx, energy=own.energy - change.energy)
    return replace(state, seats=put(state.seats, change.seat, seat), phase=acting)


def question_put(state: s.State, change: c.QuestionPut) -> s.State:
    return replace(state, phase=replace(_acting(state), question=change.question, rest=change.rest))


def question_answered(state: s.State, change: c.QuestionAnswered) -> s.State:
    return replace(state, phase=replace(_acting(state), question=None, rest=()))


def caravan_placed(state: s.State, change: c.CaravanPlaced) -> s.State:
    own = state.seats[change.seat]
    caravans = (*own.caravans, change.space)
    return state.with_seat(change.seat, replace(own, caravans=caravans, caravans_left=own.caravans_left - 1))


def exchange_paid(state: s.State, change: c.ExchangePaid) -> s.State:
    own = state.seats[change.seat]
    gems = _less(own.gems, change.gems)
    seat = replace(own, gems=gems, onyx=own.onyx - change.onyx, energy=own.energy - change.energy)
    return state.with_seat(change.seat, seat)


def banner_gained(state: s.State, change: c.BannerGained) -> s.State:
    own = state.seats[change.seat]
    seat = replace(own, figures=_attach(own.figures, change.figure, change.card))
    banners = _lay_banner(state, change.realm, change.slot, None)
    return replace(state, seats=put(state.seats, change.seat, seat), banners=banners)


def banner_discarded(state: s.State, change: c.BannerDiscarded) -> s.State:
    banners = _lay_banner(state, change.realm, change.slot, None)
    return replace(state, banners=banners, removed=(*state.removed, change.card))


def enchantment_gained(state: s.State, change: c.EnchantmentGained) -> s.State:
    acting, own = _acting(state), state.seats[change.seat]
    seat = replace(
        own,
        gems=_less(own.gems, change.gems),
        onyx=own.onyx - change.onyx,
        figures=_attach(own.figures, change.figure, change.card),
        points=_score(own.points, "enchantments", change.points),
        enchantments_gained=own.enchantments_gained + 1,
    )
    return replace(
        state,
        seats=put(state.seats, change.seat, seat),
        market=put(state.market, change.slot - 1, None),
        phase=replace(acting, bought=acting.bought + 1),
    )


def enchantment_dealt(state: s.State, change: c.EnchantmentDealt) -> s.State:
    market = put(state.market, change.slot - 1, change.card)
    return replace(state, market=market, enchantment_deck=_drawn(state.enchantment_deck, 1))


# The end of a round and of the game.


def step_called(state: s.State, change: c.StepCalled) -> s.State:
    return replace(state, phase=s.StepDue(change.step))


def claims_placed(state: s.State, change: c.ClaimsPlaced) -> s.State:
    own = state.seats[change.seat]
    index = state.ring.index(change.realm)
    placed = own.claims_placed or (0,) * len(state.ring)
    claims, placed = add_at(own.claims, index, change.n), add_at(placed, index, change.n)
    return state.with_seat(change.seat, replace(own, claims=claims, claims_placed=placed))


def nothing_changed(state: s.State, change: c.RealmUnclaimed | c.RoundScored) -> s.State:
    """They are told, and that is all."""
    return state


def fire_banners_offered(state: s.State, change: c.FireBannersOffered) -> s.State:
    return replace(state, phase=s.FireBanners(change.seats))


def fire_banner_taken(state: s.State, change: c.FireBannerTaken) -> s.State:
    own = state.seats[change.seat]
    seat = replace(own, figures=_attach(own.figures, change.figure, change.card))
    seats = put(state.seats, change.seat, seat)
    return replace(state, seats=seats, fire_banners=state.fire_banners + 1, phase=_next_fire_banner(state))


def fire_banner_declined(state: s.State, change: c.FireBannerDeclined) -> s.State:
    return replace(state, phase=_next_fire_banner(state))


def objective_met(state: s.State, change: c.ObjectiveMet) -> s.State:
    own = state.seats[change.seat]
    return state.with_seat(change.seat, replace(own, points=_score(own.points, "objectives", change.points)))


def area_cleared(state: s.State, change: c.AreaCleared) -> s.State:
    return replace(state, seats=tuple(map(_cleared, state.seats)))


def energy_restored(state: s.State, change: c.EnergyRestored) -> s.State:
    return replace(state, seats=tuple(replace(seat, energy=change.energy) for seat in state.seats))


def lords_lifted(state: s.State, change: c.LordsLifted) -> s.State:
    lords = tuple(s.Lord(lord.id, None) for lord in state.lords)
    return replace(state, lords=lords, phase=s.LordsOff(change.seats))


def game_ended(state: s.State, change: c.GameEnded) -> s.State:
    return replace(state, phase=s.Over())


# Parts that several of them share.


def _acting(state: s.State) -> s.Acting:
    phase = state.phase
    assert isinstance(phase, s.Acting)
    return phase


def _next_fire_banner(state: s.State) -> s.FireBanners:
    assert isinstance(state.phase, s.FireBanners)
    return s.FireBanners(state.phase.seats[1:])


def _cleared(seat: s.Seat) -> s.Seat:
    return replace(
        seat,
        figures={name: s.Figure(None, figure.cards) for name, figure in seat.figures.items()},
        caravans_left=seat.caravans_left + len(seat.caravans),
        caravans=(),
        influence=(0,) * len(seat.influence),
        claims_placed=(),
        keys_gained=0,
        enchantments_gained=0,
        passed=False,
    )


def _less(bag: Bag, gems: s.Gems) -> Bag:
    """The bag without these."""
    return bag if gems == s.NOTHING else minus(bag, astuple(gems))


def _score(points: dict[str, int], category: str, n: int) -> dict[str, int]:
    """Points on a sheet."""
    return {**points, category: points.get(category, 0) + n}


def _keys(seat: s.Seat, n: int) -> s.Seat:
    """Keys of this round and in all."""
    return replace(seat, keys=seat.keys + n, keys_gained=seat.keys_gained + n)


def _attach(figures: dict[str, s.Figure], name: str, card: str) -> dict[str, s.Figure]:
    """A card on a figure."""
    figure = figures[name]
    return {**figures, name: s.Figure(figure.place, (*figure.cards, card))}


def _lay_banner(state: s.State, realm: str, slot: int, card: str | None) -> tuple[tuple[str | None, ...], ...]:
    """The banners with one in a slot, or with the slot empty."""
    index = state.ring.index(realm)
    return put(state.banners, index, put(state.banners[index], slot, card))


def _drawn(deck: s.Deck, n: int, under: tuple[str, ...] = ()) -> s.Deck:
    """n cards from the top, and these under the deck."""
    return s.Deck(deck.cards[n:], (*deck.under, *under))


evolve = reducer(c.AnyChange, *cases_of(__name__))
"""The state after a change."""
