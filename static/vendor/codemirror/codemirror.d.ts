export { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion } from "./types/codemirror-autocomplete";
export { defaultKeymap, history, historyKeymap, redo, undo } from "./types/codemirror-commands";
export { json } from "./types/codemirror-lang-json";
export { HighlightStyle, bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting } from "./types/codemirror-language";
export { lintGutter, lintKeymap, setDiagnostics } from "./types/codemirror-lint";
export { search, searchKeymap } from "./types/codemirror-search";
export { Annotation, EditorState, Prec } from "./types/codemirror-state";
export { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "./types/codemirror-view";
export { tags } from "./types/lezer-highlight";
