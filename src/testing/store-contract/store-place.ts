import type { StoreRows } from "../../stores/rows.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";

/** A place for data, empty to begin with. */
export interface StorePlace {
  /** A store on it, as a new process would open it. */
  readonly open: (options?: StoreOptions) => Promise<Store>;
  /** What such a store is built on. */
  readonly rows: () => Promise<StoreRows>;
  readonly dispose: () => Promise<void>;
}

export type OpenPlace = () => Promise<StorePlace>;
