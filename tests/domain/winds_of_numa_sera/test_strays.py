"""Whatever a seat sends is judged by a rule: moves made up at random, on the states of random games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import asdict

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.winds_of_numa_sera import moves as m
from moothall.domain.winds_of_numa_sera.moves import AnyMove
from moothall.domain.winds_of_numa_sera.state import SLOTS, State
from tests.domain.winds_of_numa_sera.tables import BOX, WINDS
from tests.laws.walk import walk

WORDS = (
    "",
    "0",
    "1",
    "2",
    "-1",
    "accept",
    "reject",
    "pay",
    "fight",
    "treasury",
    "credit",
    "x" * 50,
    *SLOTS,
    *BOX.heroes,
)
NUMBERS = (-1, 0, 1, 2, 3, 5, 10**12)


class Maker:
    """Makes up moves."""

    def __init__(self, seed: int) -> None:
        self._luck = FastDraw(seed)

    def one(self, items: Any) -> Any:
        return items[self._luck.below("one", len(items))]

    def card(self, state: State) -> str:
        """Any card, mostly one that somebody has."""
        seat = self.one(state.seats)
        mat = seat.mat
        near = (*seat.hand, *mat.items, *mat.skills, *mat.mavens, *mat.strongholds, *state.forge, *state.strongholds)
        return str(self.one((near or WORDS, near or WORDS, BOX.card_ids, WORDS)[self._luck.below("card", 4)]))

    def cards(self, state: State) -> tuple[str, ...]:
        return tuple(self.card(state) for _ in range(self._luck.below("cards", 4)))

    def number(self) -> int:
        return int(self.one(NUMBERS))

    def payment(self, state: State) -> dict[str, int] | None:
        if self._luck.below("payment", 2):
            return None
        return {self.one((self.card(state), "treasury", "credit")): self.number() for _ in range(2)}

    def move(self, state: State) -> AnyMove:
        makers: tuple[Callable[[], AnyMove], ...] = (
            lambda: m.ChooseKingdom(self.one((*BOX.kingdoms, "atlantis"))),
            lambda: m.SetSuccession(tuple(self.one(tuple(BOX.heroes)) for _ in range(3))),
            m.Explore,
            lambda: m.BuySkill(self.one((*BOX.skills, "magic")), self.payment(state)),
            lambda: m.BuyItem(self.card(state), self.payment(state)),
            lambda: m.Equip(self.card(state)),
            lambda: m.Use(self.one((self.card(state), *BOX.blocks))),
            lambda: m.AttemptTest(self.card(state)),
            lambda: m.HealFromCard(self.card(state), self.number()),
            lambda: self.offer(state),
            lambda: m.CounterTrade(**asdict(self.offer(state))),
            m.WithdrawTrade,
            lambda: m.AcceptTrade(self.cards(state)),
            m.RejectTrade,
            lambda: m.Build(self.one((*BOX.blocks, "castle"))),
            lambda: m.Attack(self.one(("independent", "stronghold", "hero")), self.one((self.card(state), *WORDS))),
            lambda: m.CommitBattle(self.cards(state), self.payment(state)),
            lambda: m.Choose(self.one(WINDS.domains["choice"]), self.one((self.card(state), *WORDS))),
            m.EndTurn,
        )
        made: AnyMove = self.one(makers)()
        return made

    def offer(self, state: State) -> m.OfferTrade:
        pledges = ("none", "none", "truce", "attack")
        return m.OfferTrade(
            to=self.number(),
            give_cards=self.cards(state),
            get_cards=self.cards(state),
            give_capital=self.number(),
            get_capital=self.number(),
            give_power=self.number(),
            get_power=self.one((0, self.number())),
            get_battle_cards=self.number(),
            give_pledge=self.one(pledges),
            get_pledge=self.one(pledges),
            give_pledge_target_type=self.one(("player", "player", "hero", "stronghold", "independent")),
            get_pledge_target_type=self.one(("player", "player", "hero", "stronghold", "independent")),
            give_pledge_target=self.one((None, str(self.number()), self.card(state))),
            get_pledge_target=self.one((None, str(self.number()), self.card(state))),
            give_pledge_turns=self.one((1, 1, 2, self.number())),
            get_pledge_turns=self.one((1, 1, 2, self.number())),
        )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_move_is_carried_out_or_refused_by_a_rule(seats: int) -> None:
    maker = Maker(seats)
    accepted = 0
    cited: list[str] = []
    for point in walk(WINDS, seats, 77):
        for _ in range(12):
            seat, move = maker.one(range(seats)), maker.move(point.state)
            try:
                turn = WINDS.play(point.state, seat, move, FastDraw(1))
            except IllegalMove as error:
                cited.append(error.rule)
            else:
                assert turn.changes
                assert not WINDS.check(turn.state), (move, WINDS.check(turn.state))
                accepted += 1
    assert accepted > 10
    assert len(cited) > accepted
    assert set(cited) <= set(WINDS.content.rulebook.rules)
