import { calibrationOf } from "../../src/optimize/metrics/calibration.ts";
import { curvesPicture } from "../../src/report/curves.ts";
import type { MeasuredRow } from "./measure.ts";

interface Measured {
  readonly name: string;
  readonly rows: readonly MeasuredRow[];
}

/** How many of the messages that are acted on are silently wrong, if only the surest are acted on and all others are asked about. */
export const riskCurve = (sets: readonly Measured[]): string => {
  const drawn = sets.map(({ name, rows }) => ({
    name,
    points: calibrationOf(rows.flatMap(({ proposed }) => (proposed === null ? [] : [proposed]))).riskCoverage.map(
      ({ coverage, risk }) => ({ x: coverage, y: risk }),
    ),
  }));
  const worst = Math.max(0.05, ...drawn.flatMap(({ points }) => points.map(({ y }) => y)));
  return curvesPicture(drawn, {
    title: "Risk and coverage",
    x: "messages acted on, the surest first",
    y: "of those, silently wrong",
    most: { y: Math.min(1, Math.ceil(worst * 11) / 10) },
  });
};
