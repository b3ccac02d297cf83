"""A primary with a replica that three Sentinels watch over, on loopback ports."""

from __future__ import annotations

from pathlib import Path

from tests.support.live import until
from tests.support.nodes import HOST, NODE_TIMEOUT_MS, Node, free_ports

SERVICE = "hall"


class Watched:
    """A primary with a replica, and three Sentinels."""

    def __init__(self, folder: Path) -> None:
        first, second, *others = free_ports(5)
        kept = ("--appendonly", "yes")  # one that is started again before Sentinels say what it is has its data
        quick = (
            *kept,
            "--repl-diskless-sync",
            "yes",
            "--repl-diskless-sync-delay",
            "0",
            "--repl-ping-replica-period",
            "1",
        )
        self.servers = [
            Node(folder / "one", first, *quick),
            Node(folder / "other", second, *quick, "--replicaof", HOST, str(first)),
        ]
        self.sentinels = [SentinelNode(folder / f"sentinel-{port}", port, first) for port in others]

    @property
    def url(self) -> str:
        return "redis+sentinel://" + ",".join(f"{HOST}:{node.port}" for node in self.sentinels) + f"/{SERVICE}"

    def start(self) -> None:
        for node in (*self.servers, *self.sentinels):
            node.start()
        self.settle()

    def settle(self) -> None:
        """Until every Sentinel knows all the others and the replica, which follows."""
        until(lambda: all(node.knows_all for node in self.sentinels) and self.replica.linked, "the Sentinels' health")

    @property
    def primary(self) -> Node:
        return next(node for node in self.servers if node.answers() and node.role == "master")

    @property
    def replica(self) -> Node:
        primary = self.primary
        return next(node for node in self.servers if node is not primary)

    def share_everything(self) -> None:
        """Wait until the replica has what the primary has.

        Shortly after a failover both servers can call themselves primaries: then neither is asked for the offset of a
        replica, and the roles are read again."""

        def has_caught_up() -> bool:
            replica, wanted = self.replica.info("replication"), self.primary.info("replication")["master_repl_offset"]
            return bool(replica["role"] == "slave" and replica["slave_repl_offset"] >= wanted)

        until(has_caught_up, "the replica's catching up")

    def fail_over(self) -> None:
        """Kill the primary; when the replica has taken its place, start it again as a replica. It is started while
        Sentinels still name it, and clients are left connected to it."""
        primary, replica = self.primary, self.replica
        primary.kill()
        until(lambda: replica.role == "master", "the failover")
        primary.start()
        primary.redis.replicaof(HOST, replica.port)  # a Sentinel would do so too, after ten seconds
        until(lambda: primary.linked, "a replica")

    def stop(self) -> None:
        for node in (*self.sentinels, *self.servers):
            node.stop()


class SentinelNode(Node):
    """A Sentinel; what it learns it writes into its own file of settings."""

    def __init__(self, folder: Path, port: int, primary: int) -> None:
        super().__init__(folder, port)
        self._primary = primary

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        settings = [
            f"port {self.port}",
            f"bind {HOST}",
            f"sentinel monitor {SERVICE} {HOST} {self._primary} 2",
            f"sentinel down-after-milliseconds {SERVICE} {NODE_TIMEOUT_MS}",
            f"sentinel failover-timeout {SERVICE} 5000",
        ]
        (self.folder / "sentinel.conf").write_text("\n".join(settings) + "\n")
        super().start()

    def _command(self) -> list[str]:
        return [str(self.folder / "sentinel.conf"), "--sentinel"]

    @property
    def knows_all(self) -> bool:
        about = self.redis.sentinel_master(SERVICE)
        return bool(about["num-other-sentinels"] == 2 and about["num-slaves"] == 1 and not about["is_odown"])
