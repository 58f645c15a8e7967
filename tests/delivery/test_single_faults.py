"""After a single fault all clients are up to date within five seconds, without loss or duplicates."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import pytest

from tests.servers import wait_until
from tests.soak import Soaked, play, summary_of

WITHIN_MS = 5000


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "tables"), [("kill_worker", 20), ("deafen", 20), ("restart_machine", 20), ("kill_store", 100)]
)
def test_everybody_is_up_to_date_within_five_seconds(tmp_path: Path, fault: str, tables: int) -> None:
    """This also holds if Redis is killed in the middle of a hundred games: it writes before it answers."""
    if shutil.which("nginx") is None:
        pytest.skip("nginx is not installed")
    file = tmp_path / "load.json"
    with Soaked(tmp_path, tables, seed=1, slow=0.0) as all_of_it:
        playing = play(all_of_it.balancer.url, tables, 16, 1.0 + tables / 10, file, seed=1)
        with all_of_it.store.client() as client:
            wait_until(lambda: client.zcard("cheat:rooms") == tables, "all sit down", 60)
        time.sleep(4)  # the first actions; if they come later, the test is only weaker
        all_of_it.damage({fault: 0.0}, time.monotonic() + 0.05, lambda: not all_of_it.done)
        playing.wait(180)
    result = summary_of(json.loads(file.read_text()), all_of_it.done)
    assert result["broken"] == {fault: 1}
    assert (result["errors"], result["lost"], result["doubled"]) == (0, 0, 0), result
    assert result["versions_checked"] > 100
    assert result["late_ms"]["delivery"] < WITHIN_MS, result
    assert result["late_ms"]["answer"] < WITHIN_MS, result
