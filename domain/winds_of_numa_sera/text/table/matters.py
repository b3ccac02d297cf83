"""Where the game stands: whose turn, what is open between the players, what somebody has to answer."""

from __future__ import annotations

from moothall.domain.core.words import Reader, listed, sentence
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.state import Offer, Pledge
from moothall.domain.winds_of_numa_sera.text.conditions import tasks
from moothall.domain.winds_of_numa_sera.text.table.layout import entries, entry, heading, paragraph
from moothall.domain.winds_of_numa_sera.text.trade import goods_described, pledged, terms
from moothall.domain.winds_of_numa_sera.text.words import name, names, short
from moothall.domain.winds_of_numa_sera.view.structs import (
    DraftingPhase,
    EndOfGamePhase,
    FinishedPhase,
    PendingView,
    SeatView,
    SuccessionPhase,
    TurnPhase,
    WindsOfNumaSeraView,
)

_QUESTIONS = {
    "explored_card": "which of the drawn cards to explore",
    "maven": "whether to accept the Maven",
    "option": "one of the options",
    "discard_card": "a card to discard",
    "take_card": "a card to take from the discard pile",
    "steal_item": "an Item to take",
    "opponent": "an opponent",
    "forge_slot": "an equipment slot to upgrade",
    "class": "a Class to unlock",
}


def headline(view: WindsOfNumaSeraView, reader: Reader, box: Box) -> list[str]:
    """The title, the setting, and what is to be done."""
    setting = box.settings[view.setting]
    limit = view.round_limit
    ends = f"; Renown decides after round {limit}" if limit else ""
    needed = f"the first with {setting.conditions_needed} of {len(box.conditions)} conditions wins{ends}"
    about = f"Winds of Numa Sera, {setting.name} ({needed}). "
    stage = f"Round {view.round}. " if view.round else ""
    return paragraph(f"{about}{stage}{sentence(_stage(view, reader, box))}.")


def _stage(view: WindsOfNumaSeraView, reader: Reader, box: Box) -> str:
    match view.phase:
        case DraftingPhase(seat):
            return f"{reader.does(seat, 'choose')} a kingdom"
        case SuccessionPhase():
            waiting = [index for index, seat in enumerate(view.seats) if not seat.answered]
            return f"everybody sets a line of succession in secret; still to come: {reader.all(waiting)}"
        case TurnPhase() as turn:
            return _turn(turn, reader)
        case FinishedPhase(winner, reasons) | EndOfGamePhase(winner, reasons) if winner >= 0:
            return f"{reader.does(winner, 'win')} ({_reasons(reasons, box)})"
        case _:
            return "the scores are reckoned"


def _reasons(reasons: tuple[str, ...], box: Box) -> str:
    told = {"survivor": "the last one left", "renown": "most Renown"}
    return listed(
        told.get(each) or f"{name(box, each)}: {tasks(box, box.conditions[each].conditions)}" for each in reasons
    )


def _turn(phase: TurnPhase, reader: Reader) -> str:
    if phase.seat != reader.you:
        return f"{reader.whose(phase.seat)} turn"
    if phase.built or phase.attacked:
        return f"your turn: you may still {'attack' if phase.built else 'build'}, or end it"
    actions = "buy, equip, use and trade as you like"
    last = "build and attack" if phase.extra_phase2 else "build or attack"
    if phase.explored:
        return f"your turn: {actions}, then {last}, which ends it"
    return f"your turn: explore once, {actions}, then {last}, which ends it"


def matters(view: WindsOfNumaSeraView, reader: Reader, box: Box) -> list[str]:
    """What is open between the players."""
    lines = [
        *_battle(view, reader, box),
        *_offer(view.offer, reader, box),
        *_pledges(view.pledges, reader, box),
        *_pending(view.pending, reader, box),
    ]
    return [heading("Now"), *lines] if lines else []


def _battle(view: WindsOfNumaSeraView, reader: Reader, box: Box) -> list[str]:
    battle = view.battle
    if battle is None:
        return []
    if battle.target_type == "hero":
        target = f"{reader.whose(battle.defender)} hero"
    elif battle.target_type == "stronghold":
        target = f"{reader.whose(battle.defender)} Stronghold {name(box, battle.stronghold)}"
    else:
        target = f"the independent Stronghold {name(box, battle.stronghold)}"
    attacks = f"{reader.does(battle.attacker, 'attack')} {target}"
    lines = entry("Battle", f"{attacks}: attack {battle.attack} against defense {battle.defense}")
    played = [
        f"{reader.does(seat, 'play')} {names(box, cards)}"
        for seat, cards in (
            (battle.attacker, battle.attacker_cards),
            (battle.defender, battle.defender_cards),
        )
        if cards
    ]
    secret = [
        f"{reader.does(seat, 'have')} decided on {_committed(view.seats[seat], box)}"
        for seat in (battle.attacker, battle.defender)
        if seat >= 0 and not battle.fought and view.seats[seat].answered
    ]
    return lines + entries("", played + secret)


def _committed(seat: SeatView, box: Box) -> str:
    if seat.committed is None:
        return "Battle Cards in secret"
    return names(box, seat.committed) if seat.committed else "no Battle Card"


def _offer(offer: Offer | None, reader: Reader, box: Box) -> list[str]:
    if offer is None:
        return []
    offered = f"{reader.does(offer.by, 'offer')} {reader.who(offer.to)}"
    lines = entry("Offer", f"{offered} {terms(offer, offer.by, reader, box)}")
    return lines + entries("", goods_described(offer, box))


def _pledges(pledges: tuple[Pledge, ...], reader: Reader, box: Box) -> list[str]:
    return entries(
        "Promises", [f"{reader.does(each.by, 'have')} promised {pledged(each, reader, box)}" for each in pledges]
    )


def _pending(pending: PendingView | None, reader: Reader, box: Box) -> list[str]:
    if pending is None:
        return []
    source = f" ({short(box, pending.source)})" if pending.source else ""
    asks = "are to choose" if pending.seat == reader.you else "is to choose"
    return entry("Choice", f"{reader.who(pending.seat)} {asks} {_QUESTIONS[pending.kind]}{source}")
