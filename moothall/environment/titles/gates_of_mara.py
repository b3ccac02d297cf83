"""Gates of Mara as environments have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement as _multisets

from msgspec.structs import astuple

from moothall.domain.gates_of_mara import moves as m, state as s, view as v
from moothall.domain.gates_of_mara.content import Box, box_at
from moothall.domain.gates_of_mara.rules import DECLINE
from moothall.domain.gates_of_mara.state import BOARD, CENTRAL, ELEMENTS, Gems, Task
from moothall.environment.actions import Spelling, amounts, every, head, one
from moothall.environment.observations import (
    Piece,
    by_seat,
    counted,
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
    seats,
    struct,
    told_by,
    told_elsewhere,
)
from moothall.environment.titles import Description

_GAINS = (*ELEMENTS, "onyx", "energy", "key", "point")
"""What a task can bring."""
_MOST_TASKS = 8
"""Tasks that wait behind a question: influence in every realm of the ring, and what a permission brings."""
_MOST_GEMS = 3
"""Gems that are chosen at once."""
_DEAREST = 5
"""Gems of one element that are paid at once."""


def describe(edition: int, players: int) -> Description:
    """For that edition at a table of that size."""
    box = box_at(edition)
    side = box.setup.side_by_players[str(players)]
    return Description(_view(box, side, players), _spelling(box, side, players))


def _places(box: Box, side: str, players: int) -> tuple[str, ...]:
    """Where figures stand; the ring has a realm more than there are players."""
    spaces = [space for realm in box.realms for space in box.boards[realm, side]]
    return (*spaces, *box.gates[: players + 1], CENTRAL, *box.board_spaces)


def _view(box: Box, side: str, players: int) -> Piece:
    lords, realms, figures, cards = box.lords, one_of(box.realms), box.figures, box.cards
    place = one_of(_places(box, side, players))

    def realm_of(name: str) -> Piece:
        realm = struct(
            v.RealmView,
            position=told_elsewhere,
            realm=told_elsewhere,
            lord=told_elsewhere,
            wanderer=told_elsewhere,
            banners=keyed(box.realms[name].banner_slots, one_of(box.banners)),
            spaces=told_elsewhere,  # by where the figures are
            caravans=keyed(box.stops[name, side], seat),
            influence=by_seat(number),
            claims=by_seat(number),
        )
        return remembered(realm)

    def deck(of_cards: Iterable[str]) -> Piece:
        return struct(v.DeckView, under=ordered(of_cards))

    decks = struct(
        v.DecksView,
        enchantments=deck(box.enchantments),
        banners=deck(box.banners),
        objectives=deck(box.objectives),
        wanderer_cards=deck(box.wanderer_cards),
    )
    own = struct(
        v.SeatView,
        tribe=one_of(box.tribes),
        gems=struct(Gems),
        claims_placed=listed(number, players + 1),
        figures=remembered(keyed(figures, struct(v.FigureView, place=place, cards=ordered(cards)))),
    )
    return struct(
        v.GatesOfMaraView,
        phase=_phase(box, place),
        order=seats,
        ring=told_by("realm", box.realms, realm_of),
        gates=told_elsewhere,
        central_gate=struct(v.CentralGateView, figures=told_elsewhere),
        enchantment_board=told_elsewhere,
        market=remembered(listed(one_of(box.enchantments), box.setup.market_slots)),
        lords=remembered(told_by("id", lords, lambda name: struct(v.LordView, id=told_elsewhere, realm=realms))),
        wanderer=struct(v.WandererView, realm=realms, card=one_of(box.wanderer_cards)),
        objectives=ordered(box.objectives),
        removed_banners=ordered(box.banners),
        decks=remembered(decks),
        seats=by_seat(remembered(own)),
    )


def _phase(box: Box, place: Piece) -> Piece:
    realm = one_of(box.realms)
    questions = either(
        s.AnyQuestion,
        of(s.InfluenceQuestion, realm=realm),
        of(s.GemsQuestion, elements=ordered(ELEMENTS)),
        of(s.CaravanQuestion, realm=realm),
        of(s.ExchangeQuestion, card=one_of(box.wanderer_cards)),
        of(s.FigureQuestion, card=one_of(box.banners), realm=realm),
    )
    operations = one_of(("gain", "pick", "influence", "caravan", "exchange", "banner"))
    task = struct(Task, op=operations, what=counted(_GAINS), realm=realm, lord=one_of(box.lords))
    return either(
        v.AnyPhase,
        of(v.SettingUpPhase),
        of(v.PlacingPhase, seat=seat),
        of(
            v.ActingPhase,
            seat=seat,
            figure=one_of(box.figures),
            place=place,
            cards=ordered(box.cards),
            used=ordered(box.abilities),
            question=maybe(questions),
            rest=listed(task, _MOST_TASKS),
        ),
        of(v.FireBannersPhase, seats=seats),
        of(v.LordsOffPhase, seats=seats),
        of(v.StepDuePhase, step=one_of(("score_claims", "score_round", "score_game"))),
        of(v.OverPhase),
    )


def _spelling(box: Box, side: str, players: int) -> Spelling:
    figures, slots = tuple(box.figures), range(1, box.setup.market_slots + 1)
    gems = [Gems(**Counter(each)) for n in range(1, _MOST_GEMS + 1) for each in _multisets(ELEMENTS, n)]
    stops = [stop for realm in box.realms for stop in box.stops[realm, side]]
    options = range(max(len(card.options) for card in box.wanderer_cards.values()) + 1)
    vias = [key for key in box.abilities if key == "innate" or key.startswith("card:")]
    return {
        m.Place: (head("place", ("figure", "space"), _sites(box, side, players)), one("via", vias)),
        m.Pass: (head("pass"),),
        m.Activate: (
            head("activate", ("ability",), every(box.abilities)),
            one("realm", box.realms),
            amounts("payment", ELEMENTS, _DEAREST),
        ),
        m.Enchant: (head("enchant", ("slot", "figure"), every(slots, figures)),),
        m.EndTurn: (head("end_turn"),),
        m.ChooseInfluence: (head("choose_influence", ("take",), every(("influence", "points"))),),
        m.ChooseGems: (head("choose_gems", ("gems.fire", "gems.water", "gems.earth", "gems.air"), map(astuple, gems)),),
        m.ChooseCaravanSpace: (head("choose_caravan_space", ("space",), every(stops)),),
        m.ChooseExchange: (head("choose_exchange", ("option",), every(options)),),
        m.ChooseFigure: (head("choose_figure", ("figure",), every(figures)),),
        m.TakeFireBanner: (head("take_fire_banner", ("figure",), every((*figures, DECLINE))),),
        m.PlaceLord: (head("place_lord", ("lord", "realm"), every(box.lords, box.realms)),),
    }


def _sites(box: Box, side: str, players: int) -> Iterator[tuple[str, str]]:
    """Every figure with every place that ever takes it."""
    for figure in box.figures.values():
        if "realm" in figure.places:
            for realm in box.realms:
                yield from ((figure.id, space) for space in box.open_to[realm, side, figure.shape])
        if "standard_gate" in figure.places:
            yield from ((figure.id, gate) for gate in box.gates[: players + 1])
        yield from ((figure.id, site) for site in (CENTRAL, BOARD) if site in figure.places)
