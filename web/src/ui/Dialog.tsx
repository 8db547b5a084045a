/** A dialog over the page: Escape and a click beside it close it, Tab stays inside. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { overlay } from "../state/overlay";
import { Icon } from "./icons";

const FOCUSABLE = "button:not(:disabled), input:not(:disabled), select, a[href], [tabindex='0']";

export function close(): void {
  overlay.value = "none";
}

interface DialogProps {
  title: string;
  testid: string;
  bare?: boolean;
  wide?: boolean;
  children: ComponentChildren;
}

export function Dialog({ title, testid, bare, wide, children }: DialogProps) {
  const box = useRef<HTMLDivElement>(null);
  // Before it is seen: keys that are pressed at once are the dialog's.
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>("[data-autofocus], input, button")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    if (event.key !== "Tab" || !box.current) return;
    const stops = [...box.current.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const first = stops[0];
    const last = stops[stops.length - 1];
    const leaving = event.shiftKey ? first : last;
    if (document.activeElement !== leaving) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the dialog inside
    <div
      class="veil"
      role="presentation"
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) close();
      }}
      onKeyDown={onKey}
    >
      <div
        ref={box}
        class={`dialog ${bare ? "palette" : ""} ${wide ? "wide" : ""}`}
        role="dialog"
        aria-modal="true"
        aria-label={title}
        data-testid={testid}
      >
        {!bare && (
          <header>
            <h2>{title}</h2>
            <span class="spacer" />
            <button
              type="button"
              class="btn quiet icon"
              aria-label="Close"
              data-testid="dialog-close"
              onClick={close}
            >
              <Icon name="close" />
            </button>
          </header>
        )}
        {children}
      </div>
    </div>
  );
}
