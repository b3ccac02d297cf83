"""Abilities, and the end of the turn."""

from __future__ import annotations

from moothall.domain.core.words import listed
from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.moves import Activate
from moothall.domain.gates_of_mara.rules.abilities import sources, useful_realms
from moothall.domain.gates_of_mara.state import State
from moothall.domain.gates_of_mara.text.effects import effects_text, exchange_text
from moothall.domain.gates_of_mara.text.moves.parts import acting_of, banner_text, possible, price_text
from moothall.domain.gates_of_mara.text.names import realm_name, source_name


def activate_text(state: State, move: Activate) -> str:
    """Where the ability comes from, the price, and what it can do now."""
    box = box_of(state)
    acting = acting_of(state)
    ability = dict(sources(state, acting))[move.ability]
    realm = move.realm if move.realm is not None else next(iter(useful_realms(state, acting, ability)), None)
    where = f"in the {realm_name(box, realm)}" if realm is not None else ""
    effects = possible(state, acting.seat, ability, realm)
    text = effects_text(effects, where, banner_text(state, acting.place, ability))
    if ability.effects == box.wanderer.effects:
        assert state.wanderer_card is not None
        text = exchange_text(box.wanderer_cards[state.wanderer_card])
    price = price_text(state, acting.seat, ability.cost, move.payment)
    source = source_name(box, move.ability, acting.figure, acting.place)
    return f"Use {source}: {f'pay {price}: ' if price else ''}{text}"


def end_turn_text(state: State, collect: bool) -> str:
    """What is collected or left lying (GM-6.12), and that cards are turned up (GM-8.5)."""
    box = box_of(state)
    acting = acting_of(state)
    left = [
        f"{effects_text(ability.effects).removeprefix('gain ')} ({source_name(box, key, acting.figure, acting.place)})"
        for key, ability in sources(state, acting)
        if ability.free_gain and key not in acting.used
    ]
    gains = f", {'taking' if collect else 'leaving'} {listed(left)}" if left else ""
    return f"End the turn{gains}{'; new cards come to the market' if acting.bought else ''}"
