"""The course of a game: setup, rounds and turns, the step between rounds, and scoring."""

from __future__ import annotations

from msgspec.structs import asdict

from moothall.domain.core.bag import plus
from moothall.domain.core.draw import roll, shuffle
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.ranking import Ranking, places, rank
from moothall.domain.core.seats import clockwise
from moothall.domain.core.title import Sheet
from moothall.domain.manaforge.changes import (
    ArchmageAsked,
    BoardCleared,
    CardsRecharged,
    DecksShuffled,
    DiceRolled,
    DieTaken,
    FirstPlayerChosen,
    GameEnded,
    GemsGained,
    HoldAsked,
    ItemsDealt,
    MarkerPassed,
    PrestigeGained,
    PrismsGained,
    RoundClosed,
    RoundScored,
    RoundSheet,
    TalentsDealt,
    TurnStarted,
)
from moothall.domain.manaforge.content import box_of
from moothall.domain.manaforge.content.ops import GainDieAny, GainGems, GainPrestige, GainPrisms
from moothall.domain.manaforge.rules import Turning, mana_of
from moothall.domain.manaforge.state import (
    CATEGORIES,
    DICE,
    NOTHING,
    Dice,
    Finished,
    Prestige,
    RoundScoring,
    Seat,
    State,
    gems_in,
)

# Setup.


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


# Rounds and turns.


def open_round(turn: Turning) -> None:
    """MF-2.2 to MF-2.4: deal, recharge, and ask about a held die or roll."""
    state = turn.state
    turn.emit(ItemsDealt(state.round + 1, state.deck[: box_of(state).play.cards_per_round]))
    turn.emit(CardsRecharged())
    for seat in clockwise(len(state.seats), state.first):
        held = state.seats[seat].held
        if held is not None:
            turn.emit(HoldAsked(seat, held))
            return
    roll_dice(turn)


def roll_dice(turn: Turning) -> None:
    """MF-2.5, MF-2.6: all dice but a held one, then the first turn."""
    state = turn.state
    for seat in clockwise(len(state.seats), state.first):
        me = state.seats[seat]
        label = f"roll/round-{state.round}/seat-{seat}"
        faces = [die.face if die.id == me.held else roll(turn.draw, f"{label}/{die.id}") for die in me.dice]
        turn.emit(DiceRolled(seat, tuple(faces), tuple([die.id for die in me.dice])))
    turn.emit(TurnStarted(state.first, box_of(state).play.expenditures))


def next_turn(turn: Turning) -> None:
    """MF-2.6, MF-3.4: the next seat clockwise; after the last one the round is to be scored."""
    state = turn.state
    following = state.next_seat(turn.seat)
    if following == state.first:
        turn.emit(RoundClosed(state.round))
    else:
        turn.emit(TurnStarted(following, box_of(state).play.expenditures))


def step(turn: Turning) -> None:
    """MF-13: score the round; then the end of the game, or clear the board, pass the marker, open the next round."""
    state = turn.state
    if not isinstance(state.phase, RoundScoring):
        raise IllegalMove("MF-2.1", "no step is due")
    for index, seat in enumerate(state.seats):
        if seat.prestige != sum([line.n for line in seat.ledger]):
            raise ValueError(f"the ledger of seat {index} does not add up to {seat.prestige}")
    standings = ranking(state)
    turn.emit(RoundScored(state.round, round_sheets(state), standings))
    if not state.deck:
        turn.emit(GameEnded(standings))
        return
    close_round(turn)
    open_round(turn)


def close_round(turn: Turning) -> None:
    """MF-13.2, MF-13.3: clear the board, pass the marker."""
    state = turn.state
    turn.emit(BoardCleared(tuple(card for card in state.board if card is not None)))
    turn.emit(MarkerPassed(state.next_seat(state.first)))


# Scoring.


def score_sheet(state: State) -> tuple[Sheet, ...]:
    """Per seat: prestige by category; below it what separates ties, and what was done."""
    standings = ranking(state)
    place = places(standings)
    over = isinstance(state.phase, Finished)
    return tuple(
        Sheet(
            index,
            seat.prestige,
            asdict(by_category(seat)),
            {
                "gems": sum(seat.gems),
                "prisms": seat.prisms,
                "items_built": seat.items_built,
                "prisms_taken": seat.prisms_taken,
                "dice": len(seat.dice),
                "rank": place[index],
                "winner": over and index in standings[0],
            },
        )
        for index, seat in enumerate(state.seats)
    )


def ranking(state: State) -> Ranking:
    """MF-14.2 to MF-14.5: prestige, then gems and prisms owned; what is still equal stays together."""
    return rank([(seat.prestige, seat.left) for seat in state.seats])


def by_category(seat: Seat, round_number: int | None = None) -> Prestige:
    """The ledger added up, of one round or of all."""
    sums = dict.fromkeys(CATEGORIES, 0)
    for line in seat.ledger:
        if round_number is None or line.round == round_number:
            sums[line.category] += line.n
    return Prestige(**sums)


def round_sheets(state: State) -> tuple[RoundSheet, ...]:
    """What every seat did in the round that ends."""
    return tuple(
        RoundSheet(
            index,
            by_category(seat, state.round),
            seat.prestige,
            seat.action,
            sum(seat.gems),
            seat.prisms,
            len(seat.workshop),
            len(seat.store),
        )
        for index, seat in enumerate(state.seats)
    )
