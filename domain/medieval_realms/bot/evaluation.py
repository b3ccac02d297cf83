"""How good a position is for a seat, in points. The figures are those of the strategy notes in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import astuple, replace

from moothall.domain.medieval_realms import state as s
from moothall.domain.medieval_realms.content import Box, Face, box_of, ops
from moothall.domain.medieval_realms.rules import admirals_needed, fits
from moothall.domain.medieval_realms.scoring import amount_of, count, end_effects, great_person_points

_RIVAL = 0.3
"""What the strongest rival's points weigh against one's own."""
_LOST = 0.6
"""By how much every point of combat value lessens the chance that an area is not won."""
_DENIED = 0.3
"""How likely a buffer is to stand where it matters."""
_USEFUL_PRODUCTION = 4
"""Production beyond this is worth no more than at the end."""
_ADMIRAL = 3
"""How many tokens a lacking admiral weighs."""
_TYPICAL_BID = 3
_OFFER = 0.45
"""How much a card on the current panel counts, which is yet to be got."""
_FUTURE = 0.2
"""The same on the future panel."""
_CONTESTED = 0.7
"""How much of that is left for a majority card, which others may want and get."""
_RIVALRY = 0.12
"""What every seat beyond two takes off that."""
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

_TRIGGERS = 0.25
"""Cards of one stamp played per round."""
_AT_THE_END = 0.5
_FREE_CARD = 1.5
"""What a realm card without a price is worth."""
_KEPT = 1 << 14
"""Answers kept of each kind: a search asks for the same ones again and again."""
Panel = tuple[str | None, ...]


class Want(NamedTuple):
    """A card to pay: its cost in one resource, what it brings beyond all its costs, how much that counts."""

    cost: int
    net: float
    weight: float = 1.0


Wants = tuple[tuple[Want, ...], ...]
"""By resource, each of the display and the best of the panels, the best first; behind them the islands of the display,
which cost admirals instead: what is lacking counts as their cost."""


class Outlook(NamedTuple):
    """One seat's wants, and what decides how likely they are to be met."""

    wants: Wants
    token: float
    """What a token is worth that pays for nothing yet."""
    left: int
    """Rounds after this one."""
    acts: bool
    """Whether the seat may still play something this round."""
    unplaced: int
    """Mayors that may yet be sent wherever they are needed."""


# Positions


def evaluate(state: s.State, seat: int) -> float:
    """The seat's prospects, less a part of its strongest rival's."""
    each = [worth(state, index) for index in range(state.seats)]
    own = each.pop(seat)
    return own - _RIVAL * max(each)


def worth(state: s.State, seat: int) -> float:
    """Points in hand and in prospect."""
    realm, box = state.realms[seat], box_of(state)
    if isinstance(state.phase, s.Finished):
        return float(realm.total)
    part = placed(state, seat)
    view = outlook(state, seat, unplaced(state, realm, part))
    if not (view.acts or view.left):  # nothing but an auction can change any more what it has
        return _final(box, realm) + _pending(state, seat, view, realm.manor)
    tokens = stock(state, seat, part)
    return (
        realm.vp
        + _purse(view, tokens)
        + realm.owed * view.token
        + _leaders(state, realm, part, view)
        + _denied(box, part) * view.token
        + _lasting(box, _bare(realm), view.left)
        + _pending(state, seat, view, tokens)
    )


def placed(state: s.State, seat: int) -> s.Placement:
    """What the seat has placed of its leaders so far."""
    return state.phase.parts[seat] if isinstance(state.phase, s.Placing) else s.UNPLACED


def unplaced(state: s.State, realm: s.Realm, part: s.Placement) -> int:
    """Mayors that will still be placed before the next action."""
    waits = isinstance(state.phase, s.Placing | s.Picking) and part.mayors is None
    return realm.mayors - realm.buffers if waits else 0


def stock(state: s.State, seat: int, part: s.Placement) -> list[float]:
    """The seat's tokens; before the income of a round with what is sure of it and what the map may bring."""
    realm, box = state.realms[seat], box_of(state)
    tokens: list[float] = list(realm.manor)
    if not isinstance(state.phase, s.Placing | s.Picking):
        return tokens
    tokens[s.PRODUCTION] += box.limits.extra_goods_production
    if part.mayors is not None:
        for square, mayors in enumerate(astuple(part.mayors)):
            tokens[square] += mayors * box.tokens_per_mayor[square]
    for card in realm.in_play:
        for effect in box.faces[card].production:
            tokens[s.INDEX[effect.resource]] += amount_of(box, realm, effect)
    forces: dict[int, int] = {}
    for areas, strength in ((part.generals, box.general_strength), (part.admirals, box.admiral_strength)):
        for area in areas or ():
            forces[area] = forces.get(area, 0) + strength
    for area, force in forces.items():
        for resource, amount in enumerate(astuple(box.rewards[area])):
            tokens[resource] += amount * (1 - _LOST**force)
    return tokens


def _final(box: Box, realm: s.Realm) -> float:
    """The points of a realm whose game is over; an odd token counts half a point, as it does for those who act on, so
    that nobody spends one just to be rid of it."""
    at_the_end = sum(points for _, _, points in end_effects(box, realm)) + great_person_points(box, realm)
    return realm.vp + at_the_end + sum(realm.manor) * token(0)


def _leaders(state: s.State, realm: s.Realm, part: s.Placement, view: Outlook) -> float:
    """What leaders will bring; parts placed this round are counted where they stand."""
    now = isinstance(state.phase, s.Placing | s.Picking)
    mayors = realm.mayors - realm.buffers
    tokens = (
        _INCOME["mayor"] * mayors * (view.left + (now and part.mayors is None))
        + _INCOME["general"] * realm.generals * (view.left + (now and part.generals is None))
        + _INCOME["admiral"] * realm.admirals * (view.left + (now and part.admirals is None))
    )
    return tokens * view.token


def _denied(box: Box, part: s.Placement) -> float:
    """Tokens that buffers may keep from the rival, as far as that counts."""
    return _RIVAL * _DENIED * sum(sum(astuple(box.rewards[area])) for area in set(part.buffers or ()))


def _pending(state: s.State, seat: int, view: Outlook, tokens: Sequence[float]) -> float:
    """An auction the seat leads, a choice it is about to make."""
    match state.phase:
        case s.Bidding() as phase if phase.bidder == seat:
            return min(0.95, 0.5 + 0.1 * phase.bid) * _prize(state, seat, phase, view, tokens)
        case s.Choosing() as phase if phase.seat == seat:
            offered = [index for index, name in enumerate(s.RESOURCES) if name not in phase.barred]
            return max(_more(view, tokens, index, phase.amount) for index in offered)
        case s.TakingCard() as phase if phase.seat == seat:
            return _FREE_CARD
        case _:
            return 0.0


def _prize(state: s.State, seat: int, phase: s.Bidding, view: Outlook, tokens: Sequence[float]) -> float:
    """What the auctioned card brings at the price of the bid, its tokens put to use."""
    box = box_of(state)
    brings = _gain(box, _bare(state.realms[seat]), phase.card, view.left)
    for effect in box.faces[phase.card].immediate:
        if isinstance(effect, ops.GainResource) and effect.per is None:
            brings += _more(view, tokens, s.INDEX[effect.resource], effect.amount) - effect.amount * view.token
    return brings + _more(view, tokens, s.INDEX[phase.resource], -phase.bid)


def _more(view: Outlook, tokens: Sequence[float], resource: int, amount: int) -> float:
    """What so many tokens more (or fewer) of a resource are worth to the seat."""
    return pile(view, resource, tokens[resource] + amount) - pile(view, resource, tokens[resource])


# Tokens: the cards that they can pay, in the own display and on the panels


def outlook(state: s.State, seat: int, unplaced: int) -> Outlook:
    """What the seat wants tokens for."""
    box, realm = box_of(state), state.realms[seat]
    left = box.rounds - state.round
    early = isinstance(state.phase, s.Placing | s.Picking)
    gone = 0 if early else box.cleared[state.seats]
    # Behind the income of a round its cards are no longer what tokens are gathered for: who wants one takes it.
    current, future = (state.current[gone:], state.future) if early or left else ((), ())
    owner = s.Realm(
        mayors=realm.mayors,
        generals=realm.generals,
        admirals=realm.admirals,
        in_play=realm.in_play,
        display=realm.display,
    )
    wants = _wants(box, state.seats, owner, current, future, left, early)
    return Outlook(wants, token(left + early), left, not realm.passed, unplaced)


def _purse(view: Outlook, tokens: Sequence[float]) -> float:
    """What all of the seat's tokens are worth to it, and its islands."""
    return sum(pile(view, resource, amount) for resource, amount in enumerate(tokens)) + pile(view, len(tokens), 0)


def pile(view: Outlook, resource: int, amount: float) -> float:
    """What so many tokens of one resource are worth: what they can pay together, every token once."""
    worth = amount * view.token
    if resource == s.PRODUCTION and amount > _USEFUL_PRODUCTION:
        worth -= (amount - _USEFUL_PRODUCTION) * (view.token - token(0))
    for cost, net, weight in view.wants[resource]:
        worth += weight * _chance(view, cost - amount) * net
        amount = max(0.0, amount - cost)
    return worth


def _chance(view: Outlook, missing: float) -> float:
    """How likely a card is to be played that lacks so many tokens."""
    if missing <= 0:
        return 0.97 if view.acts else 0.85 if view.left else 0.0
    missing = max(0.5, missing - view.unplaced)
    if view.left:
        return max(0.1, 0.8 - 0.09 * missing)
    return max(0.0, 0.25 - 0.1 * missing) if view.acts else 0.0


@lru_cache(maxsize=_KEPT)
def _wants(box: Box, seats: int, owner: s.Realm, current: Panel, future: Panel, left: int, early: bool) -> Wants:
    """Kept, because most positions of a search differ in other things."""
    wants: list[list[Want]] = [[] for _ in (*s.RESOURCES, "islands")]
    each = token(left + early)
    for card in owner.display:
        face = box.faces[card]
        brings = _gain(box, _bare(owner), card, left)
        if face.amounts:
            cost = face.amounts[seats]
            wants[face.pays].append(Want(cost, max(0.0, brings - cost * each)))
        else:
            lacking = _ADMIRAL * max(0, admirals_needed(box, owner, face) - owner.admirals)
            wants[-1].append(Want(lacking, max(0.0, brings)))
    best: dict[int, Want] = {}
    for face, want in _offers(box, seats, owner, current, future, left, each):
        if face.pays not in best or _counted(want) > _counted(best[face.pays]):
            best[face.pays] = want
    for resource, want in best.items():
        wants[resource].append(want)
    return tuple(tuple(sorted(some, key=_counted, reverse=True)) for some in wants)


def _offers(
    box: Box, seats: int, owner: s.Realm, current: Panel, future: Panel, left: int, each: float
) -> Iterator[tuple[Face, Want]]:
    """The cards of the panels that the seat could get and pay with tokens."""
    share = 1 - _RIVALRY * (seats - 2)
    for index, card in enumerate((*current, *future)):
        if card is None:
            continue
        face = box.faces[card]
        if face.pays < 0 or not (face.type == "auction" or fits(box, owner, face)):
            continue
        later = index >= len(current)
        price = 0 if face.type == "auction" else box.prices[-1 if later else index]
        cost = face.amounts[seats] if face.amounts else _TYPICAL_BID
        brings = _gain(box, _bare(owner), card, left)
        weight = share * (_FUTURE if later else _OFFER) * (_CONTESTED if face.type == "majority" else 1.0)
        yield face, Want(cost, max(0.0, brings - (cost + price) * each), weight)


def _counted(want: Want) -> float:
    return want.net * want.weight


# Cards. Nothing here depends on tokens, so the same answers serve thousands of positions and are cached.


def token(rounds: int) -> float:
    """What a token is worth with so many incomes to come."""
    return _AT_THE_END + 0.03 * rounds


def _bare(realm: s.Realm) -> s.Realm:
    """The realm without all that changes with every move."""
    return s.Realm(mayors=realm.mayors, generals=realm.generals, admirals=realm.admirals, in_play=realm.in_play)


@lru_cache(maxsize=_KEPT)
def _lasting(box: Box, realm: s.Realm, left: int) -> float:
    """What the cards in play still bring in so many rounds and at the end."""
    faces = box.faces
    worth = float(great_person_points(box, realm))
    for card in realm.in_play:
        face = faces[card]
        for production in face.production:
            worth += left * production.amount * token(left)
        for effects in face.colour.values():
            for effect in effects:
                worth += left * _TRIGGERS * _once(effect, effect.amount, left)
        for effect in face.end:
            worth += _at_the_end(box, realm, effect, left)
    return worth


@lru_cache(maxsize=_KEPT)
def _gain(box: Box, realm: s.Realm, card: str, left: int) -> float:
    """What putting the card into play brings, its cost apart: what the card does, what it does to the others in play
    and what they do to it."""
    faces = box.faces
    face = faces[card]
    after = replace(_joined(realm, face), in_play=(*realm.in_play, card))
    worth = _lasting(box, after, left) - _lasting(box, realm, left)
    for effect in face.immediate:
        match effect:
            case ops.GainVp() | ops.GainResource():
                worth += _once(effect, amount_of(box, after, effect), left)
            case ops.GainLeader():
                worth += effect.amount * _INCOME[effect.leader] * left * token(left)
            case ops.ChooseResourceEffect():
                worth += effect.amount * token(left)
            case _:
                worth += _FREE_CARD if left else 0.0
    for other in realm.in_play:
        for triggered in faces[other].colour.get(face.stamp, ()):
            worth += _once(triggered, amount_of(box, after, triggered), left)
    return worth


def _once(effect: ops.GainVp | ops.GainResource, amount: int, left: int) -> float:
    """Tokens, or points with the bonus tokens that they bring on the way."""
    return amount * token(left) if isinstance(effect, ops.GainResource) else amount * (1 + token(left) / 5)


def _joined(realm: s.Realm, face: Face) -> s.Realm:
    """The realm with the leaders that the card brings."""
    for effect in face.immediate:
        if isinstance(effect, ops.GainLeader):
            kind = f"{effect.leader}s"
            realm = replace(realm, **{kind: getattr(realm, kind) + effect.amount})
    return realm


def _at_the_end(box: Box, realm: s.Realm, effect: ops.GainVp, left: int) -> float:
    """An end effect with its counter projected to the end."""
    if effect.condition is not None:
        held = effect.condition
        now = count(box, realm, held.counter, held.stamp, held.family)
        lacking = held.at_least - now - _GROWTH[held.counter] * left
        chance = 1.0 if now >= held.at_least else 0.8 if lacking <= 0 else max(0.0, 0.7 - 0.4 * lacking)
        return effect.amount * (chance if left else float(now >= held.at_least))
    if effect.per is None:
        return effect.amount
    return effect.amount * (count(box, realm, effect.per, effect.stamp, effect.family) + _GROWTH[effect.per] * left)
