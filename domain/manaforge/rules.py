"""Who may do what and when: whose decision is awaited, the checks of turns, choices and answers, and the invariants.

What is paid stands in `payment`, the acts of a turn stand in `actions`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from moothall.domain.core.bag import Bag
from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.core.title import Asked, Awaiting, Turn, asking
from moothall.domain.manaforge import state as s
from moothall.domain.manaforge.changes import AnyChange
from moothall.domain.manaforge.content import Box, box_of, ops
from moothall.domain.manaforge.moves import AnyMove, Choose, DraftTalent, KeepTalents
from moothall.domain.manaforge.payment import FREE, ManaAndGems, check_payment, named, number

Turning: TypeAlias = Turn[s.State, AnyChange]
"""What decides and emits."""

_SCORING = Awaiting(step="round_scoring")
_OVER = Awaiting(finished=True)

_PHASE_RULES: dict[type, tuple[str, str]] = {
    s.Draft: ("MF-1.5", "the talents are being drafted"),
    s.Keep: ("MF-1.6", "the seats choose which talents to keep"),
    s.Archmage: ("MF-1.11", "the Archmage chooses a die"),
    s.PreRoll: ("MF-2.4", "the held die comes first"),
    s.Playing: ("MF-2.6", "it is another seat's turn"),
    s.Offers: ("MF-10.12", "offers are open"),
    s.RoundScoring: ("MF-2.1", "the round is being scored"),
    s.Finished: ("MF-14.1", "the game is over"),
}

# Whose decision is awaited, and what else a seat may do now.


def awaiting(state: s.State) -> Awaiting:
    """Who owes what."""
    phase = state.phase
    if type(phase) is s.Playing:  # nearly always
        made = phase.making
        return asking("turn" if made is None or made.choice is None else made.choice, phase.seat)
    match phase:
        case s.Draft(answers=answers):
            return asking("draft_talent", *[seat for seat, answer in enumerate(answers) if answer is None])
        case s.Keep(answers=kept):
            return asking("keep_talents", *[seat for seat, answer in enumerate(kept) if not answer])
        case s.Archmage(seat=seat):
            return asking("archmage_die", seat)
        case s.PreRoll(seat=seat):
            return asking("reserve_roll", seat)
        case s.Offers():
            return asking("replica_gift", *[seat for seat in phase.asked if phase.answers[seat] is None])
        case s.RoundScoring():
            return _SCORING
        case _:
            return _OVER


def _asked(state: s.State) -> tuple[Asked, ...]:
    """The seats that owe a decision, and which."""
    return awaiting(state).seats


def is_asked(state: s.State, seat: int) -> bool:
    """Whether the seat owes a decision."""
    return any(each.seat == seat for each in _asked(state))


def refusal(state: s.State, seat: int) -> IllegalMove:
    """What to raise when the phase does not take this move from this seat."""
    rule, text = _PHASE_RULES[type(state.phase)]
    for each in _asked(state):
        if each.seat == seat:
            if type(state.phase) is s.Playing:
                rule = "MF-3.2" if each.kind == "turn" else "MF-7.11"
            return IllegalMove(rule, f"your seat is asked for {each.kind}")
    return NotYourTurn(rule, text)


def check_turn(state: s.State, seat: int) -> s.Playing:
    """MF-2.6, MF-7.11: the own turn, and no choice pending."""
    phase = state.phase
    if type(phase) is not s.Playing or phase.seat != seat:
        raise refusal(state, seat)
    if phase.making is not None:
        raise IllegalMove("MF-7.11", f"the card being built waits for an answer: {phase.making.choice}")
    return phase


def check_end(state: s.State, seat: int) -> None:
    """MF-3.3: a turn ends when its seat says so and no choice is pending."""
    phase = state.phase
    if type(phase) is s.Playing and phase.seat == seat and phase.making is not None:
        raise IllegalMove("MF-3.3", f"the turn cannot end before the answer: {phase.making.choice}")
    check_turn(state, seat)


def check_choice(state: s.State, seat: int, choice: str) -> None:
    """The seat is asked just this."""
    for each in _asked(state):
        if each.seat == seat and each.kind == choice:
            return
    raise refusal(state, seat)


def check_exchange(state: s.State, seat: int) -> None:
    """MF-4.8, MF-4.9: at any moment of the own turn, also with a choice pending, but not while offers are open."""
    phase = state.phase
    if type(phase) is s.Playing and phase.seat != seat:
        raise NotYourTurn("MF-4.9", "outside of your turn a prism only answers an offer")
    if type(phase) is not s.Playing:
        raise refusal(state, seat)
    if not state.seats[seat].prisms:
        raise IllegalMove("MF-4.8", "you have no prism")


def check_draft(state: s.State, seat: int, move: DraftTalent) -> None:
    """MF-1.5: a card of the own packet."""
    check_choice(state, seat, "draft_talent")
    if move.talent not in state.seats[seat].packet:
        raise IllegalMove("MF-1.5", f"{move.talent!r} is not in your packet")


def check_keep(state: s.State, seat: int, move: KeepTalents) -> None:
    """MF-1.6: two different picked cards, the lower number first."""
    check_choice(state, seat, "keep_talents")
    picked = state.seats[seat].picked
    for talent in (move.first, move.second):
        if talent not in picked:
            raise IllegalMove("MF-1.6", f"{talent!r} is not among the talents you picked")
    talents = box_of(state).talents
    if talents[move.first].order >= talents[move.second].order:
        raise IllegalMove("MF-1.6", "name two different talents, the lower number first")


def foresight(box: Box, seat: s.Seat) -> int:
    """MF-11.15: how many cards of the deck the seat sees."""
    for talent in seat.talents:
        if talent in box.looks:
            return box.looks[talent]
    return 0


def may_raise(state: s.State, seat: int) -> range:
    """MF-11.15, MF-11.16: the places a card may be raised from now."""
    me = state.seats[seat]
    sight = foresight(box_of(state), me)
    if not sight or me.raises >= sight - 1 or type(state.phase) not in (s.Playing, s.Offers, s.PreRoll):
        return range(0)
    return range(2, min(sight, len(state.deck)) + 1)


def check_raise(state: s.State, seat: int, position: int) -> None:
    """MF-11.15, MF-11.16: the owner of Precognition, five times per round, among the cards it sees."""
    me = state.seats[seat]
    sight = foresight(box_of(state), me)
    if not sight:
        if is_asked(state, seat):
            raise IllegalMove("MF-11.15", "you do not have Precognition")
        raise NotYourTurn("MF-11.15", "only the owner of Precognition moves outside of its turn")
    if type(state.phase) not in (s.Playing, s.Offers, s.PreRoll):
        raise refusal(state, seat)
    if me.raises >= sight - 1:
        raise IllegalMove("MF-11.16", f"you have raised {me.raises} cards this round")
    if position not in may_raise(state, seat):
        raise IllegalMove("MF-11.16", f"position {position} is not among the cards you see below the top one")


# What effects ask for: the answers there are, for lists of moves, and whether an answer is right.


def answers(box: Box, seat: s.Seat, mana: Bag, op: ops.Op, card: str | None) -> Sequence[str]:
    """Every answer to what the operation asks; none means that it could do nothing now."""
    if isinstance(op, ops.GainManaChoice):
        return list(ops.takes(op))
    if isinstance(op, ops.GainManaAny):
        return s.ELEMENTS
    if isinstance(op, ops.CopyGem):
        return _copies_gem_of(seat)
    if isinstance(op, ops.Recharge):
        return _rechargeable(seat, op, card)
    if isinstance(op, ops.FlipDieToGem):
        return _turnable(box, seat, op)
    if isinstance(op, ops.GainGemsOfPaid):
        return _payable_elements(mana, seat.gems)
    assert isinstance(op, ops.ExhaustOthers)
    others = sorted(_exhaustible(seat, card), key=box.card_order.__getitem__)
    return ["+".join(chosen) for chosen in combinations(others, op.n)]


def check_answer(box: Box, seat: s.Seat, mana: Bag, op: ops.Op, card: str | None, answer: str | None) -> None:
    """The answer is one that the operation takes."""
    match op:
        case ops.GainManaChoice():
            options = ops.takes(op)
            if answer not in options:
                rule = "MF-8.11" if card is not None else "MF-6.1" if "+" in next(iter(options)) else "MF-5.8"
                raise _wrong(rule, op, answer, f"it gives {' or '.join(options)}")
        case ops.GainManaAny():
            if answer not in s.ELEMENTS:
                raise _wrong("MF-11.8", op, answer, f"name one of {', '.join(s.ELEMENTS)}")
        case ops.CopyGem():
            if answer not in _copies_gem_of(seat):
                raise _wrong("MF-6.7", op, answer, "name an element of which you own a gem")
        case ops.Recharge():
            if answer not in _rechargeable(seat, op, card):
                rule = "MF-8.12" if op.scope == "other" else "MF-6.6"
                raise _wrong(rule, op, answer, "name an exhausted card of your Workshop that it can recharge")
        case ops.FlipDieToGem():
            _check_turned(box, seat, op, answer)
        case ops.GainGemsOfPaid():
            if answer not in _payable_elements(mana, seat.gems):
                raise _wrong("MF-8.13", op, answer, "name an element of which you have a mana or a gem")
        case ops.ExhaustOthers():
            cards = answer.split("+") if answer else []
            able = _exhaustible(seat, card)
            if len(cards) != op.n or len(set(cards)) != op.n or not all(each in able for each in cards):
                raise _wrong("MF-8.9", op, answer, f"name {op.n} other charged cards of your Workshop")


def _check_turned(box: Box, seat: s.Seat, op: ops.FlipDieToGem, answer: str | None) -> None:
    die = seat.die(answer) if answer is not None else None
    if die is None or die.kind != op.element:
        raise IllegalMove("MF-11.5", f"die {answer!r}: name one of your {op.element} dice")
    if isinstance(face_effect(box, die), ops.GainGems):
        raise IllegalMove("MF-11.7", f"{die.id} already shows a gem")


def _wrong(rule: str, op: ops.Op, answer: str | None, wanted: str) -> IllegalMove:
    name = ops.PARAMETER[type(op)]
    return IllegalMove(rule, f"{f'{name} {answer!r}' if answer is not None else f'no {name}'}: {wanted}")


def _copies_gem_of(seat: s.Seat) -> list[str]:
    """MF-6.7: elements of which a gem is owned."""
    return [element for element, n in zip(s.ELEMENTS, seat.gems, strict=True) if n]


def _rechargeable(seat: s.Seat, op: ops.Recharge, card: str | None) -> list[str]:
    """MF-6.6, MF-8.12: exhausted cards, for `other` not the card that recharges."""
    return [each.id for each in seat.workshop if not each.charged and (op.scope == "any" or each.id != card)]


def _exhaustible(seat: s.Seat, card: str | None) -> list[str]:
    """MF-8.9: other charged cards."""
    return [each.id for each in seat.workshop if each.charged and each.id != card]


def _turnable(box: Box, seat: s.Seat, op: ops.FlipDieToGem) -> list[str]:
    """MF-11.5, MF-11.7: dice of the element that show no gem."""
    return [
        die.id for die in seat.dice if die.kind == op.element and not isinstance(face_effect(box, die), ops.GainGems)
    ]


def _payable_elements(mana: Bag, gems: Bag) -> list[str]:
    """MF-8.13: elements of which one mana can be paid."""
    return [element for element, a, b in zip(s.ELEMENTS, mana, gems, strict=True) if a or b]


def copyable(box: Box, seat: s.Seat, die_id: str) -> dict[str, s.Die]:
    """MF-6.2, MF-6.3: the first die of every face among the others, Transmute excepted."""
    first: dict[str, s.Die] = {}
    for die in seat.dice:
        if die.id != die_id and not isinstance(face_effect(box, die), ops.CopyDie):
            first.setdefault(box.faces[die.kind][die.face].id, die)
    return first


def no_more(rule: str, move: AnyMove, parameters: tuple[str, ...], wanted: Collection[str]) -> None:
    """Of these parameters the move holds none that nothing asks for."""
    for name in parameters:
        if name not in wanted and getattr(move, name) is not None:
            raise IllegalMove(rule, f"nothing here asks for {name}")


# The answers to questions.


def kinds_left(state: s.State) -> list[str]:
    """MF-1.11: kinds of dice of which one is left."""
    return [kind for kind, n in zip(s.DICE, state.supply, strict=True) if n]


def check_kind(state: s.State, kind: str) -> None:
    """MF-1.11."""
    if kind not in kinds_left(state):
        raise IllegalMove("MF-1.11", f"{kind!r}: name one of {', '.join(kinds_left(state))}")


def most_extra(state: s.State, seat: int, op: ops.BuyPrestige) -> int:
    """MF-10.5: how much can be paid."""
    phase = state.phase
    assert isinstance(phase, s.Playing)
    return min(op.max, sum(phase.mana) + sum(state.seats[seat].gems))


def check_extra_mana(state: s.State, seat: int, op: ops.BuyPrestige, move: Choose) -> tuple[int, ManaAndGems]:
    """MF-10.5: an amount within reach, and what it is paid with."""
    phase = state.phase
    assert isinstance(phase, s.Playing)
    n = number(move.value)
    most = most_extra(state, seat, op)
    if n is None or n > most:
        raise IllegalMove("MF-10.5", f"{move.value!r}: pay 0 to {most} mana")
    if not n:
        if named(move) is not None:
            raise IllegalMove("MF-4.13", "there is nothing to pay with mana or gems")
        return 0, FREE
    return n, check_payment(phase.mana, state.seats[seat].gems, (0, 0, 0, 0, n), named(move), "MF-10.5")


def rod_answers(state: s.State, seat: int, op: ops.BuyPrestige) -> list[str]:
    """MF-10.8: every set of different elements with an owned gem."""
    owned = _copies_gem_of(state.seats[seat])
    sets = ["+".join(chosen) for n in range(1, op.max + 1) for chosen in combinations(owned, n)]
    return ["none", *sets]


def check_rod(state: s.State, seat: int, op: ops.BuyPrestige, value: str) -> Bag:
    """MF-10.8: different elements, each with an owned gem; answers the gems."""
    if value == "none":
        return (0, 0, 0, 0)
    chosen = value.split("+")
    owned = _copies_gem_of(state.seats[seat])
    if len(set(chosen)) != len(chosen) or len(chosen) > op.max or not all(element in owned for element in chosen):
        raise IllegalMove("MF-10.8", f"{value!r}: name different elements of which you own a gem, or none")
    return tuple([int(element in chosen) for element in s.ELEMENTS])


def check_mimic(state: s.State, seat: int, card: str) -> None:
    """MF-10.9: a card of the own Store pile."""
    if card not in state.seats[seat].store:
        raise IllegalMove("MF-10.9", f"{card!r} is not in your Store pile")


def gifts(state: s.State, seat: int, phase: s.Offers) -> list[str]:
    """MF-10.10: what the seat can answer to an offer."""
    me = state.seats[seat]
    able = ["none"]
    if me.gems[s.ELEMENT_INDEX[phase.element]]:
        able.append("gem")
    if me.prisms:
        able.append("prism")
    return able


def check_gift(state: s.State, seat: int, phase: s.Offers, gift: str) -> None:
    """MF-10.10."""
    if gift not in gifts(state, seat, phase):
        raise IllegalMove("MF-10.10", f"{gift!r}: answer one of {', '.join(gifts(state, seat, phase))}")


# What lies on the table.


def face_effect(box: Box, die: s.Die) -> Any:
    """What the die shows."""
    return box.shown[die.kind][die.face]


def symbols_of(box: Box, seat: s.Seat) -> list[int]:
    """MF-10.6: symbols showing on all dice, by element."""
    counts = [0, 0, 0, 0]
    for die in seat.dice:
        for i, n in enumerate(box.symbols[die.kind][die.face]):
            counts[i] += n
    return counts


def level(card: s.Card) -> int:
    """MF-9.1: the number of attached gems."""
    return len(card.gems)


def mana_of(element: str, n: int = 1) -> Bag:
    """n of one element."""
    i = s.ELEMENT_INDEX[element]
    return tuple([n if k == i else 0 for k in range(4)])


def making(state: s.State) -> s.Making:
    """The card being built."""
    phase = state.phase
    assert isinstance(phase, s.Playing)
    assert phase.making is not None
    return phase.making


def effect_at(box: Box, made: s.Making) -> ops.StoreOp:
    """The effect that asks."""
    return box.items[made.copied or made.card].effects[made.at]


# Invariants.


def check(state: s.State) -> list[str]:
    """Broken invariants, in words."""
    box, broken = box_of(state), []
    if state.deck or state.unused:  # before the shuffle there are none
        if sorted(_all_items(state)) != sorted(box.items):
            broken.append("an item card is missing or stands twice")
        if sorted(_all_talents(state)) != sorted(box.talents):
            broken.append("a talent is missing or stands twice")
    for index, kind in enumerate(s.DICE):
        owned = sum(die.kind == kind for seat in state.seats for die in seat.dice)
        if owned + state.supply[index] != box.dice[kind].count or state.supply[index] < 0:
            broken.append(f"{kind} dice: {owned} owned and {state.supply[index]} left")
    for index, seat in enumerate(state.seats):
        if min(seat.gems) < 0 or seat.prisms < 0:
            broken.append(f"seat {index} owes gems or prisms")
        if seat.prestige != sum(line.n for line in seat.ledger):
            broken.append(f"the ledger of seat {index} does not add up")
        if len(seat.workshop) > box.play.workshop_slots:
            broken.append(f"the Workshop of seat {index} is overfull")
        if len({die.id for die in seat.dice}) != len(seat.dice):
            broken.append(f"seat {index} has two dice of one name")
        if seat.held is not None and ((die := seat.die(seat.held)) is None or die.spent):
            broken.append(f"seat {index} holds a die that is spent or not its own")
        if any(len(card.gems) > len(box.items[card.id].slots) for card in seat.workshop):
            broken.append(f"a card of seat {index} has more gems than slots")
    turn = state.turn
    if turn is not None and (min(turn.mana) < 0 or turn.expenditures < 0):
        broken.append("the turn owes mana or expenditures")
    return broken


def _all_items(state: s.State) -> list[str]:
    cards = [*state.deck, *state.unused, *state.discard]
    cards += [card for card in state.board if card is not None]
    for seat in state.seats:
        cards += [card.id for card in seat.workshop]
        cards += seat.store
    turn = state.turn
    if turn is not None and turn.making is not None:
        cards.append(turn.making.card)
    return cards


def _all_talents(state: s.State) -> list[str]:
    talents = [*state.talents_away]
    for seat in state.seats:
        talents += (*seat.packet, *seat.picked, *seat.passed_over, *seat.talents)
    return talents
