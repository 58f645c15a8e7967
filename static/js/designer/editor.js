// The text editor of a document: CodeMirror, loaded on demand. It is in a shadow tree, where the page's
// policy allows its styles.

/** @import {Diagnostic} from "../shared/diagnostics.js" */
/** @import {Change} from "./json_text.js" */
/** @import {OfferList} from "../shared/completions.js" */

import { rangeOf } from "../shared/diagnostics.js";
import { say } from "../shared/words.js";

/**
 * Callbacks to the page.
 * @typedef {object} EditorHooks
 * @property {(text: string) => void} onChange
 * @property {(at: number) => void} onMove  the author has moved the cursor
 * @property {(text: string, at: number) => OfferList|null} offers
 * @property {() => void} onEscape  Escape was pressed
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
  const codemirror = await import("../../vendor/codemirror/codemirror.js");
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const isByPage = codemirror.Annotation.define();
  const view = new codemirror.EditorView({
    root,
    parent: root,
    doc: text,
    extensions: [
      codemirror.history(), codemirror.drawSelection(), codemirror.lineNumbers(), codemirror.foldGutter(), codemirror.highlightActiveLine(), codemirror.highlightActiveLineGutter(),
      codemirror.bracketMatching(), codemirror.closeBrackets(), codemirror.indentOnInput(), codemirror.indentUnit.of("  "), codemirror.json(), codemirror.lintGutter(),
      codemirror.syntaxHighlighting(highlightStyle(codemirror)), codemirror.EditorView.theme(THEME), codemirror.EditorView.lineWrapping, codemirror.search({ top: true }),
      codemirror.EditorView.contentAttributes.of({ "aria-label": say("Document as JSON"), "data-testid": "editor", tabindex: "0" }),
      codemirror.EditorState.phrases.of(phrases()),
      // Enter has no other meaning in a string, so it accepts a completion at once.
      codemirror.autocompletion({ override: [(context) => completionsAt(context, hooks)], interactionDelay: 0 }),
      codemirror.keymap.of([...codemirror.closeBracketsKeymap, ...codemirror.completionKeymap, ...codemirror.searchKeymap, ...codemirror.historyKeymap,
        ...codemirror.foldKeymap, ...codemirror.lintKeymap, { key: "Escape", run: () => (hooks.onEscape(), true) }, ...codemirror.defaultKeymap]),
      codemirror.EditorView.updateListener.of((update) => {
        if (update.docChanged) hooks.onChange(update.state.doc.toString());
        if (update.selectionSet && !update.transactions.some((transaction) => transaction.annotation(isByPage))) hooks.onMove(update.state.selection.main.head);
      }),
    ],
  });
  return {
    /** @param {string} newText  another document */
    write: (newText) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: newText }, selection: { anchor: 0 }, annotations: isByPage.of(true) }),
    /** @param {Change} change */
    change: (change) => view.dispatch({ changes: change, annotations: isByPage.of(true) }),
    /** @param {Diagnostic[]} diagnostics  in the text as it is now */
    showDiagnostics: (diagnostics) => view.dispatch(codemirror.setDiagnostics(view.state, diagnostics.filter(({ file }) => !file).map((diagnostic) => lintDiagnostic(view.state.doc.toString(), diagnostic)))),
    /** @param {{from: number, to: number}} range  to select and scroll to */
    show: ({ from, to }) => view.dispatch({
      selection: { anchor: from, head: to }, effects: codemirror.EditorView.scrollIntoView(from, { y: "start", yMargin: 40 }), annotations: isByPage.of(true),
    }),
    undo: () => codemirror.undo(view),
    redo: () => codemirror.redo(view),
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
  const list = hooks.offers(text, context.pos);
  const typedName = list ? text.slice(list.from, context.pos) : "";
  const hasBegun = typedName !== "" || /[.{]$/.test(text.slice(0, context.pos)) && text[context.pos - 1] === ".";
  if (!list || !(context.explicit || hasBegun)) return null;
  // A closing quote behind the cursor is replaced, too.
  const suffixLength = list.to - context.pos;
  return {
    from: list.from,
    options: list.offers.map(({ label, kind, detail, info, insert }) => ({
      label, type: ICONS[kind], detail, ...(info && { info }),
      apply: (view, _, from, to) => view.dispatch({ changes: { from, to: to + suffixLength, insert }, selection: { anchor: from + insert.length }, userEvent: "input.complete" }),
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

/** @param {typeof import("../../vendor/codemirror/codemirror.js")} codemirror */
function highlightStyle({ HighlightStyle, tags }) {
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
const THEME = {
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
  // On a phone this box would hide the completions.
  "@media (max-width: 37.4375em)": { ".cm-completionInfo": { display: "none" } },
  ".cm-tooltip.cm-completionInfo": { whiteSpace: "pre-line" },
  ".cm-completionDetail": { color: "var(--ink-soft)", fontStyle: "normal" },
  ".cm-completionIcon": { color: "var(--ink-soft)", opacity: "1" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--sunk)" },
  ".cm-textfield": { minHeight: "30px", color: "var(--ink)", background: "var(--field)" },
  ".cm-button": { minHeight: "30px", color: "var(--ink)", background: "var(--field)", border: EDGE },
  ".cm-foldPlaceholder": { color: "var(--ink)", backgroundColor: "var(--sunk)", border: EDGE },
};
