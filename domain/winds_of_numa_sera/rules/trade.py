"""Trades (NS-9, NS-14.2): offers and counter-offers, and the promises that they can contain."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.moves import CounterTrade, OfferTrade
from moothall.domain.winds_of_numa_sera.rules.standing import missing_power, standing
from moothall.domain.winds_of_numa_sera.rules.turn import check_main
from moothall.domain.winds_of_numa_sera.state import Mat, Offer, Pledge, PledgeKind, Seat, State, TargetType

_NOTHING = ("none", "player", None, 1)
"""A side that promises nothing: kind, type of target, target, turns."""


def origin_of(box: Box, seat: Seat, card: str) -> str:
    """Where an own tradable card in play lies; empty if it does not."""
    mat = seat.mat
    match box.kind_of(card):
        case "item" | "mythic":
            return "slots" if card in mat.slots else ""
        case "maven":
            return "mavens" if card in mat.mavens else ""
        case "skill":
            return "skills" if card in mat.skills else ""
        case "stronghold":
            return "strongholds" if card in mat.strongholds else ""
        case "pool":
            return "blessing" if card == mat.blessing else ""
        case _:
            return ""


def check_offer(state: State, seat: int, move: OfferTrade) -> None:
    """NS-9.1: the active player offers a trade to another player."""
    check_main(state, seat)
    if not state.opposed(seat, move.to):
        raise IllegalMove("NS-9.1", f"seat {move.to} is no living opponent")
    _check_terms(state, seat, move)


def check_counter(state: State, seat: int, move: CounterTrade) -> None:
    """NS-9.12: the partner answers with an offer of its own."""
    offer = check_answering(state, seat)
    if move.to != offer.by:
        raise IllegalMove("NS-9.12", f"a counter-offer goes to seat {offer.by}, whose offer it answers")
    _check_terms(state, seat, move, offer.give_hidden)


def may_offer(state: State) -> bool:
    """NS-9.3: whether the guard against endless haggling allows one more offer in this turn."""
    return state.offers_this_turn < box_of(state).limits.trade_offers_per_turn


def _check_terms(state: State, seat: int, move: OfferTrade, shown: tuple[str, ...] = ()) -> None:
    """NS-9.2 to NS-9.13: everything that makes terms legal. `shown`: hidden cards that the offer which is answered
    shows."""
    box = box_of(state)
    if not may_offer(state):
        raise IllegalMove("NS-9.3", f"at most {box.limits.trade_offers_per_turn} offers can be made in a turn")
    giver, taker = state.seats[seat], state.seats[move.to]
    named = move.give_cards + move.get_cards
    if named or move.get_battle_cards:
        _check_cards(box, giver, taker, move, shown)
    _check_amounts(box, giver, taker, move)
    if not box.skill_cards.isdisjoint(named):
        _check_skills(box, giver, taker, move.give_cards, move.get_cards)
    pledges = promises(state, seat, move.to, move)
    if pledges:
        check_promises(state, pledges)
    elif not named and move == type(move)(move.to):
        raise IllegalMove("NS-9.2", "the offer is empty on both sides")


def offer_of(state: State, seat: int, move: OfferTrade) -> Offer:
    """NS-9.5: the offer as it lies open, hidden cards apart from the others."""
    given, got = move.give_cards, move.get_cards
    hidden, asked = _hidden(state.seats[seat], given), _hidden(state.seats[move.to], got)
    return Offer(  # in the order of its fields: names would take longer to match than the rest to do
        seat,
        move.to,
        tuple([card for card in given if card not in hidden]) if hidden else given,
        hidden,
        len(hidden),
        tuple([card for card in got if card not in asked]) if asked else got,
        asked,
        len(asked),
        move.give_capital,
        move.get_capital,
        move.give_power,
        move.get_power,
        move.get_battle_cards,
        move.give_pledge,
        move.get_pledge,
        move.give_pledge_target_type,
        move.get_pledge_target_type,
        move.give_pledge_target,
        move.get_pledge_target,
        move.give_pledge_turns,
        move.get_pledge_turns,
    )


def _hidden(seat: Seat, cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([card for card in cards if card in seat.hand and card not in seat.known]) if cards else ()


def _check_cards(box: Box, giver: Seat, taker: Seat, move: OfferTrade, shown: tuple[str, ...]) -> None:
    most = box.limits.trade_max_cards_per_side
    for cards in (move.give_cards, move.get_cards):
        if len(cards) > most:
            raise IllegalMove("NS-9.3", f"at most {most} cards can be named per side")
        if len(cards) > 1 and len(set(cards)) != len(cards):
            raise IllegalMove("NS-9.2", "a card is named twice")
    for card in move.give_cards:
        if card not in giver.hand and not origin_of(box, giver, card):
            raise IllegalMove("NS-9.2", f"you have no {card!r} to trade")
    in_hand = 0
    for card in move.get_cards:
        if not origin_of(box, taker, card):
            in_hand += 1
            if card not in taker.known and card not in shown:
                raise IllegalMove("NS-9.5", f"{card!r} neither lies before seat {move.to} nor is known to be in hand")
    if not 0 <= move.get_battle_cards <= min(most, len(taker.hand) - in_hand):
        raise IllegalMove("NS-9.5", f"seat {move.to} cannot be asked for {move.get_battle_cards} Battle Cards")


def _check_amounts(box: Box, giver: Seat, taker: Seat, move: OfferTrade) -> None:
    if not 0 <= move.give_capital <= giver.treasury or not 0 <= move.get_capital <= taker.treasury:
        raise IllegalMove("NS-9.4", "only Capital in the payer's Treasury can be traded")
    if not (move.give_power or move.get_power):
        return
    if move.give_power and move.get_power:
        raise IllegalMove("NS-9.4", "Power flows one way in a trade")
    for amount, source, target in ((move.give_power, giver, taker), (move.get_power, taker, giver)):
        if amount and not 0 < amount <= min(source.power - box.limits.drain_floor, missing_power(box, target)):
            raise IllegalMove("NS-9.4", f"{amount} Power cannot be given: 1 must stay, and no more than is missing")


def _check_skills(box: Box, giver: Seat, taker: Seat, given: tuple[str, ...], got: tuple[str, ...]) -> None:
    """NS-9.6: nobody ends up with more than the highest level."""
    net = Counter(box.skill_of(card) for card in got)
    net.subtract(box.skill_of(card) for card in given)
    del net[""]
    for skill, change in net.items():
        if not (fits(box, giver, skill, change) and fits(box, taker, skill, -change)):
            raise IllegalMove("NS-9.6", "nobody may hold more than four Skill cards of a type")


def fits(box: Box, seat: Seat, skill: str, more: int) -> bool:
    """NS-9.6: whether so many Skill cards more, or fewer, leave the seat within the highest level."""
    return standing(box, seat.mat).levels[skill] + more <= box.limits.max_skill_level


def full_of(box: Box, seat: Seat) -> frozenset[str]:
    """NS-9.6: the Skill cards that the seat cannot take one more of: none, most of the time."""
    return _full(box, seat.mat.skills)


@lru_cache(maxsize=1 << 8)
def _full(box: Box, cards: tuple[str, ...]) -> frozenset[str]:
    seat = Seat(mat=Mat(skills=cards))
    full = {skill for skill in box.skills if not fits(box, seat, skill, 1)}
    return frozenset(card for card in box.skill_cards if box.skill_of(card) in full) if full else frozenset()


def check_withdraw(state: State, seat: int) -> Offer:
    """NS-9.14: whoever made the open offer may take it back."""
    if state.offer is None or state.offer.by != seat:
        raise NotYourTurn("NS-9.14", "no offer of yours is open")
    return state.offer


def check_answering(state: State, seat: int) -> Offer:
    """NS-9.1: the partner answers."""
    if state.offer is None or state.offer.to != seat:
        raise NotYourTurn("NS-9.1", "no offer to you is open")
    return state.offer


def check_accept(state: State, seat: int, cards: tuple[str, ...]) -> Offer:
    """NS-9.5: the partner names the Battle Cards that were asked for."""
    offer = check_answering(state, seat)
    able = giveable(state, offer) if cards else ()
    if len(cards) != offer.get_battle_cards or len(set(cards)) != len(cards):
        raise IllegalMove("NS-9.5", f"the offer asks for {offer.get_battle_cards} Battle Cards")
    for card in cards:
        if card not in able:
            raise IllegalMove("NS-9.5", f"you hold no Battle Card {card!r} to give")
    return offer


def giveable(state: State, offer: Offer) -> list[str]:
    """NS-9.5: the Battle Cards that can be given where a number of them is asked for: not those asked for by name."""
    box = box_of(state)
    named = offer.get_cards + offer.get_hidden
    return [card for card in state.seats[offer.to].hand if box.kind_of(card) == "battle" and card not in named]


def promises(state: State, by: int, to: int, terms: OfferTrade | Offer) -> tuple[Pledge, ...]:
    """What both sides of an offer promise; refused where the terms name nothing that can be promised."""
    given = terms.give_pledge, terms.give_pledge_target_type, terms.give_pledge_target, terms.give_pledge_turns
    got = terms.get_pledge, terms.get_pledge_target_type, terms.get_pledge_target, terms.get_pledge_turns
    if given == got == _NOTHING:  # nearly always
        return ()
    made = _promise(state, by, to, *given), _promise(state, to, by, *got)
    return tuple([pledge for pledge in made if pledge is not None])


def _promise(
    state: State, by: int, to: int, kind: PledgeKind, target_type: TargetType, target: str | None, turns: int
) -> Pledge | None:
    if kind == "none":
        if target is not None or turns != 1 or target_type != "player":
            raise IllegalMove("NS-9.13", "a target and a number of turns belong to a promise")
        return None
    longest = box_of(state).limits.pledge_turns
    if not 1 <= turns <= longest:
        raise IllegalMove("NS-9.13", f"a promise binds 1 to {longest} turns")
    if kind == "attack":
        target, seat = _attacked(state, by, to, target_type, target)
    else:
        target, seat = _spared(state, by, to, target_type, target)
    return Pledge(kind, by, to, target_type, target, seat, turns)


def _spared(state: State, by: int, to: int, target_type: TargetType, target: str | None) -> tuple[str, int]:
    """NS-9.9: a truce spares a player, without a word the one to whom it is promised."""
    if target_type == "player":
        for seat in state.opponents(by):
            if target == str(seat) or (target is None and seat == to):
                return str(seat), seat
    raise IllegalMove("NS-9.9", "a truce spares a living player, all they have together")


def _attacked(state: State, by: int, to: int, target_type: TargetType, target: str | None) -> tuple[str, int]:
    """NS-9.10: an attack hits a third player, something of theirs, or an independent Stronghold."""
    if target_type == "independent":
        if target in state.strongholds:
            return target, -1
        raise IllegalMove("NS-9.10", f"{target!r} is no face-up independent Stronghold")
    if len(state.seats) == 2:
        raise IllegalMove("NS-14.2", "between two players only attacks on independent Strongholds can be promised")
    for seat in state.opponents(by):
        if seat != to:
            if target_type == "stronghold" and target in state.seats[seat].mat.strongholds:
                return target, seat
            if target_type != "stronghold" and target == str(seat):
                return target, seat
    what = "Stronghold of a third player" if target_type == "stronghold" else "seat of a third living player"
    raise IllegalMove("NS-9.10", f"{target!r} is no {what}")


def check_promises(state: State, pledges: tuple[Pledge, ...]) -> None:
    """NS-9.11: nobody promises what contradicts an earlier promise."""
    for pledge in pledges:
        attack = next((each for each in state.pledges if each.kind == "attack" and each.by == pledge.by), None)
        if pledge.kind == "truce":
            if attack is not None and attack.seat == pledge.seat:
                raise IllegalMove("NS-9.11", f"seat {pledge.by} has promised to attack seat {pledge.seat}")
        elif attack is not None:
            raise IllegalMove("NS-9.11", f"seat {pledge.by} has promised an attack already")
        elif in_truce(state, pledge.by, pledge.seat):
            raise IllegalMove("NS-9.11", f"seat {pledge.by} has promised to spare seat {pledge.seat}")


def bars_truces(state: State) -> bool:
    """NS-9.11: whether a truce may contradict an earlier promise: nothing but an attack does."""
    return any(pledge.kind == "attack" for pledge in state.pledges)


def in_truce(state: State, seat: int, other: int) -> bool:
    """NS-9.9: whether the seat has promised not to attack the other."""
    return any(pledge.kind == "truce" and pledge.by == seat and pledge.seat == other for pledge in state.pledges)


def sworn(state: State, seat: int) -> Pledge | None:
    """NS-9.10: the attack that the seat must make in this Phase 2, unless it cannot be made."""
    for pledge in state.pledges:
        if pledge.kind == "attack" and pledge.by == seat and possible(state, pledge):
            return None if in_truce(state, seat, pledge.seat) else pledge
    return None


def possible(state: State, pledge: Pledge) -> bool:
    """NS-9.11: whether the parties and what the promise is about are still there."""
    living = state.living()
    if pledge.by not in living or pledge.to not in living:
        return False
    match pledge.target_type:
        case "independent":
            return pledge.target in state.strongholds
        case "stronghold":
            return pledge.target in state.seats[pledge.seat].mat.strongholds
        case _:
            return pledge.seat in living


def keeps(pledge: Pledge, aim: str, stronghold: str, defender: int) -> bool:
    """NS-9.10: whether an attack on this is the one that was promised."""
    match pledge.target_type:
        case "player":
            return defender == pledge.seat
        case "hero":
            return aim == "hero" and defender == pledge.seat
        case _:
            return stronghold == pledge.target
