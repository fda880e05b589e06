import { describe, expect, it } from "vitest";
import { centroids, type LabelledVector, multiply, trainRows } from "./flow-weights.ts";

const at = (row: number, ...values: number[]): LabelledVector => ({
  row,
  weight: 1,
  vector: Float32Array.from(values),
});

function bestRow(products: Float32Array): number {
  return products.indexOf(Math.max(...products));
}

describe("the weights of flows", () => {
  it("start at the mean direction of each flow's texts, heavier texts nearer", () => {
    const { values } = centroids([at(0, 1, 0), { ...at(0, 0, 1), weight: 3 }], 1, 2);
    expect(values[1]).toBeCloseTo(3 * (values[0] ?? 0));
    expect(Math.hypot(...values)).toBeCloseTo(1);
  });

  it("move so that an example its own centroid would lose is won", () => {
    // Row 0 is spread wide; its example on the right is nearer to the centroid of row 1.
    const texts = [at(0, 0.1, 0.995), at(0, 0, 1), at(0, 0.8, 0.6), at(1, 0.97, 0.24), at(1, 1, 0)];
    const start = centroids(texts, 2, 2);
    const contested = Float32Array.of(0.8, 0.6);
    expect(bestRow(multiply(start, contested))).toBe(1);
    const trained = trainRows(start, texts);
    expect(bestRow(multiply(trained, contested))).toBe(0);
    expect(bestRow(multiply(trained, Float32Array.of(1, 0)))).toBe(1);
  });

  it("train with more flows than each is compared with", () => {
    const count = 60;
    const texts = Array.from({ length: count }, (_, row) => {
      const vector = new Float32Array(count);
      vector[row] = 1;
      return { row, weight: 1, vector };
    });
    const trained = trainRows(centroids(texts, count, count), texts);
    for (const { row, vector } of texts) expect(bestRow(multiply(trained, vector))).toBe(row);
  });
});
