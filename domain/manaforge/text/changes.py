"""One line of English per change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.core.words import Reader
from domain.manaforge import changes as c
from domain.manaforge.text.words import amounts, card, die, gems, join, plural, source, talent


def describe_change(change: c.ManaforgeChange, reader: Reader) -> str:
    """What happened."""
    return _LINES[type(change)](change)


def _talents_dealt(change: c.TalentsDealt) -> str:
    own = [f"seat {seat} gets {join(map(talent, packet))}" for seat, packet in enumerate(change.packets) if packet]
    return f"Talents are dealt to {len(change.packets)} seats{': ' if own else ''}{'; '.join(own)}"


def _talents_revealed(change: c.TalentsRevealed) -> str:
    return "; ".join(f"Seat {seat} keeps {join(map(talent, kept))}" for seat, kept in enumerate(change.talents))


def _paid(change: c.Paid) -> str:
    parts = []
    if any(change.mana):
        parts.append(amounts(change.mana, "mana"))
    if any(change.gems):
        parts.append(gems(change.gems))
    return f"Seat {change.seat} pays {join(parts)}"


def _offers_closed(change: c.OffersClosed) -> str:
    return "The offers are answered: " + ", ".join(
        f"seat {seat} gives {'nothing' if gift == 'none' else f'a {gift}'}"
        for seat, gift in zip(change.seats, change.gifts, strict=True)
    )


def _standings(ranking: tuple[tuple[int, ...], ...]) -> str:
    return ", then ".join(join(f"seat {seat}" for seat in group) for group in ranking)


_LINES: dict[type, Callable[[Any], str]] = {
    c.DecksShuffled: lambda x: f"The item deck of {len(x.deck)} cards is shuffled",
    c.TalentsDealt: _talents_dealt,
    c.TalentPicked: lambda x: f"Seat {x.seat} picks {talent(x.talent)}",
    c.PacketsPassed: lambda x: "All have picked; the packets pass clockwise",
    c.LastTalentsTaken: lambda x: "Every seat takes the last card of its packet",
    c.TalentsKept: lambda x: f"Seat {x.seat} keeps {join(map(talent, x.talents))}",
    c.TalentsRevealed: _talents_revealed,
    c.FirstPlayerChosen: lambda x: f"Seat {x.seat} is the first player",
    c.DieTaken: lambda x: f"Seat {x.seat} takes {die(x.die)}",
    c.ArchmageAsked: lambda x: f"Seat {x.seat} chooses one more die",
    c.ItemsDealt: lambda x: f"Round {x.round}: {join(map(card, x.cards))} are dealt",
    c.CardsRecharged: lambda x: "All cards are charged",
    c.HoldAsked: lambda x: f"Seat {x.seat} decides about its held die",
    c.HoldKept: lambda x: f"Seat {x.seat} keeps {die(x.die)} on Aether Reserve",
    c.DieTakenOff: lambda x: f"Seat {x.seat} takes {die(x.die)} off Aether Reserve",
    c.DiceRolled: lambda x: f"Seat {x.seat} rolls: its dice show the faces {join(map(str, x.faces))}",
    c.TurnStarted: lambda x: f"Seat {x.seat} begins its turn with {plural(x.expenditures, 'expenditure')}",
    c.TurnEnded: lambda x: f"Seat {x.seat} ends its turn",
    c.RoundClosed: lambda x: f"All turns of round {x.round} are over",
    c.DieSpent: lambda x: f"Seat {x.seat} spends {die(x.die)}",
    c.ManaGained: lambda x: f"Seat {x.seat} gains {amounts(x.mana, 'mana')}",
    c.GemsGained: lambda x: f"Seat {x.seat} gains {gems(x.gems)}",
    c.PrismsGained: lambda x: f"Seat {x.seat} gains {plural(x.n, 'prism')}",
    c.PrismTaken: lambda x: f"Seat {x.seat} takes a prism",
    c.PrismExchanged: lambda x: f"Seat {x.seat} exchanges a prism for one {x.element} gem",
    c.Paid: _paid,
    c.ExpendituresUsed: lambda x: f"Seat {x.seat} uses {plural(x.n, 'expenditure')}",
    c.ExpendituresGained: lambda x: f"Seat {x.seat} gains {plural(x.n, 'expenditure')}",
    c.PrestigeGained: lambda x: f"Seat {x.seat} scores {x.n} prestige for {source(x.source)}",
    c.ItemTaken: lambda x: f"Seat {x.seat} builds {card(x.card)} from the {x.pile}",
    c.CardDiscarded: lambda x: f"Seat {x.seat} discards {card(x.card)}",
    c.ItemPlaced: lambda x: f"{card(x.card)} stands in the Workshop of seat {x.seat}",
    c.ItemStored: lambda x: f"{card(x.card)} lies in the Store of seat {x.seat}",
    c.ChoiceOpened: lambda x: f"{card(x.card)} asks seat {x.seat}: {x.choice.replace('_', ' ')}",
    c.ChoiceMade: lambda x: f"Seat {x.seat} answers {source(x.value)}",
    c.StoreCardCopied: lambda x: f"Seat {x.seat} copies {card(x.card)}",
    c.OffersOpened: lambda x: (
        f"{join(f'seat {seat}' for seat in x.asked)} may hand seat {x.seat} one {x.element} gem for {x.n} prestige"
    ).capitalize(),
    c.OfferAnswered: lambda x: f"Seat {x.seat} answers {x.gift}",
    c.OffersClosed: _offers_closed,
    c.GemGiven: lambda x: f"Seat {x.seat} hands seat {x.to} one {x.element} gem{' for a prism' if x.prism else ''}",
    c.CardExhausted: lambda x: f"{card(x.card)} of seat {x.seat} is exhausted",
    c.CardRecharged: lambda x: f"{card(x.card)} of seat {x.seat} is charged again",
    c.GemAttached: lambda x: f"Seat {x.seat} attaches one {x.element} gem to {card(x.card)}",
    c.TalentUsed: lambda x: f"Seat {x.seat} uses {talent(x.talent)}",
    c.DieTurned: lambda x: f"Seat {x.seat} turns {die(x.die)} to face {x.face}",
    c.DieGained: lambda x: f"Seat {x.seat} gains {die(x.die)}, which shows face {x.face}",
    c.FaceRemembered: lambda x: f"A die that seat {x.seat} gains this round will show face {x.face}",
    c.DieHeld: lambda x: f"Seat {x.seat} puts {die(x.die)} on Aether Reserve",
    c.CardRaised: lambda x: f"Seat {x.seat} raises card {x.position} of the item deck to its top",
    c.RoundScored: lambda x: f"Round {x.round} is scored: {_standings(x.standings)}",
    c.BoardCleared: lambda x: f"To the discard pile: {join(map(card, x.cards))}",
    c.MarkerPassed: lambda x: f"Seat {x.seat} is the first player now",
    c.GameEnded: lambda x: f"The last round is over: {_standings(x.ranking)}",
}
