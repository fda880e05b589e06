import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import type { Call } from "../random/world.ts";
import type { Host } from "../support/on-host.ts";
import type { Moment } from "./mortal-store.ts";

/** What the world outside saw of a process: in a file, because the process dies. */
export type TrailEntry =
  | { readonly kind: "wanted" | "finished"; readonly key: string }
  | ({ readonly kind: "call" } & Call)
  | Death;

export interface Death extends Moment {
  readonly kind: "death";
  readonly messageId: string;
  readonly host: Host;
}

export const beginTrail = (path: string): void => writeFileSync(path, "");

/** Adds to it. An entry is on the disk when the call returns. */
export function addToTrail(path: string, entry: TrailEntry): void {
  const file = openSync(path, "a");
  writeSync(file, `${JSON.stringify(entry)}\n`);
  fsyncSync(file);
  closeSync(file);
}

export const readTrail = (path: string): readonly TrailEntry[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as TrailEntry);
