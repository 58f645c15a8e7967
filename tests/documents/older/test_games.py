"""Games as their authors write them, played to the end by their own opponents or by our bots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cheat.bots import bot_for
from cheat.bots.bot import Bot, Memory
from cheat.documents import DocumentGame, compiled
from cheat.documents.game.opponents import ScriptAnswer, ScriptedBot, ScriptQuestion
from cheat.documents.importer.archives import files_of
from cheat.documents.importer.conversion import convert
from cheat.documents.trials.examination import examined
from cheat.documents.trials.reports import no_time_limit
from cheat.engine import engine
from cheat.engine.forms import check
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.service.jobs.scripts import Scripts

HERE = Path(__file__).with_name("games")
GAMES = {
    "beat-it": (4, ("easy",)),
    "ladder": (4, ("easy",)),
    "thirty-one": (3, ("Closes at 27", "Closes at 28")),
    "runes": (2, ("Greedy",)),
    "upstairs": (3, ("Calm", "Bold")),
}
"""For how many, and the opponents who sit there in turn."""
MOST_MOVES = 3000
PATIENT_S = 60.0
"""For each answer of a script, on whatever machine."""


@pytest.fixture(scope="module")
def scripts() -> Iterator[Scripts]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cheat.service.jobs.scripts.ANSWER_S", PATIENT_S)
        patch.setattr("cheat.service.jobs.scripts.START_S", PATIENT_S)
        made = Scripts()
        yield made
    made.stop()


def game_of(name: str) -> DocumentGame:
    """A game out of its files, with few warnings: a slip in a suit's name, and keys without an effect."""
    stems = (f"{name}.json", f"{name}.js", *(["deck.json"] if name == "runes" else []))
    found = {stem: (HERE / stem).read_bytes() for stem in stems if (HERE / stem).exists()}
    made = convert(files_of(found))
    warnings = {
        "ladder": ["config.whoStarts.cardSuit"],
        "runes": ["decks[0].spriteSheet", "zones.hands[0].pos-x"],
    }
    assert [one.path for one in made.diagnostics] == warnings.get(name, [])
    trial = examined(made.document, no_time_limit, 2)
    assert (trial.is_sound, trial.games) == (True, 2), [one.text for one in trial.diagnostics]
    return compiled(made.document)


class Match:
    """A game in which each seat has an opponent; what scripts say is kept."""

    def __init__(self, name: str, scripts: Scripts, seed: str) -> None:
        seats, levels = GAMES[name]
        self.game = game_of(name)
        self.answers: list[ScriptAnswer] = []
        self.rng = Rng(seed)
        self.seats = [f"p{seat + 1}" for seat in range(seats)]
        table, _ = engine.deal(self.game, self.seats, self.game.options({}), seed, 0, None)
        assert isinstance(table, DataTable)
        self.table = table

        def ask(question: ScriptQuestion) -> ScriptAnswer:
            self.answers.append(scripts.run(question, f"{name} {seed}"))
            return self.answers[-1]

        def opponent(level: str) -> Bot:
            return ScriptedBot(self.game, level, ask) if self.game.bot_names else bot_for(self.game, level)

        self.bots = {id: opponent(levels[at % len(levels)]) for at, id in enumerate(self.seats)}
        self.memories: dict[str, Memory] = {id: {} for id in self.seats}

    def play(self) -> None:
        """To the end; nobody ever sees another's hand."""
        for _ in range(MOST_MOVES):
            if self.table.result is not None:
                return
            me = self.table.turn or ""
            forms = engine.moves(self.game, self.table, me)
            sight = engine.observation(self.game, self.table, me)
            assert isinstance(sight, DataTable)
            others = [card for id in self.seats if id != me for card in sight.hand(id).cards]
            assert not set(others) & set(self.game.compiled.deck.kinds)
            decided = self.bots[me].choose(sight, me, forms, self.memories[me], self.rng)
            assert decided is not None
            check(forms, *decided, self.table.cards_of)
            engine.act(self.game, self.table, me, *decided, self.table.now)
        raise AssertionError("it has no end")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_an_author_is_played_to_its_end(name: str, scripts: Scripts) -> None:
    match = Match(name, scripts, "5eed" * 8)
    match.play()
    assert match.table.result is not None and match.table.result.winners
    assert bool(match.answers) == bool(match.game.bot_names)
    assert not any(one.failed for one in match.answers[1:]), "the first may find the process beginning"
    if name == "runes":
        assert len(match.answers) == match.table.values["turns"] + 2, "also before the first turn"
    hands = [match.table.zones[f"hand:{id}"].view(None).cards for id in match.seats]
    assert all(isinstance(hand, list) for hand in hands), "at the end all hands are shown"
