"""One line of English per change; nothing where another change of the same event says it already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import astuple

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.manaforge import changes as c
from moothall.domain.manaforge.content import Box, box_at
from moothall.domain.manaforge.content.ops import PayExpenditures
from moothall.domain.manaforge.state import NO_GEMS, NO_MANA
from moothall.domain.manaforge.text.effects import a, deeds, paying, spending
from moothall.domain.manaforge.text.words import card, die, face_of, gems, mana, payment, shown, source, talent


def describe_change(change: c.AnyChange, reader: Reader) -> str:
    """What happened."""
    return sentence(_LINES[type(change)](change, reader, box_at(reader.edition)))


def _talents_dealt(change: c.TalentsDealt, reader: Reader, box: Box) -> str:
    own = [
        f"{reader.does(seat, 'get')} {listed(talent(box, each) for each in packet)}"
        for seat, packet in enumerate(change.packets)
        if packet
    ]
    return f"talents are dealt to everybody{': ' if own else ''}{'; '.join(own)}"


def _talents_revealed(change: c.TalentsRevealed, reader: Reader, box: Box) -> str:
    return "; ".join(
        reader.does(seat, f"keep {listed(talent(box, each) for each in kept)}")
        for seat, kept in enumerate(change.talents)
    )


def _items_dealt(change: c.ItemsDealt, reader: Reader, box: Box) -> str:
    return f"round {change.round}: {listed(card(box, each) for each in change.cards)} are laid out"


def _dice_rolled(change: c.DiceRolled, reader: Reader, box: Box) -> str:
    rolled = (
        f"{shown(face_of(box, each, face))} ({die(each)})" for each, face in zip(change.dice, change.faces, strict=True)
    )
    return reader.does(change.seat, f"roll {listed(rolled)}")


def _turn_ended(change: c.TurnEnded, reader: Reader, box: Box) -> str:
    seat = change.seat
    lost = f" and {reader.form(seat, 'lose')} {mana(change.lost.bag)}" if change.lost != NO_MANA else ""
    return f"{reader.does(seat, 'end the turn')}{lost}"


def _die_spent(change: c.DieSpent, reader: Reader, box: Box) -> str:
    verb = reader.does(change.seat, "spend")
    return spending(box, verb, change.die, change.face, change.copied, change.copied_face, change.answer)


def _gems_gained(change: c.GemsGained, reader: Reader, box: Box) -> str:
    """Dice, abilities and talents in use have told it already; a talent that acts by itself has not."""
    found = box.talents.get(change.source)
    if found is None or found.when == "activate":
        return ""
    return reader.does(change.seat, f"gain {gems(change.gems.bag)} from {found.name}")


def _prisms_gained(change: c.PrismsGained, reader: Reader, box: Box) -> str:
    origin = f" from {source(box, change.source)}" if change.source else ""
    return reader.does(change.seat, f"gain {counted(change.n, 'prism')}{origin}")


def _paid(change: c.Paid, reader: Reader, box: Box) -> str:
    found = box.talents.get(change.source)
    if found is not None and found.when == "activate":
        return ""
    more = "" if found is not None else " more"
    paid = payment(change.mana.bag, change.gems.bag)
    return reader.does(change.seat, f"pay {paid}{more} for {source(box, change.source)}")


def _prestige_gained(change: c.PrestigeGained, reader: Reader, box: Box) -> str:
    found = box.talents.get(change.source)
    if change.category == "workshop" or (found is not None and found.when == "activate"):
        return ""
    gift = " for the gift" if change.category == "replica_gifts" else f" for {source(box, change.source)}"
    return reader.does(change.seat, f"score {change.n} prestige{gift}")


def _item_taken(change: c.ItemTaken, reader: Reader, box: Box) -> str:
    pile = " from the discard pile" if change.pile == "discard" else ""
    paid = payment(change.mana.bag, change.gems.bag)
    return reader.does(change.seat, f"build {card(box, change.card)}{pile} for {paid}")


def _card_discarded(change: c.CardDiscarded, reader: Reader, box: Box) -> str:
    lost = f" with {counted(len(change.gems), 'attached gem')}" if change.gems else ""
    return reader.does(change.seat, f"discard {card(box, change.card)}{lost} to make room")


def _card_activated(change: c.CardActivated, reader: Reader, box: Box) -> str:
    ability = box.items[change.card].ability(change.level)
    assert ability is not None
    costs = ""
    if change.mana != NO_MANA or change.gems != NO_GEMS:
        costs = f", paying {payment(change.mana.bag, change.gems.bag)},"
    elif ability.pay and isinstance(ability.pay[0], PayExpenditures):
        costs = f", {paying(ability.pay[0])},"
    activates = reader.does(change.seat, f"activate {card(box, change.card)}")
    return f"{activates}{costs} to {deeds(box, ability.effects, change.answer)}"


def _talent_used(change: c.TalentUsed, reader: Reader, box: Box) -> str:
    found = box.talents[change.talent]
    costs = "".join(f", {paying(each)}," for each in found.pay)
    return f"{reader.does(change.seat, f'use {found.name}')}{costs} to {deeds(box, found.effects, change.answer)}"


def _gem_attached(change: c.GemAttached, reader: Reader, box: Box) -> str:
    item = box.items[change.card]
    reached = f", {change.level} of {len(item.slots)}" if len(item.slots) > 1 else ""
    return reader.does(change.seat, f"attach 1 {change.element} gem to {item.name}{reached}")


def _choice_opened(change: c.ChoiceOpened, reader: Reader, box: Box) -> str:
    asks = {"extra_mana": "how much more mana to pay", "rod_gems": "which gems to pay", "mimic": "which card to copy"}
    return reader.does(change.seat, f"have to decide {asks[change.choice]} for {card(box, change.card)}")


def _choice_made(change: c.ChoiceMade, reader: Reader, box: Box) -> str:
    """What is paid or copied is told by itself."""
    return reader.does(change.seat, "pay nothing more") if change.value in ("0", "none") else ""


def _offers_opened(change: c.OffersOpened, reader: Reader, box: Box) -> str:
    gem = f"1 {change.element} gem for {change.n} prestige"
    return f"{reader.all(change.asked)} may give {reader.who(change.seat)} {gem} ({card(box, change.source)})"


def _offer_answered(change: c.OfferAnswered, reader: Reader, box: Box) -> str:
    gift = {"none": "nothing", "gem": "a gem", "prism": "the gem for a prism"}
    return reader.does(change.seat, f"decide to give {gift.get(change.gift, change.gift)}")


def _offers_closed(change: c.OffersClosed, reader: Reader, box: Box) -> str:
    """Whoever gives is told of by itself."""
    mean = [seat for seat, gift in zip(change.seats, change.gifts, strict=True) if gift == "none"]
    if not mean:
        return ""
    return reader.does(mean[0], "give nothing") if len(mean) == 1 else f"{reader.all(mean)} give nothing"


def _gem_given(change: c.GemGiven, reader: Reader, box: Box) -> str:
    to = reader.who(change.to)
    if change.prism:
        gives = f"{reader.form(change.seat, 'give')} it to {to}"
        return f"{reader.does(change.seat, 'exchange a prism')} for 1 {change.element} gem and {gives}"
    return reader.does(change.seat, f"give {to} 1 {change.element} gem")


def _round_scored(change: c.RoundScored, reader: Reader, box: Box) -> str:
    sheets = {sheet.seat: sheet for sheet in change.sheets}
    order = [sheets[seat] for group in change.standings for seat in group]
    scores = (f"{reader.who(each.seat)} {each.total} (+{sum(astuple(each.prestige))})" for each in order)
    return f"round {change.round} is over. Prestige: {', '.join(scores)}"


def _game_ended(change: c.GameEnded, reader: Reader, box: Box) -> str:
    places = ", then ".join(reader.all(group) for group in change.ranking)
    return f"the item deck is empty and the game ends. Final order: {places}"


def _die_taken(change: c.DieTaken, reader: Reader, box: Box) -> str:
    """The four that everybody begins with go without saying."""
    if change.talent is None:
        return ""
    return reader.does(change.seat, f"take {a(change.kind)} die for {talent(box, change.talent)}")


def _die_gained(change: c.DieGained, reader: Reader, box: Box) -> str:
    face = shown(face_of(box, change.die, change.face))
    gains = reader.does(change.seat, f"gain {a(change.kind)} die")
    return f"{gains} and {reader.form(change.seat, 'roll')} it: {face}"


Line = Callable[[Any, Reader, Box], str]


def _untold(change: Any, reader: Reader, box: Box) -> str:
    """Another change of the same event says it."""
    return ""


_LINES: dict[type, Line] = {
    c.DecksShuffled: lambda x, r, box: "the item decks are shuffled",
    c.TalentsDealt: _talents_dealt,
    c.TalentPicked: lambda x, r, box: r.does(x.seat, f"pick {talent(box, x.talent)}"),
    c.PacketsPassed: lambda x, r, box: "all have picked; the packets go on clockwise",
    c.LastTalentsTaken: lambda x, r, box: "everybody takes the last talent of the packet",
    c.TalentsKept: lambda x, r, box: r.does(x.seat, f"keep {listed(talent(box, each) for each in x.talents)}"),
    c.TalentsRevealed: _talents_revealed,
    c.FirstPlayerChosen: lambda x, r, box: r.does(x.seat, "be the first player"),
    c.DieTaken: _die_taken,
    c.ArchmageAsked: lambda x, r, box: r.does(x.seat, "have to choose one more die"),
    c.ItemsDealt: _items_dealt,
    c.CardsRecharged: _untold,
    c.HoldAsked: lambda x, r, box: r.does(x.seat, f"have to keep the {die(x.die)} on Aether Reserve or roll it"),
    c.HoldKept: lambda x, r, box: r.does(x.seat, f"keep the {die(x.die)} on Aether Reserve"),
    c.DieTakenOff: lambda x, r, box: r.does(x.seat, f"take the {die(x.die)} off Aether Reserve"),
    c.DiceRolled: _dice_rolled,
    c.TurnStarted: lambda x, r, box: f"{r.whose(x.seat)} turn begins",
    c.TurnEnded: _turn_ended,
    c.RoundClosed: lambda x, r, box: f"all turns of round {x.round} are over",
    c.DieSpent: _die_spent,
    c.ManaGained: _untold,
    c.GemsGained: _gems_gained,
    c.PrismsGained: _prisms_gained,
    c.PrismTaken: lambda x, r, box: r.does(x.seat, "take a prism instead of building"),
    c.PrismExchanged: lambda x, r, box: r.does(x.seat, f"exchange a prism for 1 {x.element} gem"),
    c.Paid: _paid,
    c.ExpendituresUsed: _untold,
    c.ExpendituresGained: _untold,
    c.PrestigeGained: _prestige_gained,
    c.ItemTaken: _item_taken,
    c.CardDiscarded: _card_discarded,
    c.ItemPlaced: _untold,
    c.ItemStored: _untold,
    c.ChoiceOpened: _choice_opened,
    c.ChoiceMade: _choice_made,
    c.StoreCardCopied: lambda x, r, box: r.does(x.seat, f"copy {card(box, x.card)}"),
    c.OffersOpened: _offers_opened,
    c.OfferAnswered: _offer_answered,
    c.OffersClosed: _offers_closed,
    c.GemGiven: _gem_given,
    c.CardActivated: _card_activated,
    c.CardExhausted: lambda x, r, box: r.does(x.seat, f"exhaust {card(box, x.card)} for {card(box, x.source)}"),
    c.CardRecharged: _untold,
    c.GemAttached: _gem_attached,
    c.TalentUsed: _talent_used,
    c.DieTurned: _untold,
    c.DieGained: _die_gained,
    c.FaceRemembered: lambda x, r, box: (
        f"what was rolled stays known: a die that {r.does(x.seat, 'gain')} this round shows its side {x.face}"
    ),
    c.DieHeld: lambda x, r, box: r.does(x.seat, f"put the {die(x.die)} on Aether Reserve"),
    c.CardRaised: lambda x, r, box: r.does(x.seat, f"put card {x.position} of the item deck on its top"),
    c.RoundScored: _round_scored,
    c.BoardCleared: lambda x, r, box: f"{listed(card(box, each) for each in x.cards)} go to the discard pile",
    c.MarkerPassed: lambda x, r, box: f"{r.does(x.seat, 'be')} the first player now",
    c.GameEnded: _game_ended,
}
