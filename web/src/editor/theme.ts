/** The editor in the page's colours, light and dark by the same variables. */

import { EditorView } from "@codemirror/view";

export const editorTheme = EditorView.theme({
  "&": { backgroundColor: "transparent", height: "100%" },
  "&.cm-focused": { outline: "none" },
  // a layout of its own: what is typed must not lay out the whole page anew
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto", contain: "strict" },
  ".cm-content": { padding: "0.5rem 0", caretColor: "var(--text)" },
  ".cm-line": { padding: "0 1rem 0 0.375rem", transition: "background-color 250ms, box-shadow 250ms" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent)",
  },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--sunken) 55%, transparent)" },
  ".cm-gutters": {
    backgroundColor: "transparent",
    border: "none",
    color: "var(--faint)",
    fontSize: "0.6875rem",
  },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-running": {
    backgroundColor: "color-mix(in srgb, var(--accent-wash) 60%, transparent)",
    boxShadow: "inset 3px 0 0 var(--accent)",
  },
  ".cm-number": {
    borderBottom: "1px dotted color-mix(in srgb, var(--right) 55%, transparent)",
    cursor: "ew-resize",
  },
  ".cm-number-held": { backgroundColor: "var(--accent-wash)", borderRadius: "3px" },
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "0.5rem",
    backgroundColor: "var(--raised)",
    boxShadow: "var(--shadow)",
    color: "var(--text)",
    fontFamily: "var(--sans)",
    overflow: "hidden",
  },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "16rem" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "0.1875rem 0.5rem" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-wash)",
    color: "var(--text)",
  },
  ".cm-completionDetail": { color: "var(--faint)", fontStyle: "normal" },
  ".cm-completionInfo": { maxWidth: "18rem", padding: "0.5rem 0.75rem" },
  ".cm-hover": { maxWidth: "24rem", padding: "0.5rem 0.75rem", whiteSpace: "pre-line" },
  ".cm-hover b": { display: "block", fontFamily: "var(--mono)", marginBottom: "0.25rem" },
  ".cm-diagnostic": { borderLeftWidth: "3px", padding: "0.375rem 0.75rem", whiteSpace: "pre-line" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
    borderRadius: "0.25rem",
  },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--warn)",
    textUnderlineOffset: "3px",
  },
  ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--text)", borderColor: "var(--line)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--warn) 30%, transparent)" },
});
