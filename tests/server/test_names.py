"""Names and reasons: what others get to see holds nothing that cannot be seen."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from tests.support.api import Api

ODD = {
    "escape": "Ada\x1b[2J",
    "newline": "Ada\nBen",
    "C1 control": "Ada\x9b31m",
    "delete": "A\x7fda",
    "right-to-left override": "Ada\u202e2 nioj",
    "isolate": "\u2066Ada",
    "zero-width space": "A\u200bda",
    "joiner": "A\u200dda",
    "byte order mark": "\ufeffAda",
    "line separator": "Ada\u2028Ben",
    "no-break space": "Ada\u00a0Ben",
    "soft hyphen": "A\u00adda",
    "filler": "\u3164",
    "another filler": "\u115f\u1160",
    "blank braille": "\u2800",
    "variation selector": "A\ufe0f",
    "tag": "Ada\U000e0041",
    "private use": "\ue000",
    "noncharacter": "\uffff",
    "nothing": "",
    "spaces": "   ",
}


@pytest.mark.parametrize("name", ODD.values(), ids=ODD)
def test_what_cannot_be_seen_is_refused_by_its_field(api: Api, name: str) -> None:
    ada = api.player()
    for path, body in (
        ("/v1/players", {"name": name}),
        ("/v1/me/tokens", {"name": name, "scopes": ["read"]}),
    ):
        errors = ada.post(path, body, 422).json["errors"]
        assert list(errors) == ["name"]
        assert all(text.isprintable() for text in errors["name"])
    organiser = api.organiser()
    game = api.game(organiser, [{"kind": "human"}] * 2, organiser=True)
    ruling = {"type": "pause_game", "reason": name}
    assert list(organiser.post(f"/v1/games/{game['id']}/rulings", ruling, 422).json["errors"]) == ["reason"]


def test_the_refusal_says_what_is_wrong(api: Api) -> None:
    text = api.spectator.post("/v1/players", {"name": "Ada\u202e"}, 422).json["errors"]["name"][0]
    assert text == "U+202E (right-to-left override) has no place here: it shows nothing or moves text."


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("  Ada ", "Ada"),
        ("Ada  Lovelace", "Ada  Lovelace"),
        (unicodedata.normalize("NFD", "Zoë Ångström"), unicodedata.normalize("NFC", "Zoë Ångström")),
        ("李 小龙", "李 小龙"),
        ("Владимир", "Владимир"),
        ("أحمد", "أحمد"),
        ("नरेन्द्र", "नरेन्द्र"),
        ("🦊 fox", "🦊 fox"),
        (" " * 30 + "x" * 40, "x" * 40),
    ],
)
def test_names_are_kept_in_one_form(api: Api, sent: Any, kept: str) -> None:
    ada = api.player(sent)
    assert ada.get("/v1/me").json["name"] == kept
    assert ada.post("/v1/me/tokens", {"name": sent, "scopes": ["read"]}).json["name"] == kept


def test_a_huge_name_is_refused_at_once(api: Api) -> None:
    """Not after trying every way to see something in it."""
    assert list(api.spectator.post("/v1/players", {"name": " " * 30_000 + "\u200b"}, 422).json["errors"]) == ["name"]
