// A form for a part of a document, generated from the schema of documents.

/** @import {Shape} from "../../shared/schema.js" */
/** @import {Path} from "../json_text.js" */
/** @import {DesignIntents, DesignState} from "../designer.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { ifDefined } from "../../../vendor/lit-html/directives/if-defined.js";
import { live } from "../../../vendor/lit-html/directives/live.js";
import { echoAt } from "../../shared/echo.js";
import { valueAt } from "../json_text.js";
import { plainName } from "../outline.js";
import { smallestValue, isObject, alternatives, shapeOf, shapesOf } from "../../shared/schema.js";
import { LANGUAGE, LANGUAGES, languageName, say } from "../../shared/words.js";
import { expressionField } from "./expression_view.js";
import { partHead } from "./outline_view.js";

/** Maximum number of parts that a list of additions names before it is open. */
const MOST_NAMED = 2;
/** Longer texts get a field of several lines. */
const LONG_TEXT = 60;
/** The key that names the format, which never changes. The form leaves it out. */
const FORMAT = "cardgame";
/** What the facts of a game are called, by their paths. */
const FACT_NAMES = /** @type {Record<string, string>} */ ({
  name: say("Name"), summary: say("Summary"), players: say("Players"), "players.min": say("At least"), "players.max": say("At most"),
  "players.team_size": say("Team size"), "players.allowed": say("Allowed numbers"), minutes: say("Minutes"),
  rules: say("Rules"), tags: say("Kinds"), id: say("Web address"), version: say("Version"), author: say("Author"),
  licence: say("Licence"), forked_from: say("Copied from"), turn: say("Next phase when a player leaves"), standing: say("Who is ahead"),
});
/** What some facts mean, by key. */
const FACT_HELP = /** @type {Record<string, string>} */ ({
  summary: say("One line for the list of games."), id: say("The end of the game's link, in small letters, digits and hyphens."),
  turn: say("It begins for the next player if the player on turn leaves."), standing: say("A number for each player; the highest is best. It ranks the players at the end."),
  tags: say("Words by which players find the game."), version: say("Three numbers. Each publication needs a higher one."),
});

const BIN = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 3h6l1 2h5v2H3V5h5ZM5 8.5h14L18 21H6Zm3.5 2.5.5 7.5h1.5L10 11Zm5.5 0-.5 7.5H15l.5-7.5Z" fill-rule="evenodd"/></svg>`;

/** @typedef {{state: DesignState, on: DesignIntents, schema: Shape, document: any}} FormContext */

/**
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
export function formView(state, on) {
  const { language: { schema }, draft: { document, isReadable }, view: { paths } } = state;
  if (!isReadable || !schema) return html`<p class="notice">${say("The form opens when the text is valid JSON. See the first problem on the right.")}</p>`;
  const form = { state, on, schema, document };
  const exists = (/** @type {Path} */ path) => valueAt(document, path) !== undefined;
  // A removed part is replaced by the section around it.
  const shownPaths = paths.map((path) => exists(path) ? path : path.slice(0, 1));
  const existing = shownPaths.filter((path) => exists(path) && path[0] !== FORMAT);
  const missing = shownPaths.filter((path) => !exists(path));
  return html`<div class="form-pane" data-testid="form">${partHead(state, on)}<div class="form">${existing.map((path) => memberView(form, path, true))}
    ${missing.length ? addView(form, [], missing.map((path) => String(path[0]))) : nothing}</div></div>`;
}

/**
 * Shows a part with its name and tools.
 * @param {FormContext} form
 * @param {Path} path
 * @param {boolean} [isFixed]  whether its name is a key of the language
 * @returns {unknown}
 */
function memberView(form, path, isFixed = true) {
  const value = valueAt(form.document, path);
  const shapes = shapesOf(form.schema, form.document, path);
  const name = typeof path.at(-1) === "number" ? plainName(value?.name) || String(path.at(-1)) : String(path.at(-1));
  const id = `part-${path.join("-")}`;
  const isMust = isFixed && requiredAt(form, path);
  const tools = html`${otherShape(form, path, value, shapes)}${isMust ? nothing : removeButton(form, path, name)}`;
  if (value === null || typeof value !== "object") {
    return html`<div class="field ${isFixed ? "" : "named"}">${isFixed ? html`<label for=${id}>${keyView(path, name)}</label>${helpView(path, id)}` : nameField(form, path, id)}
      <div class="field-row">${scalarView(form, path, id, value, shapes, isFixed ? undefined : memberName(form, path))}${tools}</div></div>`;
  }
  return html`<fieldset class="member"><legend>${isFixed ? keyView(path, name) : nameField(form, path, id)}</legend>
    <div class="field-row tools">${tools}</div>${echoOf(form, path)}${contentsView(form, path, value, shapes)}</fieldset>`;
}

/**
 * Shows a key of the language: its name in plain words if it has one.
 * @param {Path} path
 * @param {string} key
 */
function keyView(path, key) {
  const words = FACT_NAMES[path.join(".")];
  return words ? html`<span title=${key}>${words}</span>` : html`<code>${key}</code>`;
}

/**
 * @param {Path} path
 * @param {string} id  of the field
 */
function helpView(path, id) {
  const help = helpOf(path);
  return help ? html`<p class="faint help" id="${id}-help">${help}</p>` : nothing;
}

/** @param {Path} path */
function helpOf(path) {
  return path.length === 1 ? FACT_HELP[path[0]] : undefined;
}

/**
 * Shows the echo of a rule.
 * @param {FormContext} form
 * @param {Path} path
 */
function echoOf({ state }, path) {
  const sentence = echoAt(state.check.echoes, path);
  return sentence ? html`<p class="echo" dir="auto">${sentence}</p>` : nothing;
}

/**
 * @param {FormContext} form
 * @param {Path} path
 * @param {any} value  an object or a list
 * @param {Shape[]} shapes
 * @returns {unknown}
 */
function contentsView(form, path, value, shapes) {
  if (Array.isArray(value)) return listView(form, path, value, shapes);
  const shape = shapeOf(shapes, value);
  const isMap = Boolean(shape?.additionalProperties);
  return html`${Object.keys(value).map((key) => memberView(form, [...path, key], !isMap))}
    ${isMap ? addNamed(form, path, shape, value) : addView(form, path, Object.keys(shape?.properties ?? {}).filter((key) => !(key in value)))}`;
}

/**
 * @param {FormContext} form
 * @param {Path} path
 * @param {any[]} value
 * @param {Shape[]} shapes
 * @returns {unknown}
 */
function listView(form, path, value, shapes) {
  const shape = shapes.find((shape) => shape.type === "array");
  return html`<ol class="items">${value.map((item, at) => html`<li>${itemView(form, [...path, at], item, at, value.length)}</li>`)}</ol>
    ${shape && value.length !== shape.maxItems ? addItem(form, path, shape) : nothing}`;
}

/**
 * @param {FormContext} form
 * @param {Path} path
 * @param {any} value
 * @param {number} at
 * @param {number} count
 * @returns {unknown}
 */
function itemView(form, path, value, at, count) {
  const shapes = shapesOf(form.schema, form.document, path);
  const tools = html`<button type="button" class="tool" ?disabled=${at === 0} aria-label=${say("Move up")} @click=${() => form.on.move(path, -1)}>↑</button>
    <button type="button" class="tool" ?disabled=${at === count - 1} aria-label=${say("Move down")} @click=${() => form.on.move(path, 1)}>↓</button>
    ${removeButton(form, path, String(at + 1))}`;
  if (value === null || typeof value !== "object") {
    return html`<div class="field-row">${scalarView(form, path, `part-${path.join("-")}`, value, shapes, String(at + 1))}${tools}</div>`;
  }
  const kind = Array.isArray(value) ? "" : plainName(value.name) || String(shapeOf(shapes, value)?.required?.[0] ?? "");
  return html`<div class="item"><div class="field-row tools"><b class="kind"><code>${kind}</code></b>${tools}</div>${echoOf(form, path)}${contentsView(form, path, value, shapes)}</div>`;
}

/**
 * @param {FormContext} form
 * @param {Path} path
 * @param {string} id
 * @param {any} value
 * @param {Shape[]} shapes
 * @param {string} [label]  if the field has no visible label
 */
function scalarView(form, path, id, value, shapes, label) {
  const values = shapes.flatMap((shape) => shape.enum ?? []);
  const isExpression = shapes.some((shape) => shape.format === "expression");
  const set = (/** @type {unknown} */ newValue) => form.on.set(path, newValue);
  const help = helpOf(path) && `${id}-help`;
  if (values.length) {
    return html`<select id=${id} aria-label=${ifDefined(label)} @change=${(/** @type {any} */ event) => set(event.target.value)}>
      ${values.includes(value) ? nothing : html`<option selected>${String(value)}</option>`}
      ${values.map((choice) => html`<option .selected=${live(choice === value)}>${choice}</option>`)}</select>`;
  }
  if (typeof value === "boolean" && !isExpression) {
    return html`<input id=${id} type="checkbox" aria-label=${ifDefined(label)} .checked=${live(value)} @change=${(/** @type {any} */ event) => set(event.target.checked)}>`;
  }
  if (isExpression) return expressionField(form, path, id, String(value), { label, help }, (text) => set(scalarOf(text, value, shapes)));
  const text = String(value);
  const setText = (/** @type {any} */ event) => set(scalarOf(event.target.value, value, shapes));
  return text.length > LONG_TEXT || shapes.some((shape) => (/** @type {any} */ (shape)).maxLength > 1000)
    ? html`<textarea id=${id} rows="4" dir="auto" aria-label=${ifDefined(label)} aria-describedby=${ifDefined(help)} .value=${text} @change=${setText}></textarea>`
    : html`<input id=${id} class=${typeof value === "number" ? "number" : ""} dir="auto" autocomplete="off" aria-label=${ifDefined(label)} aria-describedby=${ifDefined(help)} .value=${text} @change=${setText}>`;
}

/**
 * @param {string} text  of the field
 * @param {unknown} oldValue
 * @param {Shape[]} shapes
 * @returns {string|number|boolean} the value for the document: a number or boolean if the shape allows it and
 *   the old value was no string
 */
export function scalarOf(text, oldValue, shapes) {
  const types = shapes.flatMap((shape) => shape.type ?? []);
  const isQuoted = typeof oldValue === "string" && types.includes("string") && /^(-?\d+(\.\d+)?|true|false)$/.test(oldValue);
  if (isQuoted) return text;
  if (types.includes("boolean") && /^(true|false)$/.test(text.trim())) return text.trim() === "true";
  if ((types.includes("integer") || types.includes("number")) && /^\s*-?\d+(\.\d+)?\s*$/.test(text)) return Number(text);
  return text;
}

/**
 * Shows buttons that turn a value into a translated text, an object or a list.
 * @param {FormContext} form
 * @param {Path} path
 * @param {any} value
 * @param {Shape[]} shapes
 */
function otherShape(form, path, value, shapes) {
  if (value !== null && typeof value === "object") return nothing;
  const object = shapes.find(isObject);
  const list = shapes.find((shape) => shape.type === "array");
  const isText = shapes.some((shape) => shape.format === "text");
  const words = isText ? say("In several languages") : say("More details");
  return html`${object ? html`<button type="button" class="tool wide" @click=${() => form.on.set(path, widened(form.schema, object, value, isText))}>${words}</button>` : nothing}
    ${list && !isText ? html`<button type="button" class="tool wide" @click=${() => form.on.set(path, list.minItems === 2 ? [value, value] : [])}>${say("A list")}</button>` : nothing}`;
}

/**
 * @param {Shape} schema
 * @param {Shape} object
 * @param {any} value
 * @param {boolean} isText
 */
function widened(schema, object, value, isText) {
  if (isText) return Object.fromEntries([[LANGUAGE, value], ...LANGUAGES.filter((tag) => tag !== LANGUAGE).map((tag) => [tag, value])]);
  const [first] = object.required ?? [];
  return first ? { ...smallestValue(schema, object), [first]: value } : {};
}

/**
 * @param {FormContext} form
 * @param {Path} path
 * @param {string} name
 */
function removeButton(form, path, name) {
  const words = say("Remove {name}", { name: FACT_NAMES[path.join(".")] ?? name });
  return html`<button type="button" class="tool bin" aria-label=${words} title=${words} @click=${() => form.on.remove(path)}>${BIN}</button>`;
}

/**
 * @param {FormContext} form
 * @param {Path} path
 * @param {string} id
 */
function nameField(form, path, id) {
  const name = memberName(form, path);
  return isLanguage(form, path) ? html`<span class="name-field">${name}</span>`
    : html`<input class="name-field" id="${id}-name" aria-label=${say("Name")} autocomplete="off" spellcheck="false" .value=${name}
    @change=${(/** @type {any} */ event) => form.on.rename(path, event.target.value.trim())}>`;
}

/**
 * @param {FormContext} form
 * @param {Path} path
 * @returns {string} its last key, or the name of the language that it stands for
 */
function memberName(form, path) {
  const key = String(path.at(-1));
  return isLanguage(form, path) ? languageName(key) : key;
}

/**
 * @param {FormContext} form
 * @param {Path} path
 * @returns {boolean} whether the last key is a language that texts of the game can have
 */
function isLanguage(form, path) {
  return LANGUAGES.includes(String(path.at(-1))) && isTranslated(form, path.slice(0, -1));
}

/**
 * @param {FormContext} form
 * @param {Path} path
 * @returns {boolean} whether this part is a text, which can be in several languages
 */
function isTranslated({ schema, document }, path) {
  return shapesOf(schema, document, path).some(({ format }) => format === "text");
}

/**
 * @param {FormContext} form
 * @param {Path} path
 * @param {string[]} keys  that the object lacks
 */
function addView(form, path, keys) {
  if (!keys.length) return nothing;
  const add = (/** @type {any} */ event) => {
    const key = event.target.value;
    event.target.value = "";
    form.on.add(path, key, smallestValue(form.schema, shapesOf(form.schema, form.document, [...path, key])[0] ?? {}));
  };
  const nameOf = (/** @type {Path} */ part) => FACT_NAMES[part.join(".")] ?? String(part.at(-1));
  const names = keys.map((key) => nameOf([...path, key]));
  const words = !path.length ? say("Add a detail") : names.length > MOST_NAMED ? say("Add to {name}", { name: nameOf(path) }) : names.join(" · ");
  return html`<select class="add" aria-label=${say("Add to {name}", { name: path.length ? nameOf(path) : say("the game") })} @change=${add}>
    <option value="">+ ${words}</option>${keys.map((key, at) => html`<option value=${key}>${names[at]}</option>`)}</select>`;
}

/**
 * @param {FormContext} form
 * @param {Path} path
 * @param {Shape|null} shape
 * @param {Record<string, any>} value
 */
function addNamed(form, path, shape, value) {
  const inner = typeof shape?.additionalProperties === "object" ? shape.additionalProperties : {};
  const name = String(path.at(-1));
  const isText = isTranslated(form, path);
  return html`<form class="field-row ${isText ? "add-language" : ""}" @submit=${(/** @type {any} */ event) => {
      event.preventDefault();
      const key = event.target.elements.key.value.trim();
      if (key && !(key in value)) form.on.add(path, key, smallestValue(form.schema, inner));
      event.target.reset();
    }}><input name="key" autocomplete="off" spellcheck="false" aria-label=${isText ? say("Language code") : say("Name for the new part of {name}", { name })} placeholder=${isText ? say("Code, e.g. fr") : say("Name")}>
    <button type="submit" class="button plain small">${isText ? say("Add a language") : say("Add")}</button></form>`;
}

/**
 * @param {FormContext} form
 * @param {Path} path  of a list
 * @param {Shape} shape
 */
function addItem(form, path, shape) {
  const kinds = alternatives(form.schema, shape.items ?? {}).filter((shape) => isObject(shape) && shape.required?.length);
  const name = String(path.at(-1));
  if (kinds.length < 2) {
    return html`<button type="button" class="button plain small" @click=${() => form.on.add(path, null, smallestValue(form.schema, shape.items ?? {}))}>+ ${say("Add to {name}", { name })}</button>`;
  }
  return html`<select class="add" aria-label=${say("Add to {name}", { name })} @change=${(/** @type {any} */ event) => {
      const kind = kinds[event.target.selectedIndex - 1];
      event.target.value = "";
      if (kind) form.on.add(path, null, smallestValue(form.schema, kind));
    }}><option value="">+ ${say("Add to {name}", { name })}</option>${kinds.map((kind) => html`<option>${kind.required?.[0]}</option>`)}</select>`;
}

/**
 * @param {FormContext} form
 * @param {Path} path
 * @returns {boolean} whether the part is required
 */
function requiredAt(form, path) {
  const parent = path.slice(0, -1);
  const shapes = parent.length ? shapesOf(form.schema, form.document, parent) : [form.schema];
  const value = Object(parent.length ? valueAt(form.document, parent) : form.document);
  return Boolean(shapeOf(shapes, value)?.required?.includes(String(path.at(-1))));
}
