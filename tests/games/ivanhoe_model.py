"""A second, simple-minded account of the rules of Ivanhoe, to compare the game with.

It knows nothing of forms, events and zones. It is told who did what, and what chance has decided: which
cards were drawn, which one was knocked out of a hand, which token the clock chose. A pile that was shuffled
it takes as it is.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

COLOURS = {"P": "purple", "R": "red", "B": "blue", "Y": "yellow", "G": "green"}
SUPPORTERS = {"IS2", "IS3", "IM6"}
MAIDEN, IVANHOE, SHIELD, STUNNED = "IM6", "IIVA", "ISHL", "ISTN"
WEAPONS = ["red", "blue", "yellow"]


def is_value(card):
    return len(card) == 3


def value(card):
    return int(card[2])


class Model:
    """A game as people would keep it on paper."""

    def __init__(self, table, size=110):
        self.o, self.now, self.seats = table.options, table.now, [player.id for player in table.players]
        self.here = list(self.seats)
        self.hands = {id: Counter(table.hand(id).cards) for id in self.seats}
        self.pile, self.thrown = list(table.deck.cards), Counter()
        self.displays = {id: [] for id in self.seats}
        self.fronts = {id: [] for id in self.seats}
        self.tokens = {id: set() for id in self.seats}
        self.won = dict.fromkeys(self.seats, 0)
        self.out, self.colour, self.last, self.lying = set(), "", "", None
        self.added = self.used = self.passed_over = self.without_token = 0
        self.opens, self.winners = False, None
        held = [sum(hand.values()) for hand in self.hands.values()]
        assert sum(held) + len(self.pile) == size
        assert set(held) <= {self.o.hand_size, self.o.hand_size + 1}
        self.turn = table.turn
        self.passed_over = table.unable_in_a_row
        self.ask(table.phase, self.turn)

    # Who is there, and what is awaited of whom: until some moment between `until` and `latest`

    def next(self, player, among):
        at = self.seats.index(player)
        return next(id for id in self.seats[at + 1 :] + self.seats[: at + 1] if id in among)

    def inside(self):
        return [id for id in self.here if id not in self.out]

    def rivals(self):
        return [id for id in self.inside() if id != self.turn]

    def ask(self, phase, *players):
        self.phase, self.asked, self.passed = phase, list(players), set()
        wait = {"reaction": self.o.reaction_s}.get(phase, self.o.choice_s)
        if phase in ("draw", "start", "turn"):
            wait = self.o.turn_s
        self.until = self.latest = self.now + round(1000 * wait) if wait else None
        if phase == "reaction" and not self.o.quick_reactions:
            self.until = self.now + round(1000 * wait * 0.4)

    def over(self, *winners):
        self.phase, self.asked, self.winners = "over", [], list(winners)

    # Turns

    def begin(self, player):
        self.turn, self.added, self.used, self.opens = player, 0, 0, False
        if not self.pile and not self.thrown:
            self.go_on()
        elif self.o.auto_draw:
            self.draw(player)
        else:
            self.ask("draw", player)

    def draw(self, player):
        self.passed_over = 0
        told = next(self.drawn)
        if not self.pile:
            self.pile, self.thrown = list(self.thrown.elements()), Counter()
            self.mixed = True
        if self.mixed:
            self.pile.remove(told)
        else:
            assert self.pile.pop() == told
        self.hands[player][told] += 1
        self.go_on()

    def go_on(self):
        if self.colour:
            self.ask("turn", self.turn)
        elif self.startable():
            self.ask("start", self.turn)
        else:
            self.passed_over += 1
            if self.passed_over < len(self.here):
                self.begin(self.next(self.turn, self.here))
            else:
                self.most_tokens()

    def startable(self):
        hand = [card for card in self.hands[self.turn].elements() if is_value(card)]
        few = {COLOURS[card[1]] for card in hand if card not in SUPPORTERS}
        if SUPPORTERS & set(hand):
            few = set(COLOURS.values())
        return few - ({"purple"} if self.last == "purple" else set())

    def start(self, player, colour):
        self.colour, self.opens, self.passed_over = colour, True, 0
        self.ask("turn", player)

    def play_value(self, player, card):
        (card,) = card
        self.hands[player] -= Counter([card])
        self.displays[player].append(card)
        self.added, self.used = self.added + 1, self.used + 1
        self.ask("turn", player)

    def total(self, player):
        cards = self.displays[player]
        return len(cards) if self.colour == "green" else sum(value(card) for card in cards)

    def stays(self):
        mine, others = self.total(self.turn), [self.total(id) for id in self.rivals()]
        if self.o.must_play_card and self.used == 0:
            return False
        return all(mine > one or (self.o.ties_stay and mine == one) for one in others)

    def end_turn(self, player):
        if self.stays():
            self.begin(self.next(player, self.inside()))
        else:
            self.withdraw(player)

    def withdraw(self, player):
        costs = MAIDEN in self.displays[player] and self.o.maiden_penalty
        self.wipe(player)
        self.out.add(player)
        if costs and len(self.tokens[player]) > 1:
            self.ask("token_loss", player)
            return
        if costs:
            self.tokens[player].clear()
        self.after_withdrawal()

    def wipe(self, player):
        self.thrown.update(self.displays[player] + self.fronts[player])
        self.displays[player], self.fronts[player] = [], []

    def return_token(self, player, colour):
        self.tokens[player].remove(colour)
        self.after_withdrawal()

    def after_withdrawal(self):
        if len(self.inside()) == 1:
            self.wins(*self.inside())
        elif self.inside():
            self.begin(self.next(self.turn, self.inside()))
        else:
            self.next_tournament(self.next(self.turn, self.here))

    # The end of a tournament

    def wins(self, player):
        self.turn = player
        self.won[player] += 1
        can = self.prizes()
        if len(can) > 1:
            self.ask("token_choice", player)
        else:
            self.without_token += 1
            self.take_token(player, *can)

    def prizes(self):
        lacking = set(COLOURS.values()) - self.tokens[self.turn]
        return lacking if self.colour == "purple" else lacking & {self.colour}

    def take_token(self, player, colour=""):
        if colour:
            self.tokens[player].add(colour)
            self.without_token = 0
        self.next_tournament(player)

    def next_tournament(self, player):
        for id in self.seats:
            self.wipe(id)
        self.last, self.colour, self.out = self.colour, "", set()
        auto = 5 if len(self.seats) < 4 else 4
        if len(self.tokens[player]) >= (auto if self.o.tokens_needed == "auto" else self.o.tokens_needed):
            self.over(player)
        elif self.without_token == 30:
            self.most_tokens()
        else:
            self.begin(player)

    def most_tokens(self):
        most = max(len(self.tokens[id]) for id in self.here)
        self.over(*(id for id in self.here if len(self.tokens[id]) == most))

    # Action cards

    def play_action(self, player, card, target="", colour="", own=(), taken=()):
        (card,) = card
        self.hands[player] -= Counter([card])
        self.lying, self.used = (card, target, colour, *own, *taken), self.used + 1
        self.said = {"target": target, "colour": colour, "own": [*own, ""][0], "taken": [*taken, ""][0]}
        can = self.rivals()
        if self.o.ivanhoe_scope == "targeted":
            can = [id for id in can if id == target or id in self.swept(card)]
        self.ask("reaction", *can)
        self.look()

    def look(self):
        waiting = [id for id in self.asked if id in self.here and id not in self.passed]
        if not waiting or (self.o.quick_reactions and not any(self.hands[id][IVANHOE] for id in waiting)):
            self.close()

    def let(self, player):
        self.passed.add(player)
        self.look()

    def ivanhoe(self, player):
        self.hands[player] -= Counter([IVANHOE])
        self.thrown[IVANHOE] += 1
        self.drop()
        self.ask("turn", self.turn)

    def drop(self):
        if self.lying:
            self.thrown[self.lying[0]] += 1
        self.lying = None

    def close(self):
        card, target = self.lying[0], self.said["target"]
        nothing = card in SWEEPS and not self.swept(card)
        if nothing or (target and target not in self.here):
            self.drop()
        elif card in (SHIELD, STUNNED):
            self.fronts[target or self.turn].append(card)
        else:
            self.thrown[card] += 1
            self.effect(card, target)
        if self.phase == "reaction":
            self.lying = None
            self.ask("turn", self.turn)

    def effect(self, card, target):
        me, own, taken = self.turn, self.said["own"], self.said["taken"]
        mine, theirs = self.displays[me], self.displays.get(target)
        match card:
            case "IUNH" | "ICHW":
                self.colour = self.said["colour"]
            case "IDRW":
                self.colour = "green"
            case "IRIP":
                mine.append(theirs.pop())
                self.added += 1
            case "IDOD":
                self.discard_at(target, [last_index(theirs, taken)])
            case "IRET":
                mine.pop(last_index(mine, own))
                self.hands[me][own] += 1
            case "IKND":
                self.hands[target] -= Counter([self.knocked])
                self.hands[me][self.knocked] += 1
            case "IBRL":
                self.discard_at(target, spared(theirs, lambda one: one[1] == "P"))
            case "IOWT":
                grows = is_value(taken) and not is_value(own)
                for giver, taker, one in ((me, target, own), (target, me, taken)):
                    source = self.displays if is_value(one) else self.fronts
                    source[giver].pop(last_index(source[giver], one))
                    source[taker].append(one)
                self.added += grows
            case "IADA":
                self.kept = {}
                choosers = [id for id in self.swept(card) if self.doubles(id)]
                if choosers:
                    self.ask("adapt", *choosers)
                else:
                    self.adapt()
            case _:
                for id, places in self.swept(card).items():
                    self.discard_at(id, places)

    def discard_at(self, player, places):
        cards = self.displays[player]
        self.thrown.update(cards[place] for place in places)
        self.displays[player] = [card for place, card in enumerate(cards) if place not in places]

    def swept(self, card):
        """By player, the places of the cards that a card which aims at nobody in particular takes away."""
        if card not in SWEEPS:
            return {}
        hit = [id for id in self.rivals() if SHIELD not in self.fronts[id]]
        if self.o.mass_effects == "all" and card != "IOUT":
            hit.append(self.turn)
        seen = [value(one) for id in self.inside() for one in self.displays[id]]
        found = {}
        for id in self.seats:
            cards = self.displays[id]
            if id not in hit or not cards:
                continue
            match card:
                case "IOUT":
                    places = [len(cards) - 1] if len(cards) > 1 else []
                case "ICHG":
                    places = spared(cards, lambda one: value(one) == min(seen))
                case "ICTR":
                    places = spared(cards, lambda one: value(one) == max(seen))
                case "IDIS":
                    places = spared(cards, lambda one: one in SUPPORTERS)
                case "IADA":
                    later = {value(one): place for place, one in enumerate(cards)}
                    places = [place for place in range(len(cards)) if place not in later.values()]
            if places:
                found[id] = places
        return found

    # Adapt

    def doubles(self, player):
        """Values that lie in a display on different cards."""
        faces = {}
        for card in self.displays[player]:
            faces.setdefault(value(card), set()).add(card)
        return {number: few for number, few in faces.items() if len(few) > 1}

    def keep(self, player, **cards):
        self.kept[player] = {value(card): card for (card,) in cards.values()}
        self.adapt_if_all()

    def adapt_if_all(self):
        if all(id in self.kept or id not in self.here for id in self.asked):
            self.adapt()

    def adapt(self):
        for id in self.swept("IADA"):
            cards, wanted = self.displays[id], self.kept.get(id, {})
            staying = set()
            for number in {value(card) for card in cards}:
                few = [place for place, card in enumerate(cards) if value(card) == number]
                few = [place for place in few if cards[place] == wanted.get(number, cards[place])]
                staying.add(few[-1])
            self.discard_at(id, set(range(len(cards))) - staying)
        self.lying = None
        self.ask("turn", self.turn)

    # Without the player

    def late(self, colour=""):
        """Time is up. `colour`: the token that chance has chosen."""
        player = self.asked[0] if self.asked else ""
        match self.phase:
            case "reaction":
                self.close()
            case "adapt":
                self.adapt()
            case "token_loss":
                self.return_token(player, colour)
            case "token_choice":
                self.take_token(player, colour)
            case _:
                self.late_in_turn(player)

    def late_in_turn(self, player):
        if self.phase == "draw":
            self.draw(player)
        if self.phase == "start" and self.turn == player:
            hand = list(self.hands[player].elements())
            sums = {
                colour: sum(value(card) for card in hand if is_value(card) and card[1] == letter)
                for letter, colour in COLOURS.items()
                if colour in self.startable()
            }
            self.start(player, max(sums, key=sums.get))
        if self.phase == "turn" and self.turn == player:
            if self.opens and not self.displays[player]:
                hand = [card for card in self.hands[player].elements() if is_value(card)]
                few = [card for card in hand if COLOURS.get(card[1]) == self.colour]
                self.play_value(player, [max(few or SUPPORTERS.intersection(hand), key=value)])
            self.end_turn(player)

    def leave(self, player):
        running = self.phase
        self.here.remove(player)
        self.tokens[player].clear()
        self.thrown.update(self.hands[player].elements())
        self.hands[player] = Counter()
        self.wipe(player)
        if len(self.here) == 1:
            self.over(*self.here)
        elif player == self.turn:
            self.drop_unless_thrown(running)
            if self.colour and running != "token_choice":
                self.after_withdrawal()
            elif self.colour:
                self.next_tournament(self.next(player, self.here))
            else:
                self.begin(self.next(player, self.here))
        elif self.colour and len(self.inside()) == 1 and running not in ("token_loss", "token_choice"):
            self.drop_unless_thrown(running)
            self.wins(*self.inside())
        elif running == "reaction":
            self.look()
        elif running == "adapt":
            self.adapt_if_all()

    def drop_unless_thrown(self, running):
        if running == "adapt":
            self.lying = None
        self.drop()

    # What the rules allow

    def waits_for(self):
        done = self.kept if self.phase == "adapt" else self.passed
        return [id for id in self.asked if id in self.here and id not in done]

    def legal(self, player):
        """Moves with everything that is said with them."""
        if player not in self.waits_for():
            return set()
        match self.phase:
            case "draw":
                return {("draw",)}
            case "start":
                return {("start", colour) for colour in self.startable()}
            case "turn":
                return set(self.legal_in_turn(player))
            case "reaction":
                return {("pass",)} | ({("ivanhoe",)} if self.hands[player][IVANHOE] else set())
            case "adapt":
                few = self.doubles(player)
                return {("keep", *one) for one in product(*(sorted(few[number]) for number in sorted(few)))}
            case "token_loss":
                return {("return_token", colour) for colour in self.tokens[player]}
            case "token_choice":
                return {("take_token", colour) for colour in self.prizes()}
        raise AssertionError(self.phase)

    def legal_in_turn(self, player):
        hand, mine = +self.hands[player], self.displays[player]
        full = STUNNED in self.fronts[player] and self.added > 0
        for card in hand:
            fits = card in SUPPORTERS or (is_value(card) and COLOURS[card[1]] == self.colour)
            if fits and not full and not (card == MAIDEN and MAIDEN in mine):
                yield ("play_value", card)
        if self.opens and not mine:
            return
        for card in hand:
            yield from (("play_action", card, *said) for said in self.ways(card, full))
        yield ("end_turn", self.stays())
        if self.o.voluntary_withdraw and self.stays() and not self.opens:
            yield ("withdraw",)

    def ways(self, card, full):
        """(target, colour, own, taken) of all ways to play an action card."""
        mine, colour = self.displays[self.turn], self.colour
        open_ = [id for id in self.rivals() if SHIELD not in self.fronts[id] and len(self.displays[id]) > 1]
        match card:
            case "IUNH":
                return [("", one, "", "") for one in WEAPONS if colour == "purple"]
            case "ICHW":
                return [("", one, "", "") for one in WEAPONS if colour in WEAPONS and one != colour]
            case "IDRW":
                return [("", "", "", "")] if colour in WEAPONS else []
            case "IBRL":
                can = colour == "purple" or self.o.break_lance_any_colour
                purple = [id for id in open_ if any(one[1] == "P" for one in self.displays[id])]
                return [(id, "", "", "") for id in purple if can]
            case "IRIP":
                return [
                    (id, "", "", "")
                    for id in open_
                    if not full and not (self.displays[id][-1] == MAIDEN and MAIDEN in mine)
                ]
            case "IDOD":
                return [(id, "", "", one) for id in open_ for one in set(self.displays[id])]
            case "IRET":
                return [("", "", one, "") for one in set(mine)] if len(mine) > 1 else []
            case "IKND":
                guarded = [id for id in self.seats if SHIELD in self.fronts[id]]
                return [
                    (id, "", "", "")
                    for id in self.here
                    if id != self.turn
                    and self.hands[id].total()
                    and not (id in guarded and self.o.shield_blocks_knock_down)
                ]
            case "ISHL":
                return [("", "", "", "")]
            case "ISTN":
                return [(id, "", "", "") for id in self.rivals() if STUNNED not in self.fronts[id]]
            case "IOWT":
                return list(self.swaps(full))
        return [("", "", "", "")] if self.swept(card) else []

    def swaps(self, full):
        me = self.turn
        for id in self.rivals():
            pairs = product(
                set(self.displays[me] + self.fronts[me]), set(self.displays[id] + self.fronts[id])
            )
            for own, taken in pairs:
                after = {one: list(self.displays[one]) for one in (me, id)}
                for giver, taker, card in ((me, id, own), (id, me, taken)):
                    if is_value(card):
                        after[giver].remove(card)
                        after[taker].append(card)
                emptied = any(self.displays[one] and not after[one] for one in (me, id))
                two = any(after[one].count(MAIDEN) > 1 for one in (me, id))
                grown = full and len(after[me]) > len(self.displays[me])
                kept = self.o.shield_blocks_outwit_display and SHIELD in self.fronts[id] and is_value(taken)
                if own != taken and not (emptied or two or grown or kept):
                    yield (id, "", own, taken)


SWEEPS = {"IOUT", "ICHG", "ICTR", "IDIS", "IADA"}


def last_index(cards, card):
    return max(place for place, one in enumerate(cards) if one == card)


def spared(cards, goes):
    """Places of the cards that go: of a display all but the earliest, if all would."""
    places = [place for place, card in enumerate(cards) if goes(card)]
    return places[1:] if len(places) == len(cards) else places
