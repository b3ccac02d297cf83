"""The options, and the phases of a game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from moothall.domain.core.data import Data, snake

Setting = Literal["throne", "empire"]
Aim = Literal["independent", "stronghold", "hero"]
PledgeKind = Literal["none", "truce", "attack"]
TargetType = Literal["player", "hero", "stronghold", "independent"]
"""What a promise names: a player with all they have, their hero, one Stronghold of theirs, or one that is nobody's."""


class Options(Data, frozen=True, forbid_unknown_fields=True):
    """What may be set when a game is created."""

    setting: Setting = "throne"
    """How many conditions win (NS-1.1)."""
    round_limit: Annotated[int, msgspec.Meta(ge=12, le=60)] | None = None
    """After so many rounds Renown decides (NS-15.5); none: the game goes on until somebody has won."""
    seat_bonus: bool = False
    """Whether later players in turn order start with extra Capital (NS-1.9)."""


class Drafting(Data, frozen=True, tag=snake):
    """The seat chooses its kingdom."""

    seat: int


class Succession(Data, frozen=True, tag=snake):
    """All seats order their heroes in secret."""


class Acting(Data, frozen=True, tag=snake):
    """A turn. `marks` are what can be done once per turn and was done; `offers_before` how many trades had been offered
    in the whole game when it began."""

    seat: int
    explored: bool = False
    built: bool = False
    attacked: bool = False
    extra: bool = False
    offers_before: int = 0
    explores: int = 0
    marks: tuple[str, ...] = ()

    @property
    def main(self) -> bool:
        """Whether Phase 2 has not begun."""
        return not (self.built or self.attacked)


class RoundEnd(Data, frozen=True, tag=snake):
    """The end-of-round step is due."""


class GameEnd(Data, frozen=True, tag=snake):
    """The end-of-game step is due; the winner is known unless the limit decides."""

    winner: int
    reasons: tuple[str, ...]


class Finished(Data, frozen=True, tag=snake):
    """It is over and scored."""

    winner: int
    reasons: tuple[str, ...]


Phase = Drafting | Succession | Acting | RoundEnd | GameEnd | Finished
