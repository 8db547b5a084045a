/** Arrows that are made once and placed anew for every frame. */

import * as THREE from "three";

const UP = new THREE.Vector3(0, 1, 0);
const HEAD = 0.07;

export class ArrowPool {
  private readonly material = new THREE.MeshBasicMaterial();
  private readonly groups: THREE.Group[] = [];
  private readonly direction = new THREE.Vector3();
  private used = 0;

  constructor(parent: THREE.Object3D, count: number) {
    const shaft = new THREE.CylinderGeometry(0.012, 0.012, 1, 8).translate(0, 0.5, 0);
    const head = new THREE.ConeGeometry(0.032, HEAD, 12).translate(0, -HEAD / 2, 0);
    for (let i = 0; i < count; i++) {
      const group = new THREE.Group();
      group.add(new THREE.Mesh(shaft, this.material), new THREE.Mesh(head, this.material));
      group.visible = false;
      this.groups.push(group);
      parent.add(group);
    }
  }

  colour(colour: THREE.ColorRepresentation): void {
    this.material.color.set(colour);
  }

  begin(): void {
    this.used = 0;
  }

  /** An arrow from a place along a direction, `length` metres long. */
  add(x: number, y: number, z: number, dx: number, dy: number, dz: number, length: number): void {
    const group = this.groups[this.used];
    if (!group) return;
    this.used += 1;
    group.visible = true;
    group.position.set(x, y, z);
    group.quaternion.setFromUnitVectors(UP, this.direction.set(dx, dy, dz).normalize());
    const [shaft, head] = group.children;
    shaft!.scale.y = Math.max(length - HEAD, 0.001);
    head!.position.y = Math.max(length, HEAD);
  }

  end(): void {
    for (let i = this.used; i < this.groups.length; i++) this.groups[i]!.visible = false;
  }
}
