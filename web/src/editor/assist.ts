/** Completion, hover help and problems: all asked from the compiler, so there is one truth. */

import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from "@codemirror/autocomplete";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip, type Tooltip } from "@codemirror/view";
import { effect } from "@preact/signals";
import { MAX_LIVE, type Problem } from "../messages";
import { docText, replace } from "../state/document";
import { ask } from "../state/session";
import { problems } from "../state/store";

const KINDS: Record<string, string> = {
  keyword: "keyword",
  statement: "type",
  joint: "variable",
  part: "variable",
  clause: "method",
  function: "function",
  sense: "property",
  parameter: "constant",
  phase: "class",
};

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const before = context.matchBefore(/[A-Za-z_][\w/-]*|[.]/);
  if (!context.explicit && !before) return null;
  if (context.state.doc.length > MAX_LIVE) return null;
  const text = context.state.doc.toString();
  const answer = await ask((id) => ({ type: "complete", id, text, offset: context.pos }));
  if (answer?.type !== "completions" || context.aborted) return null;
  return {
    from: answer.start,
    to: answer.end,
    options: answer.items.map((item) => ({
      label: item.label,
      apply: item.insert.includes("${") ? snippet(item.insert) : item.insert,
      detail: item.detail,
      type: KINDS[item.kind] ?? "text",
      ...(item.doc ? { info: item.doc } : {}),
    })),
    validFor: /^[\w/-]*$/,
  };
}

async function hover(view: EditorView, at: number): Promise<Tooltip | null> {
  if (view.state.doc.length > MAX_LIVE) return null;
  const answer = await ask((id) => ({ type: "hover", id, text: view.state.doc.toString(), offset: at }));
  if (answer?.type !== "hovered" || answer.title === "") return null;
  return {
    pos: answer.start,
    end: answer.end,
    above: true,
    create() {
      const dom = document.createElement("div");
      dom.className = "cm-hover";
      const title = document.createElement("b");
      title.textContent = answer.title;
      dom.append(title, answer.text);
      return { dom };
    },
  };
}

/** Applies the edit that a problem's help proposes. */
export function applyFix(problem: Problem): void {
  const fix = problem.fix;
  if (fix) replace(fix.start, fix.end, fix.text, "", `fix ${problem.code}`);
}

function toDiagnostic(problem: Problem, length: number): Diagnostic {
  const from = Math.min(problem.start, length);
  const lines = [`${problem.message} (${problem.code})`, problem.help && `help: ${problem.help}`];
  return {
    from,
    to: Math.min(Math.max(problem.end, from), length),
    severity: problem.severity === "error" ? "error" : "warning",
    message: lines.filter(Boolean).join("\n"),
    ...(problem.fix ? { actions: [{ name: "Mend it", apply: () => applyFix(problem) }] } : {}),
  };
}

export const assistance: Extension = [
  autocompletion({ override: [complete], icons: false, activateOnTypingDelay: 60 }),
  hoverTooltip(hover, { hoverTime: 350 }),
];

/** Shows the compiler's problems in place. */
export function watchProblems(view: EditorView): () => void {
  return effect(() => {
    const length = docText.peek().length;
    const own = problems.value.filter((p) => p.file === "");
    view.dispatch(
      setDiagnostics(
        view.state,
        own.map((p) => toDiagnostic(p, length)),
      ),
    );
  });
}
