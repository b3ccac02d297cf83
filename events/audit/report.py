"""What an audit says: of a game's record, of a bundle of them, of a tournament; the verdict on a bundle's signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import asdict

from moothall.domain.core.data import Data, Json
from moothall.events.records.bundle import Manifest, Whole, check

NAMES = ("chain", "replay", "rules", "draws")


class Verdict(Data, frozen=True):
    """ok: True; False with the first bad seq (0: the header) and why; None with why it could not be checked."""

    ok: bool | None
    seq: int | None = None
    why: str | None = None


OK = Verdict(True)


class Divergence(Data, frozen=True):
    """An event that today's rules would have decided otherwise, and how."""

    seq: int
    why: str


class _Judged(Data, frozen=True, kw_only=True):
    """The verdicts on one thing, and whose signature it bears."""

    names: ClassVar[tuple[str, ...]] = ("chain",)

    key: str | None
    """The key that signed it."""
    trusted: bool | None
    """Whether that key is one of those asked for; None if none were."""
    chain: Verdict

    @property
    def verdicts(self) -> dict[str, Verdict]:
        return {name: getattr(self, name) for name in self.names}

    @property
    def ok(self) -> bool | None:
        """All of them; None if nothing is bad but something could not be checked."""
        said = [verdict.ok for verdict in self.verdicts.values()]
        return False if False in said else None if None in said else True

    def told_of(self, subject: Json) -> Json:
        """For answers and `--json`: what it is, and the verdicts."""
        return {
            **subject,
            "ok": self.ok,
            "signed_by": {"key": self.key, "trusted": self.trusted},
            "verdicts": {name: asdict(verdict) for name, verdict in self.verdicts.items()},
        }


class Report(_Judged, frozen=True, kw_only=True):
    """The verdicts on one record."""

    names: ClassVar[tuple[str, ...]] = NAMES

    game: str | None
    title: str | None
    seq: int
    """How many events could be read."""
    replay: Verdict
    rules: Verdict
    draws: Verdict
    divergences: tuple[Divergence, ...] = ()

    @property
    def about(self) -> str:
        return f"{self.title or 'no title'}, game {self.game or '?'}, {self.seq} events"

    def as_json(self) -> Json:
        said = self.told_of({"game": self.game, "title": self.title, "seq": self.seq})
        if self.divergences:
            said["divergences"] = [asdict(each) for each in self.divergences]
        return said


class BundleReport(_Judged, frozen=True, kw_only=True):
    """What is to be said of a bundle as a whole: whether its manifest is signed, and nothing is missing or too much."""

    records: int

    @property
    def about(self) -> str:
        return f"bundle of {self.records} games"

    def as_json(self) -> Json:
        return self.told_of({"bundle": {"records": self.records}})


class TournamentReport(_Judged, frozen=True, kw_only=True):
    """The verdicts on a tournament: the four on all of its games together, the first of them also on its own log, and
    the fifth, on what the tournament made of them."""

    names: ClassVar[tuple[str, ...]] = (*NAMES, "standings")

    tournament: str | None
    name: str | None
    title: str | None
    seq: int
    """How many events of its log could be read."""
    games: int
    """How many records of games there are."""
    replay: Verdict
    rules: Verdict
    draws: Verdict
    standings: Verdict

    @property
    def about(self) -> str:
        called = f" {self.name!r}" if self.name is not None else ""
        numbers = f"{self.seq} events, {self.games} games"
        return f"{self.title or 'no title'}, tournament {self.tournament or '?'}{called}, {numbers}"

    def as_json(self) -> Json:
        return self.told_of(
            {
                "tournament": self.tournament,
                "name": self.name,
                "title": self.title,
                "seq": self.seq,
                "games": self.games,
            }
        )


Judgement = Report | BundleReport | TournamentReport
"""Each says in `about` what it is, in words."""


def check_bundle(whole: Whole, trusted: Mapping[str, str] | None) -> BundleReport:
    """Whether a bundle is signed as a whole."""
    if whole.manifest is None:
        return BundleReport(records=0, key=None, trusted=None, chain=Verdict(False, 0, whole.fault))
    return BundleReport(
        records=len(whole.manifest.records),
        key=whole.manifest.key or None,
        trusted=is_trusted(whole.manifest, trusted),
        chain=check_signature(whole.manifest, trusted),
    )


def check_signature(manifest: Manifest, trusted: Mapping[str, str] | None) -> Verdict:
    """The verdict on a manifest's signature."""
    signature = check(manifest, trusted)
    return Verdict(signature.ok, None if signature.ok is not False else 0, signature.why)


def is_trusted(manifest: Manifest, trusted: Mapping[str, str] | None) -> bool | None:
    """Whether the key that a manifest names is one of those that count; None if none were asked for."""
    return None if trusted is None or not manifest.key else trusted.get(manifest.key) == manifest.public_key
