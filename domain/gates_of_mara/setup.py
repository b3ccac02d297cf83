"""Setting the game up."""

from __future__ import annotations

from moothall.domain.core.draw import shuffle
from moothall.domain.core.errors import BadOptions
from moothall.domain.gates_of_mara.changes import (
    CentralKeysAdded,
    DeckName,
    DeckShuffled,
    LordPlaced,
    MarketOpened,
    RingLaid,
    SuppliesDealt,
    TribesDealt,
    TurnOrderSet,
)
from moothall.domain.gates_of_mara.content import Box, box_at, box_of
from moothall.domain.gates_of_mara.rounds import (
    deal_banners,
    deal_market,
    open_round,
    reveal_objectives,
    reveal_wanderer_card,
)
from moothall.domain.gates_of_mara.state import Options, Turning


def setup(turn: Turning) -> None:
    """GM-1.1 to 1.12: luck in the order that RULES.md names."""
    state = turn.state
    box = box_of(state)
    players = len(state.seats)
    tribes = state.options.tribes or shuffle(turn.draw, "setup/tribes", tuple(box.tribes))[:players]
    turn.emit(TribesDealt(tribes))
    _deal_supplies(turn)
    _lay_ring(turn, players)
    lords = state.options.lords or shuffle(turn.draw, "setup/lords", tuple(box.lords))
    for index in range(box.setup.lords_in_play):
        turn.emit(LordPlaced(lords[index], turn.state.ring[index + 1]))
    for deck, cards in _decks(box).items():
        turn.emit(DeckShuffled(deck, shuffle(turn.draw, f"shuffle/{deck}", cards), len(cards)))
    deal_banners(turn)
    reveal_wanderer_card(turn)
    turn.emit(MarketOpened(box.setup.market_slots))
    deal_market(turn)
    reveal_objectives(turn)
    turn.emit(TurnOrderSet(shuffle(turn.draw, "setup/order", range(players))))
    open_round(turn, 1)


def check_options(seats: int, options: Options, edition: int) -> None:
    """What the types alone do not settle."""
    box = box_at(edition)
    tribes, lords = options.tribes, options.lords
    if tribes is not None and (len(tribes) != seats or len(set(tribes)) != seats):
        raise BadOptions("options.tribes", f"must name {seats} different tribes, one per seat")
    for tribe in tribes or ():
        if tribe not in box.tribes:
            raise BadOptions("options.tribes", f"{tribe!r} is none of {', '.join(box.tribes)}")
    if lords is not None and (len(lords) != box.setup.lords_in_play or len(set(lords)) != len(lords)):
        raise BadOptions("options.lords", f"must name {box.setup.lords_in_play} different lords")
    for lord in lords or ():
        if lord not in box.lords:
            raise BadOptions("options.lords", f"{lord!r} is none of {', '.join(box.lords)}")


def _deal_supplies(turn: Turning) -> None:
    """GM-1.10."""
    box = box_of(turn.state)
    start = box.start
    turn.emit(SuppliesDealt(start.energy, start.gems, start.onyx, start.keys, start.caravans, tuple(box.figures)))


def _lay_ring(turn: Turning, players: int) -> None:
    """GM-1.2, 1.3, 1.5, 1.6: one shuffle both draws the elemental realms and orders them."""
    box = box_of(turn.state)
    centre = box.setup.wanderer_start
    elemental = [realm for realm in box.realms if realm != centre]
    realms = (centre, *shuffle(turn.draw, "setup/ring", elemental)[:players])
    slots = tuple(len(box.realms[realm].banner_slots) for realm in realms)
    turn.emit(RingLaid(realms, box.setup.side_by_players[str(players)], slots, centre))
    keys = box.setup.keys_on_central_gate
    turn.emit(CentralKeysAdded(keys, keys))


def _decks(box: Box) -> dict[DeckName, tuple[str, ...]]:
    """All cards of the decks, in the order in which they are shuffled."""
    return {
        "banners": box.banners,
        "wanderer_cards": tuple(box.wanderer_cards),
        "enchantments": box.enchantments,
        "objectives": tuple(box.objectives),
    }
