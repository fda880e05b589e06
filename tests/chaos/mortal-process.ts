import type { Store } from "../../src/stores/store.ts";
import type { RandomNumbers } from "../support/random-numbers.ts";

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
  const mortal =
    <Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      moment();
      const result = await work(...given);
      moment();
      return result;
    };
  const store: Store = {
    ...inner,
    accept: mortal(inner.accept),
    lead: mortal(inner.lead),
    // Chance kills it, not the message: no message is set aside for that.
    beginAttempt: mortal(async () => 1),
    begin: mortal(inner.begin),
    finish: mortal(inner.finish),
    close: async () => undefined,
    read: mortal(inner.read),
    save: mortal(inner.save),
  };
  return {
    store,
    moment,
    get isDead() {
      return isDead;
    },
  };
}
