"""The documents that a second account of their rules follows, and how both are connected."""

from __future__ import annotations

from types import SimpleNamespace

from .base import heap
from .chinchon import Chinchon
from .cinquillo import Cinquillo
from .eights import Eights
from .following import Case, cards, each, hands, plain
from .scat import Scat
from .war import War


def scores(table):
    return {one.id: one.score for one in table.players}


# Crazy Eights

SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


def eights_options(options, seats):
    return SimpleNamespace(
        hand_size={"five": "auto", "seven": 7}[options.hand_size],
        draw_rule=options.draw_rule,
        forced_play=options.forced_play,
        reshuffle=True,
        queen_skip=options.queen_skips,
        ace_reverse=options.ace_reverses,
        two_draws_two=options.two_draws_two,
        target=options.target,
    )


def begin_eights(model, table):
    model.deal(each(table, "hand"), cards(table, "discard"), cards(table, "stock"), table.turn)


def eights_move(table, name, values):
    """A card that was drawn is not chosen again."""
    if name != "play":
        return (name,)
    card = values["card"][0] if "card" in values else table.values["drawn"][0]
    return ("play", card, SUITS[values["suit_named"]]) if "suit_named" in values else ("play", card)


def eights_state(table):
    piles = {"pile": heap(cards(table, "discard")), "stock": cards(table, "stock")}
    return hands(table) | piles | {"scores": scores(table)}


EIGHTS = Case(
    slug="crazy-eights",
    model=Eights,
    seats=(2, 3, 4, 5),
    options=eights_options,
    begin=begin_eights,
    move=eights_move,
    state=eights_state,
    values={"target": [0, 0, 100]},
)


# War


def begin_war(model, table):
    model.deal(each(table, "packet"))


def war_state(table):
    packets = {f"packet:{id}": packet for id, packet in each(table, "packet").items()}
    laid = [card for zone, held in table.zones.items() if f"packet:{zone[7:]}" != zone for card in held.cards]
    return packets | {"laid": sorted(laid)}


WAR = Case(
    slug="war",
    model=War,
    seats=(2, 2, 3, 4),
    options=plain,
    begin=begin_war,
    move=lambda table, name, values: (name,),
    state=war_state,
    values={"max_rounds": [100, 100, 1000], "down_cards": [0, 1, 3]},
    steps=400,
)


# Scat


def begin_scat(model, table):
    dealt = {id: held for id, held in each(table, "hand").items() if id in model.here}
    model.deal(dealt, cards(table, "discard"), cards(table, "stock"), table.turn)


def scat_move(table, name, values):
    if name.startswith("take_"):
        return ("draw", name.removeprefix("take_"))
    if name == "knock":
        return ("knock",)
    return ("discard", values["card"][0], int(name == "close"))


def scat_state(table):
    """In a match for lives these are the score, and players without have no hand any more."""
    counted = dict(zip((one.id for one in table.players), table.values["life"], strict=True))
    counted = counted if table.options.match == "lives" else scores(table)
    piles = {"pile": heap(cards(table, "discard")), "stock": cards(table, "stock"), "scores": counted}
    return piles | {hand: held for hand, held in hands(table).items() if held}


SCAT = Case(
    slug="scat",
    model=Scat,
    seats=(2, 3, 4, 9),
    options=plain,
    begin=begin_scat,
    move=scat_move,
    state=scat_state,
    values={
        "min_knock": [0, 0, 21, 31],
        "rounds": [1, 2, 3],
        "lives": [1, 2, 3],
        "close_first_round": [True],
        "hand_value": ["best_suit"],
    },
)


# Cinquillo


def cinquillo_options(options, seats):
    return SimpleNamespace(
        deck={"forty": 40, "forty_eight": 48}[options.deck],
        pass_rule=options.pass_rule,
        auto_pass=options.auto_pass,
        two_player_stock=options.two_player_stock,
        score_mode=options.score_mode,
        oro_bonus=options.oro_bonus,
        target_score=options.target_score,
        play_on=options.play_on,
        teams=options.partners and seats == 4,
    )


def begin_cinquillo(model, table):
    model.deal(each(table, "hand"), cards(table, "stock"))


def cinquillo_move(table, name, values):
    if name != "play":
        return (name,)
    return ("play", values["card"][0]) if "card" in values else ("play", table.values["drawn"][0])


def cinquillo_state(table):
    columns = {zone: held.cards for zone, held in table.zones.items() if zone.startswith("column:")}
    found = {
        f"column:{zone[7].upper()}": sorted(int(card[:-1]) for card in held) for zone, held in columns.items()
    }
    return found | hands(table) | {"stock": cards(table, "stock"), "scores": scores(table)}


CINQUILLO = Case(
    slug="cinquillo",
    model=Cinquillo,
    seats=(2, 3, 4, 5, 6),
    options=cinquillo_options,
    begin=begin_cinquillo,
    move=cinquillo_move,
    state=cinquillo_state,
    values={"target_score": [1, 3, 20], "partners": [False]},
    sample=6,
)


# Chinchón


def begin_chinchon(model, table):
    dealt = {id: held for id, held in each(table, "hand").items() if id in model.here}
    model.deal(dealt, cards(table, "discard"), cards(table, "stock"), table.turn)


def chinchon_move(table, name, values):
    if name.startswith("take_"):
        return ("draw", name.removeprefix("take_"))
    return (name, values["card"][0])


def chinchon_state(table):
    """Players who are out have no hand any more."""
    piles = {"pile": heap(cards(table, "discard")), "stock": cards(table, "stock"), "scores": scores(table)}
    return piles | {hand: held for hand, held in hands(table).items() if held}


CHINCHON = Case(
    slug="chinchon",
    model=Chinchon,
    seats=(2, 3, 4),
    options=plain,
    begin=begin_chinchon,
    move=chinchon_move,
    state=chinchon_state,
    weights={"close": 4},
    sense=0.8,
    sample=5,
    values={"limit": [50, 60, 100], "close_limit": [0, 3, 5], "layoff_on": ["closer"]},
)

CASES = [WAR, SCAT, CINQUILLO, CHINCHON]
