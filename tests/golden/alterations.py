"""What may come after a release: a title altered in one way or another, as its next version would be.

Content that changes is a new edition; what else changes changes for all editions.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

import msgspec

from moothall.domain.core.content import checked
from moothall.domain.core.data import Json
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle, Turn
from moothall.domain.core.words import Reader
from moothall.domain.titles import TITLES


class Values(NamedTuple):
    """Where a title has what is altered."""

    number: Callable[[Json], Json]
    """The table or entry that holds a component's number, and is changed."""
    number_field: str
    start: Callable[[Json], Json]
    """The same for a value that the game starts with."""
    start_field: str
    cards: str
    """A list of components that takes one more."""
    also: Callable[[Json], None] = lambda tables: None
    """What else has to know of one more."""


def _one_more_castle(tables: Json) -> None:
    for name, id_ in (("families", "castle"), ("stamps", "orange"), ("card_types", "majority")):
        next(entry for entry in tables[name] if entry["id"] == id_)["cards"] += 1


VALUES = {
    "gates-of-mara": Values(
        lambda tables: tables["enchantments"][0], "points_plus", lambda tables: tables["start"], "energy", "objectives"
    ),
    "manaforge": Values(
        lambda tables: tables["items"][0]["cost"],
        "earth",
        lambda tables: tables["setup"],
        "prisms_others",
        "talents",
    ),
    "medieval-realms": Values(
        lambda tables: tables["cards"][0]["cost"],
        "amount",
        lambda tables: tables["starting_capital"]["resources"],
        "gold",
        "cards",
        _one_more_castle,
    ),
    "winds-of-numa-sera": Values(
        lambda tables: tables["heroes"][0],
        "attack",
        lambda tables: tables["setups"][0],
        "skill_cards_per_type",
        "items",
    ),
}


def _number(tables: Json, values: Values) -> None:
    values.number(tables)[values.number_field] += 1


def _start(tables: Json, values: Values) -> None:
    values.start(tables)[values.start_field] -= 1


def _card(tables: Json, values: Values) -> None:
    entry = copy.deepcopy(tables[values.cards][0])
    tables[values.cards].append({**entry, "id": "novelty", "name": "Novelty", "count": 1})
    tables["counts"][values.cards] += 1
    values.also(tables)


CONTENT = {"a component's number": _number, "a starting value": _start, "a card added": _card}


@contextmanager
def next_edition(title: AnyTitle, alter: Callable[[Json, Values], None]) -> Iterator[AnyTitle]:
    """The title with one edition more, in which the content is altered."""
    newest, number = title.content, title.current + 1
    tables = copy.deepcopy(newest.tables)
    tables["title"]["edition"] = number
    alter(tables, VALUES[title.slug])
    altered = checked("altered", tables, newest.rulebook.document)
    content: Any = import_module(f"moothall.domain.{title.slug.replace('-', '_')}.content")
    boxes: MutableMapping[int, Any] = content.BOXES
    boxes[number] = content.Box(altered)
    try:
        yield dataclasses.replace(title, editions={**title.editions, number: altered})
    finally:
        del boxes[number]


def with_a_view_field(title: AnyTitle) -> AnyTitle:
    """Views tell something more."""
    config = title.view_type.__struct_config__
    richer = msgspec.defstruct(
        "Richer",
        [("novelty", int, 7)],
        bases=(title.view_type,),
        frozen=True,
        tag_field=config.tag_field,
        tag=config.tag,
        kw_only=True,
    )

    def view(state: Any, seat: int | None) -> Any:
        return richer(**msgspec.structs.asdict(title.view(state, seat)))

    return dataclasses.replace(title, view=view, view_type=richer)


def with_other_texts(title: AnyTitle) -> AnyTitle:
    """Everything is said in other words."""

    def said(change: Any, reader: Reader) -> str:
        return "Something happened"

    return dataclasses.replace(title, describe_change=said, describe_move=lambda move, state, reader: "Do it")


def with_a_state_field(title: AnyTitle) -> AnyTitle:
    """States hold something more, which is at its default in every old game."""
    wider = msgspec.defstruct("Wider", [("novelty", int, 0)], bases=(title.state,), frozen=True, kw_only=True)

    def initial(seats: int, options: Any, edition: int) -> Any:
        return wider(**msgspec.structs.asdict(title.initial(seats, options, edition)))

    return dataclasses.replace(title, state=wider, initial=initial)


def with_an_option(title: AnyTitle) -> AnyTitle:
    """Something more can be set when a game is created; old records do not name it."""
    known = title.options
    wider = msgspec.defstruct(
        "Options", [("novelty", bool, False)], bases=(known,), frozen=True, forbid_unknown_fields=True, kw_only=True
    )

    def initial(seats: int, options: Any, edition: int) -> Any:
        return title.initial(
            seats, known(**{name: getattr(options, name) for name in known.__struct_fields__}), edition
        )

    return dataclasses.replace(title, options=wider, initial=initial)


def with_a_guarded_rule(title: AnyTitle) -> AnyTitle:
    """From the edition after those that were released nobody may do anything."""
    released = TITLES[title.slug].current

    def decide(turn: Turn[Any, Any], move: Any) -> None:
        if turn.state.edition > released:
            raise IllegalMove(next(iter(title.content.rulebook.rules)), "not any more")
        title.decide(turn, move)

    return dataclasses.replace(title, decide=decide)


PLAIN = {
    "a field added to the view": with_a_view_field,
    "a text": with_other_texts,
    "a field added to the state": with_a_state_field,
    "an option added": with_an_option,
    "a rule guarded by a new edition": with_a_guarded_rule,
}
