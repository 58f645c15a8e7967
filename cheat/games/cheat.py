"""Cheat, also called Bluff or I Doubt It.

The whole deck is dealt. In turn, each player places one to four cards face down and claims that
they are of the required rank: aces, then twos, and so on; after kings come aces. The number is
always true, the rank may be a lie. Anybody else may call "Cheat!": the cards of that play are
shown; a liar takes the whole pile, a wrong accuser takes it instead. Then the seat after the
challenged player goes on with the rank that was due. Who has no cards left, and was not caught on
the last play, wins; that is settled when the next player acts, or when nobody doubts in time.

A play is named by its serial number, and a call names the play that it doubts, so a call that
arrives late can never hit a newer play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Struct

from cheat.errors import Refused
from cheat.games.decks.french import FRENCH_DECK, FRENCH_FACES, RANK_PLURALS, RANKS, by_rank, rank_of
from cheat.games.game import Game, Preset
from cheat.games.moves import Args, CardsField, Choice, ChoiceField, Form, form
from cheat.games.options import Options, says
from cheat.games.rounds import RoundsTable
from cheat.games.table import Decision, Fact, Mark, Moved, Player, Zone, following

ANY_RANK = list(range(len(RANKS)))
STEPS = {"up": (1,), "up_or_same": (0, 1), "up_or_down": (-1, 1), "up_same_down": (-1, 0, 1)}


class CheatOptions(Options, frozen=True):
    """The options of Cheat. Times are seconds."""

    min_players: Annotated[
        int, says("Players needed", "Fewer cannot start, and a game that falls below ends.", ge=2, le=10)
    ] = 3
    decks: Annotated[
        Literal[1, 2], says("Decks", "Two decks suit seven or more players.", _1="One deck", _2="Two decks")
    ] = 1
    max_cards_per_play: Annotated[
        int, says("Cards per play", "The most cards that may be placed at once.", ge=1, le=8)
    ] = 4
    first_player: Annotated[
        Literal["left_of_dealer", "random", "last_winner"],
        says(
            "First player",
            "Who places first.",
            left_of_dealer="Left of the dealer",
            random="Random",
            last_winner="Last winner",
        ),
    ] = "left_of_dealer"
    first_rank: Annotated[
        Literal["ace", "free"], says("First rank", "The rank of the first play.", ace="Aces", free="Any rank")
    ] = "ace"
    rank_step: Annotated[
        Literal["up", "up_or_same", "up_or_down", "up_same_down"],
        says(
            "Next rank",
            "How a claim may follow the one before.",
            up="One up",
            up_or_same="One up or the same",
            up_or_down="One up or one down",
            up_same_down="One up, the same or one down",
        ),
    ] = "up"
    rank_after_pickup: Annotated[
        Literal["continue", "free", "ace"],
        says(
            "Rank after a call",
            "Which rank is due when somebody took the pile.",
            **{"continue": "Goes on", "free": "Any rank", "ace": "Aces again"},
        ),
    ] = "continue"
    turn_after_call: Annotated[
        Literal["after_challenged", "after_picker", "winner_of_call"],
        says(
            "Turn after a call",
            "Who places next after a call.",
            after_challenged="After the challenged player",
            after_picker="After the player who took the pile",
            winner_of_call="Who was right",
        ),
    ] = "after_challenged"
    allow_pass: Annotated[
        bool, says("Passing", "A player may pass; when all pass in a row the pile is set aside.")
    ] = False
    reveal_whole_pile: Annotated[
        bool, says("Show the whole pile", "A call shows the whole pile, not only the last play.")
    ] = False
    min_call_window_s: Annotated[
        float, says("Time to doubt", "Seconds before the next player may place.", ge=0, le=10)
    ] = 2.0
    final_call_window_s: Annotated[
        float, says("Time to doubt the last card", "Seconds in which a last play may be called.", ge=3, le=30)
    ] = 10.0
    turn_s: Annotated[int, says("Turn clock", "Seconds for a turn; 0 means no limit.", ge=0, le=180)] = 45
    reveal_s: Annotated[
        float, says("Time to look", "Seconds for which called cards are shown.", ge=0, le=10)
    ] = 4.0
    rounds: Annotated[int, says("Rounds", "Rounds that a player must win to win the game.", ge=1, le=20)] = 1
    leaver_cards: Annotated[
        Literal["pile", "deal_out"],
        says(
            "Cards of a leaver",
            "Where the cards of a player who leaves go.",
            pile="Under the last play",
            deal_out="Dealt to the others",
        ),
    ] = "pile"


class Play(Struct):
    """The last play, as long as it may be called: its cards are the top `count` cards of the pile."""

    serial: int
    player: str
    count: int
    rank: int


class Call(Struct):
    """A call whose cards everybody is looking at."""

    caller: str
    lie: bool


class CheatTable(RoundsTable, tag="cheat", kw_only=True):
    """`ranks`: indices of the ranks that may be claimed next; `serial`: plays so far; `trusted`: who
    will not call `last`; `passed`: who passed since the last play; `round_winner`: set between two
    rounds.
    """

    options: CheatOptions
    dealer: str = ""
    ranks: list[int] = []
    serial: int = 0
    last: Play | None = None
    call: Call | None = None
    trusted: list[str] = []
    passed: list[str] = []
    round_winner: str | None = None

    @property
    def pile(self) -> Zone:
        """All face-down cards on the table, the last play on top."""
        return self.zones["pile"]

    def waiting(self) -> str | None:
        """The player who has placed the last card and wins if nobody calls in time."""
        return self.last.player if self.last and not self.hand(self.last.player).cards else None

    def doubters(self) -> list[str]:
        """Those who may call the last play."""
        return self.others(self.last.player) if self.last else self.active()


class Cheat(Game[CheatTable, CheatOptions]):
    """The rules of Cheat."""

    id = "cheat"
    name = "Cheat"
    summary = "Place cards face down, claim their rank, and do not get caught lying."
    minutes = "10-20"
    seats = (2, 10)
    faces = FRENCH_FACES
    rules = """The whole deck is dealt. The first player places aces, the next twos, and so on; after kings come aces again.

In your turn, place one to four cards face down. They count as the rank that is due, whatever they really are.

Anybody else may press Cheat! The cards of the last play are shown. If one of them has another rank, its player takes the whole pile; if all are right, the accuser takes it. The game goes on after the challenged player with the rank that was due.

You win when you have no cards left and nobody has caught you on your last play. The others can doubt it until the next player acts."""  # noqa: E501 - paragraphs of running text
    presets = [
        Preset("Classic"),
        Preset("House rules", {"rank_step": "up_or_down", "rank_after_pickup": "free", "allow_pass": True}),
        Preset("Large table", {"decks": 2, "max_cards_per_play": 8}),
    ]
    options_type = CheatOptions
    table_type = CheatTable

    def least(self, options: CheatOptions) -> int:
        """As the option says."""
        return options.min_players

    # Deal

    def deal(self, table: CheatTable, previous: CheatTable | None, host: str) -> None:
        """Everybody gets cards one at a time from the left of the dealer until the deck is empty."""
        players = table.active()
        table.dealer = _next_dealer(players, previous)
        for id in players:
            table.add_hand(id)
        table.add(Zone(id="pile", kind="pile", seen="nobody", label="Pile"))
        if table.options.allow_pass:
            table.add(Zone(id="aside", kind="pile", seen="nobody", label="Set aside"))
        self._deal_round(table, previous.result.winners if previous and previous.result else [])

    def _deal_round(self, table: CheatTable, last_winners: Sequence[str]) -> None:
        deck = list(FRENCH_DECK) * table.options.decks
        table.rng.shuffle(deck)
        for zone in table.zones.values():
            zone.cards = []
        at = table.dealer
        for card in deck:
            at = table.after(at)
            table.hand(at).cards.append(card)
        for id in table.active():
            table.hand(id).cards.sort(key=by_rank)
        table.ranks = [0] if table.options.first_rank == "ace" else ANY_RANK
        table.last, table.call, table.trusted, table.passed = None, None, [], []
        table.round_winner = None
        table.begin_round()
        first = self._first_player(table, last_winners)
        table.tell("dealt", "The cards are dealt. {by} begins.", by=first)
        self._begin_turn(table, first)

    def _first_player(self, table: CheatTable, last_winners: Sequence[str]) -> str:
        if table.options.first_player == "random":
            return table.rng.choice(table.active())
        winners = [id for id in last_winners if id in table.active()]
        if table.options.first_player == "last_winner" and winners:
            return winners[0]
        return table.after(table.dealer)

    # Moves

    def moves(self, table: CheatTable, player: str) -> list[Form]:
        """Placing in one's turn; calling and trusting for everybody but the player of the last play."""
        if table.round_winner:
            return table.ready_forms(player)
        if table.call is not None:
            return []
        forms = []
        if table.turn == player and table.decision("window") is None:
            forms.append(self._place_form(table, player))
            if table.options.allow_pass:
                forms.append(form("pass", "Pass"))
        if table.last is not None and table.last.player != player:
            serial = table.last.serial
            forms.append(form("call_cheat", "Cheat!", tone="danger", play=serial))
            if player not in table.trusted:
                forms.append(form("trust", "I believe it", tone="quiet", play=serial))
        return forms

    def _place_form(self, table: CheatTable, player: str) -> Form:
        hand = table.hand(player)
        cards = CardsField(
            name="cards",
            zones=[hand.id],
            min=1,
            max=min(table.options.max_cards_per_play, len(hand.cards)),
            empty="You have to place a card to end your turn.",
        )
        if len(table.ranks) == 1:
            return form("place", "Place cards", cards, tone="primary")
        choices = [Choice(RANKS[rank], RANK_PLURALS[rank]) for rank in table.ranks]
        return form(
            "place", "Place cards", cards, ChoiceField(name="rank", label="Claim", of=choices), tone="primary"
        )

    def refusal(self, table: CheatTable, player: str, name: str, args: Args) -> Refused:
        """The sentence and the code that fit the moment."""
        if name in ("call_cheat", "trust"):
            play = args.get("play")
            current = table.last.serial if table.last and table.call is None else None
            if type(play) is int and 0 < play <= table.serial and play != current:
                return Refused("Too late: that play can no longer be called.", "stale_move")
            if current is None:
                return Refused("Nothing has been played that could be called.", "nothing_to_call")
            if name == "call_cheat" and table.last and table.last.player == player:
                return Refused("You cannot call Cheat on yourself.", "own_play")
        if table.call is not None:
            return Refused("Wait until the cards have been shown.", "cards_are_shown")
        if name in ("place", "pass") and table.turn == player and table.decision("window"):
            return Refused("Wait a moment: the others may still call Cheat.", "call_window_open")
        return super().refusal(table, player, name, args)

    # Play

    def play(self, table: CheatTable, player: str, name: str, args: Args) -> None:
        """One method for each move."""
        match name:
            case "place":
                rank = RANKS.index(args["rank"]) if "rank" in args else table.ranks[0]
                self._place(table, player, args["cards"], rank)
            case "pass":
                self._pass(table, player)
            case "call_cheat":
                self._call(table, player)
            case "trust":
                self._trust(table, player)
            case "ready":
                table.say_ready(player)
                self._next_round_if_ready(table)

    def _place(self, table: CheatTable, player: str, cards: Sequence[str], rank: int) -> None:
        if winner := table.waiting():
            self._win(table, winner)
            return
        moved = table.move(cards, table.hand(player), table.pile)
        table.serial += 1
        table.last = Play(table.serial, player, len(cards), rank)
        table.trusted, table.passed = [], []
        table.ranks = sorted({(rank + step) % len(RANKS) for step in STEPS[table.options.rank_step]})
        table.tell(
            "placed",
            "{by} placed {count} × {rank}.",
            by=player,
            count=len(cards),
            rank=RANK_PLURALS[rank],
            cards=[moved],
        )
        self._begin_turn(table, table.after(player))

    def _begin_turn(self, table: CheatTable, player: str) -> None:
        """`player` is on turn. Right after a play, its call windows open too."""
        options, doubters = table.options, table.doubters()
        waits = options.min_call_window_s if table.last else 0
        table.decisions = []
        if waits:
            table.decisions.append(Decision("window", doubters, table.in_seconds(waits), optional=True))
        if table.waiting():
            until = table.in_seconds(options.final_call_window_s)
            table.decisions.append(Decision("final", doubters, until, optional=True))
        self._await_turn(table, player)

    def _await_turn(self, table: CheatTable, player: str) -> None:
        """The turn clock starts when the player may place. While a winner waits for a call, only the
        final window is timed.
        """
        window = table.decision("window")
        waits = window.until - table.now if window and window.until else 0
        unlimited = not table.options.turn_s or table.waiting()
        until = None if unlimited else table.in_seconds(table.options.turn_s) + waits
        table.turn = player
        table.decisions.insert(0, Decision("turn", [player], until))

    def _pass(self, table: CheatTable, player: str) -> None:
        if winner := table.waiting():
            self._win(table, winner)
            return
        table.passed.append(player)
        table.tell("passed", "{by} passes.", by=player)
        self._pass_turn(table, table.after(player))

    def _pass_turn(self, table: CheatTable, player: str) -> None:
        """`player` is on turn without a new play: windows go on as they are."""
        if set(table.active()) <= set(table.passed):
            self._set_aside(table)
        table.settle("turn")
        self._await_turn(table, player)

    def _set_aside(self, table: CheatTable) -> None:
        moved = table.move_all(table.pile, table.zones["aside"])
        table.tell("set_aside", "Everybody passed: the pile is set aside.", cards=[moved])
        self._forget_last(table)
        self._rank_after_pickup(table)

    def _trust(self, table: CheatTable, player: str) -> None:
        table.trusted.append(player)
        table.tell("trusted", "You believe it.", by=player, tone="quiet", seen=[player])
        self._close_if_trusted(table)

    def _close_if_trusted(self, table: CheatTable) -> None:
        if table.last is None or not set(table.doubters()) <= set(table.trusted):
            return
        if winner := table.waiting():
            self._win(table, winner)
        elif table.decision("window"):
            table.settle("window")
            table.tell("window_closed", tone="quiet")

    def _call(self, table: CheatTable, caller: str) -> None:
        last = table.last
        assert last is not None, "a call is offered only while there is a play"
        played = table.pile.cards[-last.count :]
        lie = any(rank_of(card) != last.rank for card in played)
        shown = table.pile.cards if table.options.reveal_whole_pile else played
        row = table.add(Zone(id="reveal", kind="row", seen="all", label="Shown"))
        moved = table.move(list(shown), table.pile, row)
        table.call = Call(caller, lie)
        table.tell("called", "{by} calls Cheat!", by=caller, cards=[moved], player=last.player)
        if lie:
            table.tell("verdict", "{player} lied!", by=caller, tone="bad", player=last.player, lie=True)
        else:
            text = "{by} was wrong: {player} told the truth."
            table.tell("verdict", text, by=caller, tone="good", player=last.player, lie=False)
        table.decisions = [Decision("reveal", [], table.in_seconds(table.options.reveal_s))]
        if not table.options.reveal_s:
            self._pick_up(table)

    def _pick_up(self, table: CheatTable) -> None:
        last, call = table.last, table.call
        assert last is not None and call is not None, "cards are picked up only after a call"
        picker, right = (last.player, call.caller) if call.lie else (call.caller, last.player)
        hand = table.hand(picker)
        table.pile.cards.sort(key=by_rank)  # the order in the pile would tell who had placed what
        moved = [table.move_all(table.pile, hand), table.move_all(table.zones.pop("reveal"), hand)]
        hand.cards.sort(key=by_rank)
        count = sum(len(one.faces) for one in moved)
        table.tell("picked_up", "{by} takes the pile of {count}.", by=picker, cards=moved, count=count)
        winner = table.waiting()
        self._forget_last(table)
        if winner:
            self._win(table, winner)
            return
        self._rank_after_pickup(table)
        turn_after = {
            "after_challenged": table.after(last.player),
            "after_picker": table.after(picker),
            "winner_of_call": right,
        }
        self._begin_turn(table, turn_after[table.options.turn_after_call])

    def _forget_last(self, table: CheatTable) -> None:
        """Nobody can call the last play any more."""
        table.last, table.call, table.trusted, table.passed = None, None, [], []
        table.settle("window", "final")

    def _rank_after_pickup(self, table: CheatTable) -> None:
        if table.options.rank_after_pickup != "continue":
            table.ranks = [0] if table.options.rank_after_pickup == "ace" else ANY_RANK

    def _next_round(self, table: CheatTable) -> None:
        assert table.round_winner is not None, "somebody has won the round"
        table.dealer = table.after(table.dealer)
        self._deal_round(table, [table.round_winner])

    def _next_round_if_ready(self, table: CheatTable) -> None:
        if table.all_ready():
            self._next_round(table)

    # Without the player

    def timeout(self, table: CheatTable, decision: Decision) -> None:
        """A window closes, shown cards are taken, the next round begins, or the clock plays for a seat."""
        match decision.name:
            case "window":
                table.tell("window_closed", tone="quiet")
            case "final":
                if winner := table.waiting():
                    self._win(table, winner)
            case "reveal":
                self._pick_up(table)
            case "next_round":
                self._next_round(table)
            case "turn":
                self._play_for(table, decision.players[0])

    def _play_for(self, table: CheatTable, player: str) -> None:
        """One truthful card if there is one, otherwise the first card of the sorted hand."""
        hand = table.hand(player).cards
        card = next((card for card in hand if rank_of(card) in table.ranks), hand[0])
        rank = rank_of(card) if rank_of(card) in table.ranks else table.ranks[0]
        table.tell("timed_out", "{by} ran out of time.", by=player, tone="quiet")
        self._place(table, player, [card], rank)

    def leave(self, table: CheatTable, player: str) -> None:
        """The hand goes under the last play or to the others; a play of the leaver cannot be called."""
        if table.call is not None:
            self._pick_up(table)
        table.depart(player)
        if table.result is not None:
            return
        winner = table.waiting() if table.waiting() != player else None
        if len(table.active()) < table.options.min_players:
            if winner:
                table.player(winner).score += 1
            self._finish(table, winner)
        elif table.round_winner:
            self._next_round_if_ready(table)
        else:
            self._play_on_without(table, player)

    def _play_on_without(self, table: CheatTable, player: str) -> None:
        own_play = table.last is not None and table.last.player == player
        if own_play:
            self._forget_last(table)
        self._give_away_hand(table, player)
        if table.turn == player:
            self._pass_turn(table, table.after(player))
        elif own_play:
            self._pass_turn(table, table.turn or table.after(player))
        self._close_if_trusted(table)

    def _give_away_hand(self, table: CheatTable, player: str) -> None:
        hand = table.hand(player)
        if table.options.leaver_cards == "pile":
            under = len(table.pile.cards) - (table.last.count if table.last else 0)
            moved = [table.move(hand.cards, hand, table.pile, at=under)]
        else:
            moved = self._deal_out(table, player)
        table.tell("hand_given_away", tone="quiet", by=player, cards=moved)

    def _deal_out(self, table: CheatTable, leaver: str) -> list[Moved]:
        """One card at a time to the others, but none to one who has placed the last card."""
        takers = [id for id in table.active() if id != table.waiting()]
        shares: dict[str, list[str]] = {id: [] for id in takers}
        at = leaver
        seats = [player.id for player in table.players]
        for card in table.hand(leaver).cards:
            at = following(seats, at, set(takers))
            shares[at].append(card)
        moved = [table.move(cards, table.hand(leaver), table.hand(id)) for id, cards in shares.items()]
        for id in takers:
            table.hand(id).cards.sort(key=by_rank)
        return moved

    # The end

    def _win(self, table: CheatTable, winner: str) -> None:
        """`winner` has won this round, and with the last round needed the game."""
        table.player(winner).score += 1
        if table.player(winner).score >= table.options.rounds:
            self._finish(table, winner)
            return
        table.tell("round_won", "{by} won the round.", by=winner, tone="good")
        self._forget_last(table)
        table.round_winner = winner
        table.end_round()

    def _finish(self, table: CheatTable, winner: str | None) -> None:
        """The game is over. Behind the winner, rounds won and then few cards count; leavers come last."""
        table.last, table.call = None, None

        def order(player: Player) -> tuple[bool, bool, int, int]:
            return player.id != winner, not player.active, -player.score, len(table.hand(player.id).cards)

        if winner:
            table.finish([winner], "won", f"{{{winner}}} won the game.", order)
        else:
            table.finish([], "not_enough_players", "Not enough players to continue.", order)

    # What people see

    def prompt(self, table: CheatTable, player: str | None) -> str:
        """What this viewer is waited for, or whom everybody waits for."""
        if table.round_winner:
            return f"{{{table.round_winner}}} won the round. The next one begins when all are ready."
        last, waiting = table.last, table.waiting()
        if last and table.call:
            caller, accused = table.call.caller, last.player
            if table.call.lie:
                return f"{{{accused}}} lied and takes the pile."
            return f"{{{accused}}} told the truth. {{{caller}}} takes the pile."
        if waiting == player and waiting is not None:
            return "You have no cards left. You win if nobody calls Cheat."
        if waiting:
            return f"{{{waiting}}} has no cards left and wins if nobody calls Cheat."
        if player is not None and table.turn == player:
            return self._turn_prompt(table, player)
        return f"Waiting for {{{table.turn}}} to place {_ranks_text(table.ranks)}."

    def _turn_prompt(self, table: CheatTable, player: str) -> str:
        if table.last and table.decision("window"):
            last = table.last
            return f"{{{last.player}}} placed {last.count} × {RANK_PLURALS[last.rank]}. Do you believe it?"
        most = min(table.options.max_cards_per_play, len(table.hand(player).cards))
        number = "1 card" if most == 1 else f"1 to {most} cards"
        return f"Your turn: place {number} as {_ranks_text(table.ranks)}."

    def facts(self, table: CheatTable, player: str | None) -> list[Fact]:
        """The claim that may be called, and the rank that is due."""
        facts = []
        if last := table.last:
            claim = f"{last.count} × {RANK_PLURALS[last.rank]} by {{{last.player}}}"
            facts.append(Fact("Just played", claim))
        if not table.round_winner:
            facts.append(Fact("Next", _ranks_text(table.ranks)))
        if table.options.rounds > 1:
            facts.append(Fact("Rounds to win", str(table.options.rounds)))
        return facts

    def conceal(self, table: CheatTable, viewer: str | None) -> None:
        """Who trusts the last play is known only to themselves; whether a call hit is told in the verdict."""
        table.trusted = [player for player in table.trusted if player == viewer]

    def marks(self, table: CheatTable, player: str) -> list[Mark]:
        """Who is ready for the next round."""
        return table.ready_marks(player)


GAME = Cheat()


def _ranks_text(ranks: Sequence[int]) -> str:
    if len(ranks) == len(RANKS):
        return "any rank"
    return " or ".join(RANK_PLURALS[rank] for rank in ranks)


def _next_dealer(players: Sequence[str], previous: CheatTable | None) -> str:
    """The last seat in the first game, then the next seat clockwise that is still here."""
    if previous is None:
        return players[-1]
    if previous.dealer in players:
        return following(players, previous.dealer, set(players))
    seats = [player.id for player in previous.players]
    return following(seats, previous.dealer, set(players)) if set(seats) & set(players) else players[-1]
