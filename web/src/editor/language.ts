/** How scripts are coloured: words from the server's table, so that page and compiler agree. */

import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import type { Language } from "../messages";

const NUMBER = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/;
const WORD = /^[A-Za-z_][A-Za-z0-9_]*/;

function parser(language: Language | null): StreamParser<null> {
  const keywords = new Set(language?.keywords ?? []);
  const statements = new Set(language?.statements.map((s) => s.word) ?? []);
  const operators = new Set(language?.operators ?? []);
  const functions = new Set(language?.functions.map((f) => f.name) ?? []);
  return {
    name: "footfall",
    startState: () => null,
    token(stream) {
      if (stream.eatSpace()) return null;
      if (stream.match(/^##.*/)) return "docComment";
      if (stream.match(/^#.*/)) return "comment";
      if (stream.match(NUMBER)) return "number";
      if (stream.match(/^[~<>]/)) return "operator";
      const word = stream.match(WORD);
      if (word && typeof word !== "boolean") {
        const text = word[0];
        if (statements.has(text)) return "typeName";
        if (keywords.has(text) || /^[A-Z]{2,}$/.test(text)) return "keyword";
        if (operators.has(text)) return "operatorKeyword";
        if (functions.has(text)) return "function";
        return "variableName";
      }
      stream.next();
      return "punctuation";
    },
    languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["("] } },
    tokenTable: { docComment: tags.docComment, function: tags.function(tags.variableName) },
  };
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent-strong)", fontWeight: "600" },
  { tag: tags.typeName, color: "var(--accent)" },
  { tag: tags.operatorKeyword, color: "var(--soft)" },
  { tag: tags.number, color: "var(--right)" },
  { tag: tags.function(tags.variableName), color: "var(--left)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.docComment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.variableName, color: "var(--text)" },
  { tag: tags.punctuation, color: "var(--faint)" },
]);

export function scriptLanguage(language: Language | null): Extension {
  return [StreamLanguage.define(parser(language)), syntaxHighlighting(colours)];
}
