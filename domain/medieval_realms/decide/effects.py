"""The interpreter of card effects: what happens when a card enters play (MR-10.3)."""

from __future__ import annotations

from typing import Literal, assert_never

from moothall.domain.medieval_realms.changes import (
    BonusAsked,
    CardTaken,
    EffectSkipped,
    LeaderGained,
    PointsGained,
    RealmCardAsked,
    ResourceAsked,
    TokensGained,
)
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.content.entries import (
    ChooseResourceEffect,
    Effect,
    GainLeader,
    GainResource,
    GainVp,
    TakeRealmCardEffect,
)
from moothall.domain.medieval_realms.rounds import next_turn
from moothall.domain.medieval_realms.rules.cards import takable
from moothall.domain.medieval_realms.scoring import amount_of, bonus_tokens
from moothall.domain.medieval_realms.state import Tokens, Turning


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
        turn.emit(BonusAsked(seat))
    else:
        next_turn(turn)


def _asks(turn: Turning, seat: int, card: str, index: int, effect: Effect) -> bool:
    """Apply an immediate effect; True if it waits for its owner's choice."""
    match effect:
        case GainVp() | GainResource():
            _gain(turn, seat, card, effect, "immediate")
        case GainLeader():
            owned = sum(getattr(realm, f"{effect.leader}s") for realm in turn.state.realms)
            gained = min(effect.amount, box_of(turn.state).supply[effect.leader] - owned)
            if gained:
                turn.emit(LeaderGained(seat, effect.leader, gained, card))
            else:
                turn.emit(EffectSkipped(seat, card, "gain_leader"))
        case ChooseResourceEffect():
            turn.emit(ResourceAsked(seat, card, index + 1, effect.amount, effect.barred))
            return True
        case TakeRealmCardEffect():
            squares = takable(turn.state, seat)
            if len(squares) > 1:
                turn.emit(RealmCardAsked(seat, card, index + 1))
                return True
            _take_the_only(turn, seat, card, squares)
        case _:
            assert_never(effect)
    return False


def _take_the_only(turn: Turning, seat: int, card: str, squares: list[int]) -> None:
    """MR-13.17: a single card is taken without a question, none at all skips the effect."""
    if not squares:
        turn.emit(EffectSkipped(seat, card, "take_realm_card"))
        return
    taken = turn.state.current[squares[0] - 1]
    assert taken is not None
    turn.emit(CardTaken(seat, squares[0], taken, "effect"))


def _gain(
    turn: Turning, seat: int, card: str, effect: GainVp | GainResource, kind: Literal["immediate", "colour"]
) -> None:
    box, realm = box_of(turn.state), turn.state.realms[seat]
    amount = amount_of(box, realm, effect)
    if isinstance(effect, GainResource):
        turn.emit(TokensGained(seat, Tokens(**{effect.resource: amount}), card))
    else:
        turn.emit(PointsGained(seat, amount, kind, card, realm.vp + amount, bonus_tokens(box, realm.vp, amount)))
