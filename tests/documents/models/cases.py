"""The documents that a second account of their rules follows, and how both are connected."""

from __future__ import annotations

from types import SimpleNamespace

from .base import heap, nonempty_hands
from .chinchon import Chinchon
from .cinquillo import Cinquillo
from .eights import Eights
from .following import Case, cards, each, plain
from .mus import Mus
from .scat import Scat
from .war import War
from .wildfire import Wildfire


def scores(table):
    return {one.id: one.score for one in table.players}


def begin_with_piles(model, table):
    """A hand with an open pile and a stock; who is out of the match has no cards."""
    dealt = {id: hand for id, hand in each(table, "hand").items() if id in model.here}
    model.deal(dealt, cards(table, "discard"), cards(table, "stock"), table.turn)


def piles_and_hands(table):
    piles = {"pile": heap(cards(table, "discard")), "stock": cards(table, "stock"), "scores": scores(table)}
    return piles | nonempty_hands(each(table, "hand"))


# Crazy Eights

SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


def eights_options(options, seats):
    return SimpleNamespace(
        hand_size={"five": "auto", "seven": 7, "always_five": 5}[options.hand_size],
        wild_rank={"eight": "8", "jack": "J", "king": "K"}[options.wild_rank],
        last_card_call=options.last_card_call,
        draw_rule=options.draw_rule,
        forced_play=options.forced_play,
        reshuffle=options.reshuffle,
        queen_skip=options.queen_skips,
        ace_reverse=options.ace_reverses,
        two_draws_two=options.two_draws_two,
        target=options.target,
    )


def eights_move(table, name, values):
    """A card that was drawn is not chosen again."""
    if name != "play":
        return (name,)
    card = values["card"][0] if values.get("card") else table.values["drawn"][0]
    return ("play", card, SUITS.get(values.get("suit_named"), ""), values.get("last_one"))


EIGHTS = Case(
    slug="crazy-eights",
    model=Eights,
    seats=(2, 3, 4, 5, 8),
    options=eights_options,
    begin=begin_with_piles,
    move=eights_move,
    state=piles_and_hands,
    weights={"play": 2},
    values={"target": [0, 0, 100]},
    sample=4,
)


# War


def begin_war(model, table):
    model.deal(each(table, "packet"))


def war_state(table):
    packets = {f"packet:{id}": packet for id, packet in each(table, "packet").items()}
    laid = [card for id, zone in table.zones.items() if id not in packets for card in zone.cards]
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


def scat_move(table, name, values):
    if name.startswith("take_"):
        return ("draw", name.removeprefix("take_"))
    if name == "knock":
        return ("knock",)
    return ("discard", values["card"][0], int(name == "close"))


def scat_state(table):
    """In a match for lives these are the score."""
    lives = dict(zip((one.id for one in table.players), table.values["life"], strict=True))
    return piles_and_hands(table) | ({"scores": lives} if table.options.match == "lives" else {})


SCAT = Case(
    slug="scat",
    model=Scat,
    seats=(2, 3, 4, 9),
    options=plain,
    begin=begin_with_piles,
    move=scat_move,
    state=scat_state,
    values={
        "min_knock": [0, 0, 21, 31],
        "rounds": [1, 2, 3],
        "lives": [1, 2, 3],
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
    columns = {id: zone.cards for id, zone in table.zones.items() if id.startswith("column:")}
    ranks = {
        f"column:{id[7].upper()}": sorted(int(card[:-1]) for card in there) for id, there in columns.items()
    }
    return (
        ranks
        | nonempty_hands(each(table, "hand"))
        | {"stock": cards(table, "stock"), "scores": scores(table)}
    )


CINQUILLO = Case(
    slug="cinquillo",
    model=Cinquillo,
    seats=(2, 3, 4, 5, 6),
    options=cinquillo_options,
    begin=begin_cinquillo,
    move=cinquillo_move,
    state=cinquillo_state,
    values={"target_score": [1, 3, 20], "partners": [False]},
    sample=2,
)


# Chinchón


def chinchon_move(table, name, values):
    if name.startswith("take_"):
        return ("draw", name.removeprefix("take_"))
    return (name, values["card"][0])


CHINCHON = Case(
    slug="chinchon",
    model=Chinchon,
    seats=(2, 3, 4),
    options=plain,
    begin=begin_with_piles,
    move=chinchon_move,
    state=piles_and_hands,
    weights={"close": 4},
    sense=0.8,
    sample=1,
    values={"limit": [50, 60, 100], "close_limit": [0, 3, 5], "layoff_on": ["closer"]},
)


# Mus


def mus_options(options, seats):
    return SimpleNamespace(
        target_score={"thirty": 30, "forty": 40}[options.target_score],
        games=options.games,
        kings={"eight": 8, "four": 4}[options.kings],
        real_31=options.real_31,
        mus_corrido=options.mus_corrido,
        max_mus=options.max_mus,
    )


def begin_mus(model, table):
    model.deal(each(table, "hand"), cards(table, "stock"), table.turn)


def mus_move(table, name, values):
    if name == "discard":
        return ("discard", tuple(values["chosen"]))
    if name == "bet_two":
        return ("bet", 2)
    return (name, *values.values())


def mus_state(table):
    seats = [one.id for one in table.players]
    won = dict(zip(seats, table.values["won"], strict=True))
    return nonempty_hands(each(table, "hand")) | {
        "stock": cards(table, "stock"),
        "points": scores(table),
        "scores": won,
    }


MUS = Case(
    slug="mus",
    model=Mus,
    seats=(4, 4, 2),
    options=mus_options,
    begin=begin_mus,
    move=mus_move,
    state=mus_state,
    weights={"bet": 3, "pass": 3, "accept": 3, "decline": 3, "raise": 3, "no_mus": 2},
    values={"games": [1, 3], "max_mus": [0, 0, 2]},
)


# Wildfire

ELEMENTS = {"fire": "F", "water": "W", "earth": "E", "air": "A"}


def begin_wildfire(model, table):
    dealt = {id: hand for id, hand in each(table, "hand").items() if id in model.here}
    model.deal(dealt, cards(table, "pile"), cards(table, "stock"), table.turn)


def wildfire_move(table, name, values):
    """A card that was drawn is not chosen again."""
    if name != "play":
        return (name,)
    card = values["card"][0] if values.get("card") else table.values["drawn"][0]
    return ("play", card, ELEMENTS.get(values.get("chosen"), ""), values.get("shout"))


def wildfire_state(table):
    piles = {"pile": heap(cards(table, "pile")), "stock": cards(table, "stock"), "scores": scores(table)}
    return piles | {"due": table.values["due"]} | nonempty_hands(each(table, "hand"))


WILDFIRE = Case(
    slug="wildfire",
    model=Wildfire,
    seats=(2, 3, 4, 8),
    options=plain,
    begin=begin_wildfire,
    move=wildfire_move,
    state=wildfire_state,
    weights={"play": 2},
    values={"hand_size": [3, 5, 7], "target": [0, 0, 60]},
    sample=2,
)

CASES = [EIGHTS, WAR, SCAT, CINQUILLO, CHINCHON, MUS, WILDFIRE]
