"""What happens at the edges of a round or of the game, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import astuple

from moothall.domain.core.ranking import Ranking
from moothall.domain.core.words import Reader, counted, listed
from moothall.domain.medieval_realms import changes as c
from moothall.domain.medieval_realms.content import Box
from moothall.domain.medieval_realms.state import Placement
from moothall.domain.medieval_realms.text.effects import at_the_end
from moothall.domain.medieval_realms.text.words import areas, card, leaders, ordinal, stamped, tokens

Edge = (
    c.DeckShuffled
    | c.CardsDrawn
    | c.RealmFounded
    | c.TurnOrderDrawn
    | c.RoundBegan
    | c.PlacementsRevealed
    | c.ActionsEnded
    | c.PanelsMoved
    | c.StandingsTaken
    | c.EndEffectScored
    | c.StoredTokensScored
    | c.GreatPersonsScored
    | c.GameEnded
)


def told_at_the_edge(change: Edge, reader: Reader, box: Box) -> str:
    """One line."""
    match change:
        case c.DeckShuffled(count=cards):
            return f"the {cards} event cards are shuffled"
        case c.CardsDrawn(panel, squares, cards):
            laid = (f"{stamped(box.faces[drawn])} on {square}" for square, drawn in zip(squares, cards, strict=True))
            return f"drawn to the {panel} panel: {listed(laid)}"
        case c.RealmFounded():
            return _founded(change, reader, box)
        case c.TurnOrderDrawn(order):
            return f"by lot the first turn order is {', '.join(map(reader.who, order))}"
        case c.RoundBegan(number):
            return f"round {number} of {box.rounds} begins: all place their leaders in secret"
        case c.PlacementsRevealed(placements):
            return f"the walls come down: {'; '.join(_stand(reader, *each) for each in enumerate(placements))}"
        case c.ActionsEnded(number, last):
            return f"all have passed: {'the last round' if last else f'round {number}'} is over"
        case c.PanelsMoved():
            return "the remaining cards of the panels move up"
        case c.StandingsTaken(number, standings):
            ranked = sorted(standings, key=lambda standing: standing.rank)
            told = (
                f"{ordinal(s.rank)} {reader.who(s.seat)} with {s.vp} VP, {counted(s.cards, 'card')} in play and "
                f"{counted(s.tokens, 'token')}"
                for s in ranked
            )
            return f"after round {number}: {'; '.join(told)}"
        case c.EndEffectScored() | c.StoredTokensScored() | c.GreatPersonsScored():
            return _scored(change, reader, box)
        case c.GameEnded(ranking, scores):
            return _ended(reader, ranking, scores)
        case _:
            assert_never(change)


def _founded(change: c.RealmFounded, reader: Reader, box: Box) -> str:
    owned = leaders(change.mayors, change.generals, change.admirals)
    buffers = f" ({change.buffers} of the mayors as buffers)" if change.buffers else ""
    amounts = astuple(change.tokens)
    alike = f"{counted(amounts[0], 'token')} of each resource"
    capital = alike if len(set(amounts)) == 1 else tokens(box, change.tokens)
    return reader.does(change.seat, f"rule the {change.colour} realm: {owned}{buffers}; {capital}")


def _stand(reader: Reader, seat: int, placement: Placement) -> str:
    """The military leaders of a placement; what mayors bring is told for itself."""
    parts = [
        f"{counted(len(where), kind)} on {areas(where)}"
        for kind, where in (
            ("general", placement.generals),
            ("admiral", placement.admirals),
            ("buffer", placement.buffers),
        )
        if where
    ]
    return f"{reader.does(seat, 'have')} {listed(parts, 'nobody on the map')}"


def _scored(change: c.EndEffectScored | c.StoredTokensScored | c.GreatPersonsScored, reader: Reader, box: Box) -> str:
    seat, points = change.seat, change.amount
    match change:
        case c.EndEffectScored():
            face = box.faces[change.card]
            return f"{card(face)} scores {reader.who(seat)} {points} VP ({at_the_end(box, face)})"
        case c.StoredTokensScored(tokens=stored):
            return reader.does(seat, f"score {points} VP for {counted(stored, 'stored token')}") if stored else ""
        case c.GreatPersonsScored(cards=persons):
            return reader.does(seat, f"score {points} VP for {counted(persons, 'great person')}") if persons else ""
        case _:
            assert_never(change)


def _ended(reader: Reader, ranking: Ranking, scores: Iterable[int]) -> str:
    points = tuple(scores)
    first, *others = (seat for group in ranking for seat in group)
    won = f"{reader.does(first, 'win')} with {points[first]} VP"
    if points[others[0]] == points[first]:
        won += " by the tie-break"
    return f"{won}, before {listed(f'{reader.who(seat)} ({points[seat]})' for seat in others)}"
