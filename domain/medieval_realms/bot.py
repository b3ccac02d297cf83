"""How good a position is, in points."""

from domain.medieval_realms.state import State


def evaluate(state: State, seat: int) -> float:
    return float(state.realms[seat].total)
