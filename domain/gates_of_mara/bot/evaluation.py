"""The value of a position in points, after the strategy notes of RULES.md."""

from __future__ import annotations

from functools import cache, lru_cache

from moothall.domain.gates_of_mara import state as s
from moothall.domain.gates_of_mara.content import Ability, Box, Cost, box_of, entries
from moothall.domain.gates_of_mara.payment import affordable
from moothall.domain.gates_of_mara.placing import pieces_in
from moothall.domain.gates_of_mara.rounds import claim_threshold, end_awards, meets
from moothall.domain.gates_of_mara.rules import may_enchant, offers, takers

ONYX = 3.0
KEY = 2.5
CLAIM = 3.8
GEM = 1.2
LAST_GEM = 0.5
"""A gem once no Enchanter can follow in the last round."""
ENERGY = 1.8
EARLY = 0.3
"""Energy kept for an earlier seat next round."""
INFLUENCE = 1.4
CARAVAN = 1.7
EXCHANGE = 1.0
"""What the Wanderer adds to the gems it takes."""
BANNER = 1.5
"""A banner, per round in which it can be used."""
SHARING = 1.0
"""Being allowed onto an occupied space."""
SPENT_GEM = 0.8
"""A gem as a price: it would not always find a better use."""

KEPT = 4096
"""Majorities whose awards are remembered."""

_WORTH = {"onyx": ONYX, "key": KEY, "point": 1.0, "energy": ENERGY}


def evaluate(state: s.State, seat: int) -> float:
    """Points so far and what everything else will become."""
    own = state.seats[seat]
    score = float(sum(own.points.values()))
    if isinstance(state.phase, s.Over):
        return score
    box = box_of(state)
    rounds_left = box.setup.rounds - state.round
    score += ONYX * own.onyx
    score += _gem_value(box, own, rounds_left) * sum(own.gems)
    score += _energy_value(box, own, rounds_left)
    for name, figure in own.figures.items():
        if figure.cards:
            score += _uses(own, name, rounds_left) * sum(_card_worth(box, card) for card in figure.cards)
    score += _influence_value(state, seat, rounds_left)
    score += _majority_value(state, seat)
    score += _key_value(state, seat)
    met = sum(meets(state, seat, box.objectives[card]) for card in state.objectives)
    score += box.scoring.objective_points * met
    if isinstance(state.phase, s.Acting) and state.phase.seat == seat:
        score += _turn_value(state, state.phase, rounds_left)
    return score


def _energy_value(box: Box, own: s.Seat, rounds_left: int) -> float:
    """What the figures at home can still use of it, and the rest as an earlier seat next round."""
    usable = 0
    if not own.passed:
        home = [box.figures[name] for name, figure in own.figures.items() if figure.place is None]
        usable = min(own.energy, sum(figure.energy + (figure.kind != "enchanter") for figure in home))
    return ENERGY * usable + (EARLY * (own.energy - usable) if rounds_left else 0.0)


def _gem_value(box: Box, own: s.Seat, rounds_left: int) -> float:
    if rounds_left:
        return GEM
    waiting = any(
        figure.place is None and box.figures[name].kind == "enchanter" for name, figure in own.figures.items()
    )
    return GEM if waiting and not own.passed else LAST_GEM


def _uses(own: s.Seat, name: str, rounds_left: int) -> float:
    """How often an attachment of this figure will still work."""
    now = 0.8 if own.figures[name].place is None and not own.passed else 0.0
    return 0.9 * rounds_left + now


@cache
def _card_worth(box: Box, card: str) -> float:
    """One use of an attachment."""
    return max(0.0, _ability_worth(box.cards[card].ability))


def _ability_worth(ability: Ability) -> float:
    return sum(map(_effect_worth, ability.effects)) - _price(ability.cost)


def _price(cost: Cost) -> float:
    return SPENT_GEM * cost.total + ONYX * cost.onyx + ENERGY * cost.energy


def _effect_worth(effect: entries.AnyEffect) -> float:
    match effect:
        case entries.Gain(what, n):
            return n * _WORTH.get(what, GEM)
        case entries.GainOneOf(_, n):
            return n * GEM
        case entries.Influence(n):
            return n * INFLUENCE
        case entries.Caravan(n):
            return n * CARAVAN
        case entries.Wanderer():
            return EXCHANGE
        case entries.Occupied():
            return SHARING
        case entries.Banner():
            return BANNER
        case _:
            return 0.0


def _influence_value(state: s.State, seat: int, rounds_left: int) -> float:
    """Claims to be expected, by a soft comparison with every rival's influence and what it can still place."""
    box = box_of(state)
    worth = box.scoring
    value = 0.0
    for index, realm in enumerate(state.ring):
        mine = state.seats[seat].influence[index]
        if not mine:
            continue
        lord = s.lord_at(state, realm)
        least = claim_threshold(state, realm)
        reach = min(1.0, mine / least) ** 2
        ahead = 0.0
        for other, rival in enumerate(state.seats):
            if other != seat:
                theirs = rival.influence[index] + (0.0 if rival.passed else 0.12 * rival.energy)
                gap = theirs - mine
                ahead += 0.0 if gap <= -2 else 1.0 if gap >= 2 else 0.5 + gap / 4
        claims = worth.claims_first - ahead if ahead <= 1 else max(0.0, worth.claims_second * (2 - ahead))
        value += CLAIM * claims * reach
        if lord is not None and box.lords[lord].grants_fire_banner and mine >= least and ahead < 1:
            value += BANNER * rounds_left
    return value


def _majority_value(state: s.State, seat: int) -> float:
    """Claims on the table, worth what each is on average, and nearer the end what the majorities would give."""
    box = box_of(state)
    progress = state.round / box.setup.rounds
    value = (1 - progress) * CLAIM * sum(state.seats[seat].claims)
    for counts in zip(*[own.claims for own in state.seats], strict=True):
        value += progress * _awards(box, counts)[seat]
    return value


@lru_cache(maxsize=KEPT)
def _awards(box: Box, counts: tuple[int, ...]) -> tuple[int, ...]:
    """What the majority with these counts would give every seat; kept, because few of them ever differ."""
    awards = end_awards(box, dict(enumerate(counts)))
    return tuple(awards.get(seat, 0) for seat in range(len(counts)))


def _key_value(state: s.State, seat: int) -> float:
    box = box_of(state)
    progress = state.round / box.setup.rounds
    award = _awards(box, tuple([own.keys for own in state.seats]))[seat]
    value = KEY * (1 - progress / 2) * state.seats[seat].keys + progress * award
    beside = sum(pieces_in(state, seat, realm) >= box.scoring.lord_key_pieces for realm in s.lord_realms(state))
    return value + KEY * beside


def _turn_value(state: s.State, acting: s.Acting, rounds_left: int) -> float:
    """What the rest of the turn can bring: a pending choice, unused abilities, purchases."""
    box = box_of(state)
    value = sum(map(_task_worth, acting.rest))
    if acting.question is not None:
        value += _question_worth(acting.question)
    value += sum(max(0.0, _ability_worth(offer.ability)) for offer in offers(state, acting))
    if may_enchant(box, acting):
        bought = sorted(_purchase_values(state, acting, rounds_left), reverse=True)
        value += sum(bought[: box.enchant_max - acting.bought])
    return value


def _purchase_values(state: s.State, acting: s.Acting, rounds_left: int) -> list[float]:
    """Points now and uses to come, less the price, of every card that could be bought with profit."""
    box, own = box_of(state), state.seats[acting.seat]
    values = []
    for card_id in state.market:
        if card_id is None:
            continue
        card = box.cards[card_id]
        if affordable(own, card.cost) is None:
            continue
        uses = [_uses(own, name, rounds_left) for name in takers(box, own, card_id)]
        if uses:
            gained = state.round + card.points_plus + max(uses) * _card_worth(box, card_id)
            values.append(max(0.0, gained - GEM * card.cost.total - ONYX * card.cost.onyx))
    return values


def _task_worth(task: s.Task) -> float:
    match task.op:
        case "gain":
            return task.n * _WORTH.get(task.what[0], GEM)
        case "pick":
            return task.n * GEM
        case "influence":
            return task.n * INFLUENCE
        case "caravan":
            return CARAVAN
        case "exchange":
            return EXCHANGE
        case "banner":
            return BANNER


def _question_worth(question: s.AnyQuestion) -> float:
    match question:
        case s.InfluenceQuestion(_, n):
            return n * INFLUENCE
        case s.GemsQuestion(n):
            return n * GEM
        case s.CaravanQuestion():
            return CARAVAN
        case s.ExchangeQuestion():
            return EXCHANGE
        case s.FigureQuestion():
            return BANNER
