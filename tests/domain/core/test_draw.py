"""Luck depends on seed and label alone, and anyone can compute it again."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from moothall.domain.core.draw import (
    Draw,
    FastDraw,
    KeyedDraw,
    SeededDraw,
    commitment,
    game_seed,
    pick,
    roll,
    salt,
    shuffle,
)

SECRET = bytes(range(32))


@pytest.mark.parametrize(
    ("busy", "fresh", "other"),
    [(SeededDraw(b"seed"), SeededDraw(b"seed"), SeededDraw(b"other")), (KeyedDraw(1), KeyedDraw(1), KeyedDraw(2))],
    ids=["seeded", "keyed"],
)
def test_a_draw_depends_only_on_seed_and_label(busy: Draw, fresh: Draw, other: Draw) -> None:
    alone = fresh.below("roll/round-3", 1_000_000)
    for i in range(20):
        busy.below(f"other/{i}", 6)
    assert busy.below("roll/round-3", 1_000_000) == alone
    assert busy.below("roll/round-3", 1_000_000) == alone
    assert fresh.below("roll/round-4", 1_000_000) != alone
    assert other.below("roll/round-3", 1_000_000) != alone


@pytest.mark.parametrize("n", [1, 6, 72, 2**63 + 1, 2**64])
def test_a_draw_is_the_first_word_of_an_hmac_that_favours_nothing(n: int) -> None:
    for label in (f"label-{i}" for i in range(50)):
        for attempt in range(100):
            word = int.from_bytes(hmac.new(b"seed", f"{label}/{attempt}".encode(), hashlib.sha256).digest()[:8], "big")
            if word < 2**64 - 2**64 % n:
                break
        assert SeededDraw(b"seed").below(label, n) == word % n


@pytest.mark.parametrize("draw", [SeededDraw(b"seed"), FastDraw(7), KeyedDraw(7)], ids=["seeded", "fast", "keyed"])
def test_all_faces_are_equally_likely(draw: Draw) -> None:
    faces = Counter(roll(draw, f"roll/{i}") for i in range(6_000))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(850 < times < 1_150 for times in faces.values()), faces  # five standard deviations


@pytest.mark.parametrize("draw", [SeededDraw(b"seed"), FastDraw(7), KeyedDraw(7)], ids=["seeded", "fast", "keyed"])
def test_a_shuffle_is_a_permutation_and_every_one_can_come(draw: Draw) -> None:
    deck = tuple(range(40))
    shuffled = shuffle(draw, "shuffle/deck", deck)
    assert shuffled != deck
    assert sorted(shuffled) == list(deck)
    seen = {shuffle(draw, f"shuffle/{i}", "abc") for i in range(200)}
    assert seen == set(permutations("abc"))


def test_a_shuffle_of_little_needs_no_luck() -> None:
    assert shuffle(SeededDraw(b"seed"), "none", ()) == ()
    assert shuffle(SeededDraw(b"seed"), "one", ("a",)) == ("a",)


def test_pick_takes_what_below_says() -> None:
    items = ("a", "b", "c", "d")
    draw = SeededDraw(b"seed")
    assert all(pick(draw, f"p/{i}", items) == items[draw.below(f"p/{i}", 4)] for i in range(50))


def test_the_fast_draw_repeats_itself() -> None:
    first, second, other = FastDraw(5), FastDraw(5), FastDraw(6)
    draws = [first.below("any", 1_000) for _ in range(50)]
    assert draws == [second.below("label", 1_000) for _ in range(50)]
    assert draws != [other.below("any", 1_000) for _ in range(50)]


def test_the_fast_draw_takes_any_whole_number_as_seed() -> None:
    assert 0 <= FastDraw(-1).below("any", 10) < 10
    assert 0 <= FastDraw(2**80).below("any", 10) < 10


@pytest.mark.parametrize("draw", [SeededDraw(b"seed"), FastDraw(7), KeyedDraw(7)], ids=["seeded", "fast", "keyed"])
@pytest.mark.parametrize("n", [0, -1])
def test_nothing_cannot_be_drawn_from(draw: Draw, n: int) -> None:
    with pytest.raises(ValueError, match="nothing to draw from for empty/deck"):
        draw.below("empty/deck", n)


def test_the_commitment_is_the_sha256_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_seed_mixes_the_entropies_in_seat_order() -> None:
    assert game_seed(SECRET, ("red", "", "blue")) == hmac.new(SECRET, b"red\n\nblue", hashlib.sha256).digest()
    assert game_seed(SECRET, ("red", "blue")) != game_seed(SECRET, ("blue", "red"))
    assert game_seed(SECRET, ("", "")) != game_seed(bytes(32), ("", ""))


def test_every_event_has_its_own_salt() -> None:
    assert salt(SECRET, 17) == hmac.new(SECRET, b"salt/17", hashlib.sha256).hexdigest()
    assert len({salt(SECRET, seq) for seq in range(100)}) == 100
