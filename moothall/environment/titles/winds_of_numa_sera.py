"""Winds of Numa Sera as environments have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from moothall.domain.winds_of_numa_sera import moves as m, view as v
from moothall.domain.winds_of_numa_sera.content import Box, box_at
from moothall.domain.winds_of_numa_sera.legal import price_of
from moothall.domain.winds_of_numa_sera.state import (
    SLOTS,
    Aim,
    Battle,
    Offer,
    Pledge,
    PledgeKind,
    RoundSummary,
    Setting,
    Tally,
    TargetType,
)
from moothall.environment.actions import Part, Spelling, every, head, one, several
from moothall.environment.observations import (
    Piece,
    by_seat,
    either,
    keyed,
    listed,
    maybe,
    number,
    of,
    one_of,
    ordered,
    remembered,
    seat,
    seat_or,
    seats,
    seats_or,
    struct,
)
from moothall.environment.titles import Description

_MOST_PLEDGES = 16
"""Promises that have slots of their own."""
_ENDINGS = ("survivor", "renown")
_CATEGORIES = (
    "best_skill",
    "classes",
    "conditions",
    "heroes_slain",
    "living_heroes",
    "other_skills",
    "strongholds",
    "treasury",
)
_MOST_HEALED = 40
"""Power that is healed at once from a card."""
_TERMS = m.OfferTrade.__struct_fields__


def describe(edition: int, players: int) -> Description:
    """For that edition at a table of that size."""
    box = box_at(edition)
    return Description(view(box), spelling(box, players))


def view(box: Box) -> Piece:
    """Writes a view."""
    cards = ordered(box.cards)
    exploration = struct(v.ExplorationView, discard=cards, open=cards, your_drawn=cards)
    skills = tuple(box.skills)
    return struct(
        v.WindsOfNumaSeraView,
        setting=one_of(get_args(Setting)),
        round_limit=maybe(number),
        first_player=seat,
        phase=remembered(_phase(box)),
        seats=by_seat(remembered(_seat(box))),
        exploration=remembered(exploration),
        world_forge=remembered(struct(v.DisplayView, display=ordered(box.items))),
        strongholds=remembered(struct(v.DisplayView, display=ordered(box.strongholds))),
        colleges=remembered(keyed(skills, number)),
        pending=maybe(_pending(box)),
        battle=maybe(_battle(box)),
        offer=maybe(_offer(box)),
        pledges=remembered(listed(_pledge(box), _MOST_PLEDGES)),
        eliminated=seats,
        last_round=remembered(maybe(_summary(box))),
    )


def _phase(box: Box) -> Piece:
    reasons = ordered((*box.conditions, *_ENDINGS))
    return either(
        v.PhaseView,
        of(v.DraftingPhase, seat=seat),
        of(v.SuccessionPhase),
        of(v.TurnPhase, seat=seat, marks=ordered(marks(box))),
        of(v.EndOfRoundPhase),
        of(v.EndOfGamePhase, winner=seat, reasons=reasons),
        of(v.FinishedPhase, winner=seat, reasons=reasons),
    )


def _seat(box: Box) -> Piece:
    heroes, hand = ordered(box.heroes), ordered(once(box.cards, box.items))
    item = one_of(box.items)
    return struct(
        v.SeatView,
        kingdom=one_of(box.kingdoms),
        line=heroes,
        capital_on_cards=keyed(purses(box), number),
        skills=ordered(sorted(box.skill_cards)),
        levels=keyed(box.skills, number),
        ticked=ordered(box.blocks),
        classes=ordered(box.classes),
        mavens=ordered(of_type(box, "maven")),
        equipment=remembered(struct(v.Equipment, head=item, chest=item, right_hand=item, left_hand=item, pack=item)),
        upgraded=ordered(SLOTS),
        strongholds=ordered(box.strongholds),
        blessing=one_of(of_type(box, "pool")),
        captured=heroes,
        fallen=heroes,
        conditions=ordered(box.conditions),
        known=hand,
        hand=maybe(hand),
        committed=maybe(ordered(once(box.heroes, of_type(box, "battle")))),
    )


def _pending(box: Box) -> Piece:
    options = once(("accept", "reject"), labels(box), box.cards, box.items, SLOTS, box.classes)
    return struct(
        v.PendingView,
        seat=seat,
        kind=one_of(get_args(m.ChoiceKind)),
        source=one_of(once(box.cards, box.items, box.blocks, box.heroes, box.strongholds)),
        options=maybe(seats_or(options)),
    )


def _battle(box: Box) -> Piece:
    cards = ordered(of_type(box, "battle"))
    return struct(
        Battle,
        attacker=seat,
        target_type=one_of(get_args(Aim)),
        stronghold=one_of(box.strongholds),
        defender=seat,
        heroes=ordered(box.heroes),
        attacker_cards=cards,
        defender_cards=cards,
        cancelled=listed(number, 2),
        winner=seat,
        slain=seats,
    )


def _offer(box: Box) -> Piece:
    cards, kind, aim = ordered(box.tradable), one_of(get_args(PledgeKind)), one_of(get_args(TargetType))
    target = seat_or(box.strongholds)
    return struct(
        Offer,
        by=seat,
        to=seat,
        give_cards=cards,
        give_hidden=cards,
        get_cards=cards,
        get_hidden=cards,
        give_pledge=kind,
        get_pledge=kind,
        give_pledge_target_type=aim,
        get_pledge_target_type=aim,
        give_pledge_target=target,
        get_pledge_target=target,
    )


def _pledge(box: Box) -> Piece:
    return struct(
        Pledge,
        kind=one_of(get_args(PledgeKind)),
        by=seat,
        to=seat,
        target_type=one_of(get_args(TargetType)),
        target=seat_or(box.strongholds),
        seat=seat,
    )


def _summary(box: Box) -> Piece:
    return struct(
        RoundSummary,
        renown=by_seat(number),
        categories=by_seat(keyed(_CATEGORIES, number)),
        progress=by_seat(keyed(box.conditions, number)),
        leader=seat,
        tallies=by_seat(struct(Tally)),
    )


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


def once(*groups: Iterable[str]) -> tuple[str, ...]:
    """Each once."""
    return tuple(dict.fromkeys(each for group in groups for each in group))


def of_type(box: Box, kind: str) -> tuple[str, ...]:
    """The Exploration cards of that type."""
    return tuple(card for card, each in box.cards.items() if each.type == kind)


def usable(box: Box) -> tuple[str, ...]:
    """Everything that has an ability to use."""
    return once(*([key for key, each in table.items() if each.use] for table in (box.blocks, box.items, box.cards)))


def labels(box: Box) -> tuple[str, ...]:
    """What a card can let one choose between."""
    return once(*([each.label for each in effect.options] for effect in box.effects.values()))


def marks(box: Box) -> tuple[str, ...]:
    """What a turn can note as done."""
    limited = [key for key, effect in box.effects.items() if effect.limit]
    named = {"use": usable(box), "equip": box.items, "test": of_type(box, "pool")}
    return (*limited, *(f"{what}/{each}" for what, things in named.items() for each in things))


def purses(box: Box) -> tuple[str, ...]:
    """What Capital can lie on."""
    keys = [key for key, effect in box.effects.items() if effect.op == "place_capital"]
    return once(key.split("/")[0].split(".")[1] for key in keys)
