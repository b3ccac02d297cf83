"""The one place where the parts are put together."""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib.resources import files

from domain.core.rulebook import Rulebook
from domain.core.title import AnyTitle
from domain.titles import TITLES
from events.commands import Commands
from events.follow import Hub
from events.games import Games
from events.players import Players
from events.projections import Projections
from events.queries import Queries
from events.store import Store, connect
from server.config import Config
from workers.dispatch import Dispatcher
from workers.jobs import Desk
from workers.metrics import CountedStore
from workers.queues import Jobs


@dataclass(frozen=True)
class Services:
    """Everything a web process works with."""

    config: Config
    titles: dict[str, AnyTitle]
    store: Store
    games: Games
    commands: Commands
    queries: Queries
    projections: Projections
    players: Players
    hub: Hub
    jobs: Jobs
    table_rules: Rulebook


def now_ms() -> int:
    """The clock."""
    return time.time_ns() // 1_000_000


def wire(config: Config, titles: dict[str, AnyTitle] = TITLES) -> Services:
    """The parts of a web process. Opens no connection before it is needed."""
    store = CountedStore(connect(config.redis))
    games = Games(store, titles)
    jobs = Jobs(config.queue_url)
    projections = Projections(store)
    return Services(
        config=config,
        titles=titles,
        store=store,
        games=games,
        commands=Commands(
            games,
            clock=now_ms,
            work_due=lambda game_id, seq, table: jobs.enqueue(game_id, seq, table),
            changed=lambda game_id: projections.project([game_id]),
        ),
        queries=Queries(games),
        projections=projections,
        players=Players(store.redis),
        hub=Hub(store),
        jobs=jobs,
        table_rules=Rulebook.parse("TB", files("domain.table").joinpath("RULES.md").read_text("utf-8")),
    )


def wire_desk(config: Config, titles: dict[str, AnyTitle] = TITLES) -> Desk:
    """The parts of a job worker: its commands enqueue nothing, because a job says itself what comes next."""
    games = Games(CountedStore(connect(config.redis)), titles)
    commands = Commands(games, clock=now_ms, work_due=lambda game_id, seq, table: None)
    return Desk(games, commands, Jobs(config.queue_url))


def wire_dispatcher(config: Config, titles: dict[str, AnyTitle] = TITLES) -> Dispatcher:
    """The parts of the dispatcher."""
    store = CountedStore(connect(config.redis))
    return Dispatcher(store, Games(store, titles), Projections(store), Jobs(config.queue_url), now_ms)
