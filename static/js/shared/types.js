/**
 * The shapes of the protocol as the client reads them. Types only, no code.
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
 * @property {"rules"|"time"|"table"} [group]  what it is about, the rules if nothing is said
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
 * @typedef {object} Form  One entry of `moves`: something this viewer may do now.
 * @property {string} name
 * @property {string} label
 * @property {"room"|"game"} [scope]  Whose move it is: the room's, or the game's and at the table.
 * @property {"primary"|"danger"|"plain"|"quiet"} [tone]
 * @property {string} [help]
 * @property {string} [pile]  id of the zone that it takes cards from: a press on it means this move
 * @property {string} [confirm]  A question to ask before sending.
 * @property {Record<string, unknown>} [with]  Sent back unchanged.
 * @property {Field[]} fields
 *
 * `kind` says in every language which mark or fact it is, `value` what it says.
 * @typedef {{label: string, tone?: string, kind?: string}} Mark
 * @typedef {{label: string, text: string, kind?: string, value?: string|number|boolean}} Fact
 *
 * @typedef {object} Player
 * @property {string} id
 * @property {string} name
 * @property {string|null} [bot]  level of a bot, null for people
 * @property {string} [client]  the program that plays, as it calls itself
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
 * @property {string} [colour]  what the top card counts as, where the card itself does not say it
 * @property {string} [note]  a few words about it, such as a sum
 * @property {number} count
 * @property {number[]} [wrong]  places of cards that are not what was said of them
 * @property {(string|null)[]} [arriving]  not of the protocol: cards whose places are still free, for they are on their way
 * @property {(string|null)[]} [cards]  Present where this viewer may see faces; null is a hidden card. Fewer than
 *   `count` are the top ones.
 *
 * @typedef {object} Standing
 * @property {string} id
 * @property {number} place
 * @property {number} [score]
 *
 * @typedef {{kind: string, label: string, text: string, players: string[]}} Award  For what they did most often.
 *
 * @typedef {{winners: string[], reason?: string, text: string, standing?: Standing[], awards?: Award[]}} Result
 *
 * @typedef {object} Table  What this viewer may know of the room; the only truth the client draws.
 * @property {string} code
 * @property {string} game
 * @property {"lobby"|"playing"|"over"} phase
 * @property {number} version
 * @property {string|null} you
 * @property {string|null} host
 * @property {number} [seats]  in the waiting room: how many players the game has room for
 * @property {boolean} [public]
 * @property {boolean} [trial]  its player tries the game alone, and may see everything
 * @property {Record<string, any>} options
 * @property {Player[]} players
 * @property {number} [watchers]  people who look on without a seat
 * @property {boolean} [chat]  people may say what they like
 * @property {boolean} [crowd]  who watches may react
 * @property {Zone[]} zones
 * @property {Fact[]} [facts]
 * @property {string} [prompt]
 * @property {string} [situation]  how it stands for this viewer, beside the prompt
 * @property {"move"|"reaction"} [awaited]  what the game awaits of this viewer
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
 * @property {string} [kind]  of the moment that it is, if it is one
 * @property {Record<string, string>} [addressed]  what those read whom it is about, by the slot that names them
 * @property {Travel[]} [cards]
 *
 * @typedef {{at: number, by: string, name: string, text: string}} ChatLine  A free text; `by` whom, called so then.
 *
 * @typedef {object} PollAnswer  The answer of `/events`; a snapshot is one without events.
 * @property {number} version
 * @property {string} cursor
 * @property {Event[]} [events]
 * @property {Record<string, string>} [names]  of players in past events who are no longer in the room
 * @property {ChatLine[]} [chat]  with the past: the last of the free text
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
 * @property {string} [text]  what the card does
 * @property {string} name
 *
 * @typedef {{name: string, options: Record<string, any>}} Preset  Options that go together; the others are standard.
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
 * @property {Record<string, string>} [look]  what its author says of the table: colours as #rrggbb, and a back
 * @property {boolean} [lesson]  whether quick play offers a lesson of it
 * @property {string} rules
 * @property {Record<string, string>} [hints]  what a newcomer is told, by the name of a form or the type of an event
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
 * @property {{id: string, minutes: number, skill: number|null, fair: number}} [report]  in short, where there is one
 * @property {string} [forked_from]
 * @property {boolean} [built_in]  whether it comes with the server
 *
 * @typedef {{games: GameEntry[], tags: string[], cursor?: string}} GamePage
 * @typedef {{version: string, id: string, at: number, note?: string, differs?: ""|"words"|"options"|"rules"}} GameVersion
 * @typedef {{part: number, low: number, high: number}} Share
 * @typedef {{low: number, width: number, counts: number[]}} Lengths  games by moves: the first bar is from low to low + width - 1
 * @typedef {{players: number, games: number, wins: Share[], ties: number, moves: number, minutes: number, forced: number,
 *   faults: Record<string, number>, lengths: Lengths|null, causes?: Record<string, number>, stuck?: Record<string, number>, cost?: number}} TableReport
 * @typedef {{tables: TableReport[], never: string[], unchosen: string[], unentered?: string[], idle?: string[], skill: Share|null, fair: number}} TrialReport
 * @typedef {{game: GameEntry, versions: GameVersion[], document: string, report: TrialReport|null}} PublishedGame
 * @typedef {{id: string, about: {slug: string, version: string}|null, diagnostics: import("./diagnostics.js").Diagnostic[], games: number, document?: string, converted?: boolean}} CheckResult
 * @typedef {{id: string, about: {slug: string, version: string, least: number, most: number}|null,
 *   diagnostics: import("./diagnostics.js").Diagnostic[], names: import("./completions.js").Word[]|null,
 *   echo?: import("./echo.js").Echo[]}} Draft
 * @typedef {{id: string, slug: string, version: string, key?: string, withheld?: {reason: string, playable: boolean, text: string, advice: string}}} PublishResult
 *
 * @typedef {{code: string, game: string, host: string, players: number, seats: number, phase: string}} RoomListing
 * @typedef {{version: number, cursor: string, table: Table}} Snapshot
 * @typedef {{name: string, of: string[], text: string}} Variable  What rules remember; `of` whose it is, nobody's where it is the game's.
 * @typedef {{version: number, seed: string, phase: string, table: Table, kept: Variable[]}} DebugView  A table at which a document is tried alone.
 * @typedef {object} Seat
 * @property {string} token
 * @property {string} player  "" as long as only a link has told of it
 * @property {boolean} [left]  given up during a game, where it may be had back
 * @property {boolean} [hidden]  taken off the list of the start page
 * @property {number} [at]  milliseconds since 1970 when this browser last took or opened it
 *
 * @typedef {{index: number, at: number, events: Event[], table: Table}} Frame  A game after one input, 0 being the deal.
 * @typedef {{game: string, count: number, turns: [number, string][], moments?: [number, string, string][], frames: Frame[]}} ReplayPage  turns: where each begins, and
 *   whose; moments: frames that all noticed, with the kind and tone of what happened
 * @typedef {{game: string, start: {now: number}}} ReplayFile  Of a finished game; there is more in it.
 *
 * @typedef {{code: string, player: string, token: string, version: number, cursor: string, table: Table}} JoinAnswer
 */

export {};
