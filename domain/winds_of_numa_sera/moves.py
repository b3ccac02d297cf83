"""What a seat may ask for. The docstrings are served as documentation."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Move

ChoiceKind = Literal[
    "explored_card",
    "maven",
    "option",
    "discard_card",
    "take_card",
    "steal_item",
    "opponent",
    "forge_slot",
    "class",
]


class ChooseKingdom(Move, frozen=True):
    """Take a kingdom in the draft, one seat after the other. `kingdom`: the id of an untaken kingdom."""

    kingdom: str


class SetSuccession(Move, frozen=True):
    """Order the own line of heroes in secret; all seats do so at the same time.

    `order`: the ids of the kingdom's three heroes, the first of them becomes the Active Hero."""

    order: tuple[str, ...]


class Explore(Move, frozen=True):
    """Draw the top Exploration card and resolve or keep it. Due exactly once in every turn, before Phase 2."""


class BuySkill(Move, frozen=True):
    """Buy the next level of a Skill from its college.

    `skill`: the type. `payment`: where the price comes from, as in `{"credit": 4, "lelia": 3, "treasury": 13}`; left
    out, credit is spent first, then Capital on fitting cards, then the Treasury."""

    skill: str
    payment: dict[str, int] | None = None


class BuyItem(Move, frozen=True):
    """Buy a face-up Item at the World Forge; it goes to the hand.

    `item`: its id. `payment`: as in `buy_skill`."""

    item: str
    payment: dict[str, int] | None = None


class Equip(Move, frozen=True):
    """Put an Item from the hand on the Active Hero; what lies in its slots goes back to the hand. `item`: its id."""

    item: str


class Use(Move, frozen=True):
    """Use an ability on the own turn. `source`: the id of an own block, equipped Item or Maven that has one."""

    source: str


class AttemptTest(Move, frozen=True):
    """Reveal a Pool of Essence from the hand and take its Test. `card`: the id of the Pool."""

    card: str


class HealFromCard(Move, frozen=True):
    """Turn Capital on an own card that may be spent on healing into Power, one for one.

    `card`: the id of the card in play. `amount`: how much, at least 1."""

    card: str
    amount: int


class OfferTrade(Move, frozen=True):
    """Offer a trade to another living player, who accepts it, rejects it or makes a counter-offer. A side may be empty,
    but not both.

    The list of legal moves holds ready-made offers only; every other one that keeps to the rules is accepted too.

    `to`: the partner's seat. `give_cards`: own cards (hand, equipped Items, Mavens, Skill cards, Strongholds, the
    blessing). `get_cards`: cards of the partner that lie in play, or in the hand and known to everybody.
    `give_capital`, `get_capital`: from Treasury to Treasury. `give_power`, `get_power`: Power of the giver's hero that
    heals the other; only one of the two. `get_battle_cards`: how many more Battle Cards the partner picks from the own
    hand. `give_pledge`, `get_pledge`: a promise of the one or the other: `truce` (not to attack a player) or `attack`
    (to attack a target). `..._target_type`: `player` (for an attack: the hero or any Stronghold of that player),
    `hero`, `stronghold` (one of a third player) or `independent` (a face-up Stronghold). `..._target`: the
    Stronghold's id, or the seat number of the player as text; a truce that names nobody spares the one to whom it is
    promised. `..._turns`: how many turns of the promiser it binds; the turn that is being played, if it is the
    promiser's, is the first."""

    to: int
    give_cards: tuple[str, ...] = ()
    get_cards: tuple[str, ...] = ()
    give_capital: int = 0
    get_capital: int = 0
    give_power: int = 0
    get_power: int = 0
    get_battle_cards: int = 0
    give_pledge: Literal["none", "truce", "attack"] = "none"
    get_pledge: Literal["none", "truce", "attack"] = "none"
    give_pledge_target_type: Literal["player", "hero", "stronghold", "independent"] = "player"
    get_pledge_target_type: Literal["player", "hero", "stronghold", "independent"] = "player"
    give_pledge_target: str | None = None
    get_pledge_target: str | None = None
    give_pledge_turns: int = 1
    get_pledge_turns: int = 1


class CounterTrade(OfferTrade, frozen=True):
    """Answer the open offer with one of your own: the offer is closed, and whoever made it has to answer the new one.

    All parameters are those of `offer_trade`, seen from you: `to` is the seat whose offer you answer, `give_cards` are
    your own. `get_cards` may also name hidden cards that the open offer shows you. A few counter-offers are listed;
    every other one that keeps to the rules is accepted too."""


class WithdrawTrade(Move, frozen=True):
    """Take the own open offer back; it stays counted."""


class AcceptTrade(Move, frozen=True):
    """Accept the open offer. `cards`: as many own Battle Cards as the offer asks for (`get_battle_cards`)."""

    cards: tuple[str, ...] = ()


class RejectTrade(Move, frozen=True):
    """Reject the open offer."""


class Build(Move, frozen=True):
    """Phase 2: gain Residual Capital, then build a block of the own tree. `block`: its id."""

    block: str


class Attack(Move, frozen=True):
    """Phase 2: attack.

    `target_type`: `independent` (a face-up Stronghold), `stronghold` (one that another player controls) or `hero`.
    `target`: the Stronghold's id, or the seat number of the hero's player as text."""

    target_type: Literal["independent", "stronghold", "hero"]
    target: str


class CommitBattle(Move, frozen=True):
    """Commit Battle Cards to the battle in secret; it resolves when all sides have committed.

    `cards`: ids of own Battle Cards usable in the own role, as many as the limit allows; may be empty. `payment`:
    where their cost in Capital comes from, as in `buy_skill` but without credit."""

    cards: tuple[str, ...] = ()
    payment: dict[str, int] | None = None


class Choose(Move, frozen=True):
    """Answer the pending choice.

    `choice`: its kind, as shown in `pending`. `option`: one of the listed options: a card, `accept` or `reject`, a
    label, a seat number as text, a slot, or a Class."""

    choice: ChoiceKind
    option: str


class EndTurn(Move, frozen=True):
    """End the turn without the second half that an extra Phase 2 allows."""


AnyMove = (
    ChooseKingdom
    | SetSuccession
    | Explore
    | BuySkill
    | BuyItem
    | Equip
    | Use
    | AttemptTest
    | HealFromCard
    | OfferTrade
    | CounterTrade
    | WithdrawTrade
    | AcceptTrade
    | RejectTrade
    | Build
    | Attack
    | CommitBattle
    | Choose
    | EndTurn
)
