"""The numbers behind what things are worth, in points of prestige, one set for each kind of player."""

from __future__ import annotations

from collections.abc import Mapping

from moothall.domain.core.data import Data
from moothall.domain.manaforge.state import ELEMENTS

LEFT_OVER = 0.01
"""A gem after the last turn: it only separates ties."""
TRIFLE = 0.001
"""So much more is a prism worth then: nobody exchanges it for nothing."""
PLENTY = 5
"""Gems, and mana per round from Workshop cards; what comes beyond is worth less."""
BEYOND_PLENTY = 0.35
CARD_EXHAUSTED = 1.3

_BY_ELEMENT = (*ELEMENTS, "arcane")


class Scale(Data, frozen=True, eq=False):
    """What each thing counts. Scales are equal only to themselves."""

    mana: float
    """Mana that comes anew every round."""
    mana_paid: float
    """Mana that an ability takes every round, by element; and of any element."""
    any_paid: float
    expenditure: float
    recharge: float
    gem: float
    gem_paid: float
    """A gem that an ability takes every round."""
    spare_gem: float
    """A gem beyond the fifth."""
    prism: float
    die: float
    """A further die, for every turn to come."""
    wand: float
    """A wand in the Store, for every turn to come."""
    later_level: float
    """The share of a locked level's gain that counts already."""
    use: float
    """How often a card that could be activated is."""
    talents: Mapping[str, float]
    """How much is made of each talent."""


PLAIN = Scale(
    mana=0.8,
    mana_paid=0.4,
    any_paid=0.3,
    expenditure=1.15,
    recharge=1.0,
    gem=0.85,
    gem_paid=0.85,
    spare_gem=0.45,
    prism=1.0,
    die=0.4,
    wand=0.5,
    later_level=0.6,
    use=0.85,
    talents={
        "secret_stash": 3.0,
        "famous": 2.8,
        **{f"{element}_crafter": 2.5 for element in _BY_ELEMENT},
        **{f"{each}mancer": 2.3 for each in ("geo", "pyro", "aero", "hydro")},
        **{f"{element}_enchanter": 2.0 for element in ELEMENTS},
        "archmage": 2.0,
        "wizards_apprentice": 1.5,
        "scavenger": 0.8,
        "aether_reserve": 0.5,
        "precognition": 0.3,
    },
)
"""A simple player's. They began as those of the strategy notes in RULES.md and were then tried against each other,
hundred games each."""

TRIED = Scale(
    mana=0.8,
    mana_paid=0.28,
    any_paid=0.34,
    expenditure=0.78,
    recharge=0.7,
    gem=0.46,
    gem_paid=0.85,
    spare_gem=0.42,
    prism=0.92,
    die=0.29,
    wand=0.87,
    later_level=0.36,
    use=0.66,
    talents={
        "secret_stash": 5.0,
        "wizards_apprentice": 3.1,
        "earth_crafter": 3.0,
        "famous": 3.0,
        "fire_crafter": 2.7,
        "geomancer": 2.6,
        "water_crafter": 2.5,
        "earth_enchanter": 2.4,
        "pyromancer": 2.3,
        "hydromancer": 2.1,
        "wind_crafter": 1.9,
        "archmage": 1.8,
        "arcane_crafter": 1.7,
        "aeromancer": 1.7,
        "fire_enchanter": 1.7,
        "water_enchanter": 1.3,
        "wind_enchanter": 1.0,
        "aether_reserve": 0.3,
        "precognition": 0.2,
        "scavenger": 0.0,
    },
)
"""A search's: found by many thousand sketched games between players whose numbers were varied at random, by which of
them went with a lead at the end."""
