"""Trades and pledges (NS-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from domain.core.errors import IllegalMove, NotYourTurn
from domain.winds_of_numa_sera.content import BOX, kind_of, skill_of
from domain.winds_of_numa_sera.moves import OfferTrade
from domain.winds_of_numa_sera.rules.phase2 import in_truce
from domain.winds_of_numa_sera.rules.standing import missing_power, standing
from domain.winds_of_numa_sera.rules.turn import check_main
from domain.winds_of_numa_sera.state import Offer, Seat, State


def origin_of(seat: Seat, card: str) -> str:
    """Where an own tradable card in play lies; empty if it does not."""
    mat = seat.mat
    match kind_of(card):
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
    """NS-9.1 to NS-9.11: everything that makes an offer legal."""
    turn = check_main(state, seat)
    if turn.offers >= BOX.limits.trade_offers_per_turn:
        raise IllegalMove("NS-9.3", f"at most {BOX.limits.trade_offers_per_turn} offers can be made in a turn")
    if move.to not in state.opponents(seat):
        raise IllegalMove("NS-9.1", f"seat {move.to} is no living opponent")
    giver, taker = state.seats[seat], state.seats[move.to]
    _check_cards(giver, taker, move)
    _check_amounts(giver, taker, move)
    _check_skills(giver, taker, move.give_cards, move.get_cards)
    if move.give_pledge != "none" or move.give_pledge_target is not None:
        _check_pledge(state, seat, move.to, move.give_pledge, move.give_pledge_target)
    if move.get_pledge != "none" or move.get_pledge_target is not None:
        _check_pledge(state, move.to, seat, move.get_pledge, move.get_pledge_target)
    if move == OfferTrade(move.to):
        raise IllegalMove("NS-9.2", "the offer is empty on both sides")


def offer_of(state: State, seat: int, move: OfferTrade) -> Offer:
    """NS-9.5: the offer as it lies open, hidden cards apart from the others."""
    giver = state.seats[seat]
    hidden = tuple(card for card in move.give_cards if card in giver.hand and card not in giver.known)
    return Offer(
        by=seat,
        to=move.to,
        give_cards=tuple(card for card in move.give_cards if card not in hidden),
        give_hidden=hidden,
        hidden=len(hidden),
        get_cards=move.get_cards,
        give_capital=move.give_capital,
        get_capital=move.get_capital,
        give_power=move.give_power,
        get_power=move.get_power,
        get_battle_cards=move.get_battle_cards,
        give_pledge=move.give_pledge,
        get_pledge=move.get_pledge,
        give_pledge_target=move.give_pledge_target,
        get_pledge_target=move.get_pledge_target,
    )


def _check_cards(giver: Seat, taker: Seat, move: OfferTrade) -> None:
    most = BOX.limits.trade_max_cards_per_side
    for cards in (move.give_cards, move.get_cards):
        if len(cards) > most or len(set(cards)) != len(cards):
            raise IllegalMove("NS-9.2", f"at most {most} different cards can be named per side")
    for card in move.give_cards:
        if card not in giver.hand and not origin_of(giver, card):
            raise IllegalMove("NS-9.2", f"you have no {card!r} to trade")
    for card in move.get_cards:
        if not origin_of(taker, card):
            raise IllegalMove("NS-9.5", f"{card!r} does not lie open before seat {move.to}")
    if not 0 <= move.get_battle_cards <= min(most, len(taker.hand)):
        raise IllegalMove("NS-9.5", f"seat {move.to} cannot be asked for {move.get_battle_cards} Battle Cards")


def _check_amounts(giver: Seat, taker: Seat, move: OfferTrade) -> None:
    if not 0 <= move.give_capital <= giver.treasury or not 0 <= move.get_capital <= taker.treasury:
        raise IllegalMove("NS-9.4", "only Capital in the payer's Treasury can be traded")
    if move.give_power and move.get_power:
        raise IllegalMove("NS-9.4", "Power flows one way in a trade")
    for amount, source, target in ((move.give_power, giver, taker), (move.get_power, taker, giver)):
        if amount and not 0 < amount <= min(source.power - BOX.limits.drain_floor, missing_power(target)):
            raise IllegalMove("NS-9.4", f"{amount} Power cannot be given: 1 must stay, and no more than is missing")


def _check_skills(giver: Seat, taker: Seat, given: Sequence[str], got: Sequence[str]) -> None:
    """NS-9.6: nobody ends up with more than the highest level."""
    if not any(map(skill_of, (*given, *got))):
        return
    net = Counter(skill_of(card) for card in got)
    net.subtract(skill_of(card) for card in given)
    del net[""]
    for skill, change in net.items():
        levels = standing(giver.mat).levels[skill] + change, standing(taker.mat).levels[skill] - change
        if max(levels) > BOX.limits.max_skill_level:
            raise IllegalMove("NS-9.6", "nobody may hold more than four Skill cards of a type")


def _check_pledge(state: State, by: int, to: int, kind: str, target: int | None) -> None:
    if kind != "attack":
        if target is not None:
            raise IllegalMove("NS-9.10", "only an attack pledge names a third player")
        if kind == "truce" and any(
            each.kind == "attack" and (each.by, each.target) == (by, to) for each in state.pledges
        ):
            raise IllegalMove("NS-9.11", f"seat {by} has pledged to attack seat {to}")
        return
    if len(state.seats) == 2:
        raise IllegalMove("NS-14.2", "two players make no attack pledges")
    if target is None or target in (by, to) or target not in state.living():
        raise IllegalMove("NS-9.10", "an attack pledge names a third living player")
    if any(each.kind == "attack" and each.by == by for each in state.pledges):
        raise IllegalMove("NS-9.11", f"seat {by} has an open attack pledge")
    if in_truce(state, by, target):
        raise IllegalMove("NS-9.11", f"seat {by} is in truce with seat {target}")


def check_withdraw(state: State, seat: int) -> Offer:
    """NS-9.3: the active player may take the open offer back."""
    if state.offer is None or state.offer.by != seat:
        raise NotYourTurn("NS-9.3", "no offer of yours is open")
    return state.offer


def check_answering(state: State, seat: int) -> Offer:
    """NS-9.1: the partner answers."""
    if state.offer is None or state.offer.to != seat:
        raise NotYourTurn("NS-9.1", "no offer to you is open")
    return state.offer


def check_accept(state: State, seat: int, cards: tuple[str, ...]) -> Offer:
    """NS-9.5: the partner names the Battle Cards that were asked for."""
    offer = check_answering(state, seat)
    hand = state.seats[seat].hand
    if len(cards) != offer.get_battle_cards or len(set(cards)) != len(cards):
        raise IllegalMove("NS-9.5", f"the offer asks for {offer.get_battle_cards} Battle Cards")
    for card in cards:
        if card not in hand or kind_of(card) != "battle":
            raise IllegalMove("NS-9.5", f"you hold no Battle Card {card!r}")
    return offer
