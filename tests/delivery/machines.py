"""A balancer in front of several machines, and games that are played and checked through it."""

from __future__ import annotations

import signal
import subprocess
import sys

from tests.balancer import Balancer, in_thread
from tests.servers import PATIENCE_S, ROOT, Web, free_port, is_healthy, wait_until


def balanced(*servers: Web) -> Balancer:
    """One that shuffles, in this process."""
    balancer = Balancer(free_port(), [server.port for server in servers])
    in_thread(balancer)
    wait_until(lambda: is_healthy(balancer.port), "the balancer answers")
    return balancer


def load(url: str, seconds: float, tables: int = 6) -> int:
    """Exit code of a load, 0 where everything was told in order, once, and to everybody."""
    with Load(url, tables, seconds) as games:
        return games.wait()


class Load:
    """Games that are played until `seconds` are over or somebody ends them; at the latest with the block."""

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
        """The exit code, 0 where everything was told in order, once, and to everybody."""
        return self._process.wait(10 * PATIENCE_S)

    def end(self) -> int:
        """End the games now; the exit code."""
        self._process.send_signal(signal.SIGINT)
        return self.wait()
