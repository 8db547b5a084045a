/** The stage: draws the newest pose when there is one, and nothing when nothing changes. */

import { effect } from "@preact/signals";
import * as THREE from "three";
import type { Scene } from "../messages";
import type { Ghost, Pose } from "../net/packet";
import { overlay } from "../state/overlay";
import { dark, ghostLast, ghostNext, layers, lowQuality } from "../state/prefs";
import { setStage } from "../state/session";
import { holding, latest, noteTiming, scene as sceneSignal } from "../state/store";
import { FollowCamera, type ViewName } from "./camera";
import { Ghosts } from "./ghosts";
import { paintGround, palette } from "./ground";
import { Overlays } from "./overlays";
import { Pace } from "./pace";
import { Pendulum } from "./pendulum";
import { Pusher, type PushLabel } from "./push";
import { type Built, buildScene, placeBodies, release } from "./shapes";

const TRUNK_MIDDLE = 0.15; // m above the trunk's joint

export class Stage {
  readonly follow = new FollowCamera();
  frames = 0;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly world = new THREE.Scene();
  private readonly sun = new THREE.DirectionalLight("#fff6ea", 2.1);
  private readonly sky = new THREE.HemisphereLight("#f4f8ff", "#8c867c", 1.5);
  private readonly overlays = new Overlays();
  private readonly ghosts = new Ghosts();
  private readonly pendulum = new Pendulum();
  private readonly pusher: Pusher;
  private built: Built | null = null;
  private scene: Scene | null = null;
  private readonly pace = new Pace();
  private drew = false;
  private fresh = false;
  private stale = true;
  private lastDraw = 0;
  private request = 0;
  private readonly stops: (() => void)[] = [];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    onPush: (label: PushLabel | null) => void,
  ) {
    this.renderer = new THREE.WebGLRenderer({
      canvas,
      antialias: !lowQuality,
      preserveDrawingBuffer: lowQuality,
    });
    this.renderer.shadowMap.enabled = !lowQuality;
    this.renderer.shadowMap.type = THREE.VSMShadowMap; // the only one whose edges are soft by its radius
    this.renderer.setPixelRatio(this.pace.scale);
    this.pusher = new Pusher(this.follow.camera, onPush);
    this.light();
    this.world.add(this.overlays.root, this.ghosts.root, this.pendulum.root, this.pusher.root);
    const sizes = new ResizeObserver(() => this.resize());
    sizes.observe(canvas.parentElement ?? canvas);
    this.stops.push(
      () => sizes.disconnect(),
      effect(() => this.setScene(sceneSignal.value)),
      effect(() => this.repaint()),
    );
    setStage({ pose: (p) => this.takePose(p), ghost: (g) => this.takeGhost(g) });
    this.loop = this.loop.bind(this);
    this.request = requestAnimationFrame(this.loop);
  }

  dispose(): void {
    cancelAnimationFrame(this.request);
    setStage(null);
    for (const stop of this.stops) stop();
    this.renderer.dispose();
  }

  view(name: ViewName): void {
    this.follow.view(name);
    this.touch();
  }

  /** Something about the picture has changed. */
  touch(): void {
    this.stale = true;
  }

  /** Draws at once, for tests. */
  renderNow(): void {
    this.look();
    this.follow.update(1);
    this.draw(performance.now());
  }

  private light(): void {
    this.sun.castShadow = !lowQuality;
    this.sun.shadow.mapSize.set(512, 512); // blurred: finer ones would only cost time
    this.sun.shadow.radius = 4;
    this.sun.shadow.blurSamples = 8;
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.02;
    const box = this.sun.shadow.camera;
    Object.assign(box, { left: -3, right: 3, top: 3, bottom: -3, near: 0.5, far: 20 });
    this.sky.position.set(0, 0, 1);
    this.world.add(this.sun, this.sun.target, this.sky);
  }

  /** Draws more simply from now on: this machine is too slow for all of it. */
  private simplify(): void {
    this.renderer.shadowMap.enabled = false;
    this.sun.castShadow = false;
    this.renderer.setPixelRatio(this.pace.scale);
    this.resize();
  }

  private repaint(): void {
    void layers.value;
    const colours = palette();
    this.world.background = new THREE.Color(colours.sky);
    this.world.fog = new THREE.Fog(colours.sky, 14, 60);
    this.sky.intensity = dark.value ? 1.0 : 1.5;
    this.sun.intensity = dark.value ? 1.9 : 2.1;
    paintGround();
    this.overlays.repaint();
    this.ghosts.repaint();
    this.pendulum.repaint();
    if (!ghostNext.value) this.ghosts.clear("next");
    if (!ghostLast.value) this.ghosts.clear("last");
    this.fresh = latest.pose !== null;
    this.touch();
  }

  private setScene(scene: Scene | null): void {
    if (!scene) return;
    if (this.built) {
      this.world.remove(this.built.root);
      release(this.built.root);
    }
    const another = this.scene?.body !== scene.body;
    this.scene = scene;
    this.built = buildScene(scene);
    this.world.add(this.built.root);
    this.ghosts.build(scene);
    this.overlays.clearTrails();
    this.pusher.end();
    this.overlays.setWeight(scene.mass);
    this.follow.suit(scene.height);
    if (another) this.follow.view(scene.planar ? "side" : "quarter");
    this.touch();
  }

  private takePose(pose: Pose): void {
    this.fresh = true;
    if (this.scene && pose.bodies.length === this.scene.bodies.length * 7)
      this.overlays.note(pose, this.scene);
  }

  private takeGhost(ghost: Ghost): void {
    this.ghosts.take(ghost);
    this.touch();
  }

  private resize(): void {
    const parent = this.canvas.parentElement;
    if (!parent || parent.clientWidth === 0) return;
    this.renderer.setSize(parent.clientWidth, parent.clientHeight, false);
    const tools = parent.querySelector(".hud.bottom")?.getBoundingClientRect();
    const below = tools ? Math.max(0, parent.getBoundingClientRect().bottom - tools.top) : 0;
    this.follow.resize(parent.clientWidth, parent.clientHeight, Math.min(below, parent.clientHeight / 3));
    this.touch();
  }

  private loop(now: number): void {
    this.request = requestAnimationFrame(this.loop);
    const seconds = (now - this.lastDraw) / 1000;
    if (this.drew && this.pace.took(now - this.lastDraw)) this.simplify();
    this.drew = false;
    if (this.pace.early(now - this.lastDraw) || holding(now)) return;
    if (this.fresh) this.look();
    const gliding = this.follow.update(seconds);
    const seen = overlay.value !== "gallery"; // the gallery covers everything
    if (seen && (this.fresh || this.stale || gliding || this.pusher.active)) this.draw(now);
    else this.lastDraw = now;
  }

  private draw(now: number): void {
    const pose = latest.pose;
    if (pose && this.built && this.scene && pose.bodies.length === this.built.bodies.length * 7)
      this.place(pose);
    this.stale = false;
    this.renderer.render(this.world, this.follow.camera);
    noteTiming("frames", now - this.lastDraw);
    this.lastDraw = now;
    this.frames += 1;
    this.drew = true;
    this.fresh = false;
  }

  /** Tells the camera where the body is, before it moves. */
  private look(): void {
    const pose = latest.pose;
    if (!pose || !this.scene) return;
    const height = pose.ground + Math.max(0.45, 0.5 * this.scene.height);
    const ahead = ghostNext.value ? this.ghosts.farthest(pose.time) : null;
    this.follow.see(pose.com[0]!, pose.com[1]!, height, ahead);
  }

  private place(pose: Pose): void {
    const { built, scene } = this;
    if (!built || !scene) return;
    placeBodies(built.bodies, pose.bodies);
    this.overlays.update(pose);
    this.ghosts.update(pose.time);
    this.pendulum.update(pose.pendulum);
    this.sun.position.set(pose.com[0]! + 2, pose.com[1]! - 4, pose.ground + 6);
    this.sun.target.position.set(pose.com[0]!, pose.com[1]!, pose.ground + 0.5);
    this.pusher.draw(built.bodies, scene.planar, this.canvas.clientWidth, this.canvas.clientHeight);
  }

  // -- pointer ------------------------------------------------------------------------------------

  private toPlace(event: PointerEvent): THREE.Vector2 {
    const box = this.canvas.getBoundingClientRect();
    return new THREE.Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
  }

  /** Where the trunk is in the window, pixels. */
  trunkPlace(): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector3();
    this.built?.bodies[this.scene?.trunk ?? 0]?.getWorldPosition(at);
    at.z += TRUNK_MIDDLE;
    at.project(this.follow.camera);
    return [box.left + ((at.x + 1) / 2) * box.width, box.top + ((1 - at.y) / 2) * box.height];
  }

  /** What the picture is like, for tests: places in the window in pixels, lengths in m. */
  describe() {
    const box = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector3();
    const places = (this.built?.bodies ?? []).map((body): [number, number] => {
      body.getWorldPosition(at).project(this.follow.camera);
      return [box.left + ((at.x + 1) / 2) * box.width, box.top + ((1 - at.y) / 2) * box.height];
    });
    const pose = latest.pose;
    return {
      places,
      distance: this.follow.camera.position.distanceTo(this.follow.target),
      following: this.follow.follow,
      metresPerNewton: this.overlays.metresPerNewton,
      ghostEnd: pose ? this.ghosts.farthest(pose.time) : null,
      shadows: this.renderer.shadowMap.enabled ? this.renderer.shadowMap.type : -1,
      edges: this.built?.fixed.children.filter((c) => c instanceof THREE.LineSegments).length ?? 0,
    };
  }

  /** Whether a part of the body is under the pointer. */
  overBody(event: PointerEvent): boolean {
    if (!this.built || !this.scene) return false;
    return this.pusher.pick(this.toPlace(event), this.built.bodies, this.scene) !== null;
  }

  /** Begins a push if a part is under the pointer. */
  grab(event: PointerEvent): boolean {
    if (!this.built || !this.scene) return false;
    const grip = this.pusher.pick(this.toPlace(event), this.built.bodies, this.scene);
    if (!grip) return false;
    this.pusher.begin(grip, () => this.built?.bodies ?? [], this.scene.planar);
    return true;
  }

  drag(event: PointerEvent): void {
    this.pusher.move(this.toPlace(event));
  }

  letGo(): void {
    this.pusher.end();
    this.touch();
  }
}
