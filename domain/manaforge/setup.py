"""The table before the first round: decks, draft, first player, dice."""

from __future__ import annotations

from moothall.domain.core.bag import plus
from moothall.domain.core.draw import shuffle
from moothall.domain.core.seats import clockwise
from moothall.domain.manaforge.changes import (
    ArchmageAsked,
    DecksShuffled,
    DieTaken,
    FirstPlayerChosen,
    GemsGained,
    PrestigeGained,
    PrismsGained,
    TalentsDealt,
)
from moothall.domain.manaforge.content import box_of
from moothall.domain.manaforge.content.ops import GainDieAny, GainGems, GainPrestige, GainPrisms
from moothall.domain.manaforge.rounds import open_round
from moothall.domain.manaforge.rules.effects import mana_of
from moothall.domain.manaforge.state import DICE, NOTHING, Dice, Turning, gems_in


def setup(turn: Turning) -> None:
    """MF-1.2 to MF-1.4: the item deck, and a packet of talents for every seat."""
    box = box_of(turn.state)
    deck: list[str] = []
    unused: list[str] = []
    for name in box.setup.decks:
        cards = shuffle(turn.draw, f"shuffle/{name}", box.decks[name])
        deck.extend(cards[: box.setup.cards_used_per_deck])
        unused.extend(cards[box.setup.cards_used_per_deck :])
    dice = Dice(*(box.dice[kind].count for kind in DICE))
    turn.emit(DecksShuffled(tuple(deck), len(deck), tuple(unused), len(unused), dice))
    talents = shuffle(turn.draw, "shuffle/talents", tuple(box.talents))
    n = box.setup.talents_dealt
    packets = tuple(talents[i * n : (i + 1) * n] for i in range(len(turn.state.seats)))
    away = talents[n * len(packets) :]
    turn.emit(TalentsDealt(packets, n, away, len(away)))


def after_draft(turn: Turning) -> None:
    """MF-1.8 to MF-1.11: first player, prisms, dice, setup talents; then the Archmage, or the first round."""
    box, n = box_of(turn.state), len(turn.state.seats)
    first = turn.draw.below("first_player", n)
    turn.emit(FirstPlayerChosen(first))
    for seat in clockwise(n, first):
        turn.emit(PrismsGained(seat, box.setup.prisms_first if seat == first else box.setup.prisms_others))
    for seat in range(n):
        for kind in box.setup.dice:
            turn.emit(DieTaken(seat, turn.state.seats[seat].next_die(kind), kind))
        for talent in turn.state.seats[seat].talents:
            die = box.talents[talent].die
            if die != "none":
                turn.emit(DieTaken(seat, turn.state.seats[seat].next_die(die), die, talent))
    asked = None
    for seat in range(n):
        for talent in turn.state.seats[seat].talents:
            if box.talents[talent].when == "setup" and _apply_setup_talent(turn, seat, talent):
                asked = seat
    if asked is not None:
        turn.emit(ArchmageAsked(asked))
    else:
        open_round(turn)


def _apply_setup_talent(turn: Turning, seat: int, talent: str) -> bool:
    """MF-1.10; whether a die is to be chosen."""
    asks = False
    gems = NOTHING
    for op in box_of(turn.state).talents[talent].effects:
        match op:
            case GainPrestige(n):
                turn.emit(PrestigeGained(seat, "talents", talent, n))
            case GainGems(element, n):
                gems = plus(gems, mana_of(element, n))
            case GainPrisms(n):
                turn.emit(PrismsGained(seat, n, talent))
            case GainDieAny():
                asks = True
    if gems != NOTHING:
        turn.emit(GemsGained(seat, gems_in(gems), talent))
    return asks
