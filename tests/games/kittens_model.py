"""A second, simple implementation of the rules of Exploding Kittens, to compare the game with.

The model knows nothing of forms, events and zones. It gets the moves of players. Random decisions come as the
moves that a player would have made, and a shuffled pile is copied from the game.
"""

from __future__ import annotations

from collections import Counter

from cheat.games.kittens.deck import CARDS, CODES

KITTEN, DEFUSE, NOPE = "K-EXP", "K-DEF", "K-NOP"
CATS = {"K-TAC", "K-BEA", "K-RAI", "K-POT", "K-MEL"}
ALONE = {"K-ATT", "K-SKI", "K-SHU", "K-SEE", "K-FAV"}


class Model:
    """A game, with the notes that people would keep on paper."""

    def __init__(self, table):
        self.o, self.seats, self.now = table.options, [player.id for player in table.players], table.now
        self.here, self.out, self.points = list(self.seats), [], dict.fromkeys(self.seats, 0)
        self.hands = {id: Counter(table.hand(id).cards) for id in self.seats}
        self.pile, self.thrown, self.gone = list(table.deck.cards), Counter(), Counter()
        self.check_deal(table)
        self.visit(table.turn)

    def check_deal(self, table):
        seats, dealt = len(self.seats), self.o.deal_size
        defuses = min(self.o.extra_defuses, 6 * self.o.decks - seats)
        rest = 46 * self.o.decks - seats * dealt + defuses
        if self.o.faster_game:
            self.gone = Counter(table.zones["removed"].cards)
            assert self.gone.total() == rest // 3
        assert all(hand.total() == dealt + 1 and hand[DEFUSE] for hand in self.hands.values())
        assert self.pile.count(KITTEN) == seats - 1
        assert (self.gone + Counter(self.pile))[DEFUSE] == defuses
        assert len(self.pile) == rest - self.gone.total() + seats - 1

    # Whose turn it is, and what is awaited of whom: until some moment between `until` and `latest`

    def next(self, player):
        at = self.seats.index(player)
        return next(id for id in self.seats[at + 1 :] + self.seats[:at] if id in self.here)

    def ask(self, phase, *players):
        self.phase, self.asked, self.passed = phase, players, set()
        seconds = {"turn": self.o.turn_s, "nope": self.o.nope_window_s, "defuse": self.o.defuse_s}
        wait = seconds.get(phase, self.o.choice_s)
        self.until = self.latest = self.now + round(1000 * wait) if wait else None
        if phase == "nope" and self.o.hide_capability:
            self.until = self.now + round(1000 * wait * 0.4)

    def visit(self, player, turns=1, attacked=False):
        self.turn, self.pending, self.attacked, self.fresh = player, turns, attacked, True
        self.back()

    def back(self):
        """Return to the turn after a play, with or without effect."""
        self.kind, self.target, self.demand, self.spent, self.nopes = None, None, None, [], 0
        self.ask("turn", self.turn)

    def end_turn(self):
        self.pending, self.fresh = self.pending - 1, False
        if self.pending:
            self.back()
        else:
            self.visit(self.next(self.turn))

    # Plays and Nopes

    def play(self, player, cards, target=None, name=None):
        self.throw(player, cards)
        self.kind = cards[0] if len(cards) == 1 else {2: "PAIR", 3: "TRIPLE", 5: "FIVE"}[len(cards)]
        self.target, self.demand, self.spent, self.top = target, name, cards, player
        self.window()

    def throw(self, player, cards):
        self.hands[player] -= Counter(cards)
        self.thrown += Counter(cards)

    def window(self):
        self.ask("nope", *(id for id in self.here if id != self.top))
        self.look()

    def look(self):
        """Return whether the window closes early."""
        waiting = {id for id in self.asked if id in self.here} - self.passed
        if not waiting or not (self.o.hide_capability or any(self.hands[id][NOPE] for id in waiting)):
            self.close()

    def nope(self, player):
        self.throw(player, [NOPE])
        self.nopes, self.top = self.nopes + 1, player
        self.window()

    def let(self, player):
        self.passed.add(player)
        self.look()

    def close(self):
        if self.nopes % 2:
            self.back()
            return
        match self.kind:
            case "K-SKI":
                self.end_turn()
            case "K-ATT":
                mode = self.o.attack_mode
                adds = self.attacked and (mode == "stack" or (mode == "until_draw" and self.fresh))
                self.visit(self.next(self.turn), 2 + (self.pending if adds else 0), attacked=True)
            case "K-SHU":
                self.pile = None
                self.back()
            case "K-SEE":
                self.ask("peek", self.turn)
            case "FIVE":
                self.ask("take", self.turn)
            case _:
                self.aim()

    def targets(self, kind):
        others = [id for id in self.here if id != self.turn]
        return others if kind == "TRIPLE" else [id for id in others if self.hands[id].total()]

    def aim(self):
        can = self.targets(self.kind)
        if self.target is None and len(can) > 1:
            self.ask("target", self.turn)
        elif can and self.target in (None, *can):
            self.reach(self.target or can[0])
        else:
            self.back()

    def reach(self, target):
        self.target, held = target, list(self.hands[target].elements())
        if self.kind == "TRIPLE" and self.demand is None:
            self.ask("name", self.turn)
        elif self.kind == "TRIPLE":
            self.name(self.turn, self.demand)
        elif len(held) == 1:
            self.give(target, held)
        elif self.kind == "K-FAV":
            self.ask("give", target)
        else:
            self.ask("pick", self.turn)

    def name(self, player, card):
        assert card in CARDS and CODES[card] != KITTEN
        self.give(player, [CODES[card]] if self.hands[self.target][CODES[card]] else [])

    def give(self, _, card):
        """One card or none, from the target to the player on turn."""
        assert Counter(card) <= self.hands[self.target]
        self.hands[self.target] -= Counter(card)
        self.hands[self.turn] += Counter(card)
        self.back()

    pick = give

    def takeable(self):
        return set(self.thrown - Counter(self.spent if self.o.five_excludes_own else []))

    def take(self, player, card):
        assert set(card) <= self.takeable()
        self.thrown -= Counter(card)
        self.hands[player] += Counter(card)
        self.back()

    def done(self, _):
        self.back()

    # Drawing

    def draw(self, player):
        card = self.pile.pop() if self.pile else None
        if card != KITTEN:
            self.hands[player] += Counter([card] if card else [])
            self.end_turn()
        elif not self.hands[player][DEFUSE]:
            self.explode(player)
        elif self.o.defuse_mode == "manual":
            self.ask("defuse", player)
        else:
            self.defuse(player)

    def defuse(self, player):
        self.throw(player, [DEFUSE])
        self.ask("insert", player)

    def insert(self, _, position):
        self.pile.insert(len(self.pile) - position, KITTEN)
        self.end_turn()

    def explode(self, player):
        self.drop_out(player, discards=self.o.exploded_hand == "discard")

    def drop_out(self, player, discards=False):
        where = self.thrown if discards else self.gone
        where.update(self.hands[player])
        self.hands[player] = Counter()
        self.here.remove(player)
        self.out.append(player)
        self.points |= {id: self.points[id] + 1 for id in self.here}
        if len(self.here) == 1:
            self.phase = "over"
        elif player == self.turn:
            self.visit(self.next(player))
        elif self.phase == "nope":
            self.look()
        elif self.phase == "target" and len(self.targets(self.kind)) < 2:
            self.aim()
        elif self.phase in ("pick", "name") and player == self.target:
            self.back()

    def leave(self, player, **chance):
        """`chance`: where the kitten went, or which card paid for a favor."""
        asked = player in self.asked
        if asked and self.phase == "defuse":
            self.explode(player)
            return
        if asked and self.phase == "insert":
            self.pile.insert(len(self.pile) - chance["position"], KITTEN)
        if asked and self.phase == "give":
            self.give(player, chance["card"])
        self.drop_out(player)

    # What the rules allow

    def legal(self, player):
        """Moves, with the cards or players that they may name, or the highest number."""
        if self.phase == "over" or player not in self.asked or player in self.passed | set(self.out):
            return set()
        hand, size = self.hands[player], self.pile is not None and len(self.pile)
        match self.phase:
            case "turn":
                return {("draw", 0, ""), *self.plays(hand)}
            case "nope":
                return {("pass", 0, "")} | ({("nope", 0, "")} if hand[NOPE] else set())
            case "defuse":
                return {("defuse", 0, ""), ("explode", 0, "")}
        few = {
            "target": self.targets(self.kind) if self.phase == "target" else [],
            "name": [id for id in CARDS if CODES[id] != KITTEN],
            "pick": [self.hands[self.target].total()] if self.target else [],
            "give": set(hand),
            "take": self.takeable(),
            "insert": [size],
            "peek": [""],
        }
        return {("done" if self.phase == "peek" else self.phase, 0, one) for one in few[self.phase]}

    def plays(self, hand):
        for card, count in hand.items():
            if card in ALONE and (card != "K-FAV" or self.targets("PAIR")):
                yield ("play", 1, card)
            if card in CATS or not self.o.cats_only_pairs:
                if count >= 2 and self.targets("PAIR"):
                    yield ("play", 2, card)
                if count >= 3 and self.o.enable_triple:
                    yield ("play", 3, card)
            if self.o.enable_five and len(hand) >= 5 and (self.thrown or not self.o.five_excludes_own):
                yield ("play", 5, card)
