"""What every component costs and does, from the data that the rules work with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from moothall.domain.core.words import counted, listed, sentence
from moothall.domain.medieval_realms.content import Box, box_at
from moothall.domain.medieval_realms.content.entries import (
    Area,
    CardEntry,
    Family,
    GainResource,
    GainVp,
    LeaderEntry,
    ManagementSquare,
    Named,
    Square,
    StartingLeaders,
)
from moothall.domain.medieval_realms.content.faces import Face
from moothall.domain.medieval_realms.state import RESOURCES
from moothall.domain.medieval_realms.text.effects import Does, cost, effects
from moothall.domain.medieval_realms.text.pieces import pieces, round_steps
from moothall.domain.medieval_realms.text.words import amount, areas, leaders, ordinal, resource, tokens

Texts = Mapping[str, str]


def component_texts(edition: int) -> Mapping[str, Texts]:
    """By kind and id."""
    return _texts(box_at(edition))


@lru_cache(maxsize=8)
def _texts(box: Box) -> Mapping[str, Texts]:
    return {
        "resources": {kind: _resource(box, kind) for kind in RESOURCES},
        "stamps": _stamps(box),
        "player_colours": _colours(box),
        "leaders": _leaders(box),
        "components": pieces(box),
        "current_squares": _current_squares(box),
        "future_squares": _future_squares(box),
        "management_squares": _management_squares(box),
        "areas": _areas(box),
        "starting_leaders": _starting_leaders(box),
        "round_steps": round_steps(box),
        "card_types": _card_types(box),
        "families": _families(box),
        "cards": {entry.id: _card(box, _face(box, entry)) for entry in box.content.entries("cards", CardEntry)},
        "bonus_tokens": _bonus(box),
        "great_person_sets": _great_person_sets(box),
    }


def _sentences(parts: Iterable[str]) -> str:
    return " ".join(f"{sentence(part)}." for part in parts if part)


def _face(box: Box, entry: CardEntry) -> Face:
    return next(face for face in box.faces.values() if face.id == entry.id)


def _card(box: Box, face: Face) -> str:
    names = [] if face.family_name in face.name else [face.family_name]
    names += ["great person"] if face.great_person else []
    kind = f"{face.stamp} {face.type} card{f' ({listed(names)})' if names else ''}: {_goes(box, face)}"
    return _sentences((kind, _cost(box, face), *_told(effects(box, face)), *_notes(box, face)))


def _goes(box: Box, face: Face) -> str:
    match face.type:
        case "majority":
            return f"goes to whoever has the most {resource(box, RESOURCES[face.majority])} when it is activated"
        case "auction":
            return f"goes straight into play for whoever bids the most {resource(box, RESOURCES[face.pays])}"
        case "realm":
            return "goes to whoever activates it"


def _cost(box: Box, face: Face) -> str:
    if face.type == "auction":
        return ""
    if face.amounts:
        return f"cost {cost(box, face)}"
    return f"no cost, but you must have {cost(box, face)}; they are not spent"


def _notes(box: Box, face: Face) -> Iterator[str]:
    """How the counters count that are not plain to see."""
    counted_by = {effect.per for effect in (*face.immediate, *face.end) if isinstance(effect, GainVp | GainResource)}
    if "combat_value" in counted_by:
        yield f"a general counts {box.general_strength}, an admiral {box.admiral_strength}, a buffer nothing"
    if "mayors" in counted_by:
        yield "buffers count as mayors"


def _told(done: Iterable[Does]) -> list[str]:
    return [f"{when}: {what}" for when, what in done]


def _families(box: Box) -> Texts:
    texts = {}
    for family in box.content.entries("families", Family):
        faces = {face.id: face for face in box.faces.values() if face.family == family.id}
        texts[family.id] = _family(box, family, list(faces.values()))
    return texts


def _family(box: Box, family: Family, faces: list[Face]) -> str:
    """What all its cards share, and what each has beside that."""
    shared = [done for done in effects(box, faces[0]) if all(done in effects(box, face) for face in faces)]
    own = [
        f"{face.name} {listed(f'{when} {what}' for when, what in effects(box, face) if (when, what) not in shared)}"
        for face in faces
        if len(effects(box, face)) > len(shared)
    ]
    first = faces[0]
    number = f"{family.cards} {family.stamp} {family.type} cards{', great persons' if family.great_person else ''}"
    each = f"each its own: {'; '.join(own)}" if own else ""
    return _sentences(
        (f"{number}: each {_goes(box, first)}", _cost(box, first), *_told(shared), each, *_notes(box, first))
    )


def _resource(box: Box, kind: str) -> str:
    faces = [face for face in box.faces.values() if face.pays >= 0 and RESOURCES[face.pays] == kind]
    paid = list(dict.fromkeys(face.family_name for face in faces if face.type != "auction"))
    bid = list(dict.fromkeys(face.family_name for face in faces if face.type == "auction"))
    managed = any(square.resource == kind for square in box.content.entries("management_squares", ManagementSquare))
    given = [area.area for area in box.content.entries("areas", Area) if kind in area.reward]
    return _sentences(
        (
            f"pays the prices of the current panel, {box.prices[0]} to {box.prices[-1]} a card; whoever has most of it "
            f"starts the round, and every round brings {box.limits.extra_goods_production}"
            if kind == "production"
            else "",
            f"pays for {listed(paid)} cards" if paid else "",
            f"is bid in auctions of {listed(bid)} cards" if bid else "",
            "mayors produce it" if managed else "no mayor produces it",
            f"{areas(given)} of the map {'gives' if len(given) == 1 else 'give'} it" if given else "",
            f"at the end {counted(box.limits.leftover_resources_per_vp, 'token')} of any kinds are worth 1 VP",
        )
    )


def _stamps(box: Box) -> Texts:
    texts = {}
    for stamp in box.content.entries("stamps", Named):
        faces = [face for face in box.faces.values() if face.stamp == stamp.id]
        families = listed(dict.fromkeys(face.family_name for face in faces))
        shown = any(face.type != "auction" for face in faces)
        limit = "no display holds two of them; cards in play do not matter" if shown else "they never lie in a display"
        texts[stamp.id] = _sentences((f"the stamp of {counted(stamp.cards, 'card')}: {families}", limit))
    return texts


def _colours(box: Box) -> Texts:
    return {
        colour: f"The colour of the {ordinal(place)} seat; it has no ability."
        for place, colour in enumerate(box.colours, 1)
    }


def _leaders(box: Box) -> Texts:
    texts: dict[str, str] = {}
    for leader in box.content.entries("leaders", LeaderEntry):
        if leader.id == "mayor":
            does = "stands on a management square and brings a token of its resource every round"
            pairs = [start for start in box.starting.values() if start.buffers]
            more = "; ".join(
                f"with {start.players} players {start.buffers} of them are buffers: they stand on areas of the map "
                f"without other leaders of their owner, fight with combat value {leader.buffer_combat_value}, and win "
                "nothing but keep the rival from winning"
                for start in pairs
            )
        else:
            does = f"stands on an area of the map with combat value {leader.combat_value}"
            more = "whoever is stronger there than every other player takes the area's reward"
        texts[leader.id] = _sentences((does, more, f"{leader.count} in the box; none is ever lost"))
    return texts


def _current_squares(box: Box) -> Texts:
    texts = {}
    for square in box.content.entries("current_squares", Square):
        cleared = [n for n, squares in box.cleared.items() if square.square <= squares]
        gone = f"a card left here is discarded at the end of a round with {listed(map(str, cleared))} players"
        price = f"activating the realm or majority card here costs {square.price} production"
        texts[square.id] = _sentences((f"square {square.square} of the current panel", price, gone if cleared else ""))
    return texts


def _future_squares(box: Box) -> Texts:
    return {
        square.id: f"Square {square.square} of the future panel. Its card cannot be activated yet; at the end of a "
        "round the future cards fill the empty squares of the current panel, square 1 first."
        for square in box.content.entries("future_squares", Square)
    }


def _management_squares(box: Box) -> Texts:
    return {
        square.id: f"Each mayor here brings {amount(box, square.resource, square.tokens_per_mayor)} every round."
        for square in box.content.entries("management_squares", ManagementSquare)
    }


def _areas(box: Box) -> Texts:
    return {
        area.id: _sentences(
            (
                f"whoever has more combat value here than every other player gains {_reward(box, area)}",
                "on a tie nobody does",
                f"only with {area.players_min} players" if area.players_min > box.players[0] else "",
            )
        )
        for area in box.content.entries("areas", Area)
    }


def _reward(box: Box, area: Area) -> str:
    return tokens(box, box.rewards[area.area])


def _starting_leaders(box: Box) -> Texts:
    texts = {}
    for start in box.content.entries("starting_leaders", StartingLeaders):
        buffers = f"; {start.buffers} of the mayors are buffers" if start.buffers else ""
        owned = leaders(start.mayors, start.generals, start.admirals)
        texts[start.id] = f"With {start.players} players each starts with {owned}{buffers}."
    return texts


def _card_types(box: Box) -> Texts:
    display = f"a display holds {box.limits.display_max_cards} cards at most, no two of one stamp"
    return {
        "realm": _sentences(
            ("pay the price of its square in production and put it into your display, if it fits", display)
        ),
        "majority": _sentences(
            (
                "pay the price of its square in production, and it goes into the display of whoever has most of the "
                "resource it names, you or another",
                "whose display cannot take it is passed over; on a tie you receive it, or else the tied player who is "
                "first in turn order",
                display,
            )
        ),
        "auction": _sentences(
            (
                f"open with a bid of at least {box.limits.auction_min_opening_bid}; clockwise all others, also those "
                "who passed, bid higher or leave",
                "the highest bidder pays and puts it straight into play",
            )
        ),
    }


def _bonus(box: Box) -> Texts:
    track = box.track
    return {
        "bonus_token": f"Each time your VP reach or pass a multiple of {track.bonus_every} during play you gain "
        f"{counted(track.bonus_tokens, 'token')} of any resource you choose. Final scoring brings none."
    }


def _great_person_sets(box: Box) -> Texts:
    return {
        str(number): f"{counted(number, 'great person')} in play at the end: {points} VP besides what each card scores."
        for number, points in enumerate(box.great_persons)
        if number
    }
