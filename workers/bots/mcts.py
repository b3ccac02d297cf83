"""Information-set Monte-Carlo tree search over whole turns.

The tree's edges are plans (see planner.py): ways to play a turn up to where something new becomes known. One iteration
imagines everything the seat cannot see, walks down the tree along plans that are legal in that imagination, plays on
with quick turns of every seat as far as the title says, and asks its evaluation. The tree belongs to
what the seat sees; the imaginations share it.
"""

from __future__ import annotations

import math
from typing import Any

from moothall.domain.core.draw import Draw, FastDraw, KeyedDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.workers.bots.planner import Budget, Meter, Plan, Planner, by_gist, settle

ITERATIONS = 60
"""Where the budget names neither iterations nor milliseconds."""

WIDTH, BRANCH = 8, 40
"""The beam at the root."""
QUICK_WIDTH, QUICK_SAMPLES = 1, 2
"""The beam of everybody's later turns, whose branch a title names."""
ARMS = 10
"""Plans of one position that are searched at most."""
FIRST_ARMS = 3
"""Plans of a later position that are searched from the start; more are added as the square root of the visits grows."""
GROW = 6
"""Visits of a plan after which those that follow it are told apart; before that the quick plans follow."""
AHEAD = 3
"""Turns that every seat has after a plan at most, where a round has so many."""
LONGEST = 40
"""Plans played per round ahead at most, so that one iteration ends even where turns fall into many pieces."""
EXPLORE = 0.5
HOPE = 1.5
"""A plan is worth a visit as long as it may be the best one, by so many standard errors."""
NOISE, NOISE_VISITS = 10.0, 4
"""By how many points the same visit of two plans differs, until that is known; and for how many visits it counts."""


class Node:
    """A plan, what came of it, and the plans that may follow."""

    __slots__ = ("children", "next", "plan", "total", "visits")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.visits = 0
        self.total = 0.0
        """Of rewards of the seat whose plan it is."""
        self.next = -1
        """Whose plans follow."""
        self.children: list[Node] = []


class Arm:
    """A plan among which the search decides, held against the one that the evaluation likes best."""

    __slots__ = ("gain", "lead", "node", "scatter")

    def __init__(self, plan: Plan, best: float) -> None:
        self.node = Node(plan)
        self.lead = plan.value - best
        """What the evaluation says right after it."""
        self.gain = 0.0
        """What the visits say, summed up."""
        self.scatter = 0.0
        """Squared deviations of the gains from their mean."""

    def learn(self, gain: float) -> None:
        """What one more visit gained."""
        visits = self.node.visits
        if visits > 1:
            self.scatter += (gain - self.gain / (visits - 1)) ** 2 * (visits - 1) / visits
        self.gain += gain


class Search:
    """One decision being searched."""

    def __init__(self, title: AnyTitle, state: Any, seat: int, draw: Draw, meter: Meter) -> None:
        self._title = title = title.searched()
        self._state = state
        self._seat = seat
        self._seats = len(title.score_sheet(state))
        self._look = title.outlook
        self._round = title.round_of(state)
        self._meter = meter
        self._seed = draw.below("search", 1 << 62)
        self._imagined: list[Any] = []
        self._low: dict[int, float] = {}
        self._high: dict[int, float] = {}
        found = _arms(title, Planner(title, seat, draw, meter, WIDTH, BRANCH, apart=True).plans(state))
        self._best, *self._arms = [Arm(plan, found[0].value) for plan in found]
        self._rewards: list[float] = []
        """Of the plan that the evaluation likes best, visit by visit."""

    def run(self) -> tuple[Any, ...]:
        """The moves of the best plan when the budget is spent, or when no other is worth a visit any more."""
        while self._arms and self._meter.iterate():
            trust = self._trust()
            arm = max(self._arms, key=lambda each: self._judged(each, trust, HOPE))
            if self._judged(arm, trust, HOPE) <= 0:
                break
            if arm.node.visits == len(self._rewards):
                arm = self._best
            self._iterate(arm)
        trust = self._trust()
        arm = max(self._arms, key=lambda each: self._judged(each, trust), default=self._best)
        return (arm if self._judged(arm, trust) > 0 else self._best).node.plan.moves

    def _trust(self) -> float:
        """How many visits it takes to know as much as the evaluation tells, by how much their gains scatter."""
        freedom = sum(max(arm.node.visits - 1, 0) for arm in self._arms)
        scatter = sum(arm.scatter for arm in self._arms)
        return (NOISE_VISITS * NOISE**2 + scatter) / (NOISE_VISITS + freedom) / self._look.doubt**2

    def _judged(self, arm: Arm, trust: float, hope: float = 0.0) -> float:
        """How much better than the first plan: the mean of visits and evaluation, each weighed by how far it can be
        trusted, and on top so many standard errors."""
        visits = arm.node.visits + trust
        return (arm.gain + trust * arm.lead) / visits + hope * self._look.doubt * math.sqrt(trust / visits)

    def _iterate(self, arm: Arm) -> None:
        node = arm.node
        # The n-th visit of every plan meets the same imagination and the same luck: none looks better by chance.
        luck = KeyedDraw(self._seed + 7919 * node.visits)
        path = [(self._seat, node)]
        state = self._follow(self._imagine(node.visits), self._seat, node, luck)
        if state is None:
            reward = self._low.get(self._seat, 0.0)
            node.visits += 1
        else:
            state = self._descend(state, node, path, luck)
            if self._meter.late():  # cut short, so it says less than the others
                return
            reward = self._reward(state, self._seat)
            for seat, each in path:
                worth = reward if seat == self._seat else self._reward(state, seat)
                self._low[seat] = min(worth, self._low.get(seat, worth))
                self._high[seat] = max(worth, self._high.get(seat, worth))
                each.visits += 1
                each.total += worth
        if arm is self._best:
            self._rewards.append(reward)
        else:
            arm.learn(reward - self._rewards[node.visits - 1])

    def _reward(self, state: Any, seat: int) -> float:
        """The evaluation as a lead: what the strongest rival has counts against it as far as the title says, one of
        several in part: the others remain to be beaten."""
        title = self._title
        worth = [title.evaluate(state, each) for each in range(self._seats)]
        own = worth.pop(seat)
        won = title.awaiting(state).finished and seat in title.ranking(state)[0]
        return own - self._look.rivalry * max(worth) / len(worth) + self._look.victory * won

    def _imagine(self, number: int) -> Any:
        while len(self._imagined) <= number:
            luck = FastDraw(self._seed ^ (len(self._imagined) + 1) * 0x9E3779B97F4A7C15)
            self._imagined.append(self._title.determinize(self._state, self._seat, luck))
        return self._imagined[number]

    def _select(self, node: Node) -> Node:
        """The child to visit: the unvisited ones in order, then by upper confidence bound."""
        able = node.children[: FIRST_ARMS + math.isqrt(node.visits)]
        for child in able:
            if not child.visits:
                return child
        low = self._low[node.next]
        span = (self._high[node.next] - low) or 1.0
        log = math.log(node.visits + 1)
        return max(able, key=lambda c: (c.total / c.visits - low) / span + EXPLORE * math.sqrt(log / c.visits))

    def _follow(self, state: Any, seat: int, node: Node, luck: Draw) -> Any:
        """The position after the plan, or None where it is not legal in this imagination."""
        try:
            for move in node.plan.moves:
                state = self._title.play(state, seat, move, luck).state
        except IllegalMove:
            return None
        return state

    def _descend(self, state: Any, node: Node | None, path: list[tuple[int, Node]], luck: Draw) -> Any:
        """Down the tree as far as it has grown, then on with quick plans until every seat had a turn."""
        title = self._title
        turns, last, seats = 0, self._seat, self._seats
        plans = FastDraw(luck.below("plans", 1 << 62))  # of its own: who plans does not know what the dice will show
        for _ in range(LONGEST * max(1, self._look.ahead)):
            awaiting = title.awaiting(state)
            while awaiting.step is not None:
                state = title.run_step(state, luck).state
                awaiting = title.awaiting(state)
            if awaiting.finished:
                break
            seat = awaiting.seats[0].seat
            turns += seat != last
            last = seat
            if self._meter.late() or (turns > seats and self._far(state, turns)):
                break
            child = self._child(node, state, seat, plans) if node is not None else None
            after = self._follow(state, seat, child, luck) if child is not None else None
            if child is None or after is None:
                node, state = None, self._quick(state, seat, luck, plans)
            else:
                path.append((seat, child))
                node, state = child, after
        return settle(title, state, luck)

    def _far(self, state: Any, turns: int) -> bool:
        """Whether to judge here, everybody having had a turn: positions are best judged after a round."""
        ahead = self._look.ahead
        long = turns > AHEAD * ahead * self._seats
        return (long or self._title.round_of(state) - self._round >= ahead) and self._title.settled(state)

    def _child(self, node: Node, state: Any, seat: int, draw: Draw) -> Node | None:
        """The plan to follow this one in the tree, if it has grown so far."""
        if node.visits < GROW:
            return None
        if not node.children:
            node.next = seat
            node.children = [Node(plan) for plan in self._plans(state, seat, draw)[:ARMS]]
        return self._select(node) if node.next == seat else None

    def _plans(self, state: Any, seat: int, draw: Draw) -> list[Plan]:
        # As that seat sees it: where all answer at the same time, nobody knows the others' answers.
        seen = self._title.determinize(state, seat, draw)
        branch = self._look.branch
        return Planner(self._title, seat, draw, self._meter, QUICK_WIDTH, branch, QUICK_SAMPLES).plans(seen)

    def _quick(self, state: Any, seat: int, luck: Draw, draw: Draw) -> Any:
        """The position after a quick turn."""
        sketched = self._sketched(state, seat, luck)
        if sketched is not None:
            return sketched
        after = self._follow(state, seat, Node(self._plans(state, seat, draw)[0]), luck)
        if after is not None:
            return after
        move = self._title.sample_move(self._title, state, seat, draw)
        return self._title.play(state, seat, move, luck).state

    def _sketched(self, state: Any, seat: int, luck: Draw) -> Any:
        """The position after a sketched turn, as far as that is legal; None where it is not at all."""
        after = None
        try:
            for move in self._title.sketch(state, seat):
                after = state = self._title.play(state, seat, move, luck).state
        except IllegalMove:
            pass
        return after


def mcts_bot(title: AnyTitle, state: Any, seat: int, draw: Draw, budget: Budget) -> tuple[Any, ...]:
    """The plan that the search likes best."""
    first = title.overture(state, seat)
    if first is not None:
        return (first,)
    if budget.iterations is None and budget.ms is None:
        budget = Budget(iterations=ITERATIONS)
    return Search(title, state, seat, draw, budget.start()).run()


def _arms(title: AnyTitle, plans: list[Plan]) -> list[Plan]:
    """The plans to search, best first: the best of every gist before others of the same."""
    different = _told_apart(plans)
    best = by_gist(title, different)[:ARMS]
    others = [plan for plan in different if plan not in best]
    return sorted([*best, *others][:ARMS], key=lambda plan: -plan.value)


def _told_apart(plans: list[Plan]) -> list[Plan]:
    """One plan of each worth: the others are mostly other ways to the same thing. Where the evaluation sees no
    difference at all, all of them."""
    best: dict[float, Plan] = {}
    for plan in plans:
        best.setdefault(plan.value, plan)
    return list(best.values()) if len(best) > 1 else plans
