"""The options of Uno."""

from __future__ import annotations

from typing import Any

from cheat.games.options import choice, flag, number, options_type, whole

# fmt: off
UnoOptions: Any = options_type(
    "UnoOptions",
    whole("max_players", "Seats", "The most players at the table.", 10, 2, 10),
    choice("start_mode", "Start", "How a game begins.",
        {"countdown": "By itself, after a countdown", "host": "By the host"}, "host"),
    whole("countdown_s", "Countdown", "Seconds until a game begins by itself; joining starts them afresh.",
        10, 3, 60),
    whole("hand_size", "Cards at the start", "How many cards everybody gets.", 7, 3, 10),
    whole("target_score", "Points to reach", "They end the match; with 0 a single round decides.",
        500, 0, 1000),
    choice("scoring", "Scoring", "Who gets the points of the cards that are left.",
        {"winner_takes": "The winner of the round", "penalty": "Everybody their own; fewest win"}),
    flag("dealer_symbols_zero", "Symbols count 0 for the deal", "When the highest card decides who deals."),
    choice("start_wild", "A wild as first card",
        "What happens when the first card is a wild; a wild draw four always goes back.",
        {"redraw": "Another card is turned", "first_player_chooses": "The first player chooses the colour"}),
    choice("start_reverse_first", "A reverse as first card", "Who begins.",
        {"right_of_dealer": "Right of the dealer", "dealer": "The dealer"}),
    choice("draw_rule", "Drawing", "What a player who draws may do.",
        {"one_play": "Draw one, play it if it fits", "one_pass": "Draw one and pass",
         "until_playable": "Draw until a card fits"}),
    flag("forced_play", "Must play", "Who holds a card that fits has to play it."),
    flag("wd4_strict", "Strict wild draw four", "Only hands without the colour in force may play it."),
    flag("challenge_wd4", "Challenges", "A wild draw four may be challenged.", True),
    whole("uno_penalty", "Forgotten UNO", "Cards that a caught player draws.", 2, 0, 4),
    whole("false_catch_penalty", "Wrong catch",
        "Cards that a wrong catcher draws; 0: only right ones are possible.", 0, 0, 4),
    number("uno_grace_s", "Time to say UNO", "Seconds in which nobody can be caught.", 1.5, 0, 10),
    number("uno_window_s", "Time to catch", "Seconds for which the next player waits.", 0.0, 0, 10),
    flag("auto_uno", "UNO by itself", "Nobody has to say it."),
    choice("stacking", "Stacking",
        "Whether a card that makes one draw may be answered by another; the sum goes on.",
        {"off": "No", "same": "By the same kind", "any": "By either kind"}),
    flag("seven_zero", "Seven and zero", "A 7 swaps two hands, a 0 passes all hands on."),
    flag("jump_in", "Jumping in", "The same card may be played out of turn."),
    whole("turn_s", "Turn clock", "Seconds for a turn; 0 means no limit.", 30, 0, 180),
    whole("challenge_s", "Time to challenge", "Seconds to decide.", 10, 3, 60),
    choice("on_leave", "Who leaves", "What becomes of the game when a player leaves.",
        {"rules": "It goes on without the player",
         "bot": "A bot plays on, and the seat may be taken back", "abort": "It ends without a winner"}),
)
# fmt: on
