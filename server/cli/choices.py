"""Options that several commands have."""

from __future__ import annotations

import click

from moothall.workers.simulate import PATIENCE_S

seed = click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
options = click.option("--options", default="{}", show_default=True, help="The title's options, as JSON.")
processes = click.option(
    "--processes", type=click.IntRange(1, 64), default=1, show_default=True, help="They change no result."
)
patience = click.option(
    "--patience",
    "patience_s",
    type=click.FloatRange(0.01),
    default=PATIENCE_S,
    show_default=True,
    help="Seconds that a bot of your own may think about a decision, if it has no budget in milliseconds.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
