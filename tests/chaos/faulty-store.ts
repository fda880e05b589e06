import type { Store } from "../../src/checkpoint/store.ts";
import { SoniError } from "../../src/domain/errors.ts";

/** The write that fails, counted from now: before it is done, or after, when only its answer is lost. */
export interface Fault {
  readonly write: number;
  readonly when: "before" | "after";
}

export interface FaultyStore {
  readonly store: Store;
  failAt(fault: Fault): void;
  /** Since the last call of `failAt`. */
  writes(): number;
  /** How often saving a point was refused, by code. */
  refusals(): Readonly<Record<string, number>>;
}

/** A store that counts what is written, and fails where it is told to. */
export function faultyStore(inner: Store): FaultyStore {
  let fault: Fault | null = null;
  let writes = 0;
  const refused: Record<string, number> = {};

  const write = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    writes += 1;
    const when = fault?.write === writes ? fault.when : null;
    if (when === "before") throw lost();
    const result = await work();
    if (when === "after") throw lost();
    return result;
  };

  const store: Store = {
    ...inner,
    accept: (...given) => write(() => inner.accept(...given)),
    begin: (...given) => write(() => inner.begin(...given)),
    finish: (...given) => write(() => inner.finish(...given)),
    saver(options) {
      const saver = inner.saver(options);
      const put = saver.put.bind(saver);
      saver.put = async (...given) => {
        try {
          return await write(() => put(...given));
        } catch (error) {
          const code = error instanceof SoniError ? error.code : String(error);
          refused[code] = (refused[code] ?? 0) + 1;
          throw error;
        }
      };
      return saver;
    },
  };
  return {
    store,
    failAt(next) {
      fault = next;
      writes = 0;
    },
    writes: () => writes,
    refusals: () => refused,
  };
}

const lost = (): SoniError => new SoniError("store.unavailable", "The store does not answer, as the test wants it.");
