"""Who may see what: views and redactions built from what is open, and deals of what is not."""

from __future__ import annotations

from msgspec.structs import replace

from domain.core import bag
from domain.core.draw import Draw, pick, shuffle
from domain.core.records import Hidden, Json
from domain.core.title import Turn
from domain.manaforge.changes import (
    DecksShuffled,
    FaceRemembered,
    ManaforgeChange,
    OfferAnswered,
    TalentPicked,
    TalentsDealt,
    TalentsKept,
)
from domain.manaforge.content import Box, box_of
from domain.manaforge.moves import Choose, DraftTalent, KeepTalents, ManaforgeMove
from domain.manaforge.rules.choices import gifts
from domain.manaforge.rules.turns import foresight
from domain.manaforge.scoring import by_category
from domain.manaforge.state import (
    DICE,
    ELEMENTS,
    Archmage,
    Draft,
    Keep,
    Offers,
    Phase,
    Playing,
    PreRoll,
    RoundScoring,
    Seat,
    State,
)


def view(state: State, viewer: int | None) -> Json:
    """The table as this seat (None: a spectator) sees it."""
    box = box_of(state)
    sight = foresight(box, state.seats[viewer]) if viewer is not None else 0
    return {
        "round": state.round,
        "first_player": state.first,
        "phase": _phase(state.phase),
        "board": list(state.board),
        "deck": len(state.deck),
        "foreseen": list(state.deck[:sight]),
        "discard": list(state.discard),
        "unused": len(state.unused),
        "supply": bag.named(DICE, state.supply),
        "seats": [_seat(box, index, seat) for index, seat in enumerate(state.seats)],
        "own": None if viewer is None else _own(state, viewer),
    }


def _phase(phase: Phase) -> Json:
    match phase:
        case Draft():
            return {"name": "draft", "pick": phase.pick, "answered": [answer is not None for answer in phase.answers]}
        case Keep():
            return {"name": "keep", "answered": [bool(answer) for answer in phase.answers]}
        case Archmage():
            return {"name": "archmage", "seat": phase.seat}
        case PreRoll():
            return {"name": "pre_roll", "seat": phase.seat}
        case Playing():
            return {"name": "turn", **_turn(phase)}
        case Offers():
            return {
                "name": "offers",
                **_turn(phase.turn),
                "element": phase.element,
                "prestige": phase.n,
                "asked": list(phase.asked),
                "answered": [answer is not None for answer in phase.answers],
            }
        case RoundScoring():
            return {"name": "round_scoring"}
        case _:
            return {"name": "finished"}


def _turn(phase: Playing) -> Json:
    making = phase.making
    return {
        "seat": phase.seat,
        "expenditures": phase.expenditures,
        "mana": bag.named(ELEMENTS, phase.mana),
        "talents_used": list(phase.used),
        "making": None if making is None else {"card": making.card, "copied": making.copied, "choice": making.choice},
    }


def _seat(box: Box, index: int, seat: Seat) -> Json:
    return {
        "seat": index,
        "prestige": seat.prestige,
        "by_category": by_category(seat),
        "gems": bag.named(ELEMENTS, seat.gems),
        "prisms": seat.prisms,
        "dice": [
            {
                "id": die.id,
                "kind": die.kind,
                "face": die.face,
                "shows": box.faces[die.kind][die.face].id if die.face else None,
                "spent": die.spent,
                "held": die.id == seat.held,
            }
            for die in seat.dice
        ],
        "workshop": [
            {"card": card.id, "charged": card.charged, "gems": list(card.gems), "level": len(card.gems)}
            for card in seat.workshop
        ],
        "store": list(seat.store),
        "talents": list(seat.talents),
        "remembered_face": seat.face,
        "raises": seat.raises,
        "action": seat.action,
        "items_built": seat.items_built,
        "prisms_taken": seat.prisms_taken,
    }


def _own(state: State, viewer: int) -> Json:
    """What only its owner sees."""
    seat = state.seats[viewer]
    answer: str | list[str] | None = None
    match state.phase:
        case Draft(answers=picks) if picks:
            answer = picks[viewer]
        case Keep(answers=kept):
            answer = list(kept[viewer]) or None
        case Offers(answers=given):
            answer = given[viewer]
    return {
        "packet": list(seat.packet),
        "picked": list(seat.picked),
        "passed_on": [list(packet) for packet in seat.passed_on],
        "passed_over": list(seat.passed_over),
        "answer": answer,
    }


def redact(change: ManaforgeChange, viewer: int | None) -> ManaforgeChange | Hidden:
    """Only shuffles, packets and secret answers are hidden."""
    match change:
        case DecksShuffled():
            return replace(change, deck=(), unused=())
        case TalentsDealt(packets=packets):
            shown = tuple(packet if seat == viewer else () for seat, packet in enumerate(packets))
            return replace(change, packets=shown, away=())
        case TalentPicked(seat) if seat != viewer:
            return Hidden(seat, "talent_picked")
        case TalentsKept(seat) if seat != viewer:
            return Hidden(seat, "talents_kept")
        case OfferAnswered(seat) if seat != viewer:
            return Hidden(seat, "offer_answered")
        case _:
            return change


def redact_move(move: ManaforgeMove, seat: int, viewer: int | None) -> ManaforgeMove | None:
    """Secret answers are for their own seat only."""
    secret = isinstance(move, DraftTalent | KeepTalents) or (isinstance(move, Choose) and move.choice == "replica_gift")
    return None if secret and seat != viewer else move


def on_undo(turn: Turn[State, ManaforgeChange], before: State) -> None:
    """MF-12.4: a face once rolled stays known, and will show again."""
    face = before.seats[turn.seat].face
    if face != turn.state.seats[turn.seat].face:
        turn.emit(FaceRemembered(turn.seat, face))


def determinize(state: State, seat: int, draw: Draw) -> State:
    """Deck, packets, unrevealed answers and cards put away, dealt anew as this seat could think they lie."""
    state = _deal_deck(state, seat, draw)
    state = _deal_talents(state, seat, draw)
    return _deal_answers(state, seat, draw)


def _deal_deck(state: State, seat: int, draw: Draw) -> State:
    """Every deck's hidden cards are shuffled among the places where cards of that deck lie hidden."""
    box = box_of(state)
    known = state.deck[: foresight(box, state.seats[seat])]
    hidden = (*state.deck[len(known) :], *state.unused)
    pools: dict[str, list[str]] = {name: [] for name in box.decks}
    for card in hidden:
        pools[box.items[card].deck].append(card)
    dealt = {name: list(shuffle(draw, f"deal/{name}", sorted(pool))) for name, pool in pools.items()}
    anew = [dealt[box.items[card].deck].pop() for card in hidden]
    n = len(state.deck) - len(known)
    return replace(state, deck=(*known, *anew[:n]), unused=tuple(anew[n:]))


def _deal_talents(state: State, seat: int, draw: Draw) -> State:
    """Packets that the seat has handed on hold what it remembers; everything else comes from the rest."""
    picks, packets = _remembered(state, seat, draw)
    others = [index for index in range(len(state.seats)) if index != seat]
    pool = list(state.talents_away)
    for index in others:
        other = state.seats[index]
        pool += (*other.packet, *other.picked, *other.passed_over)
    known = {*picks.values(), *(talent for packet in packets.values() for talent in packet)}
    deck = list(shuffle(draw, "deal/talents", sorted(talent for talent in pool if talent not in known)))
    seats = list(state.seats)
    for index in others:
        other = seats[index]
        seats[index] = replace(
            other,
            packet=packets.get(index) or tuple(deck.pop() for _ in other.packet),
            picked=tuple(picks.get((index, number)) or deck.pop() for number in range(1, len(other.picked) + 1)),
            passed_on=(),
            passed_over=tuple(deck.pop() for _ in other.passed_over),
        )
    return replace(state, seats=tuple(seats), talents_away=tuple(deck))


def _remembered(state: State, seat: int, draw: Draw) -> tuple[dict[tuple[int, int], str], dict[int, tuple[str, ...]]]:
    """Where the packets went that the seat handed on: picks by seat and number, and packets by their holder."""
    me = state.seats[seat]
    n = len(state.seats)
    done = len(me.picked)
    picks: dict[tuple[int, int], str] = {}
    packets: dict[int, tuple[str, ...]] = {}
    if len(me.passed_on) != done - isinstance(state.phase, Keep):
        return picks, packets  # a state dealt anew for another seat, whose own memory begins there
    for number, cards in enumerate(me.passed_on, 1):
        back = number + n  # the pick for which this packet returns
        returned: tuple[str, ...] = ()
        if back == done + 1:
            returned = me.packet
        elif back <= done:
            returned = (me.picked[back - 1], *(me.passed_on[back - 1] if back <= len(me.passed_on) else ()))
        gone = shuffle(draw, "deal/remembered", [talent for talent in cards if talent not in returned])
        takers = min(done - number, n - 1)
        for i in range(takers):
            picks[(seat + i + 1) % n, number + i + 1] = gone[i]
        if len(gone) > takers:
            packets[(seat + takers + 1) % n] = gone[takers:]
    return picks, packets


def _deal_answers(state: State, seat: int, draw: Draw) -> State:
    phase = state.phase
    match phase:
        case Draft():
            picks = tuple(
                answer if index == seat or answer is None else pick(draw, "deal/pick", state.seats[index].packet)
                for index, answer in enumerate(phase.answers)
            )
            return replace(state, phase=replace(phase, answers=picks))
        case Keep():
            kept = tuple(
                answer if index == seat or not answer else _two_of(box_of(state), state.seats[index].picked, draw)
                for index, answer in enumerate(phase.answers)
            )
            return replace(state, phase=Keep(kept))
        case Offers():
            given = tuple(
                answer if index == seat or answer is None else pick(draw, "deal/gift", gifts(state, index, phase))
                for index, answer in enumerate(phase.answers)
            )
            return replace(state, phase=replace(phase, answers=given))
        case _:
            return state


def _two_of(box: Box, picked: tuple[str, ...], draw: Draw) -> tuple[str, ...]:
    return tuple(sorted(shuffle(draw, "deal/keep", picked)[:2], key=lambda talent: box.talents[talent].order))
