import type { Store } from "../../src/stores/store.ts";

/** A point at which a process can die: about to do something, or just after it. */
export interface Moment {
  readonly when: "before" | "after";
  readonly what: "accept" | "lead" | "attempt" | "begin" | "effect" | "finish" | "read" | "save";
  /** Of the action, where it is about one. */
  readonly key?: string;
}

/** The store of a process that may die around each sentence that it stores. */
export const withSentenceDeaths = (inner: Store, moment: (when: Moment["when"]) => void): Store => ({
  ...inner,
  sentences: {
    ...inner.sentences,
    async append(...sentence) {
      moment("before");
      await inner.sentences.append(...sentence);
      moment("after");
    },
  },
});

/** The store of a process that may die around each of its reads and writes: `moment` is told of every one of them. */
export function mortalStore(inner: Store, moment: (moment: Moment) => void): Store {
  const mortal =
    <Given extends readonly unknown[], Result>(
      what: Moment["what"],
      work: (...given: Given) => Promise<Result>,
      keyOf: (...given: Given) => string | undefined = () => undefined,
    ) =>
    async (...given: Given): Promise<Result> => {
      const key = keyOf(...given);
      const point = { what, ...(key === undefined ? {} : { key }) };
      moment({ when: "before", ...point });
      const result = await work(...given);
      moment({ when: "after", ...point });
      return result;
    };
  return {
    ...inner,
    accept: mortal("accept", inner.accept),
    lead: mortal("lead", inner.lead),
    beginAttempt: mortal("attempt", inner.beginAttempt),
    begin: mortal("begin", inner.begin, (_, key) => key),
    finish: mortal("finish", inner.finish, (_, key) => key),
    read: mortal("read", inner.read),
    save: mortal("save", inner.save),
  };
}
