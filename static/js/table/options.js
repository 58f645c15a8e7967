// Values of a game's options: the draft in the form, conversion of inputs, and differences from the defaults.

/** @import {OptionSpec, Preset} from "../shared/types.js" */

import { say } from "../shared/words.js";

/** Groups of options, in display order. */
export const GROUPS = /** @type {const} */ ([["rules", say("Rules")], ["time", say("Time")], ["table", say("Table")]]);

/**
 * @typedef {object} OptionsState
 * @property {Record<string, any>} draft  changed options that are not sent yet
 * @property {string} error  why the service refused the draft, or ""
 */

/** @returns {OptionsState} */
export function optionsState() {
  return { draft: {}, error: "" };
}

/**
 * @param {OptionsState} options
 * @param {Record<string, any>} draft
 */
export function setDraft(options, draft) {
  Object.assign(options, { draft, error: "" });
}

/** @param {OptionsState} options */
export function dropDraft(options) {
  Object.assign(options, optionsState());
}

/**
 * @param {OptionSpec[]} spec
 * @param {string} group
 * @returns {OptionSpec[]} the options of a group
 */
export function inGroup(spec, group) {
  return spec.filter((option) => (option.group ?? "rules") === group);
}

/**
 * @param {OptionSpec[]} spec
 * @param {Record<string, any>} options
 * @returns {Record<string, any>} a value for every option of the spec
 */
export function optionValues(spec, options) {
  return Object.fromEntries(spec.map((option) => [option.name, options[option.name] ?? option.default]));
}

/**
 * Converts the content of a control for the server. Invalid numbers are sent as text, so that the server
 * explains the error.
 * @param {OptionSpec} option
 * @param {string|boolean} raw  text of an input or select, or the state of a checkbox
 * @returns {unknown}
 */
export function parseOption(option, raw) {
  if (option.kind === "bool") return Boolean(raw);
  if (option.kind === "text") return String(raw);
  if (option.kind === "choice") {
    return (option.of ?? []).find((choice) => String(choice.value) === String(raw))?.value ?? raw;
  }
  const number = Number(String(raw).replace(",", "."));
  return String(raw).trim() === "" || Number.isNaN(number) ? raw : number;
}

/**
 * @param {OptionSpec} option
 * @param {unknown} value
 * @returns {boolean} true for a time without a limit
 */
export function isOff(option, value) {
  return option.group === "time" && value === 0;
}

/**
 * @param {OptionSpec} option
 * @param {unknown} value
 * @returns {string} the value in words
 */
export function optionText(option, value) {
  if (option.kind === "bool") return value ? say("yes") : say("no");
  const choice = (option.of ?? []).find((candidate) => candidate.value === value);
  if (isOff(option, value)) return say("off");
  return choice ? choice.label : String(value) || say("none");
}

/**
 * @param {OptionSpec[]} spec
 * @param {Record<string, any>} options
 * @returns {OptionSpec[]} options with a value other than the default
 */
export function changedOptions(spec, options) {
  const values = optionValues(spec, options);
  return spec.filter((option) => values[option.name] !== option.default);
}

/**
 * @param {Record<string, any>} draft
 * @param {Record<string, any>} values
 * @returns {boolean} whether the draft changes a value
 */
export function differs(draft, values) {
  return Object.keys(draft).some((name) => draft[name] !== values[name]);
}

/**
 * @param {OptionSpec[]} spec
 * @param {Preset} preset
 * @returns {Record<string, any>} a value for every option, from the preset or the default
 */
export function presetValues(spec, preset) {
  return optionValues(spec, preset.options);
}

/**
 * Returns the preset that the options equal. If there is none, returns the last one with the same rules, whatever
 * else its author left open, such as the clock.
 * @param {OptionSpec[]} spec
 * @param {Preset[]} presets
 * @param {Record<string, any>} options
 * @returns {Preset|undefined}
 */
export function activePreset(spec, presets, options) {
  const values = optionValues(spec, options);
  const has = (/** @type {Preset} */ preset, /** @type {OptionSpec[]} */ needed) => !differs({ ...presetValues(needed, preset), ...preset.options }, values);
  return presets.find((preset) => has(preset, spec)) ?? presets.findLast((preset) => has(preset, inGroup(spec, "rules")));
}
