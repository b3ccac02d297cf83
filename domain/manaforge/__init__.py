"""Manaforge: two to four wizards, nine rounds, dice, mana and items."""

from moothall.domain.manaforge.title import MANAFORGE

__all__ = ["MANAFORGE"]
