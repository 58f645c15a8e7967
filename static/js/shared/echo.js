// What rules say in plain words, as the service tells it, by where they stand. Pure.

/** @typedef {(string|number)[]} Path */
/** @typedef {{path: Path, text: string}} Echo */
/** @typedef {ReadonlyMap<string, string>} Echoes  by the place, as JSON */

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
 * @returns {string} what stands exactly there, "" where no rule does
 */
export function echoAt(echoes, path) {
  return echoes.get(JSON.stringify(path)) ?? "";
}

/**
 * @param {Echoes} echoes
 * @param {Path} path
 * @returns {string[]} every rule around a place and the one that stands there, from the outside in; none that the one around it has told
 */
export function echoesTo(echoes, path) {
  const sentences = path.map((_, at) => echoAt(echoes, path.slice(0, at + 1))).filter(Boolean);
  return sentences.filter((sentence, at) => !sentences[at - 1]?.includes(sentence));
}

/**
 * @param {Echoes} echoes
 * @param {Path} path
 * @param {string} source  the rule itself
 * @returns {string} what it says, "" where it is a number or a name and so says no more than it does
 */
export function echoBeside(echoes, path, source) {
  const sentence = echoAt(echoes, path);
  return [source, `“${source}”`].includes(sentence) ? "" : sentence;
}
