"""The screen that shows a finished game step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from textual import events

from cheat.terminal.full.board import Board
from cheat.terminal.full.cells import Cells
from cheat.terminal.full.drawing import card_cells, head_text, middle_text, shown_zones
from cheat.terminal.messages import say
from cheat.terminal.replay import Replay

STEP_S = 1.0
"""Seconds between two steps during automatic play. This is enough to read a sentence."""


class ReplayScreen(Board):
    """A replay. Its first step is already loaded."""

    AUTO_FOCUS = ""

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.replay = replay
        self._pending_steps: deque[Callable[[], None]] = deque()
        self._is_playing = False

    def on_mount(self) -> None:
        """Show the deal."""
        for cells in self.query(Cells):
            cells.can_focus = False
        self.set_interval(STEP_S, self._tick)
        self.draw()
        self.notice(self.replay.note())

    def draw(self) -> None:
        """Show the step."""
        table, game = self.replay.frame["table"], self.replay.game
        self.show_text("title", head_text(table, game, is_reconnecting=False))
        self.show_text("clock", f"{self.replay.at} / {self.replay.count - 1}")
        self.show_seats(table, game)
        self.show_middle(middle_text(table, game, ""))
        self.show_text("prompt", self._heading())
        self.show_log(self.replay.event_lines(), [player["name"] for player in table["players"]])
        self.show_cells("cards", card_cells(shown_zones(table), game, [], None, keys=False))
        self.show_keys({key: effect for key, (effect, _) in self._commands().items()})

    def _heading(self) -> str:
        names = {player["id"]: player["name"] for player in self.replay.frame["table"]["players"]}
        seat_name = names.get(self.replay.seat, say("Spectator"))
        return f"{self.replay.heading()} · {say('Seat')}: {seat_name}"

    # Keys

    def _commands(self) -> dict[str, tuple[str, Callable[[], None]]]:
        """Return the commands: name of the key -> (label, function)."""
        replay = self.replay
        return {
            "←": ("", lambda: self._queue_step(lambda: replay.go_to(replay.at - 1))),
            "→": (say("Step"), lambda: self._queue_step(lambda: replay.go_to(replay.at + 1))),
            "PgUp": ("", lambda: self._queue_step(lambda: replay.go_turn(-1))),
            "PgDn": (say("Turn"), lambda: self._queue_step(lambda: replay.go_turn(1))),
            "P": (say("Pause") if self._is_playing else say("Play the replay"), self._play),
            "O": (say("Show all cards"), lambda: self._queue_step(replay.toggle_open_cards)),
            "S": (say("Seat"), lambda: self._queue_step(replay.next_seat)),
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
            self._queue_step(lambda: self.replay.go_to(ends[event.key]))
        else:
            return
        event.stop()

    def on_cells_pressed(self, event: Cells.Pressed) -> None:
        """Run the command of a clicked key."""
        if event.cells.id == "keys":
            self._commands()[event.cells.cells[event.at].key][1]()

    def _queue_step(self, step: Callable[[], None]) -> None:
        """Take a step after all earlier steps are done. A step may have to wait for the server."""
        self._pending_steps.append(step)
        if len(self._pending_steps) == 1:
            self._step()

    def _step(self) -> None:
        self.program.wait_for(lambda: self._take_step(self._pending_steps[0]), self._note_step, self._failed)

    def _take_step(self, step: Callable[[], None]) -> None:
        step()
        _ = self.replay.frame

    def _note_step(self, _: None) -> None:
        self._pending_steps.popleft()
        self.draw()
        if self._pending_steps:
            self._step()

    def _failed(self, words: str) -> None:
        self._pending_steps.clear()
        self.notice(words)

    def _play(self) -> None:
        self._is_playing = not self._is_playing
        self.draw()

    def _tick(self) -> None:
        if self._is_playing:
            self._is_playing = self.replay.at < self.replay.count - 1
            self._queue_step(lambda: self.replay.go_to(self.replay.at + 1))

    def _close(self) -> None:
        self.app.pop_screen()
