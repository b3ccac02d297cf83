"""One text for one thing."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from moothall.domain.core import codec
from moothall.domain.core.data import Data


class Point(Data, frozen=True):
    y: int
    x: tuple[int, ...]


def test_the_canonical_text_does_not_depend_on_order() -> None:
    one = {"b": {"z": 1, "y": [1, 2]}, "a": None}
    other = {"a": None, "b": {"y": [1, 2], "z": 1}}
    assert codec.canonical(one) == codec.canonical(other) == b'{"a":null,"b":{"y":[1,2],"z":1}}'


def test_lists_keep_their_order() -> None:
    assert codec.canonical([2, 1]) != codec.canonical([1, 2])


def test_a_record_and_its_plain_data_have_the_same_canonical_text() -> None:
    point = Point(1, (2, 3))
    assert codec.plain(point) == {"y": 1, "x": (2, 3)}
    assert codec.canonical(point) == codec.canonical(codec.plain(point)) == b'{"x":[2,3],"y":1}'


def test_the_digest_is_the_sha256_of_the_canonical_text() -> None:
    assert codec.digest({"b": 1, "a": "ä"}) == hashlib.sha256('{"a":"ä","b":1}'.encode()).hexdigest()
    assert codec.digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


def test_stored_json_has_fields_as_declared_and_mappings_sorted() -> None:
    assert codec.to_json(Point(1, (2,))) == b'{"y":1,"x":[2]}'
    assert codec.to_json({"b": 1, "a": 2}) == b'{"a":2,"b":1}'


def test_msgpack_reads_back_what_it_wrote() -> None:
    point = Point(1, (2, 3))
    assert msgspec.msgpack.decode(codec.to_msgpack(point), type=Point) == point


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"y": "one", "x": []}, ".y"),
        ({"y": 1, "x": [1, None]}, ".x[1]"),
        ({"y": 1}, ".x"),
        ([], ""),
    ],
)
def test_malformed_data_is_explained_with_its_path(data: object, path: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(data, Point)
    assert codec.explain(refused.value)[0] == path
