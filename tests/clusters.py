"""A Redis Cluster of real servers. It is made and changed by the commands that operators' tools send."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cheat.store.redis.slots import slot_of
from tests.secured_redis import Secured
from tests.servers import RedisServer, free_port, in_background, wait_until

SLOTS = 16384
NODE_TIMEOUT_MS = 1500
"""Milliseconds after which a silent server counts as dead, and its replica takes over."""


class ClusterOfServers:
    """Masters that share the slots evenly, and replicas of the first master. `secured`: see `RedisServer`."""

    def __init__(
        self,
        folder: Path,
        masters: int = 3,
        replicas: int = 0,
        secured: Secured | None = None,
        node_timeout_ms: int = NODE_TIMEOUT_MS,
    ) -> None:
        self.folder, self.node_timeout_ms = folder, node_timeout_ms
        self.secured = secured
        self.masters = [self._server() for _ in range(masters)]
        self.replicas = [self._server() for _ in range(replicas)]
        hosts = f"127.0.0.1:{self.masters[0].port},127.0.0.1:{self.masters[1].port}"
        self.url = f"redis+cluster://{hosts}"
        if secured:
            self.url = f"rediss+cluster://{secured.login()}{hosts}{secured.query()}"

    @property
    def servers(self) -> list[RedisServer]:
        return [*self.masters, *self.replicas]

    def start(self) -> ClusterOfServers:
        for starting in [in_background(server.start) for server in self.servers]:
            starting.value()
        self._share_slots()
        self._meet()
        for master, replica in zip(self.masters, self.replicas, strict=False):
            self._follow(master, replica)
        wait_until(lambda: all(self.is_whole(server) for server in self.servers), "the cluster works", 20)
        wait_until(lambda: all(map(follows, self.replicas)), "the replicas are up to date", 20)
        return self

    def stop(self) -> None:
        for server in self.servers:
            if server.running():
                server.kill()

    # The present state

    def is_whole(self, server: RedisServer) -> bool:
        """Return whether a server knows all others, and every slot has a master."""
        told = answer_of(server, "CLUSTER", "INFO").decode()
        known = f"cluster_known_nodes:{len(self.servers)}", f"cluster_slots_assigned:{SLOTS}"
        return all(words in told for words in ("cluster_state:ok", *known))

    def holder(self, key: str) -> RedisServer:
        """Return the server that has the slot of a key."""
        return self.at(slot_of(key))

    def at(self, slot: int) -> RedisServer:
        """Return the server that has a slot, as the running servers report it."""
        living = [server for server in self.servers if server.running()]
        return next(server for server in living if slot in slots_of(server, as_told_by=server))

    # Actions of operators

    def add(self) -> RedisServer:
        """Add a server without any slot."""
        server = self._server().start()
        self.masters.append(server)
        self._meet()
        wait_until(lambda: all(self.is_whole(one) for one in self.servers), "all know the new one", 20)
        return server

    def begin_to_move(self, slot: int, source: RedisServer, target: RedisServer) -> None:
        """Begin to move a slot: both servers know of the move, but its keys stay where they are."""
        answer_of(target, "CLUSTER", "SETSLOT", slot, "IMPORTING", id_of(source))
        answer_of(source, "CLUSTER", "SETSLOT", slot, "MIGRATING", id_of(target))

    def move_keys(self, slot: int, source: RedisServer, target: RedisServer) -> list[str]:
        """Move all present keys of the slot. Return them."""
        names: list[bytes] = answer_of(source, "CLUSTER", "GETKEYSINSLOT", slot, 1000)
        if names:
            answer_of(source, "MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *names)
        return [name.decode() for name in names]

    def end_move(self, slot: int, source: RedisServer, target: RedisServer) -> None:
        """End the move of a slot: its new server tells the others.

        Waits until all servers agree. Otherwise another move could end with a newer epoch, and bring back the
        former owner of this slot.
        """
        for server in (target, source):
            answer_of(server, "CLUSTER", "SETSLOT", slot, "NODE", id_of(target))
        wait_until(lambda: self.agree(slot, target), "all know who has the slot", 20)

    def agree(self, slot: int, owner: RedisServer) -> bool:
        """Return whether all servers that run agree about a slot."""
        living = (server for server in self.servers if server.running())
        return all(slot in slots_of(owner, as_told_by=server) for server in living)

    def take_over(self, replica: RedisServer) -> None:
        """Make a replica the master of its slots, in agreement with the former master."""
        answer_of(replica, "CLUSTER", "FAILOVER")

    # Setting up

    def _server(self) -> RedisServer:
        bus = free_port()
        more = ["--cluster-enabled", "yes", "--cluster-port", f"{bus}"]
        more += ["--cluster-config-file", f"nodes-{bus}.conf"]
        more += ["--cluster-node-timeout", f"{self.node_timeout_ms}", "--cluster-require-full-coverage", "no"]
        more += ["--tls-cluster", "yes"] if self.secured else []
        return RedisServer(self.folder, more=more, secured=self.secured)

    def _share_slots(self) -> None:
        count = len(self.masters)
        for number, master in enumerate(self.masters):
            first, after = SLOTS * number // count, SLOTS * (number + 1) // count
            answer_of(master, "CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            answer_of(master, "CLUSTER", "ADDSLOTSRANGE", first, after - 1)

    def _meet(self) -> None:
        first, *others = self.servers
        for server in others:
            answer_of(first, "CLUSTER", "MEET", "127.0.0.1", server.port, bus_port(server))

    def _follow(self, master: RedisServer, replica: RedisServer) -> None:
        name = id_of(master)
        known = name.encode()
        wait_until(
            lambda: known in answer_of(replica, "CLUSTER", "NODES"), "the replica knows its master", 20
        )
        answer_of(replica, "CLUSTER", "REPLICATE", name)


def answer_of(server: RedisServer, *command: Any) -> Any:
    """Return the answer of this server, without redirections."""
    with server.client() as client:
        return client.execute_command(*command)


def bus_port(server: RedisServer) -> int:
    """Return the port at which the other servers reach it."""
    return int(server.more[3])


def id_of(server: RedisServer) -> str:
    """Return the name of a server within the cluster."""
    return str(answer_of(server, "CLUSTER", "MYID").decode())


def follows(replica: RedisServer) -> bool:
    """Return whether a replica has everything that its master has written."""
    return bool(answer_of(replica, "INFO", "replication").get("master_link_status") == "up")


def slots_of(server: RedisServer, as_told_by: RedisServer) -> set[int]:
    """Return the slots of a server, as another server reports them; none for a replica."""
    rows = answer_of(as_told_by, "CLUSTER", "SLOTS")
    mine = (range(first, last + 1) for first, last, (_, port, *_), *_ in rows if port == server.port)
    return set().union(*mine)
