"""Names of players: no two alike. Whoever registers or takes another name claims it in one atomic step.

Names are alike if they read the same: in capitals or small letters, composed or in compatibility forms (NFKC), and
with letters of any script that look like each other (the skeleton of Unicode's UTS #39). What looks alike depends on
whether it is looked at before or after the letters are made small (a capital I looks like an l, a small i does not),
so a name is claimed in both ways, and refused if either is somebody else's.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from moothall.events import keys
from moothall.events.errors import NameTaken

COMING_MS = 60_000
"""How long an account may take to be written after its name was claimed. None takes longer than Redis may take to
answer; what is older has come to nothing, and its name is free."""

# KEYS what the player has claimed, then the claims; ARGV player, what is claimed as JSON.
# Gives up what the player had before. Returns who has one of them, or nothing.
_CLAIM = """
for i = 2, #KEYS do
  local holder = redis.call('GET', KEYS[i])
  if holder and holder ~= ARGV[1] then return holder end
end
local had = redis.call('GET', KEYS[1])
if had then redis.call('DEL', unpack(cjson.decode(had).claims)) end
for i = 2, #KEYS do redis.call('SET', KEYS[i], ARGV[1]) end
redis.call('SET', KEYS[1], ARGV[2])
return false
"""

# KEYS what the player has claimed; ARGV player
_GIVE_UP = """
local had = redis.call('GET', KEYS[1])
if had then redis.call('DEL', KEYS[1], unpack(cjson.decode(had).claims)) end
"""


class _Claimed(msgspec.Struct, frozen=True):
    claims: list[str]
    at: int


_read = msgspec.json.Decoder(_Claimed).decode


class Names:
    """Who is called what."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def claim(self, player: str, name: str, now: int) -> None:
        """From now on the player is called that, and what it was called before is free. Raises NameTaken."""
        holder = self._claim(player, name, now)
        if holder is not None and self._came_to_nothing(holder, now):
            self.give_up(holder)
            holder = self._claim(player, name, now)
        if holder is not None:
            raise NameTaken(name)

    def give_up(self, player: str) -> None:
        """The player's name is free."""
        self._redis.eval(_GIVE_UP, 1, keys.claimed_by(player), player)

    def rebuild(self, accounts: Iterable[tuple[str, str]], now: int) -> list[str]:
        """Claim the names of all accounts (ids and names, the oldest first) and give up those of none. Returns the
        accounts that are called like an older one: they keep their name and do not hold it."""
        alike, known = [], set()
        for player, name in accounts:
            known.add(player)
            if self._claim(player, name, now) is not None:
                alike.append(player)
        for key in self._redis.scan_iter(match=keys.claimed_by("*"), count=1000):
            player = key.decode().rpartition(":")[2]
            if player not in known and self._came_to_nothing(player, now):
                self.give_up(player)
        return alike

    def _claim(self, player: str, name: str, now: int) -> str | None:
        claims = [keys.claim(each) for each in likenesses(name)]
        claimed = msgspec.json.encode(_Claimed(claims, now))
        found = self._redis.eval(_CLAIM, 1 + len(claims), keys.claimed_by(player), *claims, player, claimed)
        return found.decode() if found is not None else None

    def _came_to_nothing(self, player: str, now: int) -> bool:
        """Whether the player claimed a name and never got an account."""
        had = self._redis.get(keys.claimed_by(player))
        if had is not None and _read(had).at > now - COMING_MS:
            return False
        return not self._redis.exists(keys.player(player))


def likenesses(name: str) -> list[str]:
    """What names that are alike have in common, at least one of them."""
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    looks = {skeleton(_small(plain)), _small(skeleton(plain))}
    return sorted(hashlib.sha256(each.encode()).hexdigest()[:32] for each in looks)


def skeleton(text: str) -> str:
    """UTS #39: every letter as the one it looks like."""
    seen = unicodedata.normalize("NFD", text).translate(_prototypes())
    return unicodedata.normalize("NFD", seen)


def _small(text: str) -> str:
    return unicodedata.normalize("NFKC", text.casefold())


@cache
def _prototypes() -> dict[int, str]:
    """Letter to the text that all that look like it are written as. The library's file lists pairs both ways; of each
    group that belongs together one member is paired with all others, and that is the prototype."""
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    pairs = {_bare(one): [_bare(other["c"]) for other in others] for one, others in msgspec.json.decode(data).items()}
    table: dict[int, str] = {}
    for one, others in pairs.items():
        if len(one) == 1 and len(others) == 1 and _is_prototype(others[0], one, pairs):
            table[ord(one)] = others[0]
    return table


def _is_prototype(other: str, one: str, pairs: dict[str, list[str]]) -> bool:
    """Of a group of two either would do: the longer one, which is not looked up, else the first."""
    if len(pairs.get(other, ())) == 1:
        return (-len(other), other) < (-len(one), one)
    return True


def _bare(text: str) -> str:
    """Without the marks that the file puts round letters that are written from right to left."""
    return text.replace("\u200e", "") or text
