"""`decide`: judge a move by the rules, then emit the changes that it causes."""

from __future__ import annotations

from typing import Literal, assert_never

from moothall.domain.core.seats import clockwise
from moothall.domain.medieval_realms import changes as c, moves as m, rules, state as s
from moothall.domain.medieval_realms.content import box_of, ops
from moothall.domain.medieval_realms.rounds import income, next_turn, open_round
from moothall.domain.medieval_realms.rules import Turning
from moothall.domain.medieval_realms.scoring import amount_of, bonus_tokens


def decide(turn: Turning, move: m.AnyMove) -> None:
    """The move of `turn.seat`."""
    match move:
        case m.ActivateCard():
            activate_card(turn, move)
        case m.OpenAuction():
            open_auction(turn, move)
        case m.PlayCard():
            play_card(turn, move)
        case m.Pass():
            pass_(turn, move)
        case m.Bid():
            bid(turn, move)
        case m.PassAuction():
            pass_auction(turn, move)
        case m.PlaceMayors():
            place_mayors(turn, move)
        case m.PlaceGenerals():
            place_generals(turn, move)
        case m.PlaceAdmirals():
            place_admirals(turn, move)
        case m.PlaceBuffers():
            place_buffers(turn, move)
        case m.TakeBonusToken():
            take_bonus_token(turn, move)
        case m.ChooseResource():
            choose_resource(turn, move)
        case m.TakeRealmCard():
            take_realm_card(turn, move)
        case m.PickStartingPair():
            pick_starting_pair(turn, move)
        case _:
            assert_never(move)


def pick_starting_pair(turn: Turning, move: m.PickStartingPair) -> None:
    """MR-1.10, MR-1.11; after the last pair the first round begins."""
    phase = rules.check_asked(turn.state, turn.seat, s.Picking)
    rules.check_pair(box_of(turn.state), phase, move.resources)
    turn.emit(c.PairPicked(turn.seat, move.resources))
    if len(phase.taken) + 1 == turn.state.seats:
        open_round(turn, turn.state.round)


def place_mayors(turn: Turning, move: m.PlaceMayors) -> None:
    part = _part(turn)
    mayors = rules.placed_mayors(move)
    rules.check_mayors(turn.state.realms[turn.seat], part, mayors)
    turn.emit(c.MayorsPlaced(turn.seat, mayors))


def place_generals(turn: Turning, move: m.PlaceGenerals) -> None:
    part = _part(turn)
    rules.check_generals(turn.state, turn.state.realms[turn.seat], part, move.areas)
    turn.emit(c.GeneralsPlaced(turn.seat, move.areas))


def place_admirals(turn: Turning, move: m.PlaceAdmirals) -> None:
    part = _part(turn)
    rules.check_admirals(turn.state, turn.state.realms[turn.seat], part, move.areas)
    turn.emit(c.AdmiralsPlaced(turn.seat, move.areas))
    _reveal_if_all_committed(turn)


def place_buffers(turn: Turning, move: m.PlaceBuffers) -> None:
    part = _part(turn)
    rules.check_buffers(turn.state, turn.state.realms[turn.seat], part, move.areas)
    turn.emit(c.BuffersPlaced(turn.seat, move.areas))
    _reveal_if_all_committed(turn)


def _part(turn: Turning) -> s.Placement:
    return rules.check_asked(turn.state, turn.seat, s.Placing).parts[turn.seat]


def _reveal_if_all_committed(turn: Turning) -> None:
    """MR-3.11: the last commitment shows everything and runs on to the first action."""
    phase = turn.state.phase
    assert isinstance(phase, s.Placing)
    if not all(map(s.committed, turn.state.realms, phase.parts)):
        return
    turn.emit(c.PlacementsRevealed(phase.parts))
    income(turn, phase.parts)
    next_turn(turn)


def activate_card(turn: Turning, move: m.ActivateCard) -> None:
    """MR-7.1 for a realm card, MR-8.2 to MR-8.9 for a majority card."""
    rules.check_asked(turn.state, turn.seat, s.Acting)
    card = rules.check_activate(turn.state, turn.seat, move.square)
    box = box_of(turn.state)
    turn.emit(c.TokensPaid(turn.seat, "production", box.prices[move.square - 1], card, "price"))
    if box.faces[card].type == "realm":
        turn.emit(c.CardTaken(turn.seat, move.square, card, "price"))
    else:
        _award(turn, move.square, card)
    next_turn(turn)


def _award(turn: Turning, square: int, card: str) -> None:
    """MR-8.3 to MR-8.9."""
    state, box = turn.state, box_of(turn.state)
    face = box.faces[card]
    seat = rules.receiver(state, turn.seat, face)
    if seat is None:
        turn.emit(c.CardDiscarded(square, card, "majority"))
        return
    held = tuple(realm.manor[face.majority] for realm in state.realms)
    barred = tuple(other for other, realm in enumerate(state.realms) if not rules.fits(box, realm, face))
    turn.emit(c.CardTaken(seat, square, card, "majority", s.RESOURCES[face.majority], held, barred))


def play_card(turn: Turning, move: m.PlayCard) -> None:
    """MR-10.1 to MR-10.3."""
    rules.check_asked(turn.state, turn.seat, s.Acting)
    face = rules.check_play(turn.state, turn.seat, move.card)
    if face.amounts:
        turn.emit(c.TokensPaid(turn.seat, s.RESOURCES[face.pays], face.amounts[turn.state.seats], move.card, "cost"))
    turn.emit(c.CardPlayed(turn.seat, move.card))
    resolve(turn, turn.seat, move.card)


def pass_(turn: Turning, move: m.Pass) -> None:
    """MR-6.5."""
    rules.check_asked(turn.state, turn.seat, s.Acting)
    turn.emit(c.SeatPassed(turn.seat))
    next_turn(turn)


def open_auction(turn: Turning, move: m.OpenAuction) -> None:
    """MR-9.1."""
    rules.check_asked(turn.state, turn.seat, s.Acting)
    card = rules.check_open_auction(turn.state, turn.seat, move.square, move.bid)
    turn.emit(c.AuctionOpened(turn.seat, move.square, card, s.RESOURCES[box_of(turn.state).faces[card].pays], move.bid))
    _ask_after(turn, turn.seat)


def bid(turn: Turning, move: m.Bid) -> None:
    """MR-9.3."""
    phase = rules.check_asked(turn.state, turn.seat, s.Bidding)
    rules.check_bid(turn.state, turn.seat, phase, move.amount)
    turn.emit(c.BidMade(turn.seat, move.amount, phase.resource))
    _ask_after(turn, turn.seat)


def pass_auction(turn: Turning, move: m.PassAuction) -> None:
    """MR-9.4."""
    rules.check_asked(turn.state, turn.seat, s.Bidding)
    turn.emit(c.AuctionPassed(turn.seat))
    _ask_after(turn, turn.seat)


def _ask_after(turn: Turning, last: int) -> None:
    """MR-9.2, MR-9.5, MR-9.6: clockwise to the next seat that can bid higher; back at the bidder, the card is won."""
    state = turn.state
    phase = state.phase
    assert isinstance(phase, s.Bidding)
    resource, least = s.INDEX[phase.resource], rules.least_bid(box_of(state), phase)
    for seat in clockwise(state.seats, last)[1:]:
        if seat == phase.bidder:
            break
        if seat in phase.out:
            continue
        if state.realms[seat].manor[resource] >= least:
            turn.emit(c.BidAsked(seat))
            return
        turn.emit(c.AuctionPassed(seat, forced=True))
    turn.emit(c.TokensPaid(phase.bidder, phase.resource, phase.bid, phase.card, "bid"))
    turn.emit(c.AuctionWon(phase.bidder, phase.square, phase.card))
    resolve(turn, phase.bidder, phase.card)


def choose_resource(turn: Turning, move: m.ChooseResource) -> None:
    """MR-13.13."""
    phase = rules.check_asked(turn.state, turn.seat, s.Choosing)
    rules.check_choice(phase, move.resource)
    turn.emit(c.TokensGained(turn.seat, s.Tokens(**{move.resource: phase.amount}), phase.card))
    resolve(turn, turn.seat, phase.card, phase.next)


def take_realm_card(turn: Turning, move: m.TakeRealmCard) -> None:
    """MR-13.17."""
    phase = rules.check_asked(turn.state, turn.seat, s.TakingCard)
    card = rules.check_take(turn.state, turn.seat, move.square)
    turn.emit(c.CardTaken(turn.seat, move.square, card, "effect"))
    resolve(turn, turn.seat, phase.card, phase.next)


def take_bonus_token(turn: Turning, move: m.TakeBonusToken) -> None:
    """MR-11.1."""
    rules.check_asked(turn.state, turn.seat, s.TakingBonus)
    rules.check_bonus(move.resource)
    turn.emit(c.BonusTaken(turn.seat, move.resource))
    pay_bonus(turn, turn.seat)


def resolve(turn: Turning, seat: int, card: str, start: int = 0) -> None:
    """MR-10.3: immediate effects from number `start` on, then colour effects, then bonus tokens, then the next turn.

    An effect that asks its owner something pauses all of it; the answer comes back here.
    """
    faces = box_of(turn.state).faces
    effects = faces[card].immediate
    for index in range(start, len(effects)):
        if _asks(turn, seat, card, index, effects[index]):
            return
    stamp = faces[card].stamp
    for other in turn.state.realms[seat].in_play:
        if other != card:
            for effect in faces[other].colour.get(stamp, ()):
                _gain(turn, seat, other, effect, "colour")
    pay_bonus(turn, seat)


def pay_bonus(turn: Turning, seat: int) -> None:
    """MR-10.3 (c): one choice at a time, and when none is left the next turn."""
    if turn.state.realms[seat].owed:
        turn.emit(c.BonusAsked(seat))
    else:
        next_turn(turn)


def _asks(turn: Turning, seat: int, card: str, index: int, effect: ops.Effect) -> bool:
    """Apply an immediate effect; True if it waits for its owner's choice."""
    match effect:
        case ops.GainVp() | ops.GainResource():
            _gain(turn, seat, card, effect, "immediate")
        case ops.GainLeader():
            owned = sum(getattr(realm, f"{effect.leader}s") for realm in turn.state.realms)
            gained = min(effect.amount, box_of(turn.state).supply[effect.leader] - owned)
            if gained:
                turn.emit(c.LeaderGained(seat, effect.leader, gained, card))
            else:
                turn.emit(c.EffectSkipped(seat, card, "gain_leader"))
        case ops.ChooseResourceEffect():
            turn.emit(c.ResourceAsked(seat, card, index + 1, effect.amount, effect.barred))
            return True
        case ops.TakeRealmCardEffect():
            squares = rules.takable(turn.state, seat)
            if len(squares) > 1:
                turn.emit(c.RealmCardAsked(seat, card, index + 1))
                return True
            _take_the_only(turn, seat, card, squares)
        case _:
            assert_never(effect)
    return False


def _take_the_only(turn: Turning, seat: int, card: str, squares: list[int]) -> None:
    """MR-13.17: a single card is taken without a question, none at all skips the effect."""
    if not squares:
        turn.emit(c.EffectSkipped(seat, card, "take_realm_card"))
        return
    taken = turn.state.current[squares[0] - 1]
    assert taken is not None
    turn.emit(c.CardTaken(seat, squares[0], taken, "effect"))


def _gain(
    turn: Turning,
    seat: int,
    card: str,
    effect: ops.GainVp | ops.GainResource,
    kind: Literal["immediate", "colour"],
) -> None:
    box, realm = box_of(turn.state), turn.state.realms[seat]
    amount = amount_of(box, realm, effect)
    if isinstance(effect, ops.GainResource):
        turn.emit(c.TokensGained(seat, s.Tokens(**{effect.resource: amount}), card))
    else:
        turn.emit(c.PointsGained(seat, amount, kind, card, realm.vp + amount, bonus_tokens(box, realm.vp, amount)))
