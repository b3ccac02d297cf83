"""A worker process: preloaded, and without a fork per job."""

from __future__ import annotations

from rq import Queue, SimpleWorker

from workers.jobs import Desk, sit_down


def run_worker(desk: Desk, queue: Queue) -> None:
    """Take jobs from the queue until told to stop; a job begun is finished first."""
    sit_down(desk)
    worker = SimpleWorker([queue], connection=desk.jobs.connection)
    worker.log_job_description = False
    worker.work(logging_level="WARNING", with_scheduler=False)
