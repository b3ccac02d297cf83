"""What playing a card brings at once, on this state: its effects with their numbers, and what cards in play add."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.words import counted, listed
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.content.entries import GainResource, GainVp
from moothall.domain.medieval_realms.scoring import amount_of, bonus_tokens
from moothall.domain.medieval_realms.state import State
from moothall.domain.medieval_realms.text.effects import AT_ONCE, effects, one_effect
from moothall.domain.medieval_realms.text.words import amount, card


def outcome(state: State, played: str) -> str:
    """For the seat on turn."""
    box, seat = box_of(state), state.on_turn
    assert seat is not None, "somebody acts"
    face, realm = box.faces[played], state.realms[seat]
    after = replace(realm, in_play=(*realm.in_play, played))
    points = 0
    parts: list[str] = []

    def gained(effect: GainVp | GainResource) -> str:
        nonlocal points
        number = amount_of(box, after, effect)
        if isinstance(effect, GainResource):
            return amount(box, effect.resource, number)
        points += number
        return f"{number} VP"

    now = [
        gained(effect) if isinstance(effect, GainVp | GainResource) else one_effect(box, face, effect)
        for effect in face.immediate
    ]
    if now:
        parts.append(listed(now))
    for other in realm.in_play:
        triggered = box.faces[other].colour.get(face.stamp, ())
        if triggered:
            parts.append(f"{listed(map(gained, triggered))} from {card(box.faces[other])}")
    bonus = bonus_tokens(box, realm.vp, points)
    if bonus:
        parts.append(f"{counted(bonus, 'bonus token')} for reaching {realm.vp + points} VP")
    later = [f"{when} {what}" for when, what in effects(box, face) if when != AT_ONCE]
    return "; ".join((*parts, *later))
