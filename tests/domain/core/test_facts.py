"""Facts: everything that is not at its default, and nothing else."""

from __future__ import annotations

import hashlib

import msgspec

from moothall.domain.core.codec import canonical
from moothall.domain.core.data import Data, snake
from moothall.domain.core.draw import salt
from moothall.domain.core.facts import facts, facts_digest

SALT = salt(b"secret", 1)


class Waiting(Data, frozen=True, tag=snake):
    seat: int


class Done(Data, frozen=True, tag=snake):
    pass


class Seat(Data, frozen=True):
    points: int = 0
    hand: tuple[str, ...] = ()
    purse: dict[str, int] = {}  # noqa: RUF012  msgspec copies a default of this kind


class State(Data, frozen=True):
    seats: tuple[Seat, ...]
    phase: Waiting | Done
    by_name: dict[str, Seat]
    round: int = 1
    best: Seat = Seat()


STATE = State((Seat(), Seat(3, ("ace",))), Waiting(1), {"ada": Seat(purse={"gold": 2})})


def test_what_is_at_its_default_is_left_out() -> None:
    assert facts(STATE) == {
        "seats": [{}, {"points": 3, "hand": ("ace",)}],
        "phase": {"type": "waiting", "seat": 1},
        "by_name": {"ada": {"purse": {"gold": 2}}},
    }


def test_a_digest_is_that_of_the_facts_as_canonical_json() -> None:
    for state in (STATE, State((), Done(), {}, 2, Seat(0, (), {"gold": 1})), Seat(300), {"plain": [1, "data"]}, None):
        told = hashlib.sha256(bytes.fromhex(SALT) + canonical(facts(state))).hexdigest()
        assert facts_digest(SALT, state) == told


def test_what_has_no_default_is_always_said() -> None:
    assert facts(State((), Done(), {})) == {"seats": [], "phase": {"type": "done"}, "by_name": {}}


def test_equal_values_are_the_same_fact_whatever_they_were_read_from() -> None:
    read = msgspec.json.decode(msgspec.json.encode(msgspec.structs.replace(STATE, best=Seat(0, ()))), type=State)
    assert facts(read) == facts(STATE)
    assert facts_digest(SALT, read) == facts_digest(SALT, STATE)


def test_a_field_added_with_a_default_changes_no_digest() -> None:
    wider = msgspec.defstruct("Seat", [("lucky", bool, False)], bases=(Seat,), frozen=True)
    seats = tuple(wider(**msgspec.structs.asdict(seat)) for seat in STATE.seats)
    later = msgspec.structs.replace(STATE, seats=seats)
    assert facts_digest(SALT, later) == facts_digest(SALT, STATE)
    lucky = msgspec.structs.replace(STATE, seats=(msgspec.structs.replace(seats[0], lucky=True), seats[1]))
    assert facts_digest(SALT, lucky) != facts_digest(SALT, STATE)


def test_a_digest_hangs_on_its_salt() -> None:
    assert facts_digest(SALT, STATE) != facts_digest(salt(b"secret", 2), STATE)
