"""The end of a log: what is cut off, and what is left to an operator; on every server that is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from moothall.server.embedded import EmbeddedRedis
from moothall.server.operations.append_only_file import DamagedLog, commands, cut, find_tear, tear_of
from moothall.server.operations.redis_binary import NoRedis
from tests.support.servers import installed, log_of

SERVERS = [pytest.param(path, id=str(server)) for server, path in installed().items()]

ADD = "redis.call('XADD', KEYS[1], ARGV[1], 'd', ARGV[2]) redis.call('SET', KEYS[2], ARGV[1])"


def written(*words: bytes) -> bytes:
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in words)


def block(number: int) -> bytes:
    """A transaction as servers log it."""
    name = b"%d-0" % number
    return b"".join(
        (
            written(b"MULTI"),
            written(b"XADD", b"stream", name, b"d", b"text %d" % number),
            written(b"SET", b"last", name),
            written(b"EXEC"),
        )
    )


LOG = written(b"SELECT", b"0") + block(1) + block(2)


class TestAnyTear:
    def test_a_whole_log_has_none(self) -> None:
        assert find_tear(LOG) is None
        assert find_tear(b"") is None

    def test_a_log_that_ends_anywhere_in_a_transaction_is_cut_before_it(self) -> None:
        last = len(LOG) - len(block(2))
        for end in range(last + 1, len(LOG)):
            assert find_tear(LOG[:end]) == last, end

    def test_a_log_that_ends_anywhere_in_a_single_command_is_cut_before_it(self) -> None:
        more = written(b"SET", b"mh:key", b"a value")
        for end in range(1, len(more)):
            assert find_tear(LOG + more[:end]) == len(LOG), end

    def test_a_note_of_the_time_belongs_to_the_command_behind_it(self) -> None:
        more = b"#TS:1700000000\r\n" + block(3)
        assert find_tear(LOG + more) is None
        assert find_tear(LOG + more[:20]) == len(LOG)
        assert find_tear(LOG + more[:5]) == len(LOG)


class TestAnyDamage:
    @pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
    def test_what_is_overwritten_is_no_tear(self, share: float) -> None:
        place = int(len(LOG) * share)
        with pytest.raises(DamagedLog):
            find_tear(LOG[:place] + b"?" * (len(LOG) - place))

    def test_a_wrong_digit_is_never_cut_whatever_it_makes_of_a_length(self) -> None:
        """Every digit of every line of lengths, replaced by every other one: what is complete stays complete."""
        for place in range(len(LOG)):
            line = LOG.rfind(b"\r\n", 0, place) + 2 if place > 1 else 0
            if LOG[line : line + 1] not in (b"*", b"$") or not LOG[place : place + 1].isdigit():
                continue
            for digit in b"0123456789":
                if digit == LOG[place]:
                    continue
                damaged = LOG[:place] + bytes([digit]) + LOG[place + 1 :]
                with pytest.raises(DamagedLog):
                    find_tear(damaged)

    def test_a_length_that_swallows_the_rest_is_named(self) -> None:
        with pytest.raises(DamagedLog, match="has a wrong length: another command begins at byte"):
            find_tear(LOG.replace(b"$6\r\ntext 1", b"$600\r\ntext 1") + b"*1")

    def test_a_transaction_within_a_transaction(self) -> None:
        with pytest.raises(DamagedLog, match="second MULTI"):
            find_tear(written(b"MULTI") + block(1))

    def test_a_command_without_words(self) -> None:
        with pytest.raises(DamagedLog, match="no words"):
            find_tear(LOG + b"*0\r\n")


def test_commands_tell_where_they_are() -> None:
    found = list(commands(LOG, 0, len(LOG)))
    assert [command.name for command in found] == [b"SELECT", *[b"MULTI", b"XADD", b"SET", b"EXEC"] * 2]
    assert LOG[found[5].start : found[5].end] == written(b"MULTI")
    with pytest.raises(DamagedLog, match="ends within"):
        list(commands(LOG[:-1], 0, len(LOG) - 1))


def test_what_is_cut_off_is_kept(tmp_path: Path) -> None:
    log = tmp_path / "appendonly.aof"
    log.write_bytes(LOG[:-5])
    position = tear_of(log)
    assert position is not None
    kept = cut(log, position)
    assert log.read_bytes() + kept.read_bytes() == LOG[:-5]
    assert tear_of(log) is None


@pytest.mark.parametrize("binary", SERVERS)
class TestEveryServer:
    """Eight transactions, with the log rewritten after the fourth."""

    def fill(self, data: Path, binary: Path) -> EmbeddedRedis:
        server = EmbeddedRedis(data, fsync="no", server=str(binary))
        server.start()
        with server.client() as redis:
            add = redis.register_script(ADD)
            for number in range(1, 9):
                add(keys=["mh:stream", "mh:last"], args=[f"{number}-0", f"text {number}"])
                if number == 4:
                    redis.bgrewriteaof()
                    while (about := redis.info("persistence"))["aof_rewrite_in_progress"]:
                        pass
                    assert about["aof_last_bgrewrite_status"] == "ok"
        server.stop()
        return server

    def entries(self, server: EmbeddedRedis) -> list[str]:
        server.start()
        try:
            with server.client() as redis:
                found = [fields[b"d"].decode() for _, fields in redis.xrange("mh:stream")]
                assert redis.get("mh:last") == b"%d-0" % len(found)
                return found
        finally:
            server.stop()

    @pytest.mark.parametrize("less", [1, 6, 20, 40, 60, 90])
    def test_an_interrupted_write_is_cut_off_and_kept(self, tmp_path: Path, binary: Path, less: int) -> None:
        server = self.fill(tmp_path, binary)
        log = log_of(tmp_path)
        whole = log.read_bytes()
        log.write_bytes(whole[:-less])
        assert self.entries(server) == [f"text {number}" for number in range(1, 8)]
        (kept,) = log.parent.glob("*.cut-at-*")
        assert whole.startswith(log.read_bytes())
        assert whole[: len(whole) - less].endswith(kept.read_bytes())

    @pytest.mark.parametrize("damage", ["overwritten", "a wrong digit", "a wrong byte"])
    def test_anything_else_stops_the_server_and_changes_nothing(
        self, tmp_path: Path, binary: Path, damage: str
    ) -> None:
        server = self.fill(tmp_path, binary)
        log = log_of(tmp_path)
        data = log.read_bytes()
        place = data.index(b"$6\r\ntext 6")
        spoiled = {
            "overwritten": data[:place] + b"?" * (len(data) - place),
            "a wrong digit": data[:place] + b"$666\r\n" + data[place + 4 :],
            "a wrong byte": data[:place] + b"!" + data[place + 1 :],
        }[damage]
        log.write_bytes(spoiled)
        with pytest.raises(NoRedis, match="the log is damaged, and nothing was changed"):
            server.start()
        server.stop()
        assert log.read_bytes() == spoiled
