"""The moves of Winds of Numa Sera as actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from moothall.domain.winds_of_numa_sera import moves as m
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.legal import price_of
from moothall.domain.winds_of_numa_sera.state import SLOTS
from moothall.environment.actions import Part, Spelling, every, head, one, several
from moothall.environment.titles.winds_of_numa_sera.things import labels, of_type, once, purses, usable

_MOST_HEALED = 40
"""Power that is healed at once from a card."""


def spelling(box: Box, players: int) -> Spelling:
    """By type of move its parts."""
    battle = of_type(box, "battle")
    return {
        m.ChooseKingdom: (head("choose_kingdom", ("kingdom",), every(box.kingdoms)),),
        m.SetSuccession: (several("order", box.heroes, called="successor"),),
        m.Explore: (head("explore"),),
        m.BuySkill: (head("buy_skill", ("skill",), every(box.skills)),),
        m.BuyItem: (head("buy_item", ("item",), every(box.items)),),
        m.Equip: (head("equip", ("item",), every(box.items)),),
        m.Use: (head("use", ("source",), every(usable(box))),),
        m.AttemptTest: (head("attempt_test", ("card",), every(of_type(box, "pool"))),),
        m.HealFromCard: (
            head("heal_from_card", ("card",), every(purses(box))),
            one("amount", range(1, _MOST_HEALED + 1)),
        ),
        m.OfferTrade: _offers(box, players),
        m.CounterTrade: (head("counter_trade")._replace(fields=_TERMS),),  # the one that is listed
        m.WithdrawTrade: (head("withdraw_trade"),),
        m.AcceptTrade: (head("accept_trade"), several("cards", battle, called="card")),
        m.RejectTrade: (head("reject_trade"),),
        m.Build: (head("build", ("block",), every(box.blocks)),),
        m.Attack: (head("attack", ("target_type", "target"), _targets(box, players)),),
        m.CommitBattle: (head("commit_battle"), several("cards", battle, called="card")),
        m.Choose: (head("choose", ("choice", "option"), _choices(box, players)),),
        m.EndTurn: (head("end_turn"),),
    }


_TERMS = m.OfferTrade.__struct_fields__


def _offers(box: Box, players: int) -> tuple[Part, Part]:
    """The ready-made offers: to whom and of which kind, then which card, or whom to attack. The price follows."""
    kinds = ("sell", "buy", "ask_truce", "give_truce", "ask_attack")
    first = tuple(f"offer_trade {to} {kind}" for to in range(players) for kind in kinds)
    names = tuple(f"trade {each}" for each in (*box.tradable, *range(players), "end"))

    def spell_kind(move: m.OfferTrade) -> tuple[str, ...]:
        return (f"offer_trade {move.to} {_kind_of(move)}",)

    def spell_thing(move: m.OfferTrade) -> tuple[str, ...]:
        kind, thing = _kind_of(move), _thing_of(move)
        known = f"trade {thing}" in names and move == _ready_made(box, move.to, kind, thing)
        return (f"trade {thing}" if known else f"{kind} {thing} on other terms",)

    return Part(first, spell_kind, _TERMS), Part(names, spell_thing)


def _kind_of(move: m.OfferTrade) -> str:
    if move.give_cards:
        return "sell"
    if move.get_cards:
        return "buy"
    return "give_truce" if move.give_pledge == "truce" else f"ask_{move.get_pledge}"


def _thing_of(move: m.OfferTrade) -> str:
    cards = move.give_cards or move.get_cards
    return cards[0] if cards else move.get_pledge_target or "end"


def _ready_made(box: Box, to: int, kind: str, thing: str) -> m.OfferTrade:
    """The one offer of that kind that lists of moves have."""
    match kind:
        case "sell":
            return m.OfferTrade(to, give_cards=(thing,), get_capital=price_of(box, thing))
        case "buy":
            return m.OfferTrade(to, get_cards=(thing,), give_capital=price_of(box, thing))
        case "ask_truce":
            return m.OfferTrade(to, get_pledge="truce", give_capital=box.prices.truce)
        case "give_truce":
            return m.OfferTrade(to, give_pledge="truce", get_capital=box.prices.truce)
        case _:
            price = box.prices.attack_pledge
            return m.OfferTrade(to, get_pledge="attack", get_pledge_target=thing, give_capital=price)


def _targets(box: Box, players: int) -> Iterator[tuple[str, str]]:
    for kind in ("independent", "stronghold"):
        yield from ((kind, each) for each in box.strongholds)
    yield from (("hero", str(each)) for each in range(players))


def _choices(box: Box, players: int) -> Iterator[tuple[str, str]]:
    """Every question with everything that can be answered."""
    own = once(of_type(box, "battle"), of_type(box, "maven"), box.items)
    answers: dict[str, Iterable[str]] = {
        "explored_card": box.cards,
        "maven": ("accept", "reject"),
        "option": labels(box),
        "discard_card": own,
        "take_card": box.cards,
        "steal_item": box.items,
        "opponent": map(str, range(players)),
        "forge_slot": SLOTS,
        "class": box.classes,
    }
    return ((kind, each) for kind in get_args(m.ChoiceKind) for each in answers[kind])
