/** The bar at the top: what is open, and what can be done with it. */

import { useEffect } from "preact/hooks";
import { redo, revert, save, undo } from "../state/actions";
import { docText } from "../state/document";
import { redoLabel, undoLabel } from "../state/history";
import { overlay } from "../state/overlay";
import { dark, toggleTheme } from "../state/prefs";
import { bodyChanged, link, project, savedText, scriptFile, scriptName } from "../state/store";
import { Icon, type IconName, Logo } from "./icons";

function IconButton(props: {
  icon: IconName;
  title: string;
  testid: string;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      class="btn quiet icon"
      title={props.title}
      aria-label={props.title}
      data-testid={props.testid}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}

const LINK: Record<string, string> = {
  connecting: "Connecting…",
  lost: "Connection lost, trying again…",
  shut: "The studio was started again: open the link that it printed",
};

function OpenName() {
  const unsaved = docText.value !== savedText.value || bodyChanged.value;
  const name = scriptName.value;
  useEffect(() => {
    document.title = name === "" ? "Footfall studio" : `${unsaved ? "• " : ""}${name} · Footfall studio`;
  }, [name, unsaved]);
  const where = scriptFile.value === "" ? "library" : (project.value?.name ?? "");
  return (
    <div class="skill-name" data-testid="open-name">
      <strong>{scriptName.value || "…"}</strong>
      <span class="faint">{where}</span>
      {unsaved && (
        <>
          <span class="chip" data-testid="changed" title="Kept as it is, also without saving">
            changed
          </span>
          <button
            type="button"
            class="btn quiet small"
            data-testid="revert"
            title="Back to what was saved; Ctrl+Z brings your changes back"
            onClick={revert}
          >
            Revert
          </button>
        </>
      )}
    </div>
  );
}

export function TopBar() {
  return (
    <header class="topbar">
      <button
        type="button"
        class="btn quiet brand"
        data-testid="open-gallery"
        onClick={() => (overlay.value = "gallery")}
      >
        <Logo /> Footfall
      </button>
      <OpenName />
      {link.value !== "open" && (
        <span class="chip bad" role="status">
          {LINK[link.value]}
        </span>
      )}
      <span class="spacer" />
      <IconButton
        icon="undo"
        testid="undo"
        title={undoLabel.value ? `Undo: ${undoLabel.value} (Ctrl+Z)` : "Nothing to undo"}
        disabled={undoLabel.value === ""}
        onClick={undo}
      />
      <IconButton
        icon="redo"
        testid="redo"
        title={redoLabel.value ? `Redo: ${redoLabel.value} (Ctrl+Y)` : "Nothing to redo"}
        disabled={redoLabel.value === ""}
        onClick={redo}
      />
      <button
        type="button"
        class="btn"
        data-testid="save"
        title="Save into the project (Ctrl+S)"
        onClick={() => save()}
      >
        <Icon name="save" /> <span class="wide-only">Save</span>
      </button>
      <button
        type="button"
        class="btn"
        data-testid="open-export"
        title="Export a film, a strip, plots, a recording, or motion for other programs"
        aria-label="Export"
        onClick={() => (overlay.value = "export")}
      >
        <Icon name="export" /> <span class="wide-only">Export</span>
      </button>
      <IconButton
        icon="gallery"
        testid="gallery-button"
        title="Gallery (G)"
        onClick={() => (overlay.value = "gallery")}
      />
      <IconButton
        icon="folder"
        testid="open-projects"
        title="Projects"
        onClick={() => (overlay.value = "projects")}
      />
      <IconButton
        icon="command"
        testid="open-palette"
        title="All commands (Ctrl+K)"
        onClick={() => (overlay.value = "palette")}
      />
      <IconButton
        icon={dark.value ? "sun" : "moon"}
        testid="theme"
        title={dark.value ? "Light colours" : "Dark colours"}
        onClick={toggleTheme}
      />
      <IconButton
        icon="help"
        testid="open-keys"
        title="Help and keys (?)"
        onClick={() => (overlay.value = "keys")}
      />
    </header>
  );
}
