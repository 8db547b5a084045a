/** Every command by name: the palette lists them, the keys call them. */

import { chooseView, focusBody } from "../ui/handle";
import * as act from "./actions";
import { defaults, GROUNDS, groundText } from "./grounds";
import { overlay } from "./overlay";
import {
  codeOpen,
  fullStage,
  ghostLast,
  ghostNext,
  layers,
  type PanelName,
  panel,
  panelOpen,
  toggleLayer,
  toggleTheme,
} from "./prefs";
import { gallery, latest, project, ragdoll } from "./store";

export interface Command {
  title: string;
  group: string;
  keys?: string;
  run: () => void;
}

const PANELS: [PanelName, string][] = [
  ["phases", "Phases"],
  ["live", "Live values"],
  ["curves", "Curves"],
  ["graph", "Graph"],
  ["body", "Body"],
  ["search", "Search"],
];

function timeCommands(): Command[] {
  return [
    { title: "Play or pause", group: "Time", keys: "Space", run: act.togglePlay },
    { title: "Step", group: "Time", keys: "→", run: () => act.step(1) },
    { title: "Step back", group: "Time", keys: "←", run: () => act.step(-1) },
    { title: "Branch from the moment shown", group: "Time", keys: "Enter", run: act.branch },
    { title: "Begin again", group: "Time", keys: "Backspace", run: act.reset },
    { title: "Slower", group: "Time", keys: "[", run: () => act.shiftSpeed(-1) },
    { title: "Faster", group: "Time", keys: "]", run: () => act.shiftSpeed(1) },
  ];
}

function worldCommands(): Command[] {
  const grounds = GROUNDS.map((g) => ({
    title: `Ground: ${g.label}`,
    group: "World",
    run: () => act.setGround(groundText(g, defaults(g), latest.pose?.com[0] ?? 0)),
  }));
  return [
    { title: "Push from behind", group: "World", keys: "P", run: () => act.pushTrunk(300, 0) },
    { title: "Push from the right", group: "World", keys: "Shift+P", run: () => act.pushTrunk(0, 300) },
    { title: "Throw a ball", group: "World", keys: "B", run: () => act.throwBall() },
    { title: "Ragdoll on or off", group: "World", keys: "R", run: () => act.setRagdoll(!ragdoll.value) },
    ...grounds,
  ];
}

function viewCommands(): Command[] {
  const shown = (Object.keys(layers.value) as (keyof typeof layers.value)[]).map((name) => ({
    title: `Show or hide: ${name}`,
    group: "View",
    run: () => toggleLayer(name),
  }));
  const panels = PANELS.map(([name, title]) => ({
    title: `Panel: ${title}`,
    group: "View",
    run: () => (panel.value = name),
  }));
  return [
    { title: "View from the front", group: "View", keys: "1", run: () => chooseView("front") },
    { title: "View three quarters", group: "View", keys: "2", run: () => chooseView("quarter") },
    { title: "View from the side", group: "View", keys: "3", run: () => chooseView("side") },
    { title: "View from above", group: "View", keys: "7", run: () => chooseView("top") },
    { title: "Follow the body", group: "View", keys: "F", run: focusBody },
    {
      title: "Stage alone, or with everything",
      group: "View",
      keys: "M",
      run: () => (fullStage.value = !fullStage.value),
    },
    { title: "Show or hide the script", group: "View", run: () => (codeOpen.value = !codeOpen.value) },
    { title: "Show or hide the panels", group: "View", run: () => (panelOpen.value = !panelOpen.value) },
    { title: "Light or dark colours", group: "View", run: toggleTheme },
    { title: "Ghost of the next seconds", group: "View", run: () => (ghostNext.value = !ghostNext.value) },
    { title: "Ghost of the version before", group: "View", run: () => (ghostLast.value = !ghostLast.value) },
    ...panels,
    ...shown,
  ];
}

function fileCommands(): Command[] {
  const open = (title: string, name: string) => ({ title, group: "Open", run: () => act.openSkill(name) });
  return [
    { title: "Undo", group: "Edit", keys: "Ctrl+Z", run: act.undo },
    { title: "Redo", group: "Edit", keys: "Ctrl+Y", run: act.redo },
    { title: "Back to what was saved", group: "Edit", run: act.revert },
    { title: "Save", group: "File", keys: "Ctrl+S", run: () => act.save() },
    { title: "Gallery", group: "File", keys: "G", run: () => (overlay.value = "gallery") },
    { title: "Projects", group: "File", run: () => (overlay.value = "projects") },
    { title: "Export", group: "File", run: () => (overlay.value = "export") },
    { title: "Keys and help", group: "Help", keys: "?", run: () => (overlay.value = "keys") },
    { title: "Take the tour", group: "Help", run: () => (act.tourStep.value = 0) },
    ...gallery.value.map((i) => open(`Open ${i.name}`, i.name)),
    ...(project.value?.files ?? []).map((f) => open(`Open ${f.name}`, f.name)),
  ];
}

export function allCommands(): Command[] {
  return [...timeCommands(), ...worldCommands(), ...viewCommands(), ...fileCommands()];
}
