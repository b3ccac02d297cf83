"""One line of English per move and per change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from msgspec.structs import astuple

from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.manaforge import changes as c, moves as m
from moothall.domain.manaforge.actions import check_activate, check_build
from moothall.domain.manaforge.content import Box, box_at, box_of
from moothall.domain.manaforge.content.ops import BuyPrestige, PayExpenditures
from moothall.domain.manaforge.payment import FREE
from moothall.domain.manaforge.rules import check_extra_mana, effect_at, foresight
from moothall.domain.manaforge.state import NO_GEMS, NO_MANA, Making, Offers, Seat, State
from moothall.domain.manaforge.text.components import (
    a,
    bag_of,
    card,
    cost,
    deeds,
    die,
    die_showing,
    does_text,
    face_of,
    gems,
    mana,
    paying,
    payment,
    power_text,
    price,
    shown,
    source,
    spending,
    talent,
    talent_text,
)

Line = Callable[[Any, Reader, Box], str]

# Moves: what each one costs and does.


def describe_move(move: m.AnyMove, state: State, reader: Reader) -> str:
    """What the move asks for, on this state."""
    box = box_of(state)
    seat = _mover(state, reader)
    me = state.seats[seat]
    match move:
        case m.DraftTalent():
            return f"Pick {_talent_with_text(box, move.talent)}"
        case m.KeepTalents():
            return _keep(box, move)
        case m.Choose():
            return _choice_text(box, move, state, seat, reader)
        case m.SpendDie():
            return _spend(box, move, me)
        case m.Build():
            return _build(box, move, state, seat)
        case m.GainPrism():
            return "Take a prism instead of building an item"
        case m.ExchangePrism():
            return f"Exchange a prism for 1 {move.element} gem"
        case m.Activate():
            return _activate(box, move, state, seat)
        case m.Upgrade():
            return _upgrade(box, move, me)
        case m.ActivateTalent():
            return _use_talent(box, move)
        case m.ReserveStore():
            return f"Put the {die_showing(box, me, move.die)} on Aether Reserve, so that it need not be rolled again"
        case m.ReserveRelease():
            return f"Take the {die_showing(box, me, me.held or 'die')} off Aether Reserve"
        case m.EndTurn():
            turn = state.turn
            return f"End the turn, losing {mana(turn.mana)}" if turn is not None and any(turn.mana) else "End the turn"
        case m.PrecogRaise():
            return _raise(box, move, state, me)
        case _:
            assert_never(move)


def _mover(state: State, reader: Reader) -> int:
    """Whose moves are read: the reader's, or those of the seat whose turn it is."""
    if reader.you is not None:
        return reader.you
    return state.turn.seat if state.turn is not None else 0


def _talent_with_text(box: Box, talent_id: str) -> str:
    found = box.talents.get(talent_id)
    return f"{found.name}: {talent_text(box, found).removesuffix('.')}" if found else talent_id


def _keep(box: Box, move: m.KeepTalents) -> str:
    powers = [power_text(box, box.talents[each]) for each in (move.first, move.second) if each in box.talents]
    return f"Keep {talent(box, move.first)} and {talent(box, move.second)}: {'; '.join(powers)}"


def _spend(box: Box, move: m.SpendDie, me: Seat) -> str:
    found = me.die(move.die)
    copied = me.die(move.copy) if move.copy is not None else None
    if found is None or not found.face or (move.copy is not None and copied is None):
        return f"Spend the {die(move.die)}"
    face = copied.face if copied is not None else 0
    answer = move.take or move.target or move.gem
    return sentence(spending(box, "spend", found.id, found.face, move.copy, face, answer))


def _build(box: Box, move: m.Build, state: State, seat: int) -> str:
    item = box.items.get(move.card)
    if item is None:
        return f"Build {move.card}"
    parts = [f"Build {item.name}"]
    if move.pile == "discard":
        parts.append("from the discard pile")
    parts.append(f"for {_build_price(move, state, seat) or cost(item.cost.bag)}")
    if move.replace is not None:
        old = state.seats[seat].card(move.replace)
        lost = f" with {counted(len(old.gems), 'attached gem')}" if old is not None and old.gems else ""
        parts.append(f"in place of {card(box, move.replace)}{lost}")
    return f"{' '.join(parts)}. {does_text(box, item).removesuffix('.')}"


def _build_price(move: m.Build, state: State, seat: int) -> str:
    """What is really paid, where the move can be made."""
    try:
        paid = check_build(state, seat, move)
    except IllegalMove:
        return ""
    on_top = f", and {gems(paid.scavenged)} on top" if any(paid.scavenged) else ""
    return f"{payment(*paid.cost)}{on_top}"


def _activate(box: Box, move: m.Activate, state: State, seat: int) -> str:
    try:
        ability, paid = check_activate(state, seat, move)
    except IllegalMove:
        return f"Activate {card(box, move.card)}"
    used = state.seats[seat].card(move.card)
    assert used is not None
    answer = move.take or move.target or move.element or "+".join(used.gems)
    if move.exhaust is not None:
        costs = f", exhaust {listed(card(box, each) for each in move.exhaust.split('+'))} too"
    elif paid != FREE:
        costs = f", pay {payment(*paid)}"
    else:
        costs = "".join(f", {price(each)}" for each in ability.pay)
    return f"Activate {card(box, move.card)}{costs}{' and' if costs else ' to'} {deeds(box, ability.effects, answer)}"


def _upgrade(box: Box, move: m.Upgrade, me: Seat) -> str:
    item, found = box.items.get(move.card), me.card(move.card)
    if item is None or found is None or len(found.gems) >= len(item.slots):
        return f"Attach a gem to {card(box, move.card)}"
    level = len(found.gems) + 1
    element = move.element or item.slots[level - 1]
    attach = f"Attach 1 {element} gem to {item.name}"
    ability = item.ability(level)
    if ability is None:
        return f"{attach}, which needs {len(item.slots)} gems to work"
    pay = f"{' and '.join(map(price, ability.pay))} to " if ability.pay else ""
    return f"{attach}, which then lets you {pay}{deeds(box, ability.effects, '+'.join([*found.gems, element]))}"


def _use_talent(box: Box, move: m.ActivateTalent) -> str:
    found = box.talents.get(move.talent)
    if found is None:
        return f"Use {move.talent}"
    pay = f"{' and '.join(map(price, found.pay))} to " if found.pay else ""
    return f"Use {found.name}: {pay}{deeds(box, found.effects, move.die or move.take)}"


def _raise(box: Box, move: m.PrecogRaise, state: State, me: Seat) -> str:
    """The card is named to the one who sees it."""
    seen = state.deck[: foresight(box, me)]
    which = f"card {move.position} of the item deck"
    if 1 <= move.position <= len(seen):
        return f"Put {card(box, seen[move.position - 1])}, {which}, on its top"
    return f"Put {which} on its top"


# Answers to questions.


def _choice_text(box: Box, move: m.Choose, state: State, seat: int, reader: Reader) -> str:
    """What the answer means."""
    match move.choice:
        case "archmage_die":
            return f"Take {a(move.value)} die more"
        case "reserve_roll":
            held = die_showing(box, state.seats[seat], state.seats[seat].held or "die")
            return f"Keep the {held} as it lies" if move.value == "keep" else f"Roll the {held} with the others"
        case "extra_mana":
            return _extra(box, move, state, seat)
        case "rod_gems":
            return _rod(box, move, state)
        case "mimic":
            item = box.items.get(move.value)
            does = f": {does_text(box, item).removeprefix('When built: ').removesuffix('.')}" if item else ""
            return f"Copy {card(box, move.value)}{does}"
        case "replica_gift":
            return _gift(move, state, reader)


def _extra(box: Box, move: m.Choose, state: State, seat: int) -> str:
    op = _asking(box, state)
    if move.value == "0" or op is None:
        return "Pay no more mana"
    try:
        n, paid = check_extra_mana(state, seat, op, move)
    except IllegalMove:
        return f"Pay {move.value} more mana"
    return f"Pay {payment(*paid)} more to score {n * op.n} prestige"


def _rod(box: Box, move: m.Choose, state: State) -> str:
    if move.value == "none":
        return "Pay no gem"
    tokens, op = bag_of(move.value), _asking(box, state)
    return f"Pay {gems(tokens)}{f' to score {sum(tokens) * op.n} prestige' if op is not None else ''}"


def _asking(box: Box, state: State) -> BuyPrestige | None:
    """The effect of the card being built that asks what to pay."""
    made: Making | None = state.turn.making if state.turn is not None else None
    if made is None:
        return None
    op = effect_at(box, made)
    return op if isinstance(op, BuyPrestige) else None


def _gift(move: m.Choose, state: State, reader: Reader) -> str:
    phase = state.phase
    if not isinstance(phase, Offers):
        return f"Give {move.value}"
    builder = reader.who(phase.turn.seat)
    gem = f"1 {phase.element} gem"
    match move.value:
        case "gem":
            return f"Give {builder} {gem} and score {phase.n} prestige"
        case "prism":
            return f"Exchange a prism for {gem}, give that to {builder} and score {phase.n} prestige"
        case _:
            return f"Give {builder} nothing"


# Changes; nothing where another change of the same event says it already.


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


def _die_taken(change: c.DieTaken, reader: Reader, box: Box) -> str:
    """The four that everybody begins with go without saying."""
    if change.talent is None:
        return ""
    return reader.does(change.seat, f"take {a(change.kind)} die for {talent(box, change.talent)}")


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


def _gem_attached(change: c.GemAttached, reader: Reader, box: Box) -> str:
    item = box.items[change.card]
    reached = f", {change.level} of {len(item.slots)}" if len(item.slots) > 1 else ""
    return reader.does(change.seat, f"attach 1 {change.element} gem to {item.name}{reached}")


def _talent_used(change: c.TalentUsed, reader: Reader, box: Box) -> str:
    found = box.talents[change.talent]
    costs = "".join(f", {paying(each)}," for each in found.pay)
    return f"{reader.does(change.seat, f'use {found.name}')}{costs} to {deeds(box, found.effects, change.answer)}"


def _die_gained(change: c.DieGained, reader: Reader, box: Box) -> str:
    face = shown(face_of(box, change.die, change.face))
    gains = reader.does(change.seat, f"gain {a(change.kind)} die")
    return f"{gains} and {reader.form(change.seat, 'roll')} it: {face}"


def _round_scored(change: c.RoundScored, reader: Reader, box: Box) -> str:
    sheets = {sheet.seat: sheet for sheet in change.sheets}
    order = [sheets[seat] for group in change.standings for seat in group]
    scores = (f"{reader.who(each.seat)} {each.total} (+{sum(astuple(each.prestige))})" for each in order)
    return f"round {change.round} is over. Prestige: {', '.join(scores)}"


def _game_ended(change: c.GameEnded, reader: Reader, box: Box) -> str:
    places = ", then ".join(reader.all(group) for group in change.ranking)
    return f"the item deck is empty and the game ends. Final order: {places}"


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
