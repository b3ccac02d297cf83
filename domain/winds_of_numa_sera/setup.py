"""Setting up (NS-1): the first player at once, the dealing when all lines of succession are set."""

from __future__ import annotations

from msgspec.structs import replace

from domain.core.content import instances
from domain.core.draw import shuffle
from domain.core.title import Turn
from domain.winds_of_numa_sera.changes import (
    AnyChange,
    BattleCardsDealt,
    CapitalGained,
    CollegesFilled,
    DeckShuffled,
    FirstPlayerDrawn,
    ForgeDealt,
    LinesRevealed,
    StrongholdsDealt,
)
from domain.winds_of_numa_sera.content import box_of
from domain.winds_of_numa_sera.rules.standing import standing
from domain.winds_of_numa_sera.state import State


def setup(turn: Turn[State, AnyChange]) -> None:
    """NS-1.2: draw the first player; NS-1.3: the last in turn order chooses a kingdom first."""
    seats = len(turn.state.seats)
    first = turn.draw.below("first-player", seats)
    turn.emit(FirstPlayerDrawn(first, (first - 1) % seats))


def deal(turn: Turn[State, AnyChange]) -> None:
    """NS-1.4 to NS-1.12: reveal the lines and deal everything out."""
    box = box_of(turn.state)
    players = turn.state.seats
    lines = tuple(seat.answer.cards for seat in players if seat.answer is not None)
    mats = (replace(seat.mat, line=line) for seat, line in zip(players, lines, strict=True))
    turn.emit(LinesRevealed(lines, tuple(standing(box, mat).max_power for mat in mats)))
    rows, places = box.setups[len(players)], box.places
    # By name: mappings are written in that order, and a state read again must be the same to the byte.
    turn.emit(CollegesFilled({skill: instances(skill, rows.skill_cards_per_type) for skill in sorted(box.skills)}))
    drawn = shuffle(turn.draw, "shuffle/strongholds", tuple(box.strongholds))[: rows.strongholds_in_game]
    show = places.stronghold_display
    turn.emit(StrongholdsDealt(drawn[show:], drawn[:show], len(drawn)))
    items = shuffle(turn.draw, "shuffle/forge", tuple(item.id for item in box.items.values() if item.cost))
    show = places.forge_display
    turn.emit(ForgeDealt(items[show:], items[:show], len(items)))
    _deal_battle_cards(turn)
    for place, seat in enumerate(turn.state.clockwise(turn.state.first)):
        capital = box.kingdoms[turn.state.seats[seat].mat.kingdom].start_capital
        bonus = rows.turn_order_bonus[place] if turn.state.seat_bonus else 0
        turn.emit(CapitalGained(seat, capital + bonus, "setup"))


def _deal_battle_cards(turn: Turn[State, AnyChange]) -> None:
    """NS-1.8: from fifteen random Battle Cards; what is left goes into the deck."""
    box = box_of(turn.state)
    battle = tuple(card for card, each in box.cards.items() if each.type == "battle")
    pool = list(shuffle(turn.draw, "shuffle/battle-cards", battle)[: box.places.starting_battle_pool])
    dealt: list[str] = []
    for seat in turn.state.clockwise(turn.state.first):
        count = box.kingdoms[turn.state.seats[seat].mat.kingdom].start_battle_cards
        cards, pool = tuple(pool[:count]), pool[count:]
        turn.emit(BattleCardsDealt(seat, cards, count))
        dealt.extend(cards)
    rest = tuple(card for card in box.cards if card not in dealt)
    deck = shuffle(turn.draw, "shuffle/exploration/0", rest)
    turn.emit(DeckShuffled(deck, len(deck)))
