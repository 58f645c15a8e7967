"""Every sentence of rooms and refusals is shown in a pseudo-language here, or an exception says why not.

Readers of the pseudo-language play these scenes. All their answers go through it, and the requested
templates are compared with those of the sources.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cheat.catalogue import CATALOGUE
from cheat.engine import engine
from cheat.engine.game import AnyGame
from cheat.engine.options import checked_options
from cheat.engine.rng import Rng
from cheat.engine.table import Table
from cheat.errors import CheatError
from cheat.games import GAMES
from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import Words
from cheat.rooms import presence
from cheat.rooms.chat import PHRASES, REACTIONS
from cheat.rooms.room import REASONS
from cheat.service.delivery import feeds
from scripts.catalogues import LOCALE, read
from tests.games.failing_game import Shaky
from tests.games.test_spanish import hear, look
from tests.games.walks import Start, encode, random_options, walk
from tests.pseudo_language import Pseudo, unsaid

from .conftest import Api
from .test_languages import Reader
from .test_replays import exported, finished, post
from .test_replays import page as replay_page


class Room(Reader):
    """A reader that makes moves by name. All readers of the room then read the result."""

    def __init__(self, api: Api, language: Pseudo, shaky: Shaky) -> None:
        super().__init__(api, language)
        self.here: list[dict[str, Any]] = []
        self.shaky = shaky

    def made(self, path: str, **body: Any) -> dict[str, Any]:
        return self.check(self.api.made_by(self.api.call("POST", path, json=body)))

    def opens(self, *names: str, **body: Any) -> list[dict[str, Any]]:
        host = self.check(self.api.create(names[0], **body))
        self.here = [host, *(self.check(self.api.join(host["code"], name)) for name in names[1:])]
        return self.here

    def does(self, who: dict[str, Any], move: str, /, **args: Any) -> None:
        since = self.api.snapshot(who)["cursor"]
        self.check(self.api.act(who, move, **args))
        for one in self.here:
            if self.api.call("GET", f"/api/rooms/{one['code']}", one["token"]).status_code == 200:
                self.see(one, since)
                self.see(one)

    def may_not(self, who: dict[str, Any], code: str, move: str, /, **args: Any) -> None:
        self.refused(self.api.try_act(who, move, **args), code)

    def tries(self, method: str, path: str, code: str, token: str | None = None, **more: Any) -> None:
        self.refused(self.api.call(method, path, token, **more), code)


def waiting(room: Room) -> None:
    """A waiting room: players come and go, and the host decides."""
    ada, bob = room.opens("Ada", "Bob", game="cheat")
    path = f"/api/rooms/{ada['code']}"
    for name, code in (
        ("", "name_too_short"),
        ("bob", "name_taken"),
        ("B\u043eb", "name_taken"),
        ("x" * 17, "name_too_long"),
        ("a\u200bb", "bad_field"),
        ("a" + "\u0300\u0301\u0302\u0303\u0304\u0305" * 2, "bad_field"),
    ):
        room.tries("POST", f"{path}/players", code, json={"name": name})
    room.may_not(bob, "not_host", "start")
    room.may_not(ada, "too_few_players", "start")
    room.may_not(ada, "not_started", "place")
    room.may_not(ada, "illegal_move", "play_again")
    room.may_not(ada, "illegal_move", "set_game", game="no_such")
    room.may_not(ada, "illegal_move", "update_game")
    room.may_not(ada, "illegal_move", "stop_countdown")
    room.may_not(ada, "illegal_move", "take_over")
    room.may_not(ada, "illegal_move", "remove_bot", player=bob["player"])
    for public in (True, False):
        room.does(ada, "set_public", public=public)
    room.does(ada, "set_game", game="uno")
    room.does(ada, "set_options", options={"max_players": 3, "start_mode": "host"})
    room.does(ada, "add_bot", level="hard")
    room.may_not(ada, "room_full", "add_bot", level="easy")
    room.tries("POST", f"{path}/players", "room_full", json={"name": "Cyd"})
    room.may_not(ada, "room_full", "set_options", options={"max_players": 2})
    bots = [player["id"] for player in room.api.snapshot(ada)["table"]["players"] if player["bot"]]
    room.does(ada, "remove_bot", player=bots[0])
    room.does(bob, "rename", name="Cyd")
    room.does(ada, "make_host", player=bob["player"])
    room.does(bob, "make_host", player=ada["player"])
    room.does(bob, "leave")


def countdown(room: Room) -> None:
    """A game that begins by itself: the countdown is held, the game cannot begin, and begins."""
    ada, bob = room.opens("Ada", "Bob", game="toy")
    room.see(bob, ada["cursor"])
    room.see(ada, spectator=True)
    room.may_not(ada, "starts_by_itself", "start")
    room.does(ada, "stop_countdown")
    room.does(ada, "set_options", options={})
    for broken in (True, False):
        room.shaky.broken = {"deal"} if broken else set()
        since = room.api.snapshot(bob)["cursor"]
        room.api.clock.now += 10_000
        _until(room, since, {"called_off" if broken else "started"})
        if broken:
            room.does(ada, "rename", name="Dot")


def quick(room: Room) -> None:
    """Quick play that waits for other players. Its host begins at once."""
    ada = room.made("/api/quick", name="Ada", game="cheat", wait=True)
    room.here = [ada]
    room.see(ada)
    room.does(ada, "start")


def failing(room: Room) -> None:
    """Rules that fail: an action, a deal, and texts about the rules."""
    ada, *_ = room.opens("Ada", "Bob", "Cyd", game="toy")
    room.does(ada, "stop_countdown")
    room.shaky.broken = {"deal"}
    room.may_not(ada, "rules_failed", "start")
    room.shaky.broken = set()
    room.does(ada, "start")
    hand = next(z["cards"] for z in room.api.snapshot(ada)["table"]["zones"] if z["id"] == "hand:p1")
    room.shaky.broken = {"play"}
    room.may_not(ada, "rules_failed", "show", cards=hand[:1])
    room.shaky.broken = set()
    for who in room.here:
        room.see(who, who["cursor"])
        room.see(who)
    (alone,) = room.opens("Ada", game="toy")
    room.shaky.broken = {"too_few"}
    room.may_not(alone, "too_few_players", "start")
    room.shaky.broken = set()
    crowd = room.opens("Ada", "Bob", "Cyd", "Dot", "Eve", game="cheat")
    room.may_not(crowd[0], "room_full", "set_game", game="toy")


def playing(room: Room) -> None:
    """A game that a player leaves and comes back to, and a game that ends when a player leaves."""
    ada, bob, cyd, dot = room.opens("Ada", "Bob", "Cyd", "Dot", options={"on_leave": "bot"})
    path = f"/api/rooms/{ada['code']}"
    room.does(ada, "start")
    room.may_not(ada, "game_running", "start")
    room.tries("POST", f"{path}/players", "game_running", json={"name": "Eve"})
    since = room.api.snapshot(ada)["cursor"]
    eve = room.made(f"{path}/players", name="Eve", next_game=True)
    room.see(ada, since)
    room.see(eve)
    room.does(bob, "leave")
    room.may_not(bob, "not_playing", "place")
    room.may_not(bob, "not_playing", "say", phrase="hello")
    room.see(bob)
    room.does(bob, "take_over")
    ada, bob, cyd, dot = room.opens("Ada", "Bob", "Cyd", "Dot", options={"spectators": False})
    path = f"/api/rooms/{ada['code']}"
    room.does(ada, "start")
    room.tries("GET", path, "no_spectators")
    room.tries("POST", f"{path}/cheers", "no_spectators", json={"reaction": "heart"})
    room.does(dot, "leave")
    room.does(cyd, "leave")
    room.does(ada, "play_again")
    room.see(bob)


def replayed(room: Room) -> None:
    """A replay of a finished game, from the room and from a changed file."""
    ada, *_ = finished(room.api)
    room.check(replay_page(room.api, ada))
    path = f"/api/rooms/{ada['code']}/replay"
    room.tries("GET", f"{path}?seat=p9", "bad_field", ada["token"])
    file = exported(room.api, ada)
    room.check(post(room.api, file).get_json())
    file["start"]["chairs"] = [[f"p{seat}", f"Name{seat}", "", 0] for seat in range(1, 13)]
    room.refused(post(room.api, file), "bad_replay")


def trial(room: Room) -> None:
    """A table at which one player tries a document."""
    body = {"name": "Ada", "game": "hearts", "bots": 3}
    ada = room.made("/api/trials", **body)
    path = f"/api/rooms/{ada['code']}"
    room.tries("GET", f"{path}/inside", "no_token")
    room.tries("POST", f"{path}/players", "trial_room", json={"name": "Bob"})
    (bob,) = room.opens("Bob", game="cheat")
    room.tries("GET", f"/api/rooms/{bob['code']}/inside", "no_trial", bob["token"])
    room.tries("POST", "/api/trials", "too_many_players", json={**body, "bots": 9})


def unreadable(room: Room) -> None:
    """A room of an unknown release."""
    (ada,) = room.opens("Ada", game="cheat")
    key, client = f"cheat:{{{ada['code']}}}:room", room.api.service.store.client
    client.hset(key, "data", b"{}")
    client.hincrby(key, "version", 1)
    room.api.service.feeds.mark_stale(ada["code"])
    room.tries("GET", f"/api/rooms/{ada['code']}", "room_unreadable", ada["token"])


def removed(room: Room) -> None:
    """Players are removed for every reason and for none, and cannot come back."""
    for reason in ("", *REASONS):
        ada, bob = room.opens("Ada", "Bob", game="cheat")
        room.does(ada, "kick", player=bob["player"], **({"reason": reason} if reason else {}))
        path = f"/api/rooms/{ada['code']}"
        room.tries("GET", f"{path}/events", "bad_token", bob["token"])
        room.tries("POST", f"{path}/players", "kicked", json={"name": "Bob"})


def talk(room: Room) -> None:
    """All phrases and reactions, and texts that are refused."""
    ada, bob = room.opens("Ada", "Bob", game="cheat")
    path = f"/api/rooms/{ada['code']}/cheers"
    room.tries("POST", path, "crowd_off", json={"reaction": "heart"})
    for crowd in (True, False, True):
        room.does(ada, "set_crowd", crowd=crowd)
    room.check(room.api.call("POST", path, json={"reaction": "heart"}).get_json())
    room.tries("POST", path, "bad_field", json={"reaction": "no_such"})
    for reaction in REACTIONS:
        room.does(bob, "say", reaction=reaction)
    for phrase in PHRASES:
        room.does(bob, "say", phrase=phrase)
    room.may_not(bob, "bad_field", "say")
    room.may_not(bob, "bad_field", "say", phrase="no_such")
    room.may_not(bob, "chat_off", "say", text="Ada")
    room.may_not(ada, "illegal_move", "mute", player=bob["player"])
    room.does(ada, "set_chat", chat=True)
    room.does(bob, "say", text="Ada")
    for text, code in (
        (" ", "bad_field"),
        ("a" + "\u0300\u0301\u0302\u0303\u0304\u0305" * 2, "bad_field"),
        ("x" * 500, "text_too_long"),
    ):
        room.may_not(bob, code, "say", text=text)
    room.does(ada, "mute", player=bob["player"])
    room.may_not(bob, "chat_muted", "say", text="Ada")
    room.does(ada, "unmute", player=bob["player"])
    room.does(ada, "set_chat", chat=False)


def away(room: Room) -> None:
    """A silent player goes away, gets a stand-in, and comes back. The host changes."""
    ada, bob, cyd = room.opens("Ada", "Bob", "Cyd", game="cheat", options={"turn_s": 0})
    room.does(ada, "start")
    for who in room.here:
        room.see(who)
    since, room.here = room.api.snapshot(bob)["cursor"], [bob, cyd]
    assert room.api.call("GET", f"/api/rooms/{ada['code']}/events?client=watching").status_code == 200
    _until(room, since, {"watchers"})
    room.api.clock.now += presence.AWAY_MS + 1
    _until(room, since, {"away"})
    room.api.clock.now += presence.HOST_AWAY_MS
    room.see(bob)
    room.api.clock.now += presence.HOST_AWAY_MS
    _until(room, since, {"stand_in"})
    room.see(ada)
    _until(room, since, {"here"})


def _until(room: Room, since: str, types: set[str]) -> None:
    """Let the present players poll until events of these types have come."""
    seen_types: set[str] = set()
    cursors = [since for _ in room.here]
    for _ in range(40):
        for number, one in enumerate(room.here):
            answer = room.check(room.api.events(one, cursors[number], wait=0.2))
            cursors[number] = answer["cursor"]
            seen_types |= {event["type"] for event in answer["events"]}
        if types <= seen_types:
            for one in room.here:
                room.see(one)
            return
        room.api.clock.now += 1000
    raise AssertionError(f"{types - seen_types} was not told, but {seen_types}")


SCENES = [waiting, countdown, quick, failing, playing, replayed, trial, unreadable, removed, talk, away]


UNREAD = {
    "of published games there is none here: tests/hub/test_rooms.py takes their newer versions": {
        "Update to version {version}",
        "{by} updated {game} to version {version}.",
        "You updated {game} to version {version}.",
        "Only its texts and its look have changed.",
        "Its options have changed.",
        "Its rules have changed.",
    },
    "whatever is wrong in a file of a game, people are told that it is none": {
        "This game can't be played with so many players.",
        "This input doesn't belong to this game.",
    },
    "of what one player was told in secret: tests/web/test_replays.py reads it with open cards": {
        "{by} believes it.",
        "{by} lets this happen.",
        "{by} has chosen.",
    },
}
"""Templates that no viewer reads in these scenes, by reason."""


def templates(*places: str) -> set[str]:
    """Return the templates of these modules; of a plural, the first form."""
    found = set()
    for message in read(LOCALE / "messages.pot"):
        if message.id and any(where.startswith(places) for where, _ in message.locations):
            found.add(message.id if isinstance(message.id, str) else message.id[0])
    return found


def test_every_sentence_of_a_room_is_read_in_another_language(
    make_api: Callable[..., Api], monkeypatch: pytest.MonkeyPatch, there_are: Callable[..., None]
) -> None:
    language, shaky = Pseudo(), Shaky()
    monkeypatch.setitem(LANGUAGES, language.tag, language)
    monkeypatch.setattr(feeds, "PRESENCE_COMPLETE_S", 0)  # presence counts as complete at once
    monkeypatch.setattr(Shaky, "countdown", lambda self, options: 10)
    there_are(*CATALOGUE, shaky)
    for scene in SCENES:
        scene(Room(make_api(bot_pace=0, sweep_s=0.05), language, shaky))
    unread = templates("cheat/rooms/", "cheat/errors.py") - language.asked
    assert unread == set().union(*UNREAD.values())


# Sentences of games

WALKS, STEPS = 60, 220
TELLING = {
    "cheat": (13, 14, 22, 23),
    "kittens": (2, 4, 5, 14, 24, 25, 40),
    "ivanhoe": (10, 15, 19, 23, 24, 30, 34, 37, 47, 51, 58),
    "uno": (3, 17, 20, 23, 27, 31, 42, 58),
}
"""The few random games that reach every sentence. `make long` finds them again for other rules.

If a change of the rules makes these games reach fewer sentences, the test names better ones.
"""
NAMES = {f"p{seat}": f"Name{seat}" for seat in range(1, 11)}


class Walker(Pseudo):
    """Reads all texts of random games, and of refused moves."""

    def __init__(self) -> None:
        super().__init__()
        self.sentences: set[str] = set()

    def read(self, words: Words) -> str:
        """Return the text, after checking that it is in the pseudo-language."""
        translated = self.say(words, NAMES)
        assert unsaid(translated, {*NAMES.values()}) == "", translated
        return translated

    def walks(self, game: AnyGame, number: int) -> None:
        """Play one game: with each preset first, then with random options."""
        rng, known = Rng(f"{number + 1:032x}"), dict[str, Any]()
        presets = [preset.options for preset in game.presets]
        values = presets[number] if number < len(presets) else random_options(game, rng)
        options = checked_options(game.options_type, values)
        least, most = game.min_players(options), game.max_players(options)
        seats = rng.between(least, max(least, min(most, 5)))
        start = Start(game, [f"p{seat + 1}" for seat in range(seats)], options, rng.seed)
        for at, moment in enumerate(walk(start, STEPS, leaves=0.004)):
            table = moment.table
            viewers = [None, *(player.id for player in table.players)]
            look(self, game, table, viewers[at % len(viewers)])
            for viewer in viewers:
                hear(self, moment.events, viewer)
            if table.result is not None:
                for award in game.awards(table):
                    award.view(self.read)
            if moment.step and moment.step.kind == "act":
                known[moment.step.name] = moment.step.args
            self.errs(game, table, known, rng)

    def errs(self, game: AnyGame, table: Table, moves: dict[str, Any], rng: Rng) -> None:
        """Try moves that are not offered, and cards that cannot be chosen."""
        player = rng.choice(table.players).id
        hand = table.hand(player).cards if f"hand:{player}" in table.zones else []
        for name, fields in moves.items():
            args = {**fields, **({"moment": table.moment} if "moment" in fields else {})}
            for field, value in fields.items():
                if hand and isinstance(value, list) and rng.chance(0.5):
                    args[field] = [rng.choice(hand)]
            try:
                engine.act(game, msgspec.json.decode(encode(table), type=type(table)), player, name, args, 0)
            except CheatError as error:
                self.say(error.detail, NAMES)
            except Exception as error:
                raise AssertionError((name, args)) from error


def sentences_of(game: AnyGame) -> tuple[set[str], set[str]]:
    """Return all templates of a game, and those that random games hardly ever reach."""
    all_templates = templates(f"cheat/games/{game.id}/")
    return all_templates, set().union(*RARE.get(game.id, {}).values())


def telling(game: AnyGame, read_templates: set[str]) -> list[int]:
    """Find few random games that reach all sentences, except rare ones and those already `read_templates`."""
    all_templates, rare = sentences_of(game)
    templates_by_walk: list[set[str]] = []
    for number in range(WALKS):
        walker = Walker()
        walker.walks(game, number)
        templates_by_walk.append(walker.asked)
    found, left = list[int](), all_templates - rare - read_templates
    while left:
        found.append(max(range(WALKS), key=lambda number: len(templates_by_walk[number] & left)))
        assert templates_by_walk[found[-1]] & left, f"no walk comes to these: {left}"
        left -= templates_by_walk[found[-1]]
    return sorted(found)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_sentences_of_games_are_read_in_another_language(
    api: Api, monkeypatch: pytest.MonkeyPatch, game: AnyGame
) -> None:
    walker = Walker()
    monkeypatch.setitem(LANGUAGES, walker.tag, walker)
    assert api.call("GET", f"/api/games/{game.id}?lang=qps").status_code == 200
    read_templates = set(walker.asked)
    for number in TELLING.get(game.id, range(WALKS)):
        walker.walks(game, number)
    all_templates, rare = sentences_of(game)
    if not all_templates - walker.asked <= rare:
        pytest.fail(f"take these walks, which come to all sentences: {telling(game, read_templates)}")
    assert rare <= all_templates, "it is no longer said"


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_all_that_random_games_say_is_read_in_another_language(game: AnyGame) -> None:
    for number in range(WALKS):
        Walker().walks(game, number)


RARE: dict[str, dict[str, set[str]]] = {
    "kittens": {
        "the pile has run out, which a kitten in it prevents": {
            "The draw pile is empty: {by} draws nothing.",
            "The draw pile is empty: you draw nothing.",
        },
        "a deck of one's own that cannot be dealt": {
            "The deck isn't valid JSON.",
            "The deck is larger than {max} KB. Make it smaller.",
            "The deck must be an object with “cards”, or a list of cards.",
            "“{name}” isn't a card of this game.",
            "The number of {name} must be a whole number from 0 to {max}.",
            "The deck has {total} cards; it can have at most {max}.",
            "The deck has {defuses} Defuse cards; it needs one for each of at least two players.",
            "The deck has {total} cards besides kittens and Defuses; two players with {each} cards each "
            "need {needed}.",
        },
    },
    "ivanhoe": {
        "an action card that is rare meets one more that is rare, in front of somebody or on a display": {
            "You already have a Shield in front of you.",
            "A Shield protects that player.",
            "All opponents are already stunned.",
            "You are stunned: you can add only one card each turn.",
            "No player affected has two cards of the same value.",
            "You have no card in your display that you can take back.",
            "No opponent has a hand that you can take a card from.",
        },
        "somebody withdraws with a Maiden who has tokens to choose from": {
            "The Maiden costs you a token. Choose one to return.",
            "Return a token",
        },
        "somebody may withdraw with no other card than a Maiden": {
            "Withdrawing costs you {count} card and a token.",
        },
        "what was played has lost its aim while others could answer; or nobody can go on": {
            "{card} has no effect.",
            "The game can't go on. The player with the most tokens wins.",
        },
    },
    "uno": {
        "somebody else has the same black card just then, with jumping in": {"Jump in a black card"},
    },
}
"""Templates that random games rarely reach, with the way to reach them."""
