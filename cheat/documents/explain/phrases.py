"""The words that explain rules: a template for each part of the document language.

A test fails if a part of the language has no template here. A filter is the condition after “where”, which
selects items of a list. A filter is evaluated for each item, and so are some other expressions about a list.
In such an expression, the nearest card or player is the present item.
"""

from __future__ import annotations

from cheat.i18n.messages import Text

STANDARD_NAMES = {
    "me": Text("the player who acts"),
    "turn": Text("the player on turn"),
    "players": Text("all players"),
    "others": Text("the other players"),
    "next": Text("the next player"),
    "direction": Text("the direction of turns"),
    "cards": Text("all cards"),
    "suits": Text("all suits"),
    "ranks": Text("all ranks"),
    "teams": Text("all teams"),
    "team": Text("your team"),
    "members": Text("the members of your team"),
    "it": Text("it"),
    "leaver": Text("the player who leaves"),
}
"""Names that rules of every document can use."""
ITEM_AS = {
    "card": Text("that card"),
    "one": Text("that player"),
}
"""The words for the name `it` in a list of cards, and in a list of players."""

ATTRIBUTES = {
    "rank": Text("rank"),
    "suit": Text("suit"),
    "order": Text("place in the order"),
    "points": Text("points"),
}
"""Attributes that every card has. Other attributes are shown by their names."""

ATTRIBUTE_OF = {
    "rank": "the rank of {of}",
    "suit": "the suit of {of}",
    "order": "the place of {of} in the order",
    "points": "the points of {of}",
}
ATTRIBUTES_OF_IT = {
    "rank": Text("its rank"),
    "suit": Text("its suit"),
    "order": Text("its place in the order"),
    "points": Text("its points"),
}
"""Attributes of the nearest card."""

STANDARD_NAMES_OF_ONE = {
    "team": Text("their team"),
    "members": Text("the members of their team"),
}
"""Words for names that belong to the nearest player in a list of players."""

NAMES_BY_OWNER = {
    "me": "your “{name}”",
    "one": "their “{name}”",
    "card": "its {name}",
    "all": "“{name}”",
    "option": "the option “{name}”",
}
"""Owner of a name -> the template.

The owner is the acting player (`me`), the nearest player (`one`) or card (`card`), or the game (`all`,
`option`).
"""
NAME_AFTER_DOT = "the {name} of {of}"
OF_SUIT = "“{name}” of {at}"
ITEM = "number {at} (from 0) of {of}"
DEFINITION_WITH_VALUES = "“{name}” for {values}"
"""The template for a call of a definition, that is, of a named expression of the document."""

VALUES = {
    True: Text("yes"),
    False: Text("no"),
    None: Text("nothing"),
}

COMPARISONS = {
    "==": "{a} is {b}",
    "!=": "{a} is not {b}",
    "<": "{a} is less than {b}",
    "<=": "{a} is at most {b}",
    ">": "{a} is more than {b}",
    ">=": "{a} is at least {b}",
    "in": "{a} is among {b}",
}
STATES = {
    ("empty", False): "{a} is empty",
    ("empty", True): "{a} is not empty",
    ("none", False): "{a} has no value",
    ("none", True): "{a} has a value",
}
"""(Word after “is”, True if there is a “not”) -> the template."""
OPERATORS = {
    "and": "{a} and {b}",
    "or": "{a} or {b}",
    "+": "{a} plus {b}",
    "-": "{a} minus {b}",
    "*": "{a} times {b}",
    "/": "{a} divided by {b}, rounded down",
    "%": "the remainder of {a} divided by {b}",
}
LIST_OPERATORS = {
    "+": "{a} together with {b}",
    "-": "{a} without {b}",
}
"""Operators between two lists -> the template."""
UNARY_OPERATORS = {
    "not": "it is not true that {a}",
    "-": "minus {a}",
}
IN_BRACKETS = "({a})"
HOLDS, FAILS = "{a} is true", "{a} is not true"
HOLDS_FOR, FAILS_FOR = "“{name}” is true for {values}", "“{name}” is not true for {values}"
"""Templates for “the definition is true for these arguments” and “… is not true …”."""
IS_ON, IS_OFF = "the option “{name}” is on", "the option “{name}” is off"
NOT_AMONG = "{a} is not among {b}"
CONDITION_AS_VALUE = "whether {a}"

LIST = "the list ({items})"
CARDS_OF = "the cards in {a}"
COUNTED_CARDS = "the number of cards in {a}"
COUNTED_PLAYERS = Text("the number of players")
FILTERED_BY_ATTRIBUTE = "{a} whose {b}"
FILTERED = {
    "card": "{a} for which {b}",
    "one": "{a} for whom {b}",
    "any": "{a} such that {b}",
}
EXCEPT = "{a} except {b}"
"""The template for all items of a list except one."""
END_OF = {
    ("first", "card"): "the first card of {a}",
    ("first", "one"): "the first player among {a}",
    ("last", "card"): "the last card of {a}",
    ("last", "one"): "the last player among {a}",
}
"""Templates for the first and the last item of a list, if the kind of the items is known."""

CALLS = {
    "count": ("the number of {a}",),
    "any": ("there is at least one among {a}",),
    "sum": ("the sum of {a}",),
    "min": ("the least of {a}",),
    "max": ("the greatest of {a}",),
    "all": ("all of these are true: {a}",),
    "highest": ("the highest of {a}",),
    "lowest": ("the lowest of {a}",),
    "sort": ("{a} in order",),
    "group": ("{a} in groups",),
    "distinct": ("{a} without duplicates",),
    "map": ("each of {a}",),
    "reverse": ("{a} in reverse order",),
    "first": ("the first of {a}",),
    "last": ("the last of {a}",),
    "take": ("the first {b} of {a}",),
    "index": ("the position of {b} in {a}, from 0",),
    "range": ("the numbers from {a} to {b}",),
    "top": ("the top card of {a}", "the top {b} cards of {a}"),
    "bottom": ("the bottom card of {a}",),
    "drawable": ("the number of cards that can be drawn from {a}",),
    "owner": ("the player who has {a}",),
    "after": ("the player after {a}", "the player who is {b} turns after {a}"),
    "around": ("all players in the order of turns, first {a}",),
    "next": ("the first of {a} after you",),
    "if": ("{b} if {a}, else {c}",),
    "abs": ("{a} without its sign",),
    "pick": ("a random one of {a}",),
    "random": ("a random number from {a} to {b}",),
    "poker": ("the best poker hand in {a}",),
    "poker_name": ("the name of the best poker hand in {a}",),
    "deadwood": (
        "the points of {a} outside sets of at least {b} and runs of at least {c}",
        "the points of {a} outside sets of at least {b} and runs of at least {c}, without cards "
        "that can be laid off on {d}",
    ),
    "melds": ("the sets of at least {b} and runs of at least {c} in {a} that leave the fewest points",),
}
"""Function -> templates for a call with the fewest arguments, and with one more."""
KEYED = {
    "sum": "the sum of {key} over {a}",
    "min": "the least {key} among {a}",
    "max": "the greatest {key} among {a}",
    "highest": "those of {a} with the highest {key}",
    "lowest": "those of {a} with the lowest {key}",
    "sort": "{a} in the order of {key}",
    "group": "{a} in groups with the same {key}",
    "distinct": "the different {key} among {a}",
    "map": "{key} for each of {a}",
}
"""Function -> the template for a call with “by”."""
NONE_AMONG = "there is none among {a}"
FOR_EACH = "for each of {a}, {b}"
NOT_FOR_EACH = "not for each of {a}, {b}"

EXISTENCE = {
    "one": ("there is a player for whom {b}", "there is no player for whom {b}"),
    "card": ("there is a card in {a} for which {b}", "there is no card in {a} for which {b}"),
    "whose": ("there is a card in {a} whose {b}", "there is no card in {a} whose {b}"),
}
"""Kind of items -> templates for “at least one passes a filter” and for “none passes it”.

`whose` is for a filter that compares an attribute of a card.
"""
EVERY_PLAYER = "for every player, {b}", "not for every player, {b}"
EVERY_TURN = "For every player, called “{b}”:"

EFFECTS = {
    "move": "Move {a} to {b}",
    "draw": "Draw {a} from {b} to {c}",
    "deal": "Deal each player {a} from {b} to {c}",
    "shuffle": "Shuffle {a}",
    "reveal": "Show {a} to {b}",
    "set": "Set {pairs}",
    "add": "Add {pairs}",
    "let": "Call {b} “{a}”",
    "if": "If {a}:",
    "each": "For each of {a}, called “{b}”:",
    "while": "While {a}, repeat:",
    "run": "Run the routine “{a}”",
    "say": "Tell everybody: {a}",
    "know": "Everybody knows about {a}: {b}",
    "go": "Go on to the phase “{a}”",
    "next": "The turn passes to the next player, in the phase “{a}”",
    "pause": "When all are ready, go on in the phase “{a}”",
    "end": "The game is over, and the winners are {a}",
}
PAIRS = {
    "set": "{a} to {b}",
    "add": "{b} to {a}",
}
"""Effect -> the template for one change: `{a}` is the variable, `{b}` is the value."""
WITH_ADDITION = "{a}, {b}"
"""The template for a rule with an addition, such as an effect with its line in the log."""
IN_TURN = "{a}; {b}"
"""The template that joins several parts of one effect or one move."""
AT_BOTTOM = Text("at the bottom")
FACES_SHOWN = Text("showing the faces to everybody")
DRAWN_AS = "called “{a}” from then on"
SAYING = "and say: {a}"
TELLING = "Tell {b}: {a}"
WITH_VALUES = "with {a}"
ON_TURN = "and the turn goes to {a}"
BEST_WINS = Text("The game is over, and the players who stand best win")
IF_ELSE = "If {a}, carry out “then”; otherwise carry out “else”"
KNOWN_PRESENT = "there is a card for which {a}"
KNOWN_ABSENT = "there is no card for which {a}"
ONE_CARD, SOME_CARDS, ALL_CARDS = Text("a card"), "{a} cards", Text("all cards")
DEFAULTS = {"stock": Text("“stock”"), "hand": Text("your “hand”")}
"""Words for the zones that `draw` uses by default: cards go from the stock to the hand."""
VIEWERS = {
    "all": Text("everybody"),
    "owner": Text("their owner"),
    "nobody": Text("nobody"),
}

CHOICES = {
    "from": "“{name}”: {count} from {a}",
    "player": "“{name}”: one of {a}",
    "choice": "“{name}”: one of {a}",
    "number": "“{name}”: a number from {a} to {b}",
    "yes": "“{name}”: yes or no",
}
FROM_TO = "{a} to {b} cards"
SAME_VALUE = "all of the same {a}"
MOVE = "The move “{name}”"
MOVE_PARTS = "The move “{name}”: {parts}"
MADE_BY_OTHERS = "also for {a}"
ONLY_IF = "if {a}"
CHOOSING = "with {a}"
