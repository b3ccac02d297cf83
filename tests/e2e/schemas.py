"""schemathesis and what it needs: a description with the ids of things that exist, and what leads to what."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import yaml

from moothall.domain.titles import TITLES
from tests.support.live import Person

SETTINGS = """
[checks.positive_data_acceptance]
# What fits the schema can still be against the rules (422), lose a race (409, 412), or be another's (403).
expected-statuses = ["2xx", "304", "401", "403", "404", "409", "412", "422"]

[[operations]]
# Its coverage phase sends If-Match and If-None-Match without the quotes that their pattern asks for (400); and the
# options of games and tournaments may be anything, numbers included that nobody can store (400).
include-operation-id = [
  "create_game", "get_game", "resign", "undo", "pause", "resume", "post_moves",
  "create_tournament", "get_tournament", "start_tournament", "pair_round", "set_pairings", "rule_tournament",
]
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "400", "401", "403", "404", "409", "412", "422"]
"""

COVER = ("--exclude-operation-id", "post_moves", "--phases", "examples,coverage")
EXAMPLES = ("--exclude-operation-id", "post_moves", "--phases", "examples")
"""Who has no token is mostly told so, whatever borders the rest of the request comes near to."""
FUZZ = ("--exclude-operation-id", "post_moves", "--phases", "fuzzing", "--max-examples", "4")
MOVES = ("--include-operation-id", "post_moves", "--phases", "examples,fuzzing", "--max-examples", "60")
"""Moves apart: to cover every border of every parameter of every move of every title would take minutes."""
STATEFUL = ("--phases", "stateful", "--max-examples", "40")

MANY = 8
"""Times as many examples when it may take long."""

MAKE = {
    "/v1/games": "game_id",
    "/v1/games/{game_id}/fork": "game_id",
    "/v1/me/tokens": "token_id",
    "/v1/me/webhooks": "webhook_id",
}
"""What answers with an id that other operations take."""

_COUNT = re.compile(r"(\d+) generated")


def describe(address: str, ada: Person, folder: Path) -> Path:
    """The server's own description, with the ids of things that exist: games of each title, and a token to spare. Who
    resigns does so from games of their own, since that is the end of playing."""
    with Person(address, "Ben") as ben:
        games, left = ([begin(ada, ben, slug) for slug in TITLES] for _ in range(2))
    spare = ada.post("/v1/me/tokens", {"name": "spare", "scopes": ["read"]})["id"]
    data: Any = yaml.load(httpx.get(f"{address}/openapi.yaml").text, Loader=yaml.CSafeLoader)
    known = {"game_id": games, "slug": list(TITLES), "token_id": [spare]}
    for path, item in data["paths"].items():
        values = known | ({"game_id": left} if path.endswith("/resign") else {})
        for parameter in item.get("parameters", []):
            if parameter["name"] in values and not path.startswith("/problems"):
                parameter["schema"] = {"type": "string", "enum": values[parameter["name"]]}
                parameter.pop("example", None)
    _link(data)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "openapi.yaml").write_text(yaml.dump(data, Dumper=yaml.CSafeDumper, sort_keys=False), "utf-8")
    (folder / "schemathesis.toml").write_text(SETTINGS)
    return folder


def begin(ada: Person, ben: Person, slug: str) -> str:
    """A game between the two, just started."""
    made: str = ada.post("/v1/games", {"title": slug, "seats": [{"kind": "human"}, {"kind": "human"}]})["id"]
    ben.post(f"/v1/games/{made}/seats")
    return made


def run(address: str, description: Path, *arguments: str, seed: int | None = None) -> tuple[int, str]:
    """All checks; how many requests were made, and what failed, which should be nothing. Without a seed the same on
    every run."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", "schemathesis.toml", "run", "openapi.yaml"]
    command += ["--url", address, "--checks", "all", "--request-timeout", "10", "--no-color", "--continue-on-failure"]
    command += ["--generation-deterministic"] if seed is None else ["--seed", str(seed)]
    done = subprocess.run([*command, *arguments], cwd=description, capture_output=True, text=True, check=False)
    count = _COUNT.search(done.stdout)
    said = done.stdout[-20_000:] + done.stderr[-2_000:]
    return int(count[1]) if count else 0, "" if done.returncode == 0 else said


def generate(address: str, folder: Path, requests: int, seed: int) -> tuple[int, list[str]]:
    """At least so many, phase after phase, each time with another seed; how many, and what failed."""
    made, failed = 0, []
    with Person(address) as ada:
        description = describe(address, ada, folder / "description")
        header = ("-H", f"Authorization: {ada.client.headers['Authorization']}")
        while made < requests:
            for phase in (many(FUZZ), many(MOVES), many(STATEFUL), COVER):
                count, failure = run(address, description, *phase, *header, seed=seed)
                made += count
                failed += [failure] if failure else []
                seed += 1
                if made >= requests:
                    break
    return made, failed


def many(phase: tuple[str, ...]) -> tuple[str, ...]:
    return (*phase[:-1], str(MANY * int(phase[-1])))


def _link(data: Any) -> None:
    """Whatever is made can be asked for by its id: games, tokens and webhooks that the generator made itself."""
    for path, name in MAKE.items():
        links = {}
        for item in data["paths"].values():
            if not any(parameter["name"] == name for parameter in item.get("parameters", [])):
                continue
            for method, operation in item.items():
                if method in ("get", "post", "delete"):
                    links[operation["operationId"]] = {
                        "operationId": operation["operationId"],
                        "parameters": {f"path.{name}": "$response.body#/id"},
                    }
        data["paths"][path]["post"]["responses"]["201"]["links"] = links
