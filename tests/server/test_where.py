"""Commands find the house that a data directory names, however long its path, and make none by a slip of the pen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from server.cli import main
from server.embedded import EmbeddedRedis, queue_in

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
