// Echoes: rules of a document in plain words, by path. The service writes them. Pure.

/** @typedef {(string|number)[]} Path */
/** @typedef {{path: Path, text: string}} Echo */
/** @typedef {ReadonlyMap<string, string>} Echoes  by path, as JSON */

/**
 * @param {Echo[]} echoes
 * @returns {Echoes}
 */
export function echoesOf(echoes) {
  return new Map(echoes.map(({ path, text }) => [JSON.stringify(path), text]));
}

/**
 * @param {Echoes} echoes
 * @param {Path} path
 * @returns {string} the rule at exactly this path; "" if there is none
 */
export function echoAt(echoes, path) {
  return echoes.get(JSON.stringify(path)) ?? "";
}

/**
 * @param {Echoes} echoes
 * @param {Path} path
 * @returns {string[]} the rule at a path and the rules around it, from the outside in. A rule is left out if
 *   the one before contains it.
 */
export function echoesTo(echoes, path) {
  const sentences = path.map((_, at) => echoAt(echoes, path.slice(0, at + 1))).filter(Boolean);
  return sentences.filter((sentence, at) => !sentences[at - 1]?.includes(sentence));
}

/**
 * @param {Echoes} echoes
 * @param {Path} path
 * @param {string} source  the text of the rule
 * @returns {string} the rule in plain words; "" for a number or name, whose echo would repeat it
 */
export function echoBeside(echoes, path, source) {
  const sentence = echoAt(echoes, path);
  return [source, `“${source}”`].includes(sentence) ? "" : sentence;
}
