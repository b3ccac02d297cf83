"""Exploring, dice, and cards on their way."""

from __future__ import annotations

from moothall.domain.core.words import Reader
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.text.cards import described, maven_does, met, test_text
from moothall.domain.winds_of_numa_sera.text.changes.telling import Cases, untold
from moothall.domain.winds_of_numa_sera.text.effects import line, says
from moothall.domain.winds_of_numa_sera.text.words import face, faces, name, names, told_of


def cards_drawn(change: c.CardsDrawn, reader: Reader, box: Box) -> str:
    """A single card is told of when it is revealed or kept."""
    if change.count == 1:
        return ""
    return f"{reader.does(change.seat, 'draw')} {names(box, change.cards) if change.cards else f'{change.count} cards'}"


def cards_sunk(change: c.CardsSunk, reader: Reader, box: Box) -> str:
    other = "the other card" if change.count == 1 else f"the other {change.count} cards"
    what = names(box, change.cards) if change.cards else other
    return f"{reader.does(change.seat, 'put')} {what} under the Exploration deck"


def card_revealed(change: c.CardRevealed, reader: Reader, box: Box) -> str:
    what = told_of(change.seat, met(box, change.card), reader)
    return f"{reader.does(change.seat, 'explore')} and {reader.form(change.seat, 'find')} {what}"


def card_kept(change: c.CardKept, reader: Reader, box: Box) -> str:
    seat = change.seat
    explored = f"{reader.does(seat, 'explore')} and {reader.form(seat, 'keep')}"
    if not change.card:
        return f"{explored} the card in hand"
    return f"{explored} {told_of(seat, described(box, change.card), reader)}"


def nothing_found(change: c.NothingFound, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'explore')} and {reader.form(change.seat, 'find')} nothing: no card is left"


def maven_accepted(change: c.MavenAccepted, reader: Reader, box: Box) -> str:
    joined = f"{name(box, change.card)} joins {reader.whose(change.seat)} Inner Circle"
    return f"{joined}: {told_of(change.seat, line(maven_does(box, box.cards[change.card])), reader)}"


def card_discarded(change: c.CardDiscarded, reader: Reader, box: Box) -> str:
    """A resolved card and a Battle Card that was played are told of before they are discarded."""
    card, whose = name(box, change.card), reader.whose(change.seat)
    match change.origin:
        case "open" | "battle":
            return ""
        case "blessing":
            return f"{card} saves {whose} hero from death and is discarded"
        case _:
            under = "; it goes under the World Forge deck" if change.under else ""
            return f"{reader.does(change.seat, 'discard')} {card}{under}"


def card_taken(change: c.CardTaken, reader: Reader, box: Box) -> str:
    where = f" into {reader.their(change.seat)} Inner Circle" if change.arrives == "mavens" else ""
    return f"{reader.does(change.seat, 'take')} {name(box, change.card)} from the discard pile{where}"


def card_given(change: c.CardGiven, reader: Reader, box: Box) -> str:
    giver, taker = change.giver, change.taker
    card = name(box, change.card) if change.card else "a hidden card"
    if box.skill_of(change.card):
        card = f"a {card} card"
    if change.source:
        return f"{reader.does(taker, 'take')} {card} from {reader.who(giver)} ({name(box, change.source)})"
    capital = f" with {change.capital} Capital on it" if change.capital else ""
    return f"{reader.does(giver, 'give')} {reader.who(taker)} {card}{capital}"


def die_rolled(change: c.DieRolled, reader: Reader, box: Box) -> str:
    rolled = f"{reader.does(change.seat, 'roll')} {faces(change.faces)}"
    if len(change.faces) > 1:
        return f"{rolled} and {reader.form(change.seat, 'keep')} {face(change.roll)}"
    if change.least is None:
        return rolled
    bonus = f" with {change.bonus:+d}" if change.bonus else ""
    works = change.roll + change.bonus >= change.least
    needed = f"{change.least:+d} or more was needed"
    return f"{rolled}{bonus} for {name(box, change.source)}: {_outcome(box, change.source, works)} ({needed})"


def _outcome(box: Box, source: str, works: bool) -> str:
    card = box.cards.get(source)
    if card is not None and card.type == "pool":
        return "the test is passed" if works else "the test is failed, and the Pool stays in hand"
    if card is not None and card.type in ("boon", "hazard"):
        return "good luck" if works else "bad luck"
    return "it works" if works else "it fails"


def roll_set(change: c.RollSet, reader: Reader, box: Box) -> str:
    return f"{reader.whose(change.seat)} roll counts as {change.roll:+d} ({name(box, change.card)})"


def extra_granted(change: c.ExtraGranted, reader: Reader, box: Box) -> str:
    return f"{reader.who(change.seat)} may both build and attack this turn"


def pool_revealed(change: c.PoolRevealed, reader: Reader, box: Box) -> str:
    found = box.cards[change.card]
    assert found.test is not None
    asked = told_of(change.seat, test_text(box, found.test), reader)
    return f"{reader.does(change.seat, 'take')} the test of {found.name}: {asked}"


def pool_blessed(change: c.PoolBlessed, reader: Reader, box: Box) -> str:
    found = box.cards[change.card]
    does = told_of(change.seat, line(says(box, found.effects)), reader)
    return f"{found.name} blesses {reader.whose(change.seat)} hero: {does}"


def blessing_returned(change: c.BlessingReturned, reader: Reader, box: Box) -> str:
    return f"{name(box, change.card)} returns to {reader.whose(change.seat)} hand"


CASES: Cases = {
    c.ExploreBegun: untold,
    c.CardsDrawn: cards_drawn,
    c.CardsSunk: cards_sunk,
    c.CardRevealed: card_revealed,
    c.CardKept: card_kept,
    c.NothingFound: nothing_found,
    c.MavenAccepted: maven_accepted,
    c.CardDiscarded: card_discarded,
    c.CardTaken: card_taken,
    c.CardGiven: card_given,
    c.DieRolled: die_rolled,
    c.RollSet: roll_set,
    c.ExtraGranted: extra_granted,
    c.PoolRevealed: pool_revealed,
    c.PoolBlessed: pool_blessed,
    c.BlessingReturned: blessing_returned,
}
