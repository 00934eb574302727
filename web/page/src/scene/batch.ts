// One instanced draw call: a base shape and as many instances as were pushed, written anew for each frame.
import * as THREE from "three";

/** Attribute name -> number of floats, in the order in which `push` takes them. */
export type Fields = Readonly<Record<string, number>>;

export class Batch {
  readonly mesh: THREE.Mesh<THREE.InstancedBufferGeometry, THREE.RawShaderMaterial>;
  readonly #stride: number;
  readonly #fields: Fields;
  #buffer: THREE.InstancedInterleavedBuffer;
  #data: Float32Array;
  #length = 0;

  constructor(base: THREE.BufferGeometry, fields: Fields, material: THREE.RawShaderMaterial, order: number) {
    this.#fields = fields;
    this.#stride = Object.values(fields).reduce((sum, size) => sum + size, 0);
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.index = base.index;
    for (const [name, attribute] of Object.entries(base.attributes)) geometry.setAttribute(name, attribute);
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
    this.#data = new Float32Array(64 * this.#stride);
    this.#buffer = this.#attach();
  }

  begin(): void {
    this.#length = 0;
  }

  /** One instance, all its fields in order. */
  push(...values: number[]): void {
    if (this.#length + this.#stride > this.#data.length) this.#grow();
    this.#data.set(values, this.#length);
    this.#length += this.#stride;
  }

  end(): void {
    this.mesh.geometry.instanceCount = this.#length / this.#stride;
    this.#buffer.clearUpdateRanges();
    this.#buffer.addUpdateRange(0, this.#length);
    this.#buffer.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  #grow(): void {
    const larger = new Float32Array(this.#data.length * 2);
    larger.set(this.#data);
    this.#data = larger;
    this.mesh.geometry.dispose();
    this.#buffer = this.#attach();
  }

  #attach(): THREE.InstancedInterleavedBuffer {
    const buffer = new THREE.InstancedInterleavedBuffer(this.#data, this.#stride);
    buffer.setUsage(THREE.DynamicDrawUsage);
    let offset = 0;
    for (const [name, size] of Object.entries(this.#fields)) {
      this.mesh.geometry.setAttribute(name, new THREE.InterleavedBufferAttribute(buffer, size, offset));
      offset += size;
    }
    return buffer;
  }
}

/** What all shaders share: the camera, and how far everything is faded toward the stage (a stale picture). */
export interface Shared {
  fade: THREE.IUniform<number>;
  fadeTo: THREE.IUniform<THREE.Vector3>;
}

const fadeChunk = `
uniform float fade;
uniform vec3 fadeTo;
vec3 faded(vec3 colour) {
  float grey = dot(colour, vec3(.299, .587, .114));
  return mix(mix(colour, vec3(grey), .5 * step(.001, fade)), fadeTo, fade);
}
`;

const vertexHead = `
precision highp float;
uniform mat4 projectionMatrix;
uniform mat4 modelViewMatrix;
`;

/** A raw shader whose colours reach the screen as they are (no tone mapping, no colour conversion). */
export function material(
  vertex: string,
  fragment: string,
  uniforms: Record<string, THREE.IUniform>,
  options: Partial<THREE.ShaderMaterialParameters> = {},
): THREE.RawShaderMaterial {
  return new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: vertexHead + vertex,
    fragmentShader: `precision highp float;\n${fadeChunk}\nout vec4 pixel;\n${fragment}`,
    uniforms,
    ...options,
  });
}

/**
 * Blending for flat things: colours arrive multiplied by their alpha, so that light can also be added.
 * Not `transparent`: three would draw them all last, and shadows belong under the cards (`renderOrder` says when).
 */
export const premultiplied: Partial<THREE.ShaderMaterialParameters> = {
  transparent: false,
  depthWrite: false,
  blending: THREE.CustomBlending,
  blendEquation: THREE.AddEquation,
  blendSrc: THREE.OneFactor,
  blendDst: THREE.OneMinusSrcAlphaFactor,
};

/** A unit square from -1 to 1. */
export function square(): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  return geometry;
}
