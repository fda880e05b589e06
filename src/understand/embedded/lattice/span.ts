import type { Json } from "../../../engine/json.ts";
import type { SlotInScope } from "../../understander.ts";
import type { FeatureName, FeatureValues } from "../joint/features.ts";

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A value that a slot may have been given, with what speaks for it and against it. */
export interface Filling extends Place {
  readonly slot: SlotInScope;
  readonly value: Json;
  /** What the words were read as: `date`, `whole`. */
  readonly reading: string;
  readonly features: FeatureValues;
}

export const overlaps = (left: Place, right: Place): boolean => left.start < right.end && right.start < left.end;
export const isInside = (inner: Place, outer: Place): boolean => outer.start <= inner.start && inner.end <= outer.end;
export const lengthOf = ({ start, end }: Place): number => end - start;

/** Features that hold, as ones. */
export function marks(given: Readonly<Partial<Record<FeatureName, boolean | number>>>): FeatureValues {
  const values: Partial<Record<FeatureName, number>> = {};
  for (const name in given) {
    const value = given[name as FeatureName];
    const number = typeof value === "number" ? value : value === true ? 1 : 0;
    if (number !== 0) values[name as FeatureName] = number;
  }
  return values;
}

export function sumOf(all: readonly FeatureValues[]): FeatureValues {
  const values: Partial<Record<FeatureName, number>> = {};
  for (const one of all)
    for (const name in one)
      values[name as FeatureName] = (values[name as FeatureName] ?? 0) + (one[name as FeatureName] ?? 0);
  return values;
}
