"""A closed terminal window: the program in it gets SIGHUP."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import termios
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from cheat.client import Client
from cheat.terminal.saved_seats import SavedSeats
from cheat.terminal.server import Server
from tests.servers import ROOT, wait_until
from tests.terminal.tmux import WITHIN_S


def read_all(terminal: int, told: bytearray) -> None:
    """Read everything that is written to a terminal, until it is closed."""
    with suppress(OSError):
        while more := os.read(terminal, 65536):
            told += more


@pytest.mark.parametrize("arguments", [["--plain"], []], ids=["plain", "full"])
def test_seat_outlives_the_window_of_the_terminal(
    client: Client, tmp_path: Path, arguments: list[str]
) -> None:
    """Line by line and on the full screen: there is no traceback, and the seat is saved."""
    ada, kept, told = client.create("Ada"), SavedSeats(tmp_path / "seats.json"), bytearray()
    command = ["env", "--default-signal=HUP"]  # nohup lets all that a test run starts ignore it
    command += [sys.executable, "-m", "cheat.play", client.url, ada.code, "--name", "Bea", *arguments]
    ours, its = pty.openpty()
    termios.tcsetwinsize(its, (24, 80))
    program = subprocess.Popen(
        [*command, "--seats", str(kept.file)],
        cwd=ROOT,
        env={**os.environ, "LANG": "C.UTF-8", "LANGUAGE": "en", "TERM": "xterm"},
        stdin=its,
        stdout=its,
        stderr=its,
    )
    os.close(its)
    reading = threading.Thread(target=read_all, args=(ours, told))
    reading.start()
    try:
        wait_until(lambda: kept.seats() and b"Bea" in told and b"Leave" in told, "Bea is there", WITHIN_S)
        program.send_signal(signal.SIGHUP)
        assert program.wait(WITHIN_S) == -signal.SIGHUP
    finally:
        program.kill()
        program.wait()
        reading.join()
        os.close(ours)
    assert b"Traceback" not in told, told.decode()
    assert (b"\x1b[?1049h" in told) == (not arguments), "the full screen is another one"
    saved = kept.of(client.url, ada.code)
    assert saved is not None
    back = Server(client, kept).resume(saved)
    assert [one["name"] for one in back.table["players"] if one["id"] == back.you] == ["Bea"]
    ada.send("leave")
