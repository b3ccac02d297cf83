"""Names: no two alike, whatever they are written with and whoever is faster."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from moothall.events import keys
from moothall.events.accounts.names import COMING_MS, Names, likenesses
from moothall.events.accounts.players import Player, Players
from moothall.events.errors import NameTaken

ALIKE = {
    "capitals": ("Ada", "aDA"),
    "a Cyrillic letter": ("Ada", "\u0410da"),
    "all of it Cyrillic": ("scope", "\u0455\u0441\u043e\u0440\u0435"),
    "Greek capitals": ("ADA", "\u0391D\u0391"),
    "a capital I for an l": ("Paypal", "PaypaI"),
    "a one for an l": ("Player l", "Player 1"),
    "a nought for an o": ("Owen", "0wen"),
    "rn for m": ("Barney", "Bamey"),
    "wide letters": ("Bob", "\uff22\uff4f\uff42"),
    "mathematical letters": ("Bob", "\U0001d401\U0001d428\U0001d41b"),
    "a ligature": ("fish", "\ufb01sh"),
    "two letters in capitals": ("Stra\u00dfe", "STRASSE"),
    "a curly apostrophe": ("O'Neil", "O\u2019Neil"),
    "spaces": ("Ada Byron", "Ada  Byron"),
    "composed or not": ("Zo\u00eb", "Zoe\u0308"),
}

UNLIKE = [
    ("Ada", "Ida"),
    ("Ada", "Adam"),
    ("Player 0", "Player 1"),
    ("Player 1", "Player 11"),
    ("Zo\u00eb", "Zoe"),
    ("Ada Byron", "AdaByron"),
    ("\u674e", "\u738b"),
    ("\U0001f98a", "\U0001f43a"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=ALIKE)
def test_names_that_can_be_taken_for_each_other_are_alike(redis: Any, one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        redis.flushall()
        names = Names(redis)
        names.claim("p1", first, 0)
        with pytest.raises(NameTaken):
            names.claim("p2", second, 0)


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_others_are_not(redis: Any, one: str, other: str) -> None:
    Names(redis).claim("p1", one, 0)
    Names(redis).claim("p2", other, 0)


def test_what_is_kept_of_a_name_is_short(redis: Any) -> None:
    assert {len(each) for each in likenesses("\ufdfa" * 40)} == {32}


def test_a_player_may_write_the_own_name_otherwise_and_another_name_frees_the_old_one(redis: Any) -> None:
    names = Names(redis)
    names.claim("p1", "Ada", 0)
    names.claim("p1", "ADA", 0)
    names.claim("p1", "Byron", 0)
    names.claim("p2", "Ada", 0)
    with pytest.raises(NameTaken):
        names.claim("p1", "ada", 0)
    with pytest.raises(NameTaken):
        names.claim("p2", "byron", 0)
    names.claim("p1", "Byron", 0)


def test_of_many_at_once_one_gets_the_name(redis: Any) -> None:
    def claims(player: int) -> bool:
        try:
            Names(redis).claim(f"p{player}", "Ada" if player % 2 else "ADA", 0)
        except NameTaken:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(claims, range(32))) == 1


def test_the_name_of_an_account_that_came_to_nothing_is_free_after_a_while(redis: Any) -> None:
    names = Names(redis)
    names.claim("gone", "Ada", 1_000)
    with pytest.raises(NameTaken):
        names.claim("p2", "Ada", 1_000 + COMING_MS - 1)
    names.claim("p2", "Ada", 1_000 + COMING_MS)
    assert not redis.exists(keys.claimed_by("gone"))


def test_a_name_is_the_accounts_however_old_it_is(redis: Any) -> None:
    players = Players(redis)
    players.register(Player("p1", "Ada", "human", 0), "t1")
    with pytest.raises(NameTaken):
        players.register(Player("p2", "ada", "human", 10 * COMING_MS), "t2")
    assert players.get("p2") is None
    assert players.by_token("t2") is None


def test_a_renamed_account_is_called_that_everywhere(redis: Any) -> None:
    players = Players(redis)
    players.register(Player("p1", "Ada", "human", 0), "t1")
    number = players.taken_back()
    account = players.by_token("t1")
    assert account is not None
    players.rename(account, "Byron", 5)
    assert players.taken_back() > number, "other processes ask again"
    renamed = players.by_token("t1")
    assert renamed is not None
    assert renamed.name == "Byron"
    players.register(Player("p2", "Ada", "human", 6), "t2")


def without_claims(redis: Any) -> Players:
    """Accounts of a time when names were not claimed, two of them with the same."""
    players = Players(redis)
    for player in (
        Player("old", "Ada", "human", 1),
        Player("young", "ada", "human", 9),
        Player("other", "Bob", "bot", 5),
    ):
        redis.set(keys.player(player.id), b'{"id":"%s","name":"%s","kind":"human","created_at":%d}' % told(player))
    return players


def told(player: Player) -> tuple[bytes, bytes, int]:
    return player.id.encode(), player.name.encode(), player.created_at


def lost(redis: Any) -> Players:
    """Accounts whose claims are gone."""
    players = without_claims(redis)
    players.claim_names(100)
    for name in redis.scan_iter("mh:{names}:*"):
        redis.delete(name)
    return players


@pytest.mark.parametrize("before", [without_claims, lost])
def test_names_are_claimed_anew_for_the_oldest(redis: Any, before: Callable[[Any], Players]) -> None:
    players = before(redis)
    Names(redis).claim("nobody", "Eva", 1)
    assert [player.id for player in players.claim_names(10 * COMING_MS)] == ["young"]
    for name in ("Ada", "bob"):
        with pytest.raises(NameTaken):
            players.names.claim("new", name, 10 * COMING_MS)
    players.names.claim("old", "Ada", 10 * COMING_MS)
    players.names.claim("new", "Eva", 10 * COMING_MS)
    again = [player.id for player in players.claim_names(20 * COMING_MS)]
    assert again == ["young"], "doing it twice changes nothing"
