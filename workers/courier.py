"""Webhook deliveries: signed as the Standard Webhooks specification has it, tried again with growing patience."""

from __future__ import annotations

import base64
import hmac
import secrets
import time
from collections.abc import Callable

from moothall.events.projections.webhooks import Attempt, Delivery, Webhook, Webhooks
from moothall.workers import outbound

BACKOFF_S = (5, 30, 2 * 60, 10 * 60, 60 * 60, 6 * 60 * 60)
"""Waits after the first, second... failed attempt; after as many and one more it has failed for good."""

SECRET = "whsec_"
"""How secrets begin."""


def new_secret() -> str:
    """A secret that nobody can guess."""
    return SECRET + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """HMAC-SHA256 over id, timestamp and body, with the bytes that the secret stands for."""
    key = base64.b64decode(secret.removeprefix(SECRET))
    digest = hmac.digest(key, f"{message_id}.{timestamp}.".encode() + body, "sha256")
    return "v1," + base64.b64encode(digest).decode()


class Courier:
    """Carries deliveries."""

    def __init__(self, webhooks: Webhooks, clock: Callable[[], int], private: bool) -> None:
        """`private`: whether addresses that are not public may be delivered to."""
        self._webhooks = webhooks
        self._clock = clock
        self._private = private

    def deliver(self, delivery_id: str) -> None:
        """Try it once, if it is still to be delivered."""
        delivery = self._webhooks.delivery(delivery_id)
        if delivery is None or delivery.state != "pending":
            self._webhooks.forget(delivery_id)
            return
        hook = self._webhooks.get(delivery.player, delivery.webhook)
        if hook is None:
            self._webhooks.settle(delivery, Attempt(self._clock(), 0, None, "the webhook was deleted"), None)
            return
        attempt = self._try(hook, delivery)
        self._webhooks.note_answer(hook.id, attempt.status is not None, self._clock())
        again = not attempt.delivered and delivery.failures < len(BACKOFF_S)
        retry_at = self._clock() + BACKOFF_S[delivery.failures] * 1_000 if again else None
        self._webhooks.settle(delivery, attempt, retry_at)

    def _try(self, hook: Webhook, delivery: Delivery) -> Attempt:
        at, began = self._clock(), time.perf_counter()
        stamp = at // 1_000
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Moothall-Webhooks/1",
            "Connection": "close",
            "webhook-id": delivery.id,
            "webhook-timestamp": str(stamp),
            "webhook-signature": signature(hook.secret, delivery.id, stamp, delivery.body),
        }
        status: int | None = None
        error: str | None = None
        try:
            status = outbound.post(hook.url, delivery.body, headers, self._private)
        except (outbound.Refused, outbound.Unreachable) as refusal:
            error = str(refusal)
        return Attempt(at, round((time.perf_counter() - began) * 1_000), status, error)
