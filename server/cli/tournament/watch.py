"""`moothall tournament watch`: a tournament as it goes on."""

from __future__ import annotations

import json
from typing import Any

import click
from tqdm import tqdm

from moothall.domain.core.words import printable
from moothall.server.cli.tournament.client import path_of, remote, tell
from moothall.server.cli.tournament.show import standings_text
from moothall.server.client import Client

WAIT_S = 30
"""How long the server is asked to wait for news."""

OVER = ("finished", "aborted")


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.option(
    "--after", type=click.IntRange(0), default=None, help="Begin after this event; with what comes next if left out."
)
@remote
def watch(client: Client, tournament_id: str, as_json: bool, after: int | None) -> None:
    """Follow a tournament to its end: what happens, a bar for the tables of the round, the standings at last. With
    --json every event is a line."""
    path = path_of(tournament_id)
    cup = client.call("GET", path)
    seen = cup["seq"] if after is None else after
    with tqdm(unit="table", disable=True if as_json else None, leave=False) as bar:
        while True:
            _progress(bar, client, cup)
            seen = _tell_events(client, path, seen, as_json)
            if cup["status"] in OVER:
                break
            known = {"If-None-Match": f'"{cup["seq"]}"'}
            cup = client.call("GET", path, query={"wait": WAIT_S}, headers=known) or cup
    if not as_json:
        tell(False, client.call("GET", f"{path}/standings"), lambda told: standings_text(told, cup))


def _progress(bar: Any, client: Client, cup: Any) -> None:
    """Tables of the latest round that are over."""
    if bar.disable or not cup["round"]:
        return
    told = client.call("GET", path_of(cup["id"], "rounds", cup["round"]))
    bar.set_description(f"round {cup['round']}" + (f" of {cup['rounds']}" if cup["rounds"] else ""))
    bar.total = len(told["tables"])
    bar.n = sum(table["status"] != "playing" for table in told["tables"])
    bar.refresh()


def _tell_events(client: Client, path: str, seen: int, as_json: bool) -> int:
    """Everything that is new; returns the number of the last event."""
    while True:
        page = client.call("GET", f"{path}/events?after={seen}")
        for event in page["events"]:
            lines = (
                [json.dumps(event, ensure_ascii=False)]
                if as_json
                else [f"{event['seq']:5}  {text}" for text in event["text"]]
            )
            for line in lines:
                tqdm.write(line if as_json else printable(line))
            seen = event["seq"]
        if page["next"] is None:
            return seen
