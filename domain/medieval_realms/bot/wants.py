"""What tokens are good for: the cards they can pay, in the own display and on the panels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from moothall.domain.medieval_realms.bot.gains import KEPT, bare, gain, token
from moothall.domain.medieval_realms.content import Box, box_of
from moothall.domain.medieval_realms.content.faces import Face
from moothall.domain.medieval_realms.rules.cards import admirals_needed, fits
from moothall.domain.medieval_realms.state import PRODUCTION, RESOURCES, Picking, Placing, Realm, State

_USEFUL_PRODUCTION = 4
"""Production beyond this is worth no more than at the end."""
_ADMIRAL = 3
"""How many tokens a lacking admiral weighs."""
_TYPICAL_BID = 3
_OFFER = 0.45
"""How much a card on the current panel counts, which is yet to be got."""
_FUTURE = 0.2
"""The same on the future panel."""
_CONTESTED = 0.7
"""How much of that is left for a majority card, which others may want and get."""
_RIVALRY = 0.12
"""What every seat beyond two takes off that."""


class Want(NamedTuple):
    """A card to pay: its cost in one resource, what it brings beyond all its costs, how much that counts."""

    cost: int
    net: float
    weight: float = 1.0


Wants = tuple[tuple[Want, ...], ...]
"""By resource, each of the display and the best of the panels, the best first; behind them the islands of the display,
which cost admirals instead: what is lacking counts as their cost."""


class Outlook(NamedTuple):
    """One seat's wants, and what decides how likely they are to be met."""

    wants: Wants
    token: float
    """What a token is worth that pays for nothing yet."""
    left: int
    """Rounds after this one."""
    acts: bool
    """Whether the seat may still play something this round."""
    unplaced: int
    """Mayors that may yet be sent wherever they are needed."""


def outlook(state: State, seat: int, unplaced: int) -> Outlook:
    """What the seat wants tokens for."""
    box, realm = box_of(state), state.realms[seat]
    left = box.rounds - state.round
    early = isinstance(state.phase, Placing | Picking)
    gone = 0 if early else box.cleared[state.seats]
    # Behind the income of a round its cards are no longer what tokens are gathered for: who wants one takes it.
    current, future = (state.current[gone:], state.future) if early or left else ((), ())
    owner = Realm(
        mayors=realm.mayors,
        generals=realm.generals,
        admirals=realm.admirals,
        in_play=realm.in_play,
        display=realm.display,
    )
    wants = _wants(box, state.seats, owner, current, future, left, early)
    return Outlook(wants, token(left + early), left, not realm.passed, unplaced)


def purse(view: Outlook, tokens: Sequence[float]) -> float:
    """What all of the seat's tokens are worth to it, and its islands."""
    return sum(pile(view, resource, amount) for resource, amount in enumerate(tokens)) + pile(view, len(tokens), 0)


def pile(view: Outlook, resource: int, amount: float) -> float:
    """What so many tokens of one resource are worth: what they can pay together, every token once."""
    worth = amount * view.token
    if resource == PRODUCTION and amount > _USEFUL_PRODUCTION:
        worth -= (amount - _USEFUL_PRODUCTION) * (view.token - token(0))
    for cost, net, weight in view.wants[resource]:
        worth += weight * _chance(view, cost - amount) * net
        amount = max(0.0, amount - cost)
    return worth


def _chance(view: Outlook, missing: float) -> float:
    """How likely a card is to be played that lacks so many tokens."""
    if missing <= 0:
        return 0.97 if view.acts else 0.85 if view.left else 0.0
    missing = max(0.5, missing - view.unplaced)
    if view.left:
        return max(0.1, 0.8 - 0.09 * missing)
    return max(0.0, 0.25 - 0.1 * missing) if view.acts else 0.0


Panel = tuple[str | None, ...]


@lru_cache(maxsize=KEPT)
def _wants(box: Box, seats: int, owner: Realm, current: Panel, future: Panel, left: int, early: bool) -> Wants:
    """Kept, because most positions of a search differ in other things."""
    wants: list[list[Want]] = [[] for _ in (*RESOURCES, "islands")]
    each = token(left + early)
    for card in owner.display:
        face = box.faces[card]
        brings = gain(box, bare(owner), card, left)
        if face.amounts:
            cost = face.amounts[seats]
            wants[face.pays].append(Want(cost, max(0.0, brings - cost * each)))
        else:
            lacking = _ADMIRAL * max(0, admirals_needed(box, owner, face) - owner.admirals)
            wants[-1].append(Want(lacking, max(0.0, brings)))
    best: dict[int, Want] = {}
    for face, want in _offers(box, seats, owner, current, future, left, each):
        if face.pays not in best or _counted(want) > _counted(best[face.pays]):
            best[face.pays] = want
    for resource, want in best.items():
        wants[resource].append(want)
    return tuple(tuple(sorted(some, key=_counted, reverse=True)) for some in wants)


def _counted(want: Want) -> float:
    return want.net * want.weight


def _offers(
    box: Box, seats: int, owner: Realm, current: Panel, future: Panel, left: int, each: float
) -> Iterator[tuple[Face, Want]]:
    """The cards of the panels that the seat could get and pay with tokens."""
    share = 1 - _RIVALRY * (seats - 2)
    for index, card in enumerate((*current, *future)):
        if card is None:
            continue
        face = box.faces[card]
        if face.pays < 0 or not (face.type == "auction" or fits(box, owner, face)):
            continue
        later = index >= len(current)
        price = 0 if face.type == "auction" else box.prices[-1 if later else index]
        cost = face.amounts[seats] if face.amounts else _TYPICAL_BID
        brings = gain(box, bare(owner), card, left)
        weight = share * (_FUTURE if later else _OFFER) * (_CONTESTED if face.type == "majority" else 1.0)
        yield face, Want(cost, max(0.0, brings - (cost + price) * each), weight)
