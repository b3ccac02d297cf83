"""Data of an earlier version, upgraded and played on: what `moothall serve` of 4534ce8 left behind.

tests/golden/upgrade holds the data, the script that wrote it, and `facts.json`, which says what is in it. The files are
never written again, so every test works on a copy.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from moothall.events import keys
from moothall.events.event_store.store import Store
from moothall.events.redis_client.connection import connect
from tests.e2e.conftest import Hall, small_hall
from tests.e2e.people import Player, play_to_the_end
from tests.support.live import moothall, until

FOLDER = Path(__file__).parents[1] / "golden" / "upgrade"
FACTS = json.loads((FOLDER / "facts.json").read_text("utf-8"))
GAMES = FACTS["games"]
TABLE = FACTS["table"]
"""The game that the running tournament waits for."""
PEOPLE_ONLY = FACTS["two_people"]
"""A running game without an AI seat."""

DUE = {each for games in GAMES.values() for each in (games["due"], games["unplayed"])}
DUE |= {FACTS["step_due"], FACTS["out_of_time"]}
"""Games that a job was waiting for. Their logs grow as soon as there are workers."""

SETTINGS = {"MOOTHALL_ARCHIVE_S": "0", "MOOTHALL_LIMIT_READ": "", "MOOTHALL_ACCESS_LOG": ""}
"""Finished games stay unpacked, and people ask faster than people do."""


class Known(Player):
    """An account that was registered before the upgrade, with its old token."""

    def __init__(self, client: httpx.Client, name: str) -> None:
        account = FACTS["accounts"][name]
        self.client = client
        self.id = account["id"]
        self.name = account["name"]
        self.headers = {"Authorization": f"Bearer {account['token']}"}

    def get(self, path: str, **query: Any) -> Any:
        """Return the JSON of an answer that must be 200."""
        answer = self.client.get(path, params=query, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def is_awaited(self, game: str) -> bool:
        """Return whether the player has to make a decision."""
        return self.moves(game)["decision"] is not None


class House:
    """A server on the upgraded data, and the people who come back to it."""

    def __init__(self, hall: Hall, client: httpx.Client) -> None:
        self.hall = hall
        self.client = client
        self.people = {name: Known(client, name) for name in FACTS["accounts"]}
        redis = connect(hall.redis_url)
        self.games = Store(redis)
        self.tournaments = Store(redis, family=keys.TOURNAMENTS)

    def status(self, game: str) -> str:
        """Return the status of a game that everybody may see."""
        return str(self.people["olga"].look(game)["status"])

    def is_finished(self, game: str) -> bool:
        """Return whether a game was played to its end."""
        return self.status(game) == "finished"

    def has_moved_on(self, game: str, seq: int) -> bool:
        """Return whether there are events after that seq."""
        return bool(self.games.length(game) > seq)

    def tournament(self, which: str) -> Any:
        """Return a tournament, by its name in the facts."""
        return self.people["olga"].get(f"/v1/tournaments/{FACTS['tournaments'][which]}")

    def play_until_answered(self, game: str, player: Player) -> None:
        """Play legal moves until an AI seat has moved as well, or the game is over."""
        luck, before = random.Random(game), player.look(game)["seq"]
        assert player.play_once(game, luck.randrange(1 << 20)), f"{player.name} is not awaited in {game}"

        def is_answered() -> bool:
            page = player.client.get(f"/v1/games/{game}/events", params={"after": before}, headers=player.headers)
            if any(event["level"] for event in page.json()["events"]):
                return True
            player.play_once(game, luck.randrange(1 << 20))
            return bool(player.look(game)["status"] == "finished")

        until(is_answered, f"the answer of an AI in {game}")


@contextmanager
def serving(data: Path) -> Iterator[House]:
    """Run a server on a data directory, and stop it in order."""
    hall = small_hall(data, **SETTINGS)
    try:
        with hall.client() as client:
            house = House(hall, client)
            yield house
            house.games.redis.close()
        hall.stop()
    finally:
        hall.abandon()


def copy_of_store(folder: Path) -> Path:
    """Return a data directory as the old version left it."""
    shutil.copytree(FOLDER / "store", folder / "data")
    return folder / "data"


def check_upgraded(data: Path) -> None:
    """The embedded Redis has taken the files over, and a real copy of the old log is still there."""
    assert (data / "store.json").is_file()
    kept = data / "before-upgrade" / "appendonly.aof"
    assert not kept.is_symlink()
    assert kept.stat().st_nlink == 1, "a link to the log would change with it"
    assert kept.read_bytes() == (FOLDER / "store" / "appendonly.aof").read_bytes()


def check_logs(house: House) -> None:
    """Every event is there with the hash it had. Only logs that a job was waiting for are longer than they were."""
    due = DUE | {FACTS["tournaments"]["due"]}
    for store, family in ((house.games, "games"), (house.tournaments, "tournaments")):
        for log, end in FACTS["logs"][family].items():
            last = store.tail(log, end["seq"] - 1, 1)
            assert [(event.seq, event.hash.hex()) for event in last] == [(end["seq"], end["head"])], (family, log)
            assert store.length(log) == end["seq"] or log in due, (family, log)
    assert set(FACTS["logs"]["games"]) <= set(house.games.game_ids())


def check_accounts(house: House) -> None:
    """Tokens, scopes, webhooks, tags and forks are as they were."""
    for name, account in FACTS["accounts"].items():
        me = house.people[name].get("/v1/me")
        assert me == {field: value for field, value in account.items() if field != "token"}
    hook = FACTS["webhook"]
    hooks = house.people[hook["player"]].get("/v1/me/webhooks")["webhooks"]
    assert [(each["id"], each["url"]) for each in hooks] == [(hook["id"], hook["url"])]
    listed = house.people["ada"].get("/v1/games", tag=FACTS["tag"]["name"])["games"]
    assert sorted(game["id"] for game in listed) == FACTS["tag"]["games"]
    assert house.people["ben"].look(FACTS["fork"])["parent"]["game"] == GAMES["manaforge"]["finished"]
    olga = house.people["olga"]
    terms = {"name": "Fourth Cup", "title": "manaforge", "format": "swiss", "table_size": 2, "rounds": 1}
    assert olga.client.post("/v1/tournaments", json=terms, headers=olga.headers).status_code == 201


def play_on(house: House) -> None:
    """Whoever was awaited in a running game moves, and is answered."""
    for game, awaited in FACTS["awaited"].items():
        player = house.people[awaited["player"]]
        assert player.look(game)["you"]["seat"] == awaited["seat"]
        if game == PEOPLE_ONLY:
            assert player.play_once(game), game
        else:
            house.play_until_answered(game, player)
    assert house.status(FACTS["open"]) == "open"
    house.people["ada"].join(FACTS["open"])
    until(lambda: house.status(FACTS["open"]) == "active", "the start of the open game")


def check_due_work(house: House) -> None:
    """What the old queue held is done: every such game moves on, and AIs play theirs to the end."""
    logs = {game: FACTS["logs"]["games"][game]["seq"] for game in DUE}
    for game, seq in logs.items():
        until(partial(house.has_moved_on, game, seq), f"the next event of {game}")
    for games in GAMES.values():
        until(partial(house.is_finished, games["unplayed"]), "the end of a game of AIs")
    until(lambda: house.tournament("due")["status"] == "finished", "the end of a tournament of AIs")


def check_jobs(data: Path) -> None:
    """No job of the old queue has failed since."""
    listed = moothall("jobs", "--data", str(data))
    assert listed.returncode == 0, listed.stderr
    failed = {job["job"] for job in json.loads(listed.stdout)}
    assert failed <= set(FACTS["jobs"]["failed"])


def finish_tournament(house: House) -> None:
    """The person plays the table that the round waits for, and the next round, which opens by itself."""
    ada = house.people["ada"]
    tournament = FACTS["tournaments"]["running"]
    play_to_the_end(TABLE, [ada])
    tables: list[str] = []

    def next_table_is_open() -> bool:
        mine = ada.get("/v1/games", tournament=tournament, mine=True)["games"]
        tables.extend(game["id"] for game in mine if game["id"] != TABLE)
        return bool(tables)

    until(next_table_is_open, "the second round")
    ada.join(tables[0])
    play_to_the_end(tables[0], [ada])
    until(lambda: house.tournament("running")["status"] == "finished", "the end of the tournament")


def check_records(house: House, folder: Path, tournaments: tuple[str, ...]) -> None:
    """Finished and packed games and tournaments are exported, and verify by the published keys."""
    games = [games[state] for games in GAMES.values() for state in ("finished", "packed")]
    files = [folder / "games.zip"]
    exported = moothall("export", *games, "--server", house.hall.url, "-o", str(files[0]))
    assert exported.returncode == 0, exported.stderr
    for which in tournaments:
        files.append(folder / f"{which}.zip")
        arguments = ("--tournament", FACTS["tournaments"][which], "--server", house.hall.url, "-o", str(files[-1]))
        until(partial(succeeds, "export", *arguments), f"the record of the {which} tournament")
    verified = moothall("verify", *map(str, files), "--keys", house.hall.url, "--json")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def succeeds(*arguments: str) -> bool:
    """Return whether a command succeeds."""
    return moothall(*arguments).returncode == 0


def test_upgraded_data_is_played_on(tmp_path: Path) -> None:
    data = copy_of_store(tmp_path)
    done = moothall("upgrade-data", "--data", str(data))
    assert done.returncode == 0, done.stderr
    check_upgraded(data)
    with serving(data) as house:
        check_logs(house)
        check_accounts(house)
        play_on(house)
        check_due_work(house)
        finish_tournament(house)
        check_records(house, tmp_path, ("finished", "running", "due"))
        check_jobs(data)
    check_upgraded(data)


def test_serve_upgrades_by_itself_and_only_once(tmp_path: Path) -> None:
    data = copy_of_store(tmp_path)
    with serving(data) as house:
        check_upgraded(data)
        check_logs(house)
        check_accounts(house)
        play_on(house)
        lengths = {game: house.games.length(game) for game in FACTS["awaited"]}
    with serving(data) as house:
        check_upgraded(data)
        assert all(house.games.length(game) >= length for game, length in lengths.items())
        check_due_work(house)


def test_a_backup_of_the_old_version_is_restored_and_played_on(tmp_path: Path) -> None:
    data = tmp_path / "data"
    restored = moothall("restore", str(FOLDER / "backup.moothall"), "--data", str(data))
    assert restored.returncode == 0, restored.stderr
    with serving(data) as house:
        check_logs(house)
        check_accounts(house)
        play_on(house)
        check_due_work(house)
        check_records(house, tmp_path, ("finished",))
