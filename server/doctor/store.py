"""The Redis that the games are in: its version, what it keeps and for how long, and who has a copy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from redis.exceptions import ResponseError

from moothall.events.redis_client.connection import SENTINEL, hosts, is_cluster
from moothall.server.doctor.findings import Finding, Patient, at, bad, ok, warn
from moothall.server.operations.redis_binary import OLDEST, RedisServer

FIXED_SINCE: dict[str, dict[tuple[int, ...], int]] = {
    "redis": {(6, 2): 20, (7, 2): 11, (7, 4): 6, (8, 0): 4, (8, 2): 2},
    "valkey": {(7, 2): 14, (8, 0): 10, (8, 1): 9, (9, 0): 5, (9, 1): 1},
}
"""The first release of each branch without the holes published until July 2026 (Redis: until October 2025, such as
CVE-2025-49844). A branch that is not here, and older than one that is, gets no more fixes."""

LAG_S = 10
"""A replica that is silent for longer is behind."""

LONG_NODE_TIMEOUT_MS = 10_000
FULL = 0.9
"""Share of the memory or of the connections that is too much."""


def version(patient: Patient) -> Iterator[Finding]:
    """Report the server and version of every node, and whether holes are known in it."""
    for name, redis in patient.primaries():
        server = _server(redis)
        yield judged(server, at(name, f"version {server}"))


def judged(server: RedisServer, said: str) -> Finding:
    """Return what there is to say of a server's version."""
    fixed = FIXED_SINCE[server.name].get(server.branch)
    if server < RedisServer("redis", OLDEST):
        return bad(said, "upgrade to Redis 6.2 or newer")
    if fixed is not None and server.version < (*server.branch, fixed):
        release = ".".join(map(str, (*server.branch, fixed)))
        return warn(said, f"upgrade to {release} or newer: security holes of this version are published")
    if fixed is None and server.branch < max(FIXED_SINCE[server.name]):
        return warn(said, "no more security fixes for this branch: see that your distribution has them, or upgrade")
    return ok(said)


def _server(redis: Any) -> RedisServer:
    """Return what a node runs. Valkey also tells the version of Redis that it is compatible with."""
    about = redis.info("server")
    name = "valkey" if "valkey_version" in about else "redis"
    return RedisServer(name, tuple(int(part) for part in str(about[f"{name}_version"]).split(".")))


def durability(patient: Patient) -> Iterator[Finding]:
    """Whether an acknowledged move is on disk."""
    for name, redis in patient.primaries():
        settings, about = _settings(redis, "append*"), redis.info("persistence")
        if about.get("aof_last_write_status", "ok") != "ok":
            yield bad(at(name, "the last write to disk failed"), "make room, then look into the log of Redis")
        if settings is None:
            yield warn(at(name, "settings cannot be asked for"), "make sure of appendonly yes and appendfsync always")
            continue
        kept, synced = settings.get("appendonly"), settings.get("appendfsync")
        said = at(name, f"appendonly {kept}, appendfsync {synced}")
        if kept != "yes":
            yield bad(said, "set appendonly yes: without it all games are gone when Redis ends")
        elif synced != "always":
            yield warn(said, "set appendfsync always: otherwise a power cut may take the last moves")
        else:
            yield ok(said)


def memory(patient: Patient) -> Iterator[Finding]:
    """Whether Redis would rather refuse than forget, and how much room there is."""
    for name, redis in patient.primaries():
        settings, about = _settings(redis, "max*"), redis.info()
        used, most = int(about["used_memory"]), int(about.get("maxmemory", 0))
        said = at(name, f"{used / 2**20:.0f} MiB used" + (f" of {most / 2**20:.0f}" if most else ""))
        policy = str(about.get("maxmemory_policy", "noeviction"))
        if policy != "noeviction":
            say = bad if most else warn
            yield say(f"{said}, maxmemory-policy {policy}", "set maxmemory-policy noeviction: Redis would drop games")
        elif most and used > FULL * most:
            yield warn(said, "raise maxmemory, or pack games sooner (MOOTHALL_ARCHIVE_S, moothall archive)")
        else:
            yield ok(said)
        lines, clients = int((settings or {}).get("maxclients", 0)), int(about["connected_clients"])
        if lines and clients > FULL * lines:
            yield warn(at(name, f"{clients} of {lines} connections in use"), "raise maxclients")


def replication(patient: Patient) -> Iterator[Finding]:
    """Whether as many replicas follow as the answers wait for."""
    wanted, url = patient.config.replicas, patient.config.redis
    for name, redis in patient.primaries():
        about, settings = redis.info("replication"), _settings(redis, "min-replicas*") or {}
        following = [each for key, each in about.items() if key.startswith("slave") and isinstance(each, dict)]
        prompt = [each for each in following if each.get("state") == "online" and int(each.get("lag", 0)) <= LAG_S]
        said = at(name, f"{len(prompt)} of {len(following)} replicas follow; MOOTHALL_REPLICAS is {wanted}")
        if about["role"] != "master":
            yield bad(at(name, "this is a replica"), "name the primary, or use a redis+sentinel:// URL")
        elif len(prompt) < wanted:
            yield bad(said, "start replicas: until then every move is answered not-yet-safe")
        elif wanted and int(settings.get("min-replicas-to-write", 0)) < wanted:
            yield warn(said, f"set min-replicas-to-write {wanted}: a primary that is cut off should take no moves")
        elif len(prompt) < len(following):
            yield warn(said, "look after the replicas that are behind")
        elif not wanted and (following or url.startswith(SENTINEL) or is_cluster(url)):
            yield warn(said, "set it to 1 or more: otherwise the last moves may be lost with a primary")
        else:
            yield ok(said)


def cluster(patient: Patient) -> Iterator[Finding]:
    """What holds several servers together."""
    url = patient.config.redis
    if url.startswith(SENTINEL):
        count = len(hosts(url))
        if count < 3:
            yield warn(f"{count} Sentinels are named", "name all of them, and have three or more")
        else:
            yield ok(f"{count} Sentinels are named")
    if not is_cluster(url):
        return
    for name, redis in patient.primaries():
        about = redis.execute_command("CLUSTER INFO")
        state, covered = about.get("cluster_state"), int(about.get("cluster_slots_ok", 0))
        timeout = int((_settings(redis, "cluster-node-timeout") or {}).get("cluster-node-timeout", 0))
        said = at(name, f"state {state}, {covered} slots served, node timeout {timeout} ms")
        if state != "ok" or covered < 16_384:
            yield bad(said, "start the nodes that are missing, or give their slots to others")
        elif timeout > LONG_NODE_TIMEOUT_MS:
            yield warn(said, "set cluster-node-timeout to 2000 to 5000: players wait that long for a lost primary")
        else:
            yield ok(said)


def _settings(redis: Any, pattern: str) -> dict[str, str] | None:
    """Settings of a server; None if it does not tell them."""
    try:
        found: dict[str, str] = redis.config_get(pattern)
    except ResponseError:  # hosted ones forbid it
        return None
    return found
