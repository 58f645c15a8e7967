// Renders templates as lit-html does, on pages that a browser or an extension translates, too.
//
// A translation puts an element in the place of each text. lit-html writes the next text into a node that it finds beside a comment
// of its own, and it takes the text that follows a value for the end of that value. So texts froze, and values that
// changed their kind were an error. Here every value ends at a comment, and a text that is no longer there is put in anew.
// tests/browser/test_translated.py tells when another version of lit-html calls these methods by other names.

import { _$LH, render } from "../../vendor/lit-html/lit-html.js";

const { I: ValuePart, R: Instance } = /** @type {Record<string, any>} */ (/** @type {unknown} */ (_$LH));
/** What a part is that stands between tags, rather than in an attribute. */
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
