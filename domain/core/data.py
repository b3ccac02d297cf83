"""The base shapes of all data: frozen, tagged by `type` where several kinds share a place."""

from __future__ import annotations

import re
from typing import Any

import msgspec

_WORD_STARTS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def snake(class_name: str) -> str:
    """The tag of a struct: `GemsSpent` is `gems_spent`."""
    return _WORD_STARTS.sub("_", class_name).lower()


# They hold what was there before them and nothing after, so none is ever part of a cycle: the garbage collector need
# not follow them (`gc=False`), which makes them smaller and quicker to build. References still count.


class Data(msgspec.Struct, frozen=True, gc=False):
    """A plain frozen struct."""


class Move(
    msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=snake, forbid_unknown_fields=True, omit_defaults=True
):
    """What a seat asks for. Named in the imperative: `BuildItem`."""


class Change(
    msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=snake, omit_defaults=True, forbid_unknown_fields=True
):
    """One fact that happened, luck resolved. Named in the past tense: `ItemBuilt`.

    A fact that this version does not know is an error, never passed over: whoever folded without it would go on from
    a wrong state.
    """


class Hidden(Change, frozen=True):
    """Stands in a redacted event for a change that the viewer may not see.

    `seat` is whose secret it is (None: the game's own), `what` the kind of change where the kind is public.
    """

    seat: int | None = None
    what: str | None = None


class View(msgspec.Struct, frozen=True, gc=False):
    """A part of what a viewer is shown: every field is always there, and has a line of documentation of its own."""


class Case(View, frozen=True, tag_field="type", tag=snake):
    """A view that is one of several kinds; `type` says which."""


Json = dict[str, Any]
"""Plain data, ready to encode."""
