"""What the examples are answered with: recorded by really sending them (tests/support/examples.py)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

PATH = Path(__file__).with_name("answers.json")


@cache
def kept_answers() -> dict[str, Any]:
    """`answers` by operation, `problems` by kind."""
    found: dict[str, Any] = msgspec.json.decode(PATH.read_bytes()) if PATH.is_file() else {}
    return {"answers": {}, "problems": {}, **found}


def fill(operation: dict[str, Any]) -> None:
    """Show what an operation's example is answered with, wherever an answer of that shape can come back."""
    answer = kept_answers()["answers"].get(operation["operationId"])
    if answer is None:
        return
    shown = [(content, _form(content)) for _, content in sorted(_contents(operation), key=lambda each: each[0])]
    for content, form in shown:
        if content[form].get("schema") == shown[-1][0][shown[-1][1]].get("schema"):
            content[form] = {**content[form], "example": answer}


def _contents(operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for status, response in operation["responses"].items():
        if response.get("content"):
            yield status, response["content"]


def _form(content: dict[str, Any]) -> str:
    return "application/json" if "application/json" in content else next(iter(content))


def of_problem(slugs: list[str]) -> dict[str, Any]:
    """Examples of these kinds of problems, as far as there are any."""
    found = {slug: {"value": kept_answers()["problems"][slug]} for slug in slugs if slug in kept_answers()["problems"]}
    return {"examples": found} if found else {}
