"""Games of long ago are verified by every build: four verdicts, each ok, by the edition they were played by."""

from __future__ import annotations

from pathlib import Path

import pytest

from moothall.domain.titles import TITLES
from moothall.events.audit.game import audit
from moothall.events.audit.report import NAMES
from moothall.server.cli.options import TIME_S
from moothall.server.cli.verify import Index, Ways, check
from tests.golden import make
from tests.golden.alterations import with_an_option
from tests.golden.make import GOLDEN, TOURNAMENT
from tests.golden.ways import FOLDER, WAYS
from tests.support.recomputing import recomputed
from tests.support.records import TRUSTED

FILES = sorted(FOLDER.glob("*.ndjson"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_verified(path: Path) -> None:
    report = audit(path.read_bytes(), TITLES, trusted=TRUSTED)
    assert all(verdict.ok for verdict in report.verdicts.values()), report


def test_the_tournament_is_verified() -> None:
    """Five verdicts; and whoever makes its standings again comes to the same."""
    ways = Ways(TRUSTED, False, TIME_S)
    *games, cup = [each.report for each in check((TOURNAMENT,), Index((TOURNAMENT,)), ways)]
    assert all(report.ok for report in games)
    assert {name: verdict.ok for name, verdict in cup.verdicts.items()} == dict.fromkeys((*NAMES, "standings"), True)
    assert recomputed(TOURNAMENT) == "as recorded"


def test_the_tournament_is_verified_when_its_title_has_got_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TITLES, "medieval-realms", with_an_option(TITLES["medieval-realms"]))
    assert all(each.report.ok for each in check((TOURNAMENT,), Index((TOURNAMENT,)), Ways(TRUSTED, False, TIME_S)))


def test_every_golden_game_is_kept() -> None:
    assert {golden.path.stem for golden in GOLDEN} | {way.path.stem for way in WAYS} == {path.stem for path in FILES}


@pytest.mark.parametrize("slug", TITLES)
def test_every_title_keeps_a_game_per_player_count(slug: str) -> None:
    assert {golden.seats for golden in GOLDEN if golden.slug == slug} == set(TITLES[slug].players)


def test_making_golden_games_rewrites_none() -> None:
    before = {path: path.stat().st_mtime_ns for path in FILES}
    kept = [golden for golden in GOLDEN if golden.path in before]
    assert len(kept) + len(WAYS) == len(before)
    make.add(kept, WAYS)
    assert {path: path.stat().st_mtime_ns for path in before} == before
