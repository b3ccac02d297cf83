"""docs/bot-tutorial.md, followed by the letter: its blocks in order, against a real server."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.e2e.conftest import Hall
from tests.support.followed import page, typed

THINKS, THINKS_LESS = "MOVES, WORLDS, AHEAD = 5, 3, 10", "MOVES, WORLDS, AHEAD = 3, 1, 4"
"""All that is not as it stands there: how long the second bot thinks, in each of the four games that follow."""

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def script(text: str) -> str:
    """What somebody types who follows the page: Python blocks are saved as mine.py, dialogues are tried."""
    lines = ["set -eu"]
    for number, (language, block) in enumerate(BLOCK.findall(text)):
        match language:
            case "bash":
                lines.append(block)
            case "python":
                lines.append(f"cat > mine.py <<'END'\n{block}END")
            case "pycon":
                lines.append(f"cat > {number}.txt <<'END'\n{block}END\n{sys.executable} -m doctest {number}.txt")
            case _:  # how to install it: that a wheel works anywhere is shown by tests/library/test_installed.py
                assert language == "sh", language
    return "\n".join(lines)


def test_the_tutorial_can_be_followed_by_the_letter(hall: Hall, tmp_path: Path) -> None:
    text = page("docs/bot-tutorial.md")
    assert THINKS in text
    text = text.replace(THINKS, THINKS_LESS)
    assert [language for language, _ in BLOCK.findall(text)].count("sh") == 1
    done = typed(script(text), tmp_path, hall)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-4_000:]
    assert re.search(r"\./mine\.py:Bot +10 of 10", said), "the first bot beats random"
    assert re.search(r"2 games of medieval-realms with 2 players, 1 deals", said)
    assert re.search(r"against (greedy|\./mine\.py:Bot), 2 games", said)
    assert "2 of 2 games are good" in said
    assert (tmp_path / "report.html").stat().st_size > 1_000
