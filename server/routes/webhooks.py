"""Webhooks: be told without asking."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from flask import Response

from moothall.domain.core.codec import to_answer
from moothall.domain.core.data import Json
from moothall.events.projections.webhooks import Delivery, Webhook
from moothall.server.apidocs.examples import WEBHOOK, Example
from moothall.server.auth import caller
from moothall.server.blueprint import PLAYER, READER, Blueprint, Needs
from moothall.server.bootstrap import now_ms
from moothall.server.problems import InvalidFields, NotFound
from moothall.server.requests import services
from moothall.server.schemas.answers.notices import DeliveryAnswer, DeliveryList, WebhookList, WebhookMade
from moothall.server.schemas.bodies.notices import PostWebhook
from moothall.server.schemas.bodies.shared import Nothing
from moothall.workers import webhook_http
from moothall.workers.webhooks import new_secret

webhooks = Blueprint("webhooks", __name__, url_prefix="/v1/me/webhooks", description="Be told without asking")


@webhooks.route(
    "",
    methods=["POST"],
    needs=PLAYER,
    example=Example(body={"url": "https://192.0.2.10/moothall", "kinds": ["my_turn"]}),
)
@webhooks.arguments(PostWebhook)
@webhooks.response(201, WebhookMade)
def add_webhook(body: dict[str, Any]) -> Response:
    """Have your turns and finished games posted to a URL; the secret that signs them is in this answer and in no
    other."""
    me, parts = caller(), services()
    try:
        webhook_http.check(body["url"], parts.config.webhook_private)
    except webhook_http.Refused as error:
        raise InvalidFields({"url": [f"Nothing can be sent there: {error}."]}) from error
    kinds = list(dict.fromkeys(body["kinds"]))
    hook = Webhook(f"wh_{secrets.token_hex(8)}", me.id, body["url"], kinds, new_secret(), now_ms())
    parts.webhooks.add(hook, parts.config.most_webhooks)
    return _answer({**_shown(hook), "secret": hook.secret}, 201)


@webhooks.route("", methods=["GET"], needs=READER)
@webhooks.response(200, WebhookList)
def list_webhooks() -> Response:
    """Your webhooks, oldest first."""
    return _answer({"webhooks": [_shown(hook) for hook in services().webhooks.of(caller().id)]})


@webhooks.route(
    "/<webhook_id>",
    methods=["DELETE"],
    needs=Needs("play", part="owner"),
    limit=None,
    example=Example({"webhook_id": WEBHOOK}),
)
@webhooks.response(204)
def remove_webhook(webhook_id: str) -> Response:
    """Send nothing there any more, retries included."""
    if not services().webhooks.remove(caller().id, webhook_id):
        raise NotFound(f"you have no webhook {webhook_id}")
    return Response(status=204, headers={"Cache-Control": "no-store"})


@webhooks.route(
    "/<webhook_id>/deliveries",
    methods=["GET"],
    needs=Needs("read", part="owner"),
    example=Example({"webhook_id": WEBHOOK}),
)
@webhooks.response(200, DeliveryList)
def list_deliveries(webhook_id: str) -> Response:
    """What was sent to a webhook lately, newest first, and what came of it."""
    hook = _mine(webhook_id)
    return _answer({"deliveries": [_told(each) for each in services().webhooks.deliveries(hook.id)]})


@webhooks.route(
    "/<webhook_id>/deliveries/<delivery_id>/replay",
    methods=["POST"],
    needs=Needs("play", part="owner"),
    example=Example({"webhook_id": WEBHOOK, "delivery_id": "dl_0123456789abcdef"}),
)
@webhooks.arguments(Nothing, required=False)
@webhooks.response(202, DeliveryAnswer)
def replay_delivery(body: dict[str, Any], webhook_id: str, delivery_id: str) -> Response:
    """Send it again, whatever came of it: under the same id, with a new timestamp and signature."""
    hook, store = _mine(webhook_id), services().webhooks
    delivery = store.delivery(delivery_id)
    if delivery is None or delivery.webhook != hook.id:
        raise NotFound(f"webhook {webhook_id} has no delivery {delivery_id}")
    store.send_again(delivery_id, now_ms())
    return _answer(_told(store.delivery(delivery_id) or delivery), 202)


def _mine(webhook_id: str) -> Webhook:
    hook = services().webhooks.get(caller().id, webhook_id)
    if hook is None:
        raise NotFound(f"you have no webhook {webhook_id}")
    return hook


def _shown(hook: Webhook) -> Json:
    return {"id": hook.id, "url": hook.url, "kinds": hook.kinds, "created_at": hook.created_at}


def _told(delivery: Delivery) -> Json:
    data: Json = msgspec.to_builtins(delivery)
    shown = ("id", "webhook", "kind", "state", "created_at", "next_at", "attempts")
    return {**{name: data[name] for name in shown}, "body": msgspec.Raw(delivery.body)}


def _answer(data: Json, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    if status == 201:
        headers["Location"] = f"/v1/me/webhooks/{data['id']}"
    return Response(to_answer(data), status, headers, mimetype="application/json")
