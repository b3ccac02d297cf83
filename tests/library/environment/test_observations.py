"""Observations: nothing that is hidden is in them, nothing that is shown is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

import moothall
from moothall.domain.core.data import View
from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.environment.observations import Builder, either, number, of, struct
from moothall.environment.tables import Tables, tables
from tests.laws.walk import walk

TABLES = [(title.slug, players) for title in moothall.titles() for players in title.players]


def looked(engine: AnyTitle, known: Tables, state: Any, seat: int) -> tuple[bytes, list[int]]:
    """What a seat gets of a state: its numbers, and the actions open to it."""
    written = known.written(engine.view(state, seat), seat).tobytes()
    return written, sorted(known.decision(state, seat).ids) if engine.awaiting(state).asks(seat) else []


def states(engine: AnyTitle, players: int, seed: int, every: int) -> Iterator[Any]:
    for place, point in enumerate(walk(engine, players, seed)):
        if place % every == 0:
            yield point.turn.state


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_what_is_hidden_changes_nothing(slug: str, players: int) -> None:
    """Two worlds that differ in nothing that the seat may see give it the same, to the byte."""
    engine = moothall.title(slug).engine
    known = tables(engine, engine.current, players)
    luck, differ = FastDraw(players), 0
    for state in states(engine, players, players, every=7):
        for seat in range(players):
            twin = engine.determinize(state, seat, luck)
            differ += twin != state
            assert looked(engine, known, twin, seat) == looked(engine, known, state, seat)
    assert differ > 10


@pytest.mark.parametrize("slug", [title.slug for title in moothall.titles()])
def test_an_environment_shows_no_more(slug: str) -> None:
    """The same through the environment itself, for whoever is not to act."""
    env, luck = moothall.env(slug, 3), FastDraw(1)
    env.reset(seed=4)
    differ = 0
    for _ in range(150):
        state = env.game.state
        for seat, agent in enumerate(env.possible_agents):
            if agent != env.agent_selection:
                before = env.observe(agent)
                env.game.state = env.title.engine.determinize(state, seat, luck)
                differ += env.game.state != state
                after = env.observe(agent)
                env.game.state = state
                assert before["observation"].tobytes() == after["observation"].tobytes()
                assert not before["action_mask"].any()
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[luck.below("action", int(mask.sum()))]))
        if env.game.finished:
            break
    assert differ > 10


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_what_is_shown_is_in_it(slug: str, players: int) -> None:
    """Different views are different vectors."""
    engine = moothall.title(slug).engine
    known = tables(engine, engine.current, players)
    seen: dict[bytes, Any] = {}
    for seed in (1, 2):
        for state in states(engine, players, seed, every=1):
            for seat in {0, players - 1}:
                view = engine.view(state, seat)
                shown = (seat, in_no_order(view))
                assert seen.setdefault(known.written(view, seat).tobytes(), shown) == shown
    assert len(seen) > 200


def in_no_order(view: Any) -> bytes:
    """As plain data. The order in which talents were used in a turn is the one thing that a vector does not tell."""
    data = msgspec.to_builtins(view)
    for phase in (data["phase"], data["phase"].get("turn", {})):
        if "talents_used" in phase:
            phase["talents_used"] = sorted(phase["talents_used"])
    return msgspec.json.encode(data)


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_lists_have_room(slug: str, players: int) -> None:
    """No list is ever longer than there are slots for its members."""
    engine = moothall.title(slug).engine
    known = tables(engine, engine.current, players)
    counts = [at for at, name in enumerate(known.names) if name.endswith(".count")]
    room = [_members(known.names, known.names[at].removesuffix(".count")) for at in counts]
    assert min(room) > 0
    for state in states(engine, players, 5, every=3):
        numbers = known.written(engine.view(state, 0), 0)
        assert [known.names[at] for at, most in zip(counts, room, strict=True) if numbers[at] > most] == []


def _members(names: tuple[str, ...], lead: str) -> int:
    found = {name[len(lead) + 1 :].partition("]")[0] for name in names if name.startswith(f"{lead}[")}
    return len(found)


def test_a_vector_is_named_and_read() -> None:
    env = moothall.env("manaforge", 3)
    env.reset(seed=1)
    agent = env.agent_selection
    seen = dict(zip(env.layout, env.observe(agent)["observation"].tolist(), strict=True))
    view = env.infos[agent]["view"]
    seat = env.possible_agents.index(agent)
    assert seen[f"you={seat}"] == 1
    assert seen["round"] == view.round
    assert [seen[f"seats[+{away}].prisms"] for away in range(3)] == [
        view.seats[(seat + away) % 3].prisms for away in range(3)
    ]
    assert all(seen[f"own.packet={talent}"] == place for place, talent in enumerate(view.own.packet, 1))


def test_what_is_chosen_of_a_move_is_seen() -> None:
    env = moothall.env("medieval-realms", 2)
    env.reset(seed=1)
    while not env.actions[min(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))].startswith("mayors"):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    agent = env.agent_selection
    before = env.observe(agent)["observation"]
    action = int(env.observe(agent)["action_mask"].argmax())
    env.step(action)
    after = env.observe(agent)["observation"]
    assert env.agent_selection == agent
    assert [env.layout[at] for at in np.flatnonzero(before != after)] == [f"chosen={env.actions[action]}"]


class Sample(View, frozen=True, tag="sample"):
    size: int
    colour: str


class Other(View, frozen=True, tag="other"):
    pass


def test_a_field_that_nothing_writes_is_an_error() -> None:
    with pytest.raises(TypeError, match=r"Sample\.colour"):
        struct(Sample)
    with pytest.raises(TypeError, match="no field weight"):
        struct(Sample, colour=number, weight=number)
    with pytest.raises(TypeError, match="other kinds"):
        either(Sample | Other, of(Other))
    build = Builder(2, 0)
    either(Sample | Other, of(Sample, colour=number), of(Other))(build, "it")
    assert build.names == ["it=sample", "it.sample.size", "it.sample.colour", "it=other"]
