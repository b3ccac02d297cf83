"""The tournament that the examples of openapi.yaml are about: Ada's, with four AIs of the house."""

from __future__ import annotations

from moothall.domain.table.decide import Person
from moothall.domain.table.moves import Adjudicate
from moothall.events.accounts.players import Player
from moothall.server.apidocs.examples import PLAYER_ID
from tests.support.api import Api, Caller
from tests.support.cups import run

OPEN = ("/entries", "/entries/me", "/check-in", "/invitations", "/start")
"""What is done before it has started."""

UNPAIRED = ("/rounds", "/pairings")
"""What is done before its first round is paired."""


def hold_cup(api: Api, path: str, title: str, ada: Caller, ben: Caller) -> str:
    """As far as it must be for the operation of this path; returns its id."""
    terms = {
        "name": "Autumn Cup",
        "title": title,
        "format": "swiss",
        "table_size": 4,
        "rounds": 5,
        "tie_breaks": ["opponents", "score_share", "wins", "lot"],
        "next_round": "manual",
        "check_in": path.endswith("/check-in"),
    }
    cup = str(ada.post("/v1/tournaments", terms).json["id"])
    at = f"/v1/tournaments/{cup}"
    for number in range(1, 5):
        ada.post(f"{at}/entries", {"ai": {"level": "random", "name": f"House bot {number}"}})
    if path.endswith(("/entries/me", "/check-in")):
        ben.post(f"{at}/entries")
    if path.endswith("/invitations") and api.parts.players.get(PLAYER_ID) is None:
        api.parts.players.register(Player(PLAYER_ID, "Example", "human", 0), PLAYER_ID)
    if path.endswith(OPEN):
        return cup
    ada.post(f"{at}/start")
    if not path.endswith(UNPAIRED):
        ada.post(f"{at}/rounds")
        _play(api, cup, ada)
    if path.endswith("/record"):
        ada.post(f"{at}/rulings", {"type": "finish_tournament", "reason": "One round is enough."})
    return cup


def _play(api: Api, cup: str, ada: Caller) -> None:
    """The only table of the round is decided by its organiser."""
    run(api.parts, cup)
    game = ada.get(f"/v1/tournaments/{cup}/rounds/1").json["tables"][0]["game"]
    ruling = Adjudicate(((2,), (0, 1), (3,)), "The venue closes for the night.")
    api.parts.arbiter.rule(game, Person(ada.id, "Ada"), ruling, None)
    run(api.parts, cup)
