"""What newcomers are told when a move is offered, or an event happens, for the first time.

By game, and by the name of the form or the type of the event.
"""

from __future__ import annotations

HINTS = {
    "cheat": {
        "place": "Choose one to four cards and place them face down. They count as the rank that is due, "
        "whatever they are: lie if you have to, or if you like to.",
        "call_cheat": "Somebody has placed cards and said what they are. Do you believe it? If not, call "
        "Cheat! while you can: who was wrong takes the pile.",
        "called": "The cards are turned over now. If one of them is not what was said, the liar takes the "
        "pile; else who called does.",
        "picked_up": "A pile is a burden, but also a choice: with many cards you need to lie less, and you "
        "know what the others cannot have.",
        "passed": "Who passes places nothing. When all pass in a row, the next rank is due.",
    },
    "ivanhoe": {
        "draw": "Each turn begins with a card. You get it even if you withdraw then, and keep it for later.",
        "start": "Start in a colour of which you hold a lot. Whoever is left alone wins its token, and you "
        "need tokens of different colours.",
        "play_value": "Cards of the tournament's colour, and supporters, count in your display. Lift a card "
        "and play it, one after another. You stay in only with the highest total, so look at what leads "
        "below.",
        "play_action": "One of your action cards can be played now. Lift it, and its button appears; what it "
        "does stands on it: rest on it to read more.",
        "end_turn": "Without the highest total you withdraw at the end of your turn. That takes your "
        "display, not your hand: a tournament that costs too much is best left early.",
        "ivanhoe": "You hold IVANHOE: it cancels the card that was just played. Nobody knows that you have "
        "it.",
        "keep": "Of cards with the same value only one stays before you. Choose which.",
        "return_token": "You withdraw with a Maiden before you, and that costs a token.",
        "take_token": "A purple tournament brings a token of any colour that you lack.",
    },
    "kittens": {
        "play": "Before you draw you may play cards, as many as you like. What a card does stands on it: "
        "rest on it to read more.",
        "draw": "Drawing ends your turn. If it is a kitten, a Defuse saves you; without one you explode.",
        "nope": "Somebody has played a card. A Nope stops it, and another Nope stops the Nope.",
        "give": "Somebody asks you for a card. You choose which one you can do without.",
        "insert": "The kitten goes back into the pile, where you like. Only you know where.",
    },
    "uno": {
        "play": "Play a card of the colour in force, or with the same number or sign. Black cards always "
        "fit.",
        "draw": "Nothing fits, or you want to keep it? Draw a card; if it fits you may play it at once.",
        "keep": "The card that you have drawn fits. You may play it, or keep it.",
        "say_uno": "You will have one card left: say UNO, or the others may catch you and you draw.",
        "catch_uno": "Somebody has one card left and has not said UNO. Catch them before the next player "
        "acts.",
        "challenge": "A wild draw four is meant for hands without the colour in force. Challenge it if you "
        "think that this one was not: the loser draws.",
    },
}
