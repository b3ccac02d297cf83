"""docs/reliability.md promises nothing without a test, and every test that the documentation names is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = sorted((ROOT / "docs").glob("*.md"))
NAMED = re.compile(r"`(tests/[\w/]+\.py)((?:::\w+)*)`")
PROMISE = re.compile(r"^\| \*\*.*", re.MULTILINE)


def page() -> str:
    return (ROOT / "docs" / "reliability.md").read_text("utf-8")


def names_in(path: Path) -> set[str]:
    """Every test in a file, and every class of them."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found.add(f"::{node.name}")
            found |= {f"::{node.name}::{each.name}" for each in node.body if isinstance(each, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            found.add(f"::{node.name}")
    return found


def test_every_promise_names_a_test() -> None:
    promises = PROMISE.findall(page())
    assert len(promises) > 20
    assert [promise for promise in promises if not NAMED.search(promise)] == []


@pytest.mark.parametrize("doc", DOCS, ids=lambda path: path.stem)
def test_every_test_that_is_named_exists(doc: Path) -> None:
    missing = []
    for file, test in NAMED.findall(doc.read_text("utf-8")):
        path = ROOT / file
        if not path.is_file() or (test and test not in names_in(path)):
            missing.append(file + test)
    assert missing == []


def test_a_test_that_is_not_there_would_be_missed() -> None:
    named = NAMED.findall("`tests/docs/test_reliability.py::test_nothing`")
    assert named == [("tests/docs/test_reliability.py", "::test_nothing")]
    assert "::test_nothing" not in names_in(Path(__file__))
    assert "::test_every_promise_names_a_test" in names_in(Path(__file__))
