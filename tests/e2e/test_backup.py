"""`moothall backup` and `restore` on the real thing: a house in use is backed up, lost, and put back."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import httpx

from moothall.domain.titles import TITLES
from moothall.events.event_store.store import Store
from moothall.events.redis_client.connection import connect
from moothall.server.keyring import Keyring
from tests.e2e.conftest import Hall, small_hall
from tests.e2e.people import Player, play_to_the_end
from tests.e2e.test_serve import chain_is_whole
from tests.support.live import moothall, until


def test_a_house_that_is_lost_comes_back_and_every_game_is_played_to_a_good_end(tmp_path: Path) -> None:
    """All titles in mid-play, one game over, while an AI-only game goes on."""
    lost, found, file = tmp_path / "lost", tmp_path / "found", tmp_path / "house.backup"
    hall = small_hall(lost)
    with hall.client() as client:
        ada, ben = Player(client, "Ada"), Player(client, "Ben")
        over = ada.create("manaforge", ["random", "random"])
        until(lambda: ada.look(over)["status"] == "finished", "the end of the first game")
        games = {slug: ada.create(slug, ["human", "human", "random"]) for slug in TITLES}
        for game in games.values():
            ben.join(game)
            while (seq := ada.look(game)["seq"]) < 25:
                if not any(person.play_once(game, seq) for person in (ada, ben)):
                    ada.wait_past(game, seq)
        ada.create("winds-of-numa-sera", ["random", "random"])  # goes on meanwhile
        taken = moothall("backup", str(file), "--data", str(lost))
        assert taken.returncode == 0, taken.stderr
        assert "2 accounts and 1 signing keys" in taken.stdout
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        record = client.get(f"/v1/games/{over}/events", headers={"Accept": "application/x-ndjson"}).content
        signed_by = client.get("/v1/keys").json()
    hall.stop()
    shutil.rmtree(lost)

    restored = moothall("restore", str(file), "--data", str(found))
    assert restored.returncode == 0, restored.stderr
    again = small_hall(found)
    try:
        with again.client() as client:
            ada.client = ben.client = client
            for game in (*games.values(), over):
                end = play_to_the_end(game, [ada, ben])
                verdicts = client.get(f"/v1/games/{game}/audit").json()
                assert [verdict["ok"] for verdict in verdicts["verdicts"].values()] == [True] * 4, game
                assert verdicts["seq"] == end["seq"]
                chain_is_whole(Store(connect(again.redis_url)), game)
            assert client.get(f"/v1/games/{over}/events", headers={"Accept": "application/x-ndjson"}).content == record
            assert client.get("/v1/keys").json() == signed_by
            listed = {game["id"] for game in client.get("/v1/games", params={"limit": 100}).json()["games"]}
            assert listed >= {*games.values(), over}
            notices = client.get("/v1/me/events", params={"after": 0}, headers=ada.headers).json()["events"]
            assert [notice["id"] for notice in notices] == list(range(1, len(notices) + 1))
        again.stop()
    finally:
        again.abandon()


def test_a_single_game_comes_back_into_a_house_in_use(hall: Hall, tmp_path: Path) -> None:
    file = tmp_path / "game.backup"
    with hall.client() as client:
        ada = Player(client, "Ada")
        game = ada.create("manaforge", ["human", "random"])
        for turn in range(5):
            ada.play_or_wait(game, turn)
        assert moothall("backup", str(file), "--data", str(hall.data), "--game", game).returncode == 0
        redis = connect(hall.redis_url)
        for name in redis.scan_iter(match=f"mh:*:g:{game}:*"):
            redis.delete(name)
        assert ada.client.get(f"/v1/games/{game}", headers=ada.headers).status_code == 404
        restored = moothall("restore", str(file), "--data", str(hall.data))
        assert restored.returncode == 0, restored.stderr
        assert restored.stdout.startswith("1 games and ")
        play_to_the_end(game, [ada])
        assert client.get(f"/v1/games/{game}/audit").json()["ok"] is True
        again = moothall("restore", str(file), "--data", str(hall.data))
        assert "1 games were there already" in again.stdout


def test_what_cannot_be_done_is_said_in_a_line(hall: Hall, tmp_path: Path) -> None:
    with hall.client() as client:
        Player(client, "Ada")
    file = tmp_path / "house.backup"
    assert moothall("backup", str(file), "--redis", hall.redis_url).returncode == 0
    said = [
        moothall("backup", str(file), "--redis", hall.redis_url),
        moothall("backup", str(tmp_path / "x"), "--data", str(tmp_path / "nosuchhouse")),
        moothall("backup", str(tmp_path / "x"), "--redis", "unix:///nosuchsocket"),
        moothall("restore", str(file), "--redis", hall.redis_url),
        moothall("restore", str(Path(__file__)), "--redis", hall.redis_url),
    ]
    assert [each.returncode for each in said] == [1] * 5
    assert [each.stderr.count("\n") for each in said] == [1] * 5
    words = ["is there already", "no data directory", "does not answer", "empty house only", "no backup of Moothall"]
    assert [word in each.stderr for word, each in zip(words, said, strict=True)] == [True] * 5, said


def test_keys_of_a_backup_join_those_that_are_there(tmp_path: Path) -> None:
    old, new = Keyring(tmp_path / "old"), Keyring(tmp_path / "new")
    seed = (old.folder / "0001.key").read_text().strip() if old.current() else ""
    mine = new.current()
    assert new.adopt(seed, 5_000)
    assert not new.adopt(seed, 5_000)
    assert new.current().id == old.current().id
    assert {key.id for key in new.published()} == {mine.id, old.current().id}
    assert new.published()[0].created_at == 5_000


def test_the_house_that_answers_is_not_started_twice(hall: Hall) -> None:
    """`--data` of a running server goes to its Redis; that of a stopped one starts it for a moment."""
    before = httpx.get(f"{hall.url}/readyz").status_code
    said = moothall("archive", "--data", str(hall.data), "--after", "86400")
    assert said.returncode == 0, said.stderr
    assert httpx.get(f"{hall.url}/readyz").status_code == before == 200
