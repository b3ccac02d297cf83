"""Who may do what, and when."""

from __future__ import annotations

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.manaforge.content import Box, box_of
from moothall.domain.manaforge.moves import DraftTalent, KeepTalents
from moothall.domain.manaforge.state import (
    Archmage,
    Draft,
    Finished,
    Keep,
    Offers,
    Playing,
    PreRoll,
    RoundScoring,
    Seat,
    State,
)
from moothall.domain.manaforge.turns import asked

_PHASE_RULES: dict[type, tuple[str, str]] = {
    Draft: ("MF-1.5", "the talents are being drafted"),
    Keep: ("MF-1.6", "the seats choose which talents to keep"),
    Archmage: ("MF-1.11", "the Archmage chooses a die"),
    PreRoll: ("MF-2.4", "the held die comes first"),
    Playing: ("MF-2.6", "it is another seat's turn"),
    Offers: ("MF-10.12", "offers are open"),
    RoundScoring: ("MF-2.1", "the round is being scored"),
    Finished: ("MF-14.1", "the game is over"),
}


def refusal(state: State, seat: int) -> IllegalMove:
    """What to raise when the phase does not take this move from this seat."""
    rule, text = _PHASE_RULES[type(state.phase)]
    for each in asked(state):
        if each.seat == seat:
            if type(state.phase) is Playing:
                rule = "MF-3.2" if each.kind == "turn" else "MF-7.11"
            return IllegalMove(rule, f"your seat is asked for {each.kind}")
    return NotYourTurn(rule, text)


def is_asked(state: State, seat: int) -> bool:
    """Whether the seat owes a decision."""
    return any(each.seat == seat for each in asked(state))


def check_turn(state: State, seat: int) -> Playing:
    """MF-2.6, MF-7.11: the own turn, and no choice pending."""
    phase = state.phase
    if type(phase) is not Playing or phase.seat != seat:
        raise refusal(state, seat)
    if phase.making is not None:
        raise IllegalMove("MF-7.11", f"the card being built waits for an answer: {phase.making.choice}")
    return phase


def check_end(state: State, seat: int) -> None:
    """MF-3.3: a turn ends when its seat says so and no choice is pending."""
    phase = state.phase
    if type(phase) is Playing and phase.seat == seat and phase.making is not None:
        raise IllegalMove("MF-3.3", f"the turn cannot end before the answer: {phase.making.choice}")
    check_turn(state, seat)


def check_choice(state: State, seat: int, choice: str) -> None:
    """The seat is asked just this."""
    for each in asked(state):
        if each.seat == seat and each.kind == choice:
            return
    raise refusal(state, seat)


def check_exchange(state: State, seat: int) -> None:
    """MF-4.8, MF-4.9: at any moment of the own turn, also with a choice pending, but not while offers are open."""
    phase = state.phase
    if type(phase) is Playing and phase.seat != seat:
        raise NotYourTurn("MF-4.9", "outside of your turn a prism only answers an offer")
    if type(phase) is not Playing:
        raise refusal(state, seat)
    if not state.seats[seat].prisms:
        raise IllegalMove("MF-4.8", "you have no prism")


def check_draft(state: State, seat: int, move: DraftTalent) -> None:
    """MF-1.5: a card of the own packet."""
    check_choice(state, seat, "draft_talent")
    if move.talent not in state.seats[seat].packet:
        raise IllegalMove("MF-1.5", f"{move.talent!r} is not in your packet")


def check_keep(state: State, seat: int, move: KeepTalents) -> None:
    """MF-1.6: two different picked cards, the lower number first."""
    check_choice(state, seat, "keep_talents")
    picked = state.seats[seat].picked
    for talent in (move.first, move.second):
        if talent not in picked:
            raise IllegalMove("MF-1.6", f"{talent!r} is not among the talents you picked")
    talents = box_of(state).talents
    if talents[move.first].order >= talents[move.second].order:
        raise IllegalMove("MF-1.6", "name two different talents, the lower number first")


def foresight(box: Box, seat: Seat) -> int:
    """MF-11.15: how many cards of the deck the seat sees."""
    for talent in seat.talents:
        if talent in box.looks:
            return box.looks[talent]
    return 0


def may_raise(state: State, seat: int) -> range:
    """MF-11.15, MF-11.16: the places a card may be raised from now."""
    me = state.seats[seat]
    sight = foresight(box_of(state), me)
    if not sight or me.raises >= sight - 1 or type(state.phase) not in (Playing, Offers, PreRoll):
        return range(0)
    return range(2, min(sight, len(state.deck)) + 1)


def check_raise(state: State, seat: int, position: int) -> None:
    """MF-11.15, MF-11.16: the owner of Precognition, five times per round, among the cards it sees."""
    me = state.seats[seat]
    sight = foresight(box_of(state), me)
    if not sight:
        if is_asked(state, seat):
            raise IllegalMove("MF-11.15", "you do not have Precognition")
        raise NotYourTurn("MF-11.15", "only the owner of Precognition moves outside of its turn")
    if type(state.phase) not in (Playing, Offers, PreRoll):
        raise refusal(state, seat)
    if me.raises >= sight - 1:
        raise IllegalMove("MF-11.16", f"you have raised {me.raises} cards this round")
    if position not in may_raise(state, seat):
        raise IllegalMove("MF-11.16", f"position {position} is not among the cards you see below the top one")
