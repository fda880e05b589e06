import { SoniError } from "../../src/engine/errors.ts";
import type { Store } from "../../src/stores/store.ts";

export interface CountedStore {
  readonly store: Store;
  /** How often saving a state was refused, by code. */
  refusals(): Readonly<Record<string, number>>;
}

export function countRefusals(inner: Store): CountedStore {
  const refused: Record<string, number> = {};
  const save: Store["save"] = async (...given) => {
    try {
      await inner.save(...given);
    } catch (error) {
      const code = error instanceof SoniError ? error.code : String(error);
      refused[code] = (refused[code] ?? 0) + 1;
      throw error;
    }
  };
  return { store: { ...inner, save }, refusals: () => refused };
}
