"""README.md and docs/tour.md, followed by the letter against a real server."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e.conftest import Hall
from tests.support.followed import blocks, page, typed


def test_the_readme_can_be_followed_by_the_letter(hall: Hall, tmp_path: Path) -> None:
    readme = page("README.md")
    (program,) = blocks(readme, "python")
    (tmp_path / "mine.py").write_text(program, "utf-8")
    done = typed("set -eu\n" + "\necho\n".join(blocks(readme)), tmp_path, hall)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-4_000:]
    assert re.search(r'"moves":\[\{"move":\{"type":', done.stdout), "the first legal moves"
    assert re.search(r"mine\.py:Bot", said)
    assert "The tournament is over: first is" in said
    assert re.search(r"standings +ok", said), said[-2_000:]


def test_the_readme_is_short() -> None:
    assert len(page("README.md").splitlines()) <= 100


def test_the_tour_runs_as_printed(hall: Hall, tmp_path: Path) -> None:
    done = typed("set -u\n" + "\necho\n".join(blocks(page("docs/tour.md"))), tmp_path, hall)
    assert done.returncode == 0, done.stderr
    assert re.search(r'/problems/illegal-move".*"rule":"MF-', done.stdout)
    assert "/problems/precondition-failed" in done.stdout
    assert "event: event\ndata: {" in done.stdout
    created = re.findall(r'\{"id":"(\w+)","title":"manaforge","status":"open"', done.stdout)
    assert len(created) >= 2
    assert created[-1] == created[-2], "the repeated key made a second game"
