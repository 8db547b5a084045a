/** A file has changed on disk since it was read: both texts, and what to do. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { keepMine, saveAs, takeTheirs } from "../state/actions";
import { conflict } from "../state/store";
import { Dialog } from "./Dialog";

/** How many lines are the same at the start and at the end of both. */
function common(a: string[], b: string[]): [number, number] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [start, end];
}

function Side({
  title,
  testid,
  lines,
  start,
  end,
}: Record<"title" | "testid", string> & {
  lines: string[];
  start: number;
  end: number;
}) {
  const first = useRef<HTMLElement>(null);
  useEffect(() => first.current?.scrollIntoView({ block: "center" }), []);
  const last = lines.length - end;
  return (
    <div class="side">
      <h3>{title}</h3>
      <pre data-testid={testid}>
        {lines.slice(0, start).join("\n")}
        {start > 0 && "\n"}
        <mark ref={first}>{lines.slice(start, last).join("\n")}</mark>
        {end > 0 && `\n${lines.slice(last).join("\n")}`}
      </pre>
    </div>
  );
}

export function ConflictDialog() {
  const found = conflict.value;
  const name = useSignal(`${found?.name.replace(/\.\w+$/, "") ?? "script"}-mine`);
  if (!found) return null;
  const [mine, theirs] = [found.mine.split("\n"), found.theirs.split("\n")];
  const [start, end] = common(mine, theirs);
  return (
    <Dialog title={`${found.name} has changed on disk`} testid="conflict" wide>
      <div class="content">
        <p class="soft">
          Another program has written this file since it was read here. Nothing has been saved yet.
          {found.proportionsDiffer && " The body's proportions differ too."}
        </p>
        <div class="sides">
          <Side title="Here" testid="conflict-mine" lines={mine} start={start} end={end} />
          <Side title="On disk" testid="conflict-theirs" lines={theirs} start={start} end={end} />
        </div>
        <div class="conflict-actions">
          <button type="button" class="btn" data-testid="keep-mine" onClick={keepMine}>
            Keep mine, write over the file
          </button>
          <button type="button" class="btn" data-testid="take-theirs" onClick={takeTheirs}>
            Take the file's text
          </button>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              saveAs(name.value.trim());
            }}
          >
            <input
              class="field"
              aria-label="Another name"
              data-testid="conflict-name"
              value={name.value}
              onInput={(event) => (name.value = event.currentTarget.value)}
            />
            <button
              type="submit"
              class="btn primary"
              data-testid="save-as"
              disabled={name.value.trim() === ""}
            >
              Save as
            </button>
          </form>
        </div>
      </div>
    </Dialog>
  );
}
