"""Given a state, when a seat moves, then this happened: tests that read like a rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from moothall.domain.core.draw import Draw, FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle


def rule(*ids: str) -> pytest.MarkDecorator:
    """Names the rules that a test covers: `@rule("MF-4.3")`."""
    return pytest.mark.rule(*ids)


class Scripted:
    """A draw that says what the test wants: `{"label": value}`; a label that ends in `*` is a prefix.

    The values are what `below` returns (a die face minus one). What is not scripted comes from a fixed seed.
    """

    def __init__(self, script: Mapping[str, int] | None = None, seed: int = 1) -> None:
        self._script = dict(script or {})
        self._rest = FastDraw(seed)
        self.asked: list[str] = []

    def below(self, label: str, n: int) -> int:
        self.asked.append(label)
        for key, value in self._script.items():
            if key == label or (key.endswith("*") and label.startswith(key[:-1])):
                assert 0 <= value < n, f"{label} cannot be {value}"
                return value
        return self._rest.below(label, n)


class Scene:
    """A state under test, and what the last act on it did."""

    def __init__(
        self, title: AnyTitle, state: Any, changes: tuple[Any, ...] = (), refused: IllegalMove | None = None
    ) -> None:
        self.title = title
        self._state = state
        self._changes = changes
        self._refused = refused

    @property
    def state(self) -> Any:
        """The state now; a refused move that no test expected shows here."""
        if self._refused is not None:
            raise self._refused
        return self._state

    @property
    def changes(self) -> tuple[Any, ...]:
        """What the last act did."""
        assert self.state is not None
        return self._changes

    def when(self, seat: int, *moves: Any, draw: Draw | None = None) -> Scene:
        """The seat makes these moves, one after the other; `changes` are those of the last."""
        scene = self
        for move in moves:
            try:
                turn = self.title.play(scene.state, seat, move, draw or Scripted())
            except IllegalMove as error:
                return Scene(self.title, scene.state, refused=error)
            assert not self.title.check(turn.state), self.title.check(turn.state)
            scene = Scene(self.title, turn.state, tuple(turn.changes))
        return scene

    def step(self, name: str | None = None, draw: Draw | None = None) -> Scene:
        """The step that is due runs (and is the one named)."""
        due = self.title.awaiting(self.state).step
        assert due is not None, "no step is due"
        assert name in (None, due), f"the step due is {due}"
        turn = self.title.run_step(self.state, draw or Scripted())
        assert not self.title.check(turn.state), self.title.check(turn.state)
        return Scene(self.title, turn.state, tuple(turn.changes))

    def then(self, *changes: Any) -> Scene:
        """All of these happened, in this order (other changes may stand between)."""
        happened = iter(self.changes)
        for change in changes:
            assert any(change == each for each in happened), f"{change} is missing in {self.changes}"
        return self

    def exactly(self, *changes: Any) -> Scene:
        """These and nothing else happened."""
        assert self.changes == changes
        return self

    def breaks(self, rule_id: str) -> IllegalMove:
        """The last move was refused by this rule."""
        assert self._refused is not None, f"the move was accepted: {self._changes}"
        assert self._refused.rule == rule_id, f"refused by {self._refused}, not by {rule_id}"
        return self._refused

    def lists(self, seat: int, *moves: Any) -> Scene:
        """All of these stand in the seat's list of legal moves."""
        listed = list(self.title.legal_moves(self.state, seat))
        for move in moves:
            assert move in listed, f"{move} is not listed among {listed}"
        return self

    def lacks(self, seat: int, *moves: Any) -> Scene:
        """None of these stands in the list."""
        listed = list(self.title.legal_moves(self.state, seat))
        for move in moves:
            assert move not in listed, f"{move} is listed"
        return self


def given(title: AnyTitle, state: Any) -> Scene:
    """A scene on this state."""
    return Scene(title, state)
