"""The table as text, at most 80 columns wide: all that a decision needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import assert_never

from moothall.domain.core.words import Reader, counted, listed
from moothall.domain.medieval_realms import view as v
from moothall.domain.medieval_realms.content import Box, box_at
from moothall.domain.medieval_realms.text.effects import cost, in_short, receives
from moothall.domain.medieval_realms.text.realms import map_lines, realm_lines, token_lines
from moothall.domain.medieval_realms.text.words import amount, card, resource
from moothall.domain.medieval_realms.view import MedievalRealmsView

WIDTH = 80
_COLUMNS = "{:>3} {:<16} {:<10} {:<19} {}"
"""A card on a panel: square, name, stamp, who gets it, cost."""


def table_text(view: MedievalRealmsView, reader: Reader) -> str:
    """The table, drawn from a view."""
    box = box_at(reader.edition)
    lines = [
        f"Round {view.round} of {view.rounds}: {_phase(view, reader, box)}",
        f"Turn order: {', '.join(map(reader.who, view.turn_order))}",
        "",
        *_panels(view, box),
        "",
        *map_lines(view, reader, box),
        "",
        *token_lines(view, reader),
    ]
    for realm in view.realms:
        lines += ["", *realm_lines(view, realm, reader, box)]
    if view.ranking:
        order = (seat for group in view.ranking for seat in group)
        lines += ["", f"Final order: {', '.join(map(reader.who, order))}"]
    return "\n".join(_fitted(lines))


def _fitted(lines: Iterable[str]) -> Iterator[str]:
    """Long lines go on under their own text."""
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        yield from wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _phase(view: MedievalRealmsView, reader: Reader, box: Box) -> str:
    phase = view.phase
    match phase:
        case v.PickingPhase(taken):
            pairs = listed((" + ".join(resource(box, kind) for kind in pair) for pair in taken), "none")
            picks = reader.does(view.turn_order[-1 - len(taken)], "pick two resources to start with")
            return f"{picks} (pairs taken: {pairs})"
        case v.PlacingPhase(committed):
            waits = [seat for seat, done in enumerate(committed) if not done]
            return f"all place their leaders in secret; not yet ready: {reader.all(waits)}"
        case v.ActingPhase():
            assert view.on_turn is not None, "somebody acts"
            return reader.does(view.on_turn, "be on turn: activate a card, play one, or pass")
        case v.BiddingPhase():
            leads = f"{reader.does(phase.bidder, 'lead')} with {amount(box, phase.resource, phase.bid)}"
            return f"auction of {card(box.faces[phase.card])}: {leads}, {reader.who(phase.asked)} may bid higher"
        case v.ChoosingPhase():
            return f"{reader.does(phase.seat, 'choose')} what {card(box.faces[phase.card])} gives"
        case v.TakingCardPhase():
            chosen = reader.does(phase.seat, "choose a realm card of the panel")
            return f"{chosen} by {card(box.faces[phase.card])}"
        case v.TakingBonusPhase(seat):
            return reader.does(seat, "choose a bonus token")
        case v.RoundOverPhase():
            return "all have passed, the next round is prepared"
        case v.GameOverPhase():
            return "all have passed, the game is scored"
        case v.FinishedPhase():
            return "the game is over"
        case _:
            assert_never(phase)


def _panels(view: MedievalRealmsView, box: Box) -> Iterator[str]:
    seats = len(view.realms)
    cleared = box.cleared[seats]
    squares = "square 1" if cleared == 1 else f"squares 1 to {cleared}"
    stock = f"deck {counted(view.deck, 'card')}, discarded {len(view.discard)}"
    yield f"CURRENT EVENTS ({squares} cleared at the end of the round; {stock})"
    yield _COLUMNS.format("", "", "stamp", "goes to", "to play")
    price = 0
    for square, laid in enumerate(view.current, 1):
        if box.prices[square - 1] != price:
            price = box.prices[square - 1]
            yield f"Price {amount(box, 'production', price)}, auctions none"
        yield from _square(box, square, laid, seats)
    yield ""
    yield "FUTURE EVENTS (they move up at the end of the round)"
    for square, laid in enumerate(view.future, 1):
        yield from _square(box, square, laid, seats)


def _square(box: Box, square: int, laid: str | None, seats: int) -> Iterator[str]:
    if laid is None:
        yield f"{square:>3} -"
        return
    face = box.faces[laid]
    paid = bool(face.amounts) or face.type == "auction"
    yield _COLUMNS.format(
        square, face.name, face.stamp, receives(box, face), cost(box, face, seats) if paid else "admirals"
    )
    family = "" if face.family_name in face.name else f"{face.family_name}: "
    needs = "" if paid else f"needs {cost(box, face)}; "
    yield f"      {family}{needs}{in_short(box, face)}"
