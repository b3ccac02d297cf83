"""How good a position is, in points. The figures are those of the strategy notes in RULES.md."""

from __future__ import annotations

from domain.core.bag import Bag, plus
from domain.medieval_realms.content import FACES, TABLES
from domain.medieval_realms.content.entries import ChooseResourceEffect, GainLeader, GainResource, GainVp
from domain.medieval_realms.content.faces import Face
from domain.medieval_realms.rules import admirals_needed
from domain.medieval_realms.scoring import count, great_persons
from domain.medieval_realms.state import (
    PRODUCTION,
    UNPLACED,
    Bidding,
    Choosing,
    Finished,
    Picking,
    Placement,
    Placing,
    Realm,
    State,
    TakingCard,
)

_RIVAL = 0.3
"""What the strongest rival's points weigh against one's own."""
_INCOME = {"mayor": 1.05, "general": 1.5, "admiral": 0.9}
"""Tokens a leader brings per round."""
_GROWTH = {
    "mayors": 0.12,
    "generals": 0.12,
    "admirals": 0.1,
    "combat_value": 0.35,
    "cards": 1.7,
    "distinct_stamps": 0.55,
    "stamp_cards": 0.35,
    "family_cards": 0.2,
    "great_persons": 0.25,
}
"""How much a counter grows per round left."""
_USEFUL_PRODUCTION = 4
"""Production beyond this is worth no more than at the end."""
_AT_THE_END = 0.5
_TRIGGERS = 0.35
"""Cards of one stamp played per round."""
_FREE_CARD = 1.5
"""What a realm card without a price is worth."""


def evaluate(state: State, seat: int) -> float:
    """The seat's prospects, less a part of its strongest rival's."""
    each = [worth(state, index) for index in range(state.seats)]
    own = each.pop(seat)
    return own - _RIVAL * max(each)


def worth(state: State, seat: int) -> float:
    """Points in hand and in prospect."""
    realm, phase = state.realms[seat], state.phase
    if isinstance(phase, Finished):
        return float(realm.total)
    left = TABLES.rounds - state.round
    before_income = isinstance(phase, Placing | Picking)
    part = phase.parts[seat] if isinstance(phase, Placing) else UNPLACED
    manor = realm.manor if part.mayors is None else plus(realm.manor, (*part.mayors, 0))
    token = _token(left + before_income)
    return (
        realm.vp
        + _tokens(manor, token)
        + realm.owed * token
        + _leaders(realm, part, left, before_income) * token
        + _map(part, token)
        + sum(_lasting(realm, FACES[card], left, token, 0) for card in realm.in_play)
        + TABLES.great_persons[great_persons(realm)]
        + sum(_hope(state, realm, manor, FACES[card], left, token) for card in realm.display)
        + _pending(state, seat, left, token)
    )


def _token(rounds: int) -> float:
    """What a token is worth with so many incomes to come."""
    return _AT_THE_END + 0.03 * rounds


def _tokens(manor: Bag, token: float) -> float:
    wasted = max(0, manor[PRODUCTION] - _USEFUL_PRODUCTION)
    return (sum(manor) - wasted) * token + wasted * _AT_THE_END


def _leaders(realm: Realm, part: Placement, left: int, before_income: bool) -> float:
    """Tokens that leaders will bring; parts placed this round are counted where they stand."""
    mayors = realm.mayors - realm.buffers
    return (
        _INCOME["mayor"] * mayors * (left + (before_income and part.mayors is None))
        + _INCOME["general"] * realm.generals * (left + (before_income and part.generals is None))
        + _INCOME["admiral"] * realm.admirals * (left + (before_income and part.admirals is None))
    )


def _map(part: Placement, token: float) -> float:
    """What placed military leaders may win, and what buffers may deny."""
    forces: dict[int, int] = {}
    for areas, strength in ((part.generals, TABLES.general_strength), (part.admirals, TABLES.admiral_strength)):
        for area in areas or ():
            forces[area] = forces.get(area, 0) + strength
    won = sum(sum(TABLES.rewards[area].values()) * (1 - 0.6**force) for area, force in forces.items())
    denied = sum(sum(TABLES.rewards[area].values()) for area in set(part.buffers or ()))
    return (won + _RIVAL * 0.3 * denied) * token


def _lasting(realm: Realm, face: Face, left: int, token: float, more: int) -> float:
    """What a card in play still brings; `more` is 1 for a card that is not in play yet and will count itself."""
    worth = 0.0
    for production in face.production:
        worth += left * production.amount * token
    for effects in face.colour.values():
        for effect in effects:
            worth += left * _TRIGGERS * effect.amount * (token if isinstance(effect, GainResource) else 1)
    for effect in face.end:
        worth += _end(realm, effect, left, more)
    return worth


def _end(realm: Realm, effect: GainVp, left: int, more: int) -> float:
    """An end effect with its counter projected to the end."""
    if effect.condition is not None:
        held = effect.condition
        now = count(realm, held.counter, held.stamp, held.family)
        lacking = held.at_least - now - _GROWTH[held.counter] * left
        chance = 1.0 if now >= held.at_least else 0.8 if lacking <= 0 else max(0.0, 0.7 - 0.4 * lacking)
        return effect.amount * chance
    if effect.per is None:
        return effect.amount
    own = more if effect.per in ("distinct_stamps", "stamp_cards", "cards") else 0
    projected = count(realm, effect.per, effect.stamp, effect.family) + own + _GROWTH[effect.per] * left
    return effect.amount * projected


def _gain(realm: Realm, face: Face, left: int, token: float) -> float:
    """What putting the card into play brings, its cost apart."""
    worth = _lasting(realm, face, left, token, 1)
    for effect in face.immediate:
        match effect:
            case GainVp():
                worth += effect.amount
            case GainResource():
                times = 1 if effect.per is None else count(realm, effect.per, effect.stamp, effect.family)
                worth += effect.amount * times * token
            case GainLeader():
                worth += effect.amount * _INCOME[effect.leader] * left * token
            case ChooseResourceEffect():
                worth += effect.amount * token
            case _:
                worth += _FREE_CARD
    if face.great_person:
        have = great_persons(realm)
        worth += TABLES.great_persons[min(have + 1, len(TABLES.great_persons) - 1)] - TABLES.great_persons[have]
    return worth


def _hope(state: State, realm: Realm, manor: Bag, face: Face, left: int, token: float) -> float:
    """A card in the display: its gain, as likely as its cost is near."""
    if face.amounts:
        cost = face.amounts[state.seats]
        missing = max(0, cost - manor[face.pays])
        price = cost * token
    else:
        missing = 3 * max(0, admirals_needed(realm, face) - realm.admirals)
        price = 0.0
    if missing == 0:
        chance = 0.95
    elif left:
        chance = max(0.1, 0.8 - 0.09 * missing)
    else:
        chance = max(0.0, 0.3 - 0.1 * missing)
    return chance * max(0.0, _gain(realm, face, left, token) - price)


def _pending(state: State, seat: int, left: int, token: float) -> float:
    """An auction the seat leads, a choice it is about to make."""
    match state.phase:
        case Bidding() as phase if phase.bidder == seat:
            realm = state.realms[seat]
            gain = _gain(realm, FACES[phase.card], left, token) - phase.bid * token
            return min(0.95, 0.5 + 0.1 * phase.bid) * gain
        case Choosing() as phase if phase.seat == seat:
            return phase.amount * token
        case TakingCard() as phase if phase.seat == seat:
            return _FREE_CARD
        case _:
            return 0.0
