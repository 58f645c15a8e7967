"""A client that openapi-python-client makes from the served document is imported, and plays a game.

Not part of the gate, for the generator is a package that nothing else needs: `make generated`.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.servers import ROOT, Web

GENERATOR = ROOT / ".venv-generated" / "bin"


@pytest.mark.skipif(not GENERATOR.exists(), reason="`make generated` makes the environment of the generator")
def test_generated_client_plays_a_game(start_web: Callable[..., Web], tmp_path: Path) -> None:
    web = start_web(BOT_PACE=0)
    package = tmp_path / "generated"
    command = [GENERATOR / "openapi-python-client", "generate", "--url", f"{web.url}/api/openapi.json"]
    subprocess.run([*command, "--meta", "none", "--output-path", package], check=True, cwd=tmp_path)
    played = subprocess.run(
        [GENERATOR / "python", ROOT / "tests/generated/play.py", web.url, tmp_path],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert (played.returncode, played.stdout.strip()) == (0, "last_alive"), played.stderr
