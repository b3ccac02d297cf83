"""Every title Moothall hosts: one line each."""

from __future__ import annotations

from domain.core.title import AnyTitle
from domain.gates_of_mara import GATES_OF_MARA
from domain.manaforge import MANAFORGE
from domain.medieval_realms import MEDIEVAL_REALMS

_ALL: tuple[AnyTitle, ...] = (GATES_OF_MARA, MANAFORGE, MEDIEVAL_REALMS)

TITLES: dict[str, AnyTitle] = {title.slug: title for title in _ALL}
