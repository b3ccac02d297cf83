"""With the rules compiled everything comes out as it does without: the same verdicts on every golden record, the same
games from the same seeds. It is what MOOTHALL_COMPILE=1 is for, and needs a C compiler."""

from __future__ import annotations

import json
import runpy
import shutil
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from moothall.domain.titles import TITLES
from tests.library.installing import install, run
from tests.support.live import ROOT

GOLDEN = sorted(map(str, (ROOT / "tests/golden").glob("*.ndjson")))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler here; nothing is compiled")
    folder = tmp_path_factory.mktemp("compiled")
    packages = install(folder, MOOTHALL_COMPILE="1")
    for path in asked_for():
        assert list((packages / path).parent.glob(f"{Path(path).stem}.*.so")), f"{path} is not compiled"
    return folder


def asked_for() -> list[str]:
    """What setup.py has compiled."""
    made: dict[str, Any] = runpy.run_path(str(ROOT / "setup.py"))
    with chdir(ROOT):
        return [path for paths in made["modules"]().values() for path in paths]


def said(home: Path, *arguments: str) -> tuple[Any, Any]:
    """What a command says as JSON, compiled and not."""
    plain = subprocess.run(
        [sys.executable, "-m", "moothall.server", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    compiled = run(home, "moothall", *arguments)
    assert compiled.returncode == 0, compiled.stderr
    return json.loads(compiled.stdout), json.loads(plain.stdout)


def test_every_title_and_what_they_share_is_compiled() -> None:
    rooms = {path.split("/")[2] for path in asked_for()}
    assert rooms == {"core", "table", *(slug.replace("-", "_") for slug in TITLES)}
    for title in rooms - {"core", "table"}:
        parts = {
            Path(path).relative_to(f"moothall/domain/{title}").parts[0] for path in asked_for() if f"/{title}/" in path
        }
        assert {part.removesuffix(".py") for part in parts} >= {"legal", "decide", "rules", "rounds", "secrets"}, title
    assert "moothall/domain/table/decide.py" in asked_for()


def test_every_golden_record_gets_the_same_verdicts(home: Path) -> None:
    compiled, plain = said(home, "verify", "--json", *GOLDEN)
    assert len(plain) == len(GOLDEN) > 30
    assert compiled == plain


@pytest.mark.parametrize("slug", sorted(TITLES))
def test_the_same_seed_plays_the_same_games(home: Path, slug: str) -> None:
    bots = ",".join(["greedy", *["random"] * (max(TITLES[slug].players) - 1)])
    compiled, plain = said(home, "simulate", slug, "--bots", bots, "--games", "2", "--seed", "7", "--json")
    for report in (compiled, plain):
        for speed in ("seconds", "games_per_s", "decisions_per_s"):
            report.pop(speed)
    assert compiled == plain


def test_what_it_takes_is_of_the_versions_that_are_tested() -> None:
    backend = (ROOT / "packaging/backend.py").read_text("utf-8")
    lock = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    for library in ("mypy", "msgspec"):
        (pinned,) = [line.split()[0] for line in lock if line.startswith(f"{library}==")]
        assert f'"{pinned}"' in backend
