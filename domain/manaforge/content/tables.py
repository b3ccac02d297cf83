"""The tables of the newest edition, for the bots."""

from __future__ import annotations

from domain.manaforge.content import BOXES
from domain.manaforge.content.ops import takes as takes

BOX = BOXES[max(BOXES)]
ITEMS = BOX.items
TALENTS = BOX.talents
PLAY = BOX.play
COST = BOX.cost
FACES = BOX.faces
WANDS = BOX.wands
CARD_ORDER = BOX.card_order
