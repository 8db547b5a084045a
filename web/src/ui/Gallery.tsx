/** The start page: every skill with a moving picture. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { GalleryItem } from "../messages";
import { duplicate, openSkill, tourStep } from "../state/actions";
import { overlay } from "../state/overlay";
import { lowQuality } from "../state/prefs";
import { gallery, project, scriptName } from "../state/store";
import { Icon, Logo } from "./icons";

const GROUPS: Record<string, string> = {
  simbicon: "Walking and running by balance",
  genbicon: "Walking anywhere, on any body",
  "genbicon/styles": "Walking styles",
  moves: "Moves",
};

/** Shown first in their groups: what a newcomer should see. */
const FIRST = [
  "simbicon/walk3d",
  "simbicon/run3d",
  "simbicon/walk",
  "simbicon/run",
  "moves/walk",
  "moves/run",
];

function place(item: GalleryItem): number {
  return FIRST.includes(item.name) ? FIRST.indexOf(item.name) : FIRST.length;
}

function Sprite({ item }: { item: GalleryItem }) {
  if (item.thumbnail === "" || item.frames < 1) return <div class="sprite none" />;
  // A strip that slides behind a window: the compositor does it, nothing is painted again.
  const seconds = (item.seconds * item.frames) / Math.max(1, item.frames - 1);
  return (
    <div
      class={`sprite ${lowQuality ? "on-hover" : ""}`}
      style={{
        width: `${item.frames * 100}%`,
        backgroundImage: `url("${item.thumbnail}")`,
        animation: item.frames > 1 ? `sprite ${seconds}s steps(${item.frames}) infinite` : "none",
      }}
    />
  );
}

/** A mark on what has been edited and not saved: opening it goes on from there. */
function Changed({ name }: { name: string }) {
  if (!project.value?.drafts.includes(name)) return null;
  return (
    <span class="chip" data-testid={`draft-${name}`}>
      changed
    </span>
  );
}

function Card({ item }: { item: GalleryItem }) {
  return (
    <article class="card" data-testid={`card-${item.name}`}>
      <button
        type="button"
        class="picture"
        aria-label={`Open ${item.title}`}
        onClick={() => openSkill(item.name)}
      >
        <Sprite item={item} />
      </button>
      <div class="text">
        <h3>
          {item.title} <Changed name={item.name} />
        </h3>
        <p>{item.doc}</p>
      </div>
      <footer>
        <button
          type="button"
          class="btn quiet"
          data-testid={`open-${item.name}`}
          onClick={() => openSkill(item.name)}
        >
          Open
        </button>
        <span class="spacer" />
        <button
          type="button"
          class="btn quiet"
          data-testid={`duplicate-${item.name}`}
          onClick={() => duplicate(item.name)}
        >
          <Icon name="copy" /> Duplicate and edit
        </button>
      </footer>
    </article>
  );
}

function Mine({ wanted }: { wanted: string }) {
  const files = (project.value?.files ?? []).filter((f) => f.name.toLowerCase().includes(wanted));
  if (files.length === 0) return null;
  return (
    <section>
      <h2>Your project, {project.value?.name}</h2>
      <div class="files">
        {files.map((file) => (
          <button
            key={file.name}
            type="button"
            class="btn file"
            data-testid={`file-${file.name}`}
            onClick={() => openSkill(file.name)}
          >
            <strong>
              {file.name} <Changed name={file.name} />
            </strong>
            <span class="faint">{file.doc}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

export function Gallery() {
  const query = useSignal("");
  const box = useRef<HTMLDivElement>(null);
  // Keys that are pressed at once are the gallery's.
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
    };
  }, []);
  const wanted = query.value.trim().toLowerCase();
  const items = gallery.value.filter((i) => `${i.name} ${i.title} ${i.doc}`.toLowerCase().includes(wanted));
  const known = Object.keys(GROUPS);
  const rank = (group: string) => (known.includes(group) ? known.indexOf(group) : known.length);
  const groups = [...new Set(items.map((i) => i.group))].sort((a, b) => rank(a) - rank(b));
  const back = () => (overlay.value = "none");
  return (
    <div class="gallery" role="dialog" aria-label="Gallery" data-testid="gallery" ref={box} tabIndex={-1}>
      <div class="inner">
        <div class="hero">
          <span class="logo">
            <Logo />
          </span>
          <div>
            <h1>Footfall studio</h1>
            <p>Pick a motion. Push it. Change it while it walks.</p>
          </div>
          <span class="spacer" />
          <input
            class="field find"
            type="search"
            placeholder="Find a skill"
            aria-label="Find a skill"
            data-testid="gallery-find"
            value={query.value}
            onInput={(event) => (query.value = event.currentTarget.value)}
          />
          <button
            type="button"
            class="btn"
            data-testid="start-tour"
            onClick={() => {
              back();
              tourStep.value = 0;
            }}
          >
            Take the tour
          </button>
          <button type="button" class="btn primary" data-testid="gallery-close" onClick={back}>
            {scriptName.value ? `Continue with ${scriptName.value}` : "Continue"}
          </button>
        </div>
        <Mine wanted={wanted} />
        {groups.map((group) => (
          <section key={group}>
            <h2>{GROUPS[group] ?? group}</h2>
            <div class="cards">
              {items
                .filter((i) => i.group === group)
                .sort((a, b) => place(a) - place(b))
                .map((item) => (
                  <Card key={item.name} item={item} />
                ))}
            </div>
          </section>
        ))}
        {items.length === 0 && <p class="empty">Nothing of that name.</p>}
      </div>
    </div>
  );
}
