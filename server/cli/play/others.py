"""Whom one plays against: levels that a server has, or bots of one's own on a server of one's own."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import count
from pathlib import PurePath
from typing import NamedTuple

import click

from moothall.server.cli.play.client import Client
from moothall.workers.bots.levels import BOTS, UnknownBot
from moothall.workers.bots.plugins import LEVEL, load, portable


class Others(NamedTuple):
    """The levels to ask a server for, and what a server of one's own has to be told of them (MOOTHALL_BOTS)."""

    levels: list[str]
    setting: str


def others_of(specs: Sequence[str], elsewhere: bool) -> Others:
    """The opponents that were named. A server elsewhere says itself which levels it has."""
    levels: dict[str, str] = {}
    for spec in specs:
        if spec in BOTS or spec in levels or (elsewhere and LEVEL.fullmatch(spec)):
            continue
        if spec.partition(":")[0] in BOTS:
            raise click.UsageError(f"{spec}: how long a level thinks is for the server to say; leave the budget out.")
        if elsewhere:
            raise click.UsageError(f"{spec} cannot be brought to a server elsewhere: leave --url out.")
        try:
            load(spec)
        except UnknownBot as error:
            raise click.UsageError(f"--bots: {error}") from error
        levels[spec] = _level(spec, {*BOTS, *levels.values()})
    setting = ",".join(f"{level}={portable(spec)}" for spec, level in levels.items())
    return Others([levels.get(spec, spec) for spec in specs], setting)


def check_levels(client: Client, title: str, levels: Sequence[str]) -> None:
    """Complain of levels that the server does not have."""
    known = client.call("GET", f"/v1/titles/{title}")["levels"]
    unknown = sorted(set(levels) - set(known))
    if unknown:
        raise click.UsageError(f"No bot plays {', '.join(unknown)}; there are: {', '.join(known)}.")


def _level(spec: str, taken: Collection[str]) -> str:
    """What to call it there: as its file or module is called."""
    place = spec.partition(":")[0].removesuffix(".py")
    name = re.sub(r"[^a-z0-9_-]+", "-", PurePath(place).name.rpartition(".")[2].lower()).strip("-_")[:24]
    name = name if LEVEL.fullmatch(name) else f"bot-{name}"
    return next(each for n in count(1) if (each := name if n == 1 else f"{name}-{n}") not in taken)
