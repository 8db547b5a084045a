/** The pendulum of TEMPLATE beside a body: trunk, springs, pivot, and where its next step goes. */

import * as THREE from "three";
import { dark } from "../state/prefs";

const TURNS = 7; // of a spring
const COIL = 12; // points of a turn
const ENDS = 0.15; // share of a spring that is straight, at each end
const WIDTH = 0.035; // m
const SPRING_POINTS = TURNS * COIL + 3;

export class Pendulum {
  readonly root = new THREE.Group();
  private readonly trunk = new THREE.Line(points(2), ink());
  private readonly springs: [Line, Line] = [spring(), spring()];
  private readonly weight = new THREE.Mesh(new THREE.SphereGeometry(0.03, 16, 12), paint());
  private readonly pivot = new THREE.Mesh(new THREE.OctahedronGeometry(0.04), paint());
  private readonly step = new THREE.Mesh(new THREE.RingGeometry(0.04, 0.06, 24), paint());

  constructor() {
    const drawn = [this.trunk, ...this.springs, this.weight, this.pivot, this.step];
    for (const item of drawn) {
      item.frustumCulled = false;
      item.renderOrder = 6; // it stands inside the body, and is seen through it
    }
    this.root.add(...drawn);
    this.root.visible = false;
    this.repaint();
  }

  /** Takes the theme's colours. */
  repaint(): void {
    const line = dark.value ? "#f2c14e" : "#8a4f00";
    for (const item of [this.trunk, ...this.springs, this.weight]) item.material.color.set(line);
    for (const item of [this.pivot, this.step]) item.material.color.set(dark.value ? "#f08a7d" : "#b3362b");
  }

  /** Places it: hips, neck, centre of mass, pivot, left foot, right foot, next step; null: there is none. */
  update(found: Float32Array | null): void {
    this.root.visible = found !== null;
    if (!found) return;
    const at = (k: number) => new THREE.Vector3(found[3 * k], found[3 * k + 1], found[3 * k + 2]);
    setPoints(this.trunk, [at(0), at(1)]);
    this.weight.position.copy(at(2));
    this.pivot.position.copy(at(3));
    this.springs.forEach((line, leg) => {
      setPoints(line, coil(at(0), at(4 + leg)));
    });
    this.step.position.copy(at(6));
    this.step.position.z += 0.005; // not half sunk
  }
}

type Line = THREE.Line<THREE.BufferGeometry, THREE.LineBasicMaterial>;

function spring(): Line {
  return new THREE.Line(points(SPRING_POINTS), ink());
}

function points(count: number): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(count * 3), 3));
  return geometry;
}

function ink(): THREE.LineBasicMaterial {
  return new THREE.LineBasicMaterial({ depthTest: false, transparent: true, opacity: 0.9 });
}

function paint(): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({
    depthTest: false,
    transparent: true,
    opacity: 0.9,
    side: THREE.DoubleSide,
  });
}

/** A spring from one place to another, with straight ends. */
function coil(from: THREE.Vector3, to: THREE.Vector3): THREE.Vector3[] {
  const along = to.clone().sub(from);
  const aside = new THREE.Vector3(0, 1, 0).cross(along).normalize();
  const third = along.clone().cross(aside).normalize();
  const out = [from];
  for (let k = 0; k <= TURNS * COIL; k++) {
    const angle = (2 * Math.PI * k) / COIL;
    const share = ENDS + (1 - 2 * ENDS) * (k / (TURNS * COIL));
    const place = from.clone().addScaledVector(along, share);
    place.addScaledVector(aside, WIDTH * Math.cos(angle)).addScaledVector(third, WIDTH * Math.sin(angle));
    out.push(place);
  }
  out.push(to);
  return out;
}

function setPoints(line: Line, places: THREE.Vector3[]): void {
  const attribute = line.geometry.getAttribute("position") as THREE.BufferAttribute;
  places.forEach((place, k) => {
    attribute.setXYZ(k, place.x, place.y, place.z);
  });
  attribute.needsUpdate = true;
}
