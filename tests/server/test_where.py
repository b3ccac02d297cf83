"""Commands find the house that a data directory names, however long its path, and make none by a slip of the pen."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from moothall.server.cli import main
from moothall.server.embedded import EmbeddedRedis, queue_in

OLD_STORE = Path(__file__).parents[1] / "golden" / "upgrade" / "store"
"""What a version with Redis 6.2 left."""

OFFLINE = [["archive"], ["backup", "{out}"], ["keys"], ["keys", "--rotate"]]
"""Commands that need no server to be running."""
ONLINE = [["jobs"], ["rebuild"], ["grant", "p_0", "--scope", "organise"]]


@pytest.fixture
def far_away(tmp_path: Path) -> Iterator[Path]:
    """The servers of a house whose path is too long for a socket."""
    data = tmp_path / ("long" * 30)
    servers = [EmbeddedRedis(data, fsync="no"), EmbeddedRedis(queue_in(data), fsync="no")]
    for server in servers:
        server.start()
    yield data
    for server in servers:
        server.stop()
    assert not list(data.glob("**/redis.sock"))


@pytest.mark.parametrize("elsewhere", [False, True], ids=["same", "another place for temporary files"])
def test_a_long_path_is_found(far_away: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: bool) -> None:
    if elsewhere:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    said = {}
    for words in (["jobs"], ["rebuild"], ["archive"], ["backup", str(tmp_path / "out")]):
        result = CliRunner().invoke(main, [*words, "--data", str(far_away)])
        assert result.exit_code == 0, result.output
        said[words[0]] = result.output.splitlines()[0]
    assert said["jobs"] == "[]"
    assert said["rebuild"] == "0 games listed"
    refused = CliRunner().invoke(main, ["grant", "p_0", "--scope", "organise", "--data", str(far_away)])
    assert "There is no player p_0" in refused.output


@pytest.mark.parametrize("words", [*OFFLINE, *ONLINE], ids=" ".join)
def test_a_directory_that_is_not_there_is_said_and_not_made(tmp_path: Path, words: list[str]) -> None:
    nowhere = tmp_path / "nowhere"
    named = [word.format(out=tmp_path / "out") for word in words]
    result = CliRunner().invoke(main, [*named, "--data", str(nowhere)])
    assert result.exit_code == 1
    assert str(nowhere) in result.output
    assert not nowhere.exists()


def test_an_empty_directory_is_not_backed_up_unless_forced(tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    data.mkdir()
    refused = CliRunner().invoke(main, ["backup", str(out), "--data", str(data)])
    assert refused.exit_code == 1
    assert "holds no games and no accounts" in refused.output
    assert not out.exists()
    assert not list(data.iterdir())
    forced = CliRunner().invoke(main, ["backup", str(out), "--data", str(data), "--force"])
    assert (forced.exit_code, out.exists()) == (0, True), forced.output


def test_nothing_is_restored_into_the_directory_of_another_program_unless_forced(tmp_path: Path) -> None:
    empty, data, out = tmp_path / "empty", tmp_path / "data", tmp_path / "out"
    empty.mkdir()
    assert CliRunner().invoke(main, ["backup", str(out), "--data", str(empty), "--force"]).exit_code == 0
    data.mkdir()
    (data / "photo.jpg").touch()
    refused = CliRunner().invoke(main, ["restore", str(out), "--data", str(data)])
    assert refused.exit_code == 1
    assert "none of Moothall's: photo.jpg" in refused.output
    assert [path.name for path in data.iterdir()] == ["photo.jpg"]
    assert CliRunner().invoke(main, ["restore", str(out), "--data", str(data), "--force"]).exit_code == 0
    new = CliRunner().invoke(main, ["restore", str(out), "--data", str(tmp_path / "new")])
    assert new.exit_code == 0, new.output
    one = CliRunner().invoke(main, ["restore", str(out), "--game", "g_1", "--data", str(tmp_path / "another")])
    assert "holds no games and no accounts" in one.output


def test_the_log_of_an_older_server_is_left_alone_until_it_is_upgraded(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(OLD_STORE, data)
    before = (data / "appendonly.aof").read_bytes()
    refused = CliRunner().invoke(main, ["backup", str(tmp_path / "out"), "--data", str(data)])
    assert refused.exit_code == 1
    assert "was written by Redis 6.2.14; this server is Valkey" in refused.output
    assert (data / "appendonly.aof").read_bytes() == before
    upgraded = CliRunner().invoke(main, ["upgrade-data", "--data", str(data)])
    assert upgraded.exit_code == 0, upgraded.output
    assert upgraded.output.count("has taken over the log of") == 2, "the store and the queue"
    again = CliRunner().invoke(main, ["upgrade-data", "--data", str(data)])
    assert again.output.count("needs no upgrade") == 2
    assert CliRunner().invoke(main, ["backup", str(tmp_path / "out"), "--data", str(data)]).exit_code == 0


@pytest.mark.parametrize("command", [["serve"], ["upgrade-data"]], ids=" ".join)
def test_the_directory_of_another_program_is_not_served(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "photo.jpg").touch()
    result = CliRunner().invoke(main, [*command, "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "none of Moothall's: photo.jpg" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["photo.jpg"]
