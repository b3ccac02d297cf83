"""The one place where the parts are put together."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import NamedTuple

from moothall.domain.core.rulebook import Rulebook
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.state import LEVELS
from moothall.events import keys
from moothall.events.accounts.players import Player, Players, Tickets
from moothall.events.accounts.quotas import Quotas
from moothall.events.event_store.packing import Packing
from moothall.events.event_store.store import Ids, Store
from moothall.events.games.archive import Archive
from moothall.events.games.commands import Arbiter, Commands, Forks, Previews
from moothall.events.games.live import Hub
from moothall.events.games.queries import Queries
from moothall.events.games.repository import Games
from moothall.events.games.writer import Writer
from moothall.events.projections.inbox import Inbox
from moothall.events.projections.lobby import Profiles, Projections
from moothall.events.projections.ratings import Ratings, rebuild as rebuild_ratings
from moothall.events.projections.webhooks import Webhooks
from moothall.events.redis_client.connection import Pulse, Replicas, connect
from moothall.events.tournaments.commands import TournamentCommands
from moothall.events.tournaments.projections import TournamentListing, TournamentNotices
from moothall.events.tournaments.queries import TournamentQueries
from moothall.events.tournaments.repository import TournamentLog
from moothall.events.tournaments.scheduler import Marks, Runner, Tables
from moothall.server.config import Config
from moothall.server.keyring import Keyring
from moothall.server.traces import Process, spans_of
from moothall.workers.bots.guard import choose
from moothall.workers.bots.plugins import load_levels, read_levels
from moothall.workers.dispatcher import Dispatcher
from moothall.workers.due_work import Net
from moothall.workers.job_queue import Jobs
from moothall.workers.jobs import RUN, Run, Think, WorkerContext
from moothall.workers.metrics import CountedStore
from moothall.workers.titles import hosted
from moothall.workers.tournaments import TournamentAsker, TournamentDispatch, TournamentJob
from moothall.workers.webhooks import Deliverer


@dataclass(frozen=True)
class Services:
    """Everything a web process works with."""

    config: Config
    titles: dict[str, AnyTitle]
    levels: tuple[str, ...]
    store: Store
    games: Games
    ids: Ids
    commands: Commands
    queries: Queries
    projections: Projections
    players: Players
    profiles: Profiles
    ratings: Ratings
    inbox: Inbox
    webhooks: Webhooks
    quotas: Quotas
    hub: Hub
    jobs: Jobs
    table_rules: Rulebook
    tournament_rules: Rulebook
    arbiter: Arbiter
    forks: Forks
    archive: Archive
    keyring: Keyring
    tickets: Tickets
    previews: Previews
    tournament_commands: TournamentCommands
    tournament_queries: TournamentQueries
    tournament_listing: TournamentListing


def now_ms() -> int:
    """The clock."""
    return time.time_ns() // 1_000_000


class _Kinds(NamedTuple):
    """What the parts on the way of a move are made by: plain, or such that they tell what they do."""

    store: Callable[..., Store] = CountedStore
    games: Callable[..., Games] = Games
    writer: Callable[..., Writer] = Writer


def _kinds(config: Config, process: Process) -> _Kinds:
    spans = spans_of(config, process)
    if spans is None:
        return _Kinds()
    from moothall.server.traces.parts import TracedGames, TracedStore, TracedWriter  # here: they may not be installed

    return _Kinds(partial(TracedStore, spans), partial(TracedGames, spans), partial(TracedWriter, spans))


def wire(config: Config, titles: dict[str, AnyTitle] | None = None) -> Services:
    """The parts of a web process. Opens no connection before it is needed."""
    titles = hosted() if titles is None else titles
    levels = levels_of(config)
    replicas = Replicas(config.replicas, config.replicas_ms)
    kinds = _kinds(config, "web")
    store = kinds.store(connect(config.redis), replicas, shared=True)
    games = kinds.games(store, titles)
    jobs = Jobs(config.queue_url)
    projections = Projections(store)
    inbox = Inbox(store)
    keyring = Keyring(config.data)
    queries = Queries(games)
    ids = Ids(store.redis, now_ms, replicas)
    tournaments = CountedStore(store.redis, replicas, family=keys.TOURNAMENTS)
    listing, log = TournamentListing(tournaments), TournamentLog(tournaments, titles)
    tournament_queries = TournamentQueries(log)
    commands = Commands(
        kinds.writer(games, clock=now_ms), changed=lambda game_id: projections.project([game_id]), levels=levels
    )
    return Services(
        config=config,
        titles=titles,
        levels=levels,
        store=store,
        games=games,
        ids=ids,
        commands=commands,
        queries=queries,
        projections=projections,
        players=Players(store.redis),
        profiles=Profiles(store.redis),
        ratings=Ratings(store.redis, titles),
        inbox=inbox,
        webhooks=Webhooks(store.redis),
        quotas=Quotas(store),
        hub=Hub(store, inbox, tournament_queries.logs),
        jobs=jobs,
        table_rules=_rules("TB", "moothall.domain.table"),
        tournament_rules=_rules("TN", "moothall.domain.tournament"),
        arbiter=Arbiter(commands),
        forks=Forks(commands, queries),
        archive=Archive(queries, keyring.current, keyring.public),
        keyring=keyring,
        tickets=Tickets(store.redis),
        previews=Previews(games, now_ms),
        tournament_commands=TournamentCommands(
            log, ids, clock=now_ms, changed=lambda tournament_id: listing.project([tournament_id])
        ),
        tournament_queries=tournament_queries,
        tournament_listing=listing,
    )


def _rules(prefix: str, package: str) -> Rulebook:
    return Rulebook.parse(prefix, files(package).joinpath("RULES.md").read_text("utf-8"))


def levels_of(config: Config) -> tuple[str, ...]:
    """The levels that AI seats can have, the operator's own last. Only workers load the bots behind these."""
    return (*LEVELS, *read_levels(config.bots))


def wire_worker(config: Config, titles: dict[str, AnyTitle] | None = None) -> WorkerContext:
    """The parts of a job worker: its commands leave no work to the outbox, because a job says itself what comes next,
    and wait for no replicas, because nobody is told."""
    plugged = {level: bot.new for level, bot in load_levels(config.bots).items()}
    kinds = _kinds(config, "worker")
    store = kinds.store(connect(config.redis))
    games = kinds.games(store, hosted() if titles is None else titles)
    levels = levels_of(config)
    commands = Commands(kinds.writer(games, clock=now_ms, hands_on=False), levels=levels)
    work = _work(config)
    running = _running(games, work.jobs, levels)
    return WorkerContext(
        games, commands, work.jobs, config.ai_ms, plugged=plugged, tournaments=running, run=work.run, think=work.think
    )


class _Work(NamedTuple):
    """How a worker works: plainly, or such that it is told."""

    jobs: Jobs
    run: Mapping[str, Run] = RUN
    think: Think = choose


def _work(config: Config) -> _Work:
    spans = spans_of(config, "worker")
    if spans is None:
        return _Work(Jobs(config.queue_url))
    from moothall.server.traces.work import TracedJobs, traced_runs, traced_thinking  # here: they may not be installed

    return _Work(TracedJobs(spans, config.queue_url), traced_runs(spans, RUN), traced_thinking(spans))


def _running(games: Games, jobs: Jobs, levels: tuple[str, ...]) -> TournamentJob:
    redis = games.store.redis
    store = CountedStore(redis, family=keys.TOURNAMENTS)
    listing, marks = TournamentListing(store), Marks(store)
    log = TournamentLog(store, games.titles)
    commands = TournamentCommands(log, Ids(redis, now_ms), clock=now_ms, hands_on=False)
    tables = Commands(Writer(games, clock=now_ms), levels=levels)
    runner = Runner(commands, tables, Tables(games.store), marks)
    return TournamentJob(runner, TournamentAsker(listing, marks, jobs, now_ms), now_ms)


def wire_deliverer(config: Config) -> Deliverer:
    """The parts of a webhook worker."""
    redis = connect(config.redis)
    return Deliverer(Webhooks(redis), now_ms, config.webhook_private, Pulse(redis, "webhooks"))


def wire_dispatcher(config: Config, titles: dict[str, AnyTitle] | None = None) -> Dispatcher:
    """The parts of the dispatcher."""
    titles = hosted() if titles is None else titles
    store = CountedStore(connect(config.redis))
    jobs = Jobs(config.queue_url)
    tournaments = CountedStore(store.redis, family=keys.TOURNAMENTS)
    listing = TournamentListing(tournaments)
    asker = TournamentAsker(listing, Marks(tournaments), jobs, now_ms)
    return Dispatcher(
        store,
        Net(store, Games(store, titles), jobs),
        Projections(store),
        jobs,
        now_ms,
        Inbox(store),
        Webhooks(store.redis),
        Packing(store, config.archive_s),
        TournamentDispatch(asker, listing, TournamentNotices(TournamentLog(tournaments, titles))),
        Ratings(store.redis, titles),
    )


def rebuild(config: Config, titles: dict[str, AnyTitle] | None = None) -> tuple[int, list[Player]]:
    """Make all listings and ratings anew, tell everybody what they do not know yet of games and tournaments that go on,
    and claim the names of all accounts; returns the number of games, and the accounts that are called like an older
    one. Needs no queue."""
    titles = hosted() if titles is None else titles
    store = Store(connect(config.redis))
    alike = Players(store.redis).claim_names(now_ms())
    tournaments = Store(store.redis, family=keys.TOURNAMENTS)
    logs = TournamentLog(tournaments, titles)
    TournamentListing(tournaments).rebuild(logs, now_ms())
    count = Projections(store).rebuild(Games(store, titles), now_ms())
    rebuild_ratings(store, titles, now_ms())
    Inbox(store).catch_up()
    TournamentNotices(logs).catch_up()
    return count, alike


def archive(config: Config, after_s: int) -> tuple[int, int]:
    """Pack the games that are over for so long; how many that were, and of how many games. Needs no queue."""
    store = Store(connect(config.redis))
    return Packing(store, after_s).pack_all(now_ms())
