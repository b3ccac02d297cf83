"""How good a position is, in points, after the strategy notes of RULES.md."""

from __future__ import annotations

from domain.gates_of_mara.content import TABLES
from domain.gates_of_mara.scoring import end_awards, meets
from domain.gates_of_mara.state import Over, Seat, State, lord_at, lord_realms, pieces_in

ONYX = 3.0
KEY = 2.5
CLAIM = 3.8
GEM = 1.2
LAST_GEM = 0.5
"""A gem once no Enchanter can follow in the last round."""
ENERGY = 1.8
EARLY = 0.3
"""Energy kept for an earlier seat next round."""
CARD_USE = 1.5
"""What an attachment brings per round in which its figure is still to be placed."""


def evaluate(state: State, seat: int) -> float:
    """Points so far and what everything else will become."""
    own = state.seats[seat]
    score = float(sum(own.points.values()))
    if isinstance(state.phase, Over):
        return score
    rounds_left = TABLES.setup.rounds - state.round
    score += ONYX * own.onyx
    score += _gem_value(own, rounds_left) * sum(own.gems)
    score += (EARLY if own.passed else ENERGY) * own.energy
    score += _card_value(own, rounds_left)
    score += _influence_value(state, seat)
    score += _majority_value(state, seat)
    score += _key_value(state, seat)
    score += sum(
        TABLES.scoring.objective_points for card in state.objectives if meets(state, seat, TABLES.objectives[card])
    )
    return score


def _gem_value(own: Seat, rounds_left: int) -> float:
    if rounds_left:
        return GEM
    waiting = any(
        figure.place is None and TABLES.figures[name].kind == "enchanter" for name, figure in own.figures.items()
    )
    return GEM if waiting and not own.passed else LAST_GEM


def _card_value(own: Seat, rounds_left: int) -> float:
    """Uses to come: about 0.9 per later round, 0.8 if the figure can still be placed in this one."""
    uses = 0.0
    for figure in own.figures.values():
        now = 0.8 if figure.place is None and not own.passed else 0.0
        uses += len(figure.cards) * (0.9 * rounds_left + now)
    return CARD_USE * uses


def _influence_value(state: State, seat: int) -> float:
    """Claims to be expected, by a soft comparison with every rival's influence and what it can still place."""
    worth = TABLES.scoring
    value = 0.0
    for index, realm in enumerate(state.ring):
        mine = state.seats[seat].influence[index]
        lord = lord_at(state, realm)
        least = TABLES.lords[lord].claim_threshold if lord is not None else 1
        if not mine:
            continue
        reach = min(1.0, mine / least) ** 2
        ahead = 0.0
        for other, rival in enumerate(state.seats):
            if other != seat:
                theirs = rival.influence[index] + (0.0 if rival.passed else 0.12 * rival.energy)
                gap = theirs - mine
                ahead += 0.0 if gap <= -2 else 1.0 if gap >= 2 else 0.5 + gap / 4
        claims = max(0.0, worth.claims_first - ahead) if ahead <= 1 else max(0.0, worth.claims_second * (2 - ahead))
        value += CLAIM * claims * reach
        if lord is not None and TABLES.lords[lord].grants_fire_banner and mine >= least and ahead < 1:
            value += CARD_USE * (TABLES.setup.rounds - state.round)
    return value


def _majority_value(state: State, seat: int) -> float:
    """Claims on the table, worth what each is on average, and nearer the end what the majorities would give."""
    progress = state.round / TABLES.setup.rounds
    value = (1 - progress) * CLAIM * sum(state.seats[seat].claims)
    for index in range(len(state.ring)):
        counts = {other: own.claims[index] for other, own in enumerate(state.seats)}
        value += progress * end_awards(counts).get(seat, 0)
    return value


def _key_value(state: State, seat: int) -> float:
    progress = state.round / TABLES.setup.rounds
    awards = end_awards({other: own.keys for other, own in enumerate(state.seats)})
    value = KEY * (1 - progress / 2) * state.seats[seat].keys + progress * awards.get(seat, 0)
    beside = sum(pieces_in(state, seat, realm) >= TABLES.scoring.lord_key_pieces for realm in lord_realms(state))
    return value + KEY * beside
