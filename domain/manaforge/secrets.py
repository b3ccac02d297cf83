"""What viewers may know of changes and moves, and what a seat may imagine of the rest."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.data import Hidden
from moothall.domain.core.draw import Draw, pick, shuffle
from moothall.domain.manaforge import changes as c
from moothall.domain.manaforge.content import Box, box_of
from moothall.domain.manaforge.moves import AnyMove, Choose, DraftTalent, KeepTalents
from moothall.domain.manaforge.rules import Turning, foresight, gifts
from moothall.domain.manaforge.state import Draft, Keep, Offers, State


def redact(change: c.AnyChange, viewer: int | None) -> c.AnyChange | Hidden:
    """Only shuffles, packets and secret answers are hidden."""
    match change:
        case c.DecksShuffled():
            return replace(change, deck=(), unused=())
        case c.TalentsDealt(packets=packets):
            shown = tuple(packet if seat == viewer else () for seat, packet in enumerate(packets))
            return replace(change, packets=shown, away=())
        case c.TalentPicked(seat) if seat != viewer:
            return Hidden(seat, "talent_picked")
        case c.TalentsKept(seat) if seat != viewer:
            return Hidden(seat, "talents_kept")
        case c.OfferAnswered(seat) if seat != viewer:
            return Hidden(seat, "offer_answered")
        case _:
            return change


def redact_move(move: AnyMove, seat: int, viewer: int | None) -> AnyMove | None:
    """Secret answers are for their own seat only."""
    secret = isinstance(move, DraftTalent | KeepTalents) or (isinstance(move, Choose) and move.choice == "replica_gift")
    return None if secret and seat != viewer else move


def on_undo(turn: Turning, before: State) -> None:
    """MF-12.4: a face once rolled stays known, and will show again."""
    face = before.seats[turn.seat].face
    if face != turn.state.seats[turn.seat].face:
        turn.emit(c.FaceRemembered(turn.seat, face))


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
