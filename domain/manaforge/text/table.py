"""The table drawn as text, from a view: 80 columns, everything a decision needs."""

from __future__ import annotations

from textwrap import wrap
from typing import assert_never

from msgspec.structs import asdict

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.manaforge import view as v
from moothall.domain.manaforge.content import Box, box_at
from moothall.domain.manaforge.content.ops import BuildFromDiscard
from moothall.domain.manaforge.text.components import (
    card,
    cost,
    die,
    does_text,
    face_of,
    face_text,
    gems,
    item_text,
    mana,
    power_text,
    shown,
    source,
    talent,
    talent_text,
)

WIDTH = 80


def table_text(view: v.ManaforgeView, reader: Reader) -> str:
    """How far the game is, the board, then every seat; what only the reader sees comes last."""
    box = box_at(reader.edition)
    lines = [*_head(box, view, reader), *_board(box, view)]
    for seat in view.seats:
        lines += ["", *_seat(box, seat, reader)]
    lines += _special_faces(box, view)
    if view.own is not None:
        lines += _own(box, view.own)
    return "\n".join(lines)


def _put(text: str, indent: int = 0, hang: int = 2) -> list[str]:
    """The text over as many lines as it takes; all but the first stand further in."""
    first, rest = " " * indent, " " * (indent + hang)
    return wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False) or [first]


def _head(box: Box, view: v.ManaforgeView, reader: Reader) -> list[str]:
    phase = view.phase
    if not view.round:
        return _put(_phase(box, phase, reader))
    first = reader.does(view.first_player, "be")
    lines = _put(f"Round {view.round} of {view.rounds}, {first} first player. {_phase(box, phase, reader)}")
    lines += _put(f"Item deck {counted(view.deck, 'card')}. Discard pile {_discarded(box, view, reader)}.")
    spare = listed((f"{n} {kind}" for kind, n in asdict(view.supply).items() if n), "none")
    return [*lines, *_put(f"Dice left in the box: {spare}.")]


def _discarded(box: Box, view: v.ManaforgeView, reader: Reader) -> str:
    """How many cards; to whoever may build from the pile, which, and for how much."""
    pile = counted(len(view.discard), "card")
    mine = view.seats[reader.you].talents if reader.you is not None else ()
    if not view.discard or not any(isinstance(op, BuildFromDiscard) for t in mine for op in box.talents[t].effects):
        return pile
    names = (f"{box.items[each].name} ({cost(box.items[each].cost.bag)})" for each in view.discard)
    return f"{pile}: {', '.join(names)}"


def _phase(box: Box, phase: v.AnyPhase, reader: Reader) -> str:
    match phase:
        case v.DraftPhase():
            return f"Talents are drafted: pick {phase.pick} of {box.setup.talents_dealt}. {_answered(phase, reader)}"
        case v.KeepPhase():
            return f"Everybody keeps {box.setup.talents_kept} of the talents picked. {_answered(phase, reader)}"
        case v.ArchmagePhase():
            return f"{sentence(reader.does(phase.seat, 'choose'))} one more die."
        case v.PreRollPhase():
            return f"{sentence(reader.does(phase.seat, 'decide'))} about the die on Aether Reserve."
        case v.TurnPhase():
            return _turn(box, phase, reader)
        case v.OffersPhase():
            gem = f"1 {phase.element} gem for {phase.prestige} prestige"
            asked, builder = reader.all(phase.asked), reader.who(phase.turn.seat)
            return f"{sentence(asked)} may give {builder} {gem}. {_turn(box, phase.turn, reader)}"
        case v.RoundScoringPhase():
            return "The round is over."
        case v.FinishedPhase():
            return "The game is over."
        case _:
            assert_never(phase)


def _answered(phase: v.DraftPhase | v.KeepPhase, reader: Reader) -> str:
    waiting = [seat for seat, answered in enumerate(phase.answered) if not answered]
    return f"Still to answer: {reader.all(waiting)}."


def _turn(box: Box, phase: v.TurnPhase, reader: Reader) -> str:
    """Whose turn it is, and what that seat has to spend in it."""
    dice = counted(phase.expenditures, "die", "dice")
    reserve = mana(phase.mana.bag)
    text = f"{sentence(reader.whose(phase.seat))} turn: up to {dice} still to spend, {reserve} in the reserve."
    if phase.talents_used:
        text += f" Talents used: {listed(talent(box, each) for each in phase.talents_used)}."
    if phase.making is not None:
        text += f" {card(box, phase.making.card)} is being built."
    return text


def _board(box: Box, view: v.ManaforgeView) -> list[str]:
    if not any(view.board) and not view.foreseen:
        return []
    lines = ["", "On the board"]
    for slot, card_id in enumerate(view.board, 1):
        if card_id is not None:
            lines += _item(box, f"{slot}", card_id)
    if view.foreseen:
        lines.append("Next in the item deck, seen by Precognition")
        for place, card_id in enumerate(view.foreseen, 1):
            lines += _item(box, f"{place}", card_id)
    return lines


def _item(box: Box, label: str, card_id: str) -> list[str]:
    item = box.items[card_id]
    return _put(f"{label} {item.name}. {item_text(box, item)}", 2)


def _seat(box: Box, seat: v.SeatView, reader: Reader) -> list[str]:
    index = seat.seat
    name = reader.who(index)
    built = f" Built {card(box, seat.action)} this round." if seat.action is not None else ""
    if seat.action == "prism":
        built = " Took a prism this round."
    tokens = gems(seat.gems.bag)
    lines = _put(f"{sentence(name)}: {seat.prestige} prestige, {tokens}, {counted(seat.prisms, 'prism')}.{built}")
    for talent_id in seat.talents:
        found = box.talents[talent_id]
        lines += _put(f"Talent {found.name}: {power_text(box, found)}.", 2)
    lines += _dice(box, seat.dice)
    for each in seat.workshop:
        item = box.items[each.card]
        state = "charged" if each.charged else "exhausted"
        attached = f", {listed(each.gems)} gem attached" if each.gems else ""
        lines += _put(f"Workshop: {item.name} ({state}{attached}). {does_text(box, item)}", 2)
    if seat.store:
        lines += _put(f"Store: {', '.join(card(box, each) for each in seat.store)}.", 2)
    return lines


def _dice(box: Box, dice: tuple[v.DieView, ...]) -> list[str]:
    """Ready and spent dice with what they show."""
    lines = []
    for label, spent in (("Dice ready", False), ("Dice spent", True)):
        shows = [
            f"{shown(face_of(box, each.id, each.face)) if each.face else 'not rolled yet'} ({die(each.id)}"
            f"{', on Aether Reserve' if each.held else ''})"
            for each in dice
            if each.spent == spent
        ]
        if shows:
            lines += _put(f"{label}: {', '.join(shows)}.", 2)
    return lines


def _special_faces(box: Box, view: v.ManaforgeView) -> list[str]:
    """What the faces with a name of their own do, where a die shows one."""
    faces = [face_of(box, each.id, each.face) for seat in view.seats for each in seat.dice if each.face]
    named = {shown(face): face_text(box, face) for face in faces if shown(face) not in face_text(box, face)}
    lines = [line for name, text in named.items() for line in _put(f"{name}: {text}.", 2)]
    return ["", "What the dice mean", *lines] if lines else []


def _own(box: Box, own: v.OwnView) -> list[str]:
    lines: list[str] = []
    for talents, title in ((own.packet, "Talents to pick from"), (own.picked, "Talents you picked")):
        if talents:
            lines += ["", title]
            for each in talents:
                lines += _put(f"{talent(box, each)}: {talent_text(box, box.talents[each])}", 2)
    if own.answer:
        chosen = listed(source(box, each) for each in own.answer)
        lines += ["", *_put(f"Your answer, secret until all have answered: {chosen}.")]
    return lines
