// An edge's centre line: piecewise cubic Bezier, addressed by s from 0 (the child's port) to 1 (the parent's slot).

export type Vec3 = readonly [number, number, number];

export interface Piece {
  readonly p0: Vec3;
  readonly c1: Vec3;
  readonly c2: Vec3;
  readonly p1: Vec3;
  /** The stretch of s this piece covers. */
  readonly s0: number;
  readonly s1: number;
}

const SAMPLES = 8;

function bezier({ p0, c1, c2, p1 }: Piece, u: number): Vec3 {
  const v = 1 - u;
  const at = (i: 0 | 1 | 2) => v * v * v * p0[i] + 3 * v * v * u * c1[i] + 3 * v * u * u * c2[i] + u * u * u * p1[i];
  return [at(0), at(1), at(2)];
}

export const distance = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Cuts Bezier points p0 c1 c2 p1 [c1 c2 p2 …] into pieces that share s by their lengths. */
export function piecesOf(points: readonly Vec3[]): Piece[] {
  const bare: Piece[] = [];
  for (let i = 0; i + 3 < points.length; i += 3)
    bare.push({ p0: points[i]!, c1: points[i + 1]!, c2: points[i + 2]!, p1: points[i + 3]!, s0: 0, s1: 1 });
  const lengths = bare.map((piece) => {
    let length = 0;
    for (let i = 0; i < SAMPLES; i++) length += distance(bezier(piece, i / SAMPLES), bezier(piece, (i + 1) / SAMPLES));
    return length;
  });
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let s = 0;
  return bare.map((piece, i) => {
    const s0 = s;
    s += lengths[i]! / whole;
    return { ...piece, s0, s1: i === bare.length - 1 ? 1 : s };
  });
}

function locate(pieces: readonly Piece[], s: number): [Piece, number] {
  const piece = pieces.find(({ s1 }) => s <= s1) ?? pieces[pieces.length - 1]!;
  return [piece, (s - piece.s0) / (piece.s1 - piece.s0 || 1)];
}

export function pointAt(pieces: readonly Piece[], s: number): Vec3 {
  return bezier(...locate(pieces, s));
}

/** Unit direction of travel toward the parent, in the board's plane. */
export function directionAt(pieces: readonly Piece[], s: number): [number, number] {
  const [a, b] = [pointAt(pieces, Math.max(0, s - 0.01)), pointAt(pieces, Math.min(1, s + 0.01))];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

/** The point `side` u to the left of the direction of travel: lanes run there. */
export function besideAt(pieces: readonly Piece[], s: number, side: number): Vec3 {
  const [x, y, z] = pointAt(pieces, s);
  const [dx, dy] = directionAt(pieces, s);
  return [x - dy * side, y + dx * side, z];
}

/** A single piece from port to port, level at both ends along `flow`. */
export function bridge(from: Vec3, to: Vec3, flow: "right" | "down"): Vec3[] {
  const reach = flow === "right" ? Math.max(0.4, Math.abs(to[0] - from[0]) / 2) : Math.max(0.4, Math.abs(to[1] - from[1]) / 2);
  const ahead = (p: Vec3, k: number): Vec3 => (flow === "right" ? [p[0] + k, p[1], p[2]] : [p[0], p[1] - k, p[2]]);
  return [from, ahead(from, reach), ahead(to, -reach), to];
}
