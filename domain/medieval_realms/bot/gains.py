"""What cards are worth, in points. The figures are those of the strategy notes in RULES.md.

Nothing here hangs on tokens, so the same answers serve thousands of positions and are kept.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from moothall.domain.medieval_realms.content import Box
from moothall.domain.medieval_realms.content.entries import ChooseResourceEffect, GainLeader, GainResource, GainVp
from moothall.domain.medieval_realms.content.faces import Face
from moothall.domain.medieval_realms.scoring import amount_of, count, great_person_points
from moothall.domain.medieval_realms.state import Realm

INCOME = {"mayor": 1.05, "general": 1.5, "admiral": 0.9}
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
FREE_CARD = 1.5
"""What a realm card without a price is worth."""
KEPT = 1 << 14
"""Answers kept of each kind: a search asks for the same ones again and again."""


def token(rounds: int) -> float:
    """What a token is worth with so many incomes to come."""
    return _AT_THE_END + 0.03 * rounds


def bare(realm: Realm) -> Realm:
    """The realm without all that changes with every move."""
    return Realm(mayors=realm.mayors, generals=realm.generals, admirals=realm.admirals, in_play=realm.in_play)


@lru_cache(maxsize=KEPT)
def lasting(box: Box, realm: Realm, left: int) -> float:
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


@lru_cache(maxsize=KEPT)
def gain(box: Box, realm: Realm, card: str, left: int) -> float:
    """What putting the card into play brings, its cost apart: what the card does, what it does to the others in play
    and what they do to it."""
    faces = box.faces
    face = faces[card]
    after = replace(_joined(realm, face), in_play=(*realm.in_play, card))
    worth = lasting(box, after, left) - lasting(box, realm, left)
    for effect in face.immediate:
        match effect:
            case GainVp() | GainResource():
                worth += _once(effect, amount_of(box, after, effect), left)
            case GainLeader():
                worth += effect.amount * INCOME[effect.leader] * left * token(left)
            case ChooseResourceEffect():
                worth += effect.amount * token(left)
            case _:
                worth += FREE_CARD if left else 0.0
    for other in realm.in_play:
        for triggered in faces[other].colour.get(face.stamp, ()):
            worth += _once(triggered, amount_of(box, after, triggered), left)
    return worth


def _once(effect: GainVp | GainResource, amount: int, left: int) -> float:
    """Tokens, or points with the bonus tokens that they bring on the way."""
    return amount * token(left) if isinstance(effect, GainResource) else amount * (1 + token(left) / 5)


def _joined(realm: Realm, face: Face) -> Realm:
    """The realm with the leaders that the card brings."""
    for effect in face.immediate:
        if isinstance(effect, GainLeader):
            kind = f"{effect.leader}s"
            realm = replace(realm, **{kind: getattr(realm, kind) + effect.amount})
    return realm


def _at_the_end(box: Box, realm: Realm, effect: GainVp, left: int) -> float:
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
