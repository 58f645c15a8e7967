"""The files for platforms name only things that exist, and agree with each other."""

from __future__ import annotations

import configparser
import fnmatch
import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import yaml

from cheat import create_app
from cheat.settings import Settings, from_environment
from tests.secured_redis import ACCOUNT, MAY
from tests.servers import ROOT, Web, deployed, procfile

APP: dict[str, Any] = json.loads((ROOT / "app.json").read_text())
RENDER: dict[str, Any] = yaml.safe_load((ROOT / "render.yaml").read_text())
FLY: dict[str, Any] = tomllib.loads((ROOT / "fly.toml").read_text())
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
DOCKERFILE = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text())
START = "gunicorn app:app"
OWN = {"PORT", "WEB_CONCURRENCY"}
"""Variables that gunicorn.conf.py reads."""
GRACE_S = 8
"""`graceful_timeout` of gunicorn.conf.py."""


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(ROOT / "deploy/cheat.service")
    return parser


def render(kind: str) -> dict[str, Any]:
    (one,) = [one for one in RENDER["services"] if one["type"] == kind]
    return one


def named() -> Iterator[tuple[str, str]]:
    """Return every variable that a file sets, with its value if the file has it."""
    for name, one in APP["env"].items():
        yield name, one.get("value", "")
    for one in render("web")["envVars"]:
        yield one["key"], one.get("value", "")
    yield from FLY["env"].items()
    yield from COMPOSE["services"]["web"]["environment"].items()


def test_every_setting_that_is_named_exists_and_has_a_value_that_can_be_used() -> None:
    known = {name.upper() for name in Settings.__struct_fields__} | OWN
    assert {name for name, _ in named()} <= known
    for name, value in named():
        assert name in OWN or from_environment({name: value})


def test_all_start_the_service_by_the_command_of_the_procfile() -> None:
    commands = [procfile(), render("web")["startCommand"], " ".join(json.loads(docker("CMD")[-1]))]
    program, _, words = unit()["Service"]["ExecStart"].partition(" ")
    assert {*commands, f"{Path(program).name} {words}"} == {START}


def test_versions_of_python_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (version,) = set(re.findall(r"python:([\d.]+)-slim", DOCKERFILE))
    assert (ROOT / ".python-version").read_text().strip() == version
    assert project["project"]["requires-python"] == f">={version}"


def test_what_is_asked_whether_it_lives_is_there() -> None:
    client = create_app(Settings()).test_client()
    (check,) = FLY["http_service"]["checks"]
    asked = re.findall(r"/\w+z\b", " ".join(docker("HEALTHCHECK")))
    for path in (render("web")["healthCheckPath"], check["path"], *asked):
        assert client.get(path).status_code == 200
    assert asked


def test_ports_agree() -> None:
    assert FLY["http_service"]["internal_port"] == int(FLY["env"]["PORT"]) == int(docker("EXPOSE")[0])
    assert COMPOSE["services"]["web"]["ports"] == [f"{docker('EXPOSE')[0]}:8000"]
    assert FLY["http_service"]["concurrency"]["hard_limit"] <= Settings().max_held_polls + 1000


def test_platforms_wait_longer_than_a_worker_takes_to_end() -> None:
    configuration = (ROOT / "gunicorn.conf.py").read_text()
    assert f"graceful_timeout = {GRACE_S}\n" in configuration
    waits = [
        FLY["kill_timeout"],
        COMPOSE["services"]["web"]["stop_grace_period"],
        str(render("web")["maxShutdownDelaySeconds"]),
        unit()["Service"]["TimeoutStopSec"],
    ]
    assert all(GRACE_S < int(wait.removesuffix("s")) <= 30 for wait in waits)


def test_rooms_are_kept_where_nothing_is_dropped() -> None:
    """A Redis that evicts keys would delete rooms during play."""
    rooms = COMPOSE["services"]["rooms"]
    assert "--maxmemory-policy noeviction" in rooms["command"]
    assert "--appendonly yes" in rooms["command"]
    assert [mount.partition(":")[0] for mount in rooms["volumes"]] == list(COMPOSE["volumes"])
    assert COMPOSE["services"]["web"]["environment"]["REDIS_URL"] == "redis://rooms:6379/0"
    store = render("keyvalue")
    assert store["maxmemoryPolicy"] == "noeviction"
    (url,) = [one for one in render("web")["envVars"] if one["key"] == "REDIS_URL"]
    assert (url["fromService"]["name"], url["fromService"]["type"]) == (store["name"], store["type"])


def test_unit_of_systemd_is_one(tmp_path: Path) -> None:
    service = unit()["Service"]
    assert service["KillMode"] == "mixed"
    assert int(service["LimitNOFILE"]) >= 2 * Settings().max_held_polls
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not here to judge it")
    text = (ROOT / "deploy/cheat.service").read_text()
    here = text.replace("/opt/cheat/.venv/bin", str(ROOT / ".venv-run/bin")).replace("/opt/cheat", str(ROOT))
    (tmp_path / "cheat.service").write_text(here.replace("User=cheat\n", ""))
    judged = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=no", tmp_path / "cheat.service"],
        capture_output=True,
        text=True,
        env=deployed({}),
    )
    assert "cheat.service" not in judged.stderr, judged.stderr


# The image


def docker(word: str) -> list[str]:
    """Return the arguments of this instruction, one entry for each of its lines."""
    return [line.partition(" ")[2] for line in DOCKERFILE.splitlines() if line.startswith(f"{word} ")]


def copied() -> list[tuple[list[str], str]]:
    """Return the contents of the image: names, and their targets."""
    lines = [line.split() for line in docker("COPY")[1:] if not line.startswith("--from")]
    return [(words[:-1], words[-1]) for words in lines]


def ignored(name: str) -> bool:
    """Return whether the builder ignores this file. The last matching pattern decides."""
    found = False
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.lstrip("!")
        if (
            line
            and not line.startswith("#")
            and (fnmatch.fnmatch(name, pattern) or name.startswith(f"{pattern}/"))
        ):
            found = not line.startswith("!")
    return found


def test_what_the_image_is_made_of_serves(tmp_path: Path) -> None:
    """The service starts from the files that the Dockerfile copies, by its command."""
    for names, place in copied():
        for name in names:
            assert not ignored(name), name
            to = tmp_path / place / name if place == "./" else tmp_path / place
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, to)
            else:
                shutil.copy(ROOT / name, to)
    assert not ignored("requirements.txt")
    assert ignored("tests/servers.py")
    web = Web(tmp_path, " ".join(json.loads(docker("CMD")[-1])))
    web.folder = tmp_path
    try:
        web.start()
        assert requests.get(f"{web.url}/readyz", timeout=60).json() == {"status": "ready"}
        assert requests.get(web.url, timeout=60).ok
        assert requests.get(f"{web.url}/design/language", timeout=60).ok
        assert requests.post(f"{web.url}/api/quick", json={"name": "Ada", "game": "uno"}, timeout=60).ok
    finally:
        web.kill()


def test_add_on_of_heroku_is_a_redis() -> None:
    assert [one["plan"].partition(":")[0] for one in APP["addons"]] == ["heroku-redis"]
    assert APP["buildpacks"] == [{"url": "heroku/python"}]
    assert set(APP["formation"]) == set(re.findall(r"^(\w+):", (ROOT / "Procfile").read_text(), re.M))


def test_account_that_the_docs_show_is_the_one_that_is_tried() -> None:
    """Its line has to be code: as prose it would be wrapped."""
    lines = (ROOT / "docs/deploy.md").read_text().splitlines()
    assert f"    ACL SETUSER {ACCOUNT} on >PASSWORD {MAY}" in lines
