import type { Store } from "../checkpoint/store.ts";
import type { Observers } from "./observers.ts";

type Saver = ReturnType<Store["saver"]>;

/** Tells how long checkpoints take to be read and written. The saver is this runtime's own, so its methods may be replaced. */
export function observedSaver(saver: Saver, { observe, isWatched }: Pick<Observers, "observe" | "isWatched">): Saver {
  const timed = async <Result>(operation: string, thread: unknown, work: () => Promise<Result>): Promise<Result> => {
    const started = performance.now();
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      const milliseconds = performance.now() - started;
      observe({
        conversationId: String(thread),
        messageId: null,
        event: { type: "stored", operation, failed, milliseconds },
      });
    }
  };
  const [getTuple, put] = [saver.getTuple.bind(saver), saver.put.bind(saver)];
  saver.getTuple = (config) =>
    isWatched() ? timed("read", config.configurable?.["thread_id"], () => getTuple(config)) : getTuple(config);
  saver.put = (config, ...rest) =>
    isWatched() ? timed("write", config.configurable?.["thread_id"], () => put(config, ...rest)) : put(config, ...rest);
  return saver;
}
