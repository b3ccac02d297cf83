"""What an audit says."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from domain.core.records import Json, Record

NAMES = ("chain", "replay", "rules", "draws")


class Verdict(Record, frozen=True):
    """ok: True; False with the first bad seq (0: the header) and why; None with why it could not be checked."""

    ok: bool | None
    seq: int | None = None
    why: str | None = None


OK = Verdict(True)


class Divergence(Record, frozen=True):
    """An event that today's rules would have decided otherwise, and how."""

    seq: int
    why: str


class Report(Record, frozen=True, kw_only=True):
    """The verdicts on one record."""

    game: str | None
    title: str | None
    seq: int
    """How many events could be read."""
    key: str | None
    """The key that signed it."""
    trusted: bool | None
    """Whether that key is one of those asked for; None if none were."""
    chain: Verdict
    replay: Verdict
    rules: Verdict
    draws: Verdict
    divergences: tuple[Divergence, ...] = ()

    @property
    def verdicts(self) -> dict[str, Verdict]:
        return {name: getattr(self, name) for name in NAMES}

    @property
    def ok(self) -> bool | None:
        """All four; None if nothing is bad but something could not be checked."""
        said = [verdict.ok for verdict in self.verdicts.values()]
        return False if False in said else None if None in said else True

    def as_json(self) -> Json:
        """For answers and `--json`."""
        plain: dict[str, Any] = {
            "game": self.game,
            "title": self.title,
            "seq": self.seq,
            "ok": self.ok,
            "signed_by": {"key": self.key, "trusted": self.trusted},
            "verdicts": {name: asdict(verdict) for name, verdict in self.verdicts.items()},
        }
        if self.divergences:
            plain["divergences"] = [asdict(each) for each in self.divergences]
        return plain
