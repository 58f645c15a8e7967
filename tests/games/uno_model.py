"""A second, simple-minded account of the rules of Uno, to compare the game with.

It knows nothing of forms, events and zones. It is told who did what, and how a pile is shuffled;
everything else it works out by itself, the clocks included.
"""

from __future__ import annotations

from cheat.games.uno.deck import in_order

WORDS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
BLACK = ("WW", "WF")


class Model:
    """A match as people would keep it on paper."""

    def __init__(self, table):
        self.o, self.seats = table.options, [player.id for player in table.players]
        self.here, self.dealer = list(self.seats), table.dealer
        self.scores, self.winners = dict.fromkeys(self.seats, 0), None
        self.deal(table)

    def deal(self, table):
        """The cards are those of the table; who begins, and with how many, the rules say."""
        self.now, self.rng, self.clocks, self.way = table.now, table.rng, {}, 1
        self.hands = {id: list(table.hand(id).cards) for id in self.seats}
        self.pile, self.thrown, self.ready = list(table.deck.cards), list(table.discard.cards), set()
        self.clean_up()
        (card,) = self.thrown
        self.colour, letter = WORDS.get(card[0], ""), self.letter(card)
        assert letter != "F" and (letter != "W" or self.o.start_wild == "first_player_chooses")
        first = self.next(self.dealer)
        for id in self.here:
            assert len(self.hands[id]) == self.o.hand_size + (2 if letter == "D" and id == first else 0)
        if letter in "SD" or (letter == "R" and len(self.here) == 2):
            first = self.next(first)
        elif letter == "R":
            self.way = -1
            first = self.dealer if self.o.start_reverse_first == "dealer" else self.next(self.dealer)
        self.turn_of(first, "colour" if letter == "W" else "turn")

    def clean_up(self):
        self.due, self.drawn, self.suspect, self.silent, self.caught = 0, None, None, None, None
        self.said, self.passes = set(), set()

    # Whose turn it is, and until when

    def next(self, player, steps=1):
        seats = self.seats[:: self.way]
        at = seats.index(player) + 1
        ring = [id for id in seats[at:] + seats[:at] if id in self.here]
        return ring[(steps - 1) % len(ring)]

    def turn_of(self, player, phase="turn"):
        self.turn, self.phase, self.drawn = player, phase, None
        self.clocks.pop("turn", None)
        if seconds := self.o.challenge_s if phase == "challenge" else self.o.turn_s:
            self.clocks["turn"] = self.clocks.get("window", self.now) + 1000 * seconds

    def too_late(self):
        """Nobody may be caught any more."""
        self.silent = None
        self.clocks = {name: at for name, at in self.clocks.items() if name == "turn"}

    # Cards

    def letter(self, card):
        return "W" if card == "WW" else card[1]

    def get(self, player, count):
        got = []
        while len(got) < count and (self.pile or len(self.thrown) > 1):
            if not self.pile:
                self.pile, self.thrown = self.thrown[:-1], self.thrown[-1:]
                self.rng.shuffle(self.pile)
            got.append(self.pile.pop())
        self.hands[player] += got
        self.passes = set() if got else self.passes
        self.count_again()
        return got

    def count_again(self):
        self.said = {id for id in self.said if len(self.hands[id]) == 1}
        if self.silent and len(self.hands[self.silent]) != 1:
            self.too_late()

    def proper(self, player):
        return self.colour not in [WORDS.get(card[0]) for card in self.hands[player]]

    def fits(self, player, card):
        top, four = self.thrown[-1], card == "WF"
        if four and self.o.wd4_strict and not self.proper(player):
            return False
        if self.due:
            stacks = {"off": False, "same": four == (top == "WF"), "any": True}[self.o.stacking]
            return stacks and self.letter(card) in "DF"
        return card in BLACK or WORDS[card[0]] == self.colour or (top not in BLACK and card[1] == top[1])

    # Moves

    def play(self, player, cards, colour="", swap="", uno="", **_):
        (card,), hand, guilty = cards, self.hands[player], not self.proper(player)
        letter = self.letter(card)
        hand.remove(card)
        self.thrown.append(card)
        self.colour = colour or WORDS.get(card[0], self.colour)
        self.passes, self.suspect = set(), None
        self.due += {"D": 2, "F": 4}.get(letter, 0)
        if not hand:
            self.get(self.next(player), self.due)
            self.end([player])
            return
        if self.o.seven_zero and letter in "70":
            rotated = {id: self.next(id) for id in self.here}
            takers = {player: swap, swap: player} if letter == "7" else rotated
            self.hands |= {taker: self.hands[giver] for giver, taker in takers.items()}
        self.said |= {player} if self.o.auto_uno or uno == "yes" else set()
        self.count_again()
        if len(self.hands[player]) == 1 and player not in self.said:
            self.silent = player
            times = {"grace": self.o.uno_grace_s, "window": self.o.uno_window_s}
            self.clocks |= {name: self.now + round(1000 * s) for name, s in times.items() if s}
        self.effect(player, letter, guilty)

    jump_in = play

    def effect(self, player, letter, guilty):
        victim, skips = self.next(player), letter == "S" or (letter == "R" and len(self.here) == 2)
        if letter == "F" and self.o.challenge_wd4 and not self.o.wd4_strict:
            self.suspect = (player, guilty)
            self.turn_of(victim, "challenge")
        elif letter in "FD" and self.o.stacking == "off":
            self.suffer(victim)
        elif skips:
            self.turn_of(self.next(player, 2))
        else:
            self.way *= -1 if letter == "R" else 1
            self.turn_of(self.next(player))

    def suffer(self, player, extra=0):
        """Draw what is due and lose the turn."""
        count, self.due, self.suspect = self.due + extra, 0, None
        self.get(player, count)
        self.turn_of(self.next(player))

    def draw(self, player, clock=False, **_):
        if self.due:
            self.suffer(player)
            return
        got = last = self.get(player, 1)
        while self.o.draw_rule == "until_playable" and not clock and last and not self.fits(player, last[0]):
            last = self.get(player, 1)
        self.passes |= set() if got else {player}
        if last and not clock and self.o.draw_rule != "one_pass" and self.fits(player, last[0]):
            self.turn_of(player, "keep")
            self.drawn = last[0]
        elif self.passes >= set(self.here):
            lowest = min(map(self.worth, self.here))
            self.end([id for id in self.here if self.worth(id) == lowest])
        else:
            self.turn_of(self.next(player))

    def keep(self, player, **_):
        self.turn_of(self.next(player))

    def choose_colour(self, player, colour, **_):
        self.colour = colour
        self.turn_of(player)

    def accept(self, player, **_):
        self.suffer(player)

    def challenge(self, player, **_):
        accused, guilty = self.suspect
        if not guilty:
            self.suffer(player, 2)
            return
        count, self.due, self.suspect = self.due, 0, None
        self.get(accused, count)
        self.turn_of(player)

    def say_uno(self, player):
        self.too_late()
        self.said.add(player)

    def catch_uno(self, player, target):
        if target == self.silent:
            self.too_late()
            self.caught = target
            self.get(target, self.o.uno_penalty)
        else:
            self.get(player, self.o.false_catch_penalty)

    def leave(self, player):
        self.here.remove(player)
        if self.o.on_leave == "abort" or len(self.here) == 1:
            self.winners = [] if self.o.on_leave == "abort" else self.here
            return
        if self.dealer == player:
            before = [id for id in self.here if self.seats.index(id) < self.seats.index(player)]
            self.dealer = (before or self.here)[-1]
        if self.phase == "next_round":
            return
        self.pile += sorted(self.hands[player], key=in_order)
        self.rng.shuffle(self.pile)
        self.hands[player], self.passes = [], set()
        self.count_again()
        if self.turn == player:
            self.due, self.suspect = 0, None
            self.turn_of(self.next(player), "colour" if self.phase == "colour" else "turn")
        elif self.suspect and self.suspect[0] == player:
            self.suffer(self.turn)

    def expire(self, colour):
        name = min(self.clocks, key=self.clocks.get)
        del self.clocks[name]
        if name == "next_round":
            self.ready = set(self.here)
        elif name == "turn":
            moves = {"turn": "draw", "colour": "choose_colour", "challenge": "accept", "keep": "keep"}
            self.act(moves[self.phase], self.turn, clock=True, colour=colour)

    def act(self, name, player, **args):
        if name == "ready":
            self.ready.add(player)
            return
        if name not in ("say_uno", "catch_uno", "choose_colour"):
            self.too_late()
            self.caught = None
        getattr(self, name)(player, **args)

    # The end of a round

    def worth(self, player):
        return sum(
            50 if card in BLACK else int(card[1]) if card[1].isdigit() else 20 for card in self.hands[player]
        )

    def end(self, best):
        for id in self.here:
            if self.o.scoring == "penalty":
                self.scores[id] += self.worth(id)
            elif len(best) == 1:
                self.scores[best[0]] += self.worth(id) - self.worth(best[0])
        self.clean_up()
        self.turn, self.phase, self.ready = None, "next_round", set()
        self.clocks = {"next_round": self.now + 20_000}
        scores = {id: self.scores[id] for id in self.here}
        if max(scores.values()) >= self.o.target_score:
            fewest = [id for id in scores if scores[id] == min(scores.values())]
            self.winners = fewest if self.o.scoring == "penalty" else best

    # What the rules allow

    def legal(self, player):
        """Names of moves, with the cards or players that they may name."""
        if player not in self.here:
            return []
        if self.phase == "next_round":
            return [] if player in self.ready else [("ready", "")]
        moves = [] if "window" in self.clocks else self.of_the_turn(player)
        moves += [("say_uno", "")] if self.silent == player else []
        costs = self.o.false_catch_penalty and (self.pile or len(self.thrown) > 1)
        safe = {player, None, self.caught, self.silent if "grace" in self.clocks else None}
        return moves + [("catch_uno", id) for id in (self.here if costs else [self.silent]) if id not in safe]

    def of_the_turn(self, player):
        hand, top = self.hands[player], self.thrown[-1]
        if self.turn != player:
            jumps = self.o.jump_in and self.phase == "turn" and not self.due and top not in BLACK
            return [("jump_in", top)] if jumps and top in hand else []
        if self.phase == "colour":
            return [("choose_colour", "")]
        cards = {card for card in hand if self.fits(player, card) and self.drawn in (None, card)}
        plays = [("play", card) for card in cards]
        if self.phase == "challenge":
            return [*plays, ("accept", ""), ("challenge", "")]
        fair = cards if self.proper(player) else cards - {"WF"}
        if self.o.forced_play and fair and not self.due:
            return plays
        return [*plays, ("keep" if self.phase == "keep" else "draw", "")]
