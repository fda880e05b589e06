import { createMemoryStore } from "../../src/checkpoint/memory-store.ts";
import type { Store } from "../../src/checkpoint/store.ts";
import { makeReadOnly } from "../../src/domain/read-only.ts";

/** Whoever changes a state that was saved or read, instead of a copy, fails. */
export function freezingStore(): Store {
  const store = createMemoryStore();
  return {
    ...store,
    saver(options) {
      const saver = store.saver(options);
      const [getTuple, put] = [saver.getTuple.bind(saver), saver.put.bind(saver)];
      saver.getTuple = async (config) => {
        const tuple = await getTuple(config);
        makeReadOnly(tuple?.checkpoint.channel_values["dialogue"]);
        return tuple;
      };
      saver.put = (config, checkpoint, ...rest) => {
        makeReadOnly(checkpoint.channel_values["dialogue"]);
        return put(config, checkpoint, ...rest);
      };
      return saver;
    },
  };
}
