"""`?` in the terminal: rules and components as the server tells them."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.domain.titles import TITLES
from moothall.server.cli.play.game import Client
from moothall.server.cli.play.lookup import Book, glance_of, things_of

CONTENT: dict[str, Any] = {
    "tables": {
        "title": {"name": "Not a list"},
        "items": [
            {"id": "phoenix_egg", "name": "Phoenix Egg", "text": "Cost 2 fire. Hatches.", "source": "printed"},
            {"id": "egg", "name": "Egg", "text": "Cost 1 earth.", "source": "designed", "printed": ["name"]},
            {"id": "wand", "name": "Wand", "cost": 3, "tags": ["x"], "hot_end": "tip", "source": "designed"},
        ],
        "coins": [{"id": "gold_coin", "text": "Worth 5.", "source": "printed", "count": 3}],
    },
    "texts": {"die_faces": {"power_surge": "Recharge an Egg."}},
}
RULES = {
    "sections": {"XX-1": "Eggs", "XX-2": "Luck"},
    "rules": [
        {"id": "XX-1.1", "text": "A **Phoenix Egg** hatches in `round_3`.", "provenance": "printed", "section": "XX-1"},
        {"id": "XX-1.2", "text": "Nobody eats eggs.", "provenance": "designed", "section": "XX-1"},
        {"id": "XX-2.1", "text": "The die is rolled.", "provenance": "printed", "section": "XX-2"},
    ],
}
DOCUMENT = "# X\n\n## At a glance\n\n- Two to **four**,\n  nine `rounds`.\n- Most wins.\n\n## Rules\n- XX-1.1 ...\n"


class Library(Client):
    """Knows one title without a server."""

    def __init__(self) -> None:
        super().__init__("http://nowhere")

    def call(self, method: str, path: str, body: Any = None, have: int | None = None) -> Any:
        return {"/v1/titles/x/content": CONTENT, "/v1/titles/x/rules": RULES}[path]

    def text(self, path: str, accept: str) -> str:
        return DOCUMENT


@pytest.fixture
def book() -> Book:
    return Book(Library(), "x")


def found(book: Book, what: str) -> tuple[list[str], list[str]]:
    answer = book.find(what)
    return [thing.name for thing in answer.things], [rule.id for rule in answer.rules]


@pytest.mark.parametrize(
    ("what", "things", "rules"),
    [
        ("XX-1.2", [], ["XX-1.2"]),
        ("xx-1", [], ["XX-1.1", "XX-1.2"]),
        ("XX-9.9", [], []),
        ("phoenix egg", ["Phoenix Egg"], ["XX-1.1"]),
        ("phoenix_egg", ["Phoenix Egg"], ["XX-1.1"]),
        ("Egg", ["Egg"], []),
        ("gold_coin_2", ["gold coin"], []),
        ("power surge", ["power surge"], []),
        ("items", ["Phoenix Egg", "Egg", "Wand"], []),
        ("pho", ["Phoenix Egg"], ["XX-1.1"]),
        ("hatches", ["Phoenix Egg"], ["XX-1.1"]),
        ("die", [], ["XX-2.1"]),
    ],
)
def test_what_is_found(book: Book, what: str, things: list[str], rules: list[str]) -> None:
    names, ids = found(book, what)
    assert names == things
    assert [rule for rule in ids if not rule.startswith("TB")] == rules


def test_the_rules_of_every_table_are_known_too(book: Book) -> None:
    assert found(book, "TB-5.1")[1] == ["TB-5.1"]
    assert "TB-5.1" in found(book, "resign")[1]
    assert book.sections["TB-4"] == "Undo"


def test_rules_lose_their_marks(book: Book) -> None:
    rule = book.rule("XX-1.1")
    assert rule is not None
    assert rule.text == "A Phoenix Egg hatches in round_3."


def test_a_near_miss_is_guessed(book: Book) -> None:
    assert book.find("phenix egg").close == ("Phoenix Egg",)
    assert book.find("zzz") == (("", (), (), ()))


def test_components_without_words_show_their_values() -> None:
    wand = next(thing for thing in things_of(CONTENT) if thing.id == "wand")
    assert wand.text == "cost 3; hot end tip"


def test_ids_have_names(book: Book) -> None:
    assert book.name("phoenix_egg") == "Phoenix Egg"
    assert book.name("phoenix_egg_2") == "Phoenix Egg"
    assert book.name("raw_material") == "raw material"
    assert book.id_of("phoenix egg") == "phoenix_egg"
    assert book.id_of("rod") is None


def test_a_move_names_components_by_id_and_in_its_line(book: Book) -> None:
    move = {"type": "build", "card": "wand", "payment": "gold_coin_1:2"}
    named = [thing.name for thing in book.named_in("Build the Phoenix Egg", move)]
    assert named == ["Phoenix Egg", "Wand", "gold coin"], "and not the Egg inside the Phoenix Egg"


def test_the_game_in_short(book: Book) -> None:
    assert book.glance == ["Two to four, nine rounds.", "Most wins."]
    assert glance_of("# No such heading\n") == []


@pytest.mark.parametrize("slug", TITLES)
def test_every_title_can_be_looked_up_on_a_real_server(address: str, slug: str) -> None:
    book = Book(Client(address), slug)
    assert len(book.glance) >= 3
    first = next(iter(TITLES[slug].content.rulebook.rules.values()))
    assert [rule.id for rule in book.find(first.id).rules] == [first.id]
    assert (
        book.find(first.section).heading == f"{first.section} {TITLES[slug].content.rulebook.sections[first.section]}"
    )
    for kind, table in TITLES[slug].content.tables.items():
        for entry in table if isinstance(table, list) else ():
            assert entry["id"] in {thing.id for thing in book.find(entry["id"]).things}, f"{kind} {entry['id']}"
