"""Every rule of every rulebook is named by a test, and no test names a rule that does not exist."""

from __future__ import annotations

import ast
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from moothall.domain.core.rulebook import Rulebook
from moothall.domain.titles import TITLES

TESTS = Path(__file__).parents[1]

BOOKS = {
    "table": Rulebook.parse("TB", files("moothall.domain.table").joinpath("RULES.md").read_text("utf-8")),
    "tournament": Rulebook.parse("TN", files("moothall.domain.tournament").joinpath("RULES.md").read_text("utf-8")),
    **{slug: title.content.rulebook for slug, title in TITLES.items()},
}


@cache
def named_rules() -> set[str]:
    """All ids in `@rule(...)` decorators below tests/."""
    ids: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
                        ids.update(arg.value for arg in mark.args if isinstance(arg, ast.Constant))  # type: ignore[misc]
    return ids


@pytest.mark.parametrize("slug", BOOKS)
def test_every_rule_has_a_test(slug: str) -> None:
    named = named_rules()
    assert not [rule_id for rule_id in BOOKS[slug].rules if rule_id not in named]


def test_every_named_rule_exists() -> None:
    known = {rule_id for book in BOOKS.values() for rule_id in book.rules}
    prefixes = {book.prefix for book in BOOKS.values()}
    assert not {rule_id for rule_id in named_rules() - known if rule_id.split("-")[0] in prefixes}
