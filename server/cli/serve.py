"""`moothall serve`, and what it starts."""

from __future__ import annotations

import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from moothall.server.cli.options import checked, settings
from moothall.workers.stop_signal import StopSignal


@click.command()
@click.option("--host", help="Address to listen on (127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on (8000); 0 takes a free one.")
@click.option("--workers", type=click.IntRange(1, 64), help="RQ worker processes (2).")
@click.option("--web-workers", type=click.IntRange(1, 64), help="Web processes (2).")
@click.option("--redis", metavar="URL", help="The event store's Redis; embedded if left out.")
@click.option("--queue", metavar="URL", help="The queue's Redis, no Cluster; as --redis if left out.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Data directory (./data).")
def serve(workers: int | None, **named: Any) -> None:
    """Run everything on this machine."""
    from moothall.server.operations.redis_binary import NoRedis
    from moothall.server.supervisor import AlreadyRunning, PortTaken, Supervisor

    given = {name: value for name, value in {**named, "job_workers": workers}.items() if value is not None}
    config = checked(replace(settings(), **given), bots=True)
    try:
        Supervisor(config, say=click.echo).run()
    except (AlreadyRunning, PortTaken, NoRedis) as error:
        raise click.ClickException(str(error)) from error


@click.command()
@click.option("--people", is_flag=True, help="Work for games that people sit in, and for no others.")
@click.option("--webhooks", is_flag=True, help="Deliver webhooks instead of playing AI seats and scoring.")
def worker(people: bool, webhooks: bool) -> None:
    """Run one job worker (serve starts these)."""
    config = settings()
    config.share_counts()
    from moothall.server.bootstrap import wire_deliverer, wire_worker
    from moothall.server.processes import keep_all_there_is
    from moothall.workers.worker import run_worker

    checked(config, bots=not webhooks)
    if webhooks:
        wire_deliverer(config).run(_told_to_stop())
    else:
        context = wire_worker(config)
        keep_all_there_is()
        run_worker(context, people, nice=0 if people else config.job_nice)


@click.command()
def dispatcher() -> None:
    """Run the dispatcher (serve starts it)."""
    config = settings()
    config.share_counts()
    from moothall.server.bootstrap import wire_dispatcher
    from moothall.server.processes import keep_all_there_is

    wired = wire_dispatcher(checked(config))
    keep_all_there_is()
    wired.run(_told_to_stop())


def _told_to_stop() -> StopSignal:
    """Return a flag that Ctrl-C and SIGTERM set from now on."""
    stop = StopSignal()
    stop.install(signal.SIGINT, signal.SIGTERM)
    return stop
