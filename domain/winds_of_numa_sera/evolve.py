"""The reducer: one function for every change, without rules and without content."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from moothall.domain.core.evolve import cases_of, reducer
from moothall.domain.core.seats import put
from moothall.domain.winds_of_numa_sera import changes as c, state as s

_PLACES = {slot: index for index, slot in enumerate(s.SLOTS)}

_NOTHING = s.Tally()


def first_player_drawn(state: s.State, change: c.FirstPlayerDrawn) -> s.State:
    return replace(state, first=change.seat, phase=s.Drafting(change.drafter))


def kingdom_chosen(state: s.State, change: c.KingdomChosen) -> s.State:
    mat = replace(state.seats[change.seat].mat, kingdom=change.kingdom, ticked=(change.block,))
    phase = s.Succession() if change.drafter < 0 else s.Drafting(change.drafter)
    seats = put(state.seats, change.seat, replace(state.seats[change.seat], mat=mat))
    return replace(state, seats=seats, phase=phase)


def succession_set(state: s.State, change: c.SuccessionSet) -> s.State:
    return _with_seat(state, change.seat, replace(state.seats[change.seat], answer=s.Answer(change.order)))


def lines_revealed(state: s.State, change: c.LinesRevealed) -> s.State:
    def placed(seat: s.Seat, line: tuple[str, ...], power: int) -> s.Seat:
        return replace(seat, answer=None, power=power, mat=replace(seat.mat, line=line))

    return replace(state, seats=tuple(map(placed, state.seats, change.lines, change.powers)))


def colleges_filled(state: s.State, change: c.CollegesFilled) -> s.State:
    return replace(state, colleges=change.colleges)


def strongholds_dealt(state: s.State, change: c.StrongholdsDealt) -> s.State:
    return replace(state, stronghold_deck=change.cards, strongholds=change.display)


def forge_dealt(state: s.State, change: c.ForgeDealt) -> s.State:
    return replace(state, forge_deck=change.cards, forge=change.display)


def battle_cards_dealt(state: s.State, change: c.BattleCardsDealt) -> s.State:
    seat = state.seats[change.seat]
    return _with_seat(state, change.seat, replace(seat, hand=seat.hand + change.cards))


def deck_shuffled(state: s.State, change: c.DeckShuffled) -> s.State:
    if change.again:
        return replace(state, deck=change.cards, discard=(), reshuffles=state.reshuffles + 1)
    return replace(state, deck=change.cards)


def round_began(state: s.State, change: c.RoundBegan) -> s.State:
    return replace(state, round=change.round, seats=tuple([replace(seat, tally=_NOTHING) for seat in state.seats]))


def turn_began(state: s.State, change: c.TurnBegan) -> s.State:
    return replace(state, phase=s.Acting(change.seat, offers_before=state.offers), offered=())


def turn_ended(state: s.State, change: c.TurnEnded) -> s.State:
    return replace(state, pledges=_a_turn_less(state.pledges, change.seat)) if state.pledges else state


def round_ended(state: s.State, change: c.RoundEnded) -> s.State:
    return replace(state, phase=s.RoundEnd())


def round_scored(state: s.State, change: c.RoundScored) -> s.State:
    summary = s.RoundSummary(
        change.round, change.renown, change.categories, change.progress, change.leader, change.tallies
    )
    return replace(state, summary=summary)


def game_ended(state: s.State, change: c.GameEnded) -> s.State:
    return replace(state, phase=s.GameEnd(change.winner, change.reasons))


def game_scored(state: s.State, change: c.GameScored) -> s.State:
    return replace(state, phase=s.Finished(change.winner, change.reasons))


def marked(state: s.State, change: c.Marked) -> s.State:
    turn = state.phase
    assert isinstance(turn, s.Acting)
    return replace(state, phase=replace(turn, marks=(*turn.marks, change.mark)))


def choice_opened(state: s.State, change: c.ChoiceOpened) -> s.State:
    return replace(state, pending=s.Pending(change.choice, change.rest))


def choice_made(state: s.State, change: c.ChoiceMade) -> s.State:
    return replace(state, pending=None)


def extra_granted(state: s.State, change: c.ExtraGranted) -> s.State:
    return replace(state, phase=replace(state.turn, extra=True))


def explore_begun(state: s.State, change: c.ExploreBegun) -> s.State:
    turn = state.turn
    return replace(state, phase=replace(turn, explores=turn.explores + 1, explored=turn.explored or not change.granted))


def nothing_found(state: s.State, change: c.NothingFound) -> s.State:
    return state


def capital_gained(state: s.State, change: c.CapitalGained) -> s.State:
    seat = state.seats[change.seat]
    tally = replace(seat.tally, earned=seat.tally.earned + change.amount)
    return _with_seat(state, change.seat, replace(seat, treasury=seat.treasury + change.amount, tally=tally))


def capital_lost(state: s.State, change: c.CapitalLost) -> s.State:
    seat = state.seats[change.seat]
    return _with_seat(state, change.seat, replace(seat, treasury=seat.treasury - change.amount))


def capital_placed(state: s.State, change: c.CapitalPlaced) -> s.State:
    seat = state.seats[change.seat]
    purse = {**seat.purse, change.card: seat.purse.get(change.card, 0) + change.amount}
    tally = replace(seat.tally, earned=seat.tally.earned + change.amount)
    return _with_seat(state, change.seat, replace(seat, purse=purse, tally=tally))


def capital_given(state: s.State, change: c.CapitalGiven) -> s.State:
    giver, taker = state.seats[change.giver], state.seats[change.taker]
    seats = put(state.seats, change.giver, replace(giver, treasury=giver.treasury - change.amount))
    return replace(state, seats=put(seats, change.taker, replace(taker, treasury=taker.treasury + change.amount)))


def paid(state: s.State, change: c.Paid) -> s.State:
    seat = state.seats[change.seat]
    treasury = seat.treasury - change.treasury
    if not (change.credit or change.cards):
        return _with_seat(state, change.seat, replace(seat, treasury=treasury))
    fields: dict[str, Any] = {"treasury": treasury, "purse": _spent(seat.purse, change.cards)}
    if change.credit:
        credit = f"{change.purpose}_credit"
        fields[credit] = getattr(seat, credit) - change.credit
    return _with_seat(state, change.seat, replace(seat, **fields))


def credit_gained(state: s.State, change: c.CreditGained) -> s.State:
    seat = state.seats[change.seat]
    if change.on == "skill":
        return _with_seat(state, change.seat, replace(seat, skill_credit=seat.skill_credit + change.amount))
    return _with_seat(state, change.seat, replace(seat, item_credit=seat.item_credit + change.amount))


def power_healed(state: s.State, change: c.PowerHealed) -> s.State:
    seat = state.seats[change.seat]
    return _with_seat(state, change.seat, replace(seat, power=seat.power + change.amount))


def power_lost(state: s.State, change: c.PowerLost) -> s.State:
    seat = state.seats[change.seat]
    return _with_seat(state, change.seat, replace(seat, power=seat.power - change.amount))


def power_given(state: s.State, change: c.PowerGiven) -> s.State:
    giver, taker = state.seats[change.giver], state.seats[change.taker]
    seats = put(state.seats, change.giver, replace(giver, power=giver.power - change.amount))
    return replace(state, seats=put(seats, change.taker, replace(taker, power=taker.power + change.amount)))


def healed_from_card(state: s.State, change: c.HealedFromCard) -> s.State:
    seat = state.seats[change.seat]
    purse = _spent(seat.purse, {change.card: change.amount})
    return _with_seat(state, change.seat, replace(seat, purse=purse, power=seat.power + change.amount))


def cards_drawn(state: s.State, change: c.CardsDrawn) -> s.State:
    return replace(state, deck=state.deck[len(change.cards) :], drawn=state.drawn + change.cards)


def cards_sunk(state: s.State, change: c.CardsSunk) -> s.State:
    drawn = tuple([card for card in state.drawn if card not in change.cards])
    return replace(state, deck=state.deck + change.cards, drawn=drawn)


def card_revealed(state: s.State, change: c.CardRevealed) -> s.State:
    return replace(state, drawn=_less(state.drawn, change.card), open=(*state.open, change.card))


def card_kept(state: s.State, change: c.CardKept) -> s.State:
    seat = state.seats[change.seat]
    seats = put(state.seats, change.seat, replace(seat, hand=(*seat.hand, change.card)))
    return replace(state, seats=seats, drawn=_less(state.drawn, change.card))


def maven_accepted(state: s.State, change: c.MavenAccepted) -> s.State:
    seat = state.seats[change.seat]
    seat = replace(seat, mat=replace(seat.mat, mavens=(*seat.mat.mavens, change.card)))
    seats = put(state.seats, change.seat, seat)
    return replace(state, seats=seats, open=_less(state.open, change.card))


def card_discarded(state: s.State, change: c.CardDiscarded) -> s.State:
    card = change.card
    if change.under:
        state = replace(state, forge_deck=(*state.forge_deck, card))
    else:
        state = replace(state, discard=(*state.discard, card))
    match change.origin:
        case "open":
            return replace(state, open=_less(state.open, card))
        case "battle":
            battle = state.battle
            assert battle is not None
            attacker = tuple([each for each in battle.attacker_cards if each != card])
            defender = tuple([each for each in battle.defender_cards if each != card])
            return replace(state, battle=replace(battle, attacker_cards=attacker, defender_cards=defender))
        case origin:
            return _with_seat(state, change.seat, _removed(state.seats[change.seat], card, origin))


def card_taken(state: s.State, change: c.CardTaken) -> s.State:
    seat, card = state.seats[change.seat], change.card
    if change.arrives == "mavens":
        seat = replace(seat, mat=replace(seat.mat, mavens=(*seat.mat.mavens, card)))
    else:
        seat = replace(seat, hand=(*seat.hand, card), known=(*seat.known, card))
    return replace(state, seats=put(state.seats, change.seat, seat), discard=_less(state.discard, card))


def card_given(state: s.State, change: c.CardGiven) -> s.State:
    card = change.card
    seats = put(state.seats, change.giver, _removed(state.seats[change.giver], card, change.origin))
    taker = seats[change.taker]
    if change.arrives == "hand":
        known = taker.known if change.secret else (*taker.known, card)
        taker = replace(taker, hand=(*taker.hand, card), known=known)
    else:
        mat = replace(taker.mat, **{change.arrives: (*getattr(taker.mat, change.arrives), card)})
        purse = {**taker.purse, card: change.capital} if change.capital else taker.purse
        taker = replace(taker, mat=mat, purse=purse)
    return replace(state, seats=put(seats, change.taker, taker))


def die_rolled(state: s.State, change: c.DieRolled) -> s.State:
    return state


def roll_set(state: s.State, change: c.RollSet) -> s.State:
    return state


def skill_bought(state: s.State, change: c.SkillBought) -> s.State:
    seat = state.seats[change.seat]
    seat = replace(seat, mat=replace(seat.mat, skills=(*seat.mat.skills, change.card)))
    seats = put(state.seats, change.seat, seat)
    college = _less(state.colleges[change.skill], change.card)
    return replace(state, seats=seats, colleges={**state.colleges, change.skill: college})


def item_bought(state: s.State, change: c.ItemBought) -> s.State:
    seat = state.seats[change.seat]
    seat = replace(seat, hand=(*seat.hand, change.item), known=(*seat.known, change.item))
    return replace(state, seats=put(state.seats, change.seat, seat), forge=_less(state.forge, change.item))


def item_shown(state: s.State, change: c.ItemShown) -> s.State:
    return replace(state, forge_deck=state.forge_deck[1:], forge=(*state.forge, change.item))


def slot_upgraded(state: s.State, change: c.SlotUpgraded) -> s.State:
    seat = state.seats[change.seat]
    mat = replace(seat.mat, upgraded=(*seat.mat.upgraded, change.slot))
    return _with_seat(state, change.seat, replace(seat, mat=mat))


def slot_downgraded(state: s.State, change: c.SlotDowngraded) -> s.State:
    seat = state.seats[change.seat]
    mat = replace(seat.mat, upgraded=_less(seat.mat.upgraded, change.slot))
    return _with_seat(state, change.seat, replace(seat, mat=mat))


def item_equipped(state: s.State, change: c.ItemEquipped) -> s.State:
    seat, item, displaced = state.seats[change.seat], change.item, change.displaced
    slots = [*seat.mat.slots]
    for slot in change.slots:
        slots[_PLACES[slot]] = item
    hand, known, purse = _less(seat.hand, item), _unlisted(seat.known, item), seat.purse
    if displaced:
        slots = ["" if each in displaced else each for each in slots]
        hand, known, purse = hand + displaced, known + displaced, _without_capital(purse, *displaced)
    mat = replace(seat.mat, slots=tuple(slots))
    return _with_seat(state, change.seat, replace(seat, mat=mat, hand=hand, known=known, purse=purse))


def item_returned(state: s.State, change: c.ItemReturned) -> s.State:
    seat = _removed(state.seats[change.seat], change.item, "slots")
    seat = replace(seat, hand=(*seat.hand, change.item), known=(*seat.known, change.item))
    return _with_seat(state, change.seat, seat)


def pool_revealed(state: s.State, change: c.PoolRevealed) -> s.State:
    seat = state.seats[change.seat]
    if change.card in seat.known:
        return state
    return _with_seat(state, change.seat, replace(seat, known=(*seat.known, change.card)))


def pool_blessed(state: s.State, change: c.PoolBlessed) -> s.State:
    seat, card = state.seats[change.seat], change.card
    seat = replace(
        seat,
        mat=replace(seat.mat, blessing=card),
        hand=_less(seat.hand, card),
        known=_unlisted(seat.known, card),
    )
    return _with_seat(state, change.seat, seat)


def blessing_returned(state: s.State, change: c.BlessingReturned) -> s.State:
    seat = _removed(state.seats[change.seat], change.card, "blessing")
    seat = replace(seat, hand=(*seat.hand, change.card), known=(*seat.known, change.card))
    return _with_seat(state, change.seat, seat)


def block_built(state: s.State, change: c.BlockBuilt) -> s.State:
    phase = replace(state.turn, built=True)
    if change.again:
        return replace(state, phase=phase)
    seat = state.seats[change.seat]
    seat = replace(seat, mat=replace(seat.mat, ticked=(*seat.mat.ticked, change.block)))
    return replace(state, seats=put(state.seats, change.seat, seat), phase=phase)


def class_unlocked(state: s.State, change: c.ClassUnlocked) -> s.State:
    seat = state.seats[change.seat]
    mat = replace(seat.mat, classes=(*seat.mat.classes, change.name))
    return _with_seat(state, change.seat, replace(seat, mat=mat))


def condition_fulfilled(state: s.State, change: c.ConditionFulfilled) -> s.State:
    seat = state.seats[change.seat]
    return _with_seat(state, change.seat, replace(seat, conditions=(*seat.conditions, change.condition)))


def offer_made(state: s.State, change: c.OfferMade) -> s.State:
    offer = change.offer
    return replace(state, offer=offer, offers=state.offers + 1, offered=(*state.offered, offer.public))


def offer_closed(state: s.State, change: c.OfferClosed) -> s.State:
    return replace(state, offer=None)


def offers_counted(state: s.State, change: c.OffersCounted) -> s.State:
    return replace(state, offers=change.count)


def pledge_made(state: s.State, change: c.PledgeMade) -> s.State:
    """The same promise made again runs as long as the longer one: both begin with the same turn."""
    new = change.pledge
    same = [each for each in state.pledges if replace(each, turns=new.turns) == new]
    turns = max(each.turns for each in (*same, new))
    others = tuple(each for each in state.pledges if each not in same)
    return replace(state, pledges=(*others, replace(new, turns=turns)))


def pledge_ended(state: s.State, change: c.PledgeEnded) -> s.State:
    return replace(state, pledges=tuple(each for each in state.pledges if each != change.pledge))


def battle_opened(state: s.State, change: c.BattleOpened) -> s.State:
    battle = s.Battle(
        attacker=change.attacker,
        target_type=change.target_type,
        stronghold=change.stronghold,
        defender=change.defender,
        attack=change.attack,
        defense=change.defense,
        heroes=change.heroes,
    )
    return replace(state, battle=battle, phase=replace(state.turn, attacked=True))


def battle_committed(state: s.State, change: c.BattleCommitted) -> s.State:
    answer = s.Answer(change.cards, change.payment)
    return _with_seat(state, change.seat, replace(state.seats[change.seat], answer=answer))


def battle_revealed(state: s.State, change: c.BattleRevealed) -> s.State:
    battle = state.battle
    assert battle is not None
    seats = state.seats
    for seat, cards in zip(battle.sides, (change.attacker_cards, change.defender_cards), strict=False):
        player = seats[seat]
        hand, known = player.hand, player.known
        for card in cards:
            hand, known = _less(hand, card), _unlisted(known, card)
        seats = put(seats, seat, replace(player, answer=None, hand=hand, known=known))
    battle = replace(
        battle,
        attacker_cards=change.attacker_cards,
        defender_cards=change.defender_cards,
        cancelled=change.cancelled,
    )
    return replace(state, seats=seats, battle=battle)


def battle_fought(state: s.State, change: c.BattleFought) -> s.State:
    battle = state.battle
    assert battle is not None
    seats = state.seats
    for index in battle.sides:
        seat = seats[index]
        wins = seat.wins_with_card + (change.with_card and index == change.winner)
        tally = replace(seat.tally, battles=seat.tally.battles + 1)
        seats = put(seats, index, replace(seat, tally=tally, wins_with_card=wins))
    return replace(state, seats=seats, battle=replace(battle, fought=True, winner=change.winner))


def stronghold_taken(state: s.State, change: c.StrongholdTaken) -> s.State:
    seats, shown = state.seats, state.strongholds
    if change.loser < 0:
        shown = _less(shown, change.stronghold)
    else:
        seats = put(seats, change.loser, _removed(seats[change.loser], change.stronghold, "strongholds"))
    seat = seats[change.seat]
    seat = replace(
        seat,
        mat=replace(seat.mat, strongholds=(*seat.mat.strongholds, change.stronghold)),
        treasury=seat.treasury + change.capital,
        raids=seat.raids + (change.loser >= 0),
        tally=replace(seat.tally, captures=seat.tally.captures + 1),
    )
    return replace(state, seats=put(seats, change.seat, seat), strongholds=shown)


def stronghold_shown(state: s.State, change: c.StrongholdShown) -> s.State:
    return replace(
        state, stronghold_deck=state.stronghold_deck[1:], strongholds=(*state.strongholds, change.stronghold)
    )


def hero_slain(state: s.State, change: c.HeroSlain) -> s.State:
    seat = state.seats[change.seat]
    fallen = seat.fallen if change.by >= 0 else (*seat.fallen, change.hero)
    seat = replace(
        seat,
        mat=replace(seat.mat, line=seat.mat.line[1:]),
        power=change.power,
        fallen=fallen,
        purse=_without_capital(seat.purse, change.hero),
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


def battle_ended(state: s.State, change: c.BattleEnded) -> s.State:
    return replace(state, battle=None)


def seat_eliminated(state: s.State, change: c.SeatEliminated) -> s.State:
    seat = state.seats[change.seat]
    mat = replace(seat.mat, skills=(), mavens=(), slots=("", "", "", "", ""), upgraded=(), strongholds=(), blessing="")
    # What stays: the tree, the Classes and the captured heroes, none of which anybody can use again.
    gone = s.Seat(mat=mat, captured=seat.captured, fallen=seat.fallen, tally=seat.tally)
    return replace(
        state,
        seats=put(state.seats, change.seat, gone),
        stronghold_deck=state.stronghold_deck + change.strongholds,
        forge_deck=state.forge_deck + change.items,
        discard=state.discard + change.cards,
        colleges={**state.colleges, **change.skills},
        eliminated=(*state.eliminated, change.seat),
    )


def _a_turn_less(pledges: tuple[s.Pledge, ...], seat: int) -> tuple[s.Pledge, ...]:
    """The promises after a turn of the seat."""
    return tuple(replace(each, turns=each.turns - 1) if each.by == seat else each for each in pledges)


def _with_seat(state: s.State, index: int, seat: s.Seat) -> s.State:
    """The state with this seat in that place; as `put` does it, written out: nearly every change comes by here."""
    seats = [*state.seats]
    seats[index] = seat
    return replace(state, seats=tuple(seats))


def _less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without this one."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def _unlisted(known: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The known cards without this one, which may be none of them."""
    return _less(known, card) if card in known else known


def _unworn(slots: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:
    """The slots without these Items."""
    return tuple(["" if item in items else item for item in slots])


def _without_capital(purse: dict[str, int], *cards: str) -> dict[str, int]:
    """The purse without what lies on these cards."""
    if not purse or purse.keys().isdisjoint(cards):
        return purse
    return {card: amount for card, amount in purse.items() if card not in cards}


def _spent(purse: dict[str, int], cards: Mapping[str, int]) -> dict[str, int]:
    """The purse with so much less on these cards."""
    if not cards:
        return purse
    left = {card: amount - cards.get(card, 0) for card, amount in purse.items()}
    return {card: amount for card, amount in left.items() if amount}


def _removed(seat: s.Seat, card: str, origin: str) -> s.Seat:
    """The seat without a card that lay there, and without the Capital on it."""
    if origin == "hand":
        return replace(seat, hand=_less(seat.hand, card), known=_unlisted(seat.known, card))
    mat = seat.mat
    match origin:
        case "slots":
            mat = replace(mat, slots=_unworn(mat.slots, (card,)))
        case "blessing":
            mat = replace(mat, blessing="")
        case _:
            mat = replace(mat, **{origin: _less(getattr(mat, origin), card)})
    return replace(seat, mat=mat, purse=_without_capital(seat.purse, card))


evolve = reducer(c.AnyChange, *cases_of(__name__))
"""The state after a change."""
