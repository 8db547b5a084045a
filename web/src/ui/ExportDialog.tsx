/** Exports: what is in the history, as a film, a strip, a plot or a recording. */

import { exportAs } from "../state/actions";
import { exportRows, headNow, tailNow } from "../state/store";
import { Dialog } from "./Dialog";

const KINDS: [string, string, string][] = [
  ["video", "Video", "mp4, plays everywhere"],
  ["gif", "Moving picture", "gif, for pages and chats"],
  ["strip", "Film strip", "png, the motion in one row"],
  ["plot", "Plots", "png, speed and joints over time"],
  ["recording", "Recording", "npz, can be run and measured again"],
];

export function ExportDialog() {
  const span = Math.max(0, headNow.value - tailNow.value);
  return (
    <Dialog title="Export" testid="export">
      <div class="content">
        <p class="soft">
          The last <span class="num">{span.toFixed(0)}</span> s, from {tailNow.value.toFixed(0)} s to{" "}
          {headNow.value.toFixed(0)} s.
        </p>
        <div class="choices">
          {KINDS.map(([kind, title, text]) => (
            <button
              key={kind}
              type="button"
              class="btn choice"
              data-testid={`export-${kind}`}
              onClick={() => exportAs(kind)}
            >
              <strong>{title}</strong>
              <span class="faint">{text}</span>
            </button>
          ))}
        </div>
        {exportRows.value.map((row) => (
          <div key={row.id} class="export-row" data-testid="export-row">
            <span>{row.kind}</span>
            {row.url ? (
              <a class="btn primary" href={row.url} download data-testid="export-link">
                Download
              </a>
            ) : (
              <div class="bar">
                <i style={{ width: `${Math.round(row.share * 100)}%` }} />
              </div>
            )}
            <span class="faint">{row.text}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
