/** A function to minimise: its value at a point, and its slope there in every direction. */
export type Slope = (point: Float64Array) => { readonly value: number; readonly gradient: Float64Array };

export interface Minimum {
  readonly point: Float64Array;
  readonly value: number;
  readonly steps: number;
}

/** How many earlier steps tell how the slope bends. */
const memory = 10;
const enough = 1e-4;
const longestSearch = 40;

interface Step {
  readonly moved: Float64Array;
  readonly turned: Float64Array;
  readonly inverse: number;
}

/**
 * L-BFGS with a backtracking line search (Nocedal and Wright, "Numerical Optimization", algorithms 7.4 and 3.1). Nothing in it is random: the
 * same function and start give the same minimum.
 */
export const minimise = (
  slope: Slope,
  start: Float64Array,
  { maxSteps = 200, tolerance = 1e-6 }: { readonly maxSteps?: number; readonly tolerance?: number } = {},
): Minimum => {
  let point = start;
  let { value, gradient } = slope(point);
  const history: Step[] = [];
  let steps = 0;
  while (steps < maxSteps && length(gradient) > tolerance * Math.max(1, length(point))) {
    const direction = descent(gradient, history);
    const next = search(slope, { point, value, gradient, direction });
    if (next === null) {
      // The bend that was remembered misleads: forget it, and go straight down. If even that leads nowhere, this is the minimum.
      if (history.length === 0) break;
      history.length = 0;
      continue;
    }
    const [moved, turned] = [minus(next.point, point), minus(next.gradient, gradient)];
    const bend = dot(moved, turned);
    if (bend > 1e-12) history.push({ moved, turned, inverse: 1 / bend });
    if (history.length > memory) history.shift();
    ({ point, value, gradient } = next);
    steps += 1;
  }
  return { point, value, steps };
};

/** The two loops: the gradient, turned by what the last steps say about the bend of the function. */
const descent = (gradient: Float64Array, history: readonly Step[]): Float64Array => {
  const direction = gradient.map((each) => -each);
  const shares: number[] = [];
  for (const [back, { moved, turned, inverse }] of [...history].reverse().entries()) {
    const share = inverse * dot(moved, direction);
    shares[history.length - 1 - back] = share;
    add(direction, turned, -share);
  }
  const last = history.at(-1);
  const scale =
    last === undefined
      ? 1 / Math.max(1, length(gradient))
      : dot(last.moved, last.turned) / dot(last.turned, last.turned);
  for (let at = 0; at < direction.length; at += 1) direction[at] = (direction[at] ?? 0) * scale;
  for (const [at, { moved, turned, inverse }] of history.entries())
    add(direction, moved, (shares[at] ?? 0) - inverse * dot(turned, direction));
  return direction;
};

interface Place {
  readonly point: Float64Array;
  readonly value: number;
  readonly gradient: Float64Array;
}

/** Half as far each time, until it went down by a part of what the slope promises. */
const search = (slope: Slope, from: Place & { readonly direction: Float64Array }): Place | null => {
  const promised = dot(from.gradient, from.direction);
  if (promised >= 0) return null;
  let far = 1;
  for (let tries = 0; tries < longestSearch; tries += 1) {
    const point = from.point.map((each, at) => each + far * (from.direction[at] ?? 0));
    const found = slope(point);
    if (found.value <= from.value + enough * far * promised) return { point, ...found };
    far /= 2;
  }
  return null;
};

const dot = (one: Float64Array, other: Float64Array): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
};

const length = (vector: Float64Array): number => Math.sqrt(dot(vector, vector));

const minus = (one: Float64Array, other: Float64Array): Float64Array => one.map((each, at) => each - (other[at] ?? 0));

const add = (to: Float64Array, vector: Float64Array, times: number): void => {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] ?? 0) + times * (vector[at] ?? 0);
};
