"""Rulings and notices: one schema to check them all, but one component for each kind in openapi.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from moothall.events.projections.inbox import KINDS as NOTICES
from moothall.server.apidocs.unions import one_of
from moothall.server.schemas.answers.notices import MEANS
from moothall.server.schemas.bodies.rounds import RULINGS as TOURNAMENT_RULINGS
from moothall.server.schemas.bodies.rulings import KINDS as RULINGS

Schema = dict[str, Any]

ONLY_WITH = "x-only-with"
"""Says of a field with which kinds it comes."""


HELD = {
    "correction": ("HeldCorrection", "The result of a table was corrected."),
    "points": ("HeldPoints", "Points were taken from an entrant, or given."),
}
"""The rulings of a tournament that go on counting."""


def split_kinds(schemas: dict[str, Schema]) -> None:
    """In place: what is of several kinds becomes a union of them."""
    for name, kinds in (("PostRuling", RULINGS), ("PostTournamentRuling", TOURNAMENT_RULINGS)):
        if name in schemas:
            schemas[name] = _rulings(schemas, name, kinds)
    for name, (text, told) in SPLIT.items():
        if name in schemas:
            schemas[name] = _split(schemas, name, told, text)


def notice_component(kind: str) -> str:
    """What a kind of notice is called in openapi.yaml."""
    return "".join(part.capitalize() for part in kind.split("_")) + "Notice"


SPLIT = {
    "NoticeAnswer": (
        "Something that concerns you; its `type` says what.",
        {kind: (notice_component(kind), MEANS.get(kind, "Something that concerns you.")) for kind in NOTICES},
    ),
    "HeldRuling": ("A ruling that counts; its `type` says which.", HELD),
}
"""What is of several kinds in answers: what it is, and its kinds."""


def _rulings(schemas: dict[str, Schema], component: str, kinds: Mapping[str, Any]) -> Schema:
    whole, names = schemas[component], {}
    for tag, record in kinds.items():
        fields = {field.encode_name: field.required for field in msgspec.structs.fields(record)}
        names[tag] = f"{record.__name__}Ruling"
        schemas[names[tag]] = {
            **_kind(tag, {name: whole["properties"][name] for name in fields}),
            "required": ["type", *(name for name, required in fields.items() if required)],
            "description": _text(record.__doc__),
            "additionalProperties": False,
        }
    return one_of("A ruling; its `type` says which. Everybody can read its reason.", "type", names)


def _split(schemas: dict[str, Schema], component: str, kinds: Mapping[str, tuple[str, str]], text: str) -> Schema:
    """One schema for several kinds as a union of them; `kinds` has by tag the component's name and what it means."""
    whole, names = schemas[component], {}
    for kind, (name, means) in kinds.items():
        members = {
            field: {word: value for word, value in member.items() if word != ONLY_WITH}
            for field, member in whole["properties"].items()
            if field != "type" and kind in member.get(ONLY_WITH, kinds)
        }
        names[kind] = name
        schemas[name] = {**_kind(kind, members), "required": ["type", *members], "description": means}
    return one_of(text, "type", names)


def _kind(tag: str, members: Mapping[str, Schema]) -> Schema:
    always = {"type": "string", "enum": [tag], "description": f"Always `{tag}`."}
    return {"type": "object", "properties": {"type": always, **members}}


def _text(document: str | None) -> str:
    return " ".join((document or "").split())
