import { multiply, type VectorRows } from "./flow-weights.ts";

/** How much less each line tells than the one after it. */
const fading = 0.7;
/** Nearness that any two sentences have. */
const unrelated = 0.1;

/**
 * How far each flow's subject is from the lines, given by their vectors, the latest last: 0 for the nearest flow, and
 * for every flow where there are no lines.
 */
export function subjectDistances(lines: readonly Float32Array[], subjects: VectorRows): Float32Array {
  const nearness = new Float32Array(subjects.count);
  let weight = 1;
  for (const line of lines.toReversed()) {
    for (const [row, product] of multiply(subjects, line).entries())
      nearness[row] = (nearness[row] ?? 0) + weight * Math.max(0, product - unrelated);
    weight *= fading;
  }
  const nearest = Math.max(...nearness);
  return nearness.map((near) => nearest - near);
}
