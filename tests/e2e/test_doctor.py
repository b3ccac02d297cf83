"""`moothall doctor` on the real thing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.e2e.conftest import Hall
from tests.e2e.people import Player
from tests.support.live import moothall, until

OF_THIS_MACHINE = {"disk", "open files"}
"""What the doctor may find anywhere; not the house's fault."""


def report(hall: Hall) -> Any:
    return json.loads(moothall("doctor", "--data", str(hall.data), "--json").stdout)["findings"]


def test_a_house_in_use_is_well(tmp_path: Path) -> None:
    """One with the settings that there are without any."""
    hall = Hall(tmp_path)
    with hall.client() as client:
        ada = Player(client, "Ada")
        game = ada.create("manaforge", ["random", "random"])
        until(lambda: ada.look(game)["status"] == "finished", "the end")
    until(lambda: not ill(hall), "everything to be well")
    said = {finding["check"]: finding["what"] for finding in report(hall)}
    assert said["durability"] == "appendonly yes, appendfsync always"
    assert said["dispatcher"].startswith("at work")
    hall.stop()


def ill(hall: Hall) -> list[Any]:
    return [each for each in report(hall) if each["level"] != "ok" and each["check"] not in OF_THIS_MACHINE]
