import { SoniError } from "../../src/engine/errors.ts";
import type { StoreRows } from "../../src/stores/rows.ts";

/** The write that fails, counted from now: before it is done, or after, when only its answer is lost. */
export interface Fault {
  readonly write: number;
  readonly when: "before" | "after";
}

export interface FaultyRows {
  readonly rows: StoreRows;
  failAt(fault: Fault): void;
  /** Since the last call of `failAt`. */
  writes(): number;
}

/** A database that counts what is written, and fails where it is told to. */
export function faultyRows(inner: StoreRows): FaultyRows {
  let fault: Fault | null = null;
  let writes = 0;

  const failing =
    <Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      writes += 1;
      const when = fault?.write === writes ? fault.when : null;
      if (when === "before") throw lost();
      const result = await work(...given);
      if (when === "after") throw lost();
      return result;
    };
  return {
    rows: {
      ...inner,
      insertMessage: failing(inner.insertMessage),
      commit: failing(inner.commit),
      beginAction: failing(inner.beginAction),
      finishAction: failing(inner.finishAction),
    },
    failAt(next) {
      fault = next;
      writes = 0;
    },
    writes: () => writes,
  };
}

const lost = (): SoniError => new SoniError("store.unavailable", "The store does not answer, as the test wants it.");
