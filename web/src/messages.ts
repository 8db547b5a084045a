// Made by `python -m footfall.studio.protocol.typescript` from the server's structs: do not edit.

export const PROTOCOL = 4;
export const MAX_TEXT = 1000000;
export const MAX_LIVE = 50000;
export const NO_TOKEN = 4401;
export const POSE = 1;
export const GHOST = 2;
export const PLAYING = 1;
export const EARLIER = 2;
export const ENDED = 4;
export const RAGDOLL = 8;
export const PENDULUM = 16;
export const GHOST_ENDED = 2;
export const POSE_HEAD = 100;
export const GHOST_HEAD = 24;

/**
 * Replace text from `start` to `end`, in UTF-16 units.
 */
export interface Change {
  start: number;
  end: number;
  text: string;
}

/**
 * A pose packet has been drawn. At most `MAX_UNACKED` may be on their way to a page.
 */
export interface Ack {
  type: "ack";
  seq: number;
}

/**
 * Let the clock run. If an earlier moment is shown, the view returns to the newest one.
 */
export interface Play {
  type: "play";
}

/**
 * Stop the clock.
 */
export interface Pause {
  type: "pause";
}

/**
 * Pause and advance by some frames of 1/60 s; a negative number moves back in the history.
 */
export interface Step {
  type: "step";
  frames?: number;
}

/**
 * Simulated seconds per second: 0.25 is slow motion.
 */
export interface SetSpeed {
  type: "setSpeed";
  factor: number;
}

/**
 * Pause and show an earlier moment, seconds of simulated time.
 */
export interface Scrub {
  type: "scrub";
  time: number;
}

/**
 * Continue from an earlier moment with the script as it is now; what came after is deleted.
 */
export interface Branch {
  type: "branch";
  time: number;
}

/**
 * Begin again at the start, with the current script, body and ground.
 */
export interface Reset {
  type: "reset";
}

/**
 * Changes of the text. If they were made to its newest version they are accepted, and the answers are
 * `Edited`, then `Checked`; if it compiles, it runs at once. If another page was first they are not, and the
 * `Edited` of that page is on its way: rebase them on it and send them again.
 *
 * Attributes:
 *     version: Of the text that is changed.
 *     changes: From the first to the last, without overlap; all places are those of that version.
 *     name: A unique name of this edit; one that was accepted is not accepted again.
 *     ghost: Whether to show the next seconds of it (`Ghost`), settings as in `SetGhosts`.
 */
export interface Edit {
  type: "edit";
  version: number;
  changes: Change[];
  name?: string;
  ghost?: boolean;
}

/**
 * Asks for completions at a place in a text. The answer is `Completions`.
 */
export interface Complete {
  type: "complete";
  id: number;
  text: string;
  offset: number;
}

/**
 * Asks for hover help at a place in a text. The answer is `Hovered`.
 */
export interface Hover {
  type: "hover";
  id: number;
  text: string;
  offset: number;
}

/**
 * Change a live parameter of the skill, in SI units; the text stays as it is.
 */
export interface SetParameter {
  type: "setParameter";
  name: string;
  value: number;
}

/**
 * Settings of the ghosts; answered by ghost packets at once and after every edit.
 *
 * Attributes:
 *     next: Whether to show the next seconds of the edited script.
 *     last: Whether to show where the version before the last edit would be.
 *     seconds: How far.
 *     from_time: The moment to start from, in the history; None: now.
 */
export interface SetGhosts {
  type: "setGhosts";
  next?: boolean;
  last?: boolean;
  seconds?: number;
  fromTime?: number | null;
}

/**
 * Push a part at its centre of mass for a while.
 *
 * Attributes:
 *     part: As in scripts: trunk, pelvis, head, lThigh …
 *     force: Newtons; heading frame (forward, left, up), or the world's with `world`.
 *     seconds: How long. A drag repeats pushes of 0.05 s or so while it lasts.
 *     world: Whether `force` is in world axes.
 */
export interface Push {
  type: "push";
  part: string;
  force: [number, number, number];
  seconds?: number;
  world?: boolean;
}

/**
 * Throw a ball at the centre of mass.
 *
 * Attributes:
 *     mass: Kilograms.
 *     speed: m/s.
 *     angle: Where it comes from, rad, heading frame: 0 from ahead, pi/2 from the left.
 */
export interface Throw {
  type: "throw";
  mass?: number;
  speed?: number;
  angle?: number;
}

/**
 * Another ground, as on the command line: flat, slope:5, stairs:0.05,0.4,10, or bumps:0.03.
 */
export interface SetGround {
  type: "setGround";
  ground: string;
}

/**
 * Let all joints go limp, or let the script drive them again.
 */
export interface SetRagdoll {
  type: "setRagdoll";
  on: boolean;
}

/**
 * Let the library's script get the body up from where it lies, and the script go on when it stands.
 */
export interface GetUp {
  type: "getUp";
}

/**
 * Go to a node of the graph of the moves, from where the body is; the answers are `Going`.
 *
 * Attributes:
 *     node: Its name; "" lets the script that is edited drive the body again.
 */
export interface Go {
  type: "go";
  node: string;
}

/**
 * A key that scripts may wait for (``key A``) goes down or up.
 */
export interface Key {
  type: "key";
  name: string;
  down: boolean;
}

/**
 * Other proportions of the same body, at once. Names and ranges are in `Scene.proportions`.
 */
export interface SetProportions {
  type: "setProportions";
  values: Record<string, number>;
}

/**
 * A term of an objective; kinds are in `Hello.terms`. None: the default of its kind.
 */
export interface TermChoice {
  kind: string;
  target?: number | null;
  weight?: number | null;
}

/**
 * Search for better values of the marked numbers of the current script.
 *
 * Attributes:
 *     terms: The objective.
 *     seconds: Length of each run.
 *     minutes: When to stop by itself.
 *     free: Phases all of whose numbers are free; empty: the marked numbers.
 *     seed: Of all that is drawn.
 */
export interface StartSearch {
  type: "startSearch";
  terms: TermChoice[];
  seconds?: number;
  minutes?: number;
  free?: string[];
  seed?: number;
}

/**
 * Stop. With `keep`, the best candidate's numbers become the script (`Script`).
 */
export interface StopSearch {
  type: "stopSearch";
  keep?: boolean;
}

/**
 * Let the best candidate so far drive the body on the stage, or the script again; the text stays.
 */
export interface WatchSearch {
  type: "watchSearch";
  on: boolean;
}

/**
 * Show a skill: of the library, or a file of the project (``walk.skill``).
 */
export interface OpenSkill {
  type: "openSkill";
  name: string;
}

/**
 * Copy a skill of the library or of the project into the project, and open the copy.
 *
 * Attributes:
 *     name: The skill.
 *     to: The new file's name, without suffix; None: a free one.
 */
export interface Duplicate {
  type: "duplicate";
  name: string;
  to?: string | null;
}

/**
 * Write the script, as the server has it, into the project. The answer is `Project`, or `Conflict` when
 * the file has changed since it was read.
 *
 * Attributes:
 *     to: A file of the project; None: where it came from, or a new one.
 *     expected_digest: Digest of the file that may be overwritten, from `Script`, `Project` or `Conflict`.
 */
export interface Save {
  type: "save";
  to?: string | null;
  expectedDigest?: string;
}

/**
 * After a `Conflict`: replace the edited text and proportions by those of the file.
 */
export interface TakeTheirs {
  type: "takeTheirs";
  name: string;
}

/**
 * Make a project beside the current one, and open it.
 */
export interface NewProject {
  type: "newProject";
  name: string;
}

/**
 * Open a project that `Projects` lists.
 */
export interface OpenProject {
  type: "openProject";
  name: string;
}

/**
 * Copy the current project under another name, and open the copy.
 */
export interface DuplicateProject {
  type: "duplicateProject";
  name: string;
}

/**
 * Make a file of a span of time. The answers are `Exporting` and `Exported`.
 *
 * Attributes:
 *     id: Carried by the answers.
 *     kind: video (mp4), gif, strip (png), plot (png), recording (npz), or motion for other programs:
 *         glb, bvh or csv.
 *     start, end: Seconds of simulated time in the history; None: all of it.
 */
export interface Export {
  type: "export";
  id: number;
  kind: string;
  start?: number | null;
  end?: number | null;
}

/**
 * Stop making a file, or do not begin.
 */
export interface CancelExport {
  type: "cancelExport";
  id: number;
}

/**
 * An argument: `kind` is angle, gain, damping, time, length, force, speed, number, joint, part,
 * place, bodypart, text or word (then one of `words`).
 */
export interface ArgInfo {
  name: string;
  kind: string;
  optional: boolean;
  words: string[];
  doc: string;
}

/**
 * ``.name(args)`` behind a statement's subject.
 */
export interface ClauseInfo {
  name: string;
  args: ArgInfo[];
  doc: string;
}

/**
 * A row of the table of statements.
 */
export interface StatementInfo {
  word: string;
  subject: string;
  args: ArgInfo[];
  clauses: ClauseInfo[];
  doc: string;
  example: string;
}

/**
 * Something a script can sense; `of` is "", com, part or joint.
 */
export interface SenseInfo {
  of: string;
  name: string;
  kind: string;
  doc: string;
}

/**
 * A function of expressions.
 */
export interface FunctionInfo {
  name: string;
  form: string;
  doc: string;
}

/**
 * What a script may say.
 *
 * Attributes:
 *     keywords: SKILL, PHASE, TO …
 *     operators: and, or, not, contact, deg …
 *     ranges: Joint without its side -> axis -> lowest and highest angle, rad.
 */
export interface Language {
  keywords: string[];
  operators: string[];
  statements: StatementInfo[];
  senses: SenseInfo[];
  functions: FunctionInfo[];
  joints: string[];
  parts: string[];
  places: string[];
  ranges: Record<string, Record<string, [number, number]>>;
}

/**
 * A kind of term for searches; `needs` is target, of, file or "".
 */
export interface TermInfo {
  kind: string;
  doc: string;
  unit: string;
  weight: number;
  needs: string;
}

/**
 * First message of a connection.
 */
export interface Hello {
  type: "hello";
  protocol: number;
  version: string;
  language: Language;
  bodies: string[];
  grounds: string[];
  terms: TermInfo[];
  maxUnacked: number;
  framesPerSecond: number;
  historySeconds: number;
}

/**
 * A moving body of the model, in the order of pose packets.
 *
 * Attributes:
 *     name: In the model.
 *     part: Script name of the part ("trunk", "lThigh"), "" for balls and props.
 *     side: left, right or "".
 *     parent: Index of the parent in this list, -1 for the world.
 *     mass: Kilograms.
 *     pos, quat: In the zero pose (upright, arms hanging), world; quaternion w, x, y, z.
 */
export interface BodyInfo {
  name: string;
  part: string;
  side: string;
  parent: number;
  mass: number;
  pos: [number, number, number];
  quat: [number, number, number, number];
}

/**
 * Something drawn.
 *
 * Attributes:
 *     body: Index into `Scene.bodies`; -1: fixed to the world.
 *     kind: plane, sphere, capsule (along z), ellipsoid, cylinder (along z), box, mesh or hfield.
 *     size: As MuJoCo has it: radius; radius, half length; half sizes. hfield: half x, half y, height, base.
 *     pos, quat: In the body's frame, m; quaternion w, x, y, z.
 *     rgba: 0 to 1.
 *     category: ground, body, ball or prop.
 *     grid: hfield only: rows, columns; heights 0 to 1 are in `heights`, row by row along y.
 */
export interface Shape {
  body: number;
  kind: string;
  size: number[];
  pos: [number, number, number];
  quat: [number, number, number, number];
  rgba: [number, number, number, number];
  category: string;
  grid: [number, number];
  heights: number[];
}

/**
 * An axis of a joint, in the order of pose packets.
 *
 * Attributes:
 *     name: Of the axis: lKnee.pitch.
 *     joint: Script name: lKnee.
 *     axis: pitch, roll or yaw.
 *     low, high: rad; None: free.
 *     limit: Torque limit, N m.
 *     body: Index into `Scene.bodies` of the part it moves; joints of one part turn it in this order.
 *     anchor: Where the joint sits in that part's frame, m.
 *     direction: Its axis in that part's frame; the script's angle turns about it, right-handed.
 */
export interface JointInfo {
  name: string;
  joint: string;
  axis: string;
  low: number | null;
  high: number | null;
  limit: number;
  body: number;
  anchor: [number, number, number];
  direction: [number, number, number];
}

/**
 * A slider of the body's build: `value` is a factor on the body as designed.
 */
export interface Proportion {
  name: string;
  label: string;
  group: string;
  low: number;
  high: number;
  value: number;
}

/**
 * What to draw; sent at the start and when body or ground change.
 *
 * Attributes:
 *     id: Pose packets carry it (low 16 bits): packets of another scene must not be drawn.
 *     root: Index into `bodies` of the pelvis.
 *     trunk: Index of the trunk.
 *     feet: Indices of left and right foot.
 *     height: Standing height, m.
 *     mass: Kilograms, of the whole body.
 *     dt: Physics step, s.
 */
export interface Scene {
  type: "scene";
  id: number;
  body: string;
  planar: boolean;
  dt: number;
  root: number;
  trunk: number;
  feet: number[];
  height: number;
  mass: number;
  ground: string;
  bodies: BodyInfo[];
  shapes: Shape[];
  joints: JointInfo[];
  proportions: Proportion[];
}

/**
 * A search mark ``~std<lo,hi>`` in the literal's own unit; None: no bound.
 */
export interface MarkInfo {
  std: number;
  lo: number | null;
  hi: number | null;
}

/**
 * A literal of the script's text. All places in texts count UTF-16 units, as the page does.
 *
 * Attributes:
 *     start, end: Sign and number only: what a new value replaces.
 *     whole_end: Behind its mark and unit.
 *     value: In its own unit.
 *     unit: "deg" or "".
 *     kind: angle, gain, time, length, force, speed or number.
 *     label: For people.
 *     low, high: What makes sense for a slider, own unit.
 */
export interface Number {
  start: number;
  end: number;
  wholeEnd: number;
  value: number;
  unit: string;
  kind: string;
  label: string;
  low: number;
  high: number;
  mark: MarkInfo | null;
}

/**
 * A point of a curve: indices into `Program.numbers`, -1 for an expression.
 */
export interface Knot {
  x: number;
  y: number;
}

/**
 * An argument of a statement.
 *
 * Attributes:
 *     argument: angle, kp, feedback.cd, roll.angle, lateral.cv, by.joint, …
 *     kind: As in `ArgInfo`.
 *     start, end: In the text.
 *     number: Index into `Program.numbers` when it is a plain literal, else -1.
 *     text: As written.
 *     knots: When it is a curve.
 */
export interface Value {
  argument: string;
  kind: string;
  start: number;
  end: number;
  number: number;
  text: string;
  knots: Knot[];
}

/**
 * A statement on one subject: ``swKnee(1.1)`` of ``POSE swKnee(1.1), stKnee(.05);``.
 */
export interface ActionInfo {
  word: string;
  subject: string;
  keep: boolean;
  start: number;
  end: number;
  line: number;
  values: Value[];
}

/**
 * An edge of the state graph.
 *
 * Attributes:
 *     source: Index of a phase; -1 for ALWAYS.
 *     target: Index of a phase; -1 for end.
 *     when: The condition, as written.
 *     numbers: Indices into `Program.numbers` in the condition.
 */
export interface Transition {
  source: number;
  target: number;
  swap: boolean;
  when: string;
  start: number;
  end: number;
  line: number;
  numbers: number[];
}

/**
 * A phase of the script itself (pose packets count these).
 *
 * Attributes:
 *     calls: The skill it calls, or "".
 *     lasts: Index into `Program.numbers` of its LASTS literal, else -1.
 *     duration: Index of the literal T in ``TO … WHEN time > T``, else -1: SIMBICON's state duration.
 *     duration_parameter: Name of the parameter that is written there instead, or "".
 */
export interface PhaseInfo {
  name: string;
  nameStart: number;
  nameEnd: number;
  start: number;
  end: number;
  line: number;
  endLine: number;
  calls: string;
  lasts: number;
  duration: number;
  durationParameter: string;
  actions: ActionInfo[];
}

/**
 * A live parameter of the skill, SI units.
 *
 * Attributes:
 *     number: Index into `Program.numbers` of its default, else -1.
 *     low, high: For its slider.
 */
export interface ParameterInfo {
  name: string;
  kind: string;
  value: number;
  default: number;
  low: number;
  high: number;
  number: number;
}

/**
 * What a preset gives a parameter, SI units.
 */
export interface PresetValue {
  parameter: string;
  value: number;
}

/**
 * Values of the skill's parameters under a name (PRESET).
 */
export interface PresetInfo {
  name: string;
  values: PresetValue[];
}

/**
 * A value that the script gives a name (pose packets carry its value).
 *
 * Attributes:
 *     phase: Index of the phase that defines it; -1 at the head.
 *     unit: rad, s, m, N, m/s or "".
 */
export interface LetInfo {
  name: string;
  phase: number;
  unit: string;
}

/**
 * The script that runs, with a place in the text for everything that can be edited.
 */
export interface Program {
  type: "program";
  version: number;
  name: string;
  doc: string;
  body: string;
  classic: boolean;
  phases: PhaseInfo[];
  transitions: Transition[];
  parameters: ParameterInfo[];
  numbers: Number[];
  lets: LetInfo[];
  presets: PresetInfo[];
}

/**
 * A diagnostic.
 *
 * Attributes:
 *     severity: error or warning.
 *     file: "" for the script itself, else the called script it is in (then without place here).
 */
export interface Problem {
  code: string;
  severity: string;
  message: string;
  label: string;
  help: string;
  start: number;
  end: number;
  line: number;
  column: number;
  file: string;
  fix: Change | null;
}

/**
 * Answer to `Edit`. When `ok`, a `Program` of the same version follows and runs; else the last good
 * script keeps running.
 */
export interface Checked {
  type: "checked";
  version: number;
  ok: boolean;
  problems: Problem[];
}

/**
 * The text of the editor is to be this one: opened, restored, or kept from a search.
 *
 * Attributes:
 *     name: simbicon/walk3d, or a file of the project.
 *     file: The project's file it will be saved to; "" for one of the library.
 *     reason: opened, duplicated, or restored (to a page that has just come).
 *     digest: Of its file, for `Save.expected_digest`; "" when it has none.
 *     session: Id of the session; each start of the server has another.
 *     fresh: Whether nothing has been edited since it was opened.
 *     accepted_edits: Names of the last edits that were accepted.
 *     saved_text: The text of its file, or of the library: what differs from it has not been saved.
 *     saved_proportions: Factors on the body that were saved with it.
 */
export interface Script {
  type: "script";
  version: number;
  name: string;
  file: string;
  text: string;
  reason: string;
  digest: string;
  session: string;
  fresh: boolean;
  acceptedEdits: string[];
  savedText: string;
  savedProportions: Record<string, number>;
}

/**
 * The text has changed, from the version before this one.
 *
 * Attributes:
 *     version: Of the text now.
 *     name: Of the edit; "" when no page made it.
 *     own: Whether it is this page's own edit; its changes are left out then.
 *     changes: Places are those of the version before.
 *     reason: edit, search (its numbers are kept) or disk (the file's text is taken).
 */
export interface Edited {
  type: "edited";
  version: number;
  name: string;
  own: boolean;
  changes: Change[];
  reason: string;
}

/**
 * One completion; `insert` replaces the range of `Completions`.
 */
export interface Completion {
  label: string;
  insert: string;
  kind: string;
  detail: string;
  doc: string;
}

/**
 * Answer to `Complete`.
 */
export interface Completions {
  type: "completions";
  id: number;
  start: number;
  end: number;
  items: Completion[];
}

/**
 * Answer to `Hover`; an empty `title` means nothing is known. `text` is plain, in lines.
 */
export interface Hovered {
  type: "hovered";
  id: number;
  start: number;
  end: number;
  title: string;
  text: string;
}

/**
 * The live parameters now, SI units.
 */
export interface Values {
  type: "values";
  values: Record<string, number>;
}

/**
 * The clock: sent when something of it changes.
 *
 * Attributes:
 *     time: What is shown, s.
 *     head, tail: Newest and oldest moment of the history, s.
 *     live: False while an earlier moment is shown.
 */
export interface Transport {
  type: "transport";
  playing: boolean;
  speed: number;
  time: number;
  head: number;
  tail: number;
  live: boolean;
  ragdoll: boolean;
}

/**
 * The run would end here: fell, done, stuck or diverged. The simulation continues if it can.
 *
 * Attributes:
 *     good: Whether it did what was asked; after its end the last control holds.
 *     can_get_up: Whether `GetUp` is possible.
 */
export interface Ended {
  type: "ended";
  reason: string;
  time: number;
  text: string;
  good: boolean;
  canGetUp: boolean;
}

/**
 * The body goes through the graph of the moves: sent when it comes to another node.
 *
 * Attributes:
 *     to: The node that it goes to; "" when the script that is edited drives it.
 *     here: The node that it is in; "" while it falls, or in none.
 *     way: The nodes that were planned.
 */
export interface Going {
  type: "going";
  to: string;
  here: string;
  way: string[];
}

/**
 * A simulation is being made ready, for which one has to wait.
 *
 * Attributes:
 *     name: Of the script.
 *     text: What is done now.
 *     share: Of the work that is done, 0 to 1; None when nobody knows.
 *     seconds: Since it began.
 */
export interface Starting {
  type: "starting";
  name: string;
  text: string;
  share: number | null;
  seconds: number;
}

/**
 * A ghost packet of this version has been sent.
 *
 * Attributes:
 *     which: next or last.
 *     end: "time", or how it ended: fell …
 *     wall_ms: From the request's arrival to this message, ms.
 */
export interface GhostInfo {
  type: "ghostInfo";
  version: number;
  which: string;
  end: string;
  seconds: number;
  wallMs: number;
}

/**
 * The simulation process was lost and is back.
 *
 * Attributes:
 *     reason: died or hung.
 *     seconds: It took.
 *     time: Where it continues, simulated seconds.
 */
export interface Restarted {
  type: "restarted";
  reason: string;
  seconds: number;
  time: number;
}

/**
 * A message for the user; `level` is info, warning or error.
 */
export interface Note {
  type: "note";
  level: string;
  text: string;
  help: string;
}

/**
 * A message was not carried out.
 *
 * Attributes:
 *     what: Its type, or "" when it could not be read.
 */
export interface Refused {
  type: "refused";
  what: string;
  text: string;
  help: string;
}

/**
 * One generation of a search.
 */
export interface SearchPoint {
  evaluations: number;
  best: number;
  mean: number;
  seconds: number;
}

/**
 * How a search goes; sent at its start, after every generation and at its end.
 *
 * Attributes:
 *     state: idle, starting, running, done or failed.
 *     points: New ones since the last message; all of them to a page that has just connected.
 *     text: The script with the best numbers so far; "" while there is none better.
 *     reason: Why it ended, or what failed.
 *     watched: Whether the best candidate drives the body on the stage.
 */
export interface SearchState {
  type: "search";
  state: "idle" | "starting" | "running" | "done" | "failed";
  free: number;
  workers: number;
  evaluations: number;
  perSecond: number;
  best: number | null;
  startScore: number | null;
  seconds: number;
  secondsLeft: number | null;
  points: SearchPoint[];
  text: string;
  reason: string;
  watched: boolean;
}

/**
 * A skill of the library.
 *
 * Attributes:
 *     name: simbicon/walk3d.
 *     title: Walk 3d.
 *     doc: Its first ``##`` line.
 *     body: What it runs on unless told.
 *     group: simbicon, moves …
 *     thumbnail: Address of a picture of `frames` frames beside each other; "" when there is none.
 *     frames, width, height: Of the picture's frames, pixels.
 *     seconds: Time from the first frame to the last, then again from the first.
 */
export interface GalleryItem {
  name: string;
  title: string;
  doc: string;
  body: string;
  group: string;
  thumbnail: string;
  frames: number;
  width: number;
  height: number;
  seconds: number;
}

/**
 * Every skill of the library.
 */
export interface Gallery {
  type: "gallery";
  items: GalleryItem[];
}

/**
 * A script of the project.
 */
export interface ProjectFile {
  name: string;
  doc: string;
}

/**
 * The project that is open: a plain folder.
 *
 * Attributes:
 *     saved: The file that has just been written, or "".
 *     digest: Of the open script's file now, for `Save.expected_digest`; "" when it has not changed.
 *     drafts: Scripts of the project or of the library that have been edited and not saved.
 *     saved_proportions: What was saved with `saved`.
 */
export interface Project {
  type: "project";
  name: string;
  path: string;
  files: ProjectFile[];
  saved: string;
  digest: string;
  drafts: string[];
  savedProportions: Record<string, number>;
}

/**
 * Answer to `Save`: nothing was written, since the file has changed since it was read.
 *
 * Attributes:
 *     name: The file.
 *     mine: The text that is edited.
 *     theirs: The file's text.
 *     proportions_differ: Whether the proportions saved with it differ too.
 *     digest: Of the file, for `Save.expected_digest`.
 */
export interface Conflict {
  type: "conflict";
  name: string;
  mine: string;
  theirs: string;
  proportionsDiffer: boolean;
  digest: string;
}

/**
 * Projects beside the current one, by name.
 */
export interface Projects {
  type: "projects";
  names: string[];
}

/**
 * An export will not be made: it was cancelled, or something is wrong.
 */
export interface ExportFailed {
  type: "exportFailed";
  id: number;
  text: string;
  help: string;
}

/**
 * An export is being made, or waits for others; `share` is 0 to 1.
 */
export interface Exporting {
  type: "exporting";
  id: number;
  share: number;
  text: string;
}

/**
 * An export is ready: a file of the project's ``exports`` folder, to be fetched at `url`.
 */
export interface Exported {
  type: "exported";
  id: number;
  kind: string;
  name: string;
  url: string;
  bytes: number;
  text: string;
}

export type FromPage =
  | Ack
  | Play
  | Pause
  | Step
  | SetSpeed
  | Scrub
  | Branch
  | Reset
  | Edit
  | Complete
  | Hover
  | SetParameter
  | SetGhosts
  | Push
  | Throw
  | SetGround
  | SetRagdoll
  | GetUp
  | Go
  | Key
  | SetProportions
  | StartSearch
  | StopSearch
  | WatchSearch
  | OpenSkill
  | Duplicate
  | Save
  | TakeTheirs
  | NewProject
  | OpenProject
  | DuplicateProject
  | Export
  | CancelExport;

export type ToPage =
  | Hello
  | Scene
  | Program
  | Checked
  | Script
  | Edited
  | Completions
  | Hovered
  | Values
  | Transport
  | Ended
  | GhostInfo
  | Restarted
  | Going
  | Note
  | Refused
  | SearchState
  | Gallery
  | Project
  | Conflict
  | Projects
  | Exporting
  | Exported
  | ExportFailed
  | Starting;
