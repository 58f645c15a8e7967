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
 *   kinds?: "any"|"same"|"distinct", to?: string, takes?: Record<string, string[]>, labels?: Record<string, string>}} CardsField
 * @typedef {FieldBase & {kind: "player", of: string[]}} PlayerField
 * @typedef {FieldBase & {kind: "choice", of: Choice[]}} ChoiceField
 * @typedef {FieldBase & {kind: "number", min: number, max: number, low?: string, high?: string, likely?: number[]}} NumberField
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
 * @property {string[]} [touches]  other zones and players that the move is about
 * @property {string} [confirm]  a question to ask before sending
 * @property {Record<string, unknown>} [with]  to be sent back unchanged
 * @property {Field[]} fields
 * @property {Form[]} [alternatives]  of a form that the page has joined from these (`alternatives.js`)
 *
 * `kind` and `value` are the same in every language.
 * @typedef {{label: string, tone?: string, kind?: string, value?: string|number|boolean, of?: number}} Mark
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
 * @property {"hand"|"pile"|"row"|"display"|"columns"|"books"} kind
 * @property {string|null} owner
 * @property {string} label
 * @property {string} [colour]  the colour that counts, if it differs from the top card's
 * @property {string} [note]  a short note, such as a sum
 * @property {number} count
 * @property {number[]} [wrong]  indices of cards that are not what their player claimed
 * @property {number[][]} [groups]  indices of cards that belong together, such as melds
 * @property {(string|null)[]} [arriving]  not in the protocol: cards in flight, whose places are still empty
 * @property {(string|null)[]} [cards]  if this viewer may see faces; null is a hidden card. Fewer cards than
 *   `count` are the top cards.
 *
 * @typedef {object} Standing
 * @property {string} id
 * @property {number} place
 * @property {number} [score]
 *
 * An award at the end of a game.
 * @typedef {{kind: string, label: string, text: string, players: string[]}} Award
 *
 * @typedef {object} Result
 * @property {string[]} winners
 * @property {string} [reason]
 * @property {string} text
 * @property {Standing[]} [standing]
 * @property {Award[]} [awards]
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
 * @property {Record<string, string>} [addressed]  texts for the players in the slots, by slot
 * @property {Travel[]} [cards]
 *
 * @typedef {object} ChatLine  A chat message.
 * @property {number} at
 * @property {string} by
 * @property {string} name  the player's name at that time
 * @property {string} text
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
 * @property {string} [picture]  the id of the author's picture of the card
 * @property {string} [sign]  the id of the author's picture of its suit
 * @property {string} name
 *
 * Values of some options; the others are standard.
 * @typedef {{name: string, options: Record<string, any>}} Preset
 *
 * @typedef {object} Game  One entry of the catalogue.
 * @property {string} id
 * @property {string} [slug]
 * @property {string} name
 * @property {string} summary
 * @property {number} min_players
 * @property {number} max_players
 * @property {string} [minutes]
 * @property {OptionSpec[]} options
 * @property {Preset[]} [presets]
 * @property {Record<string, Face>} faces
 * @property {string[]} [fan]  codes of its typical cards; missing in answers of an older release
 * @property {Record<string, string>} [look]  the author's look: colours as #rrggbb, card back …
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
 * @property {{id: string, minutes: number, skill: number|null, fair: number}} [report]  its summary
 * @property {string} [forked_from]
 * @property {boolean} [built_in]  whether the game comes with the server
 * @property {string} [emblem]  a drawing, or one or two letters
 * @property {string} [emblem_picture]  the id of a picture that replaces it
 * @property {{faces: Record<string, Face>, look?: Record<string, string>}} [cover]  missing in games that an
 *   older release published
 *
 * @typedef {{games: GameEntry[], tags: string[], cursor?: string}} GamePage
 *
 * @typedef {object} GameVersion  A version of a published game.
 * @property {string} version
 * @property {string} id
 * @property {number} at
 * @property {string} [note]
 * @property {""|"words"|"options"|"rules"} [differs]  the kind of difference from the previous version
 *
 * @typedef {{part: number, low: number, high: number}} Share  A share, and its 95 % confidence interval.
 *
 * @typedef {object} Lengths  Numbers of games by their length in moves.
 * @property {number} low
 * @property {number} width  the first bar covers `low` to `low + width - 1`
 * @property {number[]} counts
 *
 * @typedef {object} TableReport  The games of bots with one number of players.
 * @property {number} players
 * @property {number} games
 * @property {Share[]} wins  by seat
 * @property {number} ties
 * @property {number} moves
 * @property {number} minutes
 * @property {number} forced  share of moves without a choice
 * @property {Record<string, number>} faults  numbers of games that did not finish, by kind
 * @property {Lengths|null} lengths
 * @property {Record<string, number>} [causes]  numbers of games that exceeded a limit, by limit
 * @property {Record<string, number>} [stuck]  numbers of games without a possible move, by phase
 * @property {number} [cost]  steps of the most expensive action
 *
 * @typedef {object} TrialReport
 * @property {TableReport[]} tables
 * @property {string[]} never  moves that were never possible
 * @property {string[]} unchosen  moves that were never chosen
 * @property {string[]} [unentered]  phases that never began
 * @property {string[]} [idle]  options that made no difference
 * @property {Share|null} skill  share of wins of bots that think ahead
 * @property {number} fair  the share that they would win by chance
 *
 * @typedef {object} PublishedGame
 * @property {GameEntry} game
 * @property {GameVersion[]} versions
 * @property {string} document
 * @property {TrialReport|null} report
 *
 * @typedef {object} CheckResult
 * @property {string} id
 * @property {{slug: string, version: string}|null} about
 * @property {import("./diagnostics.js").Diagnostic[]} diagnostics
 * @property {number} games
 * @property {string} [document]
 * @property {boolean} [converted]
 *
 * @typedef {object} ReadResult
 * @property {string} id
 * @property {{slug: string, version: string, least: number, most: number}|null} about
 * @property {import("./diagnostics.js").Diagnostic[]} diagnostics
 * @property {import("./completions.js").Word[]|null} names
 * @property {import("./echo.js").Echo[]} [echo]
 *
 * @typedef {object} PublishResult
 * @property {string} id
 * @property {string} slug
 * @property {string} version
 * @property {string} [key]
 * @property {import("./diagnostics.js").Diagnostic[]} [diagnostics]  warnings of the check
 * @property {{reason: string, playable: boolean, text: string, advice: string}} [withheld]
 *
 * @typedef {object} Changes  What a document changes in a version of a published game.
 * @property {string} version
 * @property {string} next  the number of the next version
 * @property {""|"words"|"options"|"rules"} differs
 * @property {{kind: "added"|"removed"|"changed", text: string}[]} changes
 * @property {GameVersion[]} versions  of the game, newest first
 *
 * @typedef {object} RoomListing
 * @property {string} code
 * @property {string} game
 * @property {string} host
 * @property {number} players
 * @property {number} seats
 * @property {string} phase
 *
 * @typedef {{version: number, cursor: string, table: Table}} Snapshot
 *
 * @typedef {object} Variable  A variable of the document.
 * @property {string} name
 * @property {string[]} of  its players; empty for a variable of the game
 * @property {string} text
 *
 * @typedef {object} DebugView  The debug view of a trial.
 * @property {number} version
 * @property {string} seed
 * @property {string} phase
 * @property {Table} table
 * @property {Variable[]} kept
 *
 * @typedef {object} Seat
 * @property {string} token
 * @property {string} player  "" until the service confirms a return link
 * @property {boolean} [left]  left during a game; the player may come back
 * @property {boolean} [hidden]  hidden on the start page
 * @property {number} [at]  milliseconds since 1970 when this browser last opened the seat
 *
 * @typedef {object} Frame  The game after one input; frame 0 is the deal.
 * @property {number} index
 * @property {number} at
 * @property {Event[]} events
 * @property {Table} table
 *
 * @typedef {object} ReplayPage
 * @property {string} game
 * @property {number} count
 * @property {[number, string][]} turns  the first frame of each turn, and its player
 * @property {[number, string, string][]} [moments]  frames with an important event, and its kind and tone
 * @property {Frame[]} frames
 *
 * @typedef {{game: string, start: {now: number}}} ReplayFile  The part of a replay file that the page reads.
 *
 * @typedef {object} JoinAnswer
 * @property {string} code
 * @property {string} player
 * @property {string} token
 * @property {number} version
 * @property {string} cursor
 * @property {Table} table
 */

export {};
