"""The room as one viewer may see it: the `table` of every answer."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import nullcontext
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from cheat.engine.awards import AwardView
from cheat.engine.decisions import Delay
from cheat.engine.forms import Form
from cheat.engine.game import AnyGame
from cheat.engine.table import Badge, FactView, MarkView, Player, Standing, Table, Zone, ZoneView
from cheat.i18n.addressed import addressed_to, texts_in
from cheat.i18n.messages import ENGLISH, Language, Names, Say, Words, text
from cheat.rooms.lobby import moves_of_game, moves_of_room
from cheat.rooms.room import AnyRoom, Phase, Seat
from cheat.rooms.room_moves import why_not_dealt
from cheat.rooms.rules_guard import guarded, seat_bounds

AT_RESULT = Badge("at the result", "quiet", "at_result")
NEXT_GAME = Badge("next game", "quiet", "next_game")
PLAYS_AGAIN = Badge("plays again", "good", "again")
BOT_PLAYS = Badge("bot playing", "quiet", "stand_in")
MUTED = Badge("muted", "quiet", "muted")

Awaited = Literal["move", "reaction"]
"""The kind of answer for which a game waits: a necessary move, or an optional reaction."""

_encode = msgspec.json.Encoder().encode


class PlayerView(msgspec.Struct, kw_only=True, gc=False, rename={"badges": "marks"}):
    """A seat in an answer.

    - `score`: the score in the game
    - `wins`: the number of games won in this room
    - `bot`: the level of a bot
    - `client`: the program that plays for a person
    - `side`: players of one side win together
    - `colour`: the colour of the avatar, 0 to 9, if the player chose one
    """

    id: str
    name: str
    bot: str | None = None
    client: str | UnsetType = UNSET
    status: Literal["here", "away", "left"]
    turn: bool
    side: str | UnsetType = UNSET
    score: int
    wins: int
    colour: int | UnsetType = UNSET
    badges: list[MarkView]


class ResultView(msgspec.Struct, kw_only=True):
    """The result of a game, in words with names.

    `awards`: titles for the players that did something most often, such as lying.
    """

    winners: list[str]
    reason: str
    text: str
    standing: list[Standing]
    awards: list[AwardView]


class TableView(msgspec.Struct, kw_only=True, gc=False):
    """The complete table in an answer; docs/protocol.md explains it."""

    code: str
    game: str
    phase: Phase
    version: int
    you: str | None
    host: str
    seats: int | UnsetType = UNSET
    public: bool
    trial: bool | UnsetType = UNSET
    options: dict[str, Any]
    players: list[PlayerView]
    watchers: int
    chat: bool
    crowd: bool
    zones: list[ZoneView]
    facts: list[FactView]
    prompt: str
    situation: str | UnsetType = UNSET
    awaited: Awaited | UnsetType = UNSET
    moves: list[Form]
    deadline: int | None
    now: int
    result: ResultView | None


class ListedRoom(msgspec.Struct, kw_only=True):
    """A public room that players can join."""

    code: str
    game: str
    host: str
    players: int
    seats: int
    phase: Phase


class Views:
    """The views of one version of a room, for all viewers.

    Viewers share some parts of their views, so callers must not change any part.
    """

    __slots__ = ("_forms_by_player", "_guard", "_languages", "_rules", "_shared", "_version", "names", "room")

    def __init__(self, room: AnyRoom, version: int) -> None:
        self.room = room
        self.names: Names = room.names()
        self._version = version
        self._rules = room.dealt_rules if room.table is not None and not room.failed else None
        self._guard = guarded(self._rules, "view") if self._rules is not None else nullcontext()
        self._languages: dict[Language, Language] = {}
        self._shared: dict[tuple[Phase, Language], tuple[TableView, _SharedParts]] = {}
        self._forms_by_player: dict[str, list[Form]] = {}

    def language_with_terms(self, language: Language) -> Language:
        """Return the cached result of `Room.language_with_terms`."""
        with_terms = self._languages.get(language)
        if with_terms is None:
            with_terms = self._languages[language] = self.room.language_with_terms(language)
        return with_terms

    def view_of(self, seat: Seat | None, now: int, language: Language = ENGLISH) -> TableView:
        """Return the view of the player on `seat`, or of a spectator if `seat` is None."""
        phase, table = self.room.phase_for(seat), self.room.table
        if table is None or phase == "lobby":
            return self._view(seat, phase, now, language, None, None)
        with self._guard:
            return self._view(seat, phase, now, language, table, self._rules)

    def _view(
        self,
        seat: Seat | None,
        phase: Phase,
        now: int,
        language: Language,
        table: Table | None,
        rules: AnyGame | None,
    ) -> TableView:
        """Return the view of a seat or a spectator.

        `table`: None in the waiting room. `rules`: None if this method must not call the rules.
        """
        cached = self._shared.get((phase, language))
        if cached is None:
            cached = self._shared[phase, language] = self._new_shared_parts(phase, language, table, rules)
        shared, parts = cached
        say, viewer = parts.say, seat.id if seat else None
        situation = _situation(table, rules, viewer)
        return replace(
            shared,
            you=viewer,
            players=parts.players(shared.players, viewer),
            zones=_grouped(parts.zones(viewer), table, rules, viewer),
            facts=parts.facts(table, rules, viewer),
            prompt=say(_prompt(self.room, table, rules, seat)),
            situation=say(situation) if situation else UNSET,
            awaited=parts.awaited(table, rules).get(viewer, UNSET) if table and viewer else UNSET,
            moves=parts.forms(self._moves(seat)) if seat else [],
            deadline=_deadline(table, viewer) if table else self.room.starts_at,
            now=now,
            result=_result_for(shared.result, table, viewer, say),
        )

    def _new_shared_parts(
        self, phase: Phase, language: Language, table: Table | None, rules: AnyGame | None
    ) -> tuple[TableView, _SharedParts]:
        """Return a view without the parts for one viewer, and the object that makes these parts."""
        room, parts = (
            self.room,
            _SharedParts(self.language_with_terms(language), self.names, table, rules is not None),
        )
        shared = TableView(
            code=room.code,
            game=table.game if table else room.game,
            phase=phase,
            version=self._version,
            you=None,
            host=room.host,
            seats=UNSET if table else seat_bounds(room.rules, room.typed_options())[1],
            public=room.public,
            trial=room.trial or UNSET,
            options=msgspec.to_builtins(table.options if table else room.typed_options()),
            players=_players(room, table, rules, parts),
            watchers=room.watchers,
            chat=room.chat,
            crowd=room.crowd,
            zones=[],
            facts=[],
            prompt="",
            moves=[],
            deadline=None,
            now=0,
            result=_result(table, rules, parts.say) if table else None,
        )
        return shared, parts

    def _moves(self, seat: Seat) -> list[Form]:
        """Return the forms of a seat.

        The first call computes the moves of the game for all people with a seat. Another thread may replace
        `_forms_by_player` at any time, so this method keeps its own reference.
        """
        forms_by_player = self._forms_by_player
        if seat.id not in forms_by_player:
            among = {seat.id, *(person.id for person in self.room.people())}
            forms_in_game = moves_of_game(self.room, among)
            forms_by_player = self._forms_by_player = {id: forms_in_game.get(id, []) for id in among}
        return forms_by_player[seat.id] + moves_of_room(self.room, seat)


_Zones = tuple[list[ZoneView], dict[str, list[tuple[int, Zone]]]]
"""The views of all zones for spectators, and the zones that show some players more.

The second part is a dict: player -> the zones that show this player more. Each zone comes with its index in
the first part.
"""


class _SharedParts:
    """The parts shared by all viewers of one table, or of the waiting room, in one language."""

    def __init__(self, language: Language, names: Names, table: Table | None, has_rules: bool) -> None:
        sentences: dict[str | bytes, str] = {}
        plain = language.plain

        def say(words: Words) -> str:
            """Return a sentence in the reader's language, from a cache if it was made before."""
            if isinstance(words, str) and (sentence := plain.get(words)) is not None:
                return sentence
            key = words if isinstance(words, str) else _encode(words)
            if (sentence := sentences.get(key)) is None:
                sentence = sentences[key] = language.say(words, names)
            return sentence

        self.say: Say = say
        self._table, self._has_rules, self._names = table, has_rules, names
        self._zones: _Zones | None = None
        self._facts: list[FactView] | None = None
        self._own_facts: dict[str, list[tuple[int, FactView]]] = {}
        """Player -> the facts that address this player, each with its index in `_facts`."""
        self._own_badges: dict[str, list[tuple[int, list[Badge]]]] = {}
        """Player -> the seats whose badges name this player: index, and all badges."""
        self._awaited: dict[str, Awaited] | None = None
        self._forms: dict[int, tuple[Form, Form]] = {}

    def badges(self, seat: int, badges: list[Badge]) -> list[MarkView]:
        """Return the badges of a seat as spectators read them, and note the players that they name."""
        named = set[str]().union(*(texts_in(badge.label) for badge in badges))
        for player in self._names.keys() & named:
            self._own_badges.setdefault(player, []).append((seat, badges))
        return [badge.view(self.say) for badge in badges]

    def players(self, players: list[PlayerView], viewer: str | None) -> list[PlayerView]:
        """Return the players, with “you” for the viewer in their badges."""
        own_badges = self._own_badges.get(viewer or "")
        if own_badges is None or viewer is None:
            return players
        views = [*players]
        for seat, badges in own_badges:
            marks = [badge.addressed_to(viewer).view(self.say) for badge in badges]
            views[seat] = replace(players[seat], badges=marks)
        return views

    def facts(self, table: Table | None, rules: AnyGame | None, viewer: str | None) -> list[FactView]:
        """Return the facts in words, or no facts if no game runs."""
        if rules is None or table is None or table.result is not None:
            return []
        if rules.facts_differ:
            return [fact.addressed_to(viewer).view(self.say) for fact in rules.facts(table, viewer)]
        if self._facts is None:
            self._facts = []
            for place, fact in enumerate(rules.facts(table, None)):
                self._facts.append(fact.view(self.say))
                for player in self._names.keys() & texts_in(fact.text):
                    if (own_fact := fact.addressed_to(player)) is not fact:
                        self._own_facts.setdefault(player, []).append((place, own_fact.view(self.say)))
        own_facts = self._own_facts.get(viewer or "")
        if own_facts is None:
            return self._facts
        views = [*self._facts]
        for place, own_view in own_facts:
            views[place] = own_view
        return views

    def awaited(self, table: Table, rules: AnyGame | None) -> dict[str, Awaited]:
        """Return the kind of answer that the game expects from each player."""
        if self._awaited is None:
            self._awaited = _awaited_by_player(table, rules)
        return self._awaited

    def forms(self, forms: list[Form]) -> list[Form]:
        """Return forms in words. Translate a form only once, even if several players share it."""
        views = []
        for form in forms:
            if (original_and_view := self._forms.get(id(form))) is None:
                # Keep the form itself, too: otherwise another form might get its id.
                original_and_view = self._forms[id(form)] = form, form.view(self.say)
            views.append(original_and_view[1])
        return views

    def zones(self, viewer: str | None) -> list[ZoneView]:
        """Return the zones, or no zones if the rules have failed and this worker cannot show them."""
        try:
            return self._zone_views(viewer) if self._table else []
        except Exception:
            if self._has_rules:
                raise
            return []

    def _zone_views(self, viewer: str | None) -> list[ZoneView]:
        """Return the views of all zones.

        Only zones that show this viewer more than a spectator get a new view.
        """
        if self._zones is None:
            self._zones = self._views_of_all()
        public_views, private_zones = self._zones
        views = [*public_views]
        for place, zone in private_zones.get(viewer or "", ()):
            views[place] = zone.view(viewer, self.say)
        return views

    def _views_of_all(self) -> _Zones:
        assert self._table is not None, "without a table there are no zones"
        public_views, private_zones = list[ZoneView](), dict[str, list[tuple[int, Zone]]]()
        for place, zone in enumerate(self._table.zones.values()):
            public_views.append(zone.view(None, self.say))
            for viewer in zone.viewers if not isinstance(zone.viewers, str) else ():
                private_zones.setdefault(viewer, []).append((place, zone))
        return public_views, private_zones


def view(room: AnyRoom, version: int, seat: Seat | None, now: int, language: Language = ENGLISH) -> TableView:
    """Return the view of one viewer; see `Views.view_of`."""
    return Views(room, version).view_of(seat, now, language)


def listing(room: AnyRoom) -> ListedRoom | None:
    """Return the room for the list of rooms, or None if it is private, full, empty or playing."""
    if not room.public or room.phase == "playing":
        return None
    present = len(room.present()) if room.people() else 0
    _, seats = seat_bounds(room.rules, room.typed_options())
    if not 0 < present < seats:
        return None
    host = room.seat(room.host).name
    return ListedRoom(
        code=room.code, game=room.game, host=host, players=present, seats=seats, phase=room.phase
    )


def _players(
    room: AnyRoom, table: Table | None, rules: AnyGame | None, parts: _SharedParts
) -> list[PlayerView]:
    """Return the players at the table, or the players in the waiting room."""
    if table is None:
        present = enumerate(room.present())
        return [
            _player(room, seat, None, False, nth, _lobby_badges(room, seat), parts) for nth, seat in present
        ]
    playing, on_turn = {player.id: player for player in table.players}, _on_turn(table)
    players = []
    for nth, seat in enumerate(room.seats):
        plays = playing.get(seat.id)
        badges = _badges(room, seat, table, rules) if plays else [NEXT_GAME]
        players.append(_player(room, seat, plays, seat.id in on_turn, nth, badges, parts))
    return players


def _player(
    room: AnyRoom,
    seat: Seat,
    plays: Player | None,
    turn: bool,
    nth: int,
    badges: list[Badge],
    parts: _SharedParts,
) -> PlayerView:
    """Return the view of a player, the `nth` of the table.

    `plays`: the player of the game, if the seat is in the game.
    """
    if room.chat and seat.muted:
        badges = [*badges, MUTED]
    return PlayerView(
        id=seat.id,
        name=seat.name,
        bot=seat.bot_state.level if seat.bot and seat.bot_state else None,
        client=seat.program or UNSET,
        status="left" if seat.has_left else "away" if seat.is_away else "here",
        turn=turn,
        side=(plays.side if plays else "") or UNSET,
        score=plays.score if plays else 0,
        wins=seat.wins,
        colour=UNSET if seat.colour is None else seat.colour,
        badges=parts.badges(nth, badges),
    )


def _lobby_badges(room: AnyRoom, seat: Seat) -> list[Badge]:
    return [AT_RESULT] if room.phase == "over" and not seat.has_returned else []


def _badges(room: AnyRoom, seat: Seat, table: Table, rules: AnyGame | None) -> list[Badge]:
    badges = rules.badges(table, seat.id) if rules else []
    if room.phase == "over" and seat.has_returned and not seat.has_left:
        badges = [*badges, PLAYS_AGAIN]
    return [*badges, BOT_PLAYS] if seat.bot_state and not seat.bot else badges


def _on_turn(table: Table) -> Collection[str]:
    """Return the player on turn, or all awaited players if several are asked at once.

    While all look at cards, no player can act, so no player is on turn.
    """
    if table.result is not None or (table.decisions and not any(one.players for one in table.decisions)):
        return ()
    first = next((decision for decision in table.decisions[:1] if not decision.optional), None)
    if table.turn is not None and (first is None or len(first.players) == 1):
        return (table.turn,)
    return first.waits_for() if first else ()


def _deadline(table: Table, viewer: str | None) -> int | None:
    """Return the deadline of the viewer's decision, or else the first deadline on the table."""
    earliest = None
    for decision in table.decisions:
        if decision.until is not None and viewer in decision.players:
            return decision.until
        earliest = decision.until if earliest is None else earliest
    return earliest


def _awaited_by_player(table: Table, rules: AnyGame | None) -> dict[str, Awaited]:
    """Return the kind of answer that the game expects from each player.

    The result leaves out players without a choice. A decision does not count while a delay keeps its players
    from acting (`DecisionKind.after_delay`). A reaction counts only if its decision, or another decision of
    the same player, has a time limit, or if the game says that the player must hurry.
    """
    if rules is None or table.result is not None:
        return {}
    must_move, may_react, limited = list[str](), list[str](), list[str]()
    for decision in table.decisions:
        kind = rules.kind_of(decision)
        if kind.after_delay and table.decision(kind.after_delay):
            continue
        players = decision.waits_for()
        if not decision.optional:
            must_move += players
            continue
        if not isinstance(kind, Delay):
            may_react += players
        if decision.until is not None:
            limited += players
    awaited: dict[str, Awaited] = {player: "reaction" for player in may_react if player in limited}
    awaited |= dict.fromkeys(rules.must_hurry(table), "reaction")
    for player in must_move:
        awaited[player] = "move"
    return awaited


def _situation(table: Table | None, rules: AnyGame | None, viewer: str | None) -> Words:
    return rules.situation(table, viewer) if rules and table is not None and table.result is None else ""


def _grouped(
    zones: list[ZoneView], table: Table | None, rules: AnyGame | None, viewer: str | None
) -> list[ZoneView]:
    """Return the zones with the groups of cards in the viewer's own zones."""
    if rules is None or table is None or viewer is None or table.result is not None:
        return zones
    groups = rules.groups(table, viewer)
    return [replace(zone, groups=groups[zone.id]) if zone.id in groups else zone for zone in zones]


def _result(table: Table, rules: AnyGame | None, say: Say) -> ResultView | None:
    result = table.result
    if result is None:
        return None
    return ResultView(
        winners=result.winners,
        reason=result.reason,
        text=say(result.text),
        standing=result.standing,
        awards=[award.view(say) for award in rules.awards(table)] if rules else [],
    )


def _result_for(
    result: ResultView | None, table: Table | None, reader: str | None, say: Say
) -> ResultView | None:
    """Return the result with “you” in the place of the reader's name."""
    if result is None or table is None or table.result is None or reader is None:
        return result
    words = addressed_to(table.result.text, reader)
    return result if words is table.result.text else replace(result, text=say(words))


def _prompt(room: AnyRoom, table: Table | None, rules: AnyGame | None, seat: Seat | None) -> Words:
    if table is None:
        return _lobby_prompt(room, seat)
    if table.result is not None or rules is None:
        words = table.result.text if table.result else ""
        return addressed_to(words, seat.id) if seat else words
    return rules.prompt(table, seat.id if seat else None)


def _lobby_prompt(room: AnyRoom, seat: Seat | None) -> Words:
    if room.fills_by is not None:
        return "Waiting a few seconds for other players…"
    if refusal := why_not_dealt(room):
        return refusal.detail
    if room.starts_at is not None:
        return "The game starts when the countdown ends."
    if seat is not None and seat.id == room.host:
        return "Start now, or wait for more players."
    return text("Waiting for {host} to start the game.", host=room.host)
