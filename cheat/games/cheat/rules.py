"""Cheat, also called Bluff or I Doubt It. The text `rules` below explains it.

A player that has placed the last card of the hand wins, unless another player calls this last play a lie and
is right. The win is certain when the next player acts, or when no player has called the play in time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import UNSET, Struct

from cheat.engine.decisions import DecisionKind, Delay, ReactionWindow, Reason
from cheat.engine.forms import CardsField, ChoiceField, Field, Form, form
from cheat.engine.game import Game
from cheat.engine.options import Options, choice, flag, number, options_type, whole_number
from cheat.engine.rounds import BetweenRounds, Rounds
from cheat.engine.table import Decision, Fact, Tone, Zone
from cheat.errors import Refused
from cheat.games import french_deck as deck
from cheat.games.cheat.addressed import ADDRESSED
from cheat.games.cheat.awards import AWARDS
from cheat.games.cheat.hints import HINTS
from cheat.games.cheat.presets import PRESETS
from cheat.games.french_deck import FRENCH_FACES, RANKS, by_rank, rank_of, rank_text, ranks_text
from cheat.i18n.messages import Arg, Text, Words, plural, text

PASS = form("pass", "Pass", help="You place no cards. When all players pass in a row, the pile is set aside.")
EMPTY = "You have to place a card to end your turn."
FIRST_RANKS = {"ace": [0], "free": list(range(len(RANKS)))}
STEPS = {"up": (1,), "up_or_same": (0, 1), "up_or_down": (-1, 1), "up_same_down": (-1, 0, 1)}

CheatOptions: Any = options_type(
    "CheatOptions",
    whole_number("min_players", "Players needed",
        "The fewest players to start a game. If fewer are left, the game ends.", 3, 2, 10),
    choice("decks", "Decks", "Two decks work well with seven or more players.",
        {1: "One deck", 2: "Two decks"}),
    whole_number("max_cards_per_play", "Cards per play",
        "The most cards that a player may place at once.", 4, 1, 8),
    choice("first_player", "First player", "Which player places cards first.",
        {"left_of_dealer": "The player to the dealer's left", "random": "Random",
         "last_winner": "Last winner"}),
    choice("first_rank", "First rank", "The rank required for the first play.",
        {"ace": "Aces", "free": "Any rank"}),
    choice("rank_step", "Next rank", "Which ranks may follow the last claim.",
        {"up": "One up", "up_or_same": "One up or the same", "up_or_down": "One up or one down",
         "up_same_down": "One up, the same or one down"}),
    choice("rank_after_pickup", "Rank after a call", "Which rank is required after a player takes the pile.",
        {"continue": "The next rank", "free": "Any rank", "ace": "Aces again"}),
    choice("turn_after_call", "Turn after a call", "Which player places cards next after a call.",
        {"after_challenged": "The player after the challenged player",
         "after_picker": "The player after the one who took the pile",
         "winner_of_call": "The player who was right"}),
    flag("allow_pass", "Passing",
        "A player may pass. When all players pass in a row, the pile is set aside."),
    flag("reveal_whole_pile", "Show the whole pile",
        "After a call, the whole pile is shown, not only the last play."),
    number("min_call_window_s", "Time to call Cheat",
        "Seconds before the next player may place cards.", 2.0, 0, 10),
    number("final_call_window_s", "Time to call Cheat on a last card",
        "Seconds to call Cheat when a player has placed their last card.", 10.0, 3, 30),
    whole_number("turn_s", "Turn clock", "Seconds for a turn; 0 means no limit.", 45, 0, 180),
    number("reveal_s", "Time to look", "Seconds that the cards are shown after a call.", 4.0, 0, 10),
    whole_number("rounds", "Rounds", "Rounds that a player needs to win the game.", 1, 1, 20),
    choice("leaver_cards", "Cards of a player who leaves", "Where the cards of a player who leaves go.",
        {"pile": "Under the last play", "deal_out": "Dealt to the others"}),
)  # fmt: skip


class Play(Struct):
    """The cards that a player placed last: the top `count` cards of the pile.

    Other players may call the play, that is, say that it is a lie.

    - `rank`: the index of the claimed rank
    - `caller`: the player that has called the play
    - `lie`: whether the called play was a lie. Like `caller`, it is set only while players look at the cards.
    """

    player: str
    count: int
    rank: int
    caller: str = ""
    lie: bool = False

    def claim(self) -> dict[str, Arg]:
        """Return the claimed cards for the slots of a sentence.

        Programs find the rank by its plural. For one card, people read `single` instead.
        """
        claim: dict[str, Arg] = {"count": self.count, "rank": ranks_text([self.rank])}
        return claim if self.count > 1 else {**claim, "single": rank_text(self.rank)}

    def say(self, one: str, several: str, **args: Arg) -> Text:
        """Return a sentence about the play: `one` for a single card, else `several`."""
        return Text(one if self.count == 1 else several, {**args, **self.claim()})


class CheatTable(Rounds, tag="cheat", rename={"passed_players": "passed"}):
    """The table of Cheat.

    - `ranks`: the indices of the ranks that may be claimed next
    - `passed_players`: the players that have passed since the last play
    """

    hand_order = staticmethod(by_rank)
    options: CheatOptions
    ranks: list[int] = []
    last: Play | None = None
    passed_players: list[str] = []

    @property
    def pile(self) -> Zone:
        return self.zones["pile"]

    @property
    def play(self) -> Play:
        assert self.last is not None, "a player has placed cards"
        return self.last

    def pending_winner(self) -> str | None:
        """Return the player that has no cards left. This player wins if no lie is found in time."""
        last = self.last
        return last.player if last and not self.hand(last.player).cards else None

    def max_cards(self, player: str) -> int:
        limit, in_hand = int(self.options.max_cards_per_play), len(self.hand(player).cards)
        return limit if limit < in_hand else in_hand

    def deal_round(self) -> None:
        self.forget_cards()
        cards = list(deck.FRENCH_DECK) * self.options.decks
        self.rng.shuffle(cards)
        for zone in self.zones.values():
            zone.cards = []
        self.deal_hands(cards, self.dealer)
        first = self.player_after(self.dealer)
        if self.options.first_player == "random":
            first = self.rng.choice(self.active())
        elif self.options.first_player == "last_winner" and self.round_winner in self.active():
            first = self.round_winner
        self.ranks, self.round_winner = FIRST_RANKS[self.options.first_rank], ""
        self.tell("dealt", "The cards are dealt. {by} begins.", by=first, kind="deal")
        self.start_turn(first)

    def start_turn(self, player: str) -> None:
        """Give the turn to `player`. The turn has no time limit while there is a `pending_winner`."""
        self.turn = player
        self.open_decision(Turn, player, seconds=0 if self.pending_winner() else None)

    def start_next_turn(self, player: str) -> None:
        """Give the turn to `player` after another player has passed.

        If all players have passed in a row, the pile is set aside first.
        """
        if set(self.active()) <= set(self.passed_players):
            moved = self.move_all(self.pile, self.zones["aside"])
            self.tell("set_aside", "All players passed: the pile is set aside.", cards=[moved])
            self.close_play()
            self.ranks = FIRST_RANKS.get(self.options.rank_after_pickup, self.ranks)
        self.start_turn(player)

    def close_play(self) -> None:
        """Close the last play. It cannot be called any more, and no decision stays open."""
        self.last, self.passed_players, self.decisions = None, [], []

    def pick_up(self) -> None:
        """Give the pile to the liar, or to the caller of a play that was true.

        All players have seen the called cards.
        """
        last, winner = self.play, self.pending_winner()
        picker, innocent = (last.player, last.caller) if last.lie else (last.caller, last.player)
        hand, pile, revealed = self.hand(picker), self.pile, self.zones.pop("reveal")
        count = len(pile.cards) + len(revealed.cards)
        pile.cards.sort(key=by_rank)  # from the order in the pile, players could tell who placed which cards
        moved = [self.move_all(zone, hand) for zone in (pile, revealed) if zone.cards]
        self.count(picker, "taken", count)
        self.tell("picked_up", "{by} takes the pile ({count}).", by=picker, cards=moved, count=count)
        self.close_play()
        if winner and not last.lie:
            self.win(winner)
            return
        self.ranks = FIRST_RANKS.get(self.options.rank_after_pickup, self.ranks)
        previous = {"after_challenged": last.player, "after_picker": picker}.get(self.options.turn_after_call)
        self.start_turn(self.player_after(previous) if previous else innocent)

    def win(self, winner: str, *, last: bool = False) -> None:
        """Let `winner` win this round, and perhaps the game.

        The game ends if `winner` has won enough rounds, or if `last` is true because too few players are
        left.
        """
        self.player(winner).score += 1
        self.close_play()
        if last or self.player(winner).score >= self.options.rounds:
            self.end_match([winner], "won", text("{winner} won the game.", winner=winner))
        else:
            self.tell("round_won", "{by} won the round.", by=winner, tone="good", kind="round")
            self.await_next_round(winner)


@lru_cache(1024)
def place_form(player: str, max_cards: int, ranks: tuple[int, ...]) -> Form:
    """Return the form for placing up to `max_cards` cards of the hand.

    A single rank is in its label. If there are several ranks, the form has a field for the claimed one.
    """
    fields: list[Field] = [
        CardsField(name="cards", zones=[f"hand:{player}"], min=1, max=max_cards, empty=EMPTY)
    ]
    if len(ranks) > 1:
        fields.append(
            ChoiceField(name="rank", label="Claimed rank", of=[deck.RANK_CHOICES[rank] for rank in ranks])
        )
        return form("place", "Place cards", *fields, tone="primary")
    return form("place", "Place as {ranks}", *fields, tone="primary", slots={"ranks": ranks_text(ranks)})


WAIT_FOR_CALLS = "Wait a moment: other players can still call Cheat."


class Turn(DecisionKind[CheatTable]):
    """The turn of a player, in which the player places cards or passes.

    If the previous player has placed the last card of a hand, this move also confirms that player's win.
    """

    id, clock, after_delay = "turn", "turn_s", "window"
    others_prompt = "Waiting for {turn} to place {ranks}."

    def forms(self, t: CheatTable, player: str) -> list[Form]:
        forms = [place_form(player, t.max_cards(player), tuple(t.ranks))]
        return [*forms, PASS] if t.options.allow_pass else forms

    def place(self, t: CheatTable, player: str, cards: list[str], rank: str = "") -> None:
        if winner := t.pending_winner():
            t.win(winner)
            return
        claimed_rank = RANKS.index(rank) if rank else t.ranks[0]
        moved, count = t.move(cards, t.hand(player), t.zones["pile"]), len(cards)
        t.close_play()
        t.last = play = Play(player, count, claimed_rank)
        if {*map(rank_of, cards)} != {claimed_rank}:
            t.count(player, "lies")
        t.ranks = deck.ranks_after(claimed_rank, STEPS[t.options.rank_step])
        template = play.say("{by} placed {count} × {single}.", "{by} placed {count} × {rank}.").template
        t.tell("placed", template, by=player, cards=[moved], **play.claim())  # type: ignore[arg-type]
        DOUBT.open(t)
        t.start_turn(t.player_after(player))

    def pass_(self, t: CheatTable, player: str) -> None:
        if winner := t.pending_winner():
            t.win(winner)
            return
        t.passed_players.append(player)
        t.tell("passed", "{by} passes.", by=player)
        t.start_next_turn(t.player_after(player))

    def time_out(self, t: CheatTable, player: str) -> None:
        """Place a card of the required rank if there is one, else the first card of the sorted hand."""
        hand = t.hand(player).cards
        true_cards = [card for card in hand if rank_of(card) in t.ranks]
        self.place(t, player, true_cards[:1] or hand[:1], RANKS[rank_of(true_cards[0])] if true_cards else "")

    def no_trust(self, t: CheatTable, player: str) -> Refused | None:
        refusal = Refused("There is no play to call right now.", "nothing_to_call")
        return None if t.last else refusal

    def no_call_cheat(self, t: CheatTable, player: str) -> Refused | None:
        return self.no_trust(t, player) or Refused("You can't call Cheat on yourself.", "own_play")

    def slots(self, t: CheatTable) -> dict[str, Arg]:
        return {"turn": t.actor, "ranks": ranks_text(t.ranks)}

    def prompt_of_players(self, t: CheatTable) -> Words:
        if t.last and t.decision(Doubt.id):
            return plural(
                "Your turn: call Cheat on {player}, or place 1 card as {ranks}.",
                "Your turn: call Cheat on {player}, or place 1 to {count} cards as {ranks}.",
                t.max_cards(t.actor),
                player=t.last.player,
                ranks=ranks_text(t.ranks),
            )
        return plural(
            "Your turn: place 1 card as {ranks}.",
            "Your turn: place 1 to {count} cards as {ranks}.",
            t.max_cards(t.actor),
            ranks=ranks_text(t.ranks),
        )

    def prompt(self, t: CheatTable, player: str | None) -> Words:
        winner = t.pending_winner()
        if winner and player == winner:
            return "You have no cards left. You win if no player calls Cheat."
        if winner:
            return text("{winner} has no cards left and wins if no player calls Cheat.", winner=winner)
        if t.decision(BeforePlacing.id):
            if DOUBT.current(t).awaits(player):
                return t.play.say(
                    "{player} placed {count} × {single}. Do you believe it?",
                    "{player} placed {count} × {rank}. Do you believe it?",
                    player=t.play.player,
                )
            if player == t.actor:
                return WAIT_FOR_CALLS
        return super().prompt(t, player)


class BeforePlacing(Delay[CheatTable]):
    """The time in which players can call a play before the next player may place cards."""

    id, clock, end_event = "window", "min_call_window_s", "window_closed"
    reasons = (Reason("", WAIT_FOR_CALLS, "call_window_open"),)


class Doubt(ReactionWindow[CheatTable]):
    """The time in which players can call a play.

    The window ends with the next play. If the play has the last card of a hand, the window also has a time
    limit. A player that has chosen to believe the play may still call the play.
    """

    id, reaction = "doubt", form("call_cheat", "Cheat!", tone="danger", touches=["pile"])
    passing_name, passing_label = "trust", "I believe it"
    passing_help = "You don't call Cheat. Until the next play you can still change your mind."
    passing_event, passing_text, passing_is_final = "trusted", "You believe it.", False

    def open(self, t: CheatTable) -> None:
        others, final = self.possible_reactors(t), t.options.final_call_window_s if t.pending_winner() else 0
        t.add_timed_decision(BeforePlacing, *others)
        t.add_decision(Doubt, *others, seconds=final)

    def possible_reactors(self, t: CheatTable) -> list[str]:
        return t.others(t.play.player)

    def forms_by_player(
        self, t: CheatTable, decision: Decision, players: Sequence[str]
    ) -> dict[str, list[Form]]:
        """Return the forms. A player that may place cards believes the play by doing so."""
        forms = super().forms_by_player(t, decision, players)
        if (
            t.turn in forms
            and t.decision(Turn.id)
            and not (t.pending_winner() or t.decision(BeforePlacing.id))
        ):
            forms[t.turn] = [self.reaction]
        return forms

    def aside(self, t: CheatTable) -> Words:
        """Return that the other players may call, unless the prompt says so."""
        words = text("Any other player may call Cheat on {player}.", player=t.play.player)
        return "" if t.pending_winner() else words

    def call_cheat(self, t: CheatTable, player: str) -> None:
        last, pile = t.play, t.zones["pile"]
        played_cards = pile.cards[-last.count :]
        row = t.add(Zone(id="reveal", kind="row", viewers="all", label="Shown"))
        moved = t.move(pile.cards if t.options.reveal_whole_pile else played_cards, pile, row)
        first_wrong = len(row.cards) - last.count
        row.wrong = [at for at, card in enumerate(played_cards, first_wrong) if rank_of(card) != last.rank]
        last.caller, last.lie = player, bool(row.wrong)
        t.count(player if last.lie else last.player, "catches" if last.lie else "trusted")
        t.tell("called", "{by} calls Cheat!", by=player, kind="call", cards=[moved], player=last.player)
        verdict = "{player} lied!" if last.lie else "{by} was wrong: {player} told the truth."
        tone: Tone = "bad" if last.lie else "good"
        kind = "lie" if last.lie else "truth"
        t.tell("verdict", verdict, by=player, tone=tone, kind=kind, player=last.player, lie=last.lie)
        t.decisions = []
        t.open_decision(Reveal)
        if not t.options.reveal_s:
            t.pick_up()

    def close(self, t: CheatTable) -> None:
        """Let the `pending_winner` win. If there is none, let the next player act at once."""
        if winner := t.pending_winner():
            t.win(winner)
        elif t.decision(BeforePlacing.id):
            t.close_decisions(BeforePlacing.id)
            t.tell(BeforePlacing.end_event, tone="quiet")


DOUBT = Doubt()


class Reveal(Delay[CheatTable]):
    id, clock = "reveal", "reveal_s"
    reasons = (Reason("", "Wait until the cards have been shown.", "cards_are_shown", for_all=True),)

    def expire(self, t: CheatTable, decision: Decision) -> None:
        t.pick_up()

    def prompt(self, t: CheatTable, player: str | None) -> Words:
        lie, truth = "{player} lied and takes the pile.", "{player} told the truth. {caller} takes the pile."
        if player == t.play.player:
            lie, truth = "You lied and take the pile.", "You told the truth. {caller} takes the pile."
        elif player == t.play.caller:
            truth = "{player} told the truth. You take the pile."
        return text(lie if t.play.lie else truth, player=t.play.player, caller=t.play.caller)


class Cheat(Game[CheatTable, Options]):
    id, name, minutes = "cheat", "Cheat", "10-20"
    tags = ("bluffing", "shedding")
    summary = "Place cards face down, claim their rank, and don't get caught lying."
    seats, faces = (2, 10), FRENCH_FACES
    rules = """Be the first to get rid of all your cards.

The whole deck is dealt. The first player places aces, the next player twos, and so on. After kings come aces again.

On your turn, place one to four cards face down on the pile. You claim that they have the required rank, but you may lie.

Any other player can call Cheat! Then the cards of the last play are shown. If one of them has another rank, the player who placed them takes the whole pile. If all of them have the claimed rank, the player who called takes it. Then the player after the challenged one goes on with the next rank.

You win when you have placed your last card and no player catches you lying. The other players can call Cheat! until the next player acts."""  # noqa: E501 - paragraphs of running text
    presets, hints, award_kinds, addressed = PRESETS, HINTS, AWARDS, ADDRESSED
    lesson_options = {"turn_s": 0}
    options_type, table_type, facts_differ = CheatOptions, CheatTable, False
    decision_kinds = (Turn(), BeforePlacing(), DOUBT, Reveal(), BetweenRounds())
    refusals = ("nothing_to_call", "own_play")

    def deal(self, table: CheatTable, previous: CheatTable | None, host: str) -> None:
        table.continue_from(previous)
        table.add_hands()
        table.add(Zone(id="pile", kind="pile", viewers="nobody", label="Pile"))
        if table.options.allow_pass:
            table.add(Zone(id="aside", kind="pile", viewers="nobody", label="Set aside"))
        table.deal_round()

    def go_on_after_leave(self, table: CheatTable, player: str) -> None:
        """If a play was called, first give the pile away. Then move the leaver's cards.

        If too few players are left and another player has placed a last card, that player wins.
        """
        t = table
        if t.last and t.last.caller:
            t.pick_up()
        own_play, winner = t.last is not None and t.last.player == player, t.pending_winner()
        if own_play:
            t.close_play()
        if t.result is None and len(t.active()) < t.options.min_players:
            if winner and not own_play:
                t.win(winner, last=True)
            else:
                t.end_match([], "not_enough_players", "Not enough players to continue.")
        elif t.turn:
            hand, pile = t.hand(player), t.pile
            if t.options.leaver_cards == "pile":
                place = len(pile.cards) - (t.last.count if t.last else 0)
                moved = [t.move(hand.cards, hand, pile, at=place, placed="all")]
            else:  # a player that has placed the last card of a hand gets no cards
                shares = t.dealt_shares(hand.cards, player, [id for id in t.active() if id != winner])
                moved = [t.move(cards, hand, t.hand(id)) for id, cards in shares.items()]
            t.tell("hand_given_away", tone="quiet", by=player, cards=moved)
            if own_play or t.turn == player:
                t.start_next_turn(t.player_after(player) if t.turn == player else t.turn)

    def facts(self, table: CheatTable, player: str | None) -> list[Fact]:
        last, rounds = table.last, table.options.rounds
        facts = []
        if last:
            one, several = "{count} × {single} by {player}", "{count} × {rank} by {player}"
            facts.append(Fact("Just played", last.say(one, several, player=last.player), "claim"))
        if table.turn:
            next_rank = FRENCH_FACES[f"{RANKS[table.ranks[0]]}S"].rank if len(table.ranks) == 1 else UNSET
            facts.append(Fact("Next", ranks_text(table.ranks), "rank", next_rank))
        return facts + ([Fact("Rounds to win", str(rounds), "score_goal", rounds)] if rounds > 1 else [])


GAME = Cheat()
