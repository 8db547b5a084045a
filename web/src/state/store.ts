/** What the page knows: one signal per thing that the server tells or the user chooses. */

import { batch, computed, signal } from "@preact/signals";
import type {
  Conflict,
  Ended,
  GalleryItem,
  Going,
  Hello,
  Note,
  Problem,
  Program,
  Project,
  Scene,
  SearchPoint,
  SearchState,
  Starting,
  Transport,
} from "../messages";
import type { Ghost, Pose } from "../net/packet";
import { REST_MS } from "./prefs";

/** `shut`: the server is there and asks for its token. */
export type Link = "connecting" | "open" | "lost" | "shut";

export const link = signal<Link>("connecting");
export const hello = signal<Hello | null>(null);
export const scene = signal<Scene | null>(null);
export const program = signal<Program | null>(null);
export const problems = signal<readonly Problem[]>([]);
export const scriptName = signal("");
export const scriptFile = signal("");
export const savedText = signal("");
/** Factors on the body that were saved with the script, those that are not 1. */
export const savedProportions = signal<Readonly<Record<string, number>>>({});
/** A simulation that is being made ready; null when it is there. */
export const starting = signal<Starting | null>(null);
/** Digest of the open script's file, as far as this page knows. */
export const fileDigest = { now: "" };
/** A file that was not written over, since it has changed on disk. */
export const conflict = signal<Conflict | null>(null);
export const values = signal<Readonly<Record<string, number>>>({});
export const transport = signal<Transport | null>(null);
export const ended = signal<Ended | null>(null);
/** Where the body goes in the graph of the moves. */
export const going = signal<Going | null>(null);
export const gallery = signal<readonly GalleryItem[]>([]);
export const project = signal<Project | null>(null);
export const projects = signal<readonly string[]>([]);
export const search = signal<SearchState | null>(null);
export const searchPoints = signal<readonly SearchPoint[]>([]);

/** The newest pose and ghost. No signals: a pose comes 60 times a second and the stage reads it itself. */
export const latest: { pose: Pose | null; ghost: Ghost | null } = { pose: null, ghost: null };

/** Told of every pose that comes, also of those that are not drawn. */
export const poseListeners = new Set<(pose: Pose) => void>();

/** How many poses have come. */
export const received = { count: 0 };

/** Since when a ghost has been awaited, ms; 0: none is. */
export const awaited = { ghost: 0 };

/** How the page keeps up: on a machine that draws slowly, what is only shown gives way to what is awaited. */
export const effort = { slow: false };
const HOLD_MS = 300; // for which pictures may wait for a ghost

/** Whether to leave pictures out for now: somebody waits for a ghost, and drawing would delay it. */
export function holding(now: number): boolean {
  return effort.slow && awaited.ghost > 0 && now - awaited.ghost < HOLD_MS;
}

/** Which scene the newest pose belongs to, -1 before the first. */
export const poseScene = signal(-1);

/** Whether the body has other proportions than those that were saved. */
export const bodyChanged = computed(() => {
  const saved = savedProportions.value;
  if (starting.value) return false; // the scene is still that of another script
  return (scene.value?.proportions ?? []).some((p) => Math.abs(p.value - (saved[p.name] ?? 1)) > 1e-6);
});

/** Parts of the pose that panels show, refreshed when they change visibly. */
export const phaseNow = signal(-1);
/** The same, for highlights: those of short phases would flicker, so each is shown for a while. */
export const phaseShown = signal(-1);
/** Share of the running phase, or of what it calls, that has passed. */
export const phiNow = signal(0);
export const clockNow = signal(0);
export const timeNow = signal(0);
export const headNow = signal(0);
export const tailNow = signal(0);
export const speedNow = signal(0);
export const headingNow = signal(0);
export const rateNow = signal(1);
export const playing = signal(false);
export const earlier = signal(false);
export const ragdoll = signal(false);
export const depthNow = signal(0);

export const hasErrors = computed(() => problems.value.some((p) => p.severity === "error"));

const HUD_INTERVAL_MS = 66;
const SLOW_HUD_INTERVAL_MS = Math.max(200, 2 * REST_MS);
let lastHud = 0;

/** Takes a pose in; quick changes reach the panels about 15 times a second. */
export function takePose(pose: Pose, now: number): void {
  latest.pose = pose;
  for (const note of poseListeners) note(pose);
  poseScene.value = pose.scene;
  const turned = pose.phase !== phaseNow.peek() || pose.playing !== playing.peek() || !pose.playing;
  const often = effort.slow ? SLOW_HUD_INTERVAL_MS : HUD_INTERVAL_MS;
  if ((!turned && now - lastHud < often) || (pose.playing && holding(now))) return;
  lastHud = now;
  batch(() => {
    phaseNow.value = pose.phase;
    clockNow.value = pose.clock;
    phiNow.value = pose.phi;
    showPhase(pose.phase, now);
    timeNow.value = pose.time;
    headNow.value = pose.head;
    tailNow.value = pose.tail;
    speedNow.value = Math.round(pose.speed * 20) / 20;
    headingNow.value = Math.round((pose.heading * 180) / Math.PI);
    rateNow.value = Math.round(pose.rate * 20) / 20;
    playing.value = pose.playing;
    earlier.value = pose.earlier;
    ragdoll.value = pose.ragdoll;
    depthNow.value = pose.depth;
  });
}

const PHASE_SHOWN_MS = 350;
let phaseSince = 0;

/** Moves the highlight on, unless it has just moved. */
function showPhase(phase: number, now: number): void {
  if (phase === phaseShown.peek()) return;
  if (now - phaseSince < PHASE_SHOWN_MS && playing.peek()) return;
  phaseSince = now;
  phaseShown.value = phase;
}

/** Things to tell the user, newest last. */
export interface Toast {
  id: number;
  level: string;
  text: string;
  help: string;
  link?: { href: string; label: string };
}

export const toasts = signal<readonly Toast[]>([]);
let toastCount = 0;

export function tell(note: Omit<Toast, "id"> | Note, seconds = 6): void {
  const toast: Toast = { ...note, id: ++toastCount };
  const same = (t: Toast) => t.text !== toast.text;
  toasts.value = [...toasts.value.filter(same), toast].slice(-3);
  setTimeout(() => dismiss(toast.id), seconds * 1000);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((t) => t.id !== id);
}

/** Moments worth a mark on the time bar. */
export interface Moment {
  time: number;
  what: string;
}

export const moments = signal<readonly Moment[]>([]);

export function mark(what: string): void {
  const time = latest.pose?.time ?? 0;
  const recent = moments.value.filter((m) => m.time >= tailNow.peek() && m.time <= time);
  if (recent.some((m) => m.what === what && time - m.time < 0.5)) return;
  moments.value = [...recent.slice(-200), { time, what }];
}

/** Exports that are being made or are ready, by id. */
export interface ExportRow {
  id: number;
  kind: string;
  share: number;
  text: string;
  url: string;
  /** Nothing more will come of it. */
  ended: boolean;
}

export const exportRows = signal<readonly ExportRow[]>([]);

/** How long things took, measured by the page: milliseconds, newest last. */
export const timings: Record<"diagnostics" | "ghost" | "server" | "frames", number[]> = {
  diagnostics: [],
  ghost: [],
  server: [], // its share of the ghosts' time
  frames: [],
};

export function noteTiming(kind: keyof typeof timings, ms: number): void {
  const list = timings[kind];
  list.push(ms);
  if (list.length > 600) list.splice(0, list.length - 600);
}
