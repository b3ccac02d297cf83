"""The `webhooks` of openapi.yaml: what is posted to the URLs that players name."""

from __future__ import annotations

from typing import Any

from moothall.events.projections.inbox import KINDS, OF_GAMES
from moothall.server.apidocs.kinds import notice_component
from moothall.server.apidocs.structs import REF
from moothall.server.schemas.answers.notices import MEANS

TAG = "notices"
"""Not that of the operations about webhooks: generators make one file of each."""

HEADERS = {
    "webhook-id": "The id of the delivery: the same whenever it is tried again, so that nothing need be done twice.",
    "webhook-timestamp": "When it was sent, in seconds since 1970.",
    "webhook-signature": "`v1,` and HMAC-SHA256 in Base64 over `<webhook-id>.<webhook-timestamp>.<body>`, with the "
    "bytes that the webhook's secret stands for (Standard Webhooks).",
}

EXAMPLE = {"id": 17, "type": "", "at": 1767225600000, "title": "manaforge"}

OF_A_GAME = {"game": "0123456789abcdefghjkmnpqrs", "seat": 1, "tournament": None}
OF_A_TOURNAMENT = {"tournament": "srqpnmkjhgfedcba9876543210", "name": "Autumn Cup"}

MORE: dict[str, dict[str, Any]] = {
    "my_turn": {"decision": {"id": 41, "kind": "turn"}, "deadline": None},
    "game_finished": {"status": "finished", "result": {"ranking": [[1], [0]], "scores": [17, 21]}},
    "round_paired": {"game": OF_A_GAME["game"], "seat": 1, "round": 2, "table": 3},
    "tournament_finished": {"status": "finished", "rank": 4},
}


def described() -> dict[str, Any]:
    """One for each kind of notice."""
    return {kind: {"post": _operation(kind)} for kind in KINDS}


def _operation(kind: str) -> dict[str, Any]:
    parameters = [
        {"in": "header", "name": name, "required": True, "schema": {"type": "string"}, "description": text}
        for name, text in HEADERS.items()
    ]
    body = {
        "schema": {"$ref": REF + notice_component(kind)},
        "example": {
            **EXAMPLE,
            **(OF_A_GAME if kind in OF_GAMES else OF_A_TOURNAMENT),
            "type": kind,
            **MORE.get(kind, {}),
        },
    }
    return {
        "operationId": f"on_{kind}",
        "tags": [TAG],
        "summary": MEANS.get(kind, "Something that concerns you.").removesuffix("."),
        "description": "Posted to every webhook of yours that wants this kind. Redirects are not followed.",
        "security": [],
        "parameters": parameters,
        "requestBody": {"required": True, "content": {"application/json": body}},
        "responses": {
            "2XX": {"description": "You have it: it is not sent again."},
            "4XX": {"description": "As any other answer, or none in time: it is tried again, less and less often."},
        },
    }
