"""A wrong content file is refused with file, entry and field."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from moothall.domain.core.content import Content, Editions, instances, parse
from moothall.domain.core.data import Data
from moothall.domain.core.errors import ContentError

RULES = "### XX-1 All\n- XX-1.1 A rule. [designed]\n"

HEADER = """
[title]
slug = "example"
name = "Example"
rule_prefix = "XX"
edition = 1
players_min = 2
players_max = 4
source = "printed"
"""

CARDS = """
[counts]
cards = 3
source = "printed"

[[cards]]
id = "red_card"
cost = 2
count = 2
source = "designed"
printed = ["cost"]

[[cards]]
id = "blue"
cost = 1
source = "printed"

[setup]
hand = 5
source = "printed"
"""


class Card(Data, frozen=True):
    id: str
    cost: int
    count: int = 1


class Setup(Data, frozen=True):
    hand: int


def read(toml: str = HEADER + CARDS) -> Content:
    return parse("example/content.toml", toml, RULES)


def changed(old: str, new: str) -> str:
    """The good file with one thing wrong."""
    good = HEADER + CARDS
    assert good.count(old) >= 1
    return good.replace(old, new, 1)


def test_a_good_file_gives_header_lists_tables_and_rules() -> None:
    content = read()
    assert content.header.slug == "example"
    assert content.entries("cards", Card) == (Card("red_card", 2, 2), Card("blue", 1))
    assert content.table("setup", Setup) == Setup(5)
    assert list(content.rulebook.rules) == ["XX-1.1"]


def test_the_hash_changes_with_the_data_and_not_with_the_layout() -> None:
    assert read().hash == read(CARDS + "# a comment\n" + HEADER).hash
    assert read().hash != read(changed("cost = 1", "cost = 3")).hash


@pytest.mark.parametrize(
    ("toml", "entry", "field"),
    [
        (CARDS, "title", ""),
        (changed('name = "Example"\n', ""), "title", "name"),
        (changed('name = "Example"', 'nickname = "Ex"\nname = "Example"'), "title", "nickname"),
        (changed("players_min = 2", 'players_min = "two"'), "title", "players_min"),
        (changed('id = "blue"', 'id = "Blue Card"'), "cards.Blue Card", "id"),
        (changed('id = "blue"\n', ""), "cards[2]", "id"),
        (changed('id = "blue"', "id = 7"), "cards[2]", "id"),
        (changed('id = "blue"', 'id = "red_card"'), "cards.red_card", "id"),
        (changed("count = 2", "count = 0"), "cards.red_card", "count"),
        (changed("count = 2", "count = true"), "cards.red_card", "count"),
        (changed("count = 2", 'count = "2"'), "cards.red_card", "count"),
        (changed("cards = 3", "cards = 4"), "counts", "cards"),
        (changed("[counts]\ncards = 3", "[numbers]\ncards = 3"), "counts", ""),
        (changed("cards = 3", "cards = 3\ncoins = 9"), "coins", ""),
        (changed('source = "designed"\n', ""), "cards.red_card", "source"),
        (changed('source = "designed"', 'source = "guessed"'), "cards.red_card", "source"),
        (changed('hand = 5\nsource = "printed"', "hand = 5"), "setup", "source"),
        (changed('printed = ["cost"]', 'printed = ["price"]'), "cards.red_card", "printed"),
        (changed('printed = ["cost"]', 'printed = ["source"]'), "cards.red_card", "printed"),
        (changed('printed = ["cost"]', 'printed = "cost"'), "cards.red_card", "printed"),
        (changed('printed = ["cost"]', 'printed = [["cost"]]'), "cards.red_card", "printed"),
        (changed('printed = ["cost"]', 'printed = ["cost"]\ninferred = ["cost"]'), "cards.red_card", "cost"),
        (changed('printed = ["cost"]', 'printed = ["cost", "cost"]'), "cards.red_card", "cost"),
        ("cards = [1]\n" + HEADER, "cards[1]", ""),
        ("stray = 1\n" + HEADER + CARDS, "stray", ""),
        (changed("cost = 1", "cost = "), "file", "toml"),
    ],
    ids=[
        "missing header",
        "missing header field",
        "unknown header field",
        "wrong header type",
        "id not snake case",
        "no id",
        "id not a text",
        "double id",
        "count zero",
        "count not a number",
        "count a text",
        "wrong counts",
        "missing counts",
        "counted list missing",
        "missing source",
        "unknown source",
        "table without source",
        "provenance of no field",
        "provenance of provenance",
        "provenance no list",
        "provenance no list of names",
        "provenance in both lists",
        "provenance twice",
        "list of no tables",
        "value outside of tables",
        "broken TOML",
    ],
)
def test_what_is_wrong_is_named(toml: str, entry: str, field: str) -> None:
    with pytest.raises(ContentError) as refused:
        read(toml)
    error = refused.value
    assert (error.file, error.entry, error.field) == ("example/content.toml", entry, field)
    assert str(error) == f"example/content.toml: {entry}: {field}: {error.text}"


def test_a_list_that_a_title_needs_is_missed() -> None:
    with pytest.raises(ContentError) as refused:
        read().entries("coins", Card)
    assert (refused.value.entry, refused.value.text) == ("coins", "the list is missing")


def test_a_table_that_a_title_needs_is_missed() -> None:
    with pytest.raises(ContentError) as refused:
        read().table("scoring", Setup)
    assert (refused.value.entry, refused.value.text) == ("scoring", "the table is missing")


def test_an_entry_of_the_wrong_shape_is_named_with_its_field() -> None:
    with pytest.raises(ContentError) as refused:
        read(changed("cost = 1", 'cost = "one"')).entries("cards", Card)
    assert (refused.value.entry, refused.value.field) == ("cards.blue", "cost")
    with pytest.raises(ContentError) as refused:
        read(changed("cost = 1\n", "")).entries("cards", Card)
    assert (refused.value.entry, refused.value.field) == ("cards.blue", "cost")


def test_a_titles_own_finding_has_the_same_form() -> None:
    assert str(read().error("cards.blue", "cost", "too dear")) == "example/content.toml: cards.blue: cost: too dear"


def test_copies_are_numbered_and_a_single_one_is_not() -> None:
    assert instances("blue", 1) == ("blue",)
    assert instances("red_card", 3) == ("red_card_1", "red_card_2", "red_card_3")


class TestEditionsThatHoldOnlyWhatChanges:
    @pytest.fixture
    def editions(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Editions]]:
        """The editions of a package: this file's example, and a second edition."""
        folder = tmp_path / "overlay_example"
        (folder / "content").mkdir(parents=True)
        (folder / "__init__.py").touch()
        (folder / "RULES.md").write_text(RULES)
        (folder / "content" / "1.toml").write_text(HEADER + CARDS)
        monkeypatch.syspath_prepend(tmp_path)

        def editions(second: str) -> Editions:
            (folder / "content" / "2.toml").write_text(second)
            return Editions("overlay_example")

        yield editions
        sys.modules.pop("overlay_example", None)

    def test_fields_entries_and_settings_are_replaced_added_and_removed(
        self, editions: Callable[[str], Editions]
    ) -> None:
        both = editions(
            "[title]\nedition = 2\nbased_on = 1\n[counts]\ncards = 4\n[setup]\nhand = 6\n"
            '[[cards]]\nid = "blue"\ncost = 7\n'
            '[[cards]]\nid = "red_card"\nremoved = true\n'
            '[[cards]]\nid = "green"\ncount = 3\ncost = 2\nsource = "designed"\n'
        )
        old, new = both[1], both[2]
        assert [(card.id, card.cost) for card in new.entries("cards", Card)] == [("blue", 7), ("green", 2)]
        assert (new.header.edition, new.header.name) == (2, old.header.name)
        assert new.table("setup", Setup).hand == 6
        assert new.hash != old.hash

    def test_it_has_the_hash_of_the_same_edition_written_in_full(self, editions: Callable[[str], Editions]) -> None:
        overlay = editions('[title]\nedition = 2\nbased_on = 1\n[[cards]]\nid = "blue"\ncost = 7\n')[2]
        full = editions((HEADER + CARDS).replace("edition = 1", "edition = 2").replace("cost = 1\n", "cost = 7\n"))[2]
        assert overlay.hash == full.hash
        assert overlay.tables == full.tables

    @pytest.mark.parametrize(
        ("text", "entry", "field"),
        [
            ("based_on = 2\n", "title", "based_on"),
            ('based_on = "1"\n', "title", "based_on"),
            ('based_on = 1\n[[cards]]\nid = "pink"\nremoved = true\n', "cards.pink", "removed"),
            ('based_on = 1\n[[cards]]\nid = "blue"\ncost = 7\n[[cards]]\nid = "blue"\ncost = 8\n', "cards.blue", "id"),
            ('based_on = 1\n[[cards]]\nid = "blue"\nsource = "guessed"\n', "cards.blue", "source"),
        ],
    )
    def test_what_is_wrong_is_named_with_the_file(
        self, editions: Callable[[str], Editions], text: str, entry: str, field: str
    ) -> None:
        with pytest.raises(ContentError) as refused:
            editions(f"[title]\nedition = 2\n{text}")[2]
        found = refused.value
        assert (found.file, found.entry, found.field) == ("overlay_example/content/2.toml", entry, field)
