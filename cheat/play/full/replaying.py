"""The screen of a finished game, step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from textual import events

from cheat.play.full.board import Board
from cheat.play.full.cells import Cells
from cheat.play.full.drawing import card_cells, head_text, middle_text, seats_text, shown_zones
from cheat.play.replay import Replay
from cheat.play.words import say

if TYPE_CHECKING:
    from cheat.play.full.app import Terminal

STEP_S = 1.0
"""Seconds between two steps of a game that plays by itself: enough to read a sentence."""


class Watching(Board):
    """A replay; its first step is there already."""

    AUTO_FOCUS = ""

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.replay = replay
        self._steps: deque[Callable[[], None]] = deque()
        self._plays = False

    @property
    def terminal(self) -> Terminal:
        """The program."""
        return cast("Terminal", self.app)

    def on_mount(self) -> None:
        """Show the deal."""
        for cells in self.query(Cells):
            cells.can_focus = False
        self.set_interval(STEP_S, self._tick)
        self.draw()

    def draw(self) -> None:
        """Show the step."""
        table, game = self.replay.frame["table"], self.replay.game
        self.put("title", head_text(table, game, troubled=False))
        self.put("clock", f"{self.replay.at} / {self.replay.count - 1}")
        self.put("players", seats_text(table, game))
        self.put("zones", middle_text(table, game, ""))
        self.put("prompt", self._head())
        self.put_log(self.replay.told())
        self.put_cells("cards", card_cells(shown_zones(table), game, [], None, keys=False))
        self.put_keys({key: what for key, (what, _) in self._commands().items()})

    def _head(self) -> str:
        names = {player["id"]: player["name"] for player in self.replay.frame["table"]["players"]}
        who = names.get(self.replay.seat, say("Spectator"))
        return f"{self.replay.head()} · {say('Seat')}: {who}"

    # Keys

    def _commands(self) -> dict[str, tuple[str, Callable[[], None]]]:
        """Return the commands by the names of their keys: words and function."""
        replay = self.replay
        return {
            "←": ("", lambda: self._go(lambda: replay.go_to(replay.at - 1))),
            "→": (say("Step"), lambda: self._go(lambda: replay.go_to(replay.at + 1))),
            "PgUp": ("", lambda: self._go(lambda: replay.go_turn(-1))),
            "PgDn": (say("Turn"), lambda: self._go(lambda: replay.go_turn(1))),
            "P": (say("Pause") if self._plays else say("Play the replay"), self._play),
            "O": (say("Show all cards"), lambda: self._go(replay.open)),
            "S": (say("Seat"), lambda: self._go(replay.sit)),
            "Esc": (say("Close"), self._close),
        }

    def on_key(self, event: events.Key) -> None:
        """Run the command of a key."""
        names = {
            "left": "←",
            "right": "→",
            "pageup": "PgUp",
            "pagedown": "PgDn",
            "escape": "Esc",
            "space": "P",
        }
        name = names.get(event.key, (event.character or "").upper())
        ends = {"home": 0, "end": self.replay.count}
        if name in self._commands():
            self._commands()[name][1]()
        elif event.key in ends:
            self._go(lambda: self.replay.go_to(ends[event.key]))
        else:
            return
        event.stop()

    def on_cells_pressed(self, event: Cells.Pressed) -> None:
        """Run the command of a clicked key."""
        if event.cells.id == "keys":
            list(self._commands().values())[event.at][1]()

    def _go(self, step: Callable[[], None]) -> None:
        """Take a step, after those before it: its page may have to be requested."""
        self._steps.append(step)
        if len(self._steps) == 1:
            self._step()

    def _step(self) -> None:
        self.terminal.wait_for(lambda: self._taken(self._steps[0]), self._arrived, self._failed)

    def _taken(self, step: Callable[[], None]) -> None:
        step()
        _ = self.replay.frame

    def _arrived(self, _: None) -> None:
        self._steps.popleft()
        self.draw()
        if self._steps:
            self._step()

    def _failed(self, words: str) -> None:
        self._steps.clear()
        self.notice(words)

    def _play(self) -> None:
        self._plays = not self._plays
        self.draw()

    def _tick(self) -> None:
        if self._plays:
            self._plays = self.replay.at < self.replay.count - 1
            self._go(lambda: self.replay.go_to(self.replay.at + 1))

    def _close(self) -> None:
        self.app.pop_screen()
