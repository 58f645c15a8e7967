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


def pipeline_of(client: redis.Redis) -> CommitPipeline | NodePipelines | None:
    """Return the pipeline of a client; None for the store in memory, which has no connections."""
    if isinstance(client, Cluster):
        return NodePipelines(client.slots)
    pool = client.connection_pool
    return CommitPipeline(pool) if isinstance(pool, Pool) else None


class NodePipelines:
    """A commit pipeline to each server of a cluster that commits have used."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._pipelines: dict[Node, CommitPipeline] = {}
        self._lock = threading.Lock()

    def execute(self, *command: Any) -> Any:
        """Return the answer of the server that has the key, as `CommitPipeline.execute`."""
        return self._pipeline(self._slots.owner(key_of(command))).execute(*command)

    def execute_all(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return the answers as `CommitPipeline.execute_all`, with one round trip for each server."""
        answers: dict[int, Any] = {}
        for node, places in self._slots.by_owner(list(map(key_of, commands))).items():
            received = self._pipeline(node).execute_all([commands[place] for place in places])
            answers.update(zip(places, received, strict=True))
        return [answers[place] for place in range(len(commands))]

    def close(self) -> None:
        """End all connections."""
        for pipeline in list(self._pipelines.values()):
            pipeline.close()

    def _pipeline(self, node: Node) -> CommitPipeline:
        pipeline = self._pipelines.get(node)
        return pipeline or self._new_pipeline(node)

    def _new_pipeline(self, node: Node) -> CommitPipeline:
        """Return a new pipeline, and close those to servers that are gone."""
        with self._lock:
            known = set(self._slots.nodes.values())
            for gone in self._pipelines.keys() - known:
                self._pipelines.pop(gone).close()
            return self._pipelines.setdefault(node, CommitPipeline(node.pool, node.hang_guard))
