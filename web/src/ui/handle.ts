/** `window.__studio`: what tests and curious people may look at. Nothing of the page depends on it. */

import type { ViewName } from "../stage/camera";
import type { Stage } from "../stage/stage";
import { docText } from "../state/document";
import { isSettled } from "../state/session";
import * as store from "../state/store";

let stage: Stage | null = null;

export function setStageHandle(made: Stage): void {
  stage = made;
}

/** Chooses a camera view by name. */
export function chooseView(name: ViewName): void {
  stage?.view(name);
}

/** Makes the camera follow again. */
export function focusBody(): void {
  stage?.follow.frame();
  stage?.touch();
}

const handle = {
  get frames(): number {
    return stage?.frames ?? 0;
  },
  get received(): number {
    return store.received.count;
  },
  get pose() {
    return store.latest.pose;
  },
  get text(): string {
    return docText.peek();
  },
  get program() {
    return store.program.peek();
  },
  get scene() {
    return store.scene.peek();
  },
  get values() {
    return store.values.peek();
  },
  get problems() {
    return store.problems.peek();
  },
  get ghost() {
    return store.latest.ghost;
  },
  /** Whether the server has confirmed everything that was typed here. */
  get settled() {
    return isSettled();
  },
  get link() {
    return store.link.peek();
  },
  timings: store.timings,
  /** What the stage shows: where the camera is, how large a force is drawn, where the feet are. */
  get view() {
    return stage?.describe() ?? null;
  },
  get ended() {
    return store.ended.peek();
  },
  get starting() {
    return store.starting.peek();
  },
  get phi() {
    return store.phiNow.peek();
  },
  trunkPlace: () => stage?.trunkPlace() ?? [0, 0],
  render: () => stage?.renderNow(),
};

export function exposeHandle(): void {
  (window as unknown as { __studio: typeof handle }).__studio = handle;
}
