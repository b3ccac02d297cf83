"""The course of a game: setup, rounds and turns, the step between rounds, and scoring."""

from __future__ import annotations

from msgspec.structs import asdict

from moothall.domain.core.bag import plus
from moothall.domain.core.draw import roll, shuffle
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.ranking import Ranking, places, rank
from moothall.domain.core.seats import clockwise
from moothall.domain.core.title import Sheet
from moothall.domain.manaforge import changes as c, state as s
from moothall.domain.manaforge.content import box_of
from moothall.domain.manaforge.content.ops import GainDieAny, GainGems, GainPrestige, GainPrisms
from moothall.domain.manaforge.rules import Turning, mana_of

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
    dice = s.Dice(*(box.dice[kind].count for kind in s.DICE))
    turn.emit(c.DecksShuffled(tuple(deck), len(deck), tuple(unused), len(unused), dice))
    talents = shuffle(turn.draw, "shuffle/talents", tuple(box.talents))
    n = box.setup.talents_dealt
    packets = tuple(talents[i * n : (i + 1) * n] for i in range(len(turn.state.seats)))
    away = talents[n * len(packets) :]
    turn.emit(c.TalentsDealt(packets, n, away, len(away)))


def after_draft(turn: Turning) -> None:
    """MF-1.8 to MF-1.11: first player, prisms, dice, setup talents; then the Archmage, or the first round."""
    box, n = box_of(turn.state), len(turn.state.seats)
    first = turn.draw.below("first_player", n)
    turn.emit(c.FirstPlayerChosen(first))
    for seat in clockwise(n, first):
        turn.emit(c.PrismsGained(seat, box.setup.prisms_first if seat == first else box.setup.prisms_others))
    for seat in range(n):
        for kind in box.setup.dice:
            turn.emit(c.DieTaken(seat, turn.state.seats[seat].next_die(kind), kind))
        for talent in turn.state.seats[seat].talents:
            die = box.talents[talent].die
            if die != "none":
                turn.emit(c.DieTaken(seat, turn.state.seats[seat].next_die(die), die, talent))
    asked = None
    for seat in range(n):
        for talent in turn.state.seats[seat].talents:
            if box.talents[talent].when == "setup" and _apply_setup_talent(turn, seat, talent):
                asked = seat
    if asked is not None:
        turn.emit(c.ArchmageAsked(asked))
    else:
        open_round(turn)


def _apply_setup_talent(turn: Turning, seat: int, talent: str) -> bool:
    """MF-1.10; whether a die is to be chosen."""
    asks = False
    gems = s.NOTHING
    for op in box_of(turn.state).talents[talent].effects:
        match op:
            case GainPrestige(n):
                turn.emit(c.PrestigeGained(seat, "talents", talent, n))
            case GainGems(element, n):
                gems = plus(gems, mana_of(element, n))
            case GainPrisms(n):
                turn.emit(c.PrismsGained(seat, n, talent))
            case GainDieAny():
                asks = True
    if gems != s.NOTHING:
        turn.emit(c.GemsGained(seat, s.gems_in(gems), talent))
    return asks


# Rounds and turns.


def open_round(turn: Turning) -> None:
    """MF-2.2 to MF-2.4: deal, recharge, and ask about a held die or roll."""
    state = turn.state
    turn.emit(c.ItemsDealt(state.round + 1, state.deck[: box_of(state).play.cards_per_round]))
    turn.emit(c.CardsRecharged())
    for seat in clockwise(len(state.seats), state.first):
        held = state.seats[seat].held
        if held is not None:
            turn.emit(c.HoldAsked(seat, held))
            return
    roll_dice(turn)


def roll_dice(turn: Turning) -> None:
    """MF-2.5, MF-2.6: all dice but a held one, then the first turn."""
    state = turn.state
    for seat in clockwise(len(state.seats), state.first):
        me = state.seats[seat]
        label = f"roll/round-{state.round}/seat-{seat}"
        faces = [die.face if die.id == me.held else roll(turn.draw, f"{label}/{die.id}") for die in me.dice]
        turn.emit(c.DiceRolled(seat, tuple(faces), tuple([die.id for die in me.dice])))
    turn.emit(c.TurnStarted(state.first, box_of(state).play.expenditures))


def next_turn(turn: Turning) -> None:
    """MF-2.6, MF-3.4: the next seat clockwise; after the last one the round is to be scored."""
    state = turn.state
    following = state.next_seat(turn.seat)
    if following == state.first:
        turn.emit(c.RoundClosed(state.round))
    else:
        turn.emit(c.TurnStarted(following, box_of(state).play.expenditures))


def step(turn: Turning) -> None:
    """MF-13: score the round; then the end of the game, or clear the board, pass the marker, open the next round."""
    state = turn.state
    if not isinstance(state.phase, s.RoundScoring):
        raise IllegalMove("MF-2.1", "no step is due")
    for index, seat in enumerate(state.seats):
        if seat.prestige != sum([line.n for line in seat.ledger]):
            raise ValueError(f"the ledger of seat {index} does not add up to {seat.prestige}")
    standings = ranking(state)
    turn.emit(c.RoundScored(state.round, _round_sheets(state), standings))
    if not state.deck:
        turn.emit(c.GameEnded(standings))
        return
    _close_round(turn)
    open_round(turn)


def _close_round(turn: Turning) -> None:
    """MF-13.2, MF-13.3: clear the board, pass the marker."""
    state = turn.state
    turn.emit(c.BoardCleared(tuple(card for card in state.board if card is not None)))
    turn.emit(c.MarkerPassed(state.next_seat(state.first)))


# Scoring.


def score_sheet(state: s.State) -> tuple[Sheet, ...]:
    """Per seat: prestige by category; below it what separates ties, and what was done."""
    standings = ranking(state)
    place = places(standings)
    over = isinstance(state.phase, s.Finished)
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


def ranking(state: s.State) -> Ranking:
    """MF-14.2 to MF-14.5: prestige, then gems and prisms owned; what is still equal stays together."""
    return rank([(seat.prestige, seat.left) for seat in state.seats])


def by_category(seat: s.Seat, round_number: int | None = None) -> s.Prestige:
    """The ledger added up, of one round or of all."""
    sums = dict.fromkeys(s.CATEGORIES, 0)
    for line in seat.ledger:
        if round_number is None or line.round == round_number:
            sums[line.category] += line.n
    return s.Prestige(**sums)


def _round_sheets(state: s.State) -> tuple[c.RoundSheet, ...]:
    """What every seat did in the round that ends."""
    return tuple(
        c.RoundSheet(
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
