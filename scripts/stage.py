"""A local service with the same rooms and games each time, for pictures and measurements.

`run_stage()` starts the service in a process of its own; `python -m scripts.stage PORT` is this process.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, TypeVar

import httpx

from cheat.client import Client, ClientError, Refused, Seat
from cheat.client.forms import at_random
from cheat.client.types import Form

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = ROOT / "cheat/documents/bundled"
STARTED_WITHIN_S = 30
BEGAN_AT = 1_790_000_000_000
"""The time at which the stage begins, in ms since 1970."""
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hana", "Ivo", "Joy")
MOST_STEPS = 600
"""Maximum number of steps: far more than any staged game takes."""

T = TypeVar("T")


class _Dice:
    """A replacement for the module `secrets` that gives the same results in each run."""

    def __init__(self) -> None:
        self._chance = Random("stage")

    def token_hex(self, size: int) -> str:
        return self._chance.randbytes(size).hex()

    def token_urlsafe(self, size: int) -> str:
        return hashlib.sha256(self._chance.randbytes(size)).hexdigest()[: size + size // 3]

    def choice(self, items: Sequence[T]) -> T:
        return self._chance.choice(items)


def serve(port: int) -> None:
    """Print the URL, and serve there until the process ends. Port 0 means any free port."""
    from gevent import monkey

    monkey.patch_all()
    from gevent.pywsgi import WSGIServer

    from cheat import create_app
    from cheat.service import room_codes, service
    from cheat.settings import Settings

    room_codes.secrets = service.secrets = _Dice()  # type: ignore[assignment]
    start = time.monotonic()
    app = create_app(Settings(rate_limits="off"), lambda: BEGAN_AT + round(1000 * (time.monotonic() - start)))
    server = WSGIServer(("127.0.0.1", port), app, log=None)
    server.start()  # from here on it listens, so the printed URL works
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


class Room:
    """A room with people in it; the first one looks at the page."""

    def __init__(self, client: Client, game: str, options: dict[str, Any], players: int) -> None:
        self.seats = [client.create(NAMES[0], game, options)]
        self.code = self.seats[0].place.code
        self.seats += [client.join(self.code, name) for name in NAMES[1:players]]
        for seat in self.seats:
            Thread(target=_stay, args=(seat,), daemon=True).start()
        self._chance = Random(game)

    @property
    def link(self) -> str:
        """The path of the page of the first seat."""
        return f"/r/{self.code}#seat={self.seats[0].place.token}"

    def start(self) -> Room:
        """Start the game."""
        self.seats[0].send("start")
        return self

    def play(self, steps: int) -> Room:
        """Make `steps` random moves, and more until the first seat is on turn or the game is over."""
        for step in range(MOST_STEPS + 1):
            own_table = self._table(self.seats[0])
            if own_table["phase"] == "over" or (step >= steps and self._is_on_turn(own_table)):
                return self
            self._step()
        raise RuntimeError(f"the game in room {self.code} does not end")

    def _is_on_turn(self, table: dict[str, Any]) -> bool:
        me = next(player for player in table["players"] if player["id"] == table["you"])
        return bool(me["turn"]) and any(form["scope"] == "game" for form in table["moves"])

    def _step(self) -> None:
        """Let the first player that has a legal move make one."""
        for seat in self.seats:
            table = self._table(seat)
            forms = [form for form in table["moves"] if form["scope"] == "game"]
            if forms and self._does_one(seat, table, forms):
                return
        time.sleep(0.1)  # no player can move; polls of the seats carry out what is due

    def _does_one(self, seat: Seat, table: Any, forms: list[Form]) -> bool:
        for form in self._chance.sample(forms, len(forms)):
            try:
                seat.send(form, **at_random(table, form, self._chance))
            except (Refused, ValueError):
                continue
            return True
        return False

    def _table(self, seat: Seat) -> Any:
        return seat.snapshot()["table"]


def _stay(seat: Seat) -> None:
    """Poll as long as the service runs, so that the player does not count as absent."""
    with suppress(ClientError):
        for _ in seat.follow():
            pass


class Stage:
    """A running service, and the rooms on it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._client = Client(url)
        self.games = self._client.games()

    def room(self, game: str, players: int = 4, **options: Any) -> Room:
        """Return a waiting room. `game`: the id or the name of a game."""
        entry = self._game(game)
        player_count = min(players, entry["max_players"])
        return Room(self._client, entry["id"], options, player_count)

    def publish(self, shipped: str, name: str, **defaults: Any) -> None:
        """Publish a variant of a bundled game, with other defaults for its options."""
        document = json.loads((DOCUMENTS / f"{shipped}.json").read_text())
        for option, value in defaults.items():
            document["options"][option]["default"] = value
        self._client.publish(document | {"id": name.lower().replace(" ", "-"), "name": name})

    def slowest_clock(self, game: str) -> dict[str, int]:
        """Return the option that turns the clock of a game off, or makes it as slow as possible."""
        clocks = [option for option in self._game(game)["options"] if option["name"] == "turn_s"]
        return {option["name"]: 0 if option.get("min") == 0 else option["max"] for option in clocks}

    def _game(self, name: str) -> Any:
        return next(game for game in self.games if name in (game["id"], game["name"]))


def _is_up(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz").is_success
    except httpx.TransportError:
        return False


def _wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + STARTED_WITHIN_S
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"the stage does not answer within {STARTED_WITHIN_S} s")
        time.sleep(0.05)


@contextmanager
def run_stage() -> Iterator[Stage]:
    """Yield a new service without players; it ends with the block."""
    command = [sys.executable, "-m", "scripts.stage", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            url = process.stdout.readline().strip()
            _wait_until(lambda: _is_up(url))
            yield Stage(url)
        finally:
            process.terminate()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
