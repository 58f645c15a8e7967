"""`pip install ./client` installs the client and httpx, but nothing of the server."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import httpx
import pytest

from cheat import __version__
from tests.servers import ROOT

ALONE = """
import sys
sys.path[:0] = {paths}
import cheat.client
import cheat.load.__main__
import cheat.play.__main__
import cheat.terminal.__main__
assert cheat.client.__file__.startswith({paths}[0]), cheat.client.__file__
try:
    import cheat.errors
except ModuleNotFoundError:
    print(sorted(name for name in sys.modules if name.partition(".")[0] in {servers}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT / "client", check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_wheel_has_the_client_and_what_is_made_of_it_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        files = {name for name in archive.namelist() if ".dist-info/" not in name}
        metadata = message_from_bytes(archive.read(f"cheat_client-{__version__}.dist-info/METADATA"))
    packages = ("client", "load", "play", "terminal")
    there = [path for package in packages for path in (ROOT / "cheat" / package).rglob("*")]
    there += (ROOT / "cheat/i18n/locale").rglob("*.mo")
    shipped = (".py", ".typed", ".mo", ".tcss")
    assert files == {str(path.relative_to(ROOT)) for path in there if path.suffix in shipped}
    needed = [line for line in metadata.get_all("Requires-Dist", []) if "extra" not in line]
    assert [re.split(r"\W", line)[0] for line in needed] == ["httpx"]


def test_installed_alone_it_is_imported_by_the_name_it_has_in_the_tree(wheel: Path, tmp_path: Path) -> None:
    """Install the client beside httpx, as pip does, without access to the source tree."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    packages = str(Path(httpx.__file__).parents[1])
    script = ALONE.format(
        paths=[str(tmp_path / "site"), packages], servers={"flask", "msgspec", "redis", "gevent"}
    )
    ran = subprocess.run([sys.executable, "-I", "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert (ran.stdout.strip(), ran.stderr) == ("[]", "")
