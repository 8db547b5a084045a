/** The script: the code editor, and what is wrong with it in words. */

import { useEffect, useRef } from "preact/hooks";
import { applyFix } from "../editor/assist";
import { makeEditor } from "../editor/editor";
import type { Problem } from "../messages";
import { editor, reveal } from "../state/document";
import { codeOpen } from "../state/prefs";
import { hasErrors, problems, program } from "../state/store";
import { Icon } from "./icons";

function ProblemRow({ problem }: { problem: Problem }) {
  const place = problem.file === "" ? `line ${problem.line}` : problem.file;
  return (
    <div class={`problem ${problem.severity}`} data-testid="problem">
      <button type="button" class="link where" onClick={() => reveal(problem.start, problem.end)}>
        {place}
      </button>
      <span>
        {problem.message}
        {problem.help && <span class="help">{problem.help}</span>}
      </span>
      {problem.fix && (
        <button type="button" class="btn mend" onClick={() => applyFix(problem)}>
          Mend it
        </button>
      )}
    </div>
  );
}

function State() {
  if (hasErrors.value) return <span class="chip bad">the last good script keeps running</span>;
  const warnings = problems.value.length;
  if (warnings > 0) return <span class="chip">{warnings === 1 ? "1 warning" : `${warnings} warnings`}</span>;
  return program.value ? <span class="chip on">running</span> : null;
}

export function CodePane() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = editor() ?? makeEditor();
    host.current?.append(view.dom);
  }, []);
  return (
    <section class="pane code-pane" aria-label="Script" data-testid="code-pane">
      <div class="pane-head">
        <h2>Script</h2>
        <span class="spacer" />
        <span data-testid="script-state" role="status">
          <State />
        </span>
        <button
          type="button"
          class="btn quiet icon fold"
          title="Close the script"
          aria-label="Close the script"
          data-testid="close-code"
          onClick={() => (codeOpen.value = false)}
        >
          <Icon name="left" />
        </button>
      </div>
      <div class="pane-body" ref={host} />
      {problems.value.length > 0 && (
        <div class="problems" data-testid="problems">
          {problems.value.slice(0, 20).map((p) => (
            <ProblemRow key={`${p.code} ${p.start} ${p.file}`} problem={p} />
          ))}
        </div>
      )}
    </section>
  );
}
