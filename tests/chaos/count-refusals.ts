import type { Store } from "../../src/checkpoint/store.ts";
import { SoniError } from "../../src/domain/errors.ts";

export interface CountedStore {
  readonly store: Store;
  /** How often saving a point was refused, by code. */
  refusals(): Readonly<Record<string, number>>;
}

export function countRefusals(inner: Store): CountedStore {
  const refused: Record<string, number> = {};
  const saver: Store["saver"] = (options) => {
    const counted = inner.saver(options);
    const put = counted.put.bind(counted);
    counted.put = async (...given) => {
      try {
        return await put(...given);
      } catch (error) {
        const code = error instanceof SoniError ? error.code : String(error);
        refused[code] = (refused[code] ?? 0) + 1;
        throw error;
      }
    };
    return counted;
  };
  return { store: { ...inner, saver }, refusals: () => refused };
}
