"""Medieval Realms: 2 to 5 players, 7 rounds, event cards won by price, majority or auction."""

from moothall.domain.medieval_realms.title import MEDIEVAL_REALMS

__all__ = ["MEDIEVAL_REALMS"]
