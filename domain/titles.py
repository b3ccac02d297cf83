"""Every title Moothall hosts: one line each."""

from __future__ import annotations

from domain.core.title import AnyTitle

_ALL: tuple[AnyTitle, ...] = ()

TITLES: dict[str, AnyTitle] = {title.slug: title for title in _ALL}
