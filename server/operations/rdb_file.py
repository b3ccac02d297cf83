"""A reader of Redis's RDB files, for the base of an append-only log: the keys, and where each of Moothall's logs ends.

It is independent of any server, so that an upgrade can compare what a new server has loaded with what an old one
wrote. Types that Moothall does not store are passed over; what is not known raises UnreadableFile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

MAGIC_LENGTH = 9
"""Bytes at the beginning of a file: `REDIS` and four digits, or `VALKEY` and three."""

NEWEST = {b"REDIS": 12, b"VALKEY": 80}
"""Newest version of each format that this module reads."""

CHECKED_FROM = 5
"""First version that ends with a checksum of eight bytes."""


class UnreadableFile(Exception):
    """Raised when a file of the server is not of a form that this version of Moothall reads."""


class Entry(NamedTuple):
    """One key of a file; `value` is None for types that Moothall's logs do not use, and for a hash with short values
    only, which a packed log never is."""

    key: bytes
    value: Stream | dict[bytes, bytes] | None


class Stream(NamedTuple):
    """Length of a stream and the fields of its last entry."""

    length: int
    last: dict[bytes, bytes]


def is_rdb(start: bytes) -> bool:
    """Return whether a file that starts with these bytes is an RDB file."""
    return start.startswith((b"REDIS", b"VALKEY"))


def format_of(start: bytes) -> tuple[bytes, int]:
    """Return the name and number of the format that the first bytes of a file declare."""
    name = b"VALKEY" if start.startswith(b"VALKEY") else b"REDIS"
    number = start[len(name) : MAGIC_LENGTH]
    if not start.startswith(name) or len(number) != MAGIC_LENGTH - len(name) or not number.isdigit():
        raise UnreadableFile(f"it starts with {start[:MAGIC_LENGTH]!r}, as no RDB file does")
    return name, int(number)


class RdbReader:
    """The entries of an RDB file, read once from its beginning."""

    def __init__(self, data: Any) -> None:
        """`data` is a bytes-like object: bytes, or a memory-mapped file."""
        self._data = data
        self.position = MAGIC_LENGTH
        """Offset of the next byte to read; after the last entry, the end of the RDB part."""
        self.notes: dict[bytes, bytes] = {}
        """Auxiliary fields, such as `redis-ver` or `valkey-ver`."""
        name, self._version = format_of(bytes(data[:MAGIC_LENGTH]))
        if self._version > NEWEST[name]:
            raise UnreadableFile(f"its format is {name.decode()} {self._version}, which is newer than is known here")

    def entries(self) -> Iterator[Entry]:
        """Read every key."""
        try:
            while (code := self._byte()) != _END:
                if code in _SKIPPED:
                    self._skip(_SKIPPED[code])
                elif code in _OPERATIONS:
                    _OPERATIONS[code](self)
                else:
                    yield Entry(self._string(), self._value(code))
        except IndexError as error:
            raise UnreadableFile("it ends in the middle of an entry") from error
        if self._version >= CHECKED_FROM:
            self._skip(8)

    def _value(self, code: int) -> Stream | dict[bytes, bytes] | None:
        if code == _HASH:
            return {self._string(): self._string() for _ in range(self._length())}
        if code in _STREAMS:
            return self._stream(_STREAMS[code])
        if code not in _OTHERS:
            raise UnreadableFile(f"it holds a value of type {code}, which Moothall never stores")
        _OTHERS[code](self)
        return None

    def _stream(self, version: int) -> Stream:
        nodes = [(self._string(), self._string())[1] for _ in range(self._length())]
        length = self._length()
        self._lengths(2 + (5 if version > 1 else 0))  # last id; first id, greatest deleted id, entries ever added
        for _ in range(self._length()):
            self._group(version)
        return Stream(length, last_entry(nodes[-1]) if length else {})

    def _group(self, version: int) -> None:
        """Pass over a consumer group."""
        self._string()
        self._lengths(2 + (1 if version > 1 else 0))
        for _ in range(self._length()):
            self._skip(16 + 8)
            self._length()
        for _ in range(self._length()):
            self._string()
            self._skip(8 * (2 if version > 2 else 1))
            self._skip(16 * self._length())

    def _strings(self, each: int) -> None:
        for _ in range(self._length() * each):
            self._string()

    def _scored(self, size: int) -> None:
        for _ in range(self._length()):
            self._string()
            self._skip(size)

    def _old_scored(self) -> None:
        for _ in range(self._length()):
            self._string()
            size = self._byte()
            self._skip(size if size < _NOT_A_NUMBER else 0)

    def _quicklist(self) -> None:
        for _ in range(self._length()):
            self._length()
            self._string()

    def _auxiliary(self) -> None:
        name = self._string()
        self.notes[name] = self._string()

    def _lengths(self, count: int) -> None:
        for _ in range(count):
            self._length()

    def _length(self) -> int:
        length, encoded = self._length_or_encoding()
        if encoded:
            raise UnreadableFile("an encoded string stands where a length is expected")
        return length

    def _length_or_encoding(self) -> tuple[int, bool]:
        first = self._byte()
        kind, low = first >> 6, first & 0x3F
        if kind == 0:
            return low, False
        if kind == 1:
            return (low << 8) | self._byte(), False
        if kind == 3:
            return low, True
        return int.from_bytes(self._take(8 if first == 0x81 else 4), "big"), False

    def _string(self) -> bytes:
        length, encoded = self._length_or_encoding()
        if not encoded:
            return self._take(length)
        if length < 3:
            return b"%d" % int.from_bytes(self._take(1 << length), "little", signed=True)
        if length == 3:
            packed, size = self._length(), self._length()
            return decompress(self._take(packed), size)
        raise UnreadableFile(f"a string is encoded in the unknown way {length}")

    def _byte(self) -> int:
        byte: int = self._data[self.position]
        self.position += 1
        return byte

    def _take(self, count: int) -> bytes:
        part = bytes(self._data[self.position : self.position + count])
        if len(part) != count:
            raise UnreadableFile("it ends in the middle of a string")
        self.position += count
        return part

    def _skip(self, count: int) -> None:
        self.position += count


_END = 0xFF
_HASH = 4
_STREAMS = {15: 1, 19: 2, 21: 3}
_NOT_A_NUMBER = 253
"""Lengths from here on stand for nan and the infinities."""

_SKIPPED = {0xFC: 8, 0xFD: 4, 0xF9: 1}
"""Fixed sizes: times of expiry, in milliseconds or seconds, and how often a key is used."""

_OPERATIONS: dict[int, Callable[[RdbReader], object]] = {
    0xFA: RdbReader._auxiliary,
    0xFB: lambda reader: reader._lengths(2),  # sizes of the database
    0xFE: RdbReader._length,  # number of the database
    0xF8: RdbReader._length,  # seconds since a key was used
    0xF5: RdbReader._string,  # a function library
    0xF4: lambda reader: reader._lengths(3),  # sizes of a slot
}

_OTHERS: dict[int, Callable[[RdbReader], object]] = {
    0: RdbReader._string,
    1: lambda reader: reader._strings(1),
    2: lambda reader: reader._strings(1),
    3: RdbReader._old_scored,
    5: lambda reader: reader._scored(8),
    **dict.fromkeys((9, 10, 11, 12, 13, 16, 17, 20), RdbReader._string),  # small collections in one string
    14: lambda reader: reader._strings(1),
    18: RdbReader._quicklist,
}


def decompress(packed: bytes, size: int) -> bytes:
    """Return the text of a string that is compressed with LZF."""
    text = bytearray()
    position = 0
    while position < len(packed):
        control = packed[position]
        position += 1
        if control < 32:
            text += packed[position : position + control + 1]
            position += control + 1
            continue
        length = control >> 5
        if length == 7:
            length += packed[position]
            position += 1
        start = len(text) - ((control & 0x1F) << 8) - packed[position] - 1
        position += 1
        for offset in range(start, start + length + 2):  # one by one: the copy may overlap what it writes
            text.append(text[offset])
    if len(text) != size:
        raise UnreadableFile("a compressed string has another length than it declares")
    return bytes(text)


def last_entry(node: bytes) -> dict[bytes, bytes]:
    """Return the fields of the last entry in a node (a listpack) of a stream."""
    parts = list(_listpack(node))
    count = int(parts[2])  # after the numbers of entries and of deleted ones: the names of the usual fields
    usual = parts[3 : 3 + count]
    length = int(parts[-1])
    entry = parts[-1 - length : -1]
    if int(entry[0]) & _SAME_FIELDS:
        return dict(zip(usual, entry[3:], strict=True))
    return dict(zip(entry[4::2], entry[5::2], strict=True))


_SAME_FIELDS = 2
"""Flag of an entry that has the usual fields, so that only its values are stored."""


def _listpack(data: bytes) -> Iterator[bytes]:
    """Read the elements of a listpack; numbers as text."""
    position = 6
    while (first := data[position]) != 0xFF:
        if first < 0x80:
            value, size = b"%d" % first, 1
        elif first < 0xC0:
            size = 1 + (first & 0x3F)
            value = data[position + 1 : position + size]
        elif first < 0xE0:
            value, size = b"%d" % _signed(((first & 0x1F) << 8) | data[position + 1], 13), 2
        elif first < 0xF0:
            size = 2 + (((first & 0x0F) << 8) | data[position + 1])
            value = data[position + 2 : position + size]
        elif first == 0xF0:
            size = 5 + int.from_bytes(data[position + 1 : position + 5], "little")
            value = data[position + 5 : position + size]
        else:
            width = {0xF1: 2, 0xF2: 3, 0xF3: 4, 0xF4: 8}[first]
            size = 1 + width
            value = b"%d" % int.from_bytes(data[position + 1 : position + size], "little", signed=True)
        yield value
        position += size + _back_length(size)


def _signed(number: int, bits: int) -> int:
    return number - (1 << bits) if number >> (bits - 1) else number


def _back_length(size: int) -> int:
    """Return the bytes that an element's own length takes at its end: seven bits each, with the server's own limits."""
    return 1 + sum(size > limit for limit in (127, 16_382, 2_097_150, 268_435_454))
