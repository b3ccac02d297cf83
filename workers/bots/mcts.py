"""Information-set Monte-Carlo tree search over whole turns.

The tree's edges are plans (see plans.py): ways to play a turn up to where something new becomes known. One iteration
imagines everything the seat cannot see, walks down the tree along plans that are legal in that imagination, plays on
with quick plans of every seat, cuts that off after a few turns and asks the title's evaluation. The tree belongs to
what the seat sees; the imaginations share it.
"""

from __future__ import annotations

import math
from typing import Any

from domain.core.draw import Draw, FastDraw
from domain.core.errors import IllegalMove
from domain.core.title import AnyTitle
from workers.bots.budget import Budget, Meter
from workers.bots.plans import Plan, Planner, settle

ITERATIONS = 60
"""Where the budget names neither iterations nor milliseconds."""

WIDTH, BRANCH = 8, 40
"""The beam at the root."""
QUICK_WIDTH, QUICK_BRANCH = 1, 16
"""The beam of everybody's later turns."""
ARMS = 10
"""Plans of one position that are searched at most."""
FIRST_ARMS = 3
"""Plans that are searched from the start; more are added as the square root of the visits grows."""
LONGEST = 14
"""Plans played after the tree at most, so that one iteration ends even where turns fall into many pieces."""
EXPLORE = 0.5
RIVAL = 0.5
VICTORY = 20.0
"""What a won game counts beyond its points."""
PRIOR = 4.0
"""As many visits count as much as the evaluation right after the plan."""


class Node:
    """A plan, what came of it, and the plans that may follow."""

    __slots__ = ("children", "plan", "total", "visits")

    def __init__(self, plan: Plan | None) -> None:
        self.plan = plan
        self.visits = 0
        self.total = 0.0
        """Of rewards of the seat whose plan it is."""
        self.children: list[Node] | None = None

    @property
    def mean(self) -> float:
        return self.total / self.visits


class Search:
    """One decision being searched."""

    def __init__(self, title: AnyTitle, state: Any, seat: int, draw: Draw, meter: Meter) -> None:
        self._title = title
        self._state = state
        self._seat = seat
        self._meter = meter
        self._seed = draw.below("search", 1 << 62)
        self._imagined: list[Any] = []
        self._low: dict[int, float] = {}
        self._high: dict[int, float] = {}
        self.root = Node(None)
        found = Planner(title, seat, draw, meter, WIDTH, BRANCH).plans(state)
        self.root.children = [Node(plan) for plan in found[:ARMS]]

    def run(self) -> tuple[Any, ...]:
        """The moves of the best plan when the budget is spent."""
        arms = self.root.children or []
        if len(arms) > 1:
            while self._meter.iterate():
                self._iterate()
        plan = max(arms, key=lambda arm: self._judged(arm, arms)).plan
        assert plan is not None
        return plan.moves

    def _judged(self, arm: Node, arms: list[Node]) -> float:
        """What the visits say, held against what the evaluation said at first."""
        assert arm.plan is not None
        best = arms[0]
        assert best.plan is not None
        prior = arm.plan.value - best.plan.value
        if not arm.visits or not best.visits:
            return prior - (arm is not best) * 1e-9 if not arm.visits else prior
        return (arm.visits * (arm.mean - best.mean) + PRIOR * prior) / (arm.visits + PRIOR)

    def _iterate(self) -> None:
        arm = self._select(self.root, self._seat, set())
        assert arm is not None
        # The n-th visit of every plan meets the same imagination and the same luck: none looks better by chance.
        luck = FastDraw(self._seed + 7919 * arm.visits)
        path = [(self._seat, arm)]
        state = self._follow(self._imagine(arm.visits), self._seat, arm, luck)
        self.root.visits += 1
        if state is None:
            arm.visits += 1
            arm.total += self._low.get(self._seat, 0.0)
            return
        state = self._descend(state, arm, path, luck)
        for seat, node in path:
            reward = self._reward(state, seat)
            self._low[seat] = min(reward, self._low.get(seat, reward))
            self._high[seat] = max(reward, self._high.get(seat, reward))
            node.visits += 1
            node.total += reward

    def _reward(self, state: Any, seat: int) -> float:
        """The evaluation as a lead: what the strongest rival has counts against it."""
        title = self._title
        worth = [title.evaluate(state, each) for each in range(len(title.score_sheet(state)))]
        own = worth.pop(seat)
        won = title.awaiting(state).finished and seat in title.ranking(state)[0]
        return own - RIVAL * max(worth) + VICTORY * won

    def _imagine(self, number: int) -> Any:
        while len(self._imagined) <= number:
            luck = FastDraw(self._seed ^ (len(self._imagined) + 1) * 0x9E3779B97F4A7C15)
            self._imagined.append(self._title.determinize(self._state, self._seat, luck))
        return self._imagined[number]

    def _select(self, node: Node, seat: int, barred: set[int]) -> Node | None:
        """The child to visit: the unvisited ones in order, then by upper confidence bound."""
        children = node.children or []
        allowed = FIRST_ARMS + math.isqrt(node.visits)
        able = [child for i, child in enumerate(children[:allowed]) if i not in barred]
        if not able:
            return None
        for child in able:
            if not child.visits:
                return child
        low = self._low[seat]
        span = (self._high[seat] - low) or 1.0
        log = math.log(node.visits + 1)
        return max(able, key=lambda c: (c.mean - low) / span + EXPLORE * math.sqrt(log / c.visits))

    def _follow(self, state: Any, seat: int, node: Node, luck: Draw) -> Any:
        """The position after the plan, or None where it is not legal in this imagination."""
        assert node.plan is not None
        try:
            for move in node.plan.moves:
                state = self._title.play(state, seat, move, luck).state
        except IllegalMove:
            return None
        return state

    def _descend(self, state: Any, node: Node, path: list[tuple[int, Node]], luck: Draw) -> Any:
        """Down the tree as far as it has grown, then on with quick plans until every seat had a turn."""
        title = self._title
        turns, last = 0, self._seat
        grown = True
        for _ in range(LONGEST):
            awaiting = title.awaiting(state)
            while awaiting.step is not None:
                state = title.run_step(state, luck).state
                awaiting = title.awaiting(state)
            if awaiting.finished:
                break
            seat = awaiting.seats[0].seat
            turns += seat != last
            last = seat
            if turns > len(title.score_sheet(state)) or self._meter.late():
                break
            child = self._child(node, state, seat, luck) if grown else None
            after = self._follow(state, seat, child, luck) if child is not None else None
            if child is not None and after is not None:
                path.append((seat, child))
                node, state = child, after
                grown = child.visits > 0
                continue
            grown = False
            state = self._quick(state, seat, luck)
        return settle(title, state, luck)

    def _child(self, node: Node, state: Any, seat: int, luck: Draw) -> Node | None:
        if node.children is None:
            if not node.visits:
                return None
            node.children = [Node(plan) for plan in self._plans(state, seat, luck)[:ARMS]]
        return self._select(node, seat, set()) if seat in self._low or not node.children[0].visits else None

    def _plans(self, state: Any, seat: int, luck: Draw) -> list[Plan]:
        # As that seat sees it: where all answer at the same time, nobody knows the others' answers.
        seen = self._title.determinize(state, seat, luck)
        return Planner(self._title, seat, luck, self._meter, QUICK_WIDTH, QUICK_BRANCH).plans(seen)

    def _quick(self, state: Any, seat: int, luck: Draw) -> Any:
        for plan in self._plans(state, seat, luck)[:1]:
            after = self._follow(state, seat, Node(plan), luck)
            if after is not None:
                return after
        move = self._title.sample_move(self._title, state, seat, luck)
        return self._title.play(state, seat, move, luck).state


def mcts_bot(title: AnyTitle, state: Any, seat: int, draw: Draw, budget: Budget) -> tuple[Any, ...]:
    """The plan that the search likes best."""
    if budget.iterations is None and budget.ms is None:
        budget = Budget(iterations=ITERATIONS)
    return Search(title, state, seat, draw, budget.start()).run()
