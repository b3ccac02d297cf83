"""`moothall tournament rule`: a command for every kind of ruling there is, made from the rulings themselves."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from moothall.domain.core.data import Move
from moothall.server.cli.tournament.client import path_of, remote, tell
from moothall.server.cli.tournament.show import state_text
from moothall.server.client import Client
from moothall.server.schemas.bodies.rounds import RULINGS, PostTournamentRuling


class Seats(click.ParamType[Any]):
    """A ranking: seats, best first, equals with = between: `2,0=1,3`. `none`: the table does not count."""

    name = "2,0=1,3|none"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str) or value == "none":
            return value
        try:
            return [[int(seat) for seat in group.split("=")] for group in value.split(",")]
        except ValueError:
            self.fail(f"{value} is no ranking such as 2,0=1,3", param, ctx)


NUMBERS = ("round", "table", "points", "seq")


@click.group()
def rule() -> None:
    """Rule as the organiser: each ruling has a --reason, which everybody can read."""


def _command(tag: str, record: type[Move]) -> click.Command:
    fields = {field.encode_name: field for field in msgspec.structs.fields(record)}

    @remote
    def ask(client: Client, tournament_id: str, as_json: bool, **given: Any) -> None:
        body = {name: value for name, value in given.items() if value is not None}
        if body.get("ranking") == "none":
            body["ranking"] = None
        answer = client.call("POST", path_of(tournament_id, "rulings"), {"type": tag, **body}, key=True)
        tell(as_json, answer, lambda told: f"event {told['seq']}: {state_text(told)}")

    wrapped: Any = ask
    told = PostTournamentRuling().fields
    for name, field in reversed(fields.items()):
        kind = Seats() if name == "ranking" else int if name in NUMBERS else str
        text = told[name].metadata["description"]
        wrapped = click.option(f"--{name}", type=kind, required=field.required, help=text)(wrapped)
    wrapped = click.argument("tournament_id", metavar="TOURNAMENT")(wrapped)
    return click.command(tag.replace("_", "-"), help=" ".join((record.__doc__ or tag.replace("_", " ")).split()))(
        wrapped
    )


for _tag, _record in RULINGS.items():
    rule.add_command(_command(_tag, _record))
