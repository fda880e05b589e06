import { hashText } from "../metrics/random.ts";
import type { LabelledRow } from "./row.ts";

/** `train` is learnt from, `dev` is looked at while learning, `test` is for the end. */
export const splits = ["train", "dev", "test"] as const;
export type Split = (typeof splits)[number];

/** Six in ten groups are for training, two each for the others. */
const upTo: readonly (readonly [number, Split])[] = [
  [0.6, "train"],
  [0.8, "dev"],
  [1, "test"],
];

/** By the hash of the group, so that twins stay together, also when rows come and go. */
export const splitOf = ({ group }: Pick<LabelledRow, "group">): Split => {
  const place = hashText(`split|${group}`) / 2 ** 32;
  return upTo.find(([limit]) => place < limit)?.[1] ?? "test";
};
