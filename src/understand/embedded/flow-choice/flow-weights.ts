/** One vector per row, one after the other in memory. */
export interface VectorRows {
  readonly dimensions: number;
  readonly count: number;
  readonly values: Float32Array;
}

export interface LabelledVector {
  readonly row: number;
  readonly vector: Float32Array;
  /** How much it counts: an example 1, a description less, since nobody talks like one. */
  readonly weight: number;
}

/** Sharpness of the softmax, pull back to the start, step size and momentum: chosen on public intent data. */
const sharpness = 10;
const pullToStart = 0.3;
const stepSize = 0.5;
const momentum = 0.8;
const steps = 14;
/** A row is told apart from its nearest rows only, so that training grows with the rows and not with their square. */
const rivalCount = 16;

/** The weighted mean of each row's vectors, of length one. */
export function centroids(texts: readonly LabelledVector[], count: number, dimensions: number): VectorRows {
  const values = new Float32Array(count * dimensions);
  for (const { row, vector, weight } of texts) {
    const target = values.subarray(row * dimensions, (row + 1) * dimensions);
    for (let index = 0; index < dimensions; index++)
      target[index] = (target[index] ?? 0) + weight * (vector[index] ?? 0);
  }
  for (let row = 0; row < count; row++) normalize(values.subarray(row * dimensions, (row + 1) * dimensions));
  return { dimensions, count, values };
}

/** The product of every row with the vector. */
export function multiply(rows: VectorRows, vector: Float32Array): Float32Array {
  const products = new Float32Array(rows.count);
  for (let row = 0; row < rows.count; row++) products[row] = product(rows, row, vector);
  return products;
}

/**
 * Logistic regression started at the centroids and pulled back to them: with five examples a row the centroid is
 * nearly right, and the examples of its neighbours say where it should give way.
 */
export function trainRows(start: VectorRows, texts: readonly LabelledVector[]): VectorRows {
  const { dimensions, count } = start;
  const rows: VectorRows = { dimensions, count, values: start.values.slice() };
  const rivals = rivalsOf(start);
  const velocity = new Float32Array(start.values.length);
  const gradient = new Float32Array(start.values.length);
  const share = count / texts.reduce((sum, { weight }) => sum + (weight === 1 ? 1 : 0), 0);
  for (let step = 0; step < steps; step++) {
    gradient.fill(0);
    for (const text of texts) addGradient(gradient, rows, { text, rivals: rivals[text.row] ?? [], share });
    for (let index = 0; index < gradient.length; index++) {
      const back = pullToStart * ((rows.values[index] ?? 0) - (start.values[index] ?? 0));
      const next = momentum * (velocity[index] ?? 0) - stepSize * ((gradient[index] ?? 0) + back);
      velocity[index] = next;
      rows.values[index] = (rows.values[index] ?? 0) + next;
    }
  }
  return rows;
}

interface TrainingText {
  readonly text: LabelledVector;
  readonly rivals: readonly number[];
  readonly share: number;
}

function addGradient(gradient: Float32Array, rows: VectorRows, { text, rivals, share }: TrainingText): void {
  const logits = rivals.map((rival) => sharpness * product(rows, rival, text.vector));
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  for (const [index, rival] of rivals.entries()) {
    const error = (powers[index] ?? 0) / total - (rival === text.row ? 1 : 0);
    const factor = error * text.weight * share;
    const offset = rival * rows.dimensions;
    for (let at = 0; at < rows.dimensions; at++) {
      gradient[offset + at] = (gradient[offset + at] ?? 0) + factor * (text.vector[at] ?? 0);
    }
  }
}

/** For each row itself and its nearest rows. */
function rivalsOf(rows: VectorRows): readonly (readonly number[])[] {
  return Array.from({ length: rows.count }, (_, row) => {
    const offset = row * rows.dimensions;
    const near = multiply(rows, rows.values.subarray(offset, offset + rows.dimensions));
    const others = Array.from({ length: rows.count }, (_, other) => other).filter((other) => other !== row);
    if (others.length >= rivalCount) others.sort((left, right) => (near[right] ?? 0) - (near[left] ?? 0));
    return [row, ...others.slice(0, rivalCount)];
  });
}

function product(rows: VectorRows, row: number, vector: Float32Array): number {
  const { dimensions, values } = rows;
  const offset = row * dimensions;
  let sum = 0;
  for (let index = 0; index < dimensions; index++) sum += (values[offset + index] ?? 0) * (vector[index] ?? 0);
  return sum;
}

function normalize(vector: Float32Array): void {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square) || 1;
  for (let index = 0; index < vector.length; index++) vector[index] = (vector[index] ?? 0) / length;
}
