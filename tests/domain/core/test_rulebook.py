"""RULES.md as data."""

from __future__ import annotations

import pytest

from moothall.domain.core.rulebook import Rulebook

DOCUMENT = """# The rules

Some words before.

### XX-1 Setting up
- XX-1.1 Everyone takes a card. [printed]
- XX-1.2 A rule may run over
  several lines, with [brackets] inside,
  and goes on. [inferred from p. 4]

### XX-2 The end
What follows is no rule.
- XX-2.1 It ends. [designed]
  Even so.
"""


def test_sections_and_rules_are_found() -> None:
    book = Rulebook.parse("XX", DOCUMENT.replace("  Even so.\n", ""))
    assert book.sections == {"XX-1": "Setting up", "XX-2": "The end"}
    assert list(book.rules) == ["XX-1.1", "XX-1.2", "XX-2.1"]
    assert book.rules["XX-1.1"].text == "Everyone takes a card."
    assert book.rules["XX-2.1"].section == "XX-2"


def test_a_rule_may_run_over_several_lines() -> None:
    rule = Rulebook.parse("XX", DOCUMENT.replace("  Even so.\n", "")).rules["XX-1.2"]
    assert rule.text == "A rule may run over several lines, with [brackets] inside, and goes on."
    assert rule.provenance == "inferred from p. 4"


def test_the_document_is_kept_whole() -> None:
    document = "### XX-1 One\n- XX-1.1 A rule. [printed]\n"
    assert Rulebook.parse("XX", document).document == document


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ("### XX-1 One\n- XX-1.1 A rule.\n", "XX-1.1 does not say where it comes from"),
        ("### XX-1 One\n- XX-1.1 A rule. [rumoured]\n", "XX-1.1 does not say where it comes from"),
        (DOCUMENT, "XX-2.1 does not say where it comes from"),
        ("### XX-1 One\n- XX-2.1 A rule. [printed]\n", "XX-2.1 stands in section XX-1"),
        ("- XX-1.1 A rule. [printed]\n", "XX-1.1 stands in section none"),
        ("### YY-1 One\n- YY-1.1 A rule. [printed]\n", "YY-1.1 stands in section YY-1"),
        ("### XX-1 One\n- XX-1.1 A. [printed]\n- XX-1.1 B. [printed]\n", "XX-1.1 stands twice"),
    ],
    ids=["no provenance", "unknown provenance", "not at its end", "wrong section", "no section", "prefix", "double id"],
)
def test_a_malformed_rule_is_named(document: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Rulebook.parse("XX", document)


EDITIONS = """### XX-1 All
- XX-1.1 Take three. Up to edition 2: Take two. Up to edition 1: Take one. [designed]
- XX-1.2 From edition 2: Say so. [designed]
- XX-1.3 Put it down. [designed]
"""


@pytest.mark.parametrize(
    ("edition", "texts"),
    [
        (1, {"XX-1.1": "Take one.", "XX-1.3": "Put it down."}),
        (2, {"XX-1.1": "Take two.", "XX-1.2": "Say so.", "XX-1.3": "Put it down."}),
        (3, {"XX-1.1": "Take three.", "XX-1.2": "Say so.", "XX-1.3": "Put it down."}),
    ],
)
def test_every_edition_has_its_own_wording(edition: int, texts: dict[str, str]) -> None:
    book = Rulebook.parse("XX", EDITIONS, edition)
    assert {rule.id: rule.text for rule in book.rules.values()} == texts
