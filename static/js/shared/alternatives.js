// Alternatives: forms of one move whose choices depend on each other. The page shows them as one joined form,
// and each value that is chosen leaves only the alternatives that allow it.

/** @import {CardsField, Field, Form, Table} from "./types.js" */

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
  if (field.kind === "text" || field.kind === "options") return true;
  const values = valuesOf(table, field);
  return field.kind === "cards" ? Array.isArray(value) && value.every((face) => values.includes(face)) : values.includes(value);
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
 * @returns {Field} a field that offers all their values; a choice if numbers between the others are missing
 */
function joinedField(table, fields) {
  const [first] = fields;
  const values = unique(fields.flatMap((field) => valuesOf(table, field)));
  switch (first.kind) {
    case "player": return { ...first, of: values };
    case "choice": return { ...first, of: values.map((value) => choices(fields).find((choice) => choice.value === value)) };
    case "number": {
      const [min, max] = [Math.min(...values), Math.max(...values)];
      if (max - min < values.length) return { ...first, min, max };
      const of = values.sort((a, b) => a - b).map((value) => ({ value, label: String(value) }));
      return { kind: "choice", name: first.name, label: first.label, of };
    }
    case "cards": {
      const alike = /** @type {CardsField[]} */ (fields);
      const [min, max] = [Math.min(...alike.map((field) => field.min)), Math.max(...alike.map((field) => field.max))];
      return { ...first, from: unique(alike.flatMap(({ from }) => from)), min, max, of: values, labels: Object.assign({}, ...alike.map(({ labels }) => labels)) };
    }
    default: return first;
  }
}

/**
 * @param {Table} table
 * @param {Field} field
 * @returns {any[]} the values that it offers
 */
function valuesOf(table, field) {
  switch (field.kind) {
    case "player": return field.of;
    case "choice": return choices([field]).map(({ value }) => value);
    case "number": return Array.from({ length: field.max - field.min + 1 }, (_, nth) => field.min + nth);
    case "cards": return facesOf(table, field);
    default: return [];
  }
}

/**
 * @param {Field[]} fields
 * @returns {any[]} the choices of choice fields
 */
function choices(fields) {
  return fields.flatMap((field) => field.kind === "choice" ? field.of : []);
}

/**
 * @template Item
 * @param {Item[]} items
 * @returns {Item[]}
 */
function unique(items) {
  return [...new Set(items)];
}
