"""Clocks that really run out, on a real server."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Hall
from tests.e2e.people import Player


@pytest.mark.parametrize("on_timeout", ["ai", "forfeit"])
def test_a_game_that_a_player_leaves_comes_to_an_end_that_can_be_audited(hall: Hall, on_timeout: str) -> None:
    with hall.client() as client:
        ada, ben = Player(client, "Ada"), Player(client, "Ben")
        game = ada.create("manaforge", ["human", "human"], clock={"per_move_s": 1, "on_timeout": on_timeout})
        ben.join(game)
        assert ada.play_once(game)
        deadline = ada.look(game)["awaiting"]["deadline"]
        state = ada.look(game)
        while state["status"] != "finished":
            state = ada.wait_past(game, state["seq"])

        events = ada.events(game)
        expiries = [
            (event["at"], change) for event in events for change in event["changes"] if "expired" in change["type"]
        ]
        assert expiries[0][0] >= deadline
        assert expiries[0][1]["seat"] == 1
        assert state["seats"][1]["resigned"] is True
        assert state["seats"][1]["forfeited"] is (on_timeout == "forfeit")
        if on_timeout == "forfeit":
            assert state["result"]["ranking"] == [[0], [1]]
        else:
            assert [change["seat"] for _, change in expiries] == [1, 0], "then Ada left too, and AIs finished it"
        audit = client.get(f"/v1/games/{game}/audit").json()
        assert audit["ok"] is True, audit
