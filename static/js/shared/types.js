/**
 * Types of the protocol, as far as the page reads it.
 *
 * @typedef {{value: string|number|boolean, label: string}} Choice
 *
 * @typedef {object} OptionSpec
 * @property {string} name
 * @property {"int"|"number"|"bool"|"choice"|"text"} kind
 * @property {string} label
 * @property {string} [help]
 * @property {any} default
 * @property {number} [min]  of a text: its length
 * @property {number} [max]
 * @property {Choice[]} [of]
 * @property {"rules"|"time"|"table"} [group]  its group; missing: the rules
 *
 * @typedef {{name: string, label?: string, optional?: boolean}} FieldBase
 * @typedef {FieldBase & {kind: "cards", from: string[], min: number, max: number, of?: string[],
 *   kinds?: "any"|"same"|"distinct", to?: string}} CardsField
 * @typedef {FieldBase & {kind: "player", of: string[]}} PlayerField
 * @typedef {FieldBase & {kind: "choice", of: Choice[]}} ChoiceField
 * @typedef {FieldBase & {kind: "number", min: number, max: number, low?: string, high?: string}} NumberField
 * @typedef {FieldBase & {kind: "text", min: number, max: number}} TextField
 * @typedef {FieldBase & {kind: "options", spec: OptionSpec[]}} OptionsField
 * @typedef {CardsField|PlayerField|ChoiceField|NumberField|TextField|OptionsField} Field
 *
 * @typedef {object} Form  One entry of `moves`: a kind of move that this viewer may make now.
 * @property {string} name
 * @property {string} label
 * @property {"room"|"game"} [scope]  whether the move belongs to the room or to the game
 * @property {"primary"|"danger"|"plain"|"quiet"} [tone]
 * @property {string} [help]
 * @property {string} [pile]  the zone that the move takes cards from; pressing it makes the move
 * @property {string} [confirm]  a question to ask before sending
 * @property {Record<string, unknown>} [with]  to be sent back unchanged
 * @property {Field[]} fields
 *
 * `kind` and `value` are the same in every language.
 * @typedef {{label: string, tone?: string, kind?: string}} Mark
 * @typedef {{label: string, text: string, kind?: string, value?: string|number|boolean}} Fact
 *
 * @typedef {object} Player
 * @property {string} id
 * @property {string} name
 * @property {string|null} [bot]  level of a bot, null for people
 * @property {string} [client]  name of the program that plays
 * @property {"here"|"away"|"left"} status
 * @property {boolean} turn
 * @property {number} [score]
 * @property {number} [wins]
 * @property {number} [colour]  of the avatar, 0 to 9, if one was chosen
 * @property {Mark[]} [marks]
 *
 * @typedef {object} Zone
 * @property {string} id
 * @property {"hand"|"pile"|"row"|"display"|"columns"} kind
 * @property {string|null} owner
 * @property {string} label
 * @property {string} [colour]  the colour that counts, if it differs from the top card's
 * @property {string} [note]  a short note, such as a sum
 * @property {number} count
 * @property {number[]} [wrong]  indices of cards that are not what their player claimed
 * @property {(string|null)[]} [arriving]  not in the protocol: cards in flight, whose places are still empty
 * @property {(string|null)[]} [cards]  if this viewer may see faces; null is a hidden card. If there are fewer than
 *   `count`, they are the top cards.
 *
 * @typedef {object} Standing
 * @property {string} id
 * @property {number} place
 * @property {number} [score]
 *
 * @typedef {{kind: string, label: string, text: string, players: string[]}} Award  a title at the end of a game
 *
 * @typedef {{winners: string[], reason?: string, text: string, standing?: Standing[], awards?: Award[]}} Result
 *
 * @typedef {object} Table  the room as this viewer may see it
 * @property {string} code
 * @property {string} game
 * @property {"lobby"|"playing"|"over"} phase
 * @property {number} version
 * @property {string|null} you
 * @property {string|null} host
 * @property {number} [seats]  in the waiting room: maximum number of players
 * @property {boolean} [public]
 * @property {boolean} [trial]  a trial with bots, whose player may see everything
 * @property {Record<string, any>} options
 * @property {Player[]} players
 * @property {number} [watchers]  number of spectators
 * @property {boolean} [chat]  free text is allowed
 * @property {boolean} [crowd]  spectators may react
 * @property {Zone[]} zones
 * @property {Fact[]} [facts]
 * @property {string} [prompt]
 * @property {string} [situation]  the state of the game for this viewer, beside the prompt
 * @property {"move"|"reaction"} [awaited]  the action that the game awaits from this viewer
 * @property {Form[]} moves
 * @property {number|null} [deadline]
 * @property {number} now
 * @property {Result|null} [result]
 *
 * @typedef {{from: string, to: string, count: number, faces?: string[]}} Travel
 *
 * @typedef {object} Event
 * @property {number} v
 * @property {number} at
 * @property {string} type
 * @property {string|null} [by]
 * @property {string} text
 * @property {Record<string, unknown>} [args]
 * @property {"info"|"good"|"bad"|"quiet"} [tone]
 * @property {string} [kind]  its kind, if it is an important event
 * @property {Record<string, string>} [addressed]  texts for the players that the event is about, by the slot that names them
 * @property {Travel[]} [cards]
 *
 * @typedef {{at: number, by: string, name: string, text: string}} ChatLine  A chat message. `name`: the player's name at that time.
 *
 * @typedef {object} PollAnswer  The answer of `/events`, or a snapshot, which has no events.
 * @property {number} version
 * @property {string} cursor
 * @property {Event[]} [events]
 * @property {Record<string, string>} [names]  of players in past events that have left the room
 * @property {ChatLine[]} [chat]  the last chat messages, in the first answer
 * @property {Table} [table]
 * @property {boolean} [reset]
 * @property {number} [hold]  seconds
 * @property {number} [retry_after]  seconds
 *
 * @typedef {object} Face
 * @property {string} [kind]
 * @property {string} [rank]
 * @property {string} [suit]
 * @property {string} [symbol]
 * @property {string} [colour]
 * @property {string} [text]  the effect of the card
 * @property {string} name
 *
 * @typedef {{name: string, options: Record<string, any>}} Preset  Values of some options; the others are standard.
 *
 * @typedef {object} Game  One entry of the catalogue.
 * @property {string} id
 * @property {string} name
 * @property {string} summary
 * @property {number} min_players
 * @property {number} max_players
 * @property {string} [minutes]
 * @property {OptionSpec[]} options
 * @property {Preset[]} [presets]
 * @property {Record<string, Face>} faces
 * @property {Record<string, string>} [look]  the author's look of the table: colours as #rrggbb, and a card back
 * @property {boolean} [lesson]  whether quick play offers a lesson
 * @property {string} rules
 * @property {Record<string, string>} [hints]  texts for newcomers, by name of a form or type of an event
 *
 * @typedef {object} GameEntry  A published game in the list.
 * @property {string} slug
 * @property {string} id
 * @property {string} version
 * @property {string} name
 * @property {string} summary
 * @property {string} minutes
 * @property {number} min_players
 * @property {number} max_players
 * @property {string[]} tags
 * @property {string} author
 * @property {number} plays
 * @property {number} published  milliseconds since 1970
 * @property {boolean} featured
 * @property {{id: string, minutes: number, skill: number|null, fair: number}} [report]  a summary of the report, if there is one
 * @property {string} [forked_from]
 * @property {boolean} [built_in]  whether the game comes with the server
 *
 * @typedef {{games: GameEntry[], tags: string[], cursor?: string}} GamePage
 * @typedef {{version: string, id: string, at: number, note?: string, differs?: ""|"words"|"options"|"rules"}} GameVersion
 * @typedef {{part: number, low: number, high: number}} Share
 * @typedef {{low: number, width: number, counts: number[]}} Lengths  numbers of games by length in moves: the first bar covers low to low + width - 1
 * @typedef {{players: number, games: number, wins: Share[], ties: number, moves: number, minutes: number, forced: number,
 *   faults: Record<string, number>, lengths: Lengths|null, causes?: Record<string, number>, stuck?: Record<string, number>, cost?: number}} TableReport
 * @typedef {{tables: TableReport[], never: string[], unchosen: string[], unentered?: string[], idle?: string[], skill: Share|null, fair: number}} TrialReport
 * @typedef {{game: GameEntry, versions: GameVersion[], document: string, report: TrialReport|null}} PublishedGame
 * @typedef {{id: string, about: {slug: string, version: string}|null, diagnostics: import("./diagnostics.js").Diagnostic[], games: number, document?: string, converted?: boolean}} CheckResult
 * @typedef {{id: string, about: {slug: string, version: string, least: number, most: number}|null,
 *   diagnostics: import("./diagnostics.js").Diagnostic[], names: import("./completions.js").Word[]|null,
 *   echo?: import("./echo.js").Echo[]}} ReadResult
 * @typedef {{id: string, slug: string, version: string, key?: string, withheld?: {reason: string, playable: boolean, text: string, advice: string}}} PublishResult
 *
 * @typedef {{code: string, game: string, host: string, players: number, seats: number, phase: string}} RoomListing
 * @typedef {{version: number, cursor: string, table: Table}} Snapshot
 * @typedef {{name: string, of: string[], text: string}} Variable  A variable of the document. `of`: its players, empty for a variable of the game.
 * @typedef {{version: number, seed: string, phase: string, table: Table, kept: Variable[]}} DebugView  The debug view of a trial.
 * @typedef {object} Seat
 * @property {string} token
 * @property {string} player  "" until the service confirms a return link
 * @property {boolean} [left]  left during a game; the player may come back
 * @property {boolean} [hidden]  hidden on the start page
 * @property {number} [at]  milliseconds since 1970 when this browser last opened the seat
 *
 * @typedef {{index: number, at: number, events: Event[], table: Table}} Frame  The game after one input; frame 0 is the deal.
 * @typedef {{game: string, count: number, turns: [number, string][], moments?: [number, string, string][], frames: Frame[]}} ReplayPage  turns: the first frame and
 *   the player of each; moments: frames with an important event, its kind and its tone
 * @typedef {{game: string, start: {now: number}}} ReplayFile  The file of a finished game, as far as the page reads it.
 *
 * @typedef {{code: string, player: string, token: string, version: number, cursor: string, table: Table}} JoinAnswer
 */

export {};
