/** Icons: strokes on a 24 grid, coloured by the text around them. */

const PATHS = {
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  stepBack: "M18 6l-8 6 8 6zM6 6v12",
  stepForward: "M6 6l8 6-8 6zM18 6v12",
  reset: "M4 5v5h5M5 10a8 8 0 1 1-1 5",
  branch: "M6 4v9a5 5 0 0 0 5 5h7M14 14l4 4-4 4M6 4v16",
  ghost: "M6 20V11a6 6 0 0 1 12 0v9l-3-2-3 2-3-2zM10 11v.5M14 11v.5",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
  export: "M12 15V4M8 8l4-4 4 4M5 14v6h14v-6",
  gallery: "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z",
  folder: "M4 6h6l2 2h8v11H4z",
  command: "M4 7h16M4 12h10M4 17h7",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4",
  moon: "M19 14A8 8 0 1 1 10 5a6 6 0 0 0 9 9z",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5",
  close: "M6 6l12 12M18 6L6 18",
  ball: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M5 9c5 3 9 3 14 0M5 15c5-3 9-3 14 0",
  push: "M3 12h11M10 7l5 5-5 5M19 5v14",
  ragdoll:
    "M12 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4M12 8c-1 3 1 4 0 7M12 10c-3 0-4 2-5 5M12 10c3 1 4 1 6 0M12 15l-3 5M12 15c2 1 3 3 3 5",
  ground: "M3 18l6-8 4 5 3-3 5 6zM3 18h18",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  left: "M14 6l-6 6 6 6",
  right: "M10 6l6 6-6 6",
  eye: "M3 12c4-7 14-7 18 0-4 7-14 7-18 0M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5",
  camera: "M4 8h4l2-3h4l2 3h4v11H4zM12 10.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  plus: "M12 5v14M5 12h14",
  stop: "M7 7h10v10H7z",
  follow: "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10M12 3v4M12 17v4M3 12h4M17 12h4",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  const filled = name === "play" || name === "stop";
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill={filled ? "currentColor" : "none"}
        stroke="currentColor"
        stroke-width="1.8"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M17 6l-3 9 5 4-2 7M14 15l-5 8M17 8l5 4"
        stroke="var(--on-accent)"
        stroke-width="2.6"
        fill="none"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
