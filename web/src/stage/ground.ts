/** The ground: a calm floor with lines a metre apart, coloured by the theme. */

import * as THREE from "three";
import { dark, layers, lowQuality } from "../state/prefs";

interface Palette {
  sky: string;
  floor: string;
  line: string;
  heavy: string;
}

const LIGHT: Palette = { sky: "#e9edeb", floor: "#f2f4f2", line: "#dfe4e1", heavy: "#cdd5d1" };
const DARK: Palette = { sky: "#171c1e", floor: "#22292b", line: "#2d3639", heavy: "#3c474a" };
const TILE_METRES = 5;
const PIXELS = 640;

let shared: THREE.MeshLambertMaterial | null = null;

/** The edges of blocks: where one tread ends and the next begins. */
export const edgeMaterial = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.9 });
edgeMaterial.userData.shared = true;

export function palette(): Palette {
  return dark.value ? DARK : LIGHT;
}

function drawTile(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = PIXELS;
  canvas.height = PIXELS;
  const context = canvas.getContext("2d")!;
  const colours = palette();
  context.fillStyle = colours.floor;
  context.fillRect(0, 0, PIXELS, PIXELS);
  if (layers.value.grid) {
    const metre = PIXELS / TILE_METRES;
    for (let i = 0; i < TILE_METRES; i++) {
      context.fillStyle = i === 0 ? colours.heavy : colours.line;
      context.fillRect(i * metre - 1.5, 0, 3, PIXELS);
      context.fillRect(0, i * metre - 1.5, PIXELS, 3);
    }
  }
  return canvas;
}

/** The one material of all ground; its picture is laid out in world metres by the shader. */
export function groundMaterial(): THREE.MeshLambertMaterial {
  if (shared) return shared;
  shared = new THREE.MeshLambertMaterial({ side: THREE.DoubleSide });
  shared.userData.shared = true;
  shared.onBeforeCompile = (shader) => {
    // World coordinates instead of the mesh's own: slopes, steps and height fields share one grid.
    shader.vertexShader = shader.vertexShader.replace(
      "#include <uv_vertex>",
      `#include <uv_vertex>\n vMapUv = (modelMatrix * vec4(position, 1.0)).xy / ${TILE_METRES.toFixed(1)};
       vSteep = 1.0 - abs(normalize(mat3(modelMatrix) * normal).z);`,
    );
    shader.vertexShader = `varying float vSteep;\n${shader.vertexShader}`;
    // Upright faces are darker: risers can be told from treads whatever the light.
    shader.fragmentShader = `varying float vSteep;\n${shader.fragmentShader.replace(
      "#include <color_fragment>",
      "#include <color_fragment>\n diffuseColor.rgb *= 1.0 - 0.42 * smoothstep(0.4, 0.9, vSteep);",
    )}`;
  };
  paintGround();
  return shared;
}

/** Paints the floor anew: after a change of theme or of the grid's visibility. */
export function paintGround(): void {
  edgeMaterial.color.set(dark.value ? "#6b7a7d" : "#98a5a0");
  if (!shared) return;
  shared.map?.dispose();
  const texture = new THREE.CanvasTexture(drawTile());
  texture.wrapS = THREE.RepeatWrapping;
  texture.wrapT = THREE.RepeatWrapping;
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = lowQuality ? 1 : 8;
  shared.map = texture;
  shared.needsUpdate = true;
}
