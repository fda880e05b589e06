import { SoniError } from "../engine/errors.ts";
import type { StoreRows } from "./rows.ts";

interface WatchedWrites {
  readonly rows: StoreRows;
  /** Whether the last write worked. If it did not, or there was none, a small one is tried. */
  isWritable(): Promise<boolean>;
}

/** Faults of the store as a whole. Other codes are about one conversation. */
const ofTheStore: ReadonlySet<string> = new Set([
  "store.unavailable",
  "store.locked",
  "store.full",
  "store.read_only",
  "store.unreadable",
  "store.not_durable",
]);

/** A full disk still answers every read: whether messages can be taken is known by writing. */
export function watchWrites(rows: StoreRows): WatchedWrites {
  let last: "worked" | "failed" | "none" = "none";
  let probe: Promise<boolean> | null = null;

  const watched =
    <Given extends readonly unknown[], Result>(write: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      try {
        const result = await write(...given);
        last = "worked";
        return result;
      } catch (error) {
        if (error instanceof SoniError && ofTheStore.has(error.code)) last = "failed";
        throw error;
      }
    };
  const writeMark = watched(rows.marks.write);
  const tryWrite = async (): Promise<boolean> => {
    try {
      await writeMark("probe", Date.now());
      return true;
    } catch {
      return false;
    } finally {
      probe = null;
    }
  };

  return {
    rows: {
      ...rows,
      insertMessage: watched(rows.insertMessage),
      commit: watched(rows.commit),
      beginAction: watched(rows.beginAction),
      finishAction: watched(rows.finishAction),
      marks: { ...rows.marks, write: writeMark },
    },
    async isWritable() {
      if (last === "worked") return true;
      // Many ask at the same time while something is wrong; one write answers all of them.
      probe ??= tryWrite();
      return probe;
    },
  };
}
