"""A worker process: preloaded, and without a fork per job."""

from __future__ import annotations

import time

from rq import Queue, SimpleWorker
from rq.job import Job

from workers.jobs import Desk, sit_down
from workers.metrics import JOB_SECONDS, JOBS


class CountingWorker(SimpleWorker):
    """Counts what it runs."""

    max_connection_wait_time = 5.0
    """Seconds between attempts to reach a Redis that is away: it may be back any moment, and people wait."""

    def perform_job(self, job: Job, queue: Queue) -> bool:
        name = str(job.func_name).rpartition(".")[2]
        began = time.perf_counter()
        done = super().perform_job(job, queue)
        JOB_SECONDS.labels(name).observe(time.perf_counter() - began)
        JOBS.labels(name, "done" if done else "failed").inc()
        return done


def run_worker(desk: Desk, queue: Queue) -> None:
    """Take jobs from the queue until told to stop; a job begun is finished first."""
    sit_down(desk)
    worker = CountingWorker([queue], connection=desk.jobs.connection)
    worker.log_job_description = False
    worker.work(logging_level="WARNING", with_scheduler=False)
