// The text editor of a document: CodeMirror, loaded on demand. It is in a shadow tree, where the page's policy allows its
// styles.

/** @import {Diagnostic} from "../shared/diagnostics.js" */
/** @import {Change} from "./json_text.js" */
/** @import {OfferList} from "../shared/completions.js" */

import { rangeOf } from "../shared/diagnostics.js";
import { say } from "../shared/words.js";

/**
 * Callbacks to the page.
 * @typedef {object} EditorHooks
 * @property {(text: string) => void} changed
 * @property {(at: number) => void} moved  the author has moved the cursor
 * @property {(text: string, at: number) => OfferList|null} offers
 * @property {() => void} left  Escape was pressed
 */
/** @typedef {Awaited<ReturnType<typeof openEditor>>} Editor */

/** The editor's icons for completions, by kind. */
const ICONS = /** @type {Record<string, string>} */ ({
  key: "property", value: "enum", function: "function", definition: "function", routine: "function", word: "keyword", given: "constant",
  attribute: "property", zone: "class", phase: "class", option: "interface", choice: "variable",
});

/**
 * @param {HTMLElement} host  an element reserved for the editor
 * @param {string} text
 * @param {EditorHooks} hooks
 */
export async function openEditor(host, text, hooks) {
  const code = await import("../../vendor/codemirror/codemirror.js");
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const byPage = code.Annotation.define();
  const view = new code.EditorView({
    root,
    parent: root,
    doc: text,
    extensions: [
      code.history(), code.drawSelection(), code.lineNumbers(), code.foldGutter(), code.highlightActiveLine(), code.highlightActiveLineGutter(),
      code.bracketMatching(), code.closeBrackets(), code.indentOnInput(), code.indentUnit.of("  "), code.json(), code.lintGutter(),
      code.syntaxHighlighting(paint(code)), code.EditorView.theme(LOOK), code.EditorView.lineWrapping, code.search({ top: true }),
      code.EditorView.contentAttributes.of({ "aria-label": say("Document as JSON"), "data-testid": "editor", tabindex: "0" }),
      code.EditorState.phrases.of(phrases()),
      // In a string Enter has no other meaning, so it accepts a completion at once.
      code.autocompletion({ override: [(context) => completionsAt(context, hooks)], interactionDelay: 0 }),
      code.keymap.of([...code.closeBracketsKeymap, ...code.completionKeymap, ...code.searchKeymap, ...code.historyKeymap,
        ...code.foldKeymap, ...code.lintKeymap, { key: "Escape", run: () => (hooks.left(), true) }, ...code.defaultKeymap]),
      code.EditorView.updateListener.of((update) => {
        if (update.docChanged) hooks.changed(update.state.doc.toString());
        if (update.selectionSet && !update.transactions.some((transaction) => transaction.annotation(byPage))) hooks.moved(update.state.selection.main.head);
      }),
    ],
  });
  return {
    /** @param {string} newText  another document */
    write: (newText) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: newText }, selection: { anchor: 0 }, annotations: byPage.of(true) }),
    /** @param {Change} change */
    change: (change) => view.dispatch({ changes: change, annotations: byPage.of(true) }),
    /** @param {Diagnostic[]} diagnostics  in the text as it is now */
    tell: (diagnostics) => view.dispatch(code.setDiagnostics(view.state, diagnostics.map((diagnostic) => lintDiagnostic(view.state.doc.toString(), diagnostic)))),
    /** @param {{from: number, to: number}} range  to select and scroll to */
    show: ({ from, to }) => view.dispatch({
      selection: { anchor: from, head: to }, effects: code.EditorView.scrollIntoView(from, { y: "start", yMargin: 40 }), annotations: byPage.of(true),
    }),
    undo: () => code.undo(view),
    redo: () => code.redo(view),
    focus: () => view.focus(),
  };
}

/**
 * @param {import("../../vendor/codemirror/types/codemirror-autocomplete").CompletionContext} context
 * @param {EditorHooks} hooks
 * @returns {import("../../vendor/codemirror/types/codemirror-autocomplete").CompletionResult|null}
 */
function completionsAt(context, hooks) {
  const text = context.state.doc.toString();
  const found = hooks.offers(text, context.pos);
  const typed = found ? text.slice(found.from, context.pos) : "";
  const isBegun = typed !== "" || /[.{]$/.test(text.slice(0, context.pos)) && text[context.pos - 1] === ".";
  if (!found || !(context.explicit || isBegun)) return null;
  const rest = found.to - context.pos; // what stands behind the cursor, and is replaced, too: a closing quote
  return {
    from: found.from,
    options: found.offers.map(({ label, kind, detail, info, insert }) => ({
      label, type: ICONS[kind], detail, ...(info && { info }),
      apply: (view, _, from, to) => view.dispatch({ changes: { from, to: to + rest, insert }, selection: { anchor: from + insert.length }, userEvent: "input.complete" }),
    })),
  };
}

/**
 * @param {string} text
 * @param {Diagnostic} diagnostic
 * @returns {import("../../vendor/codemirror/types/codemirror-lint").Diagnostic}
 */
function lintDiagnostic(text, diagnostic) {
  return { ...rangeOf(text, diagnostic), severity: diagnostic.severity === "warning" ? "warning" : "error", message: diagnostic.text };
}

/** @param {typeof import("../../vendor/codemirror/codemirror.js")} code */
function paint({ HighlightStyle, tags }) {
  return HighlightStyle.define([
    { tag: tags.propertyName, color: "var(--code-key)" },
    { tag: tags.string, color: "var(--code-text)" },
    { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  ]);
}

/** Returns the editor's texts in the language of the page. */
function phrases() {
  return {
    Find: say("Find"), Replace: say("Replace"), next: say("next"), previous: say("previous"), all: say("all"), close: say("Close"),
    replace: say("Replace"), "replace all": say("replace all"), "match case": say("match case"), "by word": say("whole words"), regexp: say("pattern"),
    Diagnostics: say("Check results"), "No diagnostics": say("No problems found."), Completions: say("Suggestions"),
    "Go to line": say("Go to line"), go: say("Go"), "Fold line": say("Fold"), "Unfold line": say("Unfold"), "folded code": say("folded"), unfold: say("Unfold"),
  };
}

const EDGE = "1px solid var(--field-edge)";
const MONO = "monospace";
/** Uses the page's custom properties, which the shadow tree inherits. */
const LOOK = {
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--field)", fontSize: "14px" },
  ".cm-scroller": { fontFamily: MONO, lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)", paddingBottom: "40vh" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused": { outline: "3px solid var(--code-focus)", outlineOffset: "-3px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--code-chosen)" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--ink-soft)", borderRight: EDGE },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--code-line)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--code-chosen)", color: "inherit" },
  ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--paper)", border: EDGE, borderRadius: "8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: MONO, maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "4px 8px", minHeight: "24px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--code-chosen)", color: "var(--ink)" },
  "@media (max-width: 37.4375em)": { ".cm-completionInfo": { display: "none" } }, // it would hide what is offered
  ".cm-completionDetail": { color: "var(--ink-soft)", fontStyle: "normal" },
  ".cm-completionIcon": { color: "var(--ink-soft)", opacity: "1" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--sunk)" },
  ".cm-textfield": { minHeight: "30px", color: "var(--ink)", background: "var(--field)" },
  ".cm-button": { minHeight: "30px", color: "var(--ink)", background: "var(--field)", border: EDGE },
  ".cm-foldPlaceholder": { color: "var(--ink)", backgroundColor: "var(--sunk)", border: EDGE },
};
