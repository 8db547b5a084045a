/** Exports: what is in the history, as a film, a strip, a plot or a recording. */

import { cancelExport, dropExport, exportAs } from "../state/actions";
import { type ExportRow, exportRows, headNow, tailNow } from "../state/store";
import { Dialog } from "./Dialog";
import { Icon } from "./icons";

const KINDS: [string, string, string][] = [
  ["video", "Video", "mp4, plays everywhere"],
  ["gif", "Moving picture", "gif, for pages and chats"],
  ["strip", "Film strip", "png, the motion in one row"],
  ["plot", "Plots", "png, speed and joints over time"],
  ["recording", "Recording", "npz, can be run and measured again"],
  ["glb", "Scene for 3D programs", "glb, with shapes: Blender, Unity, Unreal"],
  ["bvh", "Skeleton", "bvh, bones and their turns"],
  ["csv", "Table", "csv, angles, torques and contacts"],
];

/** One export: how far it is, and a way to stop it or to fetch it. */
function ExportLine({ row }: { row: ExportRow }) {
  return (
    <div class="export-row" data-testid="export-row">
      <span>{row.kind}</span>
      {row.url ? (
        <a class="btn primary" href={row.url} download data-testid="export-link">
          Download
        </a>
      ) : (
        <div
          class="bar"
          role="progressbar"
          aria-label={`Export of ${row.kind}`}
          aria-valuenow={Math.round(row.share * 100)}
        >
          <i style={{ width: `${Math.round(row.share * 100)}%` }} />
        </div>
      )}
      <span class="faint" data-testid="export-text">
        {row.text}
      </span>
      <button
        type="button"
        class="btn quiet icon"
        data-testid="export-cancel"
        aria-label={row.ended ? `Forget the export of ${row.kind}` : `Cancel the export of ${row.kind}`}
        title={row.ended ? "Forget it (the file stays)" : "Cancel"}
        onClick={() => (row.ended ? dropExport(row.id) : cancelExport(row.id))}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

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
          <ExportLine key={row.id} row={row} />
        ))}
      </div>
    </Dialog>
  );
}
