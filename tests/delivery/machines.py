"""A balancer in front of several machines, and games that are played and checked through it."""

from __future__ import annotations

import subprocess
import sys

import requests

from tests.balancer import Balancer, in_thread
from tests.servers import ROOT, Web, free_port, wait_until


def balanced(*servers: Web) -> Balancer:
    """One that shuffles, in this process."""
    balancer = Balancer(free_port(), [server.port for server in servers])
    in_thread(balancer)
    wait_until(lambda: answers(balancer.url), "the balancer answers")
    return balancer


def answers(url: str) -> bool:
    """Whether there is a service."""
    try:
        return requests.get(f"{url}/healthz", timeout=5).ok
    except requests.RequestException:
        return False


def load(url: str, seconds: float, tables: int = 6) -> int:
    """Exit code of a load, 0 where everything was told in order, once, and to everybody."""
    words = ["--url", url, "--tables", f"{tables}", "--think", "0.4", "--duration", f"{seconds}"]
    words += ["--game", "cheat", "--game", "uno"]
    return subprocess.run([sys.executable, "-m", "cheat.load", *words], cwd=ROOT, timeout=90).returncode
