"""What happens in a turn. `source` is the id of the die, card or talent that something comes from or is paid to."""

from __future__ import annotations

from moothall.domain.core.data import Change
from moothall.domain.manaforge.state import NO_GEMS, NO_MANA, Gems, Mana


class DieSpent(Change, frozen=True):
    """One expenditure and the die are used. `copied`: the die whose face Transmute copies; `answer`: what the spender
    chose of what the face offers."""

    seat: int
    die: str
    face: int
    copied: str | None = None
    copied_face: int = 0
    answer: str | None = None


class ManaGained(Change, frozen=True):
    """Mana goes to the reserve."""

    seat: int
    mana: Mana
    source: str


class GemsGained(Change, frozen=True):
    """The seat gains gems."""

    seat: int
    gems: Gems
    source: str


class PrismsGained(Change, frozen=True):
    """`source` is empty for the prisms of the setup."""

    seat: int
    n: int
    source: str = ""


class PrismTaken(Change, frozen=True):
    """The build action goes into a prism."""

    seat: int


class PrismExchanged(Change, frozen=True):
    """A prism becomes a gem."""

    seat: int
    element: str


class Paid(Change, frozen=True):
    """Mana from the reserve and gems, for anything but a build or an ability."""

    seat: int
    mana: Mana
    gems: Gems
    source: str


class ExpendituresUsed(Change, frozen=True):
    """So many dice fewer may be spent this turn."""

    seat: int
    n: int


class ExpendituresGained(Change, frozen=True):
    """So many dice more may be spent this turn."""

    seat: int
    n: int


class PrestigeGained(Change, frozen=True):
    """`category` as in the score sheet, `source` the card or talent."""

    seat: int
    category: str
    source: str
    n: int


class ItemTaken(Change, frozen=True):
    """A card leaves its slot or the discard pile to be built, its cost is paid, the build action is used."""

    seat: int
    card: str
    pile: str
    mana: Mana
    gems: Gems


class CardDiscarded(Change, frozen=True):
    """A Workshop card goes on the discard pile; its gems are destroyed."""

    seat: int
    card: str
    gems: tuple[str, ...] = ()
    """The elements of the gems attached to it, top slot first."""


class ItemPlaced(Change, frozen=True):
    """The card just built stands in the Workshop, charged."""

    seat: int
    card: str


class ItemStored(Change, frozen=True):
    """The card just built lies on the Store pile."""

    seat: int
    card: str


class ChoiceOpened(Change, frozen=True):
    """The card just built asks its builder; `at` is the effect that asks."""

    seat: int
    card: str
    choice: str
    at: int


class ChoiceMade(Change, frozen=True):
    """The builder has answered."""

    seat: int
    choice: str
    value: str


class StoreCardCopied(Change, frozen=True):
    """The card just built has the effects of this Store card."""

    seat: int
    card: str


class OffersOpened(Change, frozen=True):
    """The asked seats may hand `seat` a gem of `element` for n prestige; `at` is the effect that asks."""

    seat: int
    element: str
    n: int
    source: str
    asked: tuple[int, ...]
    at: int


class OfferAnswered(Change, frozen=True):
    """A seat answers an offer, in secret."""

    seat: int
    gift: str


class OffersClosed(Change, frozen=True):
    """All answers are in, in the order of `seats`."""

    seats: tuple[int, ...]
    gifts: tuple[str, ...]


class GemGiven(Change, frozen=True):
    """`seat` hands `to` a gem of `element`, its own or one exchanged for a prism."""

    seat: int
    to: int
    element: str
    prism: bool


class CardActivated(Change, frozen=True):
    """The card is exhausted for its ability of this level, whose cost of mana and gems is paid. `answer`: what it was
    used on, or the elements it gives."""

    seat: int
    card: str
    level: int
    mana: Mana = NO_MANA
    gems: Gems = NO_GEMS
    answer: str | None = None


class CardExhausted(Change, frozen=True):
    """The card is exhausted as a part of the cost of another one, without its own benefit."""

    seat: int
    card: str
    source: str


class CardRecharged(Change, frozen=True):
    """An exhausted card is charged again."""

    seat: int
    card: str
    source: str


class GemAttached(Change, frozen=True):
    """`level`: how many gems are attached now."""

    seat: int
    card: str
    element: str
    level: int


class TalentUsed(Change, frozen=True):
    """`answer`: the die it was used on, or the element it gives."""

    seat: int
    talent: str
    answer: str | None = None


class DieTurned(Change, frozen=True):
    """A die is turned to another face."""

    seat: int
    die: str
    face: int
    source: str


class DieGained(Change, frozen=True):
    """A die from the supply, rolled at once."""

    seat: int
    die: str
    kind: str
    face: int


class FaceRemembered(Change, frozen=True):
    """An undone roll stays known: whatever die the seat gains this round shows this face."""

    seat: int
    face: int


class DieHeld(Change, frozen=True):
    """The die lies on Aether Reserve."""

    seat: int
    die: str


class CardRaised(Change, frozen=True):
    """The card at this place of the item deck is now its top card."""

    seat: int
    position: int
