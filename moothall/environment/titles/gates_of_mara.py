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
from moothall.environment import observations as obs
from moothall.environment.actions import Spelling, amounts, every, head, one
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


def _view(box: Box, side: str, players: int) -> obs.Piece:
    lords, realms, figures, cards = box.lords, obs.one_of(box.realms), box.figures, box.cards
    place = obs.one_of(_places(box, side, players))

    def realm_of(name: str) -> obs.Piece:
        realm = obs.struct(
            v.RealmView,
            position=obs.told_elsewhere,
            realm=obs.told_elsewhere,
            lord=obs.told_elsewhere,
            wanderer=obs.told_elsewhere,
            banners=obs.keyed(box.realms[name].banner_slots, obs.one_of(box.banners)),
            spaces=obs.told_elsewhere,  # by where the figures are
            caravans=obs.keyed(box.stops[name, side], obs.seat),
            influence=obs.by_seat(obs.number),
            claims=obs.by_seat(obs.number),
        )
        return obs.remembered(realm)

    def deck(of_cards: Iterable[str]) -> obs.Piece:
        return obs.struct(v.DeckView, under=obs.ordered(of_cards))

    decks = obs.struct(
        v.DecksView,
        enchantments=deck(box.enchantments),
        banners=deck(box.banners),
        objectives=deck(box.objectives),
        wanderer_cards=deck(box.wanderer_cards),
    )
    own = obs.struct(
        v.SeatView,
        tribe=obs.one_of(box.tribes),
        gems=obs.struct(Gems),
        claims_placed=obs.listed(obs.number, players + 1),
        figures=obs.remembered(obs.keyed(figures, obs.struct(v.FigureView, place=place, cards=obs.ordered(cards)))),
    )
    return obs.struct(
        v.GatesOfMaraView,
        phase=_phase(box, place),
        order=obs.seats,
        ring=obs.told_by("realm", box.realms, realm_of),
        gates=obs.told_elsewhere,
        central_gate=obs.struct(v.CentralGateView, figures=obs.told_elsewhere),
        enchantment_board=obs.told_elsewhere,
        market=obs.remembered(obs.listed(obs.one_of(box.enchantments), box.setup.market_slots)),
        lords=obs.remembered(
            obs.told_by("id", lords, lambda name: obs.struct(v.LordView, id=obs.told_elsewhere, realm=realms))
        ),
        wanderer=obs.struct(v.WandererView, realm=realms, card=obs.one_of(box.wanderer_cards)),
        objectives=obs.ordered(box.objectives),
        removed_banners=obs.ordered(box.banners),
        decks=obs.remembered(decks),
        seats=obs.by_seat(obs.remembered(own)),
    )


def _phase(box: Box, place: obs.Piece) -> obs.Piece:
    realm = obs.one_of(box.realms)
    questions = obs.either(
        s.AnyQuestion,
        obs.of(s.InfluenceQuestion, realm=realm),
        obs.of(s.GemsQuestion, elements=obs.ordered(ELEMENTS)),
        obs.of(s.CaravanQuestion, realm=realm),
        obs.of(s.ExchangeQuestion, card=obs.one_of(box.wanderer_cards)),
        obs.of(s.FigureQuestion, card=obs.one_of(box.banners), realm=realm),
    )
    operations = obs.one_of(("gain", "pick", "influence", "caravan", "exchange", "banner"))
    task = obs.struct(Task, op=operations, what=obs.counted(_GAINS), realm=realm, lord=obs.one_of(box.lords))
    return obs.either(
        v.AnyPhase,
        obs.of(v.SettingUpPhase),
        obs.of(v.PlacingPhase, seat=obs.seat),
        obs.of(
            v.ActingPhase,
            seat=obs.seat,
            figure=obs.one_of(box.figures),
            place=place,
            cards=obs.ordered(box.cards),
            used=obs.ordered(box.abilities),
            question=obs.maybe(questions),
            rest=obs.listed(task, _MOST_TASKS),
        ),
        obs.of(v.FireBannersPhase, seats=obs.seats),
        obs.of(v.LordsOffPhase, seats=obs.seats),
        obs.of(v.StepDuePhase, step=obs.one_of(("score_claims", "score_round", "score_game"))),
        obs.of(v.OverPhase),
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
