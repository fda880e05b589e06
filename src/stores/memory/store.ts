import { createStore } from "../create-store.ts";
import { keyInMemory } from "../encryption.ts";
import type { Store, StoreOptions } from "../store.ts";
import { createMemoryRows } from "./rows.ts";

/** Lives as long as the process. Behaves like the others, down to refusing what is not plain JSON. */
export const createMemoryStore = (options: StoreOptions = {}): Store =>
  createStore(createMemoryRows(), options, keyInMemory());
