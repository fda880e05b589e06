import type { Store } from "../checkpoint/store.ts";
import type { Observer } from "../domain/observe.ts";

type Saver = ReturnType<Store["saver"]>;

/** Tells how long checkpoints take to be read and written. The saver is this runtime's own, so its methods may be replaced. */
export function observedSaver(saver: Saver, observe: Observer): Saver {
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
  saver.getTuple = (config) => timed("read", config.configurable?.["thread_id"], () => getTuple(config));
  saver.put = (config, ...rest) => timed("write", config.configurable?.["thread_id"], () => put(config, ...rest));
  return saver;
}
