"""Logs of games that are over, in a seventh of the room: events in compressed blocks, from which every stored byte and
every hash comes back as it was.

What can be worked out is left out: the hashes follow from the bytes, the salts from the game's secret. A log whose
hashes do not follow is not packed, since then they could not be told again. A block holds the hashes before and after
it, so a page of events is read, and checked, without the rest.

A log is packed or it is a stream, never both: scripts turn the one into the other, and `Store` reads either.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from moothall.domain.core.draw import salt
from moothall.events import keys
from moothall.events.errors import Damaged
from moothall.events.event_store.stored_events import GENESIS, Stored, link

BLOCK = 128
"""Events in one block."""

END = b"end"
"""The field that tells the length and the head; the others are the blocks' numbers."""

# KEYS events, packed, snapshot, past, over; ARGV length, head, game id, then pairs: field, value
_PACK = """
if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
if redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1][2][4] ~= ARGV[2] then return 0 end
for i = 4, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
redis.call('DEL', KEYS[1], KEYS[3], KEYS[4])
redis.call('ZREM', KEYS[5], ARGV[3])
return 1
"""

# KEYS events, packed; ARGV the field `end`, then pairs: event bytes, chain hash
_UNPACK = """
if redis.call('HGET', KEYS[2], 'end') ~= ARGV[1] or redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
for i = 2, #ARGV, 2 do redis.call('XADD', KEYS[1], (i / 2) .. '-0', 'd', ARGV[i], 'h', ARGV[i + 1]) end
redis.call('DEL', KEYS[2])
return 1
"""


class Block(msgspec.Struct, array_like=True, frozen=True):
    """Events that follow each other."""

    first: int
    before: bytes
    """The hash that the first one follows."""
    last: bytes
    """The hash of the last one."""
    texts: list[bytes]
    """Their bytes, without the salt at the end."""
    whole: list[int]
    """Places of those that do not end with the salt of their game's secret, and are kept as they are."""


class End(msgspec.Struct, array_like=True, frozen=True):
    """Where a packed log ends."""

    seq: int
    head: bytes


_read_block = msgspec.msgpack.Decoder(Block).decode
_read_end = msgspec.msgpack.Decoder(End).decode


def pack(game_id: str, events: Sequence[Stored], secret: bytes) -> dict[bytes, bytes]:
    """A whole log as the fields of a packed one. Raises Damaged if its hashes do not follow from its bytes."""
    fields, head = {}, GENESIS
    for number in range(0, len(events), BLOCK):
        some = events[number : number + BLOCK]
        block = _block(game_id, some, head, secret)
        fields[_field(number)] = zlib.compress(msgspec.msgpack.encode(block), 9)
        head = block.last
    return {**fields, END: msgspec.msgpack.encode(End(len(events), head))}


def unpack(game_id: str, fields: Mapping[bytes, bytes], secret: bytes) -> list[Stored]:
    """The events of a packed log. Raises Damaged if it is not as it was written."""
    end = _read_end(fields[END])
    events: list[Stored] = []
    for number in range(0, end.seq, BLOCK):
        events += _events(game_id, fields.get(_field(number)), number, secret)
    if len(events) != end.seq or (events and events[-1].hash != end.head):
        raise Damaged(game_id, end.seq, "the packed log does not end as it should")
    return events


class PackedLogs:
    """The packed logs of a Redis."""

    def __init__(self, redis: Any, family: keys.Family = keys.GAMES) -> None:
        self._redis = redis
        self._keys = family

    def tail(self, game_id: str, after: int, limit: int | None) -> list[Stored]:
        """The events after that seq of a log that was no stream when it was looked for; none if there is no such
        game, or it is not that far. If it has become a stream meanwhile, that is read."""
        if limit == 0:
            return []
        last = after + (BLOCK if limit is None else limit)
        wanted = [_field(at) for at in range(after - after % BLOCK, last, BLOCK)] if after or limit else None
        pipe = self._redis.pipeline(transaction=False)
        if wanted is None:
            pipe.hgetall(self._keys.packed(game_id))
        else:
            pipe.hmget(self._keys.packed(game_id), END, *wanted)
        pipe.get(self._keys.secret(game_id))
        pipe.xrange(self._keys.events(game_id), f"{after + 1}-0", count=limit)
        found, secret, entries = pipe.execute()
        fields = found if wanted is None else dict(zip((END, *wanted), found, strict=True))
        if fields.get(END) is None:
            return _entries(entries)
        end = _read_end(fields[END]).seq
        if limit is None and after and end > last:  # most often it is the last few events that are asked for
            return self.tail(game_id, after, end - after)
        until = end if limit is None else min(end, last)
        events: list[Stored] = []
        for number in range(after - after % BLOCK, until, BLOCK):
            events += _events(game_id, fields.get(_field(number)), number, secret or b"")
        return [event for event in events if after < event.seq <= until]

    def length(self, game_id: str) -> int:
        """The seq of the latest event of such a log; 0 if there is no such game."""
        pipe = self._redis.pipeline(transaction=False)
        pipe.hget(self._keys.packed(game_id), END)
        pipe.xlen(self._keys.events(game_id))
        end, length = pipe.execute()
        return int(length) if end is None else _read_end(end).seq

    def fields(self, game_id: str) -> dict[bytes, bytes]:
        """A packed log as it is kept; empty if it is none."""
        found: dict[bytes, bytes] = self._redis.hgetall(self._keys.packed(game_id))
        return found

    def put_away(self, game_id: str, seq: int) -> bool:
        """Pack a log that ends with that event, and drop its snapshots; False if it does not, or is packed already.
        Raises Damaged if it cannot be packed."""
        pipe = self._redis.pipeline(transaction=False)
        pipe.xrange(self._keys.events(game_id))
        pipe.get(self._keys.secret(game_id))
        entries, secret = pipe.execute()
        events = _entries(entries)
        if not events or events[-1].seq != seq:
            return False
        names = [
            self._keys.events(game_id),
            self._keys.packed(game_id),
            self._keys.snapshot(game_id),
            self._keys.past(game_id),
        ]
        names.append(self._keys.over(keys.shard_of(game_id)))
        fields = [word for pair in pack(game_id, events, secret or b"").items() for word in pair]
        return bool(self._redis.eval(_PACK, len(names), *names, seq, events[-1].hash, game_id, *fields))

    def bring_back(self, game_id: str) -> bool:
        """Make a packed log a stream again, to be written to; False if it is none."""
        end = self._redis.hget(self._keys.packed(game_id), END)
        if end is None:
            return False
        names = [self._keys.events(game_id), self._keys.packed(game_id)]
        events = [word for stored in self.tail(game_id, 0, None) for word in (stored.data, stored.hash)]
        self._redis.eval(_UNPACK, len(names), *names, end, *events)
        return True


def _entries(entries: Any) -> list[Stored]:
    """The entries of a stream."""
    return [Stored(int(entry_id[:-2]), fields[b"d"], fields[b"h"]) for entry_id, fields in entries]


def _field(at: int) -> bytes:
    """The block that has the event after that seq."""
    return b"%d" % (at // BLOCK)


def _block(game_id: str, events: Sequence[Stored], before: bytes, secret: bytes) -> Block:
    texts, whole, head = [], [], before
    for place, stored in enumerate(events):
        head = link(head, stored.data)
        if stored.hash != head:
            raise Damaged(game_id, stored.seq, "its hash does not follow from the event before")
        ending = _ending(secret, stored.seq)
        if stored.data.endswith(ending):
            texts.append(stored.data[: -len(ending)])
        else:
            texts.append(stored.data)
            whole.append(place)
    return Block(events[0].seq, before, head, texts, whole)


def _events(game_id: str, data: bytes | None, after: int, secret: bytes) -> Iterable[Stored]:
    """The events of one block."""
    if data is None:
        raise Damaged(game_id, after + 1, "its block is missing")
    try:
        block = _read_block(zlib.decompress(data))
    except (zlib.error, msgspec.DecodeError) as error:
        raise Damaged(game_id, after + 1, "its block cannot be read") from error
    head, whole, events = block.before, frozenset(block.whole), []
    for place, text in enumerate(block.texts):
        seq = block.first + place
        text = text if place in whole else text + _ending(secret, seq)
        head = link(head, text)
        events.append(Stored(seq, text, head))
    if block.first != after + 1 or head != block.last:
        raise Damaged(game_id, after + 1, "its block is not as it was written")
    return events


def _ending(secret: bytes, seq: int) -> bytes:
    """How the bytes of an event end."""
    return b',"salt":"%s"}' % salt(secret, seq).encode()
