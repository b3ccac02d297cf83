"""One line of English per change, redacted ones included; empty where another change of the same event says it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.content import Box, box_at
from moothall.domain.winds_of_numa_sera.content.effects import Option
from moothall.domain.winds_of_numa_sera.text.components import (
    battle_card_does,
    block_does,
    described,
    item_does,
    item_says,
    maven_does,
    met,
    skill_does,
    stats,
    stronghold_gives,
    test_text,
)
from moothall.domain.winds_of_numa_sera.text.descriptions import pledged, terms
from moothall.domain.winds_of_numa_sera.text.effects import (
    face,
    faces,
    line,
    name,
    names,
    needs,
    option_text,
    says,
    short,
    slot_name,
    tasks,
    told_of,
)

Telling = Callable[[Any, Reader, Box], str]
"""Tells of one kind of change."""

Cases = dict[type[Any], Telling]

_TOLD_BY_THEMSELVES = frozenset(("gain_capital", "lose_capital", "voucher", "explore"))
"""Operations that always lead to a change which says what they did."""

_CAUSES = {
    "battle": " in the battle",
    "battle_cards": " to pay for Battle Cards",
    "maximum": ", down to the Maximum Power",
}
"""What takes Power without being a card."""

_CREDITS = {"skill": "Skill credit", "item": "Item credit"}

_CLOSED = {
    "withdrawn": "withdraw the offer",
    "rejected": "reject the offer",
    "countered": "answer with a counter-offer",
    "accepted": "accept the offer",
}


def describe_change(change: c.AnyChange, reader: Reader) -> str:
    """What happened."""
    return sentence(CASES[type(change)](change, reader, box_at(reader.edition)))


def untold(change: Any, reader: Reader, box: Box) -> str:
    """Another change of the same event says it."""
    return ""


def first_player_drawn(change: c.FirstPlayerDrawn, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'be')} the first player; {reader.does(change.drafter, 'choose')} a kingdom first"


def kingdom_chosen(change: c.KingdomChosen, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'take')} {name(box, change.kingdom)}, with {name(box, change.block)} built"


def succession_set(change: c.SuccessionSet, reader: Reader, box: Box) -> str:
    line = f"{reader.their(change.seat)} line of succession"
    if change.secret:
        return f"{reader.does(change.seat, 'set')} {line} in secret"
    return f"{reader.does(change.seat, 'set')} {line}: {', then '.join(short(box, hero) for hero in change.order)}"


def lines_revealed(change: c.LinesRevealed, reader: Reader, box: Box) -> str:
    lines = (
        f"{reader.does(seat, 'lead')} with {short(box, line[0])} ({stats(box.heroes[line[0]])}), "
        f"then {', then '.join(short(box, hero) for hero in line[1:])}"
        for seat, line in enumerate(change.lines)
    )
    return f"the lines of succession are revealed: {'; '.join(lines)}"


def colleges_filled(change: c.CollegesFilled, reader: Reader, box: Box) -> str:
    return f"each Skill college holds {max(map(len, change.colleges.values()))} cards"


def strongholds_dealt(change: c.StrongholdsDealt, reader: Reader, box: Box) -> str:
    shown = listed(f"{name(box, each)} (defense {box.strongholds[each].defense})" for each in change.display)
    return f"{change.count} Strongholds are in the game; face up lie {shown}"


def forge_dealt(change: c.ForgeDealt, reader: Reader, box: Box) -> str:
    shown = listed(f"{name(box, each)} ({box.items[each].cost} Capital)" for each in change.display)
    return f"the World Forge shows {shown}"


def battle_cards_dealt(change: c.BattleCardsDealt, reader: Reader, box: Box) -> str:
    what = counted(change.count, "Battle Card")
    return f"{reader.does(change.seat, 'be')} dealt {f'{names(box, change.cards)}' if change.cards else what}"


def deck_shuffled(change: c.DeckShuffled, reader: Reader, box: Box) -> str:
    what = "the discard pile is shuffled into a new" if change.again else "everything else is shuffled into the"
    return f"{what} Exploration deck of {counted(change.count, 'card')}"


def round_began(change: c.RoundBegan, reader: Reader, box: Box) -> str:
    return f"round {change.round} begins"


def turn_began(change: c.TurnBegan, reader: Reader, box: Box) -> str:
    return f"{reader.whose(change.seat)} turn begins"


def round_ended(change: c.RoundEnded, reader: Reader, box: Box) -> str:
    return f"round {change.round} is over"


def round_scored(change: c.RoundScored, reader: Reader, box: Box) -> str:
    standings = "; ".join(
        f"{reader.who(seat)} {renown} Renown{_towards(box, reached)}"
        for seat, (reached, renown) in enumerate(zip(change.progress, change.renown, strict=True))
    )
    return f"standings after round {change.round}: {standings}"


def _towards(box: Box, reached: dict[str, int]) -> str:
    """How far a seat is towards the conditions that it has begun to fulfil."""
    goals = {each.id: each.conditions[0].value for each in box.conditions.values()}
    told = [f"{name(box, key)} {min(reached[key], goal)} of {goal}" for key, goal in goals.items() if reached[key]]
    return f" ({', '.join(told)})" if told else ""


def game_ended(change: c.GameEnded, reader: Reader, box: Box) -> str:
    if change.winner < 0:
        return "the last round is over: Renown decides"
    return f"{reader.does(change.winner, 'win')} {_how(box, change.reasons)}"


def _how(box: Box, reasons: tuple[str, ...]) -> str:
    if reasons == ("survivor",):
        return "as the last one left"
    if reasons == ("renown",):
        return "by Renown"
    return f"as {listed(f'{name(box, each)} ({tasks(box, box.conditions[each].conditions)})' for each in reasons)}"


def game_scored(change: c.GameScored, reader: Reader, box: Box) -> str:
    ranked = ", ".join(f"{reader.who(seat)} {change.renown[seat]}" for seat in change.ranking)
    hands = [f"{reader.who(seat)} held {names(box, hand)}" for seat, hand in enumerate(change.hands) if hand]
    return "; ".join([f"{reader.does(change.winner, 'win')} the game; final Renown: {ranked}", *hands])


def marked(change: c.Marked, reader: Reader, box: Box) -> str:
    what, _, thing = change.mark.partition("/")
    return f"{reader.does(change.seat, 'use')} {name(box, thing)}" if what == "use" else ""


def choice_made(change: c.ChoiceMade, reader: Reader, box: Box) -> str:
    if change.kind == "maven" and change.option == "reject":
        return f"{reader.does(change.seat, 'reject')} {name(box, change.about)}"
    if change.kind != "option":
        return ""
    chosen = next(each for each in box.effects[change.about].options if each.label == change.option)
    does = told_of(change.seat, option_text(box, chosen), reader)
    return "" if _told(chosen) else f"{reader.does(change.seat, 'choose')} to {does}"


def _told(option: Option) -> bool:
    return all(effect.op in _TOLD_BY_THEMSELVES for effect in (*option.cost, *option.effects))


def _by(box: Box, source: str) -> str:
    return _CAUSES.get(source) or (f" ({name(box, source)})" if source else "")


def capital_gained(change: c.CapitalGained, reader: Reader, box: Box) -> str:
    seat, amount = change.seat, change.amount
    if change.source == "setup":
        return f"{reader.does(seat, 'start')} with {amount} Capital"
    if change.source == "residual":
        return f"{reader.does(seat, 'gain')} {amount} Residual Capital"
    return f"{reader.does(seat, 'gain')} {amount} Capital{_by(box, change.source)}"


def capital_lost(change: c.CapitalLost, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'lose')} {change.amount} Capital{_by(box, change.source)}"


def capital_placed(change: c.CapitalPlaced, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'place')} {change.amount} Capital on {short(box, change.card)}"


def capital_given(change: c.CapitalGiven, reader: Reader, box: Box) -> str:
    giver, taker, amount = change.giver, change.taker, change.amount
    if change.source:
        return f"{reader.does(taker, 'take')} {amount} Capital from {reader.who(giver)}{_by(box, change.source)}"
    return f"{reader.does(giver, 'give')} {reader.who(taker)} {amount} Capital"


def paid(change: c.Paid, reader: Reader, box: Box) -> str:
    """What a purchase costs is told with it; where the price comes from, unless it is the Treasury alone, here."""
    seat = change.seat
    parts = [f"{change.credit} {_CREDITS[change.purpose]}"] if change.credit else []
    parts += [f"{amount} Capital from {short(box, card)}" for card, amount in change.cards.items()]
    if change.treasury:
        parts.append(f"{change.treasury} Capital{' from the Treasury' if parts else ''}")
    if change.purpose in ("skill", "item") and not (change.credit or change.cards):
        return ""
    on = " for Battle Cards" if change.purpose == "battle_card" else ""
    return f"{reader.does(seat, 'pay')} {listed(parts)}{on}"


def credit_gained(change: c.CreditGained, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'gain')} {change.amount} {_CREDITS[change.on]}{_by(box, change.source)}"


def power_healed(change: c.PowerHealed, reader: Reader, box: Box) -> str:
    return f"{reader.whose(change.seat)} hero heals {change.amount} Power{_by(box, change.source)}"


def power_lost(change: c.PowerLost, reader: Reader, box: Box) -> str:
    return f"{reader.whose(change.seat)} hero loses {change.amount} Power{_by(box, change.source)}"


def power_given(change: c.PowerGiven, reader: Reader, box: Box) -> str:
    return f"{reader.whose(change.giver)} hero gives {change.amount} Power to {reader.whose(change.taker)} hero"


def healed_from_card(change: c.HealedFromCard, reader: Reader, box: Box) -> str:
    spent = f"with the Capital on {name(box, change.card)}"
    return f"{reader.whose(change.seat)} hero heals {change.amount} Power {spent}"


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


def skill_bought(change: c.SkillBought, reader: Reader, box: Box) -> str:
    skill = box.skills[change.skill]
    bought = f"{reader.does(change.seat, 'buy')} {skill.name} level {change.level} for {change.price} Capital"
    return f"{bought}: {told_of(change.seat, line(skill_does(box, skill, change.level)), reader)}"


def item_bought(change: c.ItemBought, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'buy')} {name(box, change.item)} for {change.price} Capital"


def item_shown(change: c.ItemShown, reader: Reader, box: Box) -> str:
    item = box.items[change.item]
    where = slot_name(item.slots)
    return f"the World Forge now shows {item.name} for {item.cost} Capital ({where}): {item_says(box, item)}"


def slot_upgraded(change: c.SlotUpgraded, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'upgrade')} {reader.their(change.seat)} {slot_name((change.slot,))} slot"


def slot_downgraded(change: c.SlotDowngraded, reader: Reader, box: Box) -> str:
    return f"{reader.whose(change.seat)} {slot_name((change.slot,))} slot is no longer upgraded"


def item_equipped(change: c.ItemEquipped, reader: Reader, box: Box) -> str:
    item = box.items[change.item]
    where = slot_name(change.slots)
    better = ", upgraded" if change.upgraded else ""
    back = f"; {listed(name(box, each) for each in change.displaced)} back in hand" if change.displaced else ""
    does = told_of(change.seat, line(item_does(box, item, change.upgraded)), reader)
    return f"{reader.does(change.seat, 'equip')} {item.name} ({where}{better}): {does}{back}"


def item_returned(change: c.ItemReturned, reader: Reader, box: Box) -> str:
    item = box.items[change.item]
    return f"{item.name} needs {needs(box, item.conditions)} and returns to {reader.whose(change.seat)} hand"


def block_built(change: c.BlockBuilt, reader: Reader, box: Box) -> str:
    block = box.blocks[change.block]
    again = " again" if change.again else ""
    lasting = f": {told_of(change.seat, line(block_does(box, block)), reader)}" if block.type == "ongoing" else ""
    return f"{reader.does(change.seat, 'build')} {block.name}{again}{lasting}"


def class_unlocked(change: c.ClassUnlocked, reader: Reader, box: Box) -> str:
    found = box.classes[change.name]
    does = told_of(change.seat, line(says(box, found.effects)), reader)
    return f"{reader.does(change.seat, 'unlock')} the Class {found.name}: {does}"


def condition_fulfilled(change: c.ConditionFulfilled, reader: Reader, box: Box) -> str:
    found = box.conditions[change.condition]
    return f"{reader.does(change.seat, 'fulfil')} the victory condition {found.name}: {tasks(box, found.conditions)}"


def offer_made(change: c.OfferMade, reader: Reader, box: Box) -> str:
    offer = change.offer
    return f"{reader.does(offer.by, 'offer')} {reader.who(offer.to)} {terms(offer, offer.by, reader, box)}"


def offer_closed(change: c.OfferClosed, reader: Reader, box: Box) -> str:
    return reader.does(change.seat, _CLOSED[change.how])


def pledge_made(change: c.PledgeMade, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.pledge.by, 'promise')} {pledged(change.pledge, reader, box)}"


def pledge_ended(change: c.PledgeEnded, reader: Reader, box: Box) -> str:
    by, to = change.pledge.by, reader.who(change.pledge.to)
    if change.how == "kept":
        return f"{reader.does(by, 'keep')} {reader.their(by)} promise to {to}"
    return f"{reader.whose(by)} promise to {to} binds no longer"


def battle_opened(change: c.BattleOpened, reader: Reader, box: Box) -> str:
    hero = short(box, change.heroes[0])
    if change.target_type == "independent":
        target = f"the independent Stronghold {name(box, change.stronghold)}"
    elif change.target_type == "stronghold":
        target = f"{reader.whose(change.defender)} Stronghold {name(box, change.stronghold)}"
    else:
        target = f"{reader.whose(change.defender)} hero {short(box, change.heroes[1])}"
    attacks = f"{reader.does(change.attacker, 'attack')} {target} with {hero}"
    return f"{attacks}: attack {change.attack} against defense {change.defense}"


def battle_committed(change: c.BattleCommitted, reader: Reader, box: Box) -> str:
    if change.secret:
        return f"{reader.does(change.seat, 'decide')} on Battle Cards in secret"
    what = names(box, change.cards) if change.cards else "no Battle Card"
    return f"{reader.does(change.seat, 'commit')} {what}"


def battle_revealed(change: c.BattleRevealed, reader: Reader, box: Box) -> str:
    """Who plays what; a side without a card is passed over unless it could have played one."""
    played = (change.attacker_cards, change.defender_cards)
    if not any(played):
        return "no Battle Card is played" if len(change.sides) > 1 else ""
    told = []
    for seat, cards, cancelled in zip(change.sides, played, change.cancelled, strict=False):
        if cards:
            shown = listed(f"{short(box, card)} ({line(battle_card_does(box, box.cards[card]))})" for card in cards)
            lost = f", cancelled by {_canceller(box, change, seat)}" if cancelled else ""
            told.append(f"{reader.does(seat, 'play')} {told_of(seat, shown, reader)}{lost}")
        else:
            told.append(f"{reader.does(seat, 'play')} no Battle Card")
    return "; ".join(told)


def _canceller(box: Box, change: c.BattleRevealed, seat: int) -> str:
    """The cards that cancel those of the seat."""
    others = change.defender_cards if seat == change.sides[0] else change.attacker_cards
    return names(box, (card for card in others if any(each.op == "cancel_card" for each in box.cards[card].effects)))


def battle_fought(change: c.BattleFought, reader: Reader, box: Box) -> str:
    high, low = sorted((change.attacker_score, change.defender_score), reverse=True)
    if change.winner < 0:
        return f"the Stronghold holds out, {high} against {low}"
    tie = ": a tie goes to the attacker" if high == low else ""
    return f"{reader.does(change.winner, 'win')} the battle, {high} against {low}{tie}"


def stronghold_taken(change: c.StrongholdTaken, reader: Reader, box: Box) -> str:
    stronghold = box.strongholds[change.stronghold]
    loser = f" from {reader.who(change.loser)}" if change.loser >= 0 else ""
    capital = f" with the {change.capital} Capital on it" if change.capital else ""
    gives = told_of(change.seat, line(stronghold_gives(box, stronghold)), reader)
    return f"{reader.does(change.seat, 'capture')} {stronghold.name}{loser}{capital}: {gives}"


def stronghold_shown(change: c.StrongholdShown, reader: Reader, box: Box) -> str:
    stronghold = box.strongholds[change.stronghold]
    return f"the Stronghold {stronghold.name} (defense {stronghold.defense}) is laid out"


def hero_slain(change: c.HeroSlain, reader: Reader, box: Box) -> str:
    hero = f"{reader.whose(change.seat)} hero {short(box, change.hero)}"
    slain = f"{reader.does(change.by, 'slay')} {hero}" if change.by >= 0 else f"{hero} dies"
    capital = f" and {reader.form(change.by, 'capture')} the {change.capital} Capital on the card"
    after = "no hero is left"
    if change.successor:
        after = f"{short(box, change.successor)} steps forward with {change.power} Power"
    return f"{slain}{capital if change.capital else ''}; {after}"


def seat_eliminated(change: c.SeatEliminated, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'be')} out of the game"


CASES: Cases = {
    c.FirstPlayerDrawn: first_player_drawn,
    c.KingdomChosen: kingdom_chosen,
    c.SuccessionSet: succession_set,
    c.LinesRevealed: lines_revealed,
    c.CollegesFilled: colleges_filled,
    c.StrongholdsDealt: strongholds_dealt,
    c.ForgeDealt: forge_dealt,
    c.BattleCardsDealt: battle_cards_dealt,
    c.DeckShuffled: deck_shuffled,
    c.RoundBegan: round_began,
    c.TurnBegan: turn_began,
    c.TurnEnded: untold,
    c.RoundEnded: round_ended,
    c.RoundScored: round_scored,
    c.GameEnded: game_ended,
    c.GameScored: game_scored,
    c.Marked: marked,
    c.ChoiceOpened: untold,
    c.ChoiceMade: choice_made,
    c.CapitalGained: capital_gained,
    c.CapitalLost: capital_lost,
    c.CapitalPlaced: capital_placed,
    c.CapitalGiven: capital_given,
    c.Paid: paid,
    c.CreditGained: credit_gained,
    c.PowerHealed: power_healed,
    c.PowerLost: power_lost,
    c.PowerGiven: power_given,
    c.HealedFromCard: healed_from_card,
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
    c.SkillBought: skill_bought,
    c.ItemBought: item_bought,
    c.ItemShown: item_shown,
    c.SlotUpgraded: slot_upgraded,
    c.SlotDowngraded: slot_downgraded,
    c.ItemEquipped: item_equipped,
    c.ItemReturned: item_returned,
    c.BlockBuilt: block_built,
    c.ClassUnlocked: class_unlocked,
    c.ConditionFulfilled: condition_fulfilled,
    c.OfferMade: offer_made,
    c.OfferClosed: offer_closed,
    c.OffersCounted: untold,
    c.PledgeMade: pledge_made,
    c.PledgeEnded: pledge_ended,
    c.BattleOpened: battle_opened,
    c.BattleCommitted: battle_committed,
    c.BattleRevealed: battle_revealed,
    c.BattleFought: battle_fought,
    c.StrongholdTaken: stronghold_taken,
    c.StrongholdShown: stronghold_shown,
    c.HeroSlain: hero_slain,
    c.BattleEnded: untold,
    c.SeatEliminated: seat_eliminated,
}
"""How each kind of change is told."""
