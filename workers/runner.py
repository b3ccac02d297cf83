"""A worker process: preloaded, and without a fork per job."""

from __future__ import annotations

from rq import SimpleWorker

from workers.jobs import Desk, sit_down


def run_worker(desk: Desk) -> None:
    """Take jobs until told to stop; a job begun is finished first."""
    sit_down(desk)
    worker = SimpleWorker([desk.jobs.queue], connection=desk.jobs.connection)
    worker.log_job_description = False
    worker.work(logging_level="WARNING", with_scheduler=False)
