"""The commit pipeline of a client, or one for each server of a cluster.

See `cheat.store.redis.commit_pipeline`. If a server refuses a command because the slot has moved, the caller
asks again through the client, as after any error. The client follows the slot and corrects the map.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import redis

from cheat.store.redis.cluster import Cluster
from cheat.store.redis.commit_pipeline import CommitPipeline
from cheat.store.redis.pool import Pool
from cheat.store.redis.slots import Node, Slots, key_of


def line_of(client: redis.Redis) -> CommitPipeline | NodePipelines | None:
    """Return the pipeline of a client; None for the store in memory, which has no connections."""
    if isinstance(client, Cluster):
        return NodePipelines(client.slots)
    pool = client.connection_pool
    return CommitPipeline(pool) if isinstance(pool, Pool) else None


class NodePipelines:
    """A commit pipeline to each server of a cluster that commits have used."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._pipes: dict[Node, CommitPipeline] = {}
        self._making = threading.Lock()

    def ask(self, *command: Any) -> Any:
        """Return the answer of the server that has the key, as `CommitPipeline.ask`."""
        return self._pipe(self._slots.owner(key_of(command))).ask(*command)

    def ask_all(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return the answers as `CommitPipeline.ask_all`, with one round trip for each server."""
        answers: dict[int, Any] = {}
        for node, there in self._slots.apart(list(map(key_of, commands))).items():
            told = self._pipe(node).ask_all([commands[place] for place in there])
            answers.update(zip(there, told, strict=True))
        return [answers[place] for place in range(len(commands))]

    def close(self) -> None:
        """End all connections."""
        for pipe in list(self._pipes.values()):
            pipe.close()

    def _pipe(self, node: Node) -> CommitPipeline:
        pipe = self._pipes.get(node)
        return pipe or self._new(node)

    def _new(self, node: Node) -> CommitPipeline:
        """Return a new pipeline, and close those to servers that are gone."""
        with self._making:
            known = set(self._slots.nodes.values())
            for gone in self._pipes.keys() - known:
                self._pipes.pop(gone).close()
            return self._pipes.setdefault(node, CommitPipeline(node.pool, node.silence))
