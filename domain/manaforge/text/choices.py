"""One line of English per answer to a question."""

from __future__ import annotations

from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.words import Reader
from moothall.domain.manaforge.content import Box
from moothall.domain.manaforge.content.ops import BuyPrestige
from moothall.domain.manaforge.moves import Choose
from moothall.domain.manaforge.rules.choices import check_extra_mana
from moothall.domain.manaforge.state import Making, Offers, State
from moothall.domain.manaforge.text.components import does_text
from moothall.domain.manaforge.text.effects import a
from moothall.domain.manaforge.text.words import bag_of, card, die_showing, gems, payment


def choice_text(box: Box, move: Choose, state: State, seat: int, reader: Reader) -> str:
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


def _extra(box: Box, move: Choose, state: State, seat: int) -> str:
    op = _asking(box, state)
    if move.value == "0" or op is None:
        return "Pay no more mana"
    try:
        n, paid = check_extra_mana(state, seat, op, move)
    except IllegalMove:
        return f"Pay {move.value} more mana"
    return f"Pay {payment(*paid)} more to score {n * op.n} prestige"


def _rod(box: Box, move: Choose, state: State) -> str:
    if move.value == "none":
        return "Pay no gem"
    tokens, op = bag_of(move.value), _asking(box, state)
    return f"Pay {gems(tokens)}{f' to score {sum(tokens) * op.n} prestige' if op is not None else ''}"


def _asking(box: Box, state: State) -> BuyPrestige | None:
    """The effect of the card being built that asks what to pay."""
    made: Making | None = state.turn.making if state.turn is not None else None
    if made is None:
        return None
    op = box.items[made.copied or made.card].effects[made.at]
    return op if isinstance(op, BuyPrestige) else None


def _gift(move: Choose, state: State, reader: Reader) -> str:
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
