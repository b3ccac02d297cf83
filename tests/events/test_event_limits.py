"""The glance at an event's text lets nothing pass that a look at every value would not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from moothall.events.records.limits import DEEPEST, LARGEST_COUNT, BeyondLimits, check_event, read_event

HEX = "0123456789" * 6 + "abcd"


def text(changes: str, tail: str = "", at: str = "1763460000000", digest: str = HEX, salt: str = HEX) -> str:
    return f'{{"v":2,"seq":7,"at":{at},"changes":{changes}{tail},"digest":"{digest}","salt":"{salt}"}}'


BEYOND = {
    "count": text(f'[{{"type":"gained","n":{LARGEST_COUNT + 1}}}]'),
    "negative": text(f'[{{"type":"gained","n":-{LARGEST_COUNT + 1}}}]'),
    "exponent": text('[{"type":"gained","n":1e300}]'),
    "fraction": text('[{"type":"gained","n":0.5e9}]'),
    "time": text("[]", at="1" + 15 * "0" + "1"),
    "move": text("[]", ',"move":{"type":"pay","n":10000000}'),
    "second time": text("[]", ',"at":1' + 16 * "0"),
    "after the digest": text("[]", salt=HEX[:40] + '","at":1' + 16 * "0" + ',"x":"'),
    "depth": text("[" * (DEEPEST + 2) + "]" * (DEEPEST + 2)),
    "state": text('[{"type":"restored","state":"{\\"n\\":10000000}"}]'),
    "spelled otherwise": text('[{"type":"restored","st\\u0061te":"{\\"n\\":10000000}"}]'),
    "space": text('[{"type":"gained","n": 10000000}]'),
}


def as_told(read: Any, *arguments: Any) -> str | None:
    try:
        read(*arguments)
    except (BeyondLimits, msgspec.DecodeError) as error:
        return f"{type(error).__name__}: {error}"
    return None


@pytest.mark.parametrize("name", BEYOND)
def test_what_is_beyond_is_told_in_the_same_words(name: str) -> None:
    told = as_told(check_event, BEYOND[name])
    assert told is not None
    assert as_told(read_event, BEYOND[name], msgspec.json.decode) == told


def test_what_is_no_json_is_told_in_the_same_words() -> None:
    for broken in (text("[")[:-3], text("[}]"), text('[{"state":"{"}]'), "", "7", "[1]"):
        assert as_told(read_event, broken, msgspec.json.decode) == as_told(check_event, broken)


def test_the_reader_has_the_last_word() -> None:
    def reader(data: bytes) -> Any:
        raise BeyondLimits("by its own lights")

    with pytest.raises(BeyondLimits, match="own lights"):
        read_event(text("[]"), reader)


PIECES = ('"', "{", "}", "[", "]", ",", ":", "\\", "-", ".", "e", " ", "1234567", "0", "9", '"state":', '"{', "a")


@given(
    st.lists(st.sampled_from(PIECES), max_size=12),
    st.lists(st.sampled_from(PIECES), max_size=8),
    st.integers(0, 63),
)
def test_nothing_passes_by_chance(changes: list[str], more: list[str], cut: int) -> None:
    inner = HEX[:cut] + "".join(more)
    for each in (
        text(f"[{''.join(changes)}]"),
        text("[]", salt=inner),
        text(f'[{{"n":{"".join(more)}}}]', digest=inner),
    ):
        assert as_told(read_event, each, msgspec.json.decode) == as_told(check_event, each)
