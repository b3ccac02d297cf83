"""Cards: what a display can take, what activating and playing needs, who receives what."""

from __future__ import annotations

from moothall.domain.core.errors import IllegalMove
from moothall.domain.medieval_realms.content import Box, box_of
from moothall.domain.medieval_realms.content.faces import Face
from moothall.domain.medieval_realms.scoring import family_cards
from moothall.domain.medieval_realms.state import PRODUCTION, RESOURCES, Realm, State


def fits(box: Box, realm: Realm, face: Face) -> bool:
    """MR-7.2, MR-8.3: whether the display can take the card."""
    display = realm.display
    if len(display) >= box.limits.display_max_cards:
        return False
    faces, stamp = box.faces, face.stamp
    for card in display:  # noqa: SIM110  a generator costs twice the time, and lists ask it for every card
        if faces[card].stamp == stamp:
            return False
    return True


def face_on(state: State, square: int) -> tuple[str, Face]:
    """MR-6.7, MR-6.8: the card on a current square."""
    card = state.current[square - 1] if 1 <= square <= len(state.current) else None
    if card is None:
        rule = "MR-6.7" if 1 <= square <= len(state.current) else "MR-6.8"
        raise IllegalMove(rule, f"there is no card on current square {square}")
    return card, box_of(state).faces[card]


def check_activate(state: State, seat: int, square: int) -> str:
    """MR-6.6, MR-7.2, MR-8.1; the card on the square."""
    card, face = face_on(state, square)
    box, realm = box_of(state), state.realms[seat]
    if face.type == "auction":
        raise IllegalMove("MR-6.6", f"{face.name} is auctioned, not bought")
    price = box.prices[square - 1]
    if realm.manor[PRODUCTION] < price:
        raise IllegalMove("MR-6.6", f"square {square} costs {price} production, you have {realm.manor[PRODUCTION]}")
    if face.type == "realm":
        check_fits(box, realm, face)
    return card


def check_fits(box: Box, realm: Realm, face: Face) -> None:
    """MR-7.2: the display limits for a realm card."""
    if len(realm.display) >= box.limits.display_max_cards:
        raise IllegalMove("MR-7.2", f"your display is full with {len(realm.display)} cards")
    if not fits(box, realm, face):
        raise IllegalMove("MR-7.2", f"your display holds a {face.stamp} card already")


def admirals_needed(box: Box, realm: Realm, face: Face) -> int:
    """MR-13.6: one per island in play, the new one included."""
    return family_cards(box, realm, face.family) + 1


def payable(state: State, realm: Realm, face: Face) -> bool:
    """MR-10.1, MR-13.6: whether the realm can put the card into play."""
    if face.amounts:
        return realm.manor[face.pays] >= face.amounts[state.seats]
    return realm.admirals >= admirals_needed(box_of(state), realm, face)


def check_play(state: State, seat: int, card: str) -> Face:
    """MR-10.1, MR-13.6."""
    box, realm = box_of(state), state.realms[seat]
    if card not in realm.display:
        raise IllegalMove("MR-10.1", f"{card} is not in your display")
    face = box.faces[card]
    if not payable(state, realm, face):
        if face.amounts:
            cost, own, resource = face.amounts[state.seats], realm.manor[face.pays], RESOURCES[face.pays]
            raise IllegalMove("MR-10.1", f"{face.name} costs {cost} {resource}, you have {own}")
        needed = admirals_needed(box, realm, face)
        raise IllegalMove("MR-13.6", f"{face.name} needs {needed} admirals, you have {realm.admirals}")
    return face


def takable(state: State, seat: int) -> list[int]:
    """MR-13.17: the squares whose realm card fits the display."""
    box, realm = box_of(state), state.realms[seat]
    faces = box.faces
    return [
        square
        for square, card in enumerate(state.current, 1)
        if card is not None and faces[card].type == "realm" and fits(box, realm, faces[card])
    ]


def check_take(state: State, seat: int, square: int) -> str:
    """MR-13.17; the card on the square."""
    if square not in takable(state, seat):
        raise IllegalMove("MR-13.17", "take a realm card from the current panel that fits your display")
    card = state.current[square - 1]
    assert card is not None
    return card


def receiver(state: State, activator: int, face: Face) -> int | None:
    """MR-8.3 to MR-8.8: who receives a majority card; None if nobody can."""
    box, most = box_of(state), -1
    tied: list[int] = []
    for seat in state.order:
        realm = state.realms[seat]
        if realm.manor[face.majority] >= most and fits(box, realm, face):
            if realm.manor[face.majority] > most:
                most, tied = realm.manor[face.majority], []
            tied.append(seat)
    if not tied:
        return None
    return activator if activator in tied else tied[0]
