"""Battles, the slain and the eliminated."""

from __future__ import annotations

from moothall.domain.core.words import Reader, listed
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.text.cards import battle_card_does, stronghold_gives
from moothall.domain.winds_of_numa_sera.text.changes.telling import Cases, untold
from moothall.domain.winds_of_numa_sera.text.effects import line
from moothall.domain.winds_of_numa_sera.text.words import name, names, short, told_of


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
