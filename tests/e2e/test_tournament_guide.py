"""docs/tournaments.md, followed by the letter: its blocks are typed one after the other, against a real server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from moothall.domain.tournament.settings import Settings
from moothall.server.cli.tournament import rule, tournament
from tests.e2e.conftest import Hall
from tests.support.followed import blocks, page, typed

PAGE = page("docs/tournaments.md")


@pytest.mark.timeout(600)
def test_the_guide_can_be_followed_by_the_letter(hall: Hall, tmp_path: Path) -> None:
    done = typed("set -eu\n" + "\n".join(blocks(PAGE)), tmp_path, hall)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-4_000:]
    assert "rounds: a Swiss tournament has a fixed number of rounds (TN-1.3)" in done.stderr
    assert "so it is" in done.stdout
    assert "The tournament is over: first is" in said
    assert (tmp_path / "standings.csv").read_text("utf-8").startswith("rank,entrant,name")
    assert '"comparison":[{"table_size":4,"seat":0' in said
    assert (tmp_path / "cup.zip").stat().st_size > 10_000
    assert re.search(r"standings +ok", said), said[-2_000:]
    assert (tmp_path / "events.ndjson").read_text("utf-8").count("\n") > 10


def test_the_guide_names_every_term_command_and_ruling() -> None:
    assert [name for name in Settings.__struct_fields__ if f"`{name}`" not in PAGE and name != "content_hash"] == []
    assert [name for name in tournament.commands if not re.search(rf"tournament {name}\b|`{name} ID`", PAGE)] == []
    assert [name for name in rule.commands if f"`{name}" not in PAGE] == []
