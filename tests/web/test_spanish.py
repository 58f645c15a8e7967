"""Each kind of answer in Spanish, as a person reads it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .conftest import Api


@pytest.fixture
def spanish(api: Api) -> Api:
    """A browser that prefers Spanish as it is written in Mexico."""
    api.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "es-MX,es;q=0.9,en;q=0.8"
    return api


def detail(response: Any) -> str:
    assert response.headers["Content-Language"] == "es"
    return str(response.get_json(force=True)["detail"])


def option(game: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = [option for option in game["options"] if option["name"] == name]
    return found


def test_catalogue(spanish: Api) -> None:
    games = {game["id"]: game for game in spanish.call("GET", "/api/games").get_json()["games"]}
    cheat, uno, kittens = games["cheat"], games["uno"], games["kittens"]
    assert [cheat["name"], uno["name"], kittens["name"]] == ["Mentiroso", "Uno", "Exploding Kittens"]
    assert cheat["summary"] == "Coloca cartas boca abajo, declara su valor y que no te pillen mintiendo."
    assert cheat["rules"].startswith("Sé el primero en quedarte sin cartas.\n\n")
    assert len(uno["rules"].split("\n\n")) == 6
    assert [cheat["faces"][card]["name"] for card in ("AC", "TD", "QH", "KS")] == [
        "As de tréboles", "Diez de diamantes", "Reina de corazones", "Rey de picas",
    ]  # fmt: skip
    assert [uno["faces"][card]["name"] for card in ("R5", "YR", "BD", "WF")] == [
        "5 rojo", "Reversa amarilla", "Roba dos azul", "Comodín roba cuatro",
    ]  # fmt: skip
    assert kittens["faces"]["K-NOP"]["text"] == "Anula lo que se acaba de jugar, en cualquier momento."
    assert [preset["name"] for preset in cheat["presets"]] == ["Clásica", "Reglas de la casa", "Mesa grande"]


def test_options(spanish: Api) -> None:
    uno = spanish.call("GET", "/api/games/uno").get_json()
    stacking = option(uno, "stacking")
    assert stacking["label"] == "Acumular"
    assert [one["label"] for one in stacking["of"]] == [
        "No",
        "Con la misma carta",
        "Con cualquiera de las dos",
    ]
    assert (
        option(uno, "spectators")["help"] == "Cualquiera que tenga el código de la sala puede ver la partida."
    )


def test_refusals(spanish: Api) -> None:
    ada = spanish.create("Ada")
    bob = spanish.join(ada["code"], "Bob")

    def opening(game: str, **options: Any) -> str:
        body = {"name": "Ada", "game": game, "options": options}
        return detail(spanish.call("POST", "/api/rooms", json=body))

    assert opening("kittens", nope_window_s=99) == "«Tiempo para un Nop» tiene que ser un número de 2 a 15."
    assert opening("uno", stacking="x") == (
        "«Acumular» tiene que ser uno de estos valores: No, Con la misma carta, Con cualquiera de las dos."
    )
    assert (
        detail(spanish.try_act(ada, "start")) == "Tres personas o más son necesarias para empezar la partida."
    )
    assert detail(spanish.try_act(bob, "start")) == "Solo el anfitrión puede hacer eso."
    assert (
        detail(spanish.call("GET", "/api/rooms/zzzzz"))
        == "No hay ninguna sala con este código. Comprueba el código."
    )
    assert detail(spanish.call("POST", "/api/rooms", json={"name": "x" * 17})) == (
        "Ese nombre es demasiado largo. Usa 16 caracteres como máximo."
    )
    assert spanish.snapshot(ada)["table"]["prompt"] == (
        "Tres personas o más son necesarias para empezar la partida."
    )


def test_prompts_moves_facts_and_events(spanish: Api) -> None:
    ada, ines, _ = spanish.game("Ada", "Inés", "Hugo", rank_step="up_or_same")
    mine, theirs = spanish.snapshot(ada)["table"], spanish.snapshot(ines)["table"]
    assert mine["prompt"] == "Tu turno: coloca de 1 a 4 cartas como Ases."
    assert theirs["prompt"] == "Esperando a que Ada coloque Ases."
    assert [move["label"] for move in mine["moves"] if move["name"] == "place"] == ["Colocar como Ases"]
    cursor = spanish.events(ines)["cursor"]
    hand = next(zone["cards"] for zone in mine["zones"] if zone["owner"] == ada["player"])
    spanish.act(ada, "place", cards=hand[:2])
    answer = spanish.events(ines, cursor, wait=10)
    (placed,) = [event for event in answer["events"] if event["type"] == "placed"]
    assert (placed["text"], placed["args"]["rank"]) == ("{by} colocó {count} × {rank}.", "Ases")
    table = answer["table"]
    facts = [[fact["label"], fact["text"]] for fact in table["facts"]]
    assert facts == [["Última jugada", "2 × Ases de Ada"], ["Siguiente", "Ases o Doses"]]
    assert [move["label"] for move in table["moves"] if move["name"] == "call_cheat"] == ["¡Mentira!"]


@pytest.mark.parametrize(
    ("path", "title"), [("/nothing", "No encontrado"), ("/", None), ("/replay", "Repetición")]
)
def test_pages(spanish: Api, path: str, title: str | None) -> None:
    response = spanish.client.get(path)
    assert response.headers["Content-Language"] == "es"
    assert '<html lang="es">' in response.text
    assert "Cheat: juegos de cartas con amigos, en el navegador." in response.text
    if title is not None:
        assert re.search(rf"<title>[^<]*{title}", response.text)
    assert "Este sitio necesita JavaScript." in response.text or path == "/nothing"


def test_english_pages_are_english(spanish: Api) -> None:
    games = spanish.call("GET", "/api/games?lang=en").get_json()["games"]
    assert [game["name"] for game in games if game["id"] == "cheat"] == ["Cheat"]
