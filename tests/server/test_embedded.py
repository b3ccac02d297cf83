"""The embedded Redis: starts anywhere, is private, and keeps what it acknowledged."""

from __future__ import annotations

import hashlib
import os
import signal
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis.exceptions import RedisError

from moothall.events import keys
from moothall.events.redis_client.connection import connect
from moothall.server.embedded import LONGEST_SOCKET, EmbeddedRedis
from moothall.server.operations.redis_binary import NoRedis, find_binary
from tests.support.house import ANN, WAVE, House
from tests.support.servers import log_of

Start = Callable[[Path], EmbeddedRedis]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers that are stopped after the test."""
    servers: list[EmbeddedRedis] = []

    def start(data: Path) -> EmbeddedRedis:
        server = EmbeddedRedis(data)
        servers.append(server)
        server.start()
        return server

    yield start
    for server in servers:
        server.stop()


def put(server: EmbeddedRedis, value: str) -> None:
    with connect(server.url) as redis:
        redis.set("kept", value)


def kept(server: EmbeddedRedis) -> bytes | None:
    with connect(server.url) as redis:
        value: bytes | None = redis.get("kept")
        return value


def deep(path: Path) -> Path:
    """A path too long for a unix socket."""
    while len(os.fsencode(path)) <= LONGEST_SOCKET:
        path = path / "a-folder-with-a-long-name"
    return path


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_it_starts_on_a_directory_that_is_not_there_yet(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path / "new" / "data")
    assert server.running()
    assert kept(server) is None


def test_nobody_else_may_look_into_the_data(start: Start, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    server = start(data)
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert stat.S_IMODE(server.socket.stat().st_mode) == 0o700


def test_it_listens_on_its_socket_alone_and_syncs_every_write(start: Start, tmp_path: Path) -> None:
    with connect(start(tmp_path).url) as redis:
        settings = redis.config_get("*")
    assert (settings["port"], settings["appendonly"], settings["appendfsync"]) == ("0", "yes", "always")
    assert settings["auto-aof-rewrite-min-size"] == str(256 << 20)


@pytest.mark.parametrize("place", [lambda path: path / "data", deep], ids=["short path", "long path"])
class TestAnywhere:
    def test_what_was_written_is_there_after_a_stop_and_a_start(
        self, start: Start, tmp_path: Path, place: Callable[[Path], Path]
    ) -> None:
        server = start(place(tmp_path))
        put(server, "value")
        server.stop()
        assert not server.running()
        server.start()
        assert kept(server) == b"value"
        server.stop()
        assert kept(start(place(tmp_path))) == b"value"

    def test_a_server_left_behind_on_the_same_data_is_ended_first(
        self, start: Start, tmp_path: Path, place: Callable[[Path], Path]
    ) -> None:
        left = start(place(tmp_path))
        put(left, "value")
        server = start(place(tmp_path))
        assert not left.running()
        assert server.running()
        assert kept(server) == b"value"

    def test_starting_again_is_harmless(self, start: Start, tmp_path: Path, place: Callable[[Path], Path]) -> None:
        server = start(place(tmp_path))
        put(server, "value")
        first = server.pid
        server.start()
        assert gone(first)
        assert kept(server) == b"value"

    def test_nothing_is_left_after_a_stop(self, start: Start, tmp_path: Path, place: Callable[[Path], Path]) -> None:
        server = start(place(tmp_path))
        pid = server.pid
        server.stop()
        server.stop()
        assert gone(pid)
        assert not server.socket.exists()


def test_two_data_directories_are_two_servers(start: Start, tmp_path: Path) -> None:
    one, two = start(deep(tmp_path) / "one"), start(deep(tmp_path) / "two")
    put(one, "1")
    put(two, "2")
    assert (kept(one), kept(two)) == (b"1", b"2")


def test_a_socket_directory_that_is_not_ours_is_not_used(tmp_path: Path) -> None:
    server = EmbeddedRedis(deep(tmp_path))
    server.socket.parent.symlink_to(tmp_path)
    try:
        with pytest.raises(NoRedis, match="not ours"):
            server.start()
    finally:
        server.socket.parent.unlink()


def test_a_relative_path_is_one_from_here(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    server = start(Path("here") / "data")
    monkeypatch.chdir("/")
    put(server, "value")
    assert (tmp_path / "here" / "data" / "redis.sock").exists()


def test_a_server_that_does_not_start_is_said_to(tmp_path: Path) -> None:
    server = EmbeddedRedis(tmp_path)
    server.start()
    server.stop()
    (tmp_path / "appendonlydir" / "appendonly.aof.1.base.rdb").write_bytes(b"this is no log of a Redis\r\n")
    with pytest.raises(NoRedis, match=r"redis\.log"):
        server.start()
    assert not server.running()
    server.stop()


def test_there_is_a_server_to_run() -> None:
    assert os.access(find_binary(), os.X_OK)


def test_every_acknowledged_move_survives_kill_9(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path)
    house = House(connect(server.url)).start()
    acknowledged: list[int] = []
    enough = threading.Event()

    def play() -> None:
        while True:
            try:
                acknowledged.append(house.play(ANN, WAVE).seq)
            except RedisError:
                return
            if len(acknowledged) == 50:
                enough.set()

    player = threading.Thread(target=play)
    player.start()
    assert enough.wait(60)
    os.kill(server.pid, signal.SIGKILL)
    player.join()
    server.start()

    with connect(server.url) as redis:
        entries = redis.xrange(keys.events("g1"))
        again = House(redis)
        assert acknowledged == list(range(3, 3 + len(acknowledged)))
        # The last one may have been written and its answer lost with the server.
        assert len(entries) - 2 - len(acknowledged) in (0, 1)
        head = bytes(32)
        for _, fields in entries:
            head = hashlib.sha256(head + fields[b"d"]).digest()
            assert fields[b"h"] == head
        assert again.play(ANN, WAVE).seq == len(entries) + 1


ADD = "redis.call('XADD', KEYS[1], ARGV[1], 'd', ARGV[2]) redis.call('SET', KEYS[2], ARGV[1])"


def add(server: EmbeddedRedis, entry: str, text: str) -> None:
    """A script's writes, which Redis logs as a transaction."""
    with connect(server.url) as redis:
        redis.register_script(ADD)(keys=["stream", "last"], args=[entry, text])


def texts(server: EmbeddedRedis) -> list[bytes]:
    with connect(server.url) as redis:
        return [fields[b"d"] for _, fields in redis.xrange("stream")]


@pytest.mark.parametrize("share", [0.2, 0.5, 0.7, 0.95])
def test_half_of_a_write_is_never_carried_out(start: Start, tmp_path: Path, share: float) -> None:
    server = start(tmp_path)
    add(server, "1-0", "first")
    log = log_of(tmp_path)
    before = log.stat().st_size
    add(server, "2-0", "never acknowledged")
    server.stop()
    with log.open("r+b") as file:
        file.truncate(before + int((log.stat().st_size - before) * share))
    server = start(tmp_path)
    assert texts(server) == [b"first"]
    add(server, "2-0", "acknowledged")
    server.stop()
    assert texts(start(tmp_path)) == [b"first", b"acknowledged"]


def test_a_log_that_is_damaged_otherwise_is_left_to_a_person(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path)
    for number in range(1, 9):
        add(server, f"{number}-0", "text")
    server.stop()
    log = log_of(tmp_path)
    data = bytearray(log.read_bytes())
    data[len(data) // 2 :] = b"?" * (len(data) - len(data) // 2)
    log.write_bytes(data)
    with pytest.raises(NoRedis):
        start(tmp_path)
    assert log.read_bytes() == bytes(data)
