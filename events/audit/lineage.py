"""A fork held against its parent's record, where both are at hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moothall.domain.core.title import AnyTitle
from moothall.domain.table.changes import GameCreated, SeatTaken
from moothall.domain.table.evolve import read_state, same_state, write_state
from moothall.domain.table.state import Parent
from moothall.events.event_store.stored_events import event_reader
from moothall.events.records.format import Read
from moothall.events.records.limits import read_event
from moothall.events.records.replay import Replay, Unplayable


def parent_of(record: Read, titles: Mapping[str, AnyTitle]) -> Parent | None:
    """The parent that a record names, if it is that of a fork."""
    title = titles.get(record.header.title) if record.header is not None else None
    if title is None or not record.events:
        return None
    try:
        created = read_event(record.events[0].data, event_reader(title)).changes[0]
    except Exception:  # the file may hold anything
        return None
    return created.parent if isinstance(created, GameCreated) else None


def wrong_parent(fork: Read, parent: Read, titles: Mapping[str, AnyTitle]) -> str | None:
    """Why the fork did not come from there; None if it did: exactly, or looking the same to the seat that forked."""
    named = parent_of(fork, titles)
    if named is None:
        return "it is no fork"
    lines = parent.events
    if not 1 <= named.seq <= len(lines) or lines[named.seq - 1].hash != named.head:
        return f"event {named.seq} of its parent {named.game} does not have the hash that the fork names"
    try:
        before, after = Replay(parent, titles), Replay(fork, titles)
    except Unplayable as error:
        return f"its parent {named.game} cannot be played back: {error}"
    title, state = before.title, before.table(named.seq).game
    if state is None or title.slug != after.title.slug:
        return f"its parent {named.game} was not being played at event {named.seq}, or is of another title"
    try:
        same = _begins_there(title, named, state, after)
    except Exception as error:  # the files may hold anything
        return f"it cannot be held against its parent {named.game}: {type(error).__name__}: {error}"
    return None if same else f"it does not begin as its parent {named.game} stood at event {named.seq}"


def _begins_there(title: AnyTitle, named: Parent, state: Any, fork: Replay) -> bool:
    if named.exact:
        return same_state(title, named.state, write_state(state))
    taken = next((each for each in fork.events[0].changes if isinstance(each, SeatTaken)), None)
    seat = taken.seat if taken is not None else None
    return bool(title.view(read_state(title, named.state), seat) == title.view(state, seat))
