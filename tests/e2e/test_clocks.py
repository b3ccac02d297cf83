"""Clocks that really run out, on a real server."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Hall
from tests.e2e.people import Player


@pytest.mark.parametrize("on_timeout", ["ai", "forfeit"])
def test_a_game_that_its_player_leaves_comes_to_an_end_that_can_be_audited(hall: Hall, on_timeout: str) -> None:
    with hall.client() as client:
        ada = Player(client, "Ada")
        game = ada.create("manaforge", ["human", "random"], clock={"per_move_s": 1, "on_timeout": on_timeout})
        state = ada.look(game)
        while state["status"] != "finished":
            state = ada.wait_past(game, state["seq"])

        events = ada.events(game)
        ((at, expiry),) = [(e["at"], c) for e in events for c in e["changes"] if c["type"] == "time_expired"]
        assert at >= events[0]["at"] + 1_000
        assert expiry["seat"] == 0
        assert state["seats"][0]["resigned"] is True
        assert state["seats"][0]["forfeited"] is (on_timeout == "forfeit")
        if on_timeout == "forfeit":
            assert state["result"]["ranking"] == [[1], [0]]
        else:
            assert {event["seat"] for event in events if event["level"]} == {0, 1}, "two AIs finished it"
        audit = client.get(f"/v1/games/{game}/audit").json()
        assert audit["ok"] is True, audit
