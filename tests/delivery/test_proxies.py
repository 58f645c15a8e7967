"""The configurations of docs/deploy.md, with the proxies themselves where they are installed."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.servers import PATIENCE_S, ROOT, Server, Web, in_background

pytestmark = pytest.mark.long
"""The gate installs no proxies. Their headers are a table in `tests/web/test_proxies.py`."""

OWN = {"X-Requested-With": "cheat"}
NGINX = """{user}
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
access_log off;
client_body_temp_path {folder}/body;
proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi;
uwsgi_temp_path {folder}/uwsgi;
scgi_temp_path {folder}/scgi;
{block}
}}
"""


def blocks_of(language: str) -> list[str]:
    """Return the blocks of docs/deploy.md in a language."""
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / "docs/deploy.md").read_text(), re.S)


class Proxy(Server):
    """A proxy with its configuration of docs/deploy.md, in front of one service."""

    def __init__(self, folder: Path, program: str, web: Web, changes: dict[str, str]) -> None:
        super().__init__(folder, program)
        block = re.sub(
            r"(listen |bind |^):?80\b", rf"\g<1>:{self.port}", self.configuration(program), flags=re.M
        )
        block = block.replace("listen :", "listen ").replace("127.0.0.1:8000", f"127.0.0.1:{web.port}")
        for old, new in changes.items():
            assert old in block
            block = block.replace(old, new)
        self.folder, self.file = folder, folder / f"{program}.conf"
        user = "user root;" if os.geteuid() == 0 else ""  # other users cannot write into the folder
        self.file.write_text(
            NGINX.format(user=user, folder=folder, block=block) if program == "nginx" else block
        )
        self.command = {
            "nginx": ["nginx", "-p", f"{folder}", "-c", f"{self.file}"],
            "caddy": ["caddy", "run", "--config", f"{self.file}", "--adapter", "caddyfile"],
            "haproxy": ["haproxy", "-f", f"{self.file}"],
            "varnish": [
                *("varnishd", "-j", "none", "-F", "-n", f"{folder}/varnish", "-f", f"{self.file}"),
                *("-a", f"127.0.0.1:{self.port}", "-s", "default,16m", "-T", "none"),
            ],
        }[program]
        if program == "caddy":
            self.file.write_text("{\nadmin off\nauto_https off\n}\n" + f"http://{block}")
        self.url = f"http://127.0.0.1:{self.port}"

    def configuration(self, program: str) -> str:
        """Return the configuration for a program that docs/deploy.md shows first."""
        return blocks_of(program)[0]

    def start(self) -> Proxy:
        home = {"XDG_DATA_HOME": f"{self.folder}", "XDG_CONFIG_HOME": f"{self.folder}"}
        self._launch(self.command, self.folder, home)
        return self

    def _answers(self) -> bool:
        assert self.running(), self.printed()
        try:
            return requests.get(f"{self.url}/healthz", timeout=5).ok
        except requests.RequestException:
            return False


@pytest.fixture
def behind(start_web: Callable[..., Web], tmp_path: Path) -> Iterator[Callable[..., tuple[Proxy, Web]]]:
    """Starts the service and a proxy in front of it: `behind("nginx")`."""
    started: list[Proxy] = []

    def start(program: str, changes: dict[str, str] | None = None) -> tuple[Proxy, Web]:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
        web = start_web(TRUSTED_PROXIES=1, RATE_LIMITS="on", ROOM_LIMIT="2/minute")
        started.append(Proxy(tmp_path, program, web, changes or {}))
        return started[-1].start(), web

    yield start
    for proxy in started:
        if proxy.running():
            proxy.kill()


PROGRAMS = ["nginx", "caddy", "haproxy"]


def make(proxy: Proxy, **headers: str) -> requests.Response:
    """Create a room as a browser does that opened the page by a name of the local network."""
    named = {"Host": f"Cards.lan:{proxy.port}", "Origin": f"http://cards.lan:{proxy.port}"}
    return requests.post(
        f"{proxy.url}/api/rooms", json={"name": "Ada"}, headers={**named, **headers}, timeout=PATIENCE_S
    )


@pytest.mark.parametrize("program", PROGRAMS)
def test_service_works_behind_the_proxy(behind: Callable[..., tuple[Proxy, Web]], program: str) -> None:
    proxy, _ = behind(program)
    page = requests.get(proxy.url, headers={"X-Forwarded-Proto": "https"}, timeout=PATIENCE_S)
    assert page.ok and re.findall(r'src="(/assets/[^"]+)"', page.text)
    assert make(proxy, Origin="http://evil.example").json()["code"] == "cross_site"
    ada: dict[str, Any] = make(proxy).json()
    room, token = f"{proxy.url}/api/rooms/{ada['code']}", {"Authorization": f"Bearer {ada['token']}"}
    held = in_background(
        lambda: requests.get(
            f"{room}/events?since={ada['cursor']}&wait=20", headers=token, timeout=PATIENCE_S
        )
    )
    action = {"id": "12345678", "move": "rename", "args": {"name": "Bea"}}
    assert requests.post(f"{room}/actions", json=action, headers=token, timeout=PATIENCE_S).ok
    assert held.value().json()["version"] == 2


@pytest.mark.parametrize("program", PROGRAMS)
def test_clients_behind_a_proxy_are_distinguished(
    behind: Callable[..., tuple[Proxy, Web]], program: str
) -> None:
    """Clients are told apart whatever they write into these headers, and cannot read the metrics."""
    proxy, _ = behind(program)
    statuses = [make(proxy, **{"X-Forwarded-For": f"192.0.2.{number}"}).status_code for number in range(3)]
    assert statuses == [201, 201, 429]
    assert requests.get(f"{proxy.url}/metrics", timeout=PATIENCE_S).status_code == 401


@pytest.mark.parametrize(
    "host",
    ["proxy_set_header Host $proxy_host;", "proxy_set_header Host $host;", "proxy_set_header Host $host:80;"],
)
def test_own_page_works_whatever_nginx_makes_of_the_host(
    behind: Callable[..., tuple[Proxy, Web]], host: str
) -> None:
    proxy, _ = behind("nginx", {"proxy_set_header Host $http_host;": host})
    assert make(proxy, Origin="http://evil.example").status_code == 403
    assert make(proxy, **OWN).status_code == 201
