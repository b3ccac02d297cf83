"""One line of English per change, thinned-out ones included."""

from __future__ import annotations

from domain.core.words import Reader
from domain.winds_of_numa_sera import changes as c
from domain.winds_of_numa_sera.state import Pledge
from domain.winds_of_numa_sera.text.words import name, names, promise, terms


def describe_change(change: c.AnyChange, reader: Reader) -> str:
    """What happened."""
    for part in (_beginnings, _course, _goods, _cards, _works, _deals, _fights):
        if text := part(change):
            return text
    raise TypeError(f"nobody can tell of {type(change).__name__}")


def _beginnings(change: c.AnyChange) -> str:
    match change:
        case c.FirstPlayerDrawn(seat):
            return f"Seat {seat} is the first player"
        case c.KingdomChosen(seat, kingdom):
            return f"Seat {seat} takes {name(kingdom)}"
        case c.SuccessionSet(seat, order):
            return f"Seat {seat} sets its line of succession: {names(order)}"
        case c.LinesRevealed(lines):
            return "The lines are revealed: " + "; ".join(f"seat {i}: {names(line)}" for i, line in enumerate(lines))
        case c.CollegesFilled(colleges):
            return f"Each college holds {max(map(len, colleges.values()))} cards"
        case c.StrongholdsDealt(_, display, count):
            return f"{count} Strongholds are in the game; {names(display)} lie face up"
        case c.ForgeDealt(_, display):
            return f"The World Forge shows {names(display)}"
        case c.BattleCardsDealt(seat, cards, count):
            return f"Seat {seat} is dealt {names(cards) if cards else f'{count} Battle Cards'}"
        case c.DeckShuffled(_, count, again):
            what = "The discard pile is shuffled into a new" if again else "Everything else is shuffled into the"
            return f"{what} Exploration deck of {count} cards"
        case _:
            return ""


def _course(change: c.AnyChange) -> str:
    match change:
        case c.RoundBegan(number):
            return f"Round {number} begins"
        case c.TurnBegan(seat):
            return f"The turn of seat {seat} begins"
        case c.TurnEnded(seat):
            return f"The turn of seat {seat} ends"
        case c.RoundEnded(number):
            return f"Round {number} is over"
        case c.RoundScored(number, renown):
            return f"Renown after round {number}: {', '.join(f'seat {i} {n}' for i, n in enumerate(renown))}"
        case c.GameEnded(winner, reasons):
            how = ", ".join(map(name, reasons))
            return f"Seat {winner} wins: {how}" if winner >= 0 else f"The last round is over: {how} decides"
        case c.GameScored(winner, _, renown):
            return f"Seat {winner} has won; Renown: {', '.join(f'seat {i} {n}' for i, n in enumerate(renown))}"
        case c.Marked(mark):
            return _mark(mark)
        case c.ChoiceOpened(seat, kind):
            return f"Seat {seat} has to choose ({kind.replace('_', ' ')})"
        case c.ChoiceMade(seat, kind, option):
            return f"Seat {seat} chooses {name(option) if option else 'in secret'} ({kind.replace('_', ' ')})"
        case _:
            return ""


def _mark(mark: str) -> str:
    """A mark is an action with its card, or the key of an effect, which begins with its host."""
    what, _, thing = mark.partition("/")
    done = {"equip": "equipped", "use": "used", "test": "tested"}.get(what)
    if done is not None:
        return f"{name(thing)} has been {done} this turn"
    return f"{name(what.rpartition('.')[2])} has worked this turn"


def _goods(change: c.AnyChange) -> str:
    match change:
        case c.CapitalGained(seat, amount, source):
            return f"Seat {seat} gains {amount} Capital ({name(source)})"
        case c.CapitalLost(seat, amount, source):
            return f"Seat {seat} loses {amount} Capital ({name(source)})"
        case c.CapitalPlaced(seat, card, amount):
            return f"{amount} Capital is placed on {name(card)} of seat {seat}"
        case c.CapitalGiven(giver, taker, amount):
            return f"{amount} Capital goes from seat {giver} to seat {taker}"
        case c.Paid(seat, purpose, treasury, credit, cards):
            parts = [f"{treasury} from the Treasury"] if treasury else []
            parts += [f"{credit} credit"] if credit else []
            parts += [f"{amount} from {name(card)}" for card, amount in cards.items()]
            return f"Seat {seat} pays {', '.join(parts)} ({name(purpose)})"
        case c.CreditGained(seat, on, amount):
            return f"Seat {seat} gains {amount} {on.capitalize()} credit"
        case c.PowerHealed(seat, amount, source):
            return f"The hero of seat {seat} regains {amount} Power ({name(source)})"
        case c.PowerLost(seat, amount, source):
            return f"The hero of seat {seat} loses {amount} Power ({name(source)})"
        case c.PowerGiven(giver, taker, amount):
            return f"{amount} Power goes from the hero of seat {giver} to that of seat {taker}"
        case c.HealedFromCard(seat, card, amount):
            return f"Seat {seat} turns {amount} Capital on {name(card)} into Power"
        case _:
            return ""


def _cards(change: c.AnyChange) -> str:
    match change:
        case c.ExploreBegun(seat):
            return f"Seat {seat} explores"
        case c.CardsDrawn(seat, cards, count):
            return f"Seat {seat} draws {names(cards) if cards else f'{count} cards' if count > 1 else 'a card'}"
        case c.CardsSunk(seat, cards, count):
            what = names(cards) if cards else f"{count} cards" if count > 1 else "the other card"
            return f"Seat {seat} puts {what} under the deck"
        case c.CardRevealed(seat, card):
            return f"Seat {seat} reveals {name(card)}"
        case c.CardKept(seat, card):
            return f"Seat {seat} keeps {name(card) if card else 'the card'} in hand"
        case c.NothingFound(seat):
            return f"Seat {seat} finds nothing"
        case c.MavenAccepted(seat, card):
            return f"{name(card)} joins the Inner Circle of seat {seat}"
        case c.CardDiscarded(seat, card, _, under):
            return (
                f"{name(card)} of seat {seat} goes {'under the World Forge deck' if under else 'to the discard pile'}"
            )
        case c.CardTaken(seat, card):
            return f"Seat {seat} takes {name(card)} from the discard pile"
        case c.CardGiven(giver, taker, card):
            return f"{name(card) if card else 'A hidden card'} goes from seat {giver} to seat {taker}"
        case c.DieRolled(seat, source, faces, roll):
            thrown = f" of {', '.join(f'{face:+d}' for face in faces)}" if len(faces) > 1 else ""
            return f"Seat {seat} rolls {roll:+d}{thrown} ({name(source)})"
        case c.ExtraGranted(seat):
            return f"Seat {seat} may both build and attack"
        case _:
            return ""


def _works(change: c.AnyChange) -> str:
    match change:
        case c.SkillBought(seat, _, card):
            return f"Seat {seat} buys {name(card)}"
        case c.ItemBought(seat, item):
            return f"Seat {seat} buys {name(item)}"
        case c.ItemShown(item):
            return f"The World Forge shows {name(item)}"
        case c.SlotUpgraded(seat, slot):
            return f"Seat {seat} upgrades the {name(slot)} slot"
        case c.SlotDowngraded(seat, slot):
            return f"The {name(slot)} slot of seat {seat} is no longer upgraded"
        case c.ItemEquipped(seat, item, _, displaced):
            return f"Seat {seat} equips {name(item)}{f', taking off {names(displaced)}' if displaced else ''}"
        case c.ItemReturned(seat, item):
            return f"{name(item)} returns to the hand of seat {seat}"
        case c.PoolRevealed(seat, card):
            return f"Seat {seat} reveals {name(card)}"
        case c.PoolBlessed(seat, card):
            return f"{name(card)} blesses the hero of seat {seat}"
        case c.BlessingReturned(seat, card):
            return f"{name(card)} returns to the hand of seat {seat}"
        case c.BlockBuilt(seat, block, again):
            return f"Seat {seat} builds {name(block)}{' again' if again else ''}"
        case c.ClassUnlocked(seat, found):
            return f"Seat {seat} unlocks the Class {name(found)}"
        case c.ConditionFulfilled(seat, condition):
            return f"Seat {seat} fulfils the condition {name(condition)}"
        case _:
            return ""


def _deals(change: c.AnyChange) -> str:
    match change:
        case c.OfferMade(offer):
            return f"Seat {offer.by} offers {terms(offer, offer.to)}"
        case c.OfferClosed(seat, how):
            return f"The offer is {how} by seat {seat}"
        case c.OffersCounted(count):
            return f"Offers taken back stay counted: {count} in this game"
        case c.PledgeMade(pledge):
            return f"Seat {pledge.by} promises seat {pledge.to} {_promised(pledge)}"
        case c.PledgeEnded(pledge, how):
            done = "is kept" if how == "kept" else "is over"
            return f"The promise of seat {pledge.by} to seat {pledge.to}, {_promised(pledge)}, {done}"
        case _:
            return ""


def _promised(pledge: Pledge) -> str:
    return promise(pledge.kind, pledge.target_type, pledge.target, pledge.turns)


def _fights(change: c.AnyChange) -> str:
    match change:
        case c.BattleOpened(attacker, aim, stronghold, defender, attack, defense):
            target = f"the hero of seat {defender}" if aim == "hero" else name(stronghold)
            owner = f" of seat {defender}" if aim == "stronghold" else ""
            return f"Seat {attacker} attacks {target}{owner}: {attack} against {defense}"
        case c.BattleCommitted(seat, cards):
            return f"Seat {seat} commits {names(cards)}"
        case c.BattleRevealed(attacker_cards, defender_cards):
            return f"Battle Cards: {names(attacker_cards)} against {names(defender_cards)}"
        case c.BattleFought(attacker_score, defender_score, winner):
            won = f"seat {winner} wins" if winner >= 0 else "the Stronghold holds out"
            return f"{attacker_score} against {defender_score}: {won}"
        case c.StrongholdTaken(seat, stronghold, loser):
            return f"Seat {seat} takes {name(stronghold)}{f' from seat {loser}' if loser >= 0 else ''}"
        case c.StrongholdShown(stronghold):
            return f"{name(stronghold)} lies face up"
        case c.HeroSlain(seat, hero, by, _, successor):
            next_one = f"{name(successor)} steps forward" if successor else "nobody is left"
            return f"{name(hero)} of seat {seat} is slain{f' by seat {by}' if by >= 0 else ''}; {next_one}"
        case c.BattleEnded():
            return "The battle is over"
        case c.SeatEliminated(seat):
            return f"Seat {seat} is eliminated"
        case _:
            return ""
