// Renders templates as lit-html does, also on pages that a browser or an extension translates.
//
// A translation replaces each text node by an element. lit-html writes new text into the node beside its own
// comment, and uses the text after a value to find the end of the value. On translated pages texts stopped
// changing, and changes between a text and a template raised errors. Here each value ends at a comment, and a
// missing text node is inserted again. tests/browser/test_translated.py fails if another version of lit-html
// renames these methods.

import { _$LH, render } from "../../vendor/lit-html/lit-html.js";

const { I: ValuePart, R: Instance } = /** @type {Record<string, any>} */ (/** @type {unknown} */ (_$LH));
/** The type of a part between tags, as opposed to one in an attribute. */
const BETWEEN_TAGS = 2;

const clone = Instance.prototype.u;

/**
 * Copies a template.
 * @param {unknown} options
 */
Instance.prototype.u = function (options) {
  const fragment = clone.call(this, options);
  for (const part of this._$AV) {
    if (part?.type === BETWEEN_TAGS && part._$AB?.nodeType === Node.TEXT_NODE) part._$AB = endBefore(part._$AB);
  }
  return fragment;
};

/** @param {Text} text  static, behind a value */
function endBefore(text) {
  const end = document.createComment("");
  text.before(end);
  return end;
}

/**
 * Shows a text or a number.
 * @param {unknown} value
 */
ValuePart.prototype._ = function (value) {
  const node = this._$AA.nextSibling;
  if (node?.nodeType === Node.TEXT_NODE && node.nextSibling === this._$AB) node.data = value;
  else this.T(document.createTextNode(String(value)));
  this._$AH = value;
};

export { render };
