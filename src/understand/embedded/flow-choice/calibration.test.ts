import { describe, expect, it } from "vitest";
import { fitOf, probabilities } from "./calibration.ts";

describe("how well a message fits the flows", () => {
  it("is the best score where the others are far", () => {
    expect(fitOf([0.1, 0.9, 0.2], 20)).toBeCloseTo(0.9);
  });

  it("is higher between two twins than at one of them alone", () => {
    expect(fitOf([0.4, 0.4], 20)).toBeGreaterThan(fitOf([0.4, 0.1], 20));
  });

  it("does not grow with the number of flows", () => {
    expect(fitOf(new Array<number>(1000).fill(0.3), 20)).toBe(fitOf(new Array<number>(10).fill(0.3), 20));
  });
});

describe("probabilities", () => {
  it("sum to one and keep the order of the scores", () => {
    const [low = 0, high = 0] = probabilities([0.2, 0.5], 10);
    expect(low + high).toBeCloseTo(1);
    expect(high).toBeGreaterThan(low);
  });
});
