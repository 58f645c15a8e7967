"""Plays a game with a generated client: `python play.py URL FOLDER`, which has the package `generated`.

It runs in the environment of the generator, and imports nothing of the server. Prints how the game ended.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
import sys
import uuid
from typing import Any

from cheat.client.bot import game_moves
from cheat.client.forms import at_random

CHANCE = random.Random(1)


def import_all(package: Any) -> int:
    """Import every module of a package; how many there are."""
    found = [one.name for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    for name in found:
        importlib.import_module(name)
    return len(found)


def play(url: str) -> str:
    """A game of two against a bot, from making the room to the result."""
    from generated import AuthenticatedClient, Client
    from generated.api.default import get_rooms_events, post_rooms, post_rooms_actions
    from generated.models import Action, ActionArgs, CreateRoom, CreateRoomOptions, Joined, Problem

    body = CreateRoom(name="Ada", game="kittens", options=CreateRoomOptions.from_dict({"turn_s": 0}))
    joined = post_rooms.sync(client=Client(url), body=body)
    assert isinstance(joined, Joined)
    client = AuthenticatedClient(url, token=joined.token)

    def act(move: str, **args: Any) -> Any:
        action = Action(id=uuid.uuid4().hex, move=move, args=ActionArgs.from_dict(args))
        return post_rooms_actions.sync(joined.code, client=client, body=action)

    refused = act("start")
    assert isinstance(refused, Problem)
    assert (refused.status, refused.code) == (409, "too_few_players")
    act("add_bot", level="easy")
    act("start")
    cursor, table = joined.cursor, joined.table
    while table.result is None:
        shown = table.to_dict()
        if forms := game_moves(shown):
            form = CHANCE.choice(forms)
            act(form["name"], **at_random(shown, form, CHANCE), **form.get("with", {}))
        news = get_rooms_events.sync(joined.code, client=client, since=cursor)
        cursor, table = news.cursor, news.table or table
    return str(table.result.reason)


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[2])
    import generated

    assert import_all(generated) > 80
    print(play(sys.argv[1]))
