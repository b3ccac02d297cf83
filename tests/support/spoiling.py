"""Ways to spoil the record of a tournament: anything in it changed, then hashed, listed and signed anew, as forgers
do."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from moothall.domain.core.codec import canonical, to_json
from moothall.domain.core.data import Json
from moothall.events.audit.game import examine, with_fault
from moothall.events.audit.report import NAMES, TournamentReport
from moothall.events.audit.tournament import TournamentAudit
from moothall.events.records.bundle import (
    MANIFEST,
    Listed,
    ListedLog,
    look_into,
    read_bundle,
    read_log,
    signed,
    written,
)
from moothall.events.records.format import signed_line
from moothall.events.records.signing import SigningKey
from moothall.events.records.tournament import LOG, LogEnd
from tests.support.records import FORGER, KEY, chained, events_of, forged, header_in
from tests.support.tally import TALLY

Files = dict[str, bytes]


def unpacked(data: bytes) -> Files:
    """Every file of the record but its manifest."""
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist() if name != MANIFEST}


def zipped(files: Files) -> bytes:
    """These files and no others."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in files.items():
            bundle.writestr(name, data)
    return out.getvalue()


def packed(files: Files, key: SigningKey = KEY) -> bytes:
    """These files with a manifest that lists them, signed."""
    records = tuple(_listed(name, data) for name, data in files.items() if name != LOG)
    log = None
    if LOG in files:
        digest = hashlib.sha256(files[LOG]).hexdigest()
        log = ListedLog(LOG, "t1", "tally", files[LOG].count(b"\n") - 2, digest)
    return zipped({**files, MANIFEST: written(signed(records, log, key))})


def _listed(name: str, data: bytes) -> Listed:
    header = header_in(data)
    return Listed(name, header["game"], header["title"], data.count(b"\n") - 2, hashlib.sha256(data).hexdigest())


def relogged(files: Files, events: list[Any], key: SigningKey = KEY, **header: Any) -> Files:
    """The files with other events in the log, numbered, chained and signed as if they had happened."""
    numbered = [{**event, "seq": seq} for seq, event in enumerate(events, 1)]
    return {**files, LOG: forged_log({**header_in(files[LOG]), **header}, numbered, key)}


def forged_log(header: Json, events: list[Any], key: SigningKey = FORGER) -> bytes:
    """A log of whatever these are, chained and signed as if a server had written it."""
    first = canonical({**header, "key": key.id})
    lines, head = [first], bytes(32)
    for each in chained([to_json(event) for event in events]):
        head = each.hash
        lines.append(canonical({"line": "event", "seq": each.seq, "data": each.data.decode(), "hash": head.hex()}))
    tournament = header.get("tournament")
    told = tournament if isinstance(tournament, str) else ""
    lines.append(signed_line(LogEnd, told, len(events), head.hex(), first, key))
    return b"".join(line + b"\n" for line in lines)


def regamed(
    files: Files, name: str, change: Callable[[list[Json]], Any], key: SigningKey = KEY, **header: Any
) -> Files:
    """The files with other events in the record of a game, chained and signed."""
    before, events = stored_in(files[name]), events_of(files[name])
    change(events)
    kept = {canonical(msgspec.json.decode(data)): data for data in before}
    told = [kept.get(canonical(event), event) for event in events]
    return {**files, name: forged({**header_in(files[name]), **header}, told, key)}


def resigned(files: Files, key: SigningKey) -> Files:
    """The same files, each signed with that key."""
    games = {name: forged(header_in(data), stored_in(data), key) for name, data in files.items() if name != LOG}
    return relogged({LOG: files[LOG], **games}, events_of(files[LOG]), key)


def stored_in(data: bytes) -> list[bytes]:
    """The stored bytes of a record's events."""
    return [msgspec.json.decode(line)["data"].encode() for line in data.splitlines()[1:-1]]


def changes_in(events: list[Json], kind: str) -> list[Json]:
    """Every change of that kind."""
    return [change for event in events for change in event["changes"] if change["type"] == kind]


def judged(path: Path, data: bytes, trusted: dict[str, str] | None = None) -> TournamentReport:
    """What the audit says of these bytes."""
    path.write_bytes(data)
    manifest = look_into(path).manifest
    assert manifest is not None
    assert manifest.tournament is not None
    audit = TournamentAudit(manifest, read_log(path, manifest.tournament), {"tally": TALLY}, trusted)
    audit.begin()
    for member in read_bundle(path):
        examined = examine(member.data, {"tally": TALLY}, trusted)
        audit.take(member.file, with_fault(examined, member.fault))
    audit.end()
    return audit.report


def bad(report: TournamentReport) -> set[str]:
    """The verdicts that are."""
    return {name for name in (*NAMES, "standings") if report.verdicts[name].ok is False}
