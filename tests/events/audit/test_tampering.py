"""Whatever is done to a record is found and named: bits, lines, luck, secrets, tails; on every title."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from moothall.domain.core.codec import canonical
from moothall.domain.core.data import Json
from moothall.domain.core.draw import FastDraw, commitment, salt
from moothall.domain.titles import TITLES
from moothall.events.audit.game import audit
from moothall.events.audit.report import Report
from moothall.events.event_store.stored_events import GENESIS, link
from tests.support.records import FORGER, TRUSTED, annulled, events_of, record, rewritten

SLUGS = sorted(TITLES)

FLIPS = 60
"""Bits flipped per title, spread over the file; every byte of the last line is tried besides."""

SHORT = 24
"""Events of the games used here: the audit of one takes some milliseconds, and there are hundreds."""


@cache
def clean(slug: str) -> bytes:
    data = record(annulled(TITLES[slug], TITLES[slug].players[0], SHORT))
    report = check(data)
    assert report.ok, report
    return data


def check(data: bytes, trusted: dict[str, str] | None = TRUSTED) -> Report:
    return audit(data, TITLES, trusted=trusted)


def found(data: bytes, *names: str) -> Report:
    """The audit says what is wrong, and (at least) these verdicts are bad."""
    report = check(data)
    assert report.ok is False, "nothing was found"
    for verdict in report.verdicts.values():
        assert verdict.ok is True or verdict.why, "a verdict that says nothing"
        assert verdict.ok is not False or verdict.seq is not None
    for name in names:
        assert report.verdicts[name].ok is False, f"{name}: {report.verdicts[name]}"
    return report


@pytest.mark.parametrize("slug", SLUGS)
def test_a_flipped_bit_is_found_anywhere(slug: str) -> None:
    data, luck = clean(slug), FastDraw(3)
    last = data.rindex(b"\n", 0, -1) + 1
    places = [luck.below("place", last) for _ in range(FLIPS)] + list(range(last, len(data), 3)) + [len(data) - 1]
    for place in places:
        spoilt = bytearray(data)
        spoilt[place] ^= 1 << luck.below("bit", 8)
        found(bytes(spoilt), "chain")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_flipped_bit_is_found_at_the_event_it_is_in(slug: str) -> None:
    lines = clean(slug).splitlines(keepends=True)
    for seq in range(1, len(lines) - 1, 4):
        line = bytearray(lines[seq])
        line[len(line) // 2] ^= 1
        assert found(b"".join([*lines[:seq], bytes(line), *lines[seq + 1 :]]), "chain").chain.seq == seq


@pytest.mark.parametrize("slug", SLUGS)
def test_a_dropped_line_is_found(slug: str) -> None:
    lines = clean(slug).splitlines(keepends=True)
    for index in range(len(lines)):
        report = found(b"".join(lines[:index] + lines[index + 1 :]), "chain")
        assert report.chain.seq == index


@pytest.mark.parametrize("slug", SLUGS)
def test_swapped_lines_are_found(slug: str) -> None:
    lines = clean(slug).splitlines(keepends=True)
    for index in range(len(lines) - 1):
        swapped = [*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]]
        assert found(b"".join(swapped), "chain").chain.seq == index


@pytest.mark.parametrize("slug", SLUGS)
def test_a_doubled_line_is_found(slug: str) -> None:
    lines = clean(slug).splitlines(keepends=True)
    for index in range(len(lines)):
        report = found(b"".join(lines[: index + 1] + lines[index:]), "chain")
        assert report.chain.seq == min(index + 1, len(lines) - 1)


@pytest.mark.parametrize("slug", SLUGS)
def test_an_inserted_line_is_found(slug: str) -> None:
    data = clean(slug)
    lines = data.splitlines(keepends=True)
    made_up = canonical({"line": "event", "seq": 5, "data": "{}", "hash": "00" * 32, "digest": "00" * 32}) + b"\n"
    for stranger in (made_up, b"\n", b"{}\n", b"\xff\xfe\n", b"[" * 5000 + b"\n"):
        for index in range(0, len(lines) + 1, 5):
            found(b"".join([*lines[:index], stranger, *lines[index:]]), "chain")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_cut_tail_is_found(slug: str) -> None:
    data = clean(slug)
    lines = data.splitlines(keepends=True)
    for kept in range(len(lines)):
        found(b"".join(lines[:kept]), "chain")
    for cut in (1, 2, 50, 700):
        found(data[:-cut], "chain")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_tail_that_is_cut_and_signed_anew_is_found(slug: str) -> None:
    """By somebody with a key of their own, whom nobody asked for proof."""
    data = clean(slug)
    for kept in (3, 10, len(events_of(data)) - 1):
        short = rewritten(data, lambda seq, event, kept=kept: event if seq <= kept else None, FORGER)  # type: ignore[misc]
        report = audit(short, TITLES)
        assert report.chain.ok
        assert report.replay.ok is False
        assert report.draws.ok is False
        assert "not over" in str(report.replay.why)
        found(short, "chain")


def drawn(data: bytes) -> list[tuple[int, int, str]]:
    """Where luck shows: event, place among its changes, member. Lists of dice and decks, mostly from the setup."""
    places = []
    for event in events_of(data):
        for index, change in enumerate(event["changes"]):
            for name, value in change.items():
                if isinstance(value, list) and len(value) > 1 and value != value[::-1] and name not in ("seats",):
                    places.append((event["seq"], index, name))
    return places


@pytest.mark.parametrize("slug", SLUGS)
def test_changed_luck_is_found_by_the_chain_and_by_the_secret(slug: str) -> None:
    data = clean(slug)
    named = set()
    for seq, index, name in drawn(data)[:12]:

        def turn(at: int, event: Json, seq: int = seq, index: int = index, name: str = name) -> Json:
            if at == seq:
                event["changes"][index][name] = event["changes"][index][name][::-1]
            return event

        assert found(rewritten(data, turn), "chain").chain.seq == len(events_of(data))  # hashed again, not signed
        report = audit(rewritten(data, turn, FORGER), TITLES)
        assert report.chain.ok, "the forger's own chain is sound"
        assert report.ok is False
        named |= {name for name, verdict in report.verdicts.items() if verdict.ok is False and verdict.seq == seq}
    assert "draws" in named


def with_secret(secret: str, *, salts: bool = False) -> Callable[[int, Json], Json]:
    """A change for `rewritten`: another secret is told, with its own salts if they shall fit."""

    def change(seq: int, event: Json) -> Json:
        if salts:
            event["salt"] = salt(bytes.fromhex(secret), seq)
        for fact in event["changes"]:
            if "secret" in fact:
                fact["secret"] = secret
        return event

    return change


@pytest.mark.parametrize("slug", SLUGS)
def test_a_replaced_secret_is_found(slug: str) -> None:
    data = clean(slug)
    for secret in ("00" * 32, "ab" * 32, "", "not hex at all"):
        found(rewritten(data, with_secret(secret)), "chain", "draws")
        report = audit(rewritten(data, with_secret(secret), FORGER), TITLES)
        assert report.chain.ok
        assert report.draws.ok is False
    report = audit(rewritten(data, with_secret("cd" * 32, salts=True), FORGER), TITLES)
    assert "committed" in str(report.draws.why)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_secret_replaced_with_its_commitment_is_found_by_the_first_draw(slug: str) -> None:
    """Header, commitment, salts, hashes, signature: all of it made to fit. The draws still do not follow."""
    data, secret = clean(slug), "cd" * 32
    forged = rewritten(data, with_secret(secret, salts=True))
    lines = forged.splitlines()
    header = msgspec.json.decode(lines[0])
    header["commitment"] = commitment(bytes.fromhex(secret))
    lines[0] = canonical(header)

    def commit(seq: int, event: Json) -> Json:
        if seq == 1:
            event["changes"][0]["commitment"] = header["commitment"]
        return event

    report = audit(rewritten(b"\n".join(lines) + b"\n", commit, FORGER), TITLES)
    assert report.chain.ok
    assert report.draws.ok is False
    assert "luck" in str(report.draws.why)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_move_that_was_not_made_is_found_by_the_rules(slug: str) -> None:
    """Another seat's name on every third move, all hashed and signed anew."""
    data = clean(slug)
    moves = [event["seq"] for event in events_of(data) if "move" in event and "seat" in event]
    for wrong in moves[::3]:

        def other(seq: int, event: Json, wrong: int = wrong) -> Json:
            return {**event, "seat": 1 - event["seat"]} if seq == wrong else event

        report = audit(rewritten(data, other, FORGER), TITLES)
        assert report.ok is False
        assert wrong in (report.rules.seq, report.replay.seq)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_forged_record_is_found_by_its_key(slug: str) -> None:
    """A forger who plays a whole game of their own and signs it: only the key tells."""
    forged = record(annulled(TITLES[slug], TITLES[slug].players[0], SHORT, seed=9), FORGER)
    assert audit(forged, TITLES).ok
    assert "none of the keys" in str(found(forged, "chain").chain.why)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_header_that_tells_another_story_is_found(slug: str) -> None:
    lines = clean(slug).splitlines()
    header = msgspec.json.decode(lines[0])
    for name, value in (
        ("game", "g2"),
        ("edition", 99),
        ("content_hash", "00" * 32),
        ("commitment", "00" * 32),
        ("options", {"easy": True}),
        ("seats", header["seats"][::-1]),
        ("content", None),
        ("format", 2),
        ("key", FORGER.id),
        ("title", "chess"),
    ):
        told = canonical({**header, name: value})
        found(b"\n".join([told, *lines[1:]]) + b"\n", "chain")


ODD: tuple[Any, ...] = (None, -1, 2**63, 1.5, "", "\x00", "9" * 400, [], [[]], {}, {"type": "x"}, [None] * 3)
"""What stands in a forged event in the place of something sensible."""


@pytest.mark.parametrize("slug", SLUGS)
def test_whatever_stands_in_an_event_is_judged_and_never_breaks_the_audit(slug: str) -> None:
    data, luck = clean(slug), FastDraw(31)
    events = events_of(data)
    for _ in range(40):
        event = events[luck.below("event", len(events))]
        places = [place for place in _places(event) if place[0] in ("changes", "move", "seat", "undone", "salt")]
        place, odd = places[luck.below("place", len(places))], ODD[luck.below("odd", len(ODD))]

        def bend(seq: int, at: Json, wrong: int = event["seq"], place: Place = place, odd: Any = odd) -> Json:
            return _put(at, place, odd) if seq == wrong else at

        forged = rewritten(data, bend, FORGER)
        report = audit(forged, TITLES)
        assert report.ok is False or events_of(forged) == events, f"{event['seq']} {place} {odd!r}"


Place = tuple[str | int, ...]


def _places(node: Any, path: Place = ()) -> Iterator[Place]:
    members = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for name, inner in members:
        yield (*path, name)
        yield from _places(inner, (*path, name))


def _put(node: Any, place: Place, value: Any) -> Any:
    inner = node
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    return node


def test_nesting_without_end_is_no_event() -> None:
    data = b'{"seq":1,"digest":"","x":' + b"[" * 100_000
    header = clean(SLUGS[0]).splitlines()[0]
    line = canonical(
        {"line": "event", "seq": 1, "data": data.decode(), "hash": link(GENESIS, data).hex(), "digest": ""}
    )
    report = found(header + b"\n" + line + b"\n", "chain", "replay")
    assert report.chain.seq == 1
