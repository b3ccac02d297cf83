"""How good a position is, in points. The figures are those of the strategy notes in RULES.md."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import astuple

from moothall.domain.medieval_realms.bot.gains import FREE_CARD, INCOME, bare, gain, lasting, token
from moothall.domain.medieval_realms.bot.wants import Outlook, outlook, pile, purse
from moothall.domain.medieval_realms.content import Box, box_of
from moothall.domain.medieval_realms.content.entries import GainResource
from moothall.domain.medieval_realms.scoring import amount_of, end_effects, great_person_points
from moothall.domain.medieval_realms.state import (
    INDEX,
    PRODUCTION,
    RESOURCES,
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
_LOST = 0.6
"""By how much every point of combat value lessens the chance that an area is not won."""
_DENIED = 0.3
"""How likely a buffer is to stand where it matters."""


def evaluate(state: State, seat: int) -> float:
    """The seat's prospects, less a part of its strongest rival's."""
    each = [worth(state, index) for index in range(state.seats)]
    own = each.pop(seat)
    return own - _RIVAL * max(each)


def worth(state: State, seat: int) -> float:
    """Points in hand and in prospect."""
    realm, box = state.realms[seat], box_of(state)
    if isinstance(state.phase, Finished):
        return float(realm.total)
    part = placed(state, seat)
    view = outlook(state, seat, unplaced(state, realm, part))
    if not (view.acts or view.left):  # nothing but an auction can change any more what it has
        return _final(box, realm) + _pending(state, seat, view, realm.manor)
    tokens = stock(state, seat, part)
    return (
        realm.vp
        + purse(view, tokens)
        + realm.owed * view.token
        + _leaders(state, realm, part, view)
        + _denied(box, part) * view.token
        + lasting(box, bare(realm), view.left)
        + _pending(state, seat, view, tokens)
    )


def placed(state: State, seat: int) -> Placement:
    """What the seat has placed of its leaders so far."""
    return state.phase.parts[seat] if isinstance(state.phase, Placing) else UNPLACED


def unplaced(state: State, realm: Realm, part: Placement) -> int:
    """Mayors that will still be placed before the next action."""
    waits = isinstance(state.phase, Placing | Picking) and part.mayors is None
    return realm.mayors - realm.buffers if waits else 0


def stock(state: State, seat: int, part: Placement) -> list[float]:
    """The seat's tokens; before the income of a round with what is sure of it and what the map may bring."""
    realm, box = state.realms[seat], box_of(state)
    tokens: list[float] = list(realm.manor)
    if not isinstance(state.phase, Placing | Picking):
        return tokens
    tokens[PRODUCTION] += box.limits.extra_goods_production
    if part.mayors is not None:
        for square, mayors in enumerate(astuple(part.mayors)):
            tokens[square] += mayors * box.tokens_per_mayor[square]
    for card in realm.in_play:
        for effect in box.faces[card].production:
            tokens[INDEX[effect.resource]] += amount_of(box, realm, effect)
    forces: dict[int, int] = {}
    for areas, strength in ((part.generals, box.general_strength), (part.admirals, box.admiral_strength)):
        for area in areas or ():
            forces[area] = forces.get(area, 0) + strength
    for area, force in forces.items():
        for resource, amount in enumerate(astuple(box.rewards[area])):
            tokens[resource] += amount * (1 - _LOST**force)
    return tokens


def _final(box: Box, realm: Realm) -> float:
    """The points of a realm whose game is over; an odd token counts half a point, as it does for those who act on, so
    that nobody spends one just to be rid of it."""
    at_the_end = sum(points for _, _, points in end_effects(box, realm)) + great_person_points(box, realm)
    return realm.vp + at_the_end + sum(realm.manor) * token(0)


def _leaders(state: State, realm: Realm, part: Placement, view: Outlook) -> float:
    """What leaders will bring; parts placed this round are counted where they stand."""
    now = isinstance(state.phase, Placing | Picking)
    mayors = realm.mayors - realm.buffers
    tokens = (
        INCOME["mayor"] * mayors * (view.left + (now and part.mayors is None))
        + INCOME["general"] * realm.generals * (view.left + (now and part.generals is None))
        + INCOME["admiral"] * realm.admirals * (view.left + (now and part.admirals is None))
    )
    return tokens * view.token


def _denied(box: Box, part: Placement) -> float:
    """Tokens that buffers may keep from the rival, as far as that counts."""
    return _RIVAL * _DENIED * sum(sum(astuple(box.rewards[area])) for area in set(part.buffers or ()))


def _pending(state: State, seat: int, view: Outlook, tokens: Sequence[float]) -> float:
    """An auction the seat leads, a choice it is about to make."""
    match state.phase:
        case Bidding() as phase if phase.bidder == seat:
            return min(0.95, 0.5 + 0.1 * phase.bid) * _prize(state, seat, phase, view, tokens)
        case Choosing() as phase if phase.seat == seat:
            offered = [index for index, name in enumerate(RESOURCES) if name not in phase.barred]
            return max(_more(view, tokens, index, phase.amount) for index in offered)
        case TakingCard() as phase if phase.seat == seat:
            return FREE_CARD
        case _:
            return 0.0


def _prize(state: State, seat: int, phase: Bidding, view: Outlook, tokens: Sequence[float]) -> float:
    """What the auctioned card brings at the price of the bid, its tokens put to use."""
    box = box_of(state)
    brings = gain(box, bare(state.realms[seat]), phase.card, view.left)
    for effect in box.faces[phase.card].immediate:
        if isinstance(effect, GainResource) and effect.per is None:
            brings += _more(view, tokens, INDEX[effect.resource], effect.amount) - effect.amount * view.token
    return brings + _more(view, tokens, INDEX[phase.resource], -phase.bid)


def _more(view: Outlook, tokens: Sequence[float], resource: int, amount: int) -> float:
    """What so many tokens more (or fewer) of a resource are worth to the seat."""
    return pile(view, resource, tokens[resource] + amount) - pile(view, resource, tokens[resource])
