"""Winds of Numa Sera as environments have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from moothall.domain.winds_of_numa_sera import moves as m, state as s, view as v
from moothall.domain.winds_of_numa_sera.content import Box, box_at
from moothall.domain.winds_of_numa_sera.legal import price_of
from moothall.environment import observations as obs
from moothall.environment.actions import Part, Spelling, every, head, one, several
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


def view(box: Box) -> obs.Piece:
    """Writes a view."""
    cards = obs.ordered(box.cards)
    exploration = obs.struct(v.ExplorationView, discard=cards, open=cards, your_drawn=cards)
    skills = tuple(box.skills)
    return obs.struct(
        v.WindsOfNumaSeraView,
        setting=obs.one_of(get_args(s.Setting)),
        round_limit=obs.maybe(obs.number),
        first_player=obs.seat,
        phase=obs.remembered(_phase(box)),
        seats=obs.by_seat(obs.remembered(_seat(box))),
        exploration=obs.remembered(exploration),
        world_forge=obs.remembered(obs.struct(v.DisplayView, display=obs.ordered(box.items))),
        strongholds=obs.remembered(obs.struct(v.DisplayView, display=obs.ordered(box.strongholds))),
        colleges=obs.remembered(obs.keyed(skills, obs.number)),
        pending=obs.maybe(_pending(box)),
        battle=obs.maybe(_battle(box)),
        offer=obs.maybe(_offer(box)),
        pledges=obs.remembered(obs.listed(_pledge(box), _MOST_PLEDGES)),
        eliminated=obs.seats,
        last_round=obs.remembered(obs.maybe(_summary(box))),
    )


def _phase(box: Box) -> obs.Piece:
    reasons = obs.ordered((*box.conditions, *_ENDINGS))
    return obs.either(
        v.PhaseView,
        obs.of(v.DraftingPhase, seat=obs.seat),
        obs.of(v.SuccessionPhase),
        obs.of(v.TurnPhase, seat=obs.seat, marks=obs.ordered(marks(box))),
        obs.of(v.EndOfRoundPhase),
        obs.of(v.EndOfGamePhase, winner=obs.seat, reasons=reasons),
        obs.of(v.FinishedPhase, winner=obs.seat, reasons=reasons),
    )


def _seat(box: Box) -> obs.Piece:
    heroes, hand = obs.ordered(box.heroes), obs.ordered(once(box.cards, box.items))
    item = obs.one_of(box.items)
    return obs.struct(
        v.SeatView,
        kingdom=obs.one_of(box.kingdoms),
        line=heroes,
        capital_on_cards=obs.keyed(purses(box), obs.number),
        skills=obs.ordered(sorted(box.skill_cards)),
        levels=obs.keyed(box.skills, obs.number),
        ticked=obs.ordered(box.blocks),
        classes=obs.ordered(box.classes),
        mavens=obs.ordered(of_type(box, "maven")),
        equipment=obs.remembered(
            obs.struct(v.Equipment, head=item, chest=item, right_hand=item, left_hand=item, pack=item)
        ),
        upgraded=obs.ordered(s.SLOTS),
        strongholds=obs.ordered(box.strongholds),
        blessing=obs.one_of(of_type(box, "pool")),
        captured=heroes,
        fallen=heroes,
        conditions=obs.ordered(box.conditions),
        known=hand,
        hand=obs.maybe(hand),
        committed=obs.maybe(obs.ordered(once(box.heroes, of_type(box, "battle")))),
    )


def _pending(box: Box) -> obs.Piece:
    options = once(("accept", "reject"), labels(box), box.cards, box.items, s.SLOTS, box.classes)
    return obs.struct(
        v.PendingView,
        seat=obs.seat,
        kind=obs.one_of(get_args(m.ChoiceKind)),
        source=obs.one_of(once(box.cards, box.items, box.blocks, box.heroes, box.strongholds)),
        options=obs.maybe(obs.seats_or(options)),
    )


def _battle(box: Box) -> obs.Piece:
    cards = obs.ordered(of_type(box, "battle"))
    return obs.struct(
        s.Battle,
        attacker=obs.seat,
        target_type=obs.one_of(get_args(s.Aim)),
        stronghold=obs.one_of(box.strongholds),
        defender=obs.seat,
        heroes=obs.ordered(box.heroes),
        attacker_cards=cards,
        defender_cards=cards,
        cancelled=obs.listed(obs.number, 2),
        winner=obs.seat,
        slain=obs.seats,
    )


def _offer(box: Box) -> obs.Piece:
    cards, kind, aim = obs.ordered(box.tradable), obs.one_of(get_args(s.PledgeKind)), obs.one_of(get_args(s.TargetType))
    target = obs.seat_or(box.strongholds)
    return obs.struct(
        s.Offer,
        by=obs.seat,
        to=obs.seat,
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


def _pledge(box: Box) -> obs.Piece:
    return obs.struct(
        s.Pledge,
        kind=obs.one_of(get_args(s.PledgeKind)),
        by=obs.seat,
        to=obs.seat,
        target_type=obs.one_of(get_args(s.TargetType)),
        target=obs.seat_or(box.strongholds),
        seat=obs.seat,
    )


def _summary(box: Box) -> obs.Piece:
    return obs.struct(
        s.RoundSummary,
        renown=obs.by_seat(obs.number),
        categories=obs.by_seat(obs.keyed(_CATEGORIES, obs.number)),
        progress=obs.by_seat(obs.keyed(box.conditions, obs.number)),
        leader=obs.seat,
        tallies=obs.by_seat(obs.struct(s.Tally)),
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
        "forge_slot": s.SLOTS,
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
