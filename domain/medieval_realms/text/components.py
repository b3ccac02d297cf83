"""The text of every component, made from the data that the rules work with, and the words that all texts share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, assert_never

from msgspec.structs import asdict

from moothall.domain.core.words import counted, listed, sentence
from moothall.domain.medieval_realms import content, state as s
from moothall.domain.medieval_realms.content import Box, Face, box_at, ops

_COUNTABLE = ("raw_material", "battle_point")
AT_ONCE = "at once"
"""When effects work that are done with once the card is in play."""

_THINGS = {
    "mayors": ("mayor", "mayors"),
    "generals": ("general", "generals"),
    "admirals": ("admiral", "admirals"),
    "combat_value": ("point of combat value", "points of combat value"),
    "cards": ("card in play", "cards in play"),
    "distinct_stamps": ("stamp colour in play", "stamp colours in play"),
    "great_persons": ("great person in play", "great persons in play"),
}

GLOSSARY = {
    "admirals": "How many admirals.",
    "amount": "How many.",
    "area": "An area of the map, from 1.",
    "areas": "Areas of the map, from 1, ascending.",
    "barred": "Resources that cannot be chosen, or seats whose display cannot take the card.",
    "bid": "What is bid, in tokens.",
    "bonus": "How many bonus tokens the score track owes for it.",
    "buffers": "How many of the mayors are buffers.",
    "by": "How the card was got: for its price, by majority, or by the effect of a card.",
    "card": "A card, by the id of the copy: `castle_3`, `city_white`.",
    "cards": "Cards, by the ids of the copies; or how many cards.",
    "category": "The category of the score sheet that it counts in.",
    "colour": "The colour of the realm.",
    "count": "How many cards.",
    "current": "The cards on the squares of the current panel, in their order; null is an empty square.",
    "current_squares": "How many squares the current panel has.",
    "forced": "Whether nothing else was possible.",
    "future": "The cards on the squares of the future panel, in their order; null is an empty square.",
    "future_squares": "How many squares the future panel has.",
    "generals": "How many generals.",
    "held": "What every seat has of the resource that decided, by seat.",
    "kind": "From which kind of effect: immediate or colour.",
    "last": "Whether it was the last round.",
    "leader": "The kind of leader.",
    "mayors": "How many mayors, or how many on each management square.",
    "next": "The number of the card's effect to go on with, from 0.",
    "op": "The effect that was skipped.",
    "order": "Seats by their space on the turn order track.",
    "panel": "The current or the future panel.",
    "placements": "What every seat has placed, by seat.",
    "production": "What every seat has of production, by seat.",
    "ranking": "Seats, best first.",
    "resource": "A resource.",
    "resources": "Two different resources, in canonical order.",
    "round": "The number of the round, from 1.",
    "scores": "The final points, by seat.",
    "seat": "The number of a seat, from 0.",
    "source": "Where tokens come from: a card, `mayors`, or `extra_goods`.",
    "square": "A square of the current panel, from 1.",
    "squares": "The squares that the cards are laid on, from 1.",
    "standings": "How every seat stands, by seat.",
    "strengths": "The combat values there, by seat.",
    "tokens": "Tokens of each resource, or how many in all.",
    "total": "The place on the score track then.",
    "why": "What it was paid for, or why the card is discarded.",
}
"""What the fields of moves and changes are, where their records do not say it."""

Texts = Mapping[str, str]


class Does(NamedTuple):
    """An effect in words: when it works, and what it gives."""

    when: str
    what: str


def component_texts(edition: int) -> Mapping[str, Texts]:
    """By kind and id."""
    return _texts(box_at(edition))


@lru_cache(maxsize=8)
def _texts(box: Box) -> Mapping[str, Texts]:
    return {
        "resources": {kind: _resource(box, kind) for kind in s.RESOURCES},
        "stamps": _stamps(box),
        "player_colours": _colours(box),
        "leaders": _leaders(box),
        "components": _pieces(box),
        "current_squares": _current_squares(box),
        "future_squares": _future_squares(box),
        "management_squares": _management_squares(box),
        "areas": _areas(box),
        "starting_leaders": _starting_leaders(box),
        "round_steps": _round_steps(box),
        "card_types": _card_types(box),
        "families": _families(box),
        "cards": {entry.id: _card(box, _face(box, entry)) for entry in box.content.entries("cards", content.CardEntry)},
        "bonus_tokens": _bonus(box),
        "great_person_sets": _great_person_sets(box),
    }


def _resource(box: Box, kind: str) -> str:
    faces = [face for face in box.faces.values() if face.pays >= 0 and s.RESOURCES[face.pays] == kind]
    paid = list(dict.fromkeys(face.family_name for face in faces if face.type != "auction"))
    bid = list(dict.fromkeys(face.family_name for face in faces if face.type == "auction"))
    managed = any(
        square.resource == kind for square in box.content.entries("management_squares", content.ManagementSquare)
    )
    given = [area.area for area in box.content.entries("areas", content.Area) if kind in area.reward]
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
    for stamp in box.content.entries("stamps", content.Named):
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
    for leader in box.content.entries("leaders", content.LeaderEntry):
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


def _pieces(box: Box) -> dict[str, str]:
    """What is neither card, leader nor token."""
    squares, future = len(box.prices), box.future_squares
    return {
        "game_board": f"Holds the current panel with {squares} squares, the future panel with {future}, the deck, the "
        "discard pile, and the tracks for turn order, rounds and VP.",
        "realm_board": "A player's realm: the management zone for mayors, the map for generals and admirals, the manor "
        f"for tokens, and the display for up to {box.limits.display_max_cards} cards that wait to be paid.",
        "defensive_wall": "Hides a realm's leaders while all place them in secret; tokens and cards stay open.",
        "king_queen_card": "Shows whose realm it is; it has no ability.",
        "overview_card": "Lists the steps of a round; it has no effect.",
        "turn_order_marker": "Its space on the turn order track says when its owner acts; space 1 starts.",
        "victory_point_marker": f"Counts VP from 0; at every multiple of {box.track.bonus_every} its owner gains "
        f"{counted(box.track.bonus_tokens, 'token')}.",
        "round_marker": f"Counts the {box.rounds} rounds; after the last the game ends.",
        "event_card": "Comes from the panels by price, majority or auction; put into play it brings points, tokens or "
        "leaders.",
    }


def _current_squares(box: Box) -> Texts:
    texts = {}
    for square in box.content.entries("current_squares", content.Square):
        cleared = [n for n, squares in box.cleared.items() if square.square <= squares]
        gone = f"a card left here is discarded at the end of a round with {listed(map(str, cleared))} players"
        price = f"activating the realm or majority card here costs {square.price} production"
        texts[square.id] = _sentences((f"square {square.square} of the current panel", price, gone if cleared else ""))
    return texts


def _future_squares(box: Box) -> Texts:
    return {
        square.id: f"Square {square.square} of the future panel. Its card cannot be activated yet; at the end of a "
        "round the future cards fill the empty squares of the current panel, square 1 first."
        for square in box.content.entries("future_squares", content.Square)
    }


def _management_squares(box: Box) -> Texts:
    return {
        square.id: f"Each mayor here brings {amount(box, square.resource, square.tokens_per_mayor)} every round."
        for square in box.content.entries("management_squares", content.ManagementSquare)
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
        for area in box.content.entries("areas", content.Area)
    }


def _reward(box: Box, area: content.Area) -> str:
    return tokens(box, box.rewards[area.area])


def _starting_leaders(box: Box) -> Texts:
    texts = {}
    for start in box.content.entries("starting_leaders", content.StartingLeaders):
        buffers = f"; {start.buffers} of the mayors are buffers" if start.buffers else ""
        owned = leaders(start.mayors, start.generals, start.admirals)
        texts[start.id] = f"With {start.players} players each starts with {owned}{buffers}."
    return texts


def _round_steps(box: Box) -> dict[str, str]:
    """What happens in a round, in this order."""
    goods = amount(box, "production", box.limits.extra_goods_production)
    cleared = ", ".join(f"{squares} with {seats}" for seats, squares in box.cleared.items())
    return {
        "hide": "All realms are hidden behind their walls; nothing has to be decided.",
        "place_leaders": "All place all their leaders at the same time and in secret: mayors on management squares, "
        "generals and admirals on areas of the map.",
        "get_resources": "The walls come down. Mayors bring tokens, the strongest in each area takes its reward, and "
        "cards in play that work each round give their tokens.",
        "extra_goods": f"Everybody gains {goods}.",
        "turn_order": "Whoever has the most production starts, the others follow by production; players with equally "
        "much keep the order of the round before. Nothing is spent.",
        "actions": "In turn order each takes one action, again and again: activate a card of the current panel, play a "
        "card of the own display, or pass for the rest of the round. It ends when all have passed.",
        "end_round": "The cards on the first squares of the current panel are discarded (by number of players: "
        f"{cleared}), the others move up, future cards follow, and the deck refills both panels. After the last round "
        "the game is scored instead.",
    }


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


def _families(box: Box) -> Texts:
    texts = {}
    for family in box.content.entries("families", content.Family):
        faces = {face.id: face for face in box.faces.values() if face.family == family.id}
        texts[family.id] = _family(box, family, list(faces.values()))
    return texts


def _family(box: Box, family: content.Family, faces: list[Face]) -> str:
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


def _face(box: Box, entry: content.CardEntry) -> Face:
    return next(face for face in box.faces.values() if face.id == entry.id)


def _card(box: Box, face: Face) -> str:
    names = [] if face.family_name in face.name else [face.family_name]
    names += ["great person"] if face.great_person else []
    kind = f"{face.stamp} {face.type} card{f' ({listed(names)})' if names else ''}: {_goes(box, face)}"
    return _sentences((kind, _cost(box, face), *_told(effects(box, face)), *_notes(box, face)))


def _goes(box: Box, face: Face) -> str:
    match face.type:
        case "majority":
            return f"goes to whoever has the most {resource(box, s.RESOURCES[face.majority])} when it is activated"
        case "auction":
            return f"goes straight into play for whoever bids the most {resource(box, s.RESOURCES[face.pays])}"
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
    counted_by = {
        effect.per for effect in (*face.immediate, *face.end) if isinstance(effect, ops.GainVp | ops.GainResource)
    }
    if "combat_value" in counted_by:
        yield f"a general counts {box.general_strength}, an admiral {box.admiral_strength}, a buffer nothing"
    if "mayors" in counted_by:
        yield "buffers count as mayors"


def _told(done: Iterable[Does]) -> list[str]:
    return [f"{when}: {what}" for when, what in done]


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


def _sentences(parts: Iterable[str]) -> str:
    return " ".join(f"{sentence(part)}." for part in parts if part)


# What cards cost and do


def effects(box: Box, face: Face) -> list[Does]:
    """All that the card does, in the order in which it does it."""
    done = []
    if face.immediate:
        done.append(Does(AT_ONCE, _all(box, face, face.immediate)))
    done += [Does("each round", _all(box, face, [effect])) for effect in face.production]
    done += [Does(f"with each further {stamp} card", _all(box, face, some)) for stamp, some in face.colour.items()]
    if face.end:
        done.append(Does("at the end", _all(box, face, face.end)))
    return done


def in_short(box: Box, face: Face) -> str:
    """For tables and moves: `at once 2 VP; at the end 1 VP per violet card in play`."""
    return "; ".join(f"{when} {what}" for when, what in effects(box, face))


def at_the_end(box: Box, face: Face) -> str:
    """What the card is scored for when the game ends."""
    return _all(box, face, face.end)


def cost(box: Box, face: Face, seats: int | None = None) -> str:
    """What it takes to put the card into play; without a number of seats, for every number."""
    if face.type == "auction":
        return f"bid {resource(box, s.RESOURCES[face.pays])}"
    if not face.amounts:
        return "1 admiral per island in play, itself included"
    kind = s.RESOURCES[face.pays]
    if seats is not None:
        return amount(box, kind, face.amounts[seats])
    usual = face.amounts[box.players[0]]
    others = [f"{face.amounts[n]} with {n} players" for n in box.players if face.amounts[n] != usual]
    return amount(box, kind, usual) + (f" ({', '.join(others)})" if others else "")


def receives(box: Box, face: Face) -> str:
    """Who gets the card: `most culture`, `auction`."""
    return f"most {resource(box, s.RESOURCES[face.majority])}" if face.type == "majority" else face.type


def _all(box: Box, face: Face, some: Iterable[ops.Effect]) -> str:
    return listed(one_effect(box, face, effect) for effect in some)


def one_effect(box: Box, face: Face, effect: ops.Effect) -> str:
    """What it gives: `2 VP`, `1 culture per mayor`."""
    match effect:
        case ops.GainVp():
            return f"{effect.amount} VP{_per(face, effect)}{_if(effect.condition)}"
        case ops.GainResource():
            return f"{amount(box, effect.resource, effect.amount)}{_per(face, effect)}"
        case ops.GainLeader():
            return counted(effect.amount, effect.leader)
        case ops.ChooseResourceEffect():
            barred = f" other than {listed(resource(box, kind) for kind in effect.barred)}" if effect.barred else ""
            return f"{counted(effect.amount, 'token')} of one resource of your choice{barred}"
        case ops.TakeRealmCardEffect():
            return "a realm card of the current panel into your display without paying its price"
        case _:
            assert_never(effect)


def _per(face: Face, effect: ops.GainVp | ops.GainResource) -> str:
    if effect.per is None:
        return ""
    itself = effect.per in ("cards", "distinct_stamps") or face.stamp == effect.stamp or face.family == effect.family
    return f" per {_things(effect.per, effect.stamp, effect.family)[0]}{', itself included' if itself else ''}"


def _if(condition: ops.Condition | None) -> str:
    if condition is None:
        return ""
    one, many = _things(condition.counter, condition.stamp, condition.family)
    return f" with at least {counted(condition.at_least, one, many)}"


def _things(counter: str, stamp: str | None, family: str | None) -> tuple[str, str]:
    """One and many of what a counter counts."""
    if counter == "stamp_cards":
        return f"{stamp} card in play", f"{stamp} cards in play"
    if counter == "family_cards":
        one = (family or "").replace("_", " ")
        many = f"{one[:-1]}ies" if one.endswith("y") else f"{one}s"
        return f"{one} in play", f"{many} in play"
    return _THINGS[counter]


# Names and numbers


def resource(box: Box, kind: str) -> str:
    """Many of it: `gold`, `battle points`."""
    name = box.resource_names[kind].lower()
    return f"{name}s" if kind in _COUNTABLE else name


def amount(box: Box, kind: str, number: int) -> str:
    """`2 gold`, `1 battle point`."""
    name = box.resource_names[kind].lower()
    return counted(number, name, resource(box, kind))


def tokens(box: Box, amounts: s.Tokens) -> str:
    """`1 gold and 2 battle points`."""
    return listed(amount(box, kind, number) for kind, number in asdict(amounts).items() if number)


def card(face: Face) -> str:
    """The card with its family: `Dante (Artist)`; where the name says it already, `Castle`."""
    return face.name if face.family_name in face.name else f"{face.name} ({face.family_name})"


def stamped(face: Face) -> str:
    """The card with its stamp too: `Dante (violet Artist)`, `Castle (orange)`."""
    known = face.family_name in face.name
    return f"{face.name} ({face.stamp})" if known else f"{face.name} ({face.stamp} {face.family_name})"


def areas(numbers: Iterable[int]) -> str:
    """`area 3`, `areas 3 and 5`; an area alone is named once, however often it is meant."""
    named = [str(number) for number in numbers]
    named = named[:1] if len(set(named)) == 1 else named
    return f"area{'s' if len(named) > 1 else ''} {listed(named)}"


def leaders(mayors: int, generals: int, admirals: int) -> str:
    """`4 mayors, 1 general and 1 admiral`."""
    return listed((counted(mayors, "mayor"), counted(generals, "general"), counted(admirals, "admiral")))


def ordinal(place: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`."""
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"
