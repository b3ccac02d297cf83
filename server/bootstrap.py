"""The one place where the parts are put together."""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib.resources import files

from domain.core.rulebook import Rulebook
from domain.core.title import AnyTitle
from domain.titles import TITLES
from events.archive import Archive
from events.commands import Commands
from events.connect import connect
from events.follow import Hub
from events.fork import Forks
from events.games import Games
from events.ids import Ids
from events.inbox import Inbox
from events.packing import Packing
from events.players import Players
from events.projections import Projections
from events.pulse import Pulse
from events.queries import Queries
from events.quotas import Quotas
from events.replicas import Replicas
from events.rulings import Arbiter
from events.store import Store
from events.webhooks import Webhooks
from server.config import Config
from server.keyring import Keyring
from workers.deliver import Deliverer
from workers.dispatch import Dispatcher
from workers.jobs import WorkerContext
from workers.metrics import CountedStore
from workers.net import Net
from workers.queues import Jobs


@dataclass(frozen=True)
class Services:
    """Everything a web process works with."""

    config: Config
    titles: dict[str, AnyTitle]
    store: Store
    games: Games
    ids: Ids
    commands: Commands
    queries: Queries
    projections: Projections
    players: Players
    inbox: Inbox
    webhooks: Webhooks
    quotas: Quotas
    hub: Hub
    jobs: Jobs
    table_rules: Rulebook
    arbiter: Arbiter
    forks: Forks
    archive: Archive
    keyring: Keyring


def now_ms() -> int:
    """The clock."""
    return time.time_ns() // 1_000_000


def wire(config: Config, titles: dict[str, AnyTitle] = TITLES) -> Services:
    """The parts of a web process. Opens no connection before it is needed."""
    replicas = Replicas(config.replicas, config.replicas_ms)
    store = CountedStore(connect(config.redis), replicas, shared=True)
    games = Games(store, titles)
    jobs = Jobs(config.queue_url)
    projections = Projections(store)
    inbox = Inbox(store)
    keyring = Keyring(config.data)
    queries = Queries(games)
    commands = Commands(
        games,
        clock=now_ms,
        changed=lambda game_id: projections.project([game_id]),
    )
    return Services(
        config=config,
        titles=titles,
        store=store,
        games=games,
        ids=Ids(store.redis, now_ms, replicas),
        commands=commands,
        queries=queries,
        projections=projections,
        players=Players(store.redis),
        inbox=inbox,
        webhooks=Webhooks(store.redis),
        quotas=Quotas(store),
        hub=Hub(store, inbox),
        jobs=jobs,
        table_rules=Rulebook.parse("TB", files("domain.table").joinpath("RULES.md").read_text("utf-8")),
        arbiter=Arbiter(commands),
        forks=Forks(commands, queries),
        archive=Archive(queries, keyring.current, keyring.public),
        keyring=keyring,
    )


def wire_worker(config: Config, titles: dict[str, AnyTitle] = TITLES) -> WorkerContext:
    """The parts of a job worker: its commands leave no work to the outbox, because a job says itself what comes next,
    and wait for no replicas, because nobody is told."""
    store = CountedStore(connect(config.redis))
    games = Games(store, titles)
    commands = Commands(games, clock=now_ms, hands_on=False)
    return WorkerContext(games, commands, Jobs(config.queue_url), config.ai_ms)


def wire_deliverer(config: Config) -> Deliverer:
    """The parts of a webhook worker."""
    redis = connect(config.redis)
    return Deliverer(Webhooks(redis), now_ms, config.webhook_private, Pulse(redis, "webhooks"))


def wire_dispatcher(config: Config, titles: dict[str, AnyTitle] = TITLES) -> Dispatcher:
    """The parts of the dispatcher."""
    store = CountedStore(connect(config.redis))
    jobs = Jobs(config.queue_url)
    return Dispatcher(
        store,
        Net(store, Games(store, titles), jobs),
        Projections(store),
        jobs,
        now_ms,
        Inbox(store),
        Webhooks(store.redis),
        Packing(store, config.archive_s),
    )


def rebuild(config: Config, titles: dict[str, AnyTitle] = TITLES) -> int:
    """Make all listings anew; returns the number of games. Needs no queue."""
    store = Store(connect(config.redis))
    return Projections(store).rebuild(Games(store, titles), now_ms())


def archive(config: Config, after_s: int) -> tuple[int, int]:
    """Pack the games that are over for so long; how many that were, and of how many games. Needs no queue."""
    store = Store(connect(config.redis))
    return Packing(store, after_s).pack_all(now_ms())
