"""The reducer: one function for every change, without rules and without content."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from moothall.domain.core.evolve import reducer
from moothall.domain.core.seats import put
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.changes import AnyChange
from moothall.domain.winds_of_numa_sera.state import (
    SLOTS,
    Acting,
    Answer,
    Battle,
    Drafting,
    Finished,
    GameEnd,
    Pending,
    Pledge,
    RoundEnd,
    RoundSummary,
    Seat,
    State,
    Succession,
    Tally,
)

_PLACES = {slot: index for index, slot in enumerate(SLOTS)}

_NOTHING = Tally()


def first_player_drawn(state: State, change: c.FirstPlayerDrawn) -> State:
    return replace(state, first=change.seat, phase=Drafting(change.drafter))


def kingdom_chosen(state: State, change: c.KingdomChosen) -> State:
    mat = replace(state.seats[change.seat].mat, kingdom=change.kingdom, ticked=(change.block,))
    phase = Succession() if change.drafter < 0 else Drafting(change.drafter)
    seats = put(state.seats, change.seat, replace(state.seats[change.seat], mat=mat))
    return replace(state, seats=seats, phase=phase)


def succession_set(state: State, change: c.SuccessionSet) -> State:
    return with_seat(state, change.seat, replace(state.seats[change.seat], answer=Answer(change.order)))


def lines_revealed(state: State, change: c.LinesRevealed) -> State:
    def placed(seat: Seat, line: tuple[str, ...], power: int) -> Seat:
        return replace(seat, answer=None, power=power, mat=replace(seat.mat, line=line))

    return replace(state, seats=tuple(map(placed, state.seats, change.lines, change.powers)))


def colleges_filled(state: State, change: c.CollegesFilled) -> State:
    return replace(state, colleges=change.colleges)


def strongholds_dealt(state: State, change: c.StrongholdsDealt) -> State:
    return replace(state, stronghold_deck=change.cards, strongholds=change.display)


def forge_dealt(state: State, change: c.ForgeDealt) -> State:
    return replace(state, forge_deck=change.cards, forge=change.display)


def battle_cards_dealt(state: State, change: c.BattleCardsDealt) -> State:
    seat = state.seats[change.seat]
    return with_seat(state, change.seat, replace(seat, hand=seat.hand + change.cards))


def deck_shuffled(state: State, change: c.DeckShuffled) -> State:
    if change.again:
        return replace(state, deck=change.cards, discard=(), reshuffles=state.reshuffles + 1)
    return replace(state, deck=change.cards)


def round_began(state: State, change: c.RoundBegan) -> State:
    return replace(state, round=change.round, seats=tuple([replace(seat, tally=_NOTHING) for seat in state.seats]))


def turn_began(state: State, change: c.TurnBegan) -> State:
    return replace(state, phase=Acting(change.seat, offers_before=state.offers), offered=())


def turn_ended(state: State, change: c.TurnEnded) -> State:
    return replace(state, pledges=a_turn_less(state.pledges, change.seat)) if state.pledges else state


def round_ended(state: State, change: c.RoundEnded) -> State:
    return replace(state, phase=RoundEnd())


def round_scored(state: State, change: c.RoundScored) -> State:
    summary = RoundSummary(
        change.round, change.renown, change.categories, change.progress, change.leader, change.tallies
    )
    return replace(state, summary=summary)


def game_ended(state: State, change: c.GameEnded) -> State:
    return replace(state, phase=GameEnd(change.winner, change.reasons))


def game_scored(state: State, change: c.GameScored) -> State:
    return replace(state, phase=Finished(change.winner, change.reasons))


def marked(state: State, change: c.Marked) -> State:
    turn = state.phase
    assert isinstance(turn, Acting)
    return replace(state, phase=replace(turn, marks=(*turn.marks, change.mark)))


def choice_opened(state: State, change: c.ChoiceOpened) -> State:
    return replace(state, pending=Pending(change.choice, change.rest))


def choice_made(state: State, change: c.ChoiceMade) -> State:
    return replace(state, pending=None)


def extra_granted(state: State, change: c.ExtraGranted) -> State:
    return replace(state, phase=replace(state.turn, extra=True))


def explore_begun(state: State, change: c.ExploreBegun) -> State:
    turn = state.turn
    return replace(state, phase=replace(turn, explores=turn.explores + 1, explored=turn.explored or not change.granted))


def nothing_found(state: State, change: c.NothingFound) -> State:
    return state


def capital_gained(state: State, change: c.CapitalGained) -> State:
    seat = state.seats[change.seat]
    tally = replace(seat.tally, earned=seat.tally.earned + change.amount)
    return with_seat(state, change.seat, replace(seat, treasury=seat.treasury + change.amount, tally=tally))


def capital_lost(state: State, change: c.CapitalLost) -> State:
    seat = state.seats[change.seat]
    return with_seat(state, change.seat, replace(seat, treasury=seat.treasury - change.amount))


def capital_placed(state: State, change: c.CapitalPlaced) -> State:
    seat = state.seats[change.seat]
    purse = {**seat.purse, change.card: seat.purse.get(change.card, 0) + change.amount}
    tally = replace(seat.tally, earned=seat.tally.earned + change.amount)
    return with_seat(state, change.seat, replace(seat, purse=purse, tally=tally))


def capital_given(state: State, change: c.CapitalGiven) -> State:
    giver, taker = state.seats[change.giver], state.seats[change.taker]
    seats = put(state.seats, change.giver, replace(giver, treasury=giver.treasury - change.amount))
    return replace(state, seats=put(seats, change.taker, replace(taker, treasury=taker.treasury + change.amount)))


def paid(state: State, change: c.Paid) -> State:
    seat = state.seats[change.seat]
    treasury = seat.treasury - change.treasury
    if not (change.credit or change.cards):
        return with_seat(state, change.seat, replace(seat, treasury=treasury))
    fields: dict[str, Any] = {"treasury": treasury, "purse": spent(seat.purse, change.cards)}
    if change.credit:
        credit = f"{change.purpose}_credit"
        fields[credit] = getattr(seat, credit) - change.credit
    return with_seat(state, change.seat, replace(seat, **fields))


def credit_gained(state: State, change: c.CreditGained) -> State:
    seat = state.seats[change.seat]
    if change.on == "skill":
        return with_seat(state, change.seat, replace(seat, skill_credit=seat.skill_credit + change.amount))
    return with_seat(state, change.seat, replace(seat, item_credit=seat.item_credit + change.amount))


def power_healed(state: State, change: c.PowerHealed) -> State:
    seat = state.seats[change.seat]
    return with_seat(state, change.seat, replace(seat, power=seat.power + change.amount))


def power_lost(state: State, change: c.PowerLost) -> State:
    seat = state.seats[change.seat]
    return with_seat(state, change.seat, replace(seat, power=seat.power - change.amount))


def power_given(state: State, change: c.PowerGiven) -> State:
    giver, taker = state.seats[change.giver], state.seats[change.taker]
    seats = put(state.seats, change.giver, replace(giver, power=giver.power - change.amount))
    return replace(state, seats=put(seats, change.taker, replace(taker, power=taker.power + change.amount)))


def healed_from_card(state: State, change: c.HealedFromCard) -> State:
    seat = state.seats[change.seat]
    purse = spent(seat.purse, {change.card: change.amount})
    return with_seat(state, change.seat, replace(seat, purse=purse, power=seat.power + change.amount))


def cards_drawn(state: State, change: c.CardsDrawn) -> State:
    return replace(state, deck=state.deck[len(change.cards) :], drawn=state.drawn + change.cards)


def cards_sunk(state: State, change: c.CardsSunk) -> State:
    drawn = tuple([card for card in state.drawn if card not in change.cards])
    return replace(state, deck=state.deck + change.cards, drawn=drawn)


def card_revealed(state: State, change: c.CardRevealed) -> State:
    return replace(state, drawn=less(state.drawn, change.card), open=(*state.open, change.card))


def card_kept(state: State, change: c.CardKept) -> State:
    seat = state.seats[change.seat]
    seats = put(state.seats, change.seat, replace(seat, hand=(*seat.hand, change.card)))
    return replace(state, seats=seats, drawn=less(state.drawn, change.card))


def maven_accepted(state: State, change: c.MavenAccepted) -> State:
    seat = state.seats[change.seat]
    seat = replace(seat, mat=replace(seat.mat, mavens=(*seat.mat.mavens, change.card)))
    seats = put(state.seats, change.seat, seat)
    return replace(state, seats=seats, open=less(state.open, change.card))


def card_discarded(state: State, change: c.CardDiscarded) -> State:
    card = change.card
    if change.under:
        state = replace(state, forge_deck=(*state.forge_deck, card))
    else:
        state = replace(state, discard=(*state.discard, card))
    match change.origin:
        case "open":
            return replace(state, open=less(state.open, card))
        case "battle":
            battle = state.battle
            assert battle is not None
            attacker = tuple([each for each in battle.attacker_cards if each != card])
            defender = tuple([each for each in battle.defender_cards if each != card])
            return replace(state, battle=replace(battle, attacker_cards=attacker, defender_cards=defender))
        case origin:
            return with_seat(state, change.seat, removed(state.seats[change.seat], card, origin))


def card_taken(state: State, change: c.CardTaken) -> State:
    seat, card = state.seats[change.seat], change.card
    if change.arrives == "mavens":
        seat = replace(seat, mat=replace(seat.mat, mavens=(*seat.mat.mavens, card)))
    else:
        seat = replace(seat, hand=(*seat.hand, card), known=(*seat.known, card))
    return replace(state, seats=put(state.seats, change.seat, seat), discard=less(state.discard, card))


def card_given(state: State, change: c.CardGiven) -> State:
    card = change.card
    seats = put(state.seats, change.giver, removed(state.seats[change.giver], card, change.origin))
    taker = seats[change.taker]
    if change.arrives == "hand":
        known = taker.known if change.secret else (*taker.known, card)
        taker = replace(taker, hand=(*taker.hand, card), known=known)
    else:
        mat = replace(taker.mat, **{change.arrives: (*getattr(taker.mat, change.arrives), card)})
        purse = {**taker.purse, card: change.capital} if change.capital else taker.purse
        taker = replace(taker, mat=mat, purse=purse)
    return replace(state, seats=put(seats, change.taker, taker))


def die_rolled(state: State, change: c.DieRolled) -> State:
    return state


def roll_set(state: State, change: c.RollSet) -> State:
    return state


def skill_bought(state: State, change: c.SkillBought) -> State:
    seat = state.seats[change.seat]
    seat = replace(seat, mat=replace(seat.mat, skills=(*seat.mat.skills, change.card)))
    seats = put(state.seats, change.seat, seat)
    college = less(state.colleges[change.skill], change.card)
    return replace(state, seats=seats, colleges={**state.colleges, change.skill: college})


def item_bought(state: State, change: c.ItemBought) -> State:
    seat = state.seats[change.seat]
    seat = replace(seat, hand=(*seat.hand, change.item), known=(*seat.known, change.item))
    return replace(state, seats=put(state.seats, change.seat, seat), forge=less(state.forge, change.item))


def item_shown(state: State, change: c.ItemShown) -> State:
    return replace(state, forge_deck=state.forge_deck[1:], forge=(*state.forge, change.item))


def slot_upgraded(state: State, change: c.SlotUpgraded) -> State:
    seat = state.seats[change.seat]
    mat = replace(seat.mat, upgraded=(*seat.mat.upgraded, change.slot))
    return with_seat(state, change.seat, replace(seat, mat=mat))


def slot_downgraded(state: State, change: c.SlotDowngraded) -> State:
    seat = state.seats[change.seat]
    mat = replace(seat.mat, upgraded=less(seat.mat.upgraded, change.slot))
    return with_seat(state, change.seat, replace(seat, mat=mat))


def item_equipped(state: State, change: c.ItemEquipped) -> State:
    seat, item, displaced = state.seats[change.seat], change.item, change.displaced
    slots = [*seat.mat.slots]
    for slot in change.slots:
        slots[_PLACES[slot]] = item
    hand, known, purse = less(seat.hand, item), unlisted(seat.known, item), seat.purse
    if displaced:
        slots = ["" if each in displaced else each for each in slots]
        hand, known, purse = hand + displaced, known + displaced, without_capital(purse, *displaced)
    mat = replace(seat.mat, slots=tuple(slots))
    return with_seat(state, change.seat, replace(seat, mat=mat, hand=hand, known=known, purse=purse))


def item_returned(state: State, change: c.ItemReturned) -> State:
    seat = removed(state.seats[change.seat], change.item, "slots")
    seat = replace(seat, hand=(*seat.hand, change.item), known=(*seat.known, change.item))
    return with_seat(state, change.seat, seat)


def pool_revealed(state: State, change: c.PoolRevealed) -> State:
    seat = state.seats[change.seat]
    if change.card in seat.known:
        return state
    return with_seat(state, change.seat, replace(seat, known=(*seat.known, change.card)))


def pool_blessed(state: State, change: c.PoolBlessed) -> State:
    seat, card = state.seats[change.seat], change.card
    seat = replace(
        seat,
        mat=replace(seat.mat, blessing=card),
        hand=less(seat.hand, card),
        known=unlisted(seat.known, card),
    )
    return with_seat(state, change.seat, seat)


def blessing_returned(state: State, change: c.BlessingReturned) -> State:
    seat = removed(state.seats[change.seat], change.card, "blessing")
    seat = replace(seat, hand=(*seat.hand, change.card), known=(*seat.known, change.card))
    return with_seat(state, change.seat, seat)


def block_built(state: State, change: c.BlockBuilt) -> State:
    phase = replace(state.turn, built=True)
    if change.again:
        return replace(state, phase=phase)
    seat = state.seats[change.seat]
    seat = replace(seat, mat=replace(seat.mat, ticked=(*seat.mat.ticked, change.block)))
    return replace(state, seats=put(state.seats, change.seat, seat), phase=phase)


def class_unlocked(state: State, change: c.ClassUnlocked) -> State:
    seat = state.seats[change.seat]
    mat = replace(seat.mat, classes=(*seat.mat.classes, change.name))
    return with_seat(state, change.seat, replace(seat, mat=mat))


def condition_fulfilled(state: State, change: c.ConditionFulfilled) -> State:
    seat = state.seats[change.seat]
    return with_seat(state, change.seat, replace(seat, conditions=(*seat.conditions, change.condition)))


def offer_made(state: State, change: c.OfferMade) -> State:
    offer = change.offer
    return replace(state, offer=offer, offers=state.offers + 1, offered=(*state.offered, offer.public))


def offer_closed(state: State, change: c.OfferClosed) -> State:
    return replace(state, offer=None)


def offers_counted(state: State, change: c.OffersCounted) -> State:
    return replace(state, offers=change.count)


def pledge_made(state: State, change: c.PledgeMade) -> State:
    """The same promise made again runs as long as the longer one: both begin with the same turn."""
    new = change.pledge
    same = [each for each in state.pledges if replace(each, turns=new.turns) == new]
    turns = max(each.turns for each in (*same, new))
    others = tuple(each for each in state.pledges if each not in same)
    return replace(state, pledges=(*others, replace(new, turns=turns)))


def pledge_ended(state: State, change: c.PledgeEnded) -> State:
    return replace(state, pledges=tuple(each for each in state.pledges if each != change.pledge))


def battle_opened(state: State, change: c.BattleOpened) -> State:
    battle = Battle(
        attacker=change.attacker,
        target_type=change.target_type,
        stronghold=change.stronghold,
        defender=change.defender,
        attack=change.attack,
        defense=change.defense,
        heroes=change.heroes,
    )
    return replace(state, battle=battle, phase=replace(state.turn, attacked=True))


def battle_committed(state: State, change: c.BattleCommitted) -> State:
    answer = Answer(change.cards, change.payment)
    return with_seat(state, change.seat, replace(state.seats[change.seat], answer=answer))


def battle_revealed(state: State, change: c.BattleRevealed) -> State:
    battle = state.battle
    assert battle is not None
    seats = state.seats
    for seat, cards in zip(battle.sides, (change.attacker_cards, change.defender_cards), strict=False):
        player = seats[seat]
        hand, known = player.hand, player.known
        for card in cards:
            hand, known = less(hand, card), unlisted(known, card)
        seats = put(seats, seat, replace(player, answer=None, hand=hand, known=known))
    battle = replace(
        battle,
        attacker_cards=change.attacker_cards,
        defender_cards=change.defender_cards,
        cancelled=change.cancelled,
    )
    return replace(state, seats=seats, battle=battle)


def battle_fought(state: State, change: c.BattleFought) -> State:
    battle = state.battle
    assert battle is not None
    seats = state.seats
    for index in battle.sides:
        seat = seats[index]
        wins = seat.wins_with_card + (change.with_card and index == change.winner)
        tally = replace(seat.tally, battles=seat.tally.battles + 1)
        seats = put(seats, index, replace(seat, tally=tally, wins_with_card=wins))
    return replace(state, seats=seats, battle=replace(battle, fought=True, winner=change.winner))


def stronghold_taken(state: State, change: c.StrongholdTaken) -> State:
    seats, shown = state.seats, state.strongholds
    if change.loser < 0:
        shown = less(shown, change.stronghold)
    else:
        seats = put(seats, change.loser, removed(seats[change.loser], change.stronghold, "strongholds"))
    seat = seats[change.seat]
    seat = replace(
        seat,
        mat=replace(seat.mat, strongholds=(*seat.mat.strongholds, change.stronghold)),
        treasury=seat.treasury + change.capital,
        raids=seat.raids + (change.loser >= 0),
        tally=replace(seat.tally, captures=seat.tally.captures + 1),
    )
    return replace(state, seats=put(seats, change.seat, seat), strongholds=shown)


def stronghold_shown(state: State, change: c.StrongholdShown) -> State:
    return replace(
        state, stronghold_deck=state.stronghold_deck[1:], strongholds=(*state.strongholds, change.stronghold)
    )


def hero_slain(state: State, change: c.HeroSlain) -> State:
    seat = state.seats[change.seat]
    fallen = seat.fallen if change.by >= 0 else (*seat.fallen, change.hero)
    seat = replace(
        seat,
        mat=replace(seat.mat, line=seat.mat.line[1:]),
        power=change.power,
        fallen=fallen,
        purse=without_capital(seat.purse, change.hero),
    )
    seats = put(state.seats, change.seat, seat)
    if change.by >= 0:
        slayer = seats[change.by]
        slayer = replace(
            slayer,
            captured=(*slayer.captured, change.hero),
            treasury=slayer.treasury + change.capital,
            raids=slayer.raids + 1,
            tally=replace(slayer.tally, slain=slayer.tally.slain + 1),
        )
        seats = put(seats, change.by, slayer)
    battle = state.battle
    if battle is not None:
        battle = replace(battle, slain=(*battle.slain, change.seat))
    return replace(state, seats=seats, battle=battle)


def battle_ended(state: State, change: c.BattleEnded) -> State:
    return replace(state, battle=None)


def seat_eliminated(state: State, change: c.SeatEliminated) -> State:
    seat = state.seats[change.seat]
    mat = replace(seat.mat, skills=(), mavens=(), slots=("", "", "", "", ""), upgraded=(), strongholds=(), blessing="")
    # What stays: the tree, the Classes and the captured heroes, none of which anybody can use again.
    gone = Seat(mat=mat, captured=seat.captured, fallen=seat.fallen, tally=seat.tally)
    return replace(
        state,
        seats=put(state.seats, change.seat, gone),
        stronghold_deck=state.stronghold_deck + change.strongholds,
        forge_deck=state.forge_deck + change.items,
        discard=state.discard + change.cards,
        colleges={**state.colleges, **change.skills},
        eliminated=(*state.eliminated, change.seat),
    )


def a_turn_less(pledges: tuple[Pledge, ...], seat: int) -> tuple[Pledge, ...]:
    """The promises after a turn of the seat."""
    return tuple(replace(each, turns=each.turns - 1) if each.by == seat else each for each in pledges)


def with_seat(state: State, index: int, seat: Seat) -> State:
    """The state with this seat in that place; as `put` does it, written out: nearly every change comes by here."""
    seats = [*state.seats]
    seats[index] = seat
    return replace(state, seats=tuple(seats))


def less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without this one."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def unlisted(known: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The known cards without this one, which may be none of them."""
    return less(known, card) if card in known else known


def unworn(slots: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:
    """The slots without these Items."""
    return tuple(["" if item in items else item for item in slots])


def without_capital(purse: dict[str, int], *cards: str) -> dict[str, int]:
    """The purse without what lies on these cards."""
    if not purse or purse.keys().isdisjoint(cards):
        return purse
    return {card: amount for card, amount in purse.items() if card not in cards}


def spent(purse: dict[str, int], cards: Mapping[str, int]) -> dict[str, int]:
    """The purse with so much less on these cards."""
    if not cards:
        return purse
    left = {card: amount - cards.get(card, 0) for card, amount in purse.items()}
    return {card: amount for card, amount in left.items() if amount}


def removed(seat: Seat, card: str, origin: str) -> Seat:
    """The seat without a card that lay there, and without the Capital on it."""
    if origin == "hand":
        return replace(seat, hand=less(seat.hand, card), known=unlisted(seat.known, card))
    mat = seat.mat
    match origin:
        case "slots":
            mat = replace(mat, slots=unworn(mat.slots, (card,)))
        case "blessing":
            mat = replace(mat, blessing="")
        case _:
            mat = replace(mat, **{origin: less(getattr(mat, origin), card)})
    return replace(seat, mat=mat, purse=without_capital(seat.purse, card))


evolve = reducer(
    AnyChange,
    first_player_drawn,
    kingdom_chosen,
    succession_set,
    lines_revealed,
    colleges_filled,
    strongholds_dealt,
    forge_dealt,
    battle_cards_dealt,
    deck_shuffled,
    round_began,
    turn_began,
    turn_ended,
    round_ended,
    round_scored,
    game_ended,
    game_scored,
    marked,
    choice_opened,
    choice_made,
    extra_granted,
    explore_begun,
    nothing_found,
    capital_gained,
    capital_lost,
    capital_placed,
    capital_given,
    paid,
    credit_gained,
    power_healed,
    power_lost,
    power_given,
    healed_from_card,
    cards_drawn,
    cards_sunk,
    card_revealed,
    card_kept,
    maven_accepted,
    card_discarded,
    card_taken,
    card_given,
    die_rolled,
    roll_set,
    skill_bought,
    item_bought,
    item_shown,
    slot_upgraded,
    slot_downgraded,
    item_equipped,
    item_returned,
    pool_revealed,
    pool_blessed,
    blessing_returned,
    block_built,
    class_unlocked,
    condition_fulfilled,
    offer_made,
    offer_closed,
    offers_counted,
    pledge_made,
    pledge_ended,
    battle_opened,
    battle_committed,
    battle_revealed,
    battle_fought,
    stronghold_taken,
    stronghold_shown,
    hero_slain,
    battle_ended,
    seat_eliminated,
)
"""The state after a change."""
