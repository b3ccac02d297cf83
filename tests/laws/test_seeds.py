"""Seeds that fail are named, kept, and tried again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import seeds
from tests.support.seeds import explore, kept


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing of these tests is kept."""
    monkeypatch.setattr(seeds, "KEPT", tmp_path / "kept.txt")
    return tmp_path / "kept.txt"


def test_every_run_tries_other_seeds() -> None:
    tried: list[int] = []
    for _ in range(2):
        explore("any", tried.append, new=3)
    assert len(set(tried)) == 6
    assert kept("any") == []


def test_a_seed_that_fails_is_named_and_tried_first_from_then_on(elsewhere: Path) -> None:
    def fails(seed: int) -> None:
        raise AssertionError("a die is missing")

    for _ in range(2):  # it is kept once
        with pytest.raises(AssertionError, match="a die is missing") as failed:
            explore("dice manaforge 3", fails)
    (seed,) = kept("dice manaforge 3")
    assert failed.value.__notes__ == [f"dice manaforge 3: seed {seed}, kept in kept.txt"]
    assert elsewhere.read_text() == f"dice manaforge 3 {seed}\n"
    tried: list[int] = []
    explore("dice manaforge 3", tried.append)
    assert tried[0] == seed
    assert len(tried) == 2
    assert kept("dice manaforge 33") == kept("dice manaforge") == []
