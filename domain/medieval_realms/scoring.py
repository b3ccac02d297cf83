"""Counters, points and who is ahead."""

from __future__ import annotations

from moothall.domain.core.ranking import Ranking, rank
from moothall.domain.core.title import Sheet
from moothall.domain.medieval_realms import state as s
from moothall.domain.medieval_realms.content import Box, box_of, ops

Key = tuple[int, int, int, int, int]


def combat_value(box: Box, realm: s.Realm) -> int:
    """MR-12.3: what the realm's generals and admirals weigh; buffers do not count."""
    return box.general_strength * realm.generals + box.admiral_strength * realm.admirals


def family_cards(box: Box, realm: s.Realm, family: str) -> int:
    """Cards in play of a family."""
    faces = box.faces
    return sum(faces[card].family == family for card in realm.in_play)


def great_persons(box: Box, realm: s.Realm) -> int:
    """Great persons in play."""
    faces = box.faces
    return sum(faces[card].great_person for card in realm.in_play)


def count(box: Box, realm: s.Realm, counter: str, stamp: str | None, family: str | None) -> int:
    """What a counter of the content counts in this realm, now."""
    faces = box.faces
    match counter:
        case "mayors":
            return realm.mayors
        case "generals":
            return realm.generals
        case "admirals":
            return realm.admirals
        case "combat_value":
            return combat_value(box, realm)
        case "cards":
            return len(realm.in_play)
        case "distinct_stamps":
            return len({faces[card].stamp for card in realm.in_play})
        case "stamp_cards":
            return sum(faces[card].stamp == stamp for card in realm.in_play)
        case "family_cards":
            return family_cards(box, realm, family or "")
        case "great_persons":
            return great_persons(box, realm)
        case _:
            raise ValueError(f"the loader let an unknown counter pass: {counter}")


def amount_of(box: Box, realm: s.Realm, effect: ops.GainVp | ops.GainResource) -> int:
    """What the effect gives this realm now."""
    if isinstance(effect, ops.GainVp) and effect.condition is not None:
        held = effect.condition
        if count(box, realm, held.counter, held.stamp, held.family) < held.at_least:
            return 0
    if effect.per is None:
        return effect.amount
    return effect.amount * count(box, realm, effect.per, effect.stamp, effect.family)


def end_effects(box: Box, realm: s.Realm) -> list[tuple[str, str, int]]:
    """MR-15.1: per card in play with an end effect: the card, its category, its points."""
    scored = []
    for card in realm.in_play:
        face = box.faces[card]
        if face.end:
            points = sum(amount_of(box, realm, effect) for effect in face.end)
            scored.append((card, s.END_CATEGORIES[face.end_category], points))
    return scored


def stored_points(box: Box, realm: s.Realm) -> int:
    """MR-15.2: a point for every two tokens of any kind."""
    return sum(realm.manor) // box.limits.leftover_resources_per_vp


def great_person_points(box: Box, realm: s.Realm) -> int:
    """MR-15.3, MR-15.4: by the number of great persons in play."""
    return box.great_persons[great_persons(box, realm)]


def bonus_tokens(box: Box, before: int, amount: int) -> int:
    """MR-11.1, MR-11.2: tokens owed for going from `before` points `amount` further."""
    track = box.track
    return ((before + amount) // track.bonus_every - before // track.bonus_every) * track.bonus_tokens


def tie_key(state: s.State, seat: int) -> Key:
    """MR-15.6: points, cards in play, castles in play, leaders, nearness to space 1."""
    realm = state.realms[seat]
    return (
        realm.total,
        len(realm.in_play),
        family_cards(box_of(state), realm, "castle"),
        realm.leaders,
        -state.order.index(seat),
    )


def ranking(state: s.State) -> Ranking:
    """Seats best first; no two share a place (MR-15.7)."""
    return rank([tie_key(state, seat) for seat in range(state.seats)])


def score_sheet(state: s.State) -> tuple[Sheet, ...]:
    """Per seat, by category; what is scored at the end is 0 until then."""
    box = box_of(state)
    return tuple(
        Sheet(
            seat,
            realm.total,
            {"immediate": realm.immediate, "colour": realm.colour}
            | dict(zip(s.END_CATEGORIES, realm.final, strict=True)),
            {
                "cards_in_play": len(realm.in_play),
                "castles_in_play": family_cards(box, realm, "castle"),
                "leaders": realm.leaders,
                "turn_order": state.order.index(seat) + 1,
            },
        )
        for seat, realm in enumerate(state.realms)
    )
