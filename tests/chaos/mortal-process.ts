import type { Store } from "../../src/stores/store.ts";
import type { RandomNumbers } from "../support/random-numbers.ts";
import { mortalStore } from "./mortal-store.ts";

/** Where a process can die: whenever it is about to do something, or has just done it. */
export interface MortalProcess {
  /** The store as this process sees it: after its death nothing reaches it, and nothing comes back. */
  readonly store: Store;
  /** A moment of its own, such as inside an action. Throws when the process dies there, or is dead. */
  moment(): void;
  readonly isDead: boolean;
}

/** Dies at one of so many moments, by chance; null: lives on. */
export function mortalProcess(
  inner: Store,
  chance: { readonly random: RandomNumbers; readonly oneIn: number } | null,
): MortalProcess {
  let isDead = false;
  const moment = (): void => {
    isDead ||= chance !== null && chance.random(chance.oneIn) === 0;
    if (isDead) throw new Error("The process is dead.");
  };
  // Chance kills it, not the message: no message is set aside for that.
  const unblamed: Store = { ...inner, beginAttempt: async () => 1, close: async () => undefined };
  const store = mortalStore(unblamed, moment);
  return {
    store,
    moment,
    get isDead() {
      return isDead;
    },
  };
}
