"""A sentence about each part of the document language, for its reference and for the editor.

Here are the purposes of all keys, functions and operators. `schema.py` lists the keys with the values that
they take, and `check/builtins.py` the functions with their arguments. A test fails if one of them has no
sentence here. Names that need only a sentence, such as `me`, are not listed anywhere else. Words in backticks
are code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

KEYS: Mapping[str, Mapping[str, str]] = {
    "a document": {
        "cardgame": "The version of the language.",
        "id": "The short name and the address, in small letters, digits and hyphens: `crazy-eights`.",
        "name": "The title.",
        "players": "How many can play.",
        "deck": "The cards.",
        "zones": "The places where cards lie, by name. All cards begin in the first zone.",
        "start": "Happens once, when the game begins. It must end in `go`, `next`, `pause` or `end`.",
        "phases": "The moments of the game, by name.",
        "version": "Three numbers, `1.0.0` by default. Each publication needs a higher one.",
        "summary": "One line for the list of games.",
        "minutes": "How long a game takes: `20` or `10–20`.",
        "rules": "The rules as players read them.",
        "tags": "Words by which players find the game.",
        "author": "Your name.",
        "licence": "The licence of the document.",
        "forked_from": "The game and version that this one is a copy of.",
        "options": "House rules that the host of a room chooses, by name.",
        "presets": "Named sets of options.",
        "vars": "Variables of the game, by name.",
        "player_vars": "Variables that every player has. `score` is shown at each seat.",
        "team_vars": "Variables that every team has.",
        "define": "Expressions with a name, as `name` or `name(a, b)`.",
        "routines": "Effects with a name, as `name` or `name(a, b)`. `run` carries them out.",
        "turn": "The phase that begins for the next player if the player on turn leaves. By default the "
        "first phase with moves.",
        "triggers": "Effects that happen when a condition holds. The conditions are checked after the "
        "effects of an action, after the `start` of a phase, and before the next phase begins.",
        "leave": "What happens when a player leaves for good.",
        "standing": "A number or a list for each player; the highest stands best. By default the score.",
        "shows": "Facts that everybody sees beside the table.",
        "marks": "Badges at the seats of players.",
        "situation": "A sentence for each player beside the prompt, which only this player reads, such as "
        "what the hand is worth. Of a list, the first sentence whose `if` holds.",
        "bots": "Hints for bots. They never change the rules.",
        "style": "The theme, colours, fonts, sizes, card backs and the emblem. They never change the rules.",
    },
    "“players”": {
        "min": "The fewest players.",
        "max": "The most players.",
        "team_size": "Players in a team. Partners sit opposite each other.",
        "allowed": "The possible numbers of players, if not every number from `min` to `max` is possible.",
    },
    "an option": {
        "default": "The value in a new room.",
        "label": "The title in the room's settings.",
        "help": "A sentence below the title.",
        "number": "The least and the greatest whole number.",
        "choice": "The values and their labels. Without `number` and `choice` the option is yes or no.",
    },
    "a preset": {
        "name": "The title.",
        "options": "Options and their values. Other options have their defaults.",
    },
    "a deck": {
        "use": "A ready deck: 52 French cards without or with two jokers, or 40 or 48 Spanish cards.",
        "suits": "Your own suits: the letter of a suit in the codes of cards, and its name.",
        "ranks": "Your own ranks, lowest first.",
        "names": "The names of your own ranks and suits, as parts of the names of cards.",
        "count": "How often a card is in the deck, by code, rank or suit.",
        "extra": "Cards without a suit, by their code.",
        "copies": "How many decks are put together.",
        "remove": "A condition on each card: the deck has no cards for which it holds. It may use "
        "attributes of the card, options and `players`.",
        "order": "The ranks from low to high. The position, from 1, is the attribute `order`.",
        "points": "The attribute `points` of each card.",
        "attributes": "More attributes, by name. `wild` marks cards that stand for others in melds.",
    },
    "an extra card": {
        "name": "What players read.",
        "count": "How often it is in the deck.",
        "text": "What the card does, for players.",
    },
    "a zone": {
        "kind": "How the page draws it.",
        "seen": "The viewers of its faces.",
        "label": "The title. It may have `{suit}` with `per` suit, and `{team}` with `per` team.",
        "per": "One zone for each player, team or suit.",
        "place": "`side`: small, at the side of the table, for piles that players rarely look at. The "
        "default is `middle`. For zones that belong to no player.",
        "refill": "The zone that refills this one. If a card is drawn and this zone is empty, all cards of "
        "that zone but the top one are shuffled and moved here.",
        "refill_all": "Like `refill`, but with the top card.",
        "sort": "Attributes by which its cards are kept in order.",
        "groups": "Lists of cards that belong together, such as melds. The page puts them first and marks "
        "them for the owner. For zones with `per` player.",
    },
    "a variable": {
        "start": "The value it begins with, or a type.",
        "seen": "With `owner`, only the owner knows the value.",
    },
    "a phase": {
        "who": "The players who are asked, all at once. By default the player on turn.",
        "start": "Happens when the phase begins. `me` is the player on turn.",
        "moves": "What the players may do. Two moves with one name are alternatives.",
        "done": "Each player who is asked makes one move, and then these effects happen. A move that ends in "
        "`go`, `next`, `pause` or `end` does not wait for the other players, and `done` does not happen.",
        "time": "Seconds until time runs out, at least 0.25. By default the option `turn_s`. 0 means "
        "no limit.",
        "timeout": "What happens when time runs out: a move of the phase, or effects. By default the "
        "first legal move.",
        "optional": "With true, players may let time run out instead of making a move.",
        "stuck": "Happens for a player who is asked and has no legal move. By default the turn passes.",
        "prompt": "The sentence for the players who are asked. Of a list, they read the first sentence "
        "whose `if` holds.",
    },
    "a sentence": {
        "text": "The text, with values in braces. `me` is the reader.",
        "if": "The sentence counts only if this holds.",
    },
    "a move": {
        "name": "The name in the document.",
        "do": "What the move does. `me` is the player who makes it.",
        "label": "The text of the button, by default the name. It may have values in braces: "
        "`Call {to_call}`.",
        "tone": "How the button looks.",
        "help": "A hint for the button.",
        "confirm": "A question that the page asks first.",
        "if": "The move is offered only if this holds.",
        "by": "The players who have this move, asked or not. In `by`, `me` is the player on turn.",
        "say": "A line in the log, after the effects.",
        "pick": "What the player chooses, by name. A choice may use the choices before it.",
    },
    "a choice of cards": {
        "from": "The cards to choose from. A player can only choose cards that they see.",
        "label": "The title of the choice. By default it says where the cards come from.",
        "where": "A condition on each card.",
        "count": "How many cards, or the fewest and the most. The choice is then a list of cards. Without "
        "`count` it is a single card.",
        "same": "An expression that must have the same value for all chosen cards.",
        "takes": "The cards that a chosen card takes, such as those that it captures. The page marks them.",
        "labels": "What the button says after its own text when a card is chosen, by card, rank or "
        "suit: `for sixes`.",
    },
    "a choice of a player": {"player": "The players to choose from.", "label": "The title of the choice."},
    "a choice": {
        "choice": "The list of values to choose from.",
        "label": "The title of the choice.",
        "labels": "What the player reads for each value.",
    },
    "a choice of a number": {
        "number": "The least and the greatest number.",
        "likely": "Numbers that become buttons, so that players need not search for them. Numbers outside of "
        "the bounds are left out. Bots choose these numbers more often.",
        "label": "The title of the choice.",
    },
    "a yes-or-no choice": {"yes": "The question."},
    "a trigger": {
        "if": "The condition. `me` is the player on turn.",
        "do": "Happens if the condition holds, at most once in an action and its consequences. A `go`, "
        "`next`, `pause` or `end` here replaces what the game was about to do.",
    },
    "“leave”": {
        "cards_to": "The zone that takes the cards of the player who leaves.",
        "shuffle": "With true, that zone is shuffled afterwards.",
        "keep": "Zones of the player whose cards stay.",
        "do": "Happens first. `leaver` is the player who leaves.",
        "bot": "With false, no bot takes the seat of a player who leaves.",
    },
    "a fact": {
        "label": "The title.",
        "value": "What is shown. With an empty text, the title is the heading of the facts after it.",
        "of": "A number that the value should reach, such as the number of hands: “1/5”.",
        "if": "Shown only if this holds.",
        "kind": "`chips`: a number of chips, in the middle of the table; `suit`: a suit, with its sign; "
        "`direction`: 1 or -1, as arrows around the table; `large`: in large letters; `current`: "
        "marked among the others, such as the bet that is made now; `caption`: below the cards in the middle "
        "of the table, such as who laid them; `card`: the title, on that card in the middle of the table.",
    },
    "a mark": {
        "label": "The text. If it is empty, the value is shown alone.",
        "value": "Shown after the text.",
        "of": "A number that the value should reach, such as a bid.",
        "if": "Shown only if this holds. `me` is the player at the seat.",
        "tone": "How it looks.",
        "kind": "`chips`: a number of chips, in front of the seat; `tally`: a large number, with `of`; "
        "`points`: points of this round, with a sign; `disc`: a disc with the initials of the text, such "
        "as the dealer's button; `suit`: a suit, with its sign; `shown`: words below the cards that the "
        "player shows; `wins`: the player's open row is marked, and the rows of the others are dimmed; "
        "`out`: words; the seat is dimmed.",
    },
    "“bots”": {
        "weights": "How likely a bot makes each move, by name. 1 by default.",
        "good": "A number: how good the position is for a player. By default `standing`. Bots of the levels "
        "normal and hard try a move, let all players play 16 steps by `weights`, and compare their own "
        "number with the numbers of the others.",
        "script": "JavaScript of a game that was converted from the older format.",
    },
    "a script": {
        "source": "The script.",
        "opponents": "The opponents, and the names by which the script knows them.",
        "actions": "The action of the older format, as JSON, by move.",
        "asks": "The moves for which the script chooses a card.",
        "orders": "The orders in which opponents try moves.",
        "suits": "The names of suits that the script knows.",
        "values": "The names of ranks that the script knows.",
    },
}
"""Name of a part, as messages call it -> the keys of the part, with a sentence for each.

The keys in `LOG_KEYS` have their sentences there.
"""

VALUES: Mapping[str, Mapping[str, str]] = {
    "kind": {
        "hand": "The cards of a player, fanned out.",
        "pile": "Cards on top of each other, with their number.",
        "row": "Cards side by side. If each player has such a zone with open cards, the page shows them in "
        "the middle, as a trick.",
        "display": "Cards that a player has laid down, at the seat.",
        "columns": "Cards in columns.",
    },
    "seen": {
        "all": "Everybody, spectators too.",
        "nobody": "No player.",
        "owner": "The player whose zone it is.",
        "team": "The team of that player, or of the zone.",
    },
}
"""Key of a zone -> the values that the key may have, with a sentence for each."""

FACTS_AS = ("chips", "suit", "direction", "large", "current", "caption", "card")
"""The values that the key `kind` of facts may have."""
MARKS_AS = ("chips", "tally", "points", "disc", "suit", "shown", "wins", "out")
"""The values that the key `kind` of marks may have."""
NUMBERS_AS = frozenset(("chips", "tally", "points", "direction"))
"""The kinds of facts and marks whose value is a number."""

LOG_KEYS: Mapping[str, str] = {
    "say": "A line in the log, with expressions in braces: `{me}`.",
    "tone": "How the line looks.",
}
"""The keys that an effect may have if it moves or shows cards."""


class EffectHelp(NamedTuple):
    """The help for an effect and its keys. In `pattern`, a key that ends in `?` is optional."""

    help: str
    keys: Mapping[str, str]
    pattern: str
    example: str


EFFECTS: Mapping[str, EffectHelp] = {
    "move": EffectHelp(
        "Moves cards on top of a zone. Cards that are there already stay.",
        {
            "move": "A card, or a list of cards.",
            "to": "A zone.",
            "at": "`bottom` puts them below the zone, in the same order.",
            "show": "`all`: everybody sees the faces while the cards move.",
        },
        '{"move": cards, "to": zone, "at"?: "bottom", "show"?: "all"}',
        '{"move": "card", "to": "laid", "say": "{me} lays {card}."}',
    ),
    "draw": EffectHelp(
        "Draws cards from the top of a zone, one by one, and refills it if it has `refill`.",
        {
            "draw": "How many.",
            "from": "A zone, by default `stock`, or the first zone if there is no `stock`.",
            "to": "A zone, by default `hand`.",
            "as": "A name for the list of drawn cards, for the effects that follow.",
        },
        '{"draw": number, "from"?: zone, "to"?: zone, "as"?: name}',
        '{"draw": 2, "to": "next.hand", "as": "drawn", "say": "{next} draws {count(drawn)}."}',
    ),
    "deal": EffectHelp(
        "Deals cards from the top of a zone to every player in turn.",
        {
            "deal": "How many each player gets, or `all`.",
            "to": "A zone of each player, such as `hand`.",
            "from": "A zone, by default `stock`, or the first zone if there is no `stock`.",
        },
        '{"deal": number or "all", "to": zone, "from"?: zone}',
        '{"deal": 1, "to": "hand"}',
    ),
    "shuffle": EffectHelp(
        "Shuffles a zone.",
        {"shuffle": "A zone."},
        '{"shuffle": zone}',
        '{"shuffle": "stock", "say": "The stock is shuffled."}',
    ),
    "reveal": EffectHelp(
        "Changes the viewers of a zone until it is empty.",
        {
            "reveal": "A zone, or several: `players.hand`.",
            "to": "`all` (the default), `nobody`, `owner` (as the zone says), or players.",
        },
        '{"reveal": zone or zones, "to"?: "all", "nobody", "owner" or players}',
        '{"reveal": "hand", "to": "next"}',
    ),
    "set": EffectHelp(
        'Sets variables: `{"set": {"led": "card.suit"}}`.',
        {
            "set": "Targets and their new values. A target is `led`, `p.bid`, `players.bid` or `row[2]`. A "
            'list is written as a text: `"[1, 2]"`.'
        },
        '{"set": {target: value, …}}',
        '{"set": {"led": "card.suit", "next.bid": 3, "row[1]": 9}}',
    ),
    "add": EffectHelp(
        "Adds to variables: a number to a number, an item or a list to a list.",
        {"add": "Targets, as with `set`, and what is added."},
        '{"add": {target: number or list, …}}',
        '{"add": {"score": "card.order", "row": 7}}',
    ),
    "let": EffectHelp(
        "Names values for the effects that follow in the same list. They never change.",
        {"let": "Names and values."},
        '{"let": {name: value, …}}',
        '{"let": {"low": "first(lowest(hand by order))"}}',
    ),
    "if": EffectHelp(
        "Carries out one of two lists of effects.",
        {"if": "The condition.", "then": "If it holds.", "else": "If not."},
        '{"if": condition, "then": [effects], "else"?: [effects]}',
        '{"if": "card.order > 10", "then": [{"draw": 1}], "else": [{"say": "A low card."}]}',
    ),
    "each": EffectHelp(
        "Carries out effects for every item of a list. Later changes to the list make no difference.",
        {"each": "A list.", "as": "The name of the item.", "do": "The effects."},
        '{"each": list, "as": name, "do": [effects]}',
        '{"each": "others", "as": "p", "do": [{"draw": 1, "to": "p.hand"}]}',
    ),
    "while": EffectHelp(
        "Repeats effects as long as a condition holds.",
        {"while": "The condition.", "do": "The effects."},
        '{"while": condition, "do": [effects]}',
        '{"while": "count(hand) < 3 and any(stock)", "do": [{"draw": 1}]}',
    ),
    "run": EffectHelp(
        "Carries out a routine.",
        {"run": "`name` or `name(a, b)`. Missing values are `none`."},
        '{"run": "name(values)"}',
        '{"run": "penalty(next, 2)"}',
    ),
    "say": EffectHelp(
        "Writes a line in the log.",
        {
            "say": "The text, with expressions in braces: `{me}`.",
            "tone": "How the line looks.",
            "to": "The players who read it, by default everybody.",
        },
        '{"say": text, "tone"?: tone, "to"?: players}',
        '{"say": "You have {count(hand)} cards.", "tone": "quiet", "to": "me"}',
    ),
    "know": EffectHelp(
        "States what everybody can conclude about a hidden zone. Bots rely on it. The game drops the "
        "conclusion when a card moves that may make it untrue.",
        {
            "know": "A zone.",
            "has": "The zone has a card for which this holds.",
            "lacks": "The zone has no card for which this holds.",
        },
        '{"know": zone, "has"?: condition, "lacks"?: condition}',
        '{"if": "not any(hand where suit == \'spades\')",\n'
        ' "then": [{"know": "hand", "lacks": "suit == \'spades\'"}]}',
    ),
    "go": EffectHelp(
        "Begins a phase. Effects that would follow do not happen.",
        {"go": "The phase.", "turn": "The player who is on turn then, by default the same."},
        '{"go": phase, "turn"?: player}',
        '{"go": "turn", "turn": "first(highest(players by count(hand)))"}',
    ),
    "next": EffectHelp(
        "Passes the turn to the next player and begins a phase.",
        {"next": "The phase."},
        '{"next": phase}',
        '{"next": "turn"}',
    ),
    "pause": EffectHelp(
        "Lets everybody look at the table until all are ready, and then begins a phase.",
        {"pause": "The phase."},
        '{"pause": phase}',
        '{"pause": "turn"}',
    ),
    "end": EffectHelp(
        "Ends the game.",
        {"end": "The winners: a player or players. `true`: the players who stand best."},
        '{"end": players or true}',
        '{"if": "hand is empty", "then": [{"end": "highest(players by score)"}]}',
    ),
}


def sentence(part: str, key: str) -> str:
    """Return the sentence about a key of a part or an effect, or "" if there is none."""
    effect = EFFECTS.get(part.strip("“”"))
    if part in KEYS or effect is None:
        return KEYS.get(part, {}).get(key, "")
    return effect.keys.get(key) or LOG_KEYS.get(key, "")


STANDARD_NAMES: Mapping[str, str] = {
    "me": "The player who acts, in `where` and `by`, too.",
    "turn": "The player on turn. `next`, and `turn` in `go`, change it.",
    "players": "The players who are in the game, in seat order.",
    "others": "All players but `me`.",
    "next": "The next player after `me`. With brackets, `next` is a function.",
    "direction": "1 or -1: which way turns go. `set` changes it.",
    "cards": "All cards, from all zones.",
    "suits": "The suits of the deck.",
    "ranks": "The ranks of the deck.",
    "teams": "The teams.",
    "team": "The team of the nearest player.",
    "members": "The players of the nearest team.",
    "it": "The item that `where` or `by` looks at.",
    "leaver": "The player who leaves, in `leave` only.",
}

ATTRIBUTES: Mapping[str, str] = {
    "rank": "The rank of a card, a text.",
    "suit": "The suit of a card, a text. A card without a suit has the text `'none'`.",
    "order": "The place of the card's rank in the deck's `order`, from 1.",
    "points": "The card's number in the deck's `points`.",
}


class FunctionHelp(NamedTuple):
    """The help for a function.

    - `arguments`: the arguments; an argument that ends in `?` is optional
    - `result`: the type of the result
    - `item_cost`: the number of steps for each item of the list, in addition to one step for the call
    - `cost`: a description of the cost, if `item_cost` cannot express the cost
    - `example`: a call of the function

    A step is a unit of work. In each action, a document may use only a limited number of steps.
    """

    arguments: str
    result: str
    help: str
    item_cost: int = 1
    cost: str = ""
    example: str = ""


FUNCTIONS: Mapping[str, FunctionHelp] = {
    "count": FunctionHelp(
        "list", "number", "The number of items.", 0, example="count(hand where suit == 'hearts')"
    ),
    "any": FunctionHelp(
        "list", "condition", "True if the list has an item.", 0, example="any(hand where order > 10)"
    ),
    "all": FunctionHelp(
        "list where condition",
        "condition",
        "True if the condition holds for every item.",
        0,
        "the condition for each item",
        example="all(players where count(hand) < 3)",
    ),
    "sum": FunctionHelp(
        "list by number",
        "number",
        "The sum of the items, or of the values of `by`.",
        example="sum(hand by order)",
    ),
    "min": FunctionHelp(
        "list by value",
        "value",
        "The least item, or the least value of `by`. `min(a, b)`: the least of several numbers.",
        example="min(players by count(hand))",
    ),
    "max": FunctionHelp(
        "list by value",
        "value",
        "The greatest item, or the greatest value of `by`. `max(a, b)`: the greatest of several numbers.",
        example="max(score, 5)",
    ),
    "highest": FunctionHelp(
        "list by value",
        "list",
        "The items with the greatest value, all that tie.",
        example="highest(players by score)",
    ),
    "lowest": FunctionHelp(
        "list by value",
        "list",
        "The items with the least value, all that tie.",
        example="first(lowest(hand by order))",
    ),
    "sort": FunctionHelp(
        "list by value", "list", "The items in order, the least first.", example="sort(hand by -order)"
    ),
    "group": FunctionHelp(
        "list by value",
        "list of lists",
        "One list of items for each different value.",
        example="group(hand by suit) where count(it) > 1",
    ),
    "distinct": FunctionHelp(
        "list by value",
        "list",
        "The different items, or the different values of `by`.",
        example="count(distinct(hand by suit))",
    ),
    "map": FunctionHelp(
        "list by value", "list", "The value of each item.", example="map(players by count(hand))"
    ),
    "reverse": FunctionHelp("list", "list", "The items from the last to the first.", example="reverse(row)"),
    "first": FunctionHelp(
        "list", "item", "The first item, `none` if there is none.", example="first(hand where rank == 'A')"
    ),
    "last": FunctionHelp("list", "item", "The last item, `none` if there is none.", example="last(row)"),
    "take": FunctionHelp(
        "list, number",
        "list",
        "So many items from the beginning, or all if there are fewer.",
        0,
        "1 for each item taken",
        example="take(sort(hand by order), 2)",
    ),
    "index": FunctionHelp(
        "list, item",
        "number",
        "The position of an item, from 0; `none` if it is not there.",
        example="index(players, me)",
    ),
    "range": FunctionHelp(
        "number, number",
        "list of numbers",
        "The numbers from one to the other, both included.",
        example="range(1, count(players))",
    ),
    "top": FunctionHelp(
        "zone, number?",
        "card",
        "The top card, or a list of so many cards from the top.",
        0,
        "0 for the top card, else 3, and 1 for each card taken",
        example="top(laid).suit",
    ),
    "bottom": FunctionHelp("zone", "card", "The lowest card.", 0, example="bottom(laid)"),
    "drawable": FunctionHelp(
        "zone",
        "number",
        "The number of cards that can be drawn, including those of `refill`.",
        0,
        example="drawable(stock) > 0",
    ),
    "owner": FunctionHelp(
        "card",
        "player",
        "The player in whose zone a card lies.",
        0,
        "1, and 1 for each eight cards of its zone",
        example="owner('QH')",
    ),
    "after": FunctionHelp(
        "player, number?",
        "player",
        "The player so many turns after this one, by default one turn.",
        0,
        example="after(me, 2)",
    ),
    "around": FunctionHelp(
        "player",
        "list of players",
        "All players in the order of turns, this one first.",
        example="around(turn)",
    ),
    "next": FunctionHelp(
        "list of players",
        "player",
        "The first of these players after `me`.",
        0,
        "1 for each player and each item",
        example="next(players where any(hand))",
    ),
    "if": FunctionHelp(
        "condition, value, …, value",
        "value",
        "The value after the first true condition, else the last.",
        0,
        "what is evaluated",
        example="if(score > 9, 2, score > 4, 1, 0)",
    ),
    "abs": FunctionHelp("number", "number", "The number without its sign.", 0, example="abs(score - 10)"),
    "pick": FunctionHelp(
        "list", "item", "A random item. In effects only.", 0, "chance", example="pick(suits)"
    ),
    "random": FunctionHelp(
        "number, number",
        "number",
        "A random number from one to the other, both included. In effects only.",
        0,
        "chance",
        example="random(1, 6)",
    ),
    "poker": FunctionHelp(
        "list of cards",
        "list of numbers",
        "The worth of the best five cards, as a list that can be compared with another one.",
        8,
        "poker",
        example="poker(hand) > poker(next.hand)",
    ),
    "poker_name": FunctionHelp(
        "list of cards",
        "text",
        "The name of the best five cards, such as “two pairs, kings and fours”. For texts and facts only: "
        "it cannot be compared or stored.",
        8,
        "poker",
        example="poker_name(hand)",
    ),
    "deadwood": FunctionHelp(
        "list of cards, number, number, list of lists?",
        "number",
        "The fewest points outside of melds. The numbers are the fewest cards of a set and of a run. "
        "Single cards can also be added to the melds in the fourth value.",
        0,
        "melds",
        example="deadwood(hand, 3, 3)",
    ),
    "melds": FunctionHelp(
        "list of cards, number, number",
        "list of lists",
        "The sets and runs that leave the fewest points. The numbers are the fewest cards of a set and "
        "of a run.",
        0,
        "melds",
        example="count(melds(hand, 3, 3))",
    ),
}
"""Name of a function -> its help.

Wherever a function takes a list of cards, it also takes a zone. `where` may filter the list.
"""

QUICK = ("count", "any", "all", "reverse", "first", "last", "top", "bottom", "drawable", "if", "abs")
"""Functions whose calls cost only one step."""


class OperatorHelp(NamedTuple):
    """The help for an operator.

    - `pattern`: the operator with its operands
    - `result`: the type of the result
    """

    pattern: str
    result: str
    help: str
    cost: str = ""


OPERATORS: tuple[OperatorHelp, ...] = (
    OperatorHelp(
        "list where condition",
        "list",
        "The items for which the condition holds.",
        "the condition for each item",
    ),
    OperatorHelp(
        "list by value",
        "",
        "A list with a value for each item, for functions such as `sort`.",
        "the value for each item",
    ),
    OperatorHelp("a or b", "condition", "One of two conditions. `b` is evaluated only if `a` is false."),
    OperatorHelp("a and b", "condition", "Both conditions. `b` is evaluated only if `a` is true."),
    OperatorHelp("not a", "condition", "The opposite condition."),
    OperatorHelp(
        "a == b, a != b",
        "condition",
        "Equal or not. Two cards with the same face are equal.",
        "3, and 1 for each item, of lists",
    ),
    OperatorHelp(
        "a < b, a <= b, a > b, a >= b",
        "condition",
        "Compares numbers, or lists item by item. False if one is `none`.",
        "ordering",
    ),
    OperatorHelp(
        "a in list",
        "condition",
        "True if the list has the item.",
        "1 for each item, and 3 if these are lists",
    ),
    OperatorHelp("a is empty, a is not empty", "condition", "True if a zone or a list has no items."),
    OperatorHelp("a is none, a is not none", "condition", "True if a value is missing."),
    OperatorHelp(
        "a + b", "number or list", "A sum; or one list after the other.", "3, and 1 for each item, of lists"
    ),
    OperatorHelp(
        "a - b",
        "number or list",
        "A difference; or a list without the items of another one.",
        "3, and 1 for each item, of lists",
    ),
    OperatorHelp(
        "a * b, a / b, a % b",
        "number",
        "Product, quotient (rounded down) and remainder. Dividing by 0 gives `none`.",
    ),
    OperatorHelp("-a", "number", "The negative number."),
    OperatorHelp(
        "a.name",
        "",
        "A zone, variable or attribute of a player, team or card. For a list: that of each item.",
        "3, and the name for each item, of a list",
    ),
    OperatorHelp("list[0]", "item", "An item, from 0; `none` beyond the end."),
    OperatorHelp("zone[suit]", "zone", "The zone of a suit, for zones with `per` suit.", "3"),
    OperatorHelp("[a, b]", "list", "A list of values of one type.", "3, and 1 for each item, of lists in it"),
    OperatorHelp("'text'", "text", "A suit, a rank, a card, a value of an option: `'hearts'`, `'QH'`."),
    OperatorHelp("true, false, none", "", "The two values of conditions, and the missing value."),
)
"""The operators, from the lowest precedence to the highest."""
