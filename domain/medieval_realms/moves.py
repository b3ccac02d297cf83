"""What a seat may ask for. The docstrings are served to client developers.

Resources stand in the order production, science, culture, religion, gold, raw_material, battle_point. Lists of
resources are posted in that order, lists of areas in ascending order.
"""

from __future__ import annotations

from moothall.domain.core.data import Move


class PickStartingPair(Move, frozen=True):
    """Setup: take one token each of two different resources, last in turn order first.

    `resources`: two different resource ids in canonical order; a pair that another seat has taken is refused.
    """

    resources: tuple[str, ...]


class PlaceMayors(Move, frozen=True):
    """First part of the secret placement: how many ordinary mayors go on each management square.

    All six numbers are given, 0 or more; together they are the seat's mayors without its buffers. Nothing of a
    placement is shown to others before every seat has placed its last part.
    """

    production: int
    """Mayors on the production square."""
    science: int
    """Mayors on the science square."""
    culture: int
    """Mayors on the culture square."""
    religion: int
    """Mayors on the religion square."""
    gold: int
    """Mayors on the gold square."""
    raw_material: int
    """Mayors on the raw material square."""


class PlaceGenerals(Move, frozen=True):
    """Second part of the secret placement, after the mayors.

    `areas`: one area per general, ascending, repeated where several share one (areas 1-8, with five players 1-10).
    """

    areas: tuple[int, ...]


class PlaceAdmirals(Move, frozen=True):
    """Third part of the secret placement, after the generals; with three or more players it commits the seat.

    `areas`: one area per admiral, ascending, repeated where several share one. With two players, generals and
    admirals together leave at least one area free.
    """

    areas: tuple[int, ...]


class PlaceBuffers(Move, frozen=True):
    """Last part of the secret placement with two players; it commits the seat.

    `areas`: two areas, ascending, equal or different, without a general or admiral of the same seat.
    """

    areas: tuple[int, ...]


class ActivateCard(Move, frozen=True):
    """Action: pay the price of a current square in production for the realm or majority card on it.

    `square`: 1 to 12. A realm card goes to the own display; a majority card goes to whoever has most of its resource.
    """

    square: int


class OpenAuction(Move, frozen=True):
    """Action: put an auction card up for bids and make the first one.

    `square`: 1 to 12, holding an auction card. `bid`: 1 to the own tokens of the card's resource.
    """

    square: int
    bid: int


class PlayCard(Move, frozen=True):
    """Action: pay the cost of a card in the own display and put it into play.

    `card`: the card's id as the view shows it, for example `castle_3`.
    """

    card: str


class Pass(Move, frozen=True):
    """Action: stop acting for the rest of the round. The seat may still bid in auctions and receive majority cards."""


class Bid(Move, frozen=True):
    """Auction: bid higher.

    `amount`: more than the highest bid, at most the own tokens of the auction's resource.
    """

    amount: int


class PassAuction(Move, frozen=True):
    """Auction: leave this auction for good. It is not a pass of the round."""


class ChooseResource(Move, frozen=True):
    """Choice caused by a card: which resource it gives.

    `resource`: any resource that the card does not rule out.
    """

    resource: str


class TakeRealmCard(Move, frozen=True):
    """Choice caused by a card: take a realm card from the current panel without paying its price.

    `square`: 1 to 12, holding a realm card that fits the own display.
    """

    square: int


class TakeBonusToken(Move, frozen=True):
    """Choice caused by the score track: one token for a multiple of 5 points reached or passed.

    `resource`: any of the seven. Repeated once for every token owed.
    """

    resource: str


PlacementMove = PlaceMayors | PlaceGenerals | PlaceAdmirals | PlaceBuffers

AnyMove = (
    PickStartingPair
    | PlacementMove
    | ActivateCard
    | OpenAuction
    | PlayCard
    | Pass
    | Bid
    | PassAuction
    | ChooseResource
    | TakeRealmCard
    | TakeBonusToken
)
