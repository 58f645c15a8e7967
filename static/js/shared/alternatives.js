// Alternatives: forms of one move whose choices depend on each other. The page shows them as one joined form,
// and each value that is chosen leaves only the alternatives that allow it.

/** @import {CardsField, Field, Form, NumberField, Table} from "./types.js" */

/**
 * @param {Form} a
 * @param {Form} b
 * @returns {boolean} whether two forms differ only in the values that they offer
 */
export function areAlternatives(a, b) {
  return a === b || (a.fields.length > 1 && signature(a) === signature(b));
}

/** @param {Form} form */
function signature({ fields, alternatives: _, ...form }) {
  const questions = fields.map(({ kind, name, label, optional }) => [kind, name, label, optional]);
  return JSON.stringify([Object.entries(form).sort(), questions]);
}

/**
 * @param {Table} table
 * @param {Form[]} forms  alternatives, at least one
 * @returns {Form} a form that offers the values of all
 */
export function joined(table, forms) {
  const [first, ...others] = forms;
  if (!others.length) return first;
  const fields = first.fields.map((_, nth) => joinedField(table, forms.map((form) => form.fields[nth])));
  return { ...first, fields, alternatives: forms };
}

/**
 * @param {Table} table
 * @param {Form} form
 * @param {Record<string, unknown>} values  some of its values
 * @returns {Form} the form with the values that go with these; the form itself if none do
 */
export function narrowed(table, form, values) {
  const remaining = form.alternatives?.filter((alternative) => allows(table, alternative, values)) ?? [];
  return remaining.length ? joined(table, remaining) : form;
}

/**
 * @param {Table} table
 * @param {Form} form
 * @param {Record<string, unknown>} values
 * @returns {boolean} whether the form allows all these values; values without a field don't count
 */
function allows(table, form, values) {
  return form.fields.every((field) => values[field.name] === undefined || offers(table, field, values[field.name]));
}

/**
 * @param {Table} table
 * @param {Field} field
 * @param {unknown} value
 * @returns {boolean} whether the field offers the value
 */
export function offers(table, field, value) {
  switch (field.kind) {
    case "player": return field.of.includes(String(value));
    case "choice": return field.of.some((choice) => choice.value === value);
    case "number": return Number(value) >= field.min && Number(value) <= field.max;
    case "cards": return Array.isArray(value) && value.every((face) => facesOf(table, field).includes(face));
    default: return true;
  }
}

/**
 * @param {Table} table
 * @param {CardsField} field
 * @returns {string[]} the faces that the field offers
 */
function facesOf(table, field) {
  const faces = table.zones.filter((zone) => field.from.includes(zone.id)).flatMap((zone) => zone.cards ?? []);
  return faces.flatMap((face) => (face !== null && (!field.of || field.of.includes(face)) ? [face] : []));
}

/**
 * @param {Table} table
 * @param {Field[]} fields  of the same kind and name
 * @returns {Field} a field that offers all their values
 */
function joinedField(table, fields) {
  const [first] = fields;
  switch (first.kind) {
    case "player": return { ...first, of: unique(all(first, fields).flatMap(({ of }) => of)) };
    case "choice": return { ...first, of: [...new Map(all(first, fields).flatMap(({ of }) => of.map((choice) => [choice.value, choice]))).values()] };
    case "number": return joinedNumbers(first, all(first, fields));
    case "cards": {
      const alike = all(first, fields);
      const isWhole = alike.every(({ of }) => !of);
      return {
        ...first,
        from: unique(alike.flatMap(({ from }) => from)),
        min: Math.min(...alike.map(({ min }) => min)),
        max: Math.max(...alike.map(({ max }) => max)),
        ...(isWhole ? {} : { of: unique(alike.flatMap((field) => facesOf(table, field))) }),
      };
    }
    default: return first;
  }
}

/**
 * @template {Field} Kind
 * @param {Kind} _first
 * @param {Field[]} fields  of the same kind as the first
 * @returns {Kind[]}
 */
function all(_first, fields) {
  return /** @type {Kind[]} */ (fields);
}

/**
 * @param {NumberField} first
 * @param {NumberField[]} fields
 * @returns {Field} a number field, or a choice if numbers between the others are missing
 */
function joinedNumbers(first, fields) {
  const numbers = unique(fields.flatMap(({ min, max }) => Array.from({ length: max - min + 1 }, (_, nth) => min + nth))).sort((a, b) => a - b);
  const [min, max] = [numbers[0], numbers[numbers.length - 1]];
  if (max - min + 1 === numbers.length) return { ...first, min, max };
  const { name, label, optional } = first;
  return { kind: "choice", name, label, optional, of: numbers.map((value) => ({ value, label: String(value) })) };
}

/**
 * @template Item
 * @param {Item[]} items
 * @returns {Item[]}
 */
function unique(items) {
  return [...new Set(items)];
}
