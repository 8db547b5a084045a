/** The page: bar, script, stage, panels, time; and what may lie over them. */

import type { Signal } from "@preact/signals";
import { clamp } from "../maths/number";
import { tourStep } from "../state/actions";
import { overlay } from "../state/overlay";
import { codeOpen, codeWidth, fullStage, type PanelName, panel, panelOpen, panelWidth } from "../state/prefs";
import { BodyPanel } from "./BodyPanel";
import { CodePane } from "./CodePane";
import { ConflictDialog } from "./ConflictDialog";
import { CurvesPanel } from "./CurvesPanel";
import { ExportDialog } from "./ExportDialog";
import { Gallery } from "./Gallery";
import { GraphPanel } from "./GraphPanel";
import { Icon, type IconName } from "./icons";
import { Keys } from "./Keys";
import { LivePanel } from "./LivePanel";
import { MovesPanel } from "./MovesPanel";
import { Palette } from "./Palette";
import { PhasesPanel } from "./PhasesPanel";
import { ProjectsDialog } from "./ProjectsDialog";
import { SearchPanel } from "./SearchPanel";
import { StagePane } from "./StagePane";
import { TimeBar } from "./TimeBar";
import { Toasts } from "./Toasts";
import { TopBar } from "./TopBar";
import { Tour } from "./Tour";

const PANELS: { name: PanelName; title: string; show: () => preact.JSX.Element }[] = [
  { name: "phases", title: "Phases", show: () => <PhasesPanel /> },
  { name: "live", title: "Live", show: () => <LivePanel /> },
  { name: "curves", title: "Curves", show: () => <CurvesPanel /> },
  { name: "graph", title: "Graph", show: () => <GraphPanel /> },
  { name: "moves", title: "Moves", show: () => <MovesPanel /> },
  { name: "body", title: "Body", show: () => <BodyPanel /> },
  { name: "search", title: "Search", show: () => <SearchPanel /> },
];

/** A bar between two panes; the width is kept as a share of the window. */
function Splitter({ width, from, label }: { width: Signal<number>; from: "left" | "right"; label: string }) {
  const set = (share: number) => (width.value = clamp(share, 0.18, 0.42));
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width.value * 100)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        set((from === "left" ? event.clientX : innerWidth - event.clientX) / innerWidth);
      }}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
        if (by === undefined) return;
        event.stopPropagation();
        event.preventDefault();
        set(width.value + (from === "left" ? by : -by));
      }}
    />
  );
}

/** What is left of a pane that was closed: a way to open it again. */
function Rail({
  open,
  label,
  testid,
  icon,
}: {
  open: Signal<boolean>;
  label: string;
  testid: string;
  icon: IconName;
}) {
  return (
    <button
      type="button"
      class="rail"
      title={`Show the ${label}`}
      aria-label={`Show the ${label}`}
      data-testid={testid}
      onClick={() => (open.value = true)}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}

function Inspector() {
  const chosen = PANELS.find((p) => p.name === panel.value) ?? PANELS[0]!;
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = PANELS[(PANELS.indexOf(chosen) + by + PANELS.length) % PANELS.length]!;
    panel.value = next.name;
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return (
    <section class="pane" aria-label="Panels" data-testid="inspector">
      <div class="tabs-row">
        <div class="tabs" role="tablist" aria-label="Panels" onKeyDown={move}>
          {PANELS.map((p) => (
            <button
              key={p.name}
              id={`tab-${p.name}`}
              type="button"
              class="tab"
              role="tab"
              aria-selected={p === chosen}
              aria-controls="panel"
              tabIndex={p === chosen ? 0 : -1}
              data-testid={`tab-${p.name}`}
              onClick={(event) => {
                panel.value = p.name;
                // In small windows the panels lie below the script.
                event.currentTarget.closest(".pane")?.scrollIntoView({ block: "start", behavior: "smooth" });
              }}
            >
              {p.title}
            </button>
          ))}
        </div>
        <button
          type="button"
          class="btn quiet icon fold"
          title="Close the panels"
          aria-label="Close the panels"
          data-testid="close-panels"
          onClick={() => (panelOpen.value = false)}
        >
          <Icon name="right" />
        </button>
      </div>
      <div class="pane-body" id="panel" role="tabpanel" aria-labelledby={`tab-${chosen.name}`}>
        {chosen.show()}
      </div>
    </section>
  );
}

function Overlay() {
  switch (overlay.value) {
    case "gallery":
      return <Gallery />;
    case "keys":
      return <Keys />;
    case "palette":
      return <Palette />;
    case "export":
      return <ExportDialog />;
    case "projects":
      return <ProjectsDialog />;
    case "conflict":
      return <ConflictDialog />;
    default:
      return null;
  }
}

export function App() {
  const widths = {
    "--code-width": `${(codeWidth.value * 100).toFixed(2)}%`,
    "--panel-width": `${(panelWidth.value * 100).toFixed(2)}%`,
  };
  const [code, panels] = [codeOpen.value, panelOpen.value];
  const folded = `${code ? "" : "no-code"} ${panels ? "" : "no-panels"}`;
  return (
    <>
      <div class={`app ${fullStage.value ? "full" : ""}`} data-testid="app">
        <TopBar />
        <main class={`columns ${folded}`} style={widths}>
          {/* It stays in the page when it is closed: an editor without a place forgets where it was. */}
          <CodePane />
          {code ? (
            <Splitter width={codeWidth} from="left" label="Width of the script" />
          ) : (
            <Rail open={codeOpen} label="script" testid="open-code" icon="right" />
          )}
          <StagePane />
          {panels ? (
            <>
              <Splitter width={panelWidth} from="right" label="Width of the panels" />
              <Inspector />
            </>
          ) : (
            <Rail open={panelOpen} label="panels" testid="open-panels" icon="left" />
          )}
        </main>
        <TimeBar />
      </div>
      <Overlay />
      {tourStep.value >= 0 && <Tour />}
      <Toasts />
    </>
  );
}
