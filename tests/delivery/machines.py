"""A balancer in front of several machines, and games that are played and checked through it."""

from __future__ import annotations

import signal
import subprocess
import sys

from tests.balancer import Balancer, in_thread
from tests.servers import PATIENCE_S, ROOT, Web, free_port, is_healthy, wait_until


def balanced(*servers: Web) -> Balancer:
    """A balancer in this process that sends each request to a random machine."""
    balancer = Balancer(free_port(), [server.port for server in servers])
    in_thread(balancer)
    wait_until(lambda: is_healthy(balancer.port), "the balancer answers")
    return balancer


def load(url: str, seconds: float, tables: int = 6) -> int:
    """Run a load. Return its exit code, 0 if all events came once, in order, and to all players."""
    with Load(url, tables, seconds) as games:
        return games.wait()


class Load:
    """Play games until `seconds` are over, the caller ends them, or the block ends."""

    def __init__(self, url: str, tables: int, seconds: float = 120) -> None:
        words = ["--url", url, "--tables", f"{tables}", "--think", "0.4", "--duration", f"{seconds}"]
        words += ["--game", "cheat", "--game", "uno"]
        self._process = subprocess.Popen([sys.executable, "-m", "cheat.load", *words], cwd=ROOT)

    def __enter__(self) -> Load:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.wait()

    def wait(self) -> int:
        """Wait for the end. Return the exit code, 0 if all events came once, in order, and to all players."""
        return self._process.wait(10 * PATIENCE_S)

    def end(self) -> int:
        """End the games now. Return the exit code."""
        self._process.send_signal(signal.SIGINT)
        return self.wait()
