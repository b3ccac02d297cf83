"""Gates of Mara: tribes place figures in elemental realms, beside their lords, for influence, claims and keys."""

from moothall.domain.gates_of_mara.title import GATES_OF_MARA

__all__ = ["GATES_OF_MARA"]
