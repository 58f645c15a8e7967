"""Bytes of polls and actions in both directions, with and without deflated answers.

    .venv/bin/python bench/bytes.py [--actions 600] [--documents 5] [--json FILE]

Four people play an evening of Cheat: 600 actions, 10 s apart. Then the answers with news of each game are
measured. The server runs as in a deployment, and all bytes on its sockets count. bench/README.md says more.
"""

from __future__ import annotations

import argparse
import gzip
import socket
import sys
from pathlib import Path
from random import Random
from statistics import median

import msgspec
from processes import ROOT, Server, prepare, project_server, redis_server, two_cores
from wire import HOST, PATIENCE_S, BenchError

sys.path.insert(0, str(ROOT))

from cheat.catalogue import CATALOGUE
from cheat.client import steps
from cheat.client.calls import Request, RetryPolicy
from cheat.client.errors import Refused
from cheat.client.place import HOLD_S, room_path
from cheat.client.sync import carry_out
from cheat.games import FAST
from cheat.load.choice import choose
from cheat.load.http import Answer, Reader, encoded

PLAYERS = 4
THINK_S = 10.0
"""Seconds between two actions of an evening."""
WATCHED_HOLD_S = 3.0
"""Seconds for which a page in the foreground holds a poll; see static/js/table/poll.js."""
TABLES, ACTIONS_PER_S = 1000, 175
"""A server that is busy all day: its tables, and the actions per second at all of them."""
DAY_S = 86_400
NO_RETRY = RetryPolicy(patience=5)
STUCK = 60
"""After this number of looks in a row without an accepted action, a game counts as ended."""
BROWSER = (
    "Connection: keep-alive\r\n"
    'sec-ch-ua-platform: "Linux"\r\n'
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
    "Safari/537.36\r\n"
    'sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"\r\n'
    "sec-ch-ua-mobile: ?0\r\n"
    "Sec-Fetch-Site: same-origin\r\n"
    "Sec-Fetch-Mode: cors\r\n"
    "Sec-Fetch-Dest: empty\r\n"
    "Referer: http://localhost:8000/r/kwzpd\r\n"
    "Accept-Encoding: gzip, deflate, br, zstd\r\n"
    "Accept-Language: en\r\n"
)
"""Headers that a browser adds to a request of the page."""


class Way(msgspec.Struct):
    """A kind of client.

    `remembers`: whether the client names its last answer in a poll, so that the next answer can be deflated.
    `headers`: the headers that the client adds to each request.
    """

    name: str
    remembers: bool
    headers: str = ""


WAYS = (
    Way("page, before", remembers=False, headers=BROWSER.replace("gzip, ", "")),
    Way("page, gzip alone", remembers=False, headers=BROWSER),
    Way("page", remembers=True, headers=BROWSER),
    Way("program, before", remembers=False),
    Way("program", remembers=True),
)


class Traffic(msgspec.Struct):
    """Bytes of all exchanges of one kind, and the sizes of their answers' bodies."""

    count: int = 0
    up: int = 0
    down: int = 0
    bodies: list[int] = []

    def add(self, up: int, down: int, body: int) -> None:
        """Add an exchange."""
        self.count += 1
        self.up += up
        self.down += down
        self.bodies.append(body)

    @property
    def mean(self) -> tuple[float, float]:
        """The mean bytes of an exchange, up and down."""
        return (self.up / self.count, self.down / self.count) if self.count else (0.0, 0.0)


class Line:
    """A connection that counts its bytes."""

    def __init__(self, port: int, way: Way) -> None:
        self._way = way
        self._host = f"{HOST}:{port}"
        self._socket = socket.create_connection((HOST, port), timeout=PATIENCE_S)
        self.traffic = {kind: Traffic() for kind in ("action", "news", "empty", "other")}

    def send(self, request: Request) -> Answer:
        """Return the answer to a request."""
        if not self._way.remembers and "known" in request.query:
            query = {name: value for name, value in request.query.items() if name != "known"}
            request = request._replace(query=query)
        head, _, body = encoded(request, self._host).partition(b"\r\n\r\n")
        data = b"\r\n".join([head, self._way.headers.encode() + b"\r\n" + body])
        self._socket.sendall(data)
        reader, down, answer = Reader(), 0, None
        while answer is None:
            piece = self._socket.recv(65536)
            if not piece:
                raise BenchError("the server closed a connection")
            down += len(piece)
            answer = reader.feed(piece, 0.0)
        size, answer = len(answer.content), answer.inflated(request.dictionary)
        if answer.headers.get("Content-Encoding") == "gzip":
            answer = Answer(answer.status_code, b"", gzip.decompress(answer.content), 0.0)
        self.traffic[_kind(request, answer)].add(len(data), down, size)
        return answer

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


def _kind(request: Request, answer: Answer) -> str:
    if request.path.endswith("/actions"):
        return "action"
    if not request.path.endswith("/events"):
        return "other"
    return "news" if "table" in answer.json() else "empty"


def play(server: Server, way: Way, game: str, actions: int, seed: int) -> tuple[int, Line]:
    """Let four people play, or fewer if the game has fewer seats.

    Returns the number of accepted actions, and the connection.
    """
    line, chance = Line(server.port, way), Random(seed)
    options = {"game": game, "options": dict(FAST.get(game, {}))}
    places = [carry_out(steps.take_seat("/api/rooms", "P1", options, NO_RETRY), line.send)]
    for name in ("P2", "P3", "P4"):
        try:
            path = f"{room_path(places[0].code)}/players"
            places.append(carry_out(steps.take_seat(path, name, {}, NO_RETRY), line.send))
        except Refused:
            break
    for place in places:
        carry_out(place.poll(0, NO_RETRY), line.send)
    accepted = looks = 0
    while accepted < actions and looks < STUCK:
        choice = choose([place.table for place in places], chance)
        if choice is None:
            looks += 1
            carry_out(places[0].poll(1, NO_RETRY), line.send)
        else:
            actor = places[choice.seat]
            try:
                acted = carry_out(actor.send(choice.form, choice.values, NO_RETRY), line.send)
            except Refused:
                looks += 1
                continue
            accepted, looks = accepted + 1, 0
            for place in places:
                if place.version < acted["version"] or (place is actor and not place.knows(acted)):
                    carry_out(place.poll(HOLD_S, NO_RETRY), line.send)
    line.close()
    return accepted, line


def evening(server: Server, way: Way, actions: int) -> dict[str, Traffic]:
    """Return the traffic of four people that play Cheat and look at the page all the time."""
    accepted, line = play(server, way, "cheat", actions, seed=1)
    if accepted < actions:
        raise BenchError(f"only {accepted} actions were played")
    return line.traffic


def idle_polls(traffic: dict[str, Traffic], actions: int) -> float:
    """Return the number of polls without news in an evening, of all four players together."""
    news = traffic["news"].count / PLAYERS / actions
    return PLAYERS * actions * max(0, int(THINK_S / WATCHED_HOLD_S) - (news - 1))


def figures_of(traffic: dict[str, Traffic], actions: int) -> dict[str, float]:
    """Return the figures of an evening. All except `news_body` include heads and bodies."""
    idle = idle_polls(traffic, actions)
    up, down = (
        sum(traffic[kind].mean[way] * traffic[kind].count for kind in ("action", "news")) for way in (0, 1)
    )
    idle_up, idle_down = (traffic["empty"].mean[way] * idle for way in (0, 1))
    news, action, empty = (traffic[kind] for kind in ("news", "action", "empty"))
    return {
        "news_body": median(news.bodies),
        "news_down": news.mean[1],
        "news_up": news.mean[0],
        "action_up": action.mean[0],
        "action_down": action.mean[1],
        "empty_up": empty.mean[0],
        "empty_down": empty.mean[1],
        "up_mb": up / 1e6,
        "down_mb": down / 1e6,
        "idle_up_mb": idle_up / 1e6,
        "idle_down_mb": idle_down / 1e6,
        "day_up_gb": up / actions * ACTIONS_PER_S * DAY_S / 1e9,
        "day_down_gb": down / actions * ACTIONS_PER_S * DAY_S / 1e9,
    }


LABELS = {
    "news_body": ("body of an answer with news, median", "{:.0f}"),
    "news_down": ("answer with news, with its head, mean", "{:.0f}"),
    "news_up": ("poll, mean", "{:.0f}"),
    "action_up": ("action, mean", "{:.0f}"),
    "action_down": ("answer to an action, mean", "{:.0f}"),
    "empty_down": ("answer without news, mean", "{:.0f}"),
    "up_mb": ("evening, actions and news: MB up", "{:.2f}"),
    "down_mb": ("evening, actions and news: MB down", "{:.2f}"),
    "idle_up_mb": ("polls without news besides: MB up", "{:.2f}"),
    "idle_down_mb": ("polls without news besides: MB down", "{:.2f}"),
    "day_up_gb": (f"{TABLES:,} tables, a day: GB up", "{:.0f}"),
    "day_down_gb": (f"{TABLES:,} tables, a day: GB down", "{:.0f}"),
}


def show(figures: dict[str, dict[str, float]]) -> None:
    """Print a column for each kind of client."""
    print(f"{'':42}" + "".join(f"{name:>18}" for name in figures))
    for name, (label, form) in LABELS.items():
        print(f"{label:42}" + "".join(f"{form.format(of_way[name]):>18}" for of_way in figures.values()))


def bodies(server: Server, game: str, actions: int) -> tuple[int, int]:
    """Return the median bytes of the answers with news in a game: first plain, then deflated."""
    medians = []
    for way in (WAYS[-2], WAYS[-1]):
        _, line = play(server, way, game, actions, seed=1)
        medians.append(round(median(line.traffic["news"].bodies)))
    return medians[0], medians[1]


def show_games(server: Server, most_documents: int, actions: int) -> dict[str, tuple[int, int]]:
    """Print the result of `bodies` for each game, and the medians over all documents."""
    documents = [game.slug for game in CATALOGUE if game.slug][:most_documents]
    bodies_by_game = {}
    print(f"\n{'median body of an answer with news':42}{'before':>18}{'now':>18}")
    for game in (*FAST, *documents):
        plain, deflated = bodies_by_game[game] = bodies(server, game, actions)
        print(f"{game:42}{plain:>18}{deflated:>18}", flush=True)
    if documents:
        plain, deflated = (median(bodies_by_game[name][way] for name in documents) for way in (0, 1))
        print(f"{'median of the documents':42}{plain:>18.0f}{deflated:>18.0f}")
    return bodies_by_game


def arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--actions", type=int, default=600, help="actions of the evening (default 600)")
    parser.add_argument("--of-game", type=int, default=100, help="actions of each other game (default 100)")
    parser.add_argument("--documents", type=int, default=99, help="documents, at most (default 99)")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    options = arguments()
    cores = two_cores()
    prepare(cores)
    with redis_server(cores.client) as (store, _), project_server(cores.server, store) as server:
        evenings = {
            way.name: figures_of(evening(server, way, options.actions), options.actions) for way in WAYS
        }
        show(evenings)
        games = show_games(server, options.documents, options.of_game)
    if options.json:
        options.json.write_bytes(msgspec.json.encode({"evenings": evenings, "games": games}))


if __name__ == "__main__":
    try:
        main()
    except BenchError as error:
        raise SystemExit(f"void: {error}") from None
