"""The slots of a Cluster: whether somebody has each, all nodes know who, and none is left half-way."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from moothall.domain.core.words import counted
from moothall.events.redis_client.connection import is_cluster
from moothall.server.doctor.findings import Finding, Patient, bad, ok, warn

SLOTS = 16_384
LOOKS, BETWEEN_S = 4, 1.0
"""News takes a moment to reach all nodes: only what they still do not agree on at the last of these looks is told."""
NAMED = 5
"""More slots than that are counted instead."""

WAYS = {"migrating": "gives slot {} to", "importing": "takes slot {} from"}
SEE = '(docs/cluster.md, "Moving slots")'


class View(NamedTuple):
    """What one node says."""

    owners: dict[int, str]
    """Who has a slot, by id."""
    epochs: dict[str, int]
    """Of those who have any."""
    moving: list[tuple[str, int, str]]
    """The slots that it gives or takes itself: which of both, the slot, to or from whom."""


def slots(patient: Patient) -> Iterator[Finding]:
    """Whether all nodes, the replicas too, say the same of every slot."""
    if not is_cluster(patient.config.redis):
        return
    said: dict[str, Any] = patient.redis.views()
    for _ in range(LOOKS - 1):
        if _agree(_views(said).values()):
            break
        time.sleep(BETWEEN_S)
        said = patient.redis.views()
    yield from told(said)


def told(said: dict[str, Any]) -> Iterator[Finding]:
    """What there is to tell of what the nodes say, which is an error where one gave no answer. That none of them does
    is told by another line already."""
    views, names = _views(said), _names(said)
    if not views:
        return
    troubles = [*_silent(said), *_uncovered(views), *_disputed(views, names), *_moving(views, names)]
    yield from troubles or [ok(f"all {SLOTS} are somebody's, none is moving; {counted(len(views), 'node')} asked")]


def _silent(said: dict[str, Any]) -> Iterator[Finding]:
    for name, answer in said.items():
        if isinstance(answer, Exception):
            yield warn(f"{name} gives no answer: {answer}", "start it, or CLUSTER FORGET it on every other node")


def _uncovered(views: dict[str, View]) -> Iterator[Finding]:
    missing = set(range(SLOTS)).difference(*(view.owners for view in views.values()))
    if missing:
        todo = "start the nodes that had them; if those are lost, redis-cli --cluster fix, then moothall restore"
        yield bad(f"nobody has {_named(missing)}", todo)


def _disputed(views: dict[str, View], names: dict[str, str]) -> Iterator[Finding]:
    """Slots and epochs on which the nodes differ."""
    claims = {slot: {view.owners.get(slot) for view in views.values()} for slot in range(SLOTS)}
    disputed = {slot: among for slot, among in claims.items() if len(among) > 1}
    if disputed:
        among = sorted({names.get(owner or "", "nobody") for owners in disputed.values() for owner in owners})
        yield bad(
            f"the nodes do not agree on who has {_named(disputed)}: {' or '.join(among)}",
            "stop Moothall; for each slot CLUSTER SETSLOT <slot> NODE <id> on the node that was given it last, then on "
            f"every other primary, and CLUSTER BUMPEPOCH on that node {SEE}",
        )
    elif not _agree(views.values()):
        known = {(owner, epoch) for view in views.values() for owner, epoch in view.epochs.items()}
        owners = [owner for owner, _ in known]
        unclear = sorted({names[owner] for owner in owners if owners.count(owner) > 1})
        yield warn(
            f"the nodes do not agree on the epoch of {', '.join(unclear)}",
            f"move no slots until they do; if they never do, CLUSTER BUMPEPOCH there {SEE}",
        )


def _moving(views: dict[str, View], names: dict[str, str]) -> Iterator[Finding]:
    lines = [
        f"{name} {WAYS[state].format(slot)} {names.get(other, other)}"
        for name, view in views.items()
        for state, slot, other in view.moving
    ]
    if lines:
        more = [f"{len(lines) - NAMED} more"] * (len(lines) > NAMED)
        yield warn(
            "; ".join(lines[:NAMED] + more),
            f"if nobody is moving slots just now, stop Moothall and run redis-cli --cluster fix {SEE}",
        )


def _views(said: dict[str, Any]) -> dict[str, View]:
    """By the name of who says so."""
    return {name: _view(answer) for name, answer in said.items() if not isinstance(answer, Exception)}


def _view(answer: dict[str, Any]) -> View:
    owners: dict[int, str] = {}
    epochs: dict[str, int] = {}
    moving: list[tuple[str, int, str]] = []
    for about in answer.values():
        for first, *last in about["slots"]:
            owners.update(dict.fromkeys(range(int(first), int(last[0] if last else first) + 1), about["node_id"]))
            epochs[about["node_id"]] = int(about["epoch"])
        if "slave" not in about["flags"]:  # Valkey tells its replicas which slots their primary is moving
            moving += [(each["state"], int(each["slot"]), each["node_id"]) for each in about["migrations"]]
    return View(owners, epochs, moving)


def _agree(views: Iterable[View]) -> bool:
    said = [(view.owners, view.epochs) for view in views]
    return all(each == said[0] for each in said)


def _names(said: dict[str, Any]) -> dict[str, str]:
    """Addresses by id."""
    answers = [answer for answer in said.values() if not isinstance(answer, Exception)]
    return {about["node_id"]: address for answer in answers for address, about in answer.items()}


def _named(slots: Iterable[int]) -> str:
    found = sorted(slots)
    words = ", ".join(map(str, found[:NAMED])) + (f" and {len(found) - NAMED} more" if len(found) > NAMED else "")
    return f"{'slot' if len(found) == 1 else 'slots'} {words}"
