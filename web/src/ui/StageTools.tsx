/** Tools over the stage: views and layers at the top, pushes, balls and ground at the bottom. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ViewName } from "../stage/camera";
import type { Stage } from "../stage/stage";
import { pushTrunk, setRagdoll, throwBall } from "../state/actions";
import { fullStage, type Layer, layers, toggleLayer } from "../state/prefs";
import { ragdoll } from "../state/store";
import { GroundMenu } from "./GroundMenu";
import { Icon, type IconName } from "./icons";

const VIEWS: { name: ViewName; label: string; key: string }[] = [
  { name: "quarter", label: "Three quarters", key: "2" },
  { name: "side", label: "Side", key: "3" },
  { name: "front", label: "Front", key: "1" },
  { name: "top", label: "From above", key: "7" },
];

const LAYERS: { name: Layer; label: string }[] = [
  { name: "com", label: "Centre of mass" },
  { name: "support", label: "Support polygon" },
  { name: "forces", label: "Contact forces" },
  { name: "trails", label: "Trails" },
  { name: "arrows", label: "Speed and heading" },
  { name: "grid", label: "Grid" },
];

interface MenuProps {
  icon: IconName;
  title: string;
  label?: string;
  testid: string;
  place: Record<string, string>;
  children: ComponentChildren;
}

/** A button with a menu that closes on Escape and on a click elsewhere. */
function MenuButton({ icon, title, label, testid, place, children }: MenuProps) {
  const open = useSignal(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) open.value = false;
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open.value) return;
    event.stopPropagation();
    open.value = false;
    root.current?.querySelector("button")?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the menu inside
    <div ref={root} class="menu-root" role="presentation" onKeyDown={onKey}>
      <button
        type="button"
        class={`btn quiet ${label ? "" : "icon"}`}
        title={title}
        aria-label={title}
        aria-expanded={open.value}
        data-testid={testid}
        onClick={() => (open.value = !open.value)}
      >
        <Icon name={icon} />
        {label && <span class="wide-only">{label}</span>}
      </button>
      {open.value && (
        <div class="menu" style={place}>
          {children}
        </div>
      )}
    </div>
  );
}

export function ViewTools({ stage }: { stage: { current: Stage | null } }) {
  const below = { top: "2.5rem", right: "0" };
  return (
    <div class="hud top-right">
      <div class="tools">
        <MenuButton icon="camera" title="View" testid="view-menu" place={below}>
          <h3>View</h3>
          {VIEWS.map((v) => (
            <button key={v.name} type="button" class="row" onClick={() => stage.current?.view(v.name)}>
              {v.label}
              <span class="spacer" />
              <kbd>{v.key}</kbd>
            </button>
          ))}
          <button type="button" class="row" onClick={() => stage.current?.follow.frame()}>
            Follow the body
            <span class="spacer" />
            <kbd>F</kbd>
          </button>
        </MenuButton>
        <button
          type="button"
          class="btn quiet icon"
          title={fullStage.value ? "Show everything again (M)" : "Stage alone (M)"}
          aria-label="Stage alone"
          aria-pressed={fullStage.value}
          data-testid="full-stage"
          onClick={() => (fullStage.value = !fullStage.value)}
        >
          <Icon name="full" />
        </button>
        <MenuButton icon="eye" title="What is shown" testid="layer-menu" place={below}>
          <h3>Show</h3>
          {LAYERS.map((layer) => (
            <label key={layer.name} class="row">
              <input
                type="checkbox"
                checked={layers.value[layer.name]}
                data-testid={`layer-${layer.name}`}
                onChange={() => toggleLayer(layer.name)}
              />
              {layer.label}
            </label>
          ))}
        </MenuButton>
      </div>
    </div>
  );
}

const PUSHES: [string, number, number][] = [
  ["From behind", 300, 0],
  ["From the front", -300, 0],
  ["From the right", 0, 300],
  ["From the left", 0, -300],
];

export function StageTools() {
  const above = { bottom: "2.5rem", left: "0" };
  const inside = { bottom: "2.5rem", right: "-6rem" }; // it is wide: not beyond the stage
  return (
    <div class="hud bottom">
      <div class="tools" role="toolbar" aria-label="Disturb it">
        <MenuButton
          icon="push"
          label="Push"
          title="Push the trunk (P), or drag a part of the body"
          testid="push-menu"
          place={above}
        >
          <h3>300 N for 0.2 s at the trunk</h3>
          {PUSHES.map(([name, forward, left]) => (
            <button
              key={name}
              type="button"
              class="row"
              data-testid={`push-${name.split(" ").pop()}`}
              onClick={() => pushTrunk(forward, left)}
            >
              {name}
            </button>
          ))}
        </MenuButton>
        <button
          type="button"
          class="btn quiet"
          data-testid="ball"
          title="Throw a ball (B)"
          aria-label="Ball"
          onClick={() => throwBall()}
        >
          <Icon name="ball" /> <span class="wide-only">Ball</span>
        </button>
        <MenuButton icon="ground" label="Ground" title="Ground" testid="ground-menu" place={inside}>
          <GroundMenu />
        </MenuButton>
        <button
          type="button"
          class="btn quiet"
          data-testid="ragdoll"
          aria-pressed={ragdoll.value}
          title="Let all joints go limp (R)"
          aria-label="Ragdoll"
          onClick={() => setRagdoll(!ragdoll.value)}
        >
          <Icon name="ragdoll" /> <span class="wide-only">Ragdoll</span>
        </button>
      </div>
    </div>
  );
}
